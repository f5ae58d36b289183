//! Commands that change health: damage, boxes and points.

use super::Decision;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Shift;
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, Harmed, Marked};
use crate::encounter::limits::{MAX_DAMAGE, MAX_LOSS, MAX_SHIFTS};
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::system::HealthState;
use crate::track::{Packet, Severity, Track};

/// Whether a packet exceeds the limit of damage marked at once.
pub(super) fn is_too_much(packet: Packet) -> bool {
    most(packet) != packet
}

/// Caps a packet at the limit of damage marked at once.
pub(super) fn most(packet: Packet) -> Packet {
    Packet {
        bashing: packet.bashing.min(MAX_DAMAGE),
        lethal: packet.lethal.min(MAX_DAMAGE),
        aggravated: packet.aggravated.min(MAX_DAMAGE),
        points: packet.points.min(MAX_LOSS),
    }
}

impl Decision<'_> {
    /// Deals damage to a combatant.
    pub(super) fn harm(&self, id: CombatantId, packet: Packet) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own(id)?;
        if packet.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        if is_too_much(packet) {
            return Err(Refusal::OutOfBounds);
        }
        let before = combatant.track;
        let harmed = self.with_fighter(combatant, |who| self.state.rules().harm(who, packet));
        let harmed = harmed.ok_or(Refusal::OtherSystem)?;
        let after = harmed.after;
        let states = self.new_states(combatant, after);
        let harmed = Event::Harmed(Harmed {
            id,
            packet,
            excess: harmed.excess,
            before,
            after,
            states,
        });
        Ok(self.with_lapsed(combatant, &after, harmed))
    }

    /// Turns boxes of a health track by hand.
    pub(super) fn mark_boxes(
        &self,
        id: CombatantId,
        shifts: &[Shift],
    ) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own(id)?;
        let turned = shifts
            .iter()
            .fold(0_usize, |sum, shift| sum.saturating_add(shift.count.into()));
        if shifts.len() > MAX_SHIFTS || turned > MAX_SHIFTS {
            return Err(Refusal::OutOfBounds);
        }
        let before = combatant.track;
        let mut boxes = *before.boxes().ok_or(Refusal::OtherSystem)?;
        for shift in shifts {
            for _ in 0..shift.count {
                boxes = boxes
                    .turned(shift.from, shift.to)
                    .ok_or(Refusal::NoSuchBox)?;
            }
        }
        self.marked(combatant, before.with_boxes(boxes))
    }

    /// Heals boxes as far as they are marked, worst first, or as many points as were lost.
    pub(super) fn mended(
        &self,
        combatant: &Combatant,
        packet: Packet,
    ) -> Result<Vec<Event>, Refusal> {
        let before = combatant.track;
        if let Some(points) = before.points() {
            let lost = points.most().saturating_sub(points.now());
            let back = i32::from(packet.total()).min(lost);
            return self.marked(combatant, Track::Points(points.changed(back)));
        }
        let mut boxes = *before.boxes().ok_or(Refusal::OtherSystem)?;
        for severity in Severity::WORST_FIRST {
            for _ in 0..packet.get(severity) {
                boxes = boxes.turned(Some(severity), None).unwrap_or(boxes);
            }
        }
        self.marked(combatant, before.with_boxes(boxes))
    }

    /// Adds or subtracts points of a track by hand.
    pub(super) fn count(&self, id: CombatantId, by: i32) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own(id)?;
        if by.unsigned_abs() > u32::from(MAX_LOSS) {
            return Err(Refusal::OutOfBounds);
        }
        let points = combatant.track.points().ok_or(Refusal::OtherSystem)?;
        self.marked(combatant, Track::Points(points.changed(by)))
    }

    /// Sets the track of a combatant, with the conditions that end with the change.
    pub(super) fn marked(
        &self,
        combatant: &Combatant,
        after: Track,
    ) -> Result<Vec<Event>, Refusal> {
        let before = combatant.track;
        if after == before {
            return Err(Refusal::NothingToDo);
        }
        let states = self.new_states(combatant, after);
        let marked = Event::Marked(Marked {
            id: combatant.id,
            before,
            after,
            states,
        });
        Ok(self.with_lapsed(combatant, &after, marked))
    }

    /// Adds to the event of a changed track the conditions that end with it.
    pub(super) fn with_lapsed(
        &self,
        combatant: &Combatant,
        after: &Track,
        changed: Event,
    ) -> Vec<Event> {
        let rules = self.state.rules();
        let lapsed = self.with_fighter(combatant, |who| rules.lapsed(who, after));
        let ended = lapsed.into_iter().map(|key| {
            Event::Conditioned(Conditioned {
                id: combatant.id,
                key: key.to_owned(),
                before: combatant.conditions.get(key).copied(),
                after: None,
            })
        });
        let mut events = vec![changed];
        events.extend(ended);
        for (key, before) in &combatant.conditions {
            let left = before.healed(&combatant.track, after);
            let ended = |event: &Event| matches!(event, Event::Conditioned(Conditioned { key: over, .. }) if over == key);
            if left != Some(*before) && !events.iter().any(ended) {
                events.push(Event::Conditioned(Conditioned {
                    id: combatant.id,
                    key: key.clone(),
                    before: Some(*before),
                    after: left,
                }));
            }
        }
        events
    }

    /// Returns the health states that a change of the track adds.
    fn new_states(&self, combatant: &Combatant, after: Track) -> Vec<HealthState> {
        let rules = self.state.rules();
        let before = combatant.health(rules, &self.state.house).states;
        let now = rules.health(
            &combatant.sheet,
            &after,
            &combatant.conditions,
            &self.state.house,
        );
        let mut now = now.states;
        now.retain(|state| !before.contains(state));
        now
    }
}

//! Commands that change health: damage, boxes and points.

use super::Decision;
use crate::base::id::CombatantId;
use crate::character::track::{DamagePacket, Severity, Track};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::BoxShift;
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, Harmed, Marked};
use crate::encounter::limits::{MAX_BOX_SHIFTS, MAX_DAMAGE, MAX_LOSS};
use crate::encounter::refusal::Refusal;
use crate::ruleset::HealthState;

/// Whether a packet exceeds the limit of damage marked at once.
pub(super) fn exceeds_limit(packet: DamagePacket) -> bool {
    cap_damage(packet) != packet
}

/// Caps a packet at the limit of damage marked at once.
pub(super) fn cap_damage(packet: DamagePacket) -> DamagePacket {
    DamagePacket {
        bashing: packet.bashing.min(MAX_DAMAGE),
        lethal: packet.lethal.min(MAX_DAMAGE),
        aggravated: packet.aggravated.min(MAX_DAMAGE),
        points: packet.points.min(MAX_LOSS),
    }
}

impl Decision<'_> {
    /// Decides the events of dealing damage to a combatant, by the rules of the system.
    pub(super) fn deal_damage(
        &self,
        id: CombatantId,
        packet: DamagePacket,
    ) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own_combatant(id)?;
        if packet.is_empty() {
            return Err(Refusal::NothingToDo);
        }
        if exceeds_limit(packet) {
            return Err(Refusal::OutOfBounds);
        }
        let before = combatant.track;
        let harmed = self.with_fighter(combatant, |who| {
            self.state.rules().apply_damage(who, packet)
        });
        let harmed = harmed.ok_or(Refusal::OtherSystem)?;
        let after = harmed.after;
        let states = self.added_health_states(combatant, after);
        let harmed = Event::Harmed(Harmed {
            id,
            packet,
            excess: harmed.excess,
            before,
            after,
            states,
        });
        Ok(self.with_lapsed_conditions(combatant, &after, harmed))
    }

    /// Changes boxes of a health track by hand, each from one content to another.
    pub(super) fn mark_boxes(
        &self,
        id: CombatantId,
        shifts: &[BoxShift],
    ) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own_combatant(id)?;
        let turned = shifts
            .iter()
            .fold(0_usize, |sum, shift| sum.saturating_add(shift.count.into()));
        if shifts.len() > MAX_BOX_SHIFTS || turned > MAX_BOX_SHIFTS {
            return Err(Refusal::OutOfBounds);
        }
        let before = combatant.track;
        let mut boxes = *before.boxes().ok_or(Refusal::OtherSystem)?;
        for shift in shifts {
            for _ in 0..shift.count {
                boxes = boxes
                    .with_box_turned(shift.from, shift.to)
                    .ok_or(Refusal::NoSuchBox)?;
            }
        }
        self.mark_track(combatant, before.with_boxes(boxes))
    }

    /// Heals as much damage as the packet says, boxes as far as they are marked, worst first, or
    /// points as far as they were lost.
    pub(super) fn mend(
        &self,
        combatant: &Combatant,
        packet: DamagePacket,
    ) -> Result<Vec<Event>, Refusal> {
        let before = combatant.track;
        if let Some(points) = before.points() {
            let lost = points.maximum().saturating_sub(points.left());
            let back = i32::from(packet.total()).min(lost);
            return self.mark_track(combatant, Track::Points(points.changed_by(back)));
        }
        let mut boxes = *before.boxes().ok_or(Refusal::OtherSystem)?;
        for severity in Severity::WORST_FIRST {
            for _ in 0..packet.get(severity) {
                boxes = boxes.with_box_turned(Some(severity), None).unwrap_or(boxes);
            }
        }
        self.mark_track(combatant, before.with_boxes(boxes))
    }

    /// Adds or subtracts points of a track by hand.
    pub(super) fn change_points(&self, id: CombatantId, by: i32) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own_combatant(id)?;
        if by.unsigned_abs() > u32::from(MAX_LOSS) {
            return Err(Refusal::OutOfBounds);
        }
        let points = combatant.track.points().ok_or(Refusal::OtherSystem)?;
        self.mark_track(combatant, Track::Points(points.changed_by(by)))
    }

    /// Sets the track of a combatant, with the conditions that end with the change.
    pub(super) fn mark_track(
        &self,
        combatant: &Combatant,
        after: Track,
    ) -> Result<Vec<Event>, Refusal> {
        let before = combatant.track;
        if after == before {
            return Err(Refusal::NothingToDo);
        }
        let states = self.added_health_states(combatant, after);
        let marked = Event::Marked(Marked {
            id: combatant.id,
            before,
            after,
            states,
        });
        Ok(self.with_lapsed_conditions(combatant, &after, marked))
    }

    /// Adds to the event of a changed track the conditions that end with it.
    pub(super) fn with_lapsed_conditions(
        &self,
        combatant: &Combatant,
        after: &Track,
        changed: Event,
    ) -> Vec<Event> {
        let rules = self.state.rules();
        let lapsed = self.with_fighter(combatant, |who| rules.lapsed_conditions(who, after));
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
            let left = before.after_healing(&combatant.track, after);
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
    fn added_health_states(&self, combatant: &Combatant, after: Track) -> Vec<HealthState> {
        let rules = self.state.rules();
        let before = combatant.health(rules, &self.state.house).states;
        let now = rules.health_state(
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

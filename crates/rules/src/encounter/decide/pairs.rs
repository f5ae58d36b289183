//! Commands about pairs of combatants: their situation (such as distance and cover) and their holds.

use super::Decision;
use crate::base::id::{CombatantId, CoverId};
use crate::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::authority::Sender;
use crate::encounter::combatant::relations::CombatantHold;
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, HoldChanged, Refreshed, Removed, Situated};
use crate::encounter::limits::MAX_HOLDS;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::encounter::state::cover::BEHIND_KEY;
use crate::messages::{Wording, encounter as msg};

impl Decision<'_> {
    /// Sets a parameter of the situation between two combatants, or resets it with `None`. The sender must act for one
    /// of the two and know both, so only a storyteller does so where one of them is hidden.
    pub(super) fn set_situation(
        &self,
        (from, to): (CombatantId, CombatantId),
        key: &str,
        after: Option<i32>,
    ) -> Result<Vec<Event>, Refusal> {
        self.check_pair(from, to)?;
        if self.find_own_combatant(from).is_err() {
            self.find_own_combatant(to)?;
        }
        if key == BEHIND_KEY {
            return self.stand_behind((from, to), after.and_then(CoverId::from_parameter));
        }
        let dials = self.state.system.combat().situation_parameters();
        let dial = dials.iter().find(|dial| dial.key == key);
        let dial = dial.ok_or(Refusal::NoSuchDial)?;
        if after.is_some_and(|value| !dial.accepts(value)) {
            return Err(Refusal::OutOfBounds);
        }
        if let Some(covered) = self.set_cover_number((from, to), (key, after)) {
            return covered;
        }
        let event = self.state.situation_event((from, to), key, after);
        Ok(vec![event.ok_or(Refusal::NothingToDo)?])
    }

    /// Sets a situation parameter of a pair as the effect of an exchange that was declared with the parameters `set`.
    /// Nameless covers of one target with equal numbers count as one cover and wear down together.
    pub(super) fn set_situation_by_effect(
        &self,
        (from, to): (CombatantId, CombatantId),
        set: &Parameters,
        (key, value): (&str, i32),
    ) -> Result<Vec<Event>, Refusal> {
        let mut events = self.set_situation((from, to), key, Some(value))?;
        let cover = self.state.system.combat().cover_spec();
        let Some(cover) = cover.filter(|cover| cover.wears == Some(key)) else {
            return Ok(events);
        };
        if self.state.cover_between(from, to).is_some() {
            return Ok(events);
        }
        let mut worn = self
            .state
            .stored_situation(from, to)
            .cloned()
            .unwrap_or_default();
        set.iter().for_each(|(key, value)| worn.set(key, value));
        for (other, all) in &self.state.ties.situation {
            let same = all.get(&to).filter(|_| *other != from);
            let same = same.filter(|_| self.state.cover_between(*other, to).is_none());
            if same.is_some_and(|same| cover.is_same_cover(same, &worn)) {
                events.extend(self.state.situation_event((*other, to), key, Some(value)));
            }
        }
        Ok(events)
    }

    /// Starts a hold, changes its strength, or ends it with `None`.
    pub(super) fn set_hold(
        &self,
        (by, on): (CombatantId, CombatantId),
        key: &str,
        after: Option<i32>,
    ) -> Result<Vec<Event>, Refusal> {
        self.check_pair(by, on)?;
        let before = self.state.ties.hold_amount(by, on, key);
        if before == after {
            return Err(Refusal::NothingToDo);
        }
        if let Some(amount) = after {
            let mut specs = self.state.system.combat().hold_kinds().iter();
            let spec = specs.find(|spec| spec.key == key);
            let spec = spec.ok_or(Refusal::NoSuchHold)?;
            if !(0..=spec.most).contains(&amount) {
                return Err(Refusal::OutOfBounds);
            }
            let seen = |by, on| self.state.is_visible(by) && self.state.is_visible(on);
            let holds = self.state.ties.holds.iter();
            let holds = holds.filter(|hold| !self.state.is_mark(&hold.key));
            let alike = holds.filter(|hold| seen(hold.by, hold.on) == seen(by, on));
            if before.is_none() && alike.count() >= MAX_HOLDS {
                return Err(Refusal::Full);
            }
        }
        // Players feel a hold that comes of an exchange even where they do not see one of the two.
        let felt = self.sender == Sender::Server;
        let event = self.state.hold_event((by, on), key, (after, felt));
        Ok(vec![event.ok_or(Refusal::NothingToDo)?])
    }

    /// Checks that the two ids differ and that the sender may know about both combatants.
    fn check_pair(&self, one: CombatantId, other: CombatantId) -> Result<(), Refusal> {
        let (one, other) = (
            self.find_known_combatant(one)?,
            self.find_known_combatant(other)?,
        );
        match one.id == other.id {
            true => Err(Refusal::OnlyOne),
            false => Ok(()),
        }
    }

    /// Ends the holds of every combatant whom these events take out of the fight.
    pub(super) fn release_holds_of_fallen(&self, events: &[Event]) -> Vec<Event> {
        let touched = events.iter().filter_map(Event::affected_combatant);
        let touched: Vec<CombatantId> = touched.collect();
        let held = |event: &Event| matches!(event, Event::Held(_));
        let nobody = self.state.ties.holds.is_empty() && !events.iter().any(held);
        if touched.is_empty() || nobody {
            return Vec::new();
        }
        let mut trial = DryRun::with_applied(self.state, events);
        let now = trial.encounter();
        let is_out = |state: &State, id| {
            let who = state.combatants.get(&id);
            who.map(|who| who.is_out(self.state.rules(), &self.state.house))
        };
        let falls = |id| {
            touched.contains(&id)
                && is_out(self.state, id) == Some(false)
                && is_out(now, id) == Some(true)
        };
        let ended = now.ties.holds.iter().filter(|hold| falls(hold.by));
        ended.map(|hold| self.state.hold_end_event(hold)).collect()
    }
}

impl Decision<'_> {
    /// Ends the marks (notes of what one combatant did to another in the round, stored as holds)
    /// that these events outdate. A mark of the round ends once a new round of the marked combatant
    /// begins, a threat once its condition ends.
    pub(super) fn expire_marks(&self, events: &[Event]) -> Vec<Event> {
        let afresh = |id: CombatantId| {
            let mut events = events.iter();
            events.any(|event| {
                matches!(event, Event::Refreshed(Refreshed { id: whose, after, .. })
                if *whose == id && after.1.tally.is_empty())
            })
        };
        let holds = self.state.ties.holds.iter();
        let combat = self.state.system.combat();
        let said = |hold: &CombatantHold| {
            let mut events = events.iter();
            events.any(|event| {
                matches!(event, Event::Held(HoldChanged { by, on, key, after: None, .. })
                if *by == hold.by && *on == hold.on && *key == hold.key)
            })
        };
        let over = |hold: &&CombatantHold| match self.state.threat_condition(&hold.key) {
            Some(condition) => events.iter().any(|event| {
                matches!(event, Event::Conditioned(Conditioned { id, key, after: None, .. })
                if *id == hold.on && key == condition)
            }),
            None => combat.mark_kinds().contains(&hold.key.as_str()) && afresh(hold.on),
        };
        holds
            .filter(over)
            .filter(|hold| !said(hold))
            .map(|hold| self.state.hold_end_event(hold))
            .collect()
    }

    /// Ends the stored conditions that depended on holds which these events end. See [`State::end_conditions_of_hold`].
    pub(super) fn end_conditions_of_holds(&self, events: &[Event]) -> Vec<Event> {
        let mut ended: Vec<CombatantHold> = Vec::new();
        for event in events {
            match event {
                Event::Held(HoldChanged {
                    by,
                    on,
                    key,
                    before: Some(amount),
                    after: None,
                    felt,
                    ..
                }) => ended.push(CombatantHold {
                    by: *by,
                    on: *on,
                    key: key.clone(),
                    amount: *amount,
                    felt: *felt,
                }),
                Event::Removed(Removed { ties, .. }) => ended.extend(ties.holds.iter().cloned()),
                _ => {}
            }
        }
        if ended.is_empty() {
            return Vec::new();
        }
        let mut trial = DryRun::with_applied(self.state, events);
        for hold in &ended {
            let mut more = trial.encounter().end_conditions_of_hold(hold);
            more.retain(|lifted| {
                !events
                    .iter()
                    .any(|event| sets_same_condition(event, lifted))
            });
            trial.extend(more);
        }
        trial.into_events()
    }
}

impl State {
    /// Builds the event that sets a situation parameter of a pair; `None` if the value stays the same. A mutual
    /// parameter, equal from both sides, is stored once, in the direction in which it was first set.
    pub(super) fn situation_event(
        &self,
        (from, to): (CombatantId, CombatantId),
        key: &str,
        after: Option<i32>,
    ) -> Option<Event> {
        let combat = self.system.combat();
        let dials = combat.situation_parameters();
        let dial = dials.iter().find(|dial| dial.key == key);
        let set = |from, to| self.ties.parameter(from, to, key).is_some();
        let theirs = combat.mutual_parameters().contains(&key) && !set(from, to) && set(to, from);
        let (from, to) = if theirs { (to, from) } else { (from, to) };
        let before = self.ties.parameter(from, to, key);
        (before != after).then(|| {
            Event::Situated(Situated {
                from,
                to,
                key: key.to_owned(),
                words: match (dial, after) {
                    (Some(dial), after) => parameter_words(dial, after),
                    (None, Some(after)) if key == BEHIND_KEY => self.behind_cover_words(after),
                    (None, None) if key == BEHIND_KEY => msg::BEHIND_NO_COVER.into(),
                    (None, _) => Wording::verbatim(key.to_owned()),
                },
                before,
                after,
            })
        })
    }

    /// Builds the event of a hold that begins, changes or ends; `None` if the amount stays the
    /// same. `felt` says whether players see the hold's effect though they may not see both
    /// combatants.
    pub(super) fn hold_event(
        &self,
        (by, on): (CombatantId, CombatantId),
        key: &str,
        (after, felt): (Option<i32>, bool),
    ) -> Option<Event> {
        let before = self.ties.find_hold(by, on, key);
        let was_felt = before.is_some_and(|hold| hold.felt);
        let before = before.map(|hold| hold.amount);
        let open = self.is_visible(by) && self.is_visible(on);
        (before != after && by != on).then(|| {
            Event::Held(HoldChanged {
                by,
                on,
                key: key.to_owned(),
                word: self.hold_word(key),
                before,
                after,
                felt: was_felt || felt && !open,
            })
        })
    }

    /// Whether a hold of this key is a mark, which notes what one combatant did to another in the
    /// round and is no grip.
    pub(crate) fn is_mark(&self, key: &str) -> bool {
        self.system.combat().mark_kinds().contains(&key) || self.threat_condition(key).is_some()
    }

    /// Returns the condition that a mark (a note stored as a hold) of this key keeps up, if the
    /// mark is a threat, such as covering fire.
    pub(super) fn threat_condition(&self, key: &str) -> Option<&'static str> {
        let mut threats = self.system.combat().threat_marks().iter();
        threats
            .find(|(mark, _)| *mark == key)
            .map(|(_, condition)| *condition)
    }

    /// Ends the threats of a combatant who takes the action counted under this key, with each condition that no other
    /// combatant's threat keeps up.
    pub(super) fn end_threats_by_action(&self, by: CombatantId, counted: &str) -> Vec<Event> {
        if !self.system.combat().is_action(counted) {
            return Vec::new();
        }
        let holds = self.ties.holds.iter();
        let mut events = Vec::new();
        for hold in holds.filter(|hold| hold.by == by) {
            let Some(condition) = self.threat_condition(&hold.key) else {
                continue;
            };
            events.push(self.hold_end_event(hold));
            let mut others = self.ties.holds.iter();
            let others =
                others.any(|other| other.by != by && other.on == hold.on && other.key == hold.key);
            let on = self.combatants.get(&hold.on);
            let kept = on.and_then(|on| on.conditions.get(condition));
            if let Some(before) = kept.filter(|_| !others) {
                events.push(Event::Conditioned(Conditioned {
                    id: hold.on,
                    key: condition.to_owned(),
                    before: Some(*before),
                    after: None,
                }));
            }
        }
        events
    }

    /// Returns the word for what a holder does to the held combatant by a hold of this key.
    pub(crate) fn hold_word(&self, key: &str) -> Wording {
        let mut specs = self.system.combat().hold_kinds().iter();
        let spec = specs.find(|spec| spec.key == key);
        spec.map_or_else(
            || Wording::verbatim(key.to_owned()),
            |spec| spec.word.into(),
        )
    }

    /// Builds the event that ends a hold.
    pub(super) fn hold_end_event(&self, hold: &CombatantHold) -> Event {
        Event::Held(HoldChanged {
            by: hold.by,
            on: hold.on,
            key: hold.key.clone(),
            word: self.hold_word(&hold.key),
            before: Some(hold.amount),
            after: None,
            felt: hold.felt,
        })
    }
}

/// Whether two events set the same condition of the same combatant.
fn sets_same_condition(one: &Event, other: &Event) -> bool {
    match (one, other) {
        (
            Event::Conditioned(Conditioned { id, key, .. }),
            Event::Conditioned(Conditioned {
                id: of, key: same, ..
            }),
        ) => (id, key) == (of, same),
        _ => false,
    }
}

/// Returns a parameter in words, with its title and its value, as in "Distance: 10".
pub(in crate::encounter) fn parameter_words(dial: &ParameterSpec, value: Option<i32>) -> Wording {
    let title = dial.title;
    let said: Wording = match (&dial.range, value) {
        (_, None) => return msg::wordings::as_usual(title),
        (ParameterRange::Flag, Some(0)) => msg::NO.into(),
        (ParameterRange::Flag, Some(_)) => msg::YES.into(),
        (ParameterRange::Choice(options), Some(value)) => {
            let option = options.iter().find(|(option, _)| *option == value);
            option.map_or_else(|| value.into(), |(_, words)| (*words).into())
        }
        (ParameterRange::Number(..), Some(value)) => value.into(),
    };
    msg::wordings::dial_is(title, said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::text_of_test;

    #[test]
    fn a_situation_is_said_in_words() {
        let cover = ParameterSpec::choice(
            "cover",
            text_of_test!("Cover"),
            &[(0, text_of_test!("none")), (-2, text_of_test!("partial"))],
        );
        let distance = ParameterSpec::number("distance", text_of_test!("Distance"), (0, 1_000), 5);
        let dark = ParameterSpec::flag("dark", text_of_test!("Dark"));
        assert_eq!(parameter_words(&cover, Some(-2)), "Cover: partial");
        assert_eq!(parameter_words(&distance, Some(10)), "Distance: 10");
        assert_eq!(parameter_words(&dark, Some(1)), "Dark: yes");
        assert_eq!(parameter_words(&dark, Some(0)), "Dark: no");
        assert_eq!(parameter_words(&distance, None), "Distance: back to normal");
    }
}

//! Due rolls and payments: what comes due when a turn, a round or the scene begins or ends, and is then done or waived
//! once.

use super::Decision;
use crate::base::dice::{Dice, VisibleDice};
use crate::base::id::CombatantId;
use crate::base::rule_switch::is_rule_off;
use crate::base::term::{self, Term};
use crate::character::condition::Condition;
use crate::character::due::{Due, DueAction, DueMoment, RecurringDue};
use crate::character::parameters::Parameters;
use crate::character::phase::Phase;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Declaration;
use crate::encounter::event::Event;
use crate::encounter::feature::RollRecord;
use crate::encounter::feature::{Conditioned, DueChanged};
use crate::encounter::refusal::Refusal;
use crate::exchange::Intent;
use crate::messages::Wording;
use crate::ruleset::is_success;

impl Decision<'_> {
    /// Builds the event that adds what comes due to a combatant (rolls or damage that the rules
    /// demand) at these moments, each given with the combatant as of then. Of an entry that is due
    /// already, only damage adds up. At the end of a turn or round, entries that lapse are dropped.
    /// `None` if nothing changes.
    pub(super) fn due_event(
        &self,
        who: &Combatant,
        at: &[(DueMoment, &Combatant)],
    ) -> Option<Event> {
        let rules = self.state.rules();
        let mut due = who.due.clone();
        let ended = |(moment, _): &(DueMoment, &Combatant)| {
            !matches!(moment, DueMoment::TurnStart | DueMoment::RoundStart)
        };
        if at.iter().any(ended) {
            due.retain(|due| !due.lapses);
        }
        for (moment, then) in at {
            let mut new = self.with_fighter(then, |fighter| rules.due_items(fighter, *moment));
            if *moment == DueMoment::RoundEnd {
                let struck = self
                    .count_clocks(then)
                    .into_iter()
                    .filter(|(_, count)| *count == 0);
                new.extend(struck.map(|(clock, _)| clock.due));
            }
            new.retain(|new| !is_rule_off(new.rule.as_str()));
            new.retain(|new| !due.iter_mut().any(|old| old.try_merge(new)));
            due.extend(new);
        }
        (due != who.due).then(|| {
            Event::DueChanged(DueChanged {
                id: who.id,
                before: who.due.clone(),
                after: due,
                waived: None,
                done: None,
            })
        })
    }

    /// Returns what comes due to a combatant every few rounds, each with the count of rounds at the
    /// end of this one; 0 means that it comes due now.
    pub(super) fn count_clocks(&self, who: &Combatant) -> Vec<(RecurringDue, u16)> {
        let rules = self.state.rules();
        let clocks = self.with_fighter(who, |fighter| rules.recurring_dues(fighter));
        let count = |clock: RecurringDue| {
            let before = who.now.tally.get(clock.key).copied().unwrap_or(0);
            let now = before.saturating_add(1);
            let struck = u32::from(now) >= clock.every;
            (clock, if struck { 0 } else { now })
        };
        clocks.into_iter().map(count).collect()
    }

    /// Carries out a due entry of a combatant, which is a roll, damage or a passed turn that the
    /// rules demand. Only a due roll takes typed `faces`.
    pub(super) fn accept_due(
        &self,
        id: CombatantId,
        key: &str,
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let told = matches!(
            who.due
                .iter()
                .find(|due| due.key == key)
                .map(|due| &due.deed),
            Some(DueAction::Harm(_) | DueAction::Pass)
        );
        let (due, done) = take_due(who, key, None, told.then(|| key.to_owned()))?;
        if faces.is_some() && !matches!(due.deed, DueAction::Roll { .. }) {
            return Err(Refusal::OtherSystem);
        }
        let mut events = vec![done];
        match &due.deed {
            DueAction::Harm(packet) => events.extend(self.deal_damage(id, *packet)?),
            DueAction::Declare(maneuver) => {
                events.extend(self.declare(
                    &Declaration::without_target(id, Intent::of(maneuver.clone())),
                    dice,
                )?);
            }
            DueAction::Pass => return self.pass_due_turn(who, key),
            DueAction::Roll {
                terms,
                reading,
                else_gains,
            } => {
                let roll = self.roll_due(who, due, (terms, reading), faces, dice)?;
                let failed = !is_success(roll.rolled.grade);
                events.push(Event::Rolled(Box::new(roll)));
                let gained = else_gains.iter().filter(|_| failed);
                events.extend(gained.map(|key| {
                    Event::Conditioned(Conditioned {
                        id,
                        key: key.clone(),
                        before: who.conditions.get(key).copied(),
                        after: Some(Condition::default()),
                    })
                }));
            }
        }
        Ok(events)
    }

    /// Passes the turn of a combatant as the due entry demands; everything else due in that turn ends with it.
    fn pass_due_turn(&self, who: &Combatant, key: &str) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let turn = state.turn_for_combatant(who);
        if turn.phase != Phase::Act || turn.acting != Some(who.id) {
            return Err(Refusal::TurnHasPassed);
        }
        let over = match who.hidden {
            true => state.next_turns().ok_or(Refusal::NobodyInOrder)?,
            false => self.turns_after_known_step()?,
        };
        let mut events = self.change_turn(over);
        for event in &mut events {
            if let Event::DueChanged(DueChanged { id, done, .. }) = event
                && *id == who.id
            {
                *done = Some(key.to_owned());
            }
        }
        Ok(events)
    }

    /// Rolls the dice of a due roll, or takes typed `faces`.
    fn roll_due(
        &self,
        who: &Combatant,
        due: &Due,
        (terms, reading): (&[Term], &Parameters),
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<RollRecord, Refusal> {
        let pool = term::sum_terms(terms);
        let dice = &mut VisibleDice::with_visibility(self.is_roll_public(who), dice);
        Ok(RollRecord {
            id: Some(who.id),
            what: due.words.clone(),
            terms: terms.to_vec(),
            pool,
            reading: reading.clone(),
            rolled: self.roll_pool(pool, reading, faces, dice)?,
            hidden: false,
            typed: faces.is_some(),
            counts: Vec::new(),
        })
    }

    /// Drops a due entry of a combatant, such as a roll that the rules demand, without carrying it
    /// out.
    pub(super) fn waive_due(&self, id: CombatantId, key: &str) -> Result<Vec<Event>, Refusal> {
        let who = self.find_known_combatant(id)?;
        let due = who.due.iter().find(|due| due.key == key);
        let words = due.ok_or(Refusal::NothingToDo)?.words.clone();
        Ok(vec![take_due(who, key, Some(words), None)?.1])
    }
}

/// Returns the due entry of a combatant under this key and the event that removes it; the log tells
/// `waived`, what was dropped undone, or `done`, what was carried out.
fn take_due<'a>(
    who: &'a Combatant,
    key: &str,
    waived: Option<Wording>,
    done: Option<String>,
) -> Result<(&'a Due, Event), Refusal> {
    let due = who.due.iter().find(|due| due.key == key);
    let mut after = who.due.clone();
    after.retain(|other| other.key != key);
    let changed = Event::DueChanged(DueChanged {
        id: who.id,
        before: who.due.clone(),
        after,
        waived,
        done,
    });
    Ok((due.ok_or(Refusal::NothingToDo)?, changed))
}

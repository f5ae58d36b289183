//! Due rolls and payments: what comes due when a turn, a round or the scene begins or ends, and is then done or waived
//! once.

use super::Decision;
use crate::condition::Condition;
use crate::dial::Reading;
use crate::dice::{Dice, Seen};
use crate::due::{Clock, Deed, Due, Moment};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Declaration;
use crate::encounter::event::Event;
use crate::encounter::feature::RollRecord;
use crate::encounter::feature::{Conditioned, DueChanged};
use crate::encounter::refusal::Refusal;
use crate::exchange::Intent;
use crate::id::CombatantId;
use crate::messages::Wording;
use crate::phase::Phase;
use crate::switch::is_off;
use crate::system::succeeded;
use crate::term::{self, Term};

impl Decision<'_> {
    /// Adds what comes due to a combatant at these moments, each given with the combatant as of then. Of an entry that
    /// is due already, only damage adds up. At the end of a turn or round, entries that lapse are dropped. `None` if
    /// nothing changes.
    pub(super) fn comes_due(&self, who: &Combatant, at: &[(Moment, &Combatant)]) -> Option<Event> {
        let rules = self.state.rules();
        let mut due = who.due.clone();
        let ended = |(moment, _): &(Moment, &Combatant)| {
            !matches!(moment, Moment::TurnStart | Moment::RoundStart)
        };
        if at.iter().any(ended) {
            due.retain(|due| !due.lapses);
        }
        for (moment, then) in at {
            let mut new = self.with_fighter(then, |fighter| rules.due(fighter, *moment));
            if *moment == Moment::RoundEnd {
                let struck = self
                    .clocks(then)
                    .into_iter()
                    .filter(|(_, count)| *count == 0);
                new.extend(struck.map(|(clock, _)| clock.due));
            }
            new.retain(|new| !is_off(new.rule.as_str()));
            new.retain(|new| !due.iter_mut().any(|old| old.adds(new)));
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

    /// Returns the clocks of a combatant at the end of a round, each with its count of rounds; 0 means that it strikes.
    pub(super) fn clocks(&self, who: &Combatant) -> Vec<(Clock, u16)> {
        let rules = self.state.rules();
        let clocks = self.with_fighter(who, |fighter| rules.clocks(fighter));
        let count = |clock: Clock| {
            let before = who.now.tally.get(clock.key).copied().unwrap_or(0);
            let now = before.saturating_add(1);
            let struck = u32::from(now) >= clock.every;
            (clock, if struck { 0 } else { now })
        };
        clocks.into_iter().map(count).collect()
    }

    /// Carries out what is due to a combatant under this key. Only a due roll takes typed `faces`.
    pub(super) fn accept(
        &self,
        id: CombatantId,
        key: &str,
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own(id)?;
        let told = matches!(
            who.due
                .iter()
                .find(|due| due.key == key)
                .map(|due| &due.deed),
            Some(Deed::Harm(_) | Deed::Pass)
        );
        let (due, done) = taken(who, key, None, told.then(|| key.to_owned()))?;
        if faces.is_some() && !matches!(due.deed, Deed::Roll { .. }) {
            return Err(Refusal::OtherSystem);
        }
        let mut events = vec![done];
        match &due.deed {
            Deed::Harm(packet) => events.extend(self.harm(id, *packet)?),
            Deed::Declare(maneuver) => {
                events.extend(
                    self.declare(&Declaration::of(id, Intent::of(maneuver.clone())), dice)?,
                );
            }
            Deed::Pass => return self.passes(who, key),
            Deed::Roll {
                terms,
                reading,
                else_gains,
            } => {
                let roll = self.due_roll(who, due, (terms, reading), faces, dice)?;
                let failed = !succeeded(roll.rolled.grade);
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
    fn passes(&self, who: &Combatant, key: &str) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let turn = state.turn_of(who);
        if turn.phase != Phase::Act || turn.acting != Some(who.id) {
            return Err(Refusal::TurnHasPassed);
        }
        let over = match who.hidden {
            true => state.turns_after().ok_or(Refusal::NobodyInOrder)?,
            false => self.known_step_over()?,
        };
        let mut events = self.turned(over);
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
    fn due_roll(
        &self,
        who: &Combatant,
        due: &Due,
        (terms, reading): (&[Term], &Reading),
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<RollRecord, Refusal> {
        let pool = term::sum(terms);
        let dice = &mut Seen::by_players(self.players_see(who), dice);
        Ok(RollRecord {
            id: Some(who.id),
            what: due.words.clone(),
            terms: terms.to_vec(),
            pool,
            reading: reading.clone(),
            rolled: self.thrown(pool, reading, faces, dice)?,
            hidden: false,
            typed: faces.is_some(),
            counts: Vec::new(),
        })
    }

    /// Drops what is due to a combatant under this key without doing it.
    pub(super) fn waive(&self, id: CombatantId, key: &str) -> Result<Vec<Event>, Refusal> {
        let who = self.find(id)?;
        let due = who.due.iter().find(|due| due.key == key);
        let words = due.ok_or(Refusal::NothingToDo)?.words.clone();
        Ok(vec![taken(who, key, Some(words), None)?.1])
    }
}

/// Returns the due entry of a combatant under this key and the event that removes it.
fn taken<'a>(
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

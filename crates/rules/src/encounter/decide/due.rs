//! What comes due at the start of a turn: proposed then, done or waived once.

use super::Desk;
use crate::condition::Condition;
use crate::dial::Reading;
use crate::dice::Dice;
use crate::due::{Deed, Due};
use crate::encounter::combatant::Combatant;
use crate::encounter::event::{Event, RollRecord};
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::system::succeeded;
use crate::term::{self, Term};
use crate::text::Name;

impl Desk<'_> {
    /// What comes due to a combatant whose place in the order has come up; nothing that is due
    /// already.
    pub(super) fn comes_due(&self, who: &Combatant) -> Option<Event> {
        let rules = self.state.rules();
        let mut due = self.with_fighter(who, |fighter| rules.due(fighter));
        due.retain(|new| who.due.iter().all(|old| old.key != new.key));
        (!due.is_empty()).then(|| Event::DueChanged {
            id: who.id,
            before: who.due.clone(),
            after: who.due.iter().cloned().chain(due).collect(),
            waived: None,
        })
    }

    pub(super) fn accept(
        &self,
        id: CombatantId,
        key: &str,
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own(id)?;
        let (due, done) = taken(who, key, None)?;
        let mut events = vec![done];
        match &due.deed {
            Deed::Harm(packet) if faces.is_none() => events.extend(self.harm(id, *packet)?),
            Deed::Harm(_) => return Err(Refusal::OtherSystem),
            Deed::Roll {
                terms,
                reading,
                else_gains,
            } => {
                let roll = self.due_roll(who, due, (terms, reading), faces, dice)?;
                let failed = !succeeded(roll.rolled.grade);
                events.push(Event::Rolled(Box::new(roll)));
                let gained = else_gains.iter().filter(|_| failed);
                events.extend(gained.map(|key| Event::Conditioned {
                    id,
                    key: key.clone(),
                    before: who.conditions.get(key).copied(),
                    after: Some(Condition::default()),
                }));
            }
        }
        Ok(events)
    }

    fn due_roll(
        &self,
        who: &Combatant,
        due: &Due,
        (terms, reading): (&[Term], &Reading),
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<RollRecord, Refusal> {
        let pool = term::sum(terms);
        Ok(RollRecord {
            id: Some(who.id),
            what: Name::new(&due.words)?,
            terms: terms.to_vec(),
            pool,
            reading: reading.clone(),
            rolled: self.thrown(pool, reading, faces, dice)?,
            hidden: false,
            typed: faces.is_some(),
            counts: Vec::new(),
        })
    }

    pub(super) fn waive(&self, id: CombatantId, key: &str) -> Result<Vec<Event>, Refusal> {
        self.run_only()?;
        let who = self.find(id)?;
        let due = who.due.iter().find(|due| due.key == key);
        let words = due.ok_or(Refusal::NothingToDo)?.words.clone();
        Ok(vec![taken(who, key, Some(words))?.1])
    }
}

/// What is due to a combatant under this key, and that it is due no more.
fn taken<'a>(
    who: &'a Combatant,
    key: &str,
    waived: Option<String>,
) -> Result<(&'a Due, Event), Refusal> {
    let due = who.due.iter().find(|due| due.key == key);
    let mut after = who.due.clone();
    after.retain(|other| other.key != key);
    let done = Event::DueChanged {
        id: who.id,
        before: who.due.clone(),
        after,
        waived,
    };
    Ok((due.ok_or(Refusal::NothingToDo)?, done))
}

//! Rolls somebody asks for.

use super::Desk;
use crate::dice::{Dice, Script};
use crate::encounter::command::RollAsk;
use crate::encounter::event::{Event, RollRecord};
use crate::encounter::limits::{MAX_POOL, MAX_TERM, MAX_TERMS};
use crate::encounter::refusal::Refusal;
use crate::roll::MAX_DICE;
use crate::term::{self, Term};
use crate::text::Name;

/// The sides of every die a pool is made of.
const POOL_SIDES: u16 = 10;

impl Desk<'_> {
    pub(super) fn roll(&self, ask: &RollAsk, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusal> {
        self.may_play()?;
        let roller = ask.id.map(|id| self.find_own(id)).transpose()?;
        if ask.bare && !self.runs() {
            return Err(Refusal::NotAllowed);
        }
        if ask.hidden && !self.runs() {
            return Err(Refusal::NotAllowed);
        }
        let what = Name::new(&ask.what)?;
        if ask.terms.len() > MAX_TERMS
            || ask
                .terms
                .iter()
                .any(|term| term.value.unsigned_abs() > MAX_TERM.unsigned_abs())
        {
            return Err(Refusal::OutOfBounds);
        }
        let mut terms = Vec::with_capacity(ask.terms.len() + 1);
        for asked in &ask.terms {
            let label = Name::new(&asked.label)?.to_string();
            terms.push(Term::typed(label, asked.value));
        }
        let rules = self.state.rules();
        if let Some(roller) = roller.filter(|_| !ask.bare) {
            terms.extend(rules.roll_terms(&roller.sheet, &roller.track));
        }
        let pool = term::sum(&terms);
        if pool > MAX_POOL {
            return Err(Refusal::OutOfBounds);
        }
        let rolled = match &ask.faces {
            None => rules.roll(pool, &ask.reading, dice),
            Some(faces) => {
                if faces.len() > MAX_DICE {
                    return Err(Refusal::OutOfBounds);
                }
                if faces.iter().any(|face| !(1..=POOL_SIDES).contains(face)) {
                    return Err(Refusal::NoSuchFace { sides: POOL_SIDES });
                }
                let mut script = Script::new(faces.iter().copied());
                let rolled = rules.roll(pool, &ask.reading, &mut script);
                let (missing, left) = (count(script.missing()), count(script.left()));
                if missing > 0 || left > 0 {
                    return Err(Refusal::WrongNumberOfFaces { missing, left });
                }
                rolled
            }
        };
        let rolled = rolled.ok_or(Refusal::OtherSystem)?;
        Ok(vec![Event::Rolled(Box::new(RollRecord {
            id: ask.id,
            what,
            terms,
            pool,
            reading: ask.reading,
            rolled,
            hidden: ask.hidden,
            typed: ask.faces.is_some(),
        }))])
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

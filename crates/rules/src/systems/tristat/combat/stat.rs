//! Checks of a Stat, contests, getting up, flying into something (TRI-ROLL-03, TRI-CRIT-04,
//! TRI-PRONE-01, TRI-THROW-05).

use super::bout::Bout;
use super::list;
use crate::exchange::{Effect, Party, Slot, Step, Stop};
use crate::messages::{Text, tristat as msg};
use crate::sheet::Sheet;
use crate::systems::tristat::asked::PRONE;
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::{sheet, stats, throw};
use crate::term::Term;

const TARGET: Party = Party::Target(0);

/// A roll of one of two: what it is for, whose it is, and its terms with what Energy adds.
pub(super) type Side<'t> = (Slot, Party, Text, &'t dyn Fn(i32) -> Vec<Term>);

impl Bout<'_, '_, '_> {
    /// Asks two parties to roll, in any order, and says both margins (TRI-CRIT-04).
    pub(super) fn both(&mut self, one: Side<'_>, other: Side<'_>) -> Result<[i32; 2], Stop> {
        let first = self.margin(one);
        let second = self.margin(other);
        match (first, second) {
            (Ok(first), Ok(second)) => Ok([first, second]),
            (Err(Stop::Asks(first)), Err(Stop::Asks(second))) => {
                Err(Stop::Asks(Box::new(Step::Several(vec![*first, *second]))))
            }
            (Err(stop), _) | (_, Err(stop)) => Err(stop),
        }
    }

    fn margin(&mut self, (slot, who, title, terms): Side<'_>) -> Result<i32, Stop> {
        let (rolled, _) = self.roll(slot, who, title.into(), Purpose::Stat, terms)?;
        Ok(rolled.margin.unwrap_or(0))
    }
}

/// A Stat and what Energy adds (TRI-ROLL-03, TRI-EN-01).
fn terms(sheet: &Sheet, which: i32, rule: &'static str, energy: i32) -> Vec<Term> {
    let of = sheet::stats(sheet);
    let (label, value) = match which {
        1 => (msg::MIND, of.mind),
        2 => (msg::SOUL, of.soul),
        _ => (msg::BODY, of.body),
    };
    let mut terms = vec![Term::of_rule(label, value, rule)];
    stats::push(&mut terms, msg::ENERGY, energy, "TRI-EN-01");
    terms
}

/// A check of a Stat (TRI-ROLL-03).
pub(super) fn check(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let who = bout.party(Party::Actor)?.sheet;
    let which = bout.scene.set(list::STAT, 0);
    let terms = |energy| terms(who, which, "TRI-ROLL-03", energy);
    let title = msg::CHECK.into();
    let slot = Slot::of("check");
    bout.roll(slot, Party::Actor, title, Purpose::Stat, &terms)?;
    Ok(())
}

/// A contest of two Stats: the higher margin wins (TRI-CRIT-04).
pub(super) fn contest(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let (one, other) = (bout.party(Party::Actor)?.sheet, bout.party(TARGET)?.sheet);
    let set = |key| bout.scene.set(key, 0);
    let (ours, theirs) = (set(list::STAT), set(list::AGAINST));
    let of_one = |energy| terms(one, ours, "TRI-CRIT-04", energy);
    let of_other = |energy| terms(other, theirs, "TRI-CRIT-04", energy);
    let [first, second] = bout.both(
        (Slot::of("contest"), Party::Actor, msg::CONTEST, &of_one),
        (Slot::of("against"), TARGET, msg::CONTEST, &of_other),
    )?;
    let (who, words) = match first.cmp(&second) {
        std::cmp::Ordering::Greater => (Party::Actor, msg::WINS_THE_CONTEST),
        std::cmp::Ordering::Less => (TARGET, msg::WINS_THE_CONTEST),
        std::cmp::Ordering::Equal => (Party::Actor, msg::NOBODY_WINS_THE_CONTEST),
    };
    bout.tell(who, words, "TRI-CRIT-04");
    Ok(())
}

/// Gets up from the ground (TRI-PRONE-01).
pub(super) fn stand_up(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.party(Party::Actor)?;
    bout.play.effect(Effect::Lose {
        who: Party::Actor,
        key: PRONE.into(),
    });
    Ok(())
}

/// A target flies into something, whatever moved it (TRI-THROW-05).
pub(super) fn collision(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.party(TARGET)?;
    let set = |key| bout.scene.set(key, 0);
    let (squares, travelled) = (set(list::SQUARES), set(list::TRAVELLED));
    let cap = match bout.scene.between(0, list::COLLISION_CAP, list::NOT_SET) {
        list::NOT_SET => bout.settings.collision_cap,
        cap => cap,
    };
    let loss = throw::collision(squares, travelled, cap, &bout.settings);
    let missing = squares.saturating_sub(travelled).max(0);
    let label = msg::wordings::squares_that_were_not_free(missing);
    let terms = vec![Term::of_rule(label, loss, "TRI-THROW-05")];
    let slot = Slot::of("collision");
    let loss = bout.play.note(slot, TARGET, msg::COLLISION, terms);
    bout.lose(TARGET, loss);
    Ok(())
}

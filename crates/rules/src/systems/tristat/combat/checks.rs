//! Checks of a Stat, contests, and getting up (TRI-ROLL-03, TRI-CRIT-04, TRI-PRONE-01).

use std::cmp::Ordering;

use super::bout::{Bout, TARGET};
use super::dials;
use crate::base::term::Term;
use crate::character::sheet::Sheet;
use crate::exchange::{Effect, Party, Scene, Slot, Stop};
use crate::messages::tristat as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::roll::Purpose;
use crate::systems::tristat::roll_request::{Barred, PRONE};
use crate::systems::tristat::sheet;

/// Returns the term of the Stat that a parameter's value `which` stands for (TRI-ROLL-03).
fn stat_terms(sheet: &Sheet, which: i32, rule: &'static str) -> Vec<Term> {
    let of = sheet::stats(sheet);
    let (label, value) = match which {
        1 => (msg::MIND, of.mind),
        2 => (msg::SOUL, of.soul),
        _ => (msg::BODY, of.body),
    };
    vec![Term::from_rule(label, value, rule)]
}

/// Plays a check of a Stat (TRI-ROLL-03).
pub(super) fn check(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let who = bout.party(Party::Actor)?.sheet;
    let which = bout.scene.parameter_or(dials::STAT, 0);
    let sum = stat_terms(who, which, "TRI-ROLL-03").into();
    let (slot, title) = (Slot::new("check"), msg::CHECK.into());
    bout.roll(slot, Party::Actor, title, Purpose::Stat, &sum)?;
    Ok(())
}

/// Plays a contest of two Stats, which the higher margin wins (TRI-CRIT-04).
pub(super) fn contest(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let (one, other) = (bout.party(Party::Actor)?.sheet, bout.party(TARGET)?.sheet);
    let set = |key| bout.scene.parameter_or(key, 0);
    let own = stat_terms(one, set(dials::STAT), "TRI-CRIT-04");
    let theirs = stat_terms(other, set(dials::AGAINST), "TRI-CRIT-04");
    let [first, second] = bout.roll_contest(
        (Slot::new("contest"), Party::Actor, msg::CONTEST, own),
        (Slot::new("against"), TARGET, msg::CONTEST, theirs),
    )?;
    let (who, words) = match first.cmp(&second) {
        Ordering::Greater => (Party::Actor, msg::WINS_THE_CONTEST),
        Ordering::Less => (TARGET, msg::WINS_THE_CONTEST),
        Ordering::Equal => (Party::Actor, msg::NOBODY_WINS_THE_CONTEST),
    };
    bout.tell(who, words, "TRI-CRIT-04");
    Ok(())
}

/// Returns the bar on getting up for a combatant who is not prone (TRI-PRONE-01).
pub(super) fn bars_standing_up(_: &Scene<'_>, who: &CombatantInfo<'_>) -> Option<Barred> {
    let up = !who.conditions.contains_key(PRONE);
    up.then(|| Barred::new("not_prone", msg::THEY_ARE_ON_THEIR_FEET, "TRI-PRONE-01"))
}

/// Plays the action to stand up from the ground (TRI-PRONE-01).
pub(super) fn stand_up(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.play.add_effect(Effect::Lose {
        who: Party::Actor,
        key: PRONE.into(),
    });
    Ok(())
}

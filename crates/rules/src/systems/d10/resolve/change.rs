//! Questions to a defending target: aborting a declared action, and the weapon to parry with.

use crate::exchange::{Choice, Effect, Party, Play, Slot, Stop};
use crate::gear::{Item, ItemId};
use crate::messages::{Wording, d10 as msg};
use crate::plan::ABORT_FAILED;
use crate::systems::d10::table::dials::{self, Purpose};
use crate::term::Term;

use super::throw::{Throw, throw};

/// Asks a target which weapon parries, if there are several.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub fn parry_with<'a>(
    play: &mut Play<'_>,
    target: u8,
    weapons: impl Iterator<Item = (&'a ItemId, &'a Item)>,
    rule: &'static str,
) -> Result<Option<ItemId>, Stop> {
    let weapons: Vec<(&ItemId, &Item)> = weapons.collect();
    if weapons.len() < 2 {
        return Ok(weapons.first().map(|(id, _)| **id));
    }
    let option = |(id, item): &(&ItemId, &Item)| Choice::new(id.to_string(), &item.name);
    let options = weapons.iter().map(option).collect();
    let slot = Slot::of("parry_with").at(target);
    let key = play.choose(slot, Party::Target(target), msg::PARRY_WITH, rule, options)?;
    Ok(key.parse().ok())
}

/// Key of the option to roll Willpower.
const ROLL: &str = "roll";
/// Key of the option to spend a Willpower point.
const SPEND: &str = "spend";

/// Request of a target to abort a declared action.
#[derive(Clone, Debug)]
pub struct Change {
    /// Index of the target.
    pub target: u8,
    /// Willpower rating of the target, for the roll.
    pub willpower: i32,
    /// Terms of the roll's difficulty.
    pub difficulty: Vec<Term>,
    /// Reason and rule if a roll is barred.
    pub no_roll: Option<(Wording, &'static str)>,
    /// Reason and rule if spending a point is barred.
    pub no_point: Option<(Wording, &'static str)>,
    /// Tally key to increase on success, if the action given up is not a defense.
    pub counts: Option<&'static str>,
    /// Rule that permits the abort.
    pub rule: &'static str,
}

/// Asks how the target pays for an abort and carries it out; returns whether it succeeded.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub fn changes(play: &mut Play<'_>, it: &Change) -> Result<bool, Stop> {
    let party = Party::Target(it.target);
    let count = |key: &'static str| Effect::Count {
        who: party,
        key: key.into(),
    };
    let roll = Choice::new(ROLL, msg::A_WILLPOWER_ROLL).rolled_with(it.willpower);
    let point = Choice::new(SPEND, msg::A_POINT_OF_WILLPOWER);
    let options = [(roll, &it.no_roll), (point, &it.no_point)];
    let options = options.map(|(option, barred)| match barred {
        Some((why, rule)) => option.barred(why.clone(), rule),
        None => option,
    });
    let title = msg::HOW_THE_DECLARED_ACTION_IS;
    let slot = Slot::of("abort").at(it.target);
    if play.choose(slot, party, title, it.rule, options.into())? == SPEND {
        play.effect(Effect::Spend {
            who: party,
            pool: dials::WILLPOWER.into(),
            points: 1,
        });
    } else {
        let terms = vec![Term::of_rule(msg::WILLPOWER, it.willpower, it.rule)];
        let roll = Throw::new(msg::WILLPOWER, Purpose::Reflex, terms);
        let roll = roll.against(it.difficulty.clone());
        if throw(play, "willpower", it.target, party, &roll, &[])?.successes < 1 {
            play.effect(count(ABORT_FAILED));
            return Ok(false);
        }
    }
    it.counts
        .into_iter()
        .for_each(|key| play.effect(count(key)));
    Ok(true)
}

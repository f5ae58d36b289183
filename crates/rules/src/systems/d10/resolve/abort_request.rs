//! Questions to a defending target: aborting a declared action, and the weapon to parry with.

use crate::base::term::Term;
use crate::character::gear::{Item, ItemId};
use crate::character::plan::ABORT_FAILED;
use crate::exchange::{ChoiceOption, Effect, Party, Play, Slot, Stop};
use crate::messages::{Wording, d10 as msg};
use crate::systems::d10::shared_rules::roll_parameters::{self, RollPurpose};

use super::roll_spec::{RollSpec, ask_roll};

/// Asks a target which weapon parries, if there are several.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub fn choose_parry_weapon<'a>(
    play: &mut Play<'_>,
    target: u8,
    weapons: impl Iterator<Item = (&'a ItemId, &'a Item)>,
    rule: &'static str,
) -> Result<Option<ItemId>, Stop> {
    let weapons: Vec<(&ItemId, &Item)> = weapons.collect();
    if weapons.len() < 2 {
        return Ok(weapons.first().map(|(id, _)| **id));
    }
    let option = |(id, item): &(&ItemId, &Item)| ChoiceOption::new(id.to_string(), &item.name);
    let options = weapons.iter().map(option).collect();
    let slot = Slot::new("parry_with").for_target(target);
    let key = play.ask_choice(slot, Party::Target(target), msg::PARRY_WITH, rule, options)?;
    Ok(key.parse().ok())
}

/// Key of the option to roll Willpower.
const ROLL: &str = "roll";
/// Key of the option to spend a Willpower point.
const SPEND: &str = "spend";

/// Request of a target to abort a declared action.
#[derive(Clone, Debug)]
pub struct AbortRequest {
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
pub fn resolve_abort(play: &mut Play<'_>, it: &AbortRequest) -> Result<bool, Stop> {
    let party = Party::Target(it.target);
    let count = |key: &'static str| Effect::Count {
        who: party,
        key: key.into(),
    };
    let roll = ChoiceOption::new(ROLL, msg::A_WILLPOWER_ROLL).with_sum(it.willpower);
    let point = ChoiceOption::new(SPEND, msg::A_POINT_OF_WILLPOWER);
    let options = [(roll, &it.no_roll), (point, &it.no_point)];
    let options = options.map(|(option, barred)| match barred {
        Some((why, rule)) => option.barred_by(why.clone(), rule),
        None => option,
    });
    let title = msg::HOW_THE_DECLARED_ACTION_IS;
    let slot = Slot::new("abort").for_target(it.target);
    if play.ask_choice(slot, party, title, it.rule, options.into())? == SPEND {
        play.add_effect(Effect::Spend {
            who: party,
            pool: roll_parameters::WILLPOWER.into(),
            points: 1,
        });
    } else {
        let terms = vec![Term::from_rule(msg::WILLPOWER, it.willpower, it.rule)];
        let roll = RollSpec::new(msg::WILLPOWER, RollPurpose::Reflex, terms);
        let roll = roll.with_difficulty(it.difficulty.clone());
        if ask_roll(play, "willpower", it.target, party, &roll, &[])?.successes < 1 {
            play.add_effect(count(ABORT_FAILED));
            return Ok(false);
        }
    }
    it.counts
        .into_iter()
        .for_each(|key| play.add_effect(count(key)));
    Ok(true)
}

//! Questions to a defending target: aborting a declared action, and the weapon to parry with.

use super::roll_spec::{RollSpec, ask_roll};
use crate::base::term::Term;
use crate::character::gear::{Item, ItemId};
use crate::character::plan::{ABORT_FAILED, AbortPrice};
use crate::exchange::{ChoiceOption, Effect, Party, Play, Slot, Stop};
use crate::messages::{Wording, d10 as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::shared_rules::abort::{AbortLimits, check_abort_price};
use crate::systems::d10::shared_rules::roll_parameters::{self, RollPurpose};
use crate::systems::d10::shared_rules::sheet::WILLPOWER;

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

/// Checks that a combatant with an action left can abort it for a defense, in one way or the other.
///
/// # Errors
/// Refuses for the reason why no point of Willpower can be spent.
pub fn check_can_abort<R: Copy>(
    who: &CombatantInfo<'_>,
    limits: &AbortLimits,
    facts: &D10Facts<R>,
) -> Result<(), R> {
    check_abort_price(who, AbortPrice::Roll, limits, facts)
        .or_else(|_| check_abort_price(who, AbortPrice::Spend, limits, facts))
}

/// Asks how the target of an attack pays for an abort and carries it out; returns whether it
/// succeeded. `counts` is the tally key to increase then.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub fn give_up_action<R: Copy + Into<(Wording, &'static str)>>(
    play: &mut Play<'_>,
    (target, who): (u8, &CombatantInfo<'_>),
    counts: Option<&'static str>,
    limits: &AbortLimits,
    facts: &D10Facts<R>,
) -> Result<bool, Stop> {
    let party = Party::Target(target);
    let count = |key: &'static str| Effect::Count {
        who: party,
        key: key.into(),
    };
    if limits.costs {
        let willpower = who.sheet.get(&WILLPOWER);
        let roll = ChoiceOption::new(ROLL, msg::A_WILLPOWER_ROLL).with_sum(willpower);
        let point = ChoiceOption::new(SPEND, msg::A_POINT_OF_WILLPOWER);
        let options = [(roll, AbortPrice::Roll), (point, AbortPrice::Spend)];
        let options = options.map(|(option, price)| {
            match check_abort_price(who, price, limits, facts).map_err(Into::into) {
                Err((why, rule)) => option.barred_by(why, rule),
                Ok(()) => option,
            }
        });
        let title = msg::HOW_THE_DECLARED_ACTION_IS;
        let slot = Slot::new("abort").for_target(target);
        if play.ask_choice(slot, party, title, facts.abort, options.into())? == SPEND {
            play.add_effect(Effect::Spend {
                who: party,
                pool: roll_parameters::WILLPOWER.into(),
                points: 1,
            });
        } else {
            let terms = vec![Term::from_rule(msg::WILLPOWER, willpower, facts.abort)];
            let roll = RollSpec::new(msg::WILLPOWER, RollPurpose::Reflex, terms);
            let roll = roll.with_difficulty(vec![facts.default_difficulty()]);
            if ask_roll(play, "willpower", target, party, &roll, &[])?.successes < 1 {
                play.add_effect(count(ABORT_FAILED));
                return Ok(false);
            }
        }
    }
    counts
        .into_iter()
        .for_each(|key| play.add_effect(count(key)));
    Ok(true)
}

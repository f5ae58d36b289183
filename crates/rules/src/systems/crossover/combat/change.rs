//! Changes of a declared action: their price, and what they cost the new one (XOV-MAN-01,
//! XOV-MAN-02, XOV-DECL-03).

use super::{dials, read};
use crate::base::sorted_map::Map;
use crate::base::term::Term;
use crate::character::plan::ABORT_FAILED;
use crate::exchange::{
    self, ChoiceOption, Effect, Intent, Party, Play, Scene, SceneHistory, Slot, Stop,
};
use crate::messages::{Text, crossover as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::{Crossover, Refusal, Settings};
use crate::systems::d10::resolve::{RollSpec, ask_roll};
use crate::systems::d10::shared_rules::roll_parameters::{RollPurpose, WILLPOWER};
use crate::systems::d10::shared_rules::tally::ACTIONS;
use crate::systems::d10::shared_rules::{sheet as numbers, steps};

/// The answers to how a change is paid for.
const SPEND: &str = "spend";
const ROLL: &str = "roll";
const POINTLESS: &str = "pointless";
const STAY: &str = "stay";

/// Result of trying to give up a declared action in Crossover: paid for, free, or the action stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It was paid for, with Willpower or a roll.
    Paid,
    /// It was free: what was declared has become pointless.
    Free,
    /// What was declared stands.
    Stays,
}

/// Purpose for which a combatant of Crossover gives up a declared action: a defense or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// A defense.
    Defense,
    /// Anything else.
    Other,
}

/// Asks a party how they pay for giving up a declared action: a point of Willpower, which needs no
/// word before (XOV-DECL-03), or a roll on it.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn pay(
    who: &CombatantInfo<'_>,
    party: Party,
    what: For,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<Change, Stop> {
    let target = match party {
        Party::Target(target) => target,
        _ => 0,
    };
    let (slot, roll, title) = match what {
        For::Defense => ("change", "change_roll", msg::GIVING_UP_AN_ACTION_FOR),
        For::Other => (
            "own_change",
            "own_change_roll",
            msg::CHANGING_A_DECLARED_ACTION,
        ),
    };
    let slot = Slot::new(slot).for_target(target);
    let how = play.ask_choice(slot, party, title, "XOV-MAN-01", ways(who, by))?;
    match how.as_str() {
        SPEND => {
            play.add_effect(Effect::Spend {
                who: party,
                pool: WILLPOWER.into(),
                points: 1,
            });
            Ok(Change::Paid)
        }
        ROLL => {
            let rating = who.sheet.get(&numbers::WILLPOWER);
            let terms = vec![Term::from_rule(msg::WILLPOWER, rating, "XOV-MAN-01")];
            let will = RollSpec::new(msg::WILLPOWER, RollPurpose::Reflex, terms);
            if ask_roll(play, roll, target, party, &will, &[])?.successes > 0 {
                return Ok(Change::Paid);
            }
            play.add_effect(Effect::Count {
                who: party,
                key: ABORT_FAILED.into(),
            });
            Ok(Change::Stays)
        }
        POINTLESS => Ok(Change::Free),
        _ => Ok(Change::Stays),
    }
}

/// Lists the ways to pay for giving up a declared action, with the reason beside each that is
/// barred.
fn ways(who: &CombatantInfo<'_>, by: &Settings) -> Vec<ChoiceOption> {
    let rating = who.sheet.get(&numbers::WILLPOWER);
    let left = who.pools.get(WILLPOWER).copied().unwrap_or(0);
    let failed = who.tally_count(ABORT_FAILED) > 0;
    let no = |choice: ChoiceOption, is: bool, why: Text| match is {
        true => choice.barred_by(why, "XOV-MAN-01"),
        false => choice,
    };
    let spend = ChoiceOption::new(SPEND, msg::A_POINT_OF_WILLPOWER);
    let spend = no(spend, left < 1, msg::NO_WILLPOWER_IS_LEFT);
    let spend = no(
        spend,
        failed && !by.spend_after_failed_roll,
        msg::THE_ROLL_FAILED_BEFORE,
    );
    let roll = ChoiceOption::new(ROLL, msg::A_ROLL_ON_WILLPOWER).with_sum(rating);
    let roll = no(roll, rating < 1, msg::NO_WILLPOWER_TO_ROLL);
    let roll = no(roll, failed, msg::THE_ROLL_FAILED_BEFORE);
    let free = ChoiceOption::new(POINTLESS, msg::THE_ACTION_HAS_BECOME_POINTLESS);
    let stay = ChoiceOption::new(STAY, msg::IT_STANDS_AFTER_ALL);
    vec![spend, roll, free, stay]
}

/// Returns the intent of a scene after the change that it begins with, where it takes the place of
/// another action: it says whether the new action is harder. `None` where what was declared
/// stands.
///
/// # Errors
/// [`Stop`] when an answer is needed first, or when no action is left to change.
pub(super) fn change_intent(
    scene: &Scene<'_>,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<Option<Intent>, Stop> {
    let intent = scene.intent.clone();
    if !intent.set.is_on(dials::CHANGED) {
        return Ok(Some(intent));
    }
    let who = read::actor(scene)?;
    let left = steps::effective_plan(who).actions.max(1);
    if who.is_in_fight() && who.tally_count(ACTIONS) >= u16::from(left) {
        return Err(read::refusal(Refusal::NoActionLeft));
    }
    // What is not possible is refused before anything is paid for it.
    let plain = intent.clone().with_parameter(dials::CHANGED, 0);
    let plain = Scene {
        intent: &plain,
        ..*scene
    };
    exchange::play_answers(
        &Crossover,
        &SceneHistory::unchanging(plain),
        &Map::new(),
        &[],
    )?;
    let harder = match pay(who, Party::Actor, For::Other, by, play)? {
        Change::Stays => return Ok(None),
        Change::Paid => true,
        Change::Free => by.free_change_costs,
    };
    Ok(Some(intent.with_parameter(dials::CHANGED, harder.into())))
}

/// Returns the term by which a changed action is more difficult; `None` for one that was not
/// changed (XOV-MAN-02).
pub(super) fn harder(scene: &Scene<'_>) -> Option<Term> {
    let changed = scene.intent.set.is_on(dials::CHANGED);
    changed.then(|| Term::from_rule(msg::CHANGED_ACTION, 1, "XOV-MAN-02"))
}

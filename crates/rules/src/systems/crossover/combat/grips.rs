//! Clinches, holds, and what is done in them: bites, escapes, squeezes (XOV-CLOSE-02 to 04,
//! XOV-CLOSE-06).

use super::attack::Attack;
use super::auto_hit::AutoHit;
use super::contests::{contest, side};
use super::soak::Wound;
use super::{dials, holds, read};
use crate::base::term::{RuleId, Term};
use crate::exchange::{Effect, Party, Play, Scene, Stop, Upshot};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::{Refusal, Settings, state};
use crate::systems::d10::resolve::{self as d10, HitResult};
use crate::systems::d10::shared_rules::sheet as numbers;

/// The pool of blood.
const BLOOD: &str = "blood";
/// The tally of blood points drunk in a turn (XOV-CLOSE-02).
const DRUNK: &str = "drunk";
/// The most blood points a vampire drinks in a turn (XOV-CLOSE-02).
const MOST_DRUNK: i32 = 3;

/// Checks that a bite is allowed by a werewolf or a vampire, of a target who is held or was tackled
/// (XOV-CLOSE-02).
pub(super) fn check_bite(attack: &Attack<'_>) -> Result<(), Refusal> {
    if !matches!(attack.kind(), Kind::Werewolf | Kind::Vampire) {
        return Err(Refusal::NotEligible);
    }
    let tackled = attack.held(holds::TACKLE).is_some();
    let tackled = tackled && state::in_force(attack.target, state::TACKLED);
    let held = attack.is_in_grip(holds::CLINCH) || attack.is_in_grip(holds::HOLD) || tackled;
    match held {
        true => Ok(()),
        false => Err(Refusal::BiteNeedsHold),
    }
}

/// Checks that an attack with claws is allowed, by a werewolf or a vampire with claws
/// (XOV-CLOSE-03).
pub(super) fn check_claws(attack: &Attack<'_>) -> Result<(), Refusal> {
    let has_claws = match attack.kind() {
        Kind::Werewolf => true,
        Kind::Vampire => state::claws(attack.actor).is_some(),
        _ => false,
    };
    match has_claws {
        true => Ok(()),
        false => Err(Refusal::NotEligible),
    }
}

/// Adds the effect that the attacker takes a target into a clinch (XOV-CLOSE-04).
pub(super) fn clinch(
    _: &Attack<'_>,
    play: &mut Play<'_>,
    target: u8,
    _: &HitResult,
) -> Result<(), Stop> {
    let on = Party::Target(target);
    play.add_effect(holds::hold(Party::Actor, on, holds::CLINCH));
    Ok(())
}

/// Adds the effect that the attacker holds a target fast (XOV-CLOSE-06).
pub(super) fn hold(
    _: &Attack<'_>,
    play: &mut Play<'_>,
    target: u8,
    _: &HitResult,
) -> Result<(), Stop> {
    let on = Party::Target(target);
    play.add_effect(holds::hold(Party::Actor, on, holds::HOLD));
    Ok(())
}

/// Returns the blood points a vampire wants to drink instead of wounding; `None` for all others, and
/// for any other attack (XOV-CLOSE-02).
pub(super) fn drinks(attack: &Attack<'_>) -> Option<i32> {
    let wanted = attack.set().get_or(dials::DRINK, 0);
    let drinks = attack.maneuver.drinks && wanted > 0 && attack.kind() == Kind::Vampire;
    drinks.then(|| wanted.clamp(1, MOST_DRUNK))
}

/// Plays a vampire's drinking of blood instead of wounding, as far as there is any (XOV-CLOSE-02).
pub(super) fn drink(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    target: u8,
    _: &HitResult,
) -> Result<(), Stop> {
    let (Some(wanted), Some(who)) = (drinks(attack), attack.at(target)) else {
        return Ok(());
    };
    let party = Party::Target(target);
    let before = i32::from(attack.scene.actor.map_or(0, |who| who.tally_count(DRUNK)));
    let wanted = wanted.min(MOST_DRUNK.saturating_sub(before)).max(0);
    let points = match who.pools.get(BLOOD) {
        Some(left) => wanted.min(*left),
        None => wanted,
    };
    let spend = |who, points| Effect::Spend {
        who,
        pool: BLOOD.into(),
        points,
    };
    play.add_effect(spend(party, points));
    play.add_effect(spend(Party::Actor, -points));
    for _ in 0..points {
        play.add_effect(Effect::Count {
            who: Party::Actor,
            key: DRUNK.into(),
        });
    }
    play.add_effect(Effect::Tell {
        who: party,
        words: msg::wordings::loses_points_of_blood_to(points),
        rule: RuleId::new("XOV-CLOSE-02"),
    });
    Ok(())
}

/// Returns the grip between the acting combatant and the target: its key, and who has hold of whom.
fn find_grip(scene: &Scene<'_>) -> Result<(&'static str, Party, Party), Stop> {
    let pairs = [
        (Party::Actor, Party::Target(0)),
        (Party::Target(0), Party::Actor),
    ];
    for (by, on) in pairs {
        for key in [holds::CLINCH, holds::HOLD] {
            if scene.hold_amount(by, on, key).is_some() {
                return Ok((key, by, on));
            }
        }
    }
    let words = msg::THE_TWO_ARE_IN_NO;
    Err(Stop::of_rule("no_grip", words, "XOV-CLOSE-04"))
}

/// Plays the escape from a grip: Strength + Brawl on both sides, a tie fails. Letting go of a hold is free (XOV-CLOSE-04,
/// XOV-CLOSE-06).
pub(super) fn escape(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let (who, _) = (read::actor(scene)?, read::target(scene)?);
    let (grip, holder, held) = find_grip(scene)?;
    read::may_act(who, &scene.intent.set)?;
    let free = grip == holds::HOLD && holder == Party::Actor;
    if !free {
        let parts = |who: &CombatantInfo<'_>| {
            [
                (msg::STRENGTH, who.sheet.get(&numbers::STRENGTH)),
                (msg::BRAWL, who.sheet.get(&numbers::BRAWL)),
            ]
        };
        let throws = |now: &Scene<'_>| {
            let (who, target) = (read::actor(now)?, read::target(now)?);
            let own = side(msg::GETTING_OUT, who, &parts(who), "XOV-CLOSE-04", by);
            let theirs = side(msg::HOLDING_ON, target, &parts(target), "XOV-CLOSE-04", by);
            Ok((own, theirs))
        };
        let upshot = contest(scene, throws, by, play)?;
        let escapes = matches!(upshot, Upshot::Won(_));
        play.add_upshot(Party::Target(0), upshot);
        if !escapes {
            return Ok(());
        }
    }
    play.add_effect(Effect::Release {
        by: holder,
        on: held,
        key: grip.into(),
    });
    Ok(())
}

/// Plays squeezing a target in a clinch, for Strength in damage, without a roll to hit. There is no
/// harm in a hold (XOV-CLOSE-04).
pub(super) fn squeeze(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let (who, _) = (read::actor(scene)?, read::target(scene)?);
    let (grip, ..) = find_grip(scene)?;
    if grip == holds::HOLD {
        let words = msg::THERE_IS_NO_HARM_IN;
        return Err(Stop::of_rule("only_held", words, "XOV-CLOSE-06"));
    }
    read::may_act(who, &scene.intent.set)?;
    let strength = Term::from_rule(
        msg::STRENGTH,
        who.sheet.get(&numbers::STRENGTH),
        "XOV-CLOSE-04",
    );
    let number = dials::number(who, &scene.intent.set);
    play.add_effect(read::counted(Party::Actor, number));
    for effect in read::effects_of_acting(who, Party::Actor) {
        play.add_effect(effect);
    }
    let sure = AutoHit {
        scene,
        by,
        why: msg::IN_THE_CLINCH,
        rule: "XOV-CLOSE-04",
        successes: 1,
        damage: vec![strength],
        wound: Wound::plain(),
    };
    d10::resolve_attack(&sure, play)
}

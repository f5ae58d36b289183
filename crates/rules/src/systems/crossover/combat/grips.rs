//! What is done in a clinch or a hold (XOV-CLOSE-04, XOV-CLOSE-06).

use super::blow::holds;
use super::contests::{contest, side};
use super::sure::Sure;
use super::{dials, read};
use crate::exchange::{self, Effect, Party, Play, Scene, Stop, Upshot};
use crate::fighter::Fighter;
use crate::messages::crossover as msg;
use crate::systems::crossover::Settings;
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::grip::{Grip, GripAction};
use crate::systems::d10::resolve::{self as d10};
use crate::systems::d10::table::sheet as numbers;
use crate::term::Term;

/// What a clinch brings to both, and a hold to each of the two.
pub(super) fn conditions_of(grip: &exchange::Grip<'_>) -> Vec<(&'static str, i32)> {
    match grip.key {
        holds::CLINCH => vec![(state::CLINCHED, 0)],
        holds::HOLD if grip.holds => vec![(state::HOLDING, 0)],
        holds::HOLD => vec![(state::HELD, 0)],
        _ => Vec::new(),
    }
}

/// The grip between the acting combatant and the target: what it is, and who has hold of whom.
fn gripped(scene: &Scene<'_>) -> Result<(Grip, Party, Party), Stop> {
    let pairs = [
        (Party::Actor, Party::Target(0)),
        (Party::Target(0), Party::Actor),
    ];
    for (by, on) in pairs {
        for (key, grip) in [(holds::CLINCH, Grip::Clinch), (holds::HOLD, Grip::Hold)] {
            if scene.held(by, on, key).is_some() {
                return Ok((grip, by, on));
            }
        }
    }
    let words = msg::THE_TWO_ARE_IN_NO;
    Err(Stop::of_rule("no_grip", words, "XOV-CLOSE-04"))
}

/// Getting out of a grip: Strength + Brawl on both sides, a tie fails (XOV-CLOSE-04,
/// XOV-CLOSE-06).
pub(super) fn escape(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let (who, _) = (read::actor(scene)?, read::target(scene)?);
    let (grip, holder, held) = gripped(scene)?;
    read::may_act(who, &scene.intent.set)?;
    let free = grip == Grip::Hold && holder == Party::Actor;
    if !free {
        let parts = |who: &Fighter<'_>| {
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
        play.upshot(Party::Target(0), upshot);
        if !escapes {
            return Ok(());
        }
    }
    let key = match grip {
        Grip::Clinch => holds::CLINCH,
        Grip::Hold => holds::HOLD,
    };
    play.effect(Effect::Release {
        by: holder,
        on: held,
        key: key.into(),
    });
    Ok(())
}

/// Squeezing a target in a clinch: Strength in damage, without a roll to hit (XOV-CLOSE-04).
pub(super) fn squeeze(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let (who, _) = (read::actor(scene)?, read::target(scene)?);
    let (grip, ..) = gripped(scene)?;
    if !grip.allows(GripAction::Harm) {
        let words = msg::THERE_IS_NO_HARM_IN;
        return Err(Stop::of_rule("only_held", words, "XOV-CLOSE-06"));
    }
    read::may_act(who, &scene.intent.set)?;
    let strength = Term::of_rule(
        msg::STRENGTH,
        who.sheet.get(&numbers::STRENGTH),
        "XOV-CLOSE-04",
    );
    let number = dials::number(who, &scene.intent.set);
    play.effect(read::counted(Party::Actor, number));
    for effect in read::over(who, Party::Actor) {
        play.effect(effect);
    }
    let sure = Sure {
        scene,
        by: by.clone(),
        why: msg::IN_THE_CLINCH,
        rule: "XOV-CLOSE-04",
        successes: 1,
        damage: vec![strength],
        wound: read::Wound::plain(),
    };
    d10::resolve(&sure, play)
}

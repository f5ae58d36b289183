//! What a maneuver takes of a turn and of a gun (CHR-TURN-03, CHR-AUTO-10).

use super::grapple;
use super::keys::{ALL_OUT, BURST, DISTANCE, HIDDEN, LOOSE_ROUNDS, YARDS};
use super::stage::Stage;
use crate::systems::chronicle::burst::Burst;
use crate::systems::chronicle::chart::Loading;
use crate::systems::chronicle::handling;
use crate::systems::chronicle::numbers::COVERING_FIRE_BULLETS;
use crate::systems::chronicle::traits::QUICK_DRAW;
use crate::systems::chronicle::turn::{Act, Declared, Step};
use crate::systems::chronicle::weapon::AttackKind;

/// The act a maneuver spends; `None` is reflexive or takes no action.
pub(super) fn act(stage: &Stage<'_>, maneuver: &str) -> Option<Act> {
    let item = stage.item().map(|(_, item)| item);
    Some(match maneuver {
        "unarmed" | "melee" if stage.scene.set(ALL_OUT, 0) == 1 => Act::AllOut,
        "grapple" if grapple::joins(stage) => Act::JoinGrapple,
        "unarmed" | "melee" | "shoot" | "throw" | "burst" | "covering_fire" | "grapple"
        | "disarm" | "touch" | "dress_wounds" | "pull_stake" | "cut_loose" => Act::Attack,
        "charge" => Act::Charge,
        "wrestle" => Act::Grapple,
        "help" => Act::JoinGrapple,
        "dodge" => Act::Dodge,
        "aim" => Act::Aim,
        "draw" | "sheathe" => {
            let hidden = maneuver == "draw" && item.is_some_and(|item| item.is(HIDDEN));
            let quick = stage.actor.get(&QUICK_DRAW) > 0;
            return handling::drawing(hidden, quick);
        }
        "reload" => {
            let loose = item.is_some_and(|item| item.is(LOOSE_ROUNDS));
            handling::loading(if loose {
                Loading::Single
            } else {
                Loading::Clip
            })
        }
        "clear_jam" => Act::ClearJam,
        "rise" => Act::Rise,
        _ => return None,
    })
}

/// The step of the turn that a maneuver is.
pub(super) fn step(stage: &Stage<'_>, maneuver: &str) -> Option<Step> {
    let yards = stage.scene.set(YARDS, 0);
    match maneuver {
        "walk" | "approach" => return Some(Step::Move(yards)),
        "run" => return Some(Step::Run(yards)),
        _ => {}
    }
    let act = act(stage, maneuver)?;
    let kind = match maneuver {
        "unarmed" => Some(AttackKind::Unarmed),
        "melee" | "charge" => Some(AttackKind::Melee),
        _ => None,
    };
    let far = match stage.scene.set(YARDS, 0) {
        0 => stage.scene.between(0, DISTANCE, 0),
        yards => yards,
    };
    Some(Step::Act(Declared {
        act,
        kind,
        distance: if act == Act::Charge { far } else { 0 },
    }))
}

/// How long the trigger is held, by its dial.
pub(super) fn burst(stage: &Stage<'_>) -> Burst {
    match stage.scene.set(BURST, 1) {
        2 => Burst::Medium,
        3 => Burst::Long,
        _ => Burst::Short,
    }
}

/// Bullets a maneuver takes.
pub(super) fn bullets(stage: &Stage<'_>, maneuver: &str) -> i32 {
    match maneuver {
        "burst" => burst(stage).bullets(),
        "covering_fire" => COVERING_FIRE_BULLETS,
        _ => 1,
    }
}

//! What a combatant can start, and why not (CHR-TURN-03).

use super::bars;
use super::dials;
use super::keys::{
    ALL_OUT, BRAWL_WEAPON, BURST, DISTANCE, GUN, HIDDEN, LOOSE_ROUNDS, MELEE_WEAPON, OBJECT,
    THROWN_WEAPON, YARDS,
};
use super::stage::Stage;
use crate::exchange::{Maneuver, Targets};
use crate::systems::chronicle::burst::Burst;
use crate::systems::chronicle::chart::Loading;
use crate::systems::chronicle::handling;
use crate::systems::chronicle::numbers::COVERING_FIRE_BULLETS;
use crate::systems::chronicle::traits::QUICK_DRAW;
use crate::systems::chronicle::turn::{Act, Declared, Step};
use crate::systems::chronicle::weapon::AttackKind;
use crate::term::RuleId;

/// One line of the table of actions.
struct Row {
    key: &'static str,
    title: &'static str,
    rule: &'static str,
    targets: Targets,
    items: &'static [&'static str],
}

const fn row(
    key: &'static str,
    title: &'static str,
    rule: &'static str,
    targets: Targets,
    items: &'static [&'static str],
) -> Row {
    Row {
        key,
        title,
        rule,
        targets,
        items,
    }
}

const CLOSE: &[&str] = &[MELEE_WEAPON, OBJECT, GUN, THROWN_WEAPON];
const CHARGED: &[&str] = &[BRAWL_WEAPON, MELEE_WEAPON, OBJECT, GUN, THROWN_WEAPON];
const FLUNG: &[&str] = &[THROWN_WEAPON, MELEE_WEAPON, OBJECT];
const GUNS: &[&str] = &[GUN];
const ANY: &[&str] = &[MELEE_WEAPON, BRAWL_WEAPON, THROWN_WEAPON, GUN, OBJECT];

/// Everything there is.
const ROWS: [Row; 30] = {
    use Targets::{None, One, UpTo};
    [
        row(
            "unarmed",
            "Unarmed attack",
            "CHR-ATK-02",
            One,
            &[BRAWL_WEAPON],
        ),
        row("melee", "Melee attack", "CHR-ATK-04", One, CLOSE),
        row("shoot", "Shoot", "CHR-ATK-03", One, GUNS),
        row("throw", "Throw", "CHR-ATK-05", One, FLUNG),
        row("charge", "Charge", "CHR-CHG-01", One, CHARGED),
        row("burst", "Burst", "CHR-AUTO-01", UpTo(20), GUNS),
        row(
            "covering_fire",
            "Covering fire",
            "CHR-CFIRE-02",
            UpTo(20),
            GUNS,
        ),
        row("grapple", "Grapple", "CHR-GRAP-01", One, &[]),
        row("wrestle", "Wrestle", "CHR-GRAP-04", One, &[]),
        row("help", "Help in a grapple", "CHR-GRAP-19", One, &[]),
        row(
            "leave",
            "Leave a grapple that is over",
            "CHR-GRAP-06",
            One,
            &[],
        ),
        row("disarm", "Disarm", "CHR-DISARM-01", One, &[]),
        row("touch", "Touch", "CHR-CMP-06", One, ANY),
        row("ambush", "Surprise", "CHR-CMP-07", UpTo(20), &[]),
        row("contest", "Contest", "CHR-DICE-08", One, &[]),
        row("dodge", "Dodge", "CHR-DODGE-01", None, &[]),
        row("aim", "Aim", "CHR-AIM-01", One, &[GUN, THROWN_WEAPON]),
        row("draw", "Draw", "CHR-CMP-01", None, ANY),
        row("sheathe", "Put away", "CHR-CMP-01", None, ANY),
        row("drop", "Drop", "CHR-TURN-02", None, ANY),
        row("reload", "Reload", "CHR-CMP-02", None, GUNS),
        row("clear_jam", "Clear a jam", "CHR-CMP-05", None, GUNS),
        row("rise", "Get up", "CHR-PRONE-05", None, &[]),
        row("drop_prone", "Drop prone", "CHR-PRONE-04", None, &[]),
        row("walk", "Move", "CHR-MOVE-01", None, &[]),
        row("approach", "Move towards or away", "CHR-MOVE-01", One, &[]),
        row("run", "Run", "CHR-MOVE-02", None, &[]),
        row("seek_cover", "Go to cover", "CHR-CFIRE-04", None, &[]),
        row("dress_wounds", "Dress wounds", "CHR-BLEED-04", One, &[]),
        row("pull_stake", "Pull out the stake", "CHR-VMP-15", One, &[]),
    ]
};

/// What can be started, without an acting combatant barred from nothing.
pub(super) fn all(stage: Option<&Stage<'_>>) -> Vec<Maneuver> {
    let rows = ROWS.iter();
    rows.map(|row| Maneuver {
        key: row.key,
        title: row.title,
        rule: RuleId::new(row.rule),
        targets: row.targets,
        items: row.items,
        dials: dials::of(row.key),
        barred: stage
            .and_then(|stage| bars::barred(stage, row.key))
            .map(|(why, rule)| (why, RuleId::new(rule))),
    })
    .collect()
}

/// The act a maneuver spends; `None` is reflexive or takes no action.
pub(super) fn act(stage: &Stage<'_>, maneuver: &str) -> Option<Act> {
    let item = stage.item().map(|(_, item)| item);
    Some(match maneuver {
        "unarmed" | "melee" if stage.scene.set(ALL_OUT, 0) == 1 => Act::AllOut,
        "unarmed" | "melee" | "shoot" | "throw" | "burst" | "covering_fire" | "grapple"
        | "disarm" | "touch" | "dress_wounds" | "pull_stake" => Act::Attack,
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
        all_out: false,
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

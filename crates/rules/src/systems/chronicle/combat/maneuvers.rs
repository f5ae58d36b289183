//! What a combatant can start, and why not (CHR-TURN-03).

use super::bars;
use super::keys::{BRAWL_WEAPON, GUN, MELEE_WEAPON, OBJECT, THROWN_WEAPON};
use super::stage::Stage;
use crate::exchange::{Maneuver, Targets};
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::term::{Bar, RuleId};

const fn row(
    key: &'static str,
    title: Text,
    rule: &'static str,
    targets: Targets,
    items: &'static [&'static str],
) -> Maneuver {
    Maneuver {
        key,
        title,
        rule: RuleId::new(rule),
        targets,
        items,
    }
}

const CLOSE: &[&str] = &[MELEE_WEAPON, OBJECT, GUN, THROWN_WEAPON];
const CHARGED: &[&str] = &[BRAWL_WEAPON, MELEE_WEAPON, OBJECT, GUN, THROWN_WEAPON];
const FLUNG: &[&str] = &[THROWN_WEAPON, MELEE_WEAPON, OBJECT];
const GUNS: &[&str] = &[GUN];
const ANY: &[&str] = &[MELEE_WEAPON, BRAWL_WEAPON, THROWN_WEAPON, GUN, OBJECT];

/// Everything that can be started.
pub(super) static ALL: [Maneuver; 32] = {
    use Targets::{None, One, UpTo};
    [
        row(
            "unarmed",
            msg::UNARMED_ATTACK,
            "CHR-ATK-02",
            One,
            &[BRAWL_WEAPON],
        ),
        row("melee", msg::MELEE_ATTACK, "CHR-ATK-04", One, CLOSE),
        row("shoot", msg::SHOOT, "CHR-ATK-03", One, GUNS),
        row("throw", msg::THROW, "CHR-ATK-05", One, FLUNG),
        row("charge", msg::CHARGE, "CHR-CHG-01", One, CHARGED),
        row("burst", msg::BURST, "CHR-AUTO-01", UpTo(20), GUNS),
        row(
            "covering_fire",
            msg::COVERING_FIRE,
            "CHR-CFIRE-02",
            UpTo(20),
            GUNS,
        ),
        row("grapple", msg::GRAPPLE, "CHR-GRAP-01", One, &[]),
        row("wrestle", msg::WRESTLE, "CHR-GRAP-04", One, &[]),
        row("help", msg::HELP_IN_A_GRAPPLE, "CHR-GRAP-19", One, &[]),
        row(
            "leave",
            msg::LEAVE_A_GRAPPLE_THAT_IS,
            "CHR-GRAP-06",
            One,
            &[],
        ),
        row("disarm", msg::DISARM, "CHR-DISARM-01", One, &[]),
        row("touch", msg::TOUCH, "CHR-CMP-06", One, ANY),
        row("ambush", msg::SURPRISE, "CHR-CMP-07", UpTo(20), &[]),
        row("contest", msg::CONTEST, "CHR-DICE-08", One, &[]),
        row("dodge", msg::DODGE, "CHR-DODGE-01", None, &[]),
        row("aim", msg::AIM, "CHR-AIM-01", One, &[GUN, THROWN_WEAPON]),
        row("draw", msg::DRAW, "CHR-CMP-01", None, ANY),
        row("sheathe", msg::PUT_AWAY, "CHR-CMP-01", None, ANY),
        row("drop", msg::DROP, "CHR-TURN-02", None, ANY),
        row("reload", msg::RELOAD, "CHR-CMP-02", None, GUNS),
        row("clear_jam", msg::CLEAR_A_JAM, "CHR-CMP-05", None, GUNS),
        row("rise", msg::GET_UP, "CHR-PRONE-05", None, &[]),
        row("drop_prone", msg::DROP_PRONE, "CHR-PRONE-04", None, &[]),
        row("walk", msg::MOVE, "CHR-MOVE-01", None, &[]),
        row(
            "approach",
            msg::MOVE_TOWARDS_OR_AWAY,
            "CHR-MOVE-01",
            One,
            &[],
        ),
        row("run", msg::RUN, "CHR-MOVE-02", None, &[]),
        row("seek_cover", msg::GO_TO_COVER, "CHR-CFIRE-04", None, &[]),
        row("dress_wounds", msg::DRESS_WOUNDS, "CHR-BLEED-04", One, &[]),
        row(
            "pull_stake",
            msg::PULL_OUT_THE_STAKE,
            "CHR-VMP-15",
            One,
            &[],
        ),
        row("cut_loose", msg::CUT_LOOSE, "CHR-COND-06", One, &[]),
        row("hazard", msg::A_FALL_A_FIRE_A, "CHR-ST-01", UpTo(20), &[]),
    ]
};

/// What bars what is meant.
pub(super) fn barred(stage: &Stage<'_>) -> Option<Bar> {
    let meant = &stage.scene.intent.maneuver;
    let maneuver = ALL.iter().find(|it| it.key == meant)?;
    let bar = bars::barred(stage, maneuver.key).map(|(why, rule)| (why, RuleId::new(rule)));
    bar.or_else(|| bars::without_item(stage, maneuver))
}

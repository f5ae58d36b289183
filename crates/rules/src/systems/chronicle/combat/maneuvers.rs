//! What a combatant can start, and why not (CHR-TURN-03).

use super::bars;
use super::dials;
use super::keys::{BRAWL_WEAPON, GUN, MELEE_WEAPON, OBJECT, THROWN_WEAPON};
use super::stage::Stage;
use crate::exchange::{Maneuver, Targets};
use crate::term::RuleId;

/// One line of the table of actions.
struct Row {
    key: &'static str,
    title: &'static str,
    rule: &'static str,
    targets: Targets,
    items: &'static [&'static str],
}

fn row(
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
fn rows() -> [Row; 32] {
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
        row("cut_loose", "Cut loose", "CHR-COND-06", One, &[]),
        row(
            "hazard",
            "A fall, a fire, a blast",
            "CHR-ST-01",
            UpTo(20),
            &[],
        ),
    ]
}

/// What can be started, without an acting combatant barred from nothing.
pub(super) fn all(stage: Option<&Stage<'_>>) -> Vec<Maneuver> {
    let rows = rows().into_iter();
    rows.map(|row| Maneuver {
        key: row.key,
        title: row.title,
        rule: RuleId::new(row.rule),
        targets: row.targets,
        items: row.items,
        dials: dials::of(row.key),
        barred: stage
            .and_then(|stage| {
                let barred = bars::barred(stage, row.key);
                barred.or_else(|| bars::without_item(stage, (row.key, row.rule), row.items))
            })
            .map(|(why, rule)| (why, RuleId::new(rule))),
    })
    .collect()
}

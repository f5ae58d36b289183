//! What a combatant can start, and why not (CHR-TURN-03).

use super::budget;
use super::character::Character;
use super::dials;
use super::gear;
use super::keys::{
    ALL_OUT, AUTOMATIC, BRAWL_WEAPON, BURST, DISTANCE, GUN, HIDDEN, JAMMED, LOOSE_ROUNDS,
    MELEE_WEAPON, OBJECT, ROUNDS, THROWN_WEAPON, YARDS,
};
use super::stage::Stage;
use crate::exchange::{Maneuver, Party, Targets};
use crate::gear::{Carried, Item};
use crate::system::RuleSystem;
use crate::systems::chronicle::Chronicle;
use crate::systems::chronicle::attack::AttackKind;
use crate::systems::chronicle::burst::Burst;
use crate::systems::chronicle::chart::Loading;
use crate::systems::chronicle::grapple;
use crate::systems::chronicle::handling;
use crate::systems::chronicle::known_conditions::{
    GRAPPLED, IMMOBILISED, REELING, STABILIZED, STAKED, STUNNED, SURPRISED,
};
use crate::systems::chronicle::numbers::COVERING_FIRE_BULLETS;
use crate::systems::chronicle::range::{self, Mode};
use crate::systems::chronicle::traits::QUICK_DRAW;
use crate::systems::chronicle::turn::{Act, Declared, Step};
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
            .and_then(|stage| barred(stage, row.key))
            .map(|(why, rule)| (why, RuleId::new(rule))),
    })
    .collect()
}

type Bar = Option<(String, &'static str)>;

fn why(words: &str, rule: &'static str) -> Bar {
    Some((words.to_owned(), rule))
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
fn step(stage: &Stage<'_>, maneuver: &str) -> Option<Step> {
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

/// Why a maneuver cannot be started now.
fn barred(stage: &Stage<'_>, maneuver: &str) -> Bar {
    let who = &stage.actor;
    let health = Chronicle.health(
        who.who.sheet,
        who.who.track,
        who.who.conditions,
        who.who.house,
    );
    if let Some(state) = health.states.iter().find(|state| state.out) {
        let rule = [
            "CHR-WND-03",
            "CHR-WND-04",
            "CHR-WND-05",
            "CHR-VMP-02",
            "CHR-CMP-09",
            "CHR-VMP-15",
        ];
        let rule = rule.into_iter().find(|rule| *rule == state.rule.as_str());
        return why(&state.word, rule.unwrap_or("CHR-COND-08"));
    }
    let acts = act(stage, maneuver);
    let moves = matches!(maneuver, "walk" | "approach" | "run");
    if acts.is_some() {
        let lost = [
            (SURPRISED, "surprised", "CHR-CMP-07"),
            (STUNNED, "stunned", "CHR-COND-03"),
            (REELING, "the next action is lost", "CHR-CMP-08"),
        ];
        if let Some((_, words, rule)) = lost.into_iter().find(|(key, ..)| who.is(key)) {
            return why(words, rule);
        }
        if budget::lost_action(who.who) {
            return why("this turn's action is lost", "CHR-COND-04");
        }
    }
    if who.is(IMMOBILISED) && (moves || acts.is_some() && maneuver != "wrestle") {
        return why("immobilized", "CHR-COND-06");
    }
    let wrestling = matches!(maneuver, "wrestle" | "drop");
    if who.is(GRAPPLED) && (moves || acts.is_some() && !wrestling) {
        return why("in a grapple", "CHR-GRAP-15");
    }
    if let Some(bar) = step(stage, maneuver).and_then(|step| budget::bar(who, &step)) {
        return Some(bar);
    }
    own(stage, maneuver).or_else(|| with_item(stage, maneuver))
}

/// Whether the contest with `other` comes when it is their place in the order; who cannot act
/// has none.
fn comes_later(stage: &Stage<'_>, other: &Character<'_>) -> bool {
    let both = stage.actor.who.initiative.zip(other.who.initiative);
    let first = both.map(|(own, theirs)| grapple::acts_at(own, theirs));
    first == Some(grapple::Side::B) && !other.is_dormant() && !other.burden.no_action
}

/// Whether the one wrestled with is still there to wrestle.
fn fights_on(stage: &Stage<'_>, other: &Character<'_>) -> bool {
    stage.wrestle(Party::Actor, Party::Target(0)) && !other.is_dormant()
}

/// What bars a single maneuver by itself.
fn own(stage: &Stage<'_>, maneuver: &str) -> Bar {
    let who = &stage.actor;
    let target = stage.others.first().filter(|_| stage.targets() > 0);
    match maneuver {
        "rise" if !who.can_rise() => why("is not down", "CHR-PRONE-05"),
        "drop_prone" if who.is_prone() => why("is down already", "CHR-PRONE-04"),
        "wrestle" if !who.is(GRAPPLED) => why("is not in a grapple", "CHR-GRAP-04"),
        "wrestle" if target.is_some() && !stage.wrestle(Party::Actor, Party::Target(0)) => {
            why("does not wrestle with this one", "CHR-GRAP-04")
        }
        "wrestle" if target.is_some_and(|it| it.who.counted(budget::key(Act::Grapple)) > 0) => {
            why("there is one contest in a turn", "CHR-GRAP-04")
        }
        "wrestle" if target.is_some_and(|it| comes_later(stage, it)) => why(
            "the contest comes at the other's place in the order",
            "CHR-GRAP-04",
        ),
        "help" if target.is_some_and(|it| !it.is(GRAPPLED)) => {
            why("is not in a grapple", "CHR-GRAP-17")
        }
        "leave" if !who.is(GRAPPLED) => why("is not in a grapple", "CHR-GRAP-06"),
        "leave" if target.is_some_and(|it| fights_on(stage, it)) => {
            why("the other wrestles on", "CHR-GRAP-06")
        }
        "disarm" if target.is_some_and(|it| it.held().next().is_none()) => {
            why("holds nothing", "CHR-DISARM-01")
        }
        "pull_stake" if target.is_some_and(|it| !it.is(STAKED)) => {
            why("is not staked", "CHR-VMP-15")
        }
        "dress_wounds" if target.is_some_and(|it| it.is(STABILIZED)) => {
            why("is stabilized already", "CHR-BLEED-04")
        }
        _ => None,
    }
}

/// What bars a maneuver with the item at hand.
fn with_item(stage: &Stage<'_>, maneuver: &str) -> Bar {
    let (_, item) = stage.item()?;
    let fires = matches!(maneuver, "shoot" | "burst" | "covering_fire");
    let strikes = matches!(maneuver, "unarmed" | "melee" | "throw" | "charge" | "aim");
    if (fires || strikes) && item.carried != Carried::Held {
        return why("first draw it", "CHR-CMP-01");
    }
    if fires {
        return gun(stage, maneuver, item);
    }
    match maneuver {
        "throw" => out_of_range(stage, item),
        "draw" if item.carried == Carried::Held => why("is in the hand", "CHR-CMP-01"),
        "sheathe" | "drop" if item.carried != Carried::Held => {
            why("is not in the hand", "CHR-CMP-01")
        }
        "clear_jam" if item.or_zero(JAMMED) <= 0 => why("is not jammed", "CHR-CMP-05"),
        _ if strikes && gear::is_wrecked(item) => why("is wrecked", "CHR-IMPR-05"),
        _ => None,
    }
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

fn gun(stage: &Stage<'_>, maneuver: &str, item: &Item) -> Bar {
    if item.or_zero(JAMMED) > 0 {
        return why("the gun is jammed", "CHR-CMP-05");
    }
    if !item.is(AUTOMATIC) {
        match maneuver {
            "burst" => return why("it fires single shots", "CHR-AUTO-01"),
            "covering_fire" => return why("it fires single shots", "CHR-CFIRE-01"),
            _ => {}
        }
    }
    let needed = bullets(stage, maneuver);
    if item.number(ROUNDS).is_some_and(|left| left < needed) {
        return Some((format!("it takes {needed} bullets"), "CHR-AUTO-10"));
    }
    match maneuver {
        "shoot" => out_of_range(stage, item),
        _ => None,
    }
}

fn out_of_range(stage: &Stage<'_>, item: &Item) -> Bar {
    if stage.targets() == 0 {
        return None;
    }
    let (ranges, far) = (gear::ranges(item)?, stage.distance(0)?);
    let reach = range::reach(ranges, far);
    match reach.mode {
        Mode::Impossible => why("that is more than twice long range", "CHR-RNG-03"),
        Mode::Pool | Mode::Chance => None,
    }
}

//! Why a combatant cannot start something now: the words and the rule (CHR-TURN-02, CHR-DEF-04).

use super::budget;
use super::character::Character;
use super::costs::{act, bullets, step};
use super::gear;
use super::keys::{AUTOMATIC, GRABBED, JAMMED, ROUNDS, UNMET};
use super::stage::Stage;
use crate::exchange::{Maneuver, Party};
use crate::gear::{Carried, Item};
use crate::messages::{Wording, chronicle as msg};
use crate::system::Look;
use crate::systems::chronicle::Chronicle;
use crate::systems::chronicle::grapple;
use crate::systems::chronicle::known_conditions::{
    DODGING, GRAPPLED, IMMOBILISED, REELING, STABILIZED, STAKED, STUNNED, SURPRISED,
};
use crate::systems::chronicle::range::{self, Mode};
use crate::systems::chronicle::turn::Act;
use crate::systems::chronicle::weapon::AttackKind;
use crate::term::{self, RuleId};

pub(super) type Bar = Option<(Wording, &'static str)>;

fn why(words: impl Into<Wording>, rule: &'static str) -> Bar {
    Some((words.into(), rule))
}

/// Why a maneuver cannot be started now.
pub(super) fn barred(stage: &Stage<'_>, maneuver: &str) -> Bar {
    let who = &stage.actor;
    let health = Chronicle.health(
        who.who.sheet,
        who.who.track,
        who.who.conditions,
        who.who.house,
    );
    if let Some(state) = health.states.iter().find(|state| state.out) {
        // Why a combatant is unconscious, the state says; what bars acting is that (CHR-COND-08).
        let rule = ["CHR-WND-05", "CHR-VMP-02", "CHR-VMP-15"];
        let rule = rule.into_iter().find(|rule| *rule == state.rule.as_str());
        return why(state.word.clone(), rule.unwrap_or("CHR-COND-08"));
    }
    let beside = [
        "walk",
        "approach",
        "seek_cover",
        "leave",
        "contest",
        "ambush",
        "hazard",
    ];
    if who.is(DODGING) && !beside.contains(&maneuver) {
        return why(msg::DODGING_AND_NOTHING_ELSE_BUT, "CHR-DODGE-01");
    }
    let acts = act(stage, maneuver);
    let moves = matches!(maneuver, "walk" | "approach" | "run");
    if acts.is_some() {
        let lost = [
            (SURPRISED, msg::SURPRISED, "CHR-CMP-07"),
            (STUNNED, msg::STUNNED, "CHR-COND-03"),
            (REELING, msg::THE_NEXT_ACTION_IS_LOST, "CHR-CMP-08"),
        ];
        if let Some((_, words, rule)) = lost.into_iter().find(|(key, ..)| who.is(key)) {
            return why(words, rule);
        }
        if budget::lost_action(who.who) {
            return why(msg::THIS_TURNS_ACTION_IS_LOST, "CHR-COND-04");
        }
        if who.who.counted(UNMET) > 0 {
            return why(msg::WHAT_IT_WAITED_FOR_NEVER, "CHR-INIT-04");
        }
    }
    if who.is(IMMOBILISED) && (moves || acts.is_some() && maneuver != "wrestle") {
        return why(msg::IMMOBILIZED, "CHR-COND-06");
    }
    // The turn of the first grab has no contest, and leaves the one grabbed their action.
    let free = who.who.counted(GRABBED) > 0 && maneuver != "charge";
    let open = free || matches!(maneuver, "wrestle" | "drop");
    if who.is(GRAPPLED) && (moves || acts.is_some() && !open) {
        return why(msg::IN_A_GRAPPLE, "CHR-GRAP-15");
    }
    if let Some(bar) = step(stage, maneuver).and_then(|step| budget::bar(who, &step)) {
        return Some(bar);
    }
    own(stage, maneuver)
        .or_else(|| out_of_reach(stage, maneuver))
        .or_else(|| with_item(stage, maneuver))
}

/// Whether the contest with `other` comes when it is their place in the order; who cannot act
/// has none. One who was grabbed this turn may break out at once.
fn comes_later(stage: &Stage<'_>, other: &Character<'_>) -> bool {
    let both = stage.actor.who.initiative.zip(other.who.initiative);
    let first = both.map(|(own, theirs)| grapple::acts_at(own, theirs));
    let grabbed = stage.actor.who.counted(GRABBED) > 0;
    first == Some(grapple::Side::B) && !grabbed && !other.is_dormant() && !other.burden.no_action
}

/// Whether anything of a grapple stands between the two.
fn tied(stage: &Stage<'_>) -> bool {
    let mut holds = stage.scene.holds.iter();
    let other = Party::Target(0);
    holds.any(|hold| [(Party::Actor, other), (other, Party::Actor)].contains(&(hold.by, hold.on)))
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
        "hazard" => why(msg::THE_STORYTELLER_SAYS_WHAT_IS, "CHR-ST-01"),
        "rise" if !who.can_rise() => why(msg::IS_NOT_DOWN, "CHR-PRONE-05"),
        "drop_prone" if who.is_prone() => why(msg::IS_DOWN_ALREADY, "CHR-PRONE-04"),
        "wrestle" if !who.is(GRAPPLED) => why(msg::IS_NOT_IN_A_GRAPPLE, "CHR-GRAP-04"),
        "wrestle" if target.is_some() && !stage.wrestle(Party::Actor, Party::Target(0)) => {
            why(msg::DOES_NOT_WRESTLE_WITH_THIS, "CHR-GRAP-04")
        }
        "wrestle" if target.is_some_and(|it| it.who.counted(budget::key(Act::Grapple)) > 0) => {
            why(msg::THERE_IS_ONE_CONTEST_IN, "CHR-GRAP-04")
        }
        "wrestle" if target.is_some_and(|it| comes_later(stage, it)) => {
            why(msg::THE_CONTEST_COMES_AT_THE, "CHR-GRAP-04")
        }
        "leave" if target.is_some() && !who.is(GRAPPLED) && !tied(stage) => {
            why(msg::IS_NOT_IN_A_GRAPPLE, "CHR-GRAP-06")
        }
        "leave" if target.is_some_and(|it| fights_on(stage, it)) => {
            why(msg::THE_OTHER_WRESTLES_ON, "CHR-GRAP-06")
        }
        "disarm" if target.is_some_and(|it| it.held().next().is_none()) => {
            why(msg::HOLDS_NOTHING, "CHR-DISARM-01")
        }
        "cut_loose" if target.is_some_and(|it| !it.is(IMMOBILISED)) => {
            why(msg::IS_NOT_BOUND, "CHR-COND-06")
        }
        "cut_loose" if target.is_some_and(|it| it.is(GRAPPLED)) => {
            why(msg::A_JOINT_LOCK_ENDS_IN, "CHR-GRAP-12")
        }
        "pull_stake" if target.is_some_and(|it| !it.is(STAKED)) => {
            why(msg::IS_NOT_STAKED, "CHR-VMP-15")
        }
        "dress_wounds" if target.is_some_and(|it| it.is(STABILIZED)) => {
            why(msg::IS_STABILIZED_ALREADY, "CHR-BLEED-04")
        }
        _ => None,
    }
}

/// What takes arm's reach.
const CLOSE: [&str; 9] = [
    "unarmed",
    "melee",
    "grapple",
    "help",
    "disarm",
    "touch",
    "dress_wounds",
    "pull_stake",
    "cut_loose",
];

/// Whether the target stands farther away than a combatant walks in a turn and acts: only a
/// charge reaches farther (CHR-MOVE-01, CHR-ATK-02).
fn out_of_reach(stage: &Stage<'_>, maneuver: &str) -> Bar {
    if !CLOSE.contains(&maneuver) || stage.targets() == 0 {
        return None;
    }
    let held = |by, on| {
        stage
            .scene
            .holds
            .iter()
            .any(|it| it.by == by && it.on == on)
    };
    let other = Party::Target(0);
    if held(Party::Actor, other) || held(other, Party::Actor) {
        return None;
    }
    let (far, speed) = (stage.distance(0)?, stage.actor.speed());
    (far > speed.max(stage.settings.close_range_yards)).then(|| {
        let words = msg::wordings::yards_away_which_is_farther(far, speed);
        (words, "CHR-MOVE-01")
    })
}

/// What bars a maneuver that takes an item, where none is named and none would do.
pub(super) fn without_item(stage: &Stage<'_>, meant: &Maneuver) -> Option<term::Bar> {
    let maneuver = meant.key;
    let strikes = matches!(
        maneuver,
        "melee" | "throw" | "shoot" | "burst" | "covering_fire"
    );
    let handles = matches!(
        maneuver,
        "draw" | "sheathe" | "drop" | "reload" | "clear_jam"
    );
    if stage.item().is_some() || !(strikes || handles) {
        return None;
    }
    let gear = stage.actor.who.gear.values();
    let mut fitting = gear.filter(|item| meant.items.contains(&item.kind.as_str()));
    let held = |item: &Item| item.carried == Carried::Held;
    let why = match maneuver {
        "draw" if !fitting.any(|item| !held(item)) => msg::NOTHING_TO_DRAW,
        "sheathe" | "drop" if !fitting.any(held) => msg::NOTHING_IS_IN_THE_HAND,
        "clear_jam" if !fitting.any(|item| item.or_zero(JAMMED) > 0) => msg::NOTHING_IS_JAMMED,
        "reload" if fitting.next().is_none() => msg::NO_GUN,
        _ if handles || fitting.clone().any(held) => return None,
        _ if fitting.next().is_some() => {
            return Some((msg::FIRST_DRAW_IT.into(), RuleId::new("CHR-CMP-01")));
        }
        _ => msg::NO_WEAPON_FOR_IT,
    };
    Some((why.into(), meant.rule.clone()))
}

/// What bars a maneuver with the item at hand.
fn with_item(stage: &Stage<'_>, maneuver: &str) -> Bar {
    let (_, item) = stage.item()?;
    let fires = matches!(maneuver, "shoot" | "burst" | "covering_fire");
    let strikes = matches!(maneuver, "unarmed" | "melee" | "throw" | "charge" | "aim");
    if strikes && gear::is_wrecked(item) {
        return why(msg::IS_WRECKED_2, "CHR-IMPR-05");
    }
    if (fires || strikes) && item.carried != Carried::Held {
        return why(msg::FIRST_DRAW_IT, "CHR-CMP-01");
    }
    if fires {
        return gun(stage, maneuver, item);
    }
    match maneuver {
        "throw" => out_of_range(stage, AttackKind::Thrown),
        "draw" if item.carried == Carried::Held => why(msg::IS_IN_THE_HAND, "CHR-CMP-01"),
        "sheathe" | "drop" if item.carried != Carried::Held => {
            why(msg::IS_NOT_IN_THE_HAND, "CHR-CMP-01")
        }
        "clear_jam" if item.or_zero(JAMMED) <= 0 => why(msg::IS_NOT_JAMMED, "CHR-CMP-05"),
        _ => None,
    }
}

fn gun(stage: &Stage<'_>, maneuver: &str, item: &Item) -> Bar {
    if item.or_zero(JAMMED) > 0 {
        return why(msg::THE_GUN_IS_JAMMED, "CHR-CMP-05");
    }
    if !item.is(AUTOMATIC) {
        match maneuver {
            "burst" => return why(msg::IT_FIRES_SINGLE_SHOTS, "CHR-AUTO-01"),
            "covering_fire" => return why(msg::IT_FIRES_SINGLE_SHOTS, "CHR-CFIRE-01"),
            _ => {}
        }
    }
    let needed = bullets(stage, maneuver);
    if item.number(ROUNDS).is_some_and(|left| left < needed) {
        return Some((msg::wordings::it_takes_bullets(needed), "CHR-AUTO-10"));
    }
    match maneuver {
        "shoot" => out_of_range(stage, AttackKind::Firearm),
        _ => None,
    }
}

/// Whether a weapon, or how far this one can throw it, leaves the target out of range.
fn out_of_range(stage: &Stage<'_>, kind: AttackKind) -> Bar {
    if stage.targets() == 0 {
        return None;
    }
    let ranges = stage.weapon(kind).ok()??.ranges?;
    match range::reach(ranges, stage.distance(0)?).mode {
        Mode::Impossible => why(msg::THAT_IS_MORE_THAN_TWICE, "CHR-RNG-03"),
        Mode::Pool | Mode::Chance => None,
    }
}

//! Powers that give extra actions (XOV-POW-01 to 05).

use super::read;
use crate::condition::Until;
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::crossover as msg;
use crate::messages::{Text, Wording};
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::powers::{Extra, Power, When, extra_actions};
use crate::systems::crossover::{Settings, sheet};
use crate::systems::d10::table::refused;
use crate::systems::d10::table::sheet as numbers;
use crate::term::RuleId;

/// Points spent, or successes of an effect that was worked.
pub(super) const POINTS: &str = "points";

/// The powers: their key, their words, their rule, the condition they bring and the pool they
/// cost.
pub(super) const GIFTS: [(&str, Text, &str, &str, Option<&str>); 5] = [
    (
        "celerity",
        msg::CELERITY,
        "XOV-POW-01",
        state::CELERITY,
        Some("blood"),
    ),
    ("rage", msg::RAGE, "XOV-POW-02", state::RAGE, Some("rage")),
    (
        "distort_time",
        msg::DISTORT_TIME,
        "XOV-POW-03",
        state::DISTORT_TIME,
        None,
    ),
    (
        "dream_time",
        msg::DREAM_TIME,
        "XOV-POW-04",
        state::DREAM_TIME,
        None,
    ),
    (
        "faith",
        msg::FAITH,
        "XOV-POW-05",
        state::FAITHFUL,
        Some("faith"),
    ),
];

/// What is counted of the points of Rage that went into actions in a turn (XOV-POW-02).
pub(super) const RAGED: &str = "raged";

/// A power gives the acting combatant extra actions: a reflex (XOV-ACT-02).
pub(super) fn give(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let key = scene.intent.maneuver.as_ref();
    let gift = GIFTS.iter().find(|gift| gift.0 == key);
    let Some((key, title, rule, condition, pool)) = gift.copied() else {
        return Err(Stop::refused("no_such_power", msg::THERE_IS_NO_SUCH_POWER));
    };
    if pool == Some("blood") && state::has(who, state::STAKED) {
        let words = msg::NOBODY_SPENDS_BLOOD_WITH_A;
        return Err(Stop::refused("staked", words));
    }
    let points = scene.set(POINTS, 1).max(0);
    let left = |pool: &str| who.pools.get(pool).copied().unwrap_or(0);
    let power = match key {
        "celerity" => Power::Celerity {
            dots: who.sheet.get(&numbers::CELERITY),
            blood: left("blood"),
        },
        "rage" => Power::Rage {
            kind: sheet::kind(who.sheet),
            rage: who.sheet.get(&sheet::RAGE),
            spent: points,
            before: who.counted(RAGED).into(),
        },
        "distort_time" => Power::DistortTime { successes: points },
        "dream_time" => Power::DreamTime {
            already_this_scene: state::has(who, state::DREAM_TIME)
                || state::has(who, state::DREAMT),
        },
        _ => Power::Faith { spent: points },
    };
    let cost = if key == "celerity" { 1 } else { points };
    let extra = extra_actions(&power, by).map_err(|why| Stop::from(refused::denied(&why)))?;
    if let Some(pool) = pool {
        if left(pool) < cost {
            let words = Wording::verbatim(msg::takes_points_of(&title, &cost, &pool, &rule));
            return Err(Stop::refused("not_enough", words));
        }
        play.effect(Effect::Spend {
            who: Party::Actor,
            pool: pool.into(),
            points: cost,
        });
    }
    if let Some(gained) = gained(&extra, condition, who.conditions.get(condition)) {
        play.effect(gained);
    }
    if key == "rage" {
        for _ in 0..points {
            play.effect(Effect::Count {
                who: Party::Actor,
                key: RAGED.into(),
            });
        }
    }
    if key == "dream_time" {
        play.effect(state::gain(Party::Actor, state::DREAMT, 0, Until::Scene));
    }
    if let Some(offsets) = extra.initiative_offsets {
        let offsets: Vec<String> = offsets.iter().map(ToString::to_string).collect();
        play.effect(Effect::Tell {
            who: Party::Actor,
            words: msg::wordings::acts_later_by(Wording::verbatim(offsets.join(", "))),
            rule: RuleId::new(rule),
        });
    }
    Ok(())
}

/// The condition that says how many actions there are, and in which turns.
fn gained(
    extra: &Extra,
    condition: &'static str,
    before: Option<&crate::condition::Condition>,
) -> Option<Effect> {
    if extra.count < 1 {
        return None;
    }
    if let Some(turns) = extra.turns {
        let rounds = u16::try_from(turns).unwrap_or(0).saturating_add(1);
        return Some(state::gain(
            Party::Actor,
            condition,
            turns,
            Until::Rounds(rounds),
        ));
    }
    let until = match extra.when {
        When::ThisTurn => state::THIS_TURN,
        When::NextTurn => state::NEXT_TURN,
    };
    let before = before.filter(|before| before.until == until && extra.when == When::ThisTurn);
    let all = extra
        .count
        .saturating_add(before.map_or(0, |before| before.amount));
    Some(state::gain(Party::Actor, condition, all.min(30), until))
}

//! Powers that give extra actions (XOV-POW-01 to 05).

use super::read;
use crate::base::term::RuleId;
use crate::character::condition::Until;
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::crossover as msg;
use crate::messages::{Text, Wording};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::turn::{RAGED, check_rage};
use crate::systems::crossover::{Refusal, Settings, state};
use crate::systems::d10::input;
use crate::systems::d10::shared_rules::chat_errors;
use crate::systems::d10::shared_rules::sheet as numbers;

/// The dial of points spent, or of successes of an effect that was worked.
const POINTS: &str = "points";

/// Power of a combatant in Crossover: its words, its rule, the condition it brings and the pool it costs.
struct Power {
    title: Text,
    rule: &'static str,
    condition: &'static str,
    pool: Option<&'static str>,
}

/// Returns the parameters (dials) of a power that takes points.
pub(super) fn points(_: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    let title = msg::POINTS_OR_SUCCESSES_OF_THE;
    vec![ParameterSpec::number(POINTS, title, (0, 20), 1)]
}

/// Returns the points that the acting combatant spends on a power, or its successes.
fn set_points(scene: &Scene<'_>) -> i32 {
    scene.parameter_or(POINTS, 1).max(0)
}

/// Stops the exchange with a refusal of Crossover's rules.
fn refuse(refusal: Refusal) -> Result<(), Stop> {
    Err(read::refusal(refusal))
}

/// Spends the points that a power costs.
///
/// # Errors
/// [`Stop`] where there are not enough.
fn spend(
    power: &Power,
    who: &CombatantInfo<'_>,
    cost: i32,
    play: &mut Play<'_>,
) -> Result<(), Stop> {
    let Some(pool) = power.pool else {
        return Ok(());
    };
    if who.pools.get(pool).copied().unwrap_or(0) < cost {
        let words = msg::takes_points_of(&power.title, &cost, &pool, &power.rule);
        return Err(Stop::refused("not_enough", Wording::verbatim(words)));
    }
    play.add_effect(Effect::Spend {
        who: Party::Actor,
        pool: pool.into(),
        points: cost,
    });
    Ok(())
}

/// Adds the effect that a power grants `count` extra actions until a moment; to those of this turn,
/// others of the same power add.
fn gain(power: &Power, who: &CombatantInfo<'_>, count: i32, until: Until, play: &mut Play<'_>) {
    if count < 1 {
        return;
    }
    let before = who.conditions.get(power.condition);
    let before = before.filter(|it| it.until == until && until == state::THIS_TURN);
    let all = count.saturating_add(before.map_or(0, |before| before.amount));
    let key = power.condition;
    play.add_effect(state::gain(Party::Actor, key, all.min(30), until));
}

/// Plays Celerity, which gives a vampire one extra action for each dot, next turn, for a blood
/// point (XOV-POW-01).
pub(super) fn celerity(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let power = Power {
        title: msg::CELERITY,
        rule: "XOV-POW-01",
        condition: state::CELERITY,
        pool: Some("blood"),
    };
    let who = read::actor(scene)?;
    if state::has(who, state::STAKED) {
        let words = msg::NOBODY_SPENDS_BLOOD_WITH_A;
        return Err(Stop::refused("staked", words));
    }
    if who.pools.get("blood").is_none_or(|left| *left < 1) {
        return refuse(Refusal::NoBlood);
    }
    let dots = who.sheet.get(&numbers::CELERITY).max(0);
    spend(&power, who, 1, play)?;
    gain(&power, who, dots, state::NEXT_TURN, play);
    Ok(())
}

/// Plays Rage, which gives a werewolf one extra action for each point spent, this turn
/// (XOV-POW-02).
pub(super) fn rage(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let power = Power {
        title: msg::RAGE,
        rule: "XOV-POW-02",
        condition: state::RAGE,
        pool: Some("rage"),
    };
    let (who, points) = (read::actor(scene)?, set_points(scene));
    check_rage(who, points, by).or_else(refuse)?;
    spend(&power, who, points, play)?;
    gain(&power, who, points, state::THIS_TURN, play);
    for _ in 0..points {
        play.add_effect(Effect::Count {
            who: Party::Actor,
            key: RAGED.into(),
        });
    }
    Ok(())
}

/// Plays a power over time that gives one extra action for every two successes, next turn
/// (XOV-POW-03).
pub(super) fn distort_time(
    scene: &Scene<'_>,
    _: &Settings,
    play: &mut Play<'_>,
) -> Result<(), Stop> {
    let power = Power {
        title: msg::DISTORT_TIME,
        rule: "XOV-POW-03",
        condition: state::DISTORT_TIME,
        pool: None,
    };
    let count = set_points(scene) / 2;
    gain(&power, read::actor(scene)?, count, state::NEXT_TURN, play);
    Ok(())
}

/// Plays Dream Time, which gives one extra action in each of the next turns, once in a scene
/// (XOV-POW-04).
pub(super) fn dream_time(
    scene: &Scene<'_>,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    if state::has(who, state::DREAM_TIME) || state::has(who, state::DREAMT) {
        return refuse(Refusal::AlreadyThisScene);
    }
    let turns = by.dream_time_turns;
    let until = Until::Rounds(u16::try_from(turns).unwrap_or(0).saturating_add(1));
    play.add_effect(state::gain(Party::Actor, state::DREAM_TIME, turns, until));
    play.add_effect(state::gain(Party::Actor, state::DREAMT, 0, Until::Scene));
    Ok(())
}

/// Plays Faith, which gives a demon one extra action for each point spent, this turn, each later
/// than the one before (XOV-POW-05).
pub(super) fn faith(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let power = Power {
        title: msg::FAITH,
        rule: "XOV-POW-05",
        condition: state::FAITHFUL,
        pool: Some("faith"),
    };
    let (who, points) = (read::actor(scene)?, set_points(scene));
    let points = input::check_count(msg::POINTS_OF_FAITH.get(), points)
        .map_err(|why| Stop::from(chat_errors::denied_error::<Refusal>(&why.into())))?;
    spend(&power, who, points, play)?;
    gain(&power, who, points, state::THIS_TURN, play);
    let offsets: Vec<String> = (1..=points).map(|number| format!("-{number}")).collect();
    play.add_effect(Effect::Tell {
        who: Party::Actor,
        words: msg::wordings::acts_later_by(Wording::verbatim(offsets.join(", "))),
        rule: RuleId::new(power.rule),
    });
    Ok(())
}

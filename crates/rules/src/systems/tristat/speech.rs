//! Tri-Stat in words: rolls and initiative.

use super::critical;
use super::numbers::SNAKE_EYES;
use super::roll::Purpose;
use super::roll_request::RollRequest;
use crate::base::roll::RollResult;
use crate::base::term::Term;
use crate::character::vocabulary::format_number;
use crate::messages::tristat as msg;

/// Describes the kind of a roll in words; empty for a plain attack.
pub(super) fn reading(asked: RollRequest) -> String {
    let kind = match asked.purpose {
        Purpose::Attack => None,
        Purpose::Defense => Some(msg::DEFENSE_2.get()),
        Purpose::Stat => Some(msg::CHECK_2.get()),
    };
    let energy = asked.energy.then_some(msg::N5_ENERGY.get());
    let second = asked.second.then_some(msg::SECOND_WEAPON.get());
    let words: Vec<&str> = kind.into_iter().chain(second).chain(energy).collect();
    words.join(", ")
}

/// Describes the outcome of a roll in words.
pub(super) fn outcome(rolled: &RollResult, asked: RollRequest) -> String {
    let margin = rolled.margin.unwrap_or(0);
    let thrown: i32 = rolled
        .faces
        .iter()
        .take(2)
        .map(|die| i32::from(die.0))
        .sum();
    let target = margin.saturating_add(thrown);
    let hit = rolled.successes > 0;
    if thrown == SNAKE_EYES && hit && asked.purpose == Purpose::Attack {
        let face = rolled.faces.get(2).map_or(1, |die| die.0);
        let times = critical::multiplier(face, 0);
        return msg::snake_eyes_critical_damage(&times);
    }
    let strict = asked.purpose == Purpose::Defense;
    let how = match (hit, margin) {
        (true, ..=-1) => msg::SNAKE_EYES_SUCCEED.into(),
        (true, 0) => msg::MADE_EXACTLY.into(),
        (true, _) => msg::made_by(&margin),
        (false, ..=-1) => msg::missed_by(&margin.unsigned_abs()),
        (false, 0) if strict => msg::NOT_UNDER_IT.into(),
        (false, _) => msg::TWO_SIXES_FAIL.into(),
    };
    msg::rolled_against(&thrown, &format_number(target), &how)
}

/// Describes an initiative roll or score in a sentence of the log.
pub(super) fn initiative(name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
    let score = format_number(score);
    let Some((die, terms)) = known else {
        return msg::acts_on(&name, &score);
    };
    let mut sum = String::new();
    for term in terms {
        let sign = if sum.is_empty() { "" } else { " + " };
        sum.push_str(&format!(
            "{sign}{} {}",
            term.label,
            format_number(term.value)
        ));
    }
    let sign = if sum.is_empty() { "" } else { " + " };
    msg::acts_on_die(&name, &score, &sum, &sign, &die)
}

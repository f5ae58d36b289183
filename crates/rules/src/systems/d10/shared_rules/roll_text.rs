//! Texts about rolls and initiative.

use super::initiative::RATING;
use super::roll_parameters::{self, ACTION, DIFFICULTY_KEY, RollPurpose};
use super::sheet::{DEXTERITY, WITS};
use crate::base::roll::{Grade, RollResult};
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::character::vocabulary::{format_number, format_signed};
use crate::messages::Text;
use crate::messages::d10 as msg;
use crate::ruleset::RollPreview;
use crate::systems::d10::dice::{DEFAULT_DIFFICULTY, DiceConventions, target_number};
use crate::systems::d10::distribution;

/// Describes a roll before it is made, such as `Roll 6 dice against 7`.
#[must_use]
pub fn preview_roll(sum: i32, reading: &Parameters) -> RollPreview {
    let ask = roll_parameters::roll_request(sum, reading);
    let face = target_number(ask.difficulty);
    let (sum, button) = match ask.pool {
        ..=0 => (msg::NO_DICE.into(), msg::NO_DICE_TO_ROLL.into()),
        1 => ("1".to_owned(), msg::roll_1_die_against(&face)),
        dice => (dice.to_string(), msg::roll_dice_against(&dice, &face)),
    };
    RollPreview {
        sum_title: msg::DICE_TO_ROLL,
        sum,
        button,
    }
}

/// Returns the labeled probabilities of success and botch of a roll.
#[must_use]
pub fn outcome_odds(
    sum: i32,
    reading: &Parameters,
    conventions: DiceConventions,
) -> Vec<(Text, f64)> {
    let ask = roll_parameters::roll_request(sum, reading);
    let odds = distribution::success_odds(
        &roll_parameters::dice_groups(sum, reading),
        &ask.counting_rules(conventions),
    );
    let botch = ask.botchable.then_some((msg::BOTCHES, odds.botch));
    [(msg::SUCCEEDS, odds.success)]
        .into_iter()
        .chain(botch)
        .collect()
}

/// Describes the parameters of a roll, such as `difficulty 7, specialty, Willpower`.
#[must_use]
pub fn describe_parameters(reading: &Parameters) -> String {
    let ask = roll_parameters::roll_request(1, reading);
    let difficulty = reading.get_or(DIFFICULTY_KEY, DEFAULT_DIFFICULTY);
    let purpose = RollPurpose::from_parameters(reading);
    // The terms already name the declared action.
    let power = purpose == RollPurpose::Action && reading.get(ACTION) == Some(0);
    let words = [
        purpose.label().map(str::to_owned),
        power.then(|| msg::A_POWERS_ACTION.into()),
        describe_difficulty(difficulty),
        ask.specialty.then(|| "specialty".to_owned()),
        ask.willpower.then(|| msg::WILLPOWER.into()),
    ];
    let others = roll_parameters::GROUPS
        .iter()
        .filter_map(|(dice, difficulty)| {
            let dice = reading.get_or(dice, 0);
            let face = target_number(reading.get_or(difficulty, DEFAULT_DIFFICULTY));
            (dice > 0).then(|| msg::dice_against(&dice, &face))
        });
    let words: Vec<String> = words.into_iter().flatten().chain(others).collect();
    words.join(", ")
}

/// Describes the difficulty of a roll, such as `difficulty 7`, or `difficulty 10 (12 asked)` if it
/// exceeds 10; `None` for the default.
fn describe_difficulty(asked: i32) -> Option<String> {
    let face = target_number(asked);
    (asked != DEFAULT_DIFFICULTY).then(|| match i32::from(face) == asked {
        true => msg::difficulty_2(&face),
        false => msg::difficulty_asked(&face, &asked),
    })
}

/// Describes the result of a roll, such as `3 successes`, `failure` or `botch`.
#[must_use]
pub fn describe_outcome(rolled: &RollResult) -> String {
    match (rolled.grade, rolled.successes) {
        (Grade::DramaticFailure, _) => "botch".to_owned(),
        (Grade::Failure, _) => "failure".to_owned(),
        (Grade::Success | Grade::Exceptional, 1) => msg::N1_SUCCESS.into(),
        (Grade::Success | Grade::Exceptional, count) => msg::successes(&count),
    }
}

/// Describes an initiative roll in a sentence such as `Ana rolls initiative: rating 6 + die 7 = 13`, with manual
/// adjustments after the die.
#[must_use]
pub fn describe_initiative(name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
    let Some((die, terms)) = known else {
        return describe_score(name, score);
    };
    let (rating, other): (Vec<&Term>, Vec<&Term>) = terms.iter().partition(|term| {
        [DEXTERITY.title, WITS.title, RATING]
            .iter()
            .any(|title| term.label == *title)
    });
    let rating = format_number(crate::base::term::sum_terms(rating));
    let other = describe_adjustments(&other);
    let score = format_number(score);
    format!("{name} rolls initiative: rating {rating} + die {die}{other} = {score}")
}

/// Describes an initiative of which only the score is known: `Ana acts on 13`.
#[must_use]
pub fn describe_score(name: &str, score: i32) -> String {
    msg::acts_on(&name, &format_number(score))
}

/// Describes the manual adjustments of a roll, such as ` −2 (Adjusted)`.
#[must_use]
pub fn describe_adjustments(terms: &[&Term]) -> String {
    terms
        .iter()
        .map(|term| format!(" {} ({})", format_signed(term.value), term.label))
        .collect()
}

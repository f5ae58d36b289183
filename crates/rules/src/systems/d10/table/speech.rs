//! Texts about rolls and initiative.

use super::dials::{self, ACTION, DIFFICULTY_KEY, Purpose};
use super::initiative::RATING;
use super::sheet::{DEXTERITY, WITS};
use crate::dial::Reading;
use crate::messages::Text;
use crate::messages::d10 as msg;
use crate::roll::{Grade, Rolled};
use crate::speech::{number, signed};
use crate::system::Offer;
use crate::systems::d10::dice::{DIFFICULTY, Reads, target};
use crate::systems::d10::ways;
use crate::term::Term;

/// Describes a roll before it is made: `Roll 6 dice against 7`.
#[must_use]
pub fn offer(sum: i32, reading: &Reading) -> Offer {
    let ask = dials::ask(sum, reading);
    let face = target(ask.difficulty);
    let (sum, button) = match ask.pool {
        ..=0 => (msg::NO_DICE.into(), msg::NO_DICE_TO_ROLL.into()),
        1 => ("1".to_owned(), msg::roll_1_die_against(&face)),
        dice => (dice.to_string(), msg::roll_dice_against(&dice, &face)),
    };
    Offer {
        sum_title: msg::DICE_TO_ROLL,
        sum,
        button,
    }
}

/// Labeled probabilities of success and botch.
#[must_use]
pub fn odds(sum: i32, reading: &Reading, by: Reads) -> Vec<(Text, f64)> {
    let ask = dials::ask(sum, reading);
    let odds = ways::odds(&dials::groups(sum, reading), &ask.manner(by));
    let botch = ask.botchable.then_some((msg::BOTCHES, odds.botch));
    [(msg::SUCCEEDS, odds.success)]
        .into_iter()
        .chain(botch)
        .collect()
}

/// Describes the parameters of a roll: `difficulty 7, specialty, Willpower`.
#[must_use]
pub fn tell_reading(reading: &Reading) -> String {
    let ask = dials::ask(1, reading);
    let difficulty = reading.or(DIFFICULTY_KEY, DIFFICULTY);
    let purpose = Purpose::of(reading);
    // The terms already name the declared action.
    let power = purpose == Purpose::Action && reading.get(ACTION) == Some(0);
    let words = [
        purpose.word().map(str::to_owned),
        power.then(|| msg::A_POWERS_ACTION.into()),
        tell_difficulty(difficulty),
        ask.specialty.then(|| "specialty".to_owned()),
        ask.willpower.then(|| msg::WILLPOWER.into()),
    ];
    let others = dials::GROUPS.iter().filter_map(|(dice, difficulty)| {
        let dice = reading.or(dice, 0);
        let face = target(reading.or(difficulty, DIFFICULTY));
        (dice > 0).then(|| msg::dice_against(&dice, &face))
    });
    let words: Vec<String> = words.into_iter().flatten().chain(others).collect();
    words.join(", ")
}

/// Describes a difficulty: `difficulty 7`, or `difficulty 10 (12 asked)` if it exceeds 10; `None`
/// for the default.
fn tell_difficulty(asked: i32) -> Option<String> {
    let face = target(asked);
    (asked != DIFFICULTY).then(|| match i32::from(face) == asked {
        true => msg::difficulty_2(&face),
        false => msg::difficulty_asked(&face, &asked),
    })
}

/// Describes the result of a roll: `3 successes`, `failure`, `botch`.
#[must_use]
pub fn tell_outcome(rolled: &Rolled) -> String {
    match (rolled.grade, rolled.successes) {
        (Grade::DramaticFailure, _) => "botch".to_owned(),
        (Grade::Failure, _) => "failure".to_owned(),
        (Grade::Success | Grade::Exceptional, 1) => msg::N1_SUCCESS.into(),
        (Grade::Success | Grade::Exceptional, count) => msg::successes(&count),
    }
}

/// Describes an initiative roll: `Ana rolls initiative: rating 6 + die 7 = 13`, with manual
/// adjustments after the die.
#[must_use]
pub fn tell_initiative(name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
    let Some((die, terms)) = known else {
        return acts_on(name, score);
    };
    let (rating, other): (Vec<&Term>, Vec<&Term>) = terms.iter().partition(|term| {
        [DEXTERITY.title, WITS.title, RATING]
            .iter()
            .any(|title| term.label == *title)
    });
    let rating = number(crate::term::sum(rating));
    let other = added(&other);
    let score = number(score);
    format!("{name} rolls initiative: rating {rating} + die {die}{other} = {score}")
}

/// Describes an initiative of which only the score is known: `Ana acts on 13`.
#[must_use]
pub fn acts_on(name: &str, score: i32) -> String {
    msg::acts_on(&name, &number(score))
}

/// Describes manual adjustments: ` −2 (Adjusted)`.
#[must_use]
pub fn added(terms: &[&Term]) -> String {
    terms
        .iter()
        .map(|term| format!(" {} ({})", signed(term.value), term.label))
        .collect()
}

//! What the three systems answer a table: sheets, tracks, initiative, rolls, chat.

mod orders;
mod rolls;
mod tracks;
mod typed;

use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::ruleset::SystemId;

const XOV: SystemId = SystemId::Crossover;
const MSQ: SystemId = SystemId::Masquerade;
const ASC: SystemId = SystemId::Ascension;

fn set(dials: &[(&str, i32)]) -> Parameters {
    let reading = Parameters::default();
    dials
        .iter()
        .fold(reading, |reading, (key, value)| reading.with(key, *value))
}

fn written(terms: &[Term]) -> Vec<String> {
    let write = |term: &Term| {
        let rule = term.rule.as_ref().map(rules::base::term::RuleId::as_str);
        format!("{} {} {}", term.label, term.value, rule.unwrap_or("-"))
    };
    terms.iter().map(write).collect()
}

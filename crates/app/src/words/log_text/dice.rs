//! Texts of log lines about rolls, and the dice of a line.

use rules::base::roll::RollResult;
use rules::character::vocabulary::format_number;
use rules::encounter::log::LogMessage;
use rules::encounter::view::LogLineView;
use rules::messages::words as msg;
use rules::ruleset::ClientRules;

use super::text::LogText;
use crate::words::term_words;

/// Returns the dice of a log line, if any.
#[must_use]
pub const fn dice_of(what: &LogMessage) -> Option<&RollResult> {
    match what {
        LogMessage::Rolled { rolled, .. } => Some(rolled),
        LogMessage::Aborted { rolled, .. } => rolled.as_ref(),
        _ => None,
    }
}

/// Returns the text of a line about a roll.
pub(super) fn roll_text(rules: &dyn ClientRules, line: &LogLineView) -> LogText {
    let LogMessage::Rolled {
        name,
        what,
        terms,
        pool,
        reading,
        rolled,
        typed,
    } = &line.what
    else {
        return LogText::default();
    };
    let who = name.clone().or_else(|| line.by.clone()).unwrap_or_default();
    // Ordinary dice have no parameters.
    let read = match rolled.plain {
        Some(_) => String::new(),
        None => rules.describe_parameters(reading),
    };
    let how = [
        read.as_str(),
        if *typed { msg::REAL_DICE.get() } else { "" },
    ];
    let how = how.into_iter().filter(|words| !words.is_empty());
    // Without terms, which some readers may not know, no sum is shown.
    let sum = (!terms.is_empty()).then(|| format!(" = {}", format_number(*pool)));
    let rest: Vec<String> = sum.into_iter().chain(how.map(str::to_owned)).collect();
    let rest = rest.join(" · ");
    LogText::new(format!("{who}: {what}"))
        .with_details(format!("{}{rest}", term_words(terms)))
        .with_terms(terms, &rest)
        .with_dice(rules, rolled, reading)
}

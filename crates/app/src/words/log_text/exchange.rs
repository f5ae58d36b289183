//! Texts of log lines about exchanges and holds.

use rules::base::text::capitalize;
use rules::character::vocabulary::{format_number, join_list};
use rules::encounter::log::LogMessage;
use rules::messages::words as msg;

use super::announcement::join_sentences;
use super::text::LogText;

/// Returns the text of a line about an exchange, except for its dice.
pub(super) fn exchange_text(what: &LogMessage) -> LogText {
    let whose = |name: &Option<String>, rest: &str| match name {
        Some(name) => format!("{name}: {rest}"),
        None => capitalize(rest),
    };
    match what {
        LogMessage::Declared { name, at, what } => {
            let told = LogText::new(whose(name, what));
            told.with_details(match at.is_empty() {
                true => String::new(),
                false => msg::against(&join_list(at)),
            })
        }
        LogMessage::Chose { name, what, chose } => {
            LogText::new(whose(name, chose)).with_details(what.clone())
        }
        LogMessage::Ruled {
            what,
            name,
            words,
            why,
        } => {
            let told = LogText::new(msg::ruling_on(&what, &whose(name, words)));
            told.with_details(why.clone().unwrap_or_default())
        }
        LogMessage::TakenBack { what } => LogText::new(msg::one_step_back(&what)),
        LogMessage::Withdrawn { name, what } => {
            LogText::new(whose(name, what)).with_details(msg::GIVEN_UP.get())
        }
        LogMessage::Outcome { words, .. } => LogText::new(join_sentences(words)),
        LogMessage::Told { name, words, rule } => {
            LogText::new(whose(name, words)).with_rule(Some(rule))
        }
        _ => LogText::default(),
    }
}

/// Returns the text of a line about a hold, such as a grapple.
pub(super) fn hold_text(what: &LogMessage) -> LogText {
    match what {
        LogMessage::Held {
            by,
            on,
            word,
            amount: Some(amount),
        } => LogText::new(format!("{by} {word} {on}")).with_details(match amount {
            0 => String::new(),
            amount => format_number(*amount),
        }),
        LogMessage::Held { by, on, word, .. } => LogText::new(msg::no_longer(&by, &word, &on)),
        _ => LogText::default(),
    }
}

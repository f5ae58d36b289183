//! Texts of log lines about rolls that the storyteller asks for. Loaded later than the first part of the program.

use rules::encounter::AskTelling;
use rules::encounter::log::{AskMessage, LogMessage};
use rules::encounter::view::LogLineView;
use rules::messages::asks as msg;
use rules::ruleset::ClientRules;

use super::text::LogText;

/// Returns the text of a line about an asked roll.
#[inline(never)]
pub(super) fn ask_text(rules: &dyn ClientRules, line: &LogLineView) -> LogText {
    let LogMessage::Asked(message) = &line.what else {
        return LogText::default();
    };
    let storyteller = || msg::THE_STORYTELLER.get().to_owned();
    match &**message {
        AskMessage::Asked {
            what,
            reading,
            names,
            telling,
            words,
        } => {
            let by = line.by.clone().unwrap_or_else(storyteller);
            let dial = rules.describe_parameters(reading);
            let how = match telling {
                AskTelling::Open => "",
                AskTelling::PassFail => msg::IS_PASS_OR_FAIL.get(),
                AskTelling::Secret { .. } => msg::SECRET.get(),
            };
            let words = match words.as_str() {
                "" => String::new(),
                words => format!("“{words}”"),
            };
            let details = [dial, names.join(", "), how.to_lowercase(), words];
            let details = details.into_iter().filter(|it| !it.is_empty());
            LogText::new(msg::asks_for(&by, &what))
                .with_details(details.collect::<Vec<_>>().join(" · "))
        }
        AskMessage::Something => LogText::new(msg::ASKS_FOR_SOMETHING.get()),
        AskMessage::Answered { name, what, passed } => LogText::new(match passed {
            true => msg::has_passed(&name, &what),
            false => msg::has_failed(&name, &what),
        }),
        AskMessage::Told {
            what,
            passed,
            failed,
        } => {
            let passed = (!passed.is_empty()).then(|| msg::who_passed(&passed.join(", ")));
            let failed = (!failed.is_empty()).then(|| msg::who_failed(&failed.join(", ")));
            let details: Vec<String> = passed.into_iter().chain(failed).collect();
            LogText::new(msg::tells_who_passed(&what)).with_details(details.join(" · "))
        }
        AskMessage::Shown { what, rolled } => {
            let results = rolled.iter().map(|(name, reading, rolled)| {
                let faces: Vec<String> =
                    rolled.faces.iter().map(|face| face.0.to_string()).collect();
                let result = rules.describe_outcome(rolled, reading);
                format!("{name}: {} · {result}", faces.join(" "))
            });
            let mut text = LogText::new(msg::shows_the_dice(&what));
            text.effects = results.collect();
            text
        }
        AskMessage::CalledOff { what } => LogText::new(msg::calls_off(&what)),
    }
}

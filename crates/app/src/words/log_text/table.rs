//! Texts of log lines about the scene and the settings of the table.

use rules::base::term::RuleId;
use rules::encounter::FoeHealth;
use rules::encounter::log::LogMessage;
use rules::messages::words as msg;

use super::text::LogText;

/// Returns the text of a log line about the encounter and the table's settings.
pub(super) fn table_text(what: &LogMessage) -> LogText {
    match what {
        LogMessage::Situated { from, to, words } => {
            LogText::new(msg::and(&from, &to)).with_details(words.clone())
        }
        LogMessage::TimePassed { words } => LogText::new(words.clone()),
        LogMessage::SceneEnded => LogText::new(msg::THE_SCENE_IS_OVER.get().to_owned()),
        LogMessage::HouseRule {
            key, words, rule, ..
        }
        | LogMessage::Set {
            key, words, rule, ..
        } => setting_text(key, words, rule.as_ref()),
        LogMessage::FoeHealth {
            shown: FoeHealth::Shown,
        } => LogText::new(msg::PLAYERS_SEE_FOES_HEALTH.get()),
        LogMessage::FoeHealth {
            shown: FoeHealth::Concealed,
        } => LogText::new(msg::PLAYERS_NO_LONGER_SEE_FOES.get()),
        _ => LogText::default(),
    }
}

/// Returns the text of a log line about a changed house rule; `words` describe the change.
fn setting_text(key: &str, words: &str, rule: Option<&RuleId>) -> LogText {
    let told = match words {
        "" => LogText::new(msg::house_rule(&key)),
        words => LogText::new(words),
    };
    told.with_details(rule.map_or_else(String::new, ToString::to_string))
}

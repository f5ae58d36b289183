//! Texts of log lines about the values of a combatant: pools, conditions, damage, items and traits.

use rules::character::track::Severity;
use rules::character::vocabulary::{format_number, format_signed};
use rules::encounter::log::{ItemChangeMessage, LogMessage};
use rules::messages::words as msg;
use rules::ruleset::ClientRules;

use super::text::LogText;
use crate::words::pool_title;

/// Returns the text of a line about pools and conditions.
pub(super) fn resource_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Spent {
            name,
            pool,
            by,
            left,
        } => {
            let (count, title) = (by.unsigned_abs(), pool_title(rules, pool));
            let told = LogText::new(match *by < 0 {
                true => msg::spends(&name, &count, &title),
                false => msg::regains(&name, &count, &title),
            });
            told.with_details(msg::left(&format_number(*left)))
        }
        LogMessage::Conditioned {
            name,
            key,
            condition,
        } => {
            let mut specs = rules.facts().condition_specs.iter();
            let spec = specs.find(|spec| spec.key == key);
            let word = spec.map_or(key.as_str(), |spec| spec.word.get());
            let told = LogText::new(match condition {
                Some(_) => msg::is(&name, &word),
                None => msg::is_no_more(&name, &word),
            });
            told.with_rule(spec.map(|spec| spec.rule))
        }
        _ => LogText::default(),
    }
}

/// Returns the text of a log line about damage and changed health boxes.
pub(super) fn damage_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Harmed {
            name,
            packet,
            excess,
            states,
        } => {
            let told = LogText::new(format!("{name} {}", rules.describe_damage(packet)));
            let told = match excess {
                0 => told,
                excess => told.with_details(msg::more_than_the_track_can(&excess)),
            };
            told.with_states(name, states)
        }
        LogMessage::Marked {
            name,
            change,
            points,
            states,
        } => {
            let change = match points {
                0 => mark_changes(*change),
                points => format!(
                    "{} {}",
                    format_signed(*points),
                    rules.facts().vocabulary.health
                ),
            };
            LogText::new(name.clone())
                .with_details(change)
                .with_states(name, states)
        }
        _ => LogText::default(),
    }
}

/// Returns the changes of health boxes that were made by hand, such as `+1 lethal, −1 bashing`.
#[must_use]
pub(in crate::words) fn mark_changes(change: [i32; 3]) -> String {
    let words = [Severity::Bashing, Severity::Lethal, Severity::Aggravated];
    let parts: Vec<String> = words
        .into_iter()
        .zip(change)
        .rev()
        .filter(|(_, change)| *change != 0)
        .map(|(severity, change)| format!("{} {}", format_signed(change), severity.word()))
        .collect();
    if parts.is_empty() {
        msg::AS_BEFORE.get().to_owned()
    } else {
        parts.join(", ")
    }
}

/// Returns the text of a line about an item.
pub(super) fn gear_text(what: &LogMessage) -> LogText {
    let LogMessage::Gear { name, item, told } = what else {
        return LogText::default();
    };
    let told = match told {
        ItemChangeMessage::Given => return LogText::new(msg::is_theirs_now(&name, &item)),
        ItemChangeMessage::Taken => return LogText::new(msg::is_theirs_no_more(&name, &item)),
        ItemChangeMessage::Carried(carried) => carried.label().into(),
        ItemChangeMessage::Number { title, now } => match now {
            Some(now) => msg::number_of_an_item(&title, &format_number(*now)),
            None => msg::no_any_more(&title),
        },
    };
    LogText::new(msg::item_of(&name, &item)).with_details(told)
}

/// Returns the text of a line about a change of the sheet.
pub(super) fn sheet_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::TraitSet {
            name,
            key,
            value,
            states,
        } => {
            let mut trait_specs = rules.facts().trait_specs.iter();
            let spec = trait_specs.find(|spec| spec.key == key);
            let title = spec.map_or(key.as_str(), |spec| spec.title.get());
            let told = LogText::new(match value {
                Some(value) => msg::trait_on_the_sheet(&name, &title, &format_number(*value)),
                None => msg::trait_off_the_sheet(&name, &title),
            });
            told.with_states(name, states)
        }
        LogMessage::KindSet { name, kind, states } => {
            let mut kinds = rules.facts().creature_kinds.iter();
            let spec = match kind {
                Some(key) => kinds.find(|kind| kind.key == key),
                None => kinds.next(),
            };
            let title = spec.map_or("", |spec| spec.title.get());
            LogText::new(msg::on_the_sheet(&name, &title)).with_states(name, states)
        }
        LogMessage::SheetWritten {
            name,
            words,
            states,
        } => LogText::new(msg::on_the_sheet(&name, &words)).with_states(name, states),
        _ => LogText::default(),
    }
}

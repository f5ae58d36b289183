//! Labels of undo and redo: the line they act on, and who did it.

use rules::base::id::SeatId;
use rules::character::vocabulary::format_signed;
use rules::encounter::UndoOffer;
use rules::encounter::log::LogMessage;
use rules::encounter::view::LogLineView;
use rules::messages::words as msg;
use rules::ruleset::ClientRules;

use super::log_text::{clock_in_short, log_text, mark_changes, moves_in_short};

/// Returns the words for what an undo or redo is about, such as `Weston −1 bashing, Ana`, with
/// `yours` for the reader's own.
#[must_use]
pub fn undo_offer_label(
    rules: &dyn ClientRules,
    log: &[LogLineView],
    offer: UndoOffer,
    you: SeatId,
) -> String {
    match log.iter().find(|line| line.no == offer.line) {
        Some(line) => {
            let moves = match line.what {
                LogMessage::Scene(_) => moves_in_short(log, offer),
                _ => None,
            };
            match moves {
                Some(words) => name_doer(words, line, you),
                None => undo_label(rules, line, offer.more, you),
            }
        }
        // Only a step that is known to nobody but those who run the table has no line.
        None => msg::THE_NEWEST_STEP.get().to_owned(),
    }
}

/// Returns a log line in short, with the number of `more` lines and who did it.
#[must_use]
pub fn undo_label(rules: &dyn ClientRules, line: &LogLineView, more: u32, you: SeatId) -> String {
    let mut words = short_line(rules, line);
    if more > 0 {
        words = msg::and_more(&words, &more);
    }
    name_doer(words, line, you)
}

/// Adds who did it to the words about a log line.
fn name_doer(words: String, line: &LogLineView, you: SeatId) -> String {
    match &line.by {
        Some(_) if line.seat == Some(you) => msg::yours(&words),
        Some(by) => format!("{words}, {by}"),
        None => words,
    }
}

/// Returns a log line in a few words.
fn short_line(rules: &dyn ClientRules, it: &LogLineView) -> String {
    match &it.what {
        LogMessage::Marked {
            name,
            change,
            points: 0,
            ..
        } => format!("{name} {}", mark_changes(*change)),
        LogMessage::Marked { name, points, .. } => {
            format!(
                "{name} {} {}",
                format_signed(*points),
                rules.facts().vocabulary.health
            )
        }
        LogMessage::Spent { name, pool, by, .. } => {
            format!(
                "{name} {} {}",
                format_signed(*by),
                super::pool_title(rules, pool)
            )
        }
        LogMessage::Clock(message) => {
            clock_in_short(message).unwrap_or_else(|| log_text(rules, it, None).head)
        }
        _ => log_text(rules, it, None).head,
    }
}

#[cfg(test)]
mod tests {
    use rules::ruleset::SystemId;

    use super::*;

    #[test]
    fn an_offer_is_called_by_its_line() {
        let rules = SystemId::Chronicle.client_rules();
        let line = |no, seat: u32, what| LogLineView {
            no,
            at: 0,
            by: Some(if seat == 2 { "Ana" } else { "Mara" }.into()),
            seat: Some(SeatId(seat)),
            other: false,
            what,
            hidden: false,
            undone: None,
        };
        let name = || "Weston".to_owned();
        let log = [
            line(
                7,
                2,
                LogMessage::Marked {
                    name: name(),
                    change: [-1, 0, 0],
                    points: 0,
                    states: vec![],
                },
            ),
            line(
                8,
                1,
                LogMessage::Noted {
                    name: name(),
                    text: Some("prone".into()),
                },
            ),
            line(
                9,
                1,
                LogMessage::Initiative {
                    name: "Ghoul A".into(),
                    die: None,
                    score: 14,
                    typed: false,
                    terms: vec![],
                    source: rules::encounter::log::InitiativeSource::Sheet,
                },
            ),
        ];
        let said = |line, more| {
            let offer = UndoOffer { line, more };
            undo_offer_label(rules, &log, offer, SeatId(1))
        };
        assert_eq!(said(7, 0), "Weston −1 bashing, Ana");
        assert_eq!(said(8, 0), "Weston: prone, yours");
        assert_eq!(said(9, 2), "Ghoul A acts on 14 and 2 more, yours");
        assert_eq!(said(0, 0), "the last step");
    }
}

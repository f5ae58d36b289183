//! Labels of undo and redo: the line they act on, and who did it.

use rules::encounter::Offer;
use rules::encounter::log::What;
use rules::encounter::view::Line;
use rules::house::House;
use rules::id::SeatId;
use rules::messages::words as msg;
use rules::speech::signed;
use rules::system::Look;

use super::line::{line, marks};

/// Returns what an undo or redo is about: `Weston −1 bashing, Ana`, with `yours` for the reader's own.
#[must_use]
pub fn offered(rules: &dyn Look, house: &House, log: &[Line], offer: Offer, you: SeatId) -> String {
    match log.iter().find(|line| line.no == offer.line) {
        Some(line) => deed(rules, house, line, offer.more, you),
        // Only a step that is known to nobody but those who run the table has no line.
        None => msg::THE_NEWEST_STEP.get().to_owned(),
    }
}

/// Returns a line in short, the number of further lines, and who did it.
#[must_use]
pub fn deed(rules: &dyn Look, house: &House, line: &Line, more: u32, you: SeatId) -> String {
    let mut words = brief(rules, house, line);
    if more > 0 {
        words = msg::and_more(&words, &more);
    }
    match &line.by {
        Some(_) if line.seat == Some(you) => msg::yours(&words),
        Some(by) => format!("{words}, {by}"),
        None => words,
    }
}

/// Returns a line in a few words.
fn brief(rules: &dyn Look, house: &House, it: &Line) -> String {
    match &it.what {
        What::Marked {
            name,
            change,
            points: 0,
            ..
        } => format!("{name} {}", marks(*change)),
        What::Marked { name, points, .. } => {
            format!("{name} {} {}", signed(*points), rules.speech().health)
        }
        What::Spent { name, pool, by, .. } => {
            format!("{name} {} {}", signed(*by), super::pool_title(rules, pool))
        }
        _ => line(rules, house, it).head,
    }
}

#[cfg(test)]
mod tests {
    use rules::system::SystemId;

    use super::*;

    #[test]
    fn an_offer_is_called_by_its_line() {
        let rules = SystemId::Chronicle.look();
        let line = |no, seat: u32, what| Line {
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
                What::Marked {
                    name: name(),
                    change: [-1, 0, 0],
                    points: 0,
                    states: vec![],
                },
            ),
            line(
                8,
                1,
                What::Noted {
                    name: name(),
                    text: Some("prone".into()),
                },
            ),
            line(
                9,
                1,
                What::Initiative {
                    name: "Ghoul A".into(),
                    die: None,
                    score: 14,
                    typed: false,
                    terms: vec![],
                    source: rules::encounter::log::Source::Sheet,
                },
            ),
        ];
        let said = |line, more| {
            let offer = Offer { line, more };
            offered(rules, &House::default(), &log, offer, SeatId(1))
        };
        assert_eq!(said(7, 0), "Weston −1 bashing, Ana");
        assert_eq!(said(8, 0), "Weston: prone, yours");
        assert_eq!(said(9, 2), "Ghoul A acts on 14 and 2 more, yours");
        assert_eq!(said(0, 0), "the last step");
    }
}

//! Texts of log lines about handouts. Loaded later than the first part of the program.

use rules::encounter::log::HandoutMessage;
use rules::handout::HandoutKind;
use rules::messages::handout as msg;

use super::text::LogText;
use rules::character::vocabulary::join_list;

/// Returns the text of a line about a handout.
#[inline(never)]
pub(super) fn handout_text(message: &HandoutMessage) -> LogText {
    match message {
        HandoutMessage::Made((_, name)) => LogText::new(msg::is_a_new_handout(name)),
        HandoutMessage::Changed((_, name)) => LogText::new(msg::is_changed(name)),
        HandoutMessage::Removed((_, name)) => LogText::new(msg::is_removed(name)),
        HandoutMessage::Uncovered((_, name)) => LogText::new(msg::more_of_it_can_be_read(name)),
        HandoutMessage::Given { to, what: None } => {
            let count = i64::try_from(to.len()).unwrap_or(i64::MAX);
            LogText::new(msg::is_handed_something(count, &join_list(to)))
        }
        HandoutMessage::Given {
            to,
            what: Some((kind, name)),
        } => LogText::new(msg::something_to(&noun_of(*kind), &join_list(to)))
            .with_details(name.clone()),
        HandoutMessage::Recalled {
            from,
            what: (kind, name),
        } => LogText::new(msg::something_back_from(&noun_of(*kind), &join_list(from)))
            .with_details(name.clone()),
        HandoutMessage::Noted {
            what: (_, name),
            words,
        } => LogText::new(msg::a_note_on(name)).with_details(words.clone()),
        HandoutMessage::OnScreen((_, name)) => LogText::new(msg::is_on_the_screen(name)),
        HandoutMessage::OffScreen((_, name)) => LogText::new(msg::is_off_the_screen(name)),
    }
}

/// Returns the noun for a kind of handout, such as "letter".
fn noun_of(kind: HandoutKind) -> &'static str {
    match kind {
        HandoutKind::Letter => msg::A_LETTER.get(),
        HandoutKind::Picture => msg::A_PICTURE.get(),
        HandoutKind::Note => msg::A_NOTE.get(),
        HandoutKind::Name => msg::A_NAME.get(),
    }
}

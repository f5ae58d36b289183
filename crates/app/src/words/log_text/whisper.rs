//! Texts of whispers: from whom, to whom, and who else reads them.

use rules::base::id::SeatId;
use rules::encounter::log::{LogMessage, Whisper};
use rules::encounter::view::{LogLineView, SeatView};
use rules::messages::words as msg;

use super::text::LogText;

/// Returns the text of a whisper, in which the person in the seat `reader` is called “you”. Loaded later than the first
/// part of the program.
#[inline(never)]
pub(super) fn whisper_text(
    line: &LogLineView,
    whisper: &Whisper,
    reader: Option<SeatId>,
) -> LogText {
    let is_you = |seat| reader.is_some() && seat == reader;
    let by = match is_you(line.seat) {
        true => msg::YOU_WHISPER.get(),
        false => line.by.as_deref().unwrap_or_default(),
    };
    let to = whisper.to.iter().map(|to| match is_you(Some(to.seat)) {
        true => msg::YOU_LISTEN.get(),
        false => to.name.as_str(),
    });
    let to: Vec<&str> = to.collect();
    let (last, others) = to.split_last().unwrap_or((&"", &[]));
    let to = match others {
        [] => (*last).to_owned(),
        others => msg::one_and_other(&others.join(", "), last),
    };
    let head = msg::whisper_to_alone(&by, &to, &whisper.words);
    LogText::new(head).with_details(match whisper.private {
        true => msg::NOBODY_ELSE_READS_THIS.get(),
        false => "",
    })
}

/// Returns what a screen reader says of a whisper to the reader; `None` for another line, or one of the reader's own.
#[must_use]
pub fn whisper_announcement(
    seats: &[SeatView],
    line: &LogLineView,
    reader: SeatId,
) -> Option<String> {
    let LogMessage::Whispered(whisper) = &line.what else {
        return None;
    };
    let by = line.seat.filter(|by| *by != reader)?;
    let runs = seats.iter().find(|seat| seat.id == by);
    let runs = runs.is_some_and(|seat| seat.role.can_run_table());
    Some(match (runs, &line.by) {
        (true, _) | (false, None) => msg::the_storyteller_whispers_to_you(&whisper.words),
        (false, Some(by)) => msg::whispers_to_you(by, &whisper.words),
    })
}

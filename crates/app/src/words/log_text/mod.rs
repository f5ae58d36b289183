//! Texts of log lines, for the eye and for screen readers.

mod announcement;
mod ask;
mod clocks;
mod combatant;
mod dice;
mod exchange;
mod handout;
mod roster;
mod scene;
mod table;
mod text;
mod turns;
mod whisper;

use rules::base::id::SeatId;
use rules::encounter::log::LogMessage;
use rules::encounter::view::LogLineView;
use rules::messages::words as msg;
use rules::ruleset::ClientRules;

pub use self::announcement::{
    Weight, announcement, is_outcome, join_sentences, join_spoken, weight_of,
};
use self::ask::ask_text;
pub(crate) use self::clocks::botch_word;
pub(super) use self::clocks::clock_in_short;
use self::clocks::{clock_text, safety_text};
pub(super) use self::combatant::mark_changes;
use self::combatant::{damage_text, gear_text, resource_text, sheet_text};
pub use self::dice::dice_of;
use self::dice::roll_text;
use self::exchange::{exchange_text, hold_text};
use self::handout::handout_text;
use self::roster::roster_text;
pub(super) use self::scene::moves_in_short;
use self::scene::scene_text;
use self::table::table_text;
pub use self::text::{DetailPart, LogText};
use self::turns::{initiative_text, plan_text, turn_text};
pub use self::whisper::whisper_announcement;
use self::whisper::whisper_text;

/// Returns the text of a log line, in the terms of these rules. The person in the seat `reader` is called “you” in a
/// whisper.
#[must_use]
pub fn log_text(rules: &dyn ClientRules, line: &LogLineView, reader: Option<SeatId>) -> LogText {
    match &line.what {
        LogMessage::Joined { .. }
        | LogMessage::Left { .. }
        | LogMessage::Muted { .. }
        | LogMessage::Proposed { .. }
        | LogMessage::Titled { .. }
        | LogMessage::Added { .. }
        | LogMessage::Brought { .. }
        | LogMessage::Removed { .. }
        | LogMessage::Renamed { .. }
        | LogMessage::Revealed { .. }
        | LogMessage::Hidden { .. }
        | LogMessage::Grouped { .. }
        | LogMessage::Pictured { .. }
        | LogMessage::Assigned { .. }
        | LogMessage::Noted { .. } => roster_text(&line.what),
        LogMessage::Initiative { .. } | LogMessage::Offered { .. } => {
            initiative_text(rules, &line.what)
        }
        LogMessage::Planned { .. }
        | LogMessage::Aborted { .. }
        | LogMessage::Waits { .. }
        | LogMessage::CutsIn { .. }
        | LogMessage::WaitedTooLong { .. } => plan_text(rules, &line.what),
        LogMessage::Spent { .. } | LogMessage::Conditioned { .. } => {
            resource_text(rules, &line.what)
        }
        LogMessage::Gear { .. } => gear_text(&line.what),
        LogMessage::TraitSet { .. }
        | LogMessage::KindSet { .. }
        | LogMessage::SheetWritten { .. } => sheet_text(rules, &line.what),
        LogMessage::Situated { .. }
        | LogMessage::TimePassed { .. }
        | LogMessage::SceneEnded
        | LogMessage::HouseRule { .. }
        | LogMessage::Set { .. }
        | LogMessage::FoeHealth { .. } => table_text(&line.what),
        LogMessage::Scene(what) => scene_text(what),
        LogMessage::Clock(message) => clock_text(rules, message),
        LogMessage::Safety { signal } => safety_text(*signal),
        LogMessage::Handout(message) => handout_text(message),
        LogMessage::Held { .. } => hold_text(&line.what),
        LogMessage::CameDue { name, words, rule } => {
            LogText::new(format!("{name}: {words}")).with_rule(Some(rule))
        }
        LogMessage::Waived { name, words } => {
            LogText::new(format!("{name}: {words}")).with_details(msg::LET_PASS.get().to_owned())
        }
        LogMessage::Declared { .. }
        | LogMessage::Chose { .. }
        | LogMessage::Ruled { .. }
        | LogMessage::TakenBack { .. }
        | LogMessage::Withdrawn { .. }
        | LogMessage::Outcome { .. }
        | LogMessage::Told { .. } => exchange_text(&line.what),
        LogMessage::Said { text } => match &line.by {
            Some(by) => LogText::new(format!("{by}: {text}")),
            None => LogText::new(text.clone()),
        },
        LogMessage::Moved { name, bench: true } => LogText::new(msg::leaves_the_order(&name)),
        LogMessage::Moved { name, bench: false } => LogText::new(msg::moves_in_the_order(&name)),
        LogMessage::Sorted => LogText::new(msg::THE_ORDER_IS_AS_ROLLED.get()),
        LogMessage::Turn { .. } => turn_text(rules, &line.what),
        LogMessage::Harmed { .. } | LogMessage::Marked { .. } => damage_text(rules, &line.what),
        LogMessage::Rolled { .. } => roll_text(rules, line),
        LogMessage::Whispered(whisper) => whisper_text(line, whisper, reader),
        LogMessage::Asked(_) => ask_text(rules, line),
    }
}

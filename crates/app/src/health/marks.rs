//! The marks of health boxes: the keys that stand for them, and the command that makes them.

use rules::base::id::CombatantId;
use rules::character::track::{Boxes, Severity};
use rules::encounter::Command;
use rules::encounter::command::BoxShift;
use rules::encounter::view::CombatantRow;

use crate::health::gesture;
use crate::state::table_state::Model;

/// Returns the health boxes of a row, if it has any.
pub(super) fn boxes_of(row: &CombatantRow) -> Option<Boxes> {
    row.track.as_ref()?.boxes().copied()
}

/// Returns the keyboard key that makes a damage mark, which is also its name in style sheets and
/// tests.
pub(crate) const fn mark_key(mark: Option<Severity>) -> &'static str {
    match mark {
        None => "h",
        Some(Severity::Bashing) => "b",
        Some(Severity::Lethal) => "l",
        Some(Severity::Aggravated) => "a",
    }
}

/// Returns the damage mark that a keyboard key makes; `None` for other keys.
pub(super) fn mark_for_key(key: &str) -> Option<Option<Severity>> {
    Some(match key {
        "b" | "B" => Some(Severity::Bashing),
        "l" | "L" => Some(Severity::Lethal),
        "a" | "A" => Some(Severity::Aggravated),
        "h" | "H" | "Delete" | "Backspace" => None,
        _ => return None,
    })
}

/// Sends changes of boxes, if there are any.
pub(super) fn send_shifts(model: Model, id: CombatantId, shifts: Vec<BoxShift>) {
    gesture::release_mark();
    let shifts: Vec<BoxShift> = shifts
        .into_iter()
        .filter(|shift| shift.from != shift.to)
        .collect();
    if !shifts.is_empty() {
        model.send(Command::MarkBoxes { id, shifts });
    }
}

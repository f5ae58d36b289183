//! State that the parts of the board share.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::sorted_map::Map;
use rules::encounter::view::Standpoint;

use crate::scene::state::BoardItem;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Signals and state that the parts of the scene's board share. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct BoardContext {
    /// The state of the table.
    pub(super) model: Model,
    /// The state that the parts of the page share.
    pub(super) stage: Stage,
    /// The place of each combatant.
    pub(super) places: Memo<Map<CombatantId, Standpoint>>,
    /// The only element of the board at which the Tab key stops.
    pub(super) tab_stop: Memo<Option<BoardItem>>,
}

impl BoardContext {
    /// Returns the value of `tabindex` for an element of the board. Reacts to changes.
    pub(super) fn tab_index(&self, item: BoardItem) -> &'static str {
        match self.tab_stop.get() == Some(item) {
            true => "0",
            false => "-1",
        }
    }

    /// Remembers the element of the board that has the focus.
    pub(super) fn remember_focus(&self, item: BoardItem) {
        self.stage.scene.board().stop.set(Some(item));
    }
}

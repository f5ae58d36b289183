//! The asked rolls that a page knows of.

use leptos::prelude::*;
use rules::base::id::{AskId, CombatantId};
use rules::encounter::view::{AskAnswerView, AskView};

use crate::state::table_state::Model;

/// The asked rolls that a page shows, in the order of asking.
pub(super) type Asks = Memo<Vec<AskView>>;

/// Whether a combatant is the reader's own.
pub(super) fn is_own(model: Model, who: CombatantId) -> bool {
    let row = model.current_row(who);
    row.is_some_and(|row| row.owner == Some(model.you.get_untracked()))
}

/// Finds an asked roll by its id among `asks`, those that the reader knows of; `None` if it is not
/// there.
pub(super) fn find_ask(asks: Asks, id: AskId) -> Option<AskView> {
    asks.with(|all| all.iter().find(|ask| ask.id == id).cloned())
}

/// Finds the answer of a combatant to an asked roll; `None` if it is not asked.
pub(super) fn find_answer(ask: &AskView, who: CombatantId) -> Option<AskAnswerView> {
    ask.answers.iter().find(|answer| answer.who == who).cloned()
}

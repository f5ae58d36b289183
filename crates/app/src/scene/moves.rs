//! Moves of combatants on the board: who may make them, what they cost, and the command.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::encounter::MovePermission;

use crate::state::table_state::Model;

/// What the reader can do about where a combatant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveRight {
    /// Move it.
    Moves,
    /// Propose a move to the storyteller.
    Proposes,
}

/// Returns what the reader can do about where a combatant stands; `None` for another player's.
#[must_use]
pub fn move_right(model: Model, id: CombatantId) -> Option<MoveRight> {
    if model.can_run_table() {
        return Some(MoveRight::Moves);
    }
    let row = model.current_row(id)?;
    let own = row.owner == Some(model.you.get_untracked()) && model.role() == Role::Player;
    own.then(|| {
        let turn = model.turn.get_untracked();
        let acts = turn.acting.is_some_and(|acting| {
            let together = model.together.get_untracked();
            let mut groups = together.iter();
            acting == id || groups.any(|group| group.contains(&acting) && group.contains(&id))
        });
        match model.with_view(|view| view.moves) {
            MovePermission::Always => MoveRight::Moves,
            MovePermission::OwnTurn if turn.round == 0 || acts => MoveRight::Moves,
            MovePermission::OwnTurn | MovePermission::Proposed => MoveRight::Proposes,
        }
    })
}

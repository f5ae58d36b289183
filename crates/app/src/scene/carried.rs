//! Combatants that go when a token is moved: those for which it stands, and all that were chosen with it.

use leptos::prelude::*;
use rules::base::id::CombatantId;

use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Returns the combatants who move when a token is moved. If it is one of those chosen, all of them
/// go, each with the group for which its token stands.
pub(super) fn carried(model: Model, stage: Stage, id: CombatantId) -> Vec<CombatantId> {
    let picked = stage.scene.board().picked.get();
    let first = match picked.contains(&id) {
        true => picked,
        false => vec![id],
    };
    let mut all: Vec<CombatantId> = Vec::new();
    for id in first {
        let together = those_together(model, id).into_iter();
        let fresh: Vec<_> = together.filter(|id| !all.contains(id)).collect();
        all.extend(fresh);
    }
    all
}

/// Whether the combatants `all` are of different groups, so that one of them can be the slowest.
pub(super) fn differ(model: Model, all: &[CombatantId]) -> bool {
    let group = |id: &CombatantId| model.current_row(*id).and_then(|row| row.group);
    let first = all.first().and_then(group);
    all.len() > 1 && (first.is_none() || all.iter().any(|id| group(id) != first))
}

/// Returns the combatants that one token stands for, its group in the same place or the combatant
/// alone.
fn those_together(model: Model, id: CombatantId) -> Vec<CombatantId> {
    model.with_view(|view| {
        let group = view.rows.get(&id).and_then(|row| row.group);
        let place = view.standpoint(id);
        let alike = view.rows.values().filter(|row| {
            row.id == id
                || group.is_some() && row.group == group && view.standpoint(row.id) == place
        });
        alike.map(|row| row.id).collect()
    })
}

/// Clears the choice of combatants to move together.
pub(super) fn choose_no_one(stage: Stage) {
    let board = stage.scene.board();
    board.picked.set(Vec::new());
    board.picking.set(false);
}

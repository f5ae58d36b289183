//! The combatants that an action can target.

use rules::base::id::CombatantId;
use rules::encounter::Side;

use crate::state::table_state::Model;

/// Returns the combatants that an action of `by` can target. Those still in the fight come first,
/// then those of the other side.
pub(crate) fn possible_targets(model: Model, by: CombatantId) -> Vec<CombatantId> {
    model.rows_changed.track();
    let order = model.order.get();
    model.with_view(|view| {
        let side = view.rows.get(&by).map(|row| row.side);
        let rows = order.iter().filter_map(|id| view.rows.get(id));
        let mut rows: Vec<_> = rows.filter(|row| row.id != by).collect();
        rows.sort_by_key(|row| (row.is_out(), Some(row.side) == side));
        rows.iter().map(|row| row.id).collect()
    })
}

/// Returns the likely target of `by`, which is the only combatant of the other side still in the
/// fight; `None` if there are several.
pub(crate) fn likely_target(model: Model, by: CombatantId) -> Option<CombatantId> {
    let all = possible_targets(model, by);
    model.with_view(|view| {
        let side: Option<Side> = view.rows.get(&by).map(|row| row.side);
        let mut foes = all.iter().filter_map(|id| view.rows.get(id));
        let first = foes.find(|row| Some(row.side) != side && !row.is_out())?;
        foes.all(|row| Some(row.side) == side || row.is_out())
            .then_some(first.id)
    })
}

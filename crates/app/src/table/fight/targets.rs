//! Whom an action is for: everyone else who is there, the other side first.

use leptos::prelude::*;
use rules::encounter::Side;
use rules::id::CombatantId;

use super::draft::Draft;
use crate::table::live::{clicked, live, memo};
use crate::table::model::Model;
use crate::words;

/// Those who can be chosen.
pub(super) fn all(model: Model, by: CombatantId) -> Vec<CombatantId> {
    model.rows_changed.track();
    let order = model.order.get();
    model.look(|view| {
        let side = view.rows.get(&by).map(|row| row.side);
        let rows = order.iter().filter_map(|id| view.rows.get(id));
        let mut rows: Vec<_> = rows.filter(|row| row.id != by).collect();
        rows.sort_by_key(|row| (row.is_out(), Some(row.side) == side));
        rows.iter().map(|row| row.id).collect()
    })
}

/// The one likely target: the only one of the other side who is up.
pub(super) fn likely(model: Model, by: CombatantId) -> Option<CombatantId> {
    let all = all(model, by);
    model.look(|view| {
        let side: Option<Side> = view.rows.get(&by).map(|row| row.side);
        let mut foes = all.iter().filter_map(|id| view.rows.get(id));
        let first = foes.find(|row| Some(row.side) != side && !row.is_out())?;
        foes.all(|row| Some(row.side) == side || row.is_out())
            .then_some(first.id)
    })
}

/// A button for each.
#[component]
pub fn Targets(
    /// The action.
    draft: Draft,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let ids = memo(move || draft.by.get().map(|by| all(model, by)).unwrap_or_default());
    let one = move |id: CombatantId| {
        let row = model.row_now(id)?;
        let chosen = move || draft.at.with(|at| at.contains(&id));
        let side = if row.side == Side::Character {
            "character"
        } else {
            "foe"
        };
        Some(view! {
            <button
                type="button"
                class="target"
                data-id=id.to_string()
                data-side=side
                data-out=row.is_out().to_string()
                aria-pressed=live(move || chosen().to_string())
                on:click=clicked(move |_| draft.aim(model, id))
            >
                <span class="target-token" aria-hidden="true">{words::token(&row.name, row.label.as_deref())}</span>
                {row.full_name()}
            </button>
        })
    };
    view! {
        <div class="targets" role="group" aria-label="At whom">
            {move || ids.get().into_iter().filter_map(one).collect_view()}
        </div>
    }
}

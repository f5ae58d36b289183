//! The choice of the roller: a combatant of this seat, or the player.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::messages::screen as msg;

use crate::reactive::{derive, memo, redraw};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// The choice of the combatant that rolls, or of the player.
#[component]
pub fn Roller() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let choices = memo(move || {
        model.rows_changed.track();
        model.order.track();
        model.bench.track();
        model.with_view(|view| {
            let all = view
                .order
                .iter()
                .chain(&view.bench)
                .filter_map(|id| view.rows.get(id));
            all.filter(|row| model.may_act_for(row))
                .map(|row| (row.id, row.full_name()))
                .collect::<Vec<_>>()
        })
    });
    let option = move |(id, name): (CombatantId, String)| {
        view! {
            <option value=id.to_string() selected=derive(move || stage.roller.get() == Some(id))>{name}</option>
        }
    };
    let nobody = if model.can_run_table() {
        msg::THE_STORYTELLER_2.get()
    } else {
        msg::MYSELF.get()
    };
    view! {
        <label class="roller">
            <span class="unseen">{msg::WHO_ROLLS.get()}</span>
            <select
                id="roller"
                on:change:target=move |event| {
                    stage.roller.set(event.target().value().parse::<CombatantId>().ok());
                }
            >
                <option value="" selected=derive(move || stage.roller.get().is_none())>{nobody}</option>
                {redraw(move || choices.get().into_iter().map(option).collect_view())}
            </select>
        </label>
    }
}

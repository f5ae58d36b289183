//! Assignment of an initiative roll from the log to a combatant.

use crate::reactive::{memo, redraw};
use crate::state::table_state::Model;
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::Command;
use rules::messages::screen as msg;

/// The choice of a combatant that gets the initiative roll of a log line.
#[component]
pub fn AssignInitiative(
    /// The line's number.
    no: u32,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let choices = memo(move || {
        model.rows_changed.track();
        let (order, bench) = (model.order.get(), model.bench.get());
        model.with_view(|view| {
            let all = order.iter().chain(&bench);
            all.filter_map(|id| view.rows.get(id))
                .map(|row| (row.id, row.full_name()))
                .collect::<Vec<_>>()
        })
    });
    view! {
        <select
            class="give-to"
            aria-label=msg::GIVE_THIS_INITIATIVE_TO.get()
            on:change:target=move |event| {
                if let Ok(id) = event.target().value().parse::<CombatantId>() {
                    model.send(Command::GiveInitiative { line: no, id });
                }
            }
        >
            <option value="">{msg::GIVE_TO.get()}</option>
            {redraw(move || choices.get().into_iter().map(|(id, name)| view! {
                <option value=id.to_string()>{name}</option>
            }).collect_view())}
        </select>
    }
}

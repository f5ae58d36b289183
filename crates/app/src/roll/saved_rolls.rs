//! Rolls saved on a sheet, each made with one press.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::Command;
use rules::messages::screen as msg;

use crate::reactive::{memo, on_click, redraw};
use crate::roll::pool::Pool;
use crate::state::table_state::Model;

/// The saved rolls of the reader's combatants; for a storyteller, of the acting combatant and the chosen one. Empty
/// while real dice are rolled.
#[component]
pub fn SavedRolls(
    /// The roll that is put together beside them.
    pool: Pool,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let kept = memo(move || {
        model.rows_changed.track();
        let mut kept: Vec<(CombatantId, String)> = Vec::new();
        if pool.real.get() {
            return kept;
        }
        let acting = model.turn.get().acting;
        model.with_view(|view| {
            for row in view.rows.values().filter(|row| model.may_act_for(row)) {
                let here =
                    !model.can_run_table() || acting == Some(row.id) || pool.rolls_for(row.id);
                if let Some(sheet) = row.sheet.as_ref().filter(|_| here) {
                    kept.extend(sheet.rolls.keys().map(|name| (row.id, name.clone())));
                }
            }
        });
        kept
    });
    // By id, so that those of one combatant stand together.
    let of_one = move || kept.with(|all| all.first().map(|it| it.0) == all.last().map(|it| it.0));
    let one = move |(id, name): (CombatantId, String)| {
        let row = model.current_row(id);
        let words = match row.filter(|_| !of_one()) {
            Some(row) => format!("{}: {name}", row.full_name()),
            None => name.clone(),
        };
        let roll = move |_| {
            let line = model
                .current_row(id)
                .and_then(|row| row.sheet?.roll_line(&name));
            if let Some(line) = line.map(|line| pool.apply_hidden(line)) {
                model.send(Command::Say {
                    line,
                    who: Some(id),
                });
            }
        };
        view! { <button type="button" class="chip kept" on:click=on_click(roll)>{words}</button> }
    };
    view! {
        <div class="chips kept-rolls" role="group" aria-label=msg::KEPT_ROLLS.get()>
            {redraw(move || kept.get().into_iter().map(one).collect_view())}
        </div>
    }
}

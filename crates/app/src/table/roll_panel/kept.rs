//! The rolls that a sheet keeps: one press makes one of them.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::view::Row;
use rules::id::{CombatantId, CommandId};

use super::pool::Pool;
use crate::table::live::{clicked, drawn, live, memo};
use crate::table::model::Model;

/// The kept rolls of the combatants the reader plays; for those who run the table, of the acting
/// combatant and of the one who is chosen.
#[component]
pub fn Kept(
    /// The roll that is put together beside them.
    pool: Pool,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let wanted = move |row: &Row, acting: Option<CombatantId>| match model.runs() {
        true => acting == Some(row.id) || pool.rolls_for(row.id),
        false => model.may_act_for(row),
    };
    let kept = memo(move || {
        model.rows_changed.track();
        let acting = model.turn.get().acting;
        model.look(|view| {
            let rows = view.rows.values().filter(|row| wanted(row, acting));
            let rows = rows.filter_map(|row| Some((row, &row.sheet.as_ref()?.rolls)));
            let all = rows.flat_map(|(row, rolls)| {
                rolls
                    .keys()
                    .map(|name| (row.id, row.full_name(), name.clone()))
            });
            all.collect::<Vec<_>>()
        })
    });
    let waits = RwSignal::new(None::<CommandId>);
    Effect::new(move |_| {
        if let Some(answer) = model.answer.get()
            && waits.get_untracked() == Some(answer.id)
        {
            waits.set(None);
            pool.trouble.set(answer.refused);
        }
    });
    // By id, so that those of one combatant stand together.
    let of_one = move || kept.with(|all| all.first().map(|it| it.0) == all.last().map(|it| it.0));
    let one = move |(id, who, name): (CombatantId, String, String)| {
        let label = format!("Roll: {name}, {who}");
        let words = match of_one() {
            true => name.clone(),
            false => format!("{who}: {name}"),
        };
        let roll = move |_| {
            let row = model.row_now(id);
            let line = row.and_then(|row| row.sheet?.roll_line(&name));
            if let Some(line) = line.map(|line| pool.as_set(line)) {
                waits.set(model.ask(Command::Say {
                    line,
                    who: Some(id),
                }));
            }
        };
        view! {
            <button type="button" class="chip kept" aria-label=label on:click=clicked(roll)>{words}</button>
        }
    };
    view! {
        <div
            class="chips kept-rolls"
            role="group"
            aria-label="Kept rolls"
            hidden=live(move || pool.real.get() || kept.with(Vec::is_empty))
        >
            {drawn(move || kept.get().into_iter().map(one).collect_view())}
        </div>
    }
}

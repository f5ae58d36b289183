//! Groups of combatants that act as one: one row of the order, which can be expanded.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::phase::Phase;
use rules::character::vocabulary::format_number;
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::reactive::{derive, memo, on_click};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Returns the group of a combatant, as far as its members are adjacent in the order, itself included; empty if it
/// stands alone.
pub fn group_of(model: Model, id: CombatantId) -> Vec<CombatantId> {
    model.rows_changed.track();
    let order = model.order.get();
    model.with_view(|view| {
        let group = |id: &CombatantId| view.rows.get(id).and_then(|row| row.group);
        let mut runs =
            order.chunk_by(|one, other| group(one).is_some() && group(one) == group(other));
        let run = runs.find(|run| run.contains(&id) && run.len() > 1);
        run.unwrap_or_default().to_vec()
    })
}

/// Calls `say` with the rows of the combatants of a group, and reacts to their changes.
fn with_group<T>(
    model: Model,
    ids: Memo<Vec<CombatantId>>,
    say: impl FnOnce(&[&CombatantRow]) -> T,
) -> T {
    model.rows_changed.track();
    let ids = ids.get();
    model.with_view(|view| {
        let rows = ids
            .iter()
            .filter_map(|id| view.rows.get(id).map(Box::as_ref));
        say(&rows.collect::<Vec<_>>())
    })
}

/// The head over the rows of a group: its name, how many are left, and the button that expands it.
#[component]
pub fn GroupHead(
    /// The combatants of the group.
    ids: Memo<Vec<CombatantId>>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let key = move || with_group(model, ids, |rows| rows.first().and_then(|row| row.group));
    let open = memo(move || key().is_some_and(|key| stage.open.with(|open| open.contains(&key))));
    let name = move || {
        with_group(model, ids, |rows| {
            let name = rows.first().map(|row| row.name.clone()).unwrap_or_default();
            format!("{name} ×{}", rows.len())
        })
    };
    let out = move || {
        let out = with_group(model, ids, |rows| {
            rows.iter().filter(|row| row.is_out()).count()
        });
        (out > 0).then(|| msg::out(&out))
    };
    let score = move || {
        with_group(model, ids, |rows| {
            rows.first().and_then(|row| row.score).map(format_number)
        })
    };
    let busy = move || {
        let acting = model.turn.get().acting;
        ids.with(|ids| ids.iter().any(|id| Some(*id) == acting))
    };
    let apart = move || {
        with_group(model, ids, |rows| {
            open.get() && rows.first().is_some_and(|row| model.may_act_for(row))
        })
    };
    view! {
        <div class="group-line">
            <button
                type="button"
                class="fold"
                aria-expanded=derive(move || open.get().to_string())
                data-busy=derive(move || busy().to_string())
                on:click=on_click(move |_| {
                    if let Some(key) = key() {
                        let was = open.get_untracked();
                        stage.open.update(|open| match was {
                            true => open.retain(|other| *other != key),
                            false => open.push(key),
                        });
                    }
                })
            >
                <span class="fold-name">{derive(name)}</span>
                <span class="fold-out">{derive(out)}</span>
                <span class="unseen">" " {msg::INITIATIVE_OF_A_ROW.get()} " "</span>
                <span class="fold-score">{derive(score)}</span>
            </button>
            {group_done_button(model, Some(ids))}
            <button
                hidden=derive(move || !apart())
                type="button"
                class="quiet small apart"
                on:click=on_click(move |_| {
                    let chosen = untrack(|| with_group(model, ids, |rows| {
                        let shown = rows.iter().find(|row| !row.hidden);
                        shown.or(rows.first()).map(|row| row.id)
                    }));
                if let Some(id) = chosen {
                    model.send(Command::Ungroup { id });
                }
                })
            >
                {msg::EACH_ON_THEIR_OWN.get()}
            </button>
        </div>
    }
}

/// Renders the button that ends the turn of a whole group of the reader's while a member acts; in the row of `line`
/// while they declare.
pub fn group_done_button(model: Model, line: Option<Memo<Vec<CombatantId>>>) -> AnyView {
    let declares = line.is_some();
    let shown = move || {
        let turn = model.turn.get();
        let acting = turn.acting.filter(|id| {
            let here = line.is_none_or(|ids| ids.with(|ids| ids.contains(id)));
            let plays = model
                .current_row(*id)
                .is_some_and(|row| model.may_act_for(&row));
            here && plays && declares == (turn.phase == Phase::Declare)
        });
        acting.is_some_and(|id| group_of(model, id).last().is_some_and(|last| *last != id))
    };
    view! {
        <button
            hidden=derive(move || !shown())
            type="button"
            class="quiet"
            on:click=on_click(move |_| {
                let after = model.turn.get_untracked();
                model.send(Command::GroupTurn { after });
            })
        >
            {if declares { msg::GROUP_DECLARED.get() } else { msg::GROUP_DONE.get() }}
        </button>
    }
    .into_any()
}

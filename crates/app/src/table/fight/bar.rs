//! The one next action of the acting combatant, above the tabs of a phone: whatever tab is open, it is one tap away.

use leptos::prelude::*;
use rules::messages::screen as msg;

use super::{acting, busy};
use crate::table::Stage;
use crate::table::live::{clicked, live, memo};
use crate::table::model::Model;

/// The bar: there while the reader's combatant acts and nothing is asked or put together.
#[component]
pub fn Bar() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let acts = memo(move || {
        let id = acting(model)?;
        let asked = stage.asked.with(|asked| asked.iter().any(|one| one.mine));
        let row = model.row_now(id).filter(|row| !row.is_out())?;
        (!asked && !stage.draft.is_open()).then(|| (id, row.full_name(), busy(model, id)))
    });
    let spent = move |id| stage.draft.spent.get() == Some(id);
    let words = move || {
        let (id, name, waits) = acts.get()?;
        Some(match waits {
            Some(whom) => msg::waits_for(&whom),
            None if spent(id) && model.runs() => msg::NEXT_TURN.get().to_owned(),
            None if spent(id) => msg::END_MY_TURN.get().to_owned(),
            None => msg::attack(&name),
        })
    };
    let waits = move || acts.get().is_none_or(|(.., waits)| waits.is_some());
    view! {
        <div class="next-action" hidden=live(move || acts.get().is_none())>
            <button
                type="button"
                class="brass"
                disabled=live(waits)
                on:click=clicked(move |_| match acts.get_untracked() {
                    Some((id, ..)) if untrack(|| spent(id)) => model.go_on(),
                    Some((id, ..)) => stage.draft.open(model, id, None),
                    None => {}
                })
            >
                {live(words)}
            </button>
        </div>
    }
}

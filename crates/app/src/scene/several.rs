//! Several tokens at once: which are chosen, by Shift and a press, by keys or by touch, and the line that says so.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::messages::scene as msg;

use crate::reactive::{derive, memo, on_click};
use crate::scene::carried::choose_no_one;
use crate::scene::moves::{self, move_right};
use crate::scene::state::SceneForm;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Chooses a combatant to move with others, or no longer, if the reader may move it.
pub(super) fn toggle(model: Model, stage: Stage, id: CombatantId) {
    if untrack(|| move_right(model, id)).is_none() {
        return;
    }
    let picked = stage.scene.board().picked;
    picked.update(|picked| match picked.contains(&id) {
        true => picked.retain(|other| *other != id),
        false => picked.push(id),
    });
    model.announce(chosen_words(stage));
}

/// Returns the words for how many combatants are chosen, and what can be done with them.
fn chosen_words(stage: Stage) -> String {
    let count = stage.scene.board().picked.with_untracked(Vec::len);
    msg::so_many_chosen(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Renders the line below the board for choosing several tokens by touch and moving them.
pub(super) fn choice_line(model: Model, stage: Stage) -> AnyView {
    let board = stage.scene.board();
    let any = memo(move || board.picked.with(|picked| !picked.is_empty()));
    let words = move || {
        any.track();
        board.picked.track();
        chosen_words(stage)
    };
    let ask = move || {
        if let Some(first) = board
            .picked
            .with_untracked(|picked| picked.first().copied())
        {
            moves::ask_ways(model, stage, first, move || {
                board.form.set(Some(SceneForm::Ways(first)));
            });
        }
    };
    view! {
        <div class="board-several" data-chosen=derive(move || any.get().to_string())>
            <button
                type="button"
                class="quiet small"
                id="choose-several"
                aria-pressed=derive(move || board.picking.get().to_string())
                on:click=on_click(move |_| board.picking.update(|on| *on = !*on))
            >
                {msg::CHOOSE_SEVERAL.get()}
            </button>
            <span class="faint grow" hidden=derive(move || !any.get())>{derive(words)}</span>
            <button
                type="button"
                class="quiet small"
                id="move-several"
                hidden=derive(move || !any.get())
                on:click=on_click(move |_| ask())
            >
                {msg::MOVE_THEM.get()}
            </button>
            <button
                type="button"
                class="quiet small"
                hidden=derive(move || !any.get())
                on:click=on_click(move |_| choose_no_one(stage))
            >
                {msg::CHOOSE_NO_ONE.get()}
            </button>
        </div>
    }
    .into_any()
}

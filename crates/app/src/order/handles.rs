//! The handles of a row in the order: its grip and its token.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::Side;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::order::dragging;
use crate::reactive::{derive, on_click, on_key, on_pointer};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;

/// The grip by which a storyteller drags a row.
#[component]
pub fn Grip(
    /// The combatant of the row.
    id: CombatantId,
    /// The name of that combatant.
    name: Memo<String>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    view! {
        <button
            type="button"
            class="grip"
            tabindex="-1"
            id=format!("handle-{id}")
            aria-label=derive(move || msg::move_(&name.get()))
            aria-describedby="drag-help"
            on:pointerdown=on_pointer(move |event| dragging::pointer_down(model, stage, id, &event))
            on:pointermove=on_pointer(move |event| dragging::pointer_move(model, stage, &event))
            on:pointerup=on_pointer(move |event| dragging::pointer_up(model, stage, &event))
            on:pointercancel=on_pointer(move |_| dragging::cancel(stage))
            on:contextmenu=on_click(|event| event.prevent_default())
            on:keydown=on_key(move |event| dragging::handle_key(model, stage, id, &event))
        >
            <svg aria-hidden="true" viewBox="0 0 10 16" width="10" height="16">
                <path d="M2 3h.01M8 3h.01M2 8h.01M8 8h.01M2 13h.01M8 13h.01" />
            </svg>
        </button>
    }
}

/// Renders the token of a combatant's row in the order, which a drag moves and whose click opens the sheet.
pub(super) fn token(id: CombatantId, row: Memo<CombatantRow>, name: Memo<String>) -> AnyView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    view! {
        <button
            type="button"
            class="token"
            id=format!("token-{id}")
            tabindex="-1"
            data-side=derive(move || row.with(|row| side_key(row.side)))
            data-hidden=derive(move || row.with(|row| row.hidden).to_string())
            aria-label=derive(move || msg::damage_notes_and_more(&name.get()))
            on:pointerdown=on_pointer(move |event| dragging::token_down(model, stage, id, &event))
            on:pointermove=on_pointer(move |event| dragging::pointer_move(model, stage, &event))
            on:pointerup=on_pointer(move |event| dragging::pointer_up(model, stage, &event))
            on:pointercancel=on_pointer(move |_| dragging::cancel(stage))
            on:contextmenu=on_click(|event| event.prevent_default())
            on:keydown=on_key(move |event| {
                // Enter opens; a token in the air it puts down.
                if event.key() != "Enter" || untrack(|| is_lifted(stage, id)) {
                    dragging::handle_key(model, stage, id, &event);
                }
            })
            on:click=on_click(move |_| if dragging::was_click() { stage.sheet.set(Some(id)) })
        >
            <span aria-hidden="true">
                {derive(move || row.with(|row| words::token_letters(&row.name, row.label.as_deref())))}
            </span>
        </button>
    }
    .into_any()
}

/// Returns the key of a side for the style sheet.
pub(super) const fn side_key(side: Side) -> &'static str {
    match side {
        Side::Character => "character",
        Side::Foe => "foe",
    }
}

/// Whether the token of a combatant is being dragged.
pub(super) fn is_lifted(stage: Stage, id: CombatantId) -> bool {
    stage.drag.with(|drag| {
        drag.as_ref()
            .is_some_and(|drag| drag.id == id && !drag.is_on_board())
    })
}

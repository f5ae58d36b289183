//! The field that jumps to a place of the board by its first letters.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::base::id::LocationId;
use rules::messages::scene as msg;

use crate::browser;
use crate::reactive::{derive, on_key, show_when};
use crate::scene::moves::place_name;
use crate::scene::state::BoardItem;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Id of the field.
const FIELD: &str = "jump-field";

/// Opens the field that jumps to a place by its name, if the key `/` was pressed and single keys
/// are not turned off.
pub(super) fn open_by_key(stage: Stage, event: &KeyboardEvent) {
    let held = event.ctrl_key() || event.meta_key() || event.alt_key();
    let off = browser::is_typing(event) || browser::has_cookie("keys=off");
    if event.key() == "/" && !held && !off {
        event.prevent_default();
        stage.scene.board().jump.set(Some(String::new()));
        browser::focus_later(FIELD.to_owned());
    }
}

/// Finds the first place of the board whose name, or one of its words, begins with the typed
/// letters; `None` if none does.
fn find_place(model: Model, typed: &str) -> Option<LocationId> {
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        return None;
    }
    model.with_view(|view| {
        let places = &view.scene.as_ref()?.plan.locations;
        let found = places.iter().filter_map(|(id, location)| {
            let name = location.name.to_string().to_lowercase();
            let begins = name.starts_with(&typed);
            let within = name.split_whitespace().any(|word| word.starts_with(&typed));
            (begins || within).then_some((!begins, location.slot, *id))
        });
        found.min().map(|(.., id)| id)
    })
}

/// Renders the field that jumps to a place by its name, while it is open.
pub(super) fn jump_field(model: Model, stage: Stage) -> AnyView {
    let jump = stage.scene.board().jump;
    show_when(
        move || jump.with(Option::is_some),
        move || open_field(model, stage),
    )
}

/// Renders the open field that jumps to a place, with the one that is found so far.
fn open_field(model: Model, stage: Stage) -> AnyView {
    let board = stage.scene.board();
    let jump = board.jump;
    let found = move || jump.with(|typed| find_place(model, typed.as_deref().unwrap_or_default()));
    let words = move || match found() {
        Some(id) => msg::jump_to(&place_name(model, id).unwrap_or_default()),
        None if jump.with(|typed| typed.as_ref().is_none_or(String::is_empty)) => String::new(),
        None => msg::NO_SUCH_PLACE_HERE.get().to_owned(),
    };
    let leave = move |to: Option<LocationId>| {
        let stop = board.stop.get_untracked();
        jump.set(None);
        browser::focus_later(match (to, stop) {
            (Some(id), _) | (None, Some(BoardItem::Place(id))) => format!("name-{}", id.0),
            (None, Some(BoardItem::Piece(id))) => format!("piece-{id}"),
            (None, _) => "board".to_owned(),
        });
    };
    let keys = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            event.stop_propagation();
            if let Some(id) = untrack(found) {
                leave(Some(id));
            }
        }
        "Escape" => {
            event.prevent_default();
            event.stop_propagation();
            leave(None);
        }
        _ => {}
    };
    view! {
        <div class="board-jump">
            <input
                type="text"
                id=FIELD
                autocomplete="off"
                maxlength="60"
                aria-label=msg::JUMP_TO_A_PLACE.get()
                placeholder=msg::JUMP_TO_A_PLACE.get()
                on:input:target=move |event| jump.set(Some(event.target().value()))
                on:keydown=on_key(keys)
                on:blur=move |_| jump.set(None)
            />
            <span class="faint" role="status">{derive(words)}</span>
        </div>
    }
    .into_any()
}

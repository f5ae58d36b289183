//! Tokens on the board: who is in a place.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Command, Side};
use rules::messages::scene as msg;

use crate::browser;
use crate::order::dragging;
use crate::reactive::{derive, memo, on_click, on_key, on_pointer};
use crate::scene::context::BoardContext;
use crate::scene::keys;
use crate::scene::moves::{self, move_right};
use crate::scene::several;
use crate::scene::spots::{self, BoardSpot};
use crate::scene::state::BoardItem;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;

/// Whether a move of the combatant waits for the server's answer. Reacts to the number of pending commands.
fn is_moving(model: Model, id: CombatantId) -> bool {
    model.pending.track();
    let moving = model.find_pending(|pending| match &pending.command {
        Some(Command::Go { ids, .. }) => ids.contains(&id).then_some(()),
        _ => None,
    });
    moving.is_some()
}

/// Describes a token for screen readers by who it is, where, and beside whom.
fn describe_token(model: Model, id: CombatantId, count: usize) -> String {
    let mut said = vec![match count {
        0 | 1 => moves::name_of(model, id),
        count => msg::group_of(
            &moves::name_of(model, id),
            i64::try_from(count).unwrap_or(i64::MAX),
        ),
    }];
    if let BoardSpot::In(place) = spots::spot_of(model, id) {
        said.extend(moves::place_name(model, place));
    }
    let near: Vec<CombatantId> = model.with_view(|view| {
        let near = view.scene.iter().flat_map(|scene| &scene.near);
        let pairs = near.filter_map(|near| match (near.who, near.to) {
            (who, to) if who == id => Some(to),
            (who, to) if to == id => Some(who),
            _ => None,
        });
        pairs.collect()
    });
    said.extend(
        near.into_iter()
            .map(|other| msg::beside(&moves::name_of(model, other))),
    );
    said.join(", ")
}

/// Renders the token of a combatant, or of a group in one place, on the board. A drag or keys move
/// it, and a click opens the combatant's row.
pub(super) fn piece(board: BoardContext, ids: Vec<CombatantId>) -> Option<AnyView> {
    let BoardContext { model, stage, .. } = board;
    let id = ids.first().copied()?;
    let count = ids.len();
    let row = model.row(id)?;
    let row = memo(move || row.get());
    let side = move || match row.with(|row| row.side) {
        Side::Character => "character",
        Side::Foe => "foe",
    };
    let picked = memo(move || {
        stage
            .scene
            .board()
            .picked
            .with(|picked| picked.contains(&id))
    });
    let label = memo(move || {
        row.track();
        board.places.track();
        let chosen = picked.get().then(|| msg::CHOSEN.get().to_owned());
        let said = std::iter::once(describe_token(model, id, count)).chain(chosen);
        said.collect::<Vec<_>>().join(", ")
    });
    let moves = memo(move || {
        model.turn.track();
        row.track();
        move_right(model, id).is_some()
    });
    let lifted = move || {
        let drag = stage.drag.with(|drag| drag.as_ref().map(|drag| drag.id));
        drag.is_some_and(|drag| {
            let along = || {
                stage
                    .scene
                    .board()
                    .picked
                    .with(|picked| picked.contains(&drag))
            };
            ids.contains(&drag) || picked.get() && along()
        })
    };
    let letters = move || {
        let row = row.get();
        words::token_letters(&row.name, row.label.as_deref())
    };
    Some(view! {
        <button
            type="button"
            class="token piece"
            id=format!("piece-{id}")
            tabindex=derive(move || board.tab_index(BoardItem::Piece(id)))
            data-side=derive(side)
            data-hidden=derive(move || row.with(|row| row.hidden).to_string())
            data-out=derive(move || row.with(CombatantRow::is_out).to_string())
            data-acting=derive(move || (model.turn.get().acting == Some(id)).to_string())
            data-moves=derive(move || moves.get().to_string())
            data-pending=derive(move || is_moving(model, id).to_string())
            data-picked=derive(move || picked.get().to_string())
            data-lifted=derive(move || lifted().to_string())
            title=derive(move || label.get())
            aria-label=derive(move || label.get())
            aria-keyshortcuts=derive(move || moves.get().then_some("M"))
            on:focus=move |_| board.remember_focus(BoardItem::Piece(id))
            on:pointerdown=on_pointer(move |event| dragging::piece_down(model, stage, id, &event))
            on:pointermove=on_pointer(move |event| dragging::pointer_move(model, stage, &event))
            on:pointerup=on_pointer(move |event| dragging::pointer_up(model, stage, &event))
            on:pointercancel=on_pointer(move |_| dragging::cancel(stage))
            on:keydown=on_key(move |event| keys::handle_key(model, stage, id, &event))
            on:click=on_click(move |event| if dragging::was_click() { press(model, stage, id, &event) })
        >
            <span aria-hidden="true">{derive(letters)}</span>
            {(count > 1).then(|| view! { <span class="piece-count" aria-hidden="true">{count}</span> })}
        </button>
    }
    .into_any())
}

/// Handles a press on a token, which opens its row, or chooses it with Shift or while several are
/// being chosen.
fn press(model: Model, stage: Stage, id: CombatantId, event: &web_sys::MouseEvent) {
    let held = event.shift_key() || event.ctrl_key() || event.meta_key();
    match held || stage.scene.board().picking.get_untracked() {
        true => several::toggle(model, stage, id),
        false => open_row(model, stage, id),
    }
}

/// Opens the row of a combatant in the order; while a draft is open, chooses the combatant as its target.
fn open_row(model: Model, stage: Stage, id: CombatantId) {
    if stage.draft.can_target(id) {
        return stage.draft.toggle_target(model, id);
    }
    let in_order = model.order.with_untracked(|order| order.contains(&id));
    if in_order {
        stage.opened.set(Some(id));
        browser::show_later(format!("row-{id}"));
    } else {
        stage.sheet.set(Some(id));
    }
}

//! Card of the board: one place with its marks and the tokens of the combatants there.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::encounter::Command;
use rules::encounter::command::{LocationInput, SceneEdit};
use rules::encounter::view::Standpoint;
use rules::messages::{places, scene as msg};
use rules::space::Location;

use crate::order::drag::Spot;
use crate::reactive::{derive, memo, on_click, on_key, on_pointer, redraw};
use crate::scene::card_drag::location_input;
use crate::scene::context::BoardContext;
use crate::scene::pieces::pieces_in;
use crate::scene::spots::BoardSpot;
use crate::scene::state::{BoardItem, SceneForm};
use crate::scene::{card_drag, icons, joining, moves, spots, token};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words::scene as words;

/// Most tokens that a card shows before the rest is a number.
const MOST_TOKENS: usize = 7;

/// Describes a place for screen readers with its name, what it costs to go there, its features, and
/// who is there.
fn describe_place(model: Model, id: LocationId, location: &Location) -> String {
    let own = model.with_view(|view| {
        let you = model.you.get_untracked();
        let mut own = view.rows.values().filter(|row| row.owner == Some(you));
        own.any(|row| view.standpoint(row.id) == Some(Standpoint::At(id)))
    });
    let mut said = vec![location.name.to_string()];
    said.extend((own && !model.can_run_table()).then(|| msg::YOU_ARE_HERE.get().to_owned()));
    said.extend(
        location
            .hidden
            .then(|| msg::HIDDEN_FROM_PLAYERS.get().to_owned()),
    );
    let unseen = location.unseen && model.can_run_table();
    said.extend(unseen.then(|| msg::PLAYERS_CANNOT_SEE_IN.get().to_owned()));
    said.extend(location.locked.then(|| msg::LOCKED.get().to_owned()));
    said.extend(words::marks_text(model.system, &location.marks));
    let who: Vec<String> = pieces_in(model, id)
        .iter()
        .flatten()
        .map(|who| moves::name_of(model, *who))
        .collect();
    let unseen = location.unseen && !model.can_run_table();
    said.push(match who.as_slice() {
        [] if unseen => places::WHO_KNOWS.get().to_owned(),
        [] => msg::NOBODY.get().to_owned(),
        who => msg::there_are(&who.join(", ")),
    });
    said.join(", ")
}

/// Returns what it costs the lifted token to go to a place, and a style key for whether it can;
/// `None` while no token is lifted.
fn cost_of(model: Model, stage: Stage, id: LocationId) -> Option<(String, &'static str)> {
    let lifted = stage.drag.with(|drag| {
        let drag = drag.as_ref()?;
        matches!(drag.from, Spot::Board(_)).then_some(drag.id)
    })?;
    match spots::spot_of(model, lifted) {
        BoardSpot::In(here) if here == id => return Some((String::new(), "here")),
        BoardSpot::In(_) => {}
        // From outside of the scene, no place is farther than another.
        BoardSpot::Outside => return Some((String::new(), "open")),
    }
    let way = moves::way_to(stage, lifted, id)?;
    let key = if way.barred.is_some() {
        "barred"
    } else {
        "open"
    };
    Some((words::short_cost(model.system, &way), key))
}

/// Renders the card of a place on the board.
pub(super) fn card(board: BoardContext, (id, location): (LocationId, Location)) -> AnyView {
    let BoardContext { model, stage, .. } = board;
    let slot = location.slot;
    let pieces = memo(move || {
        model.rows_changed.track();
        model.order.track();
        model.bench.track();
        board.places.track();
        pieces_in(model, id)
    });
    let cost = memo(move || cost_of(model, stage, id));
    let over = move || {
        stage.drag.with(|drag| {
            let spot = drag.as_ref().map(|drag| drag.spot);
            spot == Some(Spot::Board(BoardSpot::In(id)))
        })
    };
    let lifted = move || {
        stage
            .scene
            .board()
            .card
            .with(|drag| drag.is_some_and(|drag| drag.id == id))
    };
    let joined = move || {
        let drawn = stage.scene.board().joining.get();
        drawn.is_some_and(|drawn| drawn.from == id || drawn.to == Some(id))
    };
    let (runs, hidden, unseen) = (model.can_run_table(), location.hidden, location.unseen);
    let marks = marks(model, &location);
    let note = location.note.as_ref().map(ToString::to_string);
    let label = {
        let location = location.clone();
        memo(move || {
            pieces.track();
            describe_place(model, id, &location)
        })
    };
    view! {
        <div
            class="place"
            id=format!("place-{}", id.0)
            role="group"
            aria-label=derive(move || label.get())
            data-slot=slot.to_string()
            data-hidden=hidden.to_string()
            data-over=derive(move || over().to_string())
            data-cost=derive(move || cost.with(|cost| cost.as_ref().map(|(_, key)| *key)))
            data-lifted=derive(move || lifted().to_string())
            data-joined=derive(move || joined().to_string())
            on:pointerdown=on_pointer(move |event| if runs { joining::down(stage, id, &event) })
            on:pointermove=on_pointer(move |event| if runs { joining::go(model, stage, &event) })
            on:pointerup=on_pointer(move |_| joining::up(model, stage))
            on:pointercancel=on_pointer(move |_| joining::cancel(stage))
        >
            <p class="place-head">
                {card_name(board, id, &location)}
                <span class="place-cost">
                    {derive(move || cost.with(|cost| cost.as_ref().map(|(words, _)| words.clone())))}
                </span>
            </p>
            {marks}
            {note.map(|note| view! { <p class="place-note">{note}</p> })}
            <div class="pieces">
                {redraw(move || tokens(board, (id, unseen), pieces.get()))}
            </div>
            {(runs && unseen).then(|| sight_button(model, id, &location))}
        </div>
    }
    .into_any()
}

/// Renders the name of a place, by which storytellers drag its card and open its form.
fn card_name(board: BoardContext, id: LocationId, location: &Location) -> AnyView {
    let BoardContext { model, stage, .. } = board;
    let slot = location.slot;
    let title = location.name.to_string();
    let full = title.clone();
    let runs = model.can_run_table();
    view! {
        <button
            type="button"
            class="place-name"
            id=format!("name-{}", id.0)
            title=full
            tabindex=derive(move || board.tab_index(BoardItem::Place(id)))
            data-moves=runs.to_string()
            aria-haspopup="dialog"
            on:focus=move |_| board.remember_focus(BoardItem::Place(id))
            on:pointerdown=on_pointer(move |event| if runs { card_drag::down(stage, (id, slot), &event) })
            on:pointermove=on_pointer(move |event| card_drag::go(stage, &event))
            on:pointerup=on_pointer(move |event| card_drag::up(model, stage, &event))
            on:pointercancel=on_pointer(move |_| card_drag::cancel(stage))
            aria-keyshortcuts=runs.then_some("C")
            on:keydown=on_key(move |event| if runs { joining::handle_key(model, stage, id, &event) })
            on:click=on_click(move |_| {
                if card_drag::was_click() {
                    stage.scene.board().form.set(Some(SceneForm::Place(Some(id))));
                }
            })
        >
            {title}
        </button>
    }
    .into_any()
}

/// Renders the button with which a storyteller lets players see who is in a place.
fn sight_button(model: Model, id: LocationId, location: &Location) -> AnyView {
    let to = LocationInput {
        unseen: false,
        ..location_input(location, location.slot)
    };
    let press = move || {
        let to = Box::new(to.clone());
        model.send(Command::EditScene(SceneEdit::Place { id: Some(id), to }));
    };
    view! {
        <button
            type="button"
            class="quiet small let-see"
            tabindex="-1"
            aria-label=msg::let_them_see_into(&location.name)
            on:click=on_click(move |_| press())
        >
            {msg::LET_THEM_SEE_IN.get()}
        </button>
    }
    .into_any()
}

/// Renders the features of a place, such as darkness, each with its picture and its word.
fn marks(model: Model, location: &Location) -> AnyView {
    let own = words::mark_list(model.system, &location.marks).into_iter();
    let own = own.map(|(kind, words)| view! { <li>{icons::mark_icon(kind)} {words}</li> });
    let own: Vec<_> = own.collect();
    view! {
        <ul class="place-marks">
            {location.hidden.then(|| view! { <li>{icons::hidden_icon()} {msg::HIDDEN_FROM_PLAYERS.get()}</li> })}
            {(location.unseen && model.can_run_table()).then(|| view! {
                <li>{icons::hidden_icon()} {msg::PLAYERS_CANNOT_SEE_IN.get()}</li>
            })}
            {location.locked.then(|| view! { <li>{icons::lock_icon()} {msg::LOCKED.get()}</li> })}
            {own}
        </ul>
    }
    .into_any()
}

/// Renders the tokens of the combatants in a place. When there are many, the rest are behind a
/// button that shows them.
fn tokens(
    board: BoardContext,
    (id, unseen): (LocationId, bool),
    pieces: Vec<Vec<CombatantId>>,
) -> AnyView {
    let stage = board.stage;
    if pieces.is_empty() {
        let words = match unseen && !board.model.can_run_table() {
            true => places::WHO_KNOWS.get(),
            false => msg::NOBODY.get(),
        };
        return view! { <span class="nobody">{words}</span> }.into_any();
    }
    let all = stage.scene.board().unfolded.with(|open| open.contains(&id));
    let most = if all || pieces.len() <= MOST_TOKENS + 1 {
        pieces.len()
    } else {
        MOST_TOKENS
    };
    let more = pieces.len().saturating_sub(most);
    let tight = (most > 3 && !all).to_string();
    let shown = pieces.into_iter().take(most);
    let shown: Vec<_> = shown.map(|ids| token::piece(board, ids)).collect();
    view! {
        <div class="piece-row" data-tight=tight>
            {shown}
            {(more > 0).then(|| view! {
                <button
                    type="button"
                    class="quiet more-pieces"
                    tabindex="-1"
                    aria-label=msg::show_others(i64::try_from(more).unwrap_or(i64::MAX))
                    on:click=on_click(move |_| stage.scene.board().unfolded.update(|open| open.push(id)))
                >
                    {format!("+{more}")}
                </button>
            })}
        </div>
    }
    .into_any()
}

//! Ways drawn between two cards: from the edge of one by pointer, or from its name by keys. Once both ends are chosen,
//! a field on the line asks how far it is, and one command connects them.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use rules::base::id::LocationId;
use rules::encounter::Command;
use rules::encounter::command::SceneEdit;
use rules::messages::scene as msg;
use rules::space::{Link, LinkEnds};
use wasm_bindgen::JsCast;

use crate::browser;
use crate::order::drag::Spot;
use crate::reactive::{derive, on_click, on_key, redraw};
use crate::scene::geometry::{COLUMNS, Point, middle};
use crate::scene::keys::next_place;
use crate::scene::moves::place_name;
use crate::scene::spots::{self, BoardSpot};
use crate::scene::state::{Joining, SceneForm};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Distance in pixels from the edge of a card within which a press begins a way.
const EDGE: f64 = 9.0;
/// Id of the field for the distance.
const FIELD: &str = "join-distance";

/// Whether a pointer is on the edge of a place's card, and on nothing else of it.
fn is_on_edge(event: &PointerEvent) -> bool {
    let card = event.current_target();
    let alone = card == event.target() && event.pointer_type() != "touch";
    let card = card.and_then(|card| card.dyn_into::<web_sys::Element>().ok());
    let Some(card) = card.filter(|_| alone) else {
        return false;
    };
    let edge = card.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let aside = (x - edge.left()).min(edge.right() - x);
    aside.min(y - edge.top()).min(edge.bottom() - y) <= EDGE
}

/// Returns the position of a pointer on the board, in fields; `None` without a board.
fn point_of(event: &PointerEvent) -> Option<Point> {
    let board = browser::element("board-grid")?;
    let edge = board.get_bounding_client_rect();
    let rows: f64 = board.get_attribute("data-rows")?.parse().ok()?;
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    Some((
        (x - edge.left()) / edge.width() * f64::from(COLUMNS),
        (y - edge.top()) / edge.height() * rows,
    ))
}

/// Handles a pointer that goes down on a place's card, where a new connection begins at its edge.
pub(super) fn down(stage: Stage, id: LocationId, event: &PointerEvent) {
    if event.button() != 0 || !is_on_edge(event) {
        return;
    }
    event.prevent_default();
    let card = event.current_target();
    if let Some(card) = card.and_then(|card| card.dyn_into::<web_sys::Element>().ok()) {
        _ = card.set_pointer_capture(event.pointer_id());
    }
    stage.scene.board().joining.set(Some(Joining {
        from: id,
        to: None,
        at: point_of(event),
        asks: false,
    }));
}

/// Handles a pointer that moves over a place's card, or away from the one where a connection
/// begins.
pub(super) fn go(model: Model, stage: Stage, event: &PointerEvent) {
    let joining = stage.scene.board().joining;
    let card = event.current_target();
    let card = card.and_then(|card| card.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(card) = card {
        let on_edge = is_on_edge(event);
        _ = card.set_attribute("data-edge", if on_edge { "true" } else { "false" });
    }
    let drawn = joining
        .get_untracked()
        .filter(|it| !it.asks && it.at.is_some());
    let Some(drawn) = drawn else {
        return;
    };
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let to = match spots::spot_under(model, x, y) {
        Some(BoardSpot::In(to)) if to != drawn.from => Some(to),
        _ => None,
    };
    let at = point_of(event).or(drawn.at);
    joining.set(Some(Joining { to, at, ..drawn }));
}

/// Handles a pointer that is lifted over another card, where the new connection asks for its
/// distance.
pub(super) fn up(model: Model, stage: Stage) {
    let drawn = stage.scene.board().joining.get_untracked();
    match drawn.filter(|it| !it.asks && it.at.is_some()) {
        Some(Joining {
            from, to: Some(to), ..
        }) => ask_distance(model, stage, from, to),
        Some(_) => cancel(stage),
        None => {}
    }
}

/// Cancels the connection of two places that is being drawn.
pub(super) fn cancel(stage: Stage) {
    stage.scene.board().joining.set(None);
}

/// Asks the storyteller for the distance between two places, or opens the form of their connection.
fn ask_distance(model: Model, stage: Stage, from: LocationId, to: LocationId) {
    let board = stage.scene.board();
    let ends = LinkEnds::new(from, to);
    let known = model.with_view(|view| view.scene.as_ref()?.plan.link(ends?).map(|_| ends));
    if let Some(ends) = known.flatten() {
        cancel(stage);
        return board.form.set(Some(SceneForm::Link(ends)));
    }
    board.joining.set(Some(Joining {
        from,
        to: Some(to),
        at: None,
        asks: true,
    }));
    browser::focus_later(FIELD.to_owned());
}

/// Handles a key on the name of a place's card, by which a connection is drawn. C begins it, arrows
/// choose its end, Enter connects, Escape lets go.
pub(super) fn handle_key(model: Model, stage: Stage, id: LocationId, event: &KeyboardEvent) {
    let joining = stage.scene.board().joining;
    let drawn = joining
        .get_untracked()
        .filter(|it| it.from == id && !it.asks);
    let held = event.ctrl_key() || event.meta_key() || event.alt_key();
    let name = |id: LocationId| place_name(model, id).unwrap_or_default();
    let choose = |drawn: Joining, by: (i8, i8)| {
        let here = drawn.to.unwrap_or(id);
        let next = next_place(model, Spot::Board(BoardSpot::In(here)), by);
        let to = next.filter(|to| *to != id).or(drawn.to);
        joining.set(Some(Joining { to, ..drawn }));
        if let Some(to) = to {
            model.announce(name(to));
        }
    };
    match (event.key().as_str(), drawn) {
        ("c" | "C", None) if !held && !browser::has_cookie("keys=off") => {
            joining.set(Some(Joining {
                from: id,
                to: None,
                at: None,
                asks: false,
            }));
            model.announce(msg::connects_from(&name(id)));
        }
        ("ArrowRight", Some(drawn)) => choose(drawn, (1, 0)),
        ("ArrowLeft", Some(drawn)) => choose(drawn, (-1, 0)),
        ("ArrowDown", Some(drawn)) => choose(drawn, (0, 1)),
        ("ArrowUp", Some(drawn)) => choose(drawn, (0, -1)),
        ("Enter" | " ", Some(drawn)) => {
            if let Some(to) = drawn.to {
                ask_distance(model, stage, id, to);
            }
        }
        ("Escape", Some(_)) => {
            cancel(stage);
            model.announce(msg::PUT_BACK.get());
        }
        ("Tab", Some(_)) => return cancel(stage),
        _ => return,
    }
    event.prevent_default();
}

/// Renders the connection that is being drawn, on a board with so many rows, and the field for its
/// distance.
pub(super) fn joining_layer(model: Model, stage: Stage, rows: u8) -> AnyView {
    let joining = stage.scene.board().joining;
    let slot = move |id: LocationId| {
        model.with_view(|view| Some(view.scene.as_ref()?.plan.locations.get(&id)?.slot))
    };
    let drawn = move || {
        let drawn = joining.get()?;
        let from = middle(slot(drawn.from)?);
        let to = drawn.to.and_then(slot).map(middle).or(drawn.at)?;
        let line = format!("M{:.3} {:.3}L{:.3} {:.3}", from.0, from.1, to.0, to.1);
        let at = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        let ends = drawn.to.filter(|_| drawn.asks).map(|to| (drawn.from, to));
        Some(view! {
            <svg
                class="board-lines joining"
                aria-hidden="true"
                viewBox=format!("0 0 {COLUMNS} {rows}")
                preserveAspectRatio="none"
                data-rows=rows.to_string()
            >
                <path d=line />
            </svg>
            {ends.map(|ends| distance_field(model, stage, ends, (at, rows)))}
        })
    };
    view! { <div class="board-labels joining" data-rows=rows.to_string()>{redraw(drawn)}</div> }
        .into_any()
}

/// Renders the field for the distance of a new connection, in the middle of its line.
fn distance_field(
    model: Model,
    stage: Stage,
    (from, to): (LocationId, LocationId),
    (at, rows): (Point, u8),
) -> AnyView {
    let typed = RwSignal::new(String::new());
    let names = [from, to].map(|id| place_name(model, id).unwrap_or_default());
    let leave = move || {
        cancel(stage);
        browser::focus_later(format!("name-{}", from.0));
    };
    let connect = move || {
        let distance = typed.with_untracked(|typed| typed.trim().parse().ok());
        let link = Some(Link {
            distance,
            ..Link::default()
        });
        model.send(Command::EditScene(SceneEdit::Link { from, to, link }));
        leave();
    };
    let keys = move |event: KeyboardEvent| {
        event.stop_propagation();
        if event.key() == "Escape" {
            event.prevent_default();
            leave();
        }
    };
    view! {
        <form
            class="join-form"
            style:left=format!("{:.2}%", at.0 / f64::from(COLUMNS) * 100.0)
            style:top=format!("{:.2}%", at.1 / f64::from(rows) * 100.0)
            on:submit=move |event| { event.prevent_default(); connect(); }
            on:keydown=on_key(keys)
        >
            <input
                type="text"
                id=FIELD
                inputmode="numeric"
                autocomplete="off"
                maxlength="4"
                aria-label=msg::how_far_between(&names[0], &names[1])
                placeholder=msg::UNKNOWN_DISTANCE.get()
                on:input:target=move |event| typed.set(event.target().value())
            />
            <button type="submit" class="brass small">{msg::CONNECT.get()}</button>
            <button
                type="button"
                class="quiet icon small"
                aria-label=rules::messages::screen::CLOSE.get()
                on:click=on_click(move |_| leave())
            >
                "×"
            </button>
        </form>
    }
    .into_any()
}

/// Renders what a storyteller can do to connect places, for mouse and keys or for touch.
pub(super) fn connect_hint(model: Model) -> AnyView {
    let several = model.select(|view| {
        let scene = view.scene.as_ref();
        scene.is_some_and(|scene| scene.plan.locations.len() > 1)
    });
    view! {
        <p class="faint connect-hint" hidden=derive(move || !several.get())>
            <span class="for-mouse">{msg::CONNECT_HINT.get()}</span>
            <span class="for-touch">{msg::CONNECT_HINT_TOUCH.get()}</span>
        </p>
    }
    .into_any()
}

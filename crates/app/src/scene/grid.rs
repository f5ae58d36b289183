//! The board itself: cards on their fields, lines and labels between them, and who is not in the scene yet.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::base::sorted_map::Map;
use rules::encounter::Command;
use rules::encounter::command::SceneDestination;
use rules::messages::scene as msg;
use rules::space::{FloorPlan, LinkEnds, MAX_LOCATIONS};

use crate::browser;
use crate::order::drag::Spot;
use crate::order::row_actions::PHONE_WIDTH;
use crate::reactive::{derive, memo, on_click, on_key, redraw, show_when};
use crate::scene::card::card;
use crate::scene::context::BoardContext;
use crate::scene::geometry::{self, COLUMNS};
use crate::scene::joining::{connect_hint, joining_layer};
use crate::scene::jump::{jump_field, open_by_key};
use crate::scene::left::left_line;
use crate::scene::link::link_label;
use crate::scene::list::listing::own_combatants;
use crate::scene::pieces::group_pieces;
use crate::scene::several::choice_line;
use crate::scene::spots::BoardSpot;
use crate::scene::state::{BoardItem, SceneForm};
use crate::scene::{moves, token};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Returns the number of rows of a scene's board.
pub(super) fn row_count(plan: &FloorPlan) -> u8 {
    let last = plan.locations.values().map(|location| location.slot).max();
    last.map_or(1, |last| last / COLUMNS + 1)
}

/// Creates the signals that the parts of a board share.
fn share_context(model: Model, stage: Stage) -> BoardContext {
    let scene = model.select(|view| view.scene.clone());
    let places = model.select(|view| {
        let scene = view.scene.as_ref();
        scene.map_or(Map::new(), |scene| scene.places.clone())
    });
    let tab_stop = memo(move || {
        let had = stage.scene.board().stop.get();
        scene.with(|scene| {
            let plan = &scene.as_ref()?.plan;
            let there = |item: &BoardItem| match item {
                BoardItem::Place(id) => plan.locations.contains_key(id),
                BoardItem::Piece(id) => places.with(|places| places.contains_key(id)),
                BoardItem::Link(ends) => plan.link(*ends).is_some(),
            };
            let first = plan.locations.iter().min_by_key(|(_, it)| it.slot);
            had.filter(there)
                .or(first.map(|(id, _)| BoardItem::Place(*id)))
        })
    });
    BoardContext {
        model,
        stage,
        places,
        tab_stop,
    }
}

/// Renders the board of a scene that is being described, which cannot be touched.
pub(super) fn preview_board(model: Model, stage: Stage, plan: &FloorPlan) -> AnyView {
    let board = share_context(model, stage);
    view! { <div class="board preview" inert=true aria-hidden="true">{fields(board, plan)}</div> }
        .into_any()
}

/// Renders the board of the scene.
pub(super) fn scene_board(model: Model, stage: Stage) -> AnyView {
    // A move draws no card anew.
    let plan = model.select(|view| view.scene.as_ref().map(|scene| scene.plan.clone()));
    let board = share_context(model, stage);
    let count = move || {
        let count = plan.with(|plan| plan.as_ref().map_or(0, |it| it.locations.len()));
        msg::scene_of(i64::try_from(count).unwrap_or(i64::MAX))
    };
    view! {
        <section
            class="board"
            id="board"
            aria-label=derive(count)
            on:keydown=on_key(move |event| {
                open_by_key(stage, &event);
                walk_board(&event);
            })
        >
            {jump_field(model, stage)}
            {redraw(move || plan.get().map(|plan| fields(board, &plan)))}
            {outsiders(board)}
        </section>
        <p class="board-line" hidden=derive(move || stage.scene.board().last.with(Option::is_none))>
            {derive(move || stage.scene.board().last.get())}
        </p>
        {model.can_run_table().then(|| choice_line(model, stage))}
        {model.can_run_table().then(|| connect_hint(model))}
        {show_when(
            move || !model.can_run_table() && model.awake.get() && shows_what_is_left(model),
            move || left_line(model, stage),
        )}
    }
    .into_any()
}

/// Whether the reader wants to know how far they still get: always beside the board, and in their turn on a phone.
fn shows_what_is_left(model: Model) -> bool {
    let acting = model.turn.get().acting;
    browser::page_size().0 >= PHONE_WIDTH
        || acting.is_some_and(|id| own_combatants(model).contains(&id))
}

/// Moves the focus between the elements of the board with arrow keys, and with Page Up and Page Down over tokens as
/// well, on which arrows choose a place.
fn walk_board(event: &web_sys::KeyboardEvent) {
    browser::walk_focus(event);
    let by: isize = match event.key().as_str() {
        "PageDown" => 1,
        "PageUp" => -1,
        _ => return,
    };
    let Some(board) = browser::element("board") else {
        return;
    };
    let all = browser::reachable(&board);
    let here = all
        .iter()
        .position(|one| one.matches(":focus").unwrap_or(false));
    let next = here.and_then(|here| all.get(here.checked_add_signed(by)?));
    if let Some(next) = next {
        event.prevent_default();
        _ = next.focus();
    }
}

/// Renders the cards of a scene's places, and the lines and labels between them.
fn fields(board: BoardContext, plan: &FloorPlan) -> AnyView {
    let stage = board.stage;
    let rows = row_count(plan);
    let mut cards: Vec<(LocationId, _)> = plan
        .locations
        .iter()
        .map(|(id, location)| (*id, location.clone()))
        .collect();
    cards.sort_by_key(|(_, location)| location.slot);
    let cards: Vec<_> = cards.into_iter().map(|it| card(board, it)).collect();
    let drawn = connections(plan);
    let lines = lines(board, plan, &drawn, rows);
    let named = plan.clone();
    let target = move || {
        stage
            .scene
            .board()
            .card
            .get()
            .map(|drag| drag.slot.to_string())
    };
    let shown_rows = move || {
        let slot = stage.scene.board().card.get().map_or(0, |drag| drag.slot);
        rows.max(slot / COLUMNS + 1)
    };
    view! {
        <div
            class="board-grid"
            id="board-grid"
            data-rows=derive(move || shown_rows().to_string())
        >
            {lines}
            <div
                class="field-target"
                hidden=derive(move || stage.scene.board().card.with(Option::is_none))
                data-slot=derive(target)
            ></div>
            {cards}
            // Only a browser puts them in their places: a printed page has no styles of single elements.
            <div class="board-labels" data-rows=rows.to_string()>
                {redraw(move || (browser::HERE && board.model.awake.get()).then(|| labels(board, &named, &drawn, rows)))}
            </div>
            {board.model.can_run_table().then(|| joining_layer(board.model, stage, rows))}
            {add_place(board, plan, rows)}
        </div>
    }
    .into_any()
}

/// Renders the labels of the connections between the cards of places.
fn labels(
    board: BoardContext,
    plan: &FloorPlan,
    drawn: &[(LinkEnds, geometry::Connection)],
    rows: u8,
) -> Vec<AnyView> {
    let labels = drawn.iter().filter_map(|(ends, line)| {
        let link = plan.link(*ends)?;
        Some(link_label(board, plan, (*ends, link), (line.label, rows)))
    });
    labels.collect()
}

/// Returns the lines between the cards of a plan, each with its ends.
fn connections(plan: &FloorPlan) -> Vec<(LinkEnds, geometry::Connection)> {
    let slot = |id: LocationId| plan.locations.get(&id).map(|location| location.slot);
    let known = plan.links.iter().filter_map(|(ends, _)| {
        let [one, other] = ends.locations();
        Some((*ends, (slot(one)?, slot(other)?)))
    });
    let (ends, pairs): (Vec<LinkEnds>, Vec<(u8, u8)>) = known.unzip();
    let slots: Vec<u8> = plan
        .locations
        .values()
        .map(|location| location.slot)
        .collect();
    let lines = geometry::connect(&pairs, &slots);
    ends.into_iter().zip(lines).collect()
}

/// Returns the ends of the connections that the lifted token would pass on its way to a place.
fn lit_links(board: BoardContext, plan: &FloorPlan) -> Vec<LinkEnds> {
    let lifted = board.stage.drag.with(|drag| {
        let drag = drag.as_ref()?;
        match (drag.from, drag.spot) {
            (Spot::Board(BoardSpot::In(from)), Spot::Board(BoardSpot::In(to))) => {
                Some((drag.id, from, to))
            }
            _ => None,
        }
    });
    let Some((id, from, to)) = lifted else {
        return Vec::new();
    };
    if moves::way_to(board.stage, id, to).is_none_or(|way| way.barred.is_some()) {
        return Vec::new();
    }
    let route = plan.shortest_route(from, to, |link, _, entered| {
        !link.door.is_shut() && link.one_way_from.is_none_or(|start| start == entered)
    });
    let through = route.map_or(Vec::new(), |route| route.through);
    let pairs = through.iter().zip(through.iter().skip(1));
    pairs
        .filter_map(|(one, other)| LinkEnds::new(*one, *other))
        .collect()
}

/// Renders the lines between the cards of places.
fn lines(
    board: BoardContext,
    plan: &FloorPlan,
    drawn: &[(LinkEnds, geometry::Connection)],
    rows: u8,
) -> AnyView {
    let routed = plan.clone();
    let lit = memo(move || lit_links(board, &routed));
    let paths = drawn.iter().map(|(ends, line)| {
        let ends = *ends;
        let link = plan.link(ends);
        let hidden = link.is_some_and(|link| link.hidden);
        let shut = link.is_some_and(|link| link.door.is_shut());
        view! {
            <path
                d=line.path.clone()
                data-hidden=hidden.to_string()
                data-shut=shut.to_string()
                data-lit=derive(move || lit.with(|lit| lit.contains(&ends)).to_string())
            />
        }
    });
    let paths: Vec<_> = paths.collect();
    view! {
        <svg
            class="board-lines"
            aria-hidden="true"
            viewBox=format!("0 0 {COLUMNS} {rows}")
            preserveAspectRatio="none"
            data-rows=rows.to_string()
        >
            {paths}
        </svg>
    }
    .into_any()
}

/// Renders the button that adds a place, on the first free field, while the board has room.
fn add_place(board: BoardContext, plan: &FloorPlan, rows: u8) -> Option<AnyView> {
    let taken = |slot: &u8| {
        plan.locations
            .values()
            .any(|location| location.slot == *slot)
    };
    let slot = (0..rows * COLUMNS).find(|slot| !taken(slot));
    let free = board.model.can_run_table() && plan.locations.len() < MAX_LOCATIONS;
    let slot = slot.filter(|_| free)?;
    Some(
        view! {
            <button
                type="button"
                class="quiet add-place"
                tabindex="-1"
                data-slot=slot.to_string()
                on:click=on_click(move |_| board.stage.scene.board().form.set(Some(SceneForm::Place(None))))
            >
                {msg::ADD_A_PLACE.get()}
            </button>
        }
        .into_any(),
    )
}

/// Renders the area for combatants without a place; while empty, it is shown only when a token is
/// lifted.
fn outsiders(board: BoardContext) -> AnyView {
    let BoardContext { model, stage, .. } = board;
    let all = memo(move || {
        model.rows_changed.track();
        let places = board.places.get();
        let mut ids = model.order.get();
        if model.can_run_table() {
            ids.extend(model.bench.get());
        }
        ids.retain(|id| !places.contains_key(id));
        let grouped = model.with_view(|view| {
            let grouped = ids
                .iter()
                .map(|id| (view.rows.get(id).and_then(|row| row.group), *id));
            grouped.collect::<Vec<(Option<CombatantId>, CombatantId)>>()
        });
        group_pieces(grouped)
    });
    let lifted = move || {
        stage.drag.with(|drag| {
            let from = drag.as_ref().map(|drag| drag.from);
            matches!(from, Some(Spot::Board(_)))
        })
    };
    let over = move || {
        let spot = stage.drag.with(|drag| drag.as_ref().map(|drag| drag.spot));
        spot == Some(Spot::Board(BoardSpot::Outside))
    };
    view! {
        <div
            class="outside"
            id="outside"
            role="group"
            aria-label=msg::NOT_IN_THE_SCENE.get()
            data-over=derive(move || over().to_string())
            hidden=derive(move || all.with(Vec::is_empty) && !(lifted() && model.can_run_table()))
        >
            <span class="faint">{msg::NOT_IN_THE_SCENE.get()}</span>
            <div class="piece-row">
                {redraw(move || all.get().into_iter().map(|ids| token::piece(board, ids)).collect_view())}
            </div>
            {model.can_run_table().then(|| redraw(move || all_to_first(board)))}
        </div>
    }
    .into_any()
}

/// Renders the button that moves all combatants of the order who are in no place to the first one;
/// `None` if not needed.
fn all_to_first(board: BoardContext) -> Option<AnyView> {
    let model = board.model;
    let places = board.places.get();
    let mut ids = model.order.get();
    ids.retain(|id| !places.contains_key(id));
    let empty = ids.is_empty();
    let (to, name) = model.with_view(|view| {
        let locations = view.scene.as_ref()?.plan.locations.iter();
        let open = locations.filter(|(_, location)| !location.hidden);
        let first = open.min_by_key(|(_, location)| location.slot);
        first.map(|(id, location)| (*id, location.name.to_string()))
    })?;
    let go = move || {
        model.send(Command::Go {
            ids: ids.iter().copied().collect(),
            to: SceneDestination::Place(to),
            anyway: false,
        });
    };
    (!empty).then(|| {
        view! {
            <button type="button" class="quiet small" id="all-to-first" on:click=on_click(move |_| go())>
                {msg::all_to(&name)}
            </button>
        }
        .into_any()
    })
}

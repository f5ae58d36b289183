//! The label of a way between two places: how far it is, and what is in between.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::encounter::Command;
use rules::encounter::view::Standpoint;
use rules::messages::scene as msg;
use rules::space::{Door, FloorPlan, Link, LinkEnds};

use crate::reactive::{derive, memo, on_click};
use crate::scene::context::BoardContext;
use crate::scene::geometry::Point;
use crate::scene::moves::{self, MoveRight};
use crate::scene::state::{BoardItem, SceneForm};
use crate::scene::{geometry, icons};
use crate::state::table_state::Model;
use crate::words::scene as words;

/// Describes the connection of two places for screen readers, with its ends, distance, and what is
/// in between.
fn describe_link(model: Model, plan: &FloorPlan, ends: LinkEnds, link: &Link) -> String {
    let name = |id: LocationId| {
        let location = plan.locations.get(&id);
        location.map_or_else(String::new, |location| location.name.to_string())
    };
    let [one, other] = ends.locations();
    let (from, to) = match link.one_way_from {
        Some(start) if start == other => (other, one),
        _ => (one, other),
    };
    let mut said = vec![match link.one_way_from {
        Some(_) => msg::way_one_way(&name(from), &name(to)),
        None => msg::way_between(&name(from), &name(to)),
    }];
    said.push(match link.distance {
        Some(distance) => words::distance_text(model.system, distance.into()),
        None => msg::HOW_FAR.get().to_owned(),
    });
    said.extend(words::between_text(link).into_iter().map(str::to_owned));
    said.extend(link.blind.then(|| msg::NO_LINE.get().to_owned()));
    said.extend(
        link.hidden
            .then(|| msg::HIDDEN_FROM_PLAYERS.get().to_owned()),
    );
    said.join(", ")
}

/// Renders what the label of a connection shows, the icons of door and passage, and the distance;
/// `narrow` between two cards side by side. Between two cards side by side it is `narrow`.
fn label_parts(model: Model, link: &Link, narrow: bool) -> AnyView {
    let distance = match link.distance {
        Some(distance) if narrow => distance.to_string(),
        Some(distance) => words::short_distance(model.system, distance.into()),
        None if narrow => msg::UNKNOWN_DISTANCE.get().to_owned(),
        None => msg::HOW_FAR.get().to_owned(),
    };
    let between = words::between_text(link).join(", ");
    let between = Some(between).filter(|words| !words.is_empty() && !narrow);
    view! {
        {link.hidden.then(icons::hidden_icon)}
        {icons::passage_icon(link.passage)}
        {icons::door_icon(link.door)}
        {link.one_way_from.map(|_| icons::one_way_icon())}
        {between.map(|between| view! { <span class="link-words">{between}</span> })}
        <span class="link-distance">{distance}</span>
    }
    .into_any()
}

/// Finds the reader's combatant at one end of a connection with a door to open or close, and the
/// place behind it; `None` if none is there.
fn own_at_door(
    board: BoardContext,
    ends: LinkEnds,
    door: Door,
) -> Option<(CombatantId, LocationId)> {
    if !matches!(door, Door::Open | Door::Closed) {
        return None;
    }
    let places = board.places.get();
    places.iter().find_map(|(id, at)| {
        let Standpoint::At(here) = *at else {
            return None;
        };
        let behind = ends.other_end(here)?;
        moves::move_right(board.model, *id).map(|_| (*id, behind))
    })
}

/// Renders the label of the connection of two places. Storytellers open its form with it, players a
/// door of the place where they are.
pub(super) fn link_label(
    board: BoardContext,
    plan: &FloorPlan,
    (ends, link): (LinkEnds, &Link),
    (at, rows): (Point, u8),
) -> AnyView {
    let model = board.model;
    let words = describe_link(model, plan, ends, link);
    // The gap between columns is narrower than that between rows.
    let narrow = at.1.fract() > 0.0 && at.0.fract() == 0.0;
    let parts = label_parts(model, link, narrow);
    let left = format!("{:.2}%", at.0 / f64::from(geometry::COLUMNS) * 100.0);
    let top = format!("{:.2}%", at.1 / f64::from(rows) * 100.0);
    let door = link.door;
    let own = memo(move || own_at_door(board, ends, door).filter(|_| !model.can_run_table()));
    let acts = move || model.can_run_table() || own.get().is_some();
    let label = {
        let words = words.clone();
        move || match (own.get(), door) {
            (Some(_), Door::Open) => msg::close_the_door(&words),
            (Some(_), _) => msg::open_the_door(&words),
            (None, _) => words.clone(),
        }
    };
    let press = move || {
        if model.can_run_table() {
            return board
                .stage
                .scene
                .board()
                .form
                .set(Some(SceneForm::Link(ends)));
        }
        if let Some((id, to)) = own.get_untracked() {
            let open = door != Door::Open;
            let command = Command::SetDoor { id, to, open };
            match moves::move_right(model, id) {
                Some(MoveRight::Moves) => model.send(command),
                Some(MoveRight::Proposes) => model.propose(command),
                None => {}
            }
        }
    };
    view! {
        <button
            type="button"
            class="link-label"
            style:left=left
            style:top=top
            tabindex=derive(move || board.tab_index(BoardItem::Link(ends)))
            data-hidden=link.hidden.to_string()
            data-shut=door.is_shut().to_string()
            data-far=link.distance.is_some().to_string()
            aria-disabled=derive(move || (!acts()).then_some("true"))
            aria-label=derive(label)
            title=words
            on:focus=move |_| board.remember_focus(BoardItem::Link(ends))
            on:click=on_click(move |_| press())
        >
            {parts}
        </button>
    }
    .into_any()
}

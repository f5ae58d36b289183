//! Places where a token can land: the place of a token, the place under a pointer, and their descriptions.

use leptos::prelude::document;
use rules::base::id::CombatantId;
use rules::messages::screen as msg;

use crate::browser;
use crate::clocks::joining;
use crate::order::drag::{Drag, Spot};
use crate::scene::moves;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Returns the combatants in initiative order without the one that is dragged.
pub(super) fn other_combatants(model: Model, id: CombatantId) -> Vec<CombatantId> {
    model
        .order
        .with_untracked(|order| order.iter().copied().filter(|other| *other != id).collect())
}

/// Returns the place of a combatant's token in the order or on the bench; `None` if it has none.
pub(super) fn spot_of(model: Model, id: CombatantId) -> Option<Spot> {
    let at = model
        .order
        .with_untracked(|order| order.iter().position(|other| *other == id));
    at.map(Spot::Order).or_else(|| {
        model
            .bench
            .with_untracked(|bench| bench.contains(&id))
            .then_some(Spot::Bench)
    })
}

/// Returns the place in the order, or the bench, under a pointer.
pub(super) fn spot_under(model: Model, id: CombatantId, x: f64, y: f64) -> Spot {
    if let Some(bench) = browser::element("bench") {
        let edge = bench.get_bounding_client_rect();
        if y <= edge.bottom() && x >= edge.left() && x <= edge.right() {
            return Spot::Bench;
        }
    }
    let at = other_combatants(model, id).into_iter().position(|other| {
        browser::element(&format!("row-{other}")).is_some_and(|row| {
            let edge = row.get_bounding_client_rect();
            y < edge.top() + edge.height() / 2.0
        })
    });
    Spot::Order(at.unwrap_or_else(|| other_combatants(model, id).len()))
}

/// Returns the other combatant in the order whose row lies under the pointer, with `part` only that
/// part of the row, which is a CSS selector.
pub(super) fn target_under(
    model: Model,
    id: CombatantId,
    part: &str,
    x: f64,
    y: f64,
) -> Option<CombatantId> {
    other_combatants(model, id).into_iter().find(|other| {
        let found = document().query_selector(&format!("#row-{other}{part}"));
        found.ok().flatten().is_some_and(|part| {
            let edge = part.get_bounding_client_rect();
            (edge.top()..edge.bottom()).contains(&y) && (edge.left()..edge.right()).contains(&x)
        })
    })
}

/// Describes the place where a token would land.
pub(super) fn spot_words(model: Model, stage: Stage, drag: &Drag) -> String {
    let name = |id: CombatantId| {
        model
            .current_row(id)
            .map(|row| row.full_name())
            .unwrap_or_default()
    };
    let others = other_combatants(model, drag.id);
    match drag.spot {
        Spot::Bench => msg::TO_THE_BENCH.get().to_owned(),
        Spot::Board(spot) => moves::describe_spot(model, stage, drag.id, spot),
        Spot::Action(clock) => joining::join_words(model, clock, drag.id),
        Spot::Target(target) => msg::attacks(&target.map_or("…".to_owned(), name)),
        Spot::Order(at) => {
            let place = msg::place_of(&(at + 1), &(others.len() + 1));
            match (others.get(at), others.last()) {
                (Some(next), _) => msg::before(&place, &name(*next)),
                (None, Some(last)) => msg::after(&place, &name(*last)),
                (None, None) => place,
            }
        }
    }
}

//! The initiative order.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::command::Whose;
use rules::encounter::view::Row;
use rules::messages::screen as msg;
use rules::phase::Cadence;
use rules::seat::Role;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::exchange::next_action::Deed;
use crate::order::drag::Spot;
use crate::order::phases::PhaseStrip;
use crate::order::row::OrderRow;
use crate::reactive::{clicked, each, keyed, live};
use crate::state::table_state::Model;
use crate::table::layout::{self, Stage};

/// The order, and what rolls it.
#[component]
pub fn Order() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let empty = move || model.order.with(Vec::is_empty);
    // Who is out of the fight rolls nothing.
    let waits = |row: &Row| row.score.is_none() && !row.is_out();
    let unrolled = move |mine: bool| {
        model.rows_changed.track();
        let you = model.you.get();
        model.look(|view| {
            view.rows
                .values()
                .filter(|row| waits(row))
                .filter(|row| {
                    if mine {
                        row.owner == Some(you)
                    } else {
                        row.owner.is_none() && row.side == rules::encounter::Side::Foe
                    }
                })
                .count()
        })
    };
    // Where everybody rolls anew each round, those in the order are rolled for together.
    let everyone = move || {
        model.rows_changed.track();
        let again = model.house.with(|house| model.rules().cadence(house)) == Cadence::EveryRound;
        let order = model.order.get();
        again
            && model.look(|view| {
                let mut rows = order.iter().filter_map(|id| view.rows.get(id));
                rows.any(|row| waits(row))
            })
    };
    let at_end = move || {
        let end = model.order.with(Vec::len);
        stage.drag.with(|drag| {
            drag.as_ref().is_some_and(|drag| match drag.spot {
                Spot::Order(at) => {
                    at >= end - usize::from(model.order.with(|order| order.contains(&drag.id)))
                }
                Spot::Bench | Spot::Target(_) => false,
            })
        })
    };
    let empty_words = move || match (model.runs(), model.bench.with(Vec::is_empty)) {
        (true, true) => msg::FIRST_PUT_SOMEBODY_ON_THE.get(),
        (true, false) => msg::NOW_ROLL_INITIATIVE_OR_DRAG.get(),
        (false, _) => msg::NOBODY_IS_IN_THE_ORDER.get(),
    };
    // The acting row comes into view by itself, unless somebody is dragging. While the page wakes nothing moves.
    Effect::new(move |before: Option<()>| {
        model.turn.track();
        match before {
            None => browser::tell_top_edge(),
            Some(()) if stage.drag.with_untracked(Option::is_none) => {
                browser::later(60, move || layout::show_acting(model, false));
            }
            Some(()) => {}
        }
    });
    view! {
        <div class="part-head order-head">
            <h2>{msg::ORDER.get()}</h2>
            <button
                hidden=live(move || !(model.runs() && everyone()))
                type="button"
                class="quiet small"
                id="roll-everyone"
                on:click=clicked(move |_| model.give(Command::RollInitiative { whose: Whose::Everyone, face: None }))
            >
                {msg::ROLL_FOR_EVERYONE.get()}
            </button>
            <button
                hidden=live(move || !(model.runs() && (unrolled(false) > 0)))
                type="button"
                class=live(move || match stage.deed.with(|deed| matches!(deed, Some(Deed::Roll(..)))) {
                    true => "brass small",
                    false => "quiet small",
                })
                id="roll-rest"
                on:click=clicked(move |_| model.give(Command::RollInitiative { whose: Whose::Storytellers, face: None }))
            >
                {live(move || msg::roll_initiative_for_foes(i64::try_from(unrolled(false)).unwrap_or(i64::MAX)))}
            </button>
            <button
                hidden=live(move || !(model.role() == Role::Player && (unrolled(true) > 0)))
                type="button"
                class="brass small wide-only"
                id="roll-mine"
                on:click=clicked(move |_| model.give(Command::RollInitiative { whose: Whose::Mine, face: None }))
            >
                {msg::ROLL_MY_INITIATIVE.get()}
            </button>
        </div>
        <PhaseStrip />
        <ol
            class="order"
            id="order"
            aria-label=msg::INITIATIVE_ORDER.get()
            data-end=live(move || at_end().to_string())
            data-moves=model.runs().to_string()
            on:keydown=keyed(|event| walk(&event))
        >
            {each(move || model.order.get(), |id| view! { <OrderRow id /> })}
        </ol>
        <div hidden=live(move || !empty()) class="empty">
            <p>{live(empty_words)}</p>
            <button
                hidden=live(move || !(model.runs() && model.bench.with(Vec::is_empty)))
                type="button"
                class="brass"
                id="example"
                on:click=clicked(move |_| {
                    stage.line.set(model.rules().speech().add_example.to_owned());
                    browser::focus_later("quick-add".to_owned());
                })
            >
                {msg::WRITE_AN_EXAMPLE_LINE.get()}
            </button>
        </div>
    }
}

/// Arrows walk through the order, which is one stop of the Tab key: up and down from row to row, left and right over
/// what can be pressed in a row, boxes included.
fn walk(event: &KeyboardEvent) {
    let at = event
        .target()
        .and_then(|at| at.dyn_into::<web_sys::HtmlElement>().ok());
    // What is typed, and a token in the air, move otherwise.
    let Some(at) =
        at.filter(|at| !event.default_prevented() && !at.matches("input, select").unwrap_or(true))
    else {
        return;
    };
    let Some(row) = at.closest(".row").ok().flatten() else {
        return;
    };
    let next = match event.key().as_str() {
        "ArrowDown" => beside(&row, &at, web_sys::Element::next_element_sibling),
        "ArrowUp" => beside(&row, &at, web_sys::Element::previous_element_sibling),
        "ArrowRight" => along(&row, &at, 1),
        "ArrowLeft" => along(&row, &at, -1),
        // A row that is open closes.
        "Escape" if row.get_attribute("data-opened").as_deref() != Some("true") => opener(&row),
        "Home" => row
            .parent_element()
            .and_then(|order| opener(&order.first_element_child()?)),
        "End" => row
            .parent_element()
            .and_then(|order| opener(&order.last_element_child()?)),
        _ => return,
    };
    if let Some(next) = next {
        event.prevent_default();
        _ = next.focus();
    }
}

fn opener(row: &web_sys::Element) -> Option<web_sys::HtmlElement> {
    let opener = row.query_selector(".row-opener").ok().flatten()?;
    opener.dyn_into().ok()
}

/// The same thing in the next row to that side: its box of the same number, or what opens it.
fn beside(
    row: &web_sys::Element,
    at: &web_sys::Element,
    step: fn(&web_sys::Element) -> Option<web_sys::Element>,
) -> Option<web_sys::HtmlElement> {
    let mut to = step(row)?;
    // Rows of a group that is folded are not there to see.
    while browser::reachable(&to).is_empty() {
        to = step(&to)?;
    }
    let number = at.get_attribute("data-index");
    let same = number.and_then(|number| {
        let found = to.query_selector(&format!(".box[data-index=\"{number}\"]"));
        found.ok().flatten()?.dyn_into().ok()
    });
    same.or_else(|| opener(&to))
}

/// What comes so many places after this one in its row.
fn along(row: &web_sys::Element, at: &web_sys::Element, by: isize) -> Option<web_sys::HtmlElement> {
    let all = browser::reachable(row);
    let here = all.iter().position(|one| one.is_same_node(Some(at)))?;
    all.get(here.checked_add_signed(by)?).cloned()
}

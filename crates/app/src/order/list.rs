//! The initiative order.

use leptos::prelude::*;
use rules::base::seat::Role;
use rules::character::phase::InitiativeCadence;
use rules::encounter::command::InitiativeTarget;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Command, Side};
use rules::messages::screen as msg;

use crate::browser;
use crate::exchange::next_action::NextAction;
use crate::order::drag::Spot;
use crate::order::phases::PhaseStrip;
use crate::order::row::OrderRow;
use crate::order::walk::walk_order;
use crate::reactive::{derive, each_combatant, on_click, on_key};
use crate::state::table_state::Model;
use crate::table::layout::{self, Stage};

/// The initiative order, with the buttons that roll it.
#[component]
pub fn Order() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let at_end = move || {
        let end = model.order.with(Vec::len);
        stage.drag.with(|drag| {
            drag.as_ref().is_some_and(|drag| match drag.spot {
                Spot::Order(at) => {
                    at >= end - usize::from(model.order.with(|order| order.contains(&drag.id)))
                }
                Spot::Bench | Spot::Target(_) | Spot::Board(_) | Spot::Action(_) => false,
            })
        })
    };
    // The acting row scrolls into view by itself, except during a drag and while the page starts.
    Effect::new(move |before: Option<()>| {
        model.turn.track();
        match before {
            None => browser::publish_header_height(),
            Some(()) if stage.drag.with_untracked(Option::is_none) => {
                browser::run_later(60, move || layout::show_acting(model, false));
            }
            Some(()) => {}
        }
    });
    view! {
        {order_head(model, stage)}
        <PhaseStrip />
        <ol
            class="order"
            id="order"
            aria-label=msg::INITIATIVE_ORDER.get()
            data-end=derive(move || at_end().to_string())
            data-moves=model.can_run_table().to_string()
            on:keydown=on_key(|event| walk_order(&event))
        >
            {each_combatant(move || model.order.get(), |id| view! { <OrderRow id /> })}
        </ol>
        {empty_order(model, stage)}
    }
}

/// Whether a combatant has yet to roll initiative; combatants out of the fight do not roll.
fn needs_initiative(row: &CombatantRow) -> bool {
    row.score.is_none() && !row.is_out()
}

/// Renders the heading of the order, with the buttons that roll initiative.
fn order_head(model: Model, stage: Stage) -> AnyView {
    let unrolled = move |mine: bool| {
        model.rows_changed.track();
        let you = model.you.get();
        model.with_view(|view| {
            let waits = view.rows.values().filter(|row| needs_initiative(row));
            let wanted = waits.filter(|row| match mine {
                true => row.owner == Some(you),
                false => row.owner.is_none() && row.side == Side::Foe,
            });
            wanted.count()
        })
    };
    // Where initiative is rolled each round, one press rolls for the whole order.
    let everyone = move || {
        model.rows_changed.track();
        let again = model
            .house
            .with(|house| model.rules().initiative_cadence(house))
            == InitiativeCadence::EveryRound;
        let order = model.order.get();
        again
            && model.with_view(|view| {
                let mut rows = order.iter().filter_map(|id| view.rows.get(id));
                rows.any(|row| needs_initiative(row))
            })
    };
    let roll =
        move |whose: InitiativeTarget| model.send(Command::RollInitiative { whose, face: None });
    view! {
        <div class="part-head order-head">
            <h2>{msg::ORDER.get()}</h2>
            <button
                hidden=derive(move || !(model.can_run_table() && everyone()))
                type="button"
                class="quiet small"
                id="roll-everyone"
                on:click=on_click(move |_| roll(InitiativeTarget::Everyone))
            >
                {msg::ROLL_FOR_EVERYONE.get()}
            </button>
            <button
                hidden=derive(move || !(model.can_run_table() && (unrolled(false) > 0)))
                type="button"
                class=derive(move || match stage.deed.with(|deed| matches!(deed, Some(NextAction::Roll(..)))) {
                    true => "brass small",
                    false => "quiet small",
                })
                id="roll-rest"
                on:click=on_click(move |_| roll(InitiativeTarget::Storytellers))
            >
                {derive(move || msg::roll_initiative_for_foes(i64::try_from(unrolled(false)).unwrap_or(i64::MAX)))}
            </button>
            <button
                hidden=derive(move || !(model.role() == Role::Player && (unrolled(true) > 0)))
                type="button"
                class="brass small wide-only"
                id="roll-mine"
                on:click=on_click(move |_| roll(InitiativeTarget::Mine))
            >
                {msg::ROLL_MY_INITIATIVE.get()}
            </button>
        </div>
    }
    .into_any()
}

/// Renders the text and button in place of an empty order.
fn empty_order(model: Model, stage: Stage) -> AnyView {
    let empty = move || model.order.with(Vec::is_empty);
    let words = move || match (model.can_run_table(), model.bench.with(Vec::is_empty)) {
        (true, true) => msg::FIRST_PUT_SOMEBODY_ON_THE.get(),
        (true, false) => msg::NOW_ROLL_INITIATIVE_OR_DRAG.get(),
        (false, _) => msg::NOBODY_IS_IN_THE_ORDER.get(),
    };
    view! {
        <div hidden=derive(move || !empty()) class="empty">
            <p>{derive(words)}</p>
            <button
                hidden=derive(move || !(model.can_run_table() && model.bench.with(Vec::is_empty)))
                type="button"
                class="brass"
                id="example"
                on:click=on_click(move |_| {
                    stage.line.set(model.rules().facts().vocabulary.add_example.to_owned());
                    browser::focus_later("quick-add".to_owned());
                })
            >
                {msg::WRITE_AN_EXAMPLE_LINE.get()}
            </button>
        </div>
    }
    .into_any()
}

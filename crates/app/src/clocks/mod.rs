//! Clocks and extended actions. Loaded later than the first part of the program; a table without a clock needs none of
//! it.

mod action;
mod all_clocks;
mod card;
mod form;
mod form_full;
pub(crate) mod joining;
mod make;
mod phrases;
mod ring;
mod slips;
mod typed_field;

#[cfg(feature = "ssr")]
pub(crate) use self::ring::segment_path;
pub(crate) use self::slips::clock_slips;
use leptos::prelude::*;
use rules::base::id::ClockId;
use rules::encounter::view::ClockView;
use rules::messages::clocks as msg;

use self::all_clocks::all_clocks;
pub(crate) use self::phrases::count;
pub(crate) use self::ring::small_ring;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::scene::state::Segment;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Part of the page where clocks are drawn, which keeps the ids of the same clock's elements apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// In the middle of a laptop's page.
    Stage,
    /// In the tab of the scene on a phone.
    Tab,
}

impl Spot {
    /// Returns the id of a clock's element here; `what` names the element.
    fn id_of(self, what: &str, id: ClockId) -> String {
        let place = match self {
            Self::Stage => "stage",
            Self::Tab => "tab",
        };
        format!("clock-{place}-{what}-{}", id.0)
    }
}

/// Renders all clocks, and for storytellers the input line that makes one. Loaded later than the
/// first part of the program.
#[inline(never)]
pub fn clock_panel(model: Model, spot: Spot) -> AnyView {
    let clocks = all_clocks(model);
    let ids = memo(move || {
        clocks.with(|clocks| {
            // What a player rolls for comes first, then the others as they were made.
            let actions = clocks.iter().filter(|clock| clock.action.is_some());
            let rings = clocks.iter().filter(|clock| clock.action.is_none());
            let all = actions.chain(rings);
            all.map(|clock| (clock.id, clock.action.is_some()))
                .collect::<Vec<_>>()
        })
    });
    let list = move || {
        let one = move |(id, is_action): (ClockId, bool)| {
            let clock = memo(move || {
                clocks.with(|clocks| clocks.iter().find(|clock| clock.id == id).cloned())
            });
            match is_action {
                true => action::action_card(model, clock, (spot, id)),
                false => card::ring_card(model, clock, (spot, id)),
            }
        };
        ids.get().into_iter().map(one).collect_view()
    };
    view! {
        <link rel="stylesheet" href="/clocks.css" />
        <section class="clocks" aria-label=msg::CLOCKS.get()>
            {(spot == Spot::Tab).then(|| clock_slips(model))}
            {redraw(list)}
            {model.can_run_table().then(|| make::make_line(model, clocks, spot))}
        </section>
    }
    .into_any()
}

/// Renders the pinned clocks at the foot of the scene. Loaded later than the first part of the program.
#[inline(never)]
pub fn pinned_clocks(model: Model, stage: Stage) -> AnyView {
    let clocks = all_clocks(model);
    let pinned = memo(move || {
        clocks.with(|clocks| {
            let pinned = clocks.iter().filter(|clock| clock.pinned);
            pinned.cloned().collect::<Vec<_>>()
        })
    });
    let seat = format!("{}-{}", model.table, model.you.get_untracked().0);
    let one = move |clock: ClockView| {
        let seat = seat.clone();
        let label = phrases::spoken(model, &clock);
        view! {
            <li>
                <button
                    type="button"
                    class="pinned-clock"
                    data-hidden=clock.hidden.to_string()
                    aria-label=label
                    on:click=on_click(move |_| stage.scene.show_segment(&seat, Segment::Clocks))
                >
                    {ring::small_ring(&clock)}
                    <span class="pinned-name">{clock.name.clone()}</span>
                    <span class="pinned-count">{phrases::count(&clock)}</span>
                </button>
            </li>
        }
    };
    view! {
        <link rel="stylesheet" href="/clocks.css" />
        <ul
            class="pinned-clocks"
            aria-label=msg::PINNED_CLOCKS.get()
            hidden=derive(move || pinned.with(Vec::is_empty))
        >
            {redraw(move || pinned.get().into_iter().map(&one).collect_view())}
        </ul>
    }
    .into_any()
}

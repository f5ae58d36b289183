//! The screen while there is no fight: before anything is there, and between fights.

use leptos::prelude::*;
use rules::base::seat::Role;
use rules::encounter::view::SeatView;
use rules::messages::table_screen as msg;

use super::foot::clock_row;
use super::offer::{Offer, draw_offer};
use crate::reactive::{derive, redraw};
use crate::state::table_state::Model;

/// Most names of those who are here.
const MOST: usize = 12;

/// Renders the table screen before there is a scene, with the title, how to join, and who is here.
pub(super) fn nothing_yet(model: Model, offer: Offer) -> AnyView {
    view! {
        <div class="tv-idle" data-large="true">
            <h1 class="tv-idle-title">{derive(move || model.title.get())}</h1>
            {draw_offer(offer)}
            {who_is_here(model)}
        </div>
    }
    .into_any()
}

/// Renders the table screen between fights, with the title of the scene, clocks, how to join, and
/// who is here.
pub(super) fn between_fights(model: Model, offer: Offer) -> AnyView {
    view! {
        <div class="tv-idle">
            <h1 class="tv-idle-title">{derive(move || model.title.get())}</h1>
            <div class="tv-foot">{clock_row(model)} {draw_offer(offer)}</div>
            {who_is_here(model)}
        </div>
    }
    .into_any()
}

/// Renders the names of the people who are connected, without other table screens.
fn who_is_here(model: Model) -> AnyView {
    let names = move || {
        let here = model.here.get();
        let there = |seat: &&SeatView| here.contains(&seat.id) && seat.role != Role::Spectator;
        let named = |seat: &SeatView| match seat.role {
            Role::Storyteller => msg::who_runs_it(&seat.name),
            Role::CoStoryteller | Role::Player | Role::Spectator => seat.name.clone(),
        };
        model.seats.with(|seats| {
            let names: Vec<String> = seats.iter().filter(there).map(named).collect();
            let more = names.len().saturating_sub(MOST);
            let mut shown = names.into_iter().take(MOST).collect::<Vec<_>>().join(" · ");
            if more > 0 {
                shown.push_str(&format!(" · +{more}"));
            }
            shown
        })
    };
    redraw(move || {
        let names = names();
        (!names.is_empty()).then(|| {
            view! {
                <div class="tv-here">
                    <h2 class="tv-here-head">{msg::HERE_ARE.get()}</h2>
                    <p class="tv-here-names">{names}</p>
                </div>
            }
        })
    })
}

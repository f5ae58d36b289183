//! The foot of the screen: clocks, and how to join.

use leptos::prelude::*;
use rules::encounter::View;
use rules::encounter::view::ClockView;
use rules::messages::table_screen as msg;

use super::offer::{Offer, draw_offer};
use super::showing::{follow, screen_choice};
use crate::clocks::{count, small_ring};
use crate::reactive::redraw;
use crate::state::table_state::Model;

/// Most clocks at the foot of the screen.
const MOST: usize = 2;

/// Returns the clocks that the table screen shows, which are those chosen, or else pinned ones, or
/// else the first.
fn clocks_of(view: &View) -> Vec<ClockView> {
    let all = || view.clocks.iter().flat_map(|clocks| clocks.iter());
    let set = screen_choice(view).set.clocks;
    let found: Vec<&ClockView> = match &set {
        Some(ids) => all().filter(|clock| ids.contains(&clock.id)).collect(),
        None => {
            let pinned: Vec<&ClockView> = all().filter(|clock| clock.pinned).collect();
            if pinned.is_empty() {
                all().collect()
            } else {
                pinned
            }
        }
    };
    found.into_iter().take(MOST).cloned().collect()
}

/// Returns the clocks that the table screen shows, and follows their changes.
pub(super) fn shown_clocks(model: Model) -> Memo<Vec<ClockView>> {
    follow(model, clocks_of)
}

/// Renders the row of clocks on the table screen; nothing without clocks.
pub(super) fn clock_row(model: Model) -> AnyView {
    let clocks = shown_clocks(model);
    let one = |clock: &ClockView| {
        let full = clock.filled >= clock.size;
        view! {
            <li class="tv-clock" data-full=full.to_string()>
                {small_ring(clock)}
                <div class="tv-clock-text">
                    <p class="tv-clock-name">{clock.name.clone()}</p>
                    <p class="tv-clock-count">{count(clock)}</p>
                </div>
            </li>
        }
    };
    redraw(move || {
        clocks.with(|clocks| {
            (!clocks.is_empty()).then(|| {
                view! {
                    <h2 class="unseen">{msg::CLOCKS.get()}</h2>
                    <ul class="tv-clocks">{clocks.iter().map(one).collect_view()}</ul>
                }
            })
        })
    })
}

/// Renders the foot of the table screen with the clocks and the invitation.
pub(super) fn foot(model: Model, offer: Offer) -> AnyView {
    view! { <footer class="tv-foot">{clock_row(model)} {draw_offer(offer)}</footer> }.into_any()
}

//! Everybody at the table: who they are, whether they are here, and the ways to move a seat to
//! another device or to take it away.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::view::SeatView;
use rules::id::SeatId;
use rules::seat::may_move;

use super::links::{PassingOn, post};
use super::live::{clicked, drawn, live};
use super::model::Model;
use crate::page::Passing;

/// A link that was made: for whose seat.
type Made = RwSignal<Option<(SeatId, Passing)>>;

/// The list.
#[component]
pub fn Seats() -> impl IntoView {
    let model = expect_context::<Model>();
    let made: Made = RwSignal::new(None);
    view! {
        <div class="sheet-part">
            <h3>"At the table"</h3>
            {model.runs().then(|| view! {
                <p class="faint">"With a seat that is taken away go the invite links that led to it."</p>
            })}
            <ul class="plain">
                {drawn(move || model.seats.get().into_iter().map(|seat| view! {
                    <SeatRow seat made />
                }).collect_view())}
            </ul>
        </div>
    }
}

/// Somebody's seat. Asks once more before it is taken away.
#[component]
fn SeatRow(
    /// The seat.
    seat: SeatView,
    /// The link that was made last.
    made: Made,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let SeatView { id, name, role, .. } = seat;
    let you = model.you.get_untracked();
    let own = id == you;
    let movable = may_move((you, model.role()), (id, role)) && !model.demo;
    let removable = !own && model.runs() && role.may_leave();
    let sure = RwSignal::new(false);
    let what = move || {
        let away = !own && model.here.with(|here| !here.contains(&id));
        let word = role.word();
        match (own, away) {
            (true, _) => format!("{word}, you"),
            (_, true) => format!("{word}, away"),
            _ => word.to_owned(),
        }
    };
    let ask = move || {
        let path = format!("/t/{}/seats/{}/link", model.table, id.0);
        post(&path, move |passing: Option<Passing>| {
            made.set(passing.map(|passing| (id, passing)));
        });
    };
    let words = if own {
        "Scan or open it there. The table closes here as soon as it opens there.".to_owned()
    } else {
        format!("For {name} alone, who sits down with it in this seat on any device.")
    };
    let link = move || {
        let found = made.get().filter(|(seat, _)| *seat == id);
        found.map(|(_, passing)| {
            view! { <PassingOn passing label="Link for another device" id="move-link" words=words.clone() /> }
        })
    };
    let (seat_of, whose) = (format!(" {name}’s seat"), format!(" for {name}"));
    view! {
        <li class="seat">
            <div class="seat-row">
                <span class="grow">{name} " " <span class="faint">{live(what)}</span></span>
                <div class="actions">
                    {movable.then(|| {
                        let (words, whose) = if own { ("Continue on another device", String::new()) } else { ("New device", whose) };
                        view! {
                            <button type="button" class="quiet" on:click=clicked(move |_| ask())>
                                {words} <span class="unseen">{whose}</span>
                            </button>
                        }
                    })}
                    {removable.then(|| view! {
                        <button
                            type="button"
                            class="quiet"
                            on:click=clicked(move |_| {
                                if sure.get_untracked() {
                                    model.give(Command::Unseat { seat: id });
                                }
                                sure.update(|sure| *sure = !*sure);
                            })
                        >
                            {live(move || if sure.get() { "Yes, take it away" } else { "Take away" })}
                            <span class="unseen">{seat_of}</span>
                        </button>
                    })}
                </div>
            </div>
            {drawn(link)}
        </li>
    }
}

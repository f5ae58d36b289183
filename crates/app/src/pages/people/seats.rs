//! Who sits at the table, and what can be done with each seat.

use leptos::prelude::*;
use rules::encounter::view::SeatView;
use rules::seat::{Role, may_hand_over, may_move};

use super::invite::{copyable, picture};
use super::{Made, People, hidden};

impl People<'_> {
    /// The seats, and how much later spectators see what happens.
    pub(super) fn seats(&self) -> AnyView {
        let runs = self.you.role.runs_the_table();
        let links = runs.then(|| {
            view! {
                <p class="faint">
                    "With a seat that is taken away go the invite links that led to it."
                </p>
            }
        });
        let seats = self.seats.iter().map(|seat| self.seat(seat));
        view! {
            <section aria-labelledby="seats">
                <h2 id="seats">"Seats"</h2>
                <ul class="seats">{seats.collect_view()}</ul>
                {self.later()}
                {links}
            </section>
        }
        .into_any()
    }

    /// How much later spectators see what happens: to set for those who run the table, to know for spectators.
    fn later(&self) -> Option<AnyView> {
        let (seconds, most) = (self.delay, self.most_delay);
        if self.you.role.runs_the_table() {
            let field = view! {
                <div class="copyable">
                    <label for="delay">"Spectators see the table so many seconds later"</label>
                    <div class="link">
                        <input
                            id="delay"
                            class="short"
                            type="number"
                            inputmode="numeric"
                            name="seconds"
                            min="0"
                            max=most.to_string()
                            value=seconds.to_string()
                            required
                            autocomplete="off"
                            aria-describedby="delay-says"
                        />
                        <button class="quiet">"Set"</button>
                    </div>
                    <p class="faint" id="delay-says">
                        "0 is at once. While it is later, the log, the replay, the recap and the dice are closed to spectators."
                    </p>
                </div>
            };
            return Some(self.form("delay", field));
        }
        let waits = self.you.role == Role::Spectator && seconds > 0;
        waits.then(|| {
            let words = format!("You see the table {seconds} seconds later than it happens.");
            view! { <p class="note">{words}</p> }.into_any()
        })
    }

    /// A seat with what can be done with it.
    fn seat(&self, seat: &SeatView) -> AnyView {
        let SeatView {
            id,
            name,
            role,
            muted,
            own_dice: _,
        } = seat;
        let what = match (*id == self.you.seat, self.here.contains(id)) {
            (true, _) => ", you",
            (false, true) => "",
            (false, false) => ", away",
        };
        let muted = if *muted { ", muted" } else { "" };
        let what = format!("{}{what}{muted}", role.word());
        view! {
            <li class="seat">
                <div class="seat-row">
                    <span class="grow">{format!("{name} ")}<span class="faint">{what}</span></span>
                    <div class="actions">
                        {self.to_move(seat)}
                        {self.to_mute(seat)}
                        {self.to_hand_over(seat)}
                        {self.to_take_away(seat)}
                    </div>
                </div>
                {self.moved(seat)}
            </li>
        }
        .into_any()
    }

    fn to_move(&self, seat: &SeatView) -> Option<AnyView> {
        let of = (seat.id, seat.role);
        if !may_move((self.you.seat, self.you.role), of) || self.you.demo {
            return None;
        }
        let words = match seat.id == self.you.seat {
            true => view! { "Continue on another device" }.into_any(),
            false => {
                let unseen = format!(" for {}", seat.name);
                view! { "New device " <span class="unseen">{unseen}</span> }.into_any()
            }
        };
        let button = view! {
            {hidden("seat", seat.id.0)}
            <button type="submit" class="quiet">{words}</button>
        };
        Some(self.form("move", button))
    }

    fn to_mute(&self, seat: &SeatView) -> Option<AnyView> {
        let own = seat.id == self.you.seat;
        if own || !self.you.role.runs_the_table() || seat.role.runs_the_table() {
            return None;
        }
        let (wish, words) = match seat.muted {
            true => ("unmute", "Let speak again"),
            false => ("mute", "Mute"),
        };
        let button = view! {
            {hidden("seat", seat.id.0)}
            <button type="submit" class="quiet">
                {words}
                <span class="unseen">{format!(" {}", seat.name)}</span>
            </button>
        };
        Some(self.form(wish, button))
    }

    fn to_hand_over(&self, seat: &SeatView) -> Option<AnyView> {
        let SeatView { id, name, role, .. } = seat;
        if !may_hand_over((self.you.seat, self.you.role), (*id, *role)) {
            return None;
        }
        let says =
            format!("You help from then on, as a co-storyteller. Only {name} can give it back.");
        let button = view! {
            {hidden("seat", id.0)}
            <button type="submit" class="quiet harm">
                "Yes, hand over"
                <span class="unseen">{format!(" to {name}")}</span>
            </button>
        };
        let sure = view! {
            <details class="sure">
                <summary class="button quiet">
                    "Make storyteller"
                    <span class="unseen">{format!(" of {name}")}</span>
                </summary>
                <p class="faint">{says}</p>
                {self.form("hand_over", button)}
            </details>
        };
        Some(sure.into_any())
    }

    /// It is asked once more before a seat is taken away.
    fn to_take_away(&self, seat: &SeatView) -> Option<AnyView> {
        let SeatView { id, name, role, .. } = seat;
        let own = *id == self.you.seat;
        if own || !self.you.role.runs_the_table() || !role.may_leave() {
            return None;
        }
        let button = view! {
            {hidden("seat", id.0)}
            <button type="submit" class="quiet harm">
                "Yes, take it away"
                <span class="unseen">{format!(" from {name}")}</span>
            </button>
        };
        let sure = view! {
            <details class="sure">
                <summary class="button quiet">
                    "Take away"
                    <span class="unseen">{format!(" {name}’s seat")}</span>
                </summary>
                {self.form("unseat", button)}
            </details>
        };
        Some(sure.into_any())
    }

    /// The link that moves this seat, if it was just made.
    fn moved(&self, seat: &SeatView) -> Option<AnyView> {
        let Some(Made::Move(moved, passing)) = &self.made else {
            return None;
        };
        if *moved != seat.id {
            return None;
        }
        let words = match seat.id == self.you.seat {
            true => {
                "Scan or open it there. The table closes here as soon as it opens there.".to_owned()
            }
            false => format!(
                "For {} alone, who sits down with it in this seat on any device.",
                seat.name
            ),
        };
        let hours = passing.hours.unwrap_or_default();
        let words = format!("{words} The link works once, within {hours} hours.");
        let link = view! {
            <div class="passing">
                {picture(passing.qr.as_ref(), "Link for another device")}
                {copyable("Link for another device", "move-link", &passing.link)}
                <p class="faint">{words}</p>
            </div>
        };
        Some(link.into_any())
    }
}

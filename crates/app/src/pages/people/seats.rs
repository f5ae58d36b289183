//! Who sits at the table, and what can be done with each seat.

use leptos::prelude::*;
use rules::encounter::view::SeatView;
use rules::messages::pages as msg;
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
                    {msg::WITH_A_SEAT_THAT_IS.get()}
                </p>
            }
        });
        let seats = self.seats.iter().map(|seat| self.seat(seat));
        view! {
            <section aria-labelledby="seats">
                <h2 id="seats">{msg::SEATS.get()}</h2>
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
                    <label for="delay">{msg::SPECTATORS_SEE_THE_TABLE_SO.get()}</label>
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
                        <button class="quiet">{msg::SET.get()}</button>
                    </div>
                    <p class="faint" id="delay-says">
                        {msg::N0_IS_AT_ONCE_WHILE.get()}
                    </p>
                </div>
            };
            return Some(self.form("delay", field));
        }
        let waits = self.you.role == Role::Spectator && seconds > 0;
        waits.then(|| {
            let words = msg::you_see_the_table_seconds(&seconds);
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
            (true, _) => msg::YOU.get(),
            (false, true) => "",
            (false, false) => msg::AWAY.get(),
        };
        let muted = if *muted { msg::MUTED.get() } else { "" };
        let what = format!("{}{what}{muted}", role.title());
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
            true => view! { {msg::CONTINUE_ON_ANOTHER_DEVICE.get()} }.into_any(),
            false => {
                let unseen = msg::for_(&seat.name);
                view! { {msg::NEW_DEVICE.get()} <span class="unseen">{unseen}</span> }.into_any()
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
            true => ("unmute", msg::LET_SPEAK_AGAIN.get()),
            false => ("mute", msg::MUTE.get()),
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
        let says = msg::you_help_from_then_on(&name);
        let button = view! {
            {hidden("seat", id.0)}
            <button type="submit" class="quiet harm">
                {msg::YES_HAND_OVER.get()}
                <span class="unseen">{msg::to(&name)}</span>
            </button>
        };
        let sure = view! {
            <details class="sure">
                <summary class="button quiet">
                    {msg::MAKE_STORYTELLER.get()}
                    <span class="unseen">{msg::of_4(&name)}</span>
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
                {msg::YES_TAKE_IT_AWAY.get()}
                <span class="unseen">{msg::from(&name)}</span>
            </button>
        };
        let sure = view! {
            <details class="sure">
                <summary class="button quiet">
                    {msg::TAKE_AWAY.get()}
                    <span class="unseen">{msg::s_seat(&name)}</span>
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
            true => msg::SCAN_OR_OPEN_IT_THERE.get().to_owned(),
            false => msg::for_alone_who_sits_down(&seat.name),
        };
        let hours = passing.hours.unwrap_or_default();
        let words = msg::the_link_works_once_within(&words, &hours);
        let link = view! {
            <div class="passing">
                {picture(passing.qr.as_ref(), msg::LINK_FOR_ANOTHER_DEVICE.get())}
                {copyable(msg::LINK_FOR_ANOTHER_DEVICE.get(), "move-link", &passing.link)}
                <p class="faint">{words}</p>
            </div>
        };
        Some(link.into_any())
    }
}

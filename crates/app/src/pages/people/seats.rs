//! Seats at the table, and the actions on each of them.

use leptos::prelude::*;
use rules::base::seat::{Role, can_hand_over_table, can_move_seat};
use rules::encounter::view::SeatView;
use rules::messages::{Text, pages as msg};

use super::links::{copyable_link, qr_code};
use super::{NewLink, People, hidden_field};

impl People<'_> {
    /// Renders the seats, and the delay of the spectators' view.
    pub(super) fn seats(&self) -> AnyView {
        let runs = self.you.role.can_run_table();
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
                {self.delay_form()}
                {links}
            </section>
        }
        .into_any()
    }

    /// Renders the delay of the spectators' view, as a form for storytellers and a note for
    /// spectators.
    fn delay_form(&self) -> Option<AnyView> {
        let (seconds, most) = (self.delay, self.most_delay);
        if self.you.role.can_run_table() {
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

    /// Renders a seat of the table with the actions on it.
    fn seat(&self, seat: &SeatView) -> AnyView {
        let SeatView {
            id,
            name,
            role,
            muted,
            own_dice: _,
        } = seat;
        let what = match (*id == self.you.seat, self.connected.contains(id)) {
            (true, _) => Some(msg::YOU),
            (false, true) => None,
            (false, false) => Some(msg::AWAY),
        };
        let what = [Some(role.title()), what, muted.then_some(msg::MUTED)];
        let what: Vec<&str> = what.into_iter().flatten().map(Text::get).collect();
        let what = what.join(", ");
        view! {
            <li class="seat">
                <div class="seat-row">
                    <span class="grow">{format!("{name} ")}<span class="faint">{what}</span></span>
                    <div class="actions">
                        {self.move_button(seat)}
                        {self.mute_button(seat)}
                        {self.hand_over_button(seat)}
                        {self.revoke_button(seat)}
                    </div>
                </div>
                {self.move_link(seat)}
            </li>
        }
        .into_any()
    }

    /// Renders the button that creates a link to another device.
    fn move_button(&self, seat: &SeatView) -> Option<AnyView> {
        let of = (seat.id, seat.role);
        if !can_move_seat((self.you.seat, self.you.role), of) || self.you.demo {
            return None;
        }
        let (words, spoken) = match seat.id == self.you.seat {
            true => (msg::CONTINUE_ON_ANOTHER_DEVICE, None),
            false => (msg::NEW_DEVICE, Some(msg::new_device_for(&seat.name))),
        };
        let button = view! {
            {hidden_field("seat", seat.id.0)}
            <button type="submit" class="quiet" aria-label=spoken>{words.get()}</button>
        };
        Some(self.form("move", button))
    }

    /// Renders the button that mutes or unmutes the seat.
    fn mute_button(&self, seat: &SeatView) -> Option<AnyView> {
        let own = seat.id == self.you.seat;
        if own || !self.you.role.can_run_table() || seat.role.can_run_table() {
            return None;
        }
        let (wish, words, spoken) = match seat.muted {
            true => ("unmute", msg::LET_SPEAK_AGAIN, msg::unmute_whom(&seat.name)),
            false => ("mute", msg::MUTE, msg::mute_whom(&seat.name)),
        };
        let button = view! {
            {hidden_field("seat", seat.id.0)}
            <button type="submit" class="quiet" aria-label=spoken>{words.get()}</button>
        };
        Some(self.form(wish, button))
    }

    /// Renders the button that makes the seat the storyteller's, with a confirmation.
    fn hand_over_button(&self, seat: &SeatView) -> Option<AnyView> {
        let SeatView { id, name, role, .. } = seat;
        if !can_hand_over_table((self.you.seat, self.you.role), (*id, *role)) {
            return None;
        }
        let says = msg::you_help_from_then_on(&name);
        let button = view! {
            {hidden_field("seat", id.0)}
            <button type="submit" class="quiet harm" aria-label=msg::yes_hand_over_to(&name)>
                {msg::YES_HAND_OVER.get()}
            </button>
        };
        let sure = view! {
            <details class="sure">
                <summary class="button quiet" aria-label=msg::make_storyteller_of(&name)>
                    {msg::MAKE_STORYTELLER.get()}
                </summary>
                <p class="faint">{says}</p>
                {self.form("hand_over", button)}
            </details>
        };
        Some(sure.into_any())
    }

    /// Renders the button that revokes the seat, with a confirmation.
    fn revoke_button(&self, seat: &SeatView) -> Option<AnyView> {
        let SeatView { id, name, role, .. } = seat;
        let own = *id == self.you.seat;
        if own || !self.you.role.can_run_table() || !role.can_leave_table() {
            return None;
        }
        let button = view! {
            {hidden_field("seat", id.0)}
            <button type="submit" class="quiet harm" aria-label=msg::yes_take_it_from(&name)>
                {msg::YES_TAKE_IT_AWAY.get()}
            </button>
        };
        let sure = view! {
            <details class="sure">
                <summary class="button quiet" aria-label=msg::remove_the_seat_of(&name)>
                    {msg::TAKE_AWAY.get()}
                </summary>
                {self.form("unseat", button)}
            </details>
        };
        Some(sure.into_any())
    }

    /// Renders the link that moves this seat, if it was just created.
    fn move_link(&self, seat: &SeatView) -> Option<AnyView> {
        let Some(NewLink::Move(moved, passing)) = &self.new_link else {
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
                {qr_code(passing.qr.as_ref(), msg::LINK_FOR_ANOTHER_DEVICE.get())}
                {copyable_link(msg::LINK_FOR_ANOTHER_DEVICE.get(), "move-link", &passing.link)}
                <p class="faint">{words}</p>
            </div>
        };
        Some(link.into_any())
    }
}

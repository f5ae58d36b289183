//! The table screen: a large display that everybody in the room looks at, and nobody touches. Loaded later than the
//! first part of the program; the page of a table needs none of it.

mod foot;
mod idle;
mod line;
mod newest;
mod offer;
mod order;
mod pages;
mod paper;
mod places;
mod question;
mod room;
mod rows;
mod showing;

use leptos::prelude::*;
use rules::base::text::capitalize;
use rules::messages::table_screen as msg;
use rules::table_screen::ScreenLayout;

use self::newest::NewestCard;
use self::offer::Offer;
use self::room::Room;
use self::showing::Showing;
use crate::reactive::{derive, redraw};
use crate::state::table_state::Model;
use crate::words;

/// Renders the table screen, the shared display that takes no input.
pub fn draw_screen(model: Model) -> AnyView {
    let room = Room::measure();
    let showing = model.select(Showing::of);
    let card = NewestCard::watch(model);
    let offer = Offer::watch(model);
    let body = move || match showing.get() {
        Showing::Nothing => idle::nothing_yet(model, offer),
        Showing::Between => idle::between_fights(model, offer),
        Showing::Fight(layout) => fight(model, (room, card, offer), layout),
    };
    view! {
        <main class="tv" data-showing=derive(move || showing.get().key())>
            {line::no_line(model)}
            {redraw(body)}
            {paper::over_everything(model, showing)}
        </main>
    }
    .into_any()
}

/// Renders a fight on the table screen with its title, its turn, what the layout shows, and the
/// newest roll.
fn fight(
    model: Model,
    (room, card, offer): (Room, NewestCard, Offer),
    layout: ScreenLayout,
) -> AnyView {
    let main = match layout {
        ScreenLayout::OrderAndScene | ScreenLayout::Order => order::order_part(model, room),
        ScreenLayout::Scene => places::board(model, room),
        ScreenLayout::Picture => paper::picture_part(model),
    };
    let beside = match layout {
        ScreenLayout::OrderAndScene => Some(places::place_list(model, (room, offer))),
        ScreenLayout::Order => None,
        ScreenLayout::Scene | ScreenLayout::Picture => Some(order::next_part(model)),
    };
    view! {
        <header class="tv-head">
            <h1 class="tv-title">{derive(move || model.title.get())}</h1>
            <p class="tv-turn">{derive(move || turn_words(model))}</p>
        </header>
        <div class="tv-body">
            <section class="tv-main">{main}</section>
            <div class="tv-side">
                {newest::draw_card(model, card)}
                {beside}
                {foot::foot(model, offer)}
            </div>
        </div>
    }
    .into_any()
}

/// Returns the turn in words, with the phase where a round has several.
fn turn_words(model: Model) -> String {
    let turn = model.turn.get();
    if turn.round == 0 {
        return msg::NOT_BEGUN.get().to_owned();
    }
    let rules = model.rules();
    let round = capitalize(&words::round_title(rules, turn.round));
    let several = model
        .house
        .with(|house| rules.round_phases(house).len() > 1);
    match several {
        true => format!("{round} · {}", words::phase_title(rules, turn.phase)),
        false => round,
    }
}

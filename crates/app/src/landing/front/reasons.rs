//! Three reasons to use the program, with a piece of its screen each.

use leptos::prelude::*;
use rules::messages::front as msg;

use crate::clocks::segment_path;
use crate::landing::brand::drawn_box;

/// Renders the three reasons on the front page to use the program, each with a small picture.
pub(super) fn reasons() -> AnyView {
    let all = [
        (
            draw_dice_piece(),
            msg::I_SHOOT_HIM_TO_MARKED,
            msg::THE_DEFENDERS_PHONE_ASKS,
        ),
        (
            draw_rows_piece(),
            msg::SECRET_MEANS_SECRET,
            msg::HIDDEN_FOES_SECRET_ROLLS,
        ),
        (
            draw_clock_piece(),
            msg::THE_REST_OF_THE_NIGHT,
            msg::PLACES_ASKED_ROLLS_HANDOUTS,
        ),
    ];
    let one = |(piece, title, words): (AnyView, rules::messages::Text, rules::messages::Text)| {
        view! {
            <li class="reason">
                {piece}
                <h3>{title.get()}</h3>
                <p>{words.get()}</p>
            </li>
        }
    };
    view! {
        <section class="reasons-part" aria-labelledby="reasons-title">
            <h2 class="unseen" id="reasons-title">{msg::WHAT_YOU_GET.get()}</h2>
            <ul class="reasons">{all.map(one).into_iter().collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// Renders a row of health boxes from the keys of their damage marks.
fn drawn_boxes(marks: &[&'static str]) -> AnyView {
    let boxes = marks.iter().map(|mark| drawn_box(mark));
    view! { <span class="piece-boxes">{boxes.collect_view()}</span> }.into_any()
}

/// Renders a picture of a throw of dice and the health boxes it marked.
fn draw_dice_piece() -> AnyView {
    let faces = [
        ("10", "again"),
        ("9", "counts"),
        ("4", ""),
        ("8", "counts"),
        ("1", "cancels"),
        ("3", ""),
    ];
    let faces = faces.map(|(face, mark)| view! { <span class="face" data-mark=mark>{face}</span> });
    view! {
        <div class="piece card" role="img" aria-label=msg::SIX_DICE_AND_A_ROW.get()>
            <span class="piece-faces" aria-hidden="true">{faces.into_iter().collect_view()}</span>
            <span aria-hidden="true">{drawn_boxes(&["l", "l", "b", "", "", "", "", ""])}</span>
        </div>
    }
    .into_any()
}

/// Renders a picture of two rows of the order, one of which players do not see.
fn draw_rows_piece() -> AnyView {
    let one = |hidden: bool, token: &'static str, name: &'static str, state: &'static str| {
        let (score, marks) = match hidden {
            false => ("14", ["l", "b", "b", "", "", "", ""]),
            true => ("7", [""; 7]),
        };
        view! {
            <span class="piece-row" data-hidden=hidden.to_string()>
                <span class="token" data-hidden=hidden.to_string()>{token}</span>
                <span class="piece-who">
                    <span class="piece-name">{name}</span>
                    <span class="piece-state">{state}</span>
                </span>
                {drawn_boxes(&marks)}
                <span class="piece-score">{score}</span>
            </span>
        }
    };
    view! {
        <div class="piece card" role="img" aria-label=msg::TWO_ROWS_OF_THE_ORDER.get()>
            <span class="piece-rows" aria-hidden="true">
                {one(false, "A", msg::GHOUL_A.get(), msg::PRONE.get())}
                {one(true, "TB", msg::THE_BISHOP.get(), msg::HIDDEN.get())}
            </span>
        </div>
    }
    .into_any()
}

/// Renders a picture of a progress clock that is filling.
fn draw_clock_piece() -> AnyView {
    const SIZE: u16 = 8;
    const FILLED: u16 = 5;
    let path = |nth: u16| {
        view! { <path d=segment_path(nth, SIZE) data-on=(nth < FILLED).to_string()></path> }
    };
    view! {
        <div class="piece card" role="img" aria-label=msg::A_CLOCK_CALLED_ALARM.get()>
            <span class="piece-clock" aria-hidden="true">
                <svg class="piece-ring" viewBox="0 0 100 100">{(0..SIZE).map(path).collect_view()}</svg>
                <span class="piece-who">
                    <span class="piece-name">{msg::ALARM.get()}</span>
                    <span class="piece-state">{msg::FIVE_OF_EIGHT.get()}</span>
                </span>
            </span>
        </div>
    }
    .into_any()
}

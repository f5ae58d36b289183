//! The order on the screen, and in short who acts next.

use leptos::prelude::*;
use rules::messages::table_screen as msg;

use super::room::Room;
use super::rows::{Entry, HealthDisplay, ScreenRow, Upcoming};
use super::showing::follow;
use crate::health::marks::mark_key;
use crate::reactive::{memo, redraw};
use crate::state::table_state::Model;

/// Number of rows in the short list of who acts next.
const SOON: usize = 4;

/// Renders the initiative order on the table screen, from the acting combatant on.
pub(super) fn order_part(model: Model, room: Room) -> AnyView {
    let height = memo(move || room.height());
    let upcoming = follow(model, move |view| Upcoming::of(view, height.get()));
    let list = move || {
        let Upcoming { entries, rest } = upcoming.get();
        let entries = entries.iter().map(entry).collect_view();
        let rest = rest.map(|(count, names)| {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            view! { <p class="tv-rest"><strong>{msg::then_so_many_more(count)}</strong>" "{names}</p> }
        });
        view! { <ol class="tv-order">{entries}</ol> {rest} }
    };
    view! {
        <h2 class="unseen">{msg::ORDER.get()}</h2>
        {redraw(list)}
    }
    .into_any()
}

/// Renders a combatant's row, or the line where a round begins.
fn entry(entry: &Entry) -> AnyView {
    match entry {
        Entry::Row(row) => draw_row(row),
        Entry::Round(title) => {
            view! { <li class="tv-round"><span>{title.clone()}</span></li> }.into_any()
        }
    }
}

/// Renders a row of the order on the table screen.
fn draw_row(row: &ScreenRow) -> AnyView {
    let acting = row.deed.is_some();
    let deed = row.deed.clone().filter(|deed| !deed.is_empty());
    view! {
        <li
            class="tv-row"
            data-side=row.side
            data-acting=acting.to_string()
            data-out=row.is_out.to_string()
            aria-current=acting.then_some("step")
        >
            {token(row)}
            <p class="tv-name">{row.name.clone()}</p>
            {deed.map(|deed| view! { <p class="tv-deed">{deed}</p> })}
            {health(row)}
            <p class="tv-score">{row.score.clone()}</p>
        </li>
    }
    .into_any()
}

/// Renders the token of a row on the table screen.
fn token(row: &ScreenRow) -> AnyView {
    view! {
        <span class="tv-token" data-side=row.side data-acting=row.deed.is_some().to_string() aria-hidden="true">
            {row.letters.clone()}
        </span>
    }
    .into_any()
}

/// Renders the health of a row on the table screen.
fn health(row: &ScreenRow) -> AnyView {
    match &row.health {
        HealthDisplay::Nothing => view! { <p class="tv-health"></p> }.into_any(),
        HealthDisplay::Words(words) => {
            view! { <p class="tv-health">{words.clone()}</p> }.into_any()
        }
        HealthDisplay::Boxes(marks) => {
            let filled = marks.iter().flatten().count();
            let spoken = msg::boxes_filled(&filled, &marks.len());
            let boxes = marks.iter().map(|mark| {
                let key = mark.map_or("", |mark| mark_key(Some(mark)));
                view! {
                    <span class="tv-box" data-mark=key>
                        <svg viewBox="0 0 30 30">
                            <path class="stroke stroke-1" d="M6.5 24 C11 18.5 18 11.5 23.5 6"></path>
                            <path class="stroke stroke-2" d="M6.5 6.5 C11.5 11.5 18.5 18.5 23.8 24"></path>
                            <path class="stroke stroke-3" d="M15 3.5 C14.6 11 15.3 19 15 26.5"></path>
                        </svg>
                    </span>
                }
            });
            view! { <p class="tv-boxes" role="img" aria-label=spoken>{boxes.collect_view()}</p> }
                .into_any()
        }
    }
}

/// Renders who acts and who comes next, for layouts of the table screen without the order.
pub(super) fn next_part(model: Model) -> AnyView {
    let upcoming = follow(model, |view| Upcoming::of(view, f64::MAX).entries);
    let list = move || {
        let entries = upcoming.get();
        let rows = entries.iter().filter_map(|entry| match entry {
            Entry::Row(row) => Some(row),
            Entry::Round(_) => None,
        });
        let rows = rows.take(SOON).map(|row| {
            view! {
                <li class="tv-soon" data-acting=row.deed.is_some().to_string()>
                    {token(row)}
                    <span class="tv-name">{row.name.clone()}</span>
                </li>
            }
        });
        rows.collect_view()
    };
    view! {
        <div class="tv-next">
            <h2 class="unseen">{msg::ORDER.get()}</h2>
            <ol>{redraw(list)}</ol>
        </div>
    }
    .into_any()
}

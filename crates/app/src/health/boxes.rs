//! Health boxes, the control that is touched most often.
//!
//! A tap on an empty box marks it, and further taps cycle the mark: `/`, `X`, `*`, empty. A tap on a filled box, a long
//! press and the right button open the menu with the choice of marks; the keys b, l, a and h mark from the keyboard; a
//! drag across boxes gives all of them the same mark.

use std::ops::Range;

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::vocabulary::format_number;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::health::expected_damage::ExpectedDamage;
use crate::health::gesture;
use crate::health::hand::{self, Hand};
use crate::health::marks::{boxes_of, mark_key};
use crate::reactive::{derive, memo, on_click, on_key, on_pointer, redraw, show_when};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;

/// The row of health boxes of a combatant.
#[component]
pub fn Boxes(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
    /// Whether the boxes are in the order, where the whole order is one stop of the Tab key.
    #[prop(optional)]
    in_row: bool,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let size = memo(move || row.with(boxes_of).map_or(0, |boxes| boxes.size()));
    let others = memo(move || !row.with(|row| model.may_act_for(row)));
    // The empty boxes that what is asked about would fill.
    let price = expect_context::<ExpectedDamage>();
    let price = memo(move || {
        let filled = row.with(boxes_of).map_or(0, |boxes| boxes.filled_count());
        filled..filled.saturating_add(price.points_for(id))
    });
    let label = move || {
        row.with(|row| {
            row.track.map_or_else(String::new, |track| {
                let title = model.rules().track_title(&track);
                msg::of(&title, &row.full_name(), &words::track(&track))
            })
        })
    };
    let named = move || {
        row.with(|row| {
            row.track
                .is_some_and(|track| model.rules().box_name(&track, 0).is_some())
        })
    };
    let one = move |index: u16| {
        let hand = Hand {
            model,
            stage,
            id,
            index,
        };
        // Of a row of boxes the first is a stop of the Tab key; arrows go on from there.
        health_box(hand, (row, size, price), others, in_row || index > 0)
    };
    view! {
        {show_when(move || { size.get() > 0 }, move || view! {
            <div
                class="boxes"
                role="group"
                aria-label=derive(label)
                data-size=derive(move || size.get().to_string())
                data-named=derive(move || named().to_string())
                on:pointermove=on_pointer(|event| gesture::on_move(&event))
                on:pointerup=on_pointer(move |event| hand::finish_run(model, &event))
                on:pointercancel=on_pointer(|_| gesture::cancel_press())
            >
                {redraw(move || (0..size.get()).map(one).collect_view())}
            </div>
        })}
    }
}

/// Renders a health box with its mark and handlers. `price` holds the boxes that the expected damage would fill,
/// `others` says that the reader may not mark it, `skipped` that the Tab key does not stop there.
fn health_box(
    hand: Hand,
    (row, size, price): (Memo<CombatantRow>, Memo<u16>, Memo<Range<u16>>),
    others: Memo<bool>,
    skipped: bool,
) -> AnyView {
    let (model, index) = (hand.model, hand.index);
    let mark = memo(move || row.with(boxes_of).and_then(|boxes| boxes.mark_at(index)));
    let penalty = memo(move || row.with(|row| penalty_of(row, index)));
    let name = memo(move || {
        let track = row.with(|row| row.track)?;
        model.rules().box_name(&track, index)
    });
    let spoken = move || {
        let (at, size, mark) = (index + 1, size.get(), words::mark_word(mark.get()));
        let found = match name.get() {
            Some(name) => msg::named_box_of(&at, &size, &name, &mark),
            None => msg::box_of(&at, &size, &mark),
        };
        match penalty.get() {
            Some(penalty) => msg::when_filled(&found, &format_number(penalty)),
            None => found,
        }
    };
    let data = move || mark.get().map_or("", |mark| mark_key(Some(mark)));
    let figure = move || {
        penalty
            .get()
            .filter(|_| mark.get().is_none())
            .map(format_number)
    };
    view! {
        <button
            type="button"
            class="box"
            data-mark=derive(data)
            data-index=index.to_string()
            data-price=derive(move || price.with(|price| price.contains(&index)).then_some("true"))
            // Not `disabled`: a tap on it is answered.
            aria-disabled=derive(move || others.get().then_some("true"))
            tabindex=derive(move || (skipped || others.get()).then_some("-1"))
            aria-label=derive(spoken)
            title=derive(move || name.get().map(String::from))
            on:click=on_click(move |event: MouseEvent| hand.tap(&event))
            on:keydown=on_key(move |event| hand.handle_key(&event))
            on:contextmenu=on_click(move |event: MouseEvent| {
                event.prevent_default();
                hand.open_choice(event.current_target(), gesture::is_down());
            })
            on:pointerdown=on_pointer(move |event| hand.start_press(&event))
        >
            <svg aria-hidden="true" viewBox="0 0 30 30">
                <path class="stroke stroke-1" d="M6.5 24 C11 18.5 18 11.5 23.5 6" />
                <path class="stroke stroke-2" d="M6.5 6.5 C11.5 11.5 18.5 18.5 23.8 24" />
                <path class="stroke stroke-3" d="M15 3.5 C14.6 11 15.3 19 15 26.5" />
            </svg>
            <span class="figure" aria-hidden="true">{derive(figure)}</span>
        </button>
    }
    .into_any()
}

/// Returns the wound penalty that applies once this box is filled; `None` if there is none.
fn penalty_of(row: &CombatantRow, index: u16) -> Option<i32> {
    let from = usize::from(boxes_of(row)?.size()).checked_sub(row.penalties.len())?;
    let at = usize::from(index).checked_sub(from)?;
    row.penalties
        .get(at)
        .copied()
        .filter(|penalty| *penalty != 0)
}

//! Health as a number of points: few as pips to click, many as a bar with buttons.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::track::Points as Number;
use rules::character::vocabulary::{format_number, format_signed};
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::health::expected_damage::ExpectedDamage;
use crate::reactive::{derive, memo, on_click, on_key, redraw};
use crate::state::table_state::Model;
use crate::{browser, words};

/// Maximum number of points that are drawn as pips.
const MOST_PIPS: i32 = 12;

/// Numbers that the buttons beside a bar add.
const STEPS: [i32; 4] = [-5, -1, 1, 5];

/// Returns the health points of a row, if its rules count those instead of boxes.
fn points_of(row: &CombatantRow) -> Option<Number> {
    row.track.as_ref()?.points().copied()
}

/// The health points of a combatant, as pips or as a bar.
#[component]
pub fn Points(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let most = memo(move || row.with(points_of).map(|points| points.maximum()));
    redraw(move || {
        let most = most.get()?;
        Some(if most <= MOST_PIPS {
            view! { <Pips id row most /> }.into_any()
        } else {
            view! { <Bar id row most /> }.into_any()
        })
    })
}

/// Describes the health points in words, for screen readers.
fn describe_points(
    model: Model,
    row: Memo<CombatantRow>,
) -> impl Fn() -> String + Copy + Send + Sync + 'static {
    move || {
        row.with(|row| {
            row.track.map_or_else(String::new, |track| {
                let title = model.rules().track_title(&track);
                msg::of(&title, &row.full_name(), &words::track(&track))
            })
        })
    }
}

/// Shows the health points of a combatant as a figure beside the bar, such as `33/40`.
#[component]
fn Figure(
    /// The row of the combatant.
    row: Memo<CombatantRow>,
    /// The maximum of the points.
    most: i32,
) -> impl IntoView {
    let now = move || row.with(points_of).map_or(0, |points| points.left());
    view! {
        <p class="points-figure" data-below=derive(move || (now() < 0).to_string()) aria-hidden="true">
            <strong>{derive(move || format_number(now()))}</strong>
            "/"
            {most}
        </p>
    }
}

/// The health points of a combatant as a bar, with a figure and four buttons.
#[component]
fn Bar(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
    /// The maximum of the points.
    most: i32,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let price = expect_context::<ExpectedDamage>();
    let may = memo(move || row.with(|row| model.may_act_for(row)));
    let now = memo(move || row.with(points_of).map_or(0, |points| points.left()));
    let price = memo(move || i32::from(price.points_for(id)));
    let share_of = move |points: i32| (points.max(0).saturating_mul(100) / most.max(1)).to_string();
    let share = move || share_of(now.get());
    let rest = move || share_of(now.get() - price.get());
    let cost = move || (price.get() > 0).then(|| format_signed(-price.get()));
    let low = move || now.get().saturating_mul(4) <= most;
    let label = describe_points(model, row);
    let step = move |by: i32| {
        let useless = move || by > 0 && now.get() >= most;
        let verb = if by < 0 {
            msg::LOSE.get()
        } else {
            msg::REGAIN.get()
        };
        view! {
            <button
                type="button"
                class="quiet step"
                data-by=by.to_string()
                aria-label=format!("{verb} {}", by.unsigned_abs())
                disabled=derive(useless)
                on:click=on_click(move |_| model.send(Command::Count { id, by }))
            >
                {format_signed(by)}
            </button>
        }
    };
    view! {
        <div class="points" role="group" aria-label=derive(label)>
            <Figure row most />
            <svg
                class="bar"
                aria-hidden="true"
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                data-empty=derive(move || (now.get() <= 0).to_string())
                data-low=derive(move || low().to_string())
            >
                <rect width=derive(share) height="1" />
                <rect
                    class="bar-price"
                    x=derive(rest)
                    width=derive(move || share_of(price.get().min(now.get())))
                    height="1"
                />
            </svg>
            <span class="price" aria-hidden="true">{derive(cost)}</span>
            <div class="steps" hidden=derive(move || !may.get())>{STEPS.map(step).collect_view()}</div>
        </div>
    }
}

/// A pip for each health point; a click sets the number of points left.
#[component]
fn Pips(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
    /// The maximum of the points.
    most: i32,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let may = memo(move || row.with(|row| model.may_act_for(row)));
    let now = memo(move || row.with(points_of).map_or(0, |points| points.left()));
    let label = describe_points(model, row);
    let count = move |by: i32| {
        if by != 0 && may.get_untracked() {
            model.send(Command::Count { id, by });
        }
    };
    let key = move |event: &KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "-" | "Delete" | "Backspace" => count(-1),
            "+" if now.get_untracked() < most => count(1),
            "ArrowRight" => return browser::focus_beside(event, true),
            "ArrowLeft" => return browser::focus_beside(event, false),
            _ => return,
        }
        event.prevent_default();
    };
    let pip = move |point: i32| {
        let there = move || point <= now.get();
        view! {
            <button
                type="button"
                class="pip"
                data-there=derive(move || there().to_string())
                disabled=derive(move || !may.get())
                aria-label=derive(move || match there() {
                    true => msg::point_left(&point, &most),
                    false => msg::point_spent(&point, &most),
                })
                on:keydown=on_key(move |event| key(&event))
                on:click=on_click(move |_| {
                    let left = now.get_untracked();
                    // The last one there goes; any other is where the row ends now.
                    let wanted = if point == left { point - 1 } else { point };
                    count(wanted - left);
                })
            >
                <i aria-hidden="true"></i>
            </button>
        }
    };
    view! {
        <div class="points" role="group" aria-label=derive(label)>
            <Figure row most />
            <div class="pips">{(1..=most).map(pip).collect_view()}</div>
        </div>
    }
}

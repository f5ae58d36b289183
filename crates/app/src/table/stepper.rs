//! A number field with a button on each side.

use leptos::prelude::*;
use rules::messages::screen as msg;

use crate::reactive::{derive, on_click};

/// A number field with a button on each side.
#[component]
pub fn Stepper(
    /// The name of what is counted.
    #[prop(into)]
    label: String,
    /// The current number.
    #[prop(into)]
    value: Signal<i32>,
    /// Minimum and maximum of the number.
    #[prop(into)]
    bounds: Signal<(i32, i32)>,
    /// Called with the new number, which is within the bounds.
    set: Callback<i32>,
) -> impl IntoView {
    let to = move |number: i32| {
        let (least, most) = bounds.get_untracked();
        set.run(number.clamp(least, most.max(least)));
    };
    view! {
        <div class="stepper" role="group" aria-label=label.clone()>
            <button
                type="button"
                class="quiet icon"
                aria-label=msg::fewer(&label)
                disabled=derive(move || value.get() <= bounds.get().0)
                on:click=on_click(move |_| to(value.get_untracked().saturating_sub(1)))
            >
                "−"
            </button>
            <input
                type="number"
                inputmode="numeric"
                aria-label=label.clone()
                min=derive(move || bounds.get().0.to_string())
                max=derive(move || bounds.get().1.to_string())
                prop:value=derive(move || value.get().to_string())
                on:change:target=move |event| {
                    let typed = event.target().value().trim().parse();
                    to(typed.unwrap_or_else(|_| value.get_untracked()));
                    event.target().set_value(&value.get_untracked().to_string());
                }
            />
            <button
                type="button"
                class="quiet icon"
                aria-label=msg::more_3(&label)
                disabled=derive(move || { value.get() >= bounds.get().1 })
                on:click=on_click(move |_| to(value.get_untracked().saturating_add(1)))
            >
                "+"
            </button>
        </div>
    }
}

//! A field of the form of a clock that is typed.

use leptos::prelude::*;
use rules::messages::Text;

use crate::reactive::derive;

/// Renders a field for text or a number, with its label and the keyboard that a phone shows for it.
pub(super) fn typed_field(
    (label, keyboard): (Text, &'static str),
    value: impl Fn() -> String + Send + Sync + 'static,
    set: impl Fn(String) + 'static,
) -> AnyView {
    view! {
        <label class="field">
            <span>{label.get()}</span>
            <input
                type="text"
                inputmode=keyboard
                maxlength="80"
                prop:value=derive(value)
                on:input:target=move |event| set(event.target().value())
            />
        </label>
    }
    .into_any()
}

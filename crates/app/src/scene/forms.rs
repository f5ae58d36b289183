//! Fields that the forms of the board are made of.

use leptos::prelude::*;
use rules::messages::Text;

use crate::reactive::on_click;
use crate::table::layout::Stage;

/// Renders the head of a scene's form, with its title and the button that closes it.
pub(super) fn form_head(stage: Stage, title: String) -> AnyView {
    view! {
        <div class="sheet-head">
            <h2 id="scene-form-title">{title}</h2>
            <button
                type="button"
                class="quiet icon"
                aria-label=rules::messages::screen::CLOSE.get()
                on:click=on_click(move |_| stage.scene.board().form.set(None))
            >
                "×"
            </button>
        </div>
    }
    .into_any()
}

/// Renders a field for a line of text.
pub(super) fn text_field(label: Text, value: String, write: impl Fn(String) + 'static) -> AnyView {
    view! {
        <label class="field">
            <span>{label.get()}</span>
            <input
                type="text"
                autocomplete="off"
                maxlength="120"
                value=value
                on:input:target=move |event| write(event.target().value())
            />
        </label>
    }
    .into_any()
}

/// Renders a field for a number, which may be left empty.
pub(super) fn number_field(
    label: Text,
    value: Option<u16>,
    write: impl Fn(Option<u16>) + 'static,
) -> AnyView {
    let value = value.map(|value| value.to_string()).unwrap_or_default();
    view! {
        <label class="field narrow">
            <span>{label.get()}</span>
            <input
                type="text"
                inputmode="numeric"
                autocomplete="off"
                maxlength="4"
                value=value
                on:input:target=move |event| write(event.target().value().trim().parse().ok())
            />
        </label>
    }
    .into_any()
}

/// Renders a field with options to choose from, by their position.
pub(super) fn choice_field(
    label: Text,
    options: Vec<String>,
    chosen: usize,
    write: impl Fn(usize) + 'static,
) -> AnyView {
    let options = options.into_iter().enumerate().map(|(at, words)| {
        view! { <option value=at.to_string() selected={at == chosen}>{words}</option> }
    });
    let options: Vec<_> = options.collect();
    view! {
        <label class="field">
            <span>{label.get()}</span>
            <select on:change:target=move |event| write(event.target().value().parse().unwrap_or(0))>
                {options}
            </select>
        </label>
    }
    .into_any()
}

/// Renders a checkbox with its label, which calls `write` when it changes.
pub(super) fn check_field(label: Text, value: bool, write: impl Fn(bool) + 'static) -> AnyView {
    view! {
        <label class="check">
            <input type="checkbox" checked=value on:change:target=move |event| write(event.target().checked()) />
            {label.get()}
        </label>
    }
    .into_any()
}

//! A field that chooses one of several things, or none of them.

use leptos::prelude::*;

/// Renders a choice among options, each with its words; `none` is the label for no choice, where
/// that is possible.
pub(crate) fn choice_field<T: Clone + PartialEq + 'static>(
    label: &'static str,
    none: Option<&'static str>,
    options: Vec<(T, String)>,
    chosen: Option<T>,
    set: impl Fn(Option<T>) + 'static,
) -> AnyView {
    let (values, words): (Vec<T>, Vec<String>) = options.into_iter().unzip();
    let at = chosen.and_then(|chosen| values.iter().position(|value| *value == chosen));
    let shown = words.into_iter().enumerate().map(|(nth, words)| {
        view! { <option value=nth.to_string() selected=at == Some(nth)>{words}</option> }
    });
    view! {
        <label class="field">
            <span>{label}</span>
            <select on:change:target=move |event| {
                let nth = event.target().value().parse::<usize>().ok();
                set(nth.and_then(|nth| values.get(nth).cloned()));
            }>
                {none.map(|none| view! { <option value="">{none}</option> })}
                {shown.collect_view()}
            </select>
        </label>
    }
    .into_any()
}

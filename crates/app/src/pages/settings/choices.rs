//! Elements that the controls of settings share: a form, buttons of which one is the present value, and plain text
//! for readers who may not change it.

use leptos::prelude::*;

use super::{Settings, Trouble, hidden_field};

/// A value that a setting offers in its list, with the title and the value that the form sends.
pub(super) struct Choice {
    pub(super) value: &'static str,
    pub(super) title: &'static str,
    /// Additional remark, or empty.
    pub(super) note: &'static str,
}

impl Choice {
    /// Creates a choice without a remark.
    pub(super) const fn new(value: &'static str, title: &'static str) -> Self {
        Self {
            value,
            title,
            note: "",
        }
    }
}

impl Settings<'_> {
    /// Returns why the last form was refused, if it was about the setting with this key.
    pub(super) fn trouble_with(&self, key: &str) -> Option<&Trouble> {
        self.trouble.as_ref().filter(|trouble| trouble.key == key)
    }

    /// Renders a form about a setting; `was` is the value that its sender saw.
    pub(super) fn form(&self, key: &'static str, was: &str, inside: impl IntoAny) -> AnyView {
        let (table, scene) = (self.table, &self.scene);
        let said = [("was", was), ("find", self.find)];
        let said = said.into_iter().filter(|(_, value)| !value.is_empty());
        let said = said.map(|(name, value)| hidden_field(name, value));
        view! {
            <form method="post" action=format!("/t/{table}/settings{scene}#set-{key}")>
                {hidden_field("key", key)}
                {said.collect_view()}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// Renders why a form about a setting was refused, beside it.
    pub(super) fn trouble_notice(&self, key: &'static str) -> Option<AnyView> {
        let Trouble { words, .. } = self.trouble_with(key)?;
        let id = format!("trouble-{key}");
        Some(view! { <p class="trouble" role="alert" id=id>{words.clone()}</p> }.into_any())
    }

    /// Renders the values of a setting as buttons, or the present one as text.
    pub(super) fn choices(&self, key: &'static str, now: &str, choices: &[Choice]) -> AnyView {
        if !self.can_run_table {
            let now = choices.iter().find(|choice| choice.value == now);
            return read_only_value(now.map_or("", |choice| choice.title));
        }
        self.form(key, now, choice_buttons(key, now, choices))
    }
}

/// Renders the buttons of a form, one for each choice, with the present value pressed.
pub(super) fn choice_buttons(key: &'static str, now: &str, choices: &[Choice]) -> AnyView {
    let buttons = choices.iter().map(|choice| {
        let Choice { value, title, note } = *choice;
        let pressed = (value == now).to_string();
        let note = (!note.is_empty()).then(|| view! { <small>{note}</small> });
        view! {
            <button type="submit" class="set-choice" name="value" value=value aria-pressed=pressed>
                <span>{title}</span>
                {note}
            </button>
        }
    });
    view! {
        <div class="set-choices" role="group" aria-labelledby=format!("name-{key}")>
            {buttons.collect_view()}
        </div>
    }
    .into_any()
}

/// Renders the value of a setting, for readers who may not change it.
pub(super) fn read_only_value(words: &str) -> AnyView {
    view! { <p class="set-value">{words.to_owned()}</p> }.into_any()
}

//! What the controls of settings share: a form, buttons of which one is so now, and what there is to read for those who may
//! not turn it.

use leptos::prelude::*;

use super::{Settings, Trouble, hidden};

/// Something that can be chosen from: what a form sends, and what it is called.
pub(super) struct Choice {
    pub(super) value: &'static str,
    pub(super) title: &'static str,
    /// What else there is to say of it.
    pub(super) note: &'static str,
}

impl Choice {
    /// One of which there is nothing else to say.
    pub(super) const fn new(value: &'static str, title: &'static str) -> Self {
        Self {
            value,
            title,
            note: "",
        }
    }
}

impl Settings<'_> {
    /// Why the newest form was not done, if it was about this key.
    pub(super) fn trouble_with(&self, key: &str) -> Option<&Trouble> {
        self.trouble.as_ref().filter(|trouble| trouble.key == key)
    }

    /// A form about a key: where it goes, what its sender saw, and what else is in it.
    pub(super) fn form(&self, key: &'static str, was: &str, inside: impl IntoAny) -> AnyView {
        let (table, scene) = (self.table, &self.scene);
        let said = [("was", was), ("find", self.find)];
        let said = said.into_iter().filter(|(_, value)| !value.is_empty());
        let said = said.map(|(name, value)| hidden(name, value));
        view! {
            <form method="post" action=format!("/t/{table}/settings{scene}#set-{key}")>
                {hidden("key", key)}
                {said.collect_view()}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// Why a form about a key was not done, beside it.
    pub(super) fn say_trouble(&self, key: &'static str) -> Option<AnyView> {
        let Trouble { words, .. } = self.trouble_with(key)?;
        let id = format!("trouble-{key}");
        Some(view! { <p class="trouble" role="alert" id=id>{words.clone()}</p> }.into_any())
    }

    /// One of several, each of them a button.
    pub(super) fn choices(&self, key: &'static str, now: &str, choices: &[Choice]) -> AnyView {
        if !self.runs {
            let now = choices.iter().find(|choice| choice.value == now);
            return value(now.map_or("", |choice| choice.title));
        }
        self.form(key, now, buttons(key, now, choices))
    }
}

/// Buttons of a form, one for each choice, of which one is so now.
pub(super) fn buttons(key: &'static str, now: &str, choices: &[Choice]) -> AnyView {
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

/// What a setting is, for those who may only read it.
pub(super) fn value(words: &str) -> AnyView {
    view! { <p class="set-value">{words.to_owned()}</p> }.into_any()
}

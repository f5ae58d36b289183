//! Saved rolls of a sheet: one press makes one of them.

use leptos::prelude::*;
use rules::encounter::log::LogMessage;
use rules::messages::pages as msg;

use super::{FormResult, Sheet, part};
use crate::words;

impl Sheet<'_> {
    /// Renders the saved rolls, the result of the last one, and the form to add another.
    pub(super) fn rolls(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        if !self.can_edit && sheet.rolls.is_empty() {
            return None;
        }
        let rolls = (!sheet.rolls.is_empty()).then(|| {
            let rolls = sheet.rolls.iter().map(|(name, roll)| self.roll(name, roll));
            view! { <ul class="paper-rolls">{rolls.collect_view()}</ul> }
        });
        let inside = view! {
            {self.roll_result(part::ROLLS)}
            {rolls}
            {self.can_edit.then(|| self.save_roll_form())}
        };
        Some(self.part(part::ROLLS, msg::ROLLS.get(), inside))
    }

    /// Renders a saved roll on the sheet of a combatant, with its buttons.
    fn roll(&self, name: &str, roll: &str) -> AnyView {
        let button = |deed: &'static str, class: &'static str, words: &'static str| {
            let label = format!("{words}: {name}");
            let button = view! {
                <button class=class name="name" value=name.to_owned() aria-label=label>{words}</button>
            };
            self.form(part::ROLLS, deed, button)
        };
        let buttons = self.can_edit.then(|| {
            view! {
                <div class="pair">
                    {button("roll", "brass", msg::ROLL.get())}
                    {button("unroll", "quiet", msg::TAKE_OFF.get())}
                </div>
            }
        });
        view! {
            <li>
                <div>
                    <strong>{name.to_owned()}</strong>
                    " "
                    <span class="faint">{roll.to_owned()}</span>
                </div>
                {buttons}
            </li>
        }
        .into_any()
    }

    /// Renders the form that saves another roll.
    fn save_roll_form(&self) -> AnyView {
        let typed = |field| self.field_value(part::ROLLS, "keep", field, "");
        let fields = view! {
            <label for="roll-name">{msg::KEEP_A_ROLL.get()}</label>
            <input
                id="roll-name"
                type="text"
                name="name"
                maxlength="60"
                autocomplete="off"
                placeholder=msg::WHAT_IT_IS_CALLED.get()
                value=typed("name")
            />
            <label class="unseen" for="roll-line">{msg::WHAT_IS_ROLLED.get()}</label>
            <div class="inline">
                <input
                    id="roll-line"
                    type="text"
                    name="line"
                    maxlength=rules::character::sheet::MAX_SAVED_ROLL_CHARS.to_string()
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder=self.example()
                    value=typed("line")
                />
                <button class="quiet">{msg::KEEP_IT.get()}</button>
            </div>
            <p class="faint">{msg::TRAITS_AND_NUMBERS_AS_BEHIND.get()}</p>
        };
        self.form(part::ROLLS, "keep", fields)
    }

    /// Returns an example of a typed roll under these rules.
    fn example(&self) -> &'static str {
        let example = self.rules().facts().vocabulary.roll_example;
        example.strip_prefix("/roll ").unwrap_or(example)
    }

    /// Renders the result of the saved roll `of` if it was just made here.
    pub(super) fn roll_result(&self, of: &str) -> Option<AnyView> {
        if !matches!(self.form_result, FormResult::Saved(kept) if kept == of) {
            return None;
        }
        let name = self.row.full_name();
        let rolled = |what: &LogMessage| matches!(what, LogMessage::Rolled { name: who, .. } if who.as_ref() == Some(&name));
        let line = self.view.log.last().filter(|line| rolled(&line.what))?;
        let told = words::log_text(self.rules(), line, None);
        let came = view! { <p class="paper-came" role="status">{told.to_spoken()}</p> };
        Some(came.into_any())
    }
}

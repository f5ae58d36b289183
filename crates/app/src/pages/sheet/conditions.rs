//! Conditions of the sheet with their effects, and a short note of the reader's own.

use leptos::prelude::*;
use rules::base::text::capitalize;
use rules::character::condition::ConditionSpec;
use rules::character::vocabulary::format_number;
use rules::messages::pages as msg;

use super::{Sheet, part, select_option, with_rule_links};

impl Sheet<'_> {
    /// Renders the conditions and, for those who may, the forms to change them.
    pub(super) fn conditions(&self) -> Option<AnyView> {
        let row = self.row;
        let known = self.rules().facts().condition_specs;
        if !self.can_edit && row.note.is_none() && row.conditions.is_empty() {
            return None;
        }
        let in_force = known.iter();
        let in_force = in_force.filter(|spec| row.conditions.contains_key(spec.key));
        let in_force = in_force.map(|spec| self.condition(spec));
        let note = row.note.as_ref().filter(|_| !self.can_edit);
        let note = note.map(|note| view! { <li><span>{note.to_string()}</span></li> });
        let forms = self
            .can_edit
            .then(|| view! { {self.afflict_form()} {self.note_form()} });
        let inside = view! {
            <ul class="paper-list">{in_force.collect_view()} {note}</ul>
            {forms}
        };
        Some(self.part(part::CONDITIONS, msg::CONDITIONS.get(), inside))
    }

    /// Renders one condition on the sheet of a combatant, with its present value.
    fn condition(&self, spec: &'static ConditionSpec) -> AnyView {
        let now = self.row.conditions.get(spec.key);
        let amount = match now.map_or(0, |now| now.amount) {
            0 => String::new(),
            amount => format!(" {}", format_number(amount)),
        };
        let lift = self.can_edit.then(|| {
            let label = msg::no_longer(&spec.word);
            let button = view! {
                <button class="quiet icon" name="key" value=spec.key aria-label=label>"×"</button>
            };
            self.form(part::CONDITIONS, "lift", button)
        });
        let effect = format!("{} {}", spec.effect, spec.rule);
        view! {
            <li>
                <span>
                    <strong>{format!("{}{amount}", capitalize(spec.word.get()))}</strong>
                    " "
                    {with_rule_links(self.view.system, &effect)}
                </span>
                {lift}
            </li>
        }
        .into_any()
    }

    /// Renders the form to add a condition.
    fn afflict_form(&self) -> Option<AnyView> {
        let rest = self.rules().facts().condition_specs.iter();
        let rest = rest.filter(|spec| !self.row.conditions.contains_key(spec.key));
        let rest = rest.map(|spec| select_option(spec.key, &capitalize(spec.word.get()), false));
        let rest: Vec<AnyView> = rest.collect();
        if rest.is_empty() {
            return None;
        }
        let fields = view! {
            <label for="condition">{msg::PUT_INTO_A_CONDITION.get()}</label>
            <div class="inline">
                <select id="condition" name="key">{rest}</select>
                <button class="quiet">{msg::PUT_INTO_IT.get()}</button>
            </div>
        };
        Some(self.form(part::CONDITIONS, "afflict", fields))
    }

    /// Renders the form for the short note on a combatant.
    fn note_form(&self) -> AnyView {
        let note = self.row.note.as_deref().unwrap_or_default();
        let note = self.field_value(part::CONDITIONS, "note", "text", note);
        let fields = view! {
            <label for="note">{msg::IN_A_FEW_WORDS.get()}</label>
            <div class="inline">
                <input
                    id="note"
                    type="text"
                    name="text"
                    maxlength="60"
                    autocomplete="off"
                    placeholder=msg::PRONE_AIMING_PLUS_2.get()
                    value=note
                />
                <button class="quiet">{msg::WRITE.get()}</button>
            </div>
        };
        self.form(part::CONDITIONS, "note", fields)
    }
}

//! Form for an item with the table's own values: first its kind, then the fields of that kind.

use leptos::prelude::*;
use rules::base::text::capitalize;
use rules::character::gear::ItemSpec;
use rules::messages::pages as msg;

use super::gear::PLACES;
use super::{NUMBER, OWN, Sheet, TAG, hidden_field, part, select_option, with_query};

impl Sheet<'_> {
    /// Renders the form for an item that is in no equipment chart, with the choice of its kind.
    pub(super) fn own_item_form(&self) -> AnyView {
        let specs = self.view.system.combat().item_kinds();
        let chosen = specs.iter().find(|spec| spec.kind == self.own_item_kind);
        let kinds = specs.iter().map(|spec| {
            let path = with_query(&self.path(), OWN, spec.kind);
            let now = (spec.kind == self.own_item_kind).then_some("true");
            view! {
                <li>
                    <a class="button quiet" href=format!("{path}#{}", part::GEAR) aria-current=now>
                        {spec.title.get()}
                    </a>
                </li>
            }
        });
        view! {
            <details open=chosen.is_some()>
                <summary>{msg::SOMETHING_OF_YOUR_OWN.get()}</summary>
                <ul class="actions">{kinds.collect_view()}</ul>
                {chosen.map(|spec| self.own_fields(spec))}
            </details>
        }
        .into_any()
    }

    /// Returns what was typed into a field of the form for an item of one's own.
    fn own_field_value(&self, field: &str) -> String {
        self.field_value(part::GEAR, "own", field, "")
    }

    /// Renders the fields for the numbers of an item of this kind.
    fn own_fields(&self, spec: &'static ItemSpec) -> AnyView {
        let kind = spec.kind;
        let numbers = spec.numbers.iter().map(|number| {
            let field = format!("{NUMBER}{}", number.key);
            let typed = self.own_field_value(&field);
            view! {
                <label>
                    {number.title.get()}
                    <input
                        type="number"
                        inputmode="numeric"
                        name=field
                        min=number.min.to_string()
                        max=number.max.to_string()
                        value=typed
                    />
                </label>
            }
        });
        let usual = if kind == "armor" { "worn" } else { "held" };
        let places = PLACES.iter().take(3);
        let places = places.map(|(place, key)| {
            select_option(key, &capitalize(place.label().get()), *key == usual)
        });
        let fields = view! {
            {hidden_field("kind", kind)}
            <label for="own-name">{msg::WHAT_IT_IS_CALLED.get()}</label>
            <input
                id="own-name"
                type="text"
                name="name"
                maxlength="60"
                autocomplete="off"
                required
                value=self.own_field_value("name")
            />
            <div class="paper-fields">{numbers.collect_view()}</div>
            {self.own_tags(spec)}
            <label for="own-to">{msg::WHERE_IT_IS.get()}</label>
            <div class="inline">
                <select id="own-to" name="to">{places.collect_view()}</select>
                <button class="quiet">{msg::ADD_IT.get()}</button>
            </div>
        };
        self.form(part::GEAR, "own", fields)
    }

    /// Renders a checkbox for each tag, such as two-handed, that an item of this kind can have.
    fn own_tags(&self, spec: &'static ItemSpec) -> Option<AnyView> {
        if spec.tags.is_empty() {
            return None;
        }
        let tags = spec.tags.iter().map(|(key, words)| {
            let field = format!("{TAG}{key}");
            let on = !self.own_field_value(&field).is_empty();
            view! {
                <label class="check">
                    <input type="checkbox" name=field value=*key checked=on />
                    {words.get()}
                </label>
            }
        });
        let tags = view! {
            <fieldset class="paper-tags">
                <legend>{msg::WHAT_IS_TRUE_OF_IT.get()}</legend>
                {tags.collect_view()}
            </fieldset>
        };
        Some(tags.into_any())
    }
}

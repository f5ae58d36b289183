//! House rules under a heading, each with its default.

use leptos::prelude::*;
use leptos::tachys::html::InertElement;
use rules::character::vocabulary::format_number;
use rules::messages::pages as msg;
use rules::ruleset::settings::{SettingKind, SettingSpec, Value};

use super::Settings;

impl Settings<'_> {
    /// Renders a section of house rules under a heading, each rule with its form. The guide's text
    /// about a rule stands once where several settings of it follow each other.
    pub(super) fn section(
        &self,
        id: &str,
        title: &'static str,
        specs: &[&'static SettingSpec],
    ) -> AnyView {
        let alike = specs.chunk_by(|one, next| one.defining_rule() == next.defining_rule());
        let alike = alike.flat_map(|alike| alike.iter().enumerate());
        let settings = alike.map(|(at, spec)| self.setting(spec, at == 0));
        view! {
            <section aria-labelledby=id.to_owned()>
                <h2 id=id.to_owned()>{title}</h2>
                <ul class="sets">{settings.collect_view()}</ul>
            </section>
        }
        .into_any()
    }

    /// Renders a house rule with its control; `with_words` adds the guide's text about it.
    fn setting(&self, spec: &'static SettingSpec, with_words: bool) -> AnyView {
        let key = spec.key;
        let differs = self.view.house.value_or_default(spec) != spec.default_value();
        let off = spec.off;
        let off = off.map(|off| view! { <p>{msg::off_2(&off)}</p> });
        view! {
            <li
                class="set"
                id=format!("set-{key}")
                data-setting=key
                data-differs=differs.to_string()
            >
                <div class="set-words">
                    <h3 id=format!("name-{key}")>{spec.title.get()}</h3>
                    {off}
                    <p class="set-usual" id=format!("range-{key}")>{default_words(spec)}</p>
                    {self.rule_text(spec, with_words)}
                </div>
                <div class="set-control">{self.control(spec)}</div>
            </li>
        }
        .into_any()
    }

    /// Renders the link to the guide's rule that a setting changes, and `with_words` its text, too.
    fn rule_text(&self, spec: &'static SettingSpec, with_words: bool) -> Option<AnyView> {
        let id = spec.defining_rule();
        if id.is_empty() {
            return None;
        }
        let system = self.view.system;
        let words = with_words.then(|| (self.guide)(system, id)).flatten();
        let path = format!("/rules/{}#{id}", system.key());
        let rule = view! {
            <p class="set-rule">
                <a class="rule" href=path target=(!self.is_beside_table).then_some("beside")>{id}</a>
                " "
                {words.map(InertElement::new)}
            </p>
        };
        Some(rule.into_any())
    }
}

/// Returns the default of a setting in words, with the range of a number.
fn default_words(spec: &SettingSpec) -> String {
    let word = spec.value_text(&spec.default_value());
    match spec.kind {
        SettingKind::YesNo(_) => {
            let on = spec.default_value() == Value::Yes(true);
            msg::as_written_4(&(if on { msg::ON_2 } else { msg::OFF_3 }))
        }
        SettingKind::Choice(..) => msg::as_written_4(&word),
        SettingKind::Number { least, most, .. } => {
            let (least, most) = (format_number(least), format_number(most));
            msg::as_written_from_to(&word, &least, &most)
        }
    }
}

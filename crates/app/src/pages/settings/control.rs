//! Controls of settings: a switch, a choice, a number or a text, each a form that works without scripts.

use leptos::prelude::*;
use rules::encounter::{COUNTDOWN_SECONDS, OnTimeout};
use rules::messages::pages as msg;
use rules::ruleset::settings::{Named, SettingKind, SettingSpec, Value};

use super::choices::{Choice, choice_buttons, read_only_value};
use super::{COUNTDOWN, Settings, countdown_value};

/// Number of seconds offered where questions have no deadline.
const DEFAULT_SECONDS: u16 = 60;

impl Settings<'_> {
    /// Renders the field for a setting that is a text, such as the title, for those who run the
    /// table.
    pub(super) fn text_control(&self, key: &'static str, now: &str) -> AnyView {
        let trouble = self.trouble_with(key);
        let shown = trouble.map_or(now, |trouble| trouble.typed.as_str());
        let field = view! {
            <div class="set-words-field">
                <input
                    type="text"
                    name="value"
                    value=shown.to_owned()
                    maxlength="60"
                    required
                    autocomplete="off"
                    aria-labelledby=format!("name-{key}")
                    aria-describedby=trouble.map(|_| format!("trouble-{key}"))
                    aria-invalid=trouble.map(|_| "true")
                />
                <button type="submit" class="quiet">{msg::NAME_IT.get()}</button>
            </div>
        };
        self.form(key, now, field)
    }

    /// Renders the time that a question waits for an answer, and the choice of what happens then.
    pub(super) fn countdown_control(&self) -> AnyView {
        let countdown = self.view.countdown;
        if !self.can_run_table {
            let words = countdown.map_or_else(
                || msg::AS_LONG_AS_IT_TAKES.get().to_owned(),
                |it| it.description(),
            );
            return read_only_value(&words);
        }
        let now = match countdown.map(|it| it.then) {
            None => "off",
            Some(OnTimeout::Storyteller) => "storyteller",
            Some(OnTimeout::First) => "first",
        };
        let trouble = self.trouble_with(COUNTDOWN);
        let seconds = countdown
            .map_or(DEFAULT_SECONDS, |it| it.seconds)
            .to_string();
        let seconds = trouble.map_or(seconds, |trouble| trouble.typed.clone());
        let choices = [
            Choice::new("off", msg::IT_WAITS_AS_LONG_AS.get()),
            Choice::new("storyteller", msg::THEN_THE_STORYTELLER_IS_ASKED.get()),
            Choice::new("first", msg::THEN_THE_FIRST_OPEN_ANSWER.get()),
        ];
        let inside = view! {
            <label class="set-seconds">
                <span>{msg::SECONDS.get()}</span>
                " "
                <input
                    type="number"
                    inputmode="numeric"
                    name="seconds"
                    value=seconds
                    min=COUNTDOWN_SECONDS.start().to_string()
                    max=COUNTDOWN_SECONDS.end().to_string()
                    required
                    aria-describedby=trouble.map(|_| "trouble-countdown")
                    aria-invalid=trouble.map(|_| "true")
                />
            </label>
            {choice_buttons(COUNTDOWN, now, &choices)}
        };
        self.form(COUNTDOWN, &countdown_value(countdown.as_ref()), inside)
    }

    /// Renders the control of a house rule.
    pub(super) fn control(&self, spec: &'static SettingSpec) -> AnyView {
        let now = self.view.house.value_or_default(spec);
        let control = match spec.kind {
            SettingKind::YesNo(_) => self.switch(spec, now == Value::Yes(true)),
            SettingKind::Choice(names, usual) => {
                let choice = |(at, name): (usize, &'static Named)| Choice {
                    value: name.key,
                    title: name.title.get(),
                    note: if at == usual {
                        msg::AS_WRITTEN.get()
                    } else {
                        ""
                    },
                };
                let choices: Vec<_> = names.iter().enumerate().map(choice).collect();
                self.choices(spec.key, &form_value(&now), &choices)
            }
            SettingKind::Number { least, most, .. } => self.number(spec, (least, most), &now),
        };
        view! { {control} {self.trouble_notice(spec.key)} }.into_any()
    }

    /// Renders the switch of a house rule.
    fn switch(&self, spec: &'static SettingSpec, on: bool) -> AnyView {
        let words = if on { msg::ON.get() } else { msg::OFF.get() };
        if !self.can_run_table {
            return read_only_value(words);
        }
        let key = spec.key;
        let button = view! {
            <button
                type="submit"
                class="set-switch"
                role="switch"
                name="value"
                value=(!on).to_string()
                aria-checked=on.to_string()
                aria-labelledby=format!("name-{key}")
            >
                <i aria-hidden="true"></i>
                <span aria-hidden="true">{words}</span>
            </button>
        };
        self.form(key, if on { "true" } else { "false" }, button)
    }

    /// Renders the number field of a house rule.
    fn number(
        &self,
        spec: &'static SettingSpec,
        (least, most): (i32, i32),
        now: &Value,
    ) -> AnyView {
        if !self.can_run_table {
            return read_only_value(&spec.value_text(now));
        }
        let (key, was) = (spec.key, form_value(now));
        let trouble = self.trouble_with(key);
        let shown = trouble.map_or(was.as_str(), |trouble| trouble.typed.as_str());
        let described = match trouble {
            Some(_) => format!("range-{key} trouble-{key}"),
            None => format!("range-{key}"),
        };
        let field = view! {
            <div class="set-number">
                // Keyboards of digits alone have no minus on some phones.
                <input
                    type="number"
                    inputmode=(least >= 0).then_some("numeric")
                    name="value"
                    value=shown.to_owned()
                    min=least.to_string()
                    max=most.to_string()
                    required
                    aria-labelledby=format!("name-{key}")
                    aria-describedby=described
                    aria-invalid=trouble.map(|_| "true")
                />
                <button type="submit" class="quiet" aria-label=msg::set_2(&spec.title)>
                    {msg::SET.get()}
                </button>
            </div>
        };
        let back = (*now != spec.default_value()).then(|| self.default_button(spec, &was));
        view! { {self.form(key, &was, field)} {back} }.into_any()
    }

    /// Renders the button that restores the default of a house rule; `was` is the value that its
    /// sender saw.
    fn default_button(&self, spec: &'static SettingSpec, was: &str) -> AnyView {
        let usual = form_value(&spec.default_value());
        let label = msg::as_written_2(&usual, &spec.title);
        let words = msg::as_written_3(&spec.value_text(&spec.default_value()));
        let button = view! {
            <button type="submit" class="quiet" name="value" value=usual aria-label=label>{words}</button>
        };
        self.form(spec.key, was, button)
    }
}

/// Returns the value of a house rule as a form sends it.
fn form_value(value: &Value) -> String {
    match value {
        Value::Named(key) => key.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Yes(on) => on.to_string(),
    }
}

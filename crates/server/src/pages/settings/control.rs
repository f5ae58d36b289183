//! The control of a setting: a switch, one of several, or a number, each a form that works without
//! scripts; and what there is to read for those who may not turn it.

use std::fmt::Write as _;

use rules::encounter::{SECONDS, Then};
use rules::settings::{Named, SettingKind, SettingSpec, Value};

use super::{COUNTDOWN, Page, Trouble, told};
use crate::pages::deed::plain;

/// How many seconds are offered where questions wait for ever.
const USUAL_SECONDS: u16 = 60;

/// Something that can be chosen from: what a form sends, and what it is called.
pub(super) struct Choice<'a> {
    pub(super) value: &'a str,
    pub(super) title: &'a str,
    /// What else there is to say of it.
    pub(super) note: &'a str,
}

impl Page<'_> {
    /// Why the newest form was not done, if it was about this key.
    pub(super) fn trouble_with(&self, key: &str) -> Option<&Trouble> {
        self.trouble.as_ref().filter(|trouble| trouble.key == key)
    }

    /// The start of a form about a key: where it goes, and what its sender saw.
    pub(super) fn form(&self, key: &str, was: &str, out: &mut String) {
        let (table, scene) = (self.table, &self.scene);
        let _ = write!(
            out,
            "<form method=\"post\" action=\"/t/{table}/settings{scene}#set-{key}\">\
             <input type=\"hidden\" name=\"key\" value=\"{key}\">"
        );
        for (name, value) in [("was", was), ("find", self.find)] {
            if !value.is_empty() {
                let value = plain(value);
                let _ = write!(
                    out,
                    "<input type=\"hidden\" name=\"{name}\" value=\"{value}\">"
                );
            }
        }
    }

    /// Why a form about a key was not done, beside it.
    pub(super) fn say_trouble(&self, key: &str, out: &mut String) {
        if let Some(trouble) = self.trouble_with(key) {
            let words = plain(&trouble.words);
            let _ = write!(
                out,
                "<p class=\"trouble\" role=\"alert\" id=\"trouble-{key}\">{words}</p>"
            );
        }
    }

    /// One of several, each of them a button.
    pub(super) fn choices(&self, key: &str, now: &str, choices: &[Choice<'_>], out: &mut String) {
        if !self.runs {
            let now = choices.iter().find(|choice| choice.value == now);
            return value(now.map_or("", |choice| choice.title), out);
        }
        self.form(key, now, out);
        buttons(key, now, choices, out);
        out.push_str("</form>");
    }

    /// Words that those who run the table may change.
    pub(super) fn words(&self, key: &str, now: &str, out: &mut String) {
        let trouble = self.trouble_with(key);
        let shown = trouble.map_or(now, |trouble| trouble.typed.as_str());
        let invalid = match trouble {
            Some(_) => format!(" aria-describedby=\"trouble-{key}\" aria-invalid=\"true\""),
            None => String::new(),
        };
        self.form(key, now, out);
        let _ = write!(
            out,
            "<div class=\"set-words-field\"><input type=\"text\" name=\"value\" value=\"{}\" maxlength=\"60\" \
             required autocomplete=\"off\" aria-labelledby=\"name-{key}\"{invalid}>\
             <button type=\"submit\" class=\"quiet\">Name it</button></div></form>",
            plain(shown)
        );
    }

    /// How long a question waits: the seconds, and buttons for what happens then.
    pub(super) fn countdown(&self, out: &mut String) {
        let countdown = self.view.countdown;
        if !self.runs {
            let words = countdown.map_or_else(|| "As long as it takes".to_owned(), |it| it.words());
            return value(&words, out);
        }
        let now = match countdown.map(|it| it.then) {
            None => "off",
            Some(Then::Storyteller) => "storyteller",
            Some(Then::First) => "first",
        };
        let trouble = self.trouble_with(COUNTDOWN);
        let seconds = countdown.map_or(USUAL_SECONDS, |it| it.seconds).to_string();
        let seconds = trouble.map_or(seconds.as_str(), |trouble| trouble.typed.as_str());
        let (least, most) = (SECONDS.start(), SECONDS.end());
        let invalid = match trouble {
            Some(_) => " aria-describedby=\"trouble-countdown\" aria-invalid=\"true\"",
            None => "",
        };
        self.form(COUNTDOWN, &told(countdown.as_ref()), out);
        let _ = write!(
            out,
            "<label class=\"set-seconds\"><span>Seconds</span> <input type=\"number\" inputmode=\"numeric\" \
             name=\"seconds\" value=\"{}\" min=\"{least}\" max=\"{most}\" required{invalid}></label>",
            plain(seconds)
        );
        let choice = |value, title| Choice {
            value,
            title,
            note: "",
        };
        let choices = [
            choice("off", "It waits as long as it takes"),
            choice("storyteller", "Then the storyteller is asked"),
            choice("first", "Then the first open answer is taken"),
        ];
        buttons(COUNTDOWN, now, &choices, out);
        out.push_str("</form>");
    }

    /// The control of a house rule.
    pub(super) fn control(&self, spec: &SettingSpec, out: &mut String) {
        let now = self.view.house.value(spec);
        let was = wire(&now);
        match spec.kind {
            SettingKind::YesNo(_) => self.switch(spec, now == Value::Yes(true), out),
            SettingKind::Choice(names, usual) => {
                let choice = |(at, name): (usize, &'static Named)| Choice {
                    value: name.key,
                    title: name.title,
                    note: if at == usual { "as written" } else { "" },
                };
                let choices: Vec<_> = names.iter().enumerate().map(choice).collect();
                self.choices(spec.key, &was, &choices, out);
            }
            SettingKind::Number { least, most, .. } => {
                self.number(spec, (least, most), &now, out);
            }
        }
        self.say_trouble(spec.key, out);
    }

    fn switch(&self, spec: &SettingSpec, on: bool, out: &mut String) {
        let words = if on { "On" } else { "Off" };
        if !self.runs {
            return value(words, out);
        }
        let (key, to) = (spec.key, !on);
        self.form(key, if on { "true" } else { "false" }, out);
        let _ = write!(
            out,
            "<button type=\"submit\" class=\"set-switch\" role=\"switch\" name=\"value\" \
             value=\"{to}\" aria-checked=\"{on}\" aria-labelledby=\"name-{key}\">\
             <i aria-hidden=\"true\"></i><span aria-hidden=\"true\">{words}</span></button></form>"
        );
    }

    fn number(&self, spec: &SettingSpec, bounds: (i32, i32), now: &Value, out: &mut String) {
        if !self.runs {
            return value(&spec.word(now), out);
        }
        let (key, was, (least, most)) = (spec.key, wire(now), bounds);
        let trouble = self.trouble_with(key);
        let shown = trouble.map_or(was.as_str(), |trouble| trouble.typed.as_str());
        // Keyboards of digits alone have no minus on some phones.
        let digits = if least < 0 {
            ""
        } else {
            " inputmode=\"numeric\""
        };
        let (described, invalid) = match trouble {
            Some(_) => (format!(" trouble-{key}"), " aria-invalid=\"true\""),
            None => (String::new(), ""),
        };
        self.form(key, &was, out);
        let _ = write!(
            out,
            "<div class=\"set-number\"><input type=\"number\"{digits} name=\"value\" value=\"{}\" \
             min=\"{least}\" max=\"{most}\" required aria-labelledby=\"name-{key}\" \
             aria-describedby=\"range-{key}{described}\"{invalid}>\
             <button type=\"submit\" class=\"quiet\" aria-label=\"Set: {}\">Set</button></div></form>",
            plain(shown),
            plain(spec.title()),
        );
        if *now != spec.usual() {
            self.form(key, &was, out);
            let usual = wire(&spec.usual());
            let _ = write!(
                out,
                "<button type=\"submit\" class=\"quiet\" name=\"value\" value=\"{usual}\" \
                 aria-label=\"As written, {usual}: {}\">As written: {}</button></form>",
                plain(spec.title()),
                plain(&spec.word(&spec.usual())),
            );
        }
    }
}

/// Buttons of a form, one for each choice, of which one is so now.
fn buttons(key: &str, now: &str, choices: &[Choice<'_>], out: &mut String) {
    let _ = write!(
        out,
        "<div class=\"set-choices\" role=\"group\" aria-labelledby=\"name-{key}\">"
    );
    for choice in choices {
        let pressed = choice.value == now;
        let (of, title) = (choice.value, plain(choice.title));
        let _ = write!(
            out,
            "<button type=\"submit\" class=\"set-choice\" name=\"value\" value=\"{of}\" \
             aria-pressed=\"{pressed}\"><span>{title}</span>"
        );
        if !choice.note.is_empty() {
            let _ = write!(out, "<small>{}</small>", plain(choice.note));
        }
        out.push_str("</button>");
    }
    out.push_str("</div>");
}

/// What a setting is, for those who may only read it.
fn value(words: &str, out: &mut String) {
    let _ = write!(out, "<p class=\"set-value\">{}</p>", plain(words));
}

/// A value as a form sends it.
pub(super) fn wire(value: &Value) -> String {
    match value {
        Value::Named(key) => key.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Yes(on) => on.to_string(),
    }
}

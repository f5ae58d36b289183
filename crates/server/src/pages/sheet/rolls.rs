//! The rolls that a sheet keeps: one press makes one of them.

use std::fmt::Write as _;

use app::words;
use rules::encounter::log::What;

use super::form::part;
use super::page::{Said, Sheet};
use crate::pages::deed::plain;

impl Sheet<'_> {
    /// Its rolls, what came of the last one, and what adds another.
    pub(super) fn rolls(&self, out: &mut String) {
        let Some(sheet) = &self.row.sheet else { return };
        if !self.may && sheet.rolls.is_empty() {
            return;
        }
        self.open(part::ROLLS, "Rolls", out);
        self.came(out);
        if !sheet.rolls.is_empty() {
            out.push_str("<ul class=\"paper-rolls\">");
        }
        for (name, roll) in sheet.rolls.iter() {
            let (name, roll) = (plain(name), plain(roll));
            let _ = write!(
                out,
                "<li><div><strong>{name}</strong> <span class=\"faint\">{roll}</span></div>"
            );
            if self.may {
                let form = |deed: &str| self.form(part::ROLLS, deed);
                let _ = write!(
                    out,
                    "<div class=\"pair\">{}<button class=\"brass\" name=\"name\" value=\"{name}\" \
                     aria-label=\"Roll: {name}\">Roll</button></form>\
                     {}<button class=\"quiet\" name=\"name\" value=\"{name}\" \
                     aria-label=\"Take off: {name}\">Take off</button></form></div>",
                    form("roll"),
                    form("unroll"),
                );
            }
            out.push_str("</li>");
        }
        if !sheet.rolls.is_empty() {
            out.push_str("</ul>");
        }
        if self.may {
            let typed = |field| plain(self.typed(part::ROLLS, "keep", field, ""));
            let _ = write!(
                out,
                "{}<label for=\"roll-name\">Keep a roll</label>\
                 <input id=\"roll-name\" type=\"text\" name=\"name\" maxlength=\"60\" autocomplete=\"off\" \
                 placeholder=\"What it is called\" value=\"{}\">\
                 <label class=\"unseen\" for=\"roll-line\">What is rolled</label>\
                 <div class=\"inline\"><input id=\"roll-line\" type=\"text\" name=\"line\" maxlength=\"{}\" \
                 autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\" placeholder=\"{}\" value=\"{}\">\
                 <button class=\"quiet\">Keep it</button></div>\
                 <p class=\"faint\">Traits and numbers, as behind /roll in the log.</p></form>",
                self.form(part::ROLLS, "keep"),
                typed("name"),
                rules::sheet::MAX_ROLL,
                plain(self.example()),
                typed("line"),
            );
        }
        out.push_str("</section>");
    }

    /// What a line of these rules looks like behind its first word.
    fn example(&self) -> &'static str {
        let example = self.rules().speech().roll_example;
        example.strip_prefix("/roll ").unwrap_or(example)
    }

    /// What came of the roll that has just been made here.
    fn came(&self, out: &mut String) {
        if !matches!(self.said, Said::Kept(part::ROLLS)) {
            return;
        }
        let name = self.row.full_name();
        let rolled = |what: &What| matches!(what, What::Rolled { name: who, .. } if who.as_ref() == Some(&name));
        let newest = self.view.log.last().filter(|line| rolled(&line.what));
        if let Some(line) = newest {
            let told = words::line(self.rules(), &self.view.house, line);
            let _ = write!(
                out,
                "<p class=\"paper-came\" role=\"status\">{}</p>",
                plain(&told.aloud())
            );
        }
    }
}

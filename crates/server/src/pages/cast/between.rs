//! What happens between fights, as a part of the cast's page.

use std::fmt::Write as _;

use rules::encounter::Side;
use rules::encounter::view::Row;
use rules::fighter::Fighter;
use rules::passage::Span;

use super::form::SPANS;
use super::html::Shown;
use crate::pages::deed::plain;

impl Shown<'_> {
    /// What happens between fights.
    pub(super) fn between(&self, out: &mut String) {
        let rules = self.view.system.rules();
        out.push_str(
            "<section class=\"cast-part\" id=\"between\" aria-labelledby=\"between-head\">\
             <h2 id=\"between-head\">Between fights</h2>",
        );
        self.form(" class=\"cast-form\"", out);
        self.whom(out);
        if self.view.rows.values().any(|row| self.heals_with_time(row)) {
            if !rules.cares().is_empty() {
                out.push_str(
                    "<label class=\"cast-field\"><span>Looked after</span>\
                     <select name=\"care\"><option value=\"\">by nobody</option>",
                );
                let chosen = self.fields.get("care").unwrap_or_default();
                for care in rules.cares() {
                    let selected = if care.key == chosen { " selected" } else { "" };
                    let (key, title) = (care.key, plain(care.title));
                    let _ = write!(out, "<option value=\"{key}\"{selected}>{title}</option>");
                }
                out.push_str("</select></label>");
            }
            out.push_str("<div class=\"actions\">");
            for (key, words, _) in SPANS {
                let _ = write!(
                    out,
                    "<button class=\"quiet\" name=\"do\" value=\"{key}\">{words}</button>"
                );
            }
            out.push_str("</div>");
        } else {
            out.push_str(
                "<p class=\"faint\">These rules leave to you what time heals and brings back.</p>",
            );
        }
        out.push_str(
            "<div class=\"actions\">\
             <button class=\"quiet\" name=\"do\" value=\"heal\">Heal all wounds</button>\
             <button class=\"quiet\" name=\"do\" value=\"refill\">Refill all that was spent</button>\
             <button class=\"quiet\" name=\"do\" value=\"end\">End the scene</button></div>\
             <p class=\"faint\">Ending the scene ends all turns, initiative, holds, and conditions \
             that last no longer. Each of these can be taken back at the table.</p></form></section>",
        );
    }

    fn whom(&self, out: &mut String) {
        let chosen = self.fields.get("whom").unwrap_or("characters");
        let option = |key: &str, words: &str, out: &mut String| {
            let selected = if key == chosen { " selected" } else { "" };
            let _ = write!(
                out,
                "<option value=\"{key}\"{selected}>{}</option>",
                plain(words)
            );
        };
        out.push_str("<label class=\"cast-field\"><span>For whom</span><select name=\"whom\">");
        option("characters", "All characters", out);
        option("everybody", "Everybody here", out);
        for row in self.of(Side::Character).chain(self.of(Side::Foe)) {
            option(&row.id.to_string(), &row.full_name(), out);
        }
        out.push_str("</select></label>");
    }

    /// Whether the rules say what time does to somebody like this.
    fn heals_with_time(&self, row: &Row) -> bool {
        let later = |who: &Fighter<'_>| {
            let rules = self.view.system.rules();
            rules.later(who, Span::Nights(1), None).is_some()
        };
        self.view.fighter(row).is_some_and(|who| later(&who))
    }
}

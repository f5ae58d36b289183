//! Who holds whom, aims at whom or hides behind whom: to be read, and set by those who run the table.

use std::fmt::Write as _;

use rules::encounter::view::HoldView;
use rules::speech::number;

use super::super::deed::plain;
use super::form::part;
use super::page::{Sheet, option};

/// What stands between the key of a way to hold and the one who is held, in a field that names both.
pub(super) const ON: char = ' ';

impl Sheet<'_> {
    /// Whom this combatant holds, who holds this combatant, and a form to set it by hand: a passer-by
    /// taken as a shield needs no roll.
    pub(super) fn holds(&self, out: &mut String) {
        let id = self.row.id;
        let mine = |hold: &&HoldView| hold.by == id || hold.on == id;
        let holds: Vec<&HoldView> = self.view.holds.iter().filter(mine).collect();
        let form = if self.runs {
            self.hold_form()
        } else {
            String::new()
        };
        if holds.is_empty() && form.is_empty() {
            return;
        }
        self.open(part::HOLDS, "Who holds whom", out);
        out.push_str("<ul class=\"paper-list\">");
        for hold in holds {
            self.hold(hold, out);
        }
        let _ = write!(out, "</ul>{form}</section>");
    }

    /// One of them; this combatant's own can be ended here.
    fn hold(&self, hold: &HoldView, out: &mut String) {
        let name = |id| {
            let row = self.view.rows.get(&id);
            row.map_or_else(String::new, |row| plain(&row.full_name()))
        };
        let amount = match hold.amount {
            0 => String::new(),
            amount => format!(" ({})", number(amount)),
        };
        let (by, on, word) = (name(hold.by), name(hold.on), plain(&hold.word));
        let _ = write!(out, "<li><span>{by} {word} {on}{amount}</span>");
        if self.runs && hold.by == self.row.id {
            let key = plain(&hold.key);
            let _ = write!(
                out,
                "{}<button class=\"quiet icon\" name=\"hold\" value=\"{key}{ON}{}\" \
                 aria-label=\"{by} no longer {word} {on}\">×</button></form>",
                self.form(part::HOLDS, "release"),
                hold.on
            );
        }
        out.push_str("</li>");
    }

    /// The form in which a hold is set; nothing while there is no other combatant.
    fn hold_form(&self) -> String {
        let rows = self.view.rows.values();
        let others = rows.filter(|row| row.id != self.row.id);
        let others = others.map(|row| option(&row.id.to_string(), &row.full_name(), false));
        let others = others.collect::<String>();
        if others.is_empty() {
            return others;
        }
        let ways = self.view.system.combat().holds().iter();
        let ways = ways.map(|way| option(way.key, way.word, false));
        format!(
            "{}<label for=\"hold\">{}</label><div class=\"inline\">\
             <select id=\"hold\" name=\"key\">{}</select>\
             <select name=\"on\" aria-label=\"Whom\">{others}</select>\
             <button class=\"quiet\">So it is</button></div></form>",
            self.form(part::HOLDS, "hold"),
            plain(&self.row.full_name()),
            ways.collect::<String>()
        )
    }
}

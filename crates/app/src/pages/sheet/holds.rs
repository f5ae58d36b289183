//! Who holds whom, aims at whom or hides behind whom: to be read, and set by those who run the table.

use leptos::prelude::*;
use rules::encounter::view::HoldView;
use rules::messages::pages as msg;
use rules::speech::number;

use super::{Sheet, option, part};

/// What stands between the key of a way to hold and the one who is held, in a field that names both.
pub const ON: char = ' ';

impl Sheet<'_> {
    /// Whom this combatant holds, who holds this combatant, and a form to set it by hand: a passer-by
    /// taken as a shield needs no roll.
    pub(super) fn holds(&self) -> Option<AnyView> {
        let id = self.row.id;
        let mine = |hold: &&HoldView| hold.by == id || hold.on == id;
        let mut holds = self.view.holds.iter().filter(mine).peekable();
        let form = if self.runs { self.hold_form() } else { None };
        if holds.peek().is_none() && form.is_none() {
            return None;
        }
        let none = holds.peek().is_none();
        let holds = holds.map(|hold| self.hold(hold));
        let inside = view! { <ul class="paper-list">{holds.collect_view()}</ul> {form} };
        Some(match none {
            true => self.folded(part::HOLDS, msg::WHO_HOLDS_WHOM.get(), inside),
            false => self.part(part::HOLDS, msg::WHO_HOLDS_WHOM.get(), inside),
        })
    }

    /// One of them; this combatant's own can be ended here.
    fn hold(&self, hold: &HoldView) -> AnyView {
        let name = |id| {
            let row = self.view.rows.get(&id);
            row.map_or_else(String::new, |row| row.full_name())
        };
        let amount = match hold.amount {
            0 => String::new(),
            amount => format!(" ({})", number(amount)),
        };
        let (by, on, word) = (name(hold.by), name(hold.on), &hold.word);
        let release = (self.runs && hold.by == self.row.id).then(|| {
            let label = msg::no_longer_2(&by, &word, &on);
            let of = format!("{}{ON}{}", hold.key, hold.on);
            let button = view! {
                <button class="quiet icon" name="hold" value=of aria-label=label>"×"</button>
            };
            self.form(part::HOLDS, "release", button)
        });
        view! { <li><span>{format!("{by} {word} {on}{amount}")}</span>{release}</li> }.into_any()
    }

    /// The form in which a hold is set; nothing while there is no other combatant.
    fn hold_form(&self) -> Option<AnyView> {
        let rows = self.view.rows.values();
        let others = rows.filter(|row| row.id != self.row.id);
        let others = others.map(|row| option(&row.id.to_string(), &row.full_name(), false));
        let others: Vec<AnyView> = others.collect();
        if others.is_empty() {
            return None;
        }
        let ways = self.view.system.combat().holds().iter();
        let ways = ways.map(|way| option(way.key, way.word.get(), false));
        let fields = view! {
            <label for="hold">{self.row.full_name()}</label>
            <div class="inline">
                <select id="hold" name="key">{ways.collect_view()}</select>
                <select name="on" aria-label=msg::WHOM.get()>{others}</select>
                <button class="quiet">{msg::SO_IT_IS.get()}</button>
            </div>
        };
        Some(self.form(part::HOLDS, "hold", fields))
    }
}

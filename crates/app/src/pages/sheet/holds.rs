//! Holds of the sheet: who holds, aims at or hides behind whom; editable for those who run the table.

use leptos::prelude::*;
use rules::character::vocabulary::format_number;
use rules::encounter::view::HoldView;
use rules::messages::pages as msg;

use super::{Sheet, part, select_option};

/// Separator between the key of a hold and the held combatant, in a field that names both.
pub const HOLD_SEPARATOR: char = ' ';

impl Sheet<'_> {
    /// Renders the holds by and on this combatant, such as grapples, and a form to set one by hand.
    /// A passer-by taken as a shield needs no roll.
    pub(super) fn holds(&self) -> Option<AnyView> {
        let id = self.row.id;
        let mine = |hold: &&HoldView| hold.by == id || hold.on == id;
        let mut holds = self.view.holds.iter().filter(mine).peekable();
        let form = if self.can_run_table {
            self.hold_form()
        } else {
            None
        };
        if holds.peek().is_none() && form.is_none() {
            return None;
        }
        let none = holds.peek().is_none();
        let holds = holds.map(|hold| self.hold(hold));
        let inside = view! { <ul class="paper-list">{holds.collect_view()}</ul> {form} };
        Some(match none {
            true => self.folded_part(part::HOLDS, msg::WHO_HOLDS_WHOM.get(), inside),
            false => self.part(part::HOLDS, msg::WHO_HOLDS_WHOM.get(), inside),
        })
    }

    /// Renders a hold, such as a grapple; one by this combatant can be ended here.
    fn hold(&self, hold: &HoldView) -> AnyView {
        let name = |id| {
            let row = self.view.rows.get(&id);
            row.map_or_else(String::new, |row| row.full_name())
        };
        let amount = match hold.amount {
            0 => String::new(),
            amount => format!(" ({})", format_number(amount)),
        };
        let (by, on, word) = (name(hold.by), name(hold.on), &hold.word);
        let release = (self.can_run_table && hold.by == self.row.id).then(|| {
            let label = msg::no_longer_2(&by, &word, &on);
            let of = format!("{}{HOLD_SEPARATOR}{}", hold.key, hold.on);
            let button = view! {
                <button class="quiet icon" name="hold" value=of aria-label=label>"×"</button>
            };
            self.form(part::HOLDS, "release", button)
        });
        view! { <li><span>{format!("{by} {word} {on}{amount}")}</span>{release}</li> }.into_any()
    }

    /// Renders the form that sets a hold, such as a grapple; `None` while there is no other
    /// combatant.
    fn hold_form(&self) -> Option<AnyView> {
        let rows = self.view.rows.values();
        let others = rows.filter(|row| row.id != self.row.id);
        let others = others.map(|row| select_option(&row.id.to_string(), &row.full_name(), false));
        let others: Vec<AnyView> = others.collect();
        if others.is_empty() {
            return None;
        }
        let ways = self.view.system.combat().hold_kinds().iter();
        let ways = ways.map(|way| select_option(way.key, way.word.get(), false));
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

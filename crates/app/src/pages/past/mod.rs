//! Pages about the past: the replay of an encounter, the changes of a combatant, and the whole log.
//!
//! Made from [`rules::encounter::past`]: what a class of viewers was shown, step by step. [`replay`], [`log`] and
//! [`who`] are the pages; the others are parts of them.

mod bar;
pub mod course;
mod exchange;
mod line;
pub mod log;
pub mod replay;
mod row;
pub mod who;

use leptos::prelude::*;
use rules::encounter::Class;
use rules::id::{EncounterId, SeatId, TableId};
use rules::messages::pages as msg;

use super::{Body, encoded, hidden, joined, option, ruled, script};

/// Most characters of a search text.
pub const MAX_FIND: usize = 60;

/// Common content of these pages: the encounter, the reader, and the class whose past is shown.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// The encounter's id.
    pub scene: EncounterId,
    /// Title of the encounter, where it is not the current one.
    pub past: Option<&'a str>,
    /// Class of viewers whose past is shown.
    pub class: Class,
    /// Seat whose view is shown, if a reader who runs the table chose one.
    pub eyes: Option<SeatId>,
    /// Whether the reader can run the table.
    pub runs: bool,
    /// Whether the page opens beside the table.
    pub beside: bool,
    /// Path of the script of these pages.
    pub script: String,
    /// Notice that the log is damaged, if it is.
    pub damaged: Option<&'static str>,
}

impl Look<'_> {
    /// Returns the encounter for the query of an address, where it is not the current one.
    fn named(&self) -> Option<String> {
        self.past.map(|_| self.scene.to_string())
    }

    /// Returns the address of one of these pages with the same encounter and seat, and with those of the `more`
    /// parameters that are not empty.
    fn address(&self, page: &str, more: &[(&str, &str)]) -> String {
        let id = self.table;
        let scene = self.named().unwrap_or_default();
        let eyes = self.eyes.map(|SeatId(seat)| seat.to_string());
        let eyes = eyes.unwrap_or_default();
        let own = [("scene", scene.as_str()), ("as", eyes.as_str())];
        let all = own
            .iter()
            .chain(more)
            .filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = all
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        match query.is_empty() {
            true => format!("/t/{id}/{page}"),
            false => format!("/t/{id}/{page}?{}", query.join("&")),
        }
    }

    /// Renders the form fields that keep the encounter and the seat.
    fn fields(&self) -> AnyView {
        let scene = self.named().map(|id| hidden("scene", id));
        let eyes = self.eyes.map(|SeatId(seat)| hidden("as", seat));
        view! { {scene} {eyes} }.into_any()
    }

    /// Renders the link to the table, where the page does not open beside it.
    fn way(&self) -> Option<AnyView> {
        (!self.beside).then(|| {
            let path = format!("/t/{}", self.table);
            view! {
                <nav class="past-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=path>{self.name.to_owned()}</a>
                </nav>
            }
            .into_any()
        })
    }

    /// Renders a page of lines, with a notice if the log is damaged.
    fn page(&self, inside: impl IntoAny) -> AnyView {
        view! {
            {self.damage()}
            <main class="past" data-log>{inside.into_any()}</main>
            {script(&self.script)}
        }
        .into_any()
    }

    /// Renders the notice that the log is damaged, if it is.
    fn damage(&self) -> Option<AnyView> {
        let damaged = self.damaged;
        damaged.map(|words| view! { <p role="status">{words}</p> }.into_any())
    }
}

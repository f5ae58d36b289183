//! What was: the replay of an encounter, what changed a combatant, and the whole log.
//!
//! All of it comes from [`rules::encounter::past`]: what a class of viewers was shown, step by step.
//! [`replay`], [`log`] and [`who`] are the pages; the others are parts of them.

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

/// The longest text that is looked for.
pub const MAX_FIND: usize = 60;

/// Who looks at which encounter, and as whom.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: &'a str,
    /// The encounter.
    pub scene: EncounterId,
    /// Its title, where the table is not at it.
    pub past: Option<&'a str>,
    /// The class whose past is shown.
    pub class: Class,
    /// The seat through whose eyes one looks who runs the table.
    pub eyes: Option<SeatId>,
    /// Whether the reader runs the table.
    pub runs: bool,
    /// Whether the page stands beside the table.
    pub beside: bool,
    /// Where the script of these pages lies.
    pub script: String,
    /// What is said where the log ends before its time.
    pub damaged: Option<&'static str>,
}

impl Look<'_> {
    /// The encounter as an address names it, where the table is not at it.
    fn named(&self) -> Option<String> {
        self.past.map(|_| self.scene.to_string())
    }

    /// The address of one of these pages with the same encounter and the same eyes, and behind it
    /// what is not empty of `more`.
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

    /// The fields of a form that keep the encounter and the eyes.
    fn fields(&self) -> AnyView {
        let scene = self.named().map(|id| hidden("scene", id));
        let eyes = self.eyes.map(|SeatId(seat)| hidden("as", seat));
        view! { {scene} {eyes} }.into_any()
    }

    /// The way to the table, where the page does not stand beside it.
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

    /// A page of lines, with what says so where it ends before its time.
    fn page(&self, inside: impl IntoAny) -> AnyView {
        view! {
            {self.damage()}
            <main class="past" data-log>{inside.into_any()}</main>
            {script(&self.script)}
        }
        .into_any()
    }

    fn damage(&self) -> Option<AnyView> {
        let damaged = self.damaged;
        damaged.map(|words| view! { <p role="status">{words}</p> }.into_any())
    }
}

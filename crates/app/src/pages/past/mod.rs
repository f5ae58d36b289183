//! Pages about the past: the replay of an encounter, the changes of a combatant, and the whole log.
//!
//! Made from [`rules::encounter::replay::past`]: what a class of viewers was shown, step by step. [`replay`], [`log`]
//! and [`changes`] are the pages; the others are parts of them.

mod bar;
pub mod changes;
pub mod course;
mod exchange;
mod line;
pub mod log;
pub mod replay;
mod row;

use leptos::prelude::*;
use rules::base::id::{EncounterId, SeatId, TableId};
use rules::encounter::Class;
use rules::messages::pages as msg;

use super::{
    Body, hidden_field, join_elements, percent_encode, script_element, select_option,
    with_rule_links,
};

/// Maximum number of characters of a text to find in the log.
pub const MAX_FIND: usize = 60;

/// Content common to the pages of the log, the replay and the changes. It holds the encounter, the reader, and the
/// class whose past is shown.
#[derive(Clone, Debug)]
pub struct PastPage<'a> {
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// The encounter's id.
    pub scene: EncounterId,
    /// Title of the encounter, where it is not the current one.
    pub scene_title: Option<&'a str>,
    /// Class of viewers whose past is shown.
    pub class: Class,
    /// Seat of the reader, or the one whose view is shown.
    pub reader: SeatId,
    /// Seat whose view is shown, if a reader who runs the table chose one.
    pub viewed_as: Option<SeatId>,
    /// Whether the reader can run the table.
    pub can_run_table: bool,
    /// Whether the page opens beside the table.
    pub is_beside_table: bool,
    /// Path of the script of these pages.
    pub script: String,
    /// Notice that the log is damaged, if it is.
    pub damaged: Option<&'static str>,
}

impl PastPage<'_> {
    /// Returns the encounter for the query of an address, where it is not the current one.
    fn scene_query(&self) -> Option<String> {
        self.scene_title.map(|_| self.scene.to_string())
    }

    /// Returns the address of one of these pages with the same encounter and seat, and with those of the `more`
    /// parameters that are not empty.
    fn address(&self, page: &str, more: &[(&str, &str)]) -> String {
        let id = self.table;
        let scene = self.scene_query().unwrap_or_default();
        let eyes = self.viewed_as.map(|SeatId(seat)| seat.to_string());
        let eyes = eyes.unwrap_or_default();
        let own = [("scene", scene.as_str()), ("as", eyes.as_str())];
        let all = own
            .iter()
            .chain(more)
            .filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = all
            .map(|(name, value)| format!("{name}={}", percent_encode(value)))
            .collect();
        match query.is_empty() {
            true => format!("/t/{id}/{page}"),
            false => format!("/t/{id}/{page}?{}", query.join("&")),
        }
    }

    /// Renders the form fields that keep the encounter and the seat.
    fn hidden_fields(&self) -> AnyView {
        let scene = self.scene_query().map(|id| hidden_field("scene", id));
        let eyes = self.viewed_as.map(|SeatId(seat)| hidden_field("as", seat));
        view! { {scene} {eyes} }.into_any()
    }

    /// Renders the link to the table, where the page does not open beside it.
    fn table_link(&self) -> Option<AnyView> {
        (!self.is_beside_table).then(|| {
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
            {self.damage_notice()}
            <main class="past" data-log>{inside.into_any()}</main>
            {script_element(&self.script)}
        }
        .into_any()
    }

    /// Renders the notice that the log is damaged, if it is.
    fn damage_notice(&self) -> Option<AnyView> {
        let damaged = self.damaged;
        damaged.map(|words| view! { <p role="status">{words}</p> }.into_any())
    }
}

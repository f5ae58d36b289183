//! People page: the recovery link if it was just created, invitations, the seats, and downloads.

mod downloads;
mod invite;
pub(crate) mod links;
mod seats;

use leptos::prelude::*;
use rules::base::id::{SeatId, TableId};
use rules::base::seat::Role;
use rules::encounter::view::SeatView;
use rules::messages::pages as msg;

use self::links::copyable_link;
use super::{Body, SceneName, hidden_field, script_element, trouble_notice};
use crate::page::{Invitation, Passing};

/// A link that was just created, which is shown once.
#[derive(Clone, Debug)]
pub enum NewLink {
    /// A link that moves a seat to another device.
    Move(SeatId, Passing),
    /// The storyteller's recovery link.
    Recovery(Passing),
}

/// Seat and role of the person who reads the page of the table's people.
#[derive(Clone, Copy, Debug)]
pub struct PageReader {
    /// Seat of the reader.
    pub seat: SeatId,
    /// Role of the seat.
    pub role: Role,
    /// Whether the table is a demo, whose seats do not move.
    pub demo: bool,
}

/// Link to a downloadable file of the table, on the page of the people.
#[derive(Clone, Debug)]
pub struct FileLink {
    /// Path of the file.
    pub path: String,
    /// Title of the link.
    pub title: &'static str,
    /// Description of the content.
    pub description: &'static str,
}

/// Content of the page of a table's people, with their seats, links and downloads.
#[derive(Debug)]
pub struct People<'a> {
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// The reader at the table.
    pub you: PageReader,
    /// All seats of the table.
    pub seats: &'a [SeatView],
    /// Whether the table is closed to new seats.
    pub locked: bool,
    /// Delay of the spectators' view, in seconds.
    pub delay: u32,
    /// Longest delay, in seconds.
    pub most_delay: u32,
    /// Seats that are connected right now.
    pub connected: &'a [SeatId],
    /// Invitation links and code, for those who run the table.
    pub invitation: Option<Invitation>,
    /// Link that was just created.
    pub new_link: Option<NewLink>,
    /// Reason why a form was refused.
    pub trouble: Option<String>,
    /// Path of the script that copies links.
    pub script: String,
    /// The storyteller's downloads of the whole table.
    pub files: Vec<FileLink>,
    /// The encounters that the reader may know of.
    pub scenes: Vec<SceneName>,
}

impl Body for People<'_> {
    fn render(&self) -> AnyView {
        let fresh = match &self.new_link {
            Some(NewLink::Recovery(passing)) => Some(new_recovery_link(passing)),
            Some(NewLink::Move(..)) | None => None,
        };
        let keeps = self.you.role == Role::Storyteller && !self.you.demo && fresh.is_none();
        let ways = self
            .invitation
            .as_ref()
            .map(|invitation| self.invitation(invitation));
        view! {
            <main class="people-page">
                <header class="people-head">
                    <nav class="people-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                        <a href=format!("/t/{}", self.table) target="_top">{self.name.to_owned()}</a>
                    </nav>
                    <h1>{msg::AT_THE_TABLE.get()}</h1>
                </header>
                {self.trouble.as_deref().map(trouble_notice)}
                {fresh}
                {ways}
                {self.seats()}
                {keeps.then(|| self.recovery_button())}
                {self.downloads()}
            </main>
            {script_element(&self.script)}
        }
        .into_any()
    }
}

impl People<'_> {
    /// Renders a form of this page; `wish` is the action it requests.
    fn form(&self, wish: &'static str, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=format!("/t/{}/people", self.table)>
                {hidden_field("wish", wish)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// Renders the button that creates a new recovery link.
    fn recovery_button(&self) -> AnyView {
        let button =
            view! { <button type="submit" class="quiet">{msg::NEW_RECOVERY_LINK.get()}</button> };
        view! {
            <section aria-labelledby="way-back">
                <h2 id="way-back">{msg::YOUR_WAY_BACK.get()}</h2>
                <p class="faint">
                    {msg::A_RECOVERY_LINK_BRINGS_YOU.get()}
                </p>
                {self.form("recover", button)}
            </section>
        }
        .into_any()
    }
}

/// Renders a recovery link that was just created.
fn new_recovery_link(passing: &Passing) -> AnyView {
    view! {
        <section class="card way-back" aria-labelledby="way-back">
            <h2 id="way-back">{msg::YOUR_WAY_BACK.get()}</h2>
            <p>
                {msg::THIS_TABLE_IS_KEPT_IN.get()}
            </p>
            {copyable_link(msg::RECOVERY_LINK.get(), "way-back-link", &passing.link)}
            <p class="faint">
                {msg::KEEP_IT_TO_YOURSELF_WHOEVER.get()}
            </p>
        </section>
    }
    .into_any()
}

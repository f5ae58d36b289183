//! Everybody at the table: the way back if it was just made, the ways to invite others, who sits there, and a copy to keep.

mod copies;
mod invite;
mod links;
mod seats;

use leptos::prelude::*;
use rules::encounter::view::SeatView;
use rules::id::{SeatId, TableId};
use rules::messages::pages as msg;
use rules::seat::Role;

use self::links::copyable;
use super::{Body, SceneName, hidden, script, trouble};
use crate::page::{Invitation, Passing};

/// A link that was made just now, which is shown once.
#[derive(Clone, Debug)]
pub enum Made {
    /// For a seat on another device.
    Move(SeatId, Passing),
    /// For the storyteller who is forgotten by their browser.
    WayBack(Passing),
}

/// Who the reader is at the table.
#[derive(Clone, Copy, Debug)]
pub struct You {
    /// Their seat.
    pub seat: SeatId,
    /// What they are.
    pub role: Role,
    /// Whether the table is a throw-away demonstration, whose seats do not move.
    pub demo: bool,
}

/// A file that can be kept.
#[derive(Clone, Debug)]
pub struct FileLink {
    /// Where it is.
    pub path: String,
    /// What it is called.
    pub title: &'static str,
    /// What stands in it.
    pub says: &'static str,
}

/// All that the page is made of.
#[derive(Debug)]
pub struct People<'a> {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: &'a str,
    /// The reader.
    pub you: You,
    /// Everybody who has a seat.
    pub seats: &'a [SeatView],
    /// Whether the table takes nobody new.
    pub locked: bool,
    /// By how many seconds later spectators see what happens.
    pub delay: u32,
    /// The most it can be.
    pub most_delay: u32,
    /// Those who are at the table right now.
    pub here: &'a [SeatId],
    /// The ways to invite others, for those who run the table.
    pub invitation: Option<Invitation>,
    /// What was made just now.
    pub made: Option<Made>,
    /// Why a form was not done.
    pub trouble: Option<String>,
    /// Where the script that copies lies.
    pub script: String,
    /// The storyteller's files of the whole table.
    pub files: Vec<FileLink>,
    /// The encounters that the reader may know of.
    pub scenes: Vec<SceneName>,
}

impl Body for People<'_> {
    fn view(&self) -> AnyView {
        let fresh = match &self.made {
            Some(Made::WayBack(passing)) => Some(fresh_way_back(passing)),
            Some(Made::Move(..)) | None => None,
        };
        let keeps = self.you.role == Role::Storyteller && !self.you.demo && fresh.is_none();
        let ways = self
            .invitation
            .as_ref()
            .map(|invitation| self.ways(invitation));
        view! {
            <main class="people-page">
                <header class="people-head">
                    <nav class="people-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                        <a href=format!("/t/{}", self.table) target="_top">{self.name.to_owned()}</a>
                    </nav>
                    <h1>{msg::AT_THE_TABLE.get()}</h1>
                </header>
                {self.trouble.as_deref().map(trouble)}
                {fresh}
                {ways}
                {self.seats()}
                {keeps.then(|| self.new_way_back())}
                {self.copies()}
            </main>
            {script(&self.script)}
        }
        .into_any()
    }
}

impl People<'_> {
    /// A form of this page: what it asks for, and what else is in it.
    fn form(&self, wish: &'static str, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=format!("/t/{}/people", self.table)>
                {hidden("wish", wish)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    fn new_way_back(&self) -> AnyView {
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

fn fresh_way_back(passing: &Passing) -> AnyView {
    view! {
        <section class="card way-back" aria-labelledby="way-back">
            <h2 id="way-back">{msg::YOUR_WAY_BACK.get()}</h2>
            <p>
                {msg::THIS_TABLE_IS_KEPT_IN.get()}
            </p>
            {copyable(msg::RECOVERY_LINK.get(), "way-back-link", &passing.link)}
            <p class="faint">
                {msg::KEEP_IT_TO_YOURSELF_WHOEVER.get()}
            </p>
        </section>
    }
    .into_any()
}

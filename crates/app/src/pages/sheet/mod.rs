//! A combatant's sheet: what the reader may know of it, and forms for those who may change it. Its parts stand in the order
//! in which a fight asks for them.

mod conditions;
mod gear;
mod health;
mod holds;
mod own_item;
mod portrait;
mod rolls;
mod traits;
mod values;
mod who;

use leptos::prelude::*;
use rules::encounter::view::Row;
use rules::encounter::{Side, View};
use rules::id::TableId;
use rules::messages::pages as msg;
use rules::system::RuleSystem;

pub use self::holds::ON;
pub use self::portrait::FILE;
use super::portrait::face;
use super::{Body, Typed, area, hidden, option, ruled, with};

/// The parts of a sheet, which are also where its address leads after a form.
pub mod part {
    /// What can be spent.
    pub const POOLS: &str = "pools";
    /// What they are in.
    pub const CONDITIONS: &str = "conditions";
    /// Who holds whom.
    pub const HOLDS: &str = "holds";
    /// What a fight asks for.
    pub const INITIATIVE: &str = "initiative";
    /// What is carried.
    pub const GEAR: &str = "gear";
    /// What they can do.
    pub const TRAITS: &str = "traits";
    /// Sheets to start from.
    pub const START: &str = "start";
    /// Whatever else is to be known.
    pub const NOTES: &str = "notes";
    /// Rolls that are kept.
    pub const ROLLS: &str = "rolls";
    /// What they look like.
    pub const PORTRAIT: &str = "portrait";
    /// Name, kind and player.
    pub const WHO: &str = "who";
}

/// What begins the name of a field for a trait of the system.
pub const TRAIT: &str = "t.";
/// What begins the name of a field for a trait of the sheet's own.
pub const CUSTOM: &str = "c.";
/// What begins the name of a field for a number of an item.
pub const NUMBER: &str = "n.";
/// What begins the name of a field that says what is true of an item.
pub const TAG: &str = "tag.";
/// What begins the name of the field that says what a number was when the form was printed.
pub const WAS: &str = "was.";
/// What the address of a sheet says of the kind of an item that is being written.
pub const OWN: &str = "own";

/// What came of the form before.
#[derive(Clone, Debug)]
pub enum Said<'a> {
    /// It is kept; the name of its part, if there was one.
    Kept(&'a str),
    /// It was refused.
    Refused {
        /// The part of the form.
        part: &'static str,
        /// Why.
        words: String,
        /// What was sent.
        sent: &'a Typed,
    },
}

/// One sheet for one reader.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: &'a str,
    /// What names the encounter in an address, where the table is at another.
    pub scene: String,
    /// What the reader sees of the encounter.
    pub view: &'a View,
    /// The combatant.
    pub row: &'a Row,
    /// Whether the reader may write on it, as far as a page can know.
    pub may: bool,
    /// Whether the reader runs the table.
    pub runs: bool,
    /// Whether the reader is a player.
    pub plays: bool,
    /// Whether it opens beside the table.
    pub beside: bool,
    /// The kind of an item that is being written.
    pub own: &'a str,
    /// What came of the form before.
    pub said: Said<'a>,
}

impl Body for Sheet<'_> {
    fn view(&self) -> AnyView {
        let is_kept = self.row.sheet.is_some();
        let fight = is_kept.then(|| view! { {self.values()} {self.pools()} });
        let rest = match is_kept {
            true => view! {
                {self.rolls()}
                {self.gear()}
                {self.traits()}
                {self.start()}
                {self.notes()}
            }
            .into_any(),
            false => view! { <p class="empty">{msg::THE_STORYTELLER_KEEPS_THIS_SHEET.get()}</p> }
                .into_any(),
        };
        view! {
            <main class="paper">
                {self.head()}
                {self.health()}
                {fight}
                {self.conditions()}
                {self.holds()}
                {rest}
                {self.portrait()}
                {self.who()}
            </main>
        }
        .into_any()
    }
}

impl Sheet<'_> {
    /// The address of the sheet.
    #[must_use]
    pub fn path(&self) -> String {
        let (table, row, scene) = (self.table, self.row.id, &self.scene);
        format!("/t/{table}/c/{row}{scene}")
    }

    fn rules(&self) -> &'static dyn RuleSystem {
        self.view.system.rules()
    }

    /// Names and who it is, and the way back where there is one.
    fn head(&self) -> AnyView {
        let Self { table, scene, .. } = self;
        let id = self.row.id;
        let way = (!self.beside).then(|| {
            view! {
                <nav class="paper-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=format!("/t/{table}{scene}") target="_top">{self.name.to_owned()}</a>
                </nav>
            }
        });
        let trouble = match &self.said {
            Said::Refused { words, .. } if !self.may => Some(self.trouble(words)),
            Said::Refused { .. } | Said::Kept(_) => None,
        };
        view! {
            <header class="paper-head">
                {way}
                <div class="paper-name">
                    {face(*table, scene, self.row, "paper-face")}
                    <div><h1>{self.row.full_name()}</h1><p class="faint">{self.standing()}</p></div>
                </div>
                <p class="actions">
                    <a class="button quiet" href=format!("/t/{table}/c/{id}/past{scene}")>{msg::WHO_DID_THIS.get()}</a>
                    {self.to_propose()}
                </p>
            </header>
            {trouble}
        }
        .into_any()
    }

    /// Side, kind and player, in a line.
    fn standing(&self) -> String {
        let row = self.row;
        let side = match row.side {
            Side::Character => msg::CHARACTER.get(),
            Side::Foe => msg::FOE.get(),
        };
        let mut said = vec![side.to_owned()];
        said.extend(self.kind_title().map(str::to_owned));
        let owner = row.owner.and_then(|seat| self.view.seat_name(seat));
        said.extend(owner.map(|name| msg::played_by(&name)));
        said.extend(
            row.hidden
                .then(|| msg::HIDDEN_FROM_PLAYERS.get().to_owned()),
        );
        said.join(" · ")
    }

    /// What the creature is called by its kind, for those who may know.
    fn kind_title(&self) -> Option<&'static str> {
        let sheet = self.row.sheet.as_ref()?;
        let mut kinds = self.rules().kinds().iter();
        let kind = match &sheet.kind {
            Some(key) => kinds.find(|kind| kind.key == key),
            None => kinds.next(),
        };
        kind.map(|kind| kind.title.get())
    }

    /// The way to propose something of a combatant, for players who may not do it.
    fn to_propose(&self) -> Option<AnyView> {
        if self.may || !self.plays {
            return None;
        }
        let path = format!("/t/{}/proposals{}", self.table, self.scene);
        let path = with(&path, "of", &self.row.id.to_string());
        Some(view! { " " <a class="button quiet" href=path>{msg::PROPOSE.get()}</a> }.into_any())
    }

    /// The notes: whatever else is to be known.
    fn notes(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        if !self.may && sheet.notes.is_empty() {
            return None;
        }
        if !self.may {
            let notes = view! { <p class="paper-notes">{sheet.notes.to_string()}</p> };
            return Some(self.part(part::NOTES, msg::NOTES.get(), notes));
        }
        let typed = self.typed(part::NOTES, "notes", "text", &sheet.notes);
        let fields = view! {
            <textarea
                name="text"
                rows="5"
                maxlength=rules::sheet::MAX_NOTES.to_string()
                aria-labelledby=format!("{}-head", part::NOTES)
            >
                {area(&typed)}
            </textarea>
            <button class="quiet">{msg::SAVE_THE_NOTES.get()}</button>
        };
        let form = self.form(part::NOTES, "notes", fields);
        Some(self.part(part::NOTES, msg::NOTES.get(), form))
    }

    /// A part, with what came of its last form.
    fn part(&self, part: &'static str, title: &'static str, inside: impl IntoAny) -> AnyView {
        let came = match &self.said {
            Said::Kept(kept) if *kept == part => {
                Some(view! { <p class="kept" role="status">{msg::SAVED.get()}</p> }.into_any())
            }
            Said::Refused {
                part: of, words, ..
            } if *of == part && self.may => Some(self.trouble(words)),
            Said::Kept(_) | Said::Refused { .. } => None,
        };
        let head = format!("{part}-head");
        view! {
            <section class="paper-part" id=part aria-labelledby=head.clone()>
                <h2 id=head.clone()>{title}</h2>
                {came}
                {inside.into_any()}
            </section>
        }
        .into_any()
    }

    fn trouble(&self, words: &str) -> AnyView {
        let words = ruled(self.view.system, words);
        view! { <p class="trouble" role="alert">{words}</p> }.into_any()
    }

    /// A form of a part; its deed is what the server reads first.
    fn form(&self, part: &'static str, deed: &'static str, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=format!("{}#{part}", self.path())>
                {hidden("do", deed)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// What a field holds: what was typed when its form was refused, or what is so.
    fn typed(&self, of: &str, deed: &str, field: &str, now: &str) -> String {
        let typed = match &self.said {
            Said::Refused { part, sent, .. } if *part == of && sent.get("do") == deed => {
                sent.find(field)
            }
            Said::Refused { .. } | Said::Kept(_) => None,
        };
        typed.unwrap_or(now).to_owned()
    }
}

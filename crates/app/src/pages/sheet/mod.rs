//! Page of a combatant's sheet: everything the reader may know, and forms for those who may change it. From top to
//! bottom: name, health and pools, traits, rolls, gear, conditions, derived values; rarely used parts are folded.

mod conditions;
mod dice;
mod gear;
mod health;
mod holds;
mod identity;
mod own_item;
mod picker;
mod portrait;
mod rolls;
mod start;
mod traits;
mod values;

use leptos::prelude::*;
use rules::base::id::TableId;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Side, View};
use rules::messages::pages as msg;
use rules::ruleset::RuleSystem;

pub use self::holds::HOLD_SEPARATOR;
pub use self::portrait::FILE;
use super::portrait::portrait_image;
use super::{
    Body, FormFields, hidden_field, script_element, select_option, textarea_content, with_query,
    with_rule_links,
};
use crate::words;

/// Parts of a sheet: ids of the page's sections, which its address leads to after a form.
pub mod part {
    /// Pools with points to spend.
    pub const POOLS: &str = "pools";
    /// Conditions in force, and the short note.
    pub const CONDITIONS: &str = "conditions";
    /// Holds between combatants.
    pub const HOLDS: &str = "holds";
    /// Derived values of a fight, and initiative.
    pub const INITIATIVE: &str = "initiative";
    /// Items the combatant carries.
    pub const GEAR: &str = "gear";
    /// Traits of the rule system, and custom ones.
    pub const TRAITS: &str = "traits";
    /// Archetypes to start from.
    pub const START: &str = "start";
    /// Free notes about the combatant.
    pub const NOTES: &str = "notes";
    /// Saved rolls.
    pub const ROLLS: &str = "rolls";
    /// Roll of several traits together.
    pub const DICE: &str = "dice";
    /// Portrait of the combatant.
    pub const PORTRAIT: &str = "portrait";
    /// Name, kind and player.
    pub const WHO: &str = "who";
}

/// Prefix of fields for the system's traits.
pub const TRAIT: &str = "t.";
/// Prefix of fields for the sheet's own traits.
pub const CUSTOM: &str = "c.";
/// Name of the fields that add a trait to a roll; each holds its key, or its own name behind [`CUSTOM`].
pub const PART: &str = "part";
/// Prefix of fields for the parameters of a roll.
pub const PARAMETER: &str = "dial.";
/// Prefix of fields for the numbers of an item.
pub const NUMBER: &str = "n.";
/// Prefix of fields for the tags of an item.
pub const TAG: &str = "tag.";
/// Prefix of fields that hold a number's value when the form was printed.
pub const PRINTED: &str = "was.";
/// Query parameter with the kind of the table's own item that is being written.
pub const OWN: &str = "own";

/// Result of the form sent before, shown on the page of a combatant's sheet.
#[derive(Clone, Debug)]
pub enum FormResult<'a> {
    /// The form was saved; holds the name of its part, or an empty text without a form.
    Saved(&'a str),
    /// The form was refused.
    Refused {
        /// Part of the form.
        part: &'static str,
        /// Reason, as a sentence.
        words: String,
        /// Fields as they were sent.
        sent: &'a FormFields,
    },
}

/// Content of the page of a combatant's sheet, with what this reader may see and change.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// Query that names the encounter in an address, where it is not the current one.
    pub scene: String,
    /// The reader's view of the encounter.
    pub view: &'a View,
    /// The combatant, as the reader sees it.
    pub row: &'a CombatantRow,
    /// Whether the reader may change the sheet, as far as a page can know.
    pub can_edit: bool,
    /// Whether the reader can run the table.
    pub can_run_table: bool,
    /// Whether the reader is a player.
    pub is_player: bool,
    /// Whether the page opens beside the table.
    pub is_beside_table: bool,
    /// Kind of the table's own item that is being written.
    pub own_item_kind: &'a str,
    /// Result of the previous form.
    pub form_result: FormResult<'a>,
    /// Path of the script of these pages.
    pub script: String,
}

impl Body for Sheet<'_> {
    fn render(&self) -> AnyView {
        let Some(sheet) = &self.row.sheet else {
            return view! {
                <main class="paper">
                    {self.header()}
                    {self.health()}
                    {self.conditions()}
                    {self.holds()}
                    <p class="empty">{msg::THE_STORYTELLER_KEEPS_THIS_SHEET.get()}</p>
                    {self.portrait_forms()}
                    {self.identity()}
                </main>
            }
            .into_any();
        };
        // A blank sheet begins with the archetypes.
        let (first, again) = match sheet.is_blank() {
            true => (self.start(), None),
            false => (None, self.start_over()),
        };
        view! {
            <main class="paper">
                {self.header()}
                {first}
                <div class="paper-vitals">{self.health()} {self.pools()}</div>
                {self.traits()}
                {self.rolls()}
                {self.gear()}
                {self.conditions()}
                {self.holds()}
                {self.values()}
                {self.notes()}
                {self.portrait_forms()}
                {self.identity()}
                {again}
                {self.dice()}
            </main>
            {script_element(&self.script)}
        }
        .into_any()
    }
}

impl Sheet<'_> {
    /// Returns the address of the page of a combatant's sheet.
    #[must_use]
    pub fn path(&self) -> String {
        let (table, row, scene) = (self.table, self.row.id, &self.scene);
        format!("/t/{table}/c/{row}{scene}")
    }

    /// Returns the rule system of the encounter.
    fn rules(&self) -> &'static dyn RuleSystem {
        self.view.system.rules()
    }

    /// Renders the header of the sheet with name, portrait and kind, and a link back to the table where needed.
    fn header(&self) -> AnyView {
        let Self { table, scene, .. } = self;
        let id = self.row.id;
        let way = (!self.is_beside_table).then(|| {
            view! {
                <nav class="paper-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=format!("/t/{table}{scene}") target="_top">{self.name.to_owned()}</a>
                </nav>
            }
        });
        let trouble = match &self.form_result {
            FormResult::Refused { words, .. } if !self.can_edit => Some(self.trouble(words)),
            FormResult::Refused { .. } | FormResult::Saved(_) => None,
        };
        view! {
            <header class="paper-head">
                {way}
                <div class="paper-name">
                    {portrait_image(*table, scene, self.row, "paper-face").unwrap_or_else(|| self.token())}
                    <div><h1>{self.row.full_name()}</h1><p class="faint">{self.standing()}</p></div>
                </div>
                <p class="actions">
                    <a class="button quiet" href=format!("/t/{table}/c/{id}/past{scene}")>{msg::WHO_DID_THIS.get()}</a>
                    {self.propose_link()}
                </p>
            </header>
            {trouble}
            {self.saved_notice(part::START)}
        }
        .into_any()
    }

    /// Renders the token of a combatant without a portrait.
    fn token(&self) -> AnyView {
        let row = self.row;
        let side = match row.side {
            Side::Character => "character",
            Side::Foe => "foe",
        };
        let letters = words::token_letters(&row.name, row.label.as_deref());
        view! {
            <span class="token paper-token" data-side=side data-hidden=row.hidden.to_string() aria-hidden="true">
                {letters}
            </span>
        }
        .into_any()
    }

    /// Returns the side, kind and player of a combatant in one line.
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

    /// Returns the title of the creature's kind, for those who may know it.
    fn kind_title(&self) -> Option<&'static str> {
        let sheet = self.row.sheet.as_ref()?;
        let mut kinds = self.rules().facts().creature_kinds.iter();
        let kind = match &sheet.kind {
            Some(key) => kinds.find(|kind| kind.key == key),
            None => kinds.next(),
        };
        kind.map(|kind| kind.title.get())
    }

    /// Renders the link to propose something about the combatant, for players who may not change it.
    fn propose_link(&self) -> Option<AnyView> {
        if self.can_edit || !self.is_player {
            return None;
        }
        let path = format!("/t/{}/proposals{}", self.table, self.scene);
        let path = with_query(&path, "of", &self.row.id.to_string());
        Some(view! { " " <a class="button quiet" href=path>{msg::PROPOSE.get()}</a> }.into_any())
    }

    /// Renders the notes on the sheet of a combatant, if it has a sheet.
    fn notes(&self) -> Option<AnyView> {
        let sheet = self.row.sheet.as_ref()?;
        if !self.can_edit && sheet.notes.is_empty() {
            return None;
        }
        if !self.can_edit {
            let notes = view! { <p class="paper-notes">{sheet.notes.to_string()}</p> };
            return Some(self.part(part::NOTES, msg::NOTES.get(), notes));
        }
        let typed = self.field_value(part::NOTES, "notes", "text", &sheet.notes);
        let fields = view! {
            <textarea
                name="text"
                rows="5"
                maxlength=rules::character::sheet::MAX_NOTES_CHARS.to_string()
                aria-labelledby=format!("{}-head", part::NOTES)
            >
                {textarea_content(&typed)}
            </textarea>
            <button class="quiet">{msg::SAVE_THE_NOTES.get()}</button>
        };
        let form = self.form(part::NOTES, "notes", fields);
        Some(match sheet.notes.is_empty() {
            true => self.folded_part(part::NOTES, msg::NOTES.get(), form),
            false => self.part(part::NOTES, msg::NOTES.get(), form),
        })
    }

    /// Renders a section of the sheet with the result of its last form; `part` is its key.
    fn part(&self, part: &'static str, title: &'static str, inside: impl IntoAny) -> AnyView {
        let head = format!("{part}-head");
        view! {
            <section class="paper-part" id=part aria-labelledby=head.clone()>
                <h2 id=head.clone()>{title}</h2>
                {self.result_of(part)}
                {inside.into_any()}
            </section>
        }
        .into_any()
    }

    /// Renders a section of the sheet that stays folded until it is opened, or its last form has a
    /// result.
    fn folded_part(
        &self,
        part: &'static str,
        title: &'static str,
        inside: impl IntoAny,
    ) -> AnyView {
        let came = self.result_of(part);
        let is_open = came.is_some();
        view! {
            <details class="paper-part paper-fold" id=part open=is_open>
                <summary>
                    <h2 id=format!("{part}-head")>{title}</h2>
                </summary>
                {came}
                {inside.into_any()}
            </details>
        }
        .into_any()
    }

    /// Renders the confirmation that a section of the sheet was saved, if it was.
    fn saved_notice(&self, part: &'static str) -> Option<AnyView> {
        let is_kept = matches!(&self.form_result, FormResult::Saved(kept) if *kept == part);
        is_kept.then(|| view! { <p class="kept" role="status">{msg::SAVED.get()}</p> }.into_any())
    }

    /// Renders whether the last form of a section was saved or refused, if it was sent.
    fn result_of(&self, of: &'static str) -> Option<AnyView> {
        match &self.form_result {
            FormResult::Refused { part, words, .. } if *part == of && self.can_edit => {
                Some(self.trouble(words))
            }
            FormResult::Refused { .. } => None,
            // Taking an archetype is confirmed at the top of the page.
            FormResult::Saved(_) if of == part::START => None,
            FormResult::Saved(_) => self.saved_notice(of),
        }
    }

    /// Renders why a form of the sheet was refused, with links to the rules.
    fn trouble(&self, words: &str) -> AnyView {
        let words = with_rule_links(self.view.system, words);
        view! { <p class="trouble" role="alert">{words}</p> }.into_any()
    }

    /// Renders a form of a section; `deed` is the key of the action for the server.
    fn form(&self, part: &'static str, deed: &'static str, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=format!("{}#{part}", self.path())>
                {hidden_field("do", deed)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// Returns what was typed into a field whose form was refused, or else its present value `now`.
    /// `of` and `deed` are the keys of section and action.
    fn field_value(&self, of: &str, deed: &str, field: &str, now: &str) -> String {
        let typed = match &self.form_result {
            FormResult::Refused { part, sent, .. } if *part == of && sent.get("do") == deed => {
                sent.find(field)
            }
            FormResult::Refused { .. } | FormResult::Saved(_) => None,
        };
        typed.unwrap_or(now).to_owned()
    }
}

//! Cast page: the combatants of the encounter and who is carried over to the next one, the prepared and past
//! encounters, and the downtime between fights.

mod downtime;
mod groups;
mod next_encounter;
mod scenes;

use leptos::prelude::*;
use rules::base::id::{CombatantId, EncounterId, TableId};
use rules::character::downtime::StoryTime;
use rules::encounter::carry_over::Recovery;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Side, View};
use rules::messages::Text;
use rules::messages::pages as msg;

use super::portrait::portrait_image;
use super::{Body, FormFields, SceneName, hidden_field, script_element, select_option};
use crate::words;

/// Choices of how combatants recover before the next encounter, each with the form's key, its label, and the value.
pub const RECOVERIES: [(&str, Text, Recovery); 4] = [
    ("now", msg::AS_THEY_ARE_NOW, recovery(false, false)),
    ("healed", msg::HEALED, recovery(true, false)),
    ("refilled", msg::REFILLED, recovery(false, true)),
    ("rested", msg::HEALED_AND_REFILLED, recovery(true, true)),
];

/// Lengths of downtime that the page of the cast offers, each with the form's key, the button's label, and the value.
pub const SPANS: [(&str, Text, StoryTime); 3] = [
    ("hour", msg::AN_HOUR_PASSES, StoryTime::Hours(1)),
    ("night", msg::A_NIGHT_PASSES, StoryTime::Nights(1)),
    ("week", msg::A_WEEK_PASSES, StoryTime::Nights(7)),
];

/// Creates a recovery by whether health is `healed` and pools are `refilled`; usable in constants.
const fn recovery(healed: bool, refilled: bool) -> Recovery {
    Recovery { healed, refilled }
}

/// Returns the key of how a combatant recovers between encounters, as the form was sent. It is
/// empty for the choice that holds for all.
#[must_use]
pub fn recovery_key(typed: &FormFields, id: CombatantId) -> &str {
    typed.get(&format!("how.{id}"))
}

/// Content of the page of the cast, with the combatants and encounters of a table.
#[derive(Debug)]
pub struct Cast<'a> {
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// Whether the reader can run the table.
    pub can_run_table: bool,
    /// The current encounter.
    pub scene: EncounterId,
    /// The reader's view of the encounter.
    pub view: &'a View,
    /// The encounters that the reader may know of.
    pub scenes: Vec<SceneName>,
    /// The refused form, as it was sent.
    pub typed: &'a FormFields,
    /// Reason of its refusal; empty when nothing is wrong.
    pub trouble: &'a str,
    /// Whether the page opens beside the table.
    pub is_beside_table: bool,
    /// Path of the script that selects the suggested text in a field.
    pub script: String,
}

impl Body for Cast<'_> {
    fn render(&self) -> AnyView {
        let parts = match self.can_run_table {
            true => view! {
                {self.next_encounter_form()}
                {self.groups()}
                {self.downtime()}
                {self.prepared_scenes()}
                {script_element(&self.script)}
            }
            .into_any(),
            false => self.party(),
        };
        view! { <main class="cast">{self.header()} {parts} {self.past_scenes()}</main> }.into_any()
    }
}

impl Cast<'_> {
    /// Renders the header of the page of the cast.
    fn header(&self) -> AnyView {
        let way = (!self.is_beside_table).then(|| {
            let path = format!("/t/{}", self.table);
            view! {
                <nav class="cast-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=path>{self.name.to_owned()}</a>
                </nav>
            }
        });
        let heading = match self.can_run_table {
            true => msg::THE_CAST.get(),
            false => msg::THE_PARTY.get(),
        };
        let standing = words::to_sentence(&words::fight_status(self.view, None));
        let trouble = (!self.trouble.is_empty()).then(|| {
            view! { <p class="cast-trouble" role="alert">{self.trouble.to_owned()}</p> }
        });
        view! {
            <header class="cast-head">
                {way}
                <h1>{heading}</h1>
                <p class="faint">{format!("{}. {standing}", self.view.title)}</p>
            </header>
            {trouble}
        }
        .into_any()
    }

    /// Returns the combatants of one side, first those in the initiative order, then the bench.
    fn of_side(&self, side: Side) -> impl Iterator<Item = &CombatantRow> {
        let all = self.view.order.iter().chain(&self.view.bench);
        all.filter_map(|id| self.view.rows.get(id).map(Box::as_ref))
            .filter(move |row| row.side == side)
    }

    /// Returns all combatants of the page, the characters before the foes.
    fn all(&self) -> impl Iterator<Item = &CombatantRow> {
        self.of_side(Side::Character).chain(self.of_side(Side::Foe))
    }

    /// Renders a form of the page, which keeps the encounter that the page is about; `id` is that
    /// of its element.
    fn form(&self, id: Option<&'static str>, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=self.path() id=id class="cast-form">
                {hidden_field("here", self.scene)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// Renders a form of one button, which keeps the encounter that the page is about.
    fn button_form(&self, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=self.path()>
                {hidden_field("here", self.scene)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// Returns the address of the page of the cast.
    fn path(&self) -> String {
        format!("/t/{}/cast", self.table)
    }

    /// Returns a combatant's health, conditions and pools in words, as far as the reader may know.
    fn state_words(&self, row: &CombatantRow) -> String {
        let rules = self.view.system.rules();
        let mut parts = Vec::new();
        parts.extend(row.track.as_ref().map(words::track));
        parts.extend(words::health(&row.health));
        for condition in words::conditions(rules, &row.conditions) {
            if !parts.contains(&condition) {
                parts.push(condition);
            }
        }
        if let Some(sheet) = &row.sheet {
            let pools = rules.pool_specs(sheet).into_iter();
            parts.extend(pools.filter_map(|pool| {
                let left = row.pools.get(pool.key)?;
                Some(msg::of(&pool.title, &left, &pool.most))
            }));
        }
        parts.extend(row.note.clone());
        parts.join(" · ")
    }

    /// Renders the players' characters as players see them.
    fn party(&self) -> AnyView {
        let mut rows = self.of_side(Side::Character).peekable();
        let rows = match rows.peek().is_none() {
            true => view! { <p class="empty">{msg::NO_CHARACTER_IS_HERE_YET.get()}</p> }.into_any(),
            false => {
                let rows = rows.map(|row| self.member(row));
                view! { <ul class="cast-scenes">{rows.collect_view()}</ul> }.into_any()
            }
        };
        view! { <section class="cast-part" aria-label=msg::CHARACTERS.get()>{rows}</section> }
            .into_any()
    }

    /// Renders a character as players see it.
    fn member(&self, row: &CombatantRow) -> AnyView {
        let player = row.owner.and_then(|seat| self.view.seat_name(seat));
        let played = match player {
            Some(player) => msg::played_by(&player),
            None => msg::THE_STORYTELLERS.get().to_owned(),
        };
        view! {
            <li class="cast-scene" data-combatant=row.id.to_string()>
                <div>
                    {portrait_image(self.table, "", row, "cast-face")}
                    <strong>{row.full_name()}</strong>
                    " "
                    <span class="faint">{played}</span>
                    <span class="cast-state">{self.state_words(row)}</span>
                </div>
            </li>
        }
        .into_any()
    }
}

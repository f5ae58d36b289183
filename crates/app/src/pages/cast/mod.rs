//! The cast: who is at the encounter, who comes along to the next one, the encounters that are prepared and those that are
//! over, and what happens between fights.

mod between;
mod onward;
mod scenes;
mod together;

use leptos::prelude::*;
use rules::encounter::along::Rest;
use rules::encounter::view::Row;
use rules::encounter::{Side, View};
use rules::id::{CombatantId, EncounterId, TableId};
use rules::messages::Text;
use rules::messages::pages as msg;
use rules::passage::Span;

use super::portrait::face;
use super::{Body, SceneName, Typed, hidden, option, script};
use crate::words;

/// Conditions in which combatants can arrive at the next encounter: the form's key, its label, and the value.
pub const RESTS: [(&str, Text, Rest); 4] = [
    ("now", msg::AS_THEY_ARE_NOW, rest(false, false)),
    ("healed", msg::HEALED, rest(true, false)),
    ("refilled", msg::REFILLED, rest(false, true)),
    ("rested", msg::HEALED_AND_REFILLED, rest(true, true)),
];

/// How much time passes: the key, the button's words, and what it is.
pub const SPANS: [(&str, Text, Span); 3] = [
    ("hour", msg::AN_HOUR_PASSES, Span::Hours(1)),
    ("night", msg::A_NIGHT_PASSES, Span::Nights(1)),
    ("week", msg::A_WEEK_PASSES, Span::Nights(7)),
];

const fn rest(healed: bool, refilled: bool) -> Rest {
    Rest { healed, refilled }
}

/// How a combatant comes along, as a form was sent; empty is as all do.
#[must_use]
pub fn how(typed: &Typed, id: CombatantId) -> &str {
    typed.get(&format!("how.{id}"))
}

/// All that the page is made of.
#[derive(Debug)]
pub struct Cast<'a> {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: &'a str,
    /// Whether the reader runs the table.
    pub runs: bool,
    /// The encounter the table is at.
    pub scene: EncounterId,
    /// What the reader sees of it.
    pub view: &'a View,
    /// The encounters the reader may know of.
    pub scenes: Vec<SceneName>,
    /// The form that was not done, as it was sent.
    pub typed: &'a Typed,
    /// Why it was not done; empty when nothing is wrong.
    pub trouble: &'a str,
    /// Whether the page stands beside the table.
    pub beside: bool,
    /// Where the script lies that selects what is proposed in a field.
    pub script: String,
}

impl Body for Cast<'_> {
    fn view(&self) -> AnyView {
        let parts = match self.runs {
            true => view! {
                {self.onward()}
                {self.together()}
                {self.between()}
                {self.prepared()}
                {script(&self.script)}
            }
            .into_any(),
            false => self.party(),
        };
        view! { <main class="cast">{self.head()} {parts} {self.past()}</main> }.into_any()
    }
}

impl Cast<'_> {
    fn head(&self) -> AnyView {
        let way = (!self.beside).then(|| {
            let path = format!("/t/{}", self.table);
            view! {
                <nav class="cast-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=path>{self.name.to_owned()}</a>
                </nav>
            }
        });
        let heading = match self.runs {
            true => msg::THE_CAST.get(),
            false => msg::THE_PARTY.get(),
        };
        let standing = words::sentence(&words::standing(self.view, None));
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

    /// Combatants of one side: the order first, then the bench.
    fn of(&self, side: Side) -> impl Iterator<Item = &Row> {
        let all = self.view.order.iter().chain(&self.view.bench);
        all.filter_map(|id| self.view.rows.get(id).map(Box::as_ref))
            .filter(move |row| row.side == side)
    }

    /// All of them, characters first.
    fn all(&self) -> impl Iterator<Item = &Row> {
        self.of(Side::Character).chain(self.of(Side::Foe))
    }

    /// A form: where it goes, at which encounter its page was, and what else is in it.
    fn form(&self, id: Option<&'static str>, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=self.path() id=id class="cast-form">
                {hidden("here", self.scene)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// The same of one button.
    fn button(&self, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=self.path()>
                {hidden("here", self.scene)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    fn path(&self) -> String {
        format!("/t/{}/cast", self.table)
    }

    /// How a combatant is, as far as the reader may know.
    fn state(&self, row: &Row) -> String {
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
            let pools = rules.pools(sheet).into_iter();
            parts.extend(pools.filter_map(|pool| {
                let left = row.pools.get(pool.key)?;
                Some(msg::of(&pool.title, &left, &pool.most))
            }));
        }
        parts.extend(row.note.clone());
        parts.join(" · ")
    }

    /// The characters as players see them.
    fn party(&self) -> AnyView {
        let mut rows = self.of(Side::Character).peekable();
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

    fn member(&self, row: &Row) -> AnyView {
        let player = row.owner.and_then(|seat| self.view.seat_name(seat));
        let played = match player {
            Some(player) => msg::played_by(&player),
            None => msg::THE_STORYTELLERS.get().to_owned(),
        };
        view! {
            <li class="cast-scene" data-combatant=row.id.to_string()>
                <div>
                    {face(self.table, "", row, "cast-face")}
                    <strong>{row.full_name()}</strong>
                    " "
                    <span class="faint">{played}</span>
                    <span class="cast-state">{self.state(row)}</span>
                </div>
            </li>
        }
        .into_any()
    }
}

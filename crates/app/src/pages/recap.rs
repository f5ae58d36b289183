//! Recap page of an encounter: its facts, who fell, the combatants, and remarkable rolls.

use leptos::prelude::*;
use rules::base::id::{EncounterId, TableId};
use rules::encounter::Class;
use rules::encounter::replay::recap::{self, CombatantRecap, Recap, SceneRecap};
use rules::messages::pages as msg;

use super::Body;

/// Name under which a browser saves the Markdown.
const FILE: &str = "after-the-fight.md";

/// The recap of an encounter for one reader.
#[derive(Clone, Copy, Debug)]
pub struct RecapPage<'a> {
    /// Content of the recap.
    pub recap: &'a Recap,
    /// The encounter and its title, where it is not the current one.
    pub past: Option<(EncounterId, &'a str)>,
    /// The table's id.
    pub table: TableId,
    /// Name of the table.
    pub name: &'a str,
    /// Whether the reader can run the table.
    pub can_run_table: bool,
    /// Notice that the log is damaged, if it is.
    pub damaged: Option<&'static str>,
}

impl RecapPage<'_> {
    /// Returns the query of the recap's address, as players see it if `players`, or else for the
    /// reader's class.
    fn query(&self, players: bool) -> String {
        let scene = self.past.map(|(id, _)| format!("scene={id}"));
        let parts = scene
            .into_iter()
            .chain(players.then(|| "players".to_owned()));
        let parts: Vec<String> = parts.collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!("?{}", parts.join("&")),
        }
    }

    /// Renders the header of the page with the recap of an encounter.
    fn header(&self) -> AnyView {
        let Self { recap, table, .. } = self;
        let players = recap.class == Class::Table;
        let scene = self.past.map(|(id, _)| format!("?scene={id}"));
        let title = self.past.map(|(_, title)| format!(" “{title}”"));
        let markdown = format!(
            "/t/{table}/recap.md{}",
            self.query(self.can_run_table && players)
        );
        let other = self.can_run_table.then(|| {
            let (query, words) = match players {
                true => (self.query(false), msg::WITH_ALL_THAT_IS_HIDDEN.get()),
                false => (self.query(true), msg::AS_PLAYERS_SAW_IT.get()),
            };
            view! { <a class="button quiet" href=format!("/t/{table}/recap{query}")>{words}</a> }
        });
        view! {
            <header class="recap-head">
                <nav class="recap-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=format!("/t/{table}")>{self.name.to_owned()}</a>
                </nav>
                <h1>{msg::AFTER_THE_FIGHT_2.get()}{title}</h1>
                <p class="faint">{format!("{}. {}", recap.system.rules().facts().title.get(), recap.scope_note())}</p>
                <div class="actions">
                    <a class="button quiet" href=markdown download=FILE>{msg::AS_MARKDOWN.get()}</a>
                    <a class="button quiet" href=format!("/t/{table}/replay{}", scene.unwrap_or_default())>
                        {msg::REPLAY_2.get()}
                    </a>
                    {other}
                </div>
            </header>
        }
        .into_any()
    }

    /// Renders the recap of one encounter with its heading.
    fn scene(&self, at: usize, scene: &SceneRecap) -> AnyView {
        let (recap, id) = (self.recap, format!("scene-{at}"));

        view! {
            <section class="recap-scene" aria-labelledby=id>
                <h2 id=id.clone()>{recap.scene_heading(scene, at)}</h2>
                {scene_content(scene, recap.round_word())}
            </section>
        }
        .into_any()
    }
}

impl Body for RecapPage<'_> {
    fn render(&self) -> AnyView {
        let damaged = self
            .damaged
            .map(|words| view! { <p role="status">{words}</p> });
        let scenes = &self.recap.scenes;
        let none = scenes.is_empty();
        let scenes = scenes
            .iter()
            .enumerate()
            .map(|(at, scene)| self.scene(at, scene));
        view! {
            {damaged}
            <main class="recap">
                {self.header()}
                {none.then(|| view! { <p class="empty">{recap::EMPTY_RECAP.get()}</p> })}
                {scenes.collect_view()}
            </main>
        }
        .into_any()
    }
}

/// Renders the content of the recap of one encounter.
fn scene_content(scene: &SceneRecap, round: &str) -> AnyView {
    let facts = scene.summary_lines(round);
    let facts = (!facts.is_empty()).then(|| {
        let facts = facts.into_iter();
        let facts =
            facts.map(|(title, words)| view! { <div><dt>{title}</dt><dd>{words}</dd></div> });
        view! { <dl class="recap-facts">{facts.collect_view()}</dl> }
    });
    let fallen = match scene.fallen.is_empty() {
        true => view! { <p class="faint">{recap::NOBODY_FELL.get()}</p> }.into_any(),
        false => line_list(scene.fallen.iter().map(|fall| fall.sentence(round))),
    };
    let rolls = (!scene.rolls.is_empty()).then(|| {
        let rolls = scene.rolls.iter().map(|roll| roll.sentence(round));
        view! { <h3>{msg::ROLLS_TO_REMEMBER.get()}</h3> {line_list(rolls)} }
    });
    view! {
        {facts}
        <h3>{msg::WHO_FELL.get()}</h3>
        {fallen}
        {(!scene.fighters.is_empty()).then(|| fighter_table(&scene.fighters))}
        {rolls}
    }
    .into_any()
}

/// Renders lines of the recap as a list.
fn line_list(lines: impl Iterator<Item = String>) -> AnyView {
    let lines = lines.map(|line| view! { <li>{line}</li> });
    view! { <ul class="recap-list">{lines.collect_view()}</ul> }.into_any()
}

/// Renders the combatants of an encounter as a table, which on a phone is a list. So its roles are
/// explicit, and each number has its title beside it.
fn fighter_table(fighters: &[CombatantRecap]) -> AnyView {
    let heads = recap::COLUMNS.iter().map(|title| {
        view! { <th scope="col" role="columnheader">{title.to_string()}</th> }
    });
    let rows = fighters.iter().map(|fighter| {
        let cells = fighter.table_cells();
        let cells = recap::COLUMNS.iter().zip(cells).enumerate();
        let cells = cells.map(|(at, (title, cell))| match at {
            0 => view! { <th scope="row" role="rowheader">{cell.to_string()}</th> }.into_any(),
            _ => {
                let none = cell == recap::EMPTY_CELL;
                view! { <td role="cell" data-title=title.to_string() data-none=none>{cell.to_string()}</td> }
                    .into_any()
            }
        });
        view! { <tr role="row">{cells.collect_view()}</tr> }
    });
    view! {
        <h3>{msg::COMBATANTS.get()}</h3>
        <table class="recap-table" role="table">
            <thead role="rowgroup"><tr role="row">{heads.collect_view()}</tr></thead>
            <tbody role="rowgroup">{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

//! Settings page of a table: the table's own settings, the changed house rules, and then the others by group, each
//! with the guide's text.

mod choices;
mod control;
mod device;
mod sections;
mod table_settings;

use leptos::prelude::*;
use rules::base::id::TableId;
use rules::encounter::{Countdown, OnTimeout, View};
use rules::messages::pages as msg;
use rules::ruleset::SystemId;
use rules::ruleset::settings::SettingSpec;

use super::{Body, hidden_field};
use crate::page::{DeviceSwitch, Theme};

/// Key of the form for what players see of foes' health.
pub const FOE_HEALTH: &str = "foe_health";
/// Key of the form for whether players see the odds against foes.
pub const FOE_ODDS: &str = "foe_odds";
/// Key of the form for the title of the scene.
pub const TITLE: &str = "title";
/// Key of the form for how long questions wait.
pub const COUNTDOWN: &str = "countdown";
/// Key of the form for who moves the players' characters in the scene.
pub const MOVES: &str = "moves";
/// Key of the form for whispers among players.
pub const WHISPERS: &str = "whispers";
/// Key of the form for the usual distance between two combatants in one place.
pub const SPREAD: &str = "spread";

/// Formats how long questions wait, for the form field with the value that its sender saw.
#[must_use]
pub fn countdown_value(countdown: Option<&Countdown>) -> String {
    countdown.map_or_else(String::new, |it| match it.then {
        OnTimeout::Storyteller => format!("{} storyteller", it.seconds),
        OnTimeout::First => format!("{} first", it.seconds),
    })
}

/// Reason why the form of one setting was refused, with the text that was typed.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// Key of the setting.
    pub key: String,
    /// Text that was typed.
    pub typed: String,
    /// Reason, as a sentence.
    pub words: String,
}

/// Content of the page with the house rules of a table.
#[derive(Debug)]
pub struct Settings<'a> {
    /// The table's id.
    pub table: TableId,
    /// Query that names the encounter in an address, where it is not the current one.
    pub scene: String,
    /// Name of the table.
    pub name: &'a str,
    /// The reader's view of the encounter.
    pub view: &'a View,
    /// Whether the reader may change settings.
    pub can_run_table: bool,
    /// Whether the page opens beside the table.
    pub is_beside_table: bool,
    /// Text to find, as it was typed.
    pub find: &'a str,
    /// Theme of pages in this browser.
    pub theme: Theme,
    /// Switches of this device, and whether they are on.
    pub on_device: [(DeviceSwitch, bool); DeviceSwitch::ALL.len()],
    /// Whether the page came over HTTPS, or from this machine: other pages may not keep the screen on.
    pub secure: bool,
    /// Reason why the last form was refused.
    pub trouble: Option<Trouble>,
    /// Returns the guide's text about a rule, as HTML.
    pub guide: fn(SystemId, &str) -> Option<&'static str>,
}

/// Settings that match the search on the page of the house rules, the changed ones apart from the others.
struct Found {
    changed: Vec<&'static SettingSpec>,
    unchanged: Vec<&'static SettingSpec>,
}

impl Found {
    /// Returns the unchanged settings by group, each with the id of its section and its title.
    fn groups(&self) -> impl Iterator<Item = (String, &'static str, &[&'static SettingSpec])> {
        let groups = self.unchanged.chunk_by(|one, next| one.group == next.group);
        groups.enumerate().map(|(at, group)| {
            let title = group.first().map_or("", |spec| spec.group.get());
            (format!("group-{at}"), title, group)
        })
    }
}

impl Body for Settings<'_> {
    fn render(&self) -> AnyView {
        let specs = self.specs();
        let sought = self.search_text();
        let found = specs.iter().filter(|spec| matches_search(spec, &sought));
        let (other, usual) =
            found.partition(|spec| self.view.house.value_or_default(spec) != spec.default_value());
        let found = Found {
            changed: other,
            unchanged: usual,
        };
        let nothing = !sought.is_empty() && found.changed.is_empty() && found.unchanged.is_empty();
        let nothing = nothing.then(|| {
            view! { <p class="empty">{msg::NO_HOUSE_RULE_IS_ABOUT.get()}</p> }
        });
        let other = (!found.changed.is_empty())
            .then(|| self.section("turned", msg::PLAYED_ANOTHER_WAY_HERE.get(), &found.changed));
        let groups = found
            .groups()
            .map(|(id, title, group)| self.section(&id, title, group));
        let whole = sought.is_empty();
        view! {
            <div class="settings">
                {self.header()}
                {whole.then(|| section_links(&found))}
                <main class="settings-text">
                    {self.misplaced_trouble()}
                    {whole.then(|| self.at_this_table())}
                    {nothing}
                    {other}
                    {groups.collect_view()}
                    {whole.then(role_permissions)}
                    {whole.then(|| self.on_this_device())}
                </main>
            </div>
        }
        .into_any()
    }
}

impl Settings<'_> {
    /// Returns all house rules of the system.
    fn specs(&self) -> &'static [SettingSpec] {
        self.view.system.rules().lists().setting_specs
    }

    /// Returns the text to find, normalized for comparison.
    fn search_text(&self) -> String {
        self.find.trim().to_ascii_lowercase()
    }

    /// Renders the header of the house rules' page with the search form.
    fn header(&self) -> AnyView {
        let (table, scene) = (self.table, &self.scene);
        let house = &self.view.house;
        let other = self.specs().iter();
        let other = other.filter(|spec| house.value_or_default(spec) != spec.default_value());
        let count = match other.count() {
            0 => msg::ALL_RULES_ARE_PLAYED_AS.get().to_owned(),
            other => msg::rules_are_played_another_way(i64::try_from(other).unwrap_or(i64::MAX)),
        };
        let all = (!self.find.trim().is_empty()).then(|| {
            let path = format!("/t/{table}/settings{scene}");
            view! { <a class="button quiet" href=path>{msg::SHOW_ALL.get()}</a> }
        });
        // A search form must send the encounter as a field.
        let kept = scene.strip_prefix("?scene=");
        view! {
            <header class="settings-head">
                <nav class="settings-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=format!("/t/{table}{scene}")>{self.name.to_owned()}</a>
                </nav>
                <h1>{msg::TABLE_SETTINGS.get()}</h1>
                <p class="faint">{format!("{}. {count}", self.view.system.rules().facts().title.get())}</p>
                <form class="settings-find" method="get" role="search">
                    {kept.map(|id| hidden_field("scene", id))}
                    <input
                        type="text"
                        inputmode="search"
                        name="find"
                        value=self.find.to_owned()
                        maxlength="60"
                        placeholder=msg::FIND_A_RULE.get()
                        aria-label=msg::FIND_A_RULE.get()
                        autocomplete="off"
                    />
                    <button type="submit" class="quiet">{msg::FIND.get()}</button>
                    {all}
                </form>
            </header>
        }
        .into_any()
    }

    /// Renders why a form was refused about a setting that is not on the page, or that the reader
    /// may not change.
    fn misplaced_trouble(&self) -> Option<AnyView> {
        let trouble = self.trouble.as_ref()?;
        let spec = self.specs().iter().find(|spec| spec.key == trouble.key);
        let sought = self.search_text();
        let shown = self.can_run_table
            && spec.map_or(sought.is_empty(), |spec| matches_search(spec, &sought));
        (!shown).then(|| super::trouble_notice(&trouble.words))
    }
}

/// Whether a setting matches the search text.
fn matches_search(spec: &SettingSpec, sought: &str) -> bool {
    [spec.title.get(), spec.rules, spec.group.get(), spec.key]
        .iter()
        .any(|text| text.to_ascii_lowercase().contains(sought))
}

/// Renders the links to the sections of the house rules' page.
fn section_links(found: &Found) -> AnyView {
    let link = |at: &str, title: &'static str| {
        view! { <li><a href=format!("#{at}")>{title}</a></li> }
    };
    let other =
        (!found.changed.is_empty()).then(|| link("turned", msg::PLAYED_ANOTHER_WAY_HERE.get()));
    let groups = found.groups().map(|(id, title, _)| link(&id, title));
    view! {
        <nav class="settings-contents" aria-label=msg::ON_THIS_PAGE.get()>
            <ul>
                {link("table", msg::AT_THIS_TABLE.get())}
                {other}
                {groups.collect_view()}
                {link("who", msg::WHO_MAY_DO_WHAT.get())}
                {link("device", msg::ON_THIS_DEVICE.get())}
            </ul>
        </nav>
    }
    .into_any()
}

/// Renders what each role may do, which cannot be changed.
fn role_permissions() -> AnyView {
    view! {
        <section aria-labelledby="who">
            <h2 id="who">{msg::WHO_MAY_DO_WHAT.get()}</h2>
            <dl class="who-may">
                <div>
                    <dt>{msg::STORYTELLER_CO_STORYTELLERS.get()}</dt>
                    <dd>
                        {msg::SEE_WHAT_IS_HIDDEN_TURN.get()}
                    </dd>
                </div>
                <div>
                    <dt>{msg::PLAYERS.get()}</dt>
                    <dd>
                        {msg::ACT_ANSWER_AND_MARK_FOR.get()}
                    </dd>
                </div>
                <div>
                    <dt>{msg::SPECTATORS.get()}</dt>
                    <dd>{msg::READ_WHAT_PLAYERS_MAY_READ.get()}</dd>
                </div>
            </dl>
        </section>
    }
    .into_any()
}

//! Players' guides from `docs/rules`, rendered as pages once.

mod markdown;
mod rule_texts;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use app::pages::Body as _;
use app::pages::guide::{Guide, Guides};
use rules::ruleset::SystemId;
use rules::ruleset::settings::SettingSpec;
use rust_embed::Embed;

use self::markdown::ParsedGuide;

/// Embedded folder of the guides, with one file per rule system.
#[derive(Embed)]
#[folder = "../../docs/rules"]
struct Files;

/// Page of a guide, which is the same for all readers.
#[derive(Clone, Debug)]
pub(crate) struct StaticPage {
    /// Title in the browser tab.
    pub(crate) title: String,
    /// Content of `<body>`.
    pub(crate) body: String,
}

/// Returns the guide of a rule system, or `None` if it has no file.
pub(crate) fn guide(system: SystemId) -> Option<&'static StaticPage> {
    static LEAVES: OnceLock<Vec<(SystemId, StaticPage)>> = OnceLock::new();
    let leaves = LEAVES.get_or_init(|| {
        let all = SystemId::ALL.iter();
        let render = |system: &SystemId| {
            let settings = system.rules().lists().setting_specs;
            Some((*system, render_guide(&guide_source(*system)?, settings)))
        };
        all.filter_map(render).collect()
    });
    let found = leaves.iter().find(|(known, _)| *known == system);
    found.map(|(_, leaf)| leaf)
}

/// Returns the text of a rule from the guide of its system, as HTML, or `None` if the guide has no entry for it.
pub(crate) fn rule_text(system: SystemId, rule: &str) -> Option<&'static str> {
    static WORDS: OnceLock<Vec<(SystemId, BTreeMap<String, String>)>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let all = SystemId::ALL.iter();
        all.filter_map(|system| Some((*system, rule_texts::rule_entries(&guide_source(*system)?))))
            .collect()
    });
    let (_, entries) = words.iter().find(|(known, _)| *known == system)?;
    entries.get(rule).map(String::as_str)
}

/// Returns the guide to an evening's features outside of the rules, such as scenes; `None` if it
/// has no file.
pub(crate) fn evening_guide() -> Option<&'static StaticPage> {
    static LEAF: OnceLock<Option<StaticPage>> = OnceLock::new();
    let leaf = LEAF.get_or_init(|| Some(render_guide(&read_file(EVENING)?, &[])));
    leaf.as_ref()
}

/// Name of the file of the guide to what every table has outside of its rules.
const EVENING: &str = "evening.md";

/// Reads a Markdown file of the guides by its name.
fn read_file(name: &str) -> Option<String> {
    let file = Files::get(name)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Returns the Markdown source of a guide.
fn guide_source(system: SystemId) -> Option<String> {
    read_file(&format!("{}.md", system.key()))
}

/// Renders a guide as a page, and adds the house rules of its system.
fn render_guide(source: &str, settings: &'static [SettingSpec]) -> StaticPage {
    let ParsedGuide { head, heads, text } = markdown::parse_guide(source, settings);
    let (title, lead) = head.split_once(": ").unwrap_or((&head, ""));
    let guide = Guide {
        title,
        lead,
        heads: &heads,
        text: &text,
        settings,
    };
    StaticPage {
        title: rules::messages::served::of_system_the_rules_coterie(&title),
        body: guide.to_html(),
    }
}

/// Returns the page that lists the guides of all rule systems.
pub(crate) fn guide_index() -> &'static StaticPage {
    static LEAF: OnceLock<StaticPage> = OnceLock::new();
    LEAF.get_or_init(|| StaticPage {
        title: rules::messages::served::THE_RULES_COTERIE.into(),
        body: Guides.to_html(),
    })
}

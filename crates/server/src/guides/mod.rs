//! The players' guides, as they lie in `docs/rules`, made into pages once.

mod markdown;
mod words;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use app::pages::Body as _;
use app::pages::guide::{Guide, Guides};
use rules::system::SystemId;
use rust_embed::Embed;

use self::markdown::Read;

/// The folder of the guides: a file for each rule system.
#[derive(Embed)]
#[folder = "../../docs/rules"]
struct Files;

/// A page that is the same for everybody.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// What stands in the tab of the browser.
    pub(crate) title: String,
    /// What stands in `<body>`.
    pub(crate) body: String,
}

/// The guide of a system; none where it has no file.
pub(crate) fn guide(system: SystemId) -> Option<&'static Leaf> {
    static LEAVES: OnceLock<Vec<(SystemId, Leaf)>> = OnceLock::new();
    let leaves = LEAVES.get_or_init(|| {
        let all = SystemId::ALL.iter();
        all.filter_map(|system| Some((*system, leaf(*system)?)))
            .collect()
    });
    let found = leaves.iter().find(|(known, _)| *known == system);
    found.map(|(_, leaf)| leaf)
}

/// What the guide of a system says of a rule, as HTML; none where it has no entry for it.
pub(crate) fn words(system: SystemId, rule: &str) -> Option<&'static str> {
    static WORDS: OnceLock<Vec<(SystemId, BTreeMap<String, String>)>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let all = SystemId::ALL.iter();
        all.filter_map(|system| Some((*system, words::entries(&text(*system)?))))
            .collect()
    });
    let (_, entries) = words.iter().find(|(known, _)| *known == system)?;
    entries.get(rule).map(String::as_str)
}

/// The guide of a system as it lies in its file.
fn text(system: SystemId) -> Option<String> {
    let file = Files::get(&format!("{}.md", system.key()))?;
    String::from_utf8(file.data.into_owned()).ok()
}

fn leaf(system: SystemId) -> Option<Leaf> {
    let settings = system.rules().settings();
    let Read { head, heads, text } = markdown::read(&text(system)?, settings);
    let (title, lead) = head.split_once(": ").unwrap_or((&head, ""));
    let guide = Guide {
        title,
        lead,
        heads: &heads,
        text: &text,
        settings,
    };
    Some(Leaf {
        title: rules::messages::served::of_system_the_rules_coterie(&title),
        body: guide.html(),
    })
}

/// The list of them.
pub(crate) fn list() -> &'static Leaf {
    static LEAF: OnceLock<Leaf> = OnceLock::new();
    LEAF.get_or_init(|| Leaf {
        title: rules::messages::served::THE_RULES_COTERIE.into(),
        body: Guides.html(),
    })
}

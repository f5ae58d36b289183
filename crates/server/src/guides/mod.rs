//! The players' guides, as they lie in `docs/rules`, made into pages once.

mod house;
mod markdown;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::OnceLock;

use rules::system::SystemId;
use rust_embed::Embed;

pub(crate) use self::markdown::escaped;
use self::markdown::{Head, Read};

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
    let mut body = String::with_capacity(text.len() + 4096);
    body.push_str("<div class=\"guide\"><header class=\"guide-head\">");
    body.push_str("<nav class=\"guide-way\" aria-label=\"Where this page is\">");
    body.push_str("<a href=\"/\">Coterie</a><a href=\"/rules\">Rules</a></nav>");
    let _ = write!(
        body,
        "<h1>{title}</h1><p class=\"lead\">{lead}</p></header>"
    );
    body.push_str("<nav class=\"guide-contents\" id=\"contents\" aria-label=\"Contents\">");
    body.push_str("<h2>Contents</h2><ul>");
    for Head { slug, title } in &heads {
        let _ = write!(body, "<li><a href=\"#{slug}\">{title}</a></li>");
    }
    body.push_str("<li><a href=\"#house-rules\">House rules</a></li>");
    body.push_str("</ul></nav><main class=\"guide-text\">");
    body.push_str(&text);
    body.push_str(&house::part(settings));
    body.push_str("<a class=\"guide-up\" href=\"#contents\">Contents</a></main></div>");
    Some(Leaf {
        title: format!("{title}: the rules · Coterie"),
        body,
    })
}

/// The list of them.
pub(crate) fn list() -> &'static Leaf {
    static LEAF: OnceLock<Leaf> = OnceLock::new();
    LEAF.get_or_init(|| {
        let mut body = String::from(
            "<link rel=\"stylesheet\" href=\"/doors.css\">\
             <main class=\"door\"><header class=\"door-head\">\
             <p class=\"mark\" aria-hidden=\"true\"><i></i><i></i><i></i><i></i></p>\
             <h1>The rules</h1>\
             <p class=\"lead\">A guide for each of the rule systems: every rule with its id, and what \
             the table does with it. The ids beside numbers and in the log lead here.</p>\
             </header><ul class=\"guide-list\">",
        );
        for system in SystemId::ALL {
            let (key, rules) = (system.key(), system.rules());
            let (title, blurb) = (rules.title(), rules.blurb());
            let _ = write!(
                body,
                "<li class=\"card\"><a href=\"/rules/{key}\"><strong>{title}</strong>\
                 <span class=\"faint\">{blurb}</span></a></li>"
            );
        }
        body.push_str("</ul><p><a class=\"button quiet\" href=\"/\">Start page</a></p></main>");
        Leaf {
            title: "The rules · Coterie".into(),
            body,
        }
    })
}

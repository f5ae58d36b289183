//! Makes HTML of a guide: every rule id an anchor where its entry is, and a link elsewhere.

use std::collections::BTreeSet;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Parser, Tag, TagEnd, html};
use rules::cite::{self, Piece};
use rules::settings::SettingSpec;

/// A part of a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Its name in addresses.
    pub(super) slug: String,
    /// What stands above it, as HTML.
    pub(super) title: String,
}

/// A guide that was read.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// What stands above all of it, as HTML.
    pub(super) head: String,
    /// Its parts in order.
    pub(super) heads: Vec<Head>,
    /// Everything below the head, as HTML.
    pub(super) text: String,
}

/// Reads a guide; the keys of these settings lead to what is said of each below it.
pub(super) fn read(markdown: &str, settings: &[SettingSpec]) -> Read {
    let events: Vec<Event<'_>> = Parser::new(markdown).collect();
    let entries: BTreeSet<String> = events.windows(4).filter_map(entry).collect();
    let (mut head, mut heads) = (String::new(), Vec::new());
    let mut out: Vec<Event<'_>> = Vec::with_capacity(events.len() * 2);
    // How the items that are open end, the innermost last.
    let mut closings = Vec::new();
    let mut at = 0;
    while let Some(event) = events.get(at) {
        let rest = events.get(at..).unwrap_or_default();
        // How many of the events are told with this one.
        let mut told = 1;
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let words = plain(rest);
                match level {
                    HeadingLevel::H1 => {
                        head = escaped(&words);
                        told = to_the_end(rest);
                    }
                    level => {
                        let (slug, title) = (slug(&words), escaped(&words));
                        out.push(raw(format!("<{level} id=\"{slug}\">")));
                        if *level == HeadingLevel::H2 {
                            heads.push(Head { slug, title });
                        }
                    }
                }
            }
            Event::Start(Tag::Item) => match entry(rest) {
                Some(id) => {
                    let start = format!(
                        "<li class=\"guide-rule\" id=\"{id}\">\
                         <a class=\"guide-id\" href=\"#{id}\">{id}</a><div>"
                    );
                    out.push(raw(start));
                    closings.push("</div></li>");
                    told = 4;
                }
                None => {
                    out.push(raw("<li>".into()));
                    closings.push("</li>");
                }
            },
            Event::End(TagEnd::Item) => {
                out.push(raw(closings.pop().unwrap_or_default().to_owned()));
            }
            Event::Start(Tag::Emphasis) if plain(rest) == "(storyteller)" => {
                out.push(raw("<span class=\"guide-tag\">storyteller</span>".into()));
                told = to_the_end(rest);
            }
            Event::Text(words) => out.extend(linked(words, &entries)),
            Event::Code(key) if settings.iter().any(|spec| spec.key == key.as_ref()) => {
                out.push(raw(format!(
                    "<a href=\"#house-{key}\"><code>{key}</code></a>"
                )));
            }
            // No guide has any; should one, it is shown and not obeyed.
            Event::Html(words) | Event::InlineHtml(words) => out.push(Event::Text(words.clone())),
            event => out.push(event.clone()),
        }
        at += told;
    }
    let mut text = String::with_capacity(markdown.len() * 2);
    html::push_html(&mut text, out.into_iter());
    Read { head, heads, text }
}

/// The id of the rule that an item of a list is about, which it begins with in bold.
fn entry(events: &[Event<'_>]) -> Option<String> {
    match events {
        [
            Event::Start(Tag::Item),
            Event::Start(Tag::Strong),
            Event::Text(id),
            Event::End(TagEnd::Strong),
            ..,
        ] if cite::is_rule(id) => Some(id.to_string()),
        _ => None,
    }
}

/// Words in which the ids of this guide lead to their entries.
fn linked<'a>(words: &CowStr<'a>, entries: &BTreeSet<String>) -> Vec<Event<'a>> {
    let piece = |piece| match piece {
        Piece::Rule(id) if entries.contains(id) => raw(to_rule(id)),
        Piece::Rule(words) | Piece::Words(words) => Event::Text(words.to_owned().into()),
    };
    cite::pieces(words).into_iter().map(piece).collect()
}

/// A link to the entry of a rule on the same page.
pub(super) fn to_rule(id: &str) -> String {
    format!("<a class=\"rule\" href=\"#{id}\">{id}</a>")
}

fn raw<'a>(html: String) -> Event<'a> {
    Event::InlineHtml(html.into())
}

/// How many events belong to the element that starts with the first of them, its end included.
fn to_the_end(events: &[Event<'_>]) -> usize {
    let mut depth = 0_usize;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    events.len()
}

/// The words in the element that starts with the first of these events.
fn plain(events: &[Event<'_>]) -> String {
    let inside = events.get(..to_the_end(events)).unwrap_or_default();
    let words = inside.iter().filter_map(|event| match event {
        Event::Text(words) | Event::Code(words) => Some(words.as_ref()),
        _ => None,
    });
    words.collect()
}

/// Words as a name in addresses, the way links in the file itself spell it.
fn slug(words: &str) -> String {
    let letters = words.chars().filter_map(|letter| match letter {
        ' ' | '-' => Some('-'),
        letter if letter.is_alphanumeric() => Some(letter.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

/// Words that are only words in HTML.
pub(crate) fn escaped(words: &str) -> String {
    let mut html = String::new();
    html::push_html(
        &mut html,
        std::iter::once(Event::Text(words.to_owned().into())),
    );
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "# Game: its rules\n\nSee [there](#at-the-table).\n\n## Dice & pools\n\n\
        - **GAM-DICE-01** *(storyteller)* A die, see GAM-DICE-02,\n  not GAM-DICE-03.\n\
        - **GAM-DICE-02** <b>Two</b> dice.\n\n### More\n\n- **Bold** words.\n  - Below.\n\n## At the table\n";

    #[test]
    fn an_entry_is_an_anchor_and_its_id_elsewhere_a_link() {
        let Read { head, heads, text } = read(GUIDE, &[]);
        assert_eq!(head, "Game: its rules");
        let slugs: Vec<_> = heads.iter().map(|head| head.slug.as_str()).collect();
        assert_eq!(slugs, ["dice--pools", "at-the-table"]);
        assert_eq!(
            heads.first().map(|head| &*head.title),
            Some("Dice &amp; pools")
        );
        for part in [
            "<a href=\"#at-the-table\">there</a>",
            "<h2 id=\"dice--pools\">Dice &amp; pools</h2>",
            "<li class=\"guide-rule\" id=\"GAM-DICE-01\"><a class=\"guide-id\" href=\"#GAM-DICE-01\">\
             GAM-DICE-01</a><div> <span class=\"guide-tag\">storyteller</span> A die, \
             see <a class=\"rule\" href=\"#GAM-DICE-02\">GAM-DICE-02</a>,\nnot GAM-DICE-03.</div></li>",
            "&lt;b&gt;Two&lt;/b&gt; dice.</div></li>",
            "<h3 id=\"more\">More</h3>",
            "<li><strong>Bold</strong> words.\n<ul>\n<li>Below.</li></ul>\n</li>",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains("<h1"), "{text}");
    }
}

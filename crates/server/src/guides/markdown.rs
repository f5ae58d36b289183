//! Renders a guide as HTML. A rule id becomes an anchor at its entry and a link everywhere else.

use std::collections::BTreeSet;

use app::pages::Body as _;
use app::pages::guide::{GuidePart, Piece};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Parser, Tag, TagEnd, html};
use rules::base::rule_links;
use rules::ruleset::settings::SettingSpec;

/// A rules guide, parsed from Markdown and rendered as HTML with its headings.
#[derive(Clone, Debug)]
pub(super) struct ParsedGuide {
    /// Text of the top-level heading.
    pub(super) head: String,
    /// Headings of the parts, in order.
    pub(super) heads: Vec<GuidePart>,
    /// Body below the top-level heading, as HTML.
    pub(super) text: String,
}

/// Parses and renders a guide; keys of these settings become links to their descriptions.
pub(super) fn parse_guide(markdown: &str, settings: &'static [SettingSpec]) -> ParsedGuide {
    let events: Vec<Event<'_>> = Parser::new(markdown).collect();
    let entries = events.windows(4).filter_map(entry_rule_id).collect();
    let mut reading = GuideRenderer {
        entries,
        settings,
        head: String::new(),
        heads: Vec::new(),
    };
    let text = reading.render_html(&events);
    ParsedGuide {
        head: reading.head,
        heads: reading.heads,
        text,
    }
}

/// State while the Markdown of a rules guide is rendered as HTML.
struct GuideRenderer {
    /// Ids of the rules that have an entry in the guide.
    entries: BTreeSet<String>,
    settings: &'static [SettingSpec],
    head: String,
    heads: Vec<GuidePart>,
}

impl GuideRenderer {
    /// Renders the Markdown events of a rules guide as HTML.
    fn render_html(&mut self, events: &[Event<'_>]) -> String {
        let mut out: Vec<Event<'_>> = Vec::with_capacity(events.len().saturating_mul(2));
        let mut at = 0;
        while let Some(rest) = events.get(at..)
            && let Some(event) = rest.first()
        {
            at += self.render_event(event, rest, &mut out);
        }
        let mut text = String::new();
        html::push_html(&mut text, out.into_iter());
        text
    }

    /// Renders the first of these events and returns the number of events consumed with it.
    fn render_event<'a>(
        &mut self,
        event: &Event<'a>,
        rest: &[Event<'a>],
        out: &mut Vec<Event<'a>>,
    ) -> usize {
        match event {
            Event::Start(Tag::Heading {
                level: HeadingLevel::H1,
                ..
            }) => {
                self.head = plain_text(rest);
                return element_len(rest);
            }
            Event::Start(Tag::Heading { level, .. }) => {
                let title = plain_text(rest);
                let slug = to_slug(&title);
                out.push(Event::Start(Tag::Heading {
                    level: *level,
                    id: Some(slug.clone().into()),
                    classes: Vec::new(),
                    attrs: Vec::new(),
                }));
                if *level == HeadingLevel::H2 {
                    self.heads.push(GuidePart { slug, title });
                }
            }
            Event::Start(Tag::Item) if let Some(id) = entry_rule_id(rest) => {
                let whole = element_len(rest);
                let inside = rest.get(4..whole.saturating_sub(1)).unwrap_or_default();
                let text = self.render_html(inside);
                out.push(render_piece(&Piece::Entry {
                    id: &id,
                    text: &text,
                }));
                return whole;
            }
            Event::Start(Tag::Emphasis) if plain_text(rest) == "(storyteller)" => {
                out.push(render_piece(&Piece::Storyteller));
                return element_len(rest);
            }
            Event::Text(words) => out.extend(link_rule_ids(words, &self.entries)),
            Event::Code(key) if self.settings.iter().any(|spec| spec.key == key.as_ref()) => {
                out.push(render_piece(&Piece::Setting(key)));
            }
            // Guides contain no HTML; if one did, it would be shown as text.
            Event::Html(words) | Event::InlineHtml(words) => out.push(Event::Text(words.clone())),
            event => out.push(event.clone()),
        }
        1
    }
}

/// Returns the rule id that a list item begins with in bold, if any.
fn entry_rule_id(events: &[Event<'_>]) -> Option<String> {
    match events {
        [
            Event::Start(Tag::Item),
            Event::Start(Tag::Strong),
            Event::Text(id),
            Event::End(TagEnd::Strong),
            ..,
        ] if rule_links::is_rule_id(id) => Some(id.to_string()),
        _ => None,
    }
}

/// Splits text so that rule ids of this guide link to their entries.
fn link_rule_ids<'a>(words: &CowStr<'a>, entries: &BTreeSet<String>) -> Vec<Event<'a>> {
    let piece = |piece| match piece {
        rule_links::TextPiece::Rule(id) if entries.contains(id) => render_piece(&Piece::Rule(id)),
        rule_links::TextPiece::Rule(words) | rule_links::TextPiece::Words(words) => {
            Event::Text(words.to_owned().into())
        }
    };
    rule_links::split_rule_ids(words)
        .into_iter()
        .map(piece)
        .collect()
}

/// Renders a piece of a guide's Markdown as inline HTML.
fn render_piece<'a>(piece: &Piece<'_>) -> Event<'a> {
    Event::InlineHtml(piece.to_html().into())
}

/// Number of events of the element that starts with the first event, including its end.
fn element_len(events: &[Event<'_>]) -> usize {
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

/// Returns the plain text of the element that starts with the first event.
fn plain_text(events: &[Event<'_>]) -> String {
    let inside = events.get(..element_len(events)).unwrap_or_default();
    let words = inside.iter().filter_map(|event| match event {
        Event::Text(words) | Event::Code(words) => Some(words.as_ref()),
        _ => None,
    });
    words.collect()
}

/// Converts a heading to its anchor name, as links within the Markdown file spell it.
fn to_slug(words: &str) -> String {
    let letters = words.chars().filter_map(|letter| match letter {
        ' ' | '-' => Some('-'),
        letter if letter.is_alphanumeric() => Some(letter.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUIDE: &str = "# Game: its rules\n\nSee [there](#at-the-table).\n\n## Dice & pools\n\n\
        - **GAM-DICE-01** *(storyteller)* A die, see GAM-DICE-02,\n  not GAM-DICE-03.\n\
        - **GAM-DICE-02** <b>Two</b> dice.\n\n### More\n\n- **Bold** words.\n  - Below.\n\n## At the table\n";

    #[test]
    fn an_entry_is_an_anchor_and_its_id_elsewhere_a_link() {
        let ParsedGuide { head, heads, text } = parse_guide(GUIDE, &[]);
        assert_eq!(head, "Game: its rules");
        let slugs: Vec<_> = heads.iter().map(|head| head.slug.as_str()).collect();
        assert_eq!(slugs, ["dice--pools", "at-the-table"]);
        assert_eq!(heads.first().map(|head| &*head.title), Some("Dice & pools"));
        for part in [
            "<a href=\"#at-the-table\">there</a>",
            "<h2 id=\"dice--pools\">Dice &amp; pools</h2>",
            "<li id=\"GAM-DICE-01\" class=\"guide-rule\"><a href=\"#GAM-DICE-01\" class=\"guide-id\">\
             GAM-DICE-01</a><div> <span class=\"guide-tag\">storyteller</span> A die, \
             see <a href=\"#GAM-DICE-02\" class=\"rule\">GAM-DICE-02</a>,\nnot GAM-DICE-03.</div></li>",
            "&lt;b&gt;Two&lt;/b&gt; dice.</div></li>",
            "<h3 id=\"more\">More</h3>",
            "<li><strong>Bold</strong> words.\n<ul>\n<li>Below.</li>\n</ul>\n</li>",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains("<h1"), "{text}");
    }
}

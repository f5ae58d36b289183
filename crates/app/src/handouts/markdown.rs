//! The text of a handout: Markdown without HTML, drawn as elements, so that nothing typed is ever read as a page.

use leptos::prelude::*;

/// Character that stands in a text for covered words.
pub(super) const BAR: char = '\u{e000}';

/// Renders the Markdown text of a handout. `bar` renders the covered words of the given number, from 0.
pub(super) fn draw_text(text: &str, bar: &dyn Fn(usize) -> AnyView) -> Vec<AnyView> {
    let mut bars = 0;
    let blocks = text.split("\n\n").map(|block| block.trim_matches('\n'));
    let blocks = blocks.filter(|block| !block.trim().is_empty());
    let drawn = blocks.map(|block| draw_block(block, &mut bars, bar));
    drawn.collect()
}

/// Renders a heading, a list or a paragraph.
fn draw_block(block: &str, bars: &mut usize, bar: &dyn Fn(usize) -> AnyView) -> AnyView {
    let heading = block.strip_prefix('#');
    if let Some(heading) = heading.filter(|_| !block.contains('\n')) {
        let words = draw_line(heading.trim_start_matches('#').trim(), bars, bar);
        return view! { <h4>{words}</h4> }.into_any();
    }
    let items: Option<Vec<&str>> = block.lines().map(list_item).collect();
    if let Some(items) = items {
        let items = items.into_iter().map(|item| {
            let words = draw_line(item, bars, bar);
            view! { <li>{words}</li> }.into_any()
        });
        let items: Vec<_> = items.collect();
        return view! { <ul>{items}</ul> }.into_any();
    }
    let mut lines: Vec<AnyView> = Vec::new();
    for line in block.lines() {
        if !lines.is_empty() {
            lines.push(view! { <br /> }.into_any());
        }
        lines.extend(draw_line(line, bars, bar));
    }
    view! { <p>{lines}</p> }.into_any()
}

/// Returns the text of a Markdown line that is an item of a list; `None` for other lines.
fn list_item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))
}

/// Renders a line with its strong and emphasized words.
fn draw_line(line: &str, bars: &mut usize, bar: &dyn Fn(usize) -> AnyView) -> Vec<AnyView> {
    for (mark, strong) in [("**", true), ("*", false), ("_", false)] {
        if let Some((before, inside, after)) = split_marked(line, mark) {
            let mut drawn = draw_line(before, bars, bar);
            let inside = draw_line(inside, bars, bar);
            drawn.push(match strong {
                true => view! { <strong>{inside}</strong> }.into_any(),
                false => view! { <em>{inside}</em> }.into_any(),
            });
            drawn.extend(draw_line(after, bars, bar));
            return drawn;
        }
    }
    let mut drawn: Vec<AnyView> = Vec::new();
    for (nth, words) in line.split(BAR).enumerate() {
        if nth > 0 {
            drawn.push(bar(*bars));
            *bars += 1;
        }
        if !words.is_empty() {
            drawn.push(words.to_owned().into_any());
        }
    }
    drawn
}

/// Splits a Markdown line at the first words between two marks, into what is before, inside and
/// after; `None` if there are none. The marks touch the words between them, and an underscore
/// within a word is none.
fn split_marked<'a>(line: &'a str, mark: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let in_word = |text: &str| text.ends_with(|c: char| c.is_alphanumeric());
    let mut from = 0;
    loop {
        let start = from + line.get(from..)?.find(mark)?;
        let inner = start + mark.len();
        let rest = line.get(inner..)?;
        let end = rest.find(mark)?;
        let (inside, after) = (rest.get(..end)?, rest.get(end + mark.len()..)?);
        let before = line.get(..start)?;
        let touches = !inside.is_empty() && inside.trim() == inside;
        let splits_word =
            mark == "_" && (in_word(before) || after.starts_with(char::is_alphanumeric));
        if touches && !splits_word {
            return Some((before, inside, after));
        }
        from = inner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &str) -> String {
        let owner = Owner::new();
        owner.with(|| {
            let drawn = draw_text(text, &|nth| format!("[{nth}]").into_any());
            view! { <div>{drawn}</div> }.to_html().replace("<!>", "")
        })
    }

    #[test]
    fn markdown_is_drawn_and_html_is_text() {
        let drawn = html("# Amadi\n\nthe *ship* is **not**\nlate, my_own_name <b>&</b>");
        assert!(drawn.contains("<h4>Amadi</h4>"), "{drawn}");
        assert!(drawn.contains("<em>ship</em>"), "{drawn}");
        assert!(drawn.contains("<strong>not</strong><br>"), "{drawn}");
        assert!(
            drawn.contains("my_own_name &lt;b&gt;&amp;&lt;/b&gt;"),
            "{drawn}"
        );
        let list = html("- one\n- 2 * 3 * 4");
        assert!(list.contains("<li>one</li><li>2 * 3 * 4</li>"), "{list}");
    }

    #[test]
    fn covered_words_are_numbered_in_their_order() {
        let drawn = html(&format!("where your {BAR}, *after {BAR}*\n\n{BAR}"));
        assert!(drawn.contains("your [0], <em>after [1]</em>"), "{drawn}");
        assert!(drawn.contains("<p>[2]</p>"), "{drawn}");
    }
}

//! The whole log of an encounter, a page at a time, and what is found in it.

use std::fmt::Write as _;

use app::words;
use rules::encounter::View;
use rules::encounter::past::Past;
use rules::encounter::view::Line;

use super::Look;
use super::line::entry;
use crate::pages::deed::plain;

/// Lines on a page.
pub(super) const PAGE: usize = 100;

/// The page: the lines that hold all words of `find`, the newest first.
pub(super) fn body(
    look: &Look<'_>,
    past: &Past,
    (find, page): (&str, usize),
    script: &str,
) -> String {
    let view = View::of(past.encounter(), look.class);
    let sought: Vec<String> = find.split_whitespace().map(str::to_lowercase).collect();
    let lines = past.lines(look.class).rev();
    let lines: Vec<(&Line, u32)> = lines
        .filter(|(line, _)| holds(&view, line, &sought))
        .collect();
    let pages = lines.len().div_ceil(PAGE).max(1);
    let page = page.clamp(1, pages);
    let mut out = String::with_capacity(32 * 1024);
    head(look, find, &mut out);
    let count = match (find.is_empty(), lines.len()) {
        (true, 0) => "Nothing has happened yet.".to_owned(),
        (false, 0) => "No line has all of these words.".to_owned(),
        (true, 1) => "One line.".to_owned(),
        (false, 1) => "One line found.".to_owned(),
        (true, count) => format!("{count} lines, the newest first."),
        (false, count) => format!("{count} lines found, the newest first."),
    };
    let _ = write!(out, "<p class=\"faint\" role=\"status\">{count}</p>");
    let shown = lines
        .iter()
        .skip((page - 1).saturating_mul(PAGE))
        .take(PAGE);
    out.push_str("<ol class=\"log past-log\">");
    for (line, step) in shown {
        let at = step.to_string();
        let link = format!(
            "<a class=\"past-who\" href=\"{}\">Step {step}<span class=\"unseen\"> of the replay</span></a>",
            look.address("replay", &[("at", &at)])
        );
        entry(&view, line, &link, &mut out);
    }
    out.push_str("</ol>");
    paging(look, ("log", &[("find", find)]), (page, pages), &mut out);
    let _ = write!(
        out,
        "</main><script type=\"module\" src=\"{}\"></script>",
        plain(script)
    );
    out
}

/// Whether a line holds all these words, in what it says or in who did it.
fn holds(view: &View, line: &Line, sought: &[String]) -> bool {
    if sought.is_empty() {
        return true;
    }
    let told = words::line(view.system.look(), &view.house, line);
    let by = line.by.as_deref().unwrap_or_default();
    let text = format!("{} {by}", told.aloud()).to_lowercase();
    sought.iter().all(|word| text.contains(word))
}

fn head(look: &Look<'_>, find: &str, out: &mut String) {
    let table = &look.who.table;
    out.push_str("<main class=\"past\" data-log><header class=\"past-head\">");
    if !look.beside {
        let _ = write!(
            out,
            "<nav class=\"past-way\" aria-label=\"Where this page is\"><a href=\"/t/{}\">{}</a></nav>",
            table.id,
            plain(&table.name)
        );
    }
    let title = look.past().map(|_| plain(look.scene.name().as_str()));
    let title = title
        .map(|title| format!(" of “{title}”"))
        .unwrap_or_default();
    let _ = write!(
        out,
        "<h1>The log{title}</h1><nav class=\"actions\" aria-label=\"More of the past\">\
         <a class=\"button quiet\" href=\"{}\">Replay</a></nav></header>\
         <form class=\"past-form\" method=\"get\" action=\"/t/{}/log\" role=\"search\">{}\
         <label for=\"find\">Find in the log</label><div class=\"inline\">\
         <input id=\"find\" type=\"text\" name=\"find\" maxlength=\"{}\" autocomplete=\"off\" value=\"{}\" \
         placeholder=\"A name, a roll, a word\"><button class=\"quiet\">Find</button></div></form>",
        look.address("replay", &[]),
        table.id,
        look.fields(),
        super::MAX_FIND,
        plain(find)
    );
}

/// The way to newer and older ones.
pub(super) fn paging(
    look: &Look<'_>,
    (path, own): (&str, &[(&str, &str)]),
    (page, pages): (usize, usize),
    out: &mut String,
) {
    if pages < 2 {
        return;
    }
    let to = |page: usize| {
        let page = page.to_string();
        let all: Vec<(&str, &str)> = own
            .iter()
            .copied()
            .chain([("page", page.as_str())])
            .collect();
        look.address(path, &all)
    };
    out.push_str("<nav class=\"past-pages\" aria-label=\"Pages\">");
    if page > 1 {
        let _ = write!(
            out,
            "<a class=\"button quiet\" rel=\"prev\" href=\"{}\">Newer</a>",
            to(page - 1)
        );
    }
    let _ = write!(out, "<span>Page {page} of {pages}</span>");
    if page < pages {
        let _ = write!(
            out,
            "<a class=\"button quiet\" rel=\"next\" href=\"{}\">Older</a>",
            to(page + 1)
        );
    }
    out.push_str("</nav>");
}

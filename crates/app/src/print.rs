//! The page as HTML, for the server.

use leptos::prelude::*;

use crate::landing::{ArrivePage, HomePage, JoinPage, ProblemPage};
use crate::page::{Page, Theme};
use crate::printed;
use crate::table::screen::Table;

/// The addresses of a page's parts, with a fingerprint so that they can be kept for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The path of the style sheet.
    pub style: String,
    /// The path of the script that starts the browser part.
    pub start: String,
    /// The path of the glue script, loaded ahead of time.
    pub glue: String,
    /// The path of the program, loaded ahead of time.
    pub program: String,
    /// The path of the rest of the program, where it comes in two parts; empty where it does not.
    pub rest: String,
    /// The paths of the fonts needed first.
    pub fonts: Vec<String>,
}

/// The whole page, from doctype to `</html>`; where a part is asked for, a refusal is one.
#[must_use]
pub fn page(page: &Page, theme: Theme, parts: &Parts, as_part: bool) -> String {
    let owner = Owner::new_root(None);
    let html = owner.with(|| match page {
        Page::Home(home) => view! { <HomePage home=home.clone() /> }
            .into_any()
            .to_html(),
        Page::Join(join) => view! { <JoinPage join=join.clone() /> }
            .into_any()
            .to_html(),
        Page::Arrive(arrive) => view! { <ArrivePage arrive=arrive.clone() /> }
            .into_any()
            .to_html(),
        Page::Problem(problem) => view! { <ProblemPage problem=problem.clone() /> }
            .into_any()
            .to_html(),
        Page::Table(opening) => {
            let (model, stage) = crate::table::screen::create(opening);
            view! { <Table model stage /> }.to_html()
        }
    });
    owner.cleanup();
    let title = match page {
        Page::Home(_) => "Coterie".to_owned(),
        Page::Join(join) => format!("{} · Coterie", join.table),
        Page::Arrive(arrive) => format!("{} · Coterie", arrive.table),
        Page::Table(opening) => format!("{} · Coterie", opening.view.title),
        Page::Problem(problem) => format!("{} · Coterie", problem.head),
    };
    match page {
        Page::Table(opening) => {
            let mut head = String::new();
            tag(
                &mut head,
                "<link rel=\"modulepreload\" href=\"",
                &parts.glue,
            );
            // An exchange under way is what the first part of the program does not know how to wake.
            let exchanges = &opening.view.exchanges;
            let whole = exchanges.values().any(|exchange| exchange.next.is_some());
            tag(&mut head, PRELOAD_PROGRAM, &parts.program);
            if whole {
                tag(&mut head, PRELOAD_PROGRAM, &parts.rest);
            }
            tag(&mut head, "<script type=\"module\" src=\"", &parts.start);
            head.push_str("</script>");
            // Within a script element only `<` can end it; JSON may spell it otherwise.
            let data = rules::messages::serialize_as_words(|| serde_json::to_string(opening))
                .unwrap_or_default();
            let data = data.replace('<', "\\u003c");
            // A new table opens on invitations and the storyteller's recovery link.
            let beside = match opening.needs_way_back {
                true => format!(" data-beside=\"/t/{}/people\"", opening.table),
                false => String::new(),
            };
            let app = format!(
                "<div id=\"app\"{}{beside} data-print=\"{}\">",
                if whole { " data-wakes=\"whole\"" } else { "" },
                printed::sum(&html)
            );
            let body = [
                &app,
                &html,
                "</div><script type=\"application/json\" id=\"opening\">",
                &data,
                "</script>",
                ASLEEP,
            ];
            // A translator puts texts of its own in the place of those the program changes.
            head.push_str("<meta name=\"google\" content=\"notranslate\">");
            frame(&title, theme, parts, &head, "", &body.concat()).replacen(
                "<html ",
                "<html translate=\"no\" ",
                1,
            )
        }
        Page::Problem(_) if as_part => part(&title, theme, parts, DOORS, &html),
        _ => reading(&title, theme, parts, DOORS, &html),
    }
}

/// Begins what has a part of the program loaded ahead of time.
const PRELOAD_PROGRAM: &str =
    "<link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"";

/// Says that the program has not come yet, after a while and without any program; what starts it takes this away.
const ASLEEP: &str = concat!(
    "<div id=\"halt\" class=\"asleep\" role=\"alert\"><p>This table has not started yet. ",
    "If this stays, this browser or the network holds its program back.</p>",
    "<a class=\"button\" href=\"\">Load it again</a></div>",
);

/// The sheet of the pages before the table.
const DOORS: &str = "/doors.css";

/// A page beside the table, such as a players' guide: its body is one of [`crate::pages`], as HTML, and `style` is the
/// path of a sheet for such pages alone.
#[must_use]
pub fn reading(title: &str, theme: Theme, parts: &Parts, style: &str, body: &str) -> String {
    let mut head = String::new();
    tag(&mut head, "<link rel=\"stylesheet\" href=\"", style);
    frame(title, theme, parts, &head, " class=\"page\"", body)
}

/// The element that loads the script of such a page.
const SCRIPT: (&str, &str) = ("<script type=\"module\" src=\"", "\"></script>");

/// The body of the same page for the drawer of a table, which has the files of all pages: with its sheet, and where it
/// has a script, with the name of that and nothing that runs. The table itself is the main thing there.
#[must_use]
pub fn part(title: &str, theme: Theme, _: &Parts, style: &str, body: &str) -> String {
    let mut out = String::with_capacity(body.len().saturating_add(512));
    out.push_str("<section class=\"page beside\" data-theme=\"");
    out.push_str(theme.word());
    out.push_str("\" aria-label=\"");
    escape(title, &mut out);
    out.push_str("\">");
    tag(&mut out, "<link rel=\"stylesheet\" href=\"", style);
    let body = body
        .replacen("<main ", "<div ", 1)
        .replace("</main>", "</div>")
        .replace(SCRIPT.0, "<link rel=\"modulepreload\" href=\"")
        .replace(SCRIPT.1, "\">");
    out.push_str(&body);
    out.push_str("</section>");
    out
}

/// Prints what all pages have around their body.
fn frame(title: &str, theme: Theme, parts: &Parts, head: &str, class: &str, body: &str) -> String {
    let mut out = String::with_capacity(body.len() + 2048);
    out.push_str("<!DOCTYPE html><html lang=\"");
    out.push_str(rules::messages::language_tag());
    out.push_str("\" data-theme=\"");
    out.push_str(theme.word());
    out.push_str("\"><head><meta charset=\"utf-8\"><title>");
    escape(title, &mut out);
    out.push_str(concat!(
        "</title><meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">",
        "<meta name=\"color-scheme\" content=\"dark light\">",
        "<meta name=\"theme-color\" content=\"#14100d\">",
        "<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">",
        "<link rel=\"manifest\" href=\"/manifest.webmanifest\">",
    ));
    for font in &parts.fonts {
        tag(
            &mut out,
            "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"",
            font,
        );
    }
    tag(&mut out, "<link rel=\"stylesheet\" href=\"", &parts.style);
    out.push_str(head);
    out.push_str("</head><body");
    out.push_str(class);
    out.push('>');
    out.push_str(body);
    out.push_str("</body></html>");
    out
}

/// Writes an element that loads a file of the program.
fn tag(out: &mut String, before: &str, path: &str) {
    if !path.is_empty() {
        out.push_str(before);
        escape(path, out);
        out.push_str("\">");
    }
}

/// Writes a text so that HTML shows it as it is, also between double quotes.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

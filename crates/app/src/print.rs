//! Printing of pages as HTML, for the server.

use leptos::prelude::*;
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, PrivateChange, PrivateView, View};
use rules::wire::Durability;

use crate::landing::try_out::TryOutSlip;
use crate::landing::{ArrivePage, HomePage, JoinPage, ProblemPage, StartPage};
use crate::page::{Opening, Page, Theme, TryOut};
use crate::pages::style::SampleState;
use crate::printed;
use crate::scene::state::Segment;
use crate::state::table_state::Connection;
use crate::table::layout::Tab;
use crate::table::screen::Table;

/// The addresses of the files that a page loads, with fingerprints so that browsers can cache them
/// for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The path of the style sheet.
    pub style: String,
    /// The path of the script that starts the program.
    pub start: String,
    /// The path of the program's JavaScript, preloaded.
    pub glue: String,
    /// The path of the first part of the program, preloaded.
    pub program: String,
    /// The path of the script that starts the program on a table screen.
    pub screen: String,
    /// The path of the second part of the program; empty if it is not split.
    pub rest: String,
    /// The paths of the fonts that are needed first.
    pub fonts: Vec<String>,
    /// The hash of all files, which versions the paths of the others.
    pub build: String,
}

impl Parts {
    /// Returns the path of a file with its fingerprint, under which browsers may keep it.
    #[must_use]
    pub fn versioned(&self, path: &str) -> String {
        format!("{path}?v={}", self.build)
    }
}

/// Prints a whole page, from doctype to `</html>`. With `as_part`, a page about a problem is printed as a part for the
/// drawer.
#[must_use]
pub fn page(page: &Page, theme: Theme, parts: &Parts, as_part: bool) -> String {
    let owner = Owner::new_root(None);
    let html = owner.with(|| match page {
        Page::Home(home) => {
            let (home, version) = (home.clone(), parts.build.clone());
            view! { <HomePage home theme version /> }
                .into_any()
                .to_html()
        }
        Page::Start(start) => view! { <StartPage start=start.clone() /> }
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
        Page::Screen(opening) => {
            let (model, _) = crate::table::screen::create(opening);
            crate::table_screen::draw_screen(model).to_html()
        }
    });
    owner.cleanup();
    let title = match page {
        Page::Home(_) | Page::Start(_) => "Coterie".to_owned(),
        Page::Join(join) => format!("{} · Coterie", join.table),
        Page::Arrive(arrive) => format!("{} · Coterie", arrive.table),
        Page::Table(opening) | Page::Screen(opening) => {
            format!("{} · Coterie", opening.view.title)
        }
        Page::Problem(problem) => format!("{} · Coterie", problem.head),
    };
    match page {
        Page::Table(opening) => table_page(&title, theme, parts, opening, &html),
        Page::Screen(opening) => screen_page(&title, theme, parts, (opening, &html)),
        Page::Problem(_) if as_part => part(&title, theme, parts, LANDING_STYLE, &html),
        Page::Home(_) | Page::Start(_) => {
            let sheets = [LANDING_STYLE, FRONT_STYLE].map(|sheet| parts.versioned(sheet));
            landing_page(&title, theme, parts, &sheets, &html)
        }
        _ => landing_page(
            &title,
            theme,
            parts,
            &[parts.versioned(LANDING_STYLE)],
            &html,
        ),
    }
}

/// Prints a sample table in a state, without a program: it is only looked at. `private` is what the reader alone is told.
#[must_use]
pub fn sample_page(
    (opening, private): (&Opening, PrivateView),
    state: SampleState,
    theme: Theme,
    parts: &Parts,
) -> String {
    let owner = Owner::new_root(None);
    let html = owner.with(|| {
        let (model, stage) = crate::table::screen::create(opening);
        let first = opening.view.order.iter().copied();
        let (connection, pending) = match state {
            SampleState::Lost => (Connection::Lost(0.0), first.take(1).collect()),
            SampleState::Pending => (Connection::Live, first.take(3).collect()),
            SampleState::Unkept => (Connection::Unkept(Durability::NothingNow), Vec::new()),
            SampleState::Gone => (Connection::Gone, Vec::new()),
            _ => (Connection::Live, Vec::new()),
        };
        model.simulate(connection, pending);
        if !private.is_empty() {
            model.apply_private(0, &[PrivateChange::All(private)]);
        }
        let segment = stage.scene.segment;
        match state {
            SampleState::Opened => stage.opened.set(opening.view.order.first().copied()),
            SampleState::Me => stage.tab.set(Tab::Me),
            SampleState::Log => stage.tab.set(Tab::Log),
            SampleState::Scene => stage.tab.set(Tab::Scene),
            SampleState::Clocks => {
                segment.set(Segment::Clocks);
                stage.tab.set(Tab::Scene);
            }
            SampleState::Handouts => {
                segment.set(Segment::Handouts);
                stage.tab.set(Tab::Me);
            }
            _ => {}
        }
        view! { <Table model stage /> }.to_html()
    });
    owner.cleanup();
    let body = ["<div id=\"app\">", &html, "</div>"].concat();
    frame_page(&opening.table_name, theme, parts, "", "", &body)
}

/// Prints the page of a table around `html`, its printed content.
fn table_page(title: &str, theme: Theme, parts: &Parts, opening: &Opening, html: &str) -> String {
    let mut head = String::new();
    push_file_element(
        &mut head,
        "<link rel=\"modulepreload\" href=\"",
        &parts.glue,
    );
    let whole = needs_whole_program(&opening.view);
    push_file_element(&mut head, PRELOAD_PROGRAM, &parts.program);
    if whole {
        push_file_element(&mut head, PRELOAD_PROGRAM, &parts.rest);
    }
    push_file_element(&mut head, "<script type=\"module\" src=\"", &parts.start);
    head.push_str("</script>");
    let data = embed_data(opening);
    // A new table opens on invitations and the storyteller's recovery link.
    let beside = match opening.needs_way_back {
        true => format!(" data-beside=\"/t/{}/people\"", opening.table),
        false => String::new(),
    };
    // What a storyteller knows stays on no device.
    let mut keeps = String::new();
    if opening.class == Class::Table {
        keeps.push_str(" data-keeps=\"");
        push_escaped(&opening.table_name, &mut keeps);
        keeps.push('"');
    }
    let app = format!(
        "<div id=\"app\"{}{beside}{keeps} data-print=\"{}\">",
        if whole { " data-wakes=\"whole\"" } else { "" },
        printed::sum(html)
    );
    let body = [
        &app,
        html,
        "</div><script type=\"application/json\" id=\"opening\">",
        &data,
        "</script>",
        NOT_STARTED_NOTICE,
    ];
    // A translator puts texts of its own in the place of those the program changes.
    head.push_str("<meta name=\"google\" content=\"notranslate\">");
    frame_page(title, theme, parts, &head, "", &body.concat()).replacen(
        "<html ",
        "<html translate=\"no\" ",
        1,
    )
}

/// Returns the data of a page for a script element, which only `<` can end; JSON may spell that otherwise.
fn embed_data(opening: &Opening) -> String {
    let data = rules::messages::serialize_as_words(|| serde_json::to_string(opening));
    data.unwrap_or_default().replace('<', "\\u003c")
}

/// Style sheets of a table screen besides the common one.
const SCREEN_STYLES: [&str; 4] = ["/clocks.css", "/handout.css", "/safety.css", "/screen.css"];

/// Prints the page of a table screen, a display for all players. Its script draws it anew with the
/// whole program.
fn screen_page(
    title: &str,
    theme: Theme,
    parts: &Parts,
    (opening, html): (&Opening, &str),
) -> String {
    let mut head = String::new();
    for style in SCREEN_STYLES {
        push_file_element(&mut head, "<link rel=\"stylesheet\" href=\"", style);
    }
    push_file_element(&mut head, PRELOAD_PROGRAM, &parts.program);
    push_file_element(&mut head, PRELOAD_PROGRAM, &parts.rest);
    push_file_element(&mut head, "<script type=\"module\" src=\"", &parts.screen);
    head.push_str("</script><meta name=\"google\" content=\"notranslate\">");
    let data = embed_data(opening);
    let body = [
        "<div id=\"app\">",
        html,
        "</div><script type=\"application/json\" id=\"opening\">",
        &data,
        "</script>",
    ];
    frame_page(title, theme, parts, &head, "", &body.concat()).replacen(
        "<html ",
        "<html translate=\"no\" data-screen ",
        1,
    )
}

/// Adds the slip, which tells how to open a demo table on a second device, above its printed page.
#[must_use]
pub fn with_try_out(page: &str, parts: &Parts, slip: TryOut) -> String {
    let owner = Owner::new_root(None);
    let slip = owner.with(|| view! { <TryOutSlip slip /> }.into_any().to_html());
    owner.cleanup();
    let mut head = String::new();
    let style = parts.versioned(TRY_OUT_STYLE);
    push_file_element(&mut head, "<link rel=\"stylesheet\" href=\"", &style);
    page.replacen("</head><body>", &format!("{head}</head><body>{slip}"), 1)
}

/// Whether a view shows what the first part of the program cannot make interactive. That is an
/// exchange under way, or something that few tables have.
fn needs_whole_program(view: &View) -> bool {
    let asks = view.exchanges.values().any(|it| it.next.is_some());
    let mut lines = view.log.iter().map(|line| &line.what);
    let is_late = |what: &LogMessage| {
        use LogMessage::{Asked, Clock, Handout, Scene};
        matches!(what, Scene(_) | Clock(_) | Asked(_) | Handout(_))
    };
    let late = [
        view.asks.is_some(),
        view.scene.is_some(),
        view.clocks.is_some(),
        view.handouts.is_some(),
    ];
    asks || late.contains(&true) || lines.any(is_late)
}

/// Beginning of the element that preloads a part of the program.
const PRELOAD_PROGRAM: &str =
    "<link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"";

/// Script-free notice that appears after a while if the program has not started; its start removes it.
const NOT_STARTED_NOTICE: &str = concat!(
    "<div id=\"halt\" class=\"asleep\" role=\"alert\"><p>This table has not started yet. ",
    "If this stays, this browser or the network holds its program back.</p>",
    "<a class=\"button\" href=\"\">Load it again</a></div>",
);

/// Path of the style sheet of the pages before the table.
const LANDING_STYLE: &str = "/doors.css";
/// Path of the style sheet of the front page and of the steps that start a table.
const FRONT_STYLE: &str = "/front.css";
/// Path of the style sheet of the slip above a try-out.
const TRY_OUT_STYLE: &str = "/tryout.css";

/// Prints a page that is not of a table, such as the front page, with its style sheets.
fn landing_page(title: &str, theme: Theme, parts: &Parts, sheets: &[String], body: &str) -> String {
    let mut head = String::new();
    for sheet in sheets {
        push_file_element(&mut head, "<link rel=\"stylesheet\" href=\"", sheet);
    }
    frame_page(title, theme, parts, &head, " class=\"page\"", body)
}

/// Prints a page beside the table, such as the players' guide. `body` is one of [`crate::pages`] as HTML, `style` the
/// path of a style sheet for such pages alone.
#[must_use]
pub fn side_page(title: &str, theme: Theme, parts: &Parts, style: &str, body: &str) -> String {
    landing_page(title, theme, parts, &[style.to_owned()], body)
}

/// Beginning and end of the element that loads the script of such a page.
const SCRIPT: (&str, &str) = ("<script type=\"module\" src=\"", "\"></script>");

/// Prints the body of a page beside the table for the table's drawer, which already has the common
/// files. It comes with its style sheet and the name of its script, but nothing that runs, and no
/// `main`, because the table has one.
#[must_use]
pub fn part(title: &str, theme: Theme, _: &Parts, style: &str, body: &str) -> String {
    let mut out = String::with_capacity(body.len().saturating_add(512));
    out.push_str("<section class=\"page beside\" data-theme=\"");
    out.push_str(theme.word());
    out.push_str("\" aria-label=\"");
    push_escaped(title, &mut out);
    out.push_str("\">");
    push_file_element(&mut out, "<link rel=\"stylesheet\" href=\"", style);
    let body = body
        .replacen("<main ", "<div ", 1)
        .replace("</main>", "</div>")
        .replace(SCRIPT.0, "<link rel=\"modulepreload\" href=\"")
        .replace(SCRIPT.1, "\">");
    out.push_str(&body);
    out.push_str("</section>");
    out
}

/// Prints what all pages have around their body, the head and the element for `body`.
fn frame_page(
    title: &str,
    theme: Theme,
    parts: &Parts,
    head: &str,
    class: &str,
    body: &str,
) -> String {
    let mut out = String::with_capacity(body.len() + 2048);
    out.push_str("<!DOCTYPE html><html lang=\"");
    out.push_str(rules::messages::language_tag());
    out.push_str("\" data-theme=\"");
    out.push_str(theme.word());
    out.push_str("\"><head><meta charset=\"utf-8\"><title>");
    push_escaped(title, &mut out);
    out.push_str(concat!(
        "</title><meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">",
        "<meta name=\"color-scheme\" content=\"dark light\">",
        "<meta name=\"theme-color\" content=\"#14100d\">",
        "<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">",
        "<link rel=\"manifest\" href=\"/manifest.webmanifest\">",
    ));
    for font in &parts.fonts {
        push_file_element(
            &mut out,
            "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"",
            font,
        );
    }
    push_file_element(&mut out, "<link rel=\"stylesheet\" href=\"", &parts.style);
    out.push_str(head);
    out.push_str("</head><body");
    out.push_str(class);
    out.push('>');
    out.push_str(body);
    out.push_str("</body></html>");
    out
}

/// Writes the element that loads a file of the program, `before` being its text up to the path.
fn push_file_element(out: &mut String, before: &str, path: &str) {
    if !path.is_empty() {
        out.push_str(before);
        push_escaped(path, out);
        out.push_str("\">");
    }
}

/// Escapes a text for HTML, also within double quotes.
fn push_escaped(text: &str, out: &mut String) {
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

//! After the fight: what there is to tell of it, to read and as Markdown.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rules::encounter::recap::{self, Course, Fighter, Recap, Scene};
use rules::encounter::{Class, Encounter};
use rules::id::EncounterId;
use rules::text::Name;

use super::{course, deed};
use crate::browser::Browser;
use crate::error::HttpError;
use crate::guides::escaped;
use crate::seats::{AtTable, note_seen};
use crate::store::{Standing, Table};
use crate::{App, cookie};

/// The sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/recap.css";
/// The name under which a browser keeps the Markdown.
const FILE: &str = "after-the-fight.md";

/// The encounter a recap is of, where the table is not at it.
type Past = Option<(EncounterId, Name)>;

/// `GET /t/{table}/recap`: the page.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: AtTable,
    uri: Uri,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (recap, past, damaged) = of_table(&app, &at_table, &uri).await?;
    let runs = at_table.seat.role.runs_the_table();
    let mut body = body(&recap, past.as_ref(), &at_table.table, runs);
    if damaged.is_some() {
        body.insert_str(0, &format!("<p role=\"status\">{}</p>", course::DAMAGED));
    }
    let title = format!("After the fight · {} · Coterie", at_table.table.name);
    let (theme, style) = (cookie::theme(&headers), app.site.versioned(STYLE));
    let print = super::reading(&headers);
    let page = print(&title, theme, app.site.parts(), &style, &body);
    let mut response = Html(page).into_response();
    browser.renew(&mut response);
    Ok(response)
}

/// `GET /t/{table}/recap.md`: the same as Markdown.
pub(crate) async fn markdown(
    State(app): State<App>,
    at_table: AtTable,
    uri: Uri,
    browser: Browser,
) -> Result<Response, HttpError> {
    let (recap, _, damaged) = of_table(&app, &at_table, &uri).await?;
    let kind = "text/markdown; charset=utf-8";
    let mut text = recap.markdown();
    if damaged.is_some() {
        text.push_str(&format!("\n{}\n", course::DAMAGED));
    }
    let mut response = ([(header::CONTENT_TYPE, kind)], text).into_response();
    browser.renew(&mut response);
    Ok(response)
}

/// What the seat's class was told of the table's encounter, and the first record that is damaged.
async fn of_table(
    app: &App,
    who: &AtTable,
    uri: &Uri,
) -> Result<(Recap, Past, Option<u64>), HttpError> {
    let AtTable { table, seat } = who;
    if !app.rates.recaps(table.id, seat.id) {
        return Err(HttpError::TooFast);
    }
    // Those who run the table may look at the players'.
    let mut parts = uri.query().unwrap_or_default().split('&');
    let class = match parts.any(|part| part == "players") {
        true => Class::Table,
        false => Class::of(seat.role),
    };
    let scene = deed::named(app, who, uri).await?;
    note_seen(app, seat);
    // To follow a long log takes a core a while: not more of them than the rooms can spare.
    let _turn = app.recaps.wait().await?;
    let past = match scene.standing {
        Standing::Current => None,
        Standing::Prepared | Standing::Over => Some((scene.id, scene.name().clone())),
    };
    let fresh = Encounter::new(scene.title.clone(), scene.system);
    let course = Course::new(fresh, class);
    let (course, damaged) = course::follow(app, &scene, course, Course::follow).await?;
    Ok((course.recap(), past, damaged))
}

fn body(recap: &Recap, past: Option<&(EncounterId, Name)>, table: &Table, runs: bool) -> String {
    let id = table.id;
    let players = recap.class == Class::Table;
    // The address of the same page in another shape, for all or for those who run the table.
    let query = |players: bool| {
        let scene = past.map(|(id, _)| format!("scene={id}"));
        let parts = scene
            .into_iter()
            .chain(players.then(|| "players".to_owned()));
        let parts: Vec<String> = parts.collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!("?{}", parts.join("&amp;")),
        }
    };
    let scene = past.map(|(id, _)| format!("?scene={id}"));
    let scene = scene.unwrap_or_default();
    let title = past.map(|(_, title)| format!(" “{}”", escaped(title.as_str())));
    let mut body = String::with_capacity(8192);
    let _ = write!(
        body,
        "<main class=\"recap\"><header class=\"recap-head\">\
         <nav class=\"recap-way\" aria-label=\"Where this page is\">\
         <a href=\"/t/{id}\">{}</a></nav>\
         <h1>After the fight{}</h1><p class=\"faint\">{}. {}</p>\
         <div class=\"actions\">\
         <a class=\"button quiet\" href=\"/t/{id}/recap.md{}\" download=\"{FILE}\">As Markdown</a>\
         <a class=\"button quiet\" href=\"/t/{id}/replay{scene}\">Replay</a>",
        escaped(&table.name),
        title.unwrap_or_default(),
        escaped(recap.system.rules().title()),
        recap.note(),
        query(runs && players),
    );
    if runs {
        let (query, words) = match players {
            true => (query(false), "With all that is hidden"),
            false => (query(true), "As players saw it"),
        };
        let _ = write!(
            body,
            "<a class=\"button quiet\" href=\"/t/{id}/recap{query}\">{words}</a>"
        );
    }
    body.push_str("</div></header>");
    if recap.scenes.is_empty() {
        let _ = write!(body, "<p class=\"empty\">{}</p>", recap::EMPTY);
    }
    for (at, scene) in recap.scenes.iter().enumerate() {
        let heading = escaped(&recap.heading(scene, at));
        let _ = write!(
            body,
            "<section class=\"recap-scene\" aria-labelledby=\"scene-{at}\">\
             <h2 id=\"scene-{at}\">{heading}</h2>"
        );
        scene_body(scene, recap.round(), &mut body);
        body.push_str("</section>");
    }
    body.push_str("</main>");
    body
}

fn scene_body(scene: &Scene, round: &str, body: &mut String) {
    let facts = scene.facts(round);
    if !facts.is_empty() {
        body.push_str("<dl class=\"recap-facts\">");
        for (title, words) in facts {
            let (title, words) = (escaped(&title), escaped(&words));
            let _ = write!(body, "<div><dt>{title}</dt><dd>{words}</dd></div>");
        }
        body.push_str("</dl>");
    }
    body.push_str("<h3>Who fell</h3>");
    match scene.fallen.is_empty() {
        true => {
            let _ = write!(body, "<p class=\"faint\">{}</p>", recap::NOBODY);
        }
        false => list(scene.fallen.iter().map(|fall| fall.words(round)), body),
    }
    if !scene.fighters.is_empty() {
        fighters(&scene.fighters, body);
    }
    if !scene.rolls.is_empty() {
        body.push_str("<h3>Rolls to remember</h3>");
        list(scene.rolls.iter().map(|roll| roll.words(round)), body);
    }
}

fn list(lines: impl Iterator<Item = String>, body: &mut String) {
    body.push_str("<ul class=\"recap-list\">");
    for line in lines {
        let _ = write!(body, "<li>{}</li>", escaped(&line));
    }
    body.push_str("</ul>");
}

/// A table, which on a phone is a list of combatants: so its roles are said, and each number has
/// its title beside it.
fn fighters(fighters: &[Fighter], body: &mut String) {
    body.push_str(
        "<h3>Combatants</h3><table class=\"recap-table\" role=\"table\">\
         <thead role=\"rowgroup\"><tr role=\"row\">",
    );
    for title in recap::COLUMNS {
        let _ = write!(body, "<th scope=\"col\" role=\"columnheader\">{title}</th>");
    }
    body.push_str("</tr></thead><tbody role=\"rowgroup\">");
    for fighter in fighters {
        body.push_str("<tr role=\"row\">");
        let cells = fighter.cells();
        for (at, (title, cell)) in recap::COLUMNS.iter().zip(&cells).enumerate() {
            let words = escaped(cell);
            let none = if cell == recap::NOTHING {
                " data-none"
            } else {
                ""
            };
            let _ = match at {
                0 => write!(body, "<th scope=\"row\" role=\"rowheader\">{words}</th>"),
                _ => write!(
                    body,
                    "<td role=\"cell\" data-title=\"{title}\"{none}>{words}</td>"
                ),
            };
        }
        body.push_str("</tr>");
    }
    body.push_str("</tbody></table>");
}

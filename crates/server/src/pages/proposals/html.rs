//! The page of proposals: what waits, and for players the ways to propose something of a combatant.

use std::fmt::Write as _;

use rules::encounter::view::{ProposalView, Row};
use rules::id::CombatantId;
use rules::seat::Role;
use rules::system::RuleSystem;
use rules::track::{DamageKind, Track};

use super::Page;
use super::form::{BENCH, END};
use crate::pages::deed::plain;
use crate::pages::reader::with;

/// The body of the page.
pub(super) fn body(page: &Page<'_>) -> String {
    let mut out = String::with_capacity(8 * 1024);
    let (table, scene, name) = (page.table, &page.scene, plain(page.name));
    let _ = write!(
        out,
        "<main class=\"proposals\"><header><nav class=\"proposals-way\" aria-label=\"Where this page is\">\
         <a href=\"/t/{table}{scene}\" target=\"_top\">{name}</a></nav><h1>Proposals</h1></header>"
    );
    if let Some(words) = &page.trouble {
        let words = plain(words);
        let _ = write!(out, "<p class=\"trouble\" role=\"alert\">{words}</p>");
    }
    match page.you.1 {
        Role::Storyteller | Role::CoStoryteller => waits(page, true, &mut out),
        Role::Player => {
            waits(page, false, &mut out);
            match page.of {
                Some(row) => of(page, row, &mut out),
                None => whom(page, &mut out),
            }
        }
        Role::Spectator => out.push_str("<p class=\"empty\">Spectators propose nothing.</p>"),
    }
    out.push_str("</main>");
    out
}

/// What waits: to be settled, or to be taken back.
fn waits(page: &Page<'_>, runs: bool, out: &mut String) {
    let (title, none) = match runs {
        true => (
            "To settle",
            "Nothing is proposed. What players may not do themselves they propose, and it stands here.",
        ),
        false => (
            "What you proposed",
            "Nothing of yours waits. What you propose, the storyteller does or lets be.",
        ),
    };
    let _ = write!(
        out,
        "<section aria-labelledby=\"waits\"><h2 id=\"waits\">{title}</h2>"
    );
    if page.waits.is_empty() {
        let _ = write!(out, "<p class=\"empty\">{none}</p>");
    } else {
        out.push_str("<ul class=\"slips\">");
        for proposal in page.waits {
            slip(page, proposal, runs, out);
        }
        out.push_str("</ul>");
    }
    out.push_str("</section>");
}

fn slip(page: &Page<'_>, proposal: &ProposalView, runs: bool, out: &mut String) {
    let ProposalView { id, by, words } = proposal;
    let (path, by, words) = (plain(&page.path), plain(by), plain(words));
    let _ = match runs {
        true => write!(
            out,
            "<li class=\"slip\"><span class=\"grow\">{by} proposes: {words}</span>\
             <form class=\"actions\" method=\"post\" action=\"{path}\">\
             <input type=\"hidden\" name=\"proposal\" value=\"{id}\">\
             <button class=\"brass\" name=\"do\" value=\"accept\">Accept<span class=\"unseen\"> {words}</span></button>\
             <button class=\"quiet\" name=\"do\" value=\"decline\">Decline<span class=\"unseen\"> {words}</span></button>\
             </form></li>"
        ),
        false => write!(
            out,
            "<li class=\"slip\"><span class=\"grow\">{words}</span>\
             <form class=\"actions\" method=\"post\" action=\"{path}\">\
             <input type=\"hidden\" name=\"proposal\" value=\"{id}\">\
             <button class=\"quiet\" name=\"do\" value=\"retract\">Take back<span class=\"unseen\"> {words}</span></button>\
             </form></li>"
        ),
    };
}

/// The combatants of whom something can be proposed, in the order and on the bench.
fn whom(page: &Page<'_>, out: &mut String) {
    let ids = page.view.order.iter().chain(&page.view.bench);
    let mut rows = ids.filter_map(|id| page.view.rows.get(id)).peekable();
    out.push_str(
        "<section aria-labelledby=\"whom\"><h2 id=\"whom\">Propose something</h2>\
         <p class=\"faint\">What is not yours to do, you propose: damage, healing, a condition, a point of \
         a pool, a place in the order.</p>",
    );
    if rows.peek().is_none() {
        out.push_str("<p class=\"empty\">Nobody is at the table yet.</p></section>");
        return;
    }
    out.push_str("<ul class=\"whom\">");
    for row in rows {
        let (path, name) = (of_path(page, row.id), plain(&row.full_name()));
        let _ = write!(
            out,
            "<li><a class=\"button quiet\" href=\"{path}\">{name}</a></li>"
        );
    }
    out.push_str("</ul></section>");
}

fn of_path(page: &Page<'_>, id: CombatantId) -> String {
    let path = format!("/t/{}/proposals{}", page.table, page.scene);
    plain(&with(&path, "of", &id.to_string()))
}

/// What can be proposed of a combatant: of one's own a place in the order, of others all of it.
fn of(page: &Page<'_>, row: &Row, out: &mut String) {
    let (name, rules) = (plain(&row.full_name()), page.view.system.rules());
    let _ = write!(
        out,
        "<section aria-labelledby=\"of\"><h2 id=\"of\">Propose for {name}</h2>"
    );
    if row.owner != Some(page.you.0) {
        harm(page, row, rules, out);
        condition(page, rules, out);
        pool(page, rules, out);
    }
    place(page, row, out);
    let other = plain(&format!("/t/{}/proposals{}", page.table, page.scene));
    let _ = write!(
        out,
        "<p><a class=\"button quiet\" href=\"{other}\">Another combatant</a></p></section>"
    );
}

/// Opens a form of one kind of proposal.
fn open(page: &Page<'_>, title: &str, out: &mut String) {
    let path = plain(&page.path);
    let _ = write!(
        out,
        "<form class=\"propose\" method=\"post\" action=\"{path}#waits\"><h3>{title}</h3><div class=\"inline\">"
    );
}

fn option(value: &str, words: &str) -> String {
    let (value, words) = (plain(value), plain(words));
    format!("<option value=\"{value}\">{words}</option>")
}

fn points(label: &str, id: &str, out: &mut String) {
    let _ = write!(
        out,
        "<label class=\"unseen\" for=\"{id}\">{label}</label>\
         <input id=\"{id}\" class=\"short\" type=\"number\" inputmode=\"numeric\" name=\"points\" \
         min=\"1\" max=\"100\" value=\"1\" required autocomplete=\"off\">"
    );
}

/// A field to choose from, with its name.
fn choice(label: &str, id: &str, options: &str, out: &mut String) {
    let _ = write!(
        out,
        "<label class=\"unseen\" for=\"{id}\">{label}</label>\
         <select id=\"{id}\" name=\"what\">{options}</select>"
    );
}

fn buttons(all: &[(&str, &str)], out: &mut String) {
    out.push_str("</div><div class=\"actions\">");
    for (deed, words) in all {
        let _ = write!(
            out,
            "<button class=\"quiet\" name=\"do\" value=\"{deed}\">{words}</button>"
        );
    }
    out.push_str("</div></form>");
}

fn harm(page: &Page<'_>, row: &Row, rules: &dyn RuleSystem, out: &mut String) {
    open(page, "Damage or healing", out);
    points("How much", "harm-points", out);
    // A track that is seen says of itself which kinds it can have; of one that is not, all are offered.
    let fits = |kind: &&DamageKind| match &row.track {
        Some(Track::Points(_)) => kind.severity.is_none(),
        Some(Track::Boxes(_) | Track::Levels(_)) => kind.severity.is_some(),
        None => true,
    };
    let all = rules.damage_kinds().iter();
    let mut kinds: Vec<&DamageKind> = all.clone().filter(fits).collect();
    if kinds.is_empty() {
        kinds = all.collect();
    }
    let kinds = kinds.iter().map(|kind| option(kind.word, kind.word));
    choice(
        "Of which kind",
        "harm-kind",
        &kinds.collect::<String>(),
        out,
    );
    buttons(
        &[("harm", "Propose damage"), ("heal", "Propose healing")],
        out,
    );
}

fn condition(page: &Page<'_>, rules: &dyn RuleSystem, out: &mut String) {
    if rules.conditions().is_empty() {
        return;
    }
    open(page, "A condition", out);
    let all = rules.conditions().iter();
    let all = all.map(|spec| option(spec.key, spec.word));
    choice(
        "Which condition",
        "condition",
        &all.collect::<String>(),
        out,
    );
    buttons(
        &[
            ("afflict", "Propose to put it on"),
            ("lift", "Propose to take it off"),
        ],
        out,
    );
}

fn pool(page: &Page<'_>, rules: &dyn RuleSystem, out: &mut String) {
    open(page, "A pool", out);
    points("How many points", "pool-points", out);
    let all = rules.pool_words().iter();
    let all = all.map(|(key, title)| option(key, title));
    choice("Which pool", "pool", &all.collect::<String>(), out);
    buttons(
        &[
            ("spend", "Propose to spend"),
            ("regain", "Propose to refill"),
        ],
        out,
    );
}

fn place(page: &Page<'_>, row: &Row, out: &mut String) {
    open(page, "A place in the order", out);
    let mut all = String::new();
    let others = page.view.order.iter().filter(|id| **id != row.id);
    for other in others.filter_map(|id| page.view.rows.get(id)) {
        let words = format!("Before {}", other.full_name());
        all.push_str(&option(&other.id.to_string(), &words));
    }
    all.push_str(&option(END, "At the end of the order"));
    if page.view.order.contains(&row.id) {
        all.push_str(&option(BENCH, "Off the order"));
    }
    choice("Which place", "place", &all, out);
    buttons(&[("move", "Propose the move")], out);
}

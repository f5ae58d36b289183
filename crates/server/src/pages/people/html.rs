//! The page: the way back if it was just made, the ways to invite others, and who sits at the table.

use std::fmt::Write as _;

use app::page::{Invitation, Passing, Qr};
use rules::encounter::view::SeatView;
use rules::seat::{Role, may_hand_over, may_move};

use super::{Made, Page, copies};
use crate::limits::MAX_DELAY;
use crate::pages::deed::plain;

/// Empty space around a picture, in squares: cameras need it.
const QUIET_ZONE: u32 = 4;

/// The body of the page.
pub(super) fn body(page: &Page<'_>) -> String {
    let mut out = String::with_capacity(16 * 1024);
    let (table, name) = (page.table, plain(page.name));
    let _ = write!(
        out,
        "<main class=\"people-page\"><header class=\"people-head\">\
         <nav class=\"people-way\" aria-label=\"Where this page is\">\
         <a href=\"/t/{table}\" target=\"_top\">{name}</a></nav>\
         <h1>At the table</h1></header>"
    );
    if let Some(words) = &page.trouble {
        let words = plain(words);
        let _ = write!(out, "<p class=\"trouble\" role=\"alert\">{words}</p>");
    }
    if let Some(Made::WayBack(passing)) = &page.made {
        fresh_way_back(passing, &mut out);
    }
    if let Some(invitation) = &page.invitation {
        ways(page, invitation, &mut out);
    }
    seats(page, &mut out);
    let keeps = page.you.role == Role::Storyteller && !page.you.demo;
    if keeps && !matches!(page.made, Some(Made::WayBack(_))) {
        new_way_back(page, &mut out);
    }
    copies::section(page, &mut out);
    let _ = write!(
        out,
        "</main><script type=\"module\" src=\"{}\"></script>",
        plain(&page.script)
    );
    out
}

/// The start of a form of this page, up to what else it sends.
fn form(page: &Page<'_>, wish: &str, out: &mut String) {
    let table = page.table;
    let _ = write!(
        out,
        "<form method=\"post\" action=\"/t/{table}/people\">\
         <input type=\"hidden\" name=\"wish\" value=\"{wish}\">"
    );
}

/// A link in a field from which it can be copied.
fn copyable(label: &str, id: &str, link: &str, out: &mut String) {
    let (label, link) = (plain(label), plain(link));
    let _ = write!(
        out,
        "<div class=\"copyable\"><label for=\"{id}\">{label}</label>\
         <div class=\"link\"><input id=\"{id}\" type=\"text\" readonly data-copy value=\"{link}\"></div></div>"
    );
}

/// A link as a picture: dark on light in every theme.
fn picture(qr: Option<&Qr>, label: &str, out: &mut String) {
    let Some(Qr { side, path }) = qr else { return };
    let (label, whole) = (plain(label), side + 2 * QUIET_ZONE);
    let _ = write!(
        out,
        "<svg class=\"qr\" role=\"img\" aria-label=\"{label}\" \
         viewBox=\"-{QUIET_ZONE} -{QUIET_ZONE} {whole} {whole}\"><path d=\"{path}\"/></svg>"
    );
}

fn fresh_way_back(passing: &Passing, out: &mut String) {
    out.push_str(
        "<section class=\"card way-back\" aria-labelledby=\"way-back\"><h2 id=\"way-back\">Your way back</h2>\
         <p>This table is kept in this browser. If the browser forgets it, or you lose the device, \
         this link brings you back.</p>",
    );
    copyable("Recovery link", "way-back-link", &passing.link, out);
    out.push_str(
        "<p class=\"faint\">Keep it to yourself: whoever opens it becomes the storyteller. \
         It is shown once and works once.</p></section>",
    );
}

fn new_way_back(page: &Page<'_>, out: &mut String) {
    out.push_str(
        "<section aria-labelledby=\"way-back\"><h2 id=\"way-back\">Your way back</h2>\
         <p class=\"faint\">A recovery link brings you back to this table when your browser has \
         forgotten it. A new one replaces the last.</p>",
    );
    form(page, "recover", out);
    out.push_str(
        "<button type=\"submit\" class=\"quiet\">New recovery link</button></form></section>",
    );
}

/// The ways to the table for others.
fn ways(page: &Page<'_>, invitation: &Invitation, out: &mut String) {
    let Invitation {
        site,
        player,
        spectator,
        co_storyteller,
        code,
        code_minutes,
        qr,
    } = invitation;
    let host = site.split_once("://").map_or(&site[..], |(_, host)| host);
    out.push_str("<section aria-labelledby=\"invite\"><h2 id=\"invite\">Invite</h2>");
    let only_here = ["127.", "localhost", "[::1]"];
    if only_here.iter().any(|start| host.starts_with(start)) {
        out.push_str(
            "<p class=\"note\">This address works on this computer only. Start Coterie with --lan so \
             that phones in the room can open it.</p>",
        );
    }
    out.push_str("<div class=\"passing\">");
    picture(qr.as_ref(), "Link for players as a QR code", out);
    let _ = write!(
        out,
        "<div><h3>Code</h3><p class=\"spoken\" id=\"spoken-code\">{}</p>\
         <p class=\"faint\">Players type it at {}. It works for {}.</p></div>",
        plain(code),
        plain(host),
        hours(*code_minutes),
    );
    let whole = |path: &str| format!("{site}{path}");
    copyable("Link for players", "player-link", &whole(player), out);
    out.push_str(
        "</div><details class=\"more-links\"><summary>Spectators and co-storytellers</summary>",
    );
    copyable(
        "Link for spectators",
        "spectator-link",
        &whole(spectator),
        out,
    );
    copyable(
        "Link for a co-storyteller",
        "co-link",
        &whole(co_storyteller),
        out,
    );
    out.push_str("</details>");
    lock(page, out);
    form(page, "renew", out);
    out.push_str(
        "<button type=\"submit\" class=\"quiet\">Replace all links and the code</button></form></section>",
    );
}

/// Whether the table takes new seats.
fn lock(page: &Page<'_>, out: &mut String) {
    let (wish, words, button) = match page.locked {
        true => (
            "unlock",
            "This table is locked: nobody new comes in, by whatever link or code. Those who sit here stay.",
            "Unlock the table",
        ),
        false => (
            "lock",
            "Is everybody here? Lock the table, and nobody new comes in until you unlock it.",
            "Lock the table",
        ),
    };
    let _ = write!(out, "<p class=\"faint\">{words}</p>");
    form(page, wish, out);
    let _ = write!(
        out,
        "<button type=\"submit\" class=\"quiet\">{button}</button></form>"
    );
}

fn hours(minutes: u32) -> String {
    match (minutes + 30) / 60 {
        hours @ 2.. => format!("{hours} hours"),
        _ => format!("{minutes} minutes"),
    }
}

fn seats(page: &Page<'_>, out: &mut String) {
    out.push_str(
        "<section aria-labelledby=\"seats\"><h2 id=\"seats\">Seats</h2><ul class=\"seats\">",
    );
    for seat in page.seats {
        one(page, seat, out);
    }
    out.push_str("</ul>");
    later(page, out);
    if page.you.role.runs_the_table() {
        out.push_str(
            "<p class=\"faint\">With a seat that is taken away go the invite links that led to it.</p>",
        );
    }
    out.push_str("</section>");
}

/// How much later spectators see what happens: to set for those who run the table, to know for spectators.
fn later(page: &Page<'_>, out: &mut String) {
    let seconds = page.delay;
    if page.you.role.runs_the_table() {
        form(page, "delay", out);
        let _ = write!(
            out,
            "<div class=\"copyable\"><label for=\"delay\">Spectators see the table so many seconds later</label>\
             <div class=\"link\"><input id=\"delay\" class=\"short\" type=\"number\" inputmode=\"numeric\" \
             name=\"seconds\" min=\"0\" max=\"{MAX_DELAY}\" value=\"{seconds}\" required \
             autocomplete=\"off\" aria-describedby=\"delay-says\"><button class=\"quiet\">Set</button></div>\
             <p class=\"faint\" id=\"delay-says\">0 is at once. While it is later, the log, the replay, the \
             recap and the dice are closed to spectators.</p></div></form>"
        );
    } else if page.you.role == Role::Spectator && seconds > 0 {
        let _ = write!(
            out,
            "<p class=\"note\">You see the table {seconds} seconds later than it happens.</p>"
        );
    }
}

/// A seat with what can be done with it. It is asked once more before it is taken away.
fn one(page: &Page<'_>, seat: &SeatView, out: &mut String) {
    let SeatView {
        id,
        name,
        role,
        muted,
        own_dice: _,
    } = seat;
    let own = *id == page.you.seat;
    let what = match (own, page.here.contains(id)) {
        (true, _) => ", you",
        (false, true) => "",
        (false, false) => ", away",
    };
    let name = plain(name);
    let _ = write!(
        out,
        "<li class=\"seat\"><div class=\"seat-row\"><span class=\"grow\">{name} \
         <span class=\"faint\">{}{what}{}</span></span><div class=\"actions\">",
        role.word(),
        if *muted { ", muted" } else { "" }
    );
    let hidden = format!("<input type=\"hidden\" name=\"seat\" value=\"{}\">", id.0);
    let movable = may_move((page.you.seat, page.you.role), (*id, *role)) && !page.you.demo;
    if movable {
        form(page, "move", out);
        out.push_str(&hidden);
        let words = match own {
            true => "Continue on another device".to_owned(),
            false => format!("New device <span class=\"unseen\"> for {name}</span>"),
        };
        let _ = write!(
            out,
            "<button type=\"submit\" class=\"quiet\">{words}</button></form>"
        );
    }
    if !own && page.you.role.runs_the_table() && !role.runs_the_table() {
        let (wish, words) = match muted {
            true => ("unmute", "Let speak again"),
            false => ("mute", "Mute"),
        };
        form(page, wish, out);
        let _ = write!(
            out,
            "{hidden}<button type=\"submit\" class=\"quiet\">{words}\
             <span class=\"unseen\"> {name}</span></button></form>"
        );
    }
    if may_hand_over((page.you.seat, page.you.role), (*id, *role)) {
        let _ = write!(
            out,
            "<details class=\"sure\"><summary class=\"button quiet\">Make storyteller\
             <span class=\"unseen\"> of {name}</span></summary>\
             <p class=\"faint\">You help from then on, as a co-storyteller. Only {name} can give it back.</p>"
        );
        form(page, "hand_over", out);
        let _ = write!(
            out,
            "{hidden}<button type=\"submit\" class=\"quiet harm\">Yes, hand over\
             <span class=\"unseen\"> to {name}</span></button></form></details>"
        );
    }
    if !own && page.you.role.runs_the_table() && role.may_leave() {
        let _ = write!(
            out,
            "<details class=\"sure\"><summary class=\"button quiet\">Take away\
             <span class=\"unseen\"> {name}’s seat</span></summary>"
        );
        form(page, "unseat", out);
        let _ = write!(
            out,
            "{hidden}<button type=\"submit\" class=\"quiet harm\">Yes, take it away\
             <span class=\"unseen\"> from {name}</span></button></form></details>"
        );
    }
    out.push_str("</div></div>");
    if let Some(Made::Move(moved, passing)) = &page.made
        && moved == id
    {
        let words = match own {
            true => {
                "Scan or open it there. The table closes here as soon as it opens there.".to_owned()
            }
            false => {
                format!("For {name} alone, who sits down with it in this seat on any device.")
            }
        };
        out.push_str("<div class=\"passing\">");
        picture(passing.qr.as_ref(), "Link for another device", out);
        copyable("Link for another device", "move-link", &passing.link, out);
        let _ = write!(
            out,
            "<p class=\"faint\">{words} The link works once, within {} hours.</p></div>",
            passing.hours.unwrap_or_default()
        );
    }
    out.push_str("</li>");
}

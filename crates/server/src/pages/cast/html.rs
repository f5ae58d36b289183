//! The cast's page in HTML.

use std::fmt::Write as _;

use app::words;
use rules::encounter::view::Row;
use rules::encounter::{Side, View};
use rules::id::CombatantId;

use super::form::{Fields, RESTS};
use crate::pages::deed::plain;
use crate::pages::sheet::face;
use crate::store::{Scene, Seat, Standing, Table};

/// What the page is made of.
pub(super) struct Shown<'a> {
    pub(super) table: &'a Table,
    pub(super) you: &'a Seat,
    /// The encounter the table is at, and what the reader sees of it.
    pub(super) scene: &'a Scene,
    pub(super) view: &'a View,
    /// The encounters the reader may know of.
    pub(super) scenes: Vec<&'a Scene>,
    pub(super) fields: &'a Fields,
    /// Why the form was not done; empty when nothing is wrong.
    pub(super) trouble: &'a str,
    /// Whether the page stands beside the table.
    pub(super) beside: bool,
}

/// The page's body.
pub(super) fn body(shown: &Shown<'_>) -> String {
    let mut out = String::with_capacity(16 * 1024);
    out.push_str("<main class=\"cast\">");
    head(shown, &mut out);
    if shown.you.role.runs_the_table() {
        shown.onward(&mut out);
        shown.together(&mut out);
        shown.between(&mut out);
        shown.prepared(&mut out);
    } else {
        shown.party(&mut out);
    }
    shown.past(&mut out);
    out.push_str("</main>");
    out
}

fn head(shown: &Shown<'_>, out: &mut String) {
    let (id, name) = (shown.table.id, plain(&shown.table.name));
    out.push_str("<header class=\"cast-head\">");
    if !shown.beside {
        let _ = write!(
            out,
            "<nav class=\"cast-way\" aria-label=\"Where this page is\">\
             <a href=\"/t/{id}\">{name}</a></nav>"
        );
    }
    let heading = match shown.you.role.runs_the_table() {
        true => "The cast",
        false => "The party",
    };
    let _ = write!(
        out,
        "<h1>{heading}</h1><p class=\"faint\">{}. {}</p></header>",
        plain(&shown.view.title),
        plain(&words::sentence(&words::standing(shown.view, None))),
    );
    if !shown.trouble.is_empty() {
        let _ = write!(
            out,
            "<p class=\"cast-trouble\" role=\"alert\">{}</p>",
            plain(shown.trouble)
        );
    }
}

impl Shown<'_> {
    /// Those of a side, as they stand: first the order, then the bench.
    pub(super) fn of(&self, side: Side) -> impl Iterator<Item = &Row> {
        let all = self.view.order.iter().chain(&self.view.bench);
        all.filter_map(|id| self.view.rows.get(id).map(Box::as_ref))
            .filter(move |row| row.side == side)
    }

    /// A form's beginning: where it goes, and at which encounter its page was.
    pub(super) fn form(&self, more: &str, out: &mut String) {
        let _ = write!(
            out,
            "<form method=\"post\" action=\"/t/{}/cast\"{more}>\
             <input type=\"hidden\" name=\"here\" value=\"{}\">",
            self.table.id, self.scene.id
        );
    }

    /// Who comes along, and to which encounter.
    fn onward(&self, out: &mut String) {
        out.push_str(
            "<section class=\"cast-part\" aria-labelledby=\"onward\">\
             <h2 id=\"onward\">The next encounter</h2>",
        );
        self.form(" id=\"go-on\" class=\"cast-form\"", out);
        for (side, words) in [(Side::Character, "Characters"), (Side::Foe, "Foes")] {
            let mut rows = self.of(side).peekable();
            if rows.peek().is_none() {
                continue;
            }
            let _ = write!(
                out,
                "<fieldset class=\"cast-rows\"><legend>{words} who come along</legend>"
            );
            for row in rows {
                self.along(row, out);
            }
            out.push_str("</fieldset>");
        }
        if self.view.rows.is_empty() {
            out.push_str(
                "<p class=\"empty\">Nobody is here yet. Add characters at the table, and they can \
                 come along.</p>",
            );
        }
        out.push_str(
            "<fieldset class=\"cast-all\"><legend>How they arrive</legend><div class=\"cast-hows\">",
        );
        let chosen = self.fields.get("how").unwrap_or("now");
        for (key, words, _) in RESTS {
            let checked = if key == chosen { " checked" } else { "" };
            let _ = write!(
                out,
                "<label class=\"check\"><input type=\"radio\" name=\"how\" value=\"{key}\"{checked}>\
                 {words}</label>"
            );
        }
        let title = plain(self.fields.get("title").unwrap_or_default());
        let _ = write!(
            out,
            "</div></fieldset>\
             <div class=\"cast-title\"><label for=\"next-title\">What the next encounter is called</label>\
             <input type=\"text\" id=\"next-title\" name=\"title\" maxlength=\"60\" autocomplete=\"off\" value=\"{title}\"></div>\
             <div class=\"actions\">\
             <button class=\"quiet\" name=\"do\" value=\"prepare\">Prepare it unseen</button>\
             <button class=\"brass\" name=\"do\" value=\"start\">Start it now</button></div>\
             <p class=\"faint\">When it starts, everybody’s screen goes there. This encounter stays \
             among those that are over.</p></form></section>"
        );
    }

    /// One who may come along.
    fn along(&self, row: &Row, out: &mut String) {
        let (id, name) = (row.id, plain(&row.full_name()));
        let ticked = if self.fields.brings(row) {
            " checked"
        } else {
            ""
        };
        let _ = write!(
            out,
            "<div class=\"cast-row\"><label class=\"cast-who\">\
             <input type=\"checkbox\" name=\"along\" value=\"{id}\"{ticked}>\
             <span>{}<strong>{name}</strong>",
            face(self.table.id, "", row, "cast-face")
        );
        let player = row.owner.and_then(|seat| self.view.seat_name(seat));
        let hidden = row.hidden.then(|| "hidden from players".to_owned());
        let quiet: Vec<String> = player
            .map(str::to_owned)
            .into_iter()
            .chain(hidden)
            .collect();
        if !quiet.is_empty() {
            let _ = write!(
                out,
                " <span class=\"faint\">{}</span>",
                plain(&quiet.join(", "))
            );
        }
        let _ = write!(
            out,
            "<span class=\"cast-state\">{}</span></span></label>\
             <select name=\"how.{id}\" aria-label=\"How {name} arrives\">\
             <option value=\"\">As all do</option>",
            plain(&self.state(row)),
        );
        let chosen = self.fields.how(id);
        for (key, words, _) in RESTS {
            let selected = if key == chosen { " selected" } else { "" };
            let _ = write!(out, "<option value=\"{key}\"{selected}>{words}</option>");
        }
        out.push_str("</select></div>");
    }

    /// How a combatant is, as far as the reader may know.
    fn state(&self, row: &Row) -> String {
        let rules = self.view.system.rules();
        let mut parts = Vec::new();
        parts.extend(row.track.as_ref().map(words::track));
        parts.extend(words::health(&row.health));
        for condition in words::conditions(rules, &row.conditions) {
            if !parts.contains(&condition) {
                parts.push(condition);
            }
        }
        if let Some(sheet) = &row.sheet {
            let pools = rules.pools(sheet).into_iter();
            parts.extend(pools.filter_map(|pool| {
                let left = row.pools.get(pool.key)?;
                Some(format!("{} {left} of {}", pool.title, pool.most))
            }));
        }
        parts.extend(row.note.clone());
        parts.join(" · ")
    }

    /// The encounters that wait.
    fn prepared(&self, out: &mut String) {
        out.push_str(
            "<section class=\"cast-part\" id=\"prepared\" aria-labelledby=\"prepared-head\">\
             <h2 id=\"prepared-head\">Prepared, unseen by players</h2>",
        );
        let mut scenes = self.standing(Standing::Prepared).peekable();
        if scenes.peek().is_none() {
            out.push_str("<p class=\"faint\">None.</p></section>");
            return;
        }
        out.push_str("<ul class=\"cast-scenes\">");
        let table = self.table.id;
        for scene in scenes {
            let (id, name) = (scene.id, plain(scene.name().as_str()));
            let target = if self.beside { " target=\"_top\"" } else { "" };
            let _ = write!(
                out,
                "<li class=\"cast-scene\"><strong>{name}</strong><div class=\"actions\">\
                 <a class=\"button quiet\" href=\"/t/{table}?scene={id}\"{target} aria-label=\"Open {name}\">Open</a>\
                 <button class=\"quiet\" form=\"go-on\" name=\"begin\" value=\"{id}\" aria-label=\"Start now: {name}\">Start now</button>"
            );
            self.act("remove", scene, ("Remove", "Remove"), out);
            out.push_str("</div></li>");
        }
        out.push_str(
            "</ul><p class=\"faint\">Those who are ticked above come along when it starts, as they \
             are then.</p></section>",
        );
    }

    /// A form of one button, about an encounter.
    fn act(&self, key: &str, scene: &Scene, (words, named): (&str, &str), out: &mut String) {
        let (id, name) = (scene.id, plain(scene.name().as_str()));
        self.form("", out);
        let _ = write!(
            out,
            "<input type=\"hidden\" name=\"scene\" value=\"{id}\">\
             <button class=\"quiet\" name=\"do\" value=\"{key}\" aria-label=\"{named}: {name}\">{words}</button></form>"
        );
    }

    fn standing(&self, standing: Standing) -> impl Iterator<Item = &Scene> {
        let all = self.scenes.iter().copied();
        all.filter(move |scene| scene.standing == standing)
    }

    /// The encounters that are over, with what there is to tell of them.
    fn past(&self, out: &mut String) {
        let mut scenes = self.standing(Standing::Over).peekable();
        if scenes.peek().is_none() {
            return;
        }
        out.push_str(
            "<section class=\"cast-part\" id=\"past\" aria-labelledby=\"past-head\">\
             <h2 id=\"past-head\">Over</h2><ul class=\"cast-scenes\">",
        );
        let table = self.table.id;
        for scene in scenes {
            let (id, name) = (scene.id, plain(scene.name().as_str()));
            let _ = write!(
                out,
                "<li class=\"cast-scene\"><strong>{name}</strong><div class=\"actions\">\
                 <a class=\"button quiet\" href=\"/t/{table}/recap?scene={id}\" aria-label=\"After the fight: {name}\">After the fight</a>\
                 <a class=\"button quiet\" href=\"/t/{table}/replay?scene={id}\" aria-label=\"Replay: {name}\">Replay</a>"
            );
            if self.you.role.runs_the_table() {
                self.act("back", scene, ("Go back to it", "Go back to it"), out);
            }
            out.push_str("</div></li>");
        }
        out.push_str("</ul></section>");
    }

    /// The characters as players see them.
    fn party(&self, out: &mut String) {
        out.push_str("<section class=\"cast-part\" aria-label=\"Characters\">");
        let mut rows = self.of(Side::Character).peekable();
        if rows.peek().is_none() {
            out.push_str("<p class=\"empty\">No character is here yet.</p></section>");
            return;
        }
        out.push_str("<ul class=\"cast-scenes\">");
        for row in rows {
            let player = row.owner.and_then(|seat| self.view.seat_name(seat));
            let played = match player {
                Some(player) => format!("played by {player}"),
                None => "the storyteller’s".to_owned(),
            };
            let _ = write!(
                out,
                "<li class=\"cast-scene\" data-combatant=\"{}\"><div>{}<strong>{}</strong> \
                 <span class=\"faint\">{}</span><span class=\"cast-state\">{}</span></div></li>",
                named(row.id),
                face(self.table.id, "", row, "cast-face"),
                plain(&row.full_name()),
                plain(&played),
                plain(&self.state(row)),
            );
        }
        out.push_str("</ul></section>");
    }
}

fn named(id: CombatantId) -> String {
    id.to_string()
}

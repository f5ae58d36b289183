//! The page of a sheet: its head, its parts in the order in which a fight asks for them.

use std::fmt::Write as _;

use rules::cite::{self, Piece};
use rules::encounter::view::Row;
use rules::encounter::{HealthSight, Side, View};
use rules::id::SeatId;
use rules::seat::Role;
use rules::system::RuleSystem;
use rules::track::LevelCosts;

use super::super::deed::plain;
use super::form::{Sent, part};
use super::portrait::face;
use crate::pages::reader::{Reader, with};
use crate::store::Table;

/// What came of the form before.
pub(super) enum Said<'a> {
    /// It is kept; the name of its part, if there was one.
    Kept(&'a str),
    /// It was refused.
    Refused {
        part: &'static str,
        words: String,
        sent: &'a Sent,
    },
}

/// One sheet for one reader.
pub(super) struct Sheet<'a> {
    pub(super) table: &'a Table,
    /// What names the encounter in an address, where the table is at another.
    pub(super) scene: String,
    pub(super) view: &'a View,
    pub(super) row: &'a Row,
    /// Whether the reader may write on it, as far as a page can know.
    pub(super) may: bool,
    /// Whether the reader runs the table.
    pub(super) runs: bool,
    /// Whether the reader is a player.
    pub(super) plays: bool,
    /// Whether it opens beside the table.
    pub(super) beside: bool,
    /// The kind of an item that is being written.
    pub(super) own: &'a str,
    pub(super) said: Said<'a>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(reader: &'a Reader, view: &'a View, row: &'a Row) -> Self {
        let at = &reader.at;
        let runs = reader.runs();
        let plays = at.seat.role == Role::Player && row.owner == Some(at.seat.id);
        Self {
            table: &at.table,
            scene: reader.scene_query(),
            view,
            row,
            may: runs || plays,
            runs,
            plays: at.seat.role == Role::Player,
            beside: reader.beside(),
            own: "",
            said: Said::Kept(""),
        }
    }

    pub(super) fn rules(&self) -> &'static dyn RuleSystem {
        self.view.system.rules()
    }

    pub(super) fn path(&self) -> String {
        let (table, row, scene) = (self.table.id, self.row.id, &self.scene);
        format!("/t/{table}/c/{row}{scene}")
    }

    pub(super) fn title(&self) -> String {
        format!("{} · Coterie", self.row.full_name())
    }

    pub(super) fn body(&self) -> String {
        let mut out = String::with_capacity(16 * 1024);
        out.push_str("<main class=\"paper\">");
        self.head(&mut out);
        self.health(&mut out);
        if self.row.sheet.is_some() {
            self.values(&mut out);
            self.pools(&mut out);
        }
        self.conditions(&mut out);
        self.holds(&mut out);
        if self.row.sheet.is_some() {
            self.rolls(&mut out);
            self.gear(&mut out);
            self.traits(&mut out);
            self.start(&mut out);
            self.notes(&mut out);
        } else {
            out.push_str("<p class=\"empty\">The storyteller keeps this sheet.</p>");
        }
        self.portrait(&mut out);
        self.who(&mut out);
        out.push_str("</main>");
        out
    }

    /// Names and who it is, and the way back where there is one.
    fn head(&self, out: &mut String) {
        out.push_str("<header class=\"paper-head\">");
        if !self.beside {
            let _ = write!(
                out,
                "<nav class=\"paper-way\" aria-label=\"Where this page is\">\
                 <a href=\"/t/{}{}\" target=\"_top\">{}</a></nav>",
                self.table.id,
                self.scene,
                plain(&self.table.name)
            );
        }
        let name = plain(&self.row.full_name());
        let _ = write!(
            out,
            "<div class=\"paper-name\">{}<div><h1>{name}</h1><p class=\"faint\">{}</p></div></div>\
             <p class=\"actions\"><a class=\"button quiet\" href=\"/t/{}/c/{}/past{}\">Who did this</a>{}</p></header>",
            face(self.table.id, &self.scene, self.row, "paper-face"),
            self.standing(),
            self.table.id,
            self.row.id,
            self.scene,
            self.to_propose()
        );
        if let (Said::Refused { words, .. }, false) = (&self.said, self.may) {
            self.trouble(words, out);
        }
    }

    /// Side, kind and player, in a line.
    fn standing(&self) -> String {
        let row = self.row;
        let side = match row.side {
            Side::Character => "Character",
            Side::Foe => "Foe",
        };
        let mut said = vec![side.to_owned()];
        said.extend(self.kind_title().map(str::to_owned));
        let owner = row.owner.and_then(|seat| self.view.seat_name(seat));
        said.extend(owner.map(|name| format!("played by {}", plain(name))));
        said.extend(row.hidden.then(|| "hidden from players".to_owned()));
        said.join(" · ")
    }

    /// What the creature is called by its kind, for those who may know.
    fn kind_title(&self) -> Option<&'static str> {
        let sheet = self.row.sheet.as_ref()?;
        let mut kinds = self.rules().kinds().iter();
        let kind = match &sheet.kind {
            Some(key) => kinds.find(|kind| kind.key == key),
            None => kinds.next(),
        };
        kind.map(|kind| kind.title)
    }

    /// The notes: whatever else is to be known.
    fn notes(&self, out: &mut String) {
        let Some(sheet) = &self.row.sheet else { return };
        if !self.may && sheet.notes.is_empty() {
            return;
        }
        self.open(part::NOTES, "Notes", out);
        if self.may {
            let _ = write!(
                out,
                "{}<textarea name=\"text\" rows=\"5\" maxlength=\"{}\" aria-labelledby=\"{}-head\">\n{}</textarea>\
                 <button class=\"quiet\">Save the notes</button></form>",
                self.form(part::NOTES, "notes"),
                rules::sheet::MAX_NOTES,
                part::NOTES,
                plain(self.typed(part::NOTES, "notes", "text", &sheet.notes)),
            );
        } else {
            let _ = write!(out, "<p class=\"paper-notes\">{}</p>", plain(&sheet.notes));
        }
        out.push_str("</section>");
    }

    /// Name, kind and player, for those who may set them.
    fn who(&self, out: &mut String) {
        if !self.may {
            return;
        }
        self.open(part::WHO, "Name and kind", out);
        let name = plain(self.typed(part::WHO, "name", "name", &self.row.name));
        let _ = write!(
            out,
            "{}<label for=\"name\">Name</label><div class=\"inline\">\
             <input id=\"name\" type=\"text\" name=\"name\" maxlength=\"60\" autocomplete=\"off\" value=\"{name}\">\
             <button class=\"quiet\">Rename</button></div></form>",
            self.form(part::WHO, "name")
        );
        if let Some(sheet) = self
            .row
            .sheet
            .as_ref()
            .filter(|it| self.rules().has_levels(it))
        {
            let now = sheet.levels.unwrap_or(LevelCosts::SEVEN).to_string();
            let now = plain(self.typed(part::WHO, "levels", "levels", &now));
            let _ = write!(
                out,
                "{}<label for=\"levels\">Health levels: how many, or what each costs</label>\
                 <div class=\"inline\"><input id=\"levels\" type=\"text\" name=\"levels\" \
                 maxlength=\"100\" autocomplete=\"off\" value=\"{now}\">\
                 <button class=\"quiet\">Set the levels</button></div></form>",
                self.form(part::WHO, "levels")
            );
        }
        if let Some(sheet) = &self.row.sheet {
            let kinds = self.rules().kinds().iter();
            let first = self.rules().kinds().first().map_or("", |kind| kind.key);
            let now = sheet.kind.as_deref().unwrap_or(first);
            let kinds = kinds.map(|kind| option(kind.key, kind.title, kind.key == now));
            let _ = write!(
                out,
                "{}<label for=\"kind\">Kind</label><div class=\"inline\">\
                 <select id=\"kind\" name=\"kind\">{}</select>\
                 <button class=\"quiet\">Set the kind</button></div></form>",
                self.form(part::WHO, "kind"),
                kinds.collect::<String>()
            );
        }
        if self.runs {
            let seats = self.view.seats.iter();
            let players = seats.filter(|seat| seat.role == Role::Player);
            let players = players.map(|seat| {
                let SeatId(id) = seat.id;
                option(&id.to_string(), &seat.name, self.row.owner == Some(seat.id))
            });
            let _ = write!(
                out,
                "{}<label for=\"seat\">Played by</label><div class=\"inline\">\
                 <select id=\"seat\" name=\"seat\">{}{}</select>\
                 <button class=\"quiet\">Hand over</button></div></form>",
                self.form(part::WHO, "owner"),
                option("", "The storyteller", self.row.owner.is_none()),
                players.collect::<String>()
            );
            self.seen(out);
        }
        out.push_str("</section>");
    }

    /// What players see of them: for those who run the table.
    fn seen(&self, out: &mut String) {
        if self.row.side == Side::Foe {
            let now = self.row.sight;
            let sights = [
                ("exact", "All of it", HealthSight::Exact),
                (
                    "banded",
                    "In a word: unhurt, hurt, badly hurt",
                    HealthSight::Banded,
                ),
                (
                    "hidden",
                    "Nothing, unless they are out of the fight",
                    HealthSight::Hidden,
                ),
            ];
            let sights = sights.map(|(key, words, sight)| option(key, words, now == Some(sight)));
            let _ = write!(
                out,
                "{}<label for=\"sight\">What players see of their health</label><div class=\"inline\">\
                 <select id=\"sight\" name=\"sight\">{}{}</select>\
                 <button class=\"quiet\">Show so much</button></div></form>",
                self.form(part::WHO, "sight"),
                option("", "As of every foe at this table", now.is_none()),
                sights.concat()
            );
        }
        if self.row.hidden || self.row.lurks {
            let (to, words, verb) = match self.row.lurks {
                true => (
                    "no",
                    "Hidden until the first action: with the first exchange they declare, players see them.",
                    "Stay hidden until shown",
                ),
                false => (
                    "yes",
                    "Hidden until those who run the table show them.",
                    "Show with the first action",
                ),
            };
            let _ = write!(
                out,
                "{}<p class=\"faint\">{words}</p>\
                 <button class=\"quiet\" name=\"lurks\" value=\"{to}\">{verb}</button></form>",
                self.form(part::WHO, "lurks")
            );
        }
    }

    /// The way to propose something of a combatant, for players who may not do it.
    fn to_propose(&self) -> String {
        if self.may || !self.plays {
            return String::new();
        }
        let path = format!("/t/{}/proposals{}", self.table.id, self.scene);
        let path = plain(&with(&path, "of", &self.row.id.to_string()));
        format!(" <a class=\"button quiet\" href=\"{path}\">Propose…</a>")
    }

    /// Opens a part, with what came of its last form.
    pub(super) fn open(&self, part: &str, title: &str, out: &mut String) {
        let _ = write!(
            out,
            "<section class=\"paper-part\" id=\"{part}\" aria-labelledby=\"{part}-head\">\
             <h2 id=\"{part}-head\">{title}</h2>"
        );
        match &self.said {
            Said::Kept(kept) if *kept == part => {
                out.push_str("<p class=\"kept\" role=\"status\">Saved.</p>");
            }
            Said::Refused {
                part: of, words, ..
            } if *of == part && self.may => self.trouble(words, out),
            _ => {}
        }
    }

    fn trouble(&self, words: &str, out: &mut String) {
        let words = self.ruled(words);
        let _ = write!(out, "<p class=\"trouble\" role=\"alert\">{words}</p>");
    }

    /// Opens a form of a part; its deed is what the server reads first.
    pub(super) fn form(&self, part: &str, deed: &str) -> String {
        let path = self.path();
        format!(
            "<form method=\"post\" action=\"{path}#{part}\">\
             <input type=\"hidden\" name=\"do\" value=\"{deed}\">"
        )
    }

    /// What a field holds: what was typed when its form was refused, or what is so.
    pub(super) fn typed<'s>(&'s self, of: &str, deed: &str, field: &str, now: &'s str) -> &'s str {
        match &self.said {
            Said::Refused { part, sent, .. } if *part == of && sent.get("do") == deed => {
                sent.find(field).unwrap_or(now)
            }
            _ => now,
        }
    }

    /// Words as HTML, in which every id of a rule leads to the guide.
    pub(super) fn ruled(&self, words: &str) -> String {
        let system = self.view.system.key();
        let pieces = cite::pieces(words).into_iter().map(|piece| match piece {
            Piece::Words(words) => plain(words),
            Piece::Rule(id) => format!("<a class=\"rule\" href=\"/rules/{system}#{id}\">{id}</a>"),
        });
        pieces.collect()
    }
}

/// One choice of a `select`.
pub(super) fn option(value: &str, words: &str, chosen: bool) -> String {
    let (value, words) = (plain(value), plain(words));
    let chosen = if chosen { " selected" } else { "" };
    format!("<option value=\"{value}\"{chosen}>{words}</option>")
}

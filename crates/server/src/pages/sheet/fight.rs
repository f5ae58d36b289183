//! What a fight asks of a sheet first: health, values, pools, conditions.

use std::fmt::Write as _;

use rules::encounter::view::Shown;
use rules::speech::{number, signed};
use rules::term::Term;
use rules::track::{Severity, Track};

use super::super::deed::plain;
use super::form::part;
use super::page::{Sheet, option};

impl Sheet<'_> {
    /// The track, what it means, and what is wrong.
    pub(super) fn health(&self, out: &mut String) {
        let row = self.row;
        let title = row
            .track
            .as_ref()
            .map_or(self.rules().speech().health, |track| {
                self.rules().track_title(track)
            });
        let _ = write!(
            out,
            "<section class=\"paper-part\" id=\"health\" aria-labelledby=\"health-head\">\
             <h2 id=\"health-head\">{title}</h2>"
        );
        match &row.track {
            Some(Track::Points(points)) => {
                let share = points.now().max(0).saturating_mul(100) / points.most().max(1);
                let _ = write!(
                    out,
                    "<p class=\"points-figure\"><strong>{}</strong> of {}</p>\
                     <svg class=\"bar\" aria-hidden=\"true\" viewBox=\"0 0 100 1\" \
                     preserveAspectRatio=\"none\" data-low=\"{}\"><rect width=\"{share}\" height=\"1\"/></svg>",
                    number(points.now()),
                    points.most(),
                    share <= 25
                );
            }
            Some(track) => self.boxes(track, out),
            None => out.push_str("<p class=\"faint\">Not to be seen.</p>"),
        }
        if row.health.penalty != 0 {
            let _ = write!(
                out,
                "<p>Wounds: {} to rolls.</p>",
                number(row.health.penalty)
            );
        }
        if !row.health.states.is_empty() {
            out.push_str("<ul class=\"paper-states\">");
            for state in &row.health.states {
                let words = format!("{} {}", state.word, state.rule);
                let _ = write!(out, "<li>{}</li>", self.ruled(&app::words::raised(&words)));
            }
            out.push_str("</ul>");
        }
        out.push_str("</section>");
    }

    /// Boxes as they are at the table, to be read.
    fn boxes(&self, track: &Track, out: &mut String) {
        let Some(boxes) = track.boxes() else { return };
        let name = |index| self.rules().box_name(track, index);
        let before = usize::from(boxes.size()).saturating_sub(self.row.penalties.len());
        let _ = write!(
            out,
            "<p>{}</p><ol class=\"paper-boxes\" aria-hidden=\"true\" data-named=\"{}\">",
            app::words::raised(&app::words::track(track)),
            name(0).is_some(),
        );
        for index in 0..boxes.size() {
            let at = usize::from(index);
            let mark = match boxes.at(index) {
                None => "",
                Some(Severity::Bashing) => "b",
                Some(Severity::Lethal) => "l",
                Some(Severity::Aggravated) => "a",
            };
            let penalty = at
                .checked_sub(before)
                .and_then(|at| self.row.penalties.get(at));
            let penalty = penalty.filter(|penalty| **penalty != 0);
            let penalty = penalty.map_or_else(String::new, |penalty| number(*penalty));
            let name = name(index).unwrap_or_default();
            let _ = write!(
                out,
                "<li><span class=\"box\" aria-disabled=\"true\" data-mark=\"{mark}\">\
                 <svg viewBox=\"0 0 30 30\"><path class=\"stroke stroke-1\" d=\"M6.5 24 C11 18.5 18 11.5 23.5 6\"/>\
                 <path class=\"stroke stroke-2\" d=\"M6.5 6.5 C11.5 11.5 18.5 18.5 23.8 24\"/>\
                 <path class=\"stroke stroke-3\" d=\"M15 3.5 C14.6 11 15.3 19 15 26.5\"/></svg></span>\
                 <span class=\"box-name\">{name} <b>{penalty}</b></span></li>"
            );
        }
        out.push_str("</ol>");
    }

    /// Values that follow from all the rest, each with what adds up to it.
    pub(super) fn values(&self, out: &mut String) {
        let initiative = self.row.initiative.as_ref();
        let rolls = self.runs || (self.may && self.row.score.is_none());
        if self.row.shown.is_empty() && initiative.is_none() && !rolls {
            return;
        }
        self.open(part::INITIATIVE, "In the fight", out);
        out.push_str("<dl class=\"paper-values\">");
        for shown in &self.row.shown {
            let Shown { title, terms } = shown;
            self.value(title, &number(shown.value()), terms, out);
        }
        if let Some(initiative) = initiative {
            let die = Term::typed("Die", initiative.die.into());
            let terms: Vec<Term> = std::iter::once(die)
                .chain(initiative.terms.iter().cloned())
                .collect();
            self.value("Initiative, rolled", &number(initiative.score), &terms, out);
        }
        out.push_str("</dl>");
        if rolls {
            self.real_die(out);
        }
        if initiative.is_some() && self.may {
            self.adjust(out);
        }
        out.push_str("</section>");
    }

    fn value(&self, title: &str, value: &str, terms: &[Term], out: &mut String) {
        let parts = terms.iter().map(|term| {
            let rule = term.rule.as_ref().map(|rule| format!(" {rule}"));
            let rule = rule.unwrap_or_default();
            format!("{} {}{rule}", term.label, signed(term.value))
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        let (title, parts) = (plain(title), self.ruled(&parts));
        let _ = write!(
            out,
            "<div><dt>{title}</dt><dd><strong>{value}</strong><span>{parts}</span></dd></div>"
        );
    }

    /// Initiative by a real die, in the place of the one before.
    fn real_die(&self, out: &mut String) {
        let face = self.typed(part::INITIATIVE, "real", "face", "");
        let most = self.rules().initiative_die();
        let _ = write!(
            out,
            "{}<label for=\"face\">A real die for initiative shows</label><div class=\"inline\">\
             <input id=\"face\" class=\"short\" type=\"number\" inputmode=\"numeric\" name=\"face\" min=\"1\" \
             max=\"{most}\" required autocomplete=\"off\" value=\"{}\"><button class=\"quiet\">Take it</button>\
             </div></form>",
            self.form(part::INITIATIVE, "real"),
            plain(face)
        );
    }

    /// Something is added to the initiative by hand; what the rules propose is said.
    fn adjust(&self, out: &mut String) {
        let fighter = self.view.fighter(self.row);
        let proposed = fighter.map(|who| self.rules().suggested(&who));
        let proposed = proposed.unwrap_or_default();
        let by = match rules::term::sum(&proposed) {
            0 => String::new(),
            sum => sum.to_string(),
        };
        let by = self.typed(part::INITIATIVE, "adjust", "by", &by);
        let _ = write!(
            out,
            "{}<label for=\"by\">Add to the initiative</label><div class=\"inline\">\
             <input id=\"by\" class=\"short\" type=\"text\" name=\"by\" autocomplete=\"off\" \
             placeholder=\"−1\" value=\"{}\"><button class=\"quiet\">Adjust</button></div>",
            self.form(part::INITIATIVE, "adjust"),
            plain(by)
        );
        if !proposed.is_empty() {
            let parts = proposed.iter().map(|term| {
                let rule = term.rule.as_ref().map(|rule| format!(" ({rule})"));
                format!(
                    "{} {}{}",
                    term.label,
                    signed(term.value),
                    rule.unwrap_or_default()
                )
            });
            let parts = parts.collect::<Vec<_>>().join(", ");
            let _ = write!(
                out,
                "<p class=\"faint\">Proposed: {}</p>",
                self.ruled(&parts)
            );
        }
        out.push_str("</form>");
    }

    /// What can be spent, and what is left of it.
    pub(super) fn pools(&self, out: &mut String) {
        let Some(sheet) = &self.row.sheet else { return };
        let specs = self.rules().pools(sheet);
        if specs.is_empty() {
            return;
        }
        self.open(part::POOLS, "To spend", out);
        out.push_str(&match self.may {
            true => self.form(part::POOLS, "spend"),
            false => String::from("<div>"),
        });
        out.push_str("<ul class=\"paper-pools\">");
        for pool in specs {
            let left = self.row.pools.get(pool.key).copied().unwrap_or(0);
            let (key, title) = (pool.key, pool.title);
            let _ = write!(
                out,
                "<li><span>{title} <strong>{}</strong> of {}</span>",
                number(left),
                number(pool.most)
            );
            if self.may {
                let button = |verb: &str, sign: &str, by: i32, off: bool| {
                    let off = if off { " disabled" } else { "" };
                    format!(
                        "<button class=\"quiet icon\" name=\"spend\" value=\"{key} {by}\" \
                         aria-label=\"{verb} one {title}\"{off}>{sign}</button>"
                    )
                };
                let _ = write!(
                    out,
                    "<span class=\"pair\">{}{}</span>",
                    button("Spend", "−", -1, left <= 0),
                    button("Regain", "+", 1, left >= pool.most)
                );
            }
            out.push_str("</li>");
        }
        out.push_str("</ul>");
        out.push_str(if self.may { "</form>" } else { "</div>" });
        out.push_str("</section>");
    }

    /// The conditions in force, with what they do, and a few words of the reader's own.
    pub(super) fn conditions(&self, out: &mut String) {
        let row = self.row;
        let known = self.rules().conditions();
        if !self.may && row.note.is_none() && row.conditions.is_empty() {
            return;
        }
        self.open(part::CONDITIONS, "Conditions", out);
        let in_force = known
            .iter()
            .filter(|spec| row.conditions.contains_key(spec.key));
        out.push_str("<ul class=\"paper-list\">");
        for spec in in_force.clone() {
            let amount = row.conditions.get(spec.key).map_or(0, |now| now.amount);
            let amount = match amount {
                0 => String::new(),
                amount => format!(" {}", number(amount)),
            };
            let _ = write!(
                out,
                "<li><span><strong>{}{amount}</strong> {}</span>",
                plain(&app::words::raised(spec.word)),
                self.ruled(&format!("{} {}", spec.effect, spec.rule))
            );
            if self.may {
                let _ = write!(
                    out,
                    "{}<button class=\"quiet icon\" name=\"key\" value=\"{}\" aria-label=\"No longer {}\">×</button></form>",
                    self.form(part::CONDITIONS, "lift"),
                    spec.key,
                    plain(spec.word)
                );
            }
            out.push_str("</li>");
        }
        if let (Some(note), false) = (&row.note, self.may) {
            let _ = write!(out, "<li><span>{}</span></li>", plain(note));
        }
        out.push_str("</ul>");
        if self.may {
            let rest = known
                .iter()
                .filter(|spec| !row.conditions.contains_key(spec.key));
            let rest = rest.map(|spec| option(spec.key, &app::words::raised(spec.word), false));
            let rest = rest.collect::<String>();
            if !rest.is_empty() {
                let _ = write!(
                    out,
                    "{}<label for=\"condition\">Put into a condition</label><div class=\"inline\">\
                     <select id=\"condition\" name=\"key\">{rest}</select>\
                     <button class=\"quiet\">Put into it</button></div></form>",
                    self.form(part::CONDITIONS, "afflict")
                );
            }
            let note = row.note.as_deref().unwrap_or_default();
            let _ = write!(
                out,
                "{}<label for=\"note\">In a few words</label><div class=\"inline\">\
                 <input id=\"note\" type=\"text\" name=\"text\" maxlength=\"60\" autocomplete=\"off\" \
                 placeholder=\"prone, aiming +2\" value=\"{}\">\
                 <button class=\"quiet\">Write</button></div></form>",
                self.form(part::CONDITIONS, "note"),
                plain(self.typed(part::CONDITIONS, "note", "text", note))
            );
        }
        out.push_str("</section>");
    }
}

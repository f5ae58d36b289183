//! Weapons, armor and all else that is carried, with its numbers.

use std::fmt::Write as _;

use rules::gear::{Carried, ChartRow, Item, ItemId, ItemSpec};
use rules::speech::number;

use super::super::deed::plain;
use super::OWN;
use super::form::{NUMBER, TAG, WAS, part};
use super::page::{Sheet, option};
use crate::pages::reader::with;

/// Where an item can be, in the order in which it is offered.
const PLACES: [(Carried, &str); 4] = [
    (Carried::Held, "held"),
    (Carried::Worn, "worn"),
    (Carried::Stowed, "stowed"),
    (Carried::Dropped, "dropped"),
];

impl Sheet<'_> {
    /// What is carried, and where more comes from.
    pub(super) fn gear(&self, out: &mut String) {
        let gear = &self.row.gear;
        if gear.is_empty() && !self.may {
            return;
        }
        self.open(part::GEAR, "Weapons and armor", out);
        if gear.is_empty() {
            out.push_str("<p class=\"faint\">Empty hands.</p>");
        } else {
            out.push_str("<ul class=\"paper-items\">");
            for (id, item) in gear {
                self.item(*id, item, out);
            }
            out.push_str("</ul>");
        }
        if self.may {
            self.charts(out);
            self.own(out);
        }
        out.push_str("</section>");
    }

    fn item_spec(&self, kind: &str) -> Option<&'static ItemSpec> {
        let mut specs = self.view.system.combat().items().iter();
        specs.find(|spec| spec.kind == kind)
    }

    fn item(&self, id: ItemId, item: &Item, out: &mut String) {
        let spec = self.item_spec(&item.kind);
        let name = plain(item.name.as_str());
        let kind = spec.map_or(item.kind.as_str(), |spec| spec.title);
        let _ = write!(
            out,
            "<li class=\"card\"><h3>{name}</h3><p class=\"faint\">{}, {}</p>",
            plain(kind),
            item.carried.word()
        );
        let numbers = spec.map_or(&[][..], |spec| spec.numbers).iter();
        let written = numbers
            .clone()
            .filter_map(|number| Some((number, item.number(number.key)?)));
        let written: Vec<_> = written.collect();
        if !written.is_empty() {
            out.push_str("<dl class=\"paper-numbers\">");
            for (spec, value) in written {
                let (title, value) = (spec.title, number(value));
                let _ = write!(out, "<div><dt>{title}</dt><dd>{value}</dd></div>");
            }
            out.push_str("</dl>");
        }
        let tags = spec.map_or(&[][..], |spec| spec.tags).iter();
        let tags = tags
            .filter(|(key, _)| item.is(key))
            .map(|(_, words)| *words);
        let tags = tags.collect::<Vec<_>>().join(", ");
        if !tags.is_empty() {
            let _ = write!(
                out,
                "<p class=\"faint\">{}</p>",
                plain(&app::words::raised(&tags))
            );
        }
        if self.may {
            self.handle(id, item, spec, out);
        }
        out.push_str("</li>");
    }

    /// What can be done with an item.
    fn handle(&self, id: ItemId, item: &Item, spec: Option<&ItemSpec>, out: &mut String) {
        let name = plain(item.name.as_str());
        let hidden = format!("<input type=\"hidden\" name=\"item\" value=\"{id}\">");
        let places = PLACES.iter().map(|(place, key)| {
            let now = *place == item.carried;
            format!(
                "<button class=\"segment\" name=\"to\" value=\"{key}\" aria-pressed=\"{now}\">{}</button>",
                app::words::raised(place.word())
            )
        });
        let _ = write!(
            out,
            "{}{hidden}<div class=\"segments\" role=\"group\" aria-label=\"Where {name} is\">{}</div></form>\
             <details><summary>Change {name}</summary>",
            self.form(part::GEAR, "carry"),
            places.collect::<String>()
        );
        let numbers = spec.map_or(&[][..], |spec| spec.numbers);
        if !numbers.is_empty() {
            let _ = write!(
                out,
                "{}{hidden}<div class=\"paper-fields\">",
                self.form(part::GEAR, "change")
            );
            for spec in numbers {
                let now = item.number(spec.key).map(|value| value.to_string());
                let now = now.unwrap_or_default();
                let (key, title) = (spec.key, spec.title);
                let _ = write!(
                    out,
                    "<label>{title}<input type=\"number\" inputmode=\"numeric\" \
                     name=\"{NUMBER}{key}\" min=\"{}\" max=\"{}\" value=\"{now}\"></label>\
                     <input type=\"hidden\" name=\"{WAS}{NUMBER}{key}\" value=\"{now}\">",
                    spec.min, spec.max
                );
            }
            out.push_str("</div><button class=\"quiet\">Save the numbers</button></form>");
        }
        let _ = write!(
            out,
            "{}{hidden}<button class=\"quiet harm\">Take {name} away</button></form></details>",
            self.form(part::GEAR, "take")
        );
    }

    /// The rows of the system's charts, kind by kind.
    fn charts(&self, out: &mut String) {
        let combat = self.view.system.combat();
        let chart = combat.chart();
        let mut groups = String::new();
        for spec in combat.items() {
            let rows = chart.iter().filter(|row| row.item.kind == spec.kind);
            let rows = rows.map(|row| option(&row.key, &self.row_words(row, spec), false));
            let rows = rows.collect::<String>();
            if !rows.is_empty() {
                let _ = write!(
                    groups,
                    "<optgroup label=\"{}\">{rows}</optgroup>",
                    plain(spec.title)
                );
            }
        }
        if !groups.is_empty() {
            let _ = write!(
                out,
                "{}<label for=\"what\">Add from the charts</label><div class=\"inline\">\
                 <select id=\"what\" name=\"what\">{groups}</select>\
                 <button class=\"quiet\">Add</button></div></form>",
                self.form(part::GEAR, "give")
            );
        }
    }

    /// `Knife · Damage 1 · Initiative −1`.
    fn row_words(&self, row: &ChartRow, spec: &ItemSpec) -> String {
        let numbers = spec.numbers.iter().filter_map(|spec| {
            let value = row.item.number(spec.key)?;
            Some(format!("{} {}", spec.title, number(value)))
        });
        let mut words = vec![row.item.name.to_string()];
        words.extend(numbers.take(3));
        words.join(" · ")
    }

    /// A row of the table's own: first its kind, then what such an item has.
    fn own(&self, out: &mut String) {
        let specs = self.view.system.combat().items();
        let chosen = specs.iter().find(|spec| spec.kind == self.own);
        let open = if chosen.is_some() { " open" } else { "" };
        let _ = write!(
            out,
            "<details{open}><summary>Something of your own</summary><ul class=\"actions\">"
        );
        for spec in specs {
            let now = if spec.kind == self.own {
                " aria-current=\"true\""
            } else {
                ""
            };
            let _ = write!(
                out,
                "<li><a class=\"button quiet\" href=\"{}#{}\"{now}>{}</a></li>",
                with(&self.path(), OWN, spec.kind),
                part::GEAR,
                plain(spec.title)
            );
        }
        out.push_str("</ul>");
        if let Some(spec) = chosen {
            self.own_fields(spec, out);
        }
        out.push_str("</details>");
    }

    fn own_fields(&self, spec: &ItemSpec, out: &mut String) {
        let typed = |field: &str| plain(self.typed(part::GEAR, "own", field, ""));
        let kind = spec.kind;
        let _ = write!(
            out,
            "{}<input type=\"hidden\" name=\"kind\" value=\"{kind}\">\
             <label for=\"own-name\">What it is called</label>\
             <input id=\"own-name\" type=\"text\" name=\"name\" maxlength=\"60\" autocomplete=\"off\" required value=\"{}\">\
             <div class=\"paper-fields\">",
            self.form(part::GEAR, "own"),
            typed("name")
        );
        for number in spec.numbers {
            let field = format!("{NUMBER}{}", number.key);
            let _ = write!(
                out,
                "<label>{}<input type=\"number\" inputmode=\"numeric\" name=\"{field}\" \
                 min=\"{}\" max=\"{}\" value=\"{}\"></label>",
                number.title,
                number.min,
                number.max,
                typed(&field)
            );
        }
        out.push_str("</div>");
        if !spec.tags.is_empty() {
            out.push_str("<fieldset class=\"paper-tags\"><legend>What is true of it</legend>");
            for (key, words) in spec.tags {
                let field = format!("{TAG}{key}");
                let on = if typed(&field).is_empty() {
                    ""
                } else {
                    " checked"
                };
                let _ = write!(
                    out,
                    "<label class=\"check\"><input type=\"checkbox\" name=\"{field}\" value=\"{key}\"{on}>{words}</label>"
                );
            }
            out.push_str("</fieldset>");
        }
        let usual = if kind == "armor" { "worn" } else { "held" };
        let places = PLACES.iter().take(3);
        let places = places
            .map(|(place, key)| option(key, &app::words::raised(place.word()), *key == usual));
        let _ = write!(
            out,
            "<label for=\"own-to\">Where it is</label><div class=\"inline\">\
             <select id=\"own-to\" name=\"to\">{}</select><button class=\"quiet\">Add it</button></div></form>",
            places.collect::<String>()
        );
    }
}

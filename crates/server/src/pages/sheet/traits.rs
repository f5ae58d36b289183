//! Traits by their headings, those of the sheet's own, and sheets to start from.

use std::fmt::Write as _;

use rules::sheet::{Sheet as Numbers, TraitGroup, TraitSpec};
use rules::speech::number;

use super::super::deed::plain;
use super::form::{CUSTOM, TRAIT, WAS, part};
use super::page::Sheet;

impl Sheet<'_> {
    /// The traits, and behind a fold those that can be tapped onto the sheet.
    pub(super) fn traits(&self, out: &mut String) {
        let Some(sheet) = &self.row.sheet else { return };
        self.open(part::TRAITS, "Traits", out);
        if self.may {
            // Enter in a field presses the first button of its form.
            let _ = write!(
                out,
                "{}<button class=\"unseen\" tabindex=\"-1\" aria-hidden=\"true\">Save</button>",
                self.form(part::TRAITS, "traits")
            );
        }
        let groups = self.rules().trait_groups();
        for (nth, group) in groups.iter().enumerate() {
            self.group(group, nth == 0, sheet, out);
        }
        self.custom(sheet, out);
        if self.may {
            out.push_str("<button class=\"brass\">Save the traits</button>");
            self.chips(sheet, out);
            out.push_str("</form>");
        }
        out.push_str("</section>");
    }

    fn spec(&self, key: &str) -> Option<&'static TraitSpec> {
        let mut specs = self.rules().traits().iter();
        specs.find(|spec| spec.key == key)
    }

    /// The traits below one heading that stand on the sheet; all of them below the first.
    fn group(&self, group: &TraitGroup, whole: bool, sheet: &Numbers, out: &mut String) {
        let specs = group.keys.iter().filter_map(|key| self.spec(key));
        let specs = specs.filter(|spec| whole || sheet.traits.contains_key(spec.key));
        let specs: Vec<_> = specs.collect();
        if specs.is_empty() {
            return;
        }
        let _ = write!(out, "<h3>{}</h3>", group.title);
        if !self.may {
            out.push_str("<dl class=\"paper-traits\">");
            for spec in specs {
                let (title, value) = (spec.title, number(sheet.get(spec)));
                let _ = write!(out, "<div><dt>{title}</dt><dd>{value}</dd></div>");
            }
            return out.push_str("</dl>");
        }
        out.push_str("<div class=\"paper-fields\">");
        for spec in specs {
            let now = sheet.traits.get(spec.key).copied();
            let (title, key) = (plain(spec.title), spec.key);
            self.field(&title, &format!("{TRAIT}{key}"), now, spec, out);
        }
        out.push_str("</div>");
    }

    fn field(&self, title: &str, name: &str, now: Option<i32>, spec: &TraitSpec, out: &mut String) {
        let now = now.map(|value| value.to_string()).unwrap_or_default();
        let typed = plain(self.typed(part::TRAITS, "traits", name, &now));
        let name = plain(name);
        let _ = write!(
            out,
            "<label>{title}<input type=\"number\" inputmode=\"numeric\" name=\"{name}\" \
             min=\"{}\" max=\"{}\" placeholder=\"{}\" value=\"{typed}\"></label>\
             <input type=\"hidden\" name=\"{WAS}{name}\" value=\"{now}\">",
            spec.min, spec.max, spec.default
        );
    }

    /// Traits that no rule knows.
    fn custom(&self, sheet: &Numbers, out: &mut String) {
        if sheet.custom.is_empty() && !self.may {
            return;
        }
        out.push_str("<h3>Of its own</h3>");
        if !self.may {
            out.push_str("<dl class=\"paper-traits\">");
            for (name, value) in &sheet.custom {
                let (name, value) = (plain(name), number(*value));
                let _ = write!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
            }
            return out.push_str("</dl>");
        }
        out.push_str("<div class=\"paper-fields\">");
        let most = rules::encounter::limits::MAX_CUSTOM_VALUE;
        let spec = TraitSpec {
            key: "",
            title: "",
            aliases: &[],
            min: -most,
            max: most,
            default: 0,
        };
        for (name, value) in &sheet.custom {
            self.field(
                &plain(name),
                &format!("{CUSTOM}{name}"),
                Some(*value),
                &spec,
                out,
            );
        }
        out.push_str("</div>");
        let typed = |field: &str| plain(self.typed(part::TRAITS, "traits", field, ""));
        let _ = write!(
            out,
            "<div class=\"paper-new\"><label>Another trait<input type=\"text\" name=\"new\" \
             maxlength=\"60\" autocomplete=\"off\" placeholder=\"Occult\" value=\"{}\"></label>\
             <label>Value<input type=\"number\" inputmode=\"numeric\" name=\"new.value\" \
             min=\"-{most}\" max=\"{most}\" placeholder=\"1\" value=\"{}\"></label></div>\
             <p class=\"faint\">A trait without a value goes from the sheet. All of them are parts of rolls.</p>",
            typed("new"),
            typed("new.value")
        );
    }

    /// The traits that are not on the sheet: a tap writes one onto it.
    fn chips(&self, sheet: &Numbers, out: &mut String) {
        let mut chips = String::new();
        for group in self.rules().trait_groups().iter().skip(1) {
            let rest = group.keys.iter().filter_map(|key| self.spec(key));
            let rest = rest.filter(|spec| !sheet.traits.contains_key(spec.key));
            let rest = rest.map(|spec| {
                format!(
                    "<button class=\"chip\" name=\"add\" value=\"{}\">+ {}</button>",
                    spec.key,
                    plain(spec.title)
                )
            });
            let rest = rest.collect::<String>();
            if !rest.is_empty() {
                let _ = write!(
                    chips,
                    "<h4>{}</h4><div class=\"chips\">{rest}</div>",
                    group.title
                );
            }
        }
        if !chips.is_empty() {
            let _ = write!(
                out,
                "<details><summary>Tap to add a trait</summary>{chips}</details>"
            );
        }
    }

    /// Sheets to start from.
    pub(super) fn start(&self, out: &mut String) {
        if !self.may {
            return;
        }
        self.open(part::START, "Start from", out);
        let _ = write!(
            out,
            "<p class=\"faint\">Writes kind, traits and gear over this sheet; the rest of it stays. \
             It can be undone at the table.</p>{}<ul class=\"paper-list\">",
            self.form(part::START, "start")
        );
        for archetype in self.rules().archetypes() {
            let _ = write!(
                out,
                "<li><span><strong>{}</strong> {}</span>\
                 <button class=\"quiet\" name=\"archetype\" value=\"{}\" aria-label=\"Start from {}\">Use</button></li>",
                plain(archetype.title),
                plain(archetype.line),
                archetype.key,
                plain(archetype.title)
            );
        }
        out.push_str("</ul></form></section>");
    }
}

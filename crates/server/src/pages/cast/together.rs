//! Who acts as one, as a part of the cast's page.

use std::fmt::Write as _;

use rules::encounter::Side;
use rules::encounter::view::Row;
use rules::id::CombatantId;

use super::html::Shown;
use crate::pages::deed::plain;

impl Shown<'_> {
    /// Who acts as one, and who may.
    pub(super) fn together(&self, out: &mut String) {
        let all = || self.of(Side::Character).chain(self.of(Side::Foe));
        if all().count() < 2 {
            return;
        }
        out.push_str(
            "<section class=\"cast-part\" id=\"together\" aria-labelledby=\"together-head\">\
             <h2 id=\"together-head\">Who acts as one</h2>\
             <p class=\"faint\">One roll of initiative and one row in the order, which opens to show \
             them. Boxes and gear stay each one’s own, and each acts in their turn.</p>",
        );
        let mut groups: Vec<CombatantId> = all().filter_map(|row| row.group).collect();
        groups.sort_unstable();
        groups.dedup();
        if !groups.is_empty() {
            out.push_str("<ul class=\"cast-scenes\">");
        }
        for group in &groups {
            let rows = || all().filter(|row| row.group == Some(*group));
            let names: Vec<String> = rows().map(Row::full_name).collect();
            let names = plain(&names.join(", "));
            let first = rows().find(|row| !row.hidden).or_else(|| rows().next());
            let Some(first) = first else { continue };
            let _ = write!(
                out,
                "<li class=\"cast-scene\"><strong>{names}</strong><div class=\"actions\">"
            );
            self.form("", out);
            let _ = write!(
                out,
                "<input type=\"hidden\" name=\"who\" value=\"{}\">\
                 <button class=\"quiet\" name=\"do\" value=\"apart\" aria-label=\"Each on their own: {names}\">\
                 Each on their own</button></form></div></li>",
                first.id
            );
        }
        if !groups.is_empty() {
            out.push_str("</ul>");
        }
        self.form(" class=\"cast-form\"", out);
        out.push_str("<fieldset><legend>Let these act as one</legend><div class=\"cast-hows\">");
        for row in all() {
            let (id, name) = (row.id, plain(&row.full_name()));
            let mut sent = self.fields.0.iter();
            let ticked = sent.any(|(name, value)| name == "one" && *value == id.to_string());
            let ticked = if ticked { " checked" } else { "" };
            let _ = write!(
                out,
                "<label class=\"check\"><input type=\"checkbox\" name=\"one\" value=\"{id}\"{ticked}>{name}</label>"
            );
        }
        out.push_str(
            "</div></fieldset><div class=\"actions\">\
             <button class=\"quiet\" name=\"do\" value=\"as_one\">Act as one</button></div></form></section>",
        );
    }
}

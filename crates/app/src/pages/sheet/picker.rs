//! Gear picker: items of the system's charts, found by name, by use at this table, or by kind.

use leptos::prelude::*;
use rules::character::gear::{ChartRow, Item};
use rules::messages::pages as msg;

use super::gear::item_summary;
use super::{Sheet, part};

/// Number of items in use at this table that are shown.
const RECENT: usize = 5;

impl Sheet<'_> {
    /// Renders the items of the equipment charts, each a button that adds one; `None` without
    /// charts.
    pub(super) fn chart_picker(&self) -> Option<AnyView> {
        let combat = self.view.system.combat();
        let chart = combat.item_chart();
        let groups = combat.item_kinds().iter().filter_map(|spec| {
            let rows = chart.iter().filter(|row| row.item.kind == spec.kind);
            let rows: Vec<AnyView> = rows.map(|row| self.chart_button(row)).collect();
            if rows.is_empty() {
                return None;
            }
            Some(view! {
                <details>
                    <summary>
                        <h3>{spec.title.get()}</h3>
                        <span class="faint">{rows.len()}</span>
                    </summary>
                    <ul class="picker-rows">{rows}</ul>
                </details>
            })
        });
        let groups: Vec<_> = groups.collect();
        if groups.is_empty() {
            return None;
        }
        let recent = self.recent_items(&chart);
        let recent = (!recent.is_empty()).then(|| {
            view! {
                <h3>{msg::CARRIED_AT_THIS_TABLE.get()}</h3>
                <ul class="picker-rows">{recent}</ul>
            }
        });
        let fields = view! {
            <label class="picker-find" hidden>
                {msg::ADD_FROM_THE_CHARTS.get()}
                <input
                    type="search"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder=msg::FIND_BY_A_FEW_LETTERS.get()
                />
            </label>
            <div class="picker-all">{recent} {groups}</div>
            <p class="faint picker-none" role="status" hidden>{msg::NOTHING_IS_CALLED_THAT.get()}</p>
        };
        let form = self.form(part::GEAR, "give", fields);
        Some(view! { <div class="picker">{form}</div> }.into_any())
    }

    /// Renders the button for an item of an equipment chart, with its name and its values.
    fn chart_button(&self, row: &ChartRow) -> AnyView {
        let spec = self.item_spec(&row.item.kind);
        let told = item_summary(&row.item, spec);
        view! {
            <li>
                <button class="picker-row" name="what" value=row.key.clone()>
                    <strong>{row.item.name.to_string()}</strong>
                    " "
                    <span>{told}</span>
                </button>
            </li>
        }
        .into_any()
    }

    /// Renders the chart items that combatants at this table carry, as far as the reader knows, the most frequent
    /// first.
    fn recent_items(&self, chart: &[ChartRow]) -> Vec<AnyView> {
        let carried = || self.view.rows.values().flat_map(|row| row.gear.values());
        let count = |row: &&ChartRow| {
            let same = |item: &&Item| item.name == row.item.name && item.kind == row.item.kind;
            carried().filter(same).count()
        };
        let mut rows: Vec<&ChartRow> = chart.iter().filter(|row| count(row) > 0).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(count(row)));
        let rows = rows.into_iter().take(RECENT);
        rows.map(|row| self.chart_button(row)).collect()
    }
}

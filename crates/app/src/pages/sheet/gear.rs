//! Weapons, armor and all else that is carried, with its numbers.

use leptos::prelude::*;
use rules::gear::{Carried, ChartRow, Item, ItemId, ItemSpec};
use rules::messages::pages as msg;
use rules::speech::number;

use super::{NUMBER, Sheet, WAS, hidden, option, part};
use crate::words;

/// Where an item can be, in the order in which it is offered.
pub(super) const PLACES: [(Carried, &str); 4] = [
    (Carried::Held, "held"),
    (Carried::Worn, "worn"),
    (Carried::Stowed, "stowed"),
    (Carried::Dropped, "dropped"),
];

impl Sheet<'_> {
    /// What is carried, and where more comes from.
    pub(super) fn gear(&self) -> Option<AnyView> {
        let gear = &self.row.gear;
        if gear.is_empty() && !self.may {
            return None;
        }
        let items = match gear.is_empty() {
            true => view! { <p class="faint">{msg::EMPTY_HANDS.get()}</p> }.into_any(),
            false => {
                let items = gear.iter().map(|(id, item)| self.item(*id, item));
                view! { <ul class="paper-items">{items.collect_view()}</ul> }.into_any()
            }
        };
        let more = self.may.then(|| view! { {self.charts()} {self.own()} });
        let inside = view! { {items} {more} };
        Some(self.part(part::GEAR, msg::WEAPONS_AND_ARMOR.get(), inside))
    }

    fn item_spec(&self, kind: &str) -> Option<&'static ItemSpec> {
        let mut specs = self.view.system.combat().items().iter();
        specs.find(|spec| spec.kind == kind)
    }

    fn item(&self, id: ItemId, item: &Item) -> AnyView {
        let spec = self.item_spec(&item.kind);
        let kind = spec.map_or(item.kind.as_str(), |spec| spec.title.get());
        let numbers = spec.map_or(&[][..], |spec| spec.numbers).iter();
        let written = numbers.filter_map(|number| Some((number, item.number(number.key)?)));
        let written: Vec<AnyView> = written
            .map(|(spec, value)| {
                view! { <div><dt>{spec.title.get()}</dt><dd>{number(value)}</dd></div> }.into_any()
            })
            .collect();
        let written =
            (!written.is_empty()).then(|| view! { <dl class="paper-numbers">{written}</dl> });
        let tags = spec.map_or(&[][..], |spec| spec.tags).iter();
        let tags = tags
            .filter(|(key, _)| item.is(key))
            .map(|(_, words)| words.get());
        let tags = tags.collect::<Vec<_>>().join(", ");
        let tags =
            (!tags.is_empty()).then(|| view! { <p class="faint">{words::raised(&tags)}</p> });
        view! {
            <li class="card">
                <h3>{item.name.to_string()}</h3>
                <p class="faint">{format!("{kind}, {}", item.carried.word())}</p>
                {written}
                {tags}
                {self.may.then(|| self.handle(id, item, spec))}
            </li>
        }
        .into_any()
    }

    /// What can be done with an item.
    fn handle(&self, id: ItemId, item: &Item, spec: Option<&'static ItemSpec>) -> AnyView {
        let name = &item.name;
        let places = PLACES.iter().map(|(place, key)| {
            let now = (*place == item.carried).to_string();
            view! {
                <button class="segment" name="to" value=*key aria-pressed=now>
                    {words::raised(place.word().get())}
                </button>
            }
        });
        let carry = view! {
            {hidden("item", id)}
            <div class="segments" role="group" aria-label=msg::where_is(&name)>
                {places.collect_view()}
            </div>
        };
        let numbers = spec.map_or(&[][..], |spec| spec.numbers);
        let change = (!numbers.is_empty()).then(|| {
            let numbers = numbers.iter().map(|spec| {
                let now = item.number(spec.key).map(|value| value.to_string());
                let now = now.unwrap_or_default();
                let field = format!("{NUMBER}{}", spec.key);
                let was = format!("{WAS}{field}");
                view! {
                    <label>
                        {spec.title.get()}
                        <input
                            type="number"
                            inputmode="numeric"
                            name=field
                            min=spec.min.to_string()
                            max=spec.max.to_string()
                            value=now.clone()
                        />
                    </label>
                    {hidden(&was, now)}
                }
            });
            let fields = view! {
                {hidden("item", id)}
                <div class="paper-fields">{numbers.collect_view()}</div>
                <button class="quiet">{msg::SAVE_THE_NUMBERS.get()}</button>
            };
            self.form(part::GEAR, "change", fields)
        });
        let take = view! {
            {hidden("item", id)}
            <button class="quiet harm">{msg::take_away_2(&name)}</button>
        };
        view! {
            {self.form(part::GEAR, "carry", carry)}
            <details>
                <summary>{msg::change(&name)}</summary>
                {change}
                {self.form(part::GEAR, "take", take)}
            </details>
        }
        .into_any()
    }

    /// The rows of the system's charts, kind by kind.
    fn charts(&self) -> Option<AnyView> {
        let combat = self.view.system.combat();
        let chart = combat.chart();
        let groups = combat.items().iter().filter_map(|spec| {
            let rows = chart.iter().filter(|row| row.item.kind == spec.kind);
            let rows = rows.map(|row| option(&row.key, &row_words(row, spec), false));
            let rows: Vec<AnyView> = rows.collect();
            if rows.is_empty() {
                return None;
            }
            Some(view! { <optgroup label=spec.title.get()>{rows}</optgroup> }.into_any())
        });
        let groups: Vec<AnyView> = groups.collect();
        if groups.is_empty() {
            return None;
        }
        let fields = view! {
            <label for="what">{msg::ADD_FROM_THE_CHARTS.get()}</label>
            <div class="inline">
                <select id="what" name="what">{groups}</select>
                <button class="quiet">{msg::ADD.get()}</button>
            </div>
        };
        Some(self.form(part::GEAR, "give", fields))
    }
}

/// `Knife · Damage 1 · Initiative −1`.
fn row_words(row: &ChartRow, spec: &ItemSpec) -> String {
    let numbers = spec.numbers.iter().filter_map(|spec| {
        let value = row.item.number(spec.key)?;
        Some(format!("{} {}", spec.title, number(value)))
    });
    let mut words = vec![row.item.name.to_string()];
    words.extend(numbers.take(3));
    words.join(" · ")
}

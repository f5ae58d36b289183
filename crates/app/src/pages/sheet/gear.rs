//! Gear of the sheet: weapons, armor and all other items, with their numbers.

use leptos::prelude::*;
use rules::base::text::capitalize;
use rules::character::gear::{Carried, Item, ItemId, ItemSpec};
use rules::character::vocabulary::format_number;
use rules::messages::pages as msg;

use super::{NUMBER, PRINTED, Sheet, hidden_field, part};

/// Places where an item can be, in the order in which they are offered.
pub(super) const PLACES: [(Carried, &str); 4] = [
    (Carried::Held, "held"),
    (Carried::Worn, "worn"),
    (Carried::Stowed, "stowed"),
    (Carried::Dropped, "dropped"),
];

impl Sheet<'_> {
    /// Renders the items of a combatant, and the forms to add more.
    pub(super) fn gear(&self) -> Option<AnyView> {
        let gear = &self.row.gear;
        if gear.is_empty() && !self.can_edit {
            return None;
        }
        let items = match gear.is_empty() {
            true => view! { <p class="faint">{msg::EMPTY_HANDS.get()}</p> }.into_any(),
            false => {
                let items = gear.iter().map(|(id, item)| self.item(*id, item));
                view! { <ul class="paper-items">{items.collect_view()}</ul> }.into_any()
            }
        };
        let more = self
            .can_edit
            .then(|| view! { {self.chart_picker()} {self.own_item_form()} });
        let inside = view! { {items} {more} };
        Some(self.part(part::GEAR, msg::WEAPONS_AND_ARMOR.get(), inside))
    }

    /// Finds the specification of a kind of item.
    pub(super) fn item_spec(&self, kind: &str) -> Option<&'static ItemSpec> {
        let mut specs = self.view.system.combat().item_kinds().iter();
        specs.find(|spec| spec.kind == kind)
    }

    /// Renders one item of gear on the sheet of a combatant.
    fn item(&self, id: ItemId, item: &Item) -> AnyView {
        let spec = self.item_spec(&item.kind);
        let head = view! {
            <strong>{item.name.to_string()}</strong>
            <span class="faint">{item_summary(item, spec)}</span>
            <span class="item-place">{item.carried.label().get()}</span>
        };
        if !self.can_edit {
            return view! { <li class="item"><div class="item-head">{head}</div></li> }.into_any();
        }
        let remove = view! {
            {hidden_field("item", id)}
            <button class="quiet icon" aria-label=msg::take_away_2(&item.name)>"×"</button>
        };
        view! {
            <li class="item">
                <details>
                    <summary class="item-head">{head}</summary>
                    {self.item_forms(id, item, spec)}
                </details>
                {self.form(part::GEAR, "take", remove)}
            </li>
        }
        .into_any()
    }

    /// Renders the forms for an item of gear on the sheet, which change its place and its numbers.
    fn item_forms(&self, id: ItemId, item: &Item, spec: Option<&'static ItemSpec>) -> AnyView {
        let name = &item.name;
        let places = PLACES.iter().map(|(place, key)| {
            let now = (*place == item.carried).to_string();
            view! {
                <button class="segment" name="to" value=*key aria-pressed=now>
                    {capitalize(place.label().get())}
                </button>
            }
        });
        let carry = view! {
            {hidden_field("item", id)}
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
                let was = format!("{PRINTED}{field}");
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
                    {hidden_field(&was, now)}
                }
            });
            let fields = view! {
                {hidden_field("item", id)}
                <div class="paper-fields">{numbers.collect_view()}</div>
                <button class="quiet">{msg::SAVE_THE_NUMBERS.get()}</button>
            };
            self.form(part::GEAR, "change", fields)
        });
        view! { {self.form(part::GEAR, "carry", carry)} {change} }.into_any()
    }
}

/// Returns the values of an item in words, such as `Damage 1 · Initiative −1 · two-handed`.
pub(super) fn item_summary(item: &Item, spec: Option<&'static ItemSpec>) -> String {
    let Some(spec) = spec else {
        return item.kind.clone();
    };
    let numbers = spec.numbers.iter();
    let numbers = numbers
        .filter_map(|of| Some((of, item.number(of.key)?)))
        .map(|(of, value)| format!("{} {}", of.title, format_number(value)));
    let tags = spec.tags.iter().filter(|(key, _)| item.has_tag(key));
    let words: Vec<String> = numbers
        .chain(tags.map(|(_, words)| words.to_string()))
        .collect();
    match words.is_empty() {
        true => spec.title.to_string(),
        false => words.join(" · "),
    }
}

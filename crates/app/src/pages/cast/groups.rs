//! Form that groups combatants who act as one.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::view::CombatantRow;
use rules::messages::pages as msg;

use super::{Cast, hidden_field};

impl Cast<'_> {
    /// Renders the groups of combatants that act as one, and the form that makes one.
    pub(super) fn groups(&self) -> Option<AnyView> {
        if self.all().count() < 2 {
            return None;
        }
        let mut groups: Vec<CombatantId> = self.all().filter_map(|row| row.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let groups = (!groups.is_empty()).then(|| {
            let groups = groups.iter().filter_map(|group| self.group(*group));
            view! { <ul class="cast-scenes">{groups.collect_view()}</ul> }
        });
        let rows = self.all().map(|row| {
            let id = row.id.to_string();
            let ticked = self.typed.has_value("one", &id);
            view! {
                <label class="check">
                    <input type="checkbox" name="one" value=id checked=ticked />
                    {row.full_name()}
                </label>
            }
        });
        let inside = view! {
            <fieldset>
                <legend>{msg::LET_THESE_ACT_AS_ONE.get()}</legend>
                <div class="cast-hows">{rows.collect_view()}</div>
            </fieldset>
            <div class="actions">
                <button class="quiet" name="do" value="as_one">{msg::ACT_AS_ONE.get()}</button>
            </div>
        };
        let together = view! {
            <section class="cast-part" id="together" aria-labelledby="together-head">
                <h2 id="together-head">{msg::WHO_ACTS_AS_ONE.get()}</h2>
                <p class="faint">
                    {msg::ONE_ROLL_OF_INITIATIVE_AND.get()}
                </p>
                {groups}
                {self.form(None, inside)}
            </section>
        };
        Some(together.into_any())
    }

    /// Renders a group, and the button that ends it.
    fn group(&self, group: CombatantId) -> Option<AnyView> {
        let rows = || self.all().filter(|row| row.group == Some(group));
        let names: Vec<String> = rows().map(CombatantRow::full_name).collect();
        let names = names.join(", ");
        let first = rows().find(|row| !row.hidden).or_else(|| rows().next())?;
        let inside = view! {
            {hidden_field("who", first.id)}
            <button class="quiet" name="do" value="apart" aria-label=msg::each_on_their_own(&names)>
                {msg::EACH_ON_THEIR_OWN_2.get()}
            </button>
        };
        let group = view! {
            <li class="cast-scene">
                <strong>{names.clone()}</strong>
                <div class="actions">{self.button_form(inside)}</div>
            </li>
        };
        Some(group.into_any())
    }
}

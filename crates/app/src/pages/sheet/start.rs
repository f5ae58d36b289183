//! Archetypes: the first part of a blank sheet, and the last of any other.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::{Sheet, hidden_field, part};

/// Number of archetypes that a new combatant's sheet shows at once.
const SHOWN_AT_ONCE: usize = 6;

impl Sheet<'_> {
    /// Renders the first section of a blank sheet, which fills it from an archetype or from
    /// scratch.
    pub(super) fn start(&self) -> Option<AnyView> {
        if !self.can_edit {
            return None;
        }
        let scratch = view! {
            <li>
                <a class="paper-card" href=format!("#{}", part::TRAITS)>
                    <strong>{msg::FROM_SCRATCH.get()}</strong>
                    <span>{msg::TAP_THE_DOTS_YOURSELF.get()}</span>
                </a>
            </li>
        };
        let inside = self.archetypes(Some(scratch.into_any()));
        Some(self.part(part::START, msg::WHO_ARE_THEY.get(), inside))
    }

    /// Renders the last section of a filled sheet, which replaces it with an archetype.
    pub(super) fn start_over(&self) -> Option<AnyView> {
        if !self.can_edit {
            return None;
        }
        let inside = view! {
            <p class="faint">{msg::WRITES_KIND_TRAITS_AND_GEAR.get()}</p>
            {self.archetypes(None)}
        };
        Some(self.folded_part(part::START, msg::START_OVER_FROM_AN_ARCHETYPE.get(), inside))
    }

    /// Renders the archetypes as cards, each with a button that fills the sheet; `last` is one more
    /// card.
    fn archetypes(&self, last: Option<AnyView>) -> AnyView {
        let all = self.rules().facts().archetypes;
        let cards = all.iter().map(|archetype| {
            view! {
                <li>
                    <button class="paper-card" name="archetype" value=archetype.key>
                        <strong>{archetype.title.get()}</strong>
                        <span class="option-with">{archetype.gear_summary()}</span>
                    </button>
                </li>
            }
            .into_any()
        });
        let mut first: Vec<AnyView> = cards.collect();
        let rest = first.split_off(first.len().min(SHOWN_AT_ONCE));
        let more = (!rest.is_empty()).then(|| {
            view! {
                <details>
                    <summary>{msg::more_archetypes(&rest.len())}</summary>
                    <ul class="paper-cards">{rest}</ul>
                </details>
            }
        });
        let fields = view! { <ul class="paper-cards">{first} {last}</ul> {more} };
        view! {
            <form method="post" action=self.path()>
                {hidden_field("do", "start")}
                {fields}
            </form>
        }
        .into_any()
    }
}

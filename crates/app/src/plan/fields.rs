//! The state of a plan in its form.

use leptos::prelude::*;
use rules::base::sorted_map;
use rules::character::plan::{ActionKind, PlanSpec};
use rules::encounter::command::PlanInput;
use rules::encounter::view::CombatantRow;

/// Fields of the form in which a combatant's actions of a turn are declared.
#[derive(Clone, Copy)]
pub struct PlanFields {
    pub(super) words: RwSignal<String>,
    pub(super) actions: RwSignal<i32>,
    pub(super) defenses: RwSignal<sorted_map::Set<u8>>,
    pub(super) kinds: RwSignal<sorted_map::Map<u8, String>>,
    pub(super) extra: RwSignal<i32>,
    pub(super) willpower: RwSignal<i32>,
    pub(super) stance: RwSignal<Option<String>>,
}

impl PlanFields {
    /// Creates the fields of a plan with one action and nothing else.
    pub(super) fn new() -> Self {
        Self {
            words: RwSignal::new(String::new()),
            actions: RwSignal::new(1),
            defenses: RwSignal::new(sorted_map::Set::new()),
            kinds: RwSignal::new(sorted_map::Map::new()),
            extra: RwSignal::new(0),
            willpower: RwSignal::new(0),
            stance: RwSignal::new(None),
        }
    }

    /// Fills the fields with the declared plan of a row.
    pub(super) fn fill(&self, row: &CombatantRow) {
        let plan = row.plan.clone().unwrap_or_default();
        let text = plan.words.as_ref().map(ToString::to_string);
        self.words.set(text.unwrap_or_default());
        self.actions.set(plan.actions.into());
        self.defenses.set(plan.defenses);
        self.kinds.set(plan.kinds);
        self.extra.set(plan.extra.into());
        self.willpower.set(plan.willpower.into());
        self.stance.set(plan.stance);
    }

    /// Returns the number of the last action that can be a defense.
    pub(super) fn last_defense(&self, spec: &PlanSpec) -> u8 {
        let small = |count: RwSignal<i32>| u8::try_from(count.get().max(0)).unwrap_or(u8::MAX);
        let extra = spec.extra.filter(|extra| extra.defenses);
        let extra = extra.map_or(0, |_| small(self.extra));
        small(self.actions).max(1).saturating_add(extra)
    }

    /// Builds the plan to send, without fields that the rules don't have.
    pub(super) fn request(&self, spec: &PlanSpec) -> PlanInput {
        let small =
            |count: RwSignal<i32>| u8::try_from(count.get_untracked().max(0)).unwrap_or(u8::MAX);
        let actions = small(self.actions);
        let last = untrack(|| self.last_defense(spec));
        let mut defenses = self.defenses.get_untracked();
        defenses.retain(|number| *number <= last);
        let kinds = self.kinds.get_untracked();
        let fits = |(number, key): &(u8, String)| {
            let there = offered_kinds(spec, defenses.contains(number));
            *number <= last && there.iter().any(|kind| kind.key == key)
        };
        PlanInput {
            words: self.words.get_untracked(),
            actions,
            kinds: kinds
                .iter()
                .map(|(number, key)| (*number, key.clone()))
                .filter(fits)
                .collect(),
            defenses,
            extra: small(self.extra),
            willpower: small(self.willpower),
            stance: self.stance.get_untracked(),
        }
    }
}

/// Returns the kinds that an action can be declared as; `defends` asks for those of defenses.
pub(super) const fn offered_kinds(spec: &PlanSpec, defends: bool) -> &'static [ActionKind] {
    if defends { spec.defenses } else { spec.pools }
}

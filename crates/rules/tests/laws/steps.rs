//! The one law each rule system has to keep by itself, so that what is hidden leaves no hole:
//! who has a step, and before whom it comes, follows from those concerned and no others.

use rules::base::sorted_map::{Map, Set};

use proptest::prelude::*;
use rules::base::dice::Dice as _;
use rules::base::text::Name;
use rules::character::condition::Conditions;
use rules::character::initiative::Initiative;
use rules::character::phase::{Phase, TurnStep};
use rules::character::plan::Plan;
use rules::character::sheet::Sheet;
use rules::character::track::Track;
use rules::ruleset::RuleSystem;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use testkit::table::SeededDice;

use crate::cases;
use crate::recipe::{Reader, Recipe, recipe, systems};

/// No combatant here is in any.
static NO_CONDITIONS: Conditions = Conditions::new();
static NO_GEAR: rules::character::gear::Gear = rules::character::gear::Gear::new();

/// A combatant in the order, with all that a [`Fighter`] borrows.
struct OwnedFighter {
    sheet: Sheet,
    track: Track,
    initiative: Option<Initiative>,
    plan: Option<Plan>,
    tally: Map<String, u16>,
    pools: Map<String, i32>,
}

impl OwnedFighter {
    fn of(recipe: Recipe, rules: &dyn RuleSystem, house: &HouseRules) -> Option<Self> {
        let mut read = Reader::new(recipe);
        let mut sheet = Sheet {
            kind: read.maybe(|read| read.one_of(rules.facts().creature_kinds).key.to_owned()),
            traits: Map::new(),
            ..Sheet::default()
        };
        for _ in 0..read.below(3) {
            let spec = read.one_of(rules.facts().trait_specs);
            let some = i32::try_from(read.below(5)).expect("small");
            let value = spec.min.saturating_add(some).min(spec.max);
            sheet.traits.insert(spec.key.to_owned(), value);
        }
        let spec = rules.facts().plan_spec;
        let plan = spec.filter(|_| read.below(3) > 0).map(|spec| {
            let few = |read: &mut Reader, most: u8| {
                u8::try_from(read.below(usize::from(most.min(4)) + 1)).expect("small")
            };
            let actions = few(&mut read, spec.actions).max(1);
            let defends = |_: &u8| !spec.defenses.is_empty() && read.below(3) == 0;
            let defenses: Set<u8> = (1..=actions).filter(defends).collect();
            Plan {
                words: Name::new("rushes").ok(),
                actions,
                defenses,
                kinds: Map::new(),
                extra: few(&mut read, spec.extra.map_or(0, |extra| extra.most)),
                willpower: few(&mut read, spec.willpower),
                stance: read
                    .maybe(|read| spec.stances.get(read.below(spec.stances.len())))
                    .flatten()
                    .map(|stance| stance.key.to_owned()),
            }
        });
        let mut owned = Self {
            track: rules.unmarked_track(&sheet).ok()?,
            sheet,
            initiative: None,
            plan,
            tally: Map::new(),
            pools: Map::new(),
        };
        let mut dice = SeededDice::for_command(rules::base::id::CommandId(recipe.number()));
        // Few faces, so that many are equal.
        let face = dice.roll_die(3);
        let initiative = rules.initiative_for_die(&owned.fighter(house), face);
        owned.initiative = (read.below(5) > 0).then_some(initiative);
        Some(owned)
    }

    fn fighter<'a>(&'a self, house: &'a HouseRules) -> CombatantInfo<'a> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            conditions: &NO_CONDITIONS,
            gear: &NO_GEAR,
            sheet: &self.sheet,
            track: &self.track,
            initiative: self.initiative.as_ref(),
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            house,
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// Striking a combatant from the order strikes their steps and moves no other.
    #[test]
    fn striking_somebody_moves_nobody_else(
        system in systems(),
        recipes in prop::collection::vec(recipe(), 1..8),
        gone in any::<prop::sample::Index>(),
        turned in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
    ) {
        let rules = system.rules();
        let mut house = HouseRules::default();
        for (which, what) in turned {
            let spec = which.get(rules.lists().setting_specs);
            house.apply_setting(spec, what.get(&testkit::setting_values::non_default_values(spec)).clone());
        }
        let there: Vec<OwnedFighter> = recipes
            .into_iter()
            .filter_map(|recipe| OwnedFighter::of(recipe, rules, &house))
            .collect();
        prop_assume!(!there.is_empty());
        let gone = gone.index(there.len());
        let all: Vec<CombatantInfo<'_>> = there.iter().map(|who| who.fighter(&house)).collect();
        let mut fewer = all.clone();
        fewer.remove(gone);
        for phase in rules.round_phases(&house).iter().copied() {
            if phase == Phase::Initiative {
                continue;
            }
            let moved = |step: &TurnStep| TurnStep {
                index: if step.index > gone { step.index - 1 } else { step.index },
                pass: step.pass,
            };
            let steps = rules.phase_steps(phase, &all);
            prop_assert!(steps.iter().all(|step| step.index < all.len()));
            let left: Vec<TurnStep> = steps
                .iter()
                .filter(|step| step.index != gone)
                .map(moved)
                .collect();
            prop_assert_eq!(left, rules.phase_steps(phase, &fewer), "{:?}", phase);
            // A turn says which step it is: none is there twice, and passes do not go back.
            for (nth, step) in steps.iter().enumerate() {
                prop_assert!(!steps[..nth].contains(step), "{:?} twice", step);
            }
            prop_assert!(steps.is_sorted_by_key(|step| step.pass));
        }
    }
}

//! Soak: who resists what with which dice (XOV-SOAK-01 to 09, XOV-TGT-01).

use super::items::{self, WornArmor};
use crate::base::term::Term;
use crate::character::gear::ItemId;
use crate::character::track::{Boxes, Severity};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::chart::{Medium, Place};
use crate::systems::crossover::creature::{Breed, Form, Kind, is_natural};
use crate::systems::crossover::{Settings, sheet, state};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::RollSpec;
use crate::systems::d10::shared_rules::sheet as numbers;

/// The difficulty of a soak roll (XOV-SOAK-01).
const DIFFICULTY: i32 = 6;

/// Damage of a hit with everything that soak reads of it, such as silver.
#[derive(Clone, Copy)]
pub(super) struct Wound {
    pub(super) kind: DamageType,
    /// Whether it is of silver; only werewolves care (XOV-SOAK-05).
    pub(super) silver: bool,
    pub(super) medium: Medium,
    /// The part of the body that was hit.
    pub(super) place: Option<Place>,
    /// Whether it comes from a pack that left the target without armor (XOV-POL-04).
    pub(super) pack: bool,
}

impl Wound {
    /// Returns a bashing wound by a blow without a called location.
    pub(super) const fn plain() -> Self {
        Self::of(DamageType::Bashing)
    }

    /// Returns a wound of this type by a blow without a called location.
    pub(super) const fn of(kind: DamageType) -> Self {
        Self {
            kind,
            silver: false,
            medium: Medium::Kinetic,
            place: None,
            pack: false,
        }
    }
}

/// Soak pool of Crossover; its roll is a reflex that cannot be botched (XOV-SOAK-01).
pub(super) struct Soak {
    /// The type that will be marked.
    pub(super) kind: DamageType,
    /// The dice; none is no roll.
    pub(super) terms: Vec<Term>,
    /// The armor in it.
    pub(super) armor: Option<(ItemId, WornArmor)>,
}

/// Returns the soak pool of a combatant against a wound.
pub(super) fn soak(who: &CombatantInfo<'_>, wound: &Wound, by: &Settings) -> Soak {
    let armor = items::armor(who, wound.medium, wound.place, by.parts_bypass_armor);
    let armor = armor.filter(|_| !(wound.pack && state::has(who, state::STRIPPED)));
    let (creature, breed) = (sheet::kind(who.sheet), sheet::breed(who.sheet));
    let natural = is_natural(breed, state::form(who));
    let silvered = creature == Kind::Werewolf && wound.silver;
    let kind = match silvered && !natural {
        true => DamageType::Aggravated,
        false => wound.kind,
    };
    let (counts, rule) = stamina_counts(who, kind, silvered, by);
    let has_fortitude =
        kind == DamageType::Bashing || matches!(creature, Kind::Vampire | Kind::Ghoul);
    let get = |is: bool, spec| if is { who.sheet.get(spec) } else { 0 };
    let dice = armor.map_or(0, |(_, armor)| armor.dice(by));
    let terms = [
        (msg::STAMINA, get(counts, &numbers::STAMINA), rule),
        (
            msg::FORTITUDE,
            get(has_fortitude, &numbers::FORTITUDE),
            rule_of(kind),
        ),
        (msg::ARMOR, dice, "XOV-SOAK-07"),
    ];
    let terms = terms.into_iter().filter(|(_, value, _)| *value > 0);
    let terms = terms.map(|(label, value, rule)| Term::from_rule(label, value, rule));
    Soak {
        kind,
        terms: terms.collect(),
        armor,
    }
}

/// Returns the soak roll of a combatant against a wound.
pub(super) fn throw(who: &CombatantInfo<'_>, wound: &Wound, by: &Settings) -> RollSpec {
    let difficulty = Term::from_rule(msg::DIFFICULTY, DIFFICULTY, "XOV-SOAK-01");
    RollSpec::soak_roll(soak(who, wound, by).terms).with_difficulty(vec![difficulty])
}

/// Returns the rule of soak against a type of damage.
const fn rule_of(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Bashing => "XOV-SOAK-02",
        DamageType::Lethal => "XOV-SOAK-03",
        DamageType::Aggravated => "XOV-SOAK-04",
    }
}

/// Whether Stamina counts for soak against a type of damage, and the rule. `kind` is the type after
/// silver.
fn stamina_counts(
    who: &CombatantInfo<'_>,
    kind: DamageType,
    silvered: bool,
    by: &Settings,
) -> (bool, &'static str) {
    let (breed, form) = (sheet::breed(who.sheet), state::form(who));
    let natural = is_natural(breed, form);
    if silvered && !natural {
        return (false, "XOV-SOAK-05");
    }
    match (kind, sheet::kind(who.sheet)) {
        (DamageType::Bashing, _) | (DamageType::Lethal, Kind::Vampire) => (true, rule_of(kind)),
        (_, Kind::Werewolf) if silvered => (by.stamina_soaks_silver_in_breed_form, "XOV-SOAK-05"),
        (_, Kind::Werewolf) => {
            let metis = breed == Breed::Metis && form == Form::Crinos;
            (!natural && (!metis || by.metis_crinos_soaks), "XOV-SOAK-06")
        }
        (_, _) => (false, rule_of(kind)),
    }
}

/// Returns the severities of the levels that a werewolf who heals in a fight gets back: so many,
/// each a bashing mark, or without one a lethal one (XOV-SOAK-09).
pub(super) fn healed_levels(before: Boxes, by: &Settings) -> Vec<Severity> {
    let mut after = before;
    let mut healed = Vec::new();
    for _ in 0..by.combat_healing_levels {
        for severity in [Severity::Bashing, Severity::Lethal] {
            if let Some(better) = after.with_box_turned(Some(severity), None) {
                after = better;
                healed.push(severity);
                break;
            }
        }
    }
    healed
}

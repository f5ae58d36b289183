//! Conversion of a combatant to the inputs of attack, defense and soak rules.

use super::super::Settings;
use super::super::attack::{AbilityDots, AttackAbility, AttackStats, bow_ability};
use super::super::defense::{
    self, Defender, DefenseKind, DefenseSituation, DodgeRoom, IncomingAttack,
};
use super::super::soak::{self, Armor, SoakPool, Soaker};
use super::gear::{SOAKS_AGGRAVATED, WEAPON};
use crate::base::term::Term;
use crate::character::sheet::TraitSpec;
use crate::exchange::Scene;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::items::{RATING, holds_any_kind, worn_armor};
use crate::systems::d10::shared_rules::health;
use crate::systems::d10::shared_rules::sheet::{
    ARCHERY, ATHLETICS, BRAWL, DEXTERITY, FIREARMS, MELEE, STAMINA,
};

use super::super::sheet::{ACROBATICS, ARETE, DO, ENERGY_WEAPONS, MARTIAL_ARTS};

/// Condition key of skin hardened by Life magick (ASC-BLOCK-05).
pub(in super::super) const LIFE_HARDENED: &str = "life_hardened";
/// Condition key of a ward of vulgar magick; its amount is the number of dice (ASC-SOAK-04).
pub(in super::super) const WARD: &str = "ward";

/// Parameter key of the range to the target.
pub(super) const RANGE: &str = "range";
/// Parameter key of the target's room to dodge.
pub(super) const ROOM: &str = "room";
/// Parameter key of the flag that the attack is not seen coming.
pub(super) const UNSEEN: &str = "unseen";

/// Returns the combatant's ratings in the combat abilities.
fn ability_dots(who: &CombatantInfo<'_>) -> AbilityDots {
    let get = |spec: &TraitSpec| who.sheet.get(spec);
    AbilityDots {
        brawl: get(&BRAWL),
        martial_arts: get(&MARTIAL_ARTS),
        do_: get(&DO),
        melee: get(&MELEE),
        firearms: get(&FIREARMS),
        energy_weapons: get(&ENERGY_WEAPONS),
        athletics: get(&ATHLETICS),
        archery: get(&ARCHERY),
        arete: get(&ARETE),
    }
}

/// Returns the combatant's attack with this ability; a bow without Archery uses Athletics.
pub(super) fn attack_stats(who: &CombatantInfo<'_>, ability: AttackAbility) -> AttackStats {
    let dots = ability_dots(who);
    AttackStats {
        ability: match ability {
            AttackAbility::Archery => bow_ability(&dots),
            ability => ability,
        },
        dexterity: who.sheet.get(&DEXTERITY),
        dots,
        wounds: health::wound_state(who.track),
    }
}

/// Returns the combatant's numbers for defense.
pub(super) fn defender_stats(who: &CombatantInfo<'_>) -> Defender {
    let dots = ability_dots(who);
    Defender {
        dexterity: who.sheet.get(&DEXTERITY),
        athletics: dots.athletics,
        acrobatics: who.sheet.get(&ACROBATICS),
        brawl: dots.brawl,
        martial_arts: dots.martial_arts,
        do_: dots.do_,
        melee: dots.melee,
        arete: dots.arete,
        wounds: health::wound_state(who.track),
    }
}

/// Returns the terms of the combatant's best defense of a kind, in the open and against a blow.
pub(super) fn best_defense_terms(
    who: &CombatantInfo<'_>,
    kind: DefenseKind,
    settings: &Settings,
) -> Vec<Term> {
    let defender = defender_stats(who);
    let trained = DefenseSituation {
        use_acrobatics: defender.acrobatics > defender.athletics,
        use_martial_arts: defender.martial_arts.max(defender.do_) > defender.brawl,
        ..DefenseSituation::default()
    };
    defense::defense_sum(
        kind,
        &defender,
        &IncomingAttack::default(),
        &trained,
        settings,
    )
    .terms
}

/// Returns the circumstances in which a target defends.
pub(super) fn defense_situation(
    scene: &Scene<'_>,
    target: u8,
    who: &CombatantInfo<'_>,
) -> DefenseSituation {
    DefenseSituation {
        room: match scene.situation_value(target, ROOM, 0) {
            1 => DodgeRoom::Tight,
            2 => DodgeRoom::None,
            _ => DodgeRoom::Open,
        },
        use_acrobatics: false,
        use_martial_arts: false,
        sees_it: scene.situation_value(target, UNSEEN, 0) == 0,
        armored: worn_armor(who).is_some(),
        life_hardened: who.conditions.contains_key(LIFE_HARDENED),
        has_weapon: holds_any_kind(who, &[WEAPON]),
    }
}

/// Returns the combatant's soak pool against a type of damage.
pub(super) fn soak_pool(
    who: &CombatantInfo<'_>,
    damage: DamageType,
    settings: &Settings,
) -> SoakPool {
    let worn = worn_armor(who).map(|armor| Armor {
        rating: armor.number_or_zero(RATING),
        soaks_aggravated: armor.has_tag(SOAKS_AGGRAVATED),
    });
    let ward = who.conditions.get(WARD);
    let soaker = Soaker {
        damage,
        stamina: who.sheet.get(&STAMINA),
        human: !who.sheet.is_kind("other"),
        armor: worn,
        ward: ward.map_or(0, |ward| ward.amount),
    };
    soak::soak_pool(&soaker, settings)
}

//! Conversion of a combatant to the inputs of attack, defense and soak rules.

use super::super::Settings;
use super::super::attack::{Ability, Attack, Dots, bow};
use super::super::defense::{self, Defender, Defense, Incoming, Room, Situation};
use super::super::soak::{self, Armor, SoakPool, Soaker};
use super::gear::{SOAKS_AGGRAVATED, WEAPON};
use crate::exchange::Scene;
use crate::fighter::Fighter;
use crate::sheet::TraitSpec;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::items::{RATING, armor, holds};
use crate::systems::d10::table::health;
use crate::systems::d10::table::sheet::{
    ARCHERY, ATHLETICS, BRAWL, DEXTERITY, FIREARMS, MELEE, STAMINA,
};
use crate::term::Term;

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
fn dots(who: &Fighter<'_>) -> Dots {
    let get = |spec: &TraitSpec| who.sheet.get(spec);
    Dots {
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
pub(super) fn attack(who: &Fighter<'_>, ability: Ability) -> Attack {
    let dots = dots(who);
    Attack {
        ability: match ability {
            Ability::Archery => bow(&dots),
            ability => ability,
        },
        dexterity: who.sheet.get(&DEXTERITY),
        dots,
        wounds: health::wounds(who.track),
    }
}

/// Returns the combatant's numbers for defense.
pub(super) fn defender(who: &Fighter<'_>) -> Defender {
    let dots = dots(who);
    Defender {
        dexterity: who.sheet.get(&DEXTERITY),
        athletics: dots.athletics,
        acrobatics: who.sheet.get(&ACROBATICS),
        brawl: dots.brawl,
        martial_arts: dots.martial_arts,
        do_: dots.do_,
        melee: dots.melee,
        arete: dots.arete,
        wounds: health::wounds(who.track),
    }
}

/// Returns the terms of the combatant's best defense of a kind, in the open and against a blow.
pub(super) fn best_defense(who: &Fighter<'_>, kind: Defense, by: &Settings) -> Vec<Term> {
    let defender = defender(who);
    let trained = Situation {
        use_acrobatics: defender.acrobatics > defender.athletics,
        use_martial_arts: defender.martial_arts.max(defender.do_) > defender.brawl,
        ..Situation::default()
    };
    defense::sum(kind, &defender, &Incoming::default(), &trained, by).terms
}

/// Returns the circumstances in which a target defends.
pub(super) fn situation(scene: &Scene<'_>, target: u8, who: &Fighter<'_>) -> Situation {
    Situation {
        room: match scene.between(target, ROOM, 0) {
            1 => Room::Tight,
            2 => Room::None,
            _ => Room::Open,
        },
        use_acrobatics: false,
        use_martial_arts: false,
        sees_it: scene.between(target, UNSEEN, 0) == 0,
        armored: armor(who).is_some(),
        life_hardened: who.conditions.contains_key(LIFE_HARDENED),
        has_weapon: holds(who, &[WEAPON]),
    }
}

/// Returns the combatant's soak pool against a type of damage.
pub(super) fn soak(who: &Fighter<'_>, damage: DamageType, by: &Settings) -> SoakPool {
    let worn = armor(who).map(|armor| Armor {
        rating: armor.or_zero(RATING),
        soaks_aggravated: armor.is(SOAKS_AGGRAVATED),
    });
    let ward = who.conditions.get(WARD);
    let soaker = Soaker {
        damage,
        stamina: who.sheet.get(&STAMINA),
        human: !who.sheet.is("other"),
        armor: worn,
        ward: ward.map_or(0, |ward| ward.amount),
    };
    soak::pool(&soaker, by)
}

//! Soak pools: Stamina, armor and wards, each with its difficulty (ASC-SOAK-01 to 06, ASC-CINE-01
//! to ASC-CINE-04).

use super::Settings;
use crate::base::term::Term;
use crate::messages::ascension as msg;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::Pool;

/// Armor worn by a combatant in Ascension, as the soak roll counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Armor {
    /// Number of soak dice.
    pub rating: i32,
    /// Whether the armor helps against aggravated damage, too (ASC-SOAK-04).
    pub soaks_aggravated: bool,
}

/// Input of a soak roll in Ascension, with the damage and the combatant's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Soaker {
    /// Type of the damage.
    pub damage: DamageType,
    /// Stamina rating of the combatant.
    pub stamina: i32,
    /// Whether the combatant is human; the storyteller decides about others and lethal damage
    /// (ASC-CINE-01).
    pub human: bool,
    /// Armor worn, if any.
    pub armor: Option<Armor>,
    /// Number of dice granted by vulgar magick (ASC-SOAK-04).
    pub ward: i32,
}

/// Dice groups of one soak roll in Ascension: Stamina first, then armor, then ward.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoakPool {
    /// Groups by difficulty; parts of equal difficulty are merged and empty ones omitted.
    pub groups: Vec<Pool>,
    /// Terms of the dice, all groups together.
    pub terms: Vec<Term>,
}

/// Computes the pool of a soak roll, which is a reflex. The cinematic option belongs to the table
/// and not to a character (ASC-CINE-03).
#[must_use]
pub fn soak_pool(who: &Soaker, settings: &Settings) -> SoakPool {
    let tough = who.stamina >= settings.cinematic_min_stamina;
    let shrugs_off = settings.cinematic_damage && who.human && tough;
    let (stamina, row) = match who.damage {
        DamageType::Bashing => (Pool::at_default_difficulty(who.stamina), "ASC-SOAK-02"),
        DamageType::Lethal if shrugs_off => (
            Pool::against(who.stamina, settings.cinematic_difficulty),
            "ASC-CINE-01",
        ),
        DamageType::Lethal => (Pool::at_default_difficulty(0), "ASC-SOAK-03"),
        DamageType::Aggravated => (Pool::at_default_difficulty(0), "ASC-SOAK-04"),
    };
    let aggravated = who.damage == DamageType::Aggravated;
    let armor = who
        .armor
        .filter(|armor| !aggravated || armor.soaks_aggravated);
    let armor = Pool::at_default_difficulty(armor.map_or(0, |armor| armor.rating));
    let warded = aggravated || settings.ward_helps_always;
    let ward = Pool::at_default_difficulty(if warded { who.ward } else { 0 });
    let mut groups: Vec<Pool> = Vec::new();
    let mut terms = Vec::new();
    for (label, part, rule) in [
        (msg::STAMINA, stamina, row),
        (
            msg::ARMOR,
            armor,
            if shrugs_off { "ASC-SOAK-06" } else { row },
        ),
        (msg::WARD, ward, "ASC-SOAK-04"),
    ] {
        if part.pool < 1 {
            continue;
        }
        terms.push(Term::from_rule(label, part.pool, rule));
        match groups
            .iter_mut()
            .find(|group| group.difficulty == part.difficulty)
        {
            Some(group) => group.pool = group.pool.saturating_add(part.pool),
            None => groups.push(part),
        }
    }
    SoakPool { groups, terms }
}

//! Weapons, armor and shields as items (XOV-EQP-01 to 04).

use crate::character::gear::{Carried, Item, ItemId, ItemSpec, NumberSpec};
use crate::exchange::{Effect, Party};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::Settings;
pub(super) use crate::systems::crossover::chart::WeaponClass;
use crate::systems::crossover::chart::{Medium, Place};
use crate::systems::d10::damage::DamageType;

/// Key of weapons, as a kind of item.
pub(super) const WEAPON: &str = "weapon";
/// Key of armor, as a kind of item.
pub(super) const ARMOR: &str = "armor";
/// Key of shields, as a kind of item.
pub(super) const SHIELD: &str = "shield";

/// Damage dice of a weapon.
pub(super) const DAMAGE: &str = "damage";
/// Key of the length of a weapon (XOV-CLOSE-14).
pub(super) const LENGTH: &str = "length";
/// Normal range in yards; 0 is none.
pub(super) const RANGE: &str = "range";
/// Shots in a turn.
pub(super) const RATE: &str = "rate";
/// Key of the rating of armor, in dice.
pub(super) const RATING: &str = "rating";
/// Rounds in a weapon.
pub(super) const LOADED: &str = "loaded";
/// Rounds when it is full.
pub(super) const CLIP: &str = "clip";
/// Actions spent on making it ready (XOV-EQP-05).
pub(super) const READIED: &str = "readied";
/// 1 when its string has snapped (XOV-ATK-08).
pub(super) const BROKEN: &str = "broken";
/// Key of the number of spare strings (XOV-ATK-14).
pub(super) const STRINGS: &str = "strings";
/// Key of the difficulty of using an item, or of what it adds to the difficulty of attacks.
pub(super) const DIFFICULTY: &str = "difficulty";
/// 1 when armor is damaged (XOV-SOAK-08).
pub(super) const DAMAGED: &str = "damaged";

/// The types of damage, by their tags.
pub(super) const TYPES: [(&str, DamageType); 3] = [
    ("bashing", DamageType::Bashing),
    ("lethal", DamageType::Lethal),
    ("aggravated", DamageType::Aggravated),
];

/// The classes of weapons, by their tags.
pub(super) const CLASSES: [(&str, WeaponClass); 10] = [
    ("pistol", WeaponClass::Pistol),
    ("rifle", WeaponClass::Rifle),
    ("smg", WeaponClass::Smg),
    ("assault_rifle", WeaponClass::AssaultRifle),
    ("shotgun", WeaponClass::Shotgun),
    ("bow", WeaponClass::Bow),
    ("crossbow", WeaponClass::Crossbow),
    ("blade", WeaponClass::Blade),
    ("blunt", WeaponClass::Blunt),
    ("stake", WeaponClass::Stake),
];

const MEDIA: [(&str, Medium); 5] = [
    ("fire", Medium::Fire),
    ("electricity", Medium::Electricity),
    ("cold", Medium::Cold),
    ("chemical", Medium::Chemical),
    ("mental", Medium::Mental),
];

/// The media that armor helps against, by its tags.
pub(super) const PROTECTS: [(&str, Medium); 6] = [
    ("protects_kinetic", Medium::Kinetic),
    ("protects_fire", Medium::Fire),
    ("protects_electricity", Medium::Electricity),
    ("protects_cold", Medium::Cold),
    ("protects_chemical", Medium::Chemical),
    ("protects_mental", Medium::Mental),
];

/// The parts that armor covers, by its tags.
pub(super) const COVERS: [(&str, Place); 6] = [
    ("covers_torso", Place::Torso),
    ("covers_arm", Place::Arm),
    ("covers_leg", Place::Leg),
    ("covers_hand", Place::Hand),
    ("covers_head", Place::Head),
    ("covers_eye", Place::Eye),
];

/// The kinds of item the rules know.
pub(super) static SPECS: [ItemSpec; 3] = [
    ItemSpec {
        kind: WEAPON,
        title: msg::WEAPON,
        numbers: &[
            NumberSpec::new(DAMAGE, msg::DAMAGE_DICE_2, 0, 500),
            NumberSpec::new(LENGTH, msg::LENGTH_1_SHORT_TO_4, 0, 4),
            NumberSpec::new("hands", msg::HANDS, 1, 2),
            NumberSpec::new(RANGE, msg::NORMAL_RANGE_IN_YARDS, 0, 1_000_000),
            NumberSpec::new(RATE, msg::SHOTS_IN_A_TURN, 1, 500),
            NumberSpec::new(CLIP, msg::ROUNDS_WHEN_FULL, 0, 500),
            NumberSpec::new(LOADED, msg::ROUNDS_IN_IT, 0, 500),
            NumberSpec::new(READIED, msg::ACTIONS_SPENT_ON_MAKING_IT, 0, 9),
            NumberSpec::new(BROKEN, msg::STRING_SNAPPED, 0, 1),
            NumberSpec::new(STRINGS, msg::SPARE_STRINGS, 0, 100),
            NumberSpec::new(DIFFICULTY, msg::DIFFICULTY_TO_USE_IT, 2, 10),
        ],
        tags: &[
            ("bashing", msg::BASHING),
            ("lethal", msg::LETHAL),
            ("aggravated", msg::AGGRAVATED),
            ("pistol", msg::PISTOL),
            ("rifle", msg::RIFLE),
            ("smg", msg::SUBMACHINE_GUN),
            ("assault_rifle", msg::ASSAULT_RIFLE),
            ("shotgun", msg::SHOTGUN),
            ("bow", msg::BOW),
            ("crossbow", msg::CROSSBOW),
            ("blade", msg::BLADE),
            ("blunt", msg::BLUNT),
            ("stake", msg::STAKE),
            ("thrown_design", msg::BUILT_FOR_THROWING_2),
            ("melee_design", msg::BUILT_FOR_MELEE_2),
            ("rubber", msg::RUBBER_ROUNDS),
            ("relic", msg::RELIC_AMMUNITION),
            ("silver", msg::SILVER),
            ("scope", msg::SCOPE_OR_LASER_SIGHT),
            ("fire", msg::FIRE),
            ("electricity", msg::ELECTRICITY),
            ("cold", msg::COLD),
            ("chemical", msg::ACID_OR_POISON),
            ("mental", msg::AGAINST_THE_MIND),
        ],
    },
    ItemSpec {
        kind: ARMOR,
        title: msg::ARMOR,
        numbers: &[
            NumberSpec::new(RATING, msg::DICE, 0, 500),
            NumberSpec::new(DIFFICULTY, msg::DIFFICULTY_OF_ATTACKS, 0, 10),
            NumberSpec::new(DAMAGED, msg::DAMAGED, 0, 1),
        ],
        tags: &[
            ("protects_kinetic", msg::AGAINST_BLOWS_AND_BULLETS),
            ("protects_fire", msg::AGAINST_FIRE),
            ("protects_electricity", msg::AGAINST_ELECTRICITY),
            ("protects_cold", msg::AGAINST_COLD),
            ("protects_chemical", msg::AGAINST_ACID_AND_POISON),
            ("protects_mental", msg::AGAINST_ATTACKS_ON_THE_MIND),
            ("covers_torso", msg::COVERS_THE_TRUNK),
            ("covers_arm", msg::COVERS_ARMS),
            ("covers_leg", msg::COVERS_LEGS),
            ("covers_hand", msg::COVERS_HANDS),
            ("covers_head", msg::COVERS_THE_HEAD),
            ("covers_eye", msg::COVERS_THE_EYES),
        ],
    },
    ItemSpec {
        kind: SHIELD,
        title: msg::SHIELD,
        numbers: &[NumberSpec::new(
            DIFFICULTY,
            msg::DIFFICULTY_OF_ATTACKS,
            0,
            10,
        )],
        tags: &[],
    },
];

/// Returns the class of a weapon.
pub(super) fn class(item: &Item) -> WeaponClass {
    let found = CLASSES.iter().find(|(tag, _)| item.has_tag(tag));
    found.map_or(WeaponClass::Other, |(_, class)| *class)
}

/// Returns the type of a weapon's damage, if it has one of its own.
pub(super) fn damage_type(item: &Item) -> Option<DamageType> {
    let kind = TYPES.iter().find(|(tag, _)| item.has_tag(tag));
    kind.map(|(_, kind)| *kind)
}

/// Returns the number of shots that a weapon can fire in a turn.
pub(super) fn rate(item: &Item) -> i32 {
    item.number(RATE).unwrap_or(1)
}

/// Returns the medium of an attack with an item (XOV-SOAK-07).
pub(super) fn medium(item: Option<&Item>) -> Medium {
    let found = MEDIA
        .iter()
        .find(|(tag, _)| item.is_some_and(|item| item.has_tag(tag)));
    found.map_or(Medium::Kinetic, |(_, medium)| *medium)
}

/// Returns how long an item is, from 0 for bare hands to 4 for spears (XOV-CLOSE-14).
pub(super) fn length(item: &Item) -> i32 {
    item.number_or_zero(LENGTH).clamp(0, 4)
}

/// Returns the items of a kind in a combatant's hands.
pub(super) fn held<'a>(
    who: &CombatantInfo<'a>,
    kind: &'static str,
) -> impl Iterator<Item = (ItemId, &'a Item)> {
    let gear = who.gear.iter();
    gear.filter(move |(_, item)| item.kind == kind && item.carried == Carried::Held)
        .map(|(id, item)| (*id, item))
}

/// Returns the weapon a combatant fights in close combat with: the longest in their hands that is not made
/// for shooting.
pub(super) fn close_weapon<'a>(who: &CombatantInfo<'a>) -> Option<(ItemId, &'a Item)> {
    let blades = held(who, WEAPON).filter(|(_, item)| !class(item).is_shot());
    blades.max_by_key(|(id, item)| (length(item), std::cmp::Reverse(*id)))
}

/// Returns the weapon that a blow meets or strikes away: the one for close combat, else the first in hand.
pub(super) fn weapon_in_hand<'a>(who: &CombatantInfo<'a>) -> Option<(ItemId, &'a Item)> {
    close_weapon(who).or_else(|| held(who, WEAPON).next())
}

/// Returns the difficulty that worn armor and a held shield add to the combatant's attacks
/// (XOV-ATK-04, XOV-ATK-13).
pub(super) fn hindrance(who: &CombatantInfo<'_>) -> i32 {
    let worn = who.gear.values().filter(|item| match item.kind == ARMOR {
        true => item.carried == Carried::Worn,
        false => item.kind == SHIELD && item.is_ready(),
    });
    worn.fold(0, |sum, item| {
        sum.saturating_add(item.number_or_zero(DIFFICULTY))
    })
}

/// Armor that the target wears, as it counts against one attack.
#[derive(Clone, Copy)]
pub(super) struct WornArmor {
    /// Dice.
    pub(super) rating: i32,
    /// Whether it does not help against this attack, or an uncovered part was hit (XOV-SOAK-07).
    pub(super) bypassed: bool,
    /// Whether it was damaged before (XOV-SOAK-08).
    pub(super) damaged: bool,
}

impl WornArmor {
    /// Returns the soak dice that the armor gives, none if it is bypassed.
    pub(super) fn dice(&self, by: &Settings) -> i32 {
        let whole = !self.damaged || by.damaged_armor_protects;
        if whole && !self.bypassed {
            self.rating.max(0)
        } else {
            0
        }
    }

    /// Whether damage before soak of at least twice the rating breaks the armor.
    pub(super) const fn breaks(&self, damage_successes: i32) -> bool {
        !self.bypassed && self.rating > 0 && damage_successes >= self.rating.saturating_mul(2)
    }
}

/// Returns the worn armor that gives most against an attack of this medium at this part, as the attack
/// meets it; the best that is worn where none helps.
pub(super) fn armor(
    who: &CombatantInfo<'_>,
    medium: Medium,
    part: Option<Place>,
    parts_bypass: bool,
) -> Option<(ItemId, WornArmor)> {
    let worn = who
        .gear
        .iter()
        .filter(|(_, item)| item.kind == ARMOR && item.carried == Carried::Worn);
    let meets = |(id, item): (&ItemId, &Item)| {
        let covered = part.is_none_or(|part| {
            let tag = COVERS.iter().find(|(_, place)| *place == part);
            tag.is_some_and(|(tag, _)| item.has_tag(tag))
        });
        let tag = PROTECTS.iter().find(|(_, one)| *one == medium);
        let armor = WornArmor {
            rating: item.number_or_zero(RATING),
            bypassed: !tag.is_some_and(|(tag, _)| item.has_tag(tag)) || (parts_bypass && !covered),
            damaged: item.number_or_zero(DAMAGED) > 0,
        };
        (*id, armor)
    };
    worn.map(meets).max_by_key(|(id, armor)| {
        (
            !armor.bypassed,
            !armor.damaged,
            armor.rating,
            std::cmp::Reverse(*id),
        )
    })
}

/// Returns the effect that changes a number of an item, such as its rounds, by `by`.
pub(super) const fn wear(who: Party, item: ItemId, key: &'static str, by: i32) -> Effect {
    Effect::Wear {
        who,
        item,
        key: std::borrow::Cow::Borrowed(key),
        by,
    }
}

//! What a combatant carries: weapons, armor and shields as items, and the charts they come from
//! (XOV-EQP-01 to 04).

use crate::messages::crossover as msg;
use std::sync::LazyLock;

use crate::exchange::{Effect, Party};
use crate::fighter::Fighter;
use crate::gear::{Carried, Item, ItemId, ItemSpec, NumberSpec};
use crate::systems::crossover::attack::{Weapon, WeaponClass};
use crate::systems::crossover::chart::{self};
use crate::systems::crossover::movement::Length;
use crate::systems::crossover::soak::{Armor, Medium, Place};
use crate::systems::crossover::tactics::Tactic;
use crate::systems::d10::damage::DamageType;

/// A weapon.
pub(super) const WEAPON: &str = "weapon";
/// Armor.
pub(super) const ARMOR: &str = "armor";
/// A shield.
pub(super) const SHIELD: &str = "shield";

/// Rounds in a weapon.
pub(super) const LOADED: &str = "loaded";
/// Rounds when it is full.
pub(super) const CLIP: &str = "clip";
/// Actions spent on making it ready (XOV-EQP-05).
pub(super) const READIED: &str = "readied";
/// 1 when its string has snapped (XOV-ATK-08).
pub(super) const BROKEN: &str = "broken";
/// Spare strings (XOV-ATK-14).
pub(super) const STRINGS: &str = "strings";
/// How hard it is to use, or what it adds to the difficulty of attacks.
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

/// The lengths of weapons, by their number.
pub(super) const LENGTHS: [Length; 5] = [
    Length::Unarmed,
    Length::Short,
    Length::Medium,
    Length::Long,
    Length::Pole,
];

const MEDIA: [(&str, Medium); 5] = [
    ("fire", Medium::Fire),
    ("electricity", Medium::Electricity),
    ("cold", Medium::Cold),
    ("chemical", Medium::Chemical),
    ("mental", Medium::Mental),
];

/// What armor helps against, by its tags.
pub(super) const PROTECTS: [(&str, Medium); 6] = [
    ("protects_kinetic", Medium::Kinetic),
    ("protects_fire", Medium::Fire),
    ("protects_electricity", Medium::Electricity),
    ("protects_cold", Medium::Cold),
    ("protects_chemical", Medium::Chemical),
    ("protects_mental", Medium::Mental),
];

/// What armor covers, by its tags.
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
            NumberSpec::new("damage", msg::DAMAGE_DICE_2, 0, 500),
            NumberSpec::new("length", msg::LENGTH_1_SHORT_TO_4, 0, 4),
            NumberSpec::new("hands", msg::HANDS, 1, 2),
            NumberSpec::new("range", msg::NORMAL_RANGE_IN_YARDS, 0, 1_000_000),
            NumberSpec::new("rate", msg::SHOTS_IN_A_TURN, 1, 500),
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
            NumberSpec::new("rating", msg::DICE, 0, 500),
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

/// The pack tactics the table plays (XOV-POL-04).
pub(super) static TACTICS: LazyLock<Vec<Tactic>> =
    LazyLock::new(|| chart::tactics(chart::TACTICS).unwrap_or_default());

/// What an item is as a weapon.
pub(super) fn class(item: &Item) -> WeaponClass {
    let found = CLASSES.iter().find(|(tag, _)| item.is(tag));
    found.map_or(WeaponClass::Other, |(_, class)| *class)
}

/// An item as the weapon of an attack.
pub(super) fn weapon(item: &Item) -> Weapon {
    let kind = TYPES.iter().find(|(tag, _)| item.is(tag));
    Weapon {
        damage: item.or_zero("damage"),
        kind: kind.map(|(_, kind)| *kind),
        class: class(item),
        range: item.or_zero("range"),
        rate: item.number("rate").unwrap_or(1),
        clip: item.or_zero(CLIP),
        loaded: item.number(LOADED),
        rubber: item.is("rubber"),
        thrown_design: item.is("thrown_design"),
        melee_design: item.is("melee_design"),
    }
}

/// What an attack with an item is carried by (XOV-SOAK-07).
pub(super) fn medium(item: Option<&Item>) -> Medium {
    let found = MEDIA
        .iter()
        .find(|(tag, _)| item.is_some_and(|item| item.is(tag)));
    found.map_or(Medium::Kinetic, |(_, medium)| *medium)
}

/// How long an item is (XOV-CLOSE-14).
pub(super) fn length(item: &Item) -> Length {
    let place = usize::try_from(item.or_zero("length")).unwrap_or(0);
    let length = LENGTHS.get(place).or(LENGTHS.last());
    length.copied().unwrap_or_default()
}

/// What a combatant has in their hands, of this kind.
pub(super) fn held<'a>(
    who: &Fighter<'a>,
    kind: &'static str,
) -> impl Iterator<Item = (ItemId, &'a Item)> {
    let gear = who.gear.iter();
    gear.filter(move |(_, item)| item.kind == kind && item.carried == Carried::Held)
        .map(|(id, item)| (*id, item))
}

/// The weapon a combatant fights in close combat with: the longest in their hands that is not made
/// for shooting.
pub(super) fn close_weapon<'a>(who: &Fighter<'a>) -> Option<(ItemId, &'a Item)> {
    let blades = held(who, WEAPON).filter(|(_, item)| !class(item).is_shot());
    blades.max_by_key(|(id, item)| (length(item), std::cmp::Reverse(*id)))
}

/// The weapon that a blow meets or strikes away: the one for close combat, else the first in hand.
pub(super) fn weapon_in_hand<'a>(who: &Fighter<'a>) -> Option<(ItemId, &'a Item)> {
    close_weapon(who).or_else(|| held(who, WEAPON).next())
}

/// What worn armor and a held shield make harder (XOV-ATK-04, XOV-ATK-13).
pub(super) fn hindrance(who: &Fighter<'_>) -> i32 {
    let worn = who.gear.values().filter(|item| match item.kind.as_str() {
        ARMOR => item.carried == Carried::Worn,
        SHIELD => item.is_ready(),
        _ => false,
    });
    worn.fold(0, |sum, item| sum.saturating_add(item.or_zero(DIFFICULTY)))
}

/// The worn armor that gives most against an attack of this medium at this part, as the attack
/// meets it; the best that is worn where none helps.
pub(super) fn armor(
    who: &Fighter<'_>,
    medium: Medium,
    part: Option<Place>,
    parts_bypass: bool,
) -> Option<(ItemId, Armor)> {
    let worn = who
        .gear
        .iter()
        .filter(|(_, item)| item.kind == ARMOR && item.carried == Carried::Worn);
    let meets = |(id, item): (&ItemId, &Item)| {
        let covered = part.is_none_or(|part| {
            let tag = COVERS.iter().find(|(_, place)| *place == part);
            tag.is_some_and(|(tag, _)| item.is(tag))
        });
        let tag = PROTECTS.iter().find(|(_, one)| *one == medium);
        let armor = Armor {
            rating: item.or_zero("rating"),
            bypassed: !tag.is_some_and(|(tag, _)| item.is(tag)) || (parts_bypass && !covered),
            damaged: item.or_zero(DAMAGED) > 0,
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

/// A number of an item changes.
pub(super) const fn wear(who: Party, item: ItemId, key: &'static str, by: i32) -> Effect {
    Effect::Wear {
        who,
        item,
        key: std::borrow::Cow::Borrowed(key),
        by,
    }
}

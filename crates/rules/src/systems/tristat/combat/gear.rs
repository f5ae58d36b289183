//! Weapons and armor as items, and the rows they are made from (TRI-DMG-01, TRI-DMG-02,
//! TRI-CHINK-02, TRI-DISARM-03, TRI-GRAP-03).

use crate::base::sorted_map::{Map, Set};
use crate::base::text::Name;
use crate::character::gear::{Carried, ChartRow, Item, ItemId, ItemSpec, NumberSpec};
use crate::exchange::Protection;
use crate::messages::Text;
use crate::messages::Wording;
use crate::messages::tristat as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::chart::{self, ArmorProfile, WeakPoint, WeaponProfile};
use crate::systems::tristat::roll_request::SHAKEN;

pub(super) const WEAPON: &str = "weapon";
pub(super) const ARMOR: &str = "armor";

const DAMAGE: &str = "damage";
const REACH: &str = "reach";
const RANGED: &str = "ranged";
const THROWN: &str = "thrown";
const TWO_HANDED: &str = "two_handed";
const ROOMY: &str = "roomy";
const WEAK_NONE: &str = "weak_none";
const WEAK_HALF: &str = "weak_half";

/// The highest level of Weapon Attack on the chart.
const LEVELS: i32 = 6;

/// Specifies a number of an item, from 0 to `max`.
const fn number(key: &'static str, title: Text, max: i32) -> NumberSpec {
    NumberSpec {
        key,
        title,
        min: 0,
        max,
    }
}

/// The kinds of item the rules know.
pub(super) const ITEMS: [ItemSpec; 2] = [
    ItemSpec {
        kind: WEAPON,
        title: msg::WEAPON,
        numbers: &[
            number(DAMAGE, msg::DAMAGE, 1_000),
            number(REACH, msg::REACH, 20),
        ],
        tags: &[
            (RANGED, msg::STRIKES_FROM_AFAR),
            (THROWN, msg::IS_THROWN),
            (TWO_HANDED, msg::IN_TWO_HANDS),
            (ROOMY, msg::NEEDS_MUCH_ROOM),
        ],
    },
    ItemSpec {
        kind: ARMOR,
        title: msg::ARMOR,
        numbers: &[number(ARMOR, msg::ARMOR, 1_000)],
        tags: &[
            (WEAK_NONE, msg::NO_PROTECTION_AT_ITS_WEAK),
            (WEAK_HALF, msg::HALF_AT_ITS_WEAK_POINT),
        ],
    },
];

/// Whether an item is a weapon that is held in a hand.
pub(super) fn is_in_hand(item: &Item) -> bool {
    item.kind == WEAPON && item.carried == Carried::Held
}

/// Whether an item is a weapon that can be used in an attack, if it is drawn first.
pub(super) fn is_at_hand(item: &Item) -> bool {
    item.kind == WEAPON && item.carried != Carried::Dropped
}

/// Whether an item can be one of two weapons, each in one hand (TRI-DUAL-01).
pub(super) fn is_for_one_hand(item: &Item) -> bool {
    is_at_hand(item) && !item.has_tag(TWO_HANDED)
}

/// Weapon as a combatant fights with it; `None` is bare hands.
#[derive(Clone, Copy, Default)]
pub(super) struct Arm<'a>(pub(super) Option<&'a Item>);

impl Arm<'_> {
    /// Whether this weapon was shaken in the hand (TRI-DISARM-04). Logs of earlier releases do not say
    /// which weapon it was: then all of them were.
    pub(super) fn is_shaken(self, who: &CombatantInfo<'_>) -> bool {
        let Some((item, shaken)) = self.0.zip(who.conditions.get(SHAKEN)) else {
            return false;
        };
        let id = ItemId::try_from(shaken.amount).unwrap_or_default();
        let which = who.gear.get(&id);
        shaken.amount == 0 || which.is_some_and(|which| std::ptr::eq(which, item))
    }

    /// Returns the style of fighting with the weapon, up close or from afar.
    pub(super) fn style(self) -> Style {
        match self.0 {
            Some(item) if item.has_tag(RANGED) || item.has_tag(THROWN) => Style::Ranged,
            _ => Style::Close,
        }
    }

    /// Returns the key of the skill that fits the weapon.
    pub(super) fn skill(self) -> &'static str {
        match self.0 {
            None => "brawl",
            Some(item) if item.has_tag(THROWN) => "thrown",
            Some(item) if item.has_tag(RANGED) => "ranged",
            Some(_) => "melee",
        }
    }

    /// Returns the weapon's damage before the Combat Value is added (TRI-DMG-01).
    pub(super) fn base(self) -> i32 {
        self.0.map_or(0, |item| item.number_or_zero(DAMAGE))
    }

    /// Whether the weapon has to be drawn first, as part of the attack (TRI-DRAW-01).
    pub(super) fn is_drawn(self) -> bool {
        self.0.is_some_and(|item| item.carried == Carried::Stowed)
    }

    /// Whether the use of the weapon needs much room, as the parameter `dial` says, else as the
    /// weapon does (TRI-GRAP-03).
    pub(super) fn needs_room(self, dial: i32) -> bool {
        match dial {
            1 => true,
            2 => false,
            _ => self.0.is_some_and(|item| item.has_tag(ROOMY)),
        }
    }

    /// Whether the weapon is held in two hands (TRI-DISARM-03).
    pub(super) fn is_two_handed(self) -> bool {
        self.0.is_some_and(|item| item.has_tag(TWO_HANDED))
    }

    /// Returns the title of a roll made with the weapon, which begins with `what`.
    pub(super) fn title(self, what: Text) -> Wording {
        match self.0 {
            Some(item) => msg::wordings::with(what, &item.name),
            None => what.into(),
        }
    }
}

/// Returns the weapon a defender parries with up close; bare hands where they hold none.
pub(super) fn parrying<'a>(who: &CombatantInfo<'a>) -> Arm<'a> {
    let mut held = who.gear.values().filter(|item| is_in_hand(item));
    Arm(held.find(|item| Arm(Some(item)).style() == Style::Close))
}

/// Returns how many squares a weapon reaches, at least one.
pub(super) fn weapon_reach(item: &Item) -> i32 {
    item.number_or_zero(REACH).max(1)
}

/// Returns how many squares a combatant threatens up close: one with bare hands, more with a weapon
/// in hand that reaches farther (TRI-FLANK-01).
pub(super) fn reach(who: &CombatantInfo<'_>) -> i32 {
    let held = who.gear.values().filter(|item| is_in_hand(item));
    held.map(|item| item.number_or_zero(REACH))
        .fold(1, i32::max)
}

/// Armor that a combatant of Tri-Stat wears, and its weak point.
#[derive(Clone, Copy, Default)]
pub(super) struct Worn {
    /// The armor that is aimed at when a chink is: the best that has one, else all of it.
    pub(super) armor: i32,
    /// Its worth where it is weak.
    pub(super) chink: Option<WeakPoint>,
    /// All other worn armor.
    pub(super) rest: i32,
}

/// Returns the armor a combatant wears (TRI-DMG-02, TRI-CHINK-02).
pub(super) fn worn(who: &CombatantInfo<'_>) -> Worn {
    let worn = who.gear.values();
    let worn = worn.filter(|item| item.kind == ARMOR && item.carried == Carried::Worn);
    let each: Vec<(i32, Option<WeakPoint>)> = worn
        .map(|item| (item.number_or_zero(ARMOR), weak_point(item)))
        .collect();
    let all = each
        .iter()
        .fold(0, |sum: i32, (armor, _)| sum.saturating_add(*armor));
    let weak = each.iter().filter(|(_, chink)| chink.is_some());
    match weak.max_by_key(|(armor, _)| *armor) {
        Some((armor, chink)) => Worn {
            armor: *armor,
            chink: *chink,
            rest: all.saturating_sub(*armor),
        },
        None => Worn {
            armor: all,
            chink: None,
            rest: 0,
        },
    }
}

/// Returns the armor of a combatant as the reason why a blow did no harm.
pub(super) fn guard(who: &CombatantInfo<'_>) -> Protection {
    let worn = who.gear.values();
    let worn = worn.filter(|item| item.kind == ARMOR && item.carried == Carried::Worn);
    Protection::armor(worn.map(|item| &item.name))
}

/// Returns how much an item's armor protects at its weak point, by its tags; `None` if it has no
/// weak point.
fn weak_point(item: &Item) -> Option<WeakPoint> {
    if item.has_tag(WEAK_NONE) {
        return Some(WeakPoint::None);
    }
    item.has_tag(WEAK_HALF).then_some(WeakPoint::Half)
}

/// Returns the weapons, Weapon Attacks and armor that come with the program, as rows from which items are made.
pub(super) fn chart() -> Vec<ChartRow> {
    let weapons = chart::weapons(chart::WEAPONS).unwrap_or_default();
    let weapons = weapons.iter().filter_map(weapon_row);
    let powers = chart::abilities().iter();
    let powers = powers.filter(|ability| ability.per_level.base_damage > 0);
    let powers = powers.flat_map(|ability| (1..=LEVELS).map(move |level| (ability, level)));
    let powers = powers.filter_map(|(ability, level)| {
        let damage = ability.per_level.base_damage.saturating_mul(level);
        let name = format!("{} {level}", ability.name);
        row(&name, WEAPON, (DAMAGE, damage), Set::new())
    });
    let armor = chart::armor(chart::ARMOR).unwrap_or_default();
    let armor = armor.iter().filter_map(armor_row);
    weapons.chain(powers).chain(armor).collect()
}

/// Makes a ready-made item from a line of Tri-Stat's weapon chart; none for bare hands.
fn weapon_row(profile: &WeaponProfile) -> Option<ChartRow> {
    if profile.damage == 0 {
        // Bare hands are no item.
        return None;
    }
    let tags = [
        (RANGED, profile.style == Style::Ranged),
        (THROWN, profile.thrown),
        (TWO_HANDED, profile.hands == 2),
        (ROOMY, profile.extreme_mobility),
    ];
    let tags = tags.into_iter().filter(|(_, is)| *is);
    let tags = tags.map(|(tag, _)| tag.to_owned()).collect();
    let mut row = row(&profile.name, WEAPON, (DAMAGE, profile.damage), tags)?;
    if profile.reach > 0 {
        row.item.numbers.insert(REACH.to_owned(), profile.reach);
    }
    Some(row)
}

/// Makes a ready-made item from a line of Tri-Stat's armor chart; `None` for an invalid name.
fn armor_row(profile: &ArmorProfile) -> Option<ChartRow> {
    let tag = profile.weak_point.map(|weak| match weak {
        WeakPoint::None => WEAK_NONE.to_owned(),
        WeakPoint::Half => WEAK_HALF.to_owned(),
    });
    let tags = tag.into_iter().collect();
    row(&profile.name, ARMOR, (ARMOR, profile.armor), tags)
}

/// Makes a ready-made item with one number and these tags; `None` for an invalid name.
fn row(
    name: &str,
    kind: &'static str,
    (key, value): (&'static str, i32),
    tags: Set<String>,
) -> Option<ChartRow> {
    Some(ChartRow {
        key: name.to_lowercase().replace(' ', "_"),
        item: Item {
            name: Name::new(name).ok()?,
            kind: kind.to_owned(),
            carried: if kind == ARMOR {
                Carried::Worn
            } else {
                Carried::Held
            },
            numbers: Map::from([(key.to_owned(), value)]),
            tags,
        },
        rule: if kind == ARMOR {
            "TRI-DMG-02"
        } else {
            "TRI-DMG-01"
        },
    })
}

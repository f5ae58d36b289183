//! Items and chart of Masquerade: weapons by use, armor, shields (MSQ-DMG-01, MSQ-DMG-06,
//! MSQ-SOAK-07, MSQ-DEF-04).

use crate::messages::Text;
use crate::messages::masquerade as msg;
use std::sync::LazyLock;

use super::super::attack::AttackMode;
use super::super::chart::{self, AttackLine};
use super::super::soak::DamageSource;
use crate::character::gear::{ChartRow, Item, ItemSpec};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::items::{
    AGGRAVATED, ARMOR_SPEC, BASHING, DAMAGE, DAMAGE_SPEC, LETHAL, RANGE, RANGE_SPEC, armor_rows,
    chart_row, damage_tag, damage_type,
};

/// Item kind of weapons held in hand.
pub(super) const WEAPON: &str = "weapon";
/// Item kind of guns.
pub(super) const GUN: &str = "gun";
/// Item kind of thrown weapons.
pub(super) const THROWN: &str = "thrown";
/// Item kind of claws and other parts of a body.
pub(super) const NATURAL: &str = "natural";
/// Item kind of shields, which can parry.
pub(super) const SHIELD: &str = "shield";

/// Tag of weapons that burn.
const FIRE: (&str, Text) = ("fire", msg::FIRE);
/// Tag of weapons that act as sunlight.
const SUNLIGHT: (&str, Text) = ("sunlight", msg::SUNLIGHT);
/// Tags that a weapon may have.
const TAGS: &[(&str, Text)] = &[BASHING, LETHAL, AGGRAVATED, FIRE, SUNLIGHT];

/// Kinds of items in Masquerade.
pub(super) const ITEMS: [ItemSpec; 6] = [
    weapon_spec(WEAPON, msg::WEAPON),
    weapon_spec(GUN, msg::GUN),
    weapon_spec(THROWN, msg::THROWN_WEAPON),
    weapon_spec(NATURAL, msg::NATURAL_WEAPON),
    ARMOR_SPEC,
    ItemSpec {
        kind: SHIELD,
        title: msg::SHIELD,
        numbers: &[],
        tags: &[],
    },
];

/// Specifies a kind of weapon, with the numbers and tags that its items have.
const fn weapon_spec(kind: &'static str, title: Text) -> ItemSpec {
    ItemSpec {
        kind,
        title,
        numbers: &[DAMAGE_SPEC, RANGE_SPEC],
        tags: TAGS,
    }
}

/// Built-in chart of attacks.
static ATTACK_LINES: LazyLock<Vec<AttackLine>> =
    LazyLock::new(|| chart::read_attacks(chart::ATTACKS).unwrap_or_default());

/// Looks up an attack in Masquerade's chart by name.
pub(super) fn attack_line_named(name: &str) -> Option<&'static AttackLine> {
    ATTACK_LINES.iter().find(|line| line.name == name)
}

/// Attacks that need nothing but the body, and so are not items.
pub(super) const BODY_ATTACKS: [&str; 3] = ["Fist", "Kick", "Fangs"];

/// Builds the chart rows of all weapons, armor and the shield.
pub(super) fn chart_rows() -> Vec<ChartRow> {
    let things = ATTACK_LINES
        .iter()
        .filter(|line| !BODY_ATTACKS.contains(&&*line.name));
    let weapons = things.filter_map(|line| {
        let kind = match line.mode {
            AttackMode::Unarmed => NATURAL,
            AttackMode::Armed => WEAPON,
            AttackMode::Gun => GUN,
            AttackMode::Thrown => THROWN,
        };
        let source = match line.source {
            DamageSource::Bodily => None,
            DamageSource::Fire => Some(FIRE.0),
            DamageSource::Sunlight => Some(SUNLIGHT.0),
        };
        let tags: Vec<&str> = source.into_iter().chain([damage_tag(line.kind)]).collect();
        let numbers = [(DAMAGE, line.item), (RANGE, line.range)];
        chart_row(&line.name, kind, &numbers, &tags, "MSQ-DMG-06")
    });
    let shield = chart_row(msg::SHIELD.get(), SHIELD, &[], &[], "MSQ-DEF-04");
    weapons
        .chain(armor_rows("MSQ-SOAK-07"))
        .chain(shield)
        .collect()
}

/// Converts an item to an attack as Masquerade's chart has it. Without a type of damage, a gun is lethal and
/// everything else bashes (MSQ-DMG-06).
pub(super) fn attack_line_from_item(item: &Item) -> AttackLine {
    let mode = match item.kind.as_str() {
        GUN => AttackMode::Gun,
        THROWN => AttackMode::Thrown,
        NATURAL => AttackMode::Unarmed,
        _ => AttackMode::Armed,
    };
    let usual = match mode {
        AttackMode::Gun => DamageType::Lethal,
        AttackMode::Armed | AttackMode::Thrown | AttackMode::Unarmed => DamageType::Bashing,
    };
    let source = if item.has_tag(FIRE.0) {
        DamageSource::Fire
    } else if item.has_tag(SUNLIGHT.0) {
        DamageSource::Sunlight
    } else {
        DamageSource::Bodily
    };
    AttackLine {
        name: item.name.as_str().to_owned(),
        mode,
        item: item.number_or_zero(DAMAGE),
        kind: damage_type(item).unwrap_or(usual),
        source,
        range: item.number_or_zero(RANGE),
    }
}

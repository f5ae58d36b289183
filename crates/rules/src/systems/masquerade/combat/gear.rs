//! Items and chart of Masquerade: weapons by use, armor, shields (MSQ-DMG-01, MSQ-DMG-06,
//! MSQ-SOAK-07, MSQ-DEF-04).

use crate::messages::Text;
use crate::messages::masquerade as msg;
use std::sync::LazyLock;

use super::super::attack::Mode;
use super::super::chart::{self, AttackLine};
use super::super::soak::Source;
use crate::gear::{ChartRow, Item, ItemSpec};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::items::{
    AGGRAVATED, ARMOR_SPEC, BASHING, DAMAGE, DAMAGE_SPEC, LETHAL, RANGE, RANGE_SPEC, armors,
    damage_type, row, tag,
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
    spec(WEAPON, msg::WEAPON),
    spec(GUN, msg::GUN),
    spec(THROWN, msg::THROWN_WEAPON),
    spec(NATURAL, msg::NATURAL_WEAPON),
    ARMOR_SPEC,
    ItemSpec {
        kind: SHIELD,
        title: msg::SHIELD,
        numbers: &[],
        tags: &[],
    },
];

/// Specifies a kind of weapon.
const fn spec(kind: &'static str, title: Text) -> ItemSpec {
    ItemSpec {
        kind,
        title,
        numbers: &[DAMAGE_SPEC, RANGE_SPEC],
        tags: TAGS,
    }
}

/// Built-in chart of attacks.
static LINES: LazyLock<Vec<AttackLine>> =
    LazyLock::new(|| chart::attacks(chart::ATTACKS).unwrap_or_default());

/// Looks up an attack in the chart by name.
pub(super) fn named(name: &str) -> Option<&'static AttackLine> {
    LINES.iter().find(|line| line.name == name)
}

/// Attacks that need nothing but the body, and so are not items.
pub(super) const BODY: [&str; 3] = ["Fist", "Kick", "Fangs"];

/// Builds the chart rows of all weapons, armor and the shield.
pub(super) fn rows() -> Vec<ChartRow> {
    let things = LINES.iter().filter(|line| !BODY.contains(&&*line.name));
    let weapons = things.filter_map(|line| {
        let kind = match line.mode {
            Mode::Unarmed => NATURAL,
            Mode::Armed => WEAPON,
            Mode::Gun => GUN,
            Mode::Thrown => THROWN,
        };
        let source = match line.source {
            Source::Bodily => None,
            Source::Fire => Some(FIRE.0),
            Source::Sunlight => Some(SUNLIGHT.0),
        };
        let tags: Vec<&str> = source.into_iter().chain([tag(line.kind)]).collect();
        let numbers = [(DAMAGE, line.item), (RANGE, line.range)];
        row(&line.name, kind, &numbers, &tags, "MSQ-DMG-06")
    });
    let shield = row(msg::SHIELD.get(), SHIELD, &[], &[], "MSQ-DEF-04");
    weapons.chain(armors("MSQ-SOAK-07")).chain(shield).collect()
}

/// Converts an item to an attack. Without a type of damage, a gun is lethal and everything else
/// bashes (MSQ-DMG-06).
pub(super) fn line(item: &Item) -> AttackLine {
    let mode = match item.kind.as_str() {
        GUN => Mode::Gun,
        THROWN => Mode::Thrown,
        NATURAL => Mode::Unarmed,
        _ => Mode::Armed,
    };
    let usual = match mode {
        Mode::Gun => DamageType::Lethal,
        Mode::Armed | Mode::Thrown | Mode::Unarmed => DamageType::Bashing,
    };
    let source = if item.is(FIRE.0) {
        Source::Fire
    } else if item.is(SUNLIGHT.0) {
        Source::Sunlight
    } else {
        Source::Bodily
    };
    AttackLine {
        name: item.name.as_str().to_owned(),
        mode,
        item: item.or_zero(DAMAGE),
        kind: damage_type(item).unwrap_or(usual),
        source,
        range: item.or_zero(RANGE),
    }
}

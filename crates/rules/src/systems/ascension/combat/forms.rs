//! Forms of attack in Ascension, and their difficulty and effect on the defender (ASC-ATK-01, ASC-ATK-02).

use super::super::attack::{Ability, Openness};
use super::super::chart::AttackLine;
use super::super::defense::{Incoming, Kind, Source};
use super::gear::{BOW, GUN, SPELL, THROWN, WEAPON};
use super::person::RANGE;
use super::rolls;
use crate::exchange::Scene;
use crate::messages::{Text, Wording, ascension as msg};
use crate::systems::d10::dice::DIFFICULTY;
use crate::term::Term;

/// Parameter key of the openness of a spell.
pub(super) const OPENNESS: &str = "openness";

/// Parameter key of the blow that delivers a spell.
pub(super) const THROUGH: &str = "through";

/// Kind of attack that can be chosen as a maneuver.
pub(super) struct Form {
    pub(super) key: &'static str,
    pub(super) title: Text,
    /// Item kinds that the attack can use.
    pub(super) items: &'static [&'static str],
    /// Name in the chart; empty if the attack uses an item.
    pub(super) line: &'static str,
}

/// Creates an attack form from its key, label, item kinds and chart line.
const fn form(
    key: &'static str,
    title: Text,
    items: &'static [&'static str],
    line: &'static str,
) -> Form {
    Form {
        key,
        title,
        items,
        line,
    }
}

/// Maneuver key of magick that attacks directly.
pub(super) const MAGICK: &str = "magick";

/// Maneuver key of magick delivered by a blow.
pub(super) const DELIVERED: &str = "delivered_magick";

/// Maneuver key of a throw.
pub(super) const THROW: &str = "throw";

/// All attack forms, in display order.
pub(super) const FORMS: [Form; 11] = [
    form("strike", msg::STRIKE, &[], "Fist"),
    form("kick", msg::KICK, &[], "Kick"),
    form(
        "trained_strike",
        msg::STRIKE_WITH_MARTIAL_ARTS,
        &[],
        "Trained strike",
    ),
    form("do_strike", msg::STRIKE_WITH_DO, &[], "Do strike"),
    form("tackle", msg::TACKLE, &[], "Tackle"),
    form("weapon", msg::ATTACK_WITH_A_WEAPON, &[WEAPON], ""),
    form("shoot", msg::SHOOT, &[GUN], ""),
    form("bow", msg::SHOOT_A_BOW, &[BOW], ""),
    form(THROW, msg::THROW, &[THROWN], ""),
    form(MAGICK, msg::MAGICK, &[SPELL], ""),
    form(DELIVERED, msg::MAGICK_THROUGH_A_BLOW, &[SPELL], ""),
];

/// Options of blows that can deliver a spell.
pub(super) const BLOWS: [(i32, Text, Ability); 4] = [
    (0, msg::BRAWL, Ability::Brawl),
    (1, msg::MARTIAL_ARTS, Ability::MartialArts),
    (2, msg::DO, Ability::Do),
    (3, msg::MELEE, Ability::Melee),
];

/// Options of openness for magick.
pub(super) const OPEN: [(i32, Text, Openness); 3] = [
    (0, msg::COINCIDENTAL_2, Openness::Coincidental),
    (1, msg::VULGAR_2, Openness::Vulgar),
    (2, msg::VULGAR_WITH_WITNESSES_2, Openness::Witnessed),
];

/// Returns the option with this parameter value.
pub(super) fn chosen<T: Copy, const N: usize>(
    options: [(i32, Text, T); N],
    value: i32,
) -> Option<T> {
    let mut options = options.into_iter();
    options
        .find(|(known, ..)| *known == value)
        .map(|(.., it)| it)
}

/// Returns the chart difficulty as terms (ASC-ATK-02).
pub(super) fn difficulty(line: &AttackLine) -> Vec<Term> {
    match line.difficulty {
        DIFFICULTY => rolls::usual(),
        other => vec![Term::of_rule(
            Wording::verbatim(line.name.clone()),
            other,
            "ASC-ATK-02",
        )],
    }
}

/// Describes the attack as the defender has to meet it.
pub(super) fn incoming(scene: &Scene<'_>, line: &AttackLine, key: &str) -> Incoming {
    let kind = match (line.ability, scene.between(0, RANGE, 0)) {
        (Ability::Firearms, 1) => Kind::FirearmClose,
        (Ability::Firearms, 2) => Kind::FirearmPointBlank,
        (Ability::Firearms, _) => Kind::Firearm,
        (Ability::Archery, _) => Kind::Arrow,
        (Ability::Arete, _) => Kind::Mystic,
        (Ability::Athletics, _) if key == THROW => Kind::Thrown,
        _ => Kind::HandToHand,
    };
    let bare = matches!(
        line.ability,
        Ability::Brawl | Ability::MartialArts | Ability::Do
    );
    Incoming {
        kind,
        damage: line.kind,
        source: if bare { Source::Fist } else { line.source },
        unblockable: line.unblockable,
    }
}

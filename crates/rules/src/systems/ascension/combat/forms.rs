//! Forms of attack in Ascension, and their difficulty and effect on the defender (ASC-ATK-01, ASC-ATK-02).

use super::super::attack::{AttackAbility, MagickOpenness};
use super::super::chart::AttackLine;
use super::super::defense::{AttackSource, IncomingAttack, IncomingKind};
use super::combatant_stats::RANGE;
use super::gear::{BOW, GUN, SPELL, THROWN, WEAPON};
use crate::base::term::Term;
use crate::exchange::Scene;
use crate::messages::{Text, Wording, ascension as msg};
use crate::systems::ascension::refusal::D10;
use crate::systems::d10::dice::DEFAULT_DIFFICULTY;

/// Parameter key of the openness of a spell.
pub(super) const OPENNESS: &str = "openness";

/// Parameter key of the blow that delivers a spell.
pub(super) const THROUGH: &str = "through";

/// Kind of attack that can be chosen as a maneuver.
pub(super) struct AttackForm {
    pub(super) key: &'static str,
    pub(super) title: Text,
    /// Item kinds that the attack can use.
    pub(super) items: &'static [&'static str],
    /// Name in the chart; empty if the attack uses an item.
    pub(super) line: &'static str,
}

/// Creates an attack form from its key, label, item kinds and chart line.
const fn attack_form(
    key: &'static str,
    title: Text,
    items: &'static [&'static str],
    line: &'static str,
) -> AttackForm {
    AttackForm {
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
pub(super) const FORMS: [AttackForm; 11] = [
    attack_form("strike", msg::STRIKE, &[], "Fist"),
    attack_form("kick", msg::KICK, &[], "Kick"),
    attack_form(
        "trained_strike",
        msg::STRIKE_WITH_MARTIAL_ARTS,
        &[],
        "Trained strike",
    ),
    attack_form("do_strike", msg::STRIKE_WITH_DO, &[], "Do strike"),
    attack_form("tackle", msg::TACKLE, &[], "Tackle"),
    attack_form("weapon", msg::ATTACK_WITH_A_WEAPON, &[WEAPON], ""),
    attack_form("shoot", msg::SHOOT, &[GUN], ""),
    attack_form("bow", msg::SHOOT_A_BOW, &[BOW], ""),
    attack_form(THROW, msg::THROW, &[THROWN], ""),
    attack_form(MAGICK, msg::MAGICK, &[SPELL], ""),
    attack_form(DELIVERED, msg::MAGICK_THROUGH_A_BLOW, &[SPELL], ""),
];

/// Options of blows that can deliver a spell.
pub(super) const SPELL_DELIVERIES: [(i32, Text, AttackAbility); 4] = [
    (0, msg::BRAWL, AttackAbility::Brawl),
    (1, msg::MARTIAL_ARTS, AttackAbility::MartialArts),
    (2, msg::DO, AttackAbility::Do),
    (3, msg::MELEE, AttackAbility::Melee),
];

/// Options of openness for magick.
pub(super) const OPENNESS_OPTIONS: [(i32, Text, MagickOpenness); 3] = [
    (0, msg::COINCIDENTAL_2, MagickOpenness::Coincidental),
    (1, msg::VULGAR_2, MagickOpenness::Vulgar),
    (2, msg::VULGAR_WITH_WITNESSES_2, MagickOpenness::Witnessed),
];

/// Returns the option with this parameter value.
pub(super) fn find_option<T: Copy, const N: usize>(
    options: [(i32, Text, T); N],
    value: i32,
) -> Option<T> {
    let mut options = options.into_iter();
    options
        .find(|(known, ..)| *known == value)
        .map(|(.., it)| it)
}

/// Returns the chart difficulty as terms (ASC-ATK-02).
pub(super) fn difficulty_terms(line: &AttackLine) -> Vec<Term> {
    match line.difficulty {
        DEFAULT_DIFFICULTY => vec![D10.default_difficulty()],
        other => vec![Term::from_rule(
            Wording::verbatim(line.name.clone()),
            other,
            "ASC-ATK-02",
        )],
    }
}

/// Describes the attack as the defender has to meet it.
pub(super) fn incoming_attack(scene: &Scene<'_>, line: &AttackLine, key: &str) -> IncomingAttack {
    let kind = match (line.ability, scene.situation_value(0, RANGE, 0)) {
        (AttackAbility::Firearms, 1) => IncomingKind::FirearmClose,
        (AttackAbility::Firearms, 2) => IncomingKind::FirearmPointBlank,
        (AttackAbility::Firearms, _) => IncomingKind::Firearm,
        (AttackAbility::Archery, _) => IncomingKind::Arrow,
        (AttackAbility::Arete, _) => IncomingKind::Mystic,
        (AttackAbility::Athletics, _) if key == THROW => IncomingKind::Thrown,
        _ => IncomingKind::HandToHand,
    };
    let bare = matches!(
        line.ability,
        AttackAbility::Brawl | AttackAbility::MartialArts | AttackAbility::Do
    );
    IncomingAttack {
        kind,
        damage: line.kind,
        source: if bare {
            AttackSource::Fist
        } else {
            line.source
        },
        unblockable: line.unblockable,
    }
}

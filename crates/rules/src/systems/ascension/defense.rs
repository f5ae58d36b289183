//! Dodge, block, parry and countermagick (ASC-DEF-01, ASC-DODGE-01 to 06, ASC-BLOCK-01 to 07,
//! ASC-PARRY-01, ASC-CM-01). There is no passive defense (ASC-DEF-04).

use super::attack;
pub use super::incoming::{
    AttackSource, Defender, DefenseSituation, DodgeRoom, IncomingAttack, IncomingKind,
};
use super::{Refusal, Settings};
use crate::base::term::Term;
use crate::messages::Text;
use crate::messages::ascension as msg;
use crate::systems::ascension::refusal::D10;
use crate::systems::d10::resolve::{BLOCK, DODGE, PARRY};

/// Kind of defense against an attack in Ascension: dodge, block, parry and their like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefenseKind {
    /// Moving out of the way.
    Dodge,
    /// Stopping the attack with the body.
    Block,
    /// Stopping the attack with a weapon.
    Parry,
    /// Unweaving magick with Arete.
    Countermagick,
}

/// Key of the defense by countermagick.
pub const COUNTERMAGICK: &str = "countermagick";

/// Kinds of defenses by their keys in plans and answers.
pub const KINDS_BY_KEY: [(&str, DefenseKind); 4] = [
    (DODGE, DefenseKind::Dodge),
    (BLOCK, DefenseKind::Block),
    (PARRY, DefenseKind::Parry),
    (COUNTERMAGICK, DefenseKind::Countermagick),
];

/// Dice pool and difficulty of a defense, as terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenseSum {
    /// Terms of the dice pool.
    pub terms: Vec<Term>,
    /// Terms of the difficulty.
    pub difficulty: Vec<Term>,
}

/// Computes the pool and difficulty of a defense, even if the rules refuse it.
#[must_use]
pub fn defense_sum(
    defense: DefenseKind,
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
    settings: &Settings,
) -> DefenseSum {
    let arete = defense == DefenseKind::Countermagick;
    let way = match defense {
        DefenseKind::Dodge => dodge_basis(who, incoming, situation, settings),
        DefenseKind::Block => block_basis(who, incoming, situation, settings),
        DefenseKind::Parry => {
            let hard = Term::from_rule(
                msg::PARRY,
                stopping_difficulty(incoming.source, settings),
                "ASC-BLOCK-02",
            );
            DefenseBasis::new(msg::MELEE, who.melee, vec![hard], "ASC-PARRY-01")
        }
        DefenseKind::Countermagick => {
            let hard = Term::from_rule(msg::COUNTERMAGICK, settings.countermagick, "ASC-CM-01");
            DefenseBasis::new(msg::ARETE, who.arete, vec![hard], "ASC-CM-01")
        }
    };
    let dexterity = Term::from_rule(msg::DEXTERITY, who.dexterity, way.rule);
    let ability = Term::from_rule(way.label, way.dots, way.rule);
    let terms = (!arete).then_some(dexterity).into_iter().chain([ability]);
    let wounds = attack::wound_term(who.wounds, arete, settings);
    DefenseSum {
        terms: terms.chain(wounds).collect(),
        difficulty: way.difficulty,
    }
}

/// Checks that the rules of Ascension let an attack be met with this defense.
///
/// # Errors
/// Returns the first [`Refusal`] that applies, an empty pool last.
pub fn check_defense(
    defense: DefenseKind,
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
    settings: &Settings,
) -> Result<(), Refusal> {
    if who.wounds.penalty.is_none() {
        return Err(Refusal::Incapacitated);
    }
    match defense {
        DefenseKind::Dodge => check_evasion(who, situation)?,
        DefenseKind::Block => check_block(who, incoming, situation, settings)?,
        DefenseKind::Parry => check_parry(who, incoming, situation, settings)?,
        DefenseKind::Countermagick if incoming.kind != IncomingKind::Mystic => {
            return Err(Refusal::NotMystic);
        }
        DefenseKind::Countermagick => {}
    }
    let sum = defense_sum(defense, who, incoming, situation, settings);
    D10.check_dice(&sum.terms)
}

/// Ability, difficulty and rule of a defense.
struct DefenseBasis {
    label: Text,
    dots: i32,
    difficulty: Vec<Term>,
    rule: &'static str,
}

impl DefenseBasis {
    /// Creates the basis of a defense roll from its ability, difficulty and rule.
    const fn new(label: Text, dots: i32, difficulty: Vec<Term>, rule: &'static str) -> Self {
        Self {
            label,
            dots,
            difficulty,
            rule,
        }
    }
}

/// Returns the difficulty of dodging, also in a desperate defense.
#[must_use]
pub fn evasion_difficulty(kind: IncomingKind, room: DodgeRoom, settings: &Settings) -> Vec<Term> {
    let (label, base) = match kind {
        IncomingKind::HandToHand => (msg::A_BLOW, settings.dodge_blow),
        IncomingKind::FirearmClose => (msg::A_GUN_CLOSE, settings.dodge_gun_close),
        IncomingKind::FirearmPointBlank => (msg::A_GUN_POINT_BLANK, settings.dodge_gun_point_blank),
        IncomingKind::Firearm
        | IncomingKind::Thrown
        | IncomingKind::Arrow
        | IncomingKind::Mystic => (msg::DODGE, settings.dodge_other),
    };
    let mut terms = vec![Term::from_rule(label, base, "ASC-DODGE-02")];
    if room == DodgeRoom::Tight {
        terms.push(Term::from_rule(
            msg::TIGHT_ROOM,
            settings.tight_room,
            "ASC-DODGE-04",
        ));
    }
    terms
}

/// Checks that a combatant can dodge, also in a desperate defense.
///
/// # Errors
/// [`Refusal::NotSeen`], then [`Refusal::NoRoom`], then [`Refusal::AcrobaticsUnavailable`] without
/// a dot or without open room.
pub fn check_evasion(who: &Defender, situation: &DefenseSituation) -> Result<(), Refusal> {
    if !situation.sees_it {
        return Err(Refusal::NotSeen);
    }
    if situation.room == DodgeRoom::None {
        return Err(Refusal::NoRoom);
    }
    if situation.use_acrobatics && (who.acrobatics < 1 || situation.room != DodgeRoom::Open) {
        return Err(Refusal::AcrobaticsUnavailable);
    }
    Ok(())
}

/// Returns the label and rating of the ability for dodging.
#[must_use]
pub const fn evasion_ability(who: &Defender, situation: &DefenseSituation) -> (Text, i32) {
    if situation.use_acrobatics {
        (msg::ACROBATICS, who.acrobatics)
    } else {
        (msg::ATHLETICS, who.athletics)
    }
}

/// Returns the ability, difficulty and rule of a dodge.
fn dodge_basis(
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
    settings: &Settings,
) -> DefenseBasis {
    let (label, dots) = evasion_ability(who, situation);
    let rule = if situation.use_acrobatics {
        "ASC-DODGE-05"
    } else {
        "ASC-DODGE-01"
    };
    DefenseBasis::new(
        label,
        dots,
        evasion_difficulty(incoming.kind, situation.room, settings),
        rule,
    )
}

/// Whether the attack is a thrown weapon or an arrow.
const fn is_missile(incoming: &IncomingAttack) -> bool {
    matches!(incoming.kind, IncomingKind::Thrown | IncomingKind::Arrow)
}

/// Returns the ability, difficulty and rule of a block.
fn block_basis(
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
    settings: &Settings,
) -> DefenseBasis {
    let trained = who.martial_arts.max(who.do_);
    let missile = missile_ability(who, settings)
        .filter(|_| situation.use_martial_arts && is_missile(incoming));
    if let Some((label, dots)) = missile {
        let hard = Term::from_rule(msg::A_MISSILE, settings.stop_missile, "ASC-BLOCK-04");
        return DefenseBasis::new(label, dots, vec![hard], "ASC-BLOCK-04");
    }
    let (label, dots) = if !situation.use_martial_arts || trained < 1 {
        (msg::BRAWL, who.brawl)
    } else if who.martial_arts >= who.do_ {
        (msg::MARTIAL_ARTS, who.martial_arts)
    } else {
        (msg::DO, who.do_)
    };
    let hard = Term::from_rule(
        msg::BLOCK,
        stopping_difficulty(incoming.source, settings),
        "ASC-BLOCK-02",
    );
    DefenseBasis::new(label, dots, vec![hard], "ASC-BLOCK-01")
}

/// Checks that an attack can be blocked.
fn check_block(
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
    settings: &Settings,
) -> Result<(), Refusal> {
    if incoming.unblockable {
        return Err(Refusal::Unblockable);
    }
    let missile = situation.use_martial_arts
        && is_missile(incoming)
        && missile_ability(who, settings).is_some();
    if incoming.kind != IncomingKind::HandToHand && !missile {
        return Err(Refusal::CannotBlockRanged);
    }
    if !can_meet_damage_type(who, incoming, situation) && !settings.futile_blocks {
        return Err(Refusal::CannotBlockDamageType);
    }
    Ok(())
}

/// Returns the ability that stops missiles: Martial Arts, or Do by house rule.
fn missile_ability(who: &Defender, settings: &Settings) -> Option<(Text, i32)> {
    if who.martial_arts >= 1 {
        Some((msg::MARTIAL_ARTS, who.martial_arts))
    } else if settings.do_stops_missiles && who.do_ >= 1 {
        Some((msg::DO, who.do_))
    } else {
        None
    }
}

/// Whether the body can stop this type of damage. A house rule may permit other blocks, but they
/// cancel no successes (ASC-BLOCK-07).
#[must_use]
pub fn can_meet_damage_type(
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
) -> bool {
    let trained = situation.use_martial_arts && who.martial_arts.max(who.do_) >= 1;
    !incoming.damage.is_worse_than_bashing()
        || situation.armored
        || situation.life_hardened
        || trained
}

/// Checks that an attack can be parried.
fn check_parry(
    who: &Defender,
    incoming: &IncomingAttack,
    situation: &DefenseSituation,
    settings: &Settings,
) -> Result<(), Refusal> {
    if !situation.has_weapon {
        return Err(Refusal::NeedsWeapon);
    }
    if incoming.kind != IncomingKind::HandToHand {
        return Err(Refusal::CannotParryRanged);
    }
    if settings.parry_limited && !can_meet_damage_type(who, incoming, situation) {
        return Err(Refusal::CannotBlockDamageType);
    }
    Ok(())
}

/// Returns the difficulty of stopping an attack with body or weapon (ASC-BLOCK-02).
const fn stopping_difficulty(source: AttackSource, settings: &Settings) -> i32 {
    match source {
        AttackSource::Fist => settings.stop_fist,
        AttackSource::Weapon => settings.stop_weapon,
        AttackSource::Heavy => settings.stop_heavy,
    }
}

//! Dodge, block, parry and countermagick (ASC-DEF-01, ASC-DODGE-01 to 06, ASC-BLOCK-01 to 07,
//! ASC-PARRY-01, ASC-CM-01). There is no passive defense (ASC-DEF-04).

use super::attack;
pub use super::incoming::{Defender, Incoming, Kind, Room, Situation, Source};
use super::{Refusal, Settings};
use crate::messages::Text;
use crate::messages::ascension as msg;
use crate::systems::d10::resolve::{BLOCK, DODGE, PARRY};
use crate::term::Term;

/// Kind of defense against an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Defense {
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
pub const KINDS_BY_KEY: [(&str, Defense); 4] = [
    (DODGE, Defense::Dodge),
    (BLOCK, Defense::Block),
    (PARRY, Defense::Parry),
    (COUNTERMAGICK, Defense::Countermagick),
];

/// Dice pool and difficulty of a defense, as terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Terms of the dice pool.
    pub terms: Vec<Term>,
    /// Terms of the difficulty.
    pub difficulty: Vec<Term>,
}

/// Computes the pool and difficulty of a defense, even if the rules refuse it.
#[must_use]
pub fn sum(
    defense: Defense,
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Sum {
    let arete = defense == Defense::Countermagick;
    let way = match defense {
        Defense::Dodge => dodge(who, incoming, at, by),
        Defense::Block => block(who, incoming, at, by),
        Defense::Parry => {
            let hard = Term::of_rule(msg::PARRY, stopping(incoming.source, by), "ASC-BLOCK-02");
            Way::new(msg::MELEE, who.melee, vec![hard], "ASC-PARRY-01")
        }
        Defense::Countermagick => {
            let hard = Term::of_rule(msg::COUNTERMAGICK, by.countermagick, "ASC-CM-01");
            Way::new(msg::ARETE, who.arete, vec![hard], "ASC-CM-01")
        }
    };
    let dexterity = Term::of_rule(msg::DEXTERITY, who.dexterity, way.rule);
    let ability = Term::of_rule(way.label, way.dots, way.rule);
    let terms = (!arete).then_some(dexterity).into_iter().chain([ability]);
    let wounds = attack::wounds(who.wounds, arete, by);
    Sum {
        terms: terms.chain(wounds).collect(),
        difficulty: way.difficulty,
    }
}

/// Checks that an attack can be met with this defense.
///
/// # Errors
/// Returns the first [`Refusal`] that applies, an empty pool last.
pub fn check(
    defense: Defense,
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Result<(), Refusal> {
    if who.wounds.penalty.is_none() {
        return Err(Refusal::Incapacitated);
    }
    match defense {
        Defense::Dodge => evades(who, at)?,
        Defense::Block => blocks(who, incoming, at, by)?,
        Defense::Parry => parries(who, incoming, at, by)?,
        Defense::Countermagick if incoming.kind != Kind::Mystic => return Err(Refusal::NotMystic),
        Defense::Countermagick => {}
    }
    let sum = sum(defense, who, incoming, at, by);
    attack::check(&sum.terms)
}

/// Ability, difficulty and rule of a defense.
struct Way {
    label: Text,
    dots: i32,
    difficulty: Vec<Term>,
    rule: &'static str,
}

impl Way {
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
pub fn evasion(kind: Kind, room: Room, by: &Settings) -> Vec<Term> {
    let (label, base) = match kind {
        Kind::HandToHand => (msg::A_BLOW, by.dodge_blow),
        Kind::FirearmClose => (msg::A_GUN_CLOSE, by.dodge_gun_close),
        Kind::FirearmPointBlank => (msg::A_GUN_POINT_BLANK, by.dodge_gun_point_blank),
        Kind::Firearm | Kind::Thrown | Kind::Arrow | Kind::Mystic => (msg::DODGE, by.dodge_other),
    };
    let mut terms = vec![Term::of_rule(label, base, "ASC-DODGE-02")];
    if room == Room::Tight {
        terms.push(Term::of_rule(
            msg::TIGHT_ROOM,
            by.tight_room,
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
pub fn evades(who: &Defender, at: &Situation) -> Result<(), Refusal> {
    if !at.sees_it {
        return Err(Refusal::NotSeen);
    }
    if at.room == Room::None {
        return Err(Refusal::NoRoom);
    }
    if at.use_acrobatics && (who.acrobatics < 1 || at.room != Room::Open) {
        return Err(Refusal::AcrobaticsUnavailable);
    }
    Ok(())
}

/// Returns the label and rating of the ability for dodging.
#[must_use]
pub const fn agility(who: &Defender, at: &Situation) -> (Text, i32) {
    if at.use_acrobatics {
        (msg::ACROBATICS, who.acrobatics)
    } else {
        (msg::ATHLETICS, who.athletics)
    }
}

/// Returns the ability, difficulty and rule of a dodge.
fn dodge(who: &Defender, incoming: &Incoming, at: &Situation, by: &Settings) -> Way {
    let (label, dots) = agility(who, at);
    let rule = if at.use_acrobatics {
        "ASC-DODGE-05"
    } else {
        "ASC-DODGE-01"
    };
    Way::new(label, dots, evasion(incoming.kind, at.room, by), rule)
}

/// Whether the attack is a thrown weapon or an arrow.
const fn is_missile(incoming: &Incoming) -> bool {
    matches!(incoming.kind, Kind::Thrown | Kind::Arrow)
}

/// Returns the ability, difficulty and rule of a block.
fn block(who: &Defender, incoming: &Incoming, at: &Situation, by: &Settings) -> Way {
    let trained = who.martial_arts.max(who.do_);
    let missile = stops_missiles(who, by).filter(|_| at.use_martial_arts && is_missile(incoming));
    if let Some((label, dots)) = missile {
        let hard = Term::of_rule(msg::A_MISSILE, by.stop_missile, "ASC-BLOCK-04");
        return Way::new(label, dots, vec![hard], "ASC-BLOCK-04");
    }
    let (label, dots) = if !at.use_martial_arts || trained < 1 {
        (msg::BRAWL, who.brawl)
    } else if who.martial_arts >= who.do_ {
        (msg::MARTIAL_ARTS, who.martial_arts)
    } else {
        (msg::DO, who.do_)
    };
    let hard = Term::of_rule(msg::BLOCK, stopping(incoming.source, by), "ASC-BLOCK-02");
    Way::new(label, dots, vec![hard], "ASC-BLOCK-01")
}

/// Checks that an attack can be blocked.
fn blocks(
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Result<(), Refusal> {
    if incoming.unblockable {
        return Err(Refusal::Unblockable);
    }
    let missile = at.use_martial_arts && is_missile(incoming) && stops_missiles(who, by).is_some();
    if incoming.kind != Kind::HandToHand && !missile {
        return Err(Refusal::CannotBlockRanged);
    }
    if !qualified(who, incoming, at) && !by.futile_blocks {
        return Err(Refusal::CannotBlockDamageType);
    }
    Ok(())
}

/// Returns the ability that stops missiles: Martial Arts, or Do by house rule.
fn stops_missiles(who: &Defender, by: &Settings) -> Option<(Text, i32)> {
    if who.martial_arts >= 1 {
        Some((msg::MARTIAL_ARTS, who.martial_arts))
    } else if by.do_stops_missiles && who.do_ >= 1 {
        Some((msg::DO, who.do_))
    } else {
        None
    }
}

/// Whether the body can stop this type of damage. A house rule may permit other blocks, but they
/// cancel no successes (ASC-BLOCK-07).
#[must_use]
pub fn qualified(who: &Defender, incoming: &Incoming, at: &Situation) -> bool {
    let trained = at.use_martial_arts && who.martial_arts.max(who.do_) >= 1;
    !incoming.damage.is_grave() || at.armored || at.life_hardened || trained
}

/// Checks that an attack can be parried.
fn parries(
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Result<(), Refusal> {
    if !at.has_weapon {
        return Err(Refusal::NeedsWeapon);
    }
    if incoming.kind != Kind::HandToHand {
        return Err(Refusal::CannotParryRanged);
    }
    if by.parry_limited && !qualified(who, incoming, at) {
        return Err(Refusal::CannotBlockDamageType);
    }
    Ok(())
}

/// Returns the difficulty of stopping an attack with body or weapon (ASC-BLOCK-02).
const fn stopping(source: Source, by: &Settings) -> i32 {
    match source {
        Source::Fist => by.stop_fist,
        Source::Weapon => by.stop_weapon,
        Source::Heavy => by.stop_heavy,
    }
}

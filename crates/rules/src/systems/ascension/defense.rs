//! Dodge, block, parry, countermagick (ASC-DEF-01, ASC-DODGE-01 to 06, ASC-BLOCK-01 to 07,
//! ASC-PARRY-01, ASC-CM-01). No passive defence exists (ASC-DEF-04).

use serde::{Deserialize, Serialize};

use super::attack::{self, Sum};
pub use super::incoming::{Defender, Incoming, Kind, Room, Situation, Source};
use super::{Denied, Refusal, Settings};
use crate::term::Term;

/// A way to defend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defense {
    /// Out of the way.
    Dodge,
    /// With the body.
    Block,
    /// With a weapon.
    Parry,
    /// With Arete.
    Countermagick,
}

/// Sums a defence.
///
/// # Errors
/// The first [`Refusal`] that applies, an empty pool last.
pub fn defend(
    defense: Defense,
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Result<Sum, Denied> {
    let arete = defense == Defense::Countermagick;
    let wounds = attack::wounds(who.wound_level, arete, by)?;
    let way = match defense {
        Defense::Dodge => dodge(who, incoming, at, by),
        Defense::Block => block(who, incoming, at, by),
        Defense::Parry => parry(who, incoming, at, by),
        Defense::Countermagick if incoming.kind != Kind::Mystic => Err(Refusal::NotMystic),
        Defense::Countermagick => Ok(Way::new("Arete", who.arete, by.countermagick, "ASC-CM-01")),
    };
    let way = way.map_err(Denied::refused)?;
    let mut terms = Vec::new();
    if let Some(share) = at.share {
        terms.push(Term::of_rule("Share", share, "ASC-SPLIT-01"));
    } else {
        if !arete {
            terms.push(Term::of_rule("Dexterity", who.dexterity, way.rule));
        }
        terms.push(Term::of_rule(way.label, way.dots, way.rule));
        terms.extend(wounds);
    }
    attack::sum(terms, way.difficulty)
}

/// The ability of a defence and its difficulty.
struct Way {
    label: &'static str,
    dots: i32,
    difficulty: i32,
    rule: &'static str,
}

impl Way {
    const fn new(label: &'static str, dots: i32, difficulty: i32, rule: &'static str) -> Self {
        Self {
            label,
            dots,
            difficulty,
            rule,
        }
    }
}

/// The summed difficulty of getting out of the way, in a dodge or a desperate defence.
///
/// # Errors
/// [`Refusal::NotSeen`], then [`Refusal::NoRoom`].
pub fn evasion(kind: Kind, room: Room, sees_it: bool, by: &Settings) -> Result<i32, Refusal> {
    if !sees_it {
        return Err(Refusal::NotSeen);
    }
    let tight = match room {
        Room::Open => 0,
        Room::Tight => by.tight_room,
        Room::None => return Err(Refusal::NoRoom),
    };
    let base = match kind {
        Kind::HandToHand => by.dodge_blow,
        Kind::FirearmClose => by.dodge_gun_close,
        Kind::FirearmPointBlank => by.dodge_gun_point_blank,
        Kind::Firearm | Kind::Thrown | Kind::Arrow | Kind::Mystic => by.dodge_other,
    };
    Ok(base.saturating_add(tight))
}

/// What one dodges with.
///
/// # Errors
/// [`Refusal::AcrobaticsUnavailable`] without a dot or without open room.
pub fn agility(who: &Defender, at: &Situation) -> Result<(&'static str, i32), Refusal> {
    if !at.use_acrobatics {
        return Ok(("Athletics", who.athletics));
    }
    if who.acrobatics < 1 || at.room != Room::Open {
        return Err(Refusal::AcrobaticsUnavailable);
    }
    Ok(("Acrobatics", who.acrobatics))
}

fn dodge(
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Result<Way, Refusal> {
    let difficulty = evasion(incoming.kind, at.room, at.sees_it, by)?;
    let (label, dots) = agility(who, at)?;
    let rule = if at.use_acrobatics {
        "ASC-DODGE-05"
    } else {
        "ASC-DODGE-01"
    };
    Ok(Way::new(label, dots, difficulty, rule))
}

fn block(
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Result<Way, Refusal> {
    if incoming.unblockable {
        return Err(Refusal::Unblockable);
    }
    let missile = match incoming.kind {
        Kind::HandToHand => None,
        Kind::Thrown | Kind::Arrow if at.use_martial_arts => stops_missiles(who, by),
        _ => return Err(Refusal::CannotBlockRanged),
    };
    if incoming.kind != Kind::HandToHand && missile.is_none() {
        return Err(Refusal::CannotBlockRanged);
    }
    if !qualified(who, incoming, at) && !by.futile_blocks {
        return Err(Refusal::CannotBlockDamageType);
    }
    if let Some((label, dots)) = missile {
        return Ok(Way::new(label, dots, by.stop_missile, "ASC-BLOCK-04"));
    }
    let trained = who.martial_arts.max(who.do_);
    let (label, dots) = if !at.use_martial_arts || trained < 1 {
        ("Brawl", who.brawl)
    } else if who.martial_arts >= who.do_ {
        ("Martial Arts", who.martial_arts)
    } else {
        ("Do", who.do_)
    };
    Ok(Way::new(
        label,
        dots,
        stopping(incoming.source, by),
        "ASC-BLOCK-01",
    ))
}

/// The ability that stops arrows: Martial Arts, and Do only by house rule.
fn stops_missiles(who: &Defender, by: &Settings) -> Option<(&'static str, i32)> {
    if who.martial_arts >= 1 {
        Some(("Martial Arts", who.martial_arts))
    } else if by.do_stops_missiles && who.do_ >= 1 {
        Some(("Do", who.do_))
    } else {
        None
    }
}

/// Whether the body may meet this type of damage. Where a house rule lets somebody try who may
/// not, the block takes no success off, whatever it rolls (ASC-BLOCK-07).
#[must_use]
pub fn qualified(who: &Defender, incoming: &Incoming, at: &Situation) -> bool {
    let trained = at.use_martial_arts && who.martial_arts.max(who.do_) >= 1;
    !incoming.damage.is_grave() || at.armored || at.life_hardened || trained
}

fn parry(
    who: &Defender,
    incoming: &Incoming,
    at: &Situation,
    by: &Settings,
) -> Result<Way, Refusal> {
    if !at.has_weapon {
        return Err(Refusal::NeedsWeapon);
    }
    if incoming.kind != Kind::HandToHand {
        return Err(Refusal::CannotParryRanged);
    }
    if by.parry_limited && !qualified(who, incoming, at) {
        return Err(Refusal::CannotBlockDamageType);
    }
    Ok(Way::new(
        "Melee",
        who.melee,
        stopping(incoming.source, by),
        "ASC-PARRY-01",
    ))
}

/// The difficulty of stopping a blow with body or weapon (ASC-BLOCK-02).
const fn stopping(source: Source, by: &Settings) -> i32 {
    match source {
        Source::Fist => by.stop_fist,
        Source::Weapon => by.stop_weapon,
        Source::Heavy => by.stop_heavy,
    }
}

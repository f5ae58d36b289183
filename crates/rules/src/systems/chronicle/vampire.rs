//! Rules for vampires alone (CHR-VMP-01 to 15).

use super::gear::weapon::Harm;
use super::health::damage;
use super::health::place::Location;
use super::health::wounds::{self, Kind, State};
use super::numbers::{EXCEPTIONAL_AT, HEART_PIERCED_FROM};
use super::settings::Settings;
use crate::character::track::{Boxes, DamagePacket, Severity};

/// Returns the severity that damage of this nature has for a vampire (CHR-VMP-03 to 07,
/// CHR-VMP-13).
#[must_use]
pub(crate) fn severity(harm: Harm, called: Option<Location>, settings: &Settings) -> Severity {
    match harm {
        Harm::Unarmed | Harm::Piercing => Severity::Bashing,
        Harm::Blunt => settings.blunt_on_vampires,
        Harm::Slashing => Severity::Lethal,
        Harm::Ballistic if called.is_some_and(Location::is_head) => settings.headshot_on_vampires,
        Harm::Ballistic => Severity::Bashing,
        Harm::Fire | Harm::Supernatural => Severity::Aggravated,
    }
}

/// Turns the damage that an attack does to the living into what it does to a vampire: lethal points
/// become what the nature of the attack says, aggravated ones stay (CHR-VMP-13), bashing ones stay.
#[must_use]
pub(crate) fn convert(
    packet: DamagePacket,
    harm: Harm,
    called: Option<Location>,
    settings: &Settings,
) -> DamagePacket {
    let lethal = packet.lethal;
    let mut converted = DamagePacket {
        lethal: 0,
        ..packet
    };
    let becomes = converted.get_mut(severity(harm, called, settings));
    *becomes = becomes.saturating_add(lethal);
    converted
}

/// Turns every lethal point of damage into a bashing one.
#[must_use]
pub(crate) fn lethal_as_bashing(packet: DamagePacket) -> DamagePacket {
    DamagePacket {
        bashing: packet.bashing.saturating_add(packet.lethal),
        lethal: 0,
        aggravated: packet.aggravated,
        points: 0,
    }
}

/// Result of a wooden stake aimed at the heart, after armor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Staking {
    /// The points as they are marked.
    pub(crate) inflicted: DamagePacket,
    /// Whether the heart was pierced.
    pub(crate) heart_pierced: bool,
    /// Whether the vampire is held (CHR-VMP-15).
    pub(crate) staked: bool,
}

/// Judges a stake aimed at the heart by the points that got through, lethal until proven otherwise:
/// three keep them lethal (CHR-VMP-09); five lethal and an exceptional roll hold the vampire
/// (CHR-VMP-08). `successes` is `None` when nothing was rolled, and then it cannot hold.
#[must_use]
pub(crate) fn staking(
    through: DamagePacket,
    successes: Option<u32>,
    settings: &Settings,
) -> Staking {
    let inflicted = if through.total() >= settings.stake_lethal_from {
        through
    } else {
        lethal_as_bashing(through)
    };
    let needed = if settings.stake_needs_exceptional {
        EXCEPTIONAL_AT
    } else {
        1
    };
    Staking {
        inflicted,
        heart_pierced: inflicted.total() >= HEART_PIERCED_FROM,
        staked: successes.is_some_and(|rolled| rolled >= needed)
            && inflicted.lethal >= settings.stake_holds_from.max(1),
    }
}

/// Returns the blood left to a staked vampire, and their track, after so many nights with the stake
/// in: each takes one blood; with none left, one point of lethal until torpor (CHR-VMP-10).
#[must_use]
pub(crate) fn staked_nights(
    blood: i32,
    nights: u32,
    track: Boxes,
    settings: &Settings,
) -> (i32, Boxes) {
    let fed = nights.min(u32::try_from(blood).unwrap_or(0));
    let mut after = track;
    for _ in fed..nights {
        if wounds::state(&after, Kind::Vampire) != State::Ok {
            break;
        }
        after = damage::mark_by(
            after,
            DamagePacket::of_severity(Severity::Lethal, 1),
            settings,
        )
        .after;
    }
    (blood - i32::try_from(fed).unwrap_or(blood), after)
}

//! Taken by surprise (CHR-CMP-07).

use serde::{Deserialize, Serialize};

use super::attack::pool::{unskilled, wounds};
use super::contest::{self, Winner};
use super::input::{self, Nonsense};
use super::pool;
use super::settings::Settings;
use crate::dice::Dice;

/// The one who lies in wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ambusher {
    /// Dexterity.
    pub dexterity: i32,
    /// Stealth.
    pub stealth: i32,
    /// 0 or below.
    pub wound_penalty: i32,
    /// Is a vampire.
    pub vampire: bool,
}

/// The one who should have looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Victim {
    /// Wits.
    pub wits: i32,
    /// Composure.
    pub composure: i32,
    /// 0 or below.
    pub wound_penalty: i32,
    /// Is a vampire.
    pub vampire: bool,
}

/// An ambush.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ambush {
    /// Who lies in wait.
    pub attacker: Ambusher,
    /// Who walks by.
    pub defender: Victim,
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sprung {
    /// Successes of the one who lay in wait.
    pub a: u32,
    /// Successes of the other.
    pub b: u32,
    /// The other has no instant action and no Defense in the first turn, and only then.
    pub surprised: bool,
}

/// Dexterity + Stealth against Wits + Composure; the ambusher needs more successes.
///
/// # Errors
/// [`Nonsense`] when a number cannot be; then no die was thrown.
pub fn roll(ambush: &Ambush, settings: &Settings, dice: &mut dyn Dice) -> Result<Sprung, Nonsense> {
    let (by, on) = (&ambush.attacker, &ambush.defender);
    input::traits([
        ("dexterity", by.dexterity),
        ("stealth", by.stealth),
        ("wits", on.wits),
        ("composure", on.composure),
    ])?;
    input::penalty("wound_penalty", by.wound_penalty)?;
    input::penalty("wound_penalty", on.wound_penalty)?;
    let a_pool = by.dexterity
        + by.stealth
        + unskilled(by.stealth, settings)
        + wounds(by.wound_penalty, by.vampire);
    let b_pool = on.wits + on.composure + wounds(on.wound_penalty, on.vampire);
    pool::check(a_pool)?;
    pool::check(b_pool)?;
    let contest = contest::roll(a_pool, b_pool, settings, dice);
    Ok(Sprung {
        a: contest.a.successes,
        b: contest.b.successes,
        surprised: contest.winner == Winner::A,
    })
}

//! What a rule system is to the table, and the list of those there are.
//!
//! A system is one folder under [`crate::systems`] and one line in [`SystemId`].

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::initiative::Initiative;
use crate::roll::Rolled;
use crate::sheet::{KindSpec, Sheet, TraitSpec};
use crate::systems::{self, chronicle::pool::Again};
use crate::term::{RuleId, Term};
use crate::track::{Packet, Track, TrackError};

/// The systems an encounter can run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SystemId {
    /// Pools of ten-sided dice, eights succeed.
    Chronicle,
}

impl SystemId {
    /// Every system.
    pub const ALL: [Self; 1] = [Self::Chronicle];

    /// The rules behind the name.
    #[must_use]
    pub fn rules(self) -> &'static dyn RuleSystem {
        match self {
            Self::Chronicle => &systems::chronicle::Chronicle,
        }
    }
}

/// How dice are read in a roll; which of them a system accepts is its own affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reading {
    /// A pool of ten-sided dice where eights succeed.
    Pool {
        /// From which face on a die is thrown again.
        #[serde(default)]
        again: Again,
        /// Whether every failed die is thrown once more.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rote: bool,
        /// Whether a chance die is rolled whatever the pool.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chance: bool,
    },
}

/// How somebody is, read off their track.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// The penalty on their rolls, zero or negative.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: i32,
    /// What is wrong with them, worst first, each with its rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

fn is_zero(value: &i32) -> bool {
    *value == 0
}

/// One thing that is wrong with somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HealthState {
    /// In the words of the table: "unconscious".
    pub word: Cow<'static, str>,
    /// Where it says so.
    pub rule: RuleId,
    /// Whether they cannot act because of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
}

/// A track after damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harmed {
    /// The track as it is now.
    pub after: Track,
    /// Points that found nothing left to change.
    pub excess: u16,
}

/// The rules of one game, as far as the table asks for them.
///
/// Object-safe, without state, time or chance of its own.
pub trait RuleSystem: Sync {
    /// The name on the screen.
    fn title(&self) -> &'static str;

    /// The traits a sheet may have, in the order they are shown.
    fn traits(&self) -> &'static [TraitSpec];

    /// The kinds of creature, the ordinary one first.
    fn kinds(&self) -> &'static [KindSpec];

    /// The unmarked track of a combatant with this sheet.
    ///
    /// # Errors
    /// [`TrackError`] when the sheet's numbers make no track.
    fn track(&self, sheet: &Sheet) -> Result<Track, TrackError>;

    /// The penalty that filling each box brings, from the first box to the last.
    fn box_penalties(&self, sheet: &Sheet, track: &Track) -> Vec<i32>;

    /// Marks one attack's damage.
    fn harm(&self, track: &Track, packet: Packet) -> Harmed;

    /// Reads a track.
    fn health(&self, sheet: &Sheet, track: &Track) -> Health;

    /// How many sides the initiative die has.
    fn initiative_die(&self) -> u16;

    /// The initiative of a combatant whose die shows `die`.
    fn initiative(&self, sheet: &Sheet, track: &Track, die: u16) -> Initiative;

    /// Rolls off what is tied: `newcomers` among themselves and with those `settled` before.
    /// Only ranks change, and only in groups that hold a newcomer.
    fn settle_ties(
        &self,
        newcomers: &mut [Initiative],
        settled: &mut [Initiative],
        dice: &mut dyn Dice,
    );

    /// The terms a combatant's state adds to every roll of theirs, each with its rule.
    fn roll_terms(&self, sheet: &Sheet, track: &Track) -> Vec<Term>;

    /// Throws `pool` dice and reads them; `None` when this system does not read dice so.
    fn roll(&self, pool: i32, reading: &Reading, dice: &mut dyn Dice) -> Option<Rolled>;
}

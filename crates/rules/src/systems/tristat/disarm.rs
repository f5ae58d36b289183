//! Striking a weapon from a hand (TRI-DISARM-01 to 06, TRI-ROLL-03).

use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};
use super::numbers;
use super::roll::{self, Check, Pair, Purpose};
use super::settings::Settings;
use super::stats::{check_typed, push, push_typed};
use crate::dice::Dice;
use crate::term::Term;

/// From where the weapon is struck at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// With the hands or a melee weapon (TRI-DISARM-01).
    Close,
    /// With a shot or a throw (TRI-DISARM-06).
    Ranged,
}

impl Distance {
    /// What the attack loses, before any technique.
    #[must_use]
    pub const fn penalty(self) -> i32 {
        match self {
            Self::Close => numbers::DISARM_CLOSE,
            Self::Ranged => numbers::DISARM_RANGED,
        }
    }

    /// The rule that says so.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Close => "TRI-DISARM-01",
            Self::Ranged => "TRI-DISARM-06",
        }
    }
}

/// The Body check of somebody whose weapon was struck (TRI-DISARM-04).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grip {
    /// The Stat.
    pub body: i32,
    /// What the storyteller adds (TRI-DISARM-05).
    pub modifier: i32,
    /// The storyteller allows no check: the weapon is gone (TRI-DISARM-05).
    pub denied: bool,
    /// What Energy bought for this roll (TRI-EN-01).
    pub energy_bonus: i32,
    /// Anything else, by name.
    pub terms: Vec<Term>,
}

/// What became of the weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kept {
    /// It stayed in the hand.
    pub kept: bool,
    /// What attacks and defenses with it lose until the victim's next turn is over (TRI-DISARM-04).
    pub weapon_penalty: i32,
    /// It is gone.
    pub disarmed: bool,
}

impl Kept {
    /// After a check that ended so (TRI-DISARM-04).
    #[must_use]
    pub const fn after(kept: bool) -> Self {
        Self {
            kept,
            weapon_penalty: if kept { numbers::SHAKEN } else { 0 },
            disarmed: !kept,
        }
    }
}

impl Grip {
    /// Whether every number is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::numbers([
            ("body", self.body),
            ("modifier", self.modifier),
            ("energy_bonus", self.energy_bonus),
        ])?;
        check_typed(&self.terms)
    }

    /// The parts of the target (TRI-ROLL-03).
    #[must_use]
    pub fn target_terms(&self) -> Vec<Term> {
        let mut terms = vec![Term::of_rule("Body", self.body, "TRI-DISARM-04")];
        push(&mut terms, "Storyteller", self.modifier, "TRI-DISARM-05");
        push(&mut terms, "Energy", self.energy_bonus, "TRI-EN-01");
        push_typed(&mut terms, 0, &self.terms);
        terms
    }

    /// Reads the check (TRI-ROLL-03).
    #[must_use]
    pub fn read(&self, faces: Pair, settings: &Settings) -> Check {
        roll::read(Purpose::Stat, self.target_terms(), faces, settings)
    }

    /// Rolls the check, unless it is denied (TRI-DISARM-04, TRI-DISARM-05).
    ///
    /// # Errors
    /// [`Nonsense`] when a number cannot be; then no die was thrown.
    pub fn roll(&self, settings: &Settings, dice: &mut dyn Dice) -> Result<Kept, Nonsense> {
        self.check()?;
        if self.denied {
            return Ok(Kept::after(false));
        }
        let check = self.read(roll::throw(dice), settings);
        Ok(Kept::after(check.success))
    }
}

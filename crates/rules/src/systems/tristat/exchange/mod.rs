//! One attack from declaration to its effects, a step at a time.
//!
//! An [`Exchange`] keeps what was declared, what was answered and what the storyteller
//! decided; [`Exchange::step`] replays that and says what is needed next. Nothing else is
//! kept, so it can wait on a shelf, travel, or be taken back by one answer.
//!
//! The order is always the same: attack roll, critical die, whether to defend, defense
//! roll, and for a disarm the Body check (TRI-CRIT-02, TRI-DEF-01, TRI-DISARM-04).

mod cursor;
pub mod deed;
pub mod done;
mod replay;

use serde::{Deserialize, Serialize};

use super::attack::NoAttack;
use super::defense::Defense;
use super::input::Nonsense;
use super::numbers::SIDES;
use super::overrides::{Ruling, Rulings};
use super::settings::Settings;
use crate::dice::Dice;
use crate::term::Term;
use deed::Deed;
use done::Done;

/// Who has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// Whoever attacks.
    Attacker,
    /// Whoever is attacked.
    Target,
}

/// What a roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum For {
    /// The attack (TRI-ATK-02).
    Attack,
    /// How critical it is (TRI-CRIT-02).
    Critical,
    /// The defense (TRI-DEF-02).
    Defense,
    /// Keeping the weapon (TRI-DISARM-04).
    Grip,
}

/// Dice that have to be thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ask {
    /// By whom.
    pub by: Party,
    /// What for.
    pub purpose: For,
    /// How many six-sided dice.
    pub dice: usize,
    /// What to stay under; `None` for the critical die.
    pub target: Option<i32>,
    /// How the target came about.
    pub terms: Vec<Term>,
    /// Whether exactly the target is a success (TRI-ROLL-02).
    pub takes_ties: bool,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Dice have to be thrown.
    NeedRoll(Ask),
    /// The target defends or lets it come (TRI-DEF-01).
    NeedDefense {
        /// What a defense would have to stay under.
        target: i32,
        /// How that came about.
        terms: Vec<Term>,
    },
    /// All is said.
    Done(Box<Done>),
    /// It cannot be.
    Refused(Refusal),
}

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The target defends.
    Defend,
    /// The target does not; that costs nothing (TRI-DEF-01).
    Decline,
    /// The faces of the dice that were asked for.
    Faces(Vec<u16>),
}

/// Why an exchange does not go on. No die was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
pub enum Refusal {
    /// There is no attack.
    #[error("{0}")]
    NoAttack(#[serde(serialize_with = "as_text")] NoAttack),
    /// An answer to something nobody asked.
    #[error("nobody asked for that")]
    Unasked,
}

fn as_text<T: std::fmt::Display, S: serde::Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl From<NoAttack> for Refusal {
    fn from(cause: NoAttack) -> Self {
        Self::NoAttack(cause)
    }
}

impl From<Nonsense> for Refusal {
    fn from(cause: Nonsense) -> Self {
        Self::NoAttack(NoAttack::Nonsense(cause))
    }
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    deed: Deed,
    defense: Option<Defense>,
    #[serde(default)]
    critical_energy: i32,
    #[serde(default)]
    answers: Vec<Answer>,
    #[serde(default)]
    rulings: Rulings,
}

impl Exchange {
    /// Declares an attack. Without a `defense` the target does not know of it or cannot do
    /// anything about it.
    #[must_use]
    pub const fn declare(deed: Deed, defense: Option<Defense>) -> Self {
        Self {
            deed,
            defense,
            critical_energy: 0,
            answers: Vec::new(),
            rulings: Rulings::none(),
        }
    }

    /// The same with what Energy adds to the critical die, should there be one (TRI-EN-01).
    #[must_use]
    pub const fn with_critical_energy(mut self, bonus: i32) -> Self {
        self.critical_energy = bonus;
        self
    }

    /// What was answered so far.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// What the storyteller decided so far.
    #[must_use]
    pub const fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    /// Writes down an answer.
    pub fn answer(&mut self, answer: Answer) {
        self.answers.push(answer);
    }

    /// Takes back the last answer.
    pub fn take_back(&mut self) -> Option<Answer> {
        self.answers.pop()
    }

    /// Puts a decision of the storyteller on record.
    pub fn rule(&mut self, ruling: Ruling) {
        self.rulings.record(ruling);
    }

    /// What comes next.
    #[must_use]
    pub fn step(&self, settings: &Settings) -> Step {
        match self.replay(settings) {
            Ok(done) => Step::Done(Box::new(done)),
            Err(stop) => *stop,
        }
    }

    /// Plays what is left with these dice; a target that may defend does.
    ///
    /// # Errors
    /// [`Refusal`] when it cannot be; if it was refused when declared no die was thrown.
    pub fn play(mut self, settings: &Settings, dice: &mut dyn Dice) -> Result<Done, Refusal> {
        loop {
            match self.step(settings) {
                Step::NeedRoll(ask) => {
                    let faces = (0..ask.dice).map(|_| dice.die(SIDES)).collect();
                    self.answer(Answer::Faces(faces));
                }
                Step::NeedDefense { .. } => self.answer(Answer::Defend),
                Step::Done(done) => return Ok(*done),
                Step::Refused(why) => return Err(why),
            }
        }
    }
}

//! One attack from declaration to marked boxes, a step at a time.
//!
//! An [`Exchange`] keeps what was declared, what was answered and what the storyteller
//! decided; [`Exchange::step`] replays that and says what is needed next. Nothing else is
//! kept, so it can wait on a shelf, travel, or be taken back by one answer.

pub mod effect;
mod replay;

use serde::{Deserialize, Serialize};

use super::attack::Attack;
use super::attack::legal::Illegal;
use super::attack::outcome::Outcome;
use super::attack::pool::AttackPool;
use super::called_shot::LegChoice;
use super::improvised::Improvised;
use super::input::Nonsense;
use super::overrides::{Change, Ruling, Rulings, TermKey};
use super::pool::Ask;
use super::settings::Settings;
use super::wounds::Kind;
use crate::roll::Rolled;
use crate::term::Term;
use effect::Effect;

/// Who has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Party {
    /// Whoever attacks.
    Attacker,
    /// Whoever is attacked.
    Target,
    /// The storyteller.
    Storyteller,
}

/// A choice somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Apply Defense, or save it (CHR-DEF-06)?
    Defense {
        /// How much it would take.
        value: i32,
    },
    /// Take the killing blow instead of rolling (CHR-DEF-09)?
    KillingBlow {
        /// The damage it would do, before cover and armor.
        damage: i32,
    },
    /// Which of the two does the leg suffer (CHR-TGT-03)?
    Leg,
    /// Is somebody else hit (CHR-MIX-04)?
    StrayHit {
        /// The damage suggested.
        suggested: i32,
    },
}

/// What a roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The attack itself.
    Attack,
    /// Against being knocked out (CHR-CMP-09).
    Knockout,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Somebody has to choose.
    NeedChoice {
        /// Who.
        by: Party,
        /// What.
        question: Question,
    },
    /// A pool has to be rolled.
    NeedRoll {
        /// Who.
        by: Party,
        /// What for.
        purpose: Purpose,
        /// What.
        ask: Ask,
        /// How the pool came about.
        terms: Vec<Term>,
    },
    /// One die has to be thrown, to draw who is hit (CHR-MIX-04).
    NeedDie {
        /// Its sides: one for each who may be hit.
        sides: u16,
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
    /// Yes to a question.
    Yes,
    /// No to a question.
    No,
    /// What the leg suffers.
    Leg(LegChoice),
    /// The roll that was asked for.
    Rolled(Rolled),
    /// The face that was asked for.
    Face(u16),
}

/// Why an exchange does not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
pub enum Refusal {
    /// A number that cannot be.
    #[error("{0}")]
    Nonsense(#[serde(serialize_with = "as_text")] Nonsense),
    /// It may not be declared.
    #[error("{0}")]
    Illegal(#[serde(serialize_with = "as_text")] Illegal),
    /// Too few bullets.
    #[error("this takes {needed} bullets (CHR-AUTO-10)")]
    TooFewBullets {
        /// How many.
        needed: i32,
    },
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

impl From<Nonsense> for Refusal {
    fn from(cause: Nonsense) -> Self {
        Self::Nonsense(cause)
    }
}

impl From<Illegal> for Refusal {
    fn from(cause: Illegal) -> Self {
        Self::Illegal(cause)
    }
}

/// The end of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Done {
    /// The pool as it was rolled.
    pub pool: AttackPool,
    /// What came of it.
    pub outcome: Outcome,
    /// What has to be written down, in order.
    pub effects: Vec<Effect>,
}

/// What the attack itself does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Circumstances {
    /// What the target is.
    pub kind: Kind,
    /// Whether the target's wounds are dressed (CHR-BLEED-04).
    pub stabilised: bool,
    /// Bullets in the gun; `None` where nobody counts them.
    pub ammo: Option<i32>,
    /// The thing used as a weapon, if it was never meant to be one (CHR-IMPR-04).
    pub thing: Option<Improvised>,
}

/// An attack under way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    attack: Attack,
    circumstances: Circumstances,
    answers: Vec<Answer>,
    rulings: Rulings,
}

impl Exchange {
    /// Declares an attack.
    #[must_use]
    pub fn declare(attack: Attack, circumstances: Circumstances) -> Self {
        Self {
            attack,
            circumstances,
            answers: Vec::new(),
            rulings: Rulings::default(),
        }
    }

    /// What was declared.
    #[must_use]
    pub const fn attack(&self) -> &Attack {
        &self.attack
    }

    /// Every decision of the storyteller.
    #[must_use]
    pub const fn rulings(&self) -> &Rulings {
        &self.rulings
    }

    /// What comes next.
    #[must_use]
    pub fn step(&self, settings: &Settings) -> Step {
        replay::replay(self, settings).unwrap_or_else(|stop| *stop)
    }

    /// Answers the step that waits.
    ///
    /// # Errors
    /// [`Refusal::Unasked`] when that step asks for something else; the exchange stays as it was.
    pub fn answer(&mut self, answer: Answer, settings: &Settings) -> Result<(), Refusal> {
        let fits = match (&answer, self.step(settings)) {
            (Answer::Yes | Answer::No, Step::NeedChoice { question, .. }) => {
                question != Question::Leg
            }
            (Answer::Leg(_), Step::NeedChoice { question, .. }) => question == Question::Leg,
            (Answer::Rolled(_), Step::NeedRoll { .. }) => true,
            (Answer::Face(face), Step::NeedDie { sides }) => (1..=sides).contains(face),
            _ => false,
        };
        if !fits {
            return Err(Refusal::Unasked);
        }
        self.answers.push(answer);
        Ok(())
    }

    /// Takes the last answer back; `None` when there is none.
    pub fn take_back(&mut self) -> Option<Answer> {
        self.answers.pop()
    }

    /// Puts a decision of the storyteller on record, together with what stood before it
    /// (CHR-ST-01, CHR-ST-02).
    pub fn rule(&mut self, who: &str, when: u64, new: Change, settings: &Settings) {
        let old = self.standing(&new, settings);
        self.rulings.record(Ruling {
            who: who.to_owned(),
            when,
            old,
            new,
            undone: false,
        });
    }

    /// Takes a decision back; `false` when there is none of that number.
    pub fn unrule(&mut self, index: usize) -> bool {
        self.rulings.undo(index)
    }

    /// What stands where `change` would go.
    fn standing(&self, change: &Change, settings: &Settings) -> Option<Change> {
        let step = self.step(settings);
        let terms = match &step {
            Step::NeedRoll { terms, .. } => terms.clone(),
            Step::Done(done) => done.pool.terms.clone(),
            _ => super::attack::pool::attack_pool(&self.attack, settings)
                .map(|pool| self.rulings.terms(pool.terms))
                .unwrap_or_default(),
        };
        let find = |key: &TermKey| terms.iter().find(|term| TermKey::of(term) == *key);
        let done = match &step {
            Step::Done(done) => Some(done),
            _ => None,
        };
        match change {
            Change::AddTerm(_) => None,
            Change::ChangeTerm { term, .. } => find(term).map(|found| Change::ChangeTerm {
                term: term.clone(),
                value: found.value,
            }),
            Change::StrikeTerm(term) => find(term).cloned().map(Change::AddTerm),
            Change::Mode(_) => super::attack::pool::attack_pool(&self.attack, settings)
                .ok()
                .map(|pool| Change::Mode(self.rulings.pool(pool, settings).mode)),
            Change::Damage(_) => done.map(|done| Change::Damage(done.outcome.inflicted)),
            Change::Conditions(_) => {
                done.map(|done| Change::Conditions(done.outcome.conditions.clone()))
            }
            Change::Track(_) => {
                let marked = done.and_then(|done| done.outcome.marked);
                let track = marked
                    .map(|marked| marked.after)
                    .or(self.attack.target.track);
                track.map(Change::Track)
            }
            Change::Ammo(_) => {
                let ammo = self.rulings.ammo().or(self.circumstances.ammo);
                ammo.map(Change::Ammo)
            }
            Change::Targets(_) => {
                let names = self.rulings.targets();
                names.map(|names| Change::Targets(names.to_vec()))
            }
        }
    }
}

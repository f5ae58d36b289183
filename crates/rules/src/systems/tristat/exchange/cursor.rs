//! The answers of an exchange, taken one by one, and the rolls they answer.

use super::super::input;
use super::super::overrides::Side;
use super::super::roll::Purpose;
use super::{Answer, Ask, For, Party, Refusal, Step};
use crate::term::{self, Term};

/// What stops a replay: the next step.
pub(super) type Stop = Box<Step>;

pub(super) fn refuse(why: impl Into<Refusal>) -> Stop {
    Box::new(Step::Refused(why.into()))
}

/// The answers that are left.
pub(super) struct Cursor<'a> {
    pub(super) answers: std::slice::Iter<'a, Answer>,
}

impl Cursor<'_> {
    pub(super) fn faces(&mut self, ask: Ask) -> Result<Vec<u16>, Stop> {
        match self.answers.next() {
            None => Err(Box::new(Step::NeedRoll(ask))),
            Some(Answer::Faces(faces)) if faces.len() == ask.dice => {
                input::faces(faces).map_err(refuse)?;
                Ok(faces.clone())
            }
            Some(_) => Err(refuse(Refusal::Unasked)),
        }
    }

    pub(super) fn defends(&mut self, terms: &[Term]) -> Result<bool, Stop> {
        match self.answers.next() {
            None => Err(Box::new(Step::NeedDefense {
                target: term::sum(terms),
                terms: terms.to_vec(),
            })),
            Some(Answer::Defend) => Ok(true),
            Some(Answer::Decline) => Ok(false),
            Some(Answer::Faces(_)) => Err(refuse(Refusal::Unasked)),
        }
    }
}

/// What a check of two dice is.
pub(super) struct Rolls {
    pub(super) by: Party,
    pub(super) purpose: For,
    pub(super) side: Side,
    pub(super) reads: Purpose,
}

pub(super) const ATTACK: Rolls = Rolls {
    by: Party::Attacker,
    purpose: For::Attack,
    side: Side::Attack,
    reads: Purpose::Attack,
};
pub(super) const DEFENSE: Rolls = Rolls {
    by: Party::Target,
    purpose: For::Defense,
    side: Side::Defense,
    reads: Purpose::Defense,
};
pub(super) const GRIP: Rolls = Rolls {
    by: Party::Target,
    purpose: For::Grip,
    side: Side::Grip,
    reads: Purpose::Stat,
};

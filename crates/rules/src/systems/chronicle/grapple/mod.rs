//! Wrestling (CHR-GRAP-01 to 20).

pub(crate) mod moves;
pub(crate) mod start;
pub(crate) mod turn;

use super::numbers::HUMAN_SIZE;
use super::settings::Settings;
use super::terms::{unskilled, wounds};
use crate::messages::chronicle as msg;
use crate::term::Term;

/// One of the two who wrestle, or a helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grappler {
    /// Strength.
    pub(crate) strength: i32,
    /// Dexterity; counts when getting out of the way at the start.
    pub(crate) dexterity: i32,
    /// Brawl.
    pub(crate) brawl: i32,
    /// Athletics; counts when getting out of the way at the start.
    pub(crate) athletics: i32,
    /// Size.
    pub(crate) size: i32,
    /// Modifier of a rope, chain or whip in use (CHR-GRAP-03).
    pub(crate) bonus: i32,
    /// 0 or below.
    pub(crate) wound_penalty: i32,
    /// Is a vampire.
    pub(crate) vampire: bool,
    /// Defense, where a house rule takes it from the other side's pool (CHR-DEF-10).
    pub(crate) defense: i32,
}

impl Default for Grappler {
    fn default() -> Self {
        Self {
            strength: 0,
            dexterity: 0,
            brawl: 0,
            athletics: 0,
            size: HUMAN_SIZE,
            bonus: 0,
            wound_penalty: 0,
            vampire: false,
            defense: 0,
        }
    }
}

impl Grappler {
    /// What the wounds take from any pool of this one.
    #[must_use]
    pub(crate) const fn wounds(&self) -> i32 {
        wounds(self.wound_penalty, self.vampire)
    }
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// The one who began.
    A,
    /// The other.
    B,
}

impl Side {
    /// The other one.
    #[must_use]
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// At whose place in the order the contest of a turn is rolled: the earlier of the two
/// (CHR-GRAP-04).
#[must_use]
pub(crate) fn acts_at(
    a: &crate::initiative::Initiative,
    b: &crate::initiative::Initiative,
) -> Side {
    if b.is_before(a) { Side::B } else { Side::A }
}

/// A helper's pool: Strength alone, less if the helper cannot brawl (CHR-GRAP-17).
#[must_use]
pub(crate) fn helper_terms(helper: &Grappler, settings: &Settings) -> Vec<Term> {
    let mut terms = vec![Term::of_rule(msg::STRENGTH, helper.strength, "CHR-GRAP-17")];
    let unskilled = unskilled(helper.brawl, settings);
    super::terms::push(&mut terms, msg::UNSKILLED, unskilled, "CHR-GRAP-17");
    super::terms::push(&mut terms, msg::WOUNDS, helper.wounds(), "CHR-WND-02");
    terms
}

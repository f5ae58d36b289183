//! Wrestling (CHR-GRAP-01 to 20).

pub mod moves;
pub mod start;
pub mod turn;

use super::numbers::HUMAN_SIZE;
use super::settings::Settings;
use super::terms::{unskilled, wounds};
use crate::messages::chronicle as msg;
use crate::term::Term;

/// One of the two who wrestle, or a helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grappler {
    /// Strength.
    pub strength: i32,
    /// Dexterity; counts when getting out of the way at the start.
    pub dexterity: i32,
    /// Brawl.
    pub brawl: i32,
    /// Athletics; counts when getting out of the way at the start.
    pub athletics: i32,
    /// Size.
    pub size: i32,
    /// Modifier of a rope, chain or whip in use (CHR-GRAP-03).
    pub bonus: i32,
    /// 0 or below.
    pub wound_penalty: i32,
    /// Is a vampire.
    pub vampire: bool,
    /// Defense, where a house rule takes it from the other side's pool (CHR-DEF-10).
    pub defense: i32,
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
    pub const fn wounds(&self) -> i32 {
        wounds(self.wound_penalty, self.vampire)
    }
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one who began.
    A,
    /// The other.
    B,
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// At whose place in the order the contest of a turn is rolled: the earlier of the two
/// (CHR-GRAP-04).
#[must_use]
pub fn acts_at(a: &crate::initiative::Initiative, b: &crate::initiative::Initiative) -> Side {
    if b.is_before(a) { Side::B } else { Side::A }
}

/// A helper's pool: Strength alone, less if the helper cannot brawl (CHR-GRAP-17).
#[must_use]
pub fn helper_terms(helper: &Grappler, settings: &Settings) -> Vec<Term> {
    let mut terms = vec![Term::of_rule(msg::STRENGTH, helper.strength, "CHR-GRAP-17")];
    let unskilled = unskilled(helper.brawl, settings);
    super::terms::push(&mut terms, msg::UNSKILLED, unskilled, "CHR-GRAP-17");
    super::terms::push(&mut terms, msg::WOUNDS, helper.wounds(), "CHR-WND-02");
    terms
}

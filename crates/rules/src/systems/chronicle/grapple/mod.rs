//! Wrestling (CHR-GRAP-01 to 20).

pub mod moves;
pub mod start;
pub mod turn;

use serde::{Deserialize, Serialize};

use super::attack::pool::{unskilled, wounds};
use super::input::{self, Nonsense};
use super::numbers::HUMAN_SIZE;
use super::pool::{self, Ask};
use super::settings::Settings;
use crate::dice::Dice;
use crate::term::Term;

/// One of the two who wrestle, or a helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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
    /// Whether every number here is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::traits([
            ("strength", self.strength),
            ("dexterity", self.dexterity),
            ("brawl", self.brawl),
            ("athletics", self.athletics),
            ("size", self.size),
            ("bonus", self.bonus),
            ("defense", self.defense),
        ])?;
        input::penalty("wound_penalty", self.wound_penalty)
    }

    /// What the wounds take from any pool of this one.
    #[must_use]
    pub const fn wounds(&self) -> i32 {
        wounds(self.wound_penalty, self.vampire)
    }
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    let mut terms = vec![Term::of_rule("Strength", helper.strength, "CHR-GRAP-17")];
    let unskilled = unskilled(helper.brawl, settings);
    super::attack::pool::push(&mut terms, "Unskilled", unskilled, "CHR-GRAP-17");
    super::attack::pool::push(&mut terms, "Wounds", helper.wounds(), "CHR-WND-02");
    terms
}

/// Rolls every helper in list order and adds up their successes.
fn help(helpers: &[Grappler], settings: &Settings, dice: &mut dyn Dice) -> Result<u32, Nonsense> {
    let mut sum: u32 = 0;
    for helper in helpers {
        let pool = crate::term::sum(&helper_terms(helper, settings));
        pool::check(pool)?;
        sum = sum.saturating_add(pool::roll_by(&Ask::pool(pool), settings, dice).successes);
    }
    Ok(sum)
}

/// Whether every helper can be.
fn check_helpers(helpers: &[Grappler]) -> Result<(), Nonsense> {
    input::list("helpers", helpers.len())?;
    helpers.iter().try_for_each(Grappler::check)
}

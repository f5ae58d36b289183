//! Exchanges: an attack, a contest, a grapple move or a fall, played in steps from its declaration to its effects.
//!
//! A rule system writes each exchange once, from top to bottom, and asks a [`Play`] whenever a person must choose or
//! dice must fall. A play gets its answers from one of three sources, and the rules do not know which:
//!
//! - **table** ([`step()`]): answers are what people chose and rolled. Where they end, the rules stop, and the question
//!   at which they stopped is the next [`Step`].
//! - **script** ([`play_out`]): dice are thrown as they are asked for, and a policy chooses.
//! - **odds** ([`odds()`]): every outcome of every roll is followed, with its probability.
//!
//! No intermediate result is stored: an answer is taken back by leaving it out.

mod check;
mod cover;
mod effect;
mod grip;
mod intent;
pub mod odds;
mod play;
mod ruling;
mod scene;
mod script;
mod slot;
mod table;
mod unseen;
mod upshot;

pub use check::{Buy, Check, Fell, Ways};
pub use cover::CoverSpec;
pub use effect::Effect;
pub use grip::Grip;
pub use intent::{Intent, Maneuver, Targets};
pub use odds::{MOST_WAYS, Odds, odds, odds_from, odds_within};
pub use play::{Choice, Line, Play, Source, Step, Stop};
pub use ruling::{Ruled, Ruling};
pub use scene::{Facts, Hold, HoldSpec, Moments, Scene};
pub use script::{FirstOpen, Played, Policy, play_out};
pub use slot::{Party, Slot};
pub use table::{Answer, Progress, step};
pub use unseen::{Unseen, wish_slot};
pub use upshot::{Guard, Score, Upshot, Way};

use crate::dial::{Dial, Reading};
use crate::fighter::Fighter;
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::messages::Text;
use crate::phase::Phase;
use crate::system::RuleSystem;
use crate::track::Severity;

/// Ids of the rules of a system that say when actions come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderRules {
    /// The rule that all roll initiative first.
    pub rolled: &'static str,
    /// The rule that all declare before the first acts.
    pub declared: &'static str,
    /// The rule that all act in order.
    pub acted: &'static str,
}

impl OrderRules {
    /// Uses one rule for everything.
    #[must_use]
    pub const fn of(rule: &'static str) -> Self {
        Self {
            rolled: rule,
            declared: rule,
            acted: rule,
        }
    }
}

/// The combat rules of a system, used to play exchanges. Separate from [`RuleSystem`], because the browser draws
/// exchanges but never plays them.
pub trait Combat: Sync {
    /// Returns the rules whose dice, damage and health an exchange uses.
    fn rules(&self) -> &'static dyn RuleSystem;

    /// Returns the parameters of the situation between two combatants that can be set by hand: distance, cover,
    /// concealment, light. Stored for each pair, and frozen when an exchange is declared.
    fn situation(&self) -> Vec<Dial>;

    /// Returns the keys of situation parameters that are equal from both sides, such as the distance.
    fn mutual(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the kinds of item that the rules know.
    fn items(&self) -> &'static [ItemSpec];

    /// Returns the rows of the item charts.
    fn chart(&self) -> Vec<ChartRow>;

    /// Returns the kinds of hold: grip, pin, aim. Override it for a system that has other kinds.
    fn holds(&self) -> &'static [HoldSpec] {
        HoldSpec::COMMON
    }

    /// Returns the kinds of hold that only record what one combatant did to another this round: nobody sees or sets
    /// them, and they end with the round of the marked combatant.
    fn marks(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the marks that keep up a condition of the marked combatant, each with the key of the condition: both end
    /// when the marking combatant acts again, and the mark ends with the condition.
    fn threats(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether the tally of this key counts actions.
    fn is_action(&self, _counted: &str) -> bool {
        false
    }

    /// Returns the conditions that a hold brings to one of its two combatants, each with its amount. They last as long
    /// as the hold and are not stored.
    fn conditions_of(&self, _grip: &Grip<'_>) -> Vec<(&'static str, i32)> {
        Vec::new()
    }

    /// Returns the heavier of two amounts of a condition.
    fn weightier(&self, _condition: &str, one: i32, other: i32) -> i32 {
        one.max(other)
    }

    /// Returns all maneuvers of the system, barred or not.
    fn maneuvers(&self) -> &'static [Maneuver];

    /// Returns the parameters of a maneuver that the acting combatant of a scene can set.
    fn maneuver_dials(&self, _maneuver: &str, _scene: &Scene<'_>) -> Vec<Dial> {
        Vec::new()
    }

    /// Returns what bars the intent of `scene` with its item, targets and parameters. Reasons that depend on a target
    /// apply only once one is chosen.
    fn barred(&self, scene: &Scene<'_>) -> Option<crate::term::Bar>;

    /// Returns the bystanders who take part without being named, by their index among the bystanders, each with what
    /// they do and the rule.
    fn draws_in(&self, _scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        Vec::new()
    }

    /// Returns pairs of situation parameters that mirror each other: a key, and the key with the same meaning from the
    /// other side.
    fn mirrored(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Returns the definition of cover; `None` if the rules have none.
    fn cover(&self) -> Option<&'static CoverSpec> {
        None
    }

    /// Returns the keys that say where another combatant stands, as an amount in each direction: negated for the other
    /// of the two, and added up across a third.
    fn directions(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the flag that says that another combatant is on the same side, where positions are known.
    fn allied(&self) -> Option<&'static str> {
        None
    }

    /// Whether the intent of `scene` takes an action: it has a place in the order, and due rolls come first.
    fn takes_action(&self, scene: &Scene<'_>) -> bool;

    /// Returns the rules that say when actions come.
    fn order_rules(&self) -> OrderRules;

    /// Returns why an action cannot come in this phase even on the combatant's own turn, with the rule.
    fn barred_in_phase(&self, _scene: &Scene<'_>, _phase: Phase) -> Option<(Text, &'static str)> {
        None
    }

    /// Whether a maneuver that takes an action can still be declared at any moment of the turn.
    fn at_any_moment(&self, _maneuver: &str) -> bool {
        false
    }

    /// Returns the rule that forbids to declare a maneuver before the combatant's own place in the order; `None` if it
    /// is allowed.
    fn own_place_only(&self, _maneuver: &str, _house: &House) -> Option<&'static str> {
        None
    }

    /// Returns the questions to the target of any attack by an unseen combatant.
    fn unseen(&self) -> Unseen;

    /// Returns the severity of the harm that the intent of `scene` threatens, if the target can feel it coming.
    fn threatened(&self, _scene: &Scene<'_>) -> Option<Severity> {
        None
    }

    /// Plays an exchange. `?` on an answer means that a person must give it first.
    ///
    /// # Errors
    /// [`Stop`] with the step that is needed, or with the refusal of the rules.
    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop>;

    /// Returns the probability distribution of a roll of this sum. Faces are left out, except where the rules of an
    /// exchange read them.
    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways;

    /// Returns derived values of a combatant for the sheet, each with its terms: Defense, Defense Value, soak.
    fn shown(&self, _who: &Fighter<'_>) -> Vec<(Text, Vec<crate::term::Term>)> {
        Vec::new()
    }
}

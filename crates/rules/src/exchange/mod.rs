//! An exchange: an attack, a contest, a grapple move or a fall, from what was declared to what
//! comes of it, a step at a time.
//!
//! A rule system writes each exchange once, from top to bottom, and asks a [`Play`] whenever a
//! person must choose or dice must fall. A play has three lives, and the rules do not know which
//! one they meet:
//!
//! - **table** ([`step()`]): answers come from what people chose and rolled. Where they end, the rules
//!   stop, and the place where they stopped is the next [`Step`].
//! - **script** ([`play_out`]): dice are thrown as they are asked for, and a policy chooses.
//! - **odds** ([`odds()`]): every outcome of every roll, with its probability.
//!
//! Nothing half-computed is kept: an answer is taken back by leaving it out.

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

/// The rules of a system that say when actions come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderRules {
    /// All roll initiative first.
    pub rolled: &'static str,
    /// All declare before the first acts.
    pub declared: &'static str,
    /// All act in order.
    pub acted: &'static str,
}

impl OrderRules {
    /// One rule that says all of it.
    #[must_use]
    pub const fn of(rule: &'static str) -> Self {
        Self {
            rolled: rule,
            declared: rule,
            acted: rule,
        }
    }
}

/// What a rule system answers about exchanges. Beside [`RuleSystem`], and not part of it: the
/// browser draws exchanges and never plays them.
pub trait Combat: Sync {
    /// The rules whose dice, harm and health an exchange uses.
    fn rules(&self) -> &'static dyn RuleSystem;

    /// What can be set by hand about the situation between two combatants: distance, cover,
    /// concealment, light. Remembered for each pair, and frozen when an exchange is declared.
    fn situation(&self) -> Vec<Dial>;

    /// The keys of the situation that are the same seen from either of the two, such as a distance.
    fn mutual(&self) -> &'static [&'static str] {
        &[]
    }

    /// The kinds of item the rules know.
    fn items(&self) -> &'static [ItemSpec];

    /// The rows of its charts.
    fn chart(&self) -> Vec<ChartRow>;

    /// The ways in which one combatant holds another, pins or aims at them. A system that has
    /// others says so.
    fn holds(&self) -> &'static [HoldSpec] {
        HoldSpec::COMMON
    }

    /// Holds that only remember what one combatant has done to another this round: no person sees
    /// or sets them, and they end with the round of the one they are on.
    fn marks(&self) -> &'static [&'static str] {
        &[]
    }

    /// Marks that stand behind a condition of the one they are on, each with its key: both are over
    /// when the one who made the mark acts again, and the mark when the condition is.
    fn threats(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether what is counted under a key is an action.
    fn is_action(&self, _counted: &str) -> bool {
        false
    }

    /// The conditions that a hold brings to one of its two, each with its amount. They last as long
    /// as the hold and are stored nowhere.
    fn conditions_of(&self, _grip: &Grip<'_>) -> Vec<(&'static str, i32)> {
        Vec::new()
    }

    /// Which of two amounts of a condition weighs more.
    fn weightier(&self, _condition: &str, one: i32, other: i32) -> i32 {
        one.max(other)
    }

    /// What can be started, be it barred or not.
    fn maneuvers(&self) -> &'static [Maneuver];

    /// What the acting combatant of a scene can set about a maneuver.
    fn maneuver_dials(&self, _maneuver: &str, _scene: &Scene<'_>) -> Vec<Dial> {
        Vec::new()
    }

    /// What bars that which is meant in `scene`, with its item, its targets and what is set about it.
    /// What only a target tells bars nothing while none is chosen.
    fn barred(&self, scene: &Scene<'_>) -> Option<crate::term::Bar>;

    /// Who of the bystanders takes part in what is declared without being named, by their place among
    /// them: what they do in it, and the rule.
    fn draws_in(&self, _scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        Vec::new()
    }

    /// What of the situation is known from the other side: the key here, and the key that says it
    /// there.
    fn mirrored(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What makes a thing between two combatants cover; `None` where the rules know none.
    fn cover(&self) -> Option<&'static CoverSpec> {
        None
    }

    /// The keys that say where another stands, as so much in each direction: turned round for the
    /// other of the two, and added up over a third.
    fn directions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The flag that says that another is on the same side, where it is known where they stand.
    fn allied(&self) -> Option<&'static str> {
        None
    }

    /// Whether what a combatant does in `scene` takes an action: it has a place in the order, and a
    /// roll that is due comes first.
    fn takes_action(&self, scene: &Scene<'_>) -> bool;

    /// The rules that say when actions come.
    fn order_rules(&self) -> OrderRules;

    /// Why an action cannot come in this phase though it is the own turn, and the rule.
    fn barred_in_phase(&self, _scene: &Scene<'_>, _phase: Phase) -> Option<(Text, &'static str)> {
        None
    }

    /// Whether a maneuver that takes an action can be declared at any moment of the turn all the
    /// same.
    fn at_any_moment(&self, _maneuver: &str) -> bool {
        false
    }

    /// The rule by which a maneuver cannot be declared before one's own place in the order comes
    /// up; `None` where it can.
    fn own_place_only(&self, _maneuver: &str, _house: &House) -> Option<&'static str> {
        None
    }

    /// What the target of an attack by someone unseen is asked, whatever the attack is.
    fn unseen(&self) -> Unseen;

    /// The kind of harm that what is done in `scene` threatens, where it has one that can be felt
    /// coming.
    fn threatened(&self, _scene: &Scene<'_>) -> Option<Severity> {
        None
    }

    /// Plays an exchange. `?` means that a person must answer first.
    ///
    /// # Errors
    /// [`Stop`]: the step that is needed, or why the rules refuse.
    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop>;

    /// Every outcome of a roll of this sum, with its probability. Faces are left out, but where
    /// the rules of an exchange read them.
    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways;

    /// Values that follow from a combatant's numbers, gear and conditions, for the sheet:
    /// Defense, Defense Value, soak.
    fn shown(&self, _who: &Fighter<'_>) -> Vec<(Text, Vec<crate::term::Term>)> {
        Vec::new()
    }
}

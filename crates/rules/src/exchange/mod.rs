//! Exchanges: an attack, a contest, a grapple move or a fall, played in steps from its declaration to its effects.
//!
//! A rule system writes each exchange once, from top to bottom, and asks a [`Play`] whenever a person must choose or
//! dice must fall. A play gets its answers from one of three sources, and the rules do not know which:
//!
//! - **table** ([`play_answers()`]): answers are what people chose and rolled. Where they end, the rules stop, and the question
//!   at which they stopped is the next [`ExchangeStep`].
//! - **script** ([`play_out`]): dice are thrown as they are asked for, and a policy chooses.
//! - **odds** ([`exchange_odds`]): every outcome of every roll is followed, with its probability.
//!
//! No intermediate result is stored: an answer is taken back by leaving it out.

mod answers;
mod auto_play;
mod cover;
mod effect;
mod first_roll;
mod hold_side;
mod intent;
mod landing;
pub mod odds;
mod pending_roll;
mod play;
mod ruling;
mod scene;
mod slot;
mod unseen;
mod upshot;

pub use answers::{Answer, Progress, play_answers};
pub use auto_play::{FirstOpen, PlayedExchange, Policy, play_out};
pub use cover::CoverSpec;
pub use effect::{Effect, Shift};
pub use first_roll::first_own_roll;
pub use hold_side::HoldSide;
pub use intent::{Intent, Maneuver, Targets};
pub use odds::{MAX_BRANCHES, Odds, exchange_odds, odds_from, odds_within};
pub use pending_roll::{CompletedRoll, Outcomes, PendingRoll, RollBenefit};
pub use play::{AnswerSource, ChoiceOption, ExchangeStep, LedgerLine, Play, Stop};
pub use ruling::{Ruling, RulingKind};
pub use scene::{CombatantSnapshot, Hold, HoldSpec, Scene, SceneHistory};
pub use slot::{Party, Slot};
pub use unseen::{UnseenAttack, reaction_slot};
pub use upshot::{DefenseStyle, OpposedScore, Protection, Upshot};

use crate::character::gear::{ChartRow, ItemSpec};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::Phase;
use crate::character::track::Severity;
use crate::messages::{Text, Wording};
use crate::ruleset::RuleSystem;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::space::{Pace, PairInSpace, SceneReading};

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
    /// Cites one rule id for every part of the order of actions.
    #[must_use]
    pub const fn single(rule: &'static str) -> Self {
        Self {
            rolled: rule,
            declared: rule,
            acted: rule,
        }
    }
}

/// The combat rules of a system, used to play exchanges. Separate from [`RuleSystem`], because the browser draws
/// exchanges but never plays them.
pub trait CombatRules: Sync {
    /// Returns the rules whose dice, damage and health an exchange uses.
    fn rules(&self) -> &'static dyn RuleSystem;

    /// Returns the parameters of the situation between two combatants that can be set by hand: distance, cover,
    /// concealment, light. Stored for each pair, and frozen when an exchange is declared.
    fn situation_parameters(&self) -> Vec<ParameterSpec>;

    /// Returns the keys of situation parameters that are equal from both sides, such as the distance.
    fn mutual_parameters(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the kinds of item that the rules know.
    fn item_kinds(&self) -> &'static [ItemSpec];

    /// Returns the rows of the item charts.
    fn item_chart(&self) -> Vec<ChartRow>;

    /// Returns the kinds of hold that one combatant can have on another: grip, pin, aim. Override it for a system
    /// that has other kinds.
    fn hold_kinds(&self) -> &'static [HoldSpec] {
        HoldSpec::COMMON
    }

    /// Returns the kinds of hold that only record what one combatant did to another this round: nobody sees or sets
    /// them, and they end with the round of the marked combatant.
    fn mark_kinds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the marks that keep up a condition of the marked combatant, each with the key of the condition: both end
    /// when the marking combatant acts again, and the mark ends with the condition.
    fn threat_marks(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether the tally of this key counts actions.
    fn is_action(&self, _counted: &str) -> bool {
        false
    }

    /// Returns the conditions that a hold brings to one of its two combatants, each with its amount. They last as long
    /// as the hold and are not stored.
    fn hold_conditions(&self, _grip: &HoldSide<'_>) -> Vec<(&'static str, i32)> {
        Vec::new()
    }

    /// Returns the heavier of two amounts of a condition.
    fn heavier_amount(&self, _condition: &str, one: i32, other: i32) -> i32 {
        one.max(other)
    }

    /// Returns all maneuvers of the system, barred or not.
    fn maneuvers(&self) -> &'static [Maneuver];

    /// Returns the parameters of a maneuver that the acting combatant of a scene can set.
    fn maneuver_parameters(&self, _maneuver: &str, _scene: &Scene<'_>) -> Vec<ParameterSpec> {
        Vec::new()
    }

    /// Returns what bars the intent of `scene` with its item, targets and parameters. Reasons that depend on a target
    /// apply only once one is chosen.
    fn find_bar(&self, scene: &Scene<'_>) -> Option<crate::base::term::BarReason>;

    /// Returns the bystanders who take part without being named, by their index among the bystanders, each with what
    /// they do and the rule.
    fn drawn_in_bystanders(&self, _scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        Vec::new()
    }

    /// Returns pairs of situation parameters that mirror each other: a key, and the key with the same meaning from the
    /// other side.
    fn mirrored_parameters(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Returns the parameters of the situation that follow from where two combatants are in the scene: distance, cover,
    /// concealment, light, height. `who` is the one who acts.
    fn read_scene(&self, _pair: &PairInSpace<'_>, _house: &HouseRules) -> Vec<SceneReading> {
        Vec::new()
    }

    /// Whether a parameter that follows from the scene matters to an intent; if so, it is shown
    /// with it.
    fn is_reading_used(&self, _intent: &Intent, _key: &str) -> bool {
        true
    }

    /// Returns the keys of the situation parameters that [`Self::read_scene`] may return. A value set by hand comes
    /// first, until one of the two moves.
    fn scene_parameters(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns a distance in words, in the unit of the rules.
    fn distance_words(&self, distance: u32) -> Wording {
        self.rules().facts().distance_unit.words(distance)
    }

    /// Returns the usual distance between two combatants in one place who are not at arm's length, in the unit of the
    /// rules.
    fn usual_distance(&self) -> u32 {
        5
    }

    /// Whether stepping up to another in the same place counts as moving.
    fn counts_closing_in(&self) -> bool {
        true
    }

    /// Returns the grades of cover that a place can give, each with its number from 1 up and its word; empty if the
    /// rules have none.
    fn cover_grades(&self) -> &'static [(u8, Text)] {
        self.rules().cover_grades()
    }

    /// Returns the rule by which the intent of `scene` reaches only those in the same place; `None` if it reaches
    /// farther.
    fn contact_rule(&self, _scene: &Scene<'_>) -> Option<&'static str> {
        None
    }

    /// Returns the rule by which the intent of `scene` needs a free line to its target; `None` if it needs none.
    fn line_rule(&self, _scene: &Scene<'_>) -> Option<&'static str> {
        None
    }

    /// Returns the paces of a combatant, the slowest first; empty if the rules do not say how far anybody gets in a
    /// turn.
    fn paces(&self, _who: &CombatantInfo<'_>) -> Vec<Pace> {
        Vec::new()
    }

    /// Returns the definition of cover; `None` if the rules have none.
    fn cover_spec(&self) -> Option<&'static CoverSpec> {
        None
    }

    /// Returns the keys that say where another combatant stands, as an amount in each direction: negated for the other
    /// of the two, and added up across a third.
    fn direction_parameters(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the flag that says that another combatant is on the same side, where positions are known.
    fn ally_parameter(&self) -> Option<&'static str> {
        None
    }

    /// Whether the intent of `scene` takes an action, so that it has a place in the order, and due
    /// rolls come first.
    fn takes_action(&self, scene: &Scene<'_>) -> bool;

    /// Returns the rules that say when actions come.
    fn order_rules(&self) -> OrderRules;

    /// Returns why an action cannot come in this phase even on the combatant's own turn, with the rule.
    fn phase_bar(&self, _scene: &Scene<'_>, _phase: Phase) -> Option<(Text, &'static str)> {
        None
    }

    /// Whether a maneuver that takes an action can still be declared at any moment of the turn.
    fn is_allowed_any_time(&self, _maneuver: &str) -> bool {
        false
    }

    /// Returns the rule that forbids to declare a maneuver before the combatant's own place in the order; `None` if it
    /// is allowed.
    fn own_place_rule(&self, _maneuver: &str, _house: &HouseRules) -> Option<&'static str> {
        None
    }

    /// Returns the questions to the target of any attack by an unseen combatant.
    fn unseen_attack(&self) -> UnseenAttack;

    /// Returns the severity of the harm that the intent of `scene` threatens; `None` if the target
    /// cannot feel it coming.
    fn threatened_severity(&self, _scene: &Scene<'_>) -> Option<Severity> {
        None
    }

    /// Plays an exchange to its end. `?` on an answer means that a person must give it first.
    ///
    /// # Errors
    /// [`Stop`] with the step that is needed, or with the refusal of the rules.
    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop>;

    /// Returns the probability distribution of a roll of this sum. Faces are left out, except where the rules of an
    /// exchange read them.
    fn distribution(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Outcomes;

    /// Returns derived values of a combatant for the sheet, each with its terms: Defense, Defense Value, soak.
    fn derived_values(
        &self,
        _who: &CombatantInfo<'_>,
    ) -> Vec<(Text, Vec<crate::base::term::Term>)> {
        Vec::new()
    }
}

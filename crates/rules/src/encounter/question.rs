//! Questions that change nothing: what a combatant can declare now, and the odds of a declaration.

use serde::{Deserialize, Serialize};

use super::command::{AnswerInput, Declaration};
use super::refusal::Refusal;
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::late::Late;
use crate::base::sorted_map::Map;
use crate::base::term::RuleId;
use crate::character::gear::ItemId;
use crate::character::parameters::{ParameterRange, ParameterSpec};
use crate::exchange::{Intent, Slot, Targets};
use crate::messages::Wording;
use crate::space::{MovementReach, Separation, Vantage};

/// Key of the parameter that lets a storyteller decide whether the target notices an attack by a hidden
/// combatant: [`Declaration::noticed`].
pub const NOTICED_KEY: &str = "noticed";

/// A question of a person to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Asks what a combatant can declare now.
    Offers {
        /// The combatant that would act.
        by: CombatantId,
        /// The targets in order; a maneuver that takes fewer uses the first ones. If empty, everything that can
        /// be done to any combatant is offered; among very many, everything not known to be barred for all of
        /// them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<CombatantId>,
        /// Other combatants who may be drawn in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<CombatantId>,
        /// Combatants the rules would draw in but who are left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<CombatantId>,
        /// The intent chosen so far. Its maneuver is checked with this item and these parameters; all others
        /// with a suitable item and defaults.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        intent: Option<Intent>,
    },
    /// Asks whether a combatant can no longer do anything to another now.
    Spent {
        /// The combatant that would act.
        by: CombatantId,
    },
    /// Asks where a combatant can go in the scene now, and at what cost.
    Ways {
        /// The combatant that would go.
        who: CombatantId,
        /// Others who would go along; the cost is that of the slowest.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<CombatantId>,
    },
    /// Asks for the best other place from which to act as declared.
    Vantage(Box<Declaration>),
    /// Asks for the best other place from which to act in an exchange that is not answered yet.
    VantageOf {
        /// The exchange.
        exchange: ExchangeId,
    },
    /// Asks for the odds of a declaration.
    Odds(Box<Declaration>),
    /// Asks for the odds of an exchange under way.
    OddsOf {
        /// The exchange to evaluate.
        exchange: ExchangeId,
        /// An answer to assume as given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<(Slot, AnswerInput)>,
    },
}

/// Reply of the encounter to a client's question, such as offered maneuvers or odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The maneuvers and parameters that can be declared.
    Offers {
        /// The maneuvers, the likeliest first; those barred now come last, with the reason.
        maneuvers: Vec<OfferedManeuver>,
        /// The situation parameters between the combatant and a target.
        situation: Vec<OfferedParameter>,
        /// What the scene says of the combatant and the first target; `None` if one of them is in no place.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        space: Option<Late<Separation>>,
    },
    /// Whether the combatant has nothing left to do.
    Spent(bool),
    /// The places that can be gone to, and how far the combatant still gets.
    Ways(Late<MovementReach>),
    /// The best other place to act from; `None` if none is better.
    Vantage(Option<Late<Vantage>>),
    /// The odds that were asked for.
    Odds(ExchangeOdds),
    /// The reason why there is no answer.
    Refused(Refusal),
    /// The sender asks too many questions in too short a time.
    TooFast,
}

/// Maneuver that a combatant can declare now, with its targets and the reason that bars it, if any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedManeuver {
    /// The key of the maneuver.
    pub key: String,
    /// The title in words.
    pub title: String,
    /// The rule that describes it.
    pub rule: RuleId,
    /// The number of targets it takes.
    pub targets: Targets,
    /// The combatant's items that it can be done with now, the best first, and the one that was asked about;
    /// empty if bare hands alone will do. For a barred maneuver, all items made for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ItemId>,
    /// The parameters that can be set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dials: Vec<OfferedParameter>,
    /// The reason and rule why it would be refused now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<(Wording, RuleId)>,
    /// Combatants who would be drawn in without being named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<DrawnCombatant>,
}

/// A combatant whom the rules draw into an exchange though its declaration does not name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnCombatant {
    /// The combatant drawn in.
    pub who: CombatantId,
    /// The part they have in it: "helps".
    pub why: String,
    /// The rule that draws them in.
    pub rule: RuleId,
}

/// A parameter that can be set for a maneuver or the situation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedParameter {
    /// The key of the parameter.
    pub key: String,
    /// The title in words.
    pub title: String,
    /// The possible values with their words, where they are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(i32, String)>,
    /// The least and the greatest value, where any number between them is possible; 0 and 1 is no and yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i32, i32)>,
    /// The value unless it is set.
    #[serde(default)]
    pub default: i32,
    /// Whether it belongs to the cover between the two combatants.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cover: bool,
}

impl From<&ParameterSpec> for OfferedParameter {
    fn from(dial: &ParameterSpec) -> Self {
        let (options, range) = match &dial.range {
            ParameterRange::Flag => (Vec::new(), Some((0, 1))),
            ParameterRange::Number(least, most) => (Vec::new(), Some((*least, *most))),
            ParameterRange::Choice(options) => {
                let options = options.iter();
                let options = options.map(|(value, words)| (*value, (*words).into()));
                (options.collect(), None)
            }
        };
        Self {
            key: dial.key.to_owned(),
            title: dial.title.into(),
            options,
            range,
            default: dial.default,
            cover: false,
        }
    }
}

/// Odds of an exchange before it is played, for each combatant who takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExchangeOdds {
    /// Whether every way the dice can fall was followed; otherwise the odds are sampled and shown as "about".
    pub exact: bool,
    /// The odds for each combatant who takes part.
    pub parties: Map<CombatantId, CombatantOdds>,
    /// The acting combatant's pool or target number, if they roll next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<i32>,
}

/// The odds of harm for one combatant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombatantOdds {
    /// Probability of taking any damage, from 0 to 1.
    pub chance: f64,
    /// Average points of damage taken.
    pub damage: f64,
    /// Probability of being taken out of the fight, from 0 to 1.
    #[serde(default, skip_serializing_if = "is_zero_probability")]
    pub down: f64,
    /// Probability that at least one of their rolls fails in the worst way (a botch, a dramatic failure), from
    /// 0 to 1.
    #[serde(default, skip_serializing_if = "is_zero_probability")]
    pub botch: f64,
}

/// Whether a probability is zero, in which case serialization leaves it out.
fn is_zero_probability(chance: &f64) -> bool {
    *chance <= 0.0
}

//! What a person asks without changing anything: what a combatant of theirs can declare now, and
//! what it would come to.

use serde::{Deserialize, Serialize};

use super::command::{AskedAnswer, Declaration};
use super::refusal::Refusal;
use crate::dial::{Dial, Range};
use crate::exchange::{Intent, Slot, Targets};
use crate::gear::ItemId;
use crate::id::{CombatantId, ExchangeId};
use crate::messages::Wording;
use crate::sorted::Map;
use crate::term::RuleId;

/// The key under which a reply offers the storyteller to let the target of an attack by a hidden
/// combatant notice it: [`Declaration::noticed`].
pub const NOTICED: &str = "noticed";

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// What a combatant can declare now.
    Offers {
        /// Which combatant.
        by: CombatantId,
        /// Against whom: of several the first so many as a maneuver takes. Where none is named, what can be done to
        /// anyone is offered; among very many, what is not known to be barred at all of them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<CombatantId>,
        /// Others who may be drawn in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<CombatantId>,
        /// Combatants the rules would draw in who are left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<CombatantId>,
        /// The intent chosen so far. Its maneuver is offered or barred with this item and what is set about it; all
        /// others with an item that is good for them and nothing set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        intent: Option<Intent>,
    },
    /// Whether nothing is left that a combatant could do to another now.
    Spent {
        /// Which combatant.
        by: CombatantId,
    },
    /// What a declaration would come to.
    Odds(Box<Declaration>),
    /// What an open exchange comes to from where it stands.
    OddsOf {
        /// Which.
        exchange: ExchangeId,
        /// An answer as if it were given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<(Slot, AskedAnswer)>,
    },
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// What can be declared.
    Offers {
        /// The maneuvers, the likeliest first, those that cannot be done now last and with the reason.
        maneuvers: Vec<Offered>,
        /// What can be said of the situation between the combatant and a target.
        situation: Vec<Dialed>,
    },
    /// Whether nothing is left.
    Spent(bool),
    /// What it comes to.
    Odds(Chances),
    /// Why there is no answer.
    Refused(Refusal),
    /// Too many questions in too short a time.
    TooFast,
}

/// A maneuver that a combatant knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    /// Its key.
    pub key: String,
    /// In words.
    pub title: String,
    /// The rule that describes it.
    pub rule: RuleId,
    /// How many targets it takes.
    pub targets: Targets,
    /// The items of the combatant it can be done with now, the best first, and the one that was asked about. None
    /// where bare hands alone will do; all that are made for it where it is barred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ItemId>,
    /// What can be set about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dials: Vec<Dialed>,
    /// Why it would be refused now: the reason and its rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<(Wording, RuleId)>,
    /// Who would be drawn in without being named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Drawn>,
}

/// One who takes part without being named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// Who.
    pub who: CombatantId,
    /// What they do in it: "helps".
    pub why: String,
    /// The rule.
    pub rule: RuleId,
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialed {
    /// Its key.
    pub key: String,
    /// In words.
    pub title: String,
    /// The values it can have, each with its words, where they are few.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(i32, String)>,
    /// The least and the greatest, where it is any number between them; 0 and 1 is no and yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(i32, i32)>,
    /// What it is unless it is set.
    #[serde(default)]
    pub default: i32,
    /// Whether it is a number of the cover between the two.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cover: bool,
}

impl From<&Dial> for Dialed {
    fn from(dial: &Dial) -> Self {
        let (options, range) = match &dial.range {
            Range::Flag => (Vec::new(), Some((0, 1))),
            Range::Number(least, most) => (Vec::new(), Some((*least, *most))),
            Range::Choice(options) => {
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

/// What an exchange comes to, by its dice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chances {
    /// Whether every way was followed; else they are sampled, and "about".
    pub exact: bool,
    /// What becomes of each combatant who takes part.
    pub parties: Map<CombatantId, Hurt>,
    /// The dice or the target number of the acting combatant, where it is they who roll next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<i32>,
}

/// What becomes of a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hurt {
    /// How likely they take any damage, from 0 to 1.
    pub chance: f64,
    /// The points they take on average.
    pub damage: f64,
    /// How likely it takes them out of the fight, from 0 to 1.
    #[serde(default, skip_serializing_if = "is_never")]
    pub down: f64,
    /// How likely at least one of their rolls fails in the worst way (a botch, a dramatic failure), from 0 to 1.
    #[serde(default, skip_serializing_if = "is_never")]
    pub botch: f64,
}

fn is_never(chance: &f64) -> bool {
    *chance <= 0.0
}

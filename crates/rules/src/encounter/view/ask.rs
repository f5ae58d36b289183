//! Rolls that a storyteller asks for, as one viewer sees them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::id::{AskId, CombatantId, SeatId};
use crate::base::late::Late;
use crate::base::roll::RollResult;
use crate::base::shared::Shared;
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::dice_proof::Bytes32;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::ask::{AskConsequence, AskEnd, AskSeal, AskSight, AskTelling, AskedRoll};
use crate::encounter::class::Class;
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::viewer::Viewer;
use crate::trait_pool::{PoolPart, pool_title};

/// Asked roll as a viewer sees it, with the question and the answers so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskView {
    /// The id.
    pub id: AskId,
    /// The pool in words: "Wits + Alertness".
    pub what: String,
    /// The parts of the pool.
    pub pool: Vec<PoolPart>,
    /// The parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub reading: Parameters,
    /// What players learn of it.
    #[serde(default)]
    pub telling: AskTelling,
    /// The line for the players; empty is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Number of successes that pass the roll.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub needs: u16,
    /// A combatant who rolls against all others, where the viewer knows of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// A combatant who helps, where the viewer knows of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helper: Option<CombatantId>,
    /// Seconds that the players have to answer; `None` is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u16>,
    /// The time at which they are over, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// What follows for those who fail or pass; storytellers read it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<AskConsequence>,
    /// The combatants who are asked and whom the viewer knows of.
    pub answers: Vec<AskAnswerView>,
    /// How it ended; `None` while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<AskEnd>,
}

/// Whether a number is zero, in which case serialization leaves it out.
const fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// Answer of one combatant to an asked roll, as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskAnswerView {
    /// The combatant.
    pub who: CombatantId,
    /// The pool in words, where it is another than was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The pool, term by term, of the roll or of what is to be rolled; empty where the viewer may not know it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// The parameters with the defaults of the roller.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub reading: Parameters,
    /// The reason why the combatant cannot roll now, where the viewer may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub barred: Option<String>,
    /// The other pool that the player wishes to roll, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wish: Option<String>,
    /// Whether the roll was made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made: bool,
    /// The dice, where the viewer sees them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<RollResult>,
    /// Whether the roll was passed, where the viewer knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<bool>,
    /// Whether a storyteller rolled for a player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_storyteller: bool,
    /// The seal of dice that players did not see as they fell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Bytes32>,
    /// What opens the seal, once the dice are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<AskSeal>,
}

/// Asked rolls of a view, which few tables have.
pub type AskViews = Option<Late<Vec<AskView>>>;

/// Builds the asked rolls that a viewer reads of.
pub(super) fn build_asks(encounter: &Encounter, viewer: Viewer) -> AskViews {
    // What a seat reads beside its class is in its private view.
    let class = Viewer::from(viewer.class);
    let recent = encounter.recent_asks_of_class();
    let asks = encounter.asks.iter();
    let asks = asks.filter(|ask| ask.end.is_none() || recent.contains(&ask.id));
    let read = asks.filter_map(|ask| build_ask(encounter, ask, class));
    let read: Vec<AskView> = read.collect();
    (!read.is_empty()).then(|| Late::new(read))
}

/// Builds the asked rolls that a seat reads of and its class does not.
pub(super) fn build_private_asks(
    encounter: &Encounter,
    seat: SeatId,
    class: Class,
) -> Vec<AskView> {
    let beside =
        |ask: &&Shared<AskedRoll>| encounter.ask_sight(ask, class.into()) == AskSight::Nothing;
    let viewer = Viewer {
        class,
        seat: Some(seat),
    };
    let played = encounter.combatants.values();
    let played = played.filter(|who| who.owner == Some(seat));
    let recent = played.flat_map(|who| encounter.recent_asks_of(who.id));
    let recent: BTreeSet<AskId> = recent.collect();
    let shown = |ask: &&Shared<AskedRoll>| ask.end.is_none() || recent.contains(&ask.id);
    let asks = encounter.asks.iter().filter(beside).filter(shown);
    asks.filter_map(|ask| build_ask(encounter, ask, viewer))
        .collect()
}

/// Builds an asked roll for a viewer; `None` if they do not read of it.
fn build_ask(encounter: &Encounter, ask: &AskedRoll, viewer: Viewer) -> Option<AskView> {
    let sight = encounter.ask_sight(ask, viewer);
    if sight == AskSight::Nothing {
        return None;
    }
    let all = viewer.sees_hidden();
    let reads = |id: CombatantId| {
        let shown = all || encounter.is_visible(id);
        let own = || viewer.seat.is_some_and(|seat| encounter.plays(seat, id));
        shown && (sight > AskSight::Made || own())
    };
    let read = |id: Option<CombatantId>| id.filter(|id| reads(*id));
    let answers = ask.answers.keys().filter(|id| reads(**id));
    let answers = answers.filter_map(|id| {
        let who = encounter.combatant(*id)?;
        Some(build_answer(encounter, ask, who, (sight, viewer)))
    });
    Some(AskView {
        id: ask.id,
        what: encounter.ask_title(ask).to_string(),
        pool: ask.pool.clone(),
        reading: ask.reading.clone(),
        telling: ask.telling,
        words: ask.words.clone(),
        needs: if ask.needs > 1 { ask.needs } else { 0 },
        against: read(ask.against),
        helper: read(ask.helper),
        seconds: ask.seconds,
        until: ask.until.filter(|_| ask.end.is_none()),
        follows: if all { ask.follows.clone() } else { Vec::new() },
        answers: answers.collect(),
        end: ask.end,
    })
}

/// Builds the answer of a combatant for a viewer.
fn build_answer(
    encounter: &Encounter,
    ask: &AskedRoll,
    who: &Combatant,
    (sight, viewer): (AskSight, Viewer),
) -> AskAnswerView {
    let all = viewer.sees_hidden();
    let answer = ask.answers.get(&who.id).cloned().unwrap_or_default();
    let words = |pool: &[PoolPart]| {
        (!pool.is_empty()).then(|| pool_title(pool, encounter.rules()).to_string())
    };
    let open = all || who.side == Side::Character;
    let mut view = AskAnswerView {
        who: who.id,
        instead: words(&answer.instead).filter(|_| open),
        terms: Vec::new(),
        reading: Parameters::default(),
        barred: None,
        wish: words(&answer.wish).filter(|_| open),
        made: answer.dice.is_some(),
        rolled: None,
        passed: None,
        by_storyteller: false,
        seal: None,
        opened: None,
    };
    match answer.dice {
        Some(dice) => {
            view.by_storyteller = dice.by_storyteller;
            view.seal = dice.seal.as_ref().map(AskSeal::hash);
            view.opened = dice.seal.filter(|_| ask.end == Some(AskEnd::Shown));
            view.passed = match sight {
                AskSight::Made | AskSight::Nothing => answer.told,
                AskSight::Outcome | AskSight::Dice | AskSight::All => ask.has_passed(who.id),
            };
            if sight == AskSight::Made {
                // How many dice lie face down, their roller knows.
                view.terms = dice.terms;
            } else if sight >= AskSight::Dice {
                view.rolled = Some(dice.rolled);
                view.reading = dice.reading;
                view.terms = if open { dice.terms } else { Vec::new() };
            }
        }
        None if open && ask.end.is_none() => {
            let read = encounter.read_asked_roll(ask, who, &Parameters::default());
            if let Ok((mut terms, read)) = read {
                terms.extend(read.given);
                view.terms = terms;
                view.reading = read.reading;
                view.barred = read.forbidden.map(|why| why.text.to_string());
            }
        }
        None => {}
    }
    view
}

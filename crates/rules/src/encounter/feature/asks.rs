//! Events of rolls that a storyteller asks for.

use serde::{Deserialize, Serialize};

use crate::base::id::{AskId, CombatantId};
use crate::base::late::Late;
use crate::encounter::ask::{AskEnd, AskSight, AskTelling, AskedDice, AskedRoll};
use crate::encounter::feature::event_payload::{
    EventPayload, RebaseContext, SetsValue, sets_thing,
};
use crate::encounter::log::log_line::LogLine;
use crate::encounter::log::{AskMessage, LogMessage};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::trait_pool::PoolPart;

/// An asked roll came, changed, or went, apart from its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskChanged {
    /// The id of the asked roll.
    pub id: AskId,
    /// The asked roll before; `None` if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<AskedRoll>>,
    /// The asked roll after; `None` if there is none any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<AskedRoll>>,
}

impl EventPayload for AskChanged {
    fn apply(&self, state: &mut State) {
        state.set_ask(self.id, self.after.as_deref().cloned());
        state.forget_old_asks();
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let ask = self.after.as_deref().or(self.before.as_deref())?;
        let what = state.ask_title(ask);
        let sight = state.ask_sight(ask, Viewer::PLAYERS);
        let open = sight > AskSight::Nothing;
        let rows = |pick: &dyn Fn(CombatantId) -> bool| {
            let ids = ask.answers.keys().copied().filter(|id| pick(*id));
            let seen = ids.filter(|id| !open || state.is_visible(*id));
            seen.filter_map(|id| state.full_name_of(Some(id))).collect()
        };
        let asked = || {
            let viewer = if open {
                Viewer::PLAYERS
            } else {
                Viewer::STORYTELLER
            };
            state.ask_names(ask, viewer)
        };
        let (line, announced) = match (self.before.as_deref(), ask.end) {
            (None, _) => {
                let message = AskMessage::Asked {
                    what,
                    reading: ask.reading.clone(),
                    names: asked(),
                    telling: ask.telling,
                    words: ask.words.clone(),
                };
                let announced = matches!(ask.telling, AskTelling::Secret { announced: true });
                let seen = |id: &CombatantId| state.is_visible(*id) && !ask.is_aside(*id);
                (message, announced && !open && ask.answers.keys().any(seen))
            }
            (Some(_), Some(AskEnd::CalledOff)) => (AskMessage::CalledOff { what }, false),
            (Some(_), Some(AskEnd::Shown)) => (self.shown_line(ask, state)?, false),
            (Some(_), Some(AskEnd::Told)) => {
                let told = |id: CombatantId| ask.answers.get(&id).and_then(|it| it.told);
                let message = AskMessage::Told {
                    what,
                    passed: rows(&|id| told(id) == Some(true)),
                    failed: rows(&|id| told(id) == Some(false)),
                };
                (message, false)
            }
            (Some(_), Some(AskEnd::Kept) | None) => return None,
        };
        let redacted = announced;
        let public = open || announced;
        let line = LogLine::new(public, LogMessage::Asked(Late::new(line)));
        Some(LogLine { redacted, ..line })
    }
}

impl AskChanged {
    /// Returns the log message of an asked roll's dice that are now shown to everybody; `None` if
    /// they were open before.
    fn shown_line(&self, ask: &AskedRoll, state: &State) -> Option<AskMessage> {
        let was_open = self.before.as_deref().is_some_and(|it| !it.hides_dice());
        if was_open {
            return None;
        }
        let seen = ask.answers.keys().filter(|id| state.is_visible(**id));
        let rolled = seen.filter_map(|id| {
            let dice = ask.dice_of(*id)?;
            let name = state.full_name_of(Some(*id))?;
            Some((name, dice.reading.clone(), dice.rolled.clone()))
        });
        Some(AskMessage::Shown {
            what: state.ask_title(ask),
            rolled: rolled.collect(),
        })
    }
}

impl SetsValue for AskChanged {
    sets_thing!(AskedRoll);

    /// Whether the asked roll has not been ended, reopened or removed since. Dice that fell since
    /// are no reason to keep a question from being taken back, as they stay in the log.
    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        let now = state.ask(self.id);
        match (now, self.after.as_deref()) {
            (None, None) => true,
            (Some(now), Some(after)) => now.end == after.end,
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    /// Returns the change of the asked roll with the dice that fell since. The time to answer a
    /// question that is put again runs anew.
    fn rebase_value_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        let now = table.current.ask(self.id).cloned();
        let was_open = now.as_ref().is_some_and(|now| now.end.is_none());
        if let Some(after) = self
            .after
            .as_mut()
            .filter(|after| after.end.is_none() && !was_open)
        {
            after.until = None;
        }
        if let Some(now) = &now {
            for value in self.after.iter_mut().chain(&mut self.before) {
                for (id, answer) in value.answers.iter_mut() {
                    if let Some(dice) = now.answers.get(id).and_then(|it| it.dice.clone()) {
                        answer.dice = Some(dice);
                    }
                }
            }
        }
        self.before = now.map(Box::new);
        Some(self)
    }
}

/// A combatant who was asked made the roll. It cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskRolled {
    /// The id of the asked roll.
    pub ask: AskId,
    /// The combatant who rolled.
    pub who: CombatantId,
    /// The dice.
    pub dice: Box<AskedDice>,
}

impl EventPayload for AskRolled {
    fn apply(&self, state: &mut State) {
        if let Some(answer) = state.ask_answer_mut(self.ask, self.who) {
            answer.dice = Some(self.dice.clone());
            answer.wish.clear();
        }
    }

    /// Tells whether the roll was passed, where players read that and no dice.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let ask = state.ask(self.ask)?;
        let told = state.ask_sight(ask, Viewer::PLAYERS) == AskSight::Outcome;
        let passed = ask.has_passed(self.who).filter(|_| told)?;
        let who = state.combatant(self.who).filter(|who| !who.hidden)?;
        let message = AskMessage::Answered {
            name: who.full_name(),
            what: state.ask_title(ask),
            passed,
        };
        let line = LogLine::new_public(LogMessage::Asked(Late::new(message)));
        Some(line.about(who))
    }
}

/// A player wished to roll another pool than the one that was asked for, or took the wish back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskWished {
    /// The id of the asked roll.
    pub ask: AskId,
    /// The combatant who is asked.
    pub who: CombatantId,
    /// The parts of that pool; empty takes the wish back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pool: Vec<PoolPart>,
}

impl EventPayload for AskWished {
    fn apply(&self, state: &mut State) {
        if let Some(answer) = state.ask_answer_mut(self.ask, self.who) {
            answer.wish.clone_from(&self.pool);
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

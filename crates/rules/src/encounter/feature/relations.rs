//! Events about relations between two combatants: the situation, covers, and holds.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, CoverId};
use crate::encounter::feature::event_payload::{EventPayload, RebaseContext, SetsValue};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::state::cover::Cover;
use crate::encounter::viewer::Viewer;
use crate::messages::Wording;
use crate::ruleset::settings::Value;

/// A situation parameter between two combatants was set or reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Situated {
    /// The combatant from whose side it holds, when they turn on the other.
    pub from: CombatantId,
    /// The other combatant of the pair.
    pub to: CombatantId,
    /// The key of the parameter.
    pub key: String,
    /// The new value in words, such as "Distance: 10".
    pub words: Wording,
    /// The value before; `None` if it was not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i32>,
    /// The value after; `None` if it is no longer set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<i32>,
}

impl EventPayload for Situated {
    fn apply(&self, state: &mut State) {
        let pair = (self.from, self.to);
        state.ties.set_parameter(pair, &self.key, self.after);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let what = LogMessage::Situated {
            from: state.full_name_of(Some(self.from))?,
            to: state.full_name_of(Some(self.to))?,
            words: self.words.clone(),
        };
        let open = state.is_visible(self.from) && state.is_visible(self.to);
        Some(LogLine::new(open, what))
    }
}

impl SetsValue for Situated {
    type Value = Option<i32>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        (self.from, self.to, &self.key) == (other.from, other.to, &other.key)
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let there = |id| state.known_combatant(viewer, id).is_some();
        let now = || state.ties.parameter(self.from, self.to, &self.key);
        there(self.from) && there(self.to) && now() == self.after
    }
}

/// A cover was added, renamed, changed or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Covered {
    /// The id of the cover.
    pub cover: CoverId,
    /// The cover before; `None` if it was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Cover>>,
    /// The cover after; `None` if it is no longer there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Cover>>,
}

impl EventPayload for Covered {
    fn apply(&self, state: &mut State) {
        match &self.after {
            Some(after) => _ = state.covers.insert(self.cover, (**after).clone()),
            None => _ = state.covers.remove(&self.cover),
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let words = state.cover_words(self.before.as_deref(), self.after.as_deref())?;
        let what = LogMessage::Set {
            key: "cover".to_owned(),
            to: Value::Yes(self.after.is_some()),
            words: words.into(),
            rule: None,
        };
        Some(LogLine::new(state.is_cover_known(self.cover), what))
    }
}

impl SetsValue for Covered {
    type Value = Option<Box<Cover>>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.cover == other.cover
    }

    /// Whether the cover is as the event left it. A cover that players do not see blocks none of
    /// their undos.
    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let seen = || self.after.is_none() || state.is_cover_known(self.cover);
        let known = viewer.sees_hidden() || seen();
        !known || state.covers.get(&self.cover) == self.after.as_deref()
    }
}

/// A hold began, changed its strength, or ended: one combatant grips another, aims at them, pins them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoldChanged {
    /// The combatant that holds.
    pub by: CombatantId,
    /// The combatant that is held.
    pub on: CombatantId,
    /// The key of the kind of hold.
    pub key: String,
    /// The word for the hold, such as "holds" or "aims at".
    pub word: Wording,
    /// The strength before; `None` if there was no hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i32>,
    /// The strength after; `None` if the hold ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<i32>,
    /// Whether players see the effect of the hold though they do not see both combatants: see
    /// [`CombatantHold`](crate::encounter::CombatantHold).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub felt: bool,
}

impl EventPayload for HoldChanged {
    fn apply(&self, state: &mut State) {
        let how = (self.after, self.felt);
        state.ties.set_hold((self.by, self.on), &self.key, how);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        if state.is_mark(&self.key) {
            return None;
        }
        let what = LogMessage::Held {
            by: state.full_name_of(Some(self.by))?,
            on: state.full_name_of(Some(self.on))?,
            word: self.word.clone(),
            amount: self.after,
        };
        let open = state.is_visible(self.by) && state.is_visible(self.on);
        Some(LogLine::new(open, what))
    }
}

impl SetsValue for HoldChanged {
    type Value = Option<i32>;

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        (self.by, self.on, &self.key) == (other.by, other.on, &other.key)
    }

    /// Whether the hold is as the event left it. A hold follows from what its parties do. One that
    /// players do not see does not keep them from undoing what it followed from.
    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let there = |id| state.known_combatant(viewer, id).is_some();
        let known = there(self.by) && there(self.on);
        let as_left = || state.ties.hold_amount(self.by, self.on, &self.key) == self.after;
        match viewer.sees_hidden() {
            true => known && as_left(),
            false => !known || as_left(),
        }
    }

    /// Returns the change as it is; `None` if the hold has changed since or a combatant is gone. To
    /// viewers who cannot see the hold, that is no reason to refuse.
    fn rebase_value_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        let there = |id| table.state.combatants.contains_key(id);
        let held = || table.state.ties.hold_amount(self.by, self.on, &self.key);
        let same = there(&self.by) && there(&self.on) && held() == self.before;
        same.then_some(self)
    }
}

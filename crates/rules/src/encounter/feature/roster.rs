//! Events about the roster: combatants added, removed, brought along, renamed, hidden and revealed.

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::base::id::CombatantId;
use crate::base::text::Name;
use crate::encounter::combatant::label::Label;
use crate::encounter::combatant::place::TokenPlace;
use crate::encounter::combatant::relations::{Nearness, Relations};
use crate::encounter::combatant::{Combatant, Turn};
use crate::encounter::feature::event_payload::{
    EventPayload, RebaseContext, Revertible, SetsValue,
};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// A combatant was added to the encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// The combatant as added.
    pub combatant: Box<Combatant>,
    /// The place of the new token.
    pub place: TokenPlace,
    /// The relations to others when the combatant was removed, if this brings them back.
    #[serde(default, skip_serializing_if = "Relations::is_empty")]
    pub ties: Relations,
}

impl EventPayload for Added {
    fn apply(&self, state: &mut State) {
        state.insert_combatant(&self.combatant, self.place, &self.ties);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let names = vec![self.combatant.full_name()];
        let public = is_seen(&self.combatant);
        Some(LogLine::new(public, LogMessage::Added { names }).about(&self.combatant))
    }
}

impl Revertible for Added {
    type Inverse = Removed;

    const PLAYERS_CAN_UNDO: bool = true;

    fn inverse(&self) -> Removed {
        Removed {
            combatant: self.combatant.clone(),
            place: self.place,
            ties: self.ties.clone(),
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let here = state.known_combatant(viewer, self.combatant.id);
        here.is_some_and(|now| {
            now.initiative.is_none()
                && now.track == self.combatant.track
                && now.owner == self.combatant.owner
                && matches!(state.token_place(now.id), Some(TokenPlace::Bench(_)))
        })
    }

    /// Returns the event with the combatant in no place if theirs is gone, and near nobody who has
    /// gone elsewhere since.
    fn rebase_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        let plan = &table.current.plan;
        let here = self.combatant.location;
        self.combatant.location = here.filter(|id| plan.locations.contains_key(id));
        let (id, here) = (self.combatant.id, self.combatant.location);
        let with = |other| {
            let other = table.current.combatant(other);
            here.is_some() && other.is_some_and(|other| other.location == here)
        };
        let near = |near: &Nearness| with(if near.who == id { near.to } else { near.who });
        self.ties.near.retain(near);
        Some(self)
    }
}

/// A combatant was removed from the encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// The combatant at the time of removal.
    pub combatant: Box<Combatant>,
    /// The place of the token.
    pub place: TokenPlace,
    /// The relations to others, which are removed as well.
    #[serde(default, skip_serializing_if = "Relations::is_empty")]
    pub ties: Relations,
}

impl EventPayload for Removed {
    fn apply(&self, state: &mut State) {
        let id = self.combatant.id;
        state.lift_token(id);
        state.combatants.remove(&id);
        state.ties.remove_combatant(id);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let name = self.combatant.full_name();
        let public = is_seen(&self.combatant);
        Some(LogLine::new(public, LogMessage::Removed { name }).about(&self.combatant))
    }
}

impl Revertible for Removed {
    type Inverse = Added;

    const PLAYERS_CAN_UNDO: bool = true;

    fn inverse(&self) -> Added {
        Added {
            combatant: self.combatant.clone(),
            place: self.place,
            ties: self.ties.clone(),
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        !state.combatants.contains_key(&self.combatant.id)
    }

    /// Returns the removal with the current state, relations and token place of the combatant.
    fn rebase_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        let id = self.combatant.id;
        self.ties = table.state.ties.of_combatant(id);
        if let Some(now) = table.state.combatants.get(&id)
            && let Some(spot) = table.current.token_place(id)
        {
            (*self.combatant, self.place) = (now.clone(), spot);
        }
        Some(self)
    }
}

/// A combatant was carried over from another encounter; if they had been carried over before, their state is updated.
/// The event cannot be undone: the combatant was there before this encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// The combatant as carried over.
    pub combatant: Box<Combatant>,
    /// The place of the token, unless the combatant is here already.
    pub place: TokenPlace,
    /// The title of the encounter that the combatant comes from.
    pub from: Name,
}

impl EventPayload for Brought {
    /// A combatant who is here already stays in their place, and item ids given here stay used.
    fn apply(&self, state: &mut State) {
        let combatant = &*self.combatant;
        if let Some(here) = state.combatants.get(&combatant.id) {
            let items = combatant.items.max(here.items);
            state.mark_label_used(combatant);
            state.combatants.insert(Combatant {
                items,
                ..combatant.clone()
            });
        } else {
            state.insert_combatant(combatant, self.place, &Relations::default());
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let what = LogMessage::Brought {
            names: vec![self.combatant.full_name()],
            from: self.from.to_string(),
        };
        Some(LogLine::new(is_seen(&self.combatant), what))
    }
}

/// Event that a combatant was renamed, with the name and label before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renamed {
    /// The combatant that is renamed.
    pub id: CombatantId,
    /// The name and label before.
    pub before: (Name, Label),
    /// The name and label after.
    pub after: (Name, Label),
}

impl EventPayload for Renamed {
    fn apply(&self, state: &mut State) {
        let after = self.after.clone();
        state.update_combatant(self.id, |who| (who.name, who.label) = after);
        state.use_up_label_of(self.id);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let (name, label) = &self.before;
        let what = LogMessage::Renamed {
            before: label.append_to(name),
            after: combatant.full_name(),
        };
        Some(LogLine::new(is_seen(combatant), what).about(combatant))
    }
}

impl SetsValue for Renamed {
    type Value = (Name, Label);

    const PLAYERS_CAN_UNDO: bool = true;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.id == other.id
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let (name, label) = &self.after;
        let who = state.known_combatant(viewer, self.id);
        who.is_some_and(|who| who.name == *name && who.label == *label)
    }
}

/// A combatant was hidden from players or revealed to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Veiled {
    /// The combatant in question.
    pub id: CombatantId,
    /// Whether the combatant is hidden now.
    pub hidden: bool,
    /// The label before the change.
    pub before: Label,
    /// The label after the change.
    pub after: Label,
    /// The turn as players knew it and as they know it now, if that changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<(Turn, Turn)>,
}

impl EventPayload for Veiled {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| {
            (who.hidden, who.label) = (self.hidden, self.after);
        });
        if let Some((_, known)) = self.turn {
            state.turn.players = known;
        }
        state.use_up_label_of(self.id);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let name = state.combatant(self.id)?.full_name();
        Some(match self.hidden {
            true => LogLine::new(false, LogMessage::Hidden { name }),
            false => LogLine::new_public(LogMessage::Revealed { name }),
        })
    }
}

// No `Edit`: three values change at once.
impl Revertible for Veiled {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> Self {
        Self {
            id: self.id,
            hidden: !self.hidden,
            before: self.after,
            after: self.before,
            turn: self.turn.map(|(knew, know)| (know, knew)),
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_combatant(viewer, self.id);
        who.is_some_and(|who| who.hidden == self.hidden)
    }

    /// Returns the hiding or revealing of the combatant under their current label.
    fn rebase_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        if let Some(now) = table.state.combatants.get(&self.id) {
            self.before = now.label;
        }
        Some(self)
    }
}

impl State {
    /// Inserts a combatant, with their relations if they come back.
    fn insert_combatant(&mut self, combatant: &Combatant, place: TokenPlace, ties: &Relations) {
        self.mark_label_used(combatant);
        if self.ids.insert(combatant.id) {
            self.joined.push(combatant.id);
        }
        self.combatants.insert(combatant.clone());
        self.insert_token(combatant.id, place);
        self.ties.restore(ties);
    }

    /// Marks the label of a combatant who was renamed or revealed as used, so that no namesake gets
    /// it.
    fn use_up_label_of(&mut self, id: CombatantId) {
        if let Some(combatant) = self.combatants.get(&id).cloned() {
            self.mark_label_used(&combatant);
        }
    }

    /// Marks a label as used for the combatant's name.
    fn mark_label_used(&mut self, combatant: &Combatant) {
        let series = match combatant.label {
            Label::Roman(_) | Label::Unseen => &mut self.labels.romans,
            Label::Plain | Label::Letter(_) => &mut self.labels.letters,
        };
        let used = series.entry(combatant.name.to_folded()).or_default();
        *used = (*used).max(combatant.label.ordinal());
    }
}

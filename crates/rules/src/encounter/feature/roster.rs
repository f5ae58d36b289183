//! Events about the roster: combatants added, removed, brought along, renamed, hidden and revealed.

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::encounter::combatant::{Combatant, Turn};
use crate::encounter::fact::{ByNow, Edit, Fact, Revert};
use crate::encounter::label::Label;
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::place::Place;
use crate::encounter::state::State;
use crate::encounter::ties::Ties;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;
use crate::text::Name;

/// A combatant was added to the encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// The combatant as added.
    pub combatant: Box<Combatant>,
    /// The place of the new token.
    pub place: Place,
    /// The relations to others when the combatant was removed, if this brings them back.
    #[serde(default, skip_serializing_if = "Ties::is_empty")]
    pub ties: Ties,
}

impl Fact for Added {
    fn apply(&self, state: &mut State) {
        state.come(&self.combatant, self.place, &self.ties);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let names = vec![self.combatant.full_name()];
        let public = is_seen(&self.combatant);
        Some(LogLine::new(public, What::Added { names }).of(&self.combatant))
    }
}

impl Revert for Added {
    type Inverse = Removed;

    const UNDONE_BY_PLAYERS: bool = true;

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
        let here = state.known(viewer, self.combatant.id);
        here.is_some_and(|now| {
            now.initiative.is_none()
                && now.track == self.combatant.track
                && now.owner == self.combatant.owner
                && matches!(state.place_of(now.id), Some(Place::Bench(_)))
        })
    }
}

/// A combatant was removed from the encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// The combatant at the time of removal.
    pub combatant: Box<Combatant>,
    /// The place of the token.
    pub place: Place,
    /// The relations to others, which are removed as well.
    #[serde(default, skip_serializing_if = "Ties::is_empty")]
    pub ties: Ties,
}

impl Fact for Removed {
    fn apply(&self, state: &mut State) {
        let id = self.combatant.id;
        state.lift(id);
        state.combatants.remove(&id);
        state.ties.drop_all_of(id);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let name = self.combatant.full_name();
        let public = is_seen(&self.combatant);
        Some(LogLine::new(public, What::Removed { name }).of(&self.combatant))
    }
}

impl Revert for Removed {
    type Inverse = Added;

    const UNDONE_BY_PLAYERS: bool = true;

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

    /// The combatant is removed in their current state.
    fn by_now(mut self, table: &ByNow<'_>) -> Option<Self> {
        let id = self.combatant.id;
        self.ties = table.state.ties.of(id);
        if let Some(now) = table.state.combatants.get(&id)
            && let Some(spot) = table.so_far.place_of(id)
        {
            (*self.combatant, self.place) = (now.clone(), spot);
        }
        Some(self)
    }
}

/// A combatant was carried over from another encounter; if they had been carried over before, their state is updated.
/// It cannot be undone: the combatant was there before this encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// The combatant as carried over.
    pub combatant: Box<Combatant>,
    /// The place of the token, unless the combatant is here already.
    pub place: Place,
    /// The title of the encounter that the combatant comes from.
    pub from: Name,
}

impl Fact for Brought {
    /// A combatant who is here already stays in their place, and item ids given here stay used.
    fn apply(&self, state: &mut State) {
        let combatant = &*self.combatant;
        if let Some(here) = state.combatants.get(&combatant.id) {
            let items = combatant.items.max(here.items);
            state.count_label(combatant);
            state.combatants.insert(Combatant {
                items,
                ..combatant.clone()
            });
        } else {
            state.come(combatant, self.place, &Ties::default());
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let what = What::Brought {
            names: vec![self.combatant.full_name()],
            from: self.from.to_string(),
        };
        Some(LogLine::new(is_seen(&self.combatant), what))
    }
}

/// A combatant was renamed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renamed {
    /// The combatant that is renamed.
    pub id: CombatantId,
    /// The name and label before.
    pub before: (Name, Label),
    /// The name and label after.
    pub after: (Name, Label),
}

impl Fact for Renamed {
    fn apply(&self, state: &mut State) {
        let after = self.after.clone();
        state.with(self.id, |who| (who.name, who.label) = after);
        state.use_up_label_of(self.id);
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let (name, label) = &self.before;
        let what = What::Renamed {
            before: label.after(name),
            after: combatant.full_name(),
        };
        Some(LogLine::new(is_seen(combatant), what).of(combatant))
    }
}

impl Edit for Renamed {
    type Value = (Name, Label);

    const UNDONE_BY_PLAYERS: bool = true;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        self.id == other.id
    }

    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        let (name, label) = &self.after;
        let who = state.known(viewer, self.id);
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

impl Fact for Veiled {
    fn apply(&self, state: &mut State) {
        state.with(self.id, |who| {
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
            true => LogLine::new(false, What::Hidden { name }),
            false => LogLine::open(What::Revealed { name }),
        })
    }
}

// No `Edit`: three values change at once.
impl Revert for Veiled {
    type Inverse = Self;

    const UNDONE_BY_PLAYERS: bool = false;

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
        let who = state.known(viewer, self.id);
        who.is_some_and(|who| who.hidden == self.hidden)
    }

    /// The combatant is hidden or revealed under their current label.
    fn by_now(mut self, table: &ByNow<'_>) -> Option<Self> {
        if let Some(now) = table.state.combatants.get(&self.id) {
            self.before = now.label;
        }
        Some(self)
    }
}

impl State {
    /// Inserts a combatant, with their relations if they come back.
    fn come(&mut self, combatant: &Combatant, place: Place, ties: &Ties) {
        self.count_label(combatant);
        if self.ids.insert(combatant.id) {
            self.joined.push(combatant.id);
        }
        self.combatants.insert(combatant.clone());
        self.put(combatant.id, place);
        self.ties.put_back(ties);
    }

    /// Marks the label of a combatant as used: one who was renamed or revealed has used up a letter.
    fn use_up_label_of(&mut self, id: CombatantId) {
        if let Some(combatant) = self.combatants.get(&id).cloned() {
            self.count_label(&combatant);
        }
    }

    /// Marks a label as used for the combatant's name.
    fn count_label(&mut self, combatant: &Combatant) {
        let series = match combatant.label {
            Label::Roman(_) | Label::Unseen => &mut self.labels.romans,
            Label::Plain | Label::Letter(_) => &mut self.labels.letters,
        };
        let used = series.entry(combatant.name.folded()).or_default();
        *used = (*used).max(combatant.label.ordinal());
    }
}

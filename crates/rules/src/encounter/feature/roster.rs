//! The roster: combatants come and go, their names, and which of them players know of.

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

/// A combatant came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// Who.
    pub combatant: Box<Combatant>,
    /// Where to.
    pub place: Place,
    /// What stood between them and others when they went, if they come back.
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

/// A combatant went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removed {
    /// The combatant, as it was.
    pub combatant: Box<Combatant>,
    /// Where from.
    pub place: Place,
    /// What stood between them and others, and goes with them.
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

    /// They leave as they are by now.
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

/// A combatant came along from another encounter; one who had been brought before is as they
/// are now. Nothing takes it back: they were there before this encounter was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// The combatant, as it is.
    pub combatant: Box<Combatant>,
    /// Where to, unless they are here.
    pub place: Place,
    /// The title of the encounter they come from.
    pub from: Name,
}

impl Fact for Brought {
    /// Who is here already stays in their place, and what they had here has used up its numbers.
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

/// A combatant got another name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renamed {
    /// The combatant.
    pub id: CombatantId,
    /// Before.
    pub before: (Name, Label),
    /// After.
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

/// Players learnt of a combatant, or lost sight of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Veiled {
    /// The combatant.
    pub id: CombatantId,
    /// Whether they are hidden now.
    pub hidden: bool,
    /// The label before.
    pub before: Label,
    /// The label after.
    pub after: Label,
    /// The turn as players knew it and as they know it now, when that changes.
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

    /// They are veiled or shown under the label they have by now.
    fn by_now(mut self, table: &ByNow<'_>) -> Option<Self> {
        if let Some(now) = table.state.combatants.get(&self.id) {
            self.before = now.label;
        }
        Some(self)
    }
}

impl State {
    /// A combatant comes, or comes back with what stood between it and others.
    fn come(&mut self, combatant: &Combatant, place: Place, ties: &Ties) {
        self.count_label(combatant);
        if self.ids.insert(combatant.id) {
            self.joined.push(combatant.id);
        }
        self.combatants.insert(combatant.clone());
        self.put(combatant.id, place);
        self.ties.put_back(ties);
    }

    /// A label follows its combatant: one that was renamed or shown has used up a letter.
    fn use_up_label_of(&mut self, id: CombatantId) {
        if let Some(combatant) = self.combatants.get(&id).cloned() {
            self.count_label(&combatant);
        }
    }

    fn count_label(&mut self, combatant: &Combatant) {
        let series = match combatant.label {
            Label::Roman(_) | Label::Unseen => &mut self.labels.romans,
            Label::Plain | Label::Letter(_) => &mut self.labels.letters,
        };
        let used = series.entry(combatant.name.folded()).or_default();
        *used = (*used).max(combatant.label.ordinal());
    }
}

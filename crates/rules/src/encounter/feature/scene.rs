//! The scene: how it opens, what it is called, what is said there, and how time passes.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::encounter::fact::{Edit, Fact};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::table_settings::TableSettings;
use crate::encounter::viewer::Viewer;
use crate::house::House;
use crate::id::SeatId;
use crate::messages::Wording;
use crate::seat::Seat;
use crate::text::Name;

/// The encounter goes on from the one before, or opens to the table: who sits there and what is
/// played comes from there. Nothing takes it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// Who sits at the table.
    pub seats: BTreeMap<SeatId, Seat>,
    /// The seats that roll real dice.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub own_dice: BTreeSet<SeatId>,
    /// The house rules.
    #[serde(default, skip_serializing_if = "House::is_plain")]
    pub house: House,
    /// The settings of the table.
    #[serde(flatten)]
    pub table: TableSettings,
    /// Whether only those who run the table know of this encounter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

impl Fact for Opened {
    fn apply(&self, state: &mut State) {
        state.seats.clone_from(&self.seats);
        state.own_dice.clone_from(&self.own_dice);
        state.house.clone_from(&self.house);
        state.table.clone_from(&self.table);
        state.unseen = self.unseen;
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

/// The scene got another title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Titled {
    /// Before.
    pub before: Name,
    /// After.
    pub after: Name,
}

impl Fact for Titled {
    fn apply(&self, state: &mut State) {
        state.title.clone_from(&self.after);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let title = self.after.to_string();
        Some(LogLine::open(What::Titled { title }))
    }
}

impl Edit for Titled {
    type Value = Name;

    const UNDONE_BY_PLAYERS: bool = false;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, _other: &Self) -> bool {
        true
    }

    fn stands(&self, state: &State, _viewer: Viewer) -> bool {
        state.title == self.after
    }
}

/// A person said something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The words.
    pub text: String,
}

impl Fact for Said {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let text = self.text.clone();
        Some(LogLine::open(What::Said { text }))
    }
}

/// Time passed in the story, or people rested; what it brought follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimePassed {
    /// How much, and how people were looked after, in words: "A night passes".
    pub words: Wording,
    /// Whether players may not read it: it changed only those they do not see.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

impl Fact for TimePassed {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let words = self.words.clone();
        Some(LogLine::new(!self.unseen, What::TimePassed { words }))
    }
}

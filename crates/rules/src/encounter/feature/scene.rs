//! Events of the scene: how it opens, its title, what is said, and passing time.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::base::id::{ClockId, SeatId};
use crate::base::seat::Seat;
use crate::base::text::Name;
use crate::clock::Clock;
use crate::encounter::feature::event_payload::{EventPayload, SetsValue};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::safety::Safety;
use crate::encounter::state::State;
use crate::encounter::table_settings::TableSettings;
use crate::encounter::viewer::Viewer;
use crate::handout::HandoutShelf;
use crate::messages::Wording;
use crate::ruleset::house_rules::HouseRules;
use crate::space::FloorPlan;

/// The encounter opened with the seats and settings of the one before or of its table. It cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The seats at the table.
    pub seats: BTreeMap<SeatId, Seat>,
    /// The seats that roll real dice.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub own_dice: BTreeSet<SeatId>,
    /// The house rules in effect.
    #[serde(default, skip_serializing_if = "HouseRules::is_plain")]
    pub house: HouseRules,
    /// The settings of the table.
    #[serde(flatten)]
    pub table: TableSettings,
    /// Whether only storytellers know of this encounter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// The places that were taken along, and whether they are in use; `None` leaves those that are here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Box<(FloorPlan, bool)>>,
    /// The clocks that were taken along; they come beside those that are here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: BTreeMap<ClockId, Clock>,
    /// What the table said for its safety.
    #[serde(default, skip_serializing_if = "Safety::is_plain")]
    pub safety: Safety,
    /// The handouts that were taken along.
    #[serde(default, skip_serializing_if = "HandoutShelf::is_empty")]
    pub handouts: HandoutShelf,
}

impl EventPayload for Opened {
    fn apply(&self, state: &mut State) {
        state.seats.clone_from(&self.seats);
        state.own_dice.clone_from(&self.own_dice);
        state.house.clone_from(&self.house);
        state.table.clone_from(&self.table);
        state.unseen = self.unseen;
        if let Some((plan, in_use)) = self.places.as_deref() {
            state.plan.clone_from(plan);
            state.plan_in_use = *in_use;
        }
        state.clocks.extend(self.clocks.clone());
        if !self.safety.is_plain() {
            state.safety.clone_from(&self.safety);
        }
        state.handouts.add_missing(&self.handouts);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

/// The title of the encounter was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Titled {
    /// The title before the change.
    pub before: Name,
    /// The title after the change.
    pub after: Name,
}

impl EventPayload for Titled {
    fn apply(&self, state: &mut State) {
        state.title.clone_from(&self.after);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let title = self.after.to_string();
        Some(LogLine::new_public(LogMessage::Titled { title }))
    }
}

impl SetsValue for Titled {
    type Value = Name;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        true
    }

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        state.title == self.after
    }
}

/// A person said something in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The words that were said.
    pub text: String,
}

impl EventPayload for Said {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let text = self.text.clone();
        Some(LogLine::new_public(LogMessage::Said { text }))
    }
}

/// Time passed in the story, or combatants rested; the events of what it brought follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimePassed {
    /// The amount of time and the care in words, such as "A night passes".
    pub words: Wording,
    /// Whether players may not read the line, because it changed only combatants they do not see.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
}

impl EventPayload for TimePassed {
    fn apply(&self, _state: &mut State) {}

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let words = self.words.clone();
        Some(LogLine::new(!self.unseen, LogMessage::TimePassed { words }))
    }
}

//! Messages of the log about the places of the scene and who goes where.

use serde::{Deserialize, Serialize};

use super::LogMessage;
use crate::base::late::Late;
use crate::messages::Wording;
use crate::space::{Door, Stance};

/// Message of the log about the places of the scene or a move in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum SceneMessage {
    /// A place of the scene was added, renamed, changed or removed.
    PlaceChanged {
        /// The name of the place.
        name: String,
        /// The name before; `None` if the place is new.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<String>,
        /// Whether the place is there now.
        there: bool,
        /// Whether players see who is in it now, if the line is about that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<bool>,
    },
    /// The way between two places of the scene was added, changed or removed.
    LinkChanged {
        /// The name of one place.
        from: String,
        /// The name of the other place.
        to: String,
        /// The distance in words, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<Wording>,
        /// The door, if the line is about the door.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        door: Option<Door>,
        /// Whether there is a way now.
        there: bool,
    },
    /// The scene was taken into use, or put away.
    Used {
        /// Whether the scene is in use now.
        used: bool,
    },
    /// A combatant went to a place of the scene.
    Went {
        /// The name of the combatant.
        name: String,
        /// The name of the place that the combatant left; `None` is out of the scene.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// The name of the place that the combatant went to; `None` is out of the scene.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        /// The distance in words, where the rules count it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        distance: Option<Wording>,
        /// Whether a storyteller moved the combatant farther than the rules allow.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        anyway: bool,
    },
    /// A combatant stepped up to another.
    SteppedUp {
        /// The name of the combatant.
        who: String,
        /// The name of the other combatant.
        to: String,
        /// How the first stands to the other now.
        stance: Stance,
    },
}

impl From<SceneMessage> for LogMessage {
    fn from(message: SceneMessage) -> Self {
        Self::Scene(Late::new(message))
    }
}

//! Commands about the places of the scene.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, LocationId};
use crate::space::{Link, Marks, Stance};

/// A change of the places of the scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SceneEdit {
    /// Adds and changes places and links as typed, one to a line: `Gallery: height, railing` or
    /// `Taproom 12 Gallery by stairs`. Places and links that are not named stay.
    Describe {
        /// The lines as typed.
        lines: String,
    },
    /// Adds a place, or changes one.
    Place {
        /// The place to change; `None` adds one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<LocationId>,
        /// The place as it is meant to be.
        to: Box<LocationInput>,
    },
    /// Removes a place with its links.
    RemovePlace {
        /// The place to remove.
        id: LocationId,
        /// The place to which those who are there go; `None` is out of the scene.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<LocationId>,
    },
    /// Sets the link between two places, or removes it with `None`.
    Link {
        /// One place.
        from: LocationId,
        /// The other place.
        to: LocationId,
        /// The link as it is meant to be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<Link>,
    },
    /// Takes the scene into use, or puts it away.
    Use {
        /// Whether the scene is in use from now on.
        on: bool,
    },
    /// Removes all places and links.
    Clear,
}

/// A place as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocationInput {
    /// The name of the place.
    pub name: String,
    /// The field of the board, from 0; `None` is where it is, or the first free one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u8>,
    /// What the rules know of it.
    #[serde(default)]
    pub marks: Marks,
    /// Whether players do not know of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether players do not see who is in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// Whether nobody moves in or out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub locked: bool,
    /// A note that everybody reads; blank is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// A note for storytellers; blank is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub secret: String,
}

/// Where in the scene combatants go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SceneDestination {
    /// To a place.
    Place(LocationId),
    /// Up to a combatant, in the same place or another.
    UpTo(CombatantId, Stance),
    /// Away from everybody at arm's length, in the same place.
    Aside,
    /// Out of the scene.
    Out,
}

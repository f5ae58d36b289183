//! Two combatants of a scene as a rule system is told about them, and the readings it returns.

use serde::{Deserialize, Serialize};

use super::link::Passage;
use super::location::{CoverMark, Drop, Location};
use crate::base::id::LocationId;
use crate::base::text::Name;
use crate::messages::Wording;

/// How near one combatant stands to another within a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// At arm's length, face to face or side by side.
    Beside,
    /// At arm's length, in the other's back.
    Behind,
}

/// Two combatants of a scene, seen from the one who acts.
#[derive(Clone, Debug)]
pub struct PairInSpace<'a> {
    /// The distance along the shortest way in the unit of the rules; `None` if nobody has said how far it is.
    pub distance: Option<u32>,
    /// How the acting combatant stands to the other; `None` if not at arm's length.
    pub stance: Option<Stance>,
    /// How the other stands to the acting combatant; `None` if not at arm's length.
    pub faced: Option<Stance>,
    /// The names of those on the side of the acting combatant who have the other between them and the acting
    /// combatant: one stands beside the other, one behind.
    pub opposite: Vec<String>,
    /// The place of the acting combatant.
    pub here: &'a Location,
    /// The place of the other.
    pub there: &'a Location,
    /// Whether the two are in the same place.
    pub together: bool,
    /// Whether there is a line between them: no closed door and nothing solid on the way.
    pub line: bool,
    /// What covers the other from the acting combatant; `None` in the same place, or where nothing is left of it.
    pub cover: Option<&'a CoverMark>,
    /// What covers the acting combatant from the other; `None` in the same place, or where nothing is left of it.
    pub own_cover: Option<&'a CoverMark>,
    /// The distance of the other from the first target of the exchange, where it is another target; the distance
    /// from the nearest target, where it is a bystander.
    pub from_first_target: Option<u32>,
}

impl PairInSpace<'_> {
    /// Whether the two combatants are close, at arm's length.
    #[must_use]
    pub const fn is_close(&self) -> bool {
        self.stance.is_some() || self.faced.is_some()
    }

    /// Returns how much higher the other stands, in the unit of the rules; below zero is lower.
    #[must_use]
    pub fn rise(&self) -> i32 {
        let height = |location: &Location| i32::from(location.marks.height.unwrap_or(0));
        height(self.there) - height(self.here)
    }
}

/// A parameter of the situation as it follows from the scene.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SceneReading {
    /// The key of the situation parameter.
    pub key: String,
    /// The value of the parameter.
    pub value: i32,
    /// What it is, in words: "12 yards: short range", "partly concealed: railing".
    pub words: Wording,
    /// The rules whose terms come from it; the first is the one that is named beside the words.
    pub rules: Vec<String>,
    /// The value of the parameter where the scene says nothing of it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub without: i32,
}

/// Whether a value is 0, which is not written.
const fn is_zero(value: &i32) -> bool {
    *value == 0
}

impl SceneReading {
    /// Creates a reading of a parameter, with the rules whose terms come from it.
    #[must_use]
    pub fn new(key: &str, value: i32, words: impl Into<Wording>, rules: &[&str]) -> Self {
        Self {
            key: key.to_owned(),
            value,
            words: words.into(),
            rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
            without: 0,
        }
    }
}

/// Separation of the acting combatant and another party of an exchange, as the exchange reads the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Separation {
    /// The place of the other party; `None` if one of the two is in no place, and the scene says nothing of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub there: Option<Name>,
    /// The distance in the unit of the rules; `None` if nobody has said how far it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The distance by ways that players do not know of, where that is shorter; only as storytellers see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shorter: Option<u32>,
    /// Whether the two are in the same place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// Whether the two are at arm's length.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub close: bool,
    /// Whether something bars the line between them: a closed door, a wall.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub barred: bool,
    /// The parameters of the situation that follow from the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<SceneReading>,
    /// The ways out of the other party's place, for those who are thrown or pushed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exits: Vec<Exit>,
}

/// A way out of a place, as far as an exchange needs it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Exit {
    /// The place at its end.
    pub to: LocationId,
    /// The name of that place.
    pub name: Name,
    /// The distance in the unit of the rules; `None` if nobody has said how far it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u16>,
    /// What kind of way it is.
    #[serde(default)]
    pub passage: Passage,
    /// What becomes of those who are thrown there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<Drop>,
}

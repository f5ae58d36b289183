//! Commands about handouts.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, HandoutId, PictureId};
use crate::base::sorted_map::Set;
use crate::handout::{Area, HandoutKind};

/// A change of the handouts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum HandoutEdit {
    /// Makes a handout, or changes one.
    Put {
        /// The handout to change; `None` makes one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<HandoutId>,
        /// The handout as it is meant to be.
        to: Box<HandoutInput>,
    },
    /// Removes a handout, also from those who have it.
    Remove {
        /// The handout to remove.
        id: HandoutId,
    },
    /// Gives a handout to combatants.
    Give {
        /// The handout to give.
        id: HandoutId,
        /// The combatants who get it.
        to: Set<CombatantId>,
    },
    /// Takes a handout back.
    Recall {
        /// The handout to take back.
        id: HandoutId,
        /// The combatants who lose it.
        from: Set<CombatantId>,
        /// Whether those who lose it are not told.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        quiet: bool,
    },
    /// Uncovers a part of a handout.
    Uncover {
        /// The handout.
        id: HandoutId,
        /// The part to uncover, as the sender saw it.
        part: CoveredPart,
        /// The combatants for whom it is uncovered; empty is everyone, for good.
        #[serde(default, skip_serializing_if = "Set::is_empty")]
        only: Set<CombatantId>,
    },
    /// Puts a handout on the table screen, in place of the one there, or takes it away.
    Screen {
        /// The handout.
        id: HandoutId,
        /// Whether it is on the screen from now on.
        on: bool,
    },
}

/// Part of a handout that is covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CoveredPart {
    /// All covered passages with these words.
    Words(String),
    /// An area of the picture.
    Area(Area),
}

/// A handout as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandoutInput {
    /// The kind.
    pub kind: HandoutKind,
    /// The name, which readers see, too.
    pub name: String,
    /// The text, passage by passage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<PassageInput>,
    /// The picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<HandoutPictureInput>,
    /// Whether readers may show it to others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_show: bool,
    /// Whether the others see that something is handed to a character.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub announced: bool,
}

/// A passage of a handout's text as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassageInput {
    /// The words, with blanks and line ends.
    pub words: String,
    /// Whether readers see bars instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
}

/// The picture of a handout as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandoutPictureInput {
    /// The picture, which the server stores already.
    pub id: PictureId,
    /// Description of the picture in words, for readers who do not see it.
    pub words: String,
    /// The areas to cover.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<Area>,
}

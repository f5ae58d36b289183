//! Handouts as storytellers see them.

use serde::{Deserialize, Serialize};

use super::area::{Area, CoveredArea};
use super::passage::Passage;
use crate::base::id::{CombatantId, PictureAddress, PictureId};
use crate::base::sorted_map::Map;
use crate::base::text::Name;

/// Kind of a handout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandoutKind {
    /// A letter or another page, shown as paper.
    #[default]
    Letter,
    /// A picture, with words for those who do not see it.
    Picture,
    /// A few words: a dream, a rumor, what a roll brought.
    Note,
    /// A person or a place, to which players add notes.
    Name,
}

/// How a character got a handout. Settled when it is given, so that it says nothing of who gets it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GivenAs {
    /// Given to this character alone.
    Alone,
    /// Given to several characters at once.
    Some,
    /// Given to every player character.
    Everybody,
    /// Shown by another player.
    Shown,
}

/// Possession of a handout by one character.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Holding {
    /// The position among the handouts of this character, from 1.
    pub nth: u32,
    /// How the character got it.
    pub given: GivenAs,
    /// The name of the player who showed it last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_by: Option<Name>,
    /// The address of the picture as this character sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<PictureAddress>,
}

/// Mark of the handout that the table screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScreenMark {
    /// The address of the picture as the screen shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<PictureAddress>,
}

/// Picture of a handout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HandoutPicture {
    /// The picture as the server stores it.
    pub id: PictureId,
    /// Description of the picture in words, for readers who do not see it.
    pub words: String,
    /// The areas that are covered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<CoveredArea>,
    /// The address of the whole picture, for storytellers.
    pub address: PictureAddress,
}

impl HandoutPicture {
    /// Returns all covered areas, none of which the table screen shows.
    #[must_use]
    pub fn covered_areas(&self) -> Vec<Area> {
        self.covers.iter().map(|cover| cover.area).collect()
    }

    /// Returns the areas that a character does not see.
    #[must_use]
    pub fn covered_for(&self, who: CombatantId) -> Vec<Area> {
        let covers = self.covers.iter();
        let covers = covers.filter(|cover| !cover.open_to.contains(&who));
        covers.map(|cover| cover.area).collect()
    }
}

/// Note that a reader added to the card of a person or place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CardNote {
    /// The name of the person who wrote it.
    pub by: String,
    /// The words.
    pub words: String,
}

/// Handout with all that is covered of it, and the characters who have it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handout {
    /// The kind.
    pub kind: HandoutKind,
    /// The name, which readers see, too.
    pub name: Name,
    /// The text, passage by passage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<Passage>,
    /// The picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<HandoutPicture>,
    /// Whether readers may show it to others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_show: bool,
    /// Whether the others see that something is handed to a character.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub announced: bool,
    /// The notes of those who have it, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<CardNote>,
    /// The characters who have it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub holders: Map<CombatantId, Holding>,
    /// The mark of the handout that the table screen shows, which is there for everybody to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_screen: Option<ScreenMark>,
}

impl Handout {
    /// Number of covered parts of the handout, of text and picture.
    #[must_use]
    pub fn cover_count(&self) -> usize {
        let words = self.text.iter().filter(|passage| passage.covered).count();
        let picture = self.picture.as_ref();
        words.saturating_add(picture.map_or(0, |picture| picture.covers.len()))
    }

    /// Number of bytes of the handout's text and of the words for its picture.
    pub(crate) fn text_size(&self) -> usize {
        let text = self.text.iter().map(|passage| passage.words.len());
        let picture = self.picture.iter().map(|picture| picture.words.len());
        text.chain(picture).sum()
    }

    /// Number of covered parts that a character does not see.
    pub(crate) fn covers_for(&self, who: CombatantId) -> usize {
        let words = self.text.iter();
        let words = words.filter(|passage| !passage.is_open_to(who)).count();
        let picture = self.picture.as_ref();
        words.saturating_add(picture.map_or(0, |picture| picture.covered_for(who).len()))
    }
}

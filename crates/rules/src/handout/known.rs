//! Handouts as one reader knows them.

use serde::{Deserialize, Serialize};

use super::area::Area;
use super::handout_item::{CardNote, GivenAs, Handout, HandoutKind};
use super::passage::Passage;
use crate::base::id::{CombatantId, HandoutId, PictureAddress};

/// Part of a text as one reader knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnownPassage {
    /// Words that can be read.
    Words(String),
    /// Covered words. How many there are, and how long, is not told.
    Covered,
}

/// Picture as one reader knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KnownPicture {
    /// The address of the picture with its covered areas cut out.
    pub address: PictureAddress,
    /// Description of the picture in words, for readers who do not see it.
    pub words: String,
    /// The areas that are covered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covered: Vec<Area>,
}

/// Handout as one reader knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KnownHandout {
    /// The id of the handout.
    pub id: HandoutId,
    /// The kind.
    pub kind: HandoutKind,
    /// The name.
    pub name: String,
    /// The text as far as it can be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<KnownPassage>,
    /// The picture as far as it can be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<KnownPicture>,
    /// How the reader's character got it.
    pub given: GivenAs,
    /// The name of the player who showed it last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_by: Option<String>,
    /// Whether the reader may show it to others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_show: bool,
    /// The notes of those who have it, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<CardNote>,
}

impl KnownHandout {
    /// Whether a part of the handout is covered for this reader.
    #[must_use]
    pub fn has_covered_parts(&self) -> bool {
        let picture = self.picture.as_ref();
        self.text.contains(&KnownPassage::Covered)
            || picture.is_some_and(|picture| !picture.covered.is_empty())
    }
}

impl Handout {
    /// Returns the handout as a character who has it knows it; `None` if the character does not have it.
    #[must_use]
    pub fn known_to(&self, id: HandoutId, who: CombatantId) -> Option<KnownHandout> {
        let holding = self.holders.get(&who)?;
        let picture = self.picture.as_ref().zip(holding.address);
        Some(KnownHandout {
            id,
            kind: self.kind,
            name: self.name.to_string(),
            text: known_text(&self.text, |passage| passage.is_open_to(who)),
            picture: picture.map(|(picture, address)| KnownPicture {
                address,
                words: picture.words.clone(),
                covered: picture.covered_for(who),
            }),
            given: holding.given,
            shown_by: holding.shown_by.as_ref().map(ToString::to_string),
            may_show: self.may_show,
            notes: self.notes.clone(),
        })
    }

    /// Returns the handout as the table screen shows it, without what is covered for anybody and without notes; `None`
    /// if it is not on the screen.
    #[must_use]
    pub fn known_on_screen(&self, id: HandoutId) -> Option<KnownHandout> {
        let mark = self.on_screen.as_ref()?;
        let picture = self.picture.as_ref().zip(mark.address);
        Some(KnownHandout {
            id,
            kind: self.kind,
            name: self.name.to_string(),
            text: known_text(&self.text, |passage| !passage.covered),
            picture: picture.map(|(picture, address)| KnownPicture {
                address,
                words: picture.words.clone(),
                covered: picture.covered_areas(),
            }),
            given: GivenAs::Everybody,
            shown_by: None,
            may_show: false,
            notes: Vec::new(),
        })
    }
}

/// Returns a text as one reader reads it, for whom some passages are open. Neighboring passages that are told alike are
/// joined, so that what was covered and is not any more leaves no trace.
fn known_text(text: &[Passage], is_open: impl Fn(&Passage) -> bool) -> Vec<KnownPassage> {
    let mut known: Vec<KnownPassage> = Vec::new();
    for passage in text {
        match (known.last_mut(), is_open(passage)) {
            (Some(KnownPassage::Words(words)), true) => words.push_str(&passage.words),
            (Some(KnownPassage::Covered), false) => {}
            (_, true) => known.push(KnownPassage::Words(passage.words.clone())),
            (_, false) => known.push(KnownPassage::Covered),
        }
    }
    known
}

//! Health levels: a row of boxes with a penalty each, and the end state of their owner.

use crate::messages::core as msg;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::boxes::Boxes;
use super::damage::DamagePacket;
use super::limits::TrackError;

/// Maximum number of levels of a track, the last included.
pub const MAX_LEVELS: u16 = 20;
/// Maximum number of levels with a penalty: all but the last.
const MAX_PENALTIES: usize = 19;
/// The greatest penalty of a level.
const LOWEST_PENALTY: i32 = -20;
/// The word for the last level, at which the combatant is out of the fight.
const LAST_LEVEL_WORD: &str = "out";

/// The lasting state of a combatant that the boxes of the health track cannot tell, such as dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndState {
    /// No end state: the boxes tell everything.
    #[default]
    Open,
    /// The combatant is dead.
    Dead,
    /// The vampire is in torpor.
    Torpor,
    /// The vampire has met final death.
    FinalDeath,
}

impl EndState {
    /// Whether the boxes alone tell the combatant's state, with no end state set.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }
}

/// An error for levels that cannot exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelsError {
    /// No level, or more than [`MAX_LEVELS`].
    #[error("{}", msg::a_health_track_has_1(&MAX_LEVELS))]
    Count,
    /// A level with a penalty beyond the greatest, or with a bonus.
    #[error("{}", msg::a_level_costs_0_to(&LOWEST_PENALTY.abs()))]
    Cost,
    /// A level with a smaller penalty than the one before.
    #[error("{}", msg::A_LEVEL_COSTS_NO_LESS)]
    Rising,
    /// A level behind the last one.
    #[error("{}", msg::only_the_last_level_is(&LAST_LEVEL_WORD))]
    OutInside,
    /// Penalties without the last level.
    #[error("{}", msg::the_last_level_is_end(&LAST_LEVEL_WORD))]
    NoOut,
    /// A word that is no penalty.
    #[error(
        "{}", msg::is_not_what_a_level(.word, &LAST_LEVEL_WORD)
    )]
    NoCost {
        /// The word that was written.
        word: String,
    },
    /// Levels for a combatant whose health has another shape.
    #[error("{}", msg::HEALTH_HAS_NO_LEVELS_HERE)]
    NoLevels,
}

/// The penalties of the levels of a track, from the first box on. The last level has none and is not stored, so a track
/// without penalties has one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<i32>", into = "Vec<i32>")]
pub struct LevelPenalties {
    costs: [i8; MAX_PENALTIES],
    count: u8,
}

impl TryFrom<Vec<i32>> for LevelPenalties {
    type Error = LevelsError;
    fn try_from(costs: Vec<i32>) -> Result<Self, LevelsError> {
        Self::new(&costs)
    }
}

impl From<LevelPenalties> for Vec<i32> {
    fn from(costs: LevelPenalties) -> Self {
        costs.iter().collect()
    }
}

/// Formats the penalties as they are read: `0,-1,-2,out`.
impl fmt::Display for LevelPenalties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cost in self.iter() {
            let sign = if cost < 0 { "−" } else { "" };
            write!(f, "{sign}{},", cost.unsigned_abs())?;
        }
        f.write_str(LAST_LEVEL_WORD)
    }
}

impl LevelPenalties {
    /// Seven levels, the default of a sheet.
    pub const SEVEN: Self = Self {
        costs: [0, -1, -1, -2, -2, -5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        count: 6,
    };

    /// Creates the levels that have these penalties, followed by the last level, which has none.
    ///
    /// # Errors
    /// Returns an error when there are too many, or a penalty is out of bounds or smaller than the one before it.
    pub fn new(costs: &[i32]) -> Result<Self, LevelsError> {
        let mut all = [0; MAX_PENALTIES];
        if costs.len() > MAX_PENALTIES {
            return Err(LevelsError::Count);
        }
        if costs
            .iter()
            .any(|cost| !(LOWEST_PENALTY..=0).contains(cost))
        {
            return Err(LevelsError::Cost);
        }
        if !costs.is_sorted_by(|before, after| before >= after) {
            return Err(LevelsError::Rising);
        }
        for (into, cost) in all.iter_mut().zip(costs) {
            *into = i8::try_from(*cost).map_err(|_| LevelsError::Cost)?;
        }
        let count = u8::try_from(costs.len()).map_err(|_| LevelsError::Count)?;
        Ok(Self { costs: all, count })
    }

    /// Returns the standard penalties of this many levels, the last included. Fewer than seven leave out repeated
    /// penalties, then the greatest; more than seven repeat 0, −1 and −2 once more in turn.
    ///
    /// # Errors
    /// Returns [`LevelsError::Count`] when there are none, or more than [`MAX_LEVELS`].
    pub fn standard(levels: u16) -> Result<Self, LevelsError> {
        let costs: &[i32] = match levels {
            1 => &[],
            2 => &[0],
            3 => &[0, -2],
            4 => &[0, -1, -2],
            5 => &[0, -1, -2, -5],
            6 => &[0, -1, -1, -2, -5],
            7 => &[0, -1, -1, -2, -2, -5],
            0 => return Err(LevelsError::Count),
            more => {
                let more = more.saturating_sub(7);
                let of = |cost, first: u16| {
                    std::iter::repeat_n(cost, usize::from(more.saturating_add(first) / 3))
                };
                // One of 0 more, then one of −1, then one of −2, and again.
                let costs = [0].into_iter().chain(of(0, 2)).chain([-1, -1]);
                let costs = costs.chain(of(-1, 1)).chain([-2, -2]).chain(of(-2, 0));
                return Self::new(&costs.chain([-5]).collect::<Vec<i32>>());
            }
        };
        Self::new(costs)
    }

    /// Reads levels as people write them: their number, or the penalty of each, as in `0,-1,-2,out`.
    ///
    /// # Errors
    /// Returns what is wrong with them; nothing is guessed.
    pub fn read(text: &str) -> Result<Self, LevelsError> {
        let words = text.split(',').map(str::trim);
        let read = |word: &str| match word.eq_ignore_ascii_case(LAST_LEVEL_WORD) {
            true => Ok(None),
            false => word.replace('−', "-").parse().map(Some),
        };
        let mut all: Vec<Option<i32>> = Vec::new();
        for word in words {
            all.push(read(word).map_err(|_| LevelsError::NoCost {
                word: word.to_owned(),
            })?);
        }
        if let [Some(levels)] = all.as_slice() {
            return Self::standard(u16::try_from(*levels).map_err(|_| LevelsError::Count)?);
        }
        let Some(None) = all.pop() else {
            return Err(LevelsError::NoOut);
        };
        let costs: Option<Vec<i32>> = all.into_iter().collect();
        Self::new(&costs.ok_or(LevelsError::OutInside)?)
    }

    /// Returns the penalties to store on a sheet; `None` for the default seven levels.
    #[must_use]
    pub fn unless_default(self) -> Option<Self> {
        Some(self).filter(|costs| *costs != Self::SEVEN)
    }

    /// Returns the number of levels, the last included.
    #[must_use]
    pub fn level_count(&self) -> u16 {
        u16::from(self.count).saturating_add(1)
    }

    /// Iterates over the penalties of all levels but the last.
    pub fn iter(&self) -> impl Iterator<Item = i32> {
        let costs = self.costs.into_iter().map(i32::from);
        costs.take(usize::from(self.count))
    }

    /// Returns the penalty of the level at this box index (from 0); `None` from the last box on.
    #[must_use]
    pub fn penalty_at(&self, index: u16) -> Option<i32> {
        self.iter().nth(usize::from(index))
    }

    /// Whether the penalties are the standard ones of this many levels.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        Self::standard(self.level_count()).as_ref() == Ok(self)
    }
}

/// A row of boxes with health levels, and the end state of their owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "LevelsData", into = "LevelsData")]
pub struct Levels {
    boxes: Boxes,
    end_state: EndState,
    costs: LevelPenalties,
}

/// Serialized form of [`Levels`], a health track: the boxes, the end state, and the penalties if they are not the
/// standard ones of this many boxes.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct LevelsData {
    #[serde(rename = "n")]
    boxes: Boxes,
    #[serde(rename = "f", default, skip_serializing_if = "EndState::is_open")]
    fate: EndState,
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    costs: Option<LevelPenalties>,
}

impl TryFrom<LevelsData> for Levels {
    type Error = LevelsError;
    fn try_from(LevelsData { boxes, fate, costs }: LevelsData) -> Result<Self, LevelsError> {
        let costs = costs.map_or_else(|| LevelPenalties::standard(boxes.size()), Ok)?;
        match costs.level_count() == boxes.size() {
            true => Ok(Self {
                boxes,
                end_state: fate,
                costs,
            }),
            false => Err(LevelsError::Count),
        }
    }
}

impl From<Levels> for LevelsData {
    fn from(
        Levels {
            boxes,
            end_state: fate,
            costs,
        }: Levels,
    ) -> Self {
        let costs = Some(costs).filter(|costs| !costs.is_standard());
        Self { boxes, fate, costs }
    }
}

impl Levels {
    /// Creates empty boxes for levels with these penalties.
    ///
    /// # Errors
    /// Returns an error when the number of boxes makes no track.
    pub fn unmarked(costs: LevelPenalties) -> Result<Self, TrackError> {
        Ok(Self {
            boxes: Boxes::new(costs.level_count(), DamagePacket::default())?,
            end_state: EndState::Open,
            costs,
        })
    }

    /// Returns the boxes of the track.
    #[must_use]
    pub const fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// Returns the end state of the owner.
    #[must_use]
    pub const fn end_state(&self) -> EndState {
        self.end_state
    }

    /// Returns the penalties of the levels.
    #[must_use]
    pub const fn penalties(&self) -> &LevelPenalties {
        &self.costs
    }

    /// Returns the levels after harm, with these boxes and this end state; unchanged if the number of boxes differs.
    #[must_use]
    pub const fn with_state(self, boxes: Boxes, fate: EndState) -> Self {
        match boxes.size() == self.boxes.size() {
            true => Self {
                boxes,
                end_state: fate,
                ..self
            },
            false => self,
        }
    }

    /// Replaces the boxes of the levels, after a person changed one by hand; with an empty box, the
    /// end state that a full row brought is over.
    #[must_use]
    pub const fn with_boxes(self, boxes: Boxes) -> Self {
        let fate = if boxes.empty_count() > 0 {
            EndState::Open
        } else {
            self.end_state
        };
        self.with_state(boxes, fate)
    }

    /// Carries over the marks and the end state of other levels to these.
    ///
    /// # Errors
    /// Returns [`TrackError::TooManyMarks`] when there are more marks than boxes.
    pub fn with_marks_of(self, marked: &Self) -> Result<Self, TrackError> {
        let boxes = Boxes::new(self.boxes.size(), marked.boxes.marks())?;
        Ok(self.with_state(boxes, marked.end_state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_levels_cost_the_usual() {
        for count in 1..=MAX_LEVELS {
            let costs = LevelPenalties::standard(count).expect("levels");
            assert_eq!(costs.level_count(), count);
            assert!(costs.is_standard());
            assert_eq!(LevelPenalties::read(&count.to_string()), Ok(costs));
            assert_eq!(LevelPenalties::read(&costs.to_string()), Ok(costs));
            assert_eq!(
                LevelPenalties::new(&costs.iter().collect::<Vec<_>>()),
                Ok(costs)
            );
            assert_eq!(
                (costs.penalty_at(count - 1), costs.penalty_at(count)),
                (None, None)
            );
            let track = Levels::unmarked(costs).expect("a track");
            let json = serde_json::to_string(&track).expect("data");
            assert!(!json.contains("\"c\""), "{json}");
            assert_eq!(
                serde_json::from_str::<Levels>(&json).expect("levels"),
                track
            );
        }
        let ten: Vec<i32> = LevelPenalties::standard(10)
            .expect("levels")
            .iter()
            .collect();
        assert_eq!(ten, [0, 0, -1, -1, -1, -2, -2, -2, -5]);
        assert_eq!(LevelPenalties::standard(7), Ok(LevelPenalties::SEVEN));
        assert_eq!(LevelPenalties::standard(0), Err(LevelsError::Count));
        assert_eq!(
            LevelPenalties::standard(MAX_LEVELS + 1),
            Err(LevelsError::Count)
        );
    }

    #[test]
    fn other_costs_travel_with_the_track() {
        let costs = LevelPenalties::read("0,0,0,-3,out").expect("levels");
        let track = Levels::unmarked(costs).expect("a track");
        let json = serde_json::to_string(&track).expect("data");
        assert_eq!(json, r#"{"n":[5,0,0,0],"c":[0,0,0,-3]}"#);
        assert_eq!(
            serde_json::from_str::<Levels>(&json).expect("levels"),
            track
        );
        for bad in [
            r#"{"n":[5,0,0,0],"c":[0,-1]}"#,
            r#"{"n":[3,0,0,0],"c":[-2,-1]}"#,
            r#"{"n":[21,0,0,0]}"#,
        ] {
            assert!(serde_json::from_str::<Levels>(bad).is_err(), "{bad}");
        }
    }
}

//! Levels: a row of boxes each of which costs something, and what has become of its owner.

use crate::messages::core as msg;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Boxes, Packet, TrackError};

/// The most levels a track may have, the last included.
pub const MAX_LEVELS: u16 = 20;
/// Levels that have a cost: all but the last.
const MAX_COSTS: usize = 19;
/// The most that a level may cost.
const LOWEST_COST: i32 = -20;
/// The word for the last level, which costs everything.
const OUT: &str = "out";

/// What has become of a combatant, where a full row does not say it all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// What the boxes say.
    #[default]
    Open,
    /// Dead.
    Dead,
    /// A vampire's sleep.
    Torpor,
    /// A vampire's end.
    FinalDeath,
}

impl Fate {
    /// Whether the boxes say it all.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }
}

/// Why levels cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelsError {
    /// None, or more than [`MAX_LEVELS`].
    #[error("{}", msg::a_health_track_has_1(&MAX_LEVELS))]
    Count,
    /// A level that costs more than any may, or gives something.
    #[error("{}", msg::a_level_costs_0_to(&LOWEST_COST.abs()))]
    Cost,
    /// A level that costs less than the one before.
    #[error("{}", msg::A_LEVEL_COSTS_NO_LESS)]
    Rising,
    /// Levels behind the last.
    #[error("{}", msg::only_the_last_level_is(&OUT))]
    OutInside,
    /// Costs without the last level.
    #[error("{}", msg::the_last_level_is_end(&OUT))]
    NoOut,
    /// What was written for a cost is none.
    #[error(
        "{}", msg::is_not_what_a_level(.word, &OUT)
    )]
    NoCost {
        /// The word.
        word: String,
    },
    /// Levels for a combatant whose health is something else.
    #[error("{}", msg::HEALTH_HAS_NO_LEVELS_HERE)]
    NoLevels,
}

/// What the levels of a track cost, from the first box on. The last one costs everything and is not
/// written: what has none but that one has one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<i32>", into = "Vec<i32>")]
pub struct LevelCosts {
    costs: [i8; MAX_COSTS],
    count: u8,
}

impl TryFrom<Vec<i32>> for LevelCosts {
    type Error = LevelsError;
    fn try_from(costs: Vec<i32>) -> Result<Self, LevelsError> {
        Self::new(&costs)
    }
}

impl From<LevelCosts> for Vec<i32> {
    fn from(costs: LevelCosts) -> Self {
        costs.iter().collect()
    }
}

/// As they are read: `0,-1,-2,out`.
impl fmt::Display for LevelCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cost in self.iter() {
            let sign = if cost < 0 { "−" } else { "" };
            write!(f, "{sign}{},", cost.unsigned_abs())?;
        }
        f.write_str(OUT)
    }
}

impl LevelCosts {
    /// Seven levels, as a sheet has that says nothing of them.
    pub const SEVEN: Self = Self {
        costs: [0, -1, -1, -2, -2, -5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        count: 6,
    };

    /// The levels that cost so much, and the last.
    ///
    /// # Errors
    /// [`LevelsError`] when there are too many, or a cost is out of bounds or less than the one
    /// before it.
    pub fn new(costs: &[i32]) -> Result<Self, LevelsError> {
        let mut all = [0; MAX_COSTS];
        if costs.len() > MAX_COSTS {
            return Err(LevelsError::Count);
        }
        if costs.iter().any(|cost| !(LOWEST_COST..=0).contains(cost)) {
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

    /// What so many levels cost where nothing else is said, the last included. Fewer than seven
    /// leave out a second of a cost, then the greatest; more have one more of 0, −1 and −2 in turn.
    ///
    /// # Errors
    /// [`LevelsError::Count`] when there are none, or more than [`MAX_LEVELS`].
    pub fn usual(levels: u16) -> Result<Self, LevelsError> {
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

    /// Reads levels as people write them: how many there are, or what each costs, as in
    /// `0,-1,-2,out`.
    ///
    /// # Errors
    /// [`LevelsError`] says what is wrong with them; nothing is guessed.
    pub fn read(text: &str) -> Result<Self, LevelsError> {
        let words = text.split(',').map(str::trim);
        let read = |word: &str| match word.eq_ignore_ascii_case(OUT) {
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
            return Self::usual(u16::try_from(*levels).map_err(|_| LevelsError::Count)?);
        }
        let Some(None) = all.pop() else {
            return Err(LevelsError::NoOut);
        };
        let costs: Option<Vec<i32>> = all.into_iter().collect();
        Self::new(&costs.ok_or(LevelsError::OutInside)?)
    }

    /// What a sheet says of them: nothing of the usual seven.
    #[must_use]
    pub fn written(self) -> Option<Self> {
        Some(self).filter(|costs| *costs != Self::SEVEN)
    }

    /// How many levels there are, the last included.
    #[must_use]
    pub fn levels(&self) -> u16 {
        u16::from(self.count).saturating_add(1)
    }

    /// What each level costs, without the last.
    pub fn iter(&self) -> impl Iterator<Item = i32> {
        let costs = self.costs.into_iter().map(i32::from);
        costs.take(usize::from(self.count))
    }

    /// What the level of the box number `index` (from 0) costs; `None` from the last box on.
    #[must_use]
    pub fn at(&self, index: u16) -> Option<i32> {
        self.iter().nth(usize::from(index))
    }

    /// Whether they are the usual ones of so many levels.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        Self::usual(self.levels()).as_ref() == Ok(self)
    }
}

/// A row of boxes with named levels, and what has become of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "LevelsData", into = "LevelsData")]
pub struct Levels {
    boxes: Boxes,
    fate: Fate,
    costs: LevelCosts,
}

/// What [`Levels`] look like outside: the boxes, what has become of the owner, and the costs where
/// they are not the usual ones of so many boxes.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct LevelsData {
    #[serde(rename = "n")]
    boxes: Boxes,
    #[serde(rename = "f", default, skip_serializing_if = "Fate::is_open")]
    fate: Fate,
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    costs: Option<LevelCosts>,
}

impl TryFrom<LevelsData> for Levels {
    type Error = LevelsError;
    fn try_from(LevelsData { boxes, fate, costs }: LevelsData) -> Result<Self, LevelsError> {
        let costs = costs.map_or_else(|| LevelCosts::usual(boxes.size()), Ok)?;
        match costs.levels() == boxes.size() {
            true => Ok(Self { boxes, fate, costs }),
            false => Err(LevelsError::Count),
        }
    }
}

impl From<Levels> for LevelsData {
    fn from(Levels { boxes, fate, costs }: Levels) -> Self {
        let costs = Some(costs).filter(|costs| !costs.is_usual());
        Self { boxes, fate, costs }
    }
}

impl Levels {
    /// Empty boxes for levels that cost so much.
    ///
    /// # Errors
    /// [`TrackError`] when so many boxes were no track.
    pub fn unmarked(costs: LevelCosts) -> Result<Self, TrackError> {
        Ok(Self {
            boxes: Boxes::new(costs.levels(), Packet::default())?,
            fate: Fate::Open,
            costs,
        })
    }

    /// The boxes.
    #[must_use]
    pub const fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// What has become of the owner.
    #[must_use]
    pub const fn fate(&self) -> Fate {
        self.fate
    }

    /// What the levels cost.
    #[must_use]
    pub const fn costs(&self) -> &LevelCosts {
        &self.costs
    }

    /// The same levels after harm: these boxes, if there are as many, and what has become of their
    /// owner.
    #[must_use]
    pub const fn after(self, boxes: Boxes, fate: Fate) -> Self {
        match boxes.size() == self.boxes.size() {
            true => Self {
                boxes,
                fate,
                ..self
            },
            false => self,
        }
    }

    /// The same levels with boxes turned by hand: an owner with an empty box is not what a full row
    /// made of them.
    #[must_use]
    pub const fn with_boxes(self, boxes: Boxes) -> Self {
        let fate = if boxes.empty() > 0 {
            Fate::Open
        } else {
            self.fate
        };
        self.after(boxes, fate)
    }

    /// These levels with what is marked on others, and what has become of their owner.
    ///
    /// # Errors
    /// [`TrackError::TooManyMarks`] when there are more marks than these can hold.
    pub fn holding(self, marked: &Self) -> Result<Self, TrackError> {
        let boxes = Boxes::new(self.boxes.size(), marked.boxes.marks())?;
        Ok(self.after(boxes, marked.fate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_levels_cost_the_usual() {
        for count in 1..=MAX_LEVELS {
            let costs = LevelCosts::usual(count).expect("levels");
            assert_eq!(costs.levels(), count);
            assert!(costs.is_usual());
            assert_eq!(LevelCosts::read(&count.to_string()), Ok(costs));
            assert_eq!(LevelCosts::read(&costs.to_string()), Ok(costs));
            assert_eq!(
                LevelCosts::new(&costs.iter().collect::<Vec<_>>()),
                Ok(costs)
            );
            assert_eq!((costs.at(count - 1), costs.at(count)), (None, None));
            let track = Levels::unmarked(costs).expect("a track");
            let json = serde_json::to_string(&track).expect("data");
            assert!(!json.contains("\"c\""), "{json}");
            assert_eq!(
                serde_json::from_str::<Levels>(&json).expect("levels"),
                track
            );
        }
        let ten: Vec<i32> = LevelCosts::usual(10).expect("levels").iter().collect();
        assert_eq!(ten, [0, 0, -1, -1, -1, -2, -2, -2, -5]);
        assert_eq!(LevelCosts::usual(7), Ok(LevelCosts::SEVEN));
        assert_eq!(LevelCosts::usual(0), Err(LevelsError::Count));
        assert_eq!(LevelCosts::usual(MAX_LEVELS + 1), Err(LevelsError::Count));
    }

    #[test]
    fn other_costs_travel_with_the_track() {
        let costs = LevelCosts::read("0,0,0,-3,out").expect("levels");
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

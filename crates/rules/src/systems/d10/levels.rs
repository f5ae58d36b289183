//! Seven health levels: marks, what they cost, and what a full row means.

use serde::{Deserialize, Serialize};

use super::input::Nonsense;
#[cfg(test)]
use crate::track::Packet;
use crate::track::{Boxes, Severity};

/// How many boxes there are.
pub const BOXES: u16 = 7;

/// How hurt a combatant is: named by the number of filled boxes, whatever is in them.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing marked.
    #[default]
    Healthy,
    /// One box.
    Bruised,
    /// Two boxes.
    Hurt,
    /// Three boxes.
    Injured,
    /// Four boxes.
    Wounded,
    /// Five boxes.
    Mauled,
    /// Six boxes.
    Crippled,
    /// All seven: nothing can be done any more.
    Incapacitated,
}

impl Level {
    /// Every level, mildest first.
    pub const ALL: [Self; 8] = [
        Self::Healthy,
        Self::Bruised,
        Self::Hurt,
        Self::Injured,
        Self::Wounded,
        Self::Mauled,
        Self::Crippled,
        Self::Incapacitated,
    ];

    /// The level of so many filled boxes.
    #[must_use]
    pub fn of(filled: u16) -> Self {
        let known = Self::ALL.get(usize::from(filled));
        known.copied().unwrap_or(Self::Incapacitated)
    }

    /// What it adds to action pools: 0 to −5, or `None` when no action is possible.
    #[must_use]
    pub const fn penalty(self) -> Option<i32> {
        match self {
            Self::Healthy | Self::Bruised => Some(0),
            Self::Hurt | Self::Injured => Some(-1),
            Self::Wounded | Self::Mauled => Some(-2),
            Self::Crippled => Some(-5),
            Self::Incapacitated => None,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Healthy => "healthy",
            Self::Bruised => "bruised",
            Self::Hurt => "hurt",
            Self::Injured => "injured",
            Self::Wounded => "wounded",
            Self::Mauled => "mauled",
            Self::Crippled => "crippled",
            Self::Incapacitated => "incapacitated",
        }
    }
}

/// Whether a combatant is still in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Up.
    #[default]
    Ok,
    /// Every box is filled.
    Incapacitated,
    /// Dead.
    Dead,
    /// A vampire's sleep.
    Torpor,
    /// A vampire's end.
    FinalDeath,
}

impl Status {
    /// Whether nothing can make it worse.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Dead | Self::FinalDeath)
    }
}

/// What a full row means for its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Dies.
    #[default]
    Living,
    /// Falls into torpor, or meets the final death.
    Undead,
}

/// Seven boxes and what has become of their owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// The boxes, worst first.
    pub boxes: Boxes,
    /// What has become of the owner.
    pub status: Status,
}

impl Health {
    /// These boxes, and what is already known about their owner.
    ///
    /// # Errors
    /// [`Nonsense::Marks`] when there are not seven boxes.
    pub fn new(boxes: Boxes, status: Status) -> Result<Self, Nonsense> {
        if boxes.size() != BOXES {
            return Err(Nonsense::Marks);
        }
        Ok(Self { boxes, status }.settled())
    }

    /// Marks `amount` points one after the other, each by `step`; stops as soon as a point
    /// changes nothing any more.
    #[must_use]
    pub fn marked(mut self, amount: u32, step: impl Fn(Self) -> Self) -> Self {
        for _ in 0..amount {
            if self.status.is_final() {
                break;
            }
            let after = step(self).settled();
            if after == self {
                break;
            }
            self = after;
        }
        self
    }

    /// One more point where every point fills a box: a new mark while there is room, and on a
    /// full row what [`Self::overflowing`] says.
    #[must_use]
    pub fn point(self, severity: Severity, body: Body) -> Self {
        match self.boxes.turned(None, Some(severity)) {
            Some(boxes) => Self { boxes, ..self },
            None => self.overflowing(severity, body),
        }
    }

    /// One more point on a full row. The living: a `/` becomes an `X`; without one, or for
    /// aggravated damage, death. The undead: torpor, and for aggravated damage the final
    /// death; the marks stay.
    #[must_use]
    pub fn overflowing(self, severity: Severity, body: Body) -> Self {
        let turned = self
            .boxes
            .turned(Some(Severity::Bashing), Some(Severity::Lethal));
        match (body, severity, turned) {
            (Body::Undead, Severity::Aggravated, _) => self.with(Status::FinalDeath),
            (Body::Undead, _, _) => self.with(Status::Torpor),
            (Body::Living, Severity::Bashing | Severity::Lethal, Some(boxes)) => {
                Self { boxes, ..self }
            }
            (Body::Living, _, _) => self.with(Status::Dead),
        }
    }

    const fn with(self, status: Status) -> Self {
        Self { status, ..self }
    }

    /// Keeps what is worse than the boxes tell, and otherwise reads it off them.
    fn settled(self) -> Self {
        match self.status {
            Status::Dead | Status::Torpor | Status::FinalDeath => self,
            Status::Ok | Status::Incapacitated if self.boxes.empty() == 0 => {
                self.with(Status::Incapacitated)
            }
            Status::Ok | Status::Incapacitated => self.with(Status::Ok),
        }
    }
}

/// The mark of a point that may make an existing lighter mark graver instead of filling a
/// box: the topmost mark lighter than `severity`; `None` when there is none.
#[must_use]
pub fn topmost_lighter(boxes: &Boxes, severity: Severity) -> Option<Severity> {
    Severity::WORST_FIRST
        .into_iter()
        .find(|mark| *mark < severity && boxes.marks().get(*mark) > 0)
}

#[cfg(test)]
impl Health {
    /// Reads marks such as `*X//...`.
    ///
    /// # Errors
    /// [`Nonsense::Marks`] when they are not seven sorted marks.
    pub fn read(marks: &str, status: Status) -> Result<Self, Nonsense> {
        let mut packet = Packet::default();
        for mark in marks.chars().filter(|mark| *mark != '.') {
            let known = Severity::WORST_FIRST
                .into_iter()
                .find(|one| one.glyph() == mark);
            *packet.get_mut(known.ok_or(Nonsense::Marks)?) += 1;
            if packet.total() > BOXES {
                return Err(Nonsense::Marks);
            }
        }
        let boxes = Boxes::new(BOXES, packet)?;
        if boxes.picture() != marks {
            return Err(Nonsense::Marks);
        }
        Self::new(boxes, status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(marks: &str, status: Status, body: Body, severity: Severity, amount: u32) -> String {
        let health = Health::read(marks, status).expect("marks");
        let after = health.marked(amount, |health| health.point(severity, body));
        format!("{} {:?}", after.boxes.picture(), after.status)
    }

    #[test]
    fn rows_fill_and_overflow() {
        use Body::{Living, Undead};
        use Severity::{Aggravated, Bashing, Lethal};
        let ok = Status::Ok;
        assert_eq!(after("//.....", ok, Living, Lethal, 2), "XX//... Ok");
        assert_eq!(
            after("X//////", ok, Living, Bashing, 2),
            "XXX//// Incapacitated"
        );
        assert_eq!(after("XXXXXX/", ok, Living, Lethal, 2), "XXXXXXX Dead");
        assert_eq!(after("///////", ok, Living, Aggravated, 1), "/////// Dead");
        assert_eq!(after("///////", ok, Undead, Bashing, 9), "/////// Torpor");
        assert_eq!(
            after("//////.", ok, Undead, Lethal, u32::MAX),
            "X////// Torpor"
        );
        let torpor = Status::Torpor;
        assert_eq!(
            after("XXXXXXX", torpor, Undead, Aggravated, 1),
            "XXXXXXX FinalDeath"
        );
        assert_eq!(
            after("X......", torpor, Undead, Lethal, 1),
            "XX..... Torpor"
        );
        assert_eq!(
            after("X......", Status::Dead, Living, Lethal, 1),
            "X...... Dead"
        );
    }

    #[test]
    fn odd_rows_are_refused() {
        for marks in ["", "......", "/X.....", "........", "Q......", "./....."] {
            assert!(Health::read(marks, Status::Ok).is_err(), "{marks}");
        }
    }

    #[test]
    fn the_level_table() {
        let table: Vec<_> = (0..=8).map(|filled| Level::of(filled).penalty()).collect();
        let some = |value| Some(value);
        let expected = [
            some(0),
            some(0),
            some(-1),
            some(-1),
            some(-2),
            some(-2),
            some(-5),
            None,
            None,
        ];
        assert_eq!(table, expected);
    }
}

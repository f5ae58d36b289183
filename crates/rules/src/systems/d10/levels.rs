//! Health levels: marks, what they are called, and what a full row means.

use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::track::Packet;
use crate::track::{Boxes, LevelCosts, Severity};

/// What a level is called, which follows from what it costs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing marked.
    #[default]
    Healthy,
    /// Costs nothing.
    Bruised,
    /// The first that costs one.
    Hurt,
    /// The second that costs one.
    Injured,
    /// The first that costs two, three or four.
    Wounded,
    /// The second that costs so much.
    Mauled,
    /// Costs five or more.
    Crippled,
    /// The last: nothing can be done any more.
    Incapacitated,
}

impl Level {
    /// What the levels that cost so much are called, in their order; further ones go by the last of
    /// these.
    const fn costing(cost: i32) -> &'static [Self] {
        match cost {
            ..=-5 => &[Self::Crippled],
            -4..=-2 => &[Self::Wounded, Self::Mauled],
            -1 => &[Self::Hurt, Self::Injured],
            0.. => &[Self::Bruised],
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> Text {
        match self {
            Self::Healthy => msg::HEALTHY_2,
            Self::Bruised => msg::BRUISED_2,
            Self::Hurt => msg::HURT_2,
            Self::Injured => msg::INJURED_2,
            Self::Wounded => msg::WOUNDED_2,
            Self::Mauled => msg::MAULED_2,
            Self::Crippled => msg::CRIPPLED_2,
            Self::Incapacitated => msg::INCAPACITATED_2,
        }
    }

    /// The word for it, as the name of a box.
    #[must_use]
    pub const fn title(self) -> Text {
        match self {
            Self::Healthy => msg::HEALTHY,
            Self::Bruised => msg::BRUISED,
            Self::Hurt => msg::HURT,
            Self::Injured => msg::INJURED,
            Self::Wounded => msg::WOUNDED,
            Self::Mauled => msg::MAULED,
            Self::Crippled => msg::CRIPPLED,
            Self::Incapacitated => msg::INCAPACITATED,
        }
    }
}

/// How hurt a combatant is: the level of the last filled box, whatever is in the boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wounds {
    /// What the level is called.
    pub level: Level,
    /// Which of those that are called so it is, from 1.
    pub nth: u16,
    /// What it adds to action pools: 0 to −20, or `None` when no action is possible.
    pub penalty: Option<i32>,
}

impl Default for Wounds {
    fn default() -> Self {
        Self::NONE
    }
}

impl Wounds {
    /// Nothing marked.
    pub const NONE: Self = Self {
        level: Level::Healthy,
        nth: 1,
        penalty: Some(0),
    };

    /// What so many filled boxes of levels that cost so much come to.
    #[must_use]
    pub fn of(costs: &LevelCosts, filled: u16) -> Self {
        let Some(last) = filled.checked_sub(1) else {
            return Self::NONE;
        };
        let Some(cost) = costs.at(last) else {
            return Self {
                level: Level::Incapacitated,
                nth: 1,
                penalty: None,
            };
        };
        let names = Level::costing(cost);
        let before = costs.iter().take(usize::from(last));
        let before = before.filter(|cost| Level::costing(*cost) == names).count();
        let at = before.min(names.len().saturating_sub(1));
        let level = names.get(at).copied().unwrap_or(Level::Crippled);
        let nth = before.saturating_sub(at).saturating_add(1);
        Self {
            level,
            nth: u16::try_from(nth).unwrap_or(u16::MAX),
            penalty: Some(cost),
        }
    }

    /// The word for it: "bruised", "bruised 2".
    #[must_use]
    pub fn word(&self) -> Wording {
        self.numbered(self.level.word())
    }

    /// The name of its box.
    #[must_use]
    pub fn title(&self) -> Wording {
        self.numbered(self.level.title())
    }

    fn numbered(&self, word: Text) -> Wording {
        match self.nth {
            ..=1 => word.into(),
            nth => msg::wordings::numbered(word, nth),
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

/// The boxes of levels and what has become of their owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// The boxes, worst first.
    pub boxes: Boxes,
    /// What has become of the owner.
    pub status: Status,
}

impl Health {
    /// These boxes, and what is already known about their owner.
    #[must_use]
    pub fn new(boxes: Boxes, status: Status) -> Self {
        Self { boxes, status }.settled()
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
    /// Reads marks such as `*X//...`; `None` when they are no row with the worst first.
    pub fn read(marks: &str, status: Status) -> Option<Self> {
        let mut packet = Packet::default();
        for mark in marks.chars().filter(|mark| *mark != '.') {
            let mut known = Severity::WORST_FIRST.into_iter();
            *packet.get_mut(known.find(|one| one.glyph() == mark)?) += 1;
        }
        let size = u16::try_from(marks.chars().count()).ok()?;
        let boxes = Boxes::new(size, packet).ok()?;
        (boxes.picture() == marks).then(|| Self::new(boxes, status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::track::LevelCosts;

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
        for marks in ["", "/X.....", "Q......", "./....."] {
            assert!(Health::read(marks, Status::Ok).is_none(), "{marks}");
        }
    }

    #[test]
    fn rows_of_any_length_fill_and_overflow() {
        use Body::{Living, Undead};
        use Severity::{Aggravated, Bashing, Lethal};
        let ok = Status::Ok;
        assert_eq!(after(".", ok, Living, Bashing, 1), "/ Incapacitated");
        assert_eq!(after(".", ok, Living, Bashing, 3), "X Dead");
        assert_eq!(after("..", ok, Undead, Lethal, 3), "XX Torpor");
        assert_eq!(after("////.", ok, Living, Lethal, 2), "XX/// Incapacitated");
        assert_eq!(
            after("///////.", ok, Living, Bashing, 1),
            "//////// Incapacitated"
        );
        assert_eq!(
            after("........", ok, Undead, Aggravated, 9),
            "******** FinalDeath"
        );
    }

    /// What every level of a list is called and costs, healthy first.
    fn told(costs: &str) -> Vec<String> {
        let costs = LevelCosts::read(costs).expect("levels");
        let all = (0..=costs.levels()).map(|filled| Wounds::of(&costs, filled));
        let told = all.map(|it| match it.penalty {
            Some(penalty) => format!("{} {penalty}", it.word()),
            None => it.title().to_string(),
        });
        told.collect()
    }

    #[test]
    fn levels_are_called_by_what_they_cost() {
        let seven = [
            "healthy 0",
            "bruised 0",
            "hurt -1",
            "injured -1",
            "wounded -2",
            "mauled -2",
            "crippled -5",
            "Incapacitated",
        ];
        assert_eq!(told("7"), seven);
        assert_eq!(told("7"), told("0,-1,-1,-2,-2,-5,out"));
        assert_eq!(told("1"), ["healthy 0", "Incapacitated"]);
        assert_eq!(
            told("4"),
            [
                "healthy 0",
                "bruised 0",
                "hurt -1",
                "wounded -2",
                "Incapacitated"
            ]
        );
        assert_eq!(
            told("0, 0, -1, -1, -1, -2, -3, -4, -5, -20, out"),
            [
                "healthy 0",
                "bruised 0",
                "bruised 2 0",
                "hurt -1",
                "injured -1",
                "injured 2 -1",
                "wounded -2",
                "mauled -3",
                "mauled 2 -4",
                "crippled -5",
                "crippled 2 -20",
                "Incapacitated"
            ]
        );
    }
}

//! Health levels: names, wound penalties, and the rules for marking damage.

use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};
use serde::{Deserialize, Serialize};

#[cfg(test)]
use crate::character::track::DamagePacket;
use crate::character::track::{Boxes, LevelPenalties, Severity};

/// Name of a health level in the d10 systems, which follows from its wound penalty.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum HealthLevel {
    /// Level with no box marked.
    #[default]
    Healthy,
    /// Level without a penalty.
    Bruised,
    /// First level with a penalty of 1.
    Hurt,
    /// Second level with a penalty of 1.
    Injured,
    /// First level with a penalty of 2 to 4.
    Wounded,
    /// Second level with a penalty of 2 to 4.
    Mauled,
    /// Level with a penalty of 5 or more.
    Crippled,
    /// Last level, at which no action is possible.
    Incapacitated,
}

impl HealthLevel {
    /// Names of the levels with this penalty, in order; further levels repeat the last name.
    const fn levels_at_cost(cost: i32) -> &'static [Self] {
        match cost {
            ..=-5 => &[Self::Crippled],
            -4..=-2 => &[Self::Wounded, Self::Mauled],
            -1 => &[Self::Hurt, Self::Injured],
            0.. => &[Self::Bruised],
        }
    }

    /// Returns the name of the health level in lower case, for sentences.
    #[must_use]
    pub const fn label(self) -> Text {
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

    /// Returns the name of the health level as the title of a box.
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

/// Wound state of a combatant in the d10 systems: the level of the last filled box, regardless of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wounds {
    /// Name of the level.
    pub level: HealthLevel,
    /// Position among the levels of that name, from 1.
    pub nth: u16,
    /// Modifier to action pools, 0 to −20; `None` if no action is possible.
    pub penalty: Option<i32>,
}

impl Default for Wounds {
    fn default() -> Self {
        Self::NONE
    }
}

impl Wounds {
    /// Wound state with no box marked.
    pub const NONE: Self = Self {
        level: HealthLevel::Healthy,
        nth: 1,
        penalty: Some(0),
    };

    /// Computes the wound state from the penalties of the levels and the number of filled boxes.
    #[must_use]
    pub fn from_filled(costs: &LevelPenalties, filled: u16) -> Self {
        let Some(last) = filled.checked_sub(1) else {
            return Self::NONE;
        };
        let Some(cost) = costs.penalty_at(last) else {
            return Self {
                level: HealthLevel::Incapacitated,
                nth: 1,
                penalty: None,
            };
        };
        let names = HealthLevel::levels_at_cost(cost);
        let before = costs.iter().take(usize::from(last));
        let before = before
            .filter(|cost| HealthLevel::levels_at_cost(*cost) == names)
            .count();
        let at = before.min(names.len().saturating_sub(1));
        let level = names.get(at).copied().unwrap_or(HealthLevel::Crippled);
        let nth = before.saturating_sub(at).saturating_add(1);
        Self {
            level,
            nth: u16::try_from(nth).unwrap_or(u16::MAX),
            penalty: Some(cost),
        }
    }

    /// Returns the name of the level, numbered if repeated, such as "bruised" or "bruised 2".
    #[must_use]
    pub fn label(&self) -> Wording {
        self.with_number(self.level.label())
    }

    /// Returns the title of the level's box.
    #[must_use]
    pub fn title(&self) -> Wording {
        self.with_number(self.level.title())
    }

    /// Appends the number of a repeated level to its name, unless it is the first.
    fn with_number(&self, word: Text) -> Wording {
        match self.nth {
            ..=1 => word.into(),
            nth => msg::wordings::numbered(word, nth),
        }
    }
}

/// Vital status of a combatant in the d10 systems, from able to act to dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VitalStatus {
    /// Alive and able to act.
    #[default]
    Ok,
    /// Incapacitated, with every box filled.
    Incapacitated,
    /// Dead, as a mortal is.
    Dead,
    /// Torpor, the deathlike sleep of vampires.
    Torpor,
    /// Final death of a vampire.
    FinalDeath,
}

impl VitalStatus {
    /// Whether the vital status is death, so that no further damage matters.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Dead | Self::FinalDeath)
    }
}

/// Kind of body, which decides the effect of a full track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Living body, which dies.
    #[default]
    Living,
    /// Undead body, which falls into torpor or meets the final death.
    Undead,
}

/// Marked boxes of a track and the vital status of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelHealth {
    /// Boxes with their marks, worst first.
    pub boxes: Boxes,
    /// Vital status of the owner.
    pub status: VitalStatus,
}

impl LevelHealth {
    /// Creates the state of a track from its boxes and the known status.
    #[must_use]
    pub fn new(boxes: Boxes, status: VitalStatus) -> Self {
        Self { boxes, status }.with_status_from_boxes()
    }

    /// Marks `amount` points one after the other with `step`; stops when a point has no effect.
    #[must_use]
    pub fn mark_points(mut self, amount: u32, step: impl Fn(Self) -> Self) -> Self {
        for _ in 0..amount {
            if self.status.is_final() {
                break;
            }
            let after = step(self).with_status_from_boxes();
            if after == self {
                break;
            }
            self = after;
        }
        self
    }

    /// Marks one more point as a new mark, or on a full track as in [`Self::mark_overflow`].
    #[must_use]
    pub fn mark_point(self, severity: Severity, body: BodyKind) -> Self {
        match self.boxes.with_box_turned(None, Some(severity)) {
            Some(boxes) => Self { boxes, ..self },
            None => self.mark_overflow(severity, body),
        }
    }

    /// Marks one more point on a full track.
    ///
    /// Living: a `/` becomes an `X`; without one, or for aggravated damage, the owner dies. Undead:
    /// the owner falls into torpor, or for aggravated damage meets the final death; the marks stay.
    #[must_use]
    pub fn mark_overflow(self, severity: Severity, body: BodyKind) -> Self {
        let turned = self
            .boxes
            .with_box_turned(Some(Severity::Bashing), Some(Severity::Lethal));
        match (body, severity, turned) {
            (BodyKind::Undead, Severity::Aggravated, _) => {
                self.with_status(VitalStatus::FinalDeath)
            }
            (BodyKind::Undead, _, _) => self.with_status(VitalStatus::Torpor),
            (BodyKind::Living, Severity::Bashing | Severity::Lethal, Some(boxes)) => {
                Self { boxes, ..self }
            }
            (BodyKind::Living, _, _) => self.with_status(VitalStatus::Dead),
        }
    }

    /// Returns the state with another status.
    const fn with_status(self, status: VitalStatus) -> Self {
        Self { status, ..self }
    }

    /// Derives the status from the boxes, unless it is already worse than incapacitated.
    fn with_status_from_boxes(self) -> Self {
        match self.status {
            VitalStatus::Dead | VitalStatus::Torpor | VitalStatus::FinalDeath => self,
            VitalStatus::Ok | VitalStatus::Incapacitated if self.boxes.empty_count() == 0 => {
                self.with_status(VitalStatus::Incapacitated)
            }
            VitalStatus::Ok | VitalStatus::Incapacitated => self.with_status(VitalStatus::Ok),
        }
    }
}

/// Returns the worst mark that is lighter than `severity`, which may be upgraded instead of filling
/// a box; `None` if there is none.
#[must_use]
pub fn topmost_lighter_mark(boxes: &Boxes, severity: Severity) -> Option<Severity> {
    Severity::WORST_FIRST
        .into_iter()
        .find(|mark| *mark < severity && boxes.marks().get(*mark) > 0)
}

#[cfg(test)]
impl LevelHealth {
    /// Parses marks such as `*X//...`; `None` if they are not sorted worst first.
    pub fn read(marks: &str, status: VitalStatus) -> Option<Self> {
        let mut packet = DamagePacket::default();
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
    use crate::character::track::LevelPenalties;

    fn after(
        marks: &str,
        status: VitalStatus,
        body: BodyKind,
        severity: Severity,
        amount: u32,
    ) -> String {
        let health = LevelHealth::read(marks, status).expect("marks");
        let after = health.mark_points(amount, |health| health.mark_point(severity, body));
        format!("{} {:?}", after.boxes.picture(), after.status)
    }

    #[test]
    fn rows_fill_and_overflow() {
        use BodyKind::{Living, Undead};
        use Severity::{Aggravated, Bashing, Lethal};
        let ok = VitalStatus::Ok;
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
        let torpor = VitalStatus::Torpor;
        assert_eq!(
            after("XXXXXXX", torpor, Undead, Aggravated, 1),
            "XXXXXXX FinalDeath"
        );
        assert_eq!(
            after("X......", torpor, Undead, Lethal, 1),
            "XX..... Torpor"
        );
        assert_eq!(
            after("X......", VitalStatus::Dead, Living, Lethal, 1),
            "X...... Dead"
        );
    }

    #[test]
    fn odd_rows_are_refused() {
        for marks in ["", "/X.....", "Q......", "./....."] {
            assert!(
                LevelHealth::read(marks, VitalStatus::Ok).is_none(),
                "{marks}"
            );
        }
    }

    #[test]
    fn rows_of_any_length_fill_and_overflow() {
        use BodyKind::{Living, Undead};
        use Severity::{Aggravated, Bashing, Lethal};
        let ok = VitalStatus::Ok;
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

    /// Name and penalty of every level in a list, healthy first.
    fn told(costs: &str) -> Vec<String> {
        let costs = LevelPenalties::read(costs).expect("levels");
        let all = (0..=costs.level_count()).map(|filled| Wounds::from_filled(&costs, filled));
        let told = all.map(|it| match it.penalty {
            Some(penalty) => format!("{} {penalty}", it.label()),
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

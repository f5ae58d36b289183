//! What a form on the page of proposals asks for, as a command.

use app::pages::proposals::{BENCH, END};
use rules::condition::Condition;
use rules::encounter::Command;
use rules::encounter::command::{Destination, Shift};
use rules::id::{CombatantId, CommandId};
use rules::system::RuleSystem;
use rules::text::whole;
use rules::track::DamageKind;
use serde::Deserialize;

use crate::error::HttpError;

/// A form on the page, by what it is for.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Asked {
    /// Those who run the table do what is proposed.
    Accept { proposal: CommandId },
    /// They let it be.
    Decline { proposal: CommandId },
    /// A player takes it back.
    Retract { proposal: CommandId },
    /// A player proposes damage.
    Harm(Points),
    /// That marks are cleared, or points of health come back.
    Heal(Points),
    /// That a condition is put on.
    Afflict {
        #[serde(default)]
        what: String,
    },
    /// That a condition is taken off.
    Lift {
        #[serde(default)]
        what: String,
    },
    /// That points of a pool are spent.
    Spend(Points),
    /// That points of a pool come back.
    Regain(Points),
    /// A move in the order.
    Move {
        #[serde(default)]
        what: String,
    },
}

/// Points of something.
#[derive(Debug, Deserialize)]
pub(crate) struct Points {
    /// The word of a kind of damage, or the key of a pool.
    #[serde(default)]
    what: String,
    /// How many.
    #[serde(default)]
    points: String,
}

impl Points {
    /// How many; what is no number is refused as nothing.
    fn count(&self) -> u16 {
        let points = whole(&self.points).and_then(|it| u16::try_from(it).ok());
        points.unwrap_or(0)
    }

    fn kind(&self, rules: &dyn RuleSystem) -> Result<&'static DamageKind, HttpError> {
        let mut kinds = rules.damage_kinds().iter();
        let kind = kinds.find(|kind| kind.key() == self.what);
        kind.ok_or(HttpError::Unreadable)
    }
}

impl Asked {
    /// The command that it means; proposals are about the combatant that the address names.
    pub(super) fn command(
        self,
        rules: &dyn RuleSystem,
        of: Option<CombatantId>,
    ) -> Result<Command, HttpError> {
        let id = || of.ok_or(HttpError::Unreadable);
        let spend = |id, of: Points, by| Command::Spend {
            id,
            pool: of.what,
            by,
        };
        let command = match self {
            Self::Accept { proposal } => {
                let accept = true;
                return Ok(Command::Settle { proposal, accept });
            }
            Self::Decline { proposal } => {
                let accept = false;
                return Ok(Command::Settle { proposal, accept });
            }
            Self::Retract { proposal } => return Ok(Command::Retract { proposal }),
            Self::Harm(harm) => Command::Harm {
                id: id()?,
                packet: harm.kind(rules)?.packet(harm.count()),
            },
            Self::Heal(harm) => heal(id()?, harm.kind(rules)?, harm.count()),
            Self::Afflict { what } => Command::Afflict {
                id: id()?,
                key: what,
                condition: Condition::default(),
            },
            Self::Lift { what } => Command::Lift {
                id: id()?,
                key: what,
            },
            Self::Spend(points) => {
                let by = i32::from(points.count());
                spend(id()?, points, -by)
            }
            Self::Regain(points) => {
                let by = i32::from(points.count());
                spend(id()?, points, by)
            }
            Self::Move { what } => Command::Move {
                id: id()?,
                to: place(&what)?,
            },
        };
        let command = Box::new(command);
        Ok(Command::Propose { command })
    }
}

/// The place in the order; see [`BENCH`] and [`END`].
fn place(word: &str) -> Result<Destination, HttpError> {
    match word {
        BENCH => Ok(Destination::Bench),
        END => Ok(Destination::Before(None)),
        id => {
            let id = id.parse().map_err(|_| HttpError::Unreadable)?;
            Ok(Destination::Before(Some(id)))
        }
    }
}

/// Marks of a kind cleared, or points that come back.
fn heal(id: CombatantId, kind: &DamageKind, points: u16) -> Command {
    match kind.severity {
        Some(severity) => Command::MarkBoxes {
            id,
            shifts: vec![Shift {
                from: Some(severity),
                to: None,
                count: points,
            }],
        },
        None => Command::Count {
            id,
            by: points.into(),
        },
    }
}

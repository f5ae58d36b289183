//! What a form on the page of proposals asks for, as a command.

use rules::condition::Condition;
use rules::encounter::Command;
use rules::encounter::command::{Destination, Shift};
use rules::id::{CombatantId, CommandId};
use rules::system::RuleSystem;
use rules::text::whole;
use rules::track::DamageKind;
use serde::Deserialize;

use crate::error::HttpError;

/// What a form is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Deed {
    /// Those who run the table do what is proposed.
    Accept,
    /// They let it be.
    Decline,
    /// A player takes it back.
    Retract,
    /// A player proposes damage.
    Harm,
    /// That marks are cleared, or points of health come back.
    Heal,
    /// That a condition is put on.
    Afflict,
    /// That a condition is taken off.
    Lift,
    /// That points of a pool are spent.
    Spend,
    /// That points of a pool come back.
    Regain,
    /// A move in the order.
    Move,
}

/// A form on the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(rename = "do")]
    deed: Deed,
    /// The proposal that is settled or taken back.
    #[serde(default)]
    proposal: Option<CommandId>,
    /// The word of a kind of damage, the key of a condition or a pool, or the place in the order.
    #[serde(default)]
    what: String,
    /// How many points.
    #[serde(default)]
    points: String,
}

impl Asked {
    /// The command that it means; proposals are about the combatant that the address names.
    pub(super) fn command(
        &self,
        rules: &dyn RuleSystem,
        of: Option<CombatantId>,
    ) -> Result<Command, HttpError> {
        let proposal = || self.proposal.ok_or(HttpError::Unreadable);
        let (key, id) = (self.what.clone(), || of.ok_or(HttpError::Unreadable));
        // What is no number is refused as nothing.
        let points = || {
            whole(&self.points)
                .and_then(|it| u16::try_from(it).ok())
                .unwrap_or(0)
        };
        let condition = Condition::default();
        let command = match self.deed {
            Deed::Accept | Deed::Decline => {
                let accept = self.deed == Deed::Accept;
                let proposal = proposal()?;
                return Ok(Command::Settle { proposal, accept });
            }
            Deed::Retract => {
                let proposal = proposal()?;
                return Ok(Command::Retract { proposal });
            }
            Deed::Harm => Command::Harm {
                id: id()?,
                packet: self.kind(rules)?.packet(points()),
            },
            Deed::Heal => heal(id()?, self.kind(rules)?, points()),
            Deed::Afflict => Command::Afflict {
                id: id()?,
                key,
                condition,
            },
            Deed::Lift => Command::Lift { id: id()?, key },
            Deed::Spend | Deed::Regain => {
                let points = i32::from(points());
                Command::Spend {
                    id: id()?,
                    pool: key,
                    by: match self.deed == Deed::Spend {
                        true => -points,
                        false => points,
                    },
                }
            }
            Deed::Move => Command::Move {
                id: id()?,
                to: self.place()?,
            },
        };
        let command = Box::new(command);
        Ok(Command::Propose { command })
    }

    fn kind(&self, rules: &dyn RuleSystem) -> Result<&'static DamageKind, HttpError> {
        let mut kinds = rules.damage_kinds().iter();
        let kind = kinds.find(|kind| kind.word == self.what);
        kind.ok_or(HttpError::Unreadable)
    }

    /// The place in the order; see [`BENCH`] and [`END`].
    fn place(&self) -> Result<Destination, HttpError> {
        match self.what.as_str() {
            BENCH => Ok(Destination::Bench),
            END => Ok(Destination::Before(None)),
            id => {
                let id = id.parse().map_err(|_| HttpError::Unreadable)?;
                Ok(Destination::Before(Some(id)))
            }
        }
    }
}

/// Off the order, as a form says it.
pub(super) const BENCH: &str = "bench";
/// To the end of the order, as a form says it.
pub(super) const END: &str = "end";

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

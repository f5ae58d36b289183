//! Parses the forms of the proposals page into commands.

use app::pages::proposals::{BENCH, END};
use rules::base::id::{CombatantId, CommandId};
use rules::base::text::parse_whole_number;
use rules::character::condition::Condition;
use rules::character::track::DamageKind;
use rules::encounter::Command;
use rules::encounter::command::{BoxShift, TokenDestination};
use rules::ruleset::RuleSystem;
use serde::Deserialize;

use crate::http::error::HttpError;

/// A form on the page of the proposals, by its purpose.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum ProposalForm {
    /// Accepts a proposal, for those who run the table.
    Accept { proposal: CommandId },
    /// Declines a proposal, for those who run the table.
    Decline { proposal: CommandId },
    /// Retracts a proposal of one's own.
    Retract { proposal: CommandId },
    /// Proposes damage.
    Harm(Points),
    /// Proposes to clear marks, or to restore points of health.
    Heal(Points),
    /// Proposes to add a condition.
    Afflict {
        #[serde(default)]
        what: String,
    },
    /// Proposes to remove a condition.
    Lift {
        #[serde(default)]
        what: String,
    },
    /// Proposes to spend points of a pool.
    Spend(Points),
    /// Proposes to regain points of a pool.
    Regain(Points),
    /// Proposes a move in the order.
    Move {
        #[serde(default)]
        what: String,
    },
}

/// Fields of a form for points of a kind of damage or of a pool.
#[derive(Debug, Deserialize)]
pub(crate) struct Points {
    /// Key of the kind of damage, or of the pool.
    #[serde(default)]
    what: String,
    /// Number of points, as typed.
    #[serde(default)]
    points: String,
}

impl Points {
    /// Returns the typed number of points; 0, which is refused, if it is no number.
    fn count(&self) -> u16 {
        let points = parse_whole_number(&self.points).and_then(|it| u16::try_from(it).ok());
        points.unwrap_or(0)
    }

    /// Finds the kind of damage that the form names among those of the rule system.
    fn kind(&self, rules: &dyn RuleSystem) -> Result<&'static DamageKind, HttpError> {
        let mut kinds = rules.facts().damage_kinds.iter();
        let kind = kinds.find(|kind| kind.key() == self.what);
        kind.ok_or(HttpError::Unreadable)
    }
}

impl ProposalForm {
    /// Returns the command that the form means, about the combatant in the address.
    pub(super) fn into_command(
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
                packet: harm.kind(rules)?.to_packet(harm.count()),
            },
            Self::Heal(harm) => heal_command(id()?, harm.kind(rules)?, harm.count()),
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
                to: parse_destination(&what)?,
            },
        };
        let command = Box::new(command);
        Ok(Command::Propose { command })
    }
}

/// Parses the place in the order to which a token is to go; see [`BENCH`] and [`END`].
fn parse_destination(word: &str) -> Result<TokenDestination, HttpError> {
    match word {
        BENCH => Ok(TokenDestination::Bench),
        END => Ok(TokenDestination::Before(None)),
        id => {
            let id = id.parse().map_err(|_| HttpError::Unreadable)?;
            Ok(TokenDestination::Before(Some(id)))
        }
    }
}

/// Returns the command that heals points of a kind of damage, by clearing boxes or restoring health
/// points.
fn heal_command(id: CombatantId, kind: &DamageKind, points: u16) -> Command {
    match kind.severity {
        Some(severity) => Command::MarkBoxes {
            id,
            shifts: vec![BoxShift {
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

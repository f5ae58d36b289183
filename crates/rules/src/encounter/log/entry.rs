//! Entries of the log as stored, and their messages as each class of readers gets them.

use serde::{Deserialize, Serialize};

use super::{HandoutMessage, LogMessage};
use crate::base::id::CombatantId;
use crate::base::late::Late;
use crate::base::seat::Actor;
use crate::base::term::Term;
use crate::character::track::Track;
use crate::encounter::limits::MAX_TYPED_TERM_CHARS;
use crate::messages::encounter as msg;

/// Log entry as the encounter's state stores it, with its numbers for storyteller and players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LogEntry {
    /// The entry's number among all entries, from 1.
    pub(crate) no: u32,
    /// The entry's number among those that players may read; `None` is for storytellers only.
    pub(crate) public_no: Option<u32>,
    /// The time in milliseconds since 1970.
    pub(crate) at: u64,
    /// The actor of the command.
    pub(crate) by: Actor,
    /// The actor's name at the time; `None` is the server.
    pub(crate) by_name: Option<String>,
    /// Whether the actor acted for another person's combatant.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) other: bool,
    /// Whether players read the entry without the terms behind the dice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) veiled: bool,
    /// The message of the entry.
    pub(crate) what: LogMessage,
    /// The name of the person who undid it.
    pub(crate) undone: Option<String>,
    /// For marks made by one person in a row, which share an entry: the combatant, and the track before the
    /// first mark.
    pub(crate) gesture: Option<(CombatantId, Track)>,
}

impl LogMessage {
    /// Returns the message as players read it about a foe, with the result of the dice but without
    /// pool and terms. Of an outcome they read the players' version; of a handout, that something
    /// was handed over.
    pub(crate) fn redacted_for_players(mut self) -> Self {
        if let Self::Rolled { terms, pool, .. } = &mut self {
            (*terms, *pool) = (Vec::new(), 0);
        }
        if let Self::Outcome { words, players } = &mut self {
            *words = std::mem::take(players);
        }
        if let Self::Clock(clock) = &mut self {
            clock.redact_for_players();
        }
        if let Self::Handout(message) = &mut self
            && let HandoutMessage::Given { what, .. } = &mut **message
        {
            *what = None;
        }
        match self {
            Self::Asked(message) => Self::Asked(Late::new(message.into_inner().redacted())),
            other => other,
        }
    }

    /// Returns the message as it is displayed, with typed terms beyond [`MAX_TYPED_TERM_CHARS`]
    /// characters folded into one, so that a page of the longest rolls stays small, and without the
    /// players' version of an outcome.
    pub(crate) fn shortened(mut self) -> Self {
        if let Self::Outcome { players, .. } = &mut self {
            players.clear();
        }
        let Self::Rolled { terms, .. } = &mut self else {
            return self;
        };
        let (mut length, mut rest, mut sum) = (0_usize, 0_usize, 0_i32);
        terms.retain(|term| {
            if term.rule.is_none() {
                length = length.saturating_add(term.label.chars().count());
            }
            let stays = term.rule.is_some() || length <= MAX_TYPED_TERM_CHARS;
            if !stays {
                (rest, sum) = (rest.saturating_add(1), sum.saturating_add(term.value));
            }
            stays
        });
        if rest > 0 {
            terms.push(Term::from_typed(msg::wordings::more(rest), sum));
        }
        self
    }
}

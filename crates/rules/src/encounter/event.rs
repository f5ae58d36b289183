//! What happened. Past tense, complete enough to apply without thinking, and to take back. What an event means stands
//! in its [`feature`](super::feature); here is the list of them all, which asks each of them.

use serde::{Deserialize, Serialize};

use super::dice_event::DiceEvent;
use super::fact::{ByNow, Fact, Revert};
use super::feature::{
    AbortTried, Added, Brought, CarryChanged, Conditioned, Counted, Covered, DueChanged, Edited,
    Equipped, ExchangeDeclared, ExchangeMoved, ExchangeReread, ExchangeWithdrawn, Grouped, Harmed,
    HoldChanged, HouseRuleSet, InitiativeOffered, InitiativeRolled, Intended, ItemChanged, Marked,
    Moved, Muted, Opened, OutcomeTold, OwnDice, Proposed, Refreshed, Removed, Renamed, Reranked,
    RollRecord, Said, Seated, SheetChanged, Situated, Sorted, SpareChanged, Spent, TableSet,
    TimePassed, TimeUp, Titled, Told, TurnChanged, Unseated, Veiled,
};
use super::log::What;
use super::log_line::LogLine;
use super::state::State;
use super::viewer::Viewer;
use crate::id::{CombatantId, CommandId, ExchangeId};
use crate::seat::Actor;

/// Everything one accepted command did: one line of the stored log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// When, in milliseconds since 1970, by the server's clock.
    pub at: u64,
    /// The actor that gave the command.
    pub by: Actor,
    /// The command's id.
    pub command: CommandId,
    /// What happened, in order.
    pub events: Vec<Event>,
}

/// Writes the enum of all events, and asks each of them.
macro_rules! events {
    (
        reverted { $($undo:ident($fact:ty),)* }
        lasting { $($stay:ident($lasting:ty),)* }
    ) => {
        /// One thing that happened. What can be taken back carries how it was before.
        ///
        /// An event is read and written under the name below, except for those in `legacy`.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(remote = "Self", rename_all = "snake_case")]
        pub enum Event {
            $(#[doc = concat!("See [`", stringify!($fact), "`].")] $undo($fact),)*
            $(#[doc = concat!("See [`", stringify!($lasting), "`].")] $stay($lasting),)*
            /// The scene is over.
            SceneEnded,
            /// Something was taken back.
            Undone {
                /// The command that was taken back.
                command: CommandId,
                /// What that did, turned round.
                events: Vec<Event>,
                /// Whether the other clicks of its gesture were taken back with it. The first
                /// release took a gesture back click by click.
                #[serde(default, skip_serializing_if = "std::ops::Not::not")]
                gesture: bool,
            },
            /// Something that had been taken back was brought back.
            Redone {
                /// The command, the last one of a gesture.
                command: CommandId,
                /// What it did, once more.
                events: Vec<Event>,
            },
        }

        $(impl From<$fact> for Event {
            fn from(fact: $fact) -> Self {
                Self::$undo(fact)
            }
        })*

        impl Event {
            /// Changes the state by it and by those within it, without a word in the log.
            pub(super) fn apply(&self, state: &mut State) {
                match self {
                    $(Self::$undo(fact) => fact.apply(state),)*
                    $(Self::$stay(fact) => fact.apply(state),)*
                    Self::Undone { events, .. } | Self::Redone { events, .. } => {
                        events.iter().for_each(|event| event.apply(state));
                    }
                    Self::SceneEnded => {}
                }
            }

            /// What the log says of it once it has changed the state; `None` of one that no line tells of. A turn is
            /// two lines where players know less of it: [`TurnChanged::log_lines`].
            pub(super) fn log_line(&self, state: &State) -> Option<LogLine> {
                match self {
                    $(Self::$undo(fact) => fact.log_line(state),)*
                    $(Self::$stay(fact) => fact.log_line(state),)*
                    Self::SceneEnded => Some(LogLine::open(What::SceneEnded)),
                    Self::Undone { .. } | Self::Redone { .. } => None,
                }
            }

            /// The event that takes this one back; `None` for what stays done: dice that fell, and
            /// who sat where.
            #[must_use]
            pub fn inverse(&self) -> Option<Self> {
                match self {
                    $(Self::$undo(fact) => Some(fact.inverse().into()),)*
                    $(Self::$stay(_))|* | Self::SceneEnded | Self::Undone { .. } | Self::Redone { .. } => None,
                }
            }

            /// Takes in a later event that changed the same thing again; `false` if that one did not.
            pub(super) fn coalesce(&mut self, later: &Self) -> bool {
                match (self, later) {
                    $((Self::$undo(fact), Self::$undo(later)) => fact.coalesce(later),)*
                    _ => false,
                }
            }

            /// Whether what it made so has not been changed again, as far as this viewer knows. What changes nothing
            /// always holds.
            pub(super) fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
                match self {
                    $(Self::$undo(fact) => fact.still_holds(state, viewer),)*
                    $(Self::$stay(_))|* | Self::SceneEnded | Self::Undone { .. } | Self::Redone { .. } => true,
                }
            }

            /// The same event when it happens again, with today's values; `None` if it no longer happens.
            pub(super) fn by_now(self, table: &ByNow<'_>) -> Option<Self> {
                match self {
                    $(Self::$undo(fact) => fact.by_now(table).map(Self::from),)*
                    stays @ ($(Self::$stay(_))|* | Self::SceneEnded | Self::Undone { .. } | Self::Redone { .. }) => Some(stays),
                }
            }

            /// Whether a player may take it back, whatever else happened with it.
            pub(super) const fn is_undone_by_players(&self) -> bool {
                match self {
                    $(Self::$undo(_) => <$fact as Revert>::UNDONE_BY_PLAYERS,)*
                    $(Self::$stay(_))|* | Self::SceneEnded | Self::Undone { .. } | Self::Redone { .. } => false,
                }
            }
        }
    };
}

impl From<DiceEvent> for Event {
    fn from(event: DiceEvent) -> Self {
        Self::Dice(Box::new(event))
    }
}

impl Event {
    /// Whether it follows from the table as it is by then, and from nothing that a person did.
    pub(crate) const fn follows_by_itself(&self) -> bool {
        matches!(self, Self::ExchangeReread(_) | Self::Spared(_))
    }

    /// The exchange that began or went on with it.
    pub(super) const fn exchange(&self) -> Option<ExchangeId> {
        match self {
            Self::ExchangeDeclared(declared) => Some(declared.exchange.id),
            Self::ExchangeMoved(moved) => Some(moved.id),
            Self::ExchangeReread(reread) => Some(reread.id),
            _ => None,
        }
    }

    /// The combatant whose health it may change.
    pub(super) const fn touched(&self) -> Option<CombatantId> {
        match self {
            Self::Harmed(harmed) => Some(harmed.id),
            Self::Marked(marked) => Some(marked.id),
            Self::Conditioned(conditioned) => Some(conditioned.id),
            Self::SheetChanged(changed) => Some(changed.id),
            _ => None,
        }
    }
}

events! {
    reverted {
        Added(Added),
        Removed(Removed),
        Renamed(Renamed),
        Veiled(Veiled),
        Edited(Edited),
        SheetChanged(SheetChanged),
        Grouped(Grouped),
        InitiativeRolled(InitiativeRolled),
        Reranked(Reranked),
        Moved(Moved),
        Sorted(Sorted),
        TurnChanged(TurnChanged),
        Refreshed(Refreshed),
        Counted(Counted),
        Intended(Intended),
        Harmed(Harmed),
        Marked(Marked),
        Spared(SpareChanged),
        Conditioned(Conditioned),
        Spent(Spent),
        DueChanged(DueChanged),
        Equipped(Equipped),
        ItemChanged(ItemChanged),
        Carried(CarryChanged),
        Situated(Situated),
        Covered(Covered),
        Held(HoldChanged),
        ExchangeDeclared(ExchangeDeclared),
        ExchangeWithdrawn(ExchangeWithdrawn),
        ExchangeMoved(ExchangeMoved),
        ExchangeReread(ExchangeReread),
        OutcomeTold(OutcomeTold),
        TimeUp(TimeUp),
        Proposed(Proposed),
        Titled(Titled),
        TableSet(TableSet),
        HouseRuleSet(HouseRuleSet),
    }
    lasting {
        Seated(Seated),
        Muted(Muted),
        Unseated(Unseated),
        OwnDice(OwnDice),
        Opened(Opened),
        Brought(Brought),
        InitiativeOffered(InitiativeOffered),
        Aborted(AbortTried),
        Rolled(Box<RollRecord>),
        Dice(Box<DiceEvent>),
        Told(Told),
        Said(Said),
        TimePassed(TimePassed),
    }
}

//! Events: records of what happened, in the past tense, complete enough to be applied and undone without any
//! decision.
//!
//! The meaning of each event is implemented in its [`feature`](super::feature); the enum here lists all of them
//! and dispatches to them.

use serde::{Deserialize, Serialize};

use super::feature::event_payload::{EventPayload, RebaseContext, Revertible};
use super::feature::{
    AbortTried, Added, Approached, AskChanged, AskRolled, AskWished, BoundariesSet, Brought,
    CarryChanged, ClockChanged, Conditioned, ConsequenceTold, Counted, Covered, DueChanged, Edited,
    Equipped, ExchangeDeclared, ExchangeMoved, ExchangeReread, ExchangeWithdrawn, Grouped,
    HandoutChanged, Harmed, HoldChanged, HouseRuleSet, InitiativeOffered, InitiativeRolled,
    Intended, ItemChanged, LinkChanged, LocationChanged, Marked, Moved, Muted, Opened, OutcomeTold,
    OwnDice, Proposed, Refreshed, Relocated, Removed, Renamed, Reranked, RollRecord, SafetyCalled,
    Said, SceneUsed, ScreenSet, Seated, SheetChanged, Situated, Sorted, SparedStateChanged, Spent,
    TableSet, TimePassed, TimeUp, Titled, TurnChanged, Unseated, Veiled, Whispered,
};
use super::log::LogMessage;
use super::log::log_line::LogLine;
use super::state::State;
use super::state::dice_event::DiceEvent;
use super::viewer::Viewer;
use crate::base::id::{CombatantId, CommandId, ExchangeId};
use crate::base::seat::Actor;

/// Record of everything that one accepted command did: one line of the stored log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Time of the command in milliseconds since 1970, by the server's clock.
    pub at: u64,
    /// The actor that gave the command.
    pub by: Actor,
    /// The id of the command.
    pub command: CommandId,
    /// The events of the command, in order.
    pub events: Vec<Event>,
}

/// Defines the [`Event`] enum from a list of payload types and dispatches its methods to them.
macro_rules! events {
    (
        reverted { $($undo:ident($fact:ty),)* }
        lasting { $($stay:ident($lasting:ty),)* }
    ) => {
        /// A thing that happened in an encounter. An event that can be undone carries the state before it.
        ///
        /// Events are read and written under their variant names, except for those in `legacy`.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(remote = "Self", rename_all = "snake_case")]
        pub enum Event {
            $(#[doc = concat!("See [`", stringify!($fact), "`].")] $undo($fact),)*
            $(#[doc = concat!("See [`", stringify!($lasting), "`].")] $stay($lasting),)*
            /// The scene has ended.
            SceneEnded,
            /// A command was undone.
            Undone {
                /// The command that was undone.
                command: CommandId,
                /// The inverse events that were applied.
                events: Vec<Event>,
                /// Whether the other clicks of the same gesture were undone as well. The first release undid a
                /// gesture click by click.
                #[serde(default, skip_serializing_if = "std::ops::Not::not")]
                gesture: bool,
            },
            /// A command that had been undone was redone.
            Redone {
                /// The command, or the last one of a gesture.
                command: CommandId,
                /// The events that were applied again.
                events: Vec<Event>,
            },
        }

        $(impl From<$fact> for Event {
            fn from(fact: $fact) -> Self {
                Self::$undo(fact)
            }
        })*

        impl Event {
            /// Applies the event, and any events nested in it, to the state. Writes nothing to the log.
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

            /// Returns the log line of the event once it has been applied; `None` for an event without a line.
            /// A turn may have two lines, one of them for storytellers only: [`TurnChanged::log_lines`].
            pub(super) fn log_line(&self, state: &State) -> Option<LogLine> {
                match self {
                    $(Self::$undo(fact) => fact.log_line(state),)*
                    $(Self::$stay(fact) => fact.log_line(state),)*
                    Self::SceneEnded => Some(LogLine::new_public(LogMessage::SceneEnded)),
                    Self::Undone { .. } | Self::Redone { .. } => None,
                }
            }

            /// Returns the event that undoes this one; `None` for events that stay, such as dice that fell and
            /// changes of seats.
            #[must_use]
            pub fn inverse(&self) -> Option<Self> {
                match self {
                    $(Self::$undo(fact) => Some(fact.inverse().into()),)*
                    $(Self::$stay(_))|* | Self::SceneEnded | Self::Undone { .. } | Self::Redone { .. } => None,
                }
            }

            /// Merges a later event that changed the same thing again into this one; returns `false` if the
            /// later event changed something else.
            pub(super) fn coalesce(&mut self, later: &Self) -> bool {
                match (self, later) {
                    $((Self::$undo(fact), Self::$undo(later)) => fact.coalesce(later),)*
                    _ => false,
                }
            }

            /// Whether the result of the event has not been changed since, as far as this viewer knows. Always
            /// true for events that change nothing.
            pub(super) fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
                match self {
                    $(Self::$undo(fact) => fact.still_holds(state, viewer),)*
                    $(Self::$stay(_))|* | Self::SceneEnded | Self::Undone { .. } | Self::Redone { .. } => true,
                }
            }

            /// Returns the event updated to the current state, for undo and redo; `None` if it no longer
            /// applies.
            pub(super) fn rebase_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
                match self {
                    $(Self::$undo(fact) => fact.rebase_onto(table).map(Self::from),)*
                    stays @ ($(Self::$stay(_))|* | Self::SceneEnded | Self::Undone { .. } | Self::Redone { .. }) => Some(stays),
                }
            }

            /// Whether a player may undo this event, regardless of the other events of its record.
            pub(super) const fn can_be_undone_by_players(&self) -> bool {
                match self {
                    $(Self::$undo(_) => <$fact as Revertible>::PLAYERS_CAN_UNDO,)*
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
    /// Whether the event follows automatically from the state of the table and not from a person's action.
    pub(crate) const fn is_automatic(&self) -> bool {
        matches!(self, Self::ExchangeReread(_) | Self::Spared(_))
    }

    /// Whether storytellers may not read the event, so that no file of theirs contains it.
    #[must_use]
    pub const fn is_kept_from_storytellers(&self) -> bool {
        matches!(self, Self::Whispered(Whispered { private: true, .. }))
    }

    /// Returns the exchange that the event declared or advanced.
    pub(super) const fn exchange_id(&self) -> Option<ExchangeId> {
        match self {
            Self::ExchangeDeclared(declared) => Some(declared.exchange.id),
            Self::ExchangeMoved(moved) => Some(moved.id),
            Self::ExchangeReread(reread) => Some(reread.id),
            _ => None,
        }
    }

    /// Whether the event can be what a roll brings, so that it can be undone while the roll stays.
    pub(super) const fn can_follow_roll(&self) -> bool {
        matches!(
            self,
            Self::ClockChanged(_)
                | Self::Conditioned(_)
                | Self::HandoutChanged(_)
                | Self::LocationChanged(_)
        )
    }

    /// Returns the combatant whose health the event may change.
    pub(super) const fn affected_combatant(&self) -> Option<CombatantId> {
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
        Spared(SparedStateChanged),
        Conditioned(Conditioned),
        Spent(Spent),
        DueChanged(DueChanged),
        Equipped(Equipped),
        ItemChanged(ItemChanged),
        Carried(CarryChanged),
        Situated(Situated),
        Covered(Covered),
        Held(HoldChanged),
        LocationChanged(LocationChanged),
        LinkChanged(LinkChanged),
        SceneUsed(SceneUsed),
        HandoutChanged(HandoutChanged),
        Relocated(Relocated),
        Approached(Approached),
        ClockChanged(ClockChanged),
        AskChanged(AskChanged),
        ExchangeDeclared(ExchangeDeclared),
        ExchangeWithdrawn(ExchangeWithdrawn),
        ExchangeMoved(ExchangeMoved),
        ExchangeReread(ExchangeReread),
        OutcomeTold(OutcomeTold),
        TimeUp(TimeUp),
        Proposed(Proposed),
        Titled(Titled),
        TableSet(TableSet),
        ScreenSet(ScreenSet),
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
        AskRolled(AskRolled),
        AskWished(AskWished),
        Dice(Box<DiceEvent>),
        Told(ConsequenceTold),
        Said(Said),
        Whispered(Whispered),
        TimePassed(TimePassed),
        SafetyCalled(SafetyCalled),
        BoundariesSet(BoundariesSet),
    }
}

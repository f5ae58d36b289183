//! Rights, and the senders who have them over a combatant or seat.

use crate::base::id::{CombatantId, SeatId};
use crate::base::seat::{Actor, Role};
use crate::encounter::combatant::Side;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;

/// The sender of a command, as far as permissions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sender {
    /// The server itself.
    Server,
    /// The storyteller of the table.
    Storyteller,
    /// A co-storyteller of the table.
    CoStoryteller,
    /// A player who is not muted.
    Player,
    /// A spectator who is not muted.
    Spectator,
    /// A player or spectator whose seat is muted.
    Muted,
    /// A seat that was never taken, was given up or was removed. In a prepared encounter, also every seat that
    /// may not know of it.
    NoSeat,
}

impl Sender {
    /// All kinds of senders.
    pub const ALL: [Self; 7] = [
        Self::Server,
        Self::Storyteller,
        Self::CoStoryteller,
        Self::Player,
        Self::Spectator,
        Self::Muted,
        Self::NoSeat,
    ];

    /// Returns the kind of sender that an actor is in this encounter.
    #[must_use]
    pub fn of(state: &State, actor: Actor) -> Self {
        let seat = match actor {
            Actor::Server => return Self::Server,
            Actor::Seat(id) => state.seat(id),
        };
        let muted = seat.is_some_and(|seat| seat.muted);
        match seat.map(|seat| seat.role) {
            Some(Role::Storyteller) => Self::Storyteller,
            Some(Role::CoStoryteller) => Self::CoStoryteller,
            Some(Role::Player | Role::Spectator) if state.unseen => Self::NoSeat,
            Some(Role::Player | Role::Spectator) if muted => Self::Muted,
            Some(Role::Player) => Self::Player,
            Some(Role::Spectator) => Self::Spectator,
            None => Self::NoSeat,
        }
    }

    /// Whether this sender sees hidden things and may change everything.
    #[must_use]
    pub const fn can_run_table(self) -> bool {
        match self {
            Self::Server | Self::Storyteller | Self::CoStoryteller => true,
            Self::Player | Self::Spectator | Self::Muted | Self::NoSeat => false,
        }
    }
}

impl State {
    /// Whether this actor sees hidden things and may change everything.
    pub(crate) fn can_run_table(&self, actor: Actor) -> bool {
        Sender::of(self, actor).can_run_table()
    }
}

/// The relation of the affected combatant or seat to the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ownership {
    /// A combatant the sender plays, or their own seat.
    Own,
    /// A combatant another player plays, or another person's seat.
    Others,
    /// A character without an owner.
    Unowned,
    /// A visible foe, or the storyteller's seat.
    OfStoryteller,
    /// A combatant that only storytellers see.
    Hidden,
    /// A combatant or seat that does not exist.
    Absent,
}

impl Ownership {
    /// All kinds of relations.
    pub const ALL: [Self; 6] = [
        Self::Own,
        Self::Others,
        Self::Unowned,
        Self::OfStoryteller,
        Self::Hidden,
        Self::Absent,
    ];

    /// Returns the relation of a combatant to an actor.
    #[must_use]
    pub fn of(state: &State, actor: Actor, id: CombatantId) -> Self {
        let Some(who) = state.combatant(id) else {
            return Self::Absent;
        };
        match (who.hidden, who.owner, who.side) {
            (true, _, _) => Self::Hidden,
            (_, Some(owner), _) if Actor::Seat(owner) == actor => Self::Own,
            (_, Some(_), _) => Self::Others,
            (_, None, Side::Character) => Self::Unowned,
            (_, None, Side::Foe) => Self::OfStoryteller,
        }
    }

    /// Returns the relation of a seat to an actor.
    #[must_use]
    pub fn of_seat(state: &State, actor: Actor, id: SeatId) -> Self {
        match state.seat(id).map(|seat| seat.role) {
            Some(_) if Actor::Seat(id) == actor => Self::Own,
            Some(Role::Storyteller) => Self::OfStoryteller,
            Some(Role::CoStoryteller | Role::Player | Role::Spectator) => Self::Others,
            None => Self::Absent,
        }
    }
}

/// Right at the table that the sender of a command needs, such as being a storyteller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// Being the server itself.
    Server,
    /// Being a storyteller or co-storyteller.
    RunTable,
    /// Taking part in play: everybody but spectators.
    TakePart,
    /// Knowing of a combatant.
    KnowCombatant,
    /// Playing a combatant, or being a storyteller.
    PlayCombatant,
    /// Taking a character without an owner, or giving back one's own.
    TakeCharacter,
    /// Giving up one's own seat, or as a storyteller removing another's.
    VacateSeat,
    /// Muting, as a storyteller, another person's seat.
    MuteSeat,
}

impl Right {
    /// All rights a command may need.
    pub const ALL: [Self; 8] = [
        Self::Server,
        Self::RunTable,
        Self::TakePart,
        Self::KnowCombatant,
        Self::PlayCombatant,
        Self::TakeCharacter,
        Self::VacateSeat,
        Self::MuteSeat,
    ];

    /// Returns a short description of the right's holders.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Server => "the program",
            Self::RunTable => "those who run the table",
            Self::TakePart => "everybody but spectators",
            Self::KnowCombatant => "who sees the combatant",
            Self::PlayCombatant => "who plays the combatant",
            Self::TakeCharacter => "who plays the combatant, or takes one whom nobody plays",
            Self::VacateSeat => "who sits there",
            Self::MuteSeat => "those who run the table, of others",
        }
    }

    /// Returns whether a sender has this right over a combatant or seat of this relation.
    #[must_use]
    pub const fn verdict_for(self, sender: Sender, to: Ownership) -> Verdict {
        use Ownership::{Absent, Hidden, OfStoryteller, Others, Own, Unowned};
        use Verdict::{Allowed, Forbidden, NoSeat, Unknown};
        match (self, sender, to) {
            (_, Sender::NoSeat, _) => NoSeat,
            // A muted sender may leave and do nothing else.
            (Self::VacateSeat, Sender::Muted, Own) => Allowed,
            (_, Sender::Muted, _) => Verdict::Muted,
            (Self::Server, Sender::Server, _) => Allowed,
            (Self::Server, _, _) => Forbidden,
            (Self::RunTable, sender, _) if sender.can_run_table() => Allowed,
            (Self::RunTable, _, _) | (Self::TakePart, Sender::Spectator, _) => Forbidden,
            (Self::TakePart, _, _) => Allowed,
            (Self::VacateSeat, Sender::Server, Absent) => Unknown,
            (Self::VacateSeat, Sender::Server, _) => Allowed,
            (Self::VacateSeat, _, OfStoryteller) | (Self::VacateSeat, Sender::Storyteller, Own) => {
                Forbidden
            }
            (Self::MuteSeat, sender, Absent) if sender.can_run_table() => Unknown,
            (Self::MuteSeat, sender, Others) if sender.can_run_table() => Allowed,
            (Self::MuteSeat, _, _) => Forbidden,
            (Self::VacateSeat, _, Own) => Allowed,
            (Self::VacateSeat, sender, Absent) if sender.can_run_table() => Unknown,
            (Self::VacateSeat, sender, _) if sender.can_run_table() => Allowed,
            (Self::VacateSeat, _, _) => Forbidden,
            // Hidden combatants are treated as if they did not exist.
            (Self::KnowCombatant | Self::PlayCombatant | Self::TakeCharacter, _, Absent) => Unknown,
            (Self::KnowCombatant | Self::PlayCombatant | Self::TakeCharacter, sender, _)
                if sender.can_run_table() =>
            {
                Allowed
            }
            (Self::KnowCombatant | Self::PlayCombatant | Self::TakeCharacter, _, Hidden) => Unknown,
            (Self::KnowCombatant, _, Own | Others | Unowned | OfStoryteller) => Allowed,
            (Self::PlayCombatant | Self::TakeCharacter, Sender::Player, Own) => Allowed,
            (Self::TakeCharacter, Sender::Player, Unowned) => Allowed,
            (
                Self::PlayCombatant | Self::TakeCharacter,
                _,
                Own | Others | Unowned | OfStoryteller,
            ) => Forbidden,
        }
    }
}

/// Result of checking whether the sender of a command has one needed right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The sender has the right.
    Allowed,
    /// The sender lacks the right.
    Forbidden,
    /// The combatant or seat does not exist as far as the sender may know.
    Unknown,
    /// The sender has no seat here.
    NoSeat,
    /// The sender's seat is muted.
    Muted,
}

/// The object that a right is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightScope {
    /// No particular object.
    Unscoped,
    /// A single combatant of the encounter.
    Combatant(CombatantId),
    /// Either of two combatants; the sender knows both.
    Either(CombatantId, CombatantId),
    /// A single seat at the table.
    Seat(SeatId),
}

impl RightScope {
    /// Checks whether an actor has a right over this object.
    pub(in crate::encounter) fn check(
        self,
        right: Right,
        state: &State,
        by: Actor,
    ) -> Result<(), Refusal> {
        let sender = Sender::of(state, by);
        let to = |id| right.verdict_for(sender, Ownership::of(state, by, id));
        let verdict = match self {
            // A right without an object does not depend on a relation.
            Self::Unscoped => right.verdict_for(sender, Ownership::Own),
            Self::Combatant(id) => to(id),
            Self::Either(one, other) => match to(one) {
                Verdict::Allowed => Verdict::Allowed,
                Verdict::Forbidden | Verdict::Unknown | Verdict::NoSeat | Verdict::Muted => {
                    to(other)
                }
            },
            Self::Seat(id) => right.verdict_for(sender, Ownership::of_seat(state, by, id)),
        };
        match (verdict, self) {
            (Verdict::Allowed, _) => Ok(()),
            (Verdict::Forbidden, _) => Err(Refusal::NotAllowed),
            (Verdict::NoSeat, _) => Err(Refusal::NoSeat),
            (Verdict::Muted, _) => Err(Refusal::Muted),
            (Verdict::Unknown, Self::Seat(_)) => Err(Refusal::NoSuchSeat),
            (Verdict::Unknown, Self::Unscoped | Self::Combatant(_) | Self::Either(..)) => {
                Err(Refusal::NoSuchCombatant)
            }
        }
    }
}

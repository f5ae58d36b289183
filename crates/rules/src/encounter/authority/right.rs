//! Rights, and the senders who have them over a combatant or seat.

use crate::encounter::combatant::Side;
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::id::{CombatantId, SeatId};
use crate::seat::{Actor, Role};

/// The sender of a command, as far as permissions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sender {
    /// The server itself.
    Program,
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
    Gone,
}

impl Sender {
    /// All kinds of senders.
    pub const ALL: [Self; 7] = [
        Self::Program,
        Self::Storyteller,
        Self::CoStoryteller,
        Self::Player,
        Self::Spectator,
        Self::Muted,
        Self::Gone,
    ];

    /// Returns the kind of sender that an actor is in this encounter.
    #[must_use]
    pub fn of(state: &State, actor: Actor) -> Self {
        let seat = match actor {
            Actor::Server => return Self::Program,
            Actor::Seat(id) => state.seat(id),
        };
        let muted = seat.is_some_and(|seat| seat.muted);
        match seat.map(|seat| seat.role) {
            Some(Role::Storyteller) => Self::Storyteller,
            Some(Role::CoStoryteller) => Self::CoStoryteller,
            Some(Role::Player | Role::Spectator) if state.unseen => Self::Gone,
            Some(Role::Player | Role::Spectator) if muted => Self::Muted,
            Some(Role::Player) => Self::Player,
            Some(Role::Spectator) => Self::Spectator,
            None => Self::Gone,
        }
    }

    /// Whether this sender sees hidden things and may change everything.
    #[must_use]
    pub const fn runs_the_table(self) -> bool {
        match self {
            Self::Program | Self::Storyteller | Self::CoStoryteller => true,
            Self::Player | Self::Spectator | Self::Muted | Self::Gone => false,
        }
    }
}

impl State {
    /// Whether this actor sees hidden things and may change everything.
    pub(crate) fn can_run_table(&self, actor: Actor) -> bool {
        Sender::of(self, actor).runs_the_table()
    }
}

/// The relation of the affected combatant or seat to the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// A combatant the sender plays, or their own seat.
    Own,
    /// A combatant another player plays, or another person's seat.
    Others,
    /// A character without an owner.
    Free,
    /// A visible foe, or the storyteller's seat.
    Storytellers,
    /// A combatant that only storytellers see.
    Hidden,
    /// A combatant or seat that does not exist.
    Absent,
}

impl Relation {
    /// All kinds of relations.
    pub const ALL: [Self; 6] = [
        Self::Own,
        Self::Others,
        Self::Free,
        Self::Storytellers,
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
            (_, None, Side::Character) => Self::Free,
            (_, None, Side::Foe) => Self::Storytellers,
        }
    }

    /// Returns the relation of a seat to an actor.
    #[must_use]
    pub fn of_seat(state: &State, actor: Actor, id: SeatId) -> Self {
        match state.seat(id).map(|seat| seat.role) {
            Some(_) if Actor::Seat(id) == actor => Self::Own,
            Some(Role::Storyteller) => Self::Storytellers,
            Some(Role::CoStoryteller | Role::Player | Role::Spectator) => Self::Others,
            None => Self::Absent,
        }
    }
}

/// A right that a command needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// Being the server itself.
    Program,
    /// Being a storyteller or co-storyteller.
    Run,
    /// Taking part in play: everybody but spectators.
    Play,
    /// Knowing of a combatant.
    Know,
    /// Playing a combatant, or being a storyteller.
    Act,
    /// Taking a character without an owner, or giving back one's own.
    Take,
    /// Giving up one's own seat, or as a storyteller removing another's.
    Vacate,
    /// Muting, as a storyteller, another person's seat.
    Silence,
}

impl Right {
    /// All rights a command may need.
    pub const ALL: [Self; 8] = [
        Self::Program,
        Self::Run,
        Self::Play,
        Self::Know,
        Self::Act,
        Self::Take,
        Self::Vacate,
        Self::Silence,
    ];

    /// Returns a short description of the right's holders.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Program => "the program",
            Self::Run => "those who run the table",
            Self::Play => "everybody but spectators",
            Self::Know => "who sees the combatant",
            Self::Act => "who plays the combatant",
            Self::Take => "who plays the combatant, or takes one whom nobody plays",
            Self::Vacate => "who sits there",
            Self::Silence => "those who run the table, of others",
        }
    }

    /// Returns whether a sender has this right over a combatant or seat of this relation.
    #[must_use]
    pub const fn verdict(self, sender: Sender, to: Relation) -> Verdict {
        use Relation::{Absent, Free, Hidden, Others, Own, Storytellers};
        use Verdict::{Allowed, Forbidden, NoSeat, Unknown};
        match (self, sender, to) {
            (_, Sender::Gone, _) => NoSeat,
            // A muted sender may leave and do nothing else.
            (Self::Vacate, Sender::Muted, Own) => Allowed,
            (_, Sender::Muted, _) => Verdict::Muted,
            (Self::Program, Sender::Program, _) => Allowed,
            (Self::Program, _, _) => Forbidden,
            (Self::Run, sender, _) if sender.runs_the_table() => Allowed,
            (Self::Run, _, _) | (Self::Play, Sender::Spectator, _) => Forbidden,
            (Self::Play, _, _) => Allowed,
            (Self::Vacate, Sender::Program, Absent) => Unknown,
            (Self::Vacate, Sender::Program, _) => Allowed,
            (Self::Vacate, _, Storytellers) | (Self::Vacate, Sender::Storyteller, Own) => Forbidden,
            (Self::Silence, sender, Absent) if sender.runs_the_table() => Unknown,
            (Self::Silence, sender, Others) if sender.runs_the_table() => Allowed,
            (Self::Silence, _, _) => Forbidden,
            (Self::Vacate, _, Own) => Allowed,
            (Self::Vacate, sender, Absent) if sender.runs_the_table() => Unknown,
            (Self::Vacate, sender, _) if sender.runs_the_table() => Allowed,
            (Self::Vacate, _, _) => Forbidden,
            // Hidden combatants are treated as if they did not exist.
            (Self::Know | Self::Act | Self::Take, _, Absent) => Unknown,
            (Self::Know | Self::Act | Self::Take, sender, _) if sender.runs_the_table() => Allowed,
            (Self::Know | Self::Act | Self::Take, _, Hidden) => Unknown,
            (Self::Know, _, Own | Others | Free | Storytellers) => Allowed,
            (Self::Act | Self::Take, Sender::Player, Own) => Allowed,
            (Self::Take, Sender::Player, Free) => Allowed,
            (Self::Act | Self::Take, _, Own | Others | Free | Storytellers) => Forbidden,
        }
    }
}

/// The result of checking a right.
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
pub enum Over {
    /// No particular object.
    All,
    /// A single combatant of the encounter.
    Combatant(CombatantId),
    /// Either of two combatants; the sender knows both.
    Either(CombatantId, CombatantId),
    /// A single seat at the table.
    Seat(SeatId),
}

impl Over {
    /// Checks whether an actor has a right over this object.
    pub(in crate::encounter) fn check(
        self,
        right: Right,
        state: &State,
        by: Actor,
    ) -> Result<(), Refusal> {
        let sender = Sender::of(state, by);
        let to = |id| right.verdict(sender, Relation::of(state, by, id));
        let verdict = match self {
            // A right without an object does not depend on a relation.
            Self::All => right.verdict(sender, Relation::Own),
            Self::Combatant(id) => to(id),
            Self::Either(one, other) => match to(one) {
                Verdict::Allowed => Verdict::Allowed,
                Verdict::Forbidden | Verdict::Unknown | Verdict::NoSeat | Verdict::Muted => {
                    to(other)
                }
            },
            Self::Seat(id) => right.verdict(sender, Relation::of_seat(state, by, id)),
        };
        match (verdict, self) {
            (Verdict::Allowed, _) => Ok(()),
            (Verdict::Forbidden, _) => Err(Refusal::NotAllowed),
            (Verdict::NoSeat, _) => Err(Refusal::NoSeat),
            (Verdict::Muted, _) => Err(Refusal::Muted),
            (Verdict::Unknown, Self::Seat(_)) => Err(Refusal::NoSuchSeat),
            (Verdict::Unknown, Self::All | Self::Combatant(_) | Self::Either(..)) => {
                Err(Refusal::NoSuchCombatant)
            }
        }
    }
}

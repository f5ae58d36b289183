//! Permissions: the one table of who may do what. Every command has a row here or does not compile; `decide`
//! checks it, and `docs/security.md` is printed from it.
//!
//! A row lists the rights a command needs, checked in order. Whether a right is granted depends only on the
//! sender ([`Sender`]) and on the relation of the affected combatant or seat to them ([`Relation`]). Checks
//! that need the state at hand are a [`Proviso`], which the row names.

use super::combatant::Side;
use super::command::{Command, Whose};
use super::field::Field;
use super::proposal::Wish;
use super::refusal::Refusal;
use super::state::State;
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

/// A further check that needs the state: `decide` makes it, with the same rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proviso {
    /// A player may not add combatants whose line says they are hidden.
    NotHiddenInItsLine,
    /// A player may assign a character only to themselves or to nobody.
    ToThemselves,
    /// A player may end only the turn of a combatant of theirs.
    TheirTurn,
    /// A player may answer only questions put to a combatant of theirs.
    AskedOfTheirs,
    /// A player may take back the newest answer of an exchange only if it is a choice of theirs.
    TheirChoice,
    /// A player may withdraw an exchange of their combatant only while nothing is answered.
    NothingAnswered,
    /// A player's plan is binding once actions begin, where everybody declares first.
    NotBinding,
    /// A player may roll initiative again only where the rules say so.
    NotRolledYet,
    /// A command typed into the log needs the rights of that command.
    AsTyped,
    /// A player may propose only commands that affect a combatant they see and that they may not give
    /// themselves.
    NotTheirs,
    /// A player may withdraw only their own unsettled proposal.
    TheirProposal,
    /// A player may undo and redo only their own commands.
    TheirDeed,
}

impl Proviso {
    /// All provisos a row may name.
    pub const ALL: [Self; 12] = [
        Self::NotHiddenInItsLine,
        Self::ToThemselves,
        Self::TheirTurn,
        Self::AskedOfTheirs,
        Self::TheirChoice,
        Self::NothingAnswered,
        Self::NotBinding,
        Self::NotRolledYet,
        Self::AsTyped,
        Self::NotTheirs,
        Self::TheirProposal,
        Self::TheirDeed,
    ];

    /// Returns the proviso as a phrase about players.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotHiddenInItsLine => "not when the line itself says hidden",
            Self::ToThemselves => "to themselves, or back to nobody",
            Self::TheirTurn => "in the turn of a combatant of theirs",
            Self::AskedOfTheirs => "what is asked of a combatant of theirs",
            Self::TheirChoice => "the newest answer, if it is a choice of theirs",
            Self::NothingAnswered => {
                "what a combatant of theirs declared, while nothing is answered"
            }
            Self::NotBinding => "not a plan that has become binding",
            Self::NotRolledYet => "while nothing is rolled",
            Self::AsTyped => "a typed command asks the right of what it does",
            Self::NotTheirs => "what is not theirs to do, where the command can be proposed",
            Self::TheirProposal => "what they proposed, while it is not settled",
            Self::TheirDeed => "what they did themselves",
        }
    }
}

/// The permission row of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The rights the sender needs, checked in order.
    pub asks: Vec<(Right, Over)>,
    /// The further check that needs the state.
    pub proviso: Option<Proviso>,
    /// The command in proposable form, if a player may propose it.
    pub(super) wish: Option<Wish<'a>>,
}

impl<'a> Row<'a> {
    /// Creates a row from the rights it needs.
    fn of(asks: impl IntoIterator<Item = (Right, Over)>) -> Self {
        Self {
            asks: asks.into_iter().collect(),
            proviso: None,
            wish: None,
        }
    }

    /// Creates a row that needs one right without a particular object.
    fn plain(right: Right) -> Self {
        Self::of([(right, Over::All)])
    }

    /// Creates a row for storytellers, which also requires that the given combatants exist.
    fn run(ids: impl IntoIterator<Item = CombatantId>) -> Self {
        let known = ids.into_iter();
        let known = known.map(|id| (Right::Know, Over::Combatant(id)));
        Self::of(std::iter::once((Right::Run, Over::All)).chain(known))
    }

    /// Creates a row that requires acting for a combatant.
    fn act(id: CombatantId) -> Self {
        Self::of([(Right::Act, Over::Combatant(id))])
    }

    /// Adds a proviso to the row.
    fn where_(self, proviso: Proviso) -> Self {
        Self {
            proviso: Some(proviso),
            ..self
        }
    }

    /// Marks the row's command as one that a player may propose.
    fn proposed_as(self, wish: Wish<'a>) -> Self {
        Self {
            wish: Some(wish),
            ..self
        }
    }

    /// Returns the permission row of a command.
    #[must_use]
    pub fn for_command(command: &'a Command) -> Self {
        match command {
            Command::Sit { .. } | Command::TimeUp { .. } => Self::plain(Right::Program),
            Command::Mute { seat, .. } => Self::of([(Right::Silence, Over::Seat(*seat))]),
            Command::Unseat { seat } => Self::of([(Right::Vacate, Over::Seat(*seat))]),
            Command::Title { .. }
            | Command::Sort
            | Command::PreviousTurn { .. }
            | Command::Rule { .. }
            | Command::EndScene
            | Command::EndEpoch
            | Command::SealRoll { .. }
            | Command::OpenRoll { .. }
            | Command::HouseRule { .. }
            | Command::Set { .. }
            | Command::RunAgain { .. }
            | Command::SetTable { .. } => Self::plain(Right::Run),
            Command::Reveal { id }
            | Command::Hide { id }
            | Command::GiveInitiative { id, .. }
            | Command::Waive { id, .. } => Self::run([*id]),
            Command::Move { id, to } => Self::run([*id]).proposed_as(Wish::Move(*id, *to)),
            Command::Harm { id, packet } => Self::act(*id).proposed_as(Wish::Harm(*id, *packet)),
            Command::MarkBoxes { id, shifts } => {
                Self::act(*id).proposed_as(Wish::Marks(*id, shifts))
            }
            Command::Count { id, by } => Self::act(*id).proposed_as(Wish::Points(*id, *by)),
            Command::Spend { id, pool, by } => {
                Self::act(*id).proposed_as(Wish::Pool(*id, pool, *by))
            }
            Command::Afflict { id, key, .. } => Self::act(*id).proposed_as(Wish::Afflict(*id, key)),
            Command::Lift { id, key } => Self::act(*id).proposed_as(Wish::Lift(*id, key)),
            Command::Propose { command } => Self::proposal(command),
            Command::Settle { .. } => Self::plain(Right::Run),
            Command::Retract { .. } => Self::plain(Right::Play).where_(Proviso::TheirProposal),
            Command::SetCover { between, .. } => {
                Self::run(between.iter().flat_map(|(from, to)| [*from, *to]))
            }
            Command::RemoveCover { .. } => Self::plain(Right::Run),
            Command::Hold { by, on, .. } | Command::Release { by, on, .. } => Self::run([*by, *on]),
            Command::PassTime { ids, .. } | Command::Restore { ids, .. } => {
                Self::run(ids.iter().copied())
            }
            Command::Add { hidden: true, .. } => Self::plain(Right::Run),
            Command::Add { hidden: false, .. } => {
                Self::plain(Right::Play).where_(Proviso::NotHiddenInItsLine)
            }
            Command::Group { ids } => {
                let each = ids.iter().map(|id| (Right::Act, Over::Combatant(*id)));
                Self::of(std::iter::once((Right::Play, Over::All)).chain(each))
            }
            Command::Edit { id, to } => Self::edit(*id, to),
            Command::Assign { id, seat: _ } => Self::take(*id),
            Command::RollInitiative { whose, .. } => match whose {
                Whose::One(id) => Self::act(*id).where_(Proviso::NotRolledYet),
                Whose::Storytellers | Whose::Everyone => Self::plain(Right::Run),
                Whose::Mine => Self::plain(Right::Play),
            },
            Command::NextTurn { .. } | Command::GroupTurn { .. } => {
                Self::plain(Right::Play).where_(Proviso::TheirTurn)
            }
            Command::Plan { id, .. } => Self::act(*id).where_(Proviso::NotBinding),
            Command::Ungroup { id }
            | Command::LeaveGroup { id }
            | Command::Remove { id }
            | Command::Rename { id, .. }
            | Command::Note { id, .. }
            | Command::Adjust { id, .. }
            | Command::Abort { id, .. }
            | Command::Wait { id, .. }
            | Command::CutIn { id, .. }
            | Command::GiveItem { id, .. }
            | Command::ChangeItem { id, .. }
            | Command::CarryItem { id, .. }
            | Command::TakeItem { id, .. }
            | Command::SetTrait { id, .. }
            | Command::SetKind { id, .. }
            | Command::EditSheet { id, .. }
            | Command::StartFrom { id, .. }
            | Command::Accept { id, .. } => Self::act(*id),
            Command::Declare(asked) => {
                let by = match asked.by {
                    Some(id) => (Right::Act, Over::Combatant(id)),
                    None => (Right::Run, Over::All),
                };
                let others = asked.at.iter().chain(&asked.others);
                let others = others.map(|id| (Right::Know, Over::Combatant(*id)));
                let anyway = asked.anyway || asked.noticed;
                let anyway = anyway.then_some((Right::Run, Over::All));
                let first = [(Right::Play, Over::All), by];
                Self {
                    wish: asked
                        .by
                        .filter(|_| asked.anyway)
                        .map(|id| Wish::Act(id, asked)),
                    ..Self::of(first.into_iter().chain(others).chain(anyway))
                }
            }
            Command::Answer { .. } => Self::plain(Right::Play).where_(Proviso::AskedOfTheirs),
            Command::TakeBack { .. } => Self::plain(Right::Play).where_(Proviso::TheirChoice),
            Command::Withdraw { .. } => Self::plain(Right::Play).where_(Proviso::NothingAnswered),
            Command::Situate { from, to, .. } => Self::of([
                (Right::Know, Over::Combatant(*from)),
                (Right::Know, Over::Combatant(*to)),
                (Right::Act, Over::Either(*from, *to)),
            ]),
            Command::OwnDice { .. } => Self::plain(Right::Play),
            Command::Roll(ask) => {
                let id = ask.id.map(|id| (Right::Act, Over::Combatant(id)));
                let more = (ask.bare || ask.hidden).then_some((Right::Run, Over::All));
                let first = std::iter::once((Right::Play, Over::All));
                Self::of(first.chain(id).chain(more))
            }
            Command::Say { .. } => Self::plain(Right::Play).where_(Proviso::AsTyped),
            Command::Undo | Command::UndoLine { .. } | Command::Redo | Command::RedoLine { .. } => {
                Self::plain(Right::Play).where_(Proviso::TheirDeed)
            }
        }
    }

    /// Creates the row for proposing a command: the sender must know the affected combatant.
    fn proposal(command: &Command) -> Self {
        let whom = Row::for_command(command).wish.map(|wish| wish.whom());
        let whom = whom.map(|id| (Right::Know, Over::Combatant(id)));
        let row = Self::of(std::iter::once((Right::Play, Over::All)).chain(whom));
        row.where_(Proviso::NotTheirs)
    }

    /// Creates the row for taking a character or giving it back.
    fn take(id: CombatantId) -> Self {
        Self::of([(Right::Take, Over::Combatant(id))]).where_(Proviso::ToThemselves)
    }

    /// Creates the row for setting a plain field of a combatant.
    fn edit(id: CombatantId, to: &Field<String>) -> Self {
        match to.is_players() {
            true if matches!(to, Field::Owner(_)) => Self::take(id),
            true => Self::act(id),
            false => Self::plain(Right::Run),
        }
    }

    /// Checks all rights of the row for an actor.
    ///
    /// # Errors
    /// The refusal for the first right the actor lacks.
    pub fn check(&self, state: &State, by: Actor) -> Result<(), Refusal> {
        let mut asks = self.asks.iter();
        asks.try_for_each(|(right, over)| over.check(*right, state, by))
    }
}

impl Over {
    /// Checks whether an actor has a right over this object.
    pub(crate) fn check(self, right: Right, state: &State, by: Actor) -> Result<(), Refusal> {
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

/// Defines [`Kind`], a field-less copy of the [`Command`] enum.
macro_rules! kinds {
    ($($name:ident)*) => {
        /// The kind of a command, without its fields.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $(#[doc = concat!("`", stringify!($name), "`.")] $name,)*
        }

        impl Kind {
            /// All kinds of commands.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Returns the kind of a command.
            #[must_use]
            pub const fn of(command: &Command) -> Self {
                match command {
                    $(Command::$name { .. } => Self::$name,)*
                }
            }
        }
    };
}

kinds! {
    Sit Unseat Mute Title Add Group Ungroup LeaveGroup Remove Rename Reveal Hide Edit Assign Note RollInitiative
    Move Sort NextTurn GroupTurn PreviousTurn Harm MarkBoxes Count Spend Adjust GiveInitiative Declare
    Answer Rule TakeBack RunAgain Withdraw Plan Abort Wait CutIn Afflict Lift GiveItem ChangeItem
    CarryItem TakeItem SetTrait SetKind EditSheet StartFrom Situate SetCover RemoveCover Hold Release Accept Waive
    EndScene PassTime Restore OwnDice Roll EndEpoch SealRoll OpenRoll Say HouseRule Set
    SetTable TimeUp Propose Settle Retract Undo UndoLine Redo RedoLine
}

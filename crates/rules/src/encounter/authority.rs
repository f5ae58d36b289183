//! Who may do what: the one table of permissions. Every command has a row here or does not compile;
//! `decide` asks it, and `docs/security.md` is printed from it.
//!
//! A row names what the command asks of its sender, one thing after the other. What that is worth
//! depends on who sends it ([`Sender`]) and on how what it touches stands to them ([`Relation`]), and on
//! nothing else. What can only be told with the state at hand is a [`Proviso`], which the row names.

use super::combatant::Side;
use super::command::{Command, Whose};
use super::field::Field;
use super::proposal::Wish;
use super::refusal::Refusal;
use super::state::State;
use crate::id::{CombatantId, SeatId};
use crate::seat::{Actor, Role};

/// Who gives a command, as far as permissions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sender {
    /// The program itself.
    Program,
    /// The storyteller.
    Storyteller,
    /// A co-storyteller.
    CoStoryteller,
    /// A player.
    Player,
    /// A spectator.
    Spectator,
    /// A player or spectator whose seat is muted.
    Muted,
    /// A seat that was never taken, was given up or taken away; of a prepared encounter, also that of
    /// everybody who is not to know of it.
    Gone,
}

impl Sender {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Program,
        Self::Storyteller,
        Self::CoStoryteller,
        Self::Player,
        Self::Spectator,
        Self::Muted,
        Self::Gone,
    ];

    /// Who an actor is at this encounter.
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

    /// Whether this sender sees what is hidden and may change everything.
    #[must_use]
    pub const fn runs_the_table(self) -> bool {
        match self {
            Self::Program | Self::Storyteller | Self::CoStoryteller => true,
            Self::Player | Self::Spectator | Self::Muted | Self::Gone => false,
        }
    }
}

impl State {
    /// Whether this actor sees what is hidden and may change everything.
    pub(crate) fn can_run_table(&self, actor: Actor) -> bool {
        Sender::of(self, actor).runs_the_table()
    }
}

/// How what a command touches stands to its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// A combatant the sender plays, or their own seat.
    Own,
    /// A combatant another player plays, or another's seat.
    Others,
    /// A character whom nobody plays.
    Free,
    /// A foe that everybody sees, or the storyteller's seat.
    Storytellers,
    /// A combatant that only those who run the table know of.
    Hidden,
    /// A combatant or a seat that is not there.
    Absent,
}

impl Relation {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Own,
        Self::Others,
        Self::Free,
        Self::Storytellers,
        Self::Hidden,
        Self::Absent,
    ];

    /// How a combatant stands to an actor.
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

    /// How a seat stands to an actor.
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

/// What a command asks of its sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// To be the program.
    Program,
    /// To run the table.
    Run,
    /// To take part: everybody but spectators.
    Play,
    /// To know of a combatant.
    Know,
    /// To play a combatant, or to run the table.
    Act,
    /// To take a character whom nobody plays, or to give back one's own.
    Take,
    /// To give up a seat: one's own, or as those who run the table another's.
    Vacate,
    /// To say, as those who run the table, what another seat may do.
    Silence,
}

impl Right {
    /// All of them.
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

    /// What it is in a few words.
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

    /// Whether a sender has this right over what stands so to them.
    #[must_use]
    pub const fn verdict(self, sender: Sender, to: Relation) -> Verdict {
        use Relation::{Absent, Free, Hidden, Others, Own, Storytellers};
        use Verdict::{Allowed, Forbidden, NoSeat, Unknown};
        match (self, sender, to) {
            (_, Sender::Gone, _) => NoSeat,
            // Who is muted may go, and nothing else.
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
            // What is hidden from a sender is to them as if it were not there.
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

/// What comes of asking for a right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It may be done.
    Allowed,
    /// It may not be done.
    Forbidden,
    /// As far as the sender may know, there is nothing of that kind.
    Unknown,
    /// The sender has no seat here.
    NoSeat,
    /// The sender's seat is muted.
    Muted,
}

/// What a right is asked over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// Nothing in particular.
    All,
    /// A combatant.
    Combatant(CombatantId),
    /// One of two combatants, both of whom the sender knows.
    Either(CombatantId, CombatantId),
    /// A seat.
    Seat(SeatId),
}

/// What a row leaves to the state: `decide` asks for it where it is at hand, with the same rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proviso {
    /// A player adds nothing whose line says that it is hidden.
    NotHiddenInItsLine,
    /// A player gives a character to themselves, or to nobody.
    ToThemselves,
    /// A player ends the turn of a combatant of theirs.
    TheirTurn,
    /// A player answers what is asked of a combatant of theirs.
    AskedOfTheirs,
    /// A player takes back the newest answer of an exchange if it is a choice of theirs.
    TheirChoice,
    /// A player gives up what a combatant of theirs declared while nothing is answered.
    NothingAnswered,
    /// A player's plan is binding once the actions begin, where everybody declares first.
    NotBinding,
    /// A player rolls again only where the rules say so.
    NotRolledYet,
    /// A command typed into the log asks the right of what it does.
    AsTyped,
    /// A player proposes what touches a combatant they see and is not theirs to do.
    NotTheirs,
    /// A player takes back what they proposed and nobody has settled.
    TheirProposal,
    /// A player takes back and brings back what they did themselves.
    TheirDeed,
}

impl Proviso {
    /// All of them.
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

    /// It as a sentence about players.
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

/// The row of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// What is asked of the sender, one after the other.
    pub asks: Vec<(Right, Over)>,
    /// What the state has to say.
    pub proviso: Option<Proviso>,
    /// What it is to a player who proposes it, if it can be proposed.
    pub(super) wish: Option<Wish<'a>>,
}

impl<'a> Row<'a> {
    fn of(asks: impl IntoIterator<Item = (Right, Over)>) -> Self {
        Self {
            asks: asks.into_iter().collect(),
            proviso: None,
            wish: None,
        }
    }

    /// A right over nothing in particular.
    fn plain(right: Right) -> Self {
        Self::of([(right, Over::All)])
    }

    /// To run the table, and to know those who are touched.
    fn run(ids: impl IntoIterator<Item = CombatantId>) -> Self {
        let known = ids.into_iter();
        let known = known.map(|id| (Right::Know, Over::Combatant(id)));
        Self::of(std::iter::once((Right::Run, Over::All)).chain(known))
    }

    /// To act for a combatant.
    fn act(id: CombatantId) -> Self {
        Self::of([(Right::Act, Over::Combatant(id))])
    }

    fn where_(self, proviso: Proviso) -> Self {
        Self {
            proviso: Some(proviso),
            ..self
        }
    }

    /// The same row, of a command that a player may propose.
    fn proposed_as(self, wish: Wish<'a>) -> Self {
        Self {
            wish: Some(wish),
            ..self
        }
    }

    /// The row of a command.
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

    /// To propose a command: to know whom it touches.
    fn proposal(command: &Command) -> Self {
        let whom = Row::for_command(command).wish.map(|wish| wish.whom());
        let whom = whom.map(|id| (Right::Know, Over::Combatant(id)));
        let row = Self::of(std::iter::once((Right::Play, Over::All)).chain(whom));
        row.where_(Proviso::NotTheirs)
    }

    /// To take a character, or to give it back.
    fn take(id: CombatantId) -> Self {
        Self::of([(Right::Take, Over::Combatant(id))]).where_(Proviso::ToThemselves)
    }

    fn edit(id: CombatantId, to: &Field<String>) -> Self {
        match to.is_players() {
            true if matches!(to, Field::Owner(_)) => Self::take(id),
            true => Self::act(id),
            false => Self::plain(Right::Run),
        }
    }

    /// What comes of it for the sender of a command.
    ///
    /// # Errors
    /// For the first right they lack, if there is one.
    pub fn check(&self, state: &State, by: Actor) -> Result<(), Refusal> {
        let mut asks = self.asks.iter();
        asks.try_for_each(|(right, over)| over.check(*right, state, by))
    }
}

impl Over {
    /// Whether an actor has a right over it.
    pub(crate) fn check(self, right: Right, state: &State, by: Actor) -> Result<(), Refusal> {
        let sender = Sender::of(state, by);
        let to = |id| right.verdict(sender, Relation::of(state, by, id));
        let verdict = match self {
            // A right over nothing in particular does not ask how anything stands to the sender.
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

/// Names every command once: a kind of each, and all of them.
macro_rules! kinds {
    ($($name:ident)*) => {
        /// A command without what it carries.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $(#[doc = concat!("`", stringify!($name), "`.")] $name,)*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The kind of a command.
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

//! Permissions: the one table of who may do what. Every command has a row here or does not compile; `decide`
//! checks it, and `docs/security.md` is printed from it.
//!
//! A row lists the rights a command needs, checked in order. Whether a right is granted depends only on the
//! sender ([`Sender`]) and on the relation of the affected combatant or seat to them ([`Relation`]). Checks
//! that need the state at hand are a [`Proviso`], which the row names.

mod kind;
mod proviso;
mod right;

pub use kind::Kind;
pub use proviso::Proviso;
pub use right::{Over, Relation, Right, Sender, Verdict};

use super::command::{Command, Declaration, RollAsk, Whose};
use super::field::Field;
use super::proposal::Wish;
use super::refusal::Refusal;
use super::state::State;
use crate::id::CombatantId;
use crate::seat::Actor;
use crate::sorted::Set;

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
            | Command::SetTable { .. }
            | Command::RemoveCover { .. }
            | Command::Settle { .. } => Self::plain(Right::Run),
            Command::Reveal { id }
            | Command::Hide { id }
            | Command::GiveInitiative { id, .. }
            | Command::Waive { id, .. } => Self::run([*id]),
            Command::Move { id, to } => Self::run([*id]).proposed_as(Wish::Move(*id, *to)),
            Command::Harm { id, packet } => Self::wish(*id, Wish::Harm(*id, *packet)),
            Command::MarkBoxes { id, shifts } => Self::wish(*id, Wish::Marks(*id, shifts)),
            Command::Count { id, by } => Self::wish(*id, Wish::Points(*id, *by)),
            Command::Spend { id, pool, by } => Self::wish(*id, Wish::Pool(*id, pool, *by)),
            Command::Afflict { id, key, .. } => Self::wish(*id, Wish::Afflict(*id, key)),
            Command::Lift { id, key } => Self::wish(*id, Wish::Lift(*id, key)),
            Command::Propose { command } => Self::proposal(command),
            Command::Retract { .. } => Self::plain(Right::Play).where_(Proviso::TheirProposal),
            Command::SetCover { between, .. } => {
                Self::run(between.iter().flat_map(|(from, to)| [*from, *to]))
            }
            Command::Hold { by, on, .. } | Command::Release { by, on, .. } => Self::run([*by, *on]),
            Command::PassTime { ids, .. } | Command::Restore { ids, .. } => {
                Self::run(ids.iter().copied())
            }
            Command::Add { hidden, .. } => Self::add(*hidden),
            Command::Group { ids } => Self::group(ids),
            Command::Edit { id, to } => Self::edit(*id, to),
            Command::Assign { id, seat: _ } => Self::take(*id),
            Command::RollInitiative { whose, .. } => Self::roll_initiative(*whose),
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
            Command::Declare(asked) => Self::declare(asked),
            Command::Answer { .. } => Self::plain(Right::Play).where_(Proviso::AskedOfTheirs),
            Command::TakeBack { .. } => Self::plain(Right::Play).where_(Proviso::TheirChoice),
            Command::Withdraw { .. } => Self::plain(Right::Play).where_(Proviso::NothingAnswered),
            Command::Situate { from, to, .. } => Self::situate(*from, *to),
            Command::OwnDice { .. } => Self::plain(Right::Play),
            Command::Roll(ask) => Self::roll(ask),
            Command::Say { .. } => Self::plain(Right::Play).where_(Proviso::AsTyped),
            Command::Undo | Command::UndoLine { .. } | Command::Redo | Command::RedoLine { .. } => {
                Self::plain(Right::Play).where_(Proviso::TheirDeed)
            }
        }
    }

    /// Creates a row that requires acting for a combatant, for a command that a player may propose.
    fn wish(id: CombatantId, wish: Wish<'a>) -> Self {
        Self::act(id).proposed_as(wish)
    }

    /// Creates a row that requires taking part in play, and further rights.
    fn play_with(asks: impl IntoIterator<Item = (Right, Over)>) -> Self {
        Self::of(std::iter::once((Right::Play, Over::All)).chain(asks))
    }

    /// Creates the row for adding combatants, hidden ones or not.
    fn add(hidden: bool) -> Self {
        match hidden {
            true => Self::plain(Right::Run),
            false => Self::plain(Right::Play).where_(Proviso::NotHiddenInItsLine),
        }
    }

    /// Creates the row for grouping combatants, for all of whom the sender acts.
    fn group(ids: &Set<CombatantId>) -> Self {
        Self::play_with(ids.iter().map(|id| (Right::Act, Over::Combatant(*id))))
    }

    /// Creates the row for setting the situation between two combatants, for one of whom the sender acts.
    fn situate(from: CombatantId, to: CombatantId) -> Self {
        Self::of([
            (Right::Know, Over::Combatant(from)),
            (Right::Know, Over::Combatant(to)),
            (Right::Act, Over::Either(from, to)),
        ])
    }

    /// Creates the row for a roll outside of an exchange.
    fn roll(ask: &RollAsk) -> Self {
        let id = ask.id.map(|id| (Right::Act, Over::Combatant(id)));
        let more = (ask.bare || ask.hidden).then_some((Right::Run, Over::All));
        Self::play_with(id.into_iter().chain(more))
    }

    /// Creates the row for rolling initiative.
    fn roll_initiative(whose: Whose) -> Self {
        match whose {
            Whose::One(id) => Self::act(id).where_(Proviso::NotRolledYet),
            Whose::Storytellers | Whose::Everyone => Self::plain(Right::Run),
            Whose::Mine => Self::plain(Right::Play),
        }
    }

    /// Creates the row for declaring an exchange: a player may propose one that the rules bar.
    fn declare(asked: &'a Declaration) -> Self {
        let by = match asked.by {
            Some(id) => (Right::Act, Over::Combatant(id)),
            None => (Right::Run, Over::All),
        };
        let others = asked.at.iter().chain(&asked.others);
        let others = others.map(|id| (Right::Know, Over::Combatant(*id)));
        let anyway = asked.anyway || asked.noticed;
        let anyway = anyway.then_some((Right::Run, Over::All));
        let proposer = asked.by.filter(|_| asked.anyway);
        Self {
            wish: proposer.map(|id| Wish::Act(id, asked)),
            ..Self::play_with(std::iter::once(by).chain(others).chain(anyway))
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

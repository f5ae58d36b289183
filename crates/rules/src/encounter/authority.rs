//! Permissions: the one table of who may do what. Every command has a row here or does not compile; `decide`
//! checks it, and `docs/security.md` is printed from it.
//!
//! A row lists the rights a command needs, checked in order. Whether a right is granted depends only on the
//! sender ([`Sender`]) and on the relation of the affected combatant or seat to them ([`Ownership`]). Checks
//! that need the state at hand are a [`Proviso`], which the row names.

mod kind;
mod proviso;
mod right;

pub use kind::CommandKind;
pub use proviso::Proviso;
pub use right::{Ownership, Right, RightScope, Sender, Verdict};

use super::command::{
    Command, Declaration, InitiativeTarget, RollInput, SceneDestination, TokenDestination,
};
use super::field::CombatantField;
use super::refusal::Refusal;
use super::state::State;
use super::state::proposal::ProposableAction;
use crate::base::id::{CombatantId, ExchangeId, SeatId};
use crate::base::seat::Actor;
use crate::base::sorted_map::Set;
use crate::exchange::RulingKind;

/// Permission entry that lists the rights which the sender of a command needs at this table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission<'a> {
    /// The rights the sender needs, checked in order.
    pub rights: Vec<(Right, RightScope)>,
    /// The further check that needs the state.
    pub proviso: Option<Proviso>,
    /// The command in proposable form, if a player may propose it.
    pub(super) proposable: Option<ProposableAction<'a>>,
}

/// Pattern of the commands that only those who run the table give, whatever they are about.
macro_rules! table_commands {
    () => {
        Command::Title { .. }
            | Command::Sort
            | Command::PreviousTurn { .. }
            | Command::EndScene
            | Command::EndEpoch
            | Command::SealRoll { .. }
            | Command::OpenRoll { .. }
            | Command::HouseRule { .. }
            | Command::Set { .. }
            | Command::RunAgain { .. }
            | Command::SetTable { .. }
            | Command::SetScreen(_)
            | Command::RemoveCover { .. }
            | Command::EditScene(_)
            | Command::EditClock(_)
            | Command::StepAsk { .. }
            | Command::EditHandout(_)
            | Command::Settle { .. }
    };
}

impl<'a> Permission<'a> {
    /// Creates a permission from the rights it needs.
    fn from_rights(asks: impl IntoIterator<Item = (Right, RightScope)>) -> Self {
        Self {
            rights: asks.into_iter().collect(),
            proviso: None,
            proposable: None,
        }
    }

    /// Creates a permission that needs one right without a particular object.
    fn unscoped(right: Right) -> Self {
        Self::from_rights([(right, RightScope::Unscoped)])
    }

    /// Creates a permission that needs a right over one seat.
    fn over_seat(right: Right, seat: SeatId) -> Self {
        Self::from_rights([(right, RightScope::Seat(seat))])
    }

    /// Creates a permission that requires taking part in play, with a proviso.
    fn taking_part(proviso: Proviso) -> Self {
        Self::unscoped(Right::TakePart).with_proviso(proviso)
    }

    /// Creates the permission for storytellers, which also requires that the given combatants
    /// exist.
    fn for_storytellers(ids: impl IntoIterator<Item = CombatantId>) -> Self {
        let known = ids.into_iter();
        let known = known.map(|id| (Right::KnowCombatant, RightScope::Combatant(id)));
        Self::from_rights(std::iter::once((Right::RunTable, RightScope::Unscoped)).chain(known))
    }

    /// Creates a permission that requires acting for a combatant.
    fn for_acting(id: CombatantId) -> Self {
        Self::from_rights([(Right::PlayCombatant, RightScope::Combatant(id))])
    }

    /// Adds a proviso (a further limit that needs the state) to the permission.
    fn with_proviso(self, proviso: Proviso) -> Self {
        Self {
            proviso: Some(proviso),
            ..self
        }
    }

    /// Marks the command of this permission as one that a player without the rights may propose.
    fn proposed_as(self, wish: ProposableAction<'a>) -> Self {
        Self {
            proposable: Some(wish),
            ..self
        }
    }

    /// Returns the permission that a command needs.
    #[must_use]
    pub fn for_command(command: &'a Command) -> Self {
        match command {
            Command::Sit { .. } | Command::TimeUp { .. } => Self::unscoped(Right::Server),
            Command::Mute { seat, .. } => Self::over_seat(Right::MuteSeat, *seat),
            Command::Unseat { seat } => Self::over_seat(Right::VacateSeat, *seat),
            Command::Rule {
                exchange, ruling, ..
            } => Self::rule(*exchange, ruling),
            table_commands!() => Self::unscoped(Right::RunTable),
            Command::Reveal { id }
            | Command::Hide { id }
            | Command::GiveInitiative { id, .. }
            | Command::Waive { id, .. } => Self::for_storytellers([*id]),
            Command::Move { id, to } => Self::move_token(*id, *to),
            Command::Harm { id, packet } => Self::wish(ProposableAction::Harm(*id, *packet)),
            Command::MarkBoxes { id, shifts } => Self::wish(ProposableAction::Marks(*id, shifts)),
            Command::Count { id, by } => Self::wish(ProposableAction::Points(*id, *by)),
            Command::Spend { id, pool, by } => Self::wish(ProposableAction::Pool(*id, pool, *by)),
            Command::Afflict { id, key, .. } => Self::wish(ProposableAction::Afflict(*id, key)),
            Command::Lift { id, key } => Self::wish(ProposableAction::Lift(*id, key)),
            Command::Propose { command } => Self::for_proposal(command),
            Command::Retract { .. } => Self::taking_part(Proviso::TheirProposal),
            Command::SetCover { between, .. } => Self::set_cover(*between),
            Command::Hold { by, on, .. } | Command::Release { by, on, .. } => Self::hold(*by, *on),
            Command::PassTime { ids, .. } | Command::Restore { ids, .. } => {
                Self::for_storytellers(ids.iter().copied())
            }
            Command::Add { hidden, .. } => Self::add(*hidden),
            Command::Group { ids } => Self::group(ids),
            Command::Edit { id, to } => Self::for_edit(*id, to),
            Command::Assign { id, seat: _ } => Self::for_taking(*id),
            Command::RollInitiative { whose, .. } => Self::roll_initiative(*whose),
            Command::NextTurn { .. } | Command::GroupTurn { .. } => Self::end_turn(),
            Command::Plan { id, .. } => Self::for_acting(*id).with_proviso(Proviso::NotBinding),
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
            | Command::RollFor { id, .. }
            | Command::Accept { id, .. } => Self::for_acting(*id),
            Command::Declare(asked) => Self::declare(asked),
            Command::Answer { .. } => Self::taking_part(Proviso::AskedOfTheirs),
            Command::TakeBack { .. } => Self::taking_part(Proviso::TheirChoice),
            Command::Withdraw { .. } => Self::taking_part(Proviso::NothingAnswered),
            Command::Situate { from, to, .. } => Self::situate(*from, *to),
            Command::Go { ids, to, anyway } => Self::go(ids, *to, *anyway),
            Command::SetDoor { id, .. } => Self::set_door(*id),
            Command::ShowHandout { .. } | Command::NoteHandout { .. } => {
                Self::taking_part(Proviso::TheirHandout)
            }
            Command::OwnDice { .. } => Self::unscoped(Right::TakePart),
            Command::Roll(ask) => Self::roll(ask),
            Command::AskRoll(asked) => {
                let others = asked.against.iter().chain(&asked.helper);
                Self::for_storytellers(asked.of.iter().chain(others).copied())
            }
            Command::AnswerAsk { who, .. } => {
                Self::for_acting(*who).with_proviso(Proviso::AskedOfTheirs)
            }
            Command::Say { .. } => Self::taking_part(Proviso::AsTyped),
            Command::Whisper { .. } => Self::taking_part(Proviso::AsWhispersAreSet),
            Command::Undo | Command::UndoLine { .. } | Command::Redo | Command::RedoLine { .. } => {
                Self::taking_part(Proviso::TheirCommand)
            }
        }
    }

    /// Creates a permission that requires acting for the target of an action that a player may
    /// propose; without one, running the table.
    fn wish(wish: ProposableAction<'a>) -> Self {
        let row = wish.target().map(Self::for_acting);
        let row = row.unwrap_or_else(|| Self::unscoped(Right::RunTable));
        row.proposed_as(wish)
    }

    /// Creates the permission for a ruling, which players may propose if it strikes or changes a
    /// term.
    fn rule(exchange: ExchangeId, ruling: &'a RulingKind) -> Self {
        match ruling {
            RulingKind::Strike { .. } | RulingKind::Change { .. } => {
                Self::wish(ProposableAction::Rule(exchange, ruling))
            }
            _ => Self::unscoped(Right::RunTable),
        }
    }

    /// Creates a permission that requires taking part in play, and further rights.
    fn play_with(asks: impl IntoIterator<Item = (Right, RightScope)>) -> Self {
        Self::from_rights(std::iter::once((Right::TakePart, RightScope::Unscoped)).chain(asks))
    }

    /// Creates the permission for ending a turn.
    fn end_turn() -> Self {
        Self::taking_part(Proviso::TheirTurn)
    }

    /// Creates the permission for adding combatants, hidden ones or not.
    fn add(hidden: bool) -> Self {
        match hidden {
            true => Self::unscoped(Right::RunTable),
            false => Self::taking_part(Proviso::NotHiddenInItsLine),
        }
    }

    /// Creates the permission for grouping combatants, for all of whom the sender acts.
    fn group(ids: &Set<CombatantId>) -> Self {
        Self::play_with(
            ids.iter()
                .map(|id| (Right::PlayCombatant, RightScope::Combatant(*id))),
        )
    }

    /// Creates the permission for setting a cover, in front of a combatant or not.
    fn set_cover(between: Option<(CombatantId, CombatantId)>) -> Self {
        Self::for_storytellers(between.into_iter().flat_map(<[CombatantId; 2]>::from))
    }

    /// Creates the permission for setting the situation between two combatants, for one of whom the
    /// sender acts.
    fn situate(from: CombatantId, to: CombatantId) -> Self {
        Self::from_rights([
            (Right::KnowCombatant, RightScope::Combatant(from)),
            (Right::KnowCombatant, RightScope::Combatant(to)),
            (Right::PlayCombatant, RightScope::Either(from, to)),
        ])
    }

    /// Creates the permission for moving combatants in the scene, for all of whom the sender acts;
    /// a player may propose the move of one.
    fn go(ids: &Set<CombatantId>, to: SceneDestination, anyway: bool) -> Self {
        let mut each = ids.iter().copied();
        let only = each.next().filter(|_| each.next().is_none());
        let plays = ids.iter();
        let plays = plays.map(|id| (Right::PlayCombatant, RightScope::Combatant(*id)));
        let beyond = anyway.then_some((Right::RunTable, RightScope::Unscoped));
        Self {
            proposable: only.map(|id| ProposableAction::Go(id, to)),
            ..Self::play_with(plays.chain(beyond)).with_proviso(Proviso::AsMovesAreSet)
        }
    }

    /// Creates the permission for a hold of one combatant on another.
    fn hold(by: CombatantId, on: CombatantId) -> Self {
        Self::for_storytellers([by, on])
    }

    /// Creates the permission for opening or closing a door, for the sender's own combatant.
    fn set_door(id: CombatantId) -> Self {
        Self::for_acting(id).with_proviso(Proviso::AsMovesAreSet)
    }

    /// Creates the permission for a roll outside of an exchange.
    fn roll(ask: &RollInput) -> Self {
        let id = ask
            .id
            .map(|id| (Right::PlayCombatant, RightScope::Combatant(id)));
        let more = (ask.bare || ask.hidden).then_some((Right::RunTable, RightScope::Unscoped));
        Self::play_with(id.into_iter().chain(more))
    }

    /// Creates the permission for moving a token in the order, which a player may propose.
    fn move_token(id: CombatantId, to: TokenDestination) -> Self {
        Self::for_storytellers([id]).proposed_as(ProposableAction::Move(id, to))
    }

    /// Creates the permission for rolling initiative.
    fn roll_initiative(whose: InitiativeTarget) -> Self {
        match whose {
            InitiativeTarget::One(id) => Self::for_acting(id).with_proviso(Proviso::NotRolledYet),
            InitiativeTarget::Storytellers | InitiativeTarget::Everyone => {
                Self::unscoped(Right::RunTable)
            }
            InitiativeTarget::Mine => Self::unscoped(Right::TakePart),
        }
    }

    /// Creates the permission for declaring an exchange, which a player may propose where the rules
    /// bar it.
    fn declare(asked: &'a Declaration) -> Self {
        let by = match asked.by {
            Some(id) => (Right::PlayCombatant, RightScope::Combatant(id)),
            None => (Right::RunTable, RightScope::Unscoped),
        };
        let others = asked.at.iter().chain(&asked.others);
        let others = others.map(|id| (Right::KnowCombatant, RightScope::Combatant(*id)));
        let anyway = asked.anyway || asked.noticed;
        let anyway = anyway.then_some((Right::RunTable, RightScope::Unscoped));
        let proposer = asked.by.filter(|_| asked.anyway);
        Self {
            proposable: proposer.map(|id| ProposableAction::Act(id, asked)),
            ..Self::play_with(std::iter::once(by).chain(others).chain(anyway))
        }
    }

    /// Creates the permission for proposing a command, whose sender must know the affected
    /// combatant.
    fn for_proposal(command: &Command) -> Self {
        let whom = Permission::for_command(command)
            .proposable
            .and_then(|wish| wish.target());
        let whom = whom.map(|id| (Right::KnowCombatant, RightScope::Combatant(id)));
        let row =
            Self::from_rights(std::iter::once((Right::TakePart, RightScope::Unscoped)).chain(whom));
        row.with_proviso(Proviso::NotTheirs)
    }

    /// Creates the permission for taking a character or giving it back.
    fn for_taking(id: CombatantId) -> Self {
        Self::from_rights([(Right::TakeCharacter, RightScope::Combatant(id))])
            .with_proviso(Proviso::ToThemselves)
    }

    /// Creates the permission for setting a plain field of a combatant.
    fn for_edit(id: CombatantId, to: &CombatantField<String>) -> Self {
        match to.is_editable_by_players() {
            true if matches!(to, CombatantField::Owner(_)) => Self::for_taking(id),
            true => Self::for_acting(id),
            false => Self::unscoped(Right::RunTable),
        }
    }

    /// Checks whether an actor has all rights that this permission lists.
    ///
    /// # Errors
    /// The refusal for the first right the actor lacks.
    pub fn check(&self, state: &State, by: Actor) -> Result<(), Refusal> {
        let mut asks = self.rights.iter();
        asks.try_for_each(|(right, over)| over.check(*right, state, by))
    }
}

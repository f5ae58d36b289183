//! Kinds of commands that can be given in secret.

use rules::encounter::authority::CommandKind;

/// Whether a command of this kind can be about hidden combatants alone, so that players learn
/// nothing of it.
pub(super) const fn can_be_secret(kind: CommandKind) -> bool {
    match kind {
        CommandKind::Add
        | CommandKind::Group
        | CommandKind::Ungroup
        | CommandKind::LeaveGroup
        | CommandKind::Remove
        | CommandKind::Rename
        | CommandKind::Edit
        | CommandKind::Note
        | CommandKind::RollInitiative
        | CommandKind::Move
        | CommandKind::NextTurn
        | CommandKind::GroupTurn
        | CommandKind::PreviousTurn
        | CommandKind::Harm
        | CommandKind::MarkBoxes
        | CommandKind::Count
        | CommandKind::Spend
        | CommandKind::Adjust
        | CommandKind::GiveInitiative
        | CommandKind::Declare
        | CommandKind::Answer
        | CommandKind::Rule
        | CommandKind::TakeBack
        | CommandKind::RunAgain
        | CommandKind::Withdraw
        | CommandKind::Plan
        | CommandKind::Abort
        | CommandKind::Wait
        | CommandKind::CutIn
        | CommandKind::Afflict
        | CommandKind::Lift
        | CommandKind::GiveItem
        | CommandKind::ChangeItem
        | CommandKind::CarryItem
        | CommandKind::TakeItem
        | CommandKind::SetTrait
        | CommandKind::SetKind
        | CommandKind::EditSheet
        | CommandKind::StartFrom
        | CommandKind::Situate
        | CommandKind::SetCover
        | CommandKind::Go
        | CommandKind::Hold
        | CommandKind::Release
        | CommandKind::Accept
        | CommandKind::Waive
        | CommandKind::PassTime
        | CommandKind::Restore
        | CommandKind::Roll
        | CommandKind::AskRoll
        | CommandKind::AnswerAsk
        | CommandKind::StepAsk
        | CommandKind::Undo
        | CommandKind::Redo => true,
        // Who sits here, what is played, what is shown and said, is the table's.
        CommandKind::Sit
        | CommandKind::Unseat
        | CommandKind::Mute
        | CommandKind::Title
        | CommandKind::RemoveCover
        | CommandKind::EditScene
        | CommandKind::EditClock
        | CommandKind::RollFor
        | CommandKind::EditHandout
        | CommandKind::ShowHandout
        | CommandKind::NoteHandout
        | CommandKind::SetDoor
        | CommandKind::Reveal
        | CommandKind::Hide
        | CommandKind::Assign
        | CommandKind::Sort
        | CommandKind::EndScene
        | CommandKind::OwnDice
        | CommandKind::EndEpoch
        | CommandKind::SealRoll
        | CommandKind::OpenRoll
        | CommandKind::Say
        | CommandKind::Whisper
        | CommandKind::HouseRule
        | CommandKind::Set
        | CommandKind::SetTable
        | CommandKind::SetScreen
        | CommandKind::TimeUp
        | CommandKind::Propose
        | CommandKind::Settle
        | CommandKind::Retract
        | CommandKind::UndoLine
        | CommandKind::RedoLine => false,
    }
}

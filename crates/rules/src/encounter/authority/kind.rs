//! Kinds of commands, for tables that list each command once.

use crate::encounter::command::Command;

/// Defines [`CommandKind`], a field-less copy of the [`Command`] enum.
macro_rules! kinds {
    ($($name:ident)*) => {
        /// The kind of a command, without its fields.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum CommandKind {
            $(#[doc = concat!("`", stringify!($name), "`.")] $name,)*
        }

        impl CommandKind {
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
    CarryItem TakeItem SetTrait SetKind EditSheet StartFrom Situate SetCover RemoveCover EditScene Go SetDoor EditClock RollFor
    Hold Release Accept Waive EndScene PassTime Restore OwnDice Roll AskRoll AnswerAsk StepAsk EndEpoch SealRoll OpenRoll Say
    Whisper EditHandout ShowHandout NoteHandout HouseRule Set
    SetTable SetScreen TimeUp Propose Settle Retract Undo UndoLine Redo RedoLine
}

//! Why a command is not carried out. A refusal is a normal answer with a type.

use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use super::quick_add::LineError;
use crate::plan::PlanError;
use crate::settings::SettingError;
use crate::sheet::{MAX_NOTES, MAX_ROLLS};
use crate::text::TextError;
use crate::track::{LevelsError, TrackError};
use crate::typed::ChatError;

/// Why not. What a person may not know about is refused exactly like what does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The sender's role or ownership does not allow it.
    #[error("{}", msg::THAT_IS_NOT_YOURS_TO)]
    NotAllowed,
    /// Those who run the table have muted the sender's seat.
    #[error("{}", msg::THE_STORYTELLER_HAS_MUTED_YOUR)]
    Muted,
    /// The sender has proposed as much as fits.
    #[error("{}", msg::THE_STORYTELLER_HAS_NOT_LOOKED)]
    TooManyProposals,
    /// As many exchanges are under way as the sender may begin.
    #[error("{}", msg::TOO_MUCH_OF_WHAT_YOU)]
    TooManyExchanges,
    /// The sender has no seat here (any more).
    #[error("{}", msg::YOU_HAVE_NO_SEAT_AT)]
    NoSeat,
    /// Another at the table has that name, or one that looks like it.
    #[error("{}", msg::ANOTHER_AT_THIS_TABLE_HAS)]
    NameTaken,
    /// No such seat.
    #[error("{}", msg::NOBODY_SITS_THERE)]
    NoSuchSeat,
    /// No such combatant, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_COMBATANT)]
    NoSuchCombatant,
    /// Combatants of different sides, or of different players.
    #[error("{}", msg::THOSE_WHO_ACT_AS_ONE)]
    NotAlike,
    /// A text cannot be shown.
    #[error("{0}")]
    Text(#[from] TextError),
    /// A quick-add line cannot be read.
    #[error("{0}")]
    Line(#[from] LineError),
    /// A sheet makes no track.
    #[error("{0}")]
    Track(#[from] TrackError),
    /// Levels cannot be so.
    #[error("{0}")]
    Levels(#[from] LevelsError),
    /// A plan cannot be made so.
    #[error("{0}")]
    Plan(#[from] PlanError),
    /// A line of chat was not understood, or the rules refuse what it asks for.
    #[error("{0}")]
    Chat(#[from] ChatError),
    /// The combatant does not wait, or waits already.
    #[error("{}", msg::THEY_ARE_NOT_WAITING)]
    NotWaiting,
    /// No combatant acts after them in this round.
    #[error("{}", msg::NOBODY_ACTS_AFTER_THAT_THE)]
    NothingLater,
    /// In this system a waiting combatant must say for what.
    #[error("{}", msg::SAY_WHAT_YOU_WAIT_FOR)]
    NoTrigger,
    /// There is nothing of that name to spend.
    #[error("{}", msg::THERE_IS_NO_SUCH_POOL)]
    NoSuchPool,
    /// Not that many points are left.
    #[error("{}", msg::THERE_ARE_NOT_THAT_MANY)]
    NotEnough,
    /// No such house rule in this system.
    #[error("{}", msg::THERE_IS_NO_SUCH_HOUSE)]
    NoSuchRule,
    /// A house rule cannot be so.
    #[error("{0}")]
    Setting(#[from] SettingError),
    /// No such line, or nothing in it to give.
    #[error("{}", msg::THERE_IS_NOTHING_IN_THAT)]
    NoSuchLine,
    /// This rule system knows no such condition.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO)]
    NoSuchCondition,
    /// This rule system knows no such kind of creature or of item.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO_SUCH_KIND)]
    NoSuchKind,
    /// A sheet has as many traits of its own as fit.
    #[error("{}", msg::THAT_IS_MORE_TRAITS_OF)]
    TooManyTraits,
    /// A sheet keeps as many rolls as fit.
    #[error("{}", msg::a_sheet_keeps_rolls_take(&MAX_ROLLS))]
    TooManyRolls,
    /// The sheet keeps no roll of that name, or what was typed is none.
    #[error("{}", msg::THERE_IS_NO_SUCH_ROLL)]
    NoSuchRoll,
    /// The notes on a sheet are longer than it has room for.
    #[error("{}", msg::notes_have_room_for_characters(&MAX_NOTES))]
    NotesTooLong,
    /// No such sheet to start from.
    #[error("{}", msg::THIS_RULE_SYSTEM_HAS_NO)]
    NoSuchArchetype,
    /// This rule system knows no such trait.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO_SUCH_TRAIT)]
    NoSuchTrait,
    /// No row of that key.
    #[error("{}", msg::THE_CHARTS_OF_THIS_RULE)]
    NoSuchRow,
    /// Items of that kind have no such number, or nothing of that key can be true of them.
    #[error("{}", msg::items_of_that_kind_have(.key))]
    NotOfItems {
        /// The key.
        key: String,
    },
    /// A combatant carries as much as fits.
    #[error("{}", msg::THAT_IS_MORE_THAN_ONE)]
    TooManyItems,
    /// A number that makes no sense there.
    #[error("{}", msg::goes_from_to(.title, .min, .max))]
    OutOfRange {
        /// What it is the number of.
        title: String,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
    /// Nothing of that key can be set about the situation.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NOTHING)]
    NoSuchDial,
    /// No such cover, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_COVER)]
    NoSuchCover,
    /// The one does not hold the other so.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO_SUCH_HOLD)]
    NoSuchHold,
    /// A combatant and the same one.
    #[error("{}", msg::THAT_TAKES_TWO_DIFFERENT_COMBATANTS)]
    OnlyOne,
    /// No such exchange, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_EXCHANGE)]
    NoSuchExchange,
    /// The exchange is over: what came of it is taken back like everything else.
    #[error("{}", msg::THAT_IS_OVER)]
    ExchangeOver,
    /// That is not asked, or not any more.
    #[error("{}", msg::NOBODY_IS_ASKING_THAT)]
    NotAsked,
    /// No such maneuver in this system.
    #[error("{}", msg::THERE_IS_NO_SUCH_MANEUVER)]
    NoSuchManeuver,
    /// The combatant carries no such item, or it is none for that.
    #[error("{}", msg::THERE_IS_NO_SUCH_ITEM)]
    NoSuchItem,
    /// Too many or too few targets for that.
    #[error("{}", msg::THAT_TAKES_ANOTHER_NUMBER_OF)]
    WrongTargets,
    /// No such option.
    #[error("{}", msg::THERE_IS_NO_SUCH_CHOICE)]
    NoSuchChoice,
    /// The dice of that roll have fallen already.
    #[error("{}", msg::THE_DICE_FOR_THAT_HAVE)]
    DiceFell,
    /// The rules do not allow it now.
    #[error("{why} ({rule})")]
    Barred {
        /// The reason.
        why: String,
        /// The rule that says so.
        rule: String,
    },
    /// They have not rolled initiative.
    #[error("{}", msg::INITIATIVE_HAS_NOT_BEEN_ROLLED)]
    NotRolled,
    /// There are as many combatants as fit.
    #[error("{}", msg::THE_TABLE_IS_FULL_TAKE)]
    Full,
    /// It is so already.
    #[error("{}", msg::THAT_IS_SO_ALREADY)]
    NothingToDo,
    /// No combatant is in the order, or all who are are out of the fight.
    #[error("{}", msg::NOBODY_WHO_STANDS_IN_THE)]
    NobodyInOrder,
    /// Another person ended that turn first.
    #[error("{}", msg::THAT_TURN_HAS_ALREADY_PASSED)]
    TurnHasPassed,
    /// They have rolled; only the storyteller rolls again.
    #[error("{}", msg::INITIATIVE_HAS_BEEN_ROLLED_ALREADY)]
    AlreadyRolled,
    /// No combatant is left to roll for.
    #[error("{}", msg::THERE_IS_NOBODY_LEFT_TO)]
    NobodyToRoll,
    /// A typed face that such a die does not have.
    #[error("{}", msg::a_die_of_sides_has(.sides))]
    NoSuchFace {
        /// The die's sides.
        sides: u16,
    },
    /// Typed faces that do not make up the roll.
    #[error("{}", msg::this_roll_takes_another_number(.missing, .left))]
    WrongNumberOfFaces {
        /// How many more are needed.
        missing: u32,
        /// How many were not needed.
        left: u32,
    },
    /// There is no box like that any more.
    #[error("{}", msg::NO_BOX_HOLDS_THAT_ANY)]
    NoSuchBox,
    /// A number beyond every limit.
    #[error("{}", msg::THAT_NUMBER_IS_OUT_OF)]
    OutOfBounds,
    /// This system does not read dice so.
    #[error("{}", msg::THIS_RULE_SYSTEM_DOES_NOT)]
    OtherSystem,
    /// Nothing to take back.
    #[error("{}", msg::THERE_IS_NOTHING_TO_TAKE)]
    NothingToUndo,
    /// Nothing to bring back.
    #[error("{}", msg::THERE_IS_NOTHING_TO_BRING)]
    NothingToRedo,
    /// It was changed again since.
    #[error("{}", msg::THAT_HAS_BEEN_CHANGED_SINCE)]
    ChangedSince,
    /// The newest deed cannot be taken back, and an older one only by its line.
    #[error("{}", msg::YOUR_NEWEST_ACTION_CANNOT_BE)]
    NewestStays,
    /// Another line is what would be taken or brought back by now.
    #[error("{}", msg::SOMETHING_ELSE_HAPPENED_FIRST_LOOK)]
    Overtaken,
}

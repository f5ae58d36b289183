//! Refusals: typed reasons why a command is not carried out. A refusal is a normal answer.

use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use super::quick_add::QuickAddError;
use crate::base::text::TextError;
use crate::character::plan::PlanError;
use crate::character::sheet::{MAX_NOTES_CHARS, MAX_SAVED_ROLLS};
use crate::character::track::{LevelsError, TrackError};
use crate::chat_command::ChatError;
use crate::clock::{ClockLineError, MAX_PINNED};
use crate::ruleset::settings::SettingError;
use crate::space::SceneLineError;

/// The reason why a command is refused. Things a sender may not know about are refused exactly like things that
/// do not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The sender's role or ownership does not allow it.
    #[error("{}", msg::THAT_IS_NOT_YOURS_TO)]
    NotAllowed,
    /// A storyteller has muted the sender's seat.
    #[error("{}", msg::THE_STORYTELLER_HAS_MUTED_YOUR)]
    Muted,
    /// The sender has the maximum number of unsettled proposals.
    #[error("{}", msg::THE_STORYTELLER_HAS_NOT_LOOKED)]
    TooManyProposals,
    /// The maximum number of exchanges is under way.
    #[error("{}", msg::TOO_MUCH_OF_WHAT_YOU)]
    TooManyExchanges,
    /// The sender has no seat here, or no longer has one.
    #[error("{}", msg::YOU_HAVE_NO_SEAT_AT)]
    NoSeat,
    /// Another person at the table has that name, or one that looks like it.
    #[error("{}", msg::ANOTHER_AT_THIS_TABLE_HAS)]
    NameTaken,
    /// The seat does not exist or is empty.
    #[error("{}", msg::NOBODY_SITS_THERE)]
    NoSuchSeat,
    /// The combatant does not exist, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_COMBATANT)]
    NoSuchCombatant,
    /// The place does not exist, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_PLACE)]
    NoSuchPlace,
    /// The handout does not exist, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_HANDOUT)]
    NoSuchHandout,
    /// The maximum number or size of handouts is reached.
    #[error("{}", msg::THE_SHELF_IS_FULL)]
    ShelfFull,
    /// The card has the maximum number of notes.
    #[error("{}", msg::THE_CARD_IS_FULL)]
    CardFull,
    /// The handout of a picture has no picture.
    #[error("{}", msg::CHOOSE_A_PICTURE_FOR_IT)]
    NoPicture,
    /// The picture of a handout has no words for those who do not see it.
    #[error("{}", msg::SAY_WHAT_THE_PICTURE_SHOWS)]
    NoPictureWords,
    /// Another place of the scene has that name.
    #[error("{}", msg::ANOTHER_PLACE_HAS_THAT_NAME)]
    PlaceNameTaken,
    /// The clock does not exist, as far as the sender may know, or is no extended action.
    #[error("{}", msg::THERE_IS_NO_SUCH_CLOCK)]
    NoSuchClock,
    /// The maximum number of clocks is pinned.
    #[error("{}", msg::three_clocks_can_be_pinned(&MAX_PINNED))]
    TooManyPinned,
    /// The extended action is over, or the combatant has no roll left for it now.
    #[error("{}", msg::NO_ROLL_IS_LEFT_FOR_THAT)]
    NoRollLeft,
    /// The combatant is in no place of the scene.
    #[error("{}", msg::THEY_ARE_NOT_IN_THE_SCENE)]
    NotInScene,
    /// A combatant cannot go there now: there is no way, or a closed door is first.
    #[error("{why}")]
    NoWay {
        /// The reason in words.
        why: String,
    },
    /// There is no door between the two places.
    #[error("{}", msg::THERE_IS_NO_DOOR_THERE)]
    NoDoor,
    /// The door is locked.
    #[error("{}", msg::THE_DOOR_IS_LOCKED)]
    Locked,
    /// The table does not let players move now.
    #[error("{}", msg::YOU_CANNOT_MOVE_NOW)]
    NotYourMove,
    /// The sender did not say to whom they whisper, or named themselves or a spectator.
    #[error("{}", msg::SAY_TO_WHOM_YOU_WHISPER)]
    NoListener,
    /// The table does not let players whisper to each other.
    #[error("{}", msg::PLAYERS_DO_NOT_WHISPER_HERE)]
    WhispersOff,
    /// The combatants belong to different sides or different players.
    #[error("{}", msg::THOSE_WHO_ACT_AS_ONE)]
    NotAlike,
    /// A text cannot be shown.
    #[error("{0}")]
    Text(#[from] TextError),
    /// A quick-add line cannot be read.
    #[error("{0}")]
    Line(#[from] QuickAddError),
    /// A line that describes the scene cannot be read.
    #[error("{0}")]
    SceneLine(#[from] SceneLineError),
    /// The line that makes a clock cannot be read.
    #[error("{0}")]
    ClockLine(#[from] ClockLineError),
    /// The sheet's numbers make no health track.
    #[error("{0}")]
    Track(#[from] TrackError),
    /// The health levels are not valid.
    #[error("{0}")]
    Levels(#[from] LevelsError),
    /// The plan is not valid.
    #[error("{0}")]
    Plan(#[from] PlanError),
    /// A chat line was not understood, or the rules refuse what it asks for.
    #[error("{0}")]
    Chat(#[from] ChatError),
    /// The combatant is not waiting, or is waiting already.
    #[error("{}", msg::THEY_ARE_NOT_WAITING)]
    NotWaiting,
    /// No combatant acts after this one in the round.
    #[error("{}", msg::NOBODY_ACTS_AFTER_THAT_THE)]
    NothingLater,
    /// The system requires naming the event that a combatant waits for.
    #[error("{}", msg::SAY_WHAT_YOU_WAIT_FOR)]
    NoTrigger,
    /// The combatant has no pool of that name.
    #[error("{}", msg::THERE_IS_NO_SUCH_POOL)]
    NoSuchPool,
    /// The pool does not have that many points left.
    #[error("{}", msg::THERE_ARE_NOT_THAT_MANY)]
    NotEnough,
    /// The system has no such house rule.
    #[error("{}", msg::THERE_IS_NO_SUCH_HOUSE)]
    NoSuchRule,
    /// The value is not valid for the house rule.
    #[error("{0}")]
    Setting(#[from] SettingError),
    /// The log line does not exist, or holds nothing to give.
    #[error("{}", msg::THERE_IS_NOTHING_IN_THAT)]
    NoSuchLine,
    /// The system knows no such condition.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO)]
    NoSuchCondition,
    /// The system knows no such kind of creature or item.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO_SUCH_KIND)]
    NoSuchKind,
    /// The sheet has the maximum number of custom traits.
    #[error("{}", msg::THAT_IS_MORE_TRAITS_OF)]
    TooManyTraits,
    /// The sheet has the maximum number of saved rolls.
    #[error("{}", msg::a_sheet_keeps_rolls_take(&MAX_SAVED_ROLLS))]
    TooManyRolls,
    /// The sheet has no saved roll of that name, or the typed text is no roll.
    #[error("{}", msg::THERE_IS_NO_SUCH_ROLL)]
    NoSuchRoll,
    /// The notes of a sheet are too long.
    #[error("{}", msg::notes_have_room_for_characters(&MAX_NOTES_CHARS))]
    NotesTooLong,
    /// The system has no such archetype.
    #[error("{}", msg::THIS_RULE_SYSTEM_HAS_NO)]
    NoSuchArchetype,
    /// The system knows no such trait.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO_SUCH_TRAIT)]
    NoSuchTrait,
    /// The charts of the system have no such row.
    #[error("{}", msg::THE_CHARTS_OF_THIS_RULE)]
    NoSuchRow,
    /// Items of that kind have no number or tag with that key.
    #[error("{}", msg::items_of_that_kind_have(.key))]
    NotOfItems {
        /// The key of the number or tag.
        key: String,
    },
    /// The combatant carries the maximum number of items.
    #[error("{}", msg::THAT_IS_MORE_THAN_ONE)]
    TooManyItems,
    /// A number is outside of its range.
    #[error("{}", msg::goes_from_to(.title, .min, .max))]
    OutOfRange {
        /// The name of the number.
        title: String,
        /// The least allowed value.
        min: i32,
        /// The greatest allowed value.
        max: i32,
    },
    /// The situation has no such parameter.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NOTHING)]
    NoSuchDial,
    /// The cover does not exist, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_COVER)]
    NoSuchCover,
    /// The hold does not exist, or the system knows no such kind.
    #[error("{}", msg::THIS_RULE_SYSTEM_KNOWS_NO_SUCH_HOLD)]
    NoSuchHold,
    /// The command needs two different combatants.
    #[error("{}", msg::THAT_TAKES_TWO_DIFFERENT_COMBATANTS)]
    OnlyOne,
    /// The exchange does not exist, as far as the sender may know.
    #[error("{}", msg::THERE_IS_NO_SUCH_EXCHANGE)]
    NoSuchExchange,
    /// The exchange is over; its outcome can only be undone.
    #[error("{}", msg::THAT_IS_OVER)]
    ExchangeOver,
    /// The question is not open, or no longer open.
    #[error("{}", msg::NOBODY_IS_ASKING_THAT)]
    NotAsked,
    /// The system has no such maneuver.
    #[error("{}", msg::THERE_IS_NO_SUCH_MANEUVER)]
    NoSuchManeuver,
    /// The combatant carries no such item, or it does not suit the maneuver.
    #[error("{}", msg::THERE_IS_NO_SUCH_ITEM)]
    NoSuchItem,
    /// The maneuver takes another number of targets.
    #[error("{}", msg::THAT_TAKES_ANOTHER_NUMBER_OF)]
    WrongTargets,
    /// The question has no such option.
    #[error("{}", msg::THERE_IS_NO_SUCH_CHOICE)]
    NoSuchChoice,
    /// The dice of that roll have fallen already.
    #[error("{}", msg::THE_DICE_FOR_THAT_HAVE)]
    DiceFell,
    /// The rules do not allow it now.
    #[error("{why} ({rule})")]
    Barred {
        /// The reason in words.
        why: String,
        /// The rule id.
        rule: String,
    },
    /// The combatant has not rolled initiative.
    #[error("{}", msg::INITIATIVE_HAS_NOT_BEEN_ROLLED)]
    NotRolled,
    /// The encounter holds the maximum number of combatants.
    #[error("{}", msg::THE_TABLE_IS_FULL_TAKE)]
    Full,
    /// The command would change nothing.
    #[error("{}", msg::THAT_IS_SO_ALREADY)]
    NothingToDo,
    /// The order is empty, or everybody in it is out of the fight.
    #[error("{}", msg::NOBODY_WHO_STANDS_IN_THE)]
    NobodyInOrder,
    /// Another person ended that turn first.
    #[error("{}", msg::THAT_TURN_HAS_ALREADY_PASSED)]
    TurnHasPassed,
    /// The combatant has rolled already; only storytellers roll again.
    #[error("{}", msg::INITIATIVE_HAS_BEEN_ROLLED_ALREADY)]
    AlreadyRolled,
    /// No combatant is left to roll for.
    #[error("{}", msg::THERE_IS_NOBODY_LEFT_TO)]
    NobodyToRoll,
    /// A typed face does not exist on such a die.
    #[error("{}", msg::a_die_of_sides_has(.sides))]
    NoSuchFace {
        /// Number of sides of the die.
        sides: u16,
    },
    /// The number of typed faces does not match the roll.
    #[error("{}", msg::this_roll_takes_another_number(.missing, .left))]
    WrongNumberOfFaces {
        /// Number of faces that are missing.
        missing: u32,
        /// Number of faces that were not needed.
        left: u32,
    },
    /// No health box holds that content any more.
    #[error("{}", msg::NO_BOX_HOLDS_THAT_ANY)]
    NoSuchBox,
    /// A number exceeds every limit.
    #[error("{}", msg::THAT_NUMBER_IS_OUT_OF)]
    OutOfBounds,
    /// The system does not read dice with these parameters.
    #[error("{}", msg::THIS_RULE_SYSTEM_DOES_NOT)]
    OtherSystem,
    /// There is nothing to undo.
    #[error("{}", msg::THERE_IS_NOTHING_TO_TAKE)]
    NothingToUndo,
    /// There is nothing to redo.
    #[error("{}", msg::THERE_IS_NOTHING_TO_BRING)]
    NothingToRedo,
    /// The result has been changed since.
    #[error("{}", msg::THAT_HAS_BEEN_CHANGED_SINCE)]
    ChangedSince,
    /// The sender's newest action cannot be undone, and an older one only by its log line.
    #[error("{}", msg::YOUR_NEWEST_ACTION_CANNOT_BE)]
    NewestStays,
    /// Another log line is next to be undone or redone by now.
    #[error("{}", msg::SOMETHING_ELSE_HAPPENED_FIRST_LOOK)]
    Overtaken,
}

//! Why a command is not carried out. A refusal is a normal answer with a type.

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
    #[error("that is not yours to do")]
    NotAllowed,
    /// Those who run the table have muted the sender's seat.
    #[error("the storyteller has muted your seat: you can watch")]
    Muted,
    /// The sender has proposed as much as fits.
    #[error("the storyteller has not looked at what you proposed yet")]
    TooManyProposals,
    /// As many exchanges are under way as the sender may begin.
    #[error("too much of what you began is still under way: end some of it first")]
    TooManyExchanges,
    /// The sender has no seat here (any more).
    #[error("you have no seat at this table")]
    NoSeat,
    /// Another at the table has that name, or one that looks like it.
    #[error("another at this table has that name, or one that looks like it")]
    NameTaken,
    /// No such seat.
    #[error("nobody sits there")]
    NoSuchSeat,
    /// No such combatant, as far as the sender may know.
    #[error("there is no such combatant")]
    NoSuchCombatant,
    /// Combatants of different sides, or of different players.
    #[error("those who act as one are on one side and played by one person")]
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
    #[error("they are not waiting")]
    NotWaiting,
    /// No combatant acts after them in this round.
    #[error("nobody acts after that: the action would be lost")]
    NothingLater,
    /// In this system a waiting combatant must say for what.
    #[error("say what you wait for")]
    NoTrigger,
    /// There is nothing of that name to spend.
    #[error("there is no such pool")]
    NoSuchPool,
    /// Not that many points are left.
    #[error("there are not that many points left")]
    NotEnough,
    /// No such house rule in this system.
    #[error("there is no such house rule")]
    NoSuchRule,
    /// A house rule cannot be so.
    #[error("{0}")]
    Setting(#[from] SettingError),
    /// No such line, or nothing in it to give.
    #[error("there is nothing in that line to give")]
    NoSuchLine,
    /// This rule system knows no such condition.
    #[error("this rule system knows no such condition")]
    NoSuchCondition,
    /// This rule system knows no such kind of creature or of item.
    #[error("this rule system knows no such kind")]
    NoSuchKind,
    /// A sheet has as many traits of its own as fit.
    #[error("that is more traits of its own than one sheet has room for: take one off first")]
    TooManyTraits,
    /// A sheet keeps as many rolls as fit.
    #[error("a sheet keeps {MAX_ROLLS} rolls: take one off first")]
    TooManyRolls,
    /// The sheet keeps no roll of that name, or what was typed is none.
    #[error("there is no such roll on this sheet")]
    NoSuchRoll,
    /// The notes on a sheet are longer than it has room for.
    #[error("notes have room for {MAX_NOTES} characters")]
    NotesTooLong,
    /// No such sheet to start from.
    #[error("this rule system has no such sheet to start from")]
    NoSuchArchetype,
    /// This rule system knows no such trait.
    #[error("this rule system knows no such trait")]
    NoSuchTrait,
    /// No row of that key.
    #[error("the charts of this rule system have no such row")]
    NoSuchRow,
    /// Items of that kind have no such number, or nothing of that key can be true of them.
    #[error("items of that kind have no “{key}”")]
    NotOfItems {
        /// The key.
        key: String,
    },
    /// A combatant carries as much as fits.
    #[error("that is more than one combatant can carry: take something away first")]
    TooManyItems,
    /// A number that makes no sense there.
    #[error("{title} goes from {min} to {max}")]
    OutOfRange {
        /// What it is the number of.
        title: String,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
    /// Nothing of that key can be set about the situation.
    #[error("this rule system knows nothing of that name about a situation")]
    NoSuchDial,
    /// No such cover, as far as the sender may know.
    #[error("there is no such cover")]
    NoSuchCover,
    /// The one does not hold the other so.
    #[error("this rule system knows no such hold")]
    NoSuchHold,
    /// A combatant and the same one.
    #[error("that takes two different combatants")]
    OnlyOne,
    /// No such exchange, as far as the sender may know.
    #[error("there is no such exchange")]
    NoSuchExchange,
    /// The exchange is over: what came of it is taken back like everything else.
    #[error("that is over")]
    ExchangeOver,
    /// That is not asked, or not any more.
    #[error("nobody is asking that")]
    NotAsked,
    /// No such maneuver in this system.
    #[error("there is no such maneuver")]
    NoSuchManeuver,
    /// The combatant carries no such item, or it is none for that.
    #[error("there is no such item for that")]
    NoSuchItem,
    /// Too many or too few targets for that.
    #[error("that takes another number of targets")]
    WrongTargets,
    /// No such option.
    #[error("there is no such choice")]
    NoSuchChoice,
    /// The dice of that roll have fallen already.
    #[error("the dice for that have fallen already")]
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
    #[error("initiative has not been rolled yet")]
    NotRolled,
    /// There are as many combatants as fit.
    #[error("the table is full: take a combatant out first")]
    Full,
    /// It is so already.
    #[error("that is so already")]
    NothingToDo,
    /// No combatant is in the order, or all who are are out of the fight.
    #[error("nobody who stands in the order can act")]
    NobodyInOrder,
    /// Another person ended that turn first.
    #[error("that turn has already passed")]
    TurnHasPassed,
    /// They have rolled; only the storyteller rolls again.
    #[error("initiative has been rolled already")]
    AlreadyRolled,
    /// No combatant is left to roll for.
    #[error("there is nobody left to roll for")]
    NobodyToRoll,
    /// A typed face that such a die does not have.
    #[error("a die of {sides} sides has no such face")]
    NoSuchFace {
        /// The die's sides.
        sides: u16,
    },
    /// Typed faces that do not make up the roll.
    #[error("this roll takes another number of dice ({missing} missing, {left} left over)")]
    WrongNumberOfFaces {
        /// How many more are needed.
        missing: u32,
        /// How many were not needed.
        left: u32,
    },
    /// There is no box like that any more.
    #[error("no box holds that any more")]
    NoSuchBox,
    /// A number beyond every limit.
    #[error("that number is out of bounds")]
    OutOfBounds,
    /// This system does not read dice so.
    #[error("this rule system does not roll that way")]
    OtherSystem,
    /// Nothing to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing to bring back.
    #[error("there is nothing to bring back")]
    NothingToRedo,
    /// It was changed again since.
    #[error("that has been changed since and cannot be taken back")]
    ChangedSince,
    /// The newest deed cannot be taken back, and an older one only by its line.
    #[error("your newest action cannot be taken back; an older one only by its line in the log")]
    NewestStays,
    /// Another line is what would be taken or brought back by now.
    #[error("something else happened first: look again")]
    Overtaken,
}

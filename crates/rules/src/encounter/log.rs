//! The table log: what happened, in a form that reads as sentences, stored as it was told.
//!
//! Readers of an entry are settled when it is written: what happened in secret stays secret after a reveal,
//! and what players have read stays readable.

mod ask;
mod clock;
mod detail;
mod entry;
mod handout;
pub(super) mod log_line;
mod private;
pub(super) mod proposal_status;
mod scene_message;
mod whisper;

pub use ask::AskMessage;
pub use clock::{ClockCause, ClockMessage};
pub use detail::{InitiativeSource, ItemChangeMessage, UnassignedReason};
pub(crate) use entry::LogEntry;
pub use handout::HandoutMessage;
pub use private::PrivateReaders;
pub(crate) use private::{PrivateEntry, PrivateLogs};
pub use scene_message::SceneMessage;
pub use whisper::{Whisper, WhisperTarget};

use crate::messages::Wording;
use serde::{Deserialize, Serialize};

use self::proposal_status::ProposalStatus;
use super::combatant::FoeHealth;
use super::safety::SafetySignal;
use crate::base::late::Late;
use crate::base::roll::RollResult;
use crate::base::seat::Role;
use crate::base::term::{RuleId, Term};
use crate::character::condition::Condition;
use crate::character::initiative::Initiative;
use crate::character::parameters::Parameters;
use crate::character::phase::Phase;
use crate::character::plan::Plan;
use crate::character::track::DamagePacket;
use crate::ruleset::HealthState;
use crate::ruleset::settings::Value;

/// Message of a log entry that says what happened, as data from which its sentence is written. Names are those at the
/// time of writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum LogMessage {
    /// A person took a seat.
    Joined {
        /// The name of the person.
        name: String,
        /// The role of the seat.
        role: Role,
    },
    /// A seat was given up or removed.
    Left {
        /// The name of the person.
        name: String,
    },
    /// A player made a proposal, or it was settled.
    Proposed {
        /// The name of the player.
        name: String,
        /// The proposal in words; only storytellers read it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
        /// The status of the proposal.
        fate: ProposalStatus,
    },
    /// A seat was muted or unmuted.
    Muted {
        /// The name of the person.
        name: String,
        /// Whether the seat is muted now.
        muted: bool,
    },
    /// The scene got a title.
    Titled {
        /// The new title.
        title: String,
    },
    /// Combatants were added.
    Added {
        /// The names of the combatants.
        names: Vec<String>,
    },
    /// Combatants were carried over from another encounter.
    Brought {
        /// The names of the combatants.
        names: Vec<String>,
        /// The title of that encounter.
        from: String,
    },
    /// A combatant was removed.
    Removed {
        /// The name of the combatant.
        name: String,
    },
    /// A combatant got another name.
    Renamed {
        /// The name before the change.
        before: String,
        /// The name after the change.
        after: String,
    },
    /// A hidden combatant was revealed.
    Revealed {
        /// The name of the combatant.
        name: String,
    },
    /// A combatant was hidden from players.
    Hidden {
        /// The name of the combatant.
        name: String,
    },
    /// A combatant's portrait was changed or removed.
    Pictured {
        /// The name of the combatant.
        name: String,
        /// Whether the combatant has a portrait now.
        there: bool,
    },
    /// Combatants formed or left a group that acts as one.
    Grouped {
        /// The names of the combatants.
        names: Vec<String>,
        /// Whether they act as one now.
        as_one: bool,
    },
    /// A combatant got another owner.
    Assigned {
        /// The name of the combatant.
        name: String,
        /// The name of the player; `None` is the storyteller.
        to: Option<String>,
    },
    /// A combatant's note was changed.
    Noted {
        /// The name of the combatant.
        name: String,
        /// The new note; `None` cleared it.
        text: Option<String>,
    },
    /// Initiative was rolled or given to a combatant.
    Initiative {
        /// The name of the combatant.
        name: String,
        /// The face of the die, unless it reveals a foe's numbers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u16>,
        /// The initiative score.
        score: i32,
        /// Whether a real die was thrown.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
        /// The terms added to the die, unless they reveal a foe's numbers.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        terms: Vec<Term>,
        /// The source of the initiative.
        #[serde(default, skip_serializing_if = "InitiativeSource::is_sheet")]
        source: InitiativeSource,
    },
    /// Initiative was rolled but given to no combatant.
    Offered {
        /// The name of the combatant, as typed or as stored.
        name: String,
        /// The initiative that was rolled.
        initiative: Initiative,
        /// The reason why no combatant got it.
        why: UnassignedReason,
    },
    /// A combatant declared a plan or took it back.
    Planned {
        /// The name of the combatant.
        name: String,
        /// The declared plan; `None` if it was taken back or is sealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plan: Option<Plan>,
        /// Whether the plan is still hidden.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sealed: bool,
        /// The rule that barred its stance now, where it was taken anyway.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        out_of_turn: Option<RuleId>,
    },
    /// A combatant tried to give up a declared action for a defense.
    Aborted {
        /// The name of the combatant.
        name: String,
        /// Whether the attempt succeeded.
        changed: bool,
        /// The roll, where one was needed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rolled: Option<RollResult>,
    },
    /// A combatant waits for a later moment.
    Waits {
        /// The name of the combatant.
        name: String,
        /// The event the combatant waits for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
    },
    /// A combatant who waited acts now.
    CutsIn {
        /// The name of the combatant.
        name: String,
    },
    /// A combatant waited until the round was over.
    WaitedTooLong {
        /// The name of the combatant.
        name: String,
    },
    /// Points of a pool were spent or regained.
    Spent {
        /// The name of the combatant.
        name: String,
        /// The key of the pool.
        pool: String,
        /// Points of the pool regained; spent points are negative.
        by: i32,
        /// Points left in the pool.
        left: i32,
    },
    /// An exchange was declared.
    Declared {
        /// The name of the acting combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The names of the targets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        at: Vec<String>,
        /// The title of the maneuver.
        what: Wording,
    },
    /// A choice was made in an exchange.
    Chose {
        /// The name of the choosing combatant; `None` is the storyteller.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The question in words.
        what: Wording,
        /// The chosen option.
        chose: Wording,
    },
    /// A storyteller made a ruling on an exchange.
    Ruled {
        /// The title of the exchange.
        what: Wording,
        /// The combatant whose number or choice it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The ruling in words.
        words: Wording,
        /// The reason, as typed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The newest answer or ruling of an exchange was taken back.
    TakenBack {
        /// The title of the exchange.
        what: Wording,
    },
    /// An exchange was withdrawn.
    Withdrawn {
        /// The name of the acting combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The title of the exchange.
        what: Wording,
    },
    /// An exchange had a consequence that no number shows.
    Told {
        /// The name of the affected combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The consequence in words.
        words: Wording,
        /// The rule that causes it.
        rule: RuleId,
    },
    /// The outcome of an exchange, or of one blow of it.
    Outcome {
        /// The sentences, one for each affected party.
        words: Vec<Wording>,
        /// The sentences that players read instead; empty if they read the same.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        players: Vec<Wording>,
    },
    /// A person said something.
    Said {
        /// The words as typed.
        text: String,
    },
    /// A condition began, changed or ended.
    Conditioned {
        /// The name of the combatant.
        name: String,
        /// The key of the condition.
        key: String,
        /// The condition now; `None` when it has ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        condition: Option<Condition>,
    },
    /// A combatant's item was added, removed, moved or changed.
    Gear {
        /// The name of the combatant.
        name: String,
        /// The name of the item.
        item: String,
        /// The change of the item.
        told: ItemChangeMessage,
    },
    /// A trait of a sheet got another value.
    TraitSet {
        /// The name of the combatant.
        name: String,
        /// The key of the trait.
        key: String,
        /// The new value; `None` is the default of the system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<i32>,
        /// Health states that are new with the change.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// A combatant became another kind of creature.
    KindSet {
        /// The name of the combatant.
        name: String,
        /// The key of the kind; `None` is the first kind of the system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        /// Health states that are new with the change.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// A sheet was edited in several places.
    SheetWritten {
        /// The name of the combatant.
        name: String,
        /// The new entries in words: `Dexterity 3, Firearms 2`.
        words: String,
        /// Health states that are new with the change.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// A parameter of the situation between two combatants was set.
    Situated {
        /// The combatant that the parameter applies to when they act on the other.
        from: String,
        /// The other combatant.
        to: String,
        /// The new value in words: "Distance: 10".
        words: Wording,
    },
    /// A hold began, changed or ended.
    Held {
        /// The name of the combatant that holds.
        by: String,
        /// The name of the combatant that is held.
        on: String,
        /// The verb of the hold: "holds", "aims at".
        word: Wording,
        /// The amount of the hold; `None` when it has ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<i32>,
    },
    /// Something about the places of the scene, or who goes where.
    Scene(Late<SceneMessage>),
    /// Something became of a handout.
    Handout(Late<HandoutMessage>),
    /// A clock was made, changed, filled or put away.
    Clock(Late<ClockMessage>),
    /// The table paused for its safety, or goes on; nothing says by whom.
    Safety {
        /// The signal.
        signal: SafetySignal,
    },
    /// A due roll or payment was carried out.
    CameDue {
        /// The name of the combatant.
        name: String,
        /// The due in words.
        words: Wording,
        /// The rule that demands it.
        rule: RuleId,
    },
    /// The scene ended.
    SceneEnded,
    /// Downtime passed in the story, or combatants recovered.
    TimePassed {
        /// The time and the care in words: "A night passes".
        words: Wording,
    },
    /// A due roll or payment was waived.
    Waived {
        /// The name of the combatant.
        name: String,
        /// The due in words.
        words: Wording,
    },
    /// A house rule was turned on or off.
    HouseRule {
        /// The key of the house rule.
        key: String,
        /// Whether the house rule is on now.
        on: bool,
        /// The rule as played, in words; empty in entries of earlier releases.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
        /// The rule id; `None` where it is a matter of the table alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<RuleId>,
    },
    /// A house rule was set to one of several values or to a number.
    Set {
        /// The key of the house rule.
        key: String,
        /// The new value.
        to: Value,
        /// The rule as played, in words; empty in entries of earlier releases.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
        /// The rule id; `None` where it is a matter of the table alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<RuleId>,
    },
    /// A token was moved by hand.
    Moved {
        /// The name of the combatant.
        name: String,
        /// Whether it moved to the bench.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bench: bool,
    },
    /// The order was sorted by initiative again.
    Sorted,
    /// A turn began.
    Turn {
        /// The round, counted from 1.
        round: u32,
        /// The phase of the round.
        #[serde(default, skip_serializing_if = "Phase::is_act")]
        phase: Phase,
        /// The name of the acting combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The names of others who act at the same moment.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<String>,
        /// The names of combatants skipped because they are out of the fight.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<String>,
        /// Whether a storyteller went back to this turn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
    },
    /// The damage of an attack was marked.
    Harmed {
        /// The name of the damaged combatant.
        name: String,
        /// The damage by severity.
        packet: DamagePacket,
        /// Points of damage that changed nothing because the track was full.
        #[serde(default, skip_serializing_if = "is_zero")]
        excess: u16,
        /// Health states that are new with the damage.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Health boxes were marked by hand.
    Marked {
        /// The name of the combatant.
        name: String,
        /// The net change of boxes: bashing, lethal, aggravated.
        change: [i32; 3],
        /// The net change of health points.
        #[serde(default, skip_serializing_if = "is_unchanged")]
        points: i32,
        /// Health states that are new with the change.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        states: Vec<HealthState>,
    },
    /// Dice were rolled.
    Rolled {
        /// The name of the rolling combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The purpose of the roll.
        what: Wording,
        /// The pool, term by term.
        terms: Vec<Term>,
        /// The sum of the terms.
        pool: i32,
        /// Parameters of the roll: how the dice were read.
        reading: Parameters,
        /// The faces and their result.
        rolled: RollResult,
        /// Whether real dice were thrown.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
    },
    /// A roll that a storyteller asks for, or how it went on.
    Asked(Late<AskMessage>),
    /// The setting for what players see of foes' health was changed.
    FoeHealth {
        /// The new value of the setting.
        shown: FoeHealth,
    },
    /// A person whispered to others.
    Whispered(Late<Whisper>),
}

/// Whether a count is zero, in which case serialization leaves it out.
const fn is_zero(count: &u16) -> bool {
    *count == 0
}

/// Whether a change is zero, in which case serialization leaves it out.
const fn is_unchanged(points: &i32) -> bool {
    *points == 0
}

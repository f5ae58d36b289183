//! Encounters: state, commands, events, log, and what each class of readers may see.
//!
//! [`decide()`] turns a command into events and changes nothing. [`Encounter::apply`] applies them and cannot
//! fail. [`View::of`] is what a viewer may see. Who may read a line of the [`log`], and how much of it, is
//! settled when the line is written.

mod aggregate;
mod ask;
mod ask_readers;
pub mod authority;
pub mod carry_over;
mod class;
pub mod combatant;
pub mod command;
mod countdown;
mod decide;
pub mod demo;
pub mod event;
pub mod exchange;
pub mod feature;
mod field;
mod group;
mod hold_conditions;
mod legacy;
pub mod limits;
pub mod log;
mod proposal_text;
pub mod question;
pub mod quick_add;
pub mod refusal;
pub mod replay;
mod roll_reading;
pub mod safety;
pub mod samples;
mod situation;
pub mod state;
mod table_settings;
mod turn_enforcement;
mod undo;
mod unseen_attack;
pub mod view;
mod viewer;
mod whereabouts;

pub use aggregate::encounter::Encounter;
pub use ask::{AskConsequence, AskEnd, AskTelling, AskedDice};
pub use class::Class;
pub use combatant::relations::{CombatantHold, Nearness, Relations, Situation};
pub use combatant::{Combatant, FoeHealth, HealthSight, RoundState, Side, Timing, Turn};
pub use command::{Command, IssuedCommand};
pub use countdown::{COUNTDOWN_SECONDS, Countdown, OnTimeout};
pub use decide::{answer_question, decide, decide_with_proof};
pub use event::{Event, Record};
pub use field::CombatantField;
pub use question::{Question, Reply};
pub use refusal::Refusal;
pub use replay::dice_log_recorder::DiceLogRecorder;
pub use state::State;
pub use state::cover::Cover;
pub use state::dice_epochs::DiceEpoch;
pub use state::dice_event::DiceEvent;
pub use table_settings::{MovePermission, TableSetting, TableSettings, WhisperSetting};
pub use view::{Change, PrivateChange, PrivateView, UndoOffer, View, diff};
pub use viewer::Viewer;

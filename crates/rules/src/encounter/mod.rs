//! Encounters: state, commands, events, log, and what each class of readers may see.
//!
//! [`decide()`] turns a command into events and changes nothing. [`Encounter::apply`] applies them and cannot
//! fail. [`View::of`] is what a viewer may see. Who may read a line of the [`log`], and how much of it, is
//! settled when the line is written.

mod apply;
pub mod authority;
pub mod carry_over;
mod class;
mod combatant;
mod combatants;
pub mod command;
mod countdown;
pub mod cover;
mod deadlines;
mod decide;
pub mod demo;
pub mod dice_epochs;
mod dice_event;
mod dice_log_recorder;
mod dry_run;
#[expect(
    clippy::module_inception,
    reason = "the encounter itself is one of its rooms"
)]
mod encounter;
pub mod event;
mod event_payload;
pub mod exchange;
pub mod feature;
mod field;
mod group;
mod history;
mod hold_conditions;
pub mod label;
mod legacy;
pub mod limits;
pub mod log;
mod log_append;
mod log_line;
mod offer_rank;
mod order;
mod outcome;
pub mod outcome_sentence;
pub mod past;
pub mod place;
pub mod proposal;
mod proposal_status;
mod proposal_text;
pub mod question;
pub mod quick_add;
pub mod recap;
pub mod refusal;
mod relations;
mod scene;
mod simultaneous;
mod situation;
mod state;
mod table_settings;
mod turn_enforcement;
mod undo;
mod unseen_attack;
pub mod view;
mod viewer;
mod whereabouts;

pub use class::Class;
pub use combatant::{Combatant, FoeHealth, HealthSight, RoundState, Side, Timing, Turn};
pub use command::{Command, IssuedCommand};
pub use countdown::{COUNTDOWN_SECONDS, Countdown, OnTimeout};
pub use cover::Cover;
pub use decide::{answer_question, decide, decide_with_proof};
pub use dice_epochs::DiceEpoch;
pub use dice_event::DiceEvent;
pub use dice_log_recorder::DiceLogRecorder;
pub use encounter::Encounter;
pub use event::{Event, Record};
pub use field::CombatantField;
pub use question::{Question, Reply};
pub use refusal::Refusal;
pub use relations::{CombatantHold, Nearness, Relations, Situation};
pub use state::State;
pub use table_settings::{MovePermission, TableSetting, TableSettings};
pub use view::{Change, UndoOffer, View, diff};
pub use viewer::Viewer;

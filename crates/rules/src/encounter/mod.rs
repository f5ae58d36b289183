//! Encounters: state, commands, events, log, and what each class of readers may see.
//!
//! [`decide`] turns a command into events and changes nothing. [`Encounter::apply`] applies them and cannot
//! fail. [`View::of`] is what a viewer may see. Who may read a line of the [`log`], and how much of it, is
//! settled when the line is written.

pub mod along;
mod apply;
pub mod authority;
pub mod came;
mod class;
mod combatant;
mod combatants;
pub mod command;
mod countdown;
pub mod cover;
mod decide;
pub mod demo;
mod dice_course;
mod dice_event;
#[expect(
    clippy::module_inception,
    reason = "the encounter itself is one of its rooms"
)]
mod encounter;
pub mod event;
pub mod exchange;
mod fact;
pub mod fair;
mod fate;
pub mod feature;
mod felt;
mod field;
mod grips;
mod group;
mod history;
pub mod label;
mod legacy;
pub mod limits;
pub mod log;
mod log_line;
mod logbook;
mod moment;
mod order;
mod outcome;
mod own_turn;
pub mod past;
pub mod place;
mod placing;
pub mod proposal;
mod proposed;
pub mod question;
pub mod quick_add;
mod rank;
pub mod recap;
pub mod refusal;
mod staging;
mod state;
mod table_settings;
mod ties;
mod trial;
mod undo;
pub mod view;
mod viewer;
mod waits;

pub use class::Class;
pub use combatant::{Combatant, FoeHealth, HealthSight, Side, ThisRound, Timing, Turn};
pub use command::{Command, Given};
pub use countdown::{Countdown, SECONDS, Then};
pub use cover::Cover;
pub use decide::{decide, decide_fairly, reply};
pub use dice_course::DiceCourse;
pub use dice_event::DiceEvent;
pub use encounter::Encounter;
pub use event::{Event, Record};
pub use fair::Epoch;
pub use field::Field;
pub use question::{Question, Reply};
pub use refusal::Refusal;
pub use state::State;
pub use table_settings::{TableSetting, TableSettings};
pub use ties::{Held, Situation, Ties};
pub use view::{Change, Offer, View, diff};
pub use viewer::Viewer;

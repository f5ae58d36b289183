//! The tests that speak of the core, in one program: `cargo xtask prove mutants` compiles it once for each mistake,
//! where it would have to link thirty.

#[path = "along.rs"]
mod along;
#[path = "authority/main.rs"]
mod authority;
#[path = "chat.rs"]
mod chat;
#[path = "countdown.rs"]
mod countdown;
#[path = "demo.rs"]
mod demo;
#[path = "due.rs"]
mod due;
#[path = "exchange.rs"]
mod exchange;
#[path = "fair.rs"]
mod fair;
#[path = "frozen_logs.rs"]
mod frozen_logs;
#[path = "gear.rs"]
mod gear;
#[path = "guides.rs"]
mod guides;
#[path = "old_log.rs"]
mod old_log;
#[path = "out.rs"]
mod out;
#[path = "proposals.rs"]
mod proposals;
#[path = "questions.rs"]
mod questions;
#[path = "recap.rs"]
mod recap;
#[path = "rounds.rs"]
mod rounds;
#[path = "seams.rs"]
mod seams;
#[path = "seats.rs"]
mod seats;
#[path = "settings.rs"]
mod settings;
#[path = "sheets.rs"]
mod sheets;
#[path = "stored_forms.rs"]
mod stored_forms;
#[path = "ties.rs"]
mod ties;
#[path = "tristat_round.rs"]
mod tristat_round;
#[path = "typed.rs"]
mod typed;
#[path = "undo.rs"]
mod undo;
#[path = "waiting.rs"]
mod waiting;
#[path = "wire/main.rs"]
mod wire;

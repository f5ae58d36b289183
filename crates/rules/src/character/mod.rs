//! What a combatant is made of, whatever the rule system: sheet, health track, gear, conditions, plan and
//! initiative, and what time does to them.

pub mod condition;
pub mod downtime;
pub mod due;
pub mod gear;
pub mod initiative;
pub mod parameters;
pub mod phase;
pub mod plan;
pub mod sheet;
pub mod track;
pub mod vocabulary;

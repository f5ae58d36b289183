//! Components about one combatant.

pub mod claim;
pub mod conditions;
pub mod due;
pub mod own_combatants;
pub mod plan_summary;
pub mod pools;
pub mod portrait;
pub mod sheet;
pub mod sheet_sections;
pub mod short_name;

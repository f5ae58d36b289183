//! The page of a table: header, tabs, banner, shortcuts.

pub mod banner;
pub(crate) mod choice_field;
pub mod dialogs;
pub mod fight_over;
pub mod header;
pub mod keys;
pub mod layout;
pub mod rule_link;
pub mod screen;
pub mod stepper;
pub mod tabs;
pub mod undo_buttons;

//! The commands that change a setting of the whole table, or what the table screen shows.

use super::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::{ScreenSet, TableSet};
use crate::encounter::refusal::Refusal;
use crate::encounter::table_settings::TableSetting;
use crate::table_screen::{MAX_SCREEN_CLOCKS, TableScreen};

impl Decision<'_> {
    /// Sets a setting of the table; refused where its value is no longer `was`.
    pub(super) fn set_table_setting(
        &self,
        to: &TableSetting,
        was: Option<&TableSetting>,
    ) -> Result<Vec<Event>, Refusal> {
        to.check()?;
        let before = to.current_value(&self.state.table);
        if before == *to {
            return Err(Refusal::NothingToDo);
        }
        if was.is_some_and(|was| *was != before) {
            return Err(Refusal::Overtaken);
        }
        Ok(vec![Event::TableSet(TableSet {
            before,
            after: to.clone(),
        })])
    }

    /// Chooses what the table screen shows.
    pub(super) fn set_screen(&self, to: &TableScreen) -> Result<Vec<Event>, Refusal> {
        let mut clocks = to.clocks.iter().flatten();
        if to
            .clocks
            .as_ref()
            .is_some_and(|all| all.len() > MAX_SCREEN_CLOCKS)
        {
            return Err(Refusal::OutOfBounds);
        }
        if clocks.any(|id| !self.state.clocks.contains_key(id)) {
            return Err(Refusal::NoSuchClock);
        }
        let before = self.state.table.screen.clone();
        if before == *to {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::ScreenSet(ScreenSet {
            before,
            after: to.clone(),
        })])
    }
}

//! The command that changes a setting of the whole table.

use super::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::TableSet;
use crate::encounter::refusal::Refusal;
use crate::encounter::table_settings::TableSetting;

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
}

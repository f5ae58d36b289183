//! Events about the settings of the table and its house rules.

use crate::messages::encounter as msg;
use std::mem::discriminant;

use serde::{Deserialize, Serialize};

use crate::encounter::fact::{Edit, Fact};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::table_settings::TableSetting;
use crate::encounter::viewer::Viewer;
use crate::house::House;
use crate::settings::Value;
use crate::term::RuleId;

/// A setting of the table was changed. The first three settings are stored as `foe_health_set`, `foe_odds_set` and
/// `countdown_set`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSet {
    /// The setting with its value before.
    pub before: TableSetting,
    /// The setting with its value after.
    pub after: TableSetting,
}

impl Fact for TableSet {
    fn apply(&self, state: &mut State) {
        self.after.clone().put(&mut state.table);
        // Open questions get the new countdown from now on.
        if matches!(self.after, TableSetting::Countdown(_)) {
            state.waits.clear();
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(self.after.log_line())
    }
}

impl Edit for TableSet {
    type Value = TableSetting;

    const UNDONE_BY_PLAYERS: bool = false;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        discriminant(&self.after) == discriminant(&other.after)
    }

    fn stands(&self, state: &State, _viewer: Viewer) -> bool {
        self.after.now(&state.table) == self.after
    }
}

/// A house rule was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseRuleSet {
    /// The key of the house rule.
    pub key: String,
    /// The value before the change.
    pub before: Value,
    /// The value after the change.
    pub after: Value,
}

impl Fact for HouseRuleSet {
    fn apply(&self, state: &mut State) {
        let settings = state.rules().settings();
        if let Some((spec, after)) = House::meant(settings, &self.key, &self.after) {
            state.house.put(spec, after);
        }
    }

    /// The log line stores its words, because browsers do not have those of every setting.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let meant = House::meant(state.rules().settings(), &self.key, &self.after);
        let (words, rule) = meant.map_or_else(Default::default, |(spec, value)| {
            let words = if value == spec.usual() {
                msg::no_house_rule_any_more(&spec.title)
            } else {
                msg::house_rule(&spec.tell(&value))
            };
            let rule = (!spec.rule().is_empty()).then(|| RuleId::new(spec.rule()));
            (words, rule)
        });
        let key = self.key.clone();
        Some(LogLine::open(match &self.after {
            Value::Yes(on) => What::HouseRule {
                key,
                on: *on,
                words,
                rule,
            },
            to => What::Set {
                key,
                to: to.clone(),
                words,
                rule,
            },
        }))
    }
}

impl Edit for HouseRuleSet {
    type Value = Value;

    const UNDONE_BY_PLAYERS: bool = false;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        self.key == other.key
    }

    fn stands(&self, state: &State, _viewer: Viewer) -> bool {
        let meant = House::meant(state.rules().settings(), &self.key, &self.after);
        meant.is_some_and(|(spec, after)| state.house.value(spec) == after)
    }
}

//! Events about the settings of the table, its screen and its house rules.

use crate::messages::encounter as msg;
use std::mem::discriminant;

use serde::{Deserialize, Serialize};

use crate::base::term::RuleId;
use crate::encounter::feature::event_payload::{EventPayload, SetsValue};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::table_settings::TableSetting;
use crate::encounter::viewer::Viewer;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::settings::Value;
use crate::table_screen::{ScreenLayout, TableScreen};

/// A setting of the table was changed. The first three settings are stored as `foe_health_set`, `foe_odds_set` and
/// `countdown_set`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSet {
    /// The setting with its value before.
    pub before: TableSetting,
    /// The setting with its value after.
    pub after: TableSetting,
}

impl EventPayload for TableSet {
    fn apply(&self, state: &mut State) {
        self.after.clone().replace_in(&mut state.table);
        // Open questions get the new countdown from now on.
        if matches!(self.after, TableSetting::Countdown(_)) {
            state.waits.clear();
        }
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        Some(self.after.log_line())
    }
}

impl SetsValue for TableSet {
    type Value = TableSetting;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        discriminant(&self.after) == discriminant(&other.after)
    }

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        self.after.current_value(&state.table) == self.after
    }
}

/// Event that storytellers chose what the table screen shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenSet {
    /// The choice before.
    pub before: TableScreen,
    /// The choice after.
    pub after: TableScreen,
}

impl EventPayload for ScreenSet {
    fn apply(&self, state: &mut State) {
        state.table.screen.clone_from(&self.after);
    }

    /// Returns the log line for storytellers only, as players see the screen itself.
    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let words = match self.after.layout {
            _ if self.before.layout == self.after.layout => msg::THE_TABLE_SCREEN_IS_CHANGED,
            ScreenLayout::OrderAndScene => msg::TABLE_SCREEN_ORDER_AND_SCENE,
            ScreenLayout::Order => msg::TABLE_SCREEN_ORDER,
            ScreenLayout::Scene => msg::TABLE_SCREEN_SCENE,
            ScreenLayout::Picture => msg::TABLE_SCREEN_PICTURE,
        };
        let message = LogMessage::Set {
            key: "screen".to_owned(),
            to: Value::Named(self.after.layout.key().into()),
            words: words.into(),
            rule: None,
        };
        Some(LogLine::new(false, message))
    }
}

impl SetsValue for ScreenSet {
    type Value = TableScreen;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, _other: &Self) -> bool {
        true
    }

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        state.table.screen == self.after
    }
}

/// Event that a house rule of the table was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseRuleSet {
    /// The key of the house rule.
    pub key: String,
    /// The value before the change.
    pub before: Value,
    /// The value after the change.
    pub after: Value,
}

impl EventPayload for HouseRuleSet {
    fn apply(&self, state: &mut State) {
        let settings = state.rules().lists().setting_specs;
        if let Some((spec, after)) = HouseRules::resolve_setting(settings, &self.key, &self.after) {
            state.house.apply_setting(spec, after);
        }
    }

    /// Returns the log line with the words of the setting, because browsers do not have those of
    /// every setting.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let specs = state.rules().lists().setting_specs;
        let meant = HouseRules::resolve_setting(specs, &self.key, &self.after);
        let (words, rule) = meant.map_or_else(Default::default, |(spec, value)| {
            let words = if value == spec.default_value() {
                msg::no_house_rule_any_more(&spec.title)
            } else {
                msg::house_rule(&spec.describe(&value))
            };
            let rule =
                (!spec.defining_rule().is_empty()).then(|| RuleId::new(spec.defining_rule()));
            (words, rule)
        });
        let key = self.key.clone();
        Some(LogLine::new_public(match &self.after {
            Value::Yes(on) => LogMessage::HouseRule {
                key,
                on: *on,
                words,
                rule,
            },
            to => LogMessage::Set {
                key,
                to: to.clone(),
                words,
                rule,
            },
        }))
    }
}

impl SetsValue for HouseRuleSet {
    type Value = Value;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.key == other.key
    }

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        let specs = state.rules().lists().setting_specs;
        let meant = HouseRules::resolve_setting(specs, &self.key, &self.after);
        meant.is_some_and(|(spec, after)| state.house.value_or_default(spec) == after)
    }
}

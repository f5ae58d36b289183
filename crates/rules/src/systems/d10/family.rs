//! Traits of a rule system that the d10 systems implement alike: rolls, and what they read as.

use super::dice::DiceConventions;
use super::facts::D10Facts;
use super::input::Denied;
use super::shared_rules::{chat_errors, roll_parameters, roll_text, rolls};
use crate::base::dice::Dice;
use crate::base::roll::RollResult;
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;
use crate::messages::Text;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{DiceRules, RollPreview, RollRules};

/// Rule system of the d10 family.
pub trait D10System: Sync {
    /// Refusals by the rules of the system.
    type Refusal: std::error::Error + Copy + 'static;

    /// Rules that the system cites, and refusals that it answers.
    fn d10_facts() -> &'static D10Facts<Self::Refusal>;

    /// Conventions for counting dice under these house rules.
    fn dice_conventions(house: &HouseRules) -> DiceConventions;
}

impl<S: D10System> DiceRules for S {
    fn roll_cost(&self, reading: &Parameters) -> Option<(&'static str, u16)> {
        roll_parameters::roll_cost(reading)
    }

    fn preview_roll(&self, sum: i32, reading: &Parameters) -> RollPreview {
        roll_text::preview_roll(sum, reading)
    }

    fn outcome_odds(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Vec<(Text, f64)> {
        roll_text::outcome_odds(sum, reading, S::dice_conventions(house))
    }

    fn describe_parameters(&self, reading: &Parameters) -> String {
        roll_text::describe_parameters(reading)
    }

    fn describe_dice_outcome(&self, rolled: &RollResult, _reading: &Parameters) -> String {
        roll_text::describe_outcome(rolled)
    }
}

impl<S: D10System> RollRules for S {
    fn parameter_from_word(&self, word: &str) -> Option<(&'static str, i32)> {
        roll_parameters::parameter_from_word(word)
    }

    fn tally_keys(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<&'static str> {
        rolls::tally_keys(who, reading)
    }

    fn roll_dice(
        &self,
        sum: i32,
        reading: &Parameters,
        house: &HouseRules,
        dice: &mut dyn Dice,
    ) -> Result<RollResult, ChatError> {
        let rolled = roll_parameters::roll_dice(sum, reading, S::dice_conventions(house), dice);
        let rolled =
            rolled.map_err(|why| chat_errors::denied_error::<S::Refusal>(&Denied::from(why)))?;
        rolled.ok_or_else(|| chat_errors::refusal_error(&S::d10_facts().no_dice))
    }
}

//! Automatic play of an exchange: dice are thrown, and a policy chooses.

use super::CombatRules;
use super::effect::Effect;
use super::pending_roll::{CompletedRoll, PendingRoll, RollBenefit};
use super::play::{
    AnswerSource, ChoiceOption, ExchangeStep, LedgerLine, Play, PlayResult, Stop, diceless_roll,
};
use super::ruling::Ruling;
use super::scene::{Scene, SceneHistory};
use super::slot::{Party, Slot};
use super::upshot::Upshot;
use crate::base::dice::Dice;
use crate::chat_command::ChatError;
use crate::messages::{Wording, core as msg};
use crate::ruleset::RuleSystem;
use crate::ruleset::house_rules::HouseRules;

/// The result of an exchange that was played out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedExchange {
    /// The ledger: every sum, roll and choice.
    pub ledger: Vec<LedgerLine>,
    /// The effects of the exchange.
    pub effects: Vec<Effect>,
    /// The upshots for its parties, where no damage tells them.
    pub upshots: Vec<(Party, Upshot)>,
}

/// A policy that answers questions in place of a person.
pub trait Policy {
    /// Returns the key of the option to take; by default the first that is not barred.
    fn choose(&self, _slot: &Slot, options: &[ChoiceOption]) -> String {
        first_open(options)
    }

    /// Receives a choice that left nothing to choose, with one option open or none.
    fn skip_choice(&self, _slot: &Slot, _options: &[ChoiceOption]) {}

    /// Returns the number to name; by default the least.
    fn number(&self, _slot: &Slot, range: (i32, i32)) -> i32 {
        range.0
    }

    /// Returns the keys of what to buy for a roll; by default nothing.
    fn buy(&self, _slot: &Slot, _buys: &[RollBenefit]) -> Vec<String> {
        Vec::new()
    }
}

/// A policy that takes the first open option and the least number, and buys nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstOpen;

impl Policy for FirstOpen {}

/// Returns the key of the first option that is not barred, or of the first if all are.
pub(super) fn first_open(options: &[ChoiceOption]) -> String {
    let open = options.iter().find(|option| option.barred.is_none());
    let first = open.or(options.first());
    first.map_or_else(String::new, |option| option.key.to_string())
}

/// Plays an exchange to its end with `dice`.
///
/// # Errors
/// Returns the refusal of the rules, also for a barred choice of the policy.
pub fn play_out(
    combat: &dyn CombatRules,
    scene: &Scene<'_>,
    rulings: &[Ruling],
    policy: &dyn Policy,
    dice: &mut dyn Dice,
) -> Result<PlayedExchange, ChatError> {
    let mut thrown = PolicySource {
        rules: combat.rules(),
        house: scene.house,
        policy,
        dice,
    };
    let moments = SceneHistory::unchanging(*scene);
    let mut play = Play::new(&mut thrown, rulings, &moments);
    match combat.resolve(scene, &mut play) {
        Ok(()) => {}
        Err(Stop::Refused(why)) => return Err(*why),
        Err(Stop::Asks(_)) => {
            return Err(ChatError::new("unanswered", msg::NOBODY_ANSWERED_THAT));
        }
    }
    let PlayResult {
        ledger,
        effects,
        upshots,
    } = play.finish(false);
    Ok(PlayedExchange {
        ledger,
        effects,
        upshots,
    })
}

/// An answer source that throws dice and asks a policy.
struct PolicySource<'a> {
    rules: &'static dyn RuleSystem,
    house: &'a HouseRules,
    policy: &'a dyn Policy,
    dice: &'a mut dyn Dice,
}

/// Returns the refusal of an option that is barred or missing.
fn option_refusal(options: &[ChoiceOption], key: &str) -> Option<Stop> {
    match options.iter().find(|option| option.key == key) {
        None => Some(Stop::refused(
            "no_such_choice",
            Wording::verbatim(msg::there_is_no(&key)),
        )),
        Some(option) => option
            .barred
            .as_ref()
            .map(|(why, rule)| Stop::refused("barred", msg::wordings::reason_and_rule(why, rule))),
    }
}

impl AnswerSource for PolicySource<'_> {
    fn choose(&mut self, asked: &ExchangeStep, options: &[ChoiceOption]) -> Result<String, Stop> {
        let Some((slot, _)) = asked.slot_and_party() else {
            return Ok(String::new());
        };
        let key = self.policy.choose(slot, options);
        option_refusal(options, &key).map_or(Ok(key), Err)
    }

    fn skip_choice(&mut self, slot: &Slot, options: &[ChoiceOption]) {
        self.policy.skip_choice(slot, options);
    }

    fn number(&mut self, asked: &ExchangeStep, (least, most): (i32, i32)) -> Result<i32, Stop> {
        let named = asked
            .slot_and_party()
            .map(|(slot, _)| self.policy.number(slot, (least, most)));
        Ok(named.unwrap_or(least).clamp(least, most))
    }

    fn roll(
        &mut self,
        slot: &Slot,
        _by: Party,
        buys: &[RollBenefit],
        check: &dyn Fn(&[String]) -> PendingRoll,
    ) -> Result<CompletedRoll, Stop> {
        let bought = self.policy.buy(slot, buys);
        let made = check(&bought);
        let rolled = self
            .rules
            .roll_dice(made.sum(), &made.reading, self.house, self.dice);
        Ok(CompletedRoll {
            check: made,
            rolled: rolled.unwrap_or_else(|_| diceless_roll()),
            bought,
        })
    }
}

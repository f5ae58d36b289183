//! Automatic play of an exchange: dice are thrown, and a policy chooses.

use super::Combat;
use super::check::{Buy, Check, Fell};
use super::effect::Effect;
use super::play::{Choice, Closed, Line, Play, Source, Step, Stop, nothing_to_throw};
use super::ruling::Ruling;
use super::scene::{Moments, Scene};
use super::slot::{Party, Slot};
use super::upshot::Upshot;
use crate::dice::Dice;
use crate::house::House;
use crate::messages::{Wording, core as msg};
use crate::system::RuleSystem;
use crate::typed::ChatError;

/// The result of an exchange that was played out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The ledger: every sum, roll and choice.
    pub ledger: Vec<Line>,
    /// The effects of the exchange.
    pub effects: Vec<Effect>,
    /// The upshots for its parties, where no damage tells them.
    pub upshots: Vec<(Party, Upshot)>,
}

/// A policy that answers questions in place of a person.
pub trait Policy {
    /// Returns the key of the option to take; by default the first that is not barred.
    fn choose(&self, _slot: &Slot, options: &[Choice]) -> String {
        first_open(options)
    }

    /// Receives a choice that left nothing to choose, with one option open or none.
    fn settled(&self, _slot: &Slot, _options: &[Choice]) {}

    /// Returns the number to name; by default the least.
    fn number(&self, _slot: &Slot, range: (i32, i32)) -> i32 {
        range.0
    }

    /// Returns the keys of what to buy for a roll; by default nothing.
    fn buy(&self, _slot: &Slot, _buys: &[Buy]) -> Vec<String> {
        Vec::new()
    }
}

/// A policy that takes the first open option and the least number, and buys nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstOpen;

impl Policy for FirstOpen {}

/// Returns the key of the first option that is not barred, or of the first if all are.
pub(super) fn first_open(options: &[Choice]) -> String {
    let open = options.iter().find(|option| option.barred.is_none());
    let first = open.or(options.first());
    first.map_or_else(String::new, |option| option.key.to_string())
}

/// Plays an exchange to its end with `dice`.
///
/// # Errors
/// Returns the refusal of the rules, also for a barred choice of the policy.
pub fn play_out(
    combat: &dyn Combat,
    scene: &Scene<'_>,
    rulings: &[Ruling],
    policy: &dyn Policy,
    dice: &mut dyn Dice,
) -> Result<Played, ChatError> {
    let mut thrown = Thrown {
        rules: combat.rules(),
        house: scene.house,
        policy,
        dice,
    };
    let moments = Moments::only(*scene);
    let mut play = Play::new(&mut thrown, rulings, &moments);
    match combat.resolve(scene, &mut play) {
        Ok(()) => {}
        Err(Stop::Refused(why)) => return Err(*why),
        Err(Stop::Asks(_)) => {
            return Err(ChatError::new("unanswered", msg::NOBODY_ANSWERED_THAT));
        }
    }
    let Closed {
        ledger,
        effects,
        upshots,
    } = play.close(false);
    Ok(Played {
        ledger,
        effects,
        upshots,
    })
}

/// An answer source that throws dice and asks a policy.
struct Thrown<'a> {
    rules: &'static dyn RuleSystem,
    house: &'a House,
    policy: &'a dyn Policy,
    dice: &'a mut dyn Dice,
}

/// Returns the refusal of an option that is barred or missing.
fn refused(options: &[Choice], key: &str) -> Option<Stop> {
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

impl Source for Thrown<'_> {
    fn choose(&mut self, asked: &Step, options: &[Choice]) -> Result<String, Stop> {
        let Some((slot, _)) = asked.asked() else {
            return Ok(String::new());
        };
        let key = self.policy.choose(slot, options);
        refused(options, &key).map_or(Ok(key), Err)
    }

    fn settled(&mut self, slot: &Slot, options: &[Choice]) {
        self.policy.settled(slot, options);
    }

    fn number(&mut self, asked: &Step, (least, most): (i32, i32)) -> Result<i32, Stop> {
        let named = asked
            .asked()
            .map(|(slot, _)| self.policy.number(slot, (least, most)));
        Ok(named.unwrap_or(least).clamp(least, most))
    }

    fn roll(
        &mut self,
        slot: &Slot,
        _by: Party,
        buys: &[Buy],
        check: &dyn Fn(&[String]) -> Check,
    ) -> Result<Fell, Stop> {
        let bought = self.policy.buy(slot, buys);
        let made = check(&bought);
        let rolled = self
            .rules
            .roll(made.sum(), &made.reading, self.house, self.dice);
        Ok(Fell {
            check: made,
            rolled: rolled.unwrap_or_else(|_| nothing_to_throw()),
            bought,
        })
    }
}

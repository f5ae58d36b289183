//! The second life of a play: from dice, with a policy that chooses.

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

/// What an exchange came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Every sum, roll and choice.
    pub ledger: Vec<Line>,
    /// What changes.
    pub effects: Vec<Effect>,
    /// What became of it for its parties, where no damage says it.
    pub upshots: Vec<(Party, Upshot)>,
}

/// Who chooses when no person is there to.
pub trait Policy {
    /// The key of the option to take. Without a word: the first that is not barred.
    fn choose(&self, _slot: &Slot, options: &[Choice]) -> String {
        first_open(options)
    }

    /// Hears of a choice that left nothing to choose: one option was open, or none.
    fn settled(&self, _slot: &Slot, _options: &[Choice]) {}

    /// The number to name. Without a word: the least.
    fn number(&self, _slot: &Slot, range: (i32, i32)) -> i32 {
        range.0
    }

    /// The keys of what to buy for a roll. Without a word: nothing.
    fn buy(&self, _slot: &Slot, _buys: &[Buy]) -> Vec<String> {
        Vec::new()
    }
}

/// Takes the first option that is not barred, the least number, and buys nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstOpen;

impl Policy for FirstOpen {}

pub(super) fn first_open(options: &[Choice]) -> String {
    let open = options.iter().find(|option| option.barred.is_none());
    let first = open.or(options.first());
    first.map_or_else(String::new, |option| option.key.to_string())
}

/// Plays an exchange out with `dice`.
///
/// # Errors
/// Why the rules refuse it; also a choice of the policy that they bar.
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

struct Thrown<'a> {
    rules: &'static dyn RuleSystem,
    house: &'a House,
    policy: &'a dyn Policy,
    dice: &'a mut dyn Dice,
}

/// The rule that bars an option, as a refusal; also for an option there is not.
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

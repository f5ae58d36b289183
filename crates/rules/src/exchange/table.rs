//! Play at the table: an exchange from the answers that people gave so far.

use serde::{Deserialize, Serialize};

use super::Combat;
use super::check::{Buy, Check, Fell};
use super::effect::Effect;
use super::play::{Choice, Closed, Line, Play, Source, Step, Stop, nothing_to_throw};
use super::ruling::{Ruled, Ruling};
use super::scene::Moments;
use super::slot::{Party, Slot};
use super::upshot::Upshot;
use crate::dice::Script;
use crate::house::House;
use crate::sorted::Map;
use crate::switch;
use crate::typed::ChatError;

/// An answer to a question of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The key of an option.
    Chose(String),
    /// A number that was named.
    Number(i32),
    /// Dice, in the order in which they fell.
    Rolled {
        /// The faces of the dice.
        faces: Vec<u16>,
        /// The keys of the benefits bought for the roll.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bought: Vec<String>,
        /// Whether the faces of real dice were typed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
    },
}

/// The progress of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The next question; `None` when the exchange is over.
    pub next: Option<Step>,
    /// The ledger: every sum, roll and choice so far.
    pub ledger: Vec<Line>,
    /// The effects: while a question is open, only those applied at once.
    pub effects: Vec<Effect>,
    /// The upshots for its parties, where no damage tells them: while a question is open, only those of finished blows.
    pub upshots: Vec<(Party, Upshot)>,
}

/// Plays an exchange as far as it has been answered.
///
/// # Errors
/// Returns the refusal of the rules.
pub fn step(
    combat: &dyn Combat,
    moments: &Moments<'_>,
    answers: &Map<Slot, Answer>,
    rulings: &[Ruling],
) -> Result<Progress, ChatError> {
    let mut recorded = Recorded {
        combat,
        house: moments.now().house,
        answers,
    };
    let mut play = Play::new(&mut recorded, rulings, moments);
    let stopped = match combat.resolve(moments.first(), &mut play) {
        Ok(()) => None,
        Err(Stop::Asks(step)) => {
            for one in step.each() {
                if let Step::Choose { rule, .. } | Step::Number { rule, .. } = one {
                    switch::asks(rule.as_str());
                }
            }
            Some(*step)
        }
        Err(Stop::Refused(why)) => return Err(*why),
    };
    let ended = rulings.iter().any(|ruling| ruling.what == Ruled::End);
    let Closed {
        ledger,
        effects,
        upshots,
    } = play.close(stopped.is_some());
    Ok(Progress {
        next: stopped.filter(|_| !ended),
        ledger,
        effects,
        upshots,
    })
}

/// An answer source that gives the recorded answers and stops at the first that is missing.
pub(super) struct Recorded<'a> {
    pub(super) combat: &'a dyn Combat,
    pub(super) house: &'a House,
    pub(super) answers: &'a Map<Slot, Answer>,
}

impl Source for Recorded<'_> {
    fn choose(&mut self, asked: &Step, options: &[Choice]) -> Result<String, Stop> {
        let answered = asked.asked().and_then(|(slot, _)| self.answers.get(slot));
        let open = |key: &str| {
            let option = options.iter().find(|option| option.key == key);
            option.is_some_and(|option| option.barred.is_none())
        };
        match answered {
            Some(Answer::Chose(key)) if open(key) => Ok(key.clone()),
            _ => {
                let wished = self.combat.unseen().wished(asked, options, self.answers);
                wished.ok_or_else(|| Stop::Asks(Box::new(asked.clone())))
            }
        }
    }

    fn number(&mut self, asked: &Step, (least, most): (i32, i32)) -> Result<i32, Stop> {
        match asked.asked().and_then(|(slot, _)| self.answers.get(slot)) {
            Some(Answer::Number(number)) if (least..=most).contains(number) => Ok(*number),
            _ => Err(Stop::Asks(Box::new(asked.clone()))),
        }
    }

    fn roll(
        &mut self,
        slot: &Slot,
        by: Party,
        buys: &[Buy],
        check: &dyn Fn(&[String]) -> Check,
    ) -> Result<Fell, Stop> {
        let (faces, bought) = match self.answers.get(slot) {
            Some(Answer::Rolled { faces, bought, .. }) => (faces.as_slice(), bought.as_slice()),
            _ => (&[][..], &[][..]),
        };
        let made = check(bought);
        // The faces stay; the rules interpret them anew, as a ruling may have changed the target number.
        let mut script = Script::new(faces.iter().copied());
        match self
            .combat
            .rules()
            .roll(made.sum(), &made.reading, self.house, &mut script)
        {
            Ok(rolled) if script.missing() == 0 => Ok(Fell {
                check: made,
                rolled,
                bought: bought.to_vec(),
            }),
            Ok(_) => Err(Stop::Asks(Box::new(Step::Roll {
                slot: slot.clone(),
                by,
                check: made,
                buys: buys.to_vec(),
            }))),
            Err(_) => Ok(Fell {
                check: made,
                rolled: nothing_to_throw(),
                bought: Vec::new(),
            }),
        }
    }
}

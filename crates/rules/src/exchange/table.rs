//! The first life of a play: at the table, from what people chose and rolled so far.

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

/// What was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The key of an option.
    Chose(String),
    /// A number.
    Number(i32),
    /// Dice, in the order in which they fell.
    Rolled {
        /// Their faces.
        faces: Vec<u16>,
        /// The keys of what was bought for the roll.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        bought: Vec<String>,
        /// Whether these were real dice.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        typed: bool,
    },
}

/// How far an exchange has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is needed next; `None` when all is said.
    pub next: Option<Step>,
    /// Every sum, roll and choice so far.
    pub ledger: Vec<Line>,
    /// What changes: while something is still asked, only what lands at once.
    pub effects: Vec<Effect>,
    /// What became of it for its parties, where no damage says it: while something is still asked,
    /// only of blows that are over.
    pub upshots: Vec<(Party, Upshot)>,
}

/// Plays an exchange as far as it has been answered.
///
/// # Errors
/// Why the rules refuse it.
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

/// Answers with what is recorded.
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
        // The faces that fell stay; the rules read them anew, as a ruling may have changed what
        // they are read against.
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

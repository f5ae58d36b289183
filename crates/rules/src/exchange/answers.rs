//! Play at the table: an exchange from the answers that people gave so far.

use serde::{Deserialize, Serialize};

use super::CombatRules;
use super::effect::Effect;
use super::pending_roll::{CompletedRoll, PendingRoll, RollBenefit};
use super::play::{
    AnswerSource, ChoiceOption, ExchangeStep, LedgerLine, Play, PlayResult, Stop, diceless_roll,
};
use super::ruling::{Ruling, RulingKind};
use super::scene::SceneHistory;
use super::slot::{Party, Slot};
use super::upshot::Upshot;
use crate::base::dice::DiceScript;
use crate::base::rule_switch;
use crate::base::sorted_map::Map;
use crate::chat_command::ChatError;
use crate::ruleset::house_rules::HouseRules;

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

/// Progress of an exchange as the rules computed it: next question, ledger and effects so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The next question; `None` when the exchange is over.
    pub next: Option<ExchangeStep>,
    /// The ledger: every sum, roll and choice so far.
    pub ledger: Vec<LedgerLine>,
    /// The effects: while a question is open, only those applied at once.
    pub effects: Vec<Effect>,
    /// The upshots for its parties, where no damage tells them: while a question is open, only those of finished blows.
    pub upshots: Vec<(Party, Upshot)>,
}

/// Plays an exchange as far as it has been answered.
///
/// # Errors
/// Returns the refusal of the rules.
pub fn play_answers(
    combat: &dyn CombatRules,
    moments: &SceneHistory<'_>,
    answers: &Map<Slot, Answer>,
    rulings: &[Ruling],
) -> Result<Progress, ChatError> {
    let mut recorded = RecordedAnswers {
        combat,
        house: moments.current().house,
        answers,
    };
    let mut play = Play::new(&mut recorded, rulings, moments);
    let stopped = match combat.resolve(moments.at_first_answer(), &mut play) {
        Ok(()) => None,
        Err(Stop::Asks(step)) => {
            for one in step.questions() {
                if let ExchangeStep::Choose { rule, .. } | ExchangeStep::Number { rule, .. } = one {
                    rule_switch::record_asked_rule(rule.as_str());
                }
            }
            Some(*step)
        }
        Err(Stop::Refused(why)) => return Err(*why),
    };
    let ended = rulings.iter().any(|ruling| ruling.what == RulingKind::End);
    let PlayResult {
        ledger,
        effects,
        upshots,
    } = play.finish(stopped.is_some());
    Ok(Progress {
        next: stopped.filter(|_| !ended),
        ledger,
        effects,
        upshots,
    })
}

/// An answer source that gives the recorded answers and stops at the first that is missing.
pub(super) struct RecordedAnswers<'a> {
    pub(super) combat: &'a dyn CombatRules,
    pub(super) house: &'a HouseRules,
    pub(super) answers: &'a Map<Slot, Answer>,
}

impl AnswerSource for RecordedAnswers<'_> {
    fn choose(&mut self, asked: &ExchangeStep, options: &[ChoiceOption]) -> Result<String, Stop> {
        let answered = asked
            .slot_and_party()
            .and_then(|(slot, _)| self.answers.get(slot));
        let open = |key: &str| {
            let option = options.iter().find(|option| option.key == key);
            option.is_some_and(|option| option.barred.is_none())
        };
        match answered {
            Some(Answer::Chose(key)) if open(key) => Ok(key.clone()),
            _ => {
                let wished =
                    self.combat
                        .unseen_attack()
                        .resolve_reaction(asked, options, self.answers);
                wished.ok_or_else(|| Stop::Asks(Box::new(asked.clone())))
            }
        }
    }

    fn number(&mut self, asked: &ExchangeStep, (least, most): (i32, i32)) -> Result<i32, Stop> {
        match asked
            .slot_and_party()
            .and_then(|(slot, _)| self.answers.get(slot))
        {
            Some(Answer::Number(number)) if (least..=most).contains(number) => Ok(*number),
            _ => Err(Stop::Asks(Box::new(asked.clone()))),
        }
    }

    fn roll(
        &mut self,
        slot: &Slot,
        by: Party,
        buys: &[RollBenefit],
        check: &dyn Fn(&[String]) -> PendingRoll,
    ) -> Result<CompletedRoll, Stop> {
        let (faces, bought) = match self.answers.get(slot) {
            Some(Answer::Rolled { faces, bought, .. }) => (faces.as_slice(), bought.as_slice()),
            _ => (&[][..], &[][..]),
        };
        let made = check(bought);
        // The faces stay; the rules interpret them anew, as a ruling may have changed the target number.
        let mut script = DiceScript::new(faces.iter().copied());
        match self
            .combat
            .rules()
            .roll_dice(made.sum(), &made.reading, self.house, &mut script)
        {
            Ok(rolled) if script.missing_faces() == 0 => Ok(CompletedRoll {
                check: made,
                rolled,
                bought: bought.to_vec(),
            }),
            Ok(_) => Err(Stop::Asks(Box::new(ExchangeStep::Roll {
                slot: slot.clone(),
                by,
                check: made,
                buys: buys.to_vec(),
            }))),
            Err(_) => Ok(CompletedRoll {
                check: made,
                rolled: diceless_roll(),
                bought: Vec::new(),
            }),
        }
    }
}

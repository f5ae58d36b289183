//! The one door for the rolls of a fight: no combat roll is made past it, so that whatever holds
//! for all of them is said once (CHR-COND-07, CHR-COND-08, CHR-DICE-12, CHR-PIPE-01).

use super::character::Character;
use super::effects::tell;
use super::stage::Stage;
use crate::base::roll::{Grade, RollResult};
use crate::base::term::{RuleId, Term};
use crate::character::parameters::Parameters;
use crate::exchange::{Party, PendingRoll, Play, RollBenefit, Slot, Stop};
use crate::messages::Wording;
use crate::messages::{Text, chronicle as msg};
use crate::systems::chronicle::traits::WILLPOWER;

/// Dice that a point of Willpower adds (CHR-DICE-12).
const WILLPOWER_DICE: i32 = 3;

/// A roll of a fight before it is made, with what its roller can pay for it and what keeps it from
/// being made at all.
pub(crate) struct CombatRoll {
    slot: Slot,
    by: Party,
    title: Wording,
    terms: Vec<Term>,
    reading: Parameters,
    buys: Vec<RollBenefit>,
    /// Why it fails without a die: the words and the rule.
    fails: Option<(Text, &'static str)>,
}

impl CombatRoll {
    /// Creates the roll of one side of an exchange: an attack, a grab, the resistance to it.
    pub(crate) fn new(
        who: &Character<'_>,
        (slot, by): (Slot, Party),
        title: impl Into<Wording>,
        terms: Vec<Term>,
    ) -> Self {
        Self {
            slot,
            by,
            title: title.into(),
            terms,
            reading: Parameters::default(),
            buys: willpower(who),
            fails: fails(who, by),
        }
    }

    /// Marks the roll as one outside of the fight, so that it may succeed though its roller neither
    /// sees nor hears.
    pub(crate) fn beside_the_fight(mut self) -> Self {
        self.fails = None;
        self
    }

    /// Bars the spending of Willpower on the roll.
    pub(crate) fn without_willpower(mut self) -> Self {
        self.buys = Vec::new();
        self
    }

    /// Sets the parameters of the roll, by which its dice are read.
    pub(crate) fn read(mut self, reading: Parameters) -> Self {
        self.reading = reading;
        self
    }

    /// Makes the roll within the exchange; `None` where it fails without a die.
    pub(crate) fn make(self, play: &mut Play<'_>) -> Result<Option<RollResult>, Stop> {
        let Self {
            slot,
            by,
            title,
            terms,
            reading,
            buys,
            fails,
        } = self;
        if let Some((words, rule)) = fails {
            play.note_sum(slot, by, title, terms);
            tell(play, by, words, rule);
            return Ok(None);
        }
        let rolled = play.ask_roll_with_benefits(slot, by, &buys, |bought| {
            let terms = with_willpower(&terms, bought);
            PendingRoll::new(title.clone(), terms, reading.clone())
        })?;
        Ok(Some(rolled))
    }
}

/// Returns why no combat roll of a combatant succeeds, with the rule; `None` if one can. Reasons
/// are neither seeing nor hearing (CHR-COND-07), or lying there helpless where only resistance is
/// asked for (CHR-COND-08).
pub(crate) fn fails(who: &Character<'_>, by: Party) -> Option<(Text, &'static str)> {
    if who.burden.auto_fail {
        return Some((msg::NEITHER_SEES_NOR_HEARS_AND, "CHR-COND-07"));
    }
    let helpless = by != Party::Actor && who.is_dormant();
    helpless.then_some((msg::IS_HELPLESS_AND_DOES_NOT, "CHR-COND-08"))
}

/// Rolls for all sides of a contest, each by the table as its party reads it. Who fails without a die has
/// no success.
pub(crate) fn roll_contest(
    play: &mut Play<'_>,
    sides: impl Fn(&Stage<'_>) -> Result<Vec<CombatRoll>, Stop>,
) -> Result<Vec<RollResult>, Stop> {
    let slots = sides(&Stage::new(&play.scene())?)?;
    let slots: Vec<Slot> = slots.into_iter().map(|side| side.slot).collect();
    play.ask_each(&slots, |play, nth, scene| {
        let side = sides(&Stage::new(scene)?)?.into_iter().nth(nth);
        let side = side.ok_or_else(|| Stop::refused("no_target", msg::THIS_NEEDS_A_TARGET))?;
        Ok(side.make(play)?.unwrap_or(FAILED))
    })
}

/// Whether the one who starts a contest fails it before anyone rolls; if so, adds this to ledger
/// and log.
pub(crate) fn fails_at_once(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    slot: Slot,
    title: Text,
) -> bool {
    let fails = fails(&stage.actor, Party::Actor);
    if let Some((words, rule)) = fails {
        play.note_sum(slot, Party::Actor, title, Vec::new());
        tell(play, Party::Actor, words, rule);
    }
    fails.is_some()
}

/// A roll that failed without a die.
const FAILED: RollResult = RollResult {
    chance: false,
    faces: Vec::new(),
    successes: 0,
    grade: Grade::Failure,
    margin: None,
    plain: None,
};

/// Returns the offer of a point of Willpower for a roll of this combatant; empty if they have none.
fn willpower(who: &Character<'_>) -> Vec<RollBenefit> {
    if who.get(&WILLPOWER) <= 0 {
        return Vec::new();
    }
    let left = who.who.pools.get(WILLPOWER.key).copied();
    let none = left.unwrap_or(0) <= 0;
    vec![RollBenefit {
        key: WILLPOWER.key.into(),
        title: msg::WILLPOWER_FOR_3_DICE.into(),
        rule: RuleId::new("CHR-DICE-12"),
        cost: Some((WILLPOWER.key.into(), 1)),
        barred: none.then(|| msg::NO_WILLPOWER_IS_LEFT.into()),
    }]
}

/// Returns the terms of a roll with the dice that were bought with Willpower.
fn with_willpower(terms: &[Term], bought: &[String]) -> Vec<Term> {
    let mut terms = terms.to_vec();
    if bought.iter().any(|key| key == WILLPOWER.key) {
        terms.push(Term::from_rule(
            msg::WILLPOWER,
            WILLPOWER_DICE,
            "CHR-DICE-12",
        ));
    }
    terms
}

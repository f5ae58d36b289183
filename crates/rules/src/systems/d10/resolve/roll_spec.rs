//! Rolls within an exchange, single and contested.

use crate::messages::Wording;
use crate::messages::d10 as msg;
use std::borrow::Cow;
use std::cell::RefCell;

use crate::base::term::{self, RuleId, Term};
use crate::character::parameters::Parameters;
use crate::exchange::{Effect, Party, PendingRoll, Play, RollBenefit, Scene, Slot, Stop};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::dice::{
    DEFAULT_DIFFICULTY, MAX_REQUESTED_DIFFICULTY, MIN_DIFFICULTY, Pool, RollOutcome,
};
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::input::to_signed;
use crate::systems::d10::shared_rules::roll_parameters::{self, RollPurpose};
use crate::systems::d10::shared_rules::rolls;

/// Specification of a roll before it is made.
#[derive(Clone, Debug)]
pub struct RollSpec {
    /// Text that says what the roll is for.
    pub title: Wording,
    /// Terms of the dice pool, all groups together.
    pub terms: Vec<Term>,
    /// Terms of the difficulty; empty means the default.
    pub difficulty: Vec<Term>,
    /// Purpose of the roll, which decides the rules that apply.
    pub purpose: RollPurpose,
    /// Groups of dice with difficulties of their own.
    pub others: Vec<Pool>,
}

/// Result of a roll, or of an automatic success in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollScore {
    /// Number of successes of the roll.
    pub successes: i32,
    /// Outcome: success, failure or botch.
    pub outcome: RollOutcome,
}

impl RollSpec {
    /// Creates a roll of these dice at the default difficulty.
    #[must_use]
    pub fn new(title: impl Into<Wording>, purpose: RollPurpose, terms: Vec<Term>) -> Self {
        Self {
            title: title.into(),
            terms,
            difficulty: Vec::new(),
            purpose,
            others: Vec::new(),
        }
    }

    /// Creates a damage roll of these dice.
    #[must_use]
    pub fn damage_roll(terms: Vec<Term>) -> Self {
        Self::new(msg::DAMAGE, RollPurpose::Damage, terms)
    }

    /// Creates a soak roll of these dice.
    #[must_use]
    pub fn soak_roll(terms: Vec<Term>) -> Self {
        Self::new(msg::SOAK, RollPurpose::Soak, terms)
    }

    /// Returns the roll with a difficulty made of these terms.
    #[must_use]
    pub fn with_difficulty(mut self, difficulty: Vec<Term>) -> Self {
        self.difficulty = difficulty;
        self
    }

    /// Number of dice in the roll.
    #[must_use]
    pub fn dice_count(&self) -> i32 {
        term::sum_terms(&self.terms)
    }

    /// Converts to the [`PendingRoll`] that the table rolls, at this difficulty.
    fn to_check(&self, difficulty: i32, bought: &[&str]) -> PendingRoll {
        let first = Pool::against(
            0,
            difficulty.clamp(MIN_DIFFICULTY, MAX_REQUESTED_DIFFICULTY),
        );
        let groups: Vec<Pool> = std::iter::once(first).chain(self.others.clone()).collect();
        let mut reading = roll_parameters::with_groups(Parameters::default(), &groups);
        if let kind @ 1.. = self.purpose.code() {
            reading.set(roll_parameters::KIND, kind);
        }
        for key in [roll_parameters::SPECIALTY, roll_parameters::WILLPOWER] {
            if bought.contains(&key) {
                reading.set(key, 1);
            }
        }
        PendingRoll::new(self.title.clone(), self.terms.clone(), reading)
    }

    /// Difficulty of the roll after the storyteller's rulings.
    fn ruled_difficulty(&self, play: &mut Play<'_>, slot: &Slot, target: u8, by: Party) -> i32 {
        if self.difficulty.is_empty() {
            return DEFAULT_DIFFICULTY;
        }
        let slot = Slot::from(format!("{}_difficulty", slot.purpose()).as_str()).for_target(target);
        play.note_sum(slot, by, msg::DIFFICULTY, self.difficulty.clone())
    }
}

/// Asks a party to roll as `throw` says; `purpose` names the slot of the roll, and with
/// `_difficulty` appended that of its difficulty. Barred extras cannot be bought.
///
/// # Errors
/// [`Stop`] until the party has rolled.
pub fn ask_roll(
    play: &mut Play<'_>,
    purpose: &'static str,
    target: u8,
    by: Party,
    throw: &RollSpec,
    buys: &[RollBenefit],
) -> Result<RollScore, Stop> {
    let slot = Slot::new(purpose);
    let difficulty = throw.ruled_difficulty(play, &slot, target, by);
    let open: Vec<RollBenefit> = buys
        .iter()
        .filter(|buy| buy.barred.is_none())
        .cloned()
        .collect();
    let paid = RefCell::new(false);
    let rolled = play.ask_roll_with_benefits(slot.for_target(target), by, buys, |bought| {
        let keys: Vec<&str> = bought.iter().map(String::as_str).collect();
        let taken = open.iter().filter(|buy| keys.contains(&buy.key.as_ref()));
        let taken: Vec<&str> = taken.map(|buy| buy.key.as_ref()).collect();
        paid.replace(taken.contains(&roll_parameters::WILLPOWER));
        throw.to_check(difficulty, &taken)
    })?;
    if paid.into_inner() {
        play.add_effect(Effect::Count {
            who: by,
            key: roll_parameters::WILLPOWER.into(),
        });
    }
    Ok(RollScore {
        successes: to_signed(rolled.successes),
        outcome: rolled.grade.into(),
    })
}

/// Both sides of a contest in the d10 systems, with the purpose, party and roll of each.
type ContestSides = [(&'static str, Party, RollSpec); 2];

/// Asks two parties to roll against each other in any order; the first party's dice are listed
/// first.
///
/// `sides` returns both rolls for the scene as each party reads it.
///
/// # Errors
/// [`Stop`] until both have rolled, and any error of `sides`.
pub fn ask_contest(
    play: &mut Play<'_>,
    sides: impl Fn(&Scene<'_>) -> Result<ContestSides, Stop>,
) -> Result<[RollScore; 2], Stop> {
    let slots = sides(&play.scene())?.map(|(purpose, ..)| Slot::new(purpose));
    let thrown = play.ask_each(&slots, |play, nth, scene| {
        let [first, second] = sides(scene)?;
        let (purpose, by, throw) = if nth == 0 { first } else { second };
        self::ask_roll(play, purpose, 0, by, &throw, &[])
    })?;
    let mut thrown = thrown.into_iter();
    let none = RollScore {
        successes: 0,
        outcome: RollOutcome::Failure,
    };
    Ok([thrown.next().unwrap_or(none), thrown.next().unwrap_or(none)])
}

/// Lists the extras that are sold for an attack or a defense roll: a specialty, and Willpower.
#[must_use]
pub fn roll_purchases<R: Copy + Into<(Wording, &'static str)>>(
    who: &CombatantInfo<'_>,
    facts: &D10Facts<R>,
) -> Vec<RollBenefit> {
    let paid = Parameters::default().with(roll_parameters::WILLPOWER, 1);
    let barred = rolls::forbids_willpower(who, &paid, facts).map(|why| why.text);
    let points = who.pools.get(roll_parameters::WILLPOWER).copied();
    let none = (points.unwrap_or(0) < 1).then(|| facts.no_willpower.into().0);
    vec![
        specialty_purchase(facts.specialty),
        willpower_purchase(facts.willpower, barred.or(none)),
    ]
}

/// Option to declare that a specialty applies, before the roll.
#[must_use]
pub fn specialty_purchase(rule: &'static str) -> RollBenefit {
    RollBenefit {
        key: Cow::Borrowed(roll_parameters::SPECIALTY),
        title: msg::A_SPECIALTY_FITS.into(),
        rule: RuleId::new(rule),
        cost: None,
        barred: None,
    }
}

/// Option to pay a Willpower point for a success, or the reason why it is barred.
#[must_use]
pub fn willpower_purchase(rule: &'static str, barred: Option<Wording>) -> RollBenefit {
    RollBenefit {
        key: Cow::Borrowed(roll_parameters::WILLPOWER),
        title: msg::A_POINT_OF_WILLPOWER_FOR.into(),
        rule: RuleId::new(rule),
        cost: Some((Cow::Borrowed(roll_parameters::WILLPOWER), 1)),
        barred,
    }
}

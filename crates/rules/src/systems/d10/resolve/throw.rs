//! Rolls within an exchange, single and contested.

use crate::messages::Wording;
use crate::messages::d10 as msg;
use std::borrow::Cow;
use std::cell::RefCell;

use crate::dial::Reading;
use crate::exchange::{Buy, Check, Effect, Party, Play, Scene, Slot, Stop};
use crate::systems::d10::dice::{DIFFICULTY, EASIEST, HARDEST_ASKED, Outcome, Pool};
use crate::systems::d10::input::signed;
use crate::systems::d10::table::dials::{self, Purpose};
use crate::term::{self, RuleId, Term};

/// Specification of a roll before it is made.
#[derive(Clone, Debug)]
pub struct Throw {
    /// Text that says what the roll is for.
    pub title: Wording,
    /// Terms of the dice pool, all groups together.
    pub terms: Vec<Term>,
    /// Terms of the difficulty; empty means the default.
    pub difficulty: Vec<Term>,
    /// Purpose of the roll, which decides the rules that apply.
    pub purpose: Purpose,
    /// Groups of dice with difficulties of their own.
    pub others: Vec<Pool>,
}

/// Result of a roll, or of an automatic success in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Number of successes of the roll.
    pub successes: i32,
    /// Outcome: success, failure or botch.
    pub outcome: Outcome,
}

impl Throw {
    /// Creates a roll of these dice at the default difficulty.
    #[must_use]
    pub fn new(title: impl Into<Wording>, purpose: Purpose, terms: Vec<Term>) -> Self {
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
    pub fn damage(terms: Vec<Term>) -> Self {
        Self::new(msg::DAMAGE, Purpose::Damage, terms)
    }

    /// Creates a soak roll of these dice.
    #[must_use]
    pub fn soak(terms: Vec<Term>) -> Self {
        Self::new(msg::SOAK, Purpose::Soak, terms)
    }

    /// Returns the roll with a difficulty made of these terms.
    #[must_use]
    pub fn against(mut self, difficulty: Vec<Term>) -> Self {
        self.difficulty = difficulty;
        self
    }

    /// Number of dice in the roll.
    #[must_use]
    pub fn sum(&self) -> i32 {
        term::sum(&self.terms)
    }

    /// Converts to the [`Check`] that the table rolls, at this difficulty.
    fn check(&self, difficulty: i32, bought: &[&str]) -> Check {
        let first = Pool::at(0, difficulty.clamp(EASIEST, HARDEST_ASKED));
        let groups: Vec<Pool> = std::iter::once(first).chain(self.others.clone()).collect();
        let mut reading = dials::grouped(Reading::default(), &groups);
        if let kind @ 1.. = self.purpose.number() {
            reading.set(dials::KIND, kind);
        }
        for key in [dials::SPECIALTY, dials::WILLPOWER] {
            if bought.contains(&key) {
                reading.set(key, 1);
            }
        }
        Check::new(self.title.clone(), self.terms.clone(), reading)
    }

    /// Difficulty of the roll after the storyteller's rulings.
    fn ruled_difficulty(&self, play: &mut Play<'_>, slot: &Slot, target: u8, by: Party) -> i32 {
        if self.difficulty.is_empty() {
            return DIFFICULTY;
        }
        let slot = Slot::from(format!("{}_difficulty", slot.purpose()).as_str()).at(target);
        play.note(slot, by, msg::DIFFICULTY, self.difficulty.clone())
    }
}

/// Asks a party to roll; `purpose` names the slot of the roll, `purpose_difficulty` that of its
/// difficulty. Barred extras cannot be bought.
///
/// # Errors
/// [`Stop`] until the party has rolled.
pub fn throw(
    play: &mut Play<'_>,
    purpose: &'static str,
    target: u8,
    by: Party,
    throw: &Throw,
    buys: &[Buy],
) -> Result<Thrown, Stop> {
    let slot = Slot::of(purpose);
    let difficulty = throw.ruled_difficulty(play, &slot, target, by);
    let open: Vec<Buy> = buys
        .iter()
        .filter(|buy| buy.barred.is_none())
        .cloned()
        .collect();
    let paid = RefCell::new(false);
    let rolled = play.roll_buying(slot.at(target), by, buys, |bought| {
        let keys: Vec<&str> = bought.iter().map(String::as_str).collect();
        let taken = open.iter().filter(|buy| keys.contains(&buy.key.as_ref()));
        let taken: Vec<&str> = taken.map(|buy| buy.key.as_ref()).collect();
        paid.replace(taken.contains(&dials::WILLPOWER));
        throw.check(difficulty, &taken)
    })?;
    if paid.into_inner() {
        play.effect(Effect::Count {
            who: by,
            key: dials::WILLPOWER.into(),
        });
    }
    Ok(Thrown {
        successes: signed(rolled.successes),
        outcome: rolled.grade.into(),
    })
}

/// Both sides of a contest: purpose, party and roll of each.
type Sides = [(&'static str, Party, Throw); 2];

/// Asks two parties to roll against each other in any order; the first party's dice are listed
/// first.
///
/// `sides` returns both rolls for the scene as each party reads it.
///
/// # Errors
/// [`Stop`] until both have rolled, and any error of `sides`.
pub fn contest(
    play: &mut Play<'_>,
    sides: impl Fn(&Scene<'_>) -> Result<Sides, Stop>,
) -> Result<[Thrown; 2], Stop> {
    let slots = sides(&play.scene())?.map(|(purpose, ..)| Slot::of(purpose));
    let thrown = play.ask_each(&slots, |play, nth, scene| {
        let [first, second] = sides(scene)?;
        let (purpose, by, throw) = if nth == 0 { first } else { second };
        self::throw(play, purpose, 0, by, &throw, &[])
    })?;
    let mut thrown = thrown.into_iter();
    let none = Thrown {
        successes: 0,
        outcome: Outcome::Failure,
    };
    Ok([thrown.next().unwrap_or(none), thrown.next().unwrap_or(none)])
}

/// Option to declare that a specialty applies, before the roll.
#[must_use]
pub fn specialty(rule: &'static str) -> Buy {
    Buy {
        key: Cow::Borrowed(dials::SPECIALTY),
        title: msg::A_SPECIALTY_FITS.into(),
        rule: RuleId::new(rule),
        cost: None,
        barred: None,
    }
}

/// Option to pay a Willpower point for a success, or the reason why it is barred.
#[must_use]
pub fn willpower(rule: &'static str, barred: Option<Wording>) -> Buy {
    Buy {
        key: Cow::Borrowed(dials::WILLPOWER),
        title: msg::A_POINT_OF_WILLPOWER_FOR.into(),
        rule: RuleId::new(rule),
        cost: Some((Cow::Borrowed(dials::WILLPOWER), 1)),
        barred,
    }
}

//! One roll of an exchange, and two against each other.

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

/// A roll before it is made.
#[derive(Clone, Debug)]
pub struct Throw {
    /// What it is for, in words.
    pub title: Wording,
    /// What the dice are made of, all groups together.
    pub terms: Vec<Term>,
    /// What the difficulty is made of; empty is the usual one.
    pub difficulty: Vec<Term>,
    /// What it counts as.
    pub purpose: Purpose,
    /// Groups of its dice with a difficulty of their own.
    pub others: Vec<Pool>,
}

/// A roll that fell, or what took its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// Its successes.
    pub successes: i32,
    /// How it went.
    pub outcome: Outcome,
}

impl Throw {
    /// A roll of these dice for this purpose, at the usual difficulty.
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

    /// A damage roll of these dice.
    #[must_use]
    pub fn damage(terms: Vec<Term>) -> Self {
        Self::new(msg::DAMAGE, Purpose::Damage, terms)
    }

    /// A soak roll of these dice.
    #[must_use]
    pub fn soak(terms: Vec<Term>) -> Self {
        Self::new(msg::SOAK, Purpose::Soak, terms)
    }

    /// The same at a difficulty made of these terms.
    #[must_use]
    pub fn against(mut self, difficulty: Vec<Term>) -> Self {
        self.difficulty = difficulty;
        self
    }

    /// How many dice.
    #[must_use]
    pub fn sum(&self) -> i32 {
        term::sum(&self.terms)
    }

    /// The roll as the table makes it, at this difficulty.
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

    /// Its difficulty, after the storyteller's rulings on it.
    fn ruled_difficulty(&self, play: &mut Play<'_>, slot: &Slot, target: u8, by: Party) -> i32 {
        if self.difficulty.is_empty() {
            return DIFFICULTY;
        }
        let slot = Slot::from(format!("{}_difficulty", slot.purpose()).as_str()).at(target);
        play.note(slot, by, msg::DIFFICULTY, self.difficulty.clone())
    }
}

/// Asks a party to roll. Its slot is `purpose`, that of its difficulty `purpose_difficulty`.
/// What is barred cannot be bought.
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

/// The two sides of a contest: what each rolls for, who rolls, and the roll.
type Sides = [(&'static str, Party, Throw); 2];

/// Asks two parties to roll against each other, in any order; the dice of the first lie first.
/// `sides` says what they roll, of the table as each of them reads it.
///
/// # Errors
/// [`Stop`] until both have rolled, and what `sides` says.
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

/// A specialty that fits, said before the dice fall.
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

/// A point of Willpower for a success, or why it cannot be paid.
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

//! What a combatant has left of the turn: one action, dice of a divided pool, actions that were
//! granted (ASC-SPLIT-01, ASC-DEF-02, ASC-DEF-05, ASC-DESP-01, ASC-TURN-01).

use super::super::attack::{self, Ability};
use super::super::defense::Defense;
use super::super::split::{Split, split};
use super::super::system::settings;
use super::super::{Refusal, Settings};
use super::person;
use crate::condition::{Condition, Until};
use crate::exchange::{Effect, Party, Play, Slot, Stop};
use crate::fighter::Fighter;
use crate::messages::ascension as msg;
use crate::plan::Plan;
use crate::systems::d10::table::abort::{ACTIONS, DEFENSES, DESPERATE};
use crate::systems::d10::table::left::{Defends, Left};
use crate::systems::d10::table::rolls::POWER_ACTIONS;
use crate::systems::d10::table::steps;
use crate::term::{Term, sum};

/// The condition that tells how many dice of a divided pool are used.
pub(in super::super) const DIVIDED: &str = "divided";
/// The condition that tells the smallest of the pools that are divided.
pub(in super::super) const SMALLEST: &str = "smallest_pool";

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The one there is, with the whole pool.
    Whole,
    /// A share of a divided pool.
    Share(Room),
    /// One that was granted, with the whole pool.
    Granted,
}

/// The room for a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    /// Dice that are used.
    used: i32,
    /// The smallest of the pools so far, this one included.
    smallest: i32,
    /// The most dice for this action: each that was declared after it needs one.
    pub(super) most: i32,
}

/// An action with the dice it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    act: Act,
    /// Dice of the share.
    dice: i32,
}

/// A combatant's turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    fights: bool,
    /// Whether anything was announced.
    announced: bool,
    pub(super) left: Left,
    /// Actions that were done.
    done: i32,
    /// Granted actions that were done.
    granted: i32,
    used: i32,
    smallest: Option<i32>,
    /// The whole pools of actions that were declared and are still to be done, by their numbers.
    pools: Vec<(u8, i32)>,
}

impl Turn {
    /// What was declared, and what of it is done.
    pub(super) fn of(who: &Fighter<'_>) -> Self {
        let left = Left::of(who);
        let counted = |key| i32::from(who.counted(key));
        let dice = |key: &str| who.conditions.get(key).map(|divided| divided.amount);
        let by = settings(who.house);
        let open = left.open.iter().chain(&left.defenses);
        let pools =
            open.filter_map(|number| Some((*number, declared_pool(who, &left, *number, &by)?)));
        Self {
            fights: who.fights(),
            announced: who.plan.is_some(),
            done: counted(ACTIONS),
            granted: counted(POWER_ACTIONS),
            used: dice(DIVIDED).unwrap_or(0),
            smallest: dice(SMALLEST),
            pools: pools.collect(),
            left,
        }
    }

    /// The next attack, with a pool of so many dice; `divides` says that the pool is to be divided
    /// though nothing was declared.
    ///
    /// # Errors
    /// [`Refusal::Desperate`], [`Refusal::NoActionLeft`], or what forbids the division.
    pub(super) fn next(&self, pool: i32, divides: bool) -> Result<Act, Refusal> {
        self.taking(self.left.given_up(), pool, divides)
    }

    /// The action that is done with a pool of so many dice, by its number where it was declared.
    ///
    /// # Errors
    /// As for [`Self::next`].
    pub(super) fn taking(
        &self,
        number: Option<u8>,
        pool: i32,
        divides: bool,
    ) -> Result<Act, Refusal> {
        let declared = i32::from(self.left.plan.actions);
        if self.left.plan.is(DESPERATE) {
            return Err(Refusal::Desperate);
        }
        if !self.fights {
            return Ok(Act::Whole);
        }
        let granted = i32::from(self.left.plan.extra) > self.granted;
        let begins = self.done == 0 && (declared > 1 || divides);
        if begins || self.used > 0 {
            let room = self.room(number, pool, declared);
            match room {
                Err(_) if granted => {}
                room => return room.map(Act::Share),
            }
        } else if self.done == 0 {
            return Ok(Act::Whole);
        }
        match granted {
            true => Ok(Act::Granted),
            false => Err(Refusal::NoActionLeft),
        }
    }

    /// The room for a share of this pool: of the smallest of all that are involved, those of what
    /// was declared for later among them (ASC-SPLIT-01).
    fn room(&self, number: Option<u8>, pool: i32, declared: i32) -> Result<Room, Refusal> {
        let later = self.pools.iter().filter(|(it, _)| Some(*it) != number);
        let later = later.map(|(_, pool)| *pool);
        let smallest = later.chain(self.smallest).fold(pool, i32::min);
        let later = declared.saturating_sub(self.done).saturating_sub(1).max(0);
        // One die for this action, and one for each that comes after it.
        let others = [self.used, 1].into_iter().filter(|dice| *dice > 0);
        let after = std::iter::repeat_n(1, usize::try_from(later).unwrap_or(0));
        let allocation: Vec<i32> = others.chain(after).collect();
        let divided = split(&Split {
            pools: vec![smallest; allocation.len()],
            allocation,
        })?;
        Ok(Room {
            used: self.used,
            smallest,
            most: divided.unused.saturating_add(1),
        })
    }

    /// The action that a defense of this kind takes. It costs nothing where it was declared so, or
    /// nothing else was, or actions are not counted; another declared action is given up for it
    /// (ASC-DEF-03).
    pub(super) fn defense(&self, kind: &str) -> Defends {
        let announced = self.fights && self.announced;
        let defends = self.left.defense(kind).filter(|_| announced);
        let ordinary = defends.filter(|it| it.number <= self.left.plan.actions);
        ordinary.unwrap_or(Defends {
            number: 1,
            declared: true,
        })
    }

    /// Whether the whole turn can still become a desperate defense, and whether what was announced
    /// is given up for that (ASC-DEF-02, ASC-DEF-05).
    pub(super) fn may_turn_desperate(&self) -> Option<bool> {
        let fresh = self.fights && self.done == 0 && self.granted == 0;
        (fresh && !self.left.plan.is(DESPERATE)).then_some(self.announced)
    }
}

/// Whether the next action is one that was granted: all that were declared are done.
pub(super) fn is_granted_next(who: &Fighter<'_>) -> bool {
    let left = Left::of(who);
    let granted = who.counted(POWER_ACTIONS) < u16::from(left.plan.extra);
    granted && left.open.is_empty() && who.counted(ACTIONS) > 0
}

/// The whole pool of a declared action: of a defense that of its kind, a dodge where none was
/// said; of another action that of what it is rolled with, where that was said.
fn declared_pool(who: &Fighter<'_>, left: &Left, number: u8, by: &Settings) -> Option<i32> {
    let defends = left.defenses.contains(&number);
    let key = match left.plan.kind(number) {
        None if defends => "dodge",
        said => said?,
    };
    let terms = match kind_of_defense(key) {
        Some(kind) => person::best_defense(who, kind, by),
        None => attack::terms(&person::attack(who, Ability::named(key)?), by),
    };
    Some(sum(&terms))
}

/// What a declared defense is, by its key.
fn kind_of_defense(key: &str) -> Option<Defense> {
    match key {
        "dodge" => Some(Defense::Dodge),
        "block" => Some(Defense::Block),
        "parry" => Some(Defense::Parry),
        "countermagick" => Some(Defense::Countermagick),
        _ => None,
    }
}

impl Act {
    /// Asks how many dice of a divided pool it takes, where they were not `named`.
    ///
    /// # Errors
    /// [`Stop`] when its owner has not said it yet.
    pub(super) fn taken(
        self,
        play: &mut Play<'_>,
        (target, by): (u8, Party),
        named: Option<i32>,
    ) -> Result<Taken, Stop> {
        let dice = match (self, named) {
            (Self::Share(room), Some(dice)) => dice.clamp(1, room.most),
            (Self::Share(room), None) => {
                let slot = Slot::of("share").at(target);
                let title = msg::DICE_OF_THE_DIVIDED_POOL;
                play.number(slot, by, title, "ASC-SPLIT-01", (1, room.most))?
            }
            (Self::Whole | Self::Granted, _) => 0,
        };
        Ok(Taken { act: self, dice })
    }
}

impl Taken {
    /// What it leaves of a whole pool.
    pub(super) fn term(self, whole: i32) -> Option<Term> {
        let share = matches!(self.act, Act::Share(_));
        share.then(|| Term::of_rule(msg::DIVIDED_POOL, self.dice - whole, "ASC-SPLIT-01"))
    }

    /// Counts it, as the defense that takes an action or as none, and keeps what is used of a
    /// divided pool.
    pub(super) fn count(self, play: &mut Play<'_>, who: Party, defense: Option<(&Left, u8)>) {
        let count = |key: &'static str| Effect::Count {
            who,
            key: key.into(),
        };
        match (self.act, defense) {
            (Act::Granted, _) => play.effect(count(POWER_ACTIONS)),
            (Act::Whole | Act::Share(_), None) => play.effect(count(ACTIONS)),
            (Act::Whole | Act::Share(_), Some((left, number))) => left.count(play, who, number),
        }
        let Act::Share(room) = self.act else {
            return;
        };
        let used = room.used.saturating_add(self.dice);
        for (key, amount) in [(DIVIDED, used), (SMALLEST, room.smallest)] {
            play.effect(Effect::Gain {
                who,
                key: key.into(),
                condition: Condition {
                    amount,
                    until: Until::Rounds(1),
                },
            });
        }
    }
}

/// Which desperate defense of the turn comes next, from 0; `None` for those who do something
/// else.
pub(super) fn desperate(who: &Fighter<'_>) -> Option<i32> {
    let desperate = steps::plan(who).is(DESPERATE);
    desperate.then(|| who.counted(DEFENSES).into())
}

/// Whether this can be planned: a desperate defense takes the whole turn (ASC-DEF-05).
///
/// # Errors
/// [`Refusal::Desperate`] beside other actions, after one, or in the middle of it.
pub(in super::super) fn check_plan(who: &Fighter<'_>, plan: Option<&Plan>) -> Result<(), Refusal> {
    let wants = plan.is_some_and(|plan| plan.is(DESPERATE));
    let more = plan.is_some_and(|plan| plan.all_actions() > 1 || !plan.defenses.is_empty());
    let acted = who.counted(ACTIONS) > 0;
    let evading = desperate(who).is_some_and(|before| before > 0);
    match (wants && (more || acted)) || (!wants && evading) {
        true => Err(Refusal::Desperate),
        false => Ok(()),
    }
}

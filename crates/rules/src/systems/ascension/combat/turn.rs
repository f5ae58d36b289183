//! What a combatant has left of the turn: one action, dice of a divided pool, actions that were
//! granted (ASC-SPLIT-01, ASC-DEF-02, ASC-DEF-05, ASC-DESP-01, ASC-TURN-01).

use super::super::Refusal;
use super::super::split::{Split, split};
use crate::condition::{Condition, Until};
use crate::exchange::{Effect, Party, Play, Slot, Stop};
use crate::fighter::Fighter;
use crate::plan::Plan;
use crate::systems::d10::table::abort::{ABORTED, ACTIONS, DEFENSES, DESPERATE};
use crate::systems::d10::table::rolls::POWER_ACTIONS;
use crate::systems::d10::table::steps;
use crate::term::Term;

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    fights: bool,
    declared: Option<u8>,
    desperate: bool,
    /// Actions that were done.
    done: i32,
    /// Declared defenses that are left.
    defenses: i32,
    /// Whether a declared action that is no defense is left.
    bound: bool,
    /// Granted actions that are left.
    granted: i32,
    used: i32,
    smallest: Option<i32>,
}

impl Turn {
    /// What was declared, and what of it is done.
    pub(super) fn of(who: &Fighter<'_>) -> Self {
        let plan = steps::plan(who);
        let counted = |key| i32::from(who.counted(key));
        let (done, defended, aborted) = (counted(ACTIONS), counted(DEFENSES), counted(ABORTED));
        let declared = i32::try_from(plan.defenses.len()).unwrap_or(i32::MAX);
        let gone = done.saturating_sub(defended).saturating_add(aborted);
        let dice = |key: &str| who.conditions.get(key).map(|divided| divided.amount);
        Self {
            fights: who.initiative.is_some(),
            declared: who.plan.map(|plan| plan.actions),
            desperate: plan.is(DESPERATE),
            done,
            defenses: declared.saturating_sub(defended.saturating_sub(aborted)),
            bound: who.plan.is_some() && gone < i32::from(plan.open_actions()),
            granted: i32::from(plan.extra).saturating_sub(counted(POWER_ACTIONS)),
            used: dice(DIVIDED).unwrap_or(0),
            smallest: dice(SMALLEST),
        }
    }

    /// The next action, for something with a pool of so many dice; `divides` says that the pool
    /// is to be divided though nothing was declared.
    ///
    /// # Errors
    /// [`Refusal::Desperate`], [`Refusal::NoActionLeft`], or what forbids the division.
    pub(super) fn next(&self, pool: i32, divides: bool) -> Result<Act, Refusal> {
        let declared = i32::from(self.declared.unwrap_or(1));
        if self.desperate {
            return Err(Refusal::Desperate);
        }
        if !self.fights {
            return Ok(Act::Whole);
        }
        let begins = self.done == 0 && (declared > 1 || divides);
        if begins || self.used > 0 {
            let room = self.room(pool, declared);
            match room {
                Err(_) if self.granted > 0 => {}
                room => return room.map(Act::Share),
            }
        } else if self.done == 0 {
            return Ok(Act::Whole);
        }
        match self.granted > 0 {
            true => Ok(Act::Granted),
            false => Err(Refusal::NoActionLeft),
        }
    }

    /// The room for a share of this pool.
    fn room(&self, pool: i32, declared: i32) -> Result<Room, Refusal> {
        let smallest = self.smallest.map_or(pool, |smallest| smallest.min(pool));
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

    /// Whether a defense is free: it was declared, or nothing was, or actions are not counted.
    pub(super) const fn defends_freely(&self) -> bool {
        !self.fights || self.defenses > 0 || !self.bound
    }

    /// The declared actions that can be given up for a defense.
    pub(super) fn can_give_up(&self) -> i32 {
        i32::from(self.bound)
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
                let title = "Dice of the divided pool";
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
        share.then(|| Term::of_rule("Divided pool", self.dice - whole, "ASC-SPLIT-01"))
    }

    /// Counts it, as a defense or not, and keeps what is used of a divided pool.
    pub(super) fn count(self, play: &mut Play<'_>, who: Party, defense: bool) {
        let count = |key: &'static str| Effect::Count {
            who,
            key: key.into(),
        };
        match self.act {
            Act::Granted => play.effect(count(POWER_ACTIONS)),
            Act::Whole | Act::Share(_) => {
                play.effect(count(ACTIONS));
                if defense {
                    play.effect(count(DEFENSES));
                }
            }
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
/// [`Refusal::Desperate`] after an action, or in the middle of one.
pub(in super::super) fn check_plan(who: &Fighter<'_>, plan: Option<&Plan>) -> Result<(), Refusal> {
    let wants = plan.is_some_and(|plan| plan.is(DESPERATE));
    let acted = who.counted(ACTIONS) > 0;
    let evading = desperate(who).is_some_and(|before| before > 0);
    match (wants && acted) || (!wants && evading) {
        true => Err(Refusal::Desperate),
        false => Ok(()),
    }
}

//! State of a combatant's turn: remaining actions, divided pools, granted actions (ASC-SPLIT-01,
//! ASC-DEF-02, ASC-DEF-05, ASC-DESP-01, ASC-TURN-01).

use super::super::attack::{self, AttackAbility};
use super::super::defense::{DefenseKind, KINDS_BY_KEY};
use super::super::split::{SplitRequest, split_pool};
use super::super::{Refusal, Settings};
use super::combatant_stats;
use crate::base::term::{Term, sum_terms};
use crate::character::condition::{Condition, Until};
use crate::character::plan::Plan;
use crate::exchange::{Effect, Party, Play, Slot, Stop};
use crate::messages::ascension as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::resolve::DODGE;
use crate::systems::d10::shared_rules::remaining_turn::{DefenseAction, RemainingTurn};
use crate::systems::d10::shared_rules::steps;
use crate::systems::d10::shared_rules::tally::{ACTIONS, DEFENSES, DESPERATE, POWER_ACTIONS};

/// Condition key for the dice of a divided pool already used.
pub(in super::super) const DIVIDED_DICE: &str = "divided";
/// Condition key for the smallest pool among the divided ones.
pub(in super::super) const SMALLEST_POOL: &str = "smallest_pool";

/// Action of the turn that an attack or a defense in Ascension uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnAction {
    /// Ordinary action with the whole pool.
    Whole,
    /// Action with a share of a divided pool.
    Share(ShareRoom),
    /// Granted action with the whole pool.
    Granted,
}

/// Limits of a share of a divided pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShareRoom {
    /// Dice of the pool already used.
    used: i32,
    /// Smallest pool so far, including this action's.
    smallest: i32,
    /// Maximum dice for this action; each action declared after it needs one.
    pub(super) most: i32,
}

/// Action with its dice from a divided pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TakenAction {
    act: TurnAction,
    /// Dice of the share; 0 for a whole pool.
    dice: i32,
}

/// State of a combatant's turn in Ascension: plan, actions used up and defenses left.
#[derive(Clone, Debug)]
pub(super) struct TurnState {
    fights: bool,
    /// Whether a plan was declared.
    announced: bool,
    /// Remaining actions of the turn.
    pub(super) left: RemainingTurn,
    /// Number of ordinary actions done.
    done: i32,
    /// Number of granted actions done.
    granted: i32,
    /// Dice of the divided pool already used.
    used: i32,
    /// Smallest of the divided pools so far.
    smallest: Option<i32>,
    /// Whole pools of the declared actions still to be done, by number.
    pools: Vec<(u8, i32)>,
}

impl TurnState {
    /// Computes the state of a combatant's turn in Ascension.
    pub(super) fn of(who: &CombatantInfo<'_>) -> Self {
        let left = RemainingTurn::of(who);
        let counted = |key| i32::from(who.tally_count(key));
        let dice = |key: &str| who.conditions.get(key).map(|divided| divided.amount);
        let by = Settings::of(who.house);
        let open = left.open.iter().chain(&left.defenses);
        let pools =
            open.filter_map(|number| Some((*number, declared_pool(who, &left, *number, &by)?)));
        Self {
            fights: who.is_in_fight(),
            announced: who.plan.is_some(),
            done: counted(ACTIONS),
            granted: counted(POWER_ACTIONS),
            used: dice(DIVIDED_DICE).unwrap_or(0),
            smallest: dice(SMALLEST_POOL),
            pools: pools.collect(),
            left,
        }
    }

    /// Returns the next action for an attack with a pool of so many dice; `divides` requests a
    /// division without a declaration.
    ///
    /// # Errors
    /// [`Refusal::Desperate`], [`Refusal::NoActionLeft`], or the refusal of the division.
    pub(super) fn next_action(&self, pool: i32, divides: bool) -> Result<TurnAction, Refusal> {
        self.action_for_pool(self.left.action_to_give_up(), pool, divides)
    }

    /// Returns the action with this number, if declared, for a pool of so many dice.
    ///
    /// # Errors
    /// Refuses for the same reasons as [`Self::next_action`].
    pub(super) fn action_for_pool(
        &self,
        number: Option<u8>,
        pool: i32,
        divides: bool,
    ) -> Result<TurnAction, Refusal> {
        let declared = i32::from(self.left.plan.actions);
        if self.left.plan.has_stance(DESPERATE) {
            return Err(Refusal::Desperate);
        }
        if !self.fights {
            return Ok(TurnAction::Whole);
        }
        let granted = i32::from(self.left.plan.extra) > self.granted;
        let begins = self.done == 0 && (declared > 1 || divides);
        if begins || self.used > 0 {
            let room = self.share_room(number, pool, declared);
            match room {
                Err(_) if granted => {}
                room => return room.map(TurnAction::Share),
            }
        } else if self.done == 0 {
            return Ok(TurnAction::Whole);
        }
        match granted {
            true => Ok(TurnAction::Granted),
            false => Err(Refusal::NoActionLeft),
        }
    }

    /// Computes the limits of a share of a divided pool, which follow from the smallest pool
    /// involved, including those of actions declared for later (ASC-SPLIT-01).
    fn share_room(
        &self,
        number: Option<u8>,
        pool: i32,
        declared: i32,
    ) -> Result<ShareRoom, Refusal> {
        let later = self.pools.iter().filter(|(it, _)| Some(*it) != number);
        let later = later.map(|(_, pool)| *pool);
        let smallest = later.chain(self.smallest).fold(pool, i32::min);
        let later = declared.saturating_sub(self.done).saturating_sub(1).max(0);
        // One die for this action, and one for each later one.
        let others = [self.used, 1].into_iter().filter(|dice| *dice > 0);
        let after = std::iter::repeat_n(1, usize::try_from(later).unwrap_or(0));
        let allocation: Vec<i32> = others.chain(after).collect();
        let divided = split_pool(&SplitRequest {
            pools: vec![smallest; allocation.len()],
            allocation,
        })?;
        Ok(ShareRoom {
            used: self.used,
            smallest,
            most: divided.unused.saturating_add(1),
        })
    }

    /// Returns the action for a defense of this kind. It is free if declared as such, if nothing
    /// was declared, or if actions are not counted; otherwise another declared action is given up
    /// (ASC-DEF-03).
    pub(super) fn action_for_defense(&self, kind: &str) -> DefenseAction {
        let announced = self.fights && self.announced;
        let defends = self.left.action_for_defense(kind).filter(|_| announced);
        let ordinary = defends.filter(|it| it.number <= self.left.plan.actions);
        ordinary.unwrap_or(DefenseAction {
            number: 1,
            declared: true,
        })
    }

    /// Returns whether a declared plan is given up when the turn becomes a desperate defense;
    /// `None` if it can no longer become one (ASC-DEF-02, ASC-DEF-05).
    pub(super) fn can_turn_desperate(&self) -> Option<bool> {
        let fresh = self.fights && self.done == 0 && self.granted == 0;
        (fresh && !self.left.plan.has_stance(DESPERATE)).then_some(self.announced)
    }
}

/// Whether the next action is a granted one, all declared ones being done.
pub(super) fn is_granted_next(who: &CombatantInfo<'_>) -> bool {
    let left = RemainingTurn::of(who);
    let granted = who.tally_count(POWER_ACTIONS) < u16::from(left.plan.extra);
    granted && left.open.is_empty() && who.tally_count(ACTIONS) > 0
}

/// Returns the whole pool of a declared action: for a defense, of its kind, by default a dodge; for
/// another action, of the declared ability, if any.
fn declared_pool(
    who: &CombatantInfo<'_>,
    left: &RemainingTurn,
    number: u8,
    settings: &Settings,
) -> Option<i32> {
    let defends = left.defenses.contains(&number);
    let key = match left.plan.action_kind(number) {
        None if defends => DODGE,
        said => said?,
    };
    let terms = match defense_from_key(key) {
        Some(kind) => combatant_stats::best_defense_terms(who, kind, settings),
        None => attack::attack_terms(
            &combatant_stats::attack_stats(who, AttackAbility::from_key(key)?),
            settings,
        ),
    };
    Some(sum_terms(&terms))
}

/// Looks up the kind of a declared defense by key.
fn defense_from_key(key: &str) -> Option<DefenseKind> {
    let mut kinds = KINDS_BY_KEY.into_iter();
    kinds.find(|(known, _)| *known == key).map(|(_, kind)| kind)
}

impl TurnAction {
    /// Fixes the dice that the action takes from a divided pool, asking for them unless `named`.
    ///
    /// # Errors
    /// [`Stop`] until the owner has answered.
    pub(super) fn take(
        self,
        play: &mut Play<'_>,
        (target, by): (u8, Party),
        named: Option<i32>,
    ) -> Result<TakenAction, Stop> {
        let dice = match (self, named) {
            (Self::Share(room), Some(dice)) => dice.clamp(1, room.most),
            (Self::Share(room), None) => {
                let slot = Slot::new("share").for_target(target);
                let title = msg::DICE_OF_THE_DIVIDED_POOL;
                play.ask_number(slot, by, title, "ASC-SPLIT-01", (1, room.most))?
            }
            (Self::Whole | Self::Granted, _) => 0,
        };
        Ok(TakenAction { act: self, dice })
    }
}

impl TakenAction {
    /// Returns the term that reduces a whole pool to the share.
    pub(super) fn share_term(self, whole: i32) -> Option<Term> {
        let share = matches!(self.act, TurnAction::Share(_));
        share.then(|| Term::from_rule(msg::DIVIDED_POOL, self.dice - whole, "ASC-SPLIT-01"))
    }

    /// Counts the action, as a defense if one is given, and records the dice used of a divided
    /// pool.
    pub(super) fn count_action(
        self,
        play: &mut Play<'_>,
        who: Party,
        defense: Option<(&RemainingTurn, u8)>,
    ) {
        let count = |key: &'static str| Effect::Count {
            who,
            key: key.into(),
        };
        match (self.act, defense) {
            (TurnAction::Granted, _) => play.add_effect(count(POWER_ACTIONS)),
            (TurnAction::Whole | TurnAction::Share(_), None) => play.add_effect(count(ACTIONS)),
            (TurnAction::Whole | TurnAction::Share(_), Some((left, number))) => {
                left.count_defense(play, who, number)
            }
        }
        let TurnAction::Share(room) = self.act else {
            return;
        };
        let used = room.used.saturating_add(self.dice);
        for (key, amount) in [(DIVIDED_DICE, used), (SMALLEST_POOL, room.smallest)] {
            play.add_effect(Effect::Gain {
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

/// Returns the index (from 0) of the next desperate defense of the turn; `None` outside of a
/// desperate defense.
pub(super) fn desperate_defense_index(who: &CombatantInfo<'_>) -> Option<i32> {
    let desperate = steps::effective_plan(who).has_stance(DESPERATE);
    desperate.then(|| who.tally_count(DEFENSES).into())
}

/// Checks that a plan leaves a desperate defense the whole turn (ASC-DEF-05).
///
/// # Errors
/// [`Refusal::Desperate`] beside other actions, after one, or during a desperate defense.
pub(in super::super) fn check_plan(
    who: &CombatantInfo<'_>,
    plan: Option<&Plan>,
) -> Result<(), Refusal> {
    let wants = plan.is_some_and(|plan| plan.has_stance(DESPERATE));
    let more = plan.is_some_and(|plan| plan.total_actions() > 1 || !plan.defenses.is_empty());
    let acted = who.tally_count(ACTIONS) > 0;
    let evading = desperate_defense_index(who).is_some_and(|before| before > 0);
    match (wants && (more || acted)) || (!wants && evading) {
        true => Err(Refusal::Desperate),
        false => Ok(()),
    }
}

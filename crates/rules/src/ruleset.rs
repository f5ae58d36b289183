//! Traits that a rule system implements, and the plain types they exchange with the table.
//!
//! A system is one folder under [`crate::systems`] and one line in the list there. No code outside
//! that folder may depend on which system is in play.

mod client;
pub mod combatant_info;
mod facts;
mod health;
pub mod house_rules;
pub mod settings;

pub use client::{ClientRules, DiceRules, RollPreview};
pub use facts::{KnownWord, SystemFacts, SystemLists};
pub use health::{DamageResult, Health, HealthState};

use crate::messages::core as msg;
use std::cmp::Ordering;

use self::combatant_info::CombatantInfo;
use self::house_rules::HouseRules;
use crate::base::dice::Dice;
use crate::base::roll::{Grade, RollResult};
use crate::base::term::Term;
use crate::character::downtime::{CareSpec, DowntimeOutcome, StoryTime};
use crate::character::due::{Due, DueMoment, RecurringDue};
use crate::character::initiative::Initiative;
use crate::character::parameters::Parameters;
use crate::character::plan::{AbortPrice, AbortResult, Plan};
use crate::character::sheet::Sheet;
use crate::character::track::Track;
use crate::chat_command::{ChatCommand, ChatError};
pub use crate::systems::SystemId;

/// Rules about consequences of damage, recurring effects and recovery.
pub trait HealthRules: Sync {
    /// Penalty of each box from first to last, or a number that stands for one; empty without
    /// boxes.
    fn box_penalties(&self, _sheet: &Sheet, track: &Track, _house: &HouseRules) -> Vec<i32> {
        track.box_penalties()
    }

    /// Keys of the combatant's conditions that end when the track becomes `after`.
    fn lapsed_conditions(&self, _who: &CombatantInfo<'_>, _after: &Track) -> Vec<&'static str> {
        Vec::new()
    }

    /// Items that come due to a combatant at a moment: judged by the new state when something
    /// begins, by the old state when it ends.
    fn due_items(&self, _who: &CombatantInfo<'_>, _moment: DueMoment) -> Vec<Due> {
        Vec::new()
    }

    /// Items that come due to a combatant every so many rounds while the combatant's state stays
    /// the same.
    fn recurring_dues(&self, _who: &CombatantInfo<'_>) -> Vec<RecurringDue> {
        Vec::new()
    }

    /// Keys of conditions caused by wounds, which manual healing removes.
    fn wound_conditions(&self) -> &'static [&'static str] {
        &[]
    }

    /// Ways in which a combatant may be cared for during downtime, poorest first.
    fn care_specs(&self) -> &'static [CareSpec] {
        &[]
    }

    /// Computes the effect of downtime on a combatant under this care; `None` if time changes
    /// nothing.
    fn downtime_outcome(
        &self,
        _who: &CombatantInfo<'_>,
        _span: StoryTime,
        _care: Option<&str>,
    ) -> Option<DowntimeOutcome> {
        None
    }
}

/// Rules of a system about the order of actions: initiative and ties, plans, aborts and delays.
pub trait RoundRules: Sync {
    /// Reason why a combatant may not roll initiative now.
    fn forbids_initiative(&self, _who: &CombatantInfo<'_>) -> Option<ChatError> {
        None
    }

    /// Whether players may roll initiative for combatants that no seat owns.
    fn players_roll_for_unowned(&self, _house: &HouseRules) -> bool {
        false
    }

    /// Computes an initiative from typed numbers instead of a sheet.
    fn typed_initiative(&self, terms: Vec<Term>, die: u16) -> Initiative {
        let rating = crate::base::term::sum_terms(&terms);
        let score = rating.saturating_add(i32::from(die));
        Initiative {
            die,
            terms,
            score,
            rank: vec![score, rating],
        }
    }

    /// Returns the initiative with a manual adjustment added.
    fn adjust_initiative(&self, initiative: &Initiative, by: Term) -> Initiative {
        let mut after = initiative.clone();
        after.score = after.score.saturating_add(by.value);
        if let Some(first) = after.rank.first_mut() {
            *first = first.saturating_add(by.value);
        }
        after.terms.push(by);
        after
    }

    /// Whether an initiative disagrees with the sheet.
    fn has_initiative_mismatch(&self, _sheet: &Sheet, _initiative: &Initiative) -> bool {
        false
    }

    /// Breaks ties in initiative by roll-offs among the combatants concerned.
    ///
    /// Combatants marked `fresh` roll off among themselves and against the others, whose ties were
    /// broken before. The list is in the order in which they joined. Only ranks change, and only in
    /// groups that hold a fresh combatant. By default ties stay: equal ranks act simultaneously.
    fn break_ties(
        &self,
        _list: &mut [Initiative],
        _fresh: &[bool],
        _house: &HouseRules,
        _dice: &mut dyn Dice,
    ) {
    }

    /// Keys of tallies that reset at each of the combatant's turns instead of each round.
    fn per_turn_tally_keys(&self, _house: &HouseRules) -> &'static [&'static str] {
        &[]
    }

    /// Whether a second initiative roll in one round replaces the first automatically.
    fn later_roll_replaces(&self, _house: &HouseRules) -> bool {
        false
    }

    /// Whether a combatant may keep delaying into the extra phase.
    fn can_delay_into_extra(&self) -> bool {
        false
    }

    /// Rule that restricts taking a stance to the combatant's own turn; `None` if it can be taken
    /// at any moment.
    fn own_turn_stance_rule(&self) -> Option<&'static str> {
        None
    }

    /// Key of the tally to increase when all others have acted and the trigger of a delay never
    /// came; `None` if the combatant acts then.
    fn expired_delay_tally_key(&self, _house: &HouseRules) -> Option<&'static str> {
        None
    }

    /// Orders two delayed combatants who act at the same moment; equal means simultaneous.
    ///
    /// [`Ordering::Less`] puts the one who cut in `later` first, which is the default: the
    /// combatant who cuts in interrupts.
    fn compare_delayed(&self, _later: &Initiative, _earlier: &Initiative) -> Ordering {
        Ordering::Less
    }

    /// Total cost of declaring this plan, or of no plan: the key of a pool and a number of points.
    fn plan_price(
        &self,
        _who: &CombatantInfo<'_>,
        _plan: Option<&Plan>,
    ) -> Option<(&'static str, u16)> {
        None
    }

    /// Reason why a combatant may not declare this plan now, or with `None` withdraw the declared
    /// one.
    fn forbids_plan(&self, _who: &CombatantInfo<'_>, _plan: Option<&Plan>) -> Option<ChatError> {
        None
    }

    /// Reason why a combatant may not spend points of this pool now.
    fn forbids_spending(&self, _who: &CombatantInfo<'_>, _pool: &str) -> Option<ChatError> {
        None
    }

    /// Gives up a declared action for a defense.
    ///
    /// Returns `None` if the system has no such rule, and `Err` if the rules refuse it; then no die
    /// was thrown.
    fn abort_action(
        &self,
        _who: &CombatantInfo<'_>,
        _price: AbortPrice,
        _dice: &mut dyn Dice,
    ) -> Option<Result<AbortResult, ChatError>> {
        None
    }
}

/// Rules about throwing and counting dice, and the chat lines that ask for rolls.
pub trait RollRules: Sync {
    /// Translates a chat word such as `9-again` into a parameter key and its value.
    fn parameter_from_word(&self, _word: &str) -> Option<(&'static str, i32)> {
        None
    }

    /// Fixed target number of each die, if no roll can set it.
    fn fixed_target_number(&self) -> Option<i32> {
        None
    }

    /// Parameters of a roll that the storyteller asks for, such as what kind of roll it is.
    fn asked_roll_parameters(&self) -> Parameters {
        Parameters::default()
    }

    /// Terms implied by the request itself, each with its rule, such as the penalty for an
    /// untrained skill.
    fn implied_terms(&self, _who: &CombatantInfo<'_>, _asked: &[Term]) -> Vec<Term> {
        Vec::new()
    }

    /// Keys of the round's tallies that a roll with these parameters increases by one.
    fn tally_keys(&self, _who: &CombatantInfo<'_>, _reading: &Parameters) -> Vec<&'static str> {
        Vec::new()
    }

    /// Throws the dice for terms that add up to `sum` and counts them; the parameters fit
    /// [`ClientRules::parameter_specs`].
    ///
    /// # Errors
    /// [`ChatError`] with the reason if nothing can be thrown; then no die was thrown.
    fn roll_dice(
        &self,
        sum: i32,
        reading: &Parameters,
        house: &HouseRules,
        dice: &mut dyn Dice,
    ) -> Result<RollResult, ChatError>;
}

/// All rules of one game that the table and the server need.
///
/// Exchanges have a trait of their own: [`CombatRules`](crate::exchange::CombatRules).
pub trait RuleSystem: ClientRules + HealthRules + RoundRules + RollRules {
    /// Lists of the system that only the server needs.
    fn lists(&self) -> &'static SystemLists;

    /// Parses a chat line in the system's own syntax; `None` if the line is not one.
    fn parse_chat(
        &self,
        _line: &str,
        _sender: Option<&CombatantInfo<'_>>,
        _house: &HouseRules,
    ) -> Option<Result<ChatCommand, ChatError>> {
        None
    }
}

/// Returns the error for a combatant who is out of the fight and cannot roll; `None` for all
/// others.
#[must_use]
pub fn out_of_fight_error(rules: &dyn ClientRules, who: &CombatantInfo<'_>) -> Option<ChatError> {
    let health = rules.health_state(who.sheet, who.track, who.conditions, who.house);
    let state = health.states.into_iter().find(|state| state.out)?;
    let text = msg::wordings::nobody_rolls_who_is(&state.word, &state.rule);
    Some(ChatError::new("out_of_the_fight", text))
}

/// Whether a grade counts as a success.
#[must_use]
pub const fn is_success(grade: Grade) -> bool {
    matches!(grade, Grade::Success | Grade::Exceptional)
}

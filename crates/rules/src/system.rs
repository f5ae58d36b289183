//! Traits that a rule system implements, and the plain types they exchange with the table.
//!
//! A system is one folder under [`crate::systems`] and one line in the list there. No code outside
//! that folder may depend on which system is in play.

use crate::messages::core as msg;
use crate::messages::{Text, Wording};
use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::condition::{ConditionSpec, Conditions};
use crate::dial::{Dial, Reading};
use crate::dice::Dice;
use crate::due::{Clock, Due, Moment};
use crate::fighter::Fighter;
use crate::house::House;
use crate::initiative::Initiative;
use crate::passage::{CareSpec, Later, Span};
use crate::phase::{Cadence, Phase, Step};
use crate::plan::{Aborted, Plan, PlanSpec, Price};
use crate::roll::{Grade, Rolled};
use crate::settings::SettingSpec;
use crate::sheet::{Archetype, KindSpec, PoolSpec, Sheet, TraitGroup, TraitSpec};
use crate::speech::{self, Speech};
use crate::story::Story;
pub use crate::systems::SystemId;
use crate::term::{RuleId, Term};
use crate::track::{DamageKind, Packet, Track, TrackError};
use crate::typed::{ChatError, Typed};

/// State of a combatant's health, read from the track and the conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Health {
    /// Penalty on the combatant's rolls, zero or negative.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: i32,
    /// Impairments of the combatant, worst first, each with its rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

/// Returns whether a field is zero and can be left out of the JSON.
const fn is_zero(value: &i32) -> bool {
    *value == 0
}

/// Impairment of a combatant, such as unconsciousness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct HealthState {
    /// Label shown at the table: "unconscious".
    pub word: Wording,
    /// Rule that imposes the impairment.
    pub rule: RuleId,
    /// Whether the combatant cannot act because of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
}

impl HealthState {
    /// Creates a state imposed by a rule known at compile time.
    #[must_use]
    pub fn new(word: Text, rule: &'static str, out: bool) -> Self {
        Self {
            word: word.into(),
            rule: RuleId::new(rule),
            out,
        }
    }
}

/// Result of applying damage to a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harmed {
    /// Track after the damage.
    pub after: Track,
    /// Points of damage that had no effect because nothing was left to mark.
    pub excess: u16,
}

/// Texts that describe a roll before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Label for the sum of the terms: "dice to roll", "target".
    pub sum_title: Text,
    /// Effective sum under the rules: clamped, or "chance die".
    pub sum: String,
    /// Label of the roll button: "Roll 7 dice".
    pub button: String,
}

/// Part of a rule system that the browser links: vocabulary, lists and previews.
///
/// The browser uses it to predict what the server will answer. Questions that only the server asks
/// belong to the traits below.
///
/// Object-safe; implementations hold no state and use neither a clock nor randomness. Default
/// bodies cover what most systems do; a system that differs overrides them.
pub trait Look: Sync {
    /// Ready-made sheets to start from.
    fn archetypes(&self) -> &'static [Archetype];

    // ---- Names and vocabulary ----

    /// Name of the system shown on the screen.
    fn title(&self) -> &'static str;

    /// Short description, one sentence long, for a storyteller who chooses a system.
    fn blurb(&self) -> &'static str;

    /// Vocabulary of the system's players.
    fn speech(&self) -> &'static Speech;

    // ---- Sheets ----

    /// Traits that a sheet may have, in display order.
    fn traits(&self) -> &'static [TraitSpec];

    /// Keys of traits that are never rolled, such as sizes, bonuses and pool ratings.
    fn unrolled_traits(&self) -> &'static [&'static str];

    /// Kinds of creature, with the ordinary one first.
    fn kinds(&self) -> &'static [KindSpec];

    /// Spendable pools of a sheet (Willpower, blood, Energy) with their maximums, without empty
    /// ones.
    fn pools(&self, sheet: &Sheet) -> Vec<PoolSpec>;

    /// Words accepted by [`Self::derived`] that can be part of a roll, in display order.
    fn derived_words(&self) -> &'static [&'static str] {
        &[]
    }

    /// Looks up a value derived from a sheet by the word that players type; `None` for an unknown
    /// word or without a combatant.
    fn derived(&self, _word: &str, _who: Option<&Fighter<'_>>) -> Option<(Text, i32)> {
        None
    }

    // ---- Health ----

    /// Builds the unmarked track of a combatant with this sheet.
    ///
    /// # Errors
    /// [`TrackError`] when the sheet's numbers make no track.
    fn track(&self, sheet: &Sheet) -> Result<Track, TrackError>;

    /// Whether a sheet like this has health levels for a track.
    fn has_levels(&self, sheet: &Sheet) -> bool {
        matches!(self.track(sheet), Ok(Track::Levels(_)))
    }

    /// Name of box number `index` (from 0) of this track; `None` if boxes have no names.
    fn box_name(&self, _track: &Track, _index: u16) -> Option<Wording> {
        None
    }

    /// Title of a track like this.
    fn track_title(&self, _track: &Track) -> &'static str {
        self.speech().health.get()
    }

    /// Kinds of damage, mildest first.
    fn damage_kinds(&self) -> &'static [DamageKind];

    /// Marks the damage of one attack on the combatant's track; `None` if the system does not know
    /// that kind of damage.
    fn harm(&self, who: &Fighter<'_>, packet: Packet) -> Option<Harmed>;

    /// Evaluates a combatant's health from the track and the conditions.
    fn health(
        &self,
        sheet: &Sheet,
        track: &Track,
        conditions: &Conditions,
        house: &House,
    ) -> Health;

    /// Conditions known to the system's rules.
    fn conditions(&self) -> &'static [ConditionSpec] {
        &[]
    }

    // ---- Initiative ----

    /// Number of sides of the initiative die.
    fn initiative_die(&self) -> u16;

    /// Frequency of initiative rolls under these house rules.
    fn cadence(&self, house: &House) -> Cadence;

    /// Computes a combatant's initiative from the face `die` of the initiative die.
    fn initiative(&self, who: &Fighter<'_>, die: u16) -> Initiative;

    /// Adjustments to initiative that the program suggests; a person confirms them.
    fn suggested(&self, _who: &Fighter<'_>) -> Vec<Term> {
        Vec::new()
    }

    /// Whether a delayed action always follows its trigger and never precedes it (CHR-INIT-04).
    fn acts_after_trigger(&self) -> bool {
        false
    }

    // ---- Rounds ----

    /// Phases of a round, in order.
    fn phases(&self, house: &House) -> &'static [Phase];

    /// Lists the steps of a phase for the combatants in `order`, first to act first.
    ///
    /// Whether a combatant has a step, and where it comes, must depend only on the combatants
    /// concerned: removing one combatant from `order` removes that combatant's steps and moves no
    /// others. Hidden combatants therefore leave no gaps.
    fn steps(&self, phase: Phase, order: &[Fighter<'_>]) -> Vec<Step>;

    /// Describes what can be declared; `None` if the system has no declarations.
    fn plan(&self, house: &House) -> Option<PlanSpec>;

    /// Whether a combatant who delays must name a trigger.
    fn wait_needs_words(&self) -> bool {
        false
    }

    // ---- Rolls ----

    /// Parameters that can be set for a roll of this combatant.
    fn dials(&self, who: Option<&Fighter<'_>>) -> Vec<Dial>;

    /// Fills in the parameters of a roll that were left unset and whose default depends on the
    /// roller.
    fn settled(&self, _who: &Fighter<'_>, reading: &Reading) -> Reading {
        reading.clone()
    }

    /// Terms that a combatant's state adds to a roll, each with its rule.
    fn roll_terms(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<Term>;

    /// Cost of such a roll: the key of a pool and a number of points.
    fn cost(&self, _reading: &Reading) -> Option<(&'static str, u16)> {
        None
    }

    /// Reason why a combatant may not make such a roll now.
    fn forbids(&self, _who: &Fighter<'_>, _reading: &Reading) -> Option<ChatError> {
        None
    }

    /// Number of sides of the dice of a roll.
    fn sides(&self) -> u16;

    /// Describes a roll before it is made.
    fn offer(&self, sum: i32, reading: &Reading) -> Offer;

    /// Labeled outcomes with their probabilities (0 to 1), best outcome first.
    fn odds(&self, sum: i32, reading: &Reading, house: &House) -> Vec<(Text, f64)>;

    /// Describes the parameters that differ from the defaults: "9-again, rote".
    fn tell_reading(&self, reading: &Reading) -> String;

    /// Describes the result of a roll of any dice.
    fn tell_outcome(&self, rolled: &Rolled, reading: &Reading) -> String {
        match &rolled.plain {
            Some(plain) => msg::total(&speech::number(plain.total)),
            None => self.tell_read(rolled, reading),
        }
    }

    /// Describes the result of dice counted by this system's rules.
    fn tell_read(&self, rolled: &Rolled, reading: &Reading) -> String;

    /// Describes an initiative roll; `known` is `None` when the reader may not see the die and the
    /// terms.
    fn tell_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String;

    /// Describes the effect of damage: "takes 2 lethal", "loses 7 Health".
    fn tell_damage(&self, packet: &Packet) -> String;

    /// Characters that begin this system's own commands, besides the common slash.
    fn chat_signs(&self) -> &'static [char] {
        &[]
    }

    /// Short list of the commands that can be typed.
    fn chat_help(&self) -> &'static str {
        msg::ROLL_OR_INIT.get()
    }
}

/// Rules about consequences of damage, recurring effects and recovery.
pub trait HealthRules: Sync {
    /// Penalty of each box from first to last, or a number that stands for one; empty without
    /// boxes.
    fn box_penalties(&self, sheet: &Sheet, track: &Track, house: &House) -> Vec<i32>;

    /// Keys of the combatant's conditions that end when the track becomes `after`.
    fn lapsed(&self, _who: &Fighter<'_>, _after: &Track) -> Vec<&'static str> {
        Vec::new()
    }

    /// Items that come due to a combatant at a moment: judged by the new state when something
    /// begins, by the old state when it ends.
    fn due(&self, _who: &Fighter<'_>, _moment: Moment) -> Vec<Due> {
        Vec::new()
    }

    /// Items that come due to a combatant every so many rounds while the combatant's state stays
    /// the same.
    fn clocks(&self, _who: &Fighter<'_>) -> Vec<Clock> {
        Vec::new()
    }

    /// Keys of the conditions that end with the scene, besides those that end with a turn or a
    /// round.
    fn over_with_scene(&self) -> &'static [&'static str] {
        &[]
    }

    /// Keys of conditions caused by wounds, which manual healing removes.
    fn of_wounds(&self) -> &'static [&'static str] {
        &[]
    }

    /// Ways in which a combatant may be cared for during downtime, poorest first.
    fn cares(&self) -> &'static [CareSpec] {
        &[]
    }

    /// Computes the effect of downtime on a combatant under this care; `None` if time changes
    /// nothing.
    fn later(&self, _who: &Fighter<'_>, _span: Span, _care: Option<&str>) -> Option<Later> {
        None
    }
}

/// Rules about the order of actions: initiative and ties, plans, aborts and delays.
pub trait RoundRules: Sync {
    /// Reason why a combatant may not roll initiative now.
    fn forbids_initiative(&self, _who: &Fighter<'_>) -> Option<ChatError> {
        None
    }

    /// Computes an initiative from typed numbers instead of a sheet.
    fn typed_initiative(&self, terms: Vec<Term>, die: u16) -> Initiative {
        let rating = crate::term::sum(&terms);
        let score = rating.saturating_add(i32::from(die));
        Initiative {
            die,
            terms,
            score,
            rank: vec![score, rating],
        }
    }

    /// Returns the initiative with a manual adjustment added.
    fn adjusted(&self, initiative: &Initiative, by: Term) -> Initiative {
        let mut after = initiative.clone();
        after.score = after.score.saturating_add(by.value);
        if let Some(first) = after.rank.first_mut() {
            *first = first.saturating_add(by.value);
        }
        after.terms.push(by);
        after
    }

    /// Whether an initiative disagrees with the sheet.
    fn mismatch(&self, _sheet: &Sheet, _initiative: &Initiative) -> bool {
        false
    }

    /// Breaks ties by roll-offs.
    ///
    /// Combatants marked `fresh` roll off among themselves and against the others, whose ties were
    /// broken before. The list is in the order in which they joined. Only ranks change, and only in
    /// groups that hold a fresh combatant. By default ties stay: equal ranks act simultaneously.
    fn settle_ties(
        &self,
        _list: &mut [Initiative],
        _fresh: &[bool],
        _house: &House,
        _dice: &mut dyn Dice,
    ) {
    }

    /// Keys of tallies that reset at each of the combatant's turns instead of each round.
    fn counted_by_turn(&self, _house: &House) -> &'static [&'static str] {
        &[]
    }

    /// Whether a second initiative roll in one round replaces the first automatically.
    fn later_roll_replaces(&self, _house: &House) -> bool {
        false
    }

    /// Whether a combatant may keep delaying into the extra phase.
    fn waits_into_extra(&self) -> bool {
        false
    }

    /// Rule that restricts taking a stance to the combatant's own turn; `None` if it can be taken
    /// at any moment.
    fn stance_in_own_turn(&self) -> Option<&'static str> {
        None
    }

    /// Key of the tally to increase when all others have acted and the trigger of a delay never
    /// came; `None` if the combatant acts then.
    fn waited_in_vain(&self, _house: &House) -> Option<&'static str> {
        None
    }

    /// Orders two delayed combatants who act at the same moment; equal means simultaneous.
    ///
    /// [`Ordering::Less`] puts the one who cut in `later` first, which is the default: the
    /// combatant who cuts in interrupts.
    fn delayed_tie(&self, _later: &Initiative, _earlier: &Initiative) -> Ordering {
        Ordering::Less
    }

    /// Total cost of declaring this plan, or of no plan: the key of a pool and a number of points.
    fn plan_price(&self, _who: &Fighter<'_>, _plan: Option<&Plan>) -> Option<(&'static str, u16)> {
        None
    }

    /// Reason why a combatant may not declare this plan now, or with `None` withdraw the declared
    /// one.
    fn forbids_plan(&self, _who: &Fighter<'_>, _plan: Option<&Plan>) -> Option<ChatError> {
        None
    }

    /// Reason why a combatant may not spend points of this pool now.
    fn forbids_spending(&self, _who: &Fighter<'_>, _pool: &str) -> Option<ChatError> {
        None
    }

    /// Gives up a declared action for a defense.
    ///
    /// Returns `None` if the system has no such rule, and `Err` if the rules refuse it; then no die
    /// was thrown.
    fn abort(
        &self,
        _who: &Fighter<'_>,
        _price: Price,
        _dice: &mut dyn Dice,
    ) -> Option<Result<Aborted, ChatError>> {
        None
    }
}

/// Rules about throwing and counting dice, and the chat lines that ask for rolls.
pub trait RollRules: Sync {
    /// Translates a chat word such as `9-again` into a parameter key and its value.
    fn dial_word(&self, _word: &str) -> Option<(&'static str, i32)> {
        None
    }

    /// Whether dice are counted one by one, so that `5d10` is a pool of five; otherwise they are
    /// added up.
    fn counts_dice(&self) -> bool {
        true
    }

    /// Fixed target number of each die, if no roll can set it.
    fn counts_from(&self) -> Option<i32> {
        None
    }

    /// Terms implied by the request itself, each with its rule, such as the penalty for an
    /// untrained skill.
    fn terms_for(&self, _who: &Fighter<'_>, _asked: &[Term]) -> Vec<Term> {
        Vec::new()
    }

    /// Keys of the round's tallies that such a roll increases by one.
    fn counts(&self, _who: &Fighter<'_>, _reading: &Reading) -> Vec<&'static str> {
        Vec::new()
    }

    /// Throws the dice for terms that add up to `sum` and counts them; the parameters fit
    /// [`Look::dials`].
    ///
    /// # Errors
    /// [`ChatError`] with the reason if nothing can be thrown; then no die was thrown.
    fn roll(
        &self,
        sum: i32,
        reading: &Reading,
        house: &House,
        dice: &mut dyn Dice,
    ) -> Result<Rolled, ChatError>;

    /// Parses a chat line in the system's own syntax; `None` if the line is not one.
    fn chat(
        &self,
        _line: &str,
        _sender: Option<&Fighter<'_>>,
        _house: &House,
    ) -> Option<Result<Typed, ChatError>> {
        None
    }

    /// Whether players may roll initiative for combatants that no seat owns.
    fn players_roll_for_unowned(&self, _house: &House) -> bool {
        false
    }
}

/// All rules of one game that the table and the server need.
///
/// Exchanges have a trait of their own: [`Combat`](crate::exchange::Combat).
pub trait RuleSystem: Look + HealthRules + RoundRules + RollRules {
    /// Script of a demo fight that shows a visitor the system's strengths at a glance.
    fn demo(&self) -> &'static Story;

    /// Key and title of every pool that [`Look::pools`] can return for any sheet.
    fn pool_words(&self) -> &'static [(&'static str, Text)];

    /// Settings that a table may change as house rules.
    fn settings(&self) -> &'static [SettingSpec];

    /// Groups of traits under their headings on a sheet; each trait belongs to one group.
    fn trait_groups(&self) -> &'static [TraitGroup];
}

/// Returns the error for a combatant who is out of the fight and cannot roll; `None` for all
/// others.
#[must_use]
pub fn out_of_the_fight(rules: &dyn Look, who: &Fighter<'_>) -> Option<ChatError> {
    let health = rules.health(who.sheet, who.track, who.conditions, who.house);
    let state = health.states.into_iter().find(|state| state.out)?;
    let text = msg::wordings::nobody_rolls_who_is(&state.word, &state.rule);
    Some(ChatError::new("out_of_the_fight", text))
}

/// Whether a grade counts as a success.
#[must_use]
pub const fn succeeded(grade: Grade) -> bool {
    matches!(grade, Grade::Success | Grade::Exceptional)
}

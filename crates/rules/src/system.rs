//! What a rule system is to the table.
//!
//! A system is one folder under [`crate::systems`] and one line in the list there. Nothing
//! outside its folder asks which system it is.

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

/// How a combatant is, read off their track.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Health {
    /// The penalty on their rolls, zero or negative.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub penalty: i32,
    /// What is wrong with them, worst first, each with its rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

const fn is_zero(value: &i32) -> bool {
    *value == 0
}

/// One thing that is wrong with a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct HealthState {
    /// In the words of the table: "unconscious".
    pub word: Wording,
    /// Where it says so.
    pub rule: RuleId,
    /// Whether they cannot act because of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
}

impl HealthState {
    /// A state of a rule known when the program was compiled.
    #[must_use]
    pub fn new(word: Text, rule: &'static str, out: bool) -> Self {
        Self {
            word: word.into(),
            rule: RuleId::new(rule),
            out,
        }
    }
}

/// A track after damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Harmed {
    /// The track as it is now.
    pub after: Track,
    /// Points that found nothing left to change.
    pub excess: u16,
}

/// A roll before it is made, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What the sum of the terms is: "dice to roll", "target".
    pub sum_title: Text,
    /// The sum as the rules take it: clamped, or "chance die".
    pub sum: String,
    /// What the button says: "Roll 7 dice".
    pub button: String,
}

/// What a game looks like: its words and lists, and what the screen foresees before the server has
/// answered. This is all of a system that a browser links, so what only the server asks for
/// stands in the traits below.
///
/// Object-safe, without state, time or chance of its own. Methods with a body are what most
/// systems do; a system that does otherwise says so in its folder.
pub trait Look: Sync {
    /// The sheets to start from.
    fn archetypes(&self) -> &'static [Archetype];

    // ---- What it is called, and what its players say ----

    /// The name on the screen.
    fn title(&self) -> &'static str;

    /// One sentence for a storyteller who chooses a system.
    fn blurb(&self) -> &'static str;

    /// The words its players use.
    fn speech(&self) -> &'static Speech;

    // ---- Sheets ----

    /// The traits a sheet may have, in the order they are shown.
    fn traits(&self) -> &'static [TraitSpec];

    /// The keys of traits that are not rolled: sizes, bonuses, ratings of pools.
    fn unrolled_traits(&self) -> &'static [&'static str];

    /// The kinds of creature, the ordinary one first.
    fn kinds(&self) -> &'static [KindSpec];

    /// What can be spent and comes back: Willpower, blood, Energy. The most of each, by the
    /// sheet; none that the sheet has none of.
    fn pools(&self, sheet: &Sheet) -> Vec<PoolSpec>;

    /// The words of [`Self::derived`] that are parts of a roll, in the order they are offered.
    fn derived_words(&self) -> &'static [&'static str] {
        &[]
    }

    /// A value that follows from a sheet, by the word its players type for it; `None` when
    /// there is none, or no combatant to have it.
    fn derived(&self, _word: &str, _who: Option<&Fighter<'_>>) -> Option<(Text, i32)> {
        None
    }

    // ---- Health ----

    /// The unmarked track of a combatant with this sheet.
    ///
    /// # Errors
    /// [`TrackError`] when the sheet's numbers make no track.
    fn track(&self, sheet: &Sheet) -> Result<Track, TrackError>;

    /// Whether the health of such a sheet is a row of levels.
    fn has_levels(&self, sheet: &Sheet) -> bool {
        matches!(self.track(sheet), Ok(Track::Levels(_)))
    }

    /// What the box number `index` (from 0) of this track is called; `None` where boxes have no
    /// names.
    fn box_name(&self, _track: &Track, _index: u16) -> Option<Wording> {
        None
    }

    /// What a track like this is called.
    fn track_title(&self, _track: &Track) -> &'static str {
        self.speech().health.get()
    }

    /// The kinds of damage, mildest first.
    fn damage_kinds(&self) -> &'static [DamageKind];

    /// Marks one attack's damage; `None` when the packet holds what this system does not know.
    fn harm(&self, who: &Fighter<'_>, packet: Packet) -> Option<Harmed>;

    /// How a combatant is: what their track and their conditions make of them.
    fn health(
        &self,
        sheet: &Sheet,
        track: &Track,
        conditions: &Conditions,
        house: &House,
    ) -> Health;

    /// The conditions that its rules know.
    fn conditions(&self) -> &'static [ConditionSpec] {
        &[]
    }

    // ---- Initiative ----

    /// How many sides the initiative die has.
    fn initiative_die(&self) -> u16;

    /// How often it is rolled.
    fn cadence(&self, house: &House) -> Cadence;

    /// The initiative of a combatant whose die shows `die`.
    fn initiative(&self, who: &Fighter<'_>, die: u16) -> Initiative;

    /// What the program proposes to add by hand; a person confirms it.
    fn suggested(&self, _who: &Fighter<'_>) -> Vec<Term> {
        Vec::new()
    }

    /// Whether a delayed action comes right after the action it waited for, and never before it
    /// (CHR-INIT-04).
    fn acts_after_trigger(&self) -> bool {
        false
    }

    // ---- Rounds ----

    /// The phases of a round, in their order.
    fn phases(&self, house: &House) -> &'static [Phase];

    /// The steps of a phase for those who stand in the order, first to act first.
    ///
    /// Whether a combatant has a step, and before whom it comes, must follow from those
    /// concerned and from no other: striking a combatant from `order` strikes their steps and
    /// moves no other. So what is hidden leaves no hole.
    fn steps(&self, phase: Phase, order: &[Fighter<'_>]) -> Vec<Step>;

    /// What can be declared; `None` where nothing is declared.
    fn plan(&self, house: &House) -> Option<PlanSpec>;

    /// Whether a combatant who waits must say for what.
    fn wait_needs_words(&self) -> bool {
        false
    }

    // ---- Rolls ----

    /// What can be set about a roll of this combatant.
    fn dials(&self, who: Option<&Fighter<'_>>) -> Vec<Dial>;

    /// The reading of a roll of theirs with what follows from who rolls written into it: dials
    /// that were not turned and whose default depends on the roller.
    fn settled(&self, _who: &Fighter<'_>, reading: &Reading) -> Reading {
        reading.clone()
    }

    /// The terms a combatant's state adds to such a roll of theirs, each with its rule.
    fn roll_terms(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<Term>;

    /// What such a roll costs: the key of a pool, and how many points.
    fn cost(&self, _reading: &Reading) -> Option<(&'static str, u16)> {
        None
    }

    /// Why a combatant may not make such a roll now.
    fn forbids(&self, _who: &Fighter<'_>, _reading: &Reading) -> Option<ChatError> {
        None
    }

    /// How many sides the dice of a roll have.
    fn sides(&self) -> u16;

    /// The roll before it is made, in words.
    fn offer(&self, sum: i32, reading: &Reading) -> Offer;

    /// How likely which outcome is, from 0 to 1, in words, the good one first.
    fn odds(&self, sum: i32, reading: &Reading, house: &House) -> Vec<(Text, f64)>;

    /// How the dice were read, in words, where it is not the usual way: "9-again, rote".
    fn tell_reading(&self, reading: &Reading) -> String;

    /// What a roll came to, in words.
    fn tell_outcome(&self, rolled: &Rolled, reading: &Reading) -> String {
        match &rolled.plain {
            Some(plain) => msg::total(&speech::number(plain.total)),
            None => self.tell_read(rolled, reading),
        }
    }

    /// What dice came to that were read as this system reads them, in words.
    fn tell_read(&self, rolled: &Rolled, reading: &Reading) -> String;

    /// What an initiative came to, in the words of its players. Without terms where they are
    /// not the reader's to know.
    fn tell_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String;

    /// What damage did, in the words of its players: "takes 2 lethal", "loses 7 Health".
    fn tell_damage(&self, packet: &Packet) -> String;

    /// What its own commands begin with, besides the slash of those every table knows.
    fn chat_signs(&self) -> &'static [char] {
        &[]
    }

    /// The commands that can be typed, in a few words.
    fn chat_help(&self) -> &'static str {
        msg::ROLL_OR_INIT.get()
    }
}

/// What follows from the damage a combatant has.
pub trait HealthRules: Sync {
    /// What filling each box brings, from the first box to the last: a penalty, or a word that
    /// stands for one. Empty where there are no boxes.
    fn box_penalties(&self, sheet: &Sheet, track: &Track, house: &House) -> Vec<i32>;

    /// The keys of a combatant's conditions that end when their track becomes `after`.
    fn lapsed(&self, _who: &Fighter<'_>, _after: &Track) -> Vec<&'static str> {
        Vec::new()
    }

    /// What comes due to a combatant at a moment: of what begins, as they are then; of what ends,
    /// as they were in it.
    fn due(&self, _who: &Fighter<'_>, _moment: Moment) -> Vec<Due> {
        Vec::new()
    }

    /// What comes due to a combatant each time so many rounds have ended, as long as they are as
    /// they are.
    fn clocks(&self, _who: &Fighter<'_>) -> Vec<Clock> {
        Vec::new()
    }

    /// The keys of a combatant's conditions that are over with the scene, besides those that end
    /// with a turn or a round.
    fn over_with_scene(&self) -> &'static [&'static str] {
        &[]
    }

    /// The keys of conditions that are wounds or come of them: who is healed by hand is rid of them.
    fn of_wounds(&self) -> &'static [&'static str] {
        &[]
    }

    /// How a combatant may be looked after while time passes, the poorest care first.
    fn cares(&self) -> &'static [CareSpec] {
        &[]
    }

    /// What becomes of a combatant while time passes in the story, looked after like this; `None`
    /// where time changes nothing.
    fn later(&self, _who: &Fighter<'_>, _span: Span, _care: Option<&str>) -> Option<Later> {
        None
    }
}

/// Who acts when: initiative with its ties, plans and what is given up for a defense.
pub trait RoundRules: Sync {
    /// Why a combatant rolls no initiative now.
    fn forbids_initiative(&self, _who: &Fighter<'_>) -> Option<ChatError> {
        None
    }

    /// The initiative of a combatant of whom only typed numbers are known.
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

    /// The initiative with something added by hand.
    fn adjusted(&self, initiative: &Initiative, by: Term) -> Initiative {
        let mut after = initiative.clone();
        after.score = after.score.saturating_add(by.value);
        if let Some(first) = after.rank.first_mut() {
            *first = first.saturating_add(by.value);
        }
        after.terms.push(by);
        after
    }

    /// Whether an initiative says something else than the sheet does.
    fn mismatch(&self, _sheet: &Sheet, _initiative: &Initiative) -> bool {
        false
    }

    /// Rolls off what is tied: those who are `fresh` among themselves and with the others, whose
    /// ties were settled before. All stand in the order in which they joined. Only ranks change, and
    /// only in groups that hold a fresh one. Without a word of a system, equal ranks act at the same
    /// moment.
    fn settle_ties(
        &self,
        _list: &mut [Initiative],
        _fresh: &[bool],
        _house: &House,
        _dice: &mut dyn Dice,
    ) {
    }

    /// What is counted from one turn of a combatant to its next, and not by the round.
    fn counted_by_turn(&self, _house: &House) -> &'static [&'static str] {
        &[]
    }

    /// Whether a second roll in one round replaces the first by itself.
    fn later_roll_replaces(&self, _house: &House) -> bool {
        false
    }

    /// Whether a combatant who waits may go on waiting into the extra phase.
    fn waits_into_extra(&self) -> bool {
        false
    }

    /// The rule by which a stance is taken in one's own turn; `None` where it can be at any moment.
    fn stance_in_own_turn(&self) -> Option<&'static str> {
        None
    }

    /// What is counted of a combatant for whom what they waited for never came, when all others
    /// have acted; `None` where they act then.
    fn waited_in_vain(&self, _house: &House) -> Option<&'static str> {
        None
    }

    /// Of two who waited and act at the same moment, who goes first; equal is simultaneous.
    /// [`Ordering::Less`] means the one who came `later` does: without a word of a system,
    /// the combatant who cuts in interrupts.
    fn delayed_tie(&self, _later: &Initiative, _earlier: &Initiative) -> Ordering {
        Ordering::Less
    }

    /// What this plan costs as it is declared, or with `None` no plan: the key of a pool, and how
    /// many of its points are paid in all.
    fn plan_price(&self, _who: &Fighter<'_>, _plan: Option<&Plan>) -> Option<(&'static str, u16)> {
        None
    }

    /// Why a combatant may not plan this now, or with `None` take back what was planned.
    fn forbids_plan(&self, _who: &Fighter<'_>, _plan: Option<&Plan>) -> Option<ChatError> {
        None
    }

    /// Why a combatant may not spend of this pool now.
    fn forbids_spending(&self, _who: &Fighter<'_>, _pool: &str) -> Option<ChatError> {
        None
    }

    /// Gives up a declared action for a defense. `None` where there is no such thing; `Err`
    /// when the rules refuse it, and then no die was thrown.
    fn abort(
        &self,
        _who: &Fighter<'_>,
        _price: Price,
        _dice: &mut dyn Dice,
    ) -> Option<Result<Aborted, ChatError>> {
        None
    }
}

/// How dice are thrown and counted, and the lines of chat that ask for it.
pub trait RollRules: Sync {
    /// A word of chat that sets a dial: `9-again`.
    fn dial_word(&self, _word: &str) -> Option<(&'static str, i32)> {
        None
    }

    /// Whether its dice are counted one by one, so that `5d10` is a roll of five; elsewhere they are added up.
    fn counts_dice(&self) -> bool {
        true
    }

    /// What each die must show to count, where no roll sets it.
    fn counts_from(&self) -> Option<i32> {
        None
    }

    /// The terms that follow from what is asked for, such as a skill that the roller has not, each
    /// with its rule.
    fn terms_for(&self, _who: &Fighter<'_>, _asked: &[Term]) -> Vec<Term> {
        Vec::new()
    }

    /// What such a roll counts as in this round: keys of the tally, each of which goes up by
    /// one.
    fn counts(&self, _who: &Fighter<'_>, _reading: &Reading) -> Vec<&'static str> {
        Vec::new()
    }

    /// Throws for terms that come to `sum` and reads the dice; the reading fits
    /// [`Self::dials`]. `Err` when nothing can be thrown.
    ///
    /// # Errors
    /// [`ChatError`] says why; then no die was thrown.
    fn roll(
        &self,
        sum: i32,
        reading: &Reading,
        house: &House,
        dice: &mut dyn Dice,
    ) -> Result<Rolled, ChatError>;

    /// Understands a line of the system's own; `None` when it is none of them.
    fn chat(
        &self,
        _line: &str,
        _sender: Option<&Fighter<'_>>,
        _house: &House,
    ) -> Option<Result<Typed, ChatError>> {
        None
    }

    /// Whether players may roll initiative for combatants without an owner.
    fn players_roll_for_unowned(&self, _house: &House) -> bool {
        false
    }
}

/// The rules of one game, as far as the table asks for them: what it looks like, and what the
/// server decides by. How its exchanges are played is [`Combat`](crate::exchange::Combat)'s.
pub trait RuleSystem: Look + HealthRules + RoundRules + RollRules {
    /// A fight for a visitor who wants to see the point in ten seconds.
    fn demo(&self) -> &'static Story;

    /// All that [`Look::pools`] can say of any sheet: the key of each and its title.
    fn pool_words(&self) -> &'static [(&'static str, Text)];

    /// What a table may play another way.
    fn settings(&self) -> &'static [SettingSpec];

    /// The traits of a sheet by the headings under which they are shown, each under one.
    fn trait_groups(&self) -> &'static [TraitGroup];
}

/// Why a combatant who is out of the fight does not roll; `None` for those who are not.
#[must_use]
pub fn out_of_the_fight(rules: &dyn Look, who: &Fighter<'_>) -> Option<ChatError> {
    let health = rules.health(who.sheet, who.track, who.conditions, who.house);
    let state = health.states.into_iter().find(|state| state.out)?;
    let text = msg::wordings::nobody_rolls_who_is(&state.word, &state.rule);
    Some(ChatError::new("out_of_the_fight", text))
}

/// Whether a grade is a success.
#[must_use]
pub const fn succeeded(grade: Grade) -> bool {
    matches!(grade, Grade::Success | Grade::Exceptional)
}

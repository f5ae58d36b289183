//! Rules that a browser links: labels, tracks, steps of a round and odds.

use super::facts::SystemFacts;
use super::health::{DamageResult, Health};
use crate::messages::core as msg;
use crate::messages::{Text, Wording};

use crate::base::roll::RollResult;
use crate::base::term::Term;
use crate::character::condition::Conditions;
use crate::character::initiative::Initiative;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::{InitiativeCadence, Phase, TurnStep};
use crate::character::sheet::{PoolSpec, Sheet};
use crate::character::track::{DamagePacket, Track, TrackError};
use crate::character::vocabulary;
use crate::chat_command::ChatError;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;

/// Texts that describe a roll before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollPreview {
    /// Label for the sum of the terms: "dice to roll", "target".
    pub sum_title: Text,
    /// Effective sum under the rules: clamped, or "chance die".
    pub sum: String,
    /// Label of the roll button: "Roll 7 dice".
    pub button: String,
}

/// Rules about the dice of a roll that the browser links: their price, their odds, and words.
pub trait DiceRules: Sync {
    /// Returns the price of a roll with these parameters, as the key of a pool and a number of points.
    fn roll_cost(&self, _reading: &Parameters) -> Option<(&'static str, u16)> {
        None
    }

    /// Describes a roll before it is made.
    fn preview_roll(&self, sum: i32, reading: &Parameters) -> RollPreview;

    /// Labeled outcomes with their probabilities (0 to 1), best outcome first.
    fn outcome_odds(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Vec<(Text, f64)>;

    /// Describes the parameters that differ from the defaults, such as "9-again, rote".
    fn describe_parameters(&self, reading: &Parameters) -> String;

    /// Describes the result of a roll of any dice.
    fn describe_outcome(&self, rolled: &RollResult, reading: &Parameters) -> String {
        match &rolled.plain {
            Some(plain) => msg::total(&vocabulary::format_number(plain.total)),
            None => self.describe_dice_outcome(rolled, reading),
        }
    }

    /// Describes the result of dice counted by this system's rules.
    fn describe_dice_outcome(&self, rolled: &RollResult, reading: &Parameters) -> String;
}

/// Part of a rule system that the browser links: vocabulary, lists and previews.
///
/// The browser uses it to predict what the server will answer. Questions that only the server asks
/// belong to the other traits of [`crate::ruleset`].
///
/// Object-safe; implementations hold no state and use neither a clock nor randomness. Default
/// bodies cover what most systems do; a system that differs overrides them.
pub trait ClientRules: DiceRules {
    /// Names, lists and numbers of the system.
    fn facts(&self) -> &'static SystemFacts;

    // ---- Sheets ----

    /// Spendable pools of a sheet (Willpower, blood, Energy) with their maximums, without empty
    /// ones.
    fn pool_specs(&self, sheet: &Sheet) -> Vec<PoolSpec>;

    /// Words accepted by [`Self::derived_value`] that can be part of a roll, in display order.
    fn derived_value_words(&self) -> &'static [&'static str] {
        &[]
    }

    /// Looks up a value derived from a sheet by the word that players type; `None` for an unknown
    /// word or without a combatant.
    fn derived_value(&self, _word: &str, _who: Option<&CombatantInfo<'_>>) -> Option<(Text, i32)> {
        None
    }

    /// Grades of cover that a place of the scene can give, each with its number from 1 up and its word; empty if the
    /// rules have none.
    fn cover_grades(&self) -> &'static [(u8, Text)] {
        &[]
    }

    // ---- Health ----

    /// Builds the unmarked track of a combatant with this sheet.
    ///
    /// # Errors
    /// [`TrackError`] when the sheet's numbers make no track.
    fn unmarked_track(&self, sheet: &Sheet) -> Result<Track, TrackError>;

    /// Whether a sheet like this has health levels for a track.
    fn has_levels(&self, sheet: &Sheet) -> bool {
        matches!(self.unmarked_track(sheet), Ok(Track::Levels(_)))
    }

    /// Name of box number `index` (from 0) of this track; `None` if boxes have no names.
    fn box_name(&self, _track: &Track, _index: u16) -> Option<Wording> {
        None
    }

    /// Title of a track like this.
    fn track_title(&self, _track: &Track) -> &'static str {
        self.facts().vocabulary.health.get()
    }

    /// Marks the damage of one attack on the combatant's track; `None` if the system does not know
    /// that kind of damage.
    fn apply_damage(&self, who: &CombatantInfo<'_>, packet: DamagePacket) -> Option<DamageResult>;

    /// Evaluates a combatant's health from the track and the conditions.
    fn health_state(
        &self,
        sheet: &Sheet,
        track: &Track,
        conditions: &Conditions,
        house: &HouseRules,
    ) -> Health;

    // ---- Initiative ----

    /// Frequency of initiative rolls under these house rules.
    fn initiative_cadence(&self, house: &HouseRules) -> InitiativeCadence;

    /// Computes a combatant's initiative from the face `die` of the initiative die.
    fn initiative_for_die(&self, who: &CombatantInfo<'_>, die: u16) -> Initiative;

    /// Adjustments to initiative that the program suggests; a person confirms them.
    fn suggested_initiative_terms(&self, _who: &CombatantInfo<'_>) -> Vec<Term> {
        Vec::new()
    }

    /// Whether a delayed action always follows its trigger and never precedes it (CHR-INIT-04).
    fn acts_after_trigger(&self) -> bool {
        false
    }

    // ---- Rounds ----

    /// Phases of a round, in order.
    fn round_phases(&self, house: &HouseRules) -> &'static [Phase];

    /// Lists the steps of a phase for the combatants in `order`, first to act first.
    ///
    /// Whether a combatant has a step, and where it comes, must depend only on the combatants
    /// concerned: removing one combatant from `order` removes that combatant's steps and moves no
    /// others. Hidden combatants therefore leave no gaps.
    fn phase_steps(&self, phase: Phase, order: &[CombatantInfo<'_>]) -> Vec<TurnStep>;

    /// Whether a combatant who delays must name a trigger.
    fn delay_needs_trigger(&self) -> bool {
        false
    }

    // ---- Rolls ----

    /// Whether dice are counted one by one, so that `5d10` is a pool of five; otherwise they are
    /// added up.
    fn counts_dice(&self) -> bool {
        true
    }

    /// Parameters that can be set for a roll of this combatant.
    fn parameter_specs(&self, who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec>;

    /// Fills in the parameters of a roll that were left unset and whose default depends on the
    /// roller.
    fn with_defaults(&self, _who: &CombatantInfo<'_>, reading: &Parameters) -> Parameters {
        reading.clone()
    }

    /// Terms that a combatant's state adds to a roll, each with its rule.
    fn roll_terms(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<Term>;

    /// Reason why a combatant may not make a roll with these parameters now; `None` if they may.
    fn forbids_roll(&self, _who: &CombatantInfo<'_>, _reading: &Parameters) -> Option<ChatError> {
        None
    }

    /// Describes an initiative roll; `known` is `None` when the reader may not see the die and the
    /// terms.
    fn describe_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String;

    /// Describes the effect of damage on its target, such as "takes 2 lethal" or "loses 7 Health".
    fn describe_damage(&self, packet: &DamagePacket) -> String {
        vocabulary::describe_damage_taken(packet)
    }
}

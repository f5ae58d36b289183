//! Implementation of the system traits for Ascension.

use super::combat::turn;
use super::facts::{FACTS, LISTS};
use super::refusal::D10;
use super::{Refusal, Settings, track};
use crate::base::dice::Dice;
use crate::base::term::Term;
use crate::character::condition::Conditions;
use crate::character::initiative::Initiative;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::{InitiativeCadence, Phase, TurnStep};
use crate::character::plan::{AbortPrice, AbortResult, Plan};
use crate::character::sheet::{PoolSpec, Sheet};
use crate::character::track::{DamagePacket, Track, TrackError};
use crate::chat_command::ChatError;
use crate::messages::Wording;
use crate::messages::ascension as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{
    ClientRules, DamageResult, Health, HealthRules, RoundRules, RuleSystem, SystemFacts,
    SystemLists,
};
use crate::systems::d10::dice::DiceConventions;
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::family::D10System;
use crate::systems::d10::shared_rules::abort::abort_action;
use crate::systems::d10::shared_rules::sheet::{WILLPOWER, spendable_pools};
use crate::systems::d10::shared_rules::tally::DESPERATE;
use crate::systems::d10::shared_rules::{
    chat_errors, health, initiative, roll_parameters, roll_text, rolls, steps,
};

/// Rule system of Ascension (`ASC-…`), as an implementation of the system traits.
#[derive(Clone, Copy, Debug)]
pub struct Ascension;

impl ClientRules for Ascension {
    fn facts(&self) -> &'static SystemFacts {
        &FACTS
    }

    fn pool_specs(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        spendable_pools(sheet, &[&WILLPOWER])
    }

    fn unmarked_track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        health::unmarked_track(sheet)
    }

    fn box_name(&self, track: &Track, index: u16) -> Option<Wording> {
        health::box_name(track, index)
    }

    fn apply_damage(&self, who: &CombatantInfo<'_>, packet: DamagePacket) -> Option<DamageResult> {
        let mode = Settings::of(who.house).damage_recording;
        health::apply_damage(who.track, packet, |health, kind| {
            track::mark_point(health, mode, kind)
        })
    }

    fn health_state(&self, _: &Sheet, track: &Track, _: &Conditions, _: &HouseRules) -> Health {
        health::health_state(track, &D10.levels)
    }

    /// Once, when hostilities begin, unless a house rule says otherwise (ASC-INIT-02).
    fn initiative_cadence(&self, house: &HouseRules) -> InitiativeCadence {
        match Settings::of(house).reroll_each_turn {
            true => InitiativeCadence::EveryRound,
            false => InitiativeCadence::Once,
        }
    }

    /// Ties go to the higher rating; equal in both is simultaneous (ASC-INIT-04).
    fn initiative_for_die(&self, who: &CombatantInfo<'_>, die: u16) -> Initiative {
        initiative::initiative_from_sheet(who.sheet, die, "ASC-INIT-01")
    }

    fn round_phases(&self, house: &HouseRules) -> &'static [Phase] {
        let by = Settings::of(house);
        match (by.reroll_each_turn, by.declare_low_to_high) {
            (false, false) => &[Phase::Act, Phase::Extra],
            (true, false) => &[Phase::Initiative, Phase::Act, Phase::Extra],
            (false, true) => &[Phase::Declare, Phase::Act, Phase::Extra],
            (true, true) => &[Phase::Initiative, Phase::Declare, Phase::Act, Phase::Extra],
        }
    }

    /// Acts from the highest initiative (ASC-INIT-03); declares from the lowest (ASC-DECL-01).
    fn phase_steps(&self, phase: Phase, order: &[CombatantInfo<'_>]) -> Vec<TurnStep> {
        match phase {
            Phase::Initiative => Vec::new(),
            Phase::Declare => steps::reverse_order_steps(order),
            Phase::Act => steps::order_steps(order, |_| true),
            Phase::Extra => steps::extra_phase_steps(order, extra_actions_left, false),
        }
    }

    fn parameter_specs(&self, _who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
        let mut all = roll_parameters::parameter_specs(None, None);
        // A soak roll may have dice of two difficulties (ASC-SOAK-06).
        all.extend(roll_parameters::second_group_specs());
        all
    }

    fn roll_terms(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<Term> {
        let wounds = rolls::roll_wound_term(who, reading, &D10.levels, false);
        let grows = Settings::of(who.house).desperate_grows;
        let label = msg::FURTHER_ATTACKS;
        let further = rolls::further_defense_term(who, reading, label, "ASC-DESP-02", grows);
        wounds.into_iter().chain(further).collect()
    }

    fn forbids_roll(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Option<ChatError> {
        rolls::forbids_roll(who, reading, &D10)
    }

    fn describe_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        roll_text::describe_initiative(name, score, known)
    }
}

impl HealthRules for Ascension {}

impl RoundRules for Ascension {
    fn forbids_plan(&self, who: &CombatantInfo<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        let refused = turn::check_plan(who, plan).err()?;
        Some(chat_errors::refusal_error(&refused))
    }

    fn abort_action(
        &self,
        who: &CombatantInfo<'_>,
        price: AbortPrice,
        dice: &mut dyn Dice,
    ) -> Option<Result<AbortResult, ChatError>> {
        if !health::can_act(who.track) {
            return Some(Err(D10.incapacitated_error()));
        }
        let limits = Settings::of(who.house).abort_limits();
        Some(abort_action(who, price, &limits, &D10, dice))
    }
}

impl D10System for Ascension {
    type Refusal = Refusal;

    fn d10_facts() -> &'static D10Facts<Refusal> {
        &D10
    }

    fn dice_conventions(house: &HouseRules) -> DiceConventions {
        Settings::of(house).dice_conventions()
    }
}

impl RuleSystem for Ascension {
    fn lists(&self) -> &'static SystemLists {
        &LISTS
    }
}

/// Number of granted actions beyond the first (ASC-TURN-01); shares of divided dice are all used in
/// the ordinary step. None in a desperate defense (ASC-DEF-05).
fn extra_actions_left(who: &CombatantInfo<'_>) -> u8 {
    let plan = steps::effective_plan(who);
    if plan.has_stance(DESPERATE) {
        0
    } else {
        plan.extra
    }
}

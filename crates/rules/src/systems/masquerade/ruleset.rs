//! Implementation of the system traits for Masquerade.

use crate::messages::Wording;
use std::cmp::Ordering;

use super::combat::turn;
use super::facts::{FACTS, LISTS};
use super::refusal::D10;
use super::{Refusal, Settings, command, initiative, sheet};
use crate::base::dice::Dice;
use crate::base::term::Term;
use crate::character::condition::Conditions;
use crate::character::initiative::Initiative;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::{InitiativeCadence, Phase, TurnStep};
use crate::character::plan::{AbortPrice, AbortResult, Plan};
use crate::character::sheet::{PoolSpec, Sheet};
use crate::character::track::{DamagePacket, Track, TrackError};
use crate::chat_command::{ChatCommand, ChatError};
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
use crate::systems::d10::shared_rules::sheet::{BLOOD, WILLPOWER, spendable_pools};
use crate::systems::d10::shared_rules::tally::ABORTED;
use crate::systems::d10::shared_rules::{chat_errors, health, roll_parameters, rolls, steps};

/// Rule system of Masquerade (`MSQ-…`), as an implementation of the system traits.
#[derive(Clone, Copy, Debug)]
pub struct Masquerade;

impl ClientRules for Masquerade {
    fn facts(&self) -> &'static SystemFacts {
        &FACTS
    }

    fn pool_specs(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        spendable_pools(sheet, &[&WILLPOWER, &BLOOD])
    }

    fn unmarked_track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        health::unmarked_track(sheet)
    }

    fn box_name(&self, track: &Track, index: u16) -> Option<Wording> {
        health::box_name(track, index)
    }

    fn apply_damage(&self, who: &CombatantInfo<'_>, packet: DamagePacket) -> Option<DamageResult> {
        let body = sheet::creature_kind(who.sheet).body_kind();
        health::apply_damage(who.track, packet, |health, kind| {
            health.mark_point(kind.into(), body)
        })
    }

    fn health_state(&self, _: &Sheet, track: &Track, _: &Conditions, _: &HouseRules) -> Health {
        health::health_state(track, &D10.levels)
    }

    /// Anew each turn, unless a house rule says otherwise (MSQ-INIT-02).
    fn initiative_cadence(&self, house: &HouseRules) -> InitiativeCadence {
        match Settings::of(house).initiative_each_turn {
            true => InitiativeCadence::EveryRound,
            false => InitiativeCadence::Once,
        }
    }

    fn initiative_for_die(&self, who: &CombatantInfo<'_>, die: u16) -> Initiative {
        initiative::initiative_from_sheet(who.sheet, die)
    }

    fn suggested_initiative_terms(&self, who: &CombatantInfo<'_>) -> Vec<Term> {
        initiative::suggested_terms(health::wound_state(who.track).penalty)
    }

    fn round_phases(&self, house: &HouseRules) -> &'static [Phase] {
        match Settings::of(house).initiative_each_turn {
            true => &[Phase::Initiative, Phase::Declare, Phase::Act, Phase::Extra],
            false => &[Phase::Declare, Phase::Act, Phase::Extra],
        }
    }

    /// Declares from the lowest initiative and acts from the highest (MSQ-DECL-01, MSQ-TURN-01);
    /// defenses have no step of their own (MSQ-TURN-06).
    fn phase_steps(&self, phase: Phase, order: &[CombatantInfo<'_>]) -> Vec<TurnStep> {
        match phase {
            Phase::Initiative => Vec::new(),
            Phase::Declare => steps::reverse_order_steps(order),
            Phase::Act => steps::order_steps(order, |who| open_actions(who) > 0),
            Phase::Extra => steps::extra_phase_steps(order, closing_pass_actions, false),
        }
    }

    fn parameter_specs(&self, who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
        roll_parameters::parameter_specs(None, who.and_then(rolls::declared_actions))
    }

    fn with_defaults(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Parameters {
        rolls::with_defaults(who, reading)
    }

    fn roll_terms(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<Term> {
        let wounds = rolls::roll_wound_term(who, reading, &D10.levels, false);
        let split = rolls::split_penalty_term(who, reading, "MSQ-MULT-01");
        wounds.into_iter().chain(split).collect()
    }

    fn forbids_roll(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Option<ChatError> {
        rolls::forbids_roll(who, reading, &D10)
    }

    fn describe_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        initiative::describe_initiative(name, score, known)
    }
}

impl HealthRules for Masquerade {}

impl RoundRules for Masquerade {
    fn typed_initiative(&self, terms: Vec<Term>, die: u16) -> Initiative {
        initiative::initiative_from_terms(die, terms)
    }

    fn adjust_initiative(&self, before: &Initiative, by: Term) -> Initiative {
        initiative::adjust_initiative(before, by)
    }

    fn has_initiative_mismatch(&self, sheet: &Sheet, initiative: &Initiative) -> bool {
        initiative::has_initiative_mismatch(sheet, initiative)
    }

    fn break_ties(
        &self,
        list: &mut [Initiative],
        fresh: &[bool],
        house: &HouseRules,
        dice: &mut dyn Dice,
    ) {
        initiative::break_ties(list, fresh, &Settings::of(house), dice);
    }

    fn later_roll_replaces(&self, house: &HouseRules) -> bool {
        command::is_roll_counted(true, false, &Settings::of(house))
    }

    /// Keeps the order that they would have had without delaying (MSQ-TURN-04). A delayed action
    /// follows its trigger or interrupts it (MSQ-TURN-03, MSQ-TURN-07).
    fn compare_delayed(&self, later: &Initiative, earlier: &Initiative) -> Ordering {
        earlier.rank.cmp(&later.rank)
    }

    /// Charges for Celerity when it is declared (MSQ-MULT-02).
    fn plan_price(
        &self,
        who: &CombatantInfo<'_>,
        plan: Option<&Plan>,
    ) -> Option<(&'static str, u16)> {
        turn::plan_price(who, plan)
    }

    fn forbids_plan(&self, who: &CombatantInfo<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        let refused = turn::check_plan(who, plan?).err()?;
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

impl D10System for Masquerade {
    type Refusal = Refusal;

    fn d10_facts() -> &'static D10Facts<Refusal> {
        &D10
    }

    fn dice_conventions(house: &HouseRules) -> DiceConventions {
        Settings::of(house).dice_conventions()
    }
}

impl RuleSystem for Masquerade {
    fn lists(&self) -> &'static SystemLists {
        &LISTS
    }

    /// Parses every line that begins with `!` (MSQ-INIT-03, MSQ-INIT-04).
    fn parse_chat(
        &self,
        line: &str,
        _sender: Option<&CombatantInfo<'_>>,
        house: &HouseRules,
    ) -> Option<Result<ChatCommand, ChatError>> {
        if !line.trim_start().starts_with('!') {
            return None;
        }
        let typed = command::parse_initiative_command(line, &Settings::of(house));
        let ask = typed.map(|typed| ChatCommand::TypedInitiative {
            name: None,
            terms: initiative::typed_terms(typed),
        });
        Some(ask.map_err(|error| chat_errors::chat_error(&error)))
    }
}

/// Number of actions left for the closing pass: open actions after the first, then those of
/// Celerity (MSQ-TURN-05).
fn closing_pass_actions(who: &CombatantInfo<'_>) -> u8 {
    let rest = open_actions(who).saturating_sub(1);
    rest.saturating_add(steps::effective_plan(who).open_extra_count())
}

/// Number of declared actions that are not defenses and were not given up for one (MSQ-DEF-01).
fn open_actions(who: &CombatantInfo<'_>) -> u8 {
    let aborted = u8::try_from(who.tally_count(ABORTED)).unwrap_or(u8::MAX);
    steps::effective_plan(who)
        .open_action_count()
        .saturating_sub(aborted)
}

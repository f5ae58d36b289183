//! The rule system of Crossover: implements the traits of rules with the functions of this folder.

use crate::messages::crossover as msg;
use crate::messages::{Text, Wording};
use std::cmp::Ordering;

use super::facts::{FACTS, LISTS};
use super::refusal::D10;
use super::settings::{ExtraPhase, NpcInit};
use super::turn::{self, can_act, incapacitated, is_lost, over_limit};
use super::{Refusal, Settings, actions, command, due, initiative, sheet, state, track};
use crate::base::dice::Dice;
use crate::base::term::Term;
use crate::character::condition::Conditions;
use crate::character::due::{Due, DueMoment};
use crate::character::initiative::Initiative;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::{InitiativeCadence, Phase, TurnStep};
use crate::character::plan::{AbortPrice, AbortResult, Plan};
use crate::character::sheet::{PoolSpec, Sheet};
use crate::character::track::{DamagePacket, Points, Track, TrackError};
use crate::chat_command::{ChatCommand, ChatError};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{
    ClientRules, DamageResult, Health, HealthRules, HealthState, RoundRules, RuleSystem,
    SystemFacts, SystemLists,
};
use crate::systems::d10::dice::DEFAULT_DIFFICULTY;
use crate::systems::d10::dice::DiceConventions;
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::family::D10System;
use crate::systems::d10::shared_rules::abort::abort_action;
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::{
    health, initiative as rolled, roll_parameters, roll_text, rolls, steps,
};

/// Rule system of Crossover (`XOV-…`), as an implementation of the system traits.
#[derive(Clone, Copy, Debug)]
pub struct Crossover;

/// The words of the difficulty when it is raised by [`over_limit`].
const OVER_LIMIT_TITLE: Text = msg::DIFFICULTY_PLUS_3_FOR_TOO;
/// The words when a house rule says by how much.
const OTHER_LIMIT_TITLE: Text = msg::DIFFICULTY_RAISED_FOR_TOO_MANY;

impl ClientRules for Crossover {
    fn facts(&self) -> &'static SystemFacts {
        &FACTS
    }

    fn pool_specs(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        sheet::pools(sheet)
    }

    fn unmarked_track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        if track::has_corpus(sheet) {
            let most = sheet.get(&sheet::CORPUS);
            return Points::new(most, most).map(Track::Points);
        }
        health::unmarked_track(sheet)
    }

    fn box_name(&self, track: &Track, index: u16) -> Option<Wording> {
        health::box_name(track, index)
    }

    /// Wraiths and the Risen have Corpus (XOV-HLTH-05).
    fn track_title(&self, track: &Track) -> &'static str {
        match track {
            Track::Points(_) => sheet::CORPUS.title.get(),
            Track::Boxes(_) | Track::Levels(_) => FACTS.vocabulary.health.get(),
        }
    }

    fn apply_damage(&self, who: &CombatantInfo<'_>, packet: DamagePacket) -> Option<DamageResult> {
        if let Track::Points(corpus) = who.track {
            return Some(track::thin_corpus(*corpus, packet));
        }
        let body = track::body(sheet::kind(who.sheet));
        health::apply_damage(who.track, packet, |health, kind| {
            health.mark_point(kind.into(), body)
        })
    }

    fn health_state(&self, _: &Sheet, track: &Track, _: &Conditions, _: &HouseRules) -> Health {
        match track {
            Track::Points(corpus) if corpus.left() <= 0 => Health {
                penalty: 0,
                states: vec![HealthState::new(msg::DISSOLVED, "XOV-HLTH-05", true)],
            },
            track => health::health_state(track, &D10.levels),
        }
    }

    /// Anew every turn (XOV-INIT-02).
    fn initiative_cadence(&self, _house: &HouseRules) -> InitiativeCadence {
        InitiativeCadence::EveryRound
    }

    fn initiative_for_die(&self, who: &CombatantInfo<'_>, die: u16) -> Initiative {
        rolled::initiative_from_sheet(who.sheet, die, "XOV-INIT-01")
    }

    fn suggested_initiative_terms(&self, who: &CombatantInfo<'_>) -> Vec<Term> {
        let rose = state::in_force(who, state::ROSE);
        initiative::suggested(health::wound_state(who.track).penalty, rose)
    }

    fn round_phases(&self, _house: &HouseRules) -> &'static [Phase] {
        &[Phase::Initiative, Phase::Declare, Phase::Act, Phase::Extra]
    }

    /// Low declares first and high acts first (XOV-DECL-01, XOV-TURN-01); who delays acts at a
    /// later moment of the same turn (XOV-TURN-02). Only the first of all actions is in the main
    /// phase, also where a power calls them simultaneous (XOV-TURN-06).
    fn phase_steps(&self, phase: Phase, order: &[CombatantInfo<'_>]) -> Vec<TurnStep> {
        let turns = order
            .iter()
            .any(|who| Settings::of(who.house).extra_phase == ExtraPhase::RoundRobin);
        match phase {
            Phase::Initiative => Vec::new(),
            Phase::Declare => steps::reverse_order_steps(order),
            Phase::Act => steps::order_steps(order, |who| !is_lost(who)),
            Phase::Extra => steps::extra_phase_steps_with_later(order, turn::left, turns),
        }
    }

    fn parameter_specs(&self, who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
        let Some(who) = who else {
            return roll_parameters::parameter_specs(None, None);
        };
        let harder = match over_limit(who) {
            0 => None,
            3 => Some(OVER_LIMIT_TITLE),
            _ => Some(OTHER_LIMIT_TITLE),
        };
        roll_parameters::parameter_specs(harder, rolls::declared_actions(who))
    }

    fn with_defaults(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Parameters {
        let settled = rolls::with_defaults(who, reading);
        let harder = over_limit(who);
        if harder > 0 && RollPurpose::from_parameters(reading) == RollPurpose::Action {
            let asked = settled.get_or(roll_parameters::DIFFICULTY_KEY, DEFAULT_DIFFICULTY);
            return settled.with(
                roll_parameters::DIFFICULTY_KEY,
                asked.saturating_add(harder),
            );
        }
        settled
    }

    fn roll_terms(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<Term> {
        let by = Settings::of(who.house);
        let wounds = rolls::roll_wound_term(who, reading, &D10.levels, by.wounds_on_reflexes);
        let split = rolls::split_penalty_term(who, reading, "XOV-MULT-01");
        let single = by
            .single_action_costs
            .then(|| actions::single_action_term(who, reading));
        let label = msg::DEFENSES_BEFORE_IT;
        let further = rolls::further_defense_term(who, reading, label, "XOV-DEF-06", true);
        let several = split.or(single.flatten());
        wounds.into_iter().chain(several).chain(further).collect()
    }

    fn forbids_roll(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Option<ChatError> {
        if RollPurpose::from_parameters(reading) == RollPurpose::Action && !can_act(who) {
            return Some(incapacitated(who));
        }
        if RollPurpose::from_parameters(reading) == RollPurpose::Action
            && let Some((why, rule)) = state::numbness_bar(who)
        {
            return Some(ChatError::from_rule("numb", why, rule));
        }
        rolls::forbids_roll(who, reading, &D10)
    }

    fn describe_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        roll_text::describe_initiative(name, score, known)
    }
}

impl HealthRules for Crossover {
    /// A werewolf's healing (XOV-SOAK-09). The turn of one who is dazed is passed over (XOV-CMP-06).
    fn due_items(&self, who: &CombatantInfo<'_>, moment: DueMoment) -> Vec<Due> {
        match moment {
            DueMoment::TurnStart => due::due(who),
            DueMoment::TurnEnd
            | DueMoment::RoundStart
            | DueMoment::RoundEnd
            | DueMoment::SceneEnd => Vec::new(),
        }
    }
}

impl RoundRules for Crossover {
    fn players_roll_for_unowned(&self, house: &HouseRules) -> bool {
        Settings::of(house).npc_init_by == NpcInit::Anyone
    }

    fn later_roll_replaces(&self, house: &HouseRules) -> bool {
        Settings::of(house).later_roll_replaces
    }

    /// An action is delayed to any later point of the turn (XOV-TURN-02).
    fn can_delay_into_extra(&self) -> bool {
        true
    }

    /// By the rating alone (XOV-TURN-03).
    fn compare_delayed(&self, later: &Initiative, earlier: &Initiative) -> Ordering {
        earlier.rank.get(1).cmp(&later.rank.get(1))
    }

    fn forbids_plan(&self, who: &CombatantInfo<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        turn::bars_plan(who, plan?)
    }

    fn forbids_spending(&self, who: &CombatantInfo<'_>, pool: &str) -> Option<ChatError> {
        turn::bars_spending(who, pool)
    }

    fn abort_action(
        &self,
        who: &CombatantInfo<'_>,
        price: AbortPrice,
        dice: &mut dyn Dice,
    ) -> Option<Result<AbortResult, ChatError>> {
        if !can_act(who) {
            return Some(Err(incapacitated(who)));
        }
        let limits = Settings::of(who.house).abort_limits();
        Some(abort_action(who, price, &limits, &D10, dice))
    }

    /// A combatant who is out of the fight rolls none (XOV-HLTH-01).
    fn forbids_initiative(&self, who: &CombatantInfo<'_>) -> Option<ChatError> {
        (!can_act(who)).then(|| incapacitated(who))
    }
}

impl D10System for Crossover {
    type Refusal = Refusal;

    fn d10_facts() -> &'static D10Facts<Refusal> {
        &D10
    }

    fn dice_conventions(house: &HouseRules) -> DiceConventions {
        Settings::of(house).dice_conventions()
    }
}

impl RuleSystem for Crossover {
    fn lists(&self) -> &'static SystemLists {
        &LISTS
    }

    /// Every line that begins with `+` (XOV-INIT-03, XOV-INIT-04).
    fn parse_chat(
        &self,
        line: &str,
        sender: Option<&CombatantInfo<'_>>,
        _house: &HouseRules,
    ) -> Option<Result<ChatCommand, ChatError>> {
        command::chat(line, sender.is_some())
    }
}

//! The rule system of Tri-Stat: implements the traits of rules with the functions of this folder.

use super::archetypes;
use super::demo::STORY;
use super::numbers::{BOXCARS, ENERGY_COST, SIDES, SNAKE_EYES};
use super::roll::{self, Purpose};
use super::roll_request::{self as requests, RollRequest};
use super::settings::{Recount, Settings};
use super::{conditions, health, initiative, sheet, speech};
use crate::base::dice::Dice;
use crate::base::roll::{DieMark, Face, Grade, RollResult};
use crate::base::term::Term;
use crate::character::condition::Conditions;
use crate::character::initiative::Initiative;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::{InitiativeCadence, Phase, TurnStep};
use crate::character::plan::{Plan, PlanDuration, PlanSpec};
use crate::character::sheet::{KindSpec, PoolSpec, Sheet};
use crate::character::track::{DamageKind, DamagePacket, Points, Track, TrackError};
use crate::character::vocabulary::{Vocabulary, format_number};
use crate::chat_command::ChatError;
use crate::messages::Text;
use crate::messages::{core, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{
    ClientRules, DamageResult, DiceRules, Health, HealthRules, HealthState, KnownWord, RollPreview,
    RollRules, RoundRules, RuleSystem, SystemFacts, SystemLists, out_of_fight_error,
};
use crate::space::DistanceUnit;

/// Rule system of Tri-Stat (`TRI-…`), as an implementation of the system traits.
#[derive(Clone, Copy, Debug)]
pub struct Tristat;

/// The words of chat for the Combat Value and the Defense Value.
const COMBAT_WORD: &str = "cv";
const DEFENSE_WORD: &str = "dv";

/// Constants of Tri-Stat that a browser links.
static FACTS: SystemFacts = SystemFacts {
    title: msg::TRI_STAT,
    description: msg::TWO_SIX_SIDED_DICE_AT,
    vocabulary: Vocabulary {
        round: msg::ROUND,
        health: msg::HEALTH,
        initiative: msg::INITIATIVE,
        declare: msg::DECLARATION,
        act: msg::ACTION,
        extra: msg::THE_REST,
        waits: msg::HOLDS,
        damage_hint: msg::AFTER_ARMOR_MULTIPLIED_WHAT_IS,
        add_example: "3x ninja body 5 mind 4 soul 5 armor 2 melee 2",
        own_example: "Ilse body 6 mind 5 soul 6 melee 3 melee_defense 2",
        roll_example: "/roll cv + melee - 1 attack",
    },
    archetypes: archetypes::ARCHETYPES,
    trait_specs: &sheet::TRAITS,
    roller_options: &[requests::ENERGY],
    unrolled_traits: &sheet::UNROLLED,
    creature_kinds: &[KindSpec {
        key: "human",
        title: msg::HUMAN,
    }],
    damage_kinds: &[DamageKind {
        severity: None,
        word: msg::POINTS,
    }],
    condition_specs: &conditions::CONDITIONS,
    die_sides: SIDES,
    distance_unit: DistanceUnit::Squares,
    plan_spec: Some(PlanSpec {
        actions: 1,
        defenses: &[],
        pools: &[],
        extra: None,
        willpower: 0,
        stances: &conditions::STANCES,
        lasts: PlanDuration::OwnTurn,
        binds: false,
        rule: "TRI-STANCE-01",
    }),
    chat_prefixes: &[],
    chat_help: core::ROLL_OR_INIT,
};

/// Lists of Tri-Stat that only the server needs.
static LISTS: SystemLists = SystemLists {
    demo_script: &STORY,
    pool_titles: &[(requests::ENERGY, msg::ENERGY)],
    setting_specs: Settings::SPECS,
    trait_groups: archetypes::GROUPS,
    conditions_ending_with_scene: &[
        requests::GRAPPLED,
        requests::SHAKEN,
        requests::LOST_ESCAPE,
        requests::FORFEIT,
    ],
    known_words: &[
        KnownWord::new(msg::BODY_MIND_AND_SOUL, "TRI-STAT-01"),
        KnownWord::new(msg::COMBAT_VALUE_WORD, "TRI-STAT-01"),
        KnownWord::new(msg::ENERGY, "TRI-STAT-04"),
        KnownWord::new(msg::TWO_DICE_WORD, "TRI-ROLL-01"),
    ],
    counts: msg::WHAT_THE_TABLE_COUNTS,
};

/// Throws two dice against a target number, and the third of a critical at once (TRI-CRIT-01,
/// TRI-CRIT-02).
fn throw(target: i32, purpose: Purpose, house: &HouseRules, dice: &mut dyn Dice) -> RollResult {
    let settings = Settings::of(house);
    let faces = roll::throw(dice);
    let total = roll::total(faces);
    let success = roll::succeeds(purpose, target, faces, &settings);
    let critical = total == SNAKE_EYES && purpose == Purpose::Attack;
    let spoils = total == BOXCARS && settings.natural_12_fails;
    let mark = match (critical, success) {
        (true, _) => DieMark::Again,
        (false, true) => DieMark::Counts,
        (false, false) if spoils => DieMark::Cancels,
        (false, false) => DieMark::Idle,
    };
    let third = critical.then(|| Face(dice.roll_die(SIDES), DieMark::Counts));
    let pair = faces.into_iter().map(|face| Face(face, mark));
    RollResult {
        chance: false,
        faces: pair.chain(third).collect(),
        successes: u32::from(success),
        grade: match (critical, success) {
            (true, _) => Grade::Exceptional,
            (false, true) => Grade::Success,
            (false, false) => Grade::Failure,
        },
        margin: Some(target.saturating_sub(total)),
        plain: None,
    }
}

impl DiceRules for Tristat {
    fn roll_cost(&self, reading: &Parameters) -> Option<(&'static str, u16)> {
        let points = u16::try_from(ENERGY_COST).ok()?;
        RollRequest::of(reading)
            .energy
            .then_some((requests::ENERGY, points))
    }

    fn preview_roll(&self, sum: i32, _reading: &Parameters) -> RollPreview {
        let sum = format_number(sum);
        RollPreview {
            sum_title: msg::TARGET_2,
            button: msg::roll_2_dice_against(&sum),
            sum,
        }
    }

    fn outcome_odds(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Vec<(Text, f64)> {
        let purpose = RollRequest::of(reading).purpose;
        let pairs = (1..=SIDES).flat_map(|one| (1..=SIDES).map(move |other| [one, other]));
        let settings = Settings::of(house);
        let good = pairs.filter(|pair| roll::succeeds(purpose, sum, *pair, &settings));
        let all = f64::from(SIDES) * f64::from(SIDES);
        let good = good.fold(0.0, |count, _| count + 1.0) / all;
        match purpose {
            Purpose::Attack => vec![(msg::HITS, good), (msg::CRITICAL_2, 1.0 / all)],
            Purpose::Defense => vec![(msg::AVOIDS_IT, good)],
            Purpose::Stat => vec![(msg::SUCCEEDS, good)],
        }
    }

    fn describe_parameters(&self, reading: &Parameters) -> String {
        speech::reading(RollRequest::of(reading))
    }

    fn describe_dice_outcome(&self, rolled: &RollResult, reading: &Parameters) -> String {
        speech::outcome(rolled, RollRequest::of(reading))
    }
}

impl ClientRules for Tristat {
    fn facts(&self) -> &'static SystemFacts {
        &FACTS
    }

    /// Energy (TRI-STAT-04).
    fn pool_specs(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        let most = sheet::derived(sheet).energy;
        let energy = PoolSpec {
            key: requests::ENERGY,
            title: msg::ENERGY,
            most,
        };
        (most > 0).then_some(energy).into_iter().collect()
    }

    fn derived_value_words(&self) -> &'static [&'static str] {
        &[COMBAT_WORD, DEFENSE_WORD]
    }

    /// The Combat Value is `cv`, the Defense Value `dv` (TRI-STAT-01, TRI-STAT-02).
    fn derived_value(&self, word: &str, who: Option<&CombatantInfo<'_>>) -> Option<(Text, i32)> {
        let derived = sheet::derived(who?.sheet);
        let values = [
            (COMBAT_WORD, msg::COMBAT_VALUE, derived.combat_value),
            (DEFENSE_WORD, msg::DEFENSE_VALUE, derived.defense_value),
        ];
        let (_, title, value) = values.into_iter().find(|(known, ..)| *known == word)?;
        Some((title, value))
    }

    fn unmarked_track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        sheet::points(sheet).map(Track::Points)
    }

    /// Takes points off Health; what is lost past 0 is kept (TRI-DMG-03).
    fn apply_damage(&self, who: &CombatantInfo<'_>, packet: DamagePacket) -> Option<DamageResult> {
        let points = DamagePacket::of_points(packet.points);
        let track = who.track.points().filter(|_| packet == points)?;
        let after = health::lose_points(*track, i32::from(packet.points));
        Some(DamageResult {
            after: Track::Points(after),
            excess: 0,
        })
    }

    fn health_state(&self, _: &Sheet, track: &Track, _: &Conditions, _: &HouseRules) -> Health {
        let down = |points: &Points| health::is_down(points.left());
        let down = track.points().is_some_and(down);
        let state = HealthState::new(msg::DOWN, "TRI-HLTH-01", true);
        Health {
            penalty: 0,
            states: down.then_some(state).into_iter().collect(),
        }
    }

    fn initiative_cadence(&self, _house: &HouseRules) -> InitiativeCadence {
        InitiativeCadence::EveryRound
    }

    fn initiative_for_die(&self, who: &CombatantInfo<'_>, die: u16) -> Initiative {
        sheet::initiative(who.sheet, die)
    }

    fn round_phases(&self, _house: &HouseRules) -> &'static [Phase] {
        &[Phase::Initiative, Phase::Act]
    }

    /// One turn each; a combatant with several attacks makes them in it (TRI-TURN-03).
    fn phase_steps(&self, phase: Phase, order: &[CombatantInfo<'_>]) -> Vec<TurnStep> {
        match phase {
            Phase::Act => (0..order.len()).map(TurnStep::in_first_pass).collect(),
            Phase::Initiative | Phase::Declare | Phase::Extra => Vec::new(),
        }
    }

    fn counts_dice(&self) -> bool {
        false
    }

    fn parameter_specs(&self, _who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
        requests::dials()
    }

    fn roll_terms(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<Term> {
        requests::terms(who, RollRequest::of(reading))
    }

    fn forbids_roll(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Option<ChatError> {
        out_of_fight_error(self, who).or_else(|| requests::forbids(who, RollRequest::of(reading)))
    }

    fn describe_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        speech::initiative(name, score, known)
    }

    fn describe_damage(&self, packet: &DamagePacket) -> String {
        msg::loses_health(&packet.points)
    }
}

impl HealthRules for Tristat {}

impl RoundRules for Tristat {
    /// Equal totals act at the same moment, whatever they are made of (TRI-TURN-02).
    fn typed_initiative(&self, terms: Vec<Term>, die: u16) -> Initiative {
        initiative::with_terms(terms, die)
    }

    /// A stance, until the next turn (TRI-STANCE-01, TRI-STANCE-02).
    fn forbids_plan(&self, who: &CombatantInfo<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        requests::forbids_plan(who, plan)
    }

    /// What somebody does is decided on their turn (TRI-STANCE-02).
    fn own_turn_stance_rule(&self) -> Option<&'static str> {
        Some("TRI-STANCE-02")
    }

    /// Defenses, where the house counts them so (TRI-DEF-04).
    fn per_turn_tally_keys(&self, house: &HouseRules) -> &'static [&'static str] {
        match Settings::of(house).defenses_recount {
            Recount::Round => &[],
            Recount::OwnTurn => &[requests::DEFENSES],
        }
    }
}

impl RollRules for Tristat {
    fn parameter_from_word(&self, word: &str) -> Option<(&'static str, i32)> {
        requests::dial_word(word)
    }

    /// A check against a Stat (TRI-ROLL-03).
    fn asked_roll_parameters(&self) -> Parameters {
        requests::reading(Purpose::Stat)
    }

    fn tally_keys(&self, who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<&'static str> {
        requests::counts(who, RollRequest::of(reading))
    }

    fn roll_dice(
        &self,
        sum: i32,
        reading: &Parameters,
        house: &HouseRules,
        dice: &mut dyn Dice,
    ) -> Result<RollResult, ChatError> {
        Ok(throw(sum, RollRequest::of(reading).purpose, house, dice))
    }
}

impl RuleSystem for Tristat {
    fn lists(&self) -> &'static SystemLists {
        &LISTS
    }
}

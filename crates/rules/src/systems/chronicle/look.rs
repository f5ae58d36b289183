//! Rules of Chronicle that a browser needs: its sheets, health, initiative and offers of rolls.

use super::Chronicle;
use super::archetypes;
use super::combat::{self, Character};
use super::conditions::known_conditions;
use super::dice::chances;
use super::dice::reading::{AGAIN, CHANCE, ROTE, ask};
use super::health::damage;
use super::health::wounds;
use super::round::initiative;
use super::settings::Settings;
use super::state::Body;
use super::traits::{
    BLOOD, COMPOSURE, DEXTERITY, HEALTH, INITIATIVE, KINDS, SIZE, STAMINA, TRAITS, WILLPOWER, kind,
};
use crate::base::roll::{Grade, RollResult};
use crate::base::term::Term;
use crate::character::condition::Conditions;
use crate::character::initiative::Initiative;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::{InitiativeCadence, Phase, TurnStep};
use crate::character::sheet::{PoolSpec, Sheet};
use crate::character::track::{Boxes, DamageKind, DamagePacket, Track, TrackError};
use crate::character::vocabulary::Vocabulary;
use crate::chat_command::ChatError;
use crate::messages::{Text, chronicle as msg, core};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{
    ClientRules, DamageResult, DiceRules, Health, RollPreview, SystemFacts, out_of_fight_error,
};
use crate::space::DistanceUnit;

/// Returns the wound penalty of a combatant as a term, if it is not 0.
fn wounded(sheet: &Sheet, boxes: &Boxes, house: &HouseRules) -> Option<Term> {
    let penalty = wounds::penalty_by(boxes, kind(sheet), &Settings::of(house));
    (penalty != 0).then(|| Term::from_rule(msg::WOUNDED, penalty, "CHR-WND-02"))
}

/// Builds the body (health state) of a combatant from track and conditions.
pub(crate) fn body<'a>(
    sheet: &Sheet,
    track: &'a Boxes,
    conditions: &'a Conditions,
    house: &HouseRules,
) -> Body<'a> {
    Body {
        track,
        kind: kind(sheet),
        size: sheet.get(&SIZE),
        stamina: sheet.get(&STAMINA),
        conditions,
        settings: Settings::of(house),
    }
}

/// Returns the boxes of a track; a number, which no sheet of this system makes, counts as one empty
/// box.
pub(crate) fn boxes_of(track: &Track) -> Boxes {
    match track {
        Track::Boxes(boxes) => *boxes,
        Track::Levels(levels) => *levels.boxes(),
        Track::Points(_) => Boxes::ONE,
    }
}

/// Constants of Chronicle that a browser links.
static FACTS: SystemFacts = SystemFacts {
    title: msg::CHRONICLE,
    description: msg::POOLS_OF_TEN_SIDED_DICE,
    vocabulary: Vocabulary {
        round: msg::TURN,
        health: msg::HEALTH,
        initiative: msg::INITIATIVE_2,
        declare: msg::DECLARATION,
        act: msg::ACTION,
        extra: msg::THE_REST,
        waits: msg::DELAYS,
        damage_hint: msg::AFTER_ARMOR_AND_COVER_WHAT,
        add_example: "3x ghoul dex 3 comp 2 stam 2 size 5",
        own_example: "Ilse dex 3 comp 3 stam 2",
        roll_example: "/roll wits + composure - 1 9-again",
    },
    archetypes: archetypes::ARCHETYPES,
    trait_specs: &TRAITS,
    roller_options: &[],
    unrolled_traits: &[
        "size",
        "health",
        "initiative",
        "willpower",
        "blood",
        "speed",
        "ambidextrous",
        "quick_draw",
    ],
    creature_kinds: &KINDS,
    damage_kinds: &DamageKind::SEVERITIES,
    condition_specs: &known_conditions::CONDITIONS,
    die_sides: 10,
    distance_unit: DistanceUnit::Yards,
    plan_spec: None,
    chat_prefixes: &[],
    chat_help: core::ROLL_OR_INIT,
};

impl DiceRules for Chronicle {
    fn preview_roll(&self, sum: i32, reading: &Parameters) -> RollPreview {
        if ask(sum, reading).is_chance() {
            return RollPreview {
                sum_title: msg::DICE_TO_ROLL,
                sum: msg::CHANCE_DIE.into(),
                button: msg::ROLL_THE_CHANCE_DIE.into(),
            };
        }
        RollPreview {
            sum_title: msg::DICE_TO_ROLL,
            sum: sum.to_string(),
            button: match sum {
                1 => msg::ROLL_1_DIE.into(),
                n => msg::roll_dice(&n),
            },
        }
    }

    fn outcome_odds(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Vec<(Text, f64)> {
        let odds = chances::odds_by(&ask(sum, reading), &Settings::of(house));
        vec![
            (msg::SUCCEEDS, odds.success),
            (msg::EXCEPTIONAL_2, odds.exceptional),
        ]
    }

    fn describe_parameters(&self, reading: &Parameters) -> String {
        let again = match reading.get_or(AGAIN, 10) {
            9 => Some(msg::N9_AGAIN.get()),
            8 => Some(msg::N8_AGAIN.get()),
            0 => Some(msg::NO_AGAIN.get()),
            _ => None,
        };
        let rote = reading.is_on(ROTE).then_some(msg::ROTE.get());
        let chance = reading.is_on(CHANCE).then_some(msg::CHANCE_DIE.get());
        let words: Vec<&str> = again.into_iter().chain(rote).chain(chance).collect();
        words.join(", ")
    }

    fn describe_dice_outcome(&self, rolled: &RollResult, _reading: &Parameters) -> String {
        let count = match rolled.successes {
            0 => msg::NO_SUCCESS.into(),
            1 => msg::N1_SUCCESS.into(),
            n => msg::successes_2(&n),
        };
        match rolled.grade {
            Grade::DramaticFailure => msg::DRAMATIC_FAILURE.into(),
            Grade::Exceptional => msg::exceptional(&count),
            Grade::Failure | Grade::Success => count,
        }
    }
}

impl ClientRules for Chronicle {
    fn facts(&self) -> &'static SystemFacts {
        &FACTS
    }

    fn cover_grades(&self) -> &'static [(u8, Text)] {
        &combat::scene::GRADES
    }

    fn pool_specs(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        [&WILLPOWER, &BLOOD]
            .into_iter()
            .map(|spec| PoolSpec {
                key: spec.key,
                title: spec.title,
                most: sheet.get(spec),
            })
            .filter(|pool| pool.most > 0)
            .collect()
    }

    fn unmarked_track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        let written = sheet.get(&HEALTH);
        let boxes = match written {
            0 => sheet.get(&STAMINA).saturating_add(sheet.get(&SIZE)),
            written => written,
        };
        let boxes = u16::try_from(boxes.max(0)).unwrap_or(u16::MAX);
        Boxes::new(boxes, DamagePacket::default()).map(Track::Boxes)
    }

    fn apply_damage(&self, who: &CombatantInfo<'_>, packet: DamagePacket) -> Option<DamageResult> {
        if packet.points > 0 {
            return None;
        }
        let by = Settings::of(who.house);
        let marked = damage::mark_by(*who.track.boxes()?, packet, &by);
        Some(DamageResult {
            after: Track::Boxes(marked.after),
            excess: marked.excess,
        })
    }

    fn health_state(
        &self,
        sheet: &Sheet,
        track: &Track,
        conditions: &Conditions,
        house: &HouseRules,
    ) -> Health {
        body(sheet, &boxes_of(track), conditions, house).health()
    }

    fn initiative_cadence(&self, _house: &HouseRules) -> InitiativeCadence {
        InitiativeCadence::Once
    }

    fn initiative_for_die(&self, who: &CombatantInfo<'_>, die: u16) -> Initiative {
        let CombatantInfo { sheet, track, .. } = who;
        let written = sheet.get(&INITIATIVE);
        let misc = (written != 0).then(|| Term::from_rule(msg::MODIFIER, written, "CHR-INIT-05"));
        let weapon = Character::new(who, &combat::table_settings(who.house)).weapon_initiative();
        let weapon = (weapon != 0).then(|| Term::from_rule(msg::WEAPON, weapon, "CHR-INIT-05"));
        let wounds = wounded(sheet, &boxes_of(track), who.house);
        let misc: Vec<Term> = misc.into_iter().chain(weapon).chain(wounds).collect();
        initiative::score(die, sheet.get(&DEXTERITY), sheet.get(&COMPOSURE), &misc)
    }

    fn round_phases(&self, _house: &HouseRules) -> &'static [Phase] {
        &[Phase::Act]
    }

    fn phase_steps(&self, _phase: Phase, order: &[CombatantInfo<'_>]) -> Vec<TurnStep> {
        (0..order.len()).map(TurnStep::in_first_pass).collect()
    }

    /// A delay names what it waits for (CHR-INIT-04).
    fn delay_needs_trigger(&self) -> bool {
        true
    }

    /// A delayed action comes right after its trigger (CHR-INIT-04).
    fn acts_after_trigger(&self) -> bool {
        true
    }

    fn parameter_specs(&self, _who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
        let again = [
            (10, msg::N10_AGAIN),
            (9, msg::N9),
            (8, msg::N8),
            (0, msg::NONE),
        ];
        vec![
            ParameterSpec::choice(AGAIN, msg::DICE_THAT_ROLL_AGAIN, &again),
            ParameterSpec::flag(ROTE, msg::ROTE),
            ParameterSpec::flag(CHANCE, msg::CHANCE_DIE),
        ]
    }

    fn roll_terms(&self, who: &CombatantInfo<'_>, _reading: &Parameters) -> Vec<Term> {
        wounded(who.sheet, &boxes_of(who.track), who.house)
            .into_iter()
            .collect()
    }

    fn forbids_roll(&self, who: &CombatantInfo<'_>, _reading: &Parameters) -> Option<ChatError> {
        out_of_fight_error(self, who)
    }

    fn describe_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        let score = crate::character::vocabulary::format_number(score);
        match known {
            Some((die, _)) => msg::acts_on_the_die_shows(&name, &score, &die),
            None => msg::acts_on(&name, &score),
        }
    }
}

//! The rule system of Tri-Stat: implements the traits of rules with the functions of this folder.

use super::archetypes;
use super::demo::STORY;
use super::numbers::{BOXCARS, ENERGY_COST, SIDES, SNAKE_EYES};
use super::roll::{self, Purpose};
use super::roll_request::{self as requests, RollRequest};
use super::settings::{Recount, Settings};
use super::{conditions, health, initiative, sheet, speech};
use crate::condition::{ConditionSpec, Conditions};
use crate::dial::{Dial, Reading};
use crate::dice::Dice;
use crate::fighter::Fighter;
use crate::house::House;
use crate::initiative::Initiative;
use crate::messages::Text;
use crate::messages::tristat as msg;
use crate::phase::{Cadence, Phase, Step};
use crate::plan::{Lasts, Plan, PlanSpec};
use crate::roll::{Face, Grade, Mark, Rolled};
use crate::settings::SettingSpec;
use crate::sheet::{Archetype, KindSpec, PoolSpec, Sheet, TraitGroup, TraitSpec};
use crate::speech::{Speech, number};
use crate::story::Story;
use crate::system::{
    Harmed, Health, HealthRules, HealthState, Look, Offer, RollRules, RoundRules, RuleSystem,
    out_of_the_fight,
};
use crate::term::Term;
use crate::track::{DamageKind, Packet, Points, Track, TrackError};
use crate::typed::ChatError;

/// The Tri-Stat rules.
#[derive(Clone, Copy, Debug)]
pub struct Tristat;

/// The words of chat for the Combat Value and the Defense Value.
const COMBAT_WORD: &str = "cv";
const DEFENSE_WORD: &str = "dv";

const KINDS: [KindSpec; 1] = [KindSpec {
    key: "human",
    title: msg::HUMAN,
}];

const POINTS: [DamageKind; 1] = [DamageKind {
    severity: None,
    word: msg::POINTS,
}];

const SPEECH: Speech = Speech {
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
};

/// Throws two dice, and the third of a critical at once (TRI-CRIT-01, TRI-CRIT-02).
fn throw(target: i32, purpose: Purpose, house: &House, dice: &mut dyn Dice) -> Rolled {
    let settings = Settings::of(house);
    let faces = roll::throw(dice);
    let total = roll::total(faces);
    let success = roll::succeeds(purpose, target, faces, &settings);
    let critical = total == SNAKE_EYES && purpose == Purpose::Attack;
    let spoils = total == BOXCARS && settings.natural_12_fails;
    let mark = match (critical, success) {
        (true, _) => Mark::Again,
        (false, true) => Mark::Counts,
        (false, false) if spoils => Mark::Cancels,
        (false, false) => Mark::Idle,
    };
    let third = critical.then(|| Face(dice.die(SIDES), Mark::Counts));
    let pair = faces.into_iter().map(|face| Face(face, mark));
    Rolled {
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

impl Look for Tristat {
    fn archetypes(&self) -> &'static [Archetype] {
        archetypes::ARCHETYPES
    }

    fn title(&self) -> &'static str {
        msg::TRI_STAT.get()
    }

    fn blurb(&self) -> &'static str {
        msg::TWO_SIX_SIDED_DICE_AT.get()
    }

    fn speech(&self) -> &'static Speech {
        &SPEECH
    }

    fn traits(&self) -> &'static [TraitSpec] {
        &sheet::TRAITS
    }

    fn unrolled_traits(&self) -> &'static [&'static str] {
        &sheet::UNROLLED
    }

    fn kinds(&self) -> &'static [KindSpec] {
        &KINDS
    }

    /// Energy (TRI-STAT-04).
    fn pools(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        let most = sheet::derived(sheet).energy;
        let energy = PoolSpec {
            key: requests::ENERGY,
            title: msg::ENERGY,
            most,
        };
        (most > 0).then_some(energy).into_iter().collect()
    }

    fn derived_words(&self) -> &'static [&'static str] {
        &[COMBAT_WORD, DEFENSE_WORD]
    }

    /// The Combat Value is `cv`, the Defense Value `dv` (TRI-STAT-01, TRI-STAT-02).
    fn derived(&self, word: &str, who: Option<&Fighter<'_>>) -> Option<(Text, i32)> {
        let derived = sheet::derived(who?.sheet);
        let values = [
            (COMBAT_WORD, msg::COMBAT_VALUE, derived.combat_value),
            (DEFENSE_WORD, msg::DEFENSE_VALUE, derived.defense_value),
        ];
        let (_, title, value) = values.into_iter().find(|(known, ..)| *known == word)?;
        Some((title, value))
    }

    fn track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        sheet::points(sheet).map(Track::Points)
    }

    fn damage_kinds(&self) -> &'static [DamageKind] {
        &POINTS
    }

    /// Takes points off Health; what is lost past 0 is kept (TRI-DMG-03).
    fn harm(&self, who: &Fighter<'_>, packet: Packet) -> Option<Harmed> {
        let points = Packet::plain(packet.points);
        let track = who.track.points().filter(|_| packet == points)?;
        let after = health::less(*track, i32::from(packet.points));
        Some(Harmed {
            after: Track::Points(after),
            excess: 0,
        })
    }

    fn health(&self, _: &Sheet, track: &Track, _: &Conditions, _: &House) -> Health {
        let down = |points: &Points| health::is_down(points.now());
        let down = track.points().is_some_and(down);
        let state = HealthState::new(msg::DOWN, "TRI-HLTH-01", true);
        Health {
            penalty: 0,
            states: down.then_some(state).into_iter().collect(),
        }
    }

    fn conditions(&self) -> &'static [ConditionSpec] {
        &conditions::CONDITIONS
    }

    fn initiative_die(&self) -> u16 {
        SIDES
    }

    fn cadence(&self, _house: &House) -> Cadence {
        Cadence::EveryRound
    }

    fn initiative(&self, who: &Fighter<'_>, die: u16) -> Initiative {
        sheet::initiative(who.sheet, die)
    }

    fn phases(&self, _house: &House) -> &'static [Phase] {
        &[Phase::Initiative, Phase::Act]
    }

    /// One turn each; a combatant with several attacks makes them in it (TRI-TURN-03).
    fn steps(&self, phase: Phase, order: &[Fighter<'_>]) -> Vec<Step> {
        match phase {
            Phase::Act => (0..order.len()).map(Step::of).collect(),
            Phase::Initiative | Phase::Declare | Phase::Extra => Vec::new(),
        }
    }

    fn plan(&self, _house: &House) -> Option<PlanSpec> {
        Some(PlanSpec {
            actions: 1,
            defenses: &[],
            pools: &[],
            extra: None,
            willpower: 0,
            stances: &conditions::STANCES,
            lasts: Lasts::OwnTurn,
            binds: false,
            rule: "TRI-STANCE-01",
        })
    }

    fn dials(&self, _who: Option<&Fighter<'_>>) -> Vec<Dial> {
        requests::dials()
    }

    fn roll_terms(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<Term> {
        requests::terms(who, RollRequest::of(reading))
    }

    fn cost(&self, reading: &Reading) -> Option<(&'static str, u16)> {
        let points = u16::try_from(ENERGY_COST).ok()?;
        RollRequest::of(reading)
            .energy
            .then_some((requests::ENERGY, points))
    }

    fn forbids(&self, who: &Fighter<'_>, reading: &Reading) -> Option<ChatError> {
        out_of_the_fight(self, who).or_else(|| requests::forbids(who, RollRequest::of(reading)))
    }

    fn sides(&self) -> u16 {
        SIDES
    }

    fn offer(&self, sum: i32, _reading: &Reading) -> Offer {
        let sum = number(sum);
        Offer {
            sum_title: msg::TARGET_2,
            button: msg::roll_2_dice_against(&sum),
            sum,
        }
    }

    fn odds(&self, sum: i32, reading: &Reading, house: &House) -> Vec<(Text, f64)> {
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

    fn tell_reading(&self, reading: &Reading) -> String {
        speech::reading(RollRequest::of(reading))
    }

    fn tell_read(&self, rolled: &Rolled, reading: &Reading) -> String {
        speech::outcome(rolled, RollRequest::of(reading))
    }

    fn tell_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        speech::initiative(name, score, known)
    }

    fn tell_damage(&self, packet: &Packet) -> String {
        msg::loses_health(&packet.points)
    }
}

impl HealthRules for Tristat {
    fn box_penalties(&self, _: &Sheet, _track: &Track, _: &House) -> Vec<i32> {
        Vec::new()
    }

    fn over_with_scene(&self) -> &'static [&'static str] {
        &[
            requests::GRAPPLED,
            requests::SHAKEN,
            requests::LOST_ESCAPE,
            requests::FORFEIT,
        ]
    }
}

impl RoundRules for Tristat {
    /// Equal totals act at the same moment, whatever they are made of (TRI-TURN-02).
    fn typed_initiative(&self, terms: Vec<Term>, die: u16) -> Initiative {
        initiative::with_terms(terms, die)
    }

    /// A stance, until the next turn (TRI-STANCE-01, TRI-STANCE-02).
    fn forbids_plan(&self, who: &Fighter<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        requests::forbids_plan(who, plan)
    }

    /// What somebody does is decided on their turn (TRI-STANCE-02).
    fn stance_in_own_turn(&self) -> Option<&'static str> {
        Some("TRI-STANCE-02")
    }

    /// Defenses, where the house counts them so (TRI-DEF-04).
    fn counted_by_turn(&self, house: &House) -> &'static [&'static str] {
        match Settings::of(house).defenses_recount {
            Recount::Round => &[],
            Recount::OwnTurn => &[requests::DEFENSES],
        }
    }
}

impl RollRules for Tristat {
    fn counts_dice(&self) -> bool {
        false
    }

    fn dial_word(&self, word: &str) -> Option<(&'static str, i32)> {
        requests::dial_word(word)
    }

    fn counts(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<&'static str> {
        requests::counts(who, RollRequest::of(reading))
    }

    fn roll(
        &self,
        sum: i32,
        reading: &Reading,
        house: &House,
        dice: &mut dyn Dice,
    ) -> Result<Rolled, ChatError> {
        Ok(throw(sum, RollRequest::of(reading).purpose, house, dice))
    }
}

impl RuleSystem for Tristat {
    fn demo(&self) -> &'static Story {
        &STORY
    }

    fn pool_words(&self) -> &'static [(&'static str, Text)] {
        &[(requests::ENERGY, msg::ENERGY)]
    }

    fn settings(&self) -> &'static [SettingSpec] {
        Settings::SPECS
    }

    fn trait_groups(&self) -> &'static [TraitGroup] {
        archetypes::GROUPS
    }
}

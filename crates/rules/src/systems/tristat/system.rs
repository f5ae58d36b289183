//! Tri-Stat as the table sees it: the trait's questions, answered by this folder's rules.

use super::archetypes;
use super::asked::{self, Asked};
use super::demo::STORY;
use super::health::{self, Status};
use super::initiative;
use super::numbers::{BOXCARS, ENERGY_COST, SIDES};
use super::roll::{self, Check, Purpose};
use super::settings::Recount;
use super::{house, sheet, told};
use crate::condition::{ConditionSpec, Conditions};
use crate::dial::{Dial, Reading};
use crate::dice::Dice;
use crate::fighter::Fighter;
use crate::house::House;
use crate::initiative::Initiative;
use crate::messages::Text;
use crate::messages::tristat as msg;
use crate::phase::{Cadence, Phase, Step};
use crate::plan::{Lasts, Plan, PlanSpec, StanceSpec};
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
use crate::track::{DamageKind, Packet, Track, TrackError};
use crate::typed::ChatError;

/// The Tri-Stat rules.
#[derive(Clone, Copy, Debug)]
pub struct Tristat;

const KINDS: [KindSpec; 1] = [KindSpec {
    key: "human",
    title: msg::HUMAN,
}];

const POINTS: [DamageKind; 1] = [DamageKind {
    severity: None,
    word: msg::POINTS,
}];

const STANCES: [StanceSpec; 2] = [
    StanceSpec {
        key: asked::TOTAL_ATTACK,
        title: msg::TOTAL_ATTACK,
        rule: "TRI-STANCE-01",
    },
    StanceSpec {
        key: asked::TOTAL_DEFENSE,
        title: msg::TOTAL_DEFENSE,
        rule: "TRI-STANCE-02",
    },
];

const fn condition(
    key: &'static str,
    word: Text,
    effect: Text,
    rule: &'static str,
    most: i32,
) -> ConditionSpec {
    ConditionSpec {
        key,
        word,
        effect,
        rule,
        most,
    }
}

const CONDITIONS: [ConditionSpec; 5] = [
    condition(
        asked::GRAPPLED,
        msg::GRAPPLED_2,
        msg::NO_MOVEMENT_MINUS_2_ON,
        "TRI-GRAP-03",
        1,
    ),
    condition(
        asked::PRONE,
        msg::PRONE_2,
        msg::LIES_ON_THE_GROUND_WHAT,
        "TRI-PRONE-01",
        0,
    ),
    condition(
        asked::SHAKEN,
        msg::UNSTEADY_WITH_THE_WEAPON,
        msg::MINUS_2_ON_ATTACKS_AND,
        "TRI-DISARM-04",
        0,
    ),
    condition(
        asked::LOST_ESCAPE,
        msg::HELD_TOO_FAST_TO_DEFEND,
        msg::NO_DEFENSES_UNTIL_THEIR_NEXT,
        "TRI-ESC-04",
        0,
    ),
    condition(
        asked::FORFEIT,
        msg::OUT_OF_ATTACKS,
        msg::NO_ATTACKS_LEFT_THIS_ROUND,
        "TRI-ESC-04",
        0,
    ),
];

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
fn throw(sum: i32, purpose: Purpose, house: &House, dice: &mut dyn Dice) -> Rolled {
    let check = read(sum, purpose, roll::throw(dice), house);
    let critical = check.is_snake_eyes() && purpose == Purpose::Attack;
    let spoils = check.roll == BOXCARS && house::settings(house).natural_12_fails;
    let mark = match (critical, check.success) {
        (true, _) => Mark::Again,
        (false, true) => Mark::Counts,
        (false, false) if spoils => Mark::Cancels,
        (false, false) => Mark::Idle,
    };
    let third = critical.then(|| Face(dice.die(SIDES), Mark::Counts));
    let pair = check.faces.into_iter().map(|face| Face(face, mark));
    Rolled {
        chance: false,
        faces: pair.chain(third).collect(),
        successes: u32::from(check.success),
        grade: match (critical, check.success) {
            (true, _) => Grade::Exceptional,
            (false, true) => Grade::Success,
            (false, false) => Grade::Failure,
        },
        margin: Some(check.margin),
        plain: None,
    }
}

/// Reads a pair of faces against a target.
fn read(target: i32, purpose: Purpose, faces: roll::Pair, house: &House) -> Check {
    let terms = vec![Term::typed(msg::TARGET, target)];
    roll::read(purpose, terms, faces, &house::settings(house))
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
            key: asked::ENERGY,
            title: msg::ENERGY,
            most,
        };
        (most > 0).then_some(energy).into_iter().collect()
    }

    fn derived_words(&self) -> &'static [&'static str] {
        &["cv", "dv"]
    }

    /// The Combat Value is `cv`, the Defense Value `dv` (TRI-STAT-01, TRI-STAT-02).
    fn derived(&self, word: &str, who: Option<&Fighter<'_>>) -> Option<(Text, i32)> {
        let derived = sheet::derived(who?.sheet);
        match word {
            "cv" => Some((msg::COMBAT_VALUE, derived.combat_value)),
            "dv" => Some((msg::DEFENSE_VALUE, derived.defense_value)),
            _ => None,
        }
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
        let status = track.points().map(|points| health::status(points.now()));
        let down = HealthState::new(msg::DOWN, "TRI-HLTH-01", true);
        Health {
            penalty: 0,
            states: match status {
                Some(Status::Down) => vec![down],
                Some(Status::Ok) | None => Vec::new(),
            },
        }
    }

    fn conditions(&self) -> &'static [ConditionSpec] {
        &CONDITIONS
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
            stances: &STANCES,
            lasts: Lasts::OwnTurn,
            binds: false,
            rule: "TRI-STANCE-01",
        })
    }

    fn dials(&self, _who: Option<&Fighter<'_>>) -> Vec<Dial> {
        asked::dials()
    }

    fn roll_terms(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<Term> {
        asked::terms(who, Asked::of(reading))
    }

    fn cost(&self, reading: &Reading) -> Option<(&'static str, u16)> {
        let points = u16::try_from(ENERGY_COST).ok()?;
        Asked::of(reading).energy.then_some((asked::ENERGY, points))
    }

    fn forbids(&self, who: &Fighter<'_>, reading: &Reading) -> Option<ChatError> {
        out_of_the_fight(self, who).or_else(|| asked::forbids(who, Asked::of(reading)))
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
        let purpose = Asked::of(reading).purpose;
        let pairs = (1..=SIDES).flat_map(|one| (1..=SIDES).map(move |other| [one, other]));
        let good = pairs.filter(|pair| read(sum, purpose, *pair, house).success);
        let all = f64::from(SIDES) * f64::from(SIDES);
        let good = good.fold(0.0, |count, _| count + 1.0) / all;
        match purpose {
            Purpose::Attack => vec![(msg::HITS, good), (msg::CRITICAL_2, 1.0 / all)],
            Purpose::Defense => vec![(msg::AVOIDS_IT, good)],
            Purpose::Stat => vec![(msg::SUCCEEDS, good)],
        }
    }

    fn tell_reading(&self, reading: &Reading) -> String {
        told::reading(Asked::of(reading))
    }

    fn tell_read(&self, rolled: &Rolled, reading: &Reading) -> String {
        told::outcome(rolled, Asked::of(reading))
    }

    fn tell_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        told::initiative(name, score, known)
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
            asked::GRAPPLED,
            asked::SHAKEN,
            asked::LOST_ESCAPE,
            asked::FORFEIT,
        ]
    }
}

impl RoundRules for Tristat {
    /// Equal totals act at the same moment, whatever they are made of (TRI-TURN-02).
    fn typed_initiative(&self, terms: Vec<Term>, die: u16) -> Initiative {
        initiative::of(terms, die)
    }

    /// A stance, until the next turn (TRI-STANCE-01, TRI-STANCE-02).
    fn forbids_plan(&self, who: &Fighter<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        asked::forbids_plan(who, plan)
    }

    /// What somebody does is decided on their turn (TRI-STANCE-02).
    fn stance_in_own_turn(&self) -> Option<&'static str> {
        Some("TRI-STANCE-02")
    }

    /// Defenses, where the house counts them so (TRI-DEF-04).
    fn counted_by_turn(&self, house: &House) -> &'static [&'static str] {
        match house::settings(house).defenses_recount {
            Recount::Round => &[],
            Recount::OwnTurn => &["defense"],
        }
    }
}

impl RollRules for Tristat {
    fn counts_dice(&self) -> bool {
        false
    }

    fn dial_word(&self, word: &str) -> Option<(&'static str, i32)> {
        asked::dial_word(word)
    }

    fn counts(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<&'static str> {
        asked::counts(who, Asked::of(reading))
    }

    fn roll(
        &self,
        sum: i32,
        reading: &Reading,
        house: &House,
        dice: &mut dyn Dice,
    ) -> Result<Rolled, ChatError> {
        Ok(throw(sum, Asked::of(reading).purpose, house, dice))
    }
}

impl RuleSystem for Tristat {
    fn demo(&self) -> &'static Story {
        &STORY
    }

    fn pool_words(&self) -> &'static [(&'static str, Text)] {
        &[(asked::ENERGY, msg::ENERGY)]
    }

    fn settings(&self) -> &'static [SettingSpec] {
        super::settings::Settings::SPECS
    }

    fn trait_groups(&self) -> &'static [TraitGroup] {
        archetypes::GROUPS
    }
}

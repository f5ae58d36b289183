//! The rule system of Crossover: implements the traits of rules with the functions of this folder.

use crate::messages::crossover as msg;
use crate::messages::{Text, Wording};
use std::cmp::Ordering;

use super::archetypes;
use super::demo::STORY;
use super::settings::{ExtraPhase, NpcInit};
use super::turn::{self, can_act, incapacitated, is_lost, over_limit};
use super::{
    Refusal, Settings, abort, actions, command, conditions, dice, due, initiative, refusal, sheet,
    speech as words, state, track,
};
use crate::condition::{ConditionSpec, Conditions};
use crate::dial::{Dial, Reading};
use crate::dice::Dice;
use crate::due::{Due, Moment};
use crate::fighter::Fighter;
use crate::house::House;
use crate::initiative::Initiative;
use crate::phase::{Cadence, Phase, Step};
use crate::plan::{Aborted, Plan, PlanSpec, Price};
use crate::roll::Rolled;
use crate::settings::SettingSpec;
use crate::sheet::{Archetype, KindSpec, PoolSpec, Sheet, TraitGroup, TraitSpec};
use crate::speech::Speech;
use crate::story::Story;
use crate::system::{
    Harmed, Health, HealthRules, HealthState, Look, Offer, RollRules, RoundRules, RuleSystem,
};
use crate::systems::d10::dice::{DIFFICULTY, SIDES};
use crate::systems::d10::table::abort::{aborted, means};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::{
    dials, health, initiative as rolled, refused, rolls, speech, steps,
};
use crate::term::Term;
use crate::track::{DamageKind, Packet, Points, Track, TrackError};
use crate::typed::{ChatError, Typed};

/// The crossover rules.
#[derive(Clone, Copy, Debug)]
pub struct Crossover;

const LEVELS: health::Rules = health::Rules {
    levels: "XOV-HLTH-01",
    wounds: "XOV-HLTH-03",
    end: "XOV-HLTH-02",
};

/// The words of the difficulty when it is raised by [`over_limit`].
const OVER_LIMIT_TITLE: Text = msg::DIFFICULTY_PLUS_3_FOR_TOO;
/// The words when a house rule says by how much.
const OTHER_LIMIT_TITLE: Text = msg::DIFFICULTY_RAISED_FOR_TOO_MANY;

impl Look for Crossover {
    fn archetypes(&self) -> &'static [Archetype] {
        archetypes::ARCHETYPES
    }

    fn title(&self) -> &'static str {
        msg::CROSSOVER.get()
    }

    fn blurb(&self) -> &'static str {
        msg::TEN_SIDED_DICE_AGAINST_A.get()
    }

    fn speech(&self) -> &'static Speech {
        &words::SPEECH
    }

    fn traits(&self) -> &'static [TraitSpec] {
        &sheet::TRAITS
    }

    fn unrolled_traits(&self) -> &'static [&'static str] {
        &sheet::UNROLLED
    }

    fn kinds(&self) -> &'static [KindSpec] {
        &sheet::KINDS
    }

    fn pools(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        sheet::pools(sheet)
    }

    fn track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        if track::has_corpus(sheet) {
            let most = sheet.get(&sheet::CORPUS);
            return Points::new(most, most).map(Track::Points);
        }
        health::unmarked(sheet)
    }

    fn box_name(&self, track: &Track, index: u16) -> Option<Wording> {
        health::box_name(track, index)
    }

    /// Wraiths and the Risen have Corpus (XOV-HLTH-05).
    fn track_title(&self, track: &Track) -> &'static str {
        match track {
            Track::Points(_) => sheet::CORPUS.title.get(),
            Track::Boxes(_) | Track::Levels(_) => words::SPEECH.health.get(),
        }
    }

    fn damage_kinds(&self) -> &'static [DamageKind] {
        &DamageKind::SEVERITIES
    }

    fn harm(&self, who: &Fighter<'_>, packet: Packet) -> Option<Harmed> {
        if let Track::Points(corpus) = who.track {
            return Some(track::thin_corpus(*corpus, packet));
        }
        let kind = sheet::kind(who.sheet);
        health::harm(who.track, packet, |health, blow| {
            track::mark(health, kind, &[blow])
        })
    }

    fn health(&self, _: &Sheet, track: &Track, _: &Conditions, _: &House) -> Health {
        match track {
            Track::Points(corpus) if corpus.now() <= 0 => Health {
                penalty: 0,
                states: vec![HealthState::new(msg::DISSOLVED, "XOV-HLTH-05", true)],
            },
            track => health::state(track, &LEVELS),
        }
    }

    fn conditions(&self) -> &'static [ConditionSpec] {
        &conditions::CONDITIONS
    }

    fn initiative_die(&self) -> u16 {
        SIDES
    }

    /// Anew every turn (XOV-INIT-02).
    fn cadence(&self, _house: &House) -> Cadence {
        Cadence::EveryRound
    }

    fn initiative(&self, who: &Fighter<'_>, die: u16) -> Initiative {
        rolled::rated(die, rolled::terms(who.sheet, "XOV-INIT-01"))
    }

    fn suggested(&self, who: &Fighter<'_>) -> Vec<Term> {
        let rose = state::in_force(who, state::ROSE);
        initiative::suggested(health::wounds(who.track).penalty, rose)
    }

    fn phases(&self, _house: &House) -> &'static [Phase] {
        &[Phase::Initiative, Phase::Declare, Phase::Act, Phase::Extra]
    }

    /// Low declares first and high acts first (XOV-DECL-01, XOV-TURN-01); who delays acts at a
    /// later moment of the same turn (XOV-TURN-02). Only the first of all actions is in the main
    /// phase, also where a power calls them simultaneous (XOV-TURN-06).
    fn steps(&self, phase: Phase, order: &[Fighter<'_>]) -> Vec<Step> {
        let turns = order
            .iter()
            .any(|who| Settings::of(who.house).extra_phase == ExtraPhase::RoundRobin);
        match phase {
            Phase::Initiative => Vec::new(),
            Phase::Declare => steps::backwards(order),
            Phase::Act => steps::forwards(order, |who| !is_lost(who)),
            Phase::Extra => steps::rest_of(order, turn::left, turns),
        }
    }

    fn plan(&self, _house: &House) -> Option<PlanSpec> {
        Some(turn::PLAN)
    }

    fn dials(&self, who: Option<&Fighter<'_>>) -> Vec<Dial> {
        let Some(who) = who else {
            return dials::dials(None, None);
        };
        let harder = match over_limit(who) {
            0 => None,
            3 => Some(OVER_LIMIT_TITLE),
            _ => Some(OTHER_LIMIT_TITLE),
        };
        dials::dials(harder, rolls::several(who))
    }

    fn settled(&self, who: &Fighter<'_>, reading: &Reading) -> Reading {
        let settled = rolls::settled(who, reading);
        let harder = over_limit(who);
        if harder > 0 && Purpose::of(reading) == Purpose::Action {
            let asked = settled.or(dials::DIFFICULTY_KEY, DIFFICULTY);
            return settled.with(dials::DIFFICULTY_KEY, asked.saturating_add(harder));
        }
        settled
    }

    fn roll_terms(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<Term> {
        let by = Settings::of(who.house);
        let wounds = rolls::wounds(who, reading, &LEVELS, by.wounds_on_reflexes);
        let split = rolls::split(who, reading, "XOV-MULT-01");
        let single = by
            .single_action_costs
            .then(|| actions::single_action_term(who, reading));
        let label = msg::DEFENSES_BEFORE_IT;
        let further = rolls::further_defense(who, reading, label, "XOV-DEF-06", true);
        let several = split.or(single.flatten());
        wounds.into_iter().chain(several).chain(further).collect()
    }

    /// A point of Willpower for a success (XOV-ACT-03).
    fn cost(&self, reading: &Reading) -> Option<(&'static str, u16)> {
        dials::cost(reading)
    }

    fn forbids(&self, who: &Fighter<'_>, reading: &Reading) -> Option<ChatError> {
        if Purpose::of(reading) == Purpose::Action && !can_act(who) {
            return Some(incapacitated(who));
        }
        if Purpose::of(reading) == Purpose::Action
            && let Some((why, rule)) = state::numb(who)
        {
            return Some(ChatError::of_rule("numb", why, rule));
        }
        let undeclared = refusal::undeclared();
        if rolls::is_undeclared(who, reading) {
            return Some(undeclared);
        }
        rolls::no_willpower(who, reading, "XOV-ACT-03", Some(undeclared))
    }

    fn sides(&self) -> u16 {
        SIDES
    }

    fn offer(&self, sum: i32, reading: &Reading) -> Offer {
        speech::offer(sum, reading)
    }

    fn odds(&self, sum: i32, reading: &Reading, house: &House) -> Vec<(Text, f64)> {
        speech::odds(sum, reading, dice::reading(&Settings::of(house)))
    }

    fn tell_reading(&self, reading: &Reading) -> String {
        speech::tell_reading(reading)
    }

    fn tell_read(&self, rolled: &Rolled, _reading: &Reading) -> String {
        speech::tell_outcome(rolled)
    }

    fn tell_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        speech::tell_initiative(name, score, known)
    }

    fn tell_damage(&self, packet: &Packet) -> String {
        crate::speech::takes(packet)
    }

    fn chat_signs(&self) -> &'static [char] {
        &['+']
    }

    fn chat_help(&self) -> &'static str {
        msg::PLUS_COMBAT_INIT_PLUS_COMBAT.get()
    }
}

impl HealthRules for Crossover {
    fn box_penalties(&self, _: &Sheet, track: &Track, _: &House) -> Vec<i32> {
        health::box_penalties(track)
    }

    /// A werewolf's healing (XOV-SOAK-09). The turn of one who is dazed is passed over (XOV-CMP-06).
    fn due(&self, who: &Fighter<'_>, moment: Moment) -> Vec<Due> {
        match moment {
            Moment::TurnStart => due::due(who),
            Moment::TurnEnd | Moment::RoundStart | Moment::RoundEnd | Moment::SceneEnd => {
                Vec::new()
            }
        }
    }

    fn over_with_scene(&self) -> &'static [&'static str] {
        &conditions::OVER_WITH_SCENE
    }
}

impl RoundRules for Crossover {
    fn later_roll_replaces(&self, house: &House) -> bool {
        Settings::of(house).later_roll_replaces
    }

    /// An action is delayed to any later point of the turn (XOV-TURN-02).
    fn waits_into_extra(&self) -> bool {
        true
    }

    /// By the rating alone (XOV-TURN-03).
    fn delayed_tie(&self, later: &Initiative, earlier: &Initiative) -> Ordering {
        earlier.rank.get(1).cmp(&later.rank.get(1))
    }

    fn forbids_plan(&self, who: &Fighter<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        turn::bars_plan(who, plan?)
    }

    fn forbids_spending(&self, who: &Fighter<'_>, pool: &str) -> Option<ChatError> {
        turn::bars_spending(who, pool)
    }

    fn abort(
        &self,
        who: &Fighter<'_>,
        price: Price,
        dice: &mut dyn Dice,
    ) -> Option<Result<Aborted, ChatError>> {
        if !can_act(who) {
            return Some(Err(incapacitated(who)));
        }
        let means = means(who, price);
        let changed = abort::change(&means, &Settings::of(who.house), dice);
        let changed = changed.map_err(|why| refused::denied(&why));
        Some(changed.map(|paid| aborted(&means, paid, "XOV-MAN-01")))
    }

    /// A combatant who is out of the fight rolls none (XOV-HLTH-01).
    fn forbids_initiative(&self, who: &Fighter<'_>) -> Option<ChatError> {
        (!can_act(who)).then(|| incapacitated(who))
    }
}

impl RollRules for Crossover {
    fn dial_word(&self, word: &str) -> Option<(&'static str, i32)> {
        dials::word(word)
    }

    fn counts(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<&'static str> {
        rolls::counts(who, reading)
    }

    fn roll(
        &self,
        sum: i32,
        reading: &Reading,
        house: &House,
        dice: &mut dyn Dice,
    ) -> Result<Rolled, ChatError> {
        let by = dice::reading(&Settings::of(house));
        let rolled = dials::throw(sum, reading, by, dice);
        let rolled = rolled.map_err(|why| refused::denied::<Refusal>(&why.into()))?;
        rolled.ok_or_else(|| refused::refusal(&Refusal::NoDice))
    }

    /// Every line that begins with `+` (XOV-INIT-03, XOV-INIT-04).
    fn chat(
        &self,
        line: &str,
        sender: Option<&Fighter<'_>>,
        _house: &House,
    ) -> Option<Result<Typed, ChatError>> {
        command::chat(line, sender.is_some())
    }

    fn players_roll_for_unowned(&self, house: &House) -> bool {
        Settings::of(house).npc_init_by == NpcInit::Anyone
    }
}

impl RuleSystem for Crossover {
    fn demo(&self) -> &'static Story {
        &STORY
    }

    fn pool_words(&self) -> &'static [(&'static str, Text)] {
        &[
            ("willpower", msg::WILLPOWER),
            ("blood", msg::BLOOD),
            ("rage", msg::RAGE),
            ("faith", msg::FAITH),
            ("ammo", msg::AMMUNITION),
        ]
    }

    fn settings(&self) -> &'static [SettingSpec] {
        Settings::SPECS
    }

    fn trait_groups(&self) -> &'static [TraitGroup] {
        archetypes::GROUPS
    }
}

//! Implementation of the system traits for Ascension.

use super::archetypes;
use super::combat::turn;
use super::demo::STORY;
use super::facts::{CONDITIONS, LEVELS, PLAN, SPEECH};
use super::{Refusal, Settings, abort, dice, initiative, refusal, sheet, track};
use crate::condition::{ConditionSpec, Conditions};
use crate::dial::{Dial, Reading};
use crate::dice::Dice;
use crate::fighter::Fighter;
use crate::house::House;
use crate::initiative::Initiative;
use crate::messages::ascension as msg;
use crate::messages::{Text, Wording};
use crate::phase::{Cadence, Phase, Step};
use crate::plan::{Aborted, Plan, PlanSpec, Price};
use crate::roll::Rolled;
use crate::settings::SettingSpec;
use crate::sheet::{Archetype, KindSpec, PoolSpec, Sheet, TraitGroup, TraitSpec};
use crate::speech::Speech;
use crate::story::Story;
use crate::system::{Harmed, Health, HealthRules, Look, Offer, RollRules, RoundRules, RuleSystem};
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::table::abort::{aborted, means};
use crate::systems::d10::table::tally::DESPERATE;
use crate::systems::d10::table::{dials, health, refused, rolls, speech, steps};
use crate::term::Term;
use crate::track::{DamageKind, Packet, Track, TrackError};
use crate::typed::ChatError;

/// Rule system of Ascension.
#[derive(Clone, Copy, Debug)]
pub struct Ascension;

impl Look for Ascension {
    fn archetypes(&self) -> &'static [Archetype] {
        archetypes::ARCHETYPES
    }

    fn title(&self) -> &'static str {
        msg::ASCENSION.get()
    }

    fn blurb(&self) -> &'static str {
        msg::TEN_SIDED_DICE_AGAINST_A.get()
    }

    fn speech(&self) -> &'static Speech {
        &SPEECH
    }

    fn traits(&self) -> &'static [TraitSpec] {
        &sheet::TRAITS
    }

    fn unrolled_traits(&self) -> &'static [&'static str] {
        &[]
    }

    fn kinds(&self) -> &'static [KindSpec] {
        &sheet::KINDS
    }

    fn pools(&self, sheet: &Sheet) -> Vec<PoolSpec> {
        sheet::pools(sheet)
    }

    fn track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        health::unmarked(sheet)
    }

    fn box_name(&self, track: &Track, index: u16) -> Option<Wording> {
        health::box_name(track, index)
    }

    fn damage_kinds(&self) -> &'static [DamageKind] {
        &DamageKind::SEVERITIES
    }

    fn harm(&self, who: &Fighter<'_>, packet: Packet) -> Option<Harmed> {
        let mode = Settings::of(who.house).damage_recording;
        health::harm(who.track, packet, |health, blow| {
            track::mark(health, mode, &[blow])
        })
    }

    fn health(&self, _: &Sheet, track: &Track, _: &Conditions, _: &House) -> Health {
        health::state(track, &LEVELS)
    }

    fn conditions(&self) -> &'static [ConditionSpec] {
        &CONDITIONS
    }

    fn initiative_die(&self) -> u16 {
        SIDES
    }

    /// Once, when hostilities begin, unless a house rule says otherwise (ASC-INIT-02).
    fn cadence(&self, house: &House) -> Cadence {
        match Settings::of(house).reroll_each_turn {
            true => Cadence::EveryRound,
            false => Cadence::Once,
        }
    }

    fn initiative(&self, who: &Fighter<'_>, die: u16) -> Initiative {
        initiative::of_sheet(who.sheet, die)
    }

    fn phases(&self, house: &House) -> &'static [Phase] {
        let by = Settings::of(house);
        match (by.reroll_each_turn, by.declare_low_to_high) {
            (false, false) => &[Phase::Act, Phase::Extra],
            (true, false) => &[Phase::Initiative, Phase::Act, Phase::Extra],
            (false, true) => &[Phase::Declare, Phase::Act, Phase::Extra],
            (true, true) => &[Phase::Initiative, Phase::Declare, Phase::Act, Phase::Extra],
        }
    }

    /// Acts from the highest initiative (ASC-INIT-03); declares from the lowest (ASC-DECL-01).
    fn steps(&self, phase: Phase, order: &[Fighter<'_>]) -> Vec<Step> {
        match phase {
            Phase::Initiative => Vec::new(),
            Phase::Declare => steps::backwards(order),
            Phase::Act => steps::forwards(order, |_| true),
            Phase::Extra => steps::rest(order, left, false),
        }
    }

    fn plan(&self, _house: &House) -> Option<PlanSpec> {
        Some(PLAN)
    }

    fn dials(&self, _who: Option<&Fighter<'_>>) -> Vec<Dial> {
        let mut all = dials::dials(None, None);
        // A soak roll may have dice of two difficulties (ASC-SOAK-06).
        all.extend(dials::second_group());
        all
    }

    fn roll_terms(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<Term> {
        let wounds = rolls::wounds(who, reading, &LEVELS, false);
        let grows = Settings::of(who.house).desperate_grows;
        let label = msg::FURTHER_ATTACKS;
        let further = rolls::further_defense(who, reading, label, "ASC-DESP-02", grows);
        wounds.into_iter().chain(further).collect()
    }

    /// Charges a Willpower point for a success (ASC-DICE-07).
    fn cost(&self, reading: &Reading) -> Option<(&'static str, u16)> {
        dials::cost(reading)
    }

    fn forbids(&self, who: &Fighter<'_>, reading: &Reading) -> Option<ChatError> {
        if rolls::cannot(who, reading) {
            return Some(refusal::incapacitated());
        }
        rolls::no_willpower(who, reading, "ASC-DICE-07", None)
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
}

impl HealthRules for Ascension {
    fn box_penalties(&self, _: &Sheet, track: &Track, _: &House) -> Vec<i32> {
        health::box_penalties(track)
    }

    fn over_with_scene(&self) -> &'static [&'static str] {
        &[turn::DIVIDED, turn::SMALLEST]
    }
}

impl RoundRules for Ascension {
    fn forbids_plan(&self, who: &Fighter<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        let refused = turn::check_plan(who, plan).err()?;
        Some(refused::refusal(&refused))
    }

    fn abort(
        &self,
        who: &Fighter<'_>,
        price: Price,
        dice: &mut dyn Dice,
    ) -> Option<Result<Aborted, ChatError>> {
        if !health::can_act(who.track) {
            return Some(Err(refused::refusal(&Refusal::Incapacitated)));
        }
        let means = means(who, price);
        let abort = abort::Abort {
            method: means.method,
            willpower: means.willpower,
            actions_left: means.actions_left(),
        };
        let changed = abort::abort(&abort, &Settings::of(who.house), dice);
        let changed = changed.map_err(|why| refused::denied(&why));
        Some(changed.map(|paid| aborted(&means, paid, "ASC-DEF-03")))
    }
}

impl RollRules for Ascension {
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
}

impl RuleSystem for Ascension {
    fn demo(&self) -> &'static Story {
        &STORY
    }

    fn pool_words(&self) -> &'static [(&'static str, Text)] {
        &[("willpower", msg::WILLPOWER)]
    }

    fn settings(&self) -> &'static [SettingSpec] {
        Settings::SPECS
    }

    fn trait_groups(&self) -> &'static [TraitGroup] {
        archetypes::GROUPS
    }
}

/// Number of granted actions beyond the first (ASC-TURN-01); shares of divided dice are all used in
/// the ordinary step. None in a desperate defense (ASC-DEF-05).
fn left(who: &Fighter<'_>) -> u8 {
    let plan = steps::plan(who);
    if plan.is(DESPERATE) { 0 } else { plan.extra }
}

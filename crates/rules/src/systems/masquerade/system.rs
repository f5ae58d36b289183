//! Implementation of the system traits for Masquerade.

use crate::messages::masquerade as msg;
use crate::messages::{Text, Wording};
use std::cmp::Ordering;

use super::archetypes;
use super::combat::turn;
use super::demo::STORY;
use super::facts::{CONDITIONS, LEVELS, PLAN, SPEECH};
use super::{Refusal, Settings, abort, command, dice, initiative, refusal, sheet, track};
use crate::condition::{ConditionSpec, Conditions};
use crate::dial::{Dial, Reading};
use crate::dice::Dice;
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
use crate::system::{Harmed, Health, HealthRules, Look, Offer, RollRules, RoundRules, RuleSystem};
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::table::abort::{aborted, means};
use crate::systems::d10::table::tally::ABORTED;
use crate::systems::d10::table::{dials, health, refused, rolls, speech, steps};
use crate::term::Term;
use crate::track::{DamageKind, Packet, Track, TrackError};
use crate::typed::{ChatError, Typed};

/// Rule system of Masquerade.
#[derive(Clone, Copy, Debug)]
pub struct Masquerade;

impl Look for Masquerade {
    fn archetypes(&self) -> &'static [Archetype] {
        archetypes::ARCHETYPES
    }

    fn title(&self) -> &'static str {
        msg::MASQUERADE.get()
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
        &sheet::UNROLLED
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
        let kind = sheet::kind(who.sheet);
        health::harm(who.track, packet, |health, blow| {
            track::mark(health, kind, &[blow])
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

    /// Anew each turn, unless a house rule says otherwise (MSQ-INIT-02).
    fn cadence(&self, house: &House) -> Cadence {
        match Settings::of(house).initiative_each_turn {
            true => Cadence::EveryRound,
            false => Cadence::Once,
        }
    }

    fn initiative(&self, who: &Fighter<'_>, die: u16) -> Initiative {
        initiative::of_sheet(who.sheet, die)
    }

    fn suggested(&self, who: &Fighter<'_>) -> Vec<Term> {
        initiative::suggested(health::wounds(who.track).penalty)
    }

    fn phases(&self, house: &House) -> &'static [Phase] {
        match Settings::of(house).initiative_each_turn {
            true => &[Phase::Initiative, Phase::Declare, Phase::Act, Phase::Extra],
            false => &[Phase::Declare, Phase::Act, Phase::Extra],
        }
    }

    /// Declares from the lowest initiative and acts from the highest (MSQ-DECL-01, MSQ-TURN-01);
    /// defenses have no step of their own (MSQ-TURN-06).
    fn steps(&self, phase: Phase, order: &[Fighter<'_>]) -> Vec<Step> {
        match phase {
            Phase::Initiative => Vec::new(),
            Phase::Declare => steps::backwards(order),
            Phase::Act => steps::forwards(order, |who| open(who) > 0),
            Phase::Extra => steps::rest(order, left, false),
        }
    }

    fn plan(&self, _house: &House) -> Option<PlanSpec> {
        Some(PLAN)
    }

    fn dials(&self, who: Option<&Fighter<'_>>) -> Vec<Dial> {
        dials::dials(None, who.and_then(rolls::several))
    }

    fn settled(&self, who: &Fighter<'_>, reading: &Reading) -> Reading {
        rolls::settled(who, reading)
    }

    fn roll_terms(&self, who: &Fighter<'_>, reading: &Reading) -> Vec<Term> {
        let wounds = rolls::wounds(who, reading, &LEVELS, false);
        let split = rolls::split(who, reading, "MSQ-MULT-01");
        wounds.into_iter().chain(split).collect()
    }

    /// Charges a Willpower point for a success (MSQ-DICE-06).
    fn cost(&self, reading: &Reading) -> Option<(&'static str, u16)> {
        dials::cost(reading)
    }

    fn forbids(&self, who: &Fighter<'_>, reading: &Reading) -> Option<ChatError> {
        if rolls::cannot(who, reading) {
            return Some(refusal::incapacitated());
        }
        let undeclared = refusal::undeclared();
        if rolls::is_undeclared(who, reading) {
            return Some(undeclared);
        }
        rolls::no_willpower(who, reading, "MSQ-DICE-06", Some(undeclared))
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
        initiative::tell(name, score, known)
    }

    fn tell_damage(&self, packet: &Packet) -> String {
        crate::speech::takes(packet)
    }

    fn chat_signs(&self) -> &'static [char] {
        &['!']
    }

    fn chat_help(&self) -> &'static str {
        msg::INITS_DEX_WITS_INIT_OR.get()
    }
}

impl HealthRules for Masquerade {
    fn box_penalties(&self, _: &Sheet, track: &Track, _: &House) -> Vec<i32> {
        health::box_penalties(track)
    }
}

impl RoundRules for Masquerade {
    fn typed_initiative(&self, terms: Vec<Term>, die: u16) -> Initiative {
        initiative::score(die, terms)
    }

    fn adjusted(&self, before: &Initiative, by: Term) -> Initiative {
        initiative::adjusted(before, by)
    }

    fn mismatch(&self, sheet: &Sheet, initiative: &Initiative) -> bool {
        initiative::differs(sheet, initiative)
    }

    fn settle_ties(
        &self,
        list: &mut [Initiative],
        fresh: &[bool],
        house: &House,
        dice: &mut dyn Dice,
    ) {
        initiative::settle_ties(list, fresh, &Settings::of(house), dice);
    }

    fn later_roll_replaces(&self, house: &House) -> bool {
        command::counts(true, false, &Settings::of(house))
    }

    /// Keeps the order that they would have had without delaying (MSQ-TURN-04). A delayed action
    /// follows its trigger or interrupts it (MSQ-TURN-03, MSQ-TURN-07).
    fn delayed_tie(&self, later: &Initiative, earlier: &Initiative) -> Ordering {
        earlier.rank.cmp(&later.rank)
    }

    /// Charges for Celerity when it is declared (MSQ-MULT-02).
    fn plan_price(&self, who: &Fighter<'_>, plan: Option<&Plan>) -> Option<(&'static str, u16)> {
        turn::plan_price(who, plan)
    }

    fn forbids_plan(&self, who: &Fighter<'_>, plan: Option<&Plan>) -> Option<ChatError> {
        let refused = turn::check_plan(who, plan?).err()?;
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
            failed_before: means.failed_before,
        };
        let changed = abort::abort(&abort, &Settings::of(who.house), dice);
        let changed = changed.map_err(|why| refused::denied(&why));
        Some(changed.map(|paid| aborted(&means, paid, "MSQ-DEF-01")))
    }
}

impl RollRules for Masquerade {
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

    /// Parses every line that begins with `!` (MSQ-INIT-03, MSQ-INIT-04).
    fn chat(
        &self,
        line: &str,
        _sender: Option<&Fighter<'_>>,
        house: &House,
    ) -> Option<Result<Typed, ChatError>> {
        if !line.trim_start().starts_with('!') {
            return None;
        }
        let typed = command::parse(line, &Settings::of(house));
        let ask = typed.map(|typed| Typed::TypedInitiative {
            name: None,
            terms: initiative::typed(typed),
        });
        Some(ask.map_err(|error| refused::said(&error)))
    }
}

impl RuleSystem for Masquerade {
    fn demo(&self) -> &'static Story {
        &STORY
    }

    fn pool_words(&self) -> &'static [(&'static str, Text)] {
        &[("willpower", msg::WILLPOWER), ("blood", msg::BLOOD)]
    }

    fn settings(&self) -> &'static [SettingSpec] {
        Settings::SPECS
    }

    fn trait_groups(&self) -> &'static [TraitGroup] {
        archetypes::GROUPS
    }
}

/// Number of actions left for the closing pass: open actions after the first, then those of
/// Celerity (MSQ-TURN-05).
fn left(who: &Fighter<'_>) -> u8 {
    let rest = open(who).saturating_sub(1);
    rest.saturating_add(steps::plan(who).open_extra())
}

/// Number of declared actions that are not defenses and were not given up for one (MSQ-DEF-01).
fn open(who: &Fighter<'_>) -> u8 {
    let aborted = u8::try_from(who.counted(ABORTED)).unwrap_or(u8::MAX);
    steps::plan(who).open_actions().saturating_sub(aborted)
}

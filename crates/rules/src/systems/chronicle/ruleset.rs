//! Rules of Chronicle that only a server needs: rolls, what comes due, house rules, the demonstration.

use super::Chronicle;
use super::archetypes;
use super::combat::{self, ways};
use super::conditions::known_conditions;
use super::demo::STORY;
use super::dice::pool;
use super::dice::reading::{AGAIN, ask};
use super::dice::terms::unskilled_penalty;
use super::health::wounds;
use super::health::{heal, passing};
use super::look::{body, boxes_of};
use super::round::initiative;
use super::settings::{Settings, UnmetDelay};
use super::traits::{ATHLETICS, BLOOD, BRAWL, FIREARMS, STEALTH, WEAPONRY, kind};
use crate::base::dice::Dice;
use crate::base::roll::RollResult;
use crate::base::term::Term;
use crate::character::downtime::{CareSpec, DowntimeOutcome, StoryTime};
use crate::character::due::{Due, DueMoment, RecurringDue};
use crate::character::initiative::Initiative;
use crate::character::parameters::Parameters;
use crate::character::sheet::Sheet;
use crate::character::track::{Boxes, DamagePacket, Track};
use crate::chat_command::ChatError;
use crate::messages::chronicle as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{HealthRules, KnownWord, RollRules, RoundRules, RuleSystem, SystemLists};

/// Lists of Chronicle that only the server needs.
static LISTS: SystemLists = SystemLists {
    demo_script: &STORY,
    pool_titles: &[("willpower", msg::WILLPOWER), ("blood", msg::BLOOD)],
    setting_specs: Settings::SPECS,
    trait_groups: archetypes::GROUPS,
    conditions_ending_with_scene: &known_conditions::OVER_WITH_SCENE,
    known_words: &[
        KnownWord::new(msg::TEN_AGAIN, "CHR-DICE-02"),
        KnownWord::new(msg::CHANCE_DIE, "CHR-DICE-04"),
        KnownWord::new(msg::EXCEPTIONAL_SUCCESS, "CHR-DICE-03"),
        KnownWord::new(msg::CALLED_SHOT_WORD, "CHR-TGT-08"),
    ],
    counts: msg::WHAT_THE_TABLE_COUNTS,
};

impl HealthRules for Chronicle {
    fn box_penalties(&self, sheet: &Sheet, track: &Track, house: &HouseRules) -> Vec<i32> {
        let (boxes, by) = (boxes_of(track), Settings::of(house));
        (1..=boxes.size())
            .map(|filled| {
                Boxes::new(
                    boxes.size(),
                    DamagePacket {
                        bashing: filled,
                        ..DamagePacket::default()
                    },
                )
                .map_or(0, |filled| wounds::penalty_by(&filled, kind(sheet), &by))
            })
            .collect()
    }

    fn lapsed_conditions(&self, who: &CombatantInfo<'_>, after: &Track) -> Vec<&'static str> {
        body(who.sheet, &boxes_of(who.track), who.conditions, who.house)
            .lapsed_conditions(&boxes_of(after))
    }

    fn due_items(&self, who: &CombatantInfo<'_>, moment: DueMoment) -> Vec<Due> {
        match moment {
            DueMoment::TurnStart => {
                body(who.sheet, &boxes_of(who.track), who.conditions, who.house).due()
            }
            DueMoment::TurnEnd
            | DueMoment::RoundStart
            | DueMoment::RoundEnd
            | DueMoment::SceneEnd => Vec::new(),
        }
    }

    fn recurring_dues(&self, who: &CombatantInfo<'_>) -> Vec<RecurringDue> {
        let boxes = boxes_of(who.track);
        let body = body(who.sheet, &boxes, who.conditions, who.house);
        body.slow_bleeding().into_iter().collect()
    }

    fn wound_conditions(&self) -> &'static [&'static str] {
        &known_conditions::OF_WOUNDS
    }

    fn care_specs(&self) -> &'static [CareSpec] {
        &heal::CARES
    }

    fn downtime_outcome(
        &self,
        who: &CombatantInfo<'_>,
        span: StoryTime,
        care: Option<&str>,
    ) -> Option<DowntimeOutcome> {
        let boxes = *who.track.boxes()?;
        let blood = who.pools.get(BLOOD.key).copied().unwrap_or(0);
        let body = body(who.sheet, &boxes, who.conditions, who.house);
        Some(passing::later(&body, blood, span, care))
    }
}

impl RoundRules for Chronicle {
    /// Adds a term by hand as a modifier (CHR-INIT-02); ties are rolled off anew.
    fn adjust_initiative(&self, initiative: &Initiative, by: Term) -> Initiative {
        let mut after = initiative.clone();
        after.score = after.score.saturating_add(by.value);
        after.rank.truncate(initiative::FIXED);
        for number in after.rank.iter_mut().take(2) {
            *number = number.saturating_add(by.value);
        }
        after.terms.push(by);
        after
    }

    fn break_ties(
        &self,
        list: &mut [Initiative],
        fresh: &[bool],
        house: &HouseRules,
        dice: &mut dyn Dice,
    ) {
        if Settings::of(house).initiative_roll_offs {
            initiative::settle_newcomers(list, fresh, dice);
        }
    }

    /// Unmet by the end of the turn, what was held back is lost (CHR-INIT-04).
    fn expired_delay_tally_key(&self, house: &HouseRules) -> Option<&'static str> {
        (Settings::of(house).unmet_delay == UnmetDelay::Lost).then_some(combat::UNMET)
    }
}

/// Words for the face from which dice are thrown again; 0 for none.
const AGAIN_WORDS: [([&str; 2], i32); 4] = [
    (["10-again", "10again"], 10),
    (["9-again", "9again"], 9),
    (["8-again", "8again"], 8),
    (["no-again", "noagain"], 0),
];

impl RollRules for Chronicle {
    fn fixed_target_number(&self) -> Option<i32> {
        Some(8)
    }

    fn parameter_from_word(&self, word: &str) -> Option<(&'static str, i32)> {
        let found = AGAIN_WORDS
            .iter()
            .find(|(words, _)| words.contains(&word))?;
        Some((AGAIN, found.1))
    }

    fn roll_dice(
        &self,
        sum: i32,
        reading: &Parameters,
        house: &HouseRules,
        dice: &mut dyn Dice,
    ) -> Result<RollResult, ChatError> {
        if let Some(among) = reading.get(ways::DRAW) {
            return Ok(ways::draw(among, dice));
        }
        let settings = Settings::of(house);
        Ok(pool::roll_by(&ask(sum, reading), &settings, dice))
    }

    fn implied_terms(&self, who: &CombatantInfo<'_>, asked: &[Term]) -> Vec<Term> {
        let skills = [&ATHLETICS, &BRAWL, &FIREARMS, &STEALTH, &WEAPONRY];
        let named = asked
            .iter()
            .filter(|term| skills.iter().any(|skill| term.label == skill.title));
        let best = named.map(|term| term.value).max();
        let by = Settings::of(who.house);
        let lost = best.map_or(0, |best| unskilled_penalty(best, &by));
        let term = (lost != 0).then(|| Term::from_rule(msg::UNSKILLED, lost, "CHR-DICE-07"));
        term.into_iter().collect()
    }
}

impl RuleSystem for Chronicle {
    fn lists(&self) -> &'static SystemLists {
        &LISTS
    }
}

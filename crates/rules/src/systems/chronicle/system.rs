//! Rules of Chronicle that only a server needs: rolls, what comes due, house rules, the demonstration.

use super::Chronicle;
use super::archetypes;
use super::combat::{self, ways};
use super::demo::STORY;
use super::known_conditions;
use super::look::{body, boxes_of};
use super::reading::{AGAIN, ask};
use super::settings::{Settings, UnmetDelay};
use super::terms::unskilled;
use super::traits::{ATHLETICS, BLOOD, BRAWL, FIREARMS, STEALTH, WEAPONRY, kind};
use super::wounds;
use super::{heal, initiative, passing, pool};
use crate::dial::Reading;
use crate::dice::Dice;
use crate::due::{Clock, Due, Moment};
use crate::fighter::Fighter;
use crate::house::House;
use crate::initiative::Initiative;
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::passage::{CareSpec, Later, Span};
use crate::roll::Rolled;
use crate::settings::SettingSpec;
use crate::sheet::{Sheet, TraitGroup};
use crate::story::Story;
use crate::system::{HealthRules, RollRules, RoundRules, RuleSystem};
use crate::term::Term;
use crate::track::{Boxes, Packet, Track};
use crate::typed::ChatError;

impl HealthRules for Chronicle {
    fn box_penalties(&self, sheet: &Sheet, track: &Track, house: &House) -> Vec<i32> {
        let (boxes, by) = (boxes_of(track), Settings::of(house));
        (1..=boxes.size())
            .map(|filled| {
                Boxes::new(
                    boxes.size(),
                    Packet {
                        bashing: filled,
                        ..Packet::default()
                    },
                )
                .map_or(0, |filled| wounds::penalty_by(&filled, kind(sheet), &by))
            })
            .collect()
    }

    fn lapsed(&self, who: &Fighter<'_>, after: &Track) -> Vec<&'static str> {
        body(who.sheet, &boxes_of(who.track), who.conditions, who.house).lapsed(&boxes_of(after))
    }

    fn due(&self, who: &Fighter<'_>, moment: Moment) -> Vec<Due> {
        match moment {
            Moment::TurnStart => {
                body(who.sheet, &boxes_of(who.track), who.conditions, who.house).due()
            }
            Moment::TurnEnd | Moment::RoundStart | Moment::RoundEnd | Moment::SceneEnd => {
                Vec::new()
            }
        }
    }

    fn clocks(&self, who: &Fighter<'_>) -> Vec<Clock> {
        let boxes = boxes_of(who.track);
        let body = body(who.sheet, &boxes, who.conditions, who.house);
        body.slow_bleeding().into_iter().collect()
    }

    fn over_with_scene(&self) -> &'static [&'static str] {
        &known_conditions::OVER_WITH_SCENE
    }

    fn of_wounds(&self) -> &'static [&'static str] {
        &known_conditions::OF_WOUNDS
    }

    fn cares(&self) -> &'static [CareSpec] {
        &heal::CARES
    }

    fn later(&self, who: &Fighter<'_>, span: Span, care: Option<&str>) -> Option<Later> {
        let boxes = *who.track.boxes()?;
        let blood = who.pools.get(BLOOD.key).copied().unwrap_or(0);
        let body = body(who.sheet, &boxes, who.conditions, who.house);
        Some(passing::later(&body, blood, span, care))
    }
}

impl RoundRules for Chronicle {
    /// Adds a term by hand as a modifier (CHR-INIT-02); ties are rolled off anew.
    fn adjusted(&self, initiative: &Initiative, by: Term) -> Initiative {
        let mut after = initiative.clone();
        after.score = after.score.saturating_add(by.value);
        after.rank.truncate(initiative::FIXED);
        for number in after.rank.iter_mut().take(2) {
            *number = number.saturating_add(by.value);
        }
        after.terms.push(by);
        after
    }

    fn settle_ties(
        &self,
        list: &mut [Initiative],
        fresh: &[bool],
        house: &House,
        dice: &mut dyn Dice,
    ) {
        if Settings::of(house).initiative_roll_offs {
            initiative::settle_newcomers(list, fresh, dice);
        }
    }

    /// Unmet by the end of the turn, what was held back is lost (CHR-INIT-04).
    fn waited_in_vain(&self, house: &House) -> Option<&'static str> {
        (Settings::of(house).unmet_delay == UnmetDelay::Lost).then_some(combat::UNMET)
    }
}

impl RollRules for Chronicle {
    fn counts_from(&self) -> Option<i32> {
        Some(8)
    }

    fn dial_word(&self, word: &str) -> Option<(&'static str, i32)> {
        Some(match word {
            "10-again" | "10again" => (AGAIN, 10),
            "9-again" | "9again" => (AGAIN, 9),
            "8-again" | "8again" => (AGAIN, 8),
            "no-again" | "noagain" => (AGAIN, 0),
            _ => return None,
        })
    }

    fn roll(
        &self,
        sum: i32,
        reading: &Reading,
        house: &House,
        dice: &mut dyn Dice,
    ) -> Result<Rolled, ChatError> {
        if let Some(among) = reading.get(ways::DRAW) {
            return Ok(ways::draw(among, dice));
        }
        let settings = Settings::of(house);
        Ok(pool::roll_by(&ask(sum, reading), &settings, dice))
    }

    fn terms_for(&self, who: &Fighter<'_>, asked: &[Term]) -> Vec<Term> {
        let skills = [&ATHLETICS, &BRAWL, &FIREARMS, &STEALTH, &WEAPONRY];
        let named = asked
            .iter()
            .filter(|term| skills.iter().any(|skill| term.label == skill.title));
        let best = named.map(|term| term.value).max();
        let by = Settings::of(who.house);
        let lost = best.map_or(0, |best| unskilled(best, &by));
        let term = (lost != 0).then(|| Term::of_rule(msg::UNSKILLED, lost, "CHR-DICE-07"));
        term.into_iter().collect()
    }
}

impl RuleSystem for Chronicle {
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

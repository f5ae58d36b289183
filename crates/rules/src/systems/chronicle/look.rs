//! Rules of Chronicle that a browser needs: its sheets, health, initiative and offers of rolls.

use super::Chronicle;
use super::archetypes;
use super::combat::{self, Character};
use super::known_conditions;
use super::reading::{AGAIN, CHANCE, ROTE, ask};
use super::settings::Settings;
use super::state::Body;
use super::traits::{
    BLOOD, COMPOSURE, DEXTERITY, HEALTH, INITIATIVE, KINDS, SIZE, STAMINA, TRAITS, WILLPOWER, kind,
};
use super::wounds;
use super::{chances, damage, initiative};
use crate::condition::{ConditionSpec, Conditions};
use crate::dial::{Dial, Reading};
use crate::fighter::Fighter;
use crate::house::House;
use crate::initiative::Initiative;
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::phase::{Cadence, Phase, Step};
use crate::plan::PlanSpec;
use crate::roll::{Grade, Rolled};
use crate::sheet::{Archetype, KindSpec, PoolSpec, Sheet, TraitSpec};
use crate::speech::Speech;
use crate::system::{Harmed, Health, Look, Offer, out_of_the_fight};
use crate::term::Term;
use crate::track::{Boxes, DamageKind, Packet, Track, TrackError};
use crate::typed::ChatError;

fn wounded(sheet: &Sheet, boxes: &Boxes, house: &House) -> Option<Term> {
    let penalty = wounds::penalty_by(boxes, kind(sheet), &Settings::of(house));
    (penalty != 0).then(|| Term::of_rule(msg::WOUNDED, penalty, "CHR-WND-02"))
}

/// The body that a track and conditions make of a combatant.
pub(crate) fn body<'a>(
    sheet: &Sheet,
    track: &'a Boxes,
    conditions: &'a Conditions,
    house: &House,
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

/// The boxes of a track; a number, which no sheet of this system makes, counts as one empty box.
pub(crate) fn boxes_of(track: &Track) -> Boxes {
    match track {
        Track::Boxes(boxes) => *boxes,
        Track::Levels(levels) => *levels.boxes(),
        Track::Points(_) => Boxes::ONE,
    }
}

const SPEECH: Speech = Speech {
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
};

impl Look for Chronicle {
    fn archetypes(&self) -> &'static [Archetype] {
        archetypes::ARCHETYPES
    }

    fn title(&self) -> &'static str {
        msg::CHRONICLE.get()
    }

    fn blurb(&self) -> &'static str {
        msg::POOLS_OF_TEN_SIDED_DICE.get()
    }

    fn speech(&self) -> &'static Speech {
        &SPEECH
    }

    fn unrolled_traits(&self) -> &'static [&'static str] {
        &[
            "size",
            "health",
            "initiative",
            "willpower",
            "blood",
            "speed",
            "ambidextrous",
            "quick_draw",
        ]
    }

    fn pools(&self, sheet: &Sheet) -> Vec<PoolSpec> {
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

    fn traits(&self) -> &'static [TraitSpec] {
        &TRAITS
    }

    fn kinds(&self) -> &'static [KindSpec] {
        &KINDS
    }

    fn track(&self, sheet: &Sheet) -> Result<Track, TrackError> {
        let written = sheet.get(&HEALTH);
        let boxes = match written {
            0 => sheet.get(&STAMINA).saturating_add(sheet.get(&SIZE)),
            written => written,
        };
        let boxes = u16::try_from(boxes.max(0)).unwrap_or(u16::MAX);
        Boxes::new(boxes, Packet::default()).map(Track::Boxes)
    }

    fn damage_kinds(&self) -> &'static [DamageKind] {
        &DamageKind::SEVERITIES
    }

    fn harm(&self, who: &Fighter<'_>, packet: Packet) -> Option<Harmed> {
        if packet.points > 0 {
            return None;
        }
        let by = Settings::of(who.house);
        let marked = damage::mark_by(*who.track.boxes()?, packet, &by);
        Some(Harmed {
            after: Track::Boxes(marked.after),
            excess: marked.excess,
        })
    }

    fn health(
        &self,
        sheet: &Sheet,
        track: &Track,
        conditions: &Conditions,
        house: &House,
    ) -> Health {
        body(sheet, &boxes_of(track), conditions, house).health()
    }

    fn conditions(&self) -> &'static [ConditionSpec] {
        &known_conditions::CONDITIONS
    }

    fn initiative_die(&self) -> u16 {
        10
    }

    fn cadence(&self, _house: &House) -> Cadence {
        Cadence::Once
    }

    fn initiative(&self, who: &Fighter<'_>, die: u16) -> Initiative {
        let Fighter { sheet, track, .. } = who;
        let written = sheet.get(&INITIATIVE);
        let misc = (written != 0).then(|| Term::of_rule(msg::MODIFIER, written, "CHR-INIT-05"));
        let weapon = Character::new(who, &combat::settings(who.house)).weapon_initiative();
        let weapon = (weapon != 0).then(|| Term::of_rule(msg::WEAPON, weapon, "CHR-INIT-05"));
        let wounds = wounded(sheet, &boxes_of(track), who.house);
        let misc: Vec<Term> = misc.into_iter().chain(weapon).chain(wounds).collect();
        initiative::score(die, sheet.get(&DEXTERITY), sheet.get(&COMPOSURE), &misc)
    }

    fn phases(&self, _house: &House) -> &'static [Phase] {
        &[Phase::Act]
    }

    fn steps(&self, _phase: Phase, order: &[Fighter<'_>]) -> Vec<Step> {
        (0..order.len()).map(Step::of).collect()
    }

    fn plan(&self, _house: &House) -> Option<PlanSpec> {
        None
    }

    /// A delay names what it waits for (CHR-INIT-04).
    fn wait_needs_words(&self) -> bool {
        true
    }

    /// It acts right after what it waited for (CHR-INIT-04).
    fn acts_after_trigger(&self) -> bool {
        true
    }

    fn dials(&self, _who: Option<&Fighter<'_>>) -> Vec<Dial> {
        let again = [
            (10, msg::N10_AGAIN),
            (9, msg::N9),
            (8, msg::N8),
            (0, msg::NONE),
        ];
        vec![
            Dial::choice(AGAIN, msg::DICE_THAT_ROLL_AGAIN, &again),
            Dial::flag(ROTE, msg::ROTE),
            Dial::flag(CHANCE, msg::CHANCE_DIE),
        ]
    }

    fn roll_terms(&self, who: &Fighter<'_>, _reading: &Reading) -> Vec<Term> {
        wounded(who.sheet, &boxes_of(who.track), who.house)
            .into_iter()
            .collect()
    }

    fn forbids(&self, who: &Fighter<'_>, _reading: &Reading) -> Option<ChatError> {
        out_of_the_fight(self, who)
    }

    fn sides(&self) -> u16 {
        10
    }

    fn offer(&self, sum: i32, reading: &Reading) -> Offer {
        if ask(sum, reading).is_chance() {
            return Offer {
                sum_title: msg::DICE_TO_ROLL,
                sum: msg::CHANCE_DIE.into(),
                button: msg::ROLL_THE_CHANCE_DIE.into(),
            };
        }
        Offer {
            sum_title: msg::DICE_TO_ROLL,
            sum: sum.to_string(),
            button: match sum {
                1 => msg::ROLL_1_DIE.into(),
                n => msg::roll_dice(&n),
            },
        }
    }

    fn odds(&self, sum: i32, reading: &Reading, house: &House) -> Vec<(Text, f64)> {
        let odds = chances::odds_by(&ask(sum, reading), &Settings::of(house));
        vec![
            (msg::SUCCEEDS, odds.success),
            (msg::EXCEPTIONAL_2, odds.exceptional),
        ]
    }

    fn tell_reading(&self, reading: &Reading) -> String {
        let again = match reading.or(AGAIN, 10) {
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

    fn tell_read(&self, rolled: &Rolled, _reading: &Reading) -> String {
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

    fn tell_initiative(&self, name: &str, score: i32, known: Option<(u16, &[Term])>) -> String {
        let score = crate::speech::number(score);
        match known {
            Some((die, _)) => msg::acts_on_the_die_shows(&name, &score, &die),
            None => msg::acts_on(&name, &score),
        }
    }

    fn tell_damage(&self, packet: &Packet) -> String {
        crate::speech::takes(packet)
    }
}

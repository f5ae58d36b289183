//! Chronicle as the table sees it: the trait's questions, answered by this folder's rules.

use std::borrow::Cow;

use super::pool::Ask;
use super::wounds::{self, Bleeding, Kind, State};
use super::{damage, initiative, pool};
use crate::dice::Dice;
use crate::initiative::Initiative;
use crate::roll::Rolled;
use crate::sheet::{KindSpec, Sheet, TraitSpec};
use crate::system::{Harmed, Health, HealthState, Reading, RuleSystem};
use crate::term::{RuleId, Term};
use crate::track::{Boxes, Packet, Track, TrackError};

/// The chronicle rules.
#[derive(Clone, Copy, Debug)]
pub struct Chronicle;

/// A trait that ordinary people have at 2 when nobody says otherwise.
const fn attribute(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: 0,
        max: 30,
        default: 2,
    }
}

const fn skill(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: 0,
        max: 30,
        default: 0,
    }
}

const STRENGTH: TraitSpec = attribute("strength", "Strength", &["str"]);
const DEXTERITY: TraitSpec = attribute("dexterity", "Dexterity", &["dex"]);
const STAMINA: TraitSpec = attribute("stamina", "Stamina", &["stam", "sta"]);
const WITS: TraitSpec = attribute("wits", "Wits", &["wit"]);
const COMPOSURE: TraitSpec = attribute("composure", "Composure", &["comp", "com"]);
const SIZE: TraitSpec = TraitSpec {
    key: "size",
    title: "Size",
    aliases: &["sz"],
    min: 0,
    max: 30,
    default: 5,
};
/// 0 means: Stamina + Size.
const HEALTH: TraitSpec = TraitSpec {
    key: "health",
    title: "Health",
    aliases: &["hp", "boxes"],
    min: 0,
    max: 60,
    default: 0,
};
const INITIATIVE: TraitSpec = TraitSpec {
    key: "initiative",
    title: "Initiative modifier",
    aliases: &["init"],
    min: -30,
    max: 30,
    default: 0,
};
const TRAITS: [TraitSpec; 13] = [
    STRENGTH,
    DEXTERITY,
    STAMINA,
    WITS,
    COMPOSURE,
    SIZE,
    HEALTH,
    INITIATIVE,
    skill("athletics", "Athletics", &["ath"]),
    skill("brawl", "Brawl", &[]),
    skill("firearms", "Firearms", &["guns"]),
    skill("stealth", "Stealth", &[]),
    skill("weaponry", "Weaponry", &["melee"]),
];

const KINDS: [KindSpec; 3] = [
    KindSpec {
        key: "mortal",
        title: "Mortal",
    },
    KindSpec {
        key: "vampire",
        title: "Vampire",
    },
    KindSpec {
        key: "supernatural",
        title: "Supernatural",
    },
];

fn kind(sheet: &Sheet) -> Kind {
    match sheet.kind.as_deref() {
        Some("vampire") => Kind::Vampire,
        Some("supernatural") => Kind::Supernatural,
        _ => Kind::Mortal,
    }
}

fn wounded(sheet: &Sheet, boxes: &Boxes) -> Option<Term> {
    let penalty = wounds::penalty(boxes, kind(sheet));
    (penalty != 0).then(|| Term::of_rule("Wounded", penalty, "CHR-WND-02"))
}

fn state(word: &'static str, rule: &'static str, out: bool) -> HealthState {
    HealthState {
        word: Cow::Borrowed(word),
        rule: RuleId::new(rule),
        out,
    }
}

impl RuleSystem for Chronicle {
    fn title(&self) -> &'static str {
        "Chronicle"
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

    fn box_penalties(&self, sheet: &Sheet, track: &Track) -> Vec<i32> {
        let Track::Boxes(boxes) = track;
        (1..=boxes.size())
            .map(|filled| {
                Boxes::new(
                    boxes.size(),
                    Packet {
                        bashing: filled,
                        ..Packet::default()
                    },
                )
                .map_or(0, |filled| wounds::penalty(&filled, kind(sheet)))
            })
            .collect()
    }

    fn harm(&self, track: &Track, packet: Packet) -> Harmed {
        let Track::Boxes(boxes) = track;
        let marked = damage::mark(*boxes, packet);
        Harmed {
            after: Track::Boxes(marked.after),
            excess: marked.excess,
        }
    }

    fn health(&self, sheet: &Sheet, track: &Track) -> Health {
        let Track::Boxes(boxes) = track;
        let status = wounds::status(boxes, kind(sheet), sheet.get(&SIZE), false);
        let last_box = match status.state {
            State::Ok => None,
            State::StaminaRoll => Some(state("roll Stamina to stay awake", "CHR-WND-03", false)),
            State::Unconscious => Some(state("unconscious", "CHR-WND-04", true)),
            State::Dead => Some(state("dead", "CHR-WND-05", true)),
            State::Torpor => Some(state("in torpor", "CHR-VMP-02", true)),
            State::FinalDeath => Some(state("Final Death", "CHR-VMP-02", true)),
        };
        let blood = match status.bleeding {
            Bleeding::None => None,
            Bleeding::Slow => Some(state("bleeding", "CHR-BLEED-01", false)),
            Bleeding::EveryTurn => Some(state("bleeding out", "CHR-BLEED-03", false)),
        };
        Health {
            penalty: status.wound_penalty,
            states: last_box.into_iter().chain(blood).collect(),
        }
    }

    fn initiative_die(&self) -> u16 {
        10
    }

    fn initiative(&self, sheet: &Sheet, track: &Track, die: u16) -> Initiative {
        let Track::Boxes(boxes) = track;
        let written = sheet.get(&INITIATIVE);
        let misc = (written != 0).then(|| Term::of_rule("Modifier", written, "CHR-INIT-05"));
        let misc: Vec<Term> = misc.into_iter().chain(wounded(sheet, boxes)).collect();
        initiative::score(die, sheet.get(&DEXTERITY), sheet.get(&COMPOSURE), &misc)
    }

    fn settle_ties(
        &self,
        newcomers: &mut [Initiative],
        settled: &mut [Initiative],
        dice: &mut dyn Dice,
    ) {
        // What decides before any roll-off: score, modifier, Dexterity (CHR-INIT-02).
        let tied = |a: &Initiative, b: &Initiative| a.rank.iter().take(3).eq(b.rank.iter().take(3));
        let mut with: Vec<&mut Initiative> = settled
            .iter_mut()
            .filter(|old| newcomers.iter().any(|new| tied(new, old)))
            .collect();
        let olds = with.iter().map(|old| (**old).clone());
        let mut all: Vec<Initiative> = newcomers.iter().cloned().chain(olds).collect();
        initiative::settle_ties(&mut all, dice);
        let places = newcomers
            .iter_mut()
            .chain(with.iter_mut().map(|old| &mut **old));
        for (place, ranked) in places.zip(all) {
            *place = ranked;
        }
    }

    fn roll_terms(&self, sheet: &Sheet, track: &Track) -> Vec<Term> {
        let Track::Boxes(boxes) = track;
        wounded(sheet, boxes).into_iter().collect()
    }

    fn roll(&self, pool: i32, reading: &Reading, dice: &mut dyn Dice) -> Option<Rolled> {
        let Reading::Pool {
            again,
            rote,
            chance,
        } = *reading;
        Some(pool::roll(
            &Ask {
                pool,
                again,
                rote,
                chance,
            },
            dice,
        ))
    }
}

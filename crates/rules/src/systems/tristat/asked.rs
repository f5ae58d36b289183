//! A roll as the table asks for it: what its dials mean, what a state adds to it, what it
//! counts as, and what forbids it (TRI-ROLL-02, TRI-ATK-03, TRI-DEF-03, TRI-DUAL-01,
//! TRI-STANCE-01, TRI-STANCE-02, TRI-EN-01, TRI-GRAP-03, TRI-PRONE-01).

use super::defense::wear;
use super::energy::{self, Bought, NoEnergy};
use super::roll::Purpose;
use super::settings::Settings;
use super::stance::{Allowance, Stance, allowance};
use super::stats::push;
use super::{grapple, house, numbers, sheet};
use crate::dial::{Dial, Reading};
use crate::fighter::Fighter;
use crate::messages::{Wording, tristat as msg};
use crate::plan::{Plan, STANCE_USED};
use crate::term::Term;
use crate::typed::ChatError;

/// The pool that a bonus is paid from (TRI-EN-01).
pub(super) const ENERGY: &str = "energy";

const KIND: &str = "kind";
const ATTACK: i32 = 0;
const DEFENSE: i32 = 1;
const CHECK: i32 = 2;
const SECOND: &str = "second";

/// What is counted in a round: attacks, second weapons, defenses, and attacks that came back.
pub(super) const ATTACKS: &str = "attack";
pub(super) const SECONDS: &str = "second_weapon";
pub(super) const DEFENSES: &str = "defense";
pub(super) const REGAINED: &str = "attack_regained";

/// The key of a hold between two.
pub(super) const HOLD: &str = "grapple";

/// The keys of conditions.
pub(super) const GRAPPLED: &str = "grappled";
pub(super) const PRONE: &str = "prone";
pub(super) const SHAKEN: &str = "shaken_weapon";
pub(super) const LOST_ESCAPE: &str = "lost_escape";
pub(super) const FORFEIT: &str = "attacks_lost";

/// The keys of the stances in a plan.
pub(super) const TOTAL_ATTACK: &str = "total_attack";
pub(super) const TOTAL_DEFENSE: &str = "total_defense";

/// What the dials of a reading ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// What the roll is for.
    pub(super) purpose: Purpose,
    /// Whether Energy is spent on it (TRI-EN-01).
    pub(super) energy: bool,
    /// Whether it is the second weapon of an attack that has been rolled (TRI-DUAL-01).
    pub(super) second: bool,
}

impl Asked {
    /// Reads the dials.
    pub(super) fn of(reading: &Reading) -> Self {
        let purpose = match reading.or(KIND, ATTACK) {
            DEFENSE => Purpose::Defense,
            CHECK => Purpose::Stat,
            _ => Purpose::Attack,
        };
        Self {
            purpose,
            energy: reading.is_on(ENERGY),
            second: reading.is_on(SECOND) && purpose == Purpose::Attack,
        }
    }

    /// What it counts as in its round; checks are not counted.
    pub(super) const fn counts(self) -> Option<&'static str> {
        match self.purpose {
            Purpose::Attack if self.second => Some(SECONDS),
            Purpose::Attack => Some(ATTACKS),
            Purpose::Defense => Some(DEFENSES),
            Purpose::Stat => None,
        }
    }
}

/// How the dice of such a roll are read.
pub(super) fn reading(purpose: Purpose) -> Reading {
    match purpose {
        Purpose::Attack => Reading::default(),
        Purpose::Defense => Reading::default().with(KIND, DEFENSE),
        Purpose::Stat => Reading::default().with(KIND, CHECK),
    }
}

/// What can be set.
pub(super) fn dials() -> Vec<Dial> {
    let kinds = [
        (ATTACK, msg::ATTACK_2),
        (DEFENSE, msg::DEFENSE_2),
        (CHECK, msg::CHECK_2),
    ];
    vec![
        Dial::choice(KIND, msg::WHAT_IT_IS, &kinds),
        Dial::flag(ENERGY, msg::N5_ENERGY_FOR_PLUS_1),
        Dial::flag(SECOND, msg::SECOND_WEAPON_OF_AN_ATTACK),
    ]
}

/// Words of chat that set a dial.
pub(super) fn dial_word(word: &str) -> Option<(&'static str, i32)> {
    let kind = match word {
        "attack" => ATTACK,
        "defense" | "defence" => DEFENSE,
        "check" => CHECK,
        _ => return None,
    };
    Some((KIND, kind))
}

/// The stance a combatant declared, if any.
pub(super) fn stance(who: &Fighter<'_>) -> Option<Stance> {
    let plan = who.plan?;
    if plan.is(TOTAL_ATTACK) {
        return Some(Stance::TotalAttack);
    }
    plan.is(TOTAL_DEFENSE).then_some(Stance::TotalDefense)
}

/// What the round holds for a combatant (TRI-ATK-03, TRI-DEF-03).
pub(super) fn allowed(who: &Fighter<'_>, settings: &Settings) -> Allowance {
    let extra = sheet::extra_attacks(who.sheet);
    allowance(extra, stance(who), settings)
}

/// What Energy buys for one roll (TRI-EN-01, TRI-EN-02).
fn bought(who: &Fighter<'_>, settings: &Settings) -> Result<Bought, NoEnergy> {
    let left = who.pools.get(ENERGY).copied().unwrap_or(0);
    energy::spend(left, sheet::focus(who.sheet), 0, settings)
}

/// What a state adds to such a roll.
pub(super) fn terms(who: &Fighter<'_>, asked: Asked) -> Vec<Term> {
    let settings = house::settings(who.house);
    let mut terms = Vec::new();
    let mut add = |label, value, rule| push(&mut terms, label, value, rule);
    match (asked.purpose, stance(who)) {
        (Purpose::Attack, Some(Stance::TotalAttack)) => {
            add(msg::TOTAL_ATTACK, numbers::TOTAL_ATTACK, "TRI-STANCE-01");
        }
        (Purpose::Defense, stance) => {
            let free = allowed(who, &settings).optimal_defenses;
            let worn = wear(i32::from(who.counted(DEFENSES)), free);
            add(msg::EARLIER_DEFENSES, worn, "TRI-DEF-03");
            if stance == Some(Stance::TotalDefense) {
                add(msg::TOTAL_DEFENSE, numbers::TOTAL_DEFENSE, "TRI-STANCE-02");
            }
        }
        _ => {}
    }
    let prone = match asked.purpose {
        Purpose::Attack => settings.prone_attack,
        Purpose::Defense => settings.prone_defense,
        Purpose::Stat => 0,
    };
    if who.conditions.contains_key(PRONE) {
        add(msg::PRONE, prone, "TRI-PRONE-01");
    }
    if asked.energy
        && let Ok(bought) = bought(who, &settings)
    {
        add(msg::ENERGY, bought.bonus, "TRI-EN-01");
        terms = energy::told(terms, 1);
    }
    let held = who.conditions.get(GRAPPLED);
    if let Some(held) = held.filter(|_| asked.purpose != Purpose::Stat) {
        let hold = grapple::Hold {
            extreme_mobility: false,
            much_stronger: held.amount > 0,
        };
        grapple::push_hold(&mut terms, Some(hold), false, &settings);
    }
    terms
}

/// Why something may not be done now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    /// For machines.
    pub(super) code: &'static str,
    /// In words, without a full stop.
    pub(super) why: Wording,
    /// The rule.
    pub(super) rule: &'static str,
}

impl Bar {
    pub(super) fn new(code: &'static str, why: impl Into<Wording>, rule: &'static str) -> Self {
        Self {
            code,
            why: why.into(),
            rule,
        }
    }

    /// As a refusal.
    pub(super) fn error(self) -> ChatError {
        ChatError::of_rule(self.code, self.why, self.rule)
    }
}

/// What an attack of the round is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// An attack roll: a blow, a grapple, a throw, a disarm (TRI-ATK-03).
    Attack,
    /// The second roll of an attack with two weapons, which is paid for (TRI-DUAL-01).
    Second,
    /// Getting out of a hold, strangling: no attack is rolled (TRI-ESC-01, TRI-CHOKE-01).
    Wrestle,
}

/// Why a stance leaves no such use of an attack (TRI-STANCE-02).
pub(super) fn stance_bars(who: &Fighter<'_>, on: Use, settings: &Settings) -> Option<Bar> {
    let wrestles = on == Use::Wrestle && settings.total_defense_wrestles;
    (stance(who) == Some(Stance::TotalDefense) && !wrestles).then(|| {
        let why = msg::TOTAL_DEFENSE_LEAVES_NO_ATTACKS;
        Bar::new("total_defense_no_attacks", why, "TRI-STANCE-02")
    })
}

/// Why no attack of the round is left for this (TRI-ATK-03, TRI-EXTRA-01, TRI-DUAL-01,
/// TRI-ESC-02, TRI-ESC-04).
pub(super) fn attacks_bar(who: &Fighter<'_>, on: Use, settings: &Settings) -> Option<Bar> {
    let (attacks, seconds) = (who.counted(ATTACKS), who.counted(SECONDS));
    if on == Use::Second {
        let most = if settings.dual_every_attack {
            attacks.max(1)
        } else {
            1
        };
        let why = msg::BOTH_WEAPONS_HAVE_STRUCK_THIS;
        return (seconds >= most).then(|| Bar::new("two_weapons_used", why, "TRI-DUAL-01"));
    }
    if who.conditions.contains_key(FORFEIT) {
        let why = msg::THE_ATTEMPT_TO_GET_FREE;
        return Some(Bar::new("attacks_lost", why, "TRI-ESC-04"));
    }
    let extra = sheet::extra_attacks(who.sheet);
    let most = allowance(extra, None, settings).attacks;
    let most = most.saturating_add(i32::from(who.counted(REGAINED)));
    (i32::from(attacks) >= most).then(|| {
        let why = msg::THERE_ARE_NO_ATTACKS_LEFT;
        Bar::new("no_attacks_left", why, "TRI-ATK-03")
    })
}

/// Why a combatant may not defend at all (TRI-STANCE-01, TRI-ESC-04).
pub(super) fn defense_bars(who: &Fighter<'_>) -> Option<Bar> {
    if stance(who) == Some(Stance::TotalAttack) {
        let why = msg::TOTAL_ATTACK_LEAVES_NO_DEFENSES;
        return Some(Bar::new("total_attack", why, "TRI-STANCE-01"));
    }
    who.conditions.contains_key(LOST_ESCAPE).then(|| {
        let why = msg::WHO_FAILED_TO_GET_FREE;
        Bar::new("lost_escape", why, "TRI-ESC-04")
    })
}

/// Why such a roll may not be made now.
pub(super) fn forbids(who: &Fighter<'_>, asked: Asked) -> Option<ChatError> {
    let settings = house::settings(who.house);
    let bar = match asked.purpose {
        Purpose::Attack => {
            let on = if asked.second {
                Use::Second
            } else {
                Use::Attack
            };
            stance_bars(who, on, &settings).or_else(|| attacks_bar(who, on, &settings))
        }
        Purpose::Defense => defense_bars(who),
        Purpose::Stat => None,
    };
    if let Some(bar) = bar {
        return Some(bar.error());
    }
    let energy = asked.energy.then(|| bought(who, &settings));
    let why = energy.and_then(Result::err)?;
    Some(ChatError::new(
        why.code(),
        Wording::verbatim(sentence(&why)),
    ))
}

/// Why a stance may not be taken, changed or given up now: it comes before the first attack of
/// the turn, and once it has helped a roll it holds until the next turn (TRI-STANCE-01,
/// TRI-STANCE-02).
pub(super) fn forbids_plan(who: &Fighter<'_>, plan: Option<&Plan>) -> Option<ChatError> {
    let taken = who.plan.and_then(|plan| plan.stance.as_ref());
    let asked = plan.and_then(|plan| plan.stance.as_ref());
    if taken == asked {
        return None;
    }
    if taken.is_some() && who.counted(STANCE_USED) > 0 {
        let text = msg::THE_STANCE_HOLDS_UNTIL_THE;
        return Some(ChatError::new("stance_holds", text));
    }
    let attacked = who.counted(ATTACKS) > 0 || who.counted(SECONDS) > 0;
    (asked.is_some() && attacked).then(|| {
        let why = msg::A_STANCE_IS_DECLARED_BEFORE;
        let rule = match asked.map(String::as_str) {
            Some(TOTAL_DEFENSE) => "TRI-STANCE-02",
            _ => "TRI-STANCE-01",
        };
        Bar::new("already_attacked", why, rule).error()
    })
}

/// What a roll counts as: an attack or a defense, and where a stance helped it, that it did.
pub(super) fn counts(who: &Fighter<'_>, asked: Asked) -> Vec<&'static str> {
    let helped = matches!(
        (asked.purpose, stance(who)),
        (Purpose::Attack, Some(Stance::TotalAttack))
            | (Purpose::Defense, Some(Stance::TotalDefense))
    );
    asked
        .counts()
        .into_iter()
        .chain(helped.then_some(STANCE_USED))
        .collect()
}

/// A message as a sentence of its own.
fn sentence(why: &impl std::fmt::Display) -> String {
    let text = why.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    let raised: String = first.into_iter().flatten().collect();
    format!("{raised}{}.", letters.as_str())
}

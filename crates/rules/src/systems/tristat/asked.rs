//! A roll as the table asks for it: what its dials mean, what a state adds to it, what it
//! counts as, and what forbids it (TRI-ROLL-02, TRI-ATK-03, TRI-DEF-03, TRI-DUAL-01,
//! TRI-STANCE-01, TRI-STANCE-02, TRI-EN-01).

use super::defense::wear;
use super::energy::{self, Bought, NoEnergy};
use super::roll::Purpose;
use super::settings::Settings;
use super::stance::{Allowance, Stance, allowance};
use super::stats::push;
use super::turn::NoUse;
use super::{house, numbers, sheet};
use crate::chat::ChatError;
use crate::dial::{Dial, Reading};
use crate::fighter::Fighter;
use crate::plan::{Plan, STANCE_USED};
use crate::term::Term;

/// The pool that a bonus is paid from (TRI-EN-01).
pub(super) const ENERGY: &str = "energy";

const KIND: &str = "kind";
const ATTACK: i32 = 0;
const DEFENSE: i32 = 1;
const CHECK: i32 = 2;
const SECOND: &str = "second";

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
            Purpose::Attack if self.second => Some("second_weapon"),
            Purpose::Attack => Some("attack"),
            Purpose::Defense => Some("defense"),
            Purpose::Stat => None,
        }
    }
}

/// What can be set.
pub(super) fn dials() -> Vec<Dial> {
    let kinds = [(ATTACK, "attack"), (DEFENSE, "defense"), (CHECK, "check")];
    vec![
        Dial::choice(KIND, "what it is", &kinds),
        Dial::flag(ENERGY, "5 Energy for +1"),
        Dial::flag(SECOND, "second weapon of an attack"),
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

/// The stance somebody declared, if any.
fn stance(who: &Fighter<'_>) -> Option<Stance> {
    let plan = who.plan?;
    if plan.is(TOTAL_ATTACK) {
        return Some(Stance::TotalAttack);
    }
    plan.is(TOTAL_DEFENSE).then_some(Stance::TotalDefense)
}

fn allowed(who: &Fighter<'_>, settings: &Settings) -> Allowance {
    let extra = sheet::extra_attacks(who.sheet);
    allowance(extra, stance(who), settings)
}

/// What Energy buys somebody for one roll (TRI-EN-01, TRI-EN-02).
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
            add("Total attack", numbers::TOTAL_ATTACK, "TRI-STANCE-01");
        }
        (Purpose::Defense, stance) => {
            let free = allowed(who, &settings).optimal_defenses;
            let worn = wear(i32::from(who.counted("defense")), free);
            add("Earlier defenses", worn, "TRI-DEF-03");
            if stance == Some(Stance::TotalDefense) {
                add("Total defense", numbers::TOTAL_DEFENSE, "TRI-STANCE-02");
            }
        }
        _ => {}
    }
    if asked.energy
        && let Ok(bought) = bought(who, &settings)
    {
        add("Energy", bought.bonus, "TRI-EN-01");
    }
    terms
}

/// Why such a roll may not be made now.
pub(super) fn forbids(who: &Fighter<'_>, asked: Asked) -> Option<ChatError> {
    let settings = house::settings(who.house);
    let used = |key, most: i32| i32::from(who.counted(key)) >= most;
    let no_use = |code, why: NoUse| Some(ChatError::new(code, sentence(&why)));
    match (asked.purpose, stance(who)) {
        (Purpose::Attack, Some(Stance::TotalDefense)) => {
            return no_use("total_defense_no_attacks", NoUse::TotalDefense);
        }
        (Purpose::Attack, _) if asked.second && used("second_weapon", 1) => {
            return no_use("two_weapons_used", NoUse::TwoWeaponsUsed);
        }
        (Purpose::Attack, _)
            if !asked.second && used("attack", allowed(who, &settings).attacks) =>
        {
            return no_use("no_attacks_left", NoUse::NoAttacksLeft);
        }
        (Purpose::Defense, Some(Stance::TotalAttack)) => {
            let text = "Total attack leaves no defenses (TRI-STANCE-01).";
            return Some(ChatError::new("total_attack", text));
        }
        _ => {}
    }
    let energy = asked.energy.then(|| bought(who, &settings));
    let why = energy.and_then(Result::err)?;
    Some(ChatError::new(why.code(), sentence(&why)))
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
        let text = "The stance holds until the next turn (TRI-STANCE-01, TRI-STANCE-02).";
        return Some(ChatError::new("stance_holds", text));
    }
    let attacked = who.counted("attack") > 0 || who.counted("second_weapon") > 0;
    (asked.is_some() && attacked).then(|| {
        let why = NoUse::AlreadyAttacked;
        ChatError::new("already_attacked", sentence(&why))
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

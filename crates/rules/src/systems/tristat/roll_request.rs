//! A roll as the table asks for it: its dials, the terms a state adds to it, its tallies, and
//! what forbids it (TRI-ROLL-02, TRI-ATK-03, TRI-DEF-03, TRI-DUAL-01,
//! TRI-STANCE-01, TRI-STANCE-02, TRI-EN-01, TRI-GRAP-03, TRI-PRONE-01).

use super::energy::{self, NoEnergy};
use super::hold::{self, Hold};
use super::roll::Purpose;
use super::settings::Settings;
use super::stance::{Allowance, Stance, allowance, wear};
use super::stats::push;
use super::{health, numbers, sheet};
use crate::base::term::Term;
use crate::base::text::capitalize;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::plan::{Plan, STANCE_USED};
use crate::chat_command::ChatError;
use crate::messages::{Wording, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;

/// The key of the pool that a bonus is paid from (TRI-EN-01).
pub(super) const ENERGY: &str = "energy";

const KIND: &str = "kind";
const ATTACK: i32 = 0;
const DEFENSE: i32 = 1;
const CHECK: i32 = 2;
/// Words of chat for the kinds of roll.
const WORDS: [(&str, i32); 4] = [
    ("attack", ATTACK),
    ("defense", DEFENSE),
    ("defence", DEFENSE),
    ("check", CHECK),
];
const SECOND: &str = "second";

/// The tallies of a round: attacks, second weapons, defenses, and attacks that came back.
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

/// Request for a roll of Tri-Stat, as its parameters ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RollRequest {
    /// The purpose of the roll.
    pub(super) purpose: Purpose,
    /// Whether Energy is spent on it (TRI-EN-01).
    pub(super) energy: bool,
    /// Whether it is the second weapon of an attack that has been rolled (TRI-DUAL-01).
    pub(super) second: bool,
}

impl RollRequest {
    /// Reads a request from the parameters of a roll.
    pub(super) fn of(reading: &Parameters) -> Self {
        let purpose = match reading.get_or(KIND, ATTACK) {
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
}

/// Returns the parameters (dials) of a roll with this purpose.
pub(super) fn reading(purpose: Purpose) -> Parameters {
    match purpose {
        Purpose::Attack => Parameters::default(),
        Purpose::Defense => Parameters::default().with(KIND, DEFENSE),
        Purpose::Stat => Parameters::default().with(KIND, CHECK),
    }
}

/// Returns the parameters (dials) that a roll can have.
pub(super) fn dials() -> Vec<ParameterSpec> {
    let kinds = [
        (ATTACK, msg::ATTACK_2),
        (DEFENSE, msg::DEFENSE_2),
        (CHECK, msg::CHECK_2),
    ];
    vec![
        ParameterSpec::choice(KIND, msg::WHAT_IT_IS, &kinds),
        ParameterSpec::flag(ENERGY, msg::N5_ENERGY_FOR_PLUS_1),
        ParameterSpec::flag(SECOND, msg::SECOND_WEAPON_OF_AN_ATTACK),
    ]
}

/// Returns the parameter that a word of chat sets, as key and value; `None` for an unknown word.
pub(super) fn dial_word(word: &str) -> Option<(&'static str, i32)> {
    let kind = WORDS.iter().find(|(known, _)| *known == word);
    kind.map(|(_, kind)| (KIND, *kind))
}

/// Returns the stance a combatant declared, if any.
pub(super) fn stance(who: &CombatantInfo<'_>) -> Option<Stance> {
    let plan = who.plan?;
    if plan.has_stance(TOTAL_ATTACK) {
        return Some(Stance::TotalAttack);
    }
    plan.has_stance(TOTAL_DEFENSE)
        .then_some(Stance::TotalDefense)
}

/// Returns the numbers of attacks and free defenses of a combatant in a round (TRI-ATK-03,
/// TRI-DEF-03).
pub(super) fn allowed(who: &CombatantInfo<'_>, settings: &Settings) -> Allowance {
    let extra = sheet::extra_attacks(who.sheet);
    allowance(extra, stance(who), settings)
}

/// Returns the bonus that Energy buys for one roll of a combatant (TRI-EN-01, TRI-EN-02).
fn energy_bonus(who: &CombatantInfo<'_>, settings: &Settings) -> Result<i32, NoEnergy> {
    let left = who.pools.get(ENERGY).copied().unwrap_or(0);
    energy::bonus(left, sheet::focus(who.sheet), 0, settings)
}

/// Returns the terms that a combatant's state adds to a roll.
pub(super) fn terms(who: &CombatantInfo<'_>, asked: RollRequest) -> Vec<Term> {
    let settings = Settings::of(who.house);
    let mut terms = Vec::new();
    let mut add = |label, value, rule| push(&mut terms, label, value, rule);
    match (asked.purpose, stance(who)) {
        (Purpose::Attack, Some(Stance::TotalAttack)) => {
            add(msg::TOTAL_ATTACK, numbers::TOTAL_ATTACK, "TRI-STANCE-01");
        }
        (Purpose::Defense, stance) => {
            let free = allowed(who, &settings).free_defenses;
            let worn = wear(i32::from(who.tally_count(DEFENSES)), free);
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
        && let Ok(bonus) = energy_bonus(who, &settings)
    {
        terms.extend(energy::terms(bonus, 1));
    }
    let held = who.conditions.get(GRAPPLED);
    if let Some(held) = held.filter(|_| asked.purpose != Purpose::Stat) {
        let hold = Hold {
            extreme_mobility: false,
            much_stronger: held.amount > 0,
        };
        hold::push_hold(&mut terms, Some(hold), false, &settings);
    }
    terms
}

/// Reason for which an action is barred now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Barred {
    /// The code of the refusal.
    pub(super) code: &'static str,
    /// The reason in words, without a full stop.
    pub(super) why: Wording,
    /// The rule.
    pub(super) rule: &'static str,
}

impl Barred {
    /// Creates the reason why a roll is barred, with its code and rule.
    pub(super) fn new(code: &'static str, why: impl Into<Wording>, rule: &'static str) -> Self {
        Self {
            code,
            why: why.into(),
            rule,
        }
    }

    /// Converts the reason to an error for a line of chat.
    pub(super) fn error(self) -> ChatError {
        ChatError::from_rule(self.code, self.why, self.rule)
    }
}

/// Use that is made of an attack of the round, such as a second weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// An attack roll: a blow, a grapple, a throw, a disarm (TRI-ATK-03).
    Attack,
    /// The second roll of an attack with two weapons, which is paid for (TRI-DUAL-01).
    Second,
    /// Getting out of a hold, strangling: no attack is rolled (TRI-ESC-01, TRI-CHOKE-01).
    Wrestle,
}

/// Returns the bar of a declared stance on this use of an attack; `None` without one
/// (TRI-STANCE-02).
pub(super) fn stance_bars(who: &CombatantInfo<'_>, on: Use, settings: &Settings) -> Option<Barred> {
    let wrestles = on == Use::Wrestle && settings.total_defense_wrestles;
    (stance(who) == Some(Stance::TotalDefense) && !wrestles).then(|| {
        let why = msg::TOTAL_DEFENSE_LEAVES_NO_ATTACKS;
        Barred::new("total_defense_no_attacks", why, "TRI-STANCE-02")
    })
}

/// Returns why no attack of the round is left for this use; `None` if one is left (TRI-ATK-03,
/// TRI-EXTRA-01, TRI-DUAL-01, TRI-ESC-02, TRI-ESC-04).
pub(super) fn attacks_bar(who: &CombatantInfo<'_>, on: Use, settings: &Settings) -> Option<Barred> {
    let (attacks, seconds) = (who.tally_count(ATTACKS), who.tally_count(SECONDS));
    if on == Use::Second {
        let most = if settings.dual_every_attack {
            attacks.max(1)
        } else {
            1
        };
        let why = msg::BOTH_WEAPONS_HAVE_STRUCK_THIS;
        return (seconds >= most).then(|| Barred::new("two_weapons_used", why, "TRI-DUAL-01"));
    }
    if who.conditions.contains_key(FORFEIT) {
        let why = msg::THE_ATTEMPT_TO_GET_FREE;
        return Some(Barred::new("attacks_lost", why, "TRI-ESC-04"));
    }
    let extra = sheet::extra_attacks(who.sheet);
    let most = allowance(extra, None, settings).attacks;
    let most = most.saturating_add(i32::from(who.tally_count(REGAINED)));
    (i32::from(attacks) >= most).then(|| {
        let why = msg::THERE_ARE_NO_ATTACKS_LEFT;
        Barred::new("no_attacks_left", why, "TRI-ATK-03")
    })
}

/// Returns the bar on any action of a combatant who is down; `None` for others (TRI-HLTH-01).
pub(super) fn down_bar(who: &CombatantInfo<'_>) -> Option<Barred> {
    let down = who
        .track
        .points()
        .is_some_and(|it| health::is_down(it.left()));
    down.then(|| Barred::new("out_of_the_fight", msg::THEY_ARE_DOWN, "TRI-HLTH-01"))
}

/// Returns the bar on any defense of a combatant; `None` if they may defend (TRI-STANCE-01,
/// TRI-ESC-04).
pub(super) fn defense_bar(who: &CombatantInfo<'_>) -> Option<Barred> {
    if stance(who) == Some(Stance::TotalAttack) {
        let why = msg::TOTAL_ATTACK_LEAVES_NO_DEFENSES;
        return Some(Barred::new("total_attack", why, "TRI-STANCE-01"));
    }
    who.conditions.contains_key(LOST_ESCAPE).then(|| {
        let why = msg::WHO_FAILED_TO_GET_FREE;
        Barred::new("lost_escape", why, "TRI-ESC-04")
    })
}

/// Returns the error if a combatant may not make this roll now.
pub(super) fn forbids(who: &CombatantInfo<'_>, asked: RollRequest) -> Option<ChatError> {
    let settings = Settings::of(who.house);
    let bar = match asked.purpose {
        Purpose::Attack => {
            let on = if asked.second {
                Use::Second
            } else {
                Use::Attack
            };
            stance_bars(who, on, &settings).or_else(|| attacks_bar(who, on, &settings))
        }
        Purpose::Defense => defense_bar(who),
        Purpose::Stat => None,
    };
    if let Some(bar) = bar {
        return Some(bar.error());
    }
    let energy = asked.energy.then(|| energy_bonus(who, &settings));
    let why = energy.and_then(Result::err)?;
    Some(ChatError::new(
        why.code(),
        Wording::verbatim(sentence(&why)),
    ))
}

/// Returns the error if a stance may not be taken, changed or given up now: it comes before the
/// first attack of the turn, and once it has helped a roll it holds until the next turn
/// (TRI-STANCE-01, TRI-STANCE-02).
pub(super) fn forbids_plan(who: &CombatantInfo<'_>, plan: Option<&Plan>) -> Option<ChatError> {
    let taken = who.plan.and_then(|plan| plan.stance.as_ref());
    let asked = plan.and_then(|plan| plan.stance.as_ref());
    if taken == asked {
        return None;
    }
    if taken.is_some() && who.tally_count(STANCE_USED) > 0 {
        let text = msg::THE_STANCE_HOLDS_UNTIL_THE;
        return Some(ChatError::new("stance_holds", text));
    }
    let attacked = who.tally_count(ATTACKS) > 0 || who.tally_count(SECONDS) > 0;
    (asked.is_some() && attacked).then(|| {
        let why = msg::A_STANCE_IS_DECLARED_BEFORE;
        let rule = match asked.map(String::as_str) {
            Some(TOTAL_DEFENSE) => "TRI-STANCE-02",
            _ => "TRI-STANCE-01",
        };
        Barred::new("already_attacked", why, rule).error()
    })
}

/// Returns the keys of the tallies that a roll increases: an attack or a defense, and where a
/// stance helped it, that it did.
pub(super) fn counts(who: &CombatantInfo<'_>, asked: RollRequest) -> Vec<&'static str> {
    match asked.purpose {
        Purpose::Attack if asked.second => attack_counts(who, Use::Second),
        Purpose::Attack => attack_counts(who, Use::Attack),
        Purpose::Defense => defense_counts(who),
        Purpose::Stat => Vec::new(),
    }
}

/// Returns the keys of the tallies that an attack of the round increases.
pub(super) fn attack_counts(who: &CombatantInfo<'_>, on: Use) -> Vec<&'static str> {
    let key = match on {
        Use::Second => SECONDS,
        Use::Attack | Use::Wrestle => ATTACKS,
    };
    with_stance(who, key, Stance::TotalAttack)
}

/// Returns the keys of the tallies that a defense increases.
pub(super) fn defense_counts(who: &CombatantInfo<'_>) -> Vec<&'static str> {
    with_stance(who, DEFENSES, Stance::TotalDefense)
}

/// Returns the tally `key`, and with it that of a used stance if the combatant's stance is `helps`.
fn with_stance(who: &CombatantInfo<'_>, key: &'static str, helps: Stance) -> Vec<&'static str> {
    let helped = stance(who) == Some(helps);
    [key]
        .into_iter()
        .chain(helped.then_some(STANCE_USED))
        .collect()
}

/// Converts a message to a sentence, with a capital and a full stop.
fn sentence(why: &impl std::fmt::Display) -> String {
    format!("{}.", capitalize(&why.to_string()))
}

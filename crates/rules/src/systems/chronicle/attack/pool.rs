//! The attacker's pool: every term by name, one sum, one mode (CHR-PIPE-01, CHR-DICE-06).

use super::{Attack, AttackKind, ranged};
use crate::base::roll::RollResult;
use crate::base::rule_switch::is_rule_off;
use crate::base::term::{self, RuleId, Term};
use crate::messages::{Text, chronicle as msg};
use crate::systems::chronicle::attack::concealment::Concealment;
use crate::systems::chronicle::attack::defense;
use crate::systems::chronicle::conditions::known_conditions::DODGING;
use crate::systems::chronicle::dice::terms::{push, unskilled_penalty};
use crate::systems::chronicle::numbers::{ALL_OUT, IMPROVISED, OFFHAND, PRONE, TOO_WEAK};
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{
    AMBIDEXTROUS, ATHLETICS, BRAWL, DEXTERITY, FIREARMS, STRENGTH, WEAPONRY,
};

/// Manner of rolling the sum of a pool (CHR-DICE-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    /// That many dice.
    Pool,
    /// One chance die.
    Chance,
    /// No roll: the sum is the damage (CHR-DEF-09).
    AutoDamage,
    /// No roll: nothing succeeds (CHR-COND-07).
    AutoFail,
    /// No roll: it cannot be done (CHR-RNG-03).
    Impossible,
}

/// Reasons that force the mode of rolling of an attack, gathered together with the terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forced {
    /// The attacker neither sees nor hears (CHR-COND-07).
    pub(crate) fail: bool,
    /// The target is more than twice long range away (CHR-RNG-03).
    pub(crate) impossible: bool,
    /// The target is beyond long range or out of sight (CHR-RNG-02, CHR-CONC-04).
    pub(crate) chance: bool,
    /// The target cannot move, and the attacker takes the offer (CHR-DEF-09).
    pub(crate) automatic: bool,
}

impl Forced {
    /// Returns the mode of rolling for a sum, the first that fits (CHR-DICE-06).
    pub(crate) const fn mode(self, sum: i32, settings: &Settings) -> Mode {
        let automatic_first = settings.automatic_hit_beats_chance && self.automatic;
        if self.fail {
            Mode::AutoFail
        } else if self.impossible {
            Mode::Impossible
        } else if self.chance && !automatic_first {
            Mode::Chance
        } else if self.automatic {
            Mode::AutoDamage
        } else if sum <= 0 {
            Mode::Chance
        } else {
            Mode::Pool
        }
    }
}

/// The pool of one attack, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttackPool {
    /// Every term, in the order of reading them aloud.
    pub(crate) terms: Vec<Term>,
    /// Their sum, not clamped.
    pub(crate) pool: i32,
    /// What is done with it.
    pub(crate) mode: Mode,
    /// How many dice are thrown: none, one or the sum.
    pub(crate) dice_count: i32,
    /// How much of the sum Defense took: 0 or more.
    pub(crate) defense: i32,
    /// Whether Defense was applied at all, even worn down to 0 (CHR-DEF-05).
    pub(crate) defense_applied: bool,
    /// What Defense is made of, part by part (CHR-DEF-08).
    pub(crate) defense_parts: Vec<Term>,
    /// What forces the mode.
    pub(crate) forced: Forced,
    /// The concealment the shooter is left with after firing from full cover (CHR-CONC-06).
    pub(crate) firer_concealment: Option<Concealment>,
}

impl AttackPool {
    /// Returns the pool with another mode.
    fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self.dice_count = match mode {
            Mode::Pool => self.pool.max(0),
            Mode::Chance => 1,
            Mode::AutoDamage | Mode::AutoFail | Mode::Impossible => 0,
        };
        self
    }
}

/// Result of the roll to hit in Chronicle, or of a hit that needs no roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Hit {
    /// It was rolled.
    Rolled(RollResult),
    /// It needed no roll (CHR-DEF-09).
    Automatic,
    /// It could not succeed.
    None,
}

impl Hit {
    /// Number of successes rolled for the hit; 0 without a roll.
    pub(crate) const fn successes(&self) -> u32 {
        match self {
            Self::Rolled(rolled) => rolled.successes,
            Self::Automatic | Self::None => 0,
        }
    }
}

/// Sums up the terms of the attacker's pool, and decides how it is rolled.
pub(crate) fn attack_pool(attack: &Attack<'_>, settings: &Settings) -> AttackPool {
    let mut terms = Vec::with_capacity(12);
    push_traits(attack, settings, &mut terms);
    if attack.kind.is_ranged() {
        ranged::terms(attack, settings, &mut terms);
    } else {
        push_close_terms(attack, settings, &mut terms);
    }
    push_common_terms(attack, &mut terms);
    let defense = defense_taken(attack, settings);
    let applied = defense.is_some();
    let mut parts = defense.unwrap_or_default();
    push(
        &mut parts,
        msg::STORYTELLER,
        attack.defense_ruled,
        "CHR-ST-01",
    );
    let taken = term::sum_terms(&parts).max(0);
    if taken > 0 {
        let (label, rule) = name_of_defense(attack, &parts);
        let value = if is_rule_off(rule.as_str()) {
            0
        } else {
            -taken
        };
        terms.push(Term {
            label: label.into(),
            value,
            rule: Some(rule),
            from_scene: false,
        });
    }
    let forced = forced(attack);
    let sum = term::sum_terms(&terms);
    let left_cover =
        attack.kind.is_ranged() && attack.options.firing_from == Some(Concealment::Complete);
    let pool = AttackPool {
        terms,
        pool: sum,
        mode: Mode::Pool,
        dice_count: 0,
        defense: taken,
        defense_applied: applied,
        defense_parts: parts,
        forced,
        firer_concealment: left_cover.then_some(Concealment::Substantial),
    };
    pool.with_mode(forced.mode(sum, settings))
}

/// Adds the attribute and skill for the kind of attack to its terms (CHR-ATK-02 to 05); the
/// weapon's rating stays out (CHR-ATK-01).
fn push_traits(attack: &Attack<'_>, settings: &Settings, terms: &mut Vec<Term>) {
    let (attribute, skill, rule) = match attack.kind {
        AttackKind::Unarmed => (&STRENGTH, &BRAWL, "CHR-ATK-02"),
        AttackKind::Melee => (&STRENGTH, &WEAPONRY, "CHR-ATK-04"),
        AttackKind::Firearm => (&DEXTERITY, &FIREARMS, "CHR-ATK-03"),
        AttackKind::Thrown => (&DEXTERITY, &ATHLETICS, "CHR-ATK-05"),
    };
    let value = attack.by.get(skill);
    terms.push(Term::from_rule(
        attribute.title,
        attack.by.get(attribute),
        rule,
    ));
    terms.push(Term::from_rule(skill.title, value, rule));
    push(
        terms,
        msg::UNSKILLED,
        unskilled_penalty(value, settings),
        "CHR-DICE-07",
    );
}

/// Adds the terms that only a blow within arm's reach has to its pool.
fn push_close_terms(attack: &Attack<'_>, settings: &Settings, terms: &mut Vec<Term>) {
    if attack.options.all_out {
        push(terms, msg::ALL_OUT_ATTACK, ALL_OUT, "CHR-CMP-04");
    }
    if attack.on.is_prone() && (!attack.by.is_prone() || settings.prone_attacker_bonus) {
        push(terms, msg::TARGET_PRONE, PRONE, "CHR-PRONE-02");
    }
}

/// Adds the terms that any kind of attack may have to its pool.
fn push_common_terms(attack: &Attack<'_>, terms: &mut Vec<Term>) {
    let by = attack.by;
    let options = &attack.options;
    if options.offhand && by.get(&AMBIDEXTROUS) == 0 {
        push(terms, msg::OFFHAND, OFFHAND, "CHR-CMP-03");
    }
    if let Some(weapon) = &attack.weapon {
        if weapon.improvised {
            push(terms, msg::IMPROVISED_WEAPON, IMPROVISED, "CHR-IMPR-02");
        }
        if weapon.str_req > by.get(&STRENGTH) {
            push(terms, msg::TOO_WEAK_FOR_THE_WEAPON, TOO_WEAK, "CHR-IMPR-06");
        }
    }
    if let Some(location) = options.called {
        push(
            terms,
            location.label(),
            location.modifier(),
            location.rule(),
        );
    }
    by.push_wounds(terms);
    terms.extend(options.extra.iter().filter(|term| term.value != 0).cloned());
}

/// Returns the terms of Defense; `None` where it is not applied (CHR-DEF-02 to 05).
fn defense_taken(attack: &Attack<'_>, settings: &Settings) -> Option<Vec<Term>> {
    let on = attack.on;
    let none = attack.no_defense || on.is_dormant() || on.burden.auto_fail;
    let tight = attack.options.close_quarters;
    if none || !defense::counts(attack.kind, attack.distance(), tight, settings) {
        return None;
    }
    let gun_size = attack.weapon.as_ref().map_or(0, |weapon| weapon.size);
    let raised = defense::bonus(attack.kind, gun_size, attack.options.pulled > 0);
    let base = (msg::DEFENSE, usual_defense_rule(attack.kind));
    Some(defense::parts(on, base, &raised, settings))
}

/// Returns the id of the rule by which Defense counts against a kind of attack.
const fn usual_defense_rule(kind: AttackKind) -> &'static str {
    match kind {
        AttackKind::Firearm => "CHR-DEF-03",
        AttackKind::Unarmed | AttackKind::Melee | AttackKind::Thrown => "CHR-DEF-02",
    }
}

/// Returns the name of Defense in the pool, and the rule that made it what it is: earlier attacks, a pulled
/// blow, a dodge, or else the whole sum (CHR-DEF-08).
fn name_of_defense(attack: &Attack<'_>, parts: &[Term]) -> (Text, RuleId) {
    let label = if attack.on.is(DODGING) {
        msg::DODGE
    } else {
        msg::DEFENSE
    };
    let is = |part: &Term, rule| part.rule.as_ref().is_some_and(|it| it.as_str() == rule);
    let rule = match parts {
        [] | [_] => RuleId::new(usual_defense_rule(attack.kind)),
        [_, one] if is(one, "CHR-DEF-05") || is(one, "CHR-PULL-03") => one
            .rule
            .clone()
            .unwrap_or_else(|| RuleId::new("CHR-DEF-08")),
        [_, one] if is(one, "CHR-DODGE-01") => RuleId::new("CHR-DODGE-04"),
        [_, _, worn] if is(worn, "CHR-DODGE-02") => RuleId::new("CHR-DODGE-02"),
        _ => RuleId::new("CHR-DEF-08"),
    };
    (label, rule)
}

/// Returns the reasons that force the mode of the attack.
fn forced(attack: &Attack<'_>) -> Forced {
    let (impossible, chance) = if attack.kind.is_ranged() {
        ranged::forced(attack)
    } else {
        (false, false)
    };
    Forced {
        fail: attack.by.burden.auto_fail,
        impossible,
        chance: chance || attack.options.chance,
        automatic: attack.on.is_dormant() && !attack.options.roll,
    }
}

//! Defenses of a target: block, dodge, parry, and what comes of them (XOV-DEF-01 to 07, XOV-MAN-01,
//! XOV-CLOSE-10, XOV-TURN-07).

use super::attack::Attack;
use super::change::{self, Change, For};
use super::{blind, damage, dials, holds, items, read, soak};
use crate::base::term::{self, Term};
use crate::character::condition::Until;
use crate::character::sheet::TraitSpec;
use crate::exchange::{Effect, Intent, Party, Play, Stop};
use crate::messages::crossover as msg;
use crate::messages::{Text, Wording};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::refusal::D10;
use crate::systems::crossover::turn::can_act;
use crate::systems::crossover::{Denied, Refusal, Settings, sheet, state};
use crate::systems::d10::actions::defense_penalty;
use crate::systems::d10::dice::Pool;
use crate::systems::d10::resolve::{self as d10, DefenseResult, NO_DEFENSE, RollSpec};
use crate::systems::d10::shared_rules::remaining_turn::{DefenseAction, RemainingTurn};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::tally::{ACTIONS, DEFENSES, DESPERATE};
use crate::systems::d10::shared_rules::{health, sheet as numbers, steps};

/// Method of defense in Crossover, with its title, ability and rule, and the reason that bars it against an attack.
/// Without the ability Dexterity alone is rolled (XOV-DEF-07).
struct Way {
    key: &'static str,
    title: Text,
    ability: &'static TraitSpec,
    label: Text,
    rule: &'static str,
    /// Whether it needs limbs, so that it meets close attacks only (XOV-DEF-02, XOV-DEF-04).
    needs_limbs: bool,
    check: fn(&Attack<'_>, &CombatantInfo<'_>) -> Result<(), Refusal>,
}

const DODGE: Way = Way {
    key: "dodge",
    title: msg::DODGE,
    ability: &sheet::DODGE,
    label: msg::DODGE,
    rule: "XOV-DEF-03",
    needs_limbs: false,
    check: |_, _| Ok(()),
};

const BLOCK: Way = Way {
    key: "block",
    title: msg::BLOCK,
    ability: &numbers::BRAWL,
    label: msg::BRAWL,
    rule: "XOV-DEF-02",
    needs_limbs: true,
    check: check_block,
};

const PARRY: Way = Way {
    key: "parry",
    title: msg::PARRY,
    ability: &numbers::MELEE,
    label: msg::MELEE,
    rule: "XOV-DEF-04",
    needs_limbs: true,
    check: check_parry,
};

static WAYS: [Way; 3] = [DODGE, BLOCK, PARRY];

/// Checks that a blocker could soak what they block (XOV-DEF-02).
fn check_block(attack: &Attack<'_>, who: &CombatantInfo<'_>) -> Result<(), Refusal> {
    let wound = damage::wound(attack);
    let soaks = term::sum_terms(&soak::soak(who, &wound, attack.by).terms) >= 1;
    match damage::is_test(attack) || !wound.kind.is_worse_than_bashing() || soaks {
        true => Ok(()),
        false => Err(Refusal::CannotBlockUnsoakable),
    }
}

/// Checks that there is a weapon or a shield to parry with (XOV-DEF-04).
fn check_parry(_: &Attack<'_>, who: &CombatantInfo<'_>) -> Result<(), Refusal> {
    let mut things = items::held(who, items::WEAPON).chain(items::held(who, items::SHIELD));
    match things.next() {
        Some(_) => Ok(()),
        None => Err(Refusal::NeedsWeaponOrShield),
    }
}

/// Returns the action of the turn that a defense of this kind takes. A declared defense covers its
/// own kind; any other defense is a change of mind (XOV-DECL-02, XOV-MAN-01). A combatant who
/// declared nothing has not made up their mind.
fn action_for_defense(who: &CombatantInfo<'_>, left: &RemainingTurn, kind: &str) -> DefenseAction {
    let declared = who.plan.is_some_and(|plan| !plan.has_stance(DESPERATE));
    let defends = left.action_for_defense(kind).filter(|_| declared);
    defends.unwrap_or(DefenseAction {
        number: 1,
        declared: true,
    })
}

/// Returns why a target cannot defend at all (XOV-DEF-07, XOV-CMP-06).
pub(super) fn helpless(who: &CombatantInfo<'_>) -> Option<(Wording, &'static str)> {
    if !can_act(who) {
        return Some((msg::NOBODY_DEFENDS_WHO_IS_OUT.into(), "XOV-HLTH-01"));
    }
    if let Some((why, rule)) = state::numbness_bar(who) {
        return Some((why.into(), rule));
    }
    let plan = steps::effective_plan(who);
    let left =
        plan.has_stance(DESPERATE) || who.tally_count(ACTIONS) < u16::from(plan.actions.max(1));
    let fights = who.is_in_fight();
    (fights && !left).then(|| (msg::NO_ACTION_IS_LEFT.into(), "XOV-DEF-07"))
}

/// Returns the ways in which a target can defend against an attack.
pub(super) fn defenses(attack: &Attack<'_>, who: &CombatantInfo<'_>) -> Vec<d10::DefenseOption> {
    let out = helpless(who);
    let defense = |way: &Way| {
        let throw = |dice| RollSpec::new(way.title, RollPurpose::Action, dice);
        let (throw, refused) = match dice(way, attack, who) {
            Ok(dice) => (
                throw(dice).with_difficulty(difficulty(way, attack, who)),
                None,
            ),
            Err(why) => (throw(Vec::new()), Some(why)),
        };
        d10::DefenseOption {
            key: way.key,
            title: way.title,
            throw,
            buys: read::buys(who),
            barred: out
                .clone()
                .or_else(|| grip_bar_on(way, who))
                .or_else(|| refused.map(reason)),
        }
    };
    WAYS.iter().map(defense).collect()
}

/// Returns the terms of the dice of a defense, or why it is denied. A desperate one has a price of
/// its own (XOV-MULT-02, XOV-DEF-06).
///
/// # Errors
/// The first [`Refusal`]: close attacks only, nothing to soak or to parry with, no dice.
fn dice(way: &Way, attack: &Attack<'_>, who: &CombatantInfo<'_>) -> Result<Vec<Term>, Denied> {
    let wounds = health::wound_state(who.track).penalty;
    if wounds.is_none() {
        return Err(Denied::from_refusal(Refusal::Incapacitated));
    }
    if way.needs_limbs && attack.is_ranged() {
        return Err(Denied::from_refusal(Refusal::CloseOnly));
    }
    (way.check)(attack, who).map_err(Denied::from_refusal)?;
    let get = |spec| who.sheet.get(spec);
    let split = match is_desperate(who) {
        true => {
            let index = i32::from(who.tally_count(DEFENSES));
            Term::from_rule(msg::DESPERATE_DEFENSE, defense_penalty(index), "XOV-DEF-06")
        }
        false => {
            let next = i32::from(who.tally_count(ACTIONS)) + 1;
            let split = read::split(who, next, attack.by);
            Term::from_rule(msg::SEVERAL_ACTIONS, split, "XOV-MULT-01")
        }
    };
    let dice = without_zeros([
        Term::from_rule(msg::DEXTERITY, get(&numbers::DEXTERITY), way.rule),
        Term::from_rule(way.label, get(way.ability).max(0), way.rule),
        Term::from_rule(msg::WOUNDS, wounds.unwrap_or(0), "XOV-HLTH-03"),
        split,
    ]);
    let pool = term::sum_terms(&dice);
    if pool < 1 {
        return Err(Denied::from_refusal(Refusal::NoDice));
    }
    Pool::at_default_difficulty(pool).check_size()?;
    Ok(dice)
}

/// Returns the terms of the difficulty of a defense. Doing too much does not weigh on a desperate
/// one (XOV-DEF-06).
fn difficulty(way: &Way, attack: &Attack<'_>, who: &CombatantInfo<'_>) -> Vec<Term> {
    let by = attack.by;
    let opponents = match attack.set().get_or(dials::TARGETED, 0) {
        0 => {
            let before = i32::from(who.tally_count(read::ATTACKERS));
            before.saturating_add(i32::from(attack.is_newcomer()))
        }
        told => told,
    };
    let when = |is: bool, value: i32| if is { value } else { 0 };
    let tackled = state::in_force(who, state::TACKLED);
    let strafed = attack.maneuver.sprays && way.key == DODGE.key;
    let blinded = state::has(who, state::BLINDED);
    let blinding = blind::defending(attack.maneuver.reach, &state::relief(who), by);
    let armor = when(by.armor_hinders_defense, items::hindrance(who));
    let mut terms = without_zeros([
        D10.default_difficulty(),
        Term::from_rule(
            msg::SEVERAL_OPPONENTS,
            read::opponents(opponents),
            "XOV-CLOSE-09",
        ),
        Term::from_rule(msg::TACKLED, when(tackled, 1), "XOV-CLOSE-13"),
        Term::from_rule(msg::STRAFED, when(strafed, 1), "XOV-RNG-08"),
        Term::from_rule(msg::BLINDED, when(blinded, blinding), "XOV-CMP-02"),
        Term::from_rule(msg::ARMOR, armor, "XOV-ATK-04"),
    ]);
    let burdens = read::burdens(who).into_iter();
    terms.extend(burdens.filter(|term| counts_for_defense(term, who, by)));
    terms
}

/// Whether a combatant spends the whole turn on defense (XOV-DEF-06).
fn is_desperate(who: &CombatantInfo<'_>) -> bool {
    steps::effective_plan(who).has_stance(DESPERATE)
}

/// Returns the terms without those of value 0, as a roll shows them.
fn without_zeros<const N: usize>(terms: [Term; N]) -> Vec<Term> {
    terms.into_iter().filter(|term| term.value != 0).collect()
}

/// Returns why a defense that needs limbs is not open to a combatant in a grip, with the rule;
/// `None` if it is open (XOV-CLOSE-04, XOV-CLOSE-06).
fn grip_bar_on(way: &Way, who: &CombatantInfo<'_>) -> Option<(Wording, &'static str)> {
    let (why, rule) = state::grip_bar(who).filter(|_| way.needs_limbs)?;
    Some((why.into(), rule))
}

/// Whether a burden (a term that makes everything harder) counts for a defense: doing too much does
/// not on a desperate one (XOV-DEF-06).
fn counts_for_defense(term: &Term, who: &CombatantInfo<'_>, by: &Settings) -> bool {
    let too_much = term
        .rule
        .as_ref()
        .is_some_and(|rule| rule.as_str() == "XOV-MULT-05");
    !too_much || by.over_limit_on_desperate || !is_desperate(who)
}

/// Converts a denial of a defense to the reason beside its option, and the rule.
fn reason(why: Denied) -> (Wording, &'static str) {
    let rule = match &why {
        Denied::Refused(Refusal::CloseOnly | Refusal::CannotBlockUnsoakable) => "XOV-DEF-02",
        Denied::Refused(Refusal::NeedsWeaponOrShield) => "XOV-DEF-04",
        Denied::Refused(Refusal::NoDice) | Denied::Nonsense(_) => "XOV-DICE-06",
        Denied::Refused(_) => "XOV-HLTH-01",
    };
    let words = match why {
        Denied::Refused(refusal) => refusal.reason(),
        Denied::Nonsense(nonsense) => Wording::verbatim(nonsense.to_string()),
    };
    (words, rule)
}

/// Gives up another action for a defense of a kind that was not declared (XOV-MAN-01). Returns
/// whether the action was given up.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn give_up_action(
    who: &CombatantInfo<'_>,
    target: u8,
    kind: &str,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<bool, Stop> {
    let left = RemainingTurn::of(who);
    let defends = action_for_defense(who, &left, kind);
    if defends.declared {
        return Ok(true);
    }
    let party = Party::Target(target);
    if change::pay(who, party, For::Defense, by, play)? == Change::Stays {
        return Ok(false);
    }
    if let Some(key) = left.given_up_tally_key(defends.number) {
        play.add_effect(Effect::Count {
            who: party,
            key: key.into(),
        });
    }
    Ok(true)
}

/// Counts a defense that was rolled. A parry that leaves nothing of the attack opens a riposte (XOV-CLOSE-10), and one
/// that is better cuts a bare hand (XOV-DEF-05).
pub(super) fn on_defended(
    attack: &Attack<'_>,
    target: u8,
    who: &CombatantInfo<'_>,
    met: &DefenseResult,
    play: &mut Play<'_>,
) {
    if met.defense == NO_DEFENSE {
        return;
    }
    let party = Party::Target(target);
    let left = RemainingTurn::of(who);
    if is_desperate(who) {
        play.add_effect(Effect::Count {
            who: party,
            key: DEFENSES.into(),
        });
    } else {
        let defends = action_for_defense(who, &left, &met.defense);
        left.count_defense(play, party, defends.number);
    }
    for effect in read::effects_of_acting(who, party) {
        play.add_effect(effect);
    }
    let Some((id, item)) = items::close_weapon(who).filter(|_| met.defense == PARRY.key) else {
        return;
    };
    if met.net <= 0 {
        play.add_effect(state::gain(
            party,
            state::RIPOSTE,
            i32::from(id) + 1,
            Until::Lifted,
        ));
        play.add_effect(holds::hold(party, Party::Actor, holds::RIPOSTE));
    }
    let unarmed = attack.maneuver.weapon.is_none();
    let blade = items::damage_type(item)
        .unwrap_or_default()
        .is_worse_than_bashing();
    if unarmed && blade && met.attack >= 1 && met.successes > met.attack {
        let more = met.successes.saturating_sub(met.attack);
        play.add_effect(Effect::Follow {
            by: party,
            at: vec![Party::Actor],
            intent: Intent::of(CUT).with_item(id).with_parameter(MORE, more),
        });
    }
}

/// The key of the exchange in which a bare hand runs into a blade (XOV-DEF-05).
pub(super) const CUT: &str = "parry_cut";
/// The dial of the successes by which the parry was better.
pub(super) const MORE: &str = "more";

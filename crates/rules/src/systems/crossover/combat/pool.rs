//! The dice and the difficulty of an attack.

use super::attack::{Attack, Attribute};
use super::{blind, change, dials, items, range, read};
use crate::base::term::Term;
use crate::messages::{Text, crossover as msg};
use crate::systems::crossover::dice::{Substitute, substitution};
use crate::systems::crossover::movement;
use crate::systems::crossover::refusal::D10;
use crate::systems::crossover::state::{self, Immobilized};
use crate::systems::d10::dice::DEFAULT_DIFFICULTY;
use crate::systems::d10::shared_rules::{health, sheet as numbers};

/// Dice of a scope or laser sight, once at least one turn went into aiming (XOV-RNG-01).
const SCOPE: i32 = 2;

/// Sum of an attack's dice or difficulty while its terms are gathered; terms of 0 are left out.
struct Sum(Vec<Term>);

impl Sum {
    /// Adds a term with its rule to the sum, unless it is 0.
    fn add(&mut self, label: Text, value: i32, rule: &'static str) {
        if value != 0 {
            self.0.push(Term::from_rule(label, value, rule));
        }
    }

    /// Adds a term with its rule to the sum if `is` is true.
    fn when(&mut self, is: bool, label: Text, value: i32, rule: &'static str) {
        self.add(label, if is { value } else { 0 }, rule);
    }

    /// Adds a number of the maneuver to the sum, under its title and rule.
    fn of_maneuver(&mut self, attack: &Attack<'_>, value: i32) {
        if value != 0 {
            let title = attack.maneuver.title;
            self.0.push(attack.maneuver.term(title, value));
        }
    }
}

/// Returns the terms of the dice of an attack.
pub(super) fn dice(attack: &Attack<'_>) -> Vec<Term> {
    let (maneuver, actor, target) = (attack.maneuver, attack.actor, attack.target);
    let (close, ranged) = (attack.is_close(), attack.is_ranged());
    let (label, dots) = match maneuver.attribute {
        Attribute::Dexterity => (msg::DEXTERITY, attack.own(&numbers::DEXTERITY)),
        Attribute::Strength => (msg::STRENGTH, attack.own(&numbers::STRENGTH)),
    };
    let mut sum = Sum(vec![maneuver.term(label, dots)]);
    if let Some(way) = attack.way() {
        let dots = way.ability.dots(actor);
        sum.0.push(maneuver.term(way.ability.word(), dots));
    }
    sum.of_maneuver(attack, maneuver.dice);
    let wounds = health::wound_state(actor.track).penalty.unwrap_or(0);
    sum.add(msg::WOUNDS, wounds, "XOV-HLTH-03");
    if let Some(flank) = dials::flank(attack.scene, 0, attack.by) {
        sum.add(msg::FLANK, flank.dice(), "XOV-MAN-05");
    }
    let moved = attack.yards().max(0).saturating_neg();
    sum.add(msg::MOVING, moved, "XOV-MAN-06");
    let number = dials::number(actor, attack.set());
    let split = read::split(actor, number, attack.by);
    sum.add(msg::SEVERAL_ACTIONS, split, "XOV-MULT-01");
    let outreached = close && is_outreached(attack);
    sum.when(outreached, msg::OUTREACHED, -1, "XOV-CLOSE-14");
    let riposte = close && is_riposte(attack);
    sum.when(riposte, msg::RIPOSTE, 1, "XOV-CLOSE-10");
    if ranged {
        let turns = attack.aim_turns().max(0);
        let aim = turns.min(attack.own(&numbers::PERCEPTION).max(0));
        sum.add(msg::AIM, aim, "XOV-RNG-01");
        let scope = turns >= 1 && attack.has_tag("scope");
        sum.when(scope, msg::SCOPE, SCOPE, "XOV-RNG-01");
    }
    if state::has(target, state::BLINDED) {
        let guarded = state::amount(target, state::GUARDED);
        let bonus = blind::bonus_against(maneuver.reach, guarded);
        sum.add(msg::TARGET_BLINDED, bonus, "XOV-CMP-01");
    }
    let partly = state::immobilized(target, attack.by) == Some(Immobilized::Partly);
    sum.when(partly, msg::TARGET_IMMOBILIZED, 2, "XOV-CMP-08");
    let down = state::has(target, state::DOWN);
    sum.when(down, msg::TARGET_DOWN, 2, "XOV-CMP-10");
    let own_down = close && state::has(actor, state::DOWN);
    sum.when(own_down, msg::DOWN, -2, "XOV-CMP-10");
    sum.add(msg::AMBUSH, attack.ambush().unwrap_or(0), "XOV-MAN-03");
    sum.0
}

/// Whether the target's weapon is longer than the attacker's (XOV-CLOSE-14).
fn is_outreached(attack: &Attack<'_>) -> bool {
    let own = attack.item.map(|(_, item)| items::length(item));
    let theirs = items::weapon_in_hand(attack.target).map(|(_, item)| items::length(item));
    theirs > own.or(Some(0))
}

/// Whether the attack is the blow after a parry, with the weapon that parried (XOV-CLOSE-10).
fn is_riposte(attack: &Attack<'_>) -> bool {
    let parried = state::amount(attack.actor, state::RIPOSTE);
    let same = |(id, _)| parried == i32::from(id) + 1;
    attack.held(super::holds::RIPOSTE).is_some() && attack.item.is_some_and(same)
}

/// Returns the terms of the difficulty of an attack. The sum may go past 10, which no die shows
/// (XOV-DICE-05).
pub(super) fn difficulty(attack: &Attack<'_>) -> Vec<Term> {
    let (maneuver, actor, target) = (attack.maneuver, attack.actor, attack.target);
    let (ranged, set) = (attack.is_ranged(), attack.set());
    let mut sum = Sum(vec![D10.default_difficulty()]);
    match attack.way() {
        Some(way) if way.difficulty != 0 => {
            let label = msg::wordings::instead(way.ability.word());
            sum.0.push(maneuver.term(label, way.difficulty));
        }
        Some(_) => {}
        None => sum.add(msg::WITHOUT_THE_ABILITY, maneuver.unskilled, "XOV-ATK-11"),
    }
    sum.of_maneuver(attack, maneuver.difficulty);
    let thrown = attack.has_tag("thrown_design");
    let harder = maneuver.thrown_design;
    sum.when(thrown, msg::BUILT_FOR_THROWING, harder, "XOV-ATK-05");
    let melee = attack.has_tag("melee_design");
    let harder = maneuver.melee_design;
    sum.when(melee, msg::BUILT_FOR_MELEE, harder, "XOV-ATK-12");
    let armor = if ranged { "XOV-ATK-13" } else { "XOV-ATK-04" };
    sum.add(msg::ARMOR, items::hindrance(actor), armor);
    sum.0.extend(change::harder(attack.scene));
    let tackled = state::in_force(actor, state::TACKLED);
    sum.when(tackled, msg::TACKLED, 1, "XOV-CLOSE-13");
    if let Some(size) = dials::size(set).filter(|_| maneuver.parts) {
        sum.add(msg::NAMED_PART, size.difficulty(), size.rule());
    }
    let opponents = match set.get_or(dials::OPPONENTS, 0) {
        0 => i32::from(actor.tally_count(read::ATTACKERS)),
        told => told,
    };
    let opponents = read::opponents(opponents);
    sum.add(msg::SEVERAL_OPPONENTS, opponents, "XOV-CLOSE-09");
    if ranged {
        from_afar(attack, &mut sum);
    }
    let awkward = set.is_on(dials::OFF_HAND) && !read::is_ambidextrous(actor);
    sum.when(awkward, msg::OFF_HAND, 1, "XOV-RNG-10");
    if state::has(actor, state::BLINDED) {
        let rule = if ranged { "XOV-CMP-03" } else { "XOV-CMP-02" };
        let blinded = blind::attacking(maneuver.reach, &state::relief(actor));
        sum.add(msg::BLINDED, blinded, rule);
    }
    let dazed = state::in_force(target, state::DAZED);
    sum.when(dazed, msg::TARGET_DAZED, -2, "XOV-CMP-07");
    let fast = read::is_fast(actor) || movement::is_fast(attack.yards());
    sum.when(fast, msg::MOVING_FAST, 1, "XOV-CMP-11");
    sum.when(
        read::is_fast(target),
        msg::TARGET_MOVING_FAST,
        1,
        "XOV-CMP-12",
    );
    sum.0.extend(read::burdens(actor));
    let uses = attack
        .item
        .and_then(|(_, item)| item.number(items::DIFFICULTY));
    let uses = uses.unwrap_or(DEFAULT_DIFFICULTY) - DEFAULT_DIFFICULTY;
    sum.add(msg::WEAPON, uses, "XOV-EQP-01");
    substitute(attack, &mut sum);
    sum.0
}

/// Adds the terms of range and of the target's cover to an attack's difficulty.
fn from_afar(attack: &Attack<'_>, sum: &mut Sum) {
    let distance = range::distance(attack).difficulty();
    sum.add(msg::RANGE, distance, "XOV-RNG-06");
    let cover = range::cover_of(attack.scene, 0, attack.target, attack.by);
    if let Some(cover) = cover.filter(|_| !attack.set().is_on(dials::EXPOSED)) {
        sum.add(msg::TARGET_IN_COVER, cover.to_hit(), "XOV-RNG-03");
    }
    if let Some(cover) = range::own_cover(attack.scene) {
        sum.add(msg::OWN_COVER, cover.difficulty_from_behind(), "XOV-RNG-04");
    }
}

/// Adds the term for an ability of another class that is rolled in the place of the one named. A
/// substitute that the maneuver names has its number there (XOV-DICE-09), and where the attribute
/// is rolled alone nothing takes the place of anything.
fn substitute(attack: &Attack<'_>, sum: &mut Sum) {
    let (label, how, rule) = match attack.set().get_or(dials::SUBSTITUTE, 0) {
        -1 => (
            msg::SECONDARY_ABILITY,
            Substitute::SecondaryForPrimary,
            "XOV-DICE-07",
        ),
        1 => (
            msg::PRIMARY_ABILITY,
            Substitute::PrimaryForSecondary,
            "XOV-DICE-08",
        ),
        _ => return,
    };
    let named = attack.way().is_none_or(|way| way.difficulty != 0);
    sum.add(label, substitution(how, named), rule);
}

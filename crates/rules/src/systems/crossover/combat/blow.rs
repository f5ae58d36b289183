//! An attack of the chart of maneuvers, from what was declared to what comes of it.

use std::sync::LazyLock;

use super::{after, dials, items, meet, read, share};
use crate::dial::Reading;
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::fighter::Fighter;
use crate::gear::{Carried, Item, ItemId};
use crate::systems::crossover::attack::pool::{self, Attempt, Auto};
use crate::systems::crossover::attack::{Attack, Situation, Weapon, WeaponClass, cover, damage};
use crate::systems::crossover::chart::{self, ManeuverChart};
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::dice::{Substitute, substitution};
use crate::systems::crossover::maneuver::{Maneuver, Reach};
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::crossover::{Settings, ambush, grip, movement, ready, spray};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::Outcome;
use crate::systems::d10::resolve::{
    self as d10, Defense, Ids, Met, Opening, Struck, Throw, Thrown,
};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::refused;
use crate::term::Term;

/// Every maneuver of the chart.
pub(super) static CHART: LazyLock<ManeuverChart> =
    LazyLock::new(|| chart::maneuvers(chart::MANEUVERS).unwrap_or_default());

/// Where it says how an exchange goes.
pub(super) const IDS: Ids = Ids {
    defense: "XOV-DEF-01",
    extra: "XOV-DMG-02",
    damage: "XOV-DMG-01",
    soak: "XOV-SOAK-01",
};

/// How somebody has taken hold of another, aims at them or lies in wait for them.
pub(super) mod holds {
    /// A clinch (XOV-CLOSE-04).
    pub(crate) const CLINCH: &str = "clinch";
    /// A hold (XOV-CLOSE-06).
    pub(crate) const HOLD: &str = "hold";
    /// A tackle the turn before (XOV-CLOSE-02).
    pub(crate) const TACKLE: &str = "tackle";
    /// Aiming at them (XOV-RNG-01).
    pub(crate) const AIM: &str = "aim";
    /// Having parried their blow (XOV-CLOSE-10).
    pub(crate) const RIPOSTE: &str = "riposte";
    /// An ambush (XOV-MAN-03).
    pub(crate) const AMBUSH: &str = "ambush";
}

/// An attack as it is played.
pub(super) struct Blow<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) actor: &'a Fighter<'a>,
    pub(super) by: Settings,
    pub(super) line: &'static ManeuverLine,
    pub(super) item: Option<(ItemId, &'a Item)>,
    pub(super) attack: Attack,
    attempt: Attempt,
}

/// Whether a line is done with a weapon.
pub(super) const fn armed(maneuver: Maneuver) -> bool {
    use Maneuver::{
        Bite, Claw, Clinch, DisarmUnarmed, Hold, Kick, Strike, SweepArm, SweepLeg, Tackle,
    };
    !matches!(
        maneuver,
        Strike | Kick | Bite | Claw | Clinch | Hold | DisarmUnarmed | SweepLeg | SweepArm | Tackle
    )
}

/// Whether a weapon of this class is made for a maneuver.
const fn suits(maneuver: Maneuver, class: WeaponClass) -> bool {
    if matches!(class, WeaponClass::Other) {
        return true;
    }
    match maneuver {
        Maneuver::Bow => matches!(class, WeaponClass::Bow),
        Maneuver::Crossbow => matches!(class, WeaponClass::Crossbow),
        Maneuver::JabPistol => matches!(class, WeaponClass::Pistol),
        Maneuver::Shoot | Maneuver::Burst => {
            class.is_shot() && !matches!(class, WeaponClass::Bow | WeaponClass::Crossbow)
        }
        _ => true,
    }
}

impl<'a> Blow<'a> {
    /// An attack before its dice.
    ///
    /// # Errors
    /// [`Stop`] when the rules refuse it.
    pub(super) fn new(
        scene: &'a Scene<'a>,
        line: &'static ManeuverLine,
        by: Settings,
    ) -> Result<Self, Stop> {
        let actor = read::actor(scene)?;
        let target = read::target(scene)?;
        read::may_act(actor, &scene.intent.set)?;
        let item = read::in_hand(scene).filter(|_| armed(line.maneuver));
        ready_for(actor, target, line, item, scene, &by)?;
        let attack = attack(scene, actor, target, line, item, &by);
        let attempt = pool::attempt(&attack, &CHART, &by);
        let attempt = attempt.map_err(|why| Stop::from(refused::denied(&why)))?;
        Ok(Self {
            scene,
            actor,
            by,
            line,
            item,
            attack,
            attempt,
        })
    }

    /// A target of it.
    pub(super) fn at(&self, target: u8) -> Option<&'a Fighter<'a>> {
        self.scene.targets.get(usize::from(target))
    }

    /// What it does to a target, as soak meets it. What cannot be told bruises.
    pub(super) fn wound(&self) -> read::Wound {
        let (_, kind) = damage::damage(&self.attack, self.line);
        read::Wound {
            kind: kind.unwrap_or(DamageType::Bashing),
            silver: self.item.is_some_and(|(_, item)| item.is("silver")),
            medium: items::medium(self.item.map(|(_, item)| item)),
            place: dials::place(&self.scene.intent.set),
            pack: self.scene.set(dials::TACTIC, 0) > 0,
        }
    }

    /// Whether it is a test that hurts nobody.
    pub(super) fn is_test(&self) -> bool {
        damage::damage(&self.attack, self.line).1.is_none()
    }

    /// Blood drunk instead of a wound (XOV-CLOSE-02).
    pub(super) fn drinks(&self) -> Option<i32> {
        let wanted = self.scene.set(dials::DRINK, 0);
        let bites = self.line.maneuver == Maneuver::Bite && wanted > 0;
        bites
            .then(|| grip::drain(self.attack.attacker.kind, wanted))
            .flatten()
    }

    /// Whether it is the free attack of an ambush on this target.
    pub(super) fn ambushes(&self) -> bool {
        let lies_in_wait = state::has(self.actor, state::AMBUSH);
        let held = self
            .scene
            .held(Party::Actor, Party::Target(0), holds::AMBUSH);
        lies_in_wait && held.is_some()
    }
}

/// What a maneuver needs besides what the sum of the attack checks.
fn ready_for(
    actor: &Fighter<'_>,
    target: &Fighter<'_>,
    line: &ManeuverLine,
    item: Option<(ItemId, &Item)>,
    scene: &Scene<'_>,
    by: &Settings,
) -> Result<(), Stop> {
    let maneuver = line.maneuver;
    let refuse = |code, words: &str| Err(Stop::refused(code, words.to_owned()));
    let gripped = [state::CLINCHED, state::HELD, state::HOLDING];
    let gripped = gripped.iter().any(|key| state::has(actor, key));
    if gripped && maneuver != Maneuver::Bite {
        let words = "In a grip one gets out, squeezes, or does what needs no limbs (XOV-CLOSE-04).";
        return refuse("in_a_grip", words);
    }
    if matches!(maneuver, Maneuver::DisarmArmed | Maneuver::DisarmUnarmed)
        && items::held(target, items::WEAPON).next().is_none()
    {
        return refuse(
            "nothing_to_disarm",
            "There is no weapon to strike away (XOV-CLOSE-05).",
        );
    }
    if scene.set(dials::APART, 0) > spray::APART && line.empties && scene.targets.len() > 1 {
        let words = "The targets stand within three yards of each other (XOV-RNG-08).";
        return refuse("too_far_apart", words);
    }
    let Some((id, weapon)) = item else {
        return match armed(maneuver) {
            true => refuse(
                "no_weapon",
                &format!("{} takes a weapon in hand ({}).", line.title, line.rule),
            ),
            false => Ok(()),
        };
    };
    let class = items::class(weapon);
    if !suits(maneuver, class) {
        let words = format!("That weapon is not made for this ({}).", line.rule);
        return refuse("wrong_weapon", &words);
    }
    if weapon.or_zero(items::BROKEN) > 0 {
        return refuse("string_snapped", "The string has snapped (XOV-ATK-08).");
    }
    let set = &scene.intent.set;
    let solid = scene.between(0, dials::SOLID, 0) > 0 && !set.is_on(dials::EXPOSED);
    if weapon.is("relic") && dials::size(set).is_some() && !cover::relic_passes(solid) {
        return refuse(
            "relic_vanishes",
            "Relic rounds do not get through that cover (XOV-RNG-05).",
        );
    }
    let readied = weapon.or_zero(items::READIED);
    let bow = matches!(maneuver, Maneuver::Bow | Maneuver::Crossbow);
    if bow && !ready::is_ready(class, readied) {
        return refuse("not_ready", "It has to be made ready first (XOV-EQP-05).");
    }
    let fired = |key: &str| i32::from(actor.counted(&format!("{key}_{id}")));
    let shoots = matches!(
        maneuver,
        Maneuver::Shoot | Maneuver::Bow | Maneuver::Crossbow
    );
    let rate = items::weapon(weapon).rate;
    if shoots && !spray::may_shoot(fired(SHOTS), fired(POWER_SHOTS), rate, by) {
        return refuse(
            "rate_of_fire",
            "It does not fire more often in a turn (XOV-RNG-11).",
        );
    }
    Ok(())
}

/// Shots with a weapon in a turn, by its id (XOV-RNG-11).
const SHOTS: &str = "shots";
/// Shots with actions of powers.
const POWER_SHOTS: &str = "power_shots";

/// The attack as this folder sums it.
fn attack(
    scene: &Scene<'_>,
    actor: &Fighter<'_>,
    target: &Fighter<'_>,
    line: &ManeuverLine,
    item: Option<(ItemId, &Item)>,
    by: &Settings,
) -> Attack {
    let set = &scene.intent.set;
    let weapon = item.map(|(_, item)| items::weapon(item));
    let mut difficulty = read::burdens(actor);
    let uses = item
        .and_then(|(_, item)| item.number(items::DIFFICULTY))
        .unwrap_or(6);
    if uses != 6 {
        difficulty.push(Term::of_rule("Weapon", uses - 6, "XOV-EQP-01"));
    }
    let (label, how) = match set.or(dials::SUBSTITUTE, 0) {
        -1 => (
            "Secondary ability",
            Some((Substitute::SecondaryForPrimary, "XOV-DICE-07")),
        ),
        1 => (
            "Primary ability",
            Some((Substitute::PrimaryForSecondary, "XOV-DICE-08")),
        ),
        _ => ("", None),
    };
    if let Some((how, rule)) = how {
        difficulty.push(Term::of_rule(label, substitution(how, false), rule));
    }
    Attack {
        maneuver: line.maneuver,
        attacker: read::attacker(actor),
        weapon,
        situation: situation(scene, (actor, target), line, item, by),
        dice: Vec::new(),
        difficulty,
    }
}

fn situation(
    scene: &Scene<'_>,
    (actor, target): (&Fighter<'_>, &Fighter<'_>),
    line: &ManeuverLine,
    item: Option<(ItemId, &Item)>,
    by: &Settings,
) -> Situation {
    let set: &Reading = &scene.intent.set;
    let held = |key: &str| scene.held(Party::Actor, Party::Target(0), key);
    let gripping = |key: &str| {
        held(key).is_some() || scene.held(Party::Target(0), Party::Actor, key).is_some()
    };
    let own = item
        .map(|(_, item)| items::length(item))
        .unwrap_or_default();
    let theirs = items::close_weapon(target).map(|(_, item)| items::length(item));
    let opponents = match set.or(dials::OPPONENTS, 0) {
        0 => i32::from(actor.counted(read::ATTACKERS)),
        told => told,
    };
    let aimed = held(holds::AIM).filter(|turns| *turns == state::amount(actor, state::AIMING));
    let parried = held(holds::RIPOSTE).is_some()
        && item.is_some_and(|(id, _)| state::amount(actor, state::RIPOSTE) == i32::from(id) + 1);
    let lies_in_wait = held(holds::AMBUSH).filter(|_| state::has(actor, state::AMBUSH));
    let yards = scene.between(0, dials::DISTANCE, -1);
    Situation {
        ability: dials::ability(line, set),
        flank: dials::flank(scene, 0),
        yards_moved: set.or(dials::YARDS, 0),
        running_yards: Some(match set.or(dials::RUNNING, -1) {
            ..0 => running(actor),
            told => told,
        }),
        split: read::split(actor, dials::number(actor, set), by),
        over_limit: false,
        armor_difficulty: items::hindrance(actor),
        changed_action: set.is_on(dials::CHANGED),
        tackled: state::in_force(actor, state::TACKLED),
        target_size: dials::size(set),
        opponents,
        target_weapon_longer: theirs.is_some_and(|theirs| movement::is_outreached(own, theirs)),
        riposte: parried,
        aim_turns: aimed.unwrap_or(0),
        scope: item.is_some_and(|(_, item)| item.is("scope")),
        distance: (yards >= 0).then_some(yards),
        target_cover: read::cover_of(scene, 0, target, by),
        part_exposed: set.is_on(dials::EXPOSED),
        self_cover: dials::cover(scene.between(0, dials::OWN_COVER, 0)),
        off_hand: set.is_on(dials::OFF_HAND),
        target_blinded: state::has(target, state::BLINDED),
        target_blind_fighting: state::amount(target, state::GUARDED),
        self_blinded: state::has(actor, state::BLINDED),
        relief: state::relief(actor),
        target_dazed: state::has(target, state::DAZED),
        target_immobilized: state::immobilized(target, by),
        target_down: state::has(target, state::DOWN),
        self_down: state::has(actor, state::DOWN),
        self_fast: Some(read::is_fast(actor) || movement::is_fast(set.or(dials::YARDS, 0))),
        target_fast: read::is_fast(target),
        ambush_bonus: lies_in_wait.unwrap_or(0),
        in_clinch: gripping(holds::CLINCH),
        in_hold: gripping(holds::HOLD),
        tackled_target_last_turn: held(holds::TACKLE).is_some()
            && state::in_force(target, state::TACKLED),
        target_smaller: scene.between(0, dials::SMALLER, 1) > 0,
    }
}

/// How far somebody can run, hurt as they are (XOV-MAN-08, XOV-HLTH-01).
pub(super) fn running(who: &Fighter<'_>) -> i32 {
    let dexterity = who.sheet.get(&crate::systems::d10::table::sheet::DEXTERITY);
    let level = crate::systems::d10::table::health::level(who.track);
    movement::hurt(level, movement::run(dexterity))
}

impl Blow<'_> {
    /// Rounds that the attack itself uses up.
    fn rounds(&self) -> i32 {
        let loaded = self.attack.weapon.and_then(|weapon: Weapon| weapon.loaded);
        let after = match &self.attempt {
            Attempt::Roll(pool) => pool.ammo_after,
            Attempt::Auto(Auto::Miss { ammo_after } | Auto::Hit { ammo_after, .. }) => *ammo_after,
        };
        loaded
            .zip(after)
            .map_or(0, |(loaded, after)| loaded - after)
    }

    /// What is counted, fired and ended by making the attack at all.
    fn spent(&self, roll: &Thrown) -> Vec<Effect> {
        let number = dials::number(self.actor, &self.scene.intent.set);
        let mut effects = vec![read::counted(Party::Actor, number)];
        if self.line.reach == Reach::Close {
            let first = self.actor.counted(read::CLOSE_ATTACKS) == 0;
            let count = |who, key: &'static str| Effect::Count {
                who,
                key: key.into(),
            };
            effects.extend(first.then(|| count(Party::Target(0), read::ATTACKERS)));
            effects.push(count(Party::Actor, read::CLOSE_ATTACKS));
        }
        if let Some((id, item)) = self.item {
            effects.extend(self.used(id, item, number, roll));
        }
        effects.extend(read::over(self.actor, Party::Actor));
        effects.extend(read::moved(
            self.actor,
            Party::Actor,
            self.attack.situation.yards_moved,
        ));
        effects
    }

    /// What it does to the weapon.
    fn used(&self, id: ItemId, item: &Item, number: i32, roll: &Thrown) -> Vec<Effect> {
        let mut effects = Vec::new();
        let wear = |key, by| items::wear(Party::Actor, id, key, by);
        if self.rounds() != 0 {
            effects.push(wear(items::LOADED, -self.rounds()));
        }
        let shot = self.line.reach == Reach::Ranged && self.line.maneuver != Maneuver::Throw;
        if shot {
            let key = if number == 0 { POWER_SHOTS } else { SHOTS };
            effects.push(Effect::Count {
                who: Party::Actor,
                key: format!("{key}_{id}").into(),
            });
        }
        let bow = matches!(self.line.maneuver, Maneuver::Bow | Maneuver::Crossbow);
        if bow && item.or_zero(items::READIED) != 0 {
            effects.push(wear(items::READIED, -item.or_zero(items::READIED)));
        }
        if self.line.maneuver == Maneuver::Bow && roll.outcome == Outcome::Botch {
            effects.push(wear(items::BROKEN, 1));
        }
        if self.line.maneuver == Maneuver::Throw {
            effects.push(Effect::Carry {
                who: Party::Actor,
                item: id,
                to: Carried::Dropped,
            });
        }
        effects
    }
}

impl d10::Attack for Blow<'_> {
    fn ids(&self) -> &Ids {
        &IDS
    }

    fn opening(&self) -> Opening {
        match &self.attempt {
            Attempt::Roll(pool) => {
                let title = self.line.title.clone();
                let throw = Throw::new(title, Purpose::Action, pool.dice_terms.clone());
                Opening::Roll {
                    throw: throw.against(pool.difficulty_terms.clone()),
                    buys: read::buys(self.actor),
                }
            }
            Attempt::Auto(Auto::Miss { .. }) => Opening::Sure {
                why: "Out of reach".into(),
                successes: 0,
                rule: "XOV-RNG-06",
            },
            Attempt::Auto(Auto::Hit { .. }) => Opening::Sure {
                why: "The target cannot move".into(),
                successes: self.by.helpless_successes.max(1),
                rule: "XOV-CMP-08",
            },
        }
    }

    fn opened(&self, play: &mut Play<'_>, roll: &Thrown) -> Result<(), Stop> {
        self.spent(roll)
            .into_iter()
            .for_each(|effect| play.effect(effect));
        if self.line.maneuver == Maneuver::Tackle && roll.outcome == Outcome::Botch {
            after::botched_tackle(self, play)?;
        }
        if self.line.maneuver == Maneuver::JabPistol {
            meet::answer_to_jab(self, play)?;
        }
        Ok(())
    }

    fn shares(&self, play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        match self.line.maneuver {
            Maneuver::Strafe => share::strafed(self.scene, &self.by, successes, play),
            _ => Ok(vec![successes]),
        }
    }

    fn defenses(&self, target: u8, _successes: i32) -> Vec<Defense> {
        let free = self.ambushes() && !ambush::may_defend(ambush::Opening::FreeAttack, &self.by);
        match self.at(target).filter(|_| !free) {
            Some(who) => meet::defenses(self, who),
            None => Vec::new(),
        }
    }

    fn allowed(&self, play: &mut Play<'_>, target: u8, _key: &str) -> Result<bool, Stop> {
        match self.at(target) {
            Some(who) => meet::given_up(who, target, &self.by, play),
            None => Ok(false),
        }
    }

    fn met(&self, play: &mut Play<'_>, target: u8, met: &Met) -> Result<(), Stop> {
        if let Some(who) = self.at(target) {
            meet::met(self, target, who, met, play);
        }
        Ok(())
    }

    fn damage(&self, _target: u8) -> Option<Vec<Term>> {
        let (terms, _) = damage::damage(&self.attack, self.line);
        (!terms.is_empty() && self.drinks().is_none()).then_some(terms)
    }

    fn soak(&self, target: u8) -> Option<Throw> {
        let who = self.at(target).filter(|_| !self.is_test())?;
        let (pool, _) = read::soak(who, &self.wound(), &self.by);
        Some(Throw::soak(pool.terms).against(read::soak_difficulty()))
    }

    fn inflicted(&self, target: u8, struck: &Struck) -> Option<Vec<Term>> {
        let who = self.at(target).filter(|_| !self.is_test())?;
        Some(after::levels(who, struck, self.wound().kind, &self.by))
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        match self.at(target) {
            Some(who) => after::aftermath(self, target, who, struck, play),
            None => Ok(()),
        }
    }
}

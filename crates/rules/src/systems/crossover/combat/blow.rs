//! An attack of the chart of maneuvers, from what was declared to what comes of it.

use crate::messages::crossover as msg;
use std::sync::LazyLock;

use super::sums::{POWER_SHOTS, SHOTS, attack, ready_for};
use super::{after, dials, items, jab, meet, read, share};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::fighter::Fighter;
use crate::gear::{Carried, Item, ItemId};
use crate::systems::crossover::attack::pool::{self, Attempt, Auto};
use crate::systems::crossover::attack::{Attack, Weapon, damage};
use crate::systems::crossover::chart::{self, ManeuverChart};
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::maneuver::{Maneuver, Reach};
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::crossover::{Settings, ambush, grip, ready};
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

/// How one combatant has taken hold of another, aims at them or lies in wait for them.
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
    /// Having made or declared a close attack on them this turn (XOV-CLOSE-09).
    pub(crate) const ENGAGES: &str = "engages";
    /// Having answered the pistol they pressed on with a disarm (XOV-CLOSE-07).
    pub(crate) const ANSWERED: &str = "answered";
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
        read::may_act(actor, &scene.intent.set)?;
        let item = read::in_hand(scene).filter(|_| armed(line.maneuver));
        // What bars it on the acting combatant's own side is told before a target is named.
        ready_for(actor, scene.target(), line, item, scene, &by)?;
        let target = read::target(scene)?;
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

    /// Whether it is a test that does no harm.
    pub(super) fn is_test(&self) -> bool {
        damage::damage(&self.attack, self.line).1.is_none()
    }

    /// How often the acting combatant did this turn what is counted under `key`.
    pub(super) fn actor_counted(&self, key: &str) -> u16 {
        self.scene.actor.map_or(0, |who| who.counted(key))
    }

    /// Blood drunk instead of a wound (XOV-CLOSE-02).
    pub(super) fn drinks(&self) -> Option<i32> {
        let wanted = self.scene.set(dials::DRINK, 0);
        let bites = self.line.maneuver == Maneuver::Bite && wanted > 0;
        bites
            .then(|| grip::drain(self.attack.attacker.kind, wanted))
            .flatten()
    }

    /// Whether the target has one close attacker more by it (XOV-CLOSE-09).
    pub(super) fn is_newcomer(&self) -> bool {
        let target = Party::Target(0);
        let engaged = self.scene.held(Party::Actor, target, holds::ENGAGES);
        self.line.reach == Reach::Close && engaged.is_none()
    }

    /// Counts the attacker for the target, from the declaration on and once a turn.
    pub(super) fn engage(&self, play: &mut Play<'_>) {
        if self.is_newcomer() {
            play.effect(Effect::Count {
                who: Party::Target(0),
                key: read::ATTACKERS.into(),
            });
            play.effect(after::hold(Party::Actor, Party::Target(0), holds::ENGAGES));
        }
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
        let bow = ready::Bow {
            broken: false,
            spares: 0,
        };
        if self.line.maneuver == Maneuver::Bow && bow.after_shot(roll.outcome).broken {
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

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn d10::Attack + 'n> {
        let actor = now.actor.unwrap_or(self.actor);
        let item = read::in_hand(now).filter(|_| armed(self.line.maneuver));
        let item = item.or(self.item);
        let attack = now.target().map_or_else(
            || self.attack.clone(),
            |target| attack(now, actor, target, self.line, item, &self.by),
        );
        Box::new(Blow {
            scene: now,
            actor,
            by: self.by.clone(),
            line: self.line,
            item,
            attack,
            attempt: self.attempt.clone(),
        })
    }

    fn opening(&self) -> Opening {
        match &self.attempt {
            Attempt::Roll(pool) => {
                let title = self.line.title();
                let throw = Throw::new(title, Purpose::Action, pool.dice_terms.clone());
                Opening::Roll {
                    throw: throw.against(pool.difficulty_terms.clone()),
                    buys: read::buys(self.actor),
                }
            }
            Attempt::Auto(Auto::Miss { .. }) => Opening::Sure {
                why: msg::OUT_OF_REACH.into(),
                successes: 0,
                rule: "XOV-RNG-06",
            },
            Attempt::Auto(Auto::Hit { .. }) => Opening::Sure {
                why: msg::THE_TARGET_CANNOT_MOVE.into(),
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
        jab::remember(self, play);
        Ok(())
    }

    fn shares(&self, play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        match self.line.maneuver {
            Maneuver::Strafe => share::strafed(self.scene, &self.by, successes, play),
            Maneuver::JabPistol => jab::goes_off(self, successes, play),
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

    fn allowed(&self, play: &mut Play<'_>, target: u8, key: &str) -> Result<bool, Stop> {
        match self.at(target) {
            Some(who) => meet::given_up(who, target, key, &self.by, play),
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

//! Attack of one combatant on another: roll, defense, damage and soak (MSQ-ATK-01 to 06,
//! MSQ-DEF-04, MSQ-DMG-01 to 06, MSQ-SOAK-01 to 07).

use super::super::chart::AttackLine;
use super::super::damage::bruises;
use super::super::defense::Defense as Way;
use super::super::track::Kind;
use super::super::{Refusal, Settings, attack, damage, defense, sheet};
use super::turn::{self, Act, Turn};
use super::{abort, attacks, person, rolls};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::fighter::Fighter;
use crate::gear::{Carried, ItemId};
use crate::messages::masquerade as msg;
use crate::messages::{Text, Wording};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{
    Attack, BLOCK, DODGE, Defense, Ids, Met, NO_DEFENSE, Opening, PARRY, Struck, Throw, Thrown,
    levels,
};
use crate::systems::d10::table::dials::Purpose;
use crate::term::Term;

/// Rules that Masquerade cites in an attack.
const IDS: Ids = Ids {
    defense: "MSQ-DEF-04",
    extra: "MSQ-ATK-05",
    damage: "MSQ-DMG-04",
    soak: "MSQ-SOAK-02",
};

/// Kinds of defense with their keys and labels, in display order.
const WAYS: [(&str, Text, Way); 3] = [
    (DODGE, msg::DODGE, Way::Dodge),
    (BLOCK, msg::BLOCK, Way::Block),
    (PARRY, msg::PARRY, Way::Parry),
];

/// Attack of one combatant on another.
pub(super) struct Blow<'a> {
    /// Scene of the exchange.
    pub(super) scene: &'a Scene<'a>,
    /// Combatant who makes the attack.
    pub(super) actor: &'a Fighter<'a>,
    /// Attack from the chart or from an item.
    pub(super) line: AttackLine,
    /// Item that is thrown and leaves the hand.
    pub(super) flies: Option<ItemId>,
    /// Settings of the table.
    pub(super) by: Settings,
}

impl Blow<'_> {
    /// Returns the terms of the attack as the next action of the turn.
    pub(super) fn pool(&self) -> Vec<Term> {
        let mut terms = attack::terms(&person::attack(self.actor, self.line.mode));
        terms.extend(Turn::of(self.actor).next().and_then(Act::term));
        terms
    }

    /// Returns a target of the attack by index.
    fn target(&self, target: u8) -> Option<&Fighter<'_>> {
        self.scene.party(Party::Target(target))
    }

    /// Builds a defense option, with the reason if it is barred.
    fn way(&self, who: &Fighter<'_>, (key, title, way): (&'static str, Text, Way)) -> Defense {
        let defender = person::defender(who, &self.line, &self.by);
        let act = Turn::of(who).defense(key).map(|(_, act)| act);
        let mut terms = defense::terms(way, &defender);
        terms.extend(act.and_then(Act::term));
        let barred = defense::check(way, &defender)
            .and_then(|()| attack::check(&terms))
            .and_then(|()| turn::defends(who, key))
            .and_then(|defends| match defends.declared {
                true => Ok(()),
                false => abort::possible(who, &self.by),
            });
        Defense {
            key,
            title,
            throw: Throw::new(title, Purpose::Action, terms).against(rolls::usual()),
            buys: rolls::buys(who),
            barred: barred.err().map(Refusal::barred),
        }
    }
}

impl Attack for Blow<'_> {
    fn ids(&self) -> &Ids {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn Attack + 'n> {
        Box::new(Blow {
            scene: now,
            actor: now.actor.unwrap_or(self.actor),
            line: attacks::line(now).unwrap_or_else(|| self.line.clone()),
            flies: self.flies,
            by: self.by.clone(),
        })
    }

    fn opening(&self) -> Opening {
        let title = msg::wordings::attack(Wording::verbatim(self.line.name.clone()));
        let throw = Throw::new(title, Purpose::Action, self.pool());
        Opening::Roll {
            throw: throw.against(rolls::usual()),
            buys: rolls::buys(self.actor),
        }
    }

    fn opened(&self, play: &mut Play<'_>, _roll: &Thrown) -> Result<(), Stop> {
        let act = Turn::of(self.actor).next();
        let effects = act.map_or_else(Vec::new, |act| act.effects(Party::Actor));
        effects.into_iter().for_each(|effect| play.effect(effect));
        if let Some(item) = self.flies {
            play.effect(Effect::Carry {
                who: Party::Actor,
                item,
                to: Carried::Dropped,
            });
        }
        Ok(())
    }

    fn defenses(&self, target: u8, _successes: i32) -> Vec<Defense> {
        let who = self.target(target);
        let ways = who.map(|who| WAYS.map(|way| self.way(who, way)));
        ways.into_iter().flatten().collect()
    }

    /// Gives up another declared action if no matching defense is declared (MSQ-DEF-01).
    fn chosen(
        &self,
        play: &mut Play<'_>,
        target: u8,
        way: &Defense,
    ) -> Result<Option<Throw>, Stop> {
        let Some(who) = self.target(target) else {
            return Ok(None);
        };
        let turn = Turn::of(who);
        let meets = match turn.defense(way.key) {
            Some((defends, _)) if !defends.declared => {
                let counts = turn.left.counts_given_up(defends.number);
                abort::gives_up(play, target, who, (counts, &self.by))?
            }
            _ => true,
        };
        Ok(meets.then(|| way.throw.clone()))
    }

    fn met(&self, play: &mut Play<'_>, target: u8, met: &Met) -> Result<(), Stop> {
        if let Some(who) = self.target(target).filter(|_| met.defense != NO_DEFENSE) {
            Turn::of(who).defended(play, Party::Target(target), &met.defense);
        }
        Ok(())
    }

    fn damage(&self, _target: u8) -> Option<Vec<Term>> {
        let damage = person::damage(self.actor, &self.line);
        Some(damage::terms(&damage, &self.by))
    }

    fn least(&self) -> Option<&'static str> {
        Some("MSQ-DMG-02")
    }

    fn soak(&self, target: u8) -> Option<Throw> {
        let who = self.target(target)?;
        let terms = person::soak(who, self.line.kind, self.line.source, &self.by);
        Some(rolls::soak(terms))
    }

    fn inflicted(&self, target: u8, struck: &Struck) -> Option<Vec<Term>> {
        let who = self.target(target);
        Some(gets_through(who, self.line.kind, struck, &self.by))
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.effect(levels(to, self.line.kind, struck.inflicted));
        Ok(())
    }
}

/// Returns the terms of the levels inflicted: damage less soak, and half of bashing damage for the
/// undead (MSQ-DMG-05).
pub(super) fn gets_through(
    who: Option<&Fighter<'_>>,
    kind: DamageType,
    struck: &Struck,
    by: &Settings,
) -> Vec<Term> {
    let mut terms = vec![Term::of_rule(msg::DAMAGE, struck.damage, IDS.damage)];
    if struck.soak != 0 {
        terms.push(Term::of_rule(msg::SOAK, -struck.soak, IDS.soak));
    }
    let undead = who.is_some_and(|who| sheet::kind(who.sheet) == Kind::Vampire);
    if undead && kind == DamageType::Bashing && by.halve_bashing_for_undead {
        let left = struck.damage.saturating_sub(struck.soak).max(0);
        let halved = bruises(struck.damage, struck.soak, by) - left;
        if halved != 0 {
            terms.push(Term::of_rule(
                msg::HALVED_FOR_THE_UNDEAD,
                halved,
                "MSQ-DMG-05",
            ));
        }
    }
    terms
}

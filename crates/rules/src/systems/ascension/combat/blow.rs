//! Attack of one combatant on another: roll, defense, damage and soak (ASC-TURN-02, ASC-ATK-01,
//! ASC-ATK-02, ASC-DEF-01 to 05, ASC-DODGE-01 to 06, ASC-BLOCK-01 to 07, ASC-PARRY-01, ASC-REB-01,
//! ASC-DESP-01, ASC-DESP-02, ASC-CM-01, ASC-DMG-01 to 04, ASC-SOAK-01 to 06).

use super::super::Settings;
use super::super::attack::{self, Ability, Openness};
use super::super::chart::AttackLine;
use super::super::defense::{Incoming, qualified};
use super::forms::{
    BLOWS, DELIVERED, FORMS, OPEN, OPENNESS, THROUGH, THROW, chosen, difficulty, incoming,
};
use super::gear::{self, SPELL, SPHERE};
use super::rolls::IDS;
use super::turn::{Act, Taken, Turn};
use super::ways::{self, Way};
use super::{abort, person, rebound, rolls};
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::fighter::Fighter;
use crate::gear::{Carried, ItemId};
use crate::messages::{Text, Wording, ascension as msg};
use crate::systems::d10::resolve::{
    Attack, Defense, Ids, Met, NO_DEFENSE, Opening, PARRY, Struck, Throw, Thrown, levels, throw,
};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::left::Left;
use crate::term::{RuleId, Term, sum};
use std::cell::Cell;

/// Attack of one combatant on another.
pub(super) struct Blow<'a> {
    /// Scene of the exchange.
    pub(super) scene: &'a Scene<'a>,
    /// Combatant who makes the attack.
    pub(super) actor: &'a Fighter<'a>,
    /// Attack from the chart or from an item.
    pub(super) line: AttackLine,
    /// Attack as the defender has to meet it.
    pub(super) incoming: Incoming,
    /// Whether countermagick can stop the attack.
    pub(super) mystic: bool,
    /// Terms of the attack's difficulty.
    pub(super) difficulty: Vec<Term>,
    /// Item that is thrown and leaves the hand.
    pub(super) flies: Option<ItemId>,
    /// Action that the attack uses up.
    pub(super) taken: Option<Taken>,
    /// Action that the defense uses up with its number, once chosen.
    pub(super) defends: Cell<Option<(Taken, u8)>>,
    /// Weapon used to parry, once chosen.
    pub(super) parries: Cell<Option<ItemId>>,
    /// Settings of the table.
    pub(super) by: Settings,
}

/// Builds the attack of a scene without the action it uses; `None` if `key` is no attack or the
/// item is missing.
pub(super) fn blow<'a>(
    scene: &'a Scene<'a>,
    actor: &'a Fighter<'a>,
    key: &str,
) -> Option<Blow<'a>> {
    let form = FORMS.iter().find(|form| form.key == key)?;
    let line = if form.line.is_empty() {
        let item = scene.item();
        let item = item.filter(|item| form.items.contains(&item.kind.as_str()));
        item.map(gear::line)?
    } else {
        gear::named(form.line)?.clone()
    };
    let line = match key {
        DELIVERED => AttackLine {
            ability: chosen(BLOWS, scene.set(THROUGH, 0)).unwrap_or(Ability::Brawl),
            ..line
        },
        _ => line,
    };
    let difficulty = match line.ability {
        Ability::Arete => {
            let sphere = scene.item().and_then(|item| item.number(SPHERE));
            let open = chosen(OPEN, scene.set(OPENNESS, 0)).unwrap_or(Openness::Coincidental);
            attack::magick(sphere.unwrap_or(1), open)
        }
        _ => difficulty(&line),
    };
    Some(Blow {
        scene,
        actor,
        incoming: incoming(scene, &line, key),
        mystic: form.items.contains(&SPELL),
        difficulty,
        flies: scene.intent.item.filter(|_| key == THROW),
        taken: None,
        defends: Cell::new(None),
        parries: Cell::new(None),
        by: Settings::of(scene.house),
        line,
    })
}

impl Blow<'_> {
    /// Returns the terms of the attack pool before it is divided.
    pub(super) fn whole(&self) -> Vec<Term> {
        attack::terms(&person::attack(self.actor, self.line.ability), &self.by)
    }

    /// Returns a target of the attack by index.
    fn target(&self, target: u8) -> Option<&Fighter<'_>> {
        self.scene.party(Party::Target(target))
    }

    /// Lists the defense methods of a target, in the order offered.
    fn ways(&self, target: u8, who: &Fighter<'_>) -> Vec<(Way, Defense)> {
        let at = person::situation(self.scene, target, who);
        ways::all(who, &self.incoming, self.mystic, &at, &self.by)
    }

    /// Whether the method is a block that is permitted only as a futile attempt; it stops nothing,
    /// whatever it rolls (ASC-BLOCK-07).
    fn is_futile(&self, target: u8, who: &Fighter<'_>, way: &Way) -> bool {
        let at = way.situation(person::situation(self.scene, target, who));
        way.is_block() && !qualified(&person::defender(who), &self.incoming, &at)
    }

    /// Adds a remark to the exchange's effects.
    fn tell(play: &mut Play<'_>, who: Party, words: Text, rule: &'static str) {
        play.effect(Effect::Tell {
            who,
            words: words.into(),
            rule: RuleId::new(rule),
        });
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
        let actor = now.actor.unwrap_or(self.actor);
        let again = blow(now, actor, &now.intent.maneuver);
        let again = again.unwrap_or_else(|| Blow {
            scene: now,
            actor,
            line: self.line.clone(),
            difficulty: self.difficulty.clone(),
            defends: Cell::new(None),
            parries: Cell::new(None),
            by: self.by.clone(),
            ..*self
        });
        Box::new(Blow {
            taken: self.taken,
            defends: Cell::new(self.defends.get()),
            parries: Cell::new(self.parries.get()),
            ..again
        })
    }

    fn opening(&self) -> Opening {
        let mut terms = self.whole();
        let share = self.taken.and_then(|taken| taken.term(sum(&terms)));
        terms.extend(share);
        let title = msg::wordings::attack(Wording::verbatim(self.line.name.clone()));
        let throw = Throw::new(title, Purpose::Action, terms).against(self.difficulty.clone());
        Opening::Roll {
            throw,
            buys: rolls::buys(self.actor),
        }
    }

    fn opened(&self, play: &mut Play<'_>, _roll: &Thrown) -> Result<(), Stop> {
        if let Some(taken) = self.taken {
            taken.count(play, Party::Actor, None);
        }
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
        let ways = who.map(|who| self.ways(target, who)).unwrap_or_default();
        ways.into_iter().map(|(_, defense)| defense).collect()
    }

    /// Gives up a declared action for the defense if it is not one itself (ASC-DEF-03), and takes a
    /// share of a divided pool (ASC-DEF-05).
    fn chosen(
        &self,
        play: &mut Play<'_>,
        target: u8,
        defense: &Defense,
    ) -> Result<Option<Throw>, Stop> {
        let Some(who) = self.target(target) else {
            return Ok(None);
        };
        let ways = self.ways(target, who);
        let way = ways.into_iter().find(|(_, it)| it.key == defense.key);
        let Some((way, _)) = way else {
            return Ok(None);
        };
        let party = Party::Target(target);
        let mut roll = defense.throw.clone();
        let turn = Turn::of(who);
        if way.is_desperate() {
            if let Some(gives_up) = turn.may_turn_desperate() {
                if gives_up && !abort::gives_up(play, target, who, (None, &self.by))? {
                    return Ok(None);
                }
                ways::turn_desperate(play, party);
            }
        } else {
            let defends = turn.defense(way.declared_as());
            let counts = turn.left.counts_given_up(defends.number);
            if !defends.declared && !abort::gives_up(play, target, who, (counts, &self.by))? {
                return Ok(None);
            }
            let act = turn.taking(Some(defends.number), roll.sum(), false);
            let act = act.unwrap_or(Act::Whole);
            let taken = act.taken(play, (target, party), None)?;
            let share = taken.term(roll.sum());
            roll.terms.extend(share);
            self.defends.set(Some((taken, defends.number)));
        }
        if way.is_parry() && ways::is_unarmed(&self.line) {
            self.parries.set(rebound::parries_with(play, target, who)?);
        }
        if self.is_futile(target, who, &way) {
            throw(play, "defend", target, party, &roll, &defense.buys)?;
            Self::tell(play, party, msg::THE_BLOCK_STOPS_NOTHING, "ASC-BLOCK-07");
            self.count(play, party, who);
            return Ok(None);
        }
        if way.is_block() && self.incoming.unblockable {
            Self::tell(play, party, msg::THE_BLOCK_COSTS_A_LIMB, "ASC-BLOCK-06");
        }
        Ok(Some(roll))
    }

    fn met(&self, play: &mut Play<'_>, target: u8, met: &Met) -> Result<(), Stop> {
        let party = Party::Target(target);
        if met.defense == NO_DEFENSE {
            return Ok(());
        }
        let Some(who) = self.target(target) else {
            return Ok(());
        };
        self.count(play, party, who);
        let parried = met.defense == PARRY && met.attack >= 1;
        if parried && ways::is_unarmed(&self.line) && met.successes > met.attack {
            let excess = met.successes - met.attack;
            play.effect(rebound::follows(target, self.parries.get(), excess));
        }
        Ok(())
    }

    fn damage(&self, _target: u8) -> Option<Vec<Term>> {
        Some(ways::damage(self.actor, &self.line))
    }

    fn least(&self) -> Option<&'static str> {
        Some("ASC-DMG-02")
    }

    fn soak(&self, target: u8) -> Option<Throw> {
        let who = self.target(target)?;
        Some(rolls::soak(person::soak(who, self.line.kind, &self.by)))
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.effect(levels(to, self.line.kind, struck.inflicted));
        Ok(())
    }
}

impl Blow<'_> {
    /// Counts the defense as an action, or as one of a desperate turn.
    fn count(&self, play: &mut Play<'_>, party: Party, who: &Fighter<'_>) {
        match self.defends.take() {
            Some((taken, number)) => taken.count(play, party, Some((&Left::of(who), number))),
            None => ways::count_desperate(play, party),
        }
    }
}

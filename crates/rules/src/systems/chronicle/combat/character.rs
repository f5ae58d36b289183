//! A combatant as attacks, grapples and contests need them: traits, wounds, conditions, gear.

use super::gear;
use super::keys::{ARMOR, BINDS, DAMAGE, DEFENSE};
use crate::fighter::Fighter;
use crate::gear::{Carried, Item, ItemId};
use crate::messages::{Wording, chronicle as msg};
use crate::sheet::TraitSpec;
use crate::systems::chronicle::armor::{self, Armor};
use crate::systems::chronicle::attack::{Attacker, Target};
use crate::systems::chronicle::condition::{self, Burden};
use crate::systems::chronicle::defense;
use crate::systems::chronicle::known_conditions::{self, DODGING, PRONE};
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::terms::{push, unskilled};
use crate::systems::chronicle::traits::{
    AMBIDEXTROUS, ATHLETICS, BRAWL, DEXTERITY, FIREARMS, SIZE, SPEED, STAMINA, STRENGTH, WEAPONRY,
    WITS, kind,
};
use crate::systems::chronicle::wounds::{self, Kind, State};
use crate::term::{self, Term};
use crate::text::Name;
use crate::track::{Boxes, Track};

/// A combatant with what follows from their track and conditions.
pub(crate) struct Character<'a> {
    pub(crate) who: &'a Fighter<'a>,
    pub(crate) boxes: Boxes,
    pub(crate) kind: Kind,
    pub(crate) wound_penalty: i32,
    pub(crate) burden: Burden,
}

impl<'a> Character<'a> {
    pub(crate) fn new(who: &'a Fighter<'a>, settings: &Settings) -> Self {
        let boxes = match who.track {
            Track::Boxes(boxes) => *boxes,
            Track::Levels(levels) => *levels.boxes(),
            Track::Points(_) => Boxes::ONE,
        };
        let kind = kind(who.sheet);
        Self {
            who,
            boxes,
            kind,
            wound_penalty: wounds::penalty_by(&boxes, kind, settings),
            burden: known_conditions::burden(who.conditions),
        }
    }

    pub(crate) fn get(&self, spec: &TraitSpec) -> i32 {
        self.who.sheet.get(spec)
    }

    pub(crate) fn is(&self, condition: &str) -> bool {
        self.who.conditions.contains_key(condition)
    }

    /// How much of a condition there is; 0 without it.
    pub(crate) fn amount(&self, condition: &str) -> i32 {
        let held = self.who.conditions.get(condition);
        held.map_or(0, |condition| condition.amount)
    }

    pub(crate) fn vampire(&self) -> bool {
        self.kind == Kind::Vampire
    }

    pub(crate) fn is_prone(&self) -> bool {
        self.burden.prone
    }

    /// Whether nothing of them moves: bound, unconscious, in torpor (CHR-DEF-09).
    pub(crate) fn is_dormant(&self) -> bool {
        let gone = wounds::state(&self.boxes, self.kind);
        let asleep = gone == State::StaminaRoll && self.is(known_conditions::UNCONSCIOUS);
        let awake = matches!(gone, State::Ok | State::StaminaRoll);
        self.burden.dormant || asleep || !awake
    }

    /// Applications of Defense this turn that wear it down (CHR-DEF-05, CHR-DODGE-03).
    fn defense_applied(&self, settings: &Settings) -> i32 {
        let applied = i32::from(self.who.counted(DEFENSE));
        if settings.late_dodge_keeps_wear {
            return applied;
        }
        (applied - self.amount(DODGING)).max(0)
    }

    /// Speed in yards: as written, else Strength + Dexterity + 5; less under wracks
    /// (CHR-COND-02).
    pub(crate) fn speed(&self) -> i32 {
        let written = match self.get(&SPEED) {
            0 => {
                let sum = self.get(&STRENGTH).saturating_add(self.get(&DEXTERITY));
                sum.saturating_add(5)
            }
            written => written,
        };
        condition::speed(written, &self.burden)
    }

    /// The Defense trait (CHR-DEF-01).
    pub(crate) fn defense_trait(&self) -> i32 {
        defense::base(self.get(&DEXTERITY), self.get(&WITS))
    }

    /// Every piece of armor worn.
    pub(crate) fn armor(&self) -> Vec<Armor> {
        let worn = self.who.gear.values();
        let worn = worn.filter(|item| item.kind == ARMOR && item.carried == Carried::Worn);
        armor::covering(
            worn.map(gear::armor).collect(),
            &Settings::of(self.who.house),
        )
    }

    /// What the pieces of armor worn are called.
    pub(crate) fn armor_names(&self) -> impl Iterator<Item = &'a Name> + use<'a> {
        let worn = self.who.gear.values();
        let worn = worn.filter(|item| item.kind == ARMOR && item.carried == Carried::Worn);
        worn.map(|item| &item.name)
    }

    /// What armor is called in a sum: one piece by its own name.
    pub(crate) fn armor_label(&self) -> Wording {
        let mut names = self.armor_names();
        match (names.next(), names.next()) {
            (Some(one), None) => one.into(),
            (_, _) => msg::ARMOR.into(),
        }
    }

    /// The items in their hands.
    pub(crate) fn held(&self) -> impl Iterator<Item = (ItemId, &'a Item)> + use<'a> {
        let held = self.who.gear.iter();
        let held = held.filter(|(_, item)| item.carried == Carried::Held);
        held.map(|(id, item)| (*id, item))
    }

    /// The worst initiative penalty of what is in their hands (CHR-INIT-05).
    pub(crate) fn weapon_initiative(&self) -> i32 {
        let by = Settings::of(self.who.house);
        let each = self.held().map(|(_, item)| gear::initiative(item, &by));
        each.min().unwrap_or(0).min(0)
    }

    /// Terms of two traits, each by its rule.
    pub(crate) fn traits(&self, parts: [(&TraitSpec, &'static str); 2]) -> Vec<Term> {
        let terms = parts.map(|(spec, rule)| Term::of_rule(spec.title, self.get(spec), rule));
        terms.to_vec()
    }

    /// Adds what the wounds take from any pool of this one (CHR-WND-02).
    pub(crate) fn push_wounds(&self, terms: &mut Vec<Term>) {
        push(terms, msg::WOUNDS, self.wound_penalty, "CHR-WND-02");
    }

    /// Adds what a physical pool loses for its skill and for wounds (CHR-DICE-07, CHR-WND-02).
    pub(crate) fn push_handicaps(&self, terms: &mut Vec<Term>, skill: i32, settings: &Settings) {
        let lost = unskilled(skill, settings);
        push(terms, msg::UNSKILLED, lost, "CHR-DICE-07");
        self.push_wounds(terms);
    }

    /// The pool of an attribute and a physical skill.
    pub(crate) fn pool(
        &self,
        parts: [(&TraitSpec, &'static str); 2],
        settings: &Settings,
    ) -> Vec<Term> {
        let [_, (skill, _)] = parts;
        let mut terms = self.traits(parts);
        self.push_handicaps(&mut terms, self.get(skill), settings);
        terms
    }

    /// The pool of two attributes.
    pub(crate) fn pool_of_attributes(&self, parts: [(&TraitSpec, &'static str); 2]) -> Vec<Term> {
        let mut terms = self.traits(parts);
        self.push_wounds(&mut terms);
        terms
    }

    /// The modifier of a rope, chain or whip in the hand, which it lends in a grapple (CHR-GRAP-03).
    pub(crate) fn rope(&self) -> i32 {
        let ropes = self.held().filter(|(_, item)| item.is(BINDS));
        let bonus = ropes.map(|(_, item)| item.or_zero(DAMAGE)).max();
        bonus.unwrap_or(0)
    }

    pub(crate) fn attacker(&self) -> Attacker {
        Attacker {
            strength: self.get(&STRENGTH),
            dexterity: self.get(&DEXTERITY),
            brawl: self.get(&BRAWL),
            weaponry: self.get(&WEAPONRY),
            firearms: self.get(&FIREARMS),
            athletics: self.get(&ATHLETICS),
            wound_penalty: self.wound_penalty,
            vampire: self.vampire(),
            prone: self.is_prone(),
            ambidextrous: self.get(&AMBIDEXTROUS) > 0,
            blind_and_deaf: self.burden.auto_fail,
        }
    }

    pub(crate) fn target(&self, settings: &Settings) -> Target {
        Target {
            dexterity: self.get(&DEXTERITY),
            wits: self.get(&WITS),
            stamina: self.get(&STAMINA),
            size: self.get(&SIZE),
            wound_penalty: self.wound_penalty,
            prone: self.is_prone(),
            dodge: self.is(DODGING),
            defense_applied: self.defense_applied(settings),
            defense_ruled: 0,
            stunned: self.burden.halved_defense,
            no_defense: self.burden.no_defense,
            dormant: self.is_dormant(),
            vampire: self.vampire(),
            blind_and_deaf: self.burden.auto_fail,
            armor: self.armor(),
            track: Some(self.boxes),
        }
    }

    /// What one application of Defense would take now: at close range, with nothing special
    /// about the attack (CHR-DEF-08); 0 where it does not count (CHR-DEF-04).
    pub(crate) fn worth_of_defense(&self, settings: &Settings) -> i32 {
        term::sum(&self.parts_of_defense(settings)).max(0)
    }

    /// The same, part by part.
    pub(crate) fn parts_of_defense(&self, settings: &Settings) -> Vec<Term> {
        let [dexterity, wits] = [self.get(&DEXTERITY), self.get(&WITS)];
        let label = if dexterity <= wits {
            msg::DEXTERITY
        } else {
            msg::WITS
        };
        let stance = defense::Stance {
            trait_value: self.defense_trait(),
            halved: self.burden.halved_defense,
            dodging: self.is(DODGING),
            bonus: 0,
            applied: self.defense_applied(settings),
        };
        let mut parts = defense::parts(&stance, (label, "CHR-DEF-01"), &[], settings);
        if self.burden.no_defense || self.is_dormant() {
            let all = term::sum(&parts);
            push(&mut parts, msg::NO_DEFENSE_NOW, -all, "CHR-DEF-04");
        }
        parts
    }

    /// Whether they lie there because of a condition that getting up ends.
    pub(crate) fn can_rise(&self) -> bool {
        self.is(PRONE) || self.is(known_conditions::BOTH_PRONE)
    }
}

//! A combatant as attacks, grapples and contests need them: traits, wounds, conditions, gear.

use super::gear;
use super::keys::{ARMOR, BINDS, DAMAGE};
use crate::base::term::Term;
use crate::base::text::Name;
use crate::character::gear::{Carried, Item, ItemId};
use crate::character::sheet::TraitSpec;
use crate::character::track::{Boxes, Track};
use crate::messages::{Wording, chronicle as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::chronicle::conditions::condition::{self, Burden};
use crate::systems::chronicle::conditions::known_conditions::{self, PRONE};
use crate::systems::chronicle::dice::terms::{push, unskilled_penalty};
use crate::systems::chronicle::gear::armor::{self, Armor};
use crate::systems::chronicle::health::wounds::{self, Kind, State};
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{DEXTERITY, SPEED, STRENGTH, kind};

/// Combatant of Chronicle with what follows from their track and conditions.
pub(crate) struct Character<'a> {
    pub(crate) who: &'a CombatantInfo<'a>,
    pub(crate) boxes: Boxes,
    pub(crate) kind: Kind,
    pub(crate) wound_penalty: i32,
    pub(crate) burden: Burden,
}

impl<'a> Character<'a> {
    /// Reads the combatant with their health boxes and burdens under these house rules.
    pub(crate) fn new(who: &'a CombatantInfo<'a>, settings: &Settings) -> Self {
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

    /// Returns the value of a trait on the combatant's sheet.
    pub(crate) fn get(&self, spec: &TraitSpec) -> i32 {
        self.who.sheet.get(spec)
    }

    /// Whether the combatant is in the condition with this key, in an exchange of Chronicle.
    pub(crate) fn is(&self, condition: &str) -> bool {
        self.who.conditions.contains_key(condition)
    }

    /// Amount of a condition; 0 without it.
    pub(crate) fn amount(&self, condition: &str) -> i32 {
        let held = self.who.conditions.get(condition);
        held.map_or(0, |condition| condition.amount)
    }

    /// Whether the combatant is a vampire.
    pub(crate) fn vampire(&self) -> bool {
        self.kind == Kind::Vampire
    }

    /// Whether the combatant lies prone, as their conditions say.
    pub(crate) fn is_prone(&self) -> bool {
        self.burden.prone
    }

    /// Whether the combatant cannot move at all, because bound, unconscious or in torpor
    /// (CHR-DEF-09).
    pub(crate) fn is_dormant(&self) -> bool {
        let gone = wounds::state(&self.boxes, self.kind);
        let asleep = gone == State::StaminaRoll && self.is(known_conditions::UNCONSCIOUS);
        let awake = matches!(gone, State::Ok | State::StaminaRoll);
        self.burden.dormant || asleep || !awake
    }

    /// Returns the combatant's speed in yards: as written, else Strength + Dexterity + 5; less under wracks
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

    /// Returns the pieces of armor that the combatant wears.
    pub(crate) fn armor(&self) -> Vec<Armor> {
        let worn = self.who.gear.values();
        let worn = worn.filter(|item| item.kind == ARMOR && item.carried == Carried::Worn);
        armor::counting_pieces(
            worn.map(gear::armor).collect(),
            &Settings::of(self.who.house),
        )
    }

    /// Iterates over the names of the pieces of armor that the combatant wears.
    pub(crate) fn armor_names(&self) -> impl Iterator<Item = &'a Name> + use<'a> {
        let worn = self.who.gear.values();
        let worn = worn.filter(|item| item.kind == ARMOR && item.carried == Carried::Worn);
        worn.map(|item| &item.name)
    }

    /// Returns the label of the combatant's armor in a sum: a single piece by its own name.
    pub(crate) fn armor_label(&self) -> Wording {
        let mut names = self.armor_names();
        match (names.next(), names.next()) {
            (Some(one), None) => one.into(),
            (_, _) => msg::ARMOR.into(),
        }
    }

    /// Iterates over the items in the combatant's hands.
    pub(crate) fn held(&self) -> impl Iterator<Item = (ItemId, &'a Item)> + use<'a> {
        let held = self.who.gear.iter();
        let held = held.filter(|(_, item)| item.carried == Carried::Held);
        held.map(|(id, item)| (*id, item))
    }

    /// Returns the worst initiative penalty of the weapons in the combatant's hands (CHR-INIT-05).
    pub(crate) fn weapon_initiative(&self) -> i32 {
        let each = self.held().map(|(_, item)| gear::initiative(item));
        each.min().unwrap_or(0).min(0)
    }

    /// Returns the terms of two traits, each with the rule id given beside it.
    pub(crate) fn traits(&self, parts: [(&TraitSpec, &'static str); 2]) -> Vec<Term> {
        let terms = parts.map(|(spec, rule)| Term::from_rule(spec.title, self.get(spec), rule));
        terms.to_vec()
    }

    /// Adds the wound penalty of the combatant to the terms of a pool (CHR-WND-02).
    pub(crate) fn push_wounds(&self, terms: &mut Vec<Term>) {
        push(terms, msg::WOUNDS, self.wound_penalty, "CHR-WND-02");
    }

    /// Adds the penalties of a physical pool for an untrained `skill` and for wounds (CHR-DICE-07,
    /// CHR-WND-02).
    pub(crate) fn push_handicaps(&self, terms: &mut Vec<Term>, skill: i32, settings: &Settings) {
        let lost = unskilled_penalty(skill, settings);
        push(terms, msg::UNSKILLED, lost, "CHR-DICE-07");
        self.push_wounds(terms);
    }

    /// Returns the terms of a pool of an attribute and a physical skill, each with its rule id.
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

    /// Returns the terms of a pool of two attributes, with the wound penalty.
    pub(crate) fn pool_of_attributes(&self, parts: [(&TraitSpec, &'static str); 2]) -> Vec<Term> {
        let mut terms = self.traits(parts);
        self.push_wounds(&mut terms);
        terms
    }

    /// Returns the modifier that a rope, chain or whip in the hand lends in a grapple
    /// (CHR-GRAP-03).
    pub(crate) fn rope(&self) -> i32 {
        let ropes = self.held().filter(|(_, item)| item.has_tag(BINDS));
        let bonus = ropes.map(|(_, item)| item.number_or_zero(DAMAGE)).max();
        bonus.unwrap_or(0)
    }

    /// Whether the combatant lies prone because of a condition that getting up ends.
    pub(crate) fn can_rise(&self) -> bool {
        self.is(PRONE) || self.is(known_conditions::BOTH_PRONE)
    }
}

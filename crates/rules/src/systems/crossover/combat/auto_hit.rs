//! Attacks that hit without a roll and are not defended.

use super::after;
use super::soak::{self, Wound};
use crate::exchange::{Party, Play, Scene, Stop};
use crate::fighter::Fighter;
use crate::messages::Text;
use crate::systems::crossover::Settings;
use crate::systems::d10::resolve::{self as d10, Defense, Ids, Opening as Begins, Struck, Throw};
use crate::term::Term;

/// The rules of an exchange.
pub(super) const IDS: Ids = Ids {
    defense: "XOV-DEF-01",
    extra: "XOV-DMG-02",
    damage: "XOV-DMG-01",
    soak: "XOV-SOAK-01",
};

/// An attack without a roll to hit and without a defense.
pub(super) struct AutoHit<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) by: &'a Settings,
    pub(super) why: Text,
    pub(super) rule: &'static str,
    pub(super) successes: i32,
    pub(super) damage: Vec<Term>,
    pub(super) wound: Wound,
}

impl AutoHit<'_> {
    fn at(&self, target: u8) -> Option<&Fighter<'_>> {
        self.scene.targets.get(usize::from(target))
    }
}

impl d10::Attack for AutoHit<'_> {
    fn ids(&self) -> &Ids {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn d10::Attack + 'n> {
        Box::new(AutoHit {
            scene: now,
            damage: self.damage.clone(),
            ..*self
        })
    }

    fn by(&self) -> Party {
        match self.scene.actor {
            Some(_) => Party::Actor,
            None => Party::Storyteller,
        }
    }

    fn opening(&self) -> Begins {
        Begins::Sure {
            why: self.why.into(),
            successes: self.successes,
            rule: self.rule,
        }
    }

    fn defenses(&self, _target: u8, _successes: i32) -> Vec<Defense> {
        Vec::new()
    }

    fn damage(&self, _target: u8) -> Option<Vec<Term>> {
        Some(self.damage.clone())
    }

    fn soak(&self, target: u8) -> Option<Throw> {
        Some(soak::throw(self.at(target)?, &self.wound, self.by))
    }

    fn inflicted(&self, target: u8, struck: &Struck) -> Option<Vec<Term>> {
        let who = self.at(target)?;
        Some(after::levels(who, struck, self.wound.kind, self.by))
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        if let Some(who) = self.at(target) {
            after::hurt(who, target, &self.wound, struck, self.by, play);
        }
        Ok(())
    }
}

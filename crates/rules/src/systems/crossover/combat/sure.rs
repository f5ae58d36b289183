//! Harm that comes without a roll to hit and is not defended.

use super::blow::IDS;
use super::{after, read};
use crate::exchange::{Party, Play, Scene, Stop};
use crate::fighter::Fighter;
use crate::messages::Text;
use crate::systems::crossover::Settings;
use crate::systems::d10::resolve::{self as d10, Defense, Ids, Opening as Begins, Struck, Throw};
use crate::term::Term;

/// Harm that comes without a roll to hit and is not defended.
pub(super) struct Sure<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) by: Settings,
    pub(super) why: Text,
    pub(super) rule: &'static str,
    pub(super) successes: i32,
    pub(super) damage: Vec<Term>,
    pub(super) wound: read::Wound,
}

impl Sure<'_> {
    fn at(&self, target: u8) -> Option<&Fighter<'_>> {
        self.scene.targets.get(usize::from(target))
    }
}

impl d10::Attack for Sure<'_> {
    fn ids(&self) -> &Ids {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn d10::Attack + 'n> {
        Box::new(Sure {
            scene: now,
            by: self.by.clone(),
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
        let (pool, _) = read::soak(self.at(target)?, &self.wound, &self.by);
        Some(Throw::soak(pool.terms).against(read::soak_difficulty()))
    }

    fn inflicted(&self, target: u8, struck: &Struck) -> Option<Vec<Term>> {
        let who = self.at(target)?;
        Some(after::levels(who, struck, self.wound.kind, &self.by))
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        if let Some(who) = self.at(target) {
            after::hurt(who, target, &self.wound, struck, &self.by, play);
        }
        Ok(())
    }
}

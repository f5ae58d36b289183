//! Damage without an attacker: fire and sunlight (MSQ-DMG-06, MSQ-SOAK-05, MSQ-SOAK-07).

use super::super::Settings;
use super::super::soak::Source;
use super::blow::gets_through;
use super::{person, rolls};
use crate::exchange::{Party, Play, Scene, Stop};
use crate::messages::masquerade as msg;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{Attack, Defense, Ids, Opening, Struck, Throw, levels};
use crate::term::Term;

/// Rules that Masquerade cites in an exposure.
const IDS: Ids = Ids {
    defense: "MSQ-DMG-06",
    extra: "MSQ-DMG-06",
    damage: "MSQ-DMG-04",
    soak: "MSQ-SOAK-02",
};

/// Exposure of all targets to fire or sunlight.
pub(super) struct Exposure<'a> {
    /// Scene of the exchange.
    pub(super) scene: &'a Scene<'a>,
    /// Number of damage dice.
    pub(super) dice: i32,
    /// Source of the damage.
    pub(super) source: Source,
    /// Settings of the table.
    pub(super) by: Settings,
}

impl Attack for Exposure<'_> {
    fn ids(&self) -> &Ids {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn Attack + 'n> {
        Box::new(Exposure {
            scene: now,
            by: self.by.clone(),
            ..*self
        })
    }

    fn by(&self) -> Party {
        Party::Storyteller
    }

    fn opening(&self) -> Opening {
        Opening::Sure {
            why: msg::IT_BURNS.into(),
            successes: 1,
            rule: "MSQ-DMG-06",
        }
    }

    fn shares(&self, _play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        Ok(vec![successes; self.scene.targets.len()])
    }

    fn defenses(&self, _target: u8, _successes: i32) -> Vec<Defense> {
        Vec::new()
    }

    fn damage(&self, _target: u8) -> Option<Vec<Term>> {
        Some(vec![Term::of_rule(msg::EXPOSURE, self.dice, "MSQ-DMG-06")])
    }

    fn soak(&self, target: u8) -> Option<Throw> {
        let who = self.scene.party(Party::Target(target))?;
        let terms = person::soak(who, DamageType::Aggravated, self.source, &self.by);
        Some(rolls::soak(terms))
    }

    fn inflicted(&self, target: u8, struck: &Struck) -> Option<Vec<Term>> {
        let who = self.scene.party(Party::Target(target));
        Some(gets_through(who, DamageType::Aggravated, struck, &self.by))
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.effect(levels(to, DamageType::Aggravated, struck.inflicted));
        Ok(())
    }
}

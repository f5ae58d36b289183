//! What an attack is meant to do.

use serde::{Deserialize, Serialize};

use super::super::attack::{Attack, NoAttack};
use super::super::damage::Damage;
use super::super::disarm::{Distance, Grip};
use super::super::input::Nonsense;
use super::super::settings::Settings;
use super::super::throw::Throw;

/// What an attack is meant to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Hurt (TRI-DMG-01).
    Blow {
        /// The attack.
        attack: Attack,
        /// What it does. Its chink counts if the attack aims at one (TRI-CHINK-02).
        damage: Damage,
    },
    /// Hold without hurting (TRI-GRAP-01).
    Grapple {
        /// The attack.
        attack: Attack,
    },
    /// Strike the weapon from a hand (TRI-DISARM-01, TRI-DISARM-06).
    Disarm {
        /// The attack.
        attack: Attack,
        /// From where.
        from: Distance,
        /// How the victim holds on; of use up close (TRI-DISARM-04).
        grip: Grip,
        /// What it does as well, by house rule (TRI-DISARM-01).
        damage: Damage,
    },
    /// Throw somebody who is held (TRI-THROW-01).
    Throw {
        /// The attack.
        attack: Attack,
        /// The throw.
        throw: Throw,
    },
    /// Strangle or crush somebody who is held; hits without a roll (TRI-CHOKE-01).
    Strangle {
        /// What it does. The base is 0, whatever is written (TRI-CHOKE-02).
        damage: Damage,
    },
}

impl Deed {
    /// The attack as it is rolled; `None` for strangling. What the deed says about itself
    /// beats what the attack says: a throw is a throw and aims at no chink (TRI-THROW-01).
    #[must_use]
    pub fn attack(&self) -> Option<Attack> {
        let (attack, throw, disarm, chink) = match self {
            Self::Blow { attack, .. } => return Some(attack.clone()),
            Self::Grapple { attack } => (attack, false, None, attack.chink),
            Self::Disarm { attack, from, .. } => (attack, false, Some(*from), attack.chink),
            Self::Throw { attack, .. } => (attack, true, None, false),
            Self::Strangle { .. } => return None,
        };
        Some(Attack {
            throw,
            disarm,
            chink,
            ..attack.clone()
        })
    }

    /// The damage as it is dealt; `None` when it is not meant to hurt. A blow at a weapon
    /// hurts nobody (TRI-DISARM-01), strangling has no base (TRI-CHOKE-02), a throw has its
    /// own (TRI-THROW-04).
    #[must_use]
    pub fn damage(&self, settings: &Settings) -> Option<Damage> {
        match self {
            Self::Blow { attack, .. } if attack.disarm.is_some() && !settings.disarm_damages => {
                Some(Damage::default())
            }
            Self::Blow { damage, .. } => Some(*damage),
            Self::Grapple { .. } => None,
            Self::Disarm { damage, .. } => settings.disarm_damages.then_some(*damage),
            Self::Throw { attack, throw } => Some(throw.damage(attack.combat_value)),
            Self::Strangle { damage } => {
                let bare = settings.strangling_ignores_armor;
                Some(Damage {
                    base: 0,
                    armor: if bare { 0 } else { damage.armor },
                    chink: None,
                    ..*damage
                })
            }
        }
    }

    /// Whether it aims at something that is there. To be asked before it is declared; the
    /// storyteller may let it pass, and the armor counts in full (TRI-CHINK-02).
    ///
    /// # Errors
    /// [`NoAttack::NoWeakPoint`] for a blow at a chink in armor that has none.
    pub const fn legal(&self) -> Result<(), NoAttack> {
        match self {
            Self::Blow { attack, damage } if attack.chink && damage.chink.is_none() => {
                Err(NoAttack::NoWeakPoint)
            }
            _ => Ok(()),
        }
    }

    /// Whether it may be tried at all, apart from the defense.
    ///
    /// # Errors
    /// [`NoAttack`] under total defense, or when a number cannot be.
    pub fn check(&self) -> Result<(), NoAttack> {
        let numbers: Result<(), Nonsense> = match self {
            Self::Blow { damage, .. } | Self::Strangle { damage } => damage.check(),
            Self::Grapple { .. } => Ok(()),
            Self::Disarm { grip, damage, .. } => grip.check().and_then(|()| damage.check()),
            Self::Throw { throw, .. } => throw.check(),
        };
        numbers?;
        self.attack().map_or(Ok(()), |attack| attack.check())
    }
}

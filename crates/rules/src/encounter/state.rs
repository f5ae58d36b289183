//! Everything that is true of an encounter right now.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::class::Both;
use super::combatant::{Combatant, Spared, Turn};
use super::combatants::Combatants;
use super::countdown::Waits;
use super::cover::Cover;
use super::exchange::Exchange;
use super::fair::{Epoch, Fairness};
use super::proposal::Proposal;
use super::table_settings::TableSettings;
use super::ties::Ties;
use crate::fair::{RollerId, Sight};
use crate::house::House;
use crate::id::{CombatantId, CoverId, SeatId};
use crate::seat::Seat;
use crate::shared::Shared;
use crate::system::{RuleSystem, SystemId};
use crate::text::Name;

/// How many labels of each series a name has used up. Never counts down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Labels {
    pub(crate) letters: BTreeMap<String, u32>,
    pub(crate) romans: BTreeMap<String, u32>,
}

/// What is true at the table. Changed by events and by nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) title: Name,
    pub(crate) system: SystemId,
    pub(crate) seats: BTreeMap<SeatId, Seat>,
    /// Those who roll real dice and type their faces.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) own_dice: BTreeSet<SeatId>,
    pub(crate) combatants: Combatants,
    /// Every id a combatant was ever given here. An id is given once: who is gone can come
    /// back by being taken back, and no other combatant is ever called so.
    pub(crate) ids: BTreeSet<CombatantId>,
    /// All who ever came, in the order in which they did.
    #[serde(default)]
    pub(crate) joined: Vec<CombatantId>,
    pub(crate) order: Vec<CombatantId>,
    pub(crate) bench: Vec<CombatantId>,
    /// What stands between two of them.
    #[serde(default, skip_serializing_if = "Ties::is_empty")]
    pub(crate) ties: Ties,
    /// The covers that pairs of them point to.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) covers: BTreeMap<CoverId, Cover>,
    /// Where the fight stands: to players, a hidden combatant's turn is no change.
    pub(crate) turn: Both<Turn>,
    pub(crate) table: TableSettings,
    /// The questions that do not wait for ever.
    #[serde(default, skip_serializing_if = "Waits::is_empty")]
    pub(crate) waits: Waits,
    /// Combatants hurt by another of the same moment, as they were before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) spared: BTreeMap<CombatantId, Spared>,
    pub(crate) house: House,
    /// What is known of the dice.
    #[serde(default, skip_serializing_if = "Fairness::is_plain")]
    pub(crate) fair: Fairness,
    pub(crate) labels: Labels,
    /// What players propose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) proposals: Vec<Proposal>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) exchanges: Vec<Shared<Exchange>>,
    /// Whether only those who run the table know of it: then no line of the log is for all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unseen: bool,
}

impl State {
    /// A table without seats and combatants yet.
    pub(crate) fn new(title: Name, system: SystemId) -> Self {
        Self {
            title,
            system,
            seats: BTreeMap::new(),
            own_dice: BTreeSet::new(),
            combatants: Combatants::default(),
            ids: BTreeSet::new(),
            joined: Vec::new(),
            order: Vec::new(),
            bench: Vec::new(),
            ties: Ties::default(),
            covers: BTreeMap::new(),
            turn: Both::default(),
            table: TableSettings::default(),
            waits: Waits::new(),
            spared: BTreeMap::new(),
            house: House::default(),
            fair: Fairness::default(),
            labels: Labels::default(),
            proposals: Vec::new(),
            exchanges: Vec::new(),
            unseen: false,
        }
    }

    /// What the scene is called.
    #[must_use]
    pub const fn title(&self) -> &Name {
        &self.title
    }

    /// The rules it runs on.
    #[must_use]
    pub fn rules(&self) -> &'static dyn RuleSystem {
        self.system.rules()
    }

    /// Whether the table does not know of this encounter yet.
    #[must_use]
    pub const fn is_unseen(&self) -> bool {
        self.unseen
    }

    /// The person in a seat; `None` when it was never taken or has been given up.
    #[must_use]
    pub fn seat(&self, seat: SeatId) -> Option<&Seat> {
        self.seats.get(&seat)
    }

    /// The epoch of these dice that is running.
    #[must_use]
    pub const fn epoch(&self, sight: Sight) -> &Epoch {
        self.fair.epoch(sight)
    }

    /// How often a roller has rolled.
    #[must_use]
    pub fn rolls_of(&self, roller: RollerId) -> u64 {
        self.fair.rolls_of(roller)
    }

    /// Whether dice of a kind need another epoch: the first one, one after a thousand rolls, or
    /// because the storyteller wants it.
    #[must_use]
    pub fn needs_epoch(&self, sight: Sight) -> bool {
        self.fair.needs_epoch(sight)
    }

    /// A combatant, whether players know of it or not.
    #[must_use]
    pub fn combatant(&self, id: CombatantId) -> Option<&Combatant> {
        self.combatants.get(&id)
    }
}

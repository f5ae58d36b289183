//! The state of an encounter at one moment.

pub(super) mod clocks;
pub mod cover;
pub(super) mod deadlines;
pub mod dice_epochs;
pub(super) mod dice_event;
mod handouts;
pub(super) mod order;
pub mod proposal;
pub(super) mod scene;
pub(super) mod simultaneous;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use self::cover::Cover;
use self::dice_epochs::{DiceEpoch, DiceProofState};
use self::proposal::Proposal;
use super::ask::AskedRoll;
use super::class::PerClass;
use super::combatant::combatants::Combatants;
use super::combatant::relations::Relations;
use super::combatant::{Combatant, SparedState, Turn};
use super::countdown::QuestionWaits;
use super::exchange::Exchange;
use super::safety::Safety;
use super::table_settings::TableSettings;
use crate::base::id::{ClockId, CombatantId, CoverId, SeatId};
use crate::base::seat::Seat;
use crate::base::shared::Shared;
use crate::base::text::Name;
use crate::clock::Clock;
use crate::dice_proof::{DiceVisibility, RollerId};
use crate::handout::HandoutShelf;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{RuleSystem, SystemId};
use crate::space::FloorPlan;

/// Number of labels used up per name, for each series of labels. It never decreases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LabelCounts {
    /// Letters used per folded name, for combatants that players have seen.
    pub(crate) letters: BTreeMap<String, u32>,
    /// Roman numerals used per folded name, for hidden combatants.
    pub(crate) romans: BTreeMap<String, u32>,
}

/// State of an encounter (combatants, turn, exchanges, settings), as the events up to now left it. Only events change
/// it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The title of the scene.
    pub(crate) title: Name,
    /// The rule system in use.
    pub(crate) system: SystemId,
    /// The seats at the table.
    pub(crate) seats: BTreeMap<SeatId, Seat>,
    /// Seats that roll real dice and type the faces.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) own_dice: BTreeSet<SeatId>,
    /// The combatants, hidden ones included.
    pub(crate) combatants: Combatants,
    /// Every combatant id ever given out here. An id is given once: a removed combatant may return by undo, but
    /// no other combatant ever gets its id.
    pub(crate) ids: BTreeSet<CombatantId>,
    /// Every combatant that ever joined, in the order of joining.
    #[serde(default)]
    pub(crate) joined: Vec<CombatantId>,
    /// The initiative order, first to act first.
    pub(crate) order: Vec<CombatantId>,
    /// The combatants on the bench, off the order.
    pub(crate) bench: Vec<CombatantId>,
    /// The situation and the holds between pairs of combatants.
    #[serde(default, skip_serializing_if = "Relations::is_empty")]
    pub(crate) ties: Relations,
    /// The covers that pairs of combatants point to.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) covers: BTreeMap<CoverId, Cover>,
    /// The places of the scene and the links between them.
    #[serde(default, skip_serializing_if = "FloorPlan::is_empty")]
    pub(crate) plan: FloorPlan,
    /// Whether the scene is in use: players see it, and the rules read it. Until then it is being prepared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) plan_in_use: bool,
    /// The clocks and extended actions, hidden ones included.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) clocks: BTreeMap<ClockId, Clock>,
    /// What the table said for its safety.
    #[serde(default, skip_serializing_if = "Safety::is_plain")]
    pub(crate) safety: Safety,
    /// The handouts, and who has them.
    #[serde(default, skip_serializing_if = "HandoutShelf::is_empty")]
    pub(crate) handouts: HandoutShelf,
    /// The current turn, per class: to players, the turn of a hidden combatant is no change.
    pub(crate) turn: PerClass<Turn>,
    /// The settings of the table besides the house rules.
    pub(crate) table: TableSettings,
    /// The questions that have a deadline.
    #[serde(default, skip_serializing_if = "QuestionWaits::is_empty")]
    pub(crate) waits: QuestionWaits,
    /// The earlier state of combatants that were hurt by others acting at the same moment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) spared: BTreeMap<CombatantId, SparedState>,
    /// The house rules.
    pub(crate) house: HouseRules,
    /// The public state of the dice proof.
    #[serde(default, skip_serializing_if = "DiceProofState::is_empty")]
    pub(crate) fair: DiceProofState,
    /// The counters of combatant labels.
    pub(crate) labels: LabelCounts,
    /// The players' proposals that are not settled yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) proposals: Vec<Proposal>,
    /// The exchanges under way and the latest that are over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) exchanges: Vec<Shared<Exchange>>,
    /// The rolls that storytellers asked for and that are not over, and the latest that are, in the order of asking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) asks: Vec<Shared<AskedRoll>>,
    /// Whether the encounter is still being prepared and only storytellers know of it. Then no log line is
    /// public.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unseen: bool,
}

impl State {
    /// Creates a state without seats and combatants.
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
            ties: Relations::default(),
            covers: BTreeMap::new(),
            plan: FloorPlan::default(),
            plan_in_use: false,
            clocks: BTreeMap::new(),
            safety: Safety::default(),
            handouts: HandoutShelf::default(),
            turn: PerClass::default(),
            table: TableSettings::default(),
            waits: QuestionWaits::new(),
            spared: BTreeMap::new(),
            house: HouseRules::default(),
            fair: DiceProofState::default(),
            labels: LabelCounts::default(),
            proposals: Vec::new(),
            exchanges: Vec::new(),
            asks: Vec::new(),
            unseen: false,
        }
    }

    /// Returns the title of the scene.
    #[must_use]
    pub const fn title(&self) -> &Name {
        &self.title
    }

    /// Returns the safety state of the table, with its newest signal and what the game leaves out.
    #[must_use]
    pub const fn safety(&self) -> &Safety {
        &self.safety
    }

    /// Returns the rule system of the encounter.
    #[must_use]
    pub fn rules(&self) -> &'static dyn RuleSystem {
        self.system.rules()
    }

    /// Whether the encounter is still being prepared and players do not know of it.
    #[must_use]
    pub const fn is_prepared(&self) -> bool {
        self.unseen
    }

    /// Returns the person in a seat; `None` if the seat was never taken or has been given up.
    #[must_use]
    pub fn seat(&self, seat: SeatId) -> Option<&Seat> {
        self.seats.get(&seat)
    }

    /// Returns the current dice-proof epoch of a kind of dice.
    #[must_use]
    pub const fn epoch(&self, sight: DiceVisibility) -> &DiceEpoch {
        self.fair.epoch(sight)
    }

    /// Returns the number of rolls a roller has made.
    #[must_use]
    pub fn roll_count(&self, roller: RollerId) -> u64 {
        self.fair.roll_count(roller)
    }

    /// Whether a kind of dice needs a new epoch (the server's next secret), because it has none, or
    /// after a thousand rolls, or on a storyteller's request.
    #[must_use]
    pub fn needs_epoch(&self, sight: DiceVisibility) -> bool {
        self.fair.needs_epoch(sight)
    }

    /// Returns a combatant, hidden or not.
    #[must_use]
    pub fn combatant(&self, id: CombatantId) -> Option<&Combatant> {
        self.combatants.get(&id)
    }
}

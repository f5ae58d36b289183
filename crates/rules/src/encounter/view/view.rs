//! The view itself: an encounter as one class of readers sees it.

use serde::{Deserialize, Serialize};

use super::ask::{AskViews, build_asks};
use super::builder::{FullRebuild, ViewParts};
use super::clock::{ClockView, build_clock_views};
use super::components::{HoldView, LogLineView, ProposalView, SeatView, UndoOffer};
use super::exchange::ExchangeView;
use super::handouts::shelf_of;
use super::row::CombatantRow;
use super::scene::{SceneView, Standpoint, build_scene_view};
use super::table_screen::{ScreenView, build_screen_view};
use crate::base::id::{CombatantId, CoverId, ExchangeId, SeatId};
use crate::base::late::Late;
use crate::base::seat::{Actor, Role, Seat};
use crate::base::sorted_map::Map;
use crate::character::vocabulary::describe_action;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::class::Class;
use crate::encounter::combatant::relations::Situation;
use crate::encounter::combatant::{FoeHealth, Turn};
use crate::encounter::countdown::Countdown;
use crate::encounter::limits::LOG_WINDOW;
use crate::encounter::log::LogEntry;
use crate::encounter::safety::Boundary;
use crate::encounter::state::cover::Cover;
use crate::encounter::table_settings::{MovePermission, TableSetting, WhisperSetting};
use crate::encounter::viewer::Viewer;
use crate::handout::HandoutShelf;
use crate::ruleset::SystemId;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;

/// An encounter as one viewer sees it. Nothing else of an encounter ever leaves the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// The title of the scene.
    pub title: String,
    /// The rule system in use.
    pub system: SystemId,
    /// The current turn.
    pub turn: Turn,
    /// The next turn, as far as this viewer knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Turn>,
    /// Groups of combatants who act at the same moment, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Vec<CombatantId>>,
    /// The house rules.
    #[serde(default, skip_serializing_if = "HouseRules::is_plain")]
    pub house: HouseRules,
    /// The visible combatants, by id. Boxed, because the list is rebuilt with each change.
    pub rows: Map<CombatantId, Box<CombatantRow>>,
    /// The initiative order, first to act first.
    pub order: Vec<CombatantId>,
    /// The combatants on the bench.
    pub bench: Vec<CombatantId>,
    /// Parameters of the situation that were set, by combatant and by the other combatant.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub situation: Situation,
    /// The covers that the situation points to.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub covers: Map<CoverId, Cover>,
    /// The holds between visible combatants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<HoldView>,
    /// The places of the scene; `None` without a scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Late<SceneView>>,
    /// The clocks and extended actions, in their order; `None` without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Late<Vec<ClockView>>>,
    /// What the game leaves out, in alphabetical order; `None` if nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundaries: Option<Late<Vec<Boundary>>>,
    /// The handouts; only storytellers see the shelf.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handouts: Option<Late<HandoutShelf>>,
    /// What the table screen shows; `None` while nothing was chosen and no handout is on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<Late<ScreenView>>,
    /// The exchanges under way and the latest that are over.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub exchanges: Map<ExchangeId, ExchangeView>,
    /// The rolls that storytellers ask for, in the order of asking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: AskViews,
    /// The players' proposals; only storytellers see them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<ProposalView>,
    /// The people at the table.
    pub seats: Vec<SeatView>,
    /// The newest log lines, oldest first.
    pub log: Vec<LogLineView>,
    /// Visibility of foes' health to players; only storytellers see this setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foe_health: Option<FoeHealth>,
    /// Whether players see the odds against visible foes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foe_odds: bool,
    /// The time limit for players' questions and its consequence; `None` is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub countdown: Option<Countdown>,
    /// Setting for moves of the players' characters in the scene.
    #[serde(default, skip_serializing_if = "MovePermission::is_default")]
    pub moves: MovePermission,
    /// The usual distance between two combatants in one place; `None` is that of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<u16>,
    /// Setting for whispers among players.
    #[serde(default, skip_serializing_if = "WhisperSetting::is_default")]
    pub whispers: WhisperSetting,
    /// The number of the current epoch and, after a space, the server's commitment: see `docs/dice.md`. Empty
    /// where dice cannot be checked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub dice: String,
    /// Whether there is anything to undo; only set for storytellers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_undo: bool,
    /// The action that undo would affect, for each seat of this class that can undo anything.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub undo: Map<SeatId, UndoOffer>,
    /// The action that redo would affect, for each seat of this class that can redo anything.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub redo: Map<SeatId, UndoOffer>,
}

impl View {
    /// Builds what a viewer sees of an encounter.
    #[must_use]
    pub fn of(encounter: &Encounter, viewer: impl Into<Viewer>) -> Self {
        let viewer = viewer.into();
        let mut view = Self::without_undo_offers(encounter, viewer);
        view.add_undo_offers(encounter, viewer);
        view
    }

    /// Adds what undo and redo would affect, seat by seat.
    pub(super) fn add_undo_offers(&mut self, encounter: &Encounter, viewer: Viewer) {
        // Spectators and muted seats may not undo anything.
        let may = |seat: &Seat| seat.role != Role::Spectator && !seat.muted;
        let players = |seat: &Seat| viewer.class == Class::of(seat.role) && may(seat);
        let seats = encounter.seats.iter().filter(|(_, seat)| players(seat));
        for (id, _) in seats {
            let by = Actor::Seat(*id);
            let undo = encounter.undo_candidate(by).ok();
            self.undo.extend(undo.map(|(_, offer)| (*id, offer)));
            let redo = encounter.redo_candidate(by).ok();
            self.redo.extend(redo.map(|(_, offer)| (*id, offer)));
        }
        self.can_undo = viewer.sees_hidden() && encounter.undo_candidate(Actor::Server).is_ok();
    }

    /// Builds the view without what undo and redo would affect.
    pub(crate) fn without_undo_offers(encounter: &Encounter, viewer: Viewer) -> Self {
        Self::build(encounter, viewer, &mut FullRebuild)
    }

    /// Builds the view from parts that `parts` supplies.
    pub(super) fn build(encounter: &Encounter, viewer: Viewer, parts: &mut impl ViewParts) -> Self {
        let all = viewer.sees_hidden();
        let seen = |id: &CombatantId| all || encounter.is_visible(*id);
        let list = |ids: &[CombatantId]| ids.iter().copied().filter(|id| seen(id)).collect();
        let seats = encounter.seats.iter().map(|(id, seat)| SeatView {
            id: *id,
            name: seat.name.to_string(),
            role: seat.role,
            own_dice: encounter.own_dice.contains(id),
            muted: seat.muted,
        });
        let proposals = encounter.proposals.iter().map(|proposal| ProposalView {
            id: proposal.id,
            by: proposal.name.clone(),
            words: encounter.proposal_text(proposal, Viewer::STORYTELLER),
        });
        let ties = encounter
            .ties
            .filter_pairs(|one, other| seen(&one) && seen(&other));
        let holds = ties.holds.into_iter();
        let holds = holds.filter(|hold| !encounter.is_mark(&hold.key));
        let holds = holds.map(|hold| HoldView {
            word: encounter.hold_word(&hold.key),
            by: hold.by,
            on: hold.on,
            key: hold.key,
            amount: hold.amount,
        });
        let (next, together) = parts.upcoming(encounter, viewer);
        let exchanges = encounter.exchanges.iter();
        let exchanges = exchanges.filter(|it| all || encounter.is_exchange_known(it));
        Self {
            title: encounter.title.to_string(),
            system: encounter.system,
            turn: *encounter.turn.for_class(viewer.class),
            next,
            together,
            house: encounter.house.clone(),
            rows: encounter
                .combatants
                .values()
                .filter(|combatant| seen(&combatant.id))
                .map(|combatant| (combatant.id, parts.row(encounter, combatant, viewer)))
                .collect(),
            order: list(&encounter.order),
            bench: list(&encounter.bench),
            situation: ties.situation,
            covers: encounter.known_covers(viewer),
            holds: holds.collect(),
            scene: build_scene_view(encounter, viewer),
            clocks: build_clock_views(encounter, viewer),
            boundaries: (!encounter.safety.boundaries.is_empty())
                .then(|| Late::new(encounter.safety.sorted_boundaries())),
            handouts: shelf_of(encounter, viewer),
            screen: build_screen_view(encounter, viewer),
            exchanges: exchanges
                .map(|it| (it.id, parts.exchange(encounter, it, viewer)))
                .collect(),
            asks: build_asks(encounter, viewer),
            proposals: proposals.filter(|_| all).collect(),
            seats: seats.collect(),
            log: build_log_lines(encounter, viewer, parts),
            foe_health: all.then_some(encounter.table.foe_health),
            foe_odds: encounter.table.foe_odds,
            countdown: encounter.table.countdown,
            moves: encounter.table.moves,
            spread: encounter.table.spread,
            whispers: encounter.table.whispers,
            dice: parts.dice(encounter),
            can_undo: false,
            undo: Map::new(),
            redo: Map::new(),
        }
    }

    /// Returns the table settings that this viewer sees.
    pub(super) fn table_settings(&self) -> [Option<TableSetting>; 6] {
        [
            self.foe_health.map(TableSetting::FoeHealth),
            Some(TableSetting::FoeOdds(self.foe_odds)),
            Some(TableSetting::Countdown(self.countdown)),
            Some(TableSetting::Moves(self.moves)),
            Some(TableSetting::Spread(self.spread)),
            Some(TableSetting::Whispers(self.whispers)),
        ]
    }

    /// Sets a table setting of the view.
    pub(super) fn set_table_setting(&mut self, now: TableSetting) {
        match now {
            TableSetting::FoeHealth(shown) => self.foe_health = Some(shown),
            TableSetting::FoeOdds(shown) => self.foe_odds = shown,
            TableSetting::Countdown(countdown) => self.countdown = countdown,
            TableSetting::Moves(moves) => self.moves = moves,
            TableSetting::Spread(spread) => self.spread = spread,
            TableSetting::Whispers(whispers) => self.whispers = whispers,
        }
    }

    /// Returns the newest log lines that a viewer may read, the oldest first.
    pub(crate) fn log_lines(encounter: &Encounter, viewer: impl Into<Viewer>) -> Vec<LogLineView> {
        build_log_lines(encounter, viewer.into(), &mut FullRebuild)
    }

    /// Returns the class of an actor; `None` when their seat is empty.
    #[must_use]
    pub fn class_of(encounter: &Encounter, actor: Actor) -> Option<Class> {
        match actor {
            Actor::Server => Some(Class::Storyteller),
            Actor::Seat(seat) => encounter.seat(seat).map(|seat| Class::of(seat.role)),
        }
    }

    /// Returns a sentence that says who does what to whom in an exchange.
    #[must_use]
    pub fn exchange_sentence(&self, exchange: &ExchangeView) -> String {
        let name = |id: &CombatantId| self.rows.get(id).map(|row| row.full_name());
        let by = exchange.by.as_ref().and_then(name);
        let at: Vec<String> = exchange.at.iter().filter_map(name).collect();
        describe_action(by.as_deref(), &exchange.title, &at)
    }

    /// Returns a combatant in the form that the rules read; `None` where the reader may not know enough.
    #[must_use]
    pub fn fighter_of<'a>(&'a self, row: &'a CombatantRow) -> Option<CombatantInfo<'a>> {
        let order = self.turn.round > 0 && self.order.contains(&row.id);
        row.fighter(&self.house, order)
    }

    /// Returns where a combatant is in the scene, as far as the viewer knows.
    #[must_use]
    pub fn standpoint(&self, id: CombatantId) -> Option<Standpoint> {
        self.scene.as_ref()?.places.get(&id).copied()
    }

    /// Returns the name of the person in a seat.
    #[must_use]
    pub fn seat_name(&self, seat: SeatId) -> Option<&str> {
        self.seats
            .iter()
            .find(|other| other.id == seat)
            .map(|seat| seat.name.as_str())
    }
}

/// Builds the newest log lines that a viewer may read, the oldest first.
fn build_log_lines(
    encounter: &Encounter,
    viewer: Viewer,
    parts: &mut impl ViewParts,
) -> Vec<LogLineView> {
    let number = |entry: &LogEntry| match viewer.class {
        Class::Storyteller => Some(entry.no),
        Class::Table => entry.public_no,
    };
    let kept = &encounter.log.kept;
    let read = kept.iter().rev();
    let read = read.filter_map(|entry| Some((number(entry)?, entry)));
    // Reserve room for all of them, because lines are expensive to move.
    let mut lines = Vec::with_capacity(kept.len().min(LOG_WINDOW));
    for (no, entry) in read.take(LOG_WINDOW) {
        lines.push(parts.line(no, entry, viewer));
    }
    lines.reverse();
    lines
}

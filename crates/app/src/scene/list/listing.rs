//! Contents of the list of places: the scene, whose list it is, who is where, and what moves cost.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::base::late::Late;
use rules::base::seat::Role;
use rules::encounter::command::SceneDestination;
use rules::encounter::view::{SceneView, Standpoint};
use rules::encounter::{Command, MovePermission, Question, Reply, View};
use rules::space::{Link, LinkEnds, Location, MovementReach, Stance, StepsLeft, Way};

use crate::browser;
use crate::connection::questions;
use crate::reactive::memo;
use crate::scene::moves::{MoveRight, move_right};
use crate::state::table_state::{Connection, Model};
use crate::table::layout::Stage;

/// Time in milliseconds after which a question that came too fast is asked again.
const RETRY_MS: u32 = 400;

/// The places, connections and positions of a scene, as the list of places shows them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ListedScene {
    /// The scene as the reader knows it.
    pub(super) scene: Late<SceneView>,
    /// Setting for moves of the players' characters.
    moves: MovePermission,
    /// All combatants, those of the order first.
    pub(super) combatants: Vec<CombatantId>,
}

impl ListedScene {
    /// Returns the scene of a view; `None` if it has none.
    fn of(view: &View) -> Option<Self> {
        let scene = view.scene.as_ref()?;
        Some(Self {
            scene: scene.clone(),
            moves: view.moves,
            combatants: view.order.iter().chain(&view.bench).copied().collect(),
        })
    }

    /// Returns a place of the list.
    pub(super) fn location(&self, id: LocationId) -> Option<&Location> {
        self.scene.plan.locations.get(&id)
    }

    /// Returns the place of a combatant; `None` if the reader does not know it.
    pub(super) fn place_of(&self, id: CombatantId) -> Option<LocationId> {
        match self.scene.places.get(&id)? {
            Standpoint::At(place) => Some(*place),
            Standpoint::OutOfSight => None,
        }
    }

    /// Returns the combatants in a place, those of the order first.
    pub(super) fn combatants_in(&self, id: LocationId) -> Vec<CombatantId> {
        let all = self.combatants.iter().copied();
        all.filter(|who| self.place_of(*who) == Some(id)).collect()
    }

    /// Returns the combatants who are in no place and not out of sight.
    pub(super) fn combatants_outside(&self) -> Vec<CombatantId> {
        let all = self.combatants.iter().copied();
        all.filter(|who| !self.scene.places.contains_key(who))
            .collect()
    }

    /// Returns the distance between two places, through closed doors too; `None` if nobody has said how far it is.
    pub(super) fn distance(&self, from: LocationId, to: LocationId) -> Option<u32> {
        let route = self.scene.plan.shortest_route(from, to, |_, _, _| true);
        route?.distance
    }

    /// Returns the links of a place with the places at their other ends.
    pub(super) fn links_of(&self, id: LocationId) -> Vec<(LocationId, Link)> {
        let links = self.scene.plan.links.iter();
        let links = links.filter_map(|(ends, link)| Some((ends.other_end(id)?, link.clone())));
        links.collect()
    }

    /// Returns the link between two places.
    pub(super) fn link(&self, one: LocationId, other: LocationId) -> Option<&Link> {
        self.scene.plan.link(LinkEnds::new(one, other)?)
    }

    /// Whether every connection of a place that players know of leads through a shut door.
    pub(super) fn is_shut_off(&self, id: LocationId) -> bool {
        let is_hidden = |id| self.location(id).is_none_or(|place| place.hidden);
        let mut links = self.links_of(id);
        links.retain(|(other, link)| !link.hidden && !is_hidden(*other));
        !links.is_empty() && links.iter().all(|(_, link)| link.door.is_shut())
    }

    /// Returns how a combatant stands to another, such as behind it; `None` if not at arm's length.
    pub(super) fn stance(&self, who: CombatantId, to: CombatantId) -> Option<Stance> {
        let mut near = self.scene.near.iter();
        let found = near.find(|near| near.who == who && near.to == to);
        found.map(|near| near.stance)
    }

    /// Whether somebody is at arm's length of a combatant.
    pub(super) fn has_neighbor(&self, id: CombatantId) -> bool {
        self.scene
            .near
            .iter()
            .any(|near| near.who == id || near.to == id)
    }
}

/// The server's answer about where a combatant can go from a place.
#[derive(Clone, Debug, PartialEq)]
struct AnsweredWays {
    who: CombatantId,
    from: Option<LocationId>,
    reach: MovementReach,
}

/// State of the list of places in a scene. Cheap to copy.
#[derive(Clone, Copy)]
pub(in crate::scene) struct Listing {
    /// The state of the table.
    pub(super) model: Model,
    /// The state that the parts of the page share.
    pub(super) stage: Stage,
    /// The scene; `None` if there is none.
    pub(super) scene: Memo<Option<ListedScene>>,
    /// The reader's own combatant from whom all distances are counted.
    pub(in crate::scene) own: Memo<Option<CombatantId>>,
    /// The own combatant that the reader chose among several.
    pub(super) chosen: RwSignal<Option<CombatantId>>,
    ways: RwSignal<Option<AnsweredWays>>,
}

impl Listing {
    /// Creates the state of the list of places, which asks for the costs of moves whenever they may
    /// have changed.
    pub(in crate::scene) fn new(model: Model, stage: Stage) -> Self {
        let chosen = RwSignal::new(None);
        let listing = Self {
            model,
            stage,
            scene: model.select(ListedScene::of),
            own: memo(move || {
                let all = own_combatants(model);
                let acting = model.turn.get().acting;
                let own = |id: &CombatantId| all.contains(id);
                let chosen = chosen.get().filter(own);
                chosen.or(acting.filter(own)).or(all.first().copied())
            }),
            chosen,
            ways: RwSignal::new(None),
        };
        Effect::new(move |_| {
            model.turn.track();
            listing.scene.track();
            let own = listing.own.get();
            if let Some(row) = own.and_then(|id| model.row(id)) {
                row.track();
            }
            let live = model.connection.get() == Connection::Live;
            if let Some(own) = own.filter(|_| live) {
                listing.ask_ways(own);
            }
        });
        listing
    }

    /// Reads the scene, reacting to its changes; `None` if there is none.
    pub(super) fn with<T>(&self, look: impl FnOnce(&ListedScene) -> T) -> Option<T> {
        self.scene.with(|scene| scene.as_ref().map(look))
    }

    /// Returns the place of the reader's own combatant.
    pub(super) fn home(&self) -> Option<LocationId> {
        let own = self.own.get()?;
        self.with(|scene| scene.place_of(own))?
    }

    /// Asks the server where a combatant can go.
    fn ask_ways(&self, who: CombatantId) {
        let listing = *self;
        let from = untrack(|| self.home());
        let with = Vec::new();
        questions::ask(Question::Ways { who, with }, move |reply| match reply {
            Reply::Ways(ways) => {
                let reach = ways.into_inner();
                let answered = AnsweredWays { who, from, reach };
                _ = listing.ways.try_set(Some(answered));
            }
            Reply::TooFast => browser::run_later(RETRY_MS, move || {
                if listing.own.try_get_untracked().flatten() == Some(who) {
                    listing.ask_ways(who);
                }
            }),
            _ => {}
        });
    }

    /// Returns the way of the reader's own combatant to a place, once the server has said what it costs.
    pub(super) fn way(&self, to: LocationId) -> Option<Way> {
        let (own, home) = (self.own.get()?, self.home());
        self.ways.with(|answered| {
            let answered = answered.as_ref()?;
            let current = answered.who == own && answered.from == home;
            let mut ways = answered.reach.ways.iter().filter(|_| current);
            ways.find(|way| way.to == to).cloned()
        })
    }

    /// Returns how far the reader's own combatant still gets in the turn, once the server has said so.
    pub(in crate::scene) fn left(&self) -> Option<StepsLeft> {
        let own = self.own.get()?;
        self.ways.with(|answered| {
            let answered = answered.as_ref().filter(|answered| answered.who == own)?;
            answered.reach.left
        })
    }

    /// Sends the move of a combatant, or proposes it to the storyteller; `anyway` means also where
    /// the rules bar it.
    pub(super) fn go(
        &self,
        who: CombatantId,
        to: SceneDestination,
        (right, anyway): (MoveRight, bool),
    ) {
        let ids = std::iter::once(who).collect();
        let command = Command::Go { ids, to, anyway };
        match right {
            MoveRight::Moves => self.model.send(command),
            MoveRight::Proposes => self.model.propose(command),
        }
    }

    /// Returns whether the reader may move a combatant or propose that; `None` for another
    /// player's.
    pub(super) fn right(&self, id: CombatantId) -> Option<MoveRight> {
        self.model.turn.track();
        self.model.together.track();
        self.with(|scene| scene.moves);
        move_right(self.model, id)
    }

    /// Returns the places in the order of the list, which is the own one first and then the
    /// nearest, or as they were written.
    pub(super) fn sorted_places(&self) -> Vec<LocationId> {
        let home = self.home();
        let sorted = self.with(|scene| {
            let all = scene.scene.plan.locations.iter();
            let mut all: Vec<_> = all
                .map(|(id, location)| {
                    let far = home.map(|home| scene.distance(home, *id).unwrap_or(u32::MAX));
                    (home != Some(*id), far, location.slot, *id)
                })
                .collect();
            all.sort_unstable();
            all.into_iter().map(|(.., id)| id).collect()
        });
        sorted.unwrap_or_default()
    }
}

/// Returns the combatants that a player plays, those in the scene first; none for those who run the table.
pub(in crate::scene) fn own_combatants(model: Model) -> Vec<CombatantId> {
    model.rows_changed.track();
    let you = model.you.get();
    if model.can_run_table() || model.role() != Role::Player {
        return Vec::new();
    }
    model.with_view(|view| {
        let rows = view.rows.values();
        let mut own: Vec<_> = rows
            .filter(|row| row.owner == Some(you))
            .map(|row| row.id)
            .collect();
        own.sort_by_key(|id| view.standpoint(*id).is_none());
        own
    })
}

//! The floor plan of a scene: its places and links, and the shortest way between two places.

use crate::base::sorted_map::Map;

use serde::{Deserialize, Serialize};

use super::link::{Link, LinkEnds};
use super::location::Location;
use crate::base::id::LocationId;

/// Places of a scene and the links between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorPlan {
    /// The places by id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub locations: Map<LocationId, Location>,
    /// The links, sorted by their ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(LinkEnds, Link)>,
}

/// A way from one place to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The distance along the way; `None` if a link on it has no distance.
    pub distance: Option<u32>,
    /// The places on the way, from the first to the last.
    pub through: Vec<LocationId>,
}

impl FloorPlan {
    /// Whether there are no places.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.locations.is_empty()
    }

    /// Whether players know of any place of the scene.
    #[must_use]
    pub fn has_known_location(&self) -> bool {
        self.locations.values().any(|location| !location.hidden)
    }

    /// Returns the link between two places.
    #[must_use]
    pub fn link(&self, ends: LinkEnds) -> Option<&Link> {
        let at = self.links.binary_search_by_key(&ends, |(ends, _)| *ends);
        at.ok().map(|at| &self.links[at].1)
    }

    /// Sets the link between two places, or removes it with `None`.
    pub fn set_link(&mut self, ends: LinkEnds, link: Option<Link>) {
        let at = self.links.binary_search_by_key(&ends, |(ends, _)| *ends);
        match (at, link) {
            (Ok(at), Some(link)) => self.links[at].1 = link,
            (Ok(at), None) => _ = self.links.remove(at),
            (Err(at), Some(link)) => self.links.insert(at, (ends, link)),
            (Err(_), None) => {}
        }
    }

    /// Returns the part of the plan that players know of: no hidden place, no hidden link, and no link of a hidden
    /// place.
    #[must_use]
    pub fn known_to_players(&self) -> Self {
        let locations = self.locations.iter();
        let locations = locations.filter_map(|(id, it)| Some((*id, it.known_to_players()?)));
        let locations: Map<_, _> = locations.collect();
        let seen = |ends: &LinkEnds| {
            let ends = ends.locations();
            ends.iter().all(|id| locations.contains_key(id))
        };
        let links = self.links.iter();
        let links = links.filter(|(ends, link)| !link.hidden && seen(ends));
        Self {
            links: links.cloned().collect(),
            locations,
        }
    }

    /// Returns the shortest way between two places along the links that `passable` lets through, given the link, its
    /// ends and the place where it is entered. A link without a distance counts as longer than any with one.
    #[must_use]
    pub fn shortest_route(
        &self,
        from: LocationId,
        to: LocationId,
        passable: impl Fn(&Link, [LocationId; 2], LocationId) -> bool,
    ) -> Option<Route> {
        const UNSAID: u32 = 1 << 20;
        let mut best: Map<LocationId, (u32, Vec<LocationId>)> = Map::new();
        best.insert(from, (0, vec![from]));
        // At most one round for each place: no shortest way visits a place twice.
        for _ in 0..self.locations.len() {
            let mut changed = false;
            for (ends, link) in &self.links {
                let step = link.distance.map_or(UNSAID, u32::from);
                for here in ends.locations() {
                    let Some(there) = ends
                        .other_end(here)
                        .filter(|_| passable(link, ends.locations(), here))
                    else {
                        continue;
                    };
                    let Some((so_far, through)) = best.get(&here) else {
                        continue;
                    };
                    let length = so_far.saturating_add(step);
                    if best.get(&there).is_none_or(|(known, _)| length < *known) {
                        let mut through = through.clone();
                        through.push(there);
                        best.insert(there, (length, through));
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let (length, through) = best.remove(&to)?;
        Some(Route {
            distance: (length < UNSAID).then_some(length),
            through,
        })
    }
}

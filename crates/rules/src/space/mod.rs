//! The scene as places: where everybody can stand, how far it is, and what is in between.
//!
//! [`FloorPlan`] holds the places ([`Location`]) and the links between them ([`Link`]). It knows no combatants:
//! who stands where is in [`encounter::whereabouts`](crate::encounter). [`PairInSpace`] is what a rule system is
//! told about two combatants in it; the system answers with [`SceneReading`]s, which fill in the situation between
//! the two. [`Pace`] says how far a combatant gets in a turn, and at what price.

mod describe;
mod distance;
mod floor_plan;
mod limits;
mod link;
mod location;
mod movement;
mod pair;

pub(crate) use describe::line;
pub use describe::{PlanEdit, SceneLineError, SceneLineProblem, TEMPLATES, parse_description};
pub use distance::DistanceUnit;
pub use floor_plan::{FloorPlan, Route};
pub use limits::{MAX_DESCRIPTION, MAX_LOCATIONS};
pub use link::{Door, Link, LinkEnds, Passage};
pub use location::{CoverMark, Darkness, Drop, Fog, Location, Marks};
pub use movement::{MovementReach, Pace, StepsLeft, Vantage, Way};
pub use pair::{Exit, PairInSpace, SceneReading, Separation, Stance};

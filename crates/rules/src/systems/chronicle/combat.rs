//! The exchanges of Chronicle, each written once from top to bottom.

use super::Chronicle;
use crate::dial::{Dial, Reading};
use crate::exchange::{Combat, Maneuver, Play, Scene, Stop, Ways};
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::system::RuleSystem;

impl Combat for Chronicle {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Chronicle
    }

    fn situation(&self) -> Vec<Dial> {
        Vec::new()
    }

    fn items(&self) -> &'static [ItemSpec] {
        &[]
    }

    fn chart(&self) -> Vec<ChartRow> {
        Vec::new()
    }

    fn maneuvers(&self, _scene: &Scene<'_>) -> Vec<Maneuver> {
        Vec::new()
    }

    fn resolve(&self, _scene: &Scene<'_>, _play: &mut Play<'_>) -> Result<(), Stop> {
        Err(Stop::refused(
            "no_such_maneuver",
            "There is no such maneuver.",
        ))
    }

    fn ways(&self, _sum: i32, _reading: &Reading, _house: &House) -> Ways {
        Ways::new()
    }
}

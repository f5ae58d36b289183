//! The exchanges of Masquerade, each written once from top to bottom.

use super::system::settings;
use super::{Masquerade, dice};
use crate::dial::{Dial, Reading};
use crate::exchange::{Combat, Maneuver, Play, Scene, Stop, Ways};
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::system::RuleSystem;
use crate::systems::d10::table::dials;

impl Combat for Masquerade {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Masquerade
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

    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways {
        dials::ways(sum, reading, dice::reading(&settings(house)))
    }
}

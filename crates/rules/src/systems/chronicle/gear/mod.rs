//! Gear: weapons and their ranges, what is thrown or grabbed, armor and shields.

pub(crate) mod armor;
pub(crate) mod improvised;
pub(crate) mod range;
pub(crate) mod shield;
pub(crate) mod thrown;
pub(crate) mod weapon;

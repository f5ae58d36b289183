//! Tri-Stat, beyond scenes: single rules, charts, house rules, laws, the exchange.

mod charts;
mod exchange;
mod exchange_odds;
mod exchange_table;
mod fight;
mod laws;
mod round;
mod settings;
mod single;
mod table;

use rules::systems::tristat::attack::Attack;
use rules::systems::tristat::defense::Defense;

/// An attack against a target of 9.
fn attack() -> Attack {
    Attack {
        combat_value: 6,
        skill: 3,
        ..Attack::default()
    }
}

/// A defense against a target of 7.
fn defense() -> Defense {
    Defense {
        defense_value: 4,
        skill: 3,
        ..Defense::default()
    }
}

//! Tri-Stat, beyond the vectors: single rules, charts, house rules, laws, the exchange.

mod charts;
mod exchange;
mod guide;
mod laws;
mod made;
mod round;
mod settings;
mod single;
mod table;

use rules::dice::Script;
use rules::systems::tristat::Settings;
use rules::systems::tristat::attack::Attack;
use rules::systems::tristat::damage::Damage;
use rules::systems::tristat::defense::Defense;
use rules::systems::tristat::exchange::Exchange;
use rules::systems::tristat::exchange::deed::Deed;
use rules::systems::tristat::exchange::done::Done;

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

/// Ten points, three of them stopped by armor.
fn damage() -> Damage {
    Damage {
        base: 4,
        combat_value: 6,
        armor: 3,
        ..Damage::default()
    }
}

fn blow() -> Deed {
    Deed::Blow {
        attack: attack(),
        damage: damage(),
    }
}

/// Plays a deed with these faces, which must be exactly enough.
fn play(deed: &Deed, defense: Option<Defense>, by: &Settings, faces: &[u16]) -> Done {
    let mut script = Script::new(faces.iter().copied());
    let done = Exchange::declare(deed.clone(), defense)
        .play(by, &mut script)
        .expect("a possible deed");
    assert_eq!((script.missing(), script.left()), (0, 0), "dice");
    done
}
#[path = "../turned/mod.rs"]
mod turned;

//! Chronicle, beyond scenes: single rules, charts, house rules, laws, exchanges.

mod charts;
mod exchange_attack;
mod exchange_contest;
mod exchange_turn;
mod laws;
mod settings;
mod single;
mod story;
mod table;
mod turned;

use rules::dice::{Dice, Script};
use rules::systems::chronicle::attack::outcome::{Outcome, resolve};
use rules::systems::chronicle::attack::pool::{AttackPool, Hit, Mode, attack_pool};
use rules::systems::chronicle::attack::{Attack, AttackKind, Attacker, Target, Weapon};
use rules::systems::chronicle::pool::{Ask, roll_by};
use rules::systems::chronicle::settings::Settings;
use rules::track::{Boxes, Packet};

/// Points of bashing, lethal and aggravated.
fn packet(bashing: u16, lethal: u16, aggravated: u16) -> Packet {
    Packet {
        bashing,
        lethal,
        aggravated,
        points: 0,
    }
}

/// A row of boxes with these marks.
fn row(size: u16, bashing: u16, lethal: u16, aggravated: u16) -> Boxes {
    Boxes::new(size, packet(bashing, lethal, aggravated)).expect("a possible row")
}

/// An attack of this kind: every trait of the attacker 3, the target's Defense 2.
fn attack(kind: AttackKind) -> Attack {
    Attack {
        kind,
        attacker: Attacker {
            strength: 3,
            dexterity: 3,
            brawl: 3,
            weaponry: 3,
            firearms: 3,
            athletics: 3,
            ..Attacker::default()
        },
        weapon: (kind != AttackKind::Unarmed).then(|| Weapon {
            modifier: 2,
            size: 1,
            ..Weapon::default()
        }),
        target: Target {
            dexterity: 2,
            wits: 3,
            stamina: 2,
            track: Some(row(7, 0, 0, 0)),
            ..Target::default()
        },
        ..Attack::default()
    }
}

fn pool_of(attack: &Attack, settings: &Settings) -> AttackPool {
    attack_pool(attack, settings).expect("a possible attack")
}

/// Plays an attack with these faces, which must be exactly enough.
fn play(attack: &Attack, settings: &Settings, faces: &[u16]) -> Outcome {
    let mut script = Script::new(faces.iter().copied());
    let (_, outcome) = thrown(attack, settings, &mut script);
    assert_eq!((script.missing(), script.left()), (0, 0), "dice");
    outcome
}

/// An attack with its dice, as the exchange puts its parts together.
fn thrown(attack: &Attack, settings: &Settings, dice: &mut dyn Dice) -> (AttackPool, Outcome) {
    let sum = pool_of(attack, settings);
    let ask = Ask {
        pool: sum.pool,
        again: attack.options.again,
        rote: attack.options.rote,
        chance: sum.mode == Mode::Chance,
    };
    let hit = match sum.mode {
        Mode::Pool | Mode::Chance => Hit::Rolled(roll_by(&ask, settings, dice)),
        Mode::AutoDamage => Hit::Automatic,
        Mode::AutoFail | Mode::Impossible => Hit::None,
    };
    let outcome = resolve(attack, &sum, &hit, settings).expect("a possible attack");
    (sum, outcome)
}

//! How long it takes to resolve an attack: the limit is 20 µs for a whole exchange.

use divan::{Bencher, black_box};
use rules::dice::{Dice, Script};
use rules::systems::chronicle::armor::Armor;
use rules::systems::chronicle::attack::{
    Attack, AttackKind, Attacker, Harm, Options, Target, Weapon,
};
use rules::systems::chronicle::called_shot::Location;
use rules::systems::chronicle::concealment::Concealment;
use rules::systems::chronicle::cover::Cover;
use rules::systems::chronicle::exchange::{Answer, Circumstances, Exchange, Step};
use rules::systems::chronicle::pool;
use rules::systems::chronicle::range::Ranges;
use rules::systems::chronicle::{Settings, damage};
use rules::track::{Boxes, Packet};

fn main() {
    divan::main();
}

/// Faces that neither fail nor end.
struct Wheel(u16);

impl Dice for Wheel {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(31).wrapping_add(17);
        self.0 % sides + 1
    }
}

fn shot() -> Attack {
    Attack {
        kind: AttackKind::Firearm,
        attacker: Attacker {
            dexterity: 4,
            firearms: 5,
            wound_penalty: -1,
            ..Attacker::default()
        },
        weapon: Some(Weapon {
            modifier: 4,
            size: 3,
            category: Some(Harm::Ballistic),
            ranges: Ranges::new(100, 200, 400).ok(),
            ..Weapon::default()
        }),
        distance: Some(2),
        options: Options {
            called: Some(Location::Head),
            aim: 3,
            concealment: Some(Concealment::Barely),
            ..Options::default()
        },
        target: Target {
            dexterity: 3,
            wits: 2,
            stamina: 2,
            prone: true,
            armor: vec![Armor {
                ballistic: 2,
                general: 1,
                ..Armor::default()
            }],
            track: Boxes::new(7, Packet::default()).ok(),
            ..Target::default()
        },
        cover: Some(Cover {
            durability: 1,
            structure: 5,
            see_through: false,
        }),
        shield: None,
    }
}

/// From declaration over both sides' answers to marked boxes.
#[divan::bench]
fn whole_exchange(bencher: Bencher<'_, '_>) {
    let settings = Settings::default();
    let attack = shot();
    bencher.bench_local(|| {
        let mut dice = Wheel(3);
        let mut exchange = Exchange::declare(black_box(attack.clone()), Circumstances::default());
        let end = loop {
            let answer = match exchange.step(&settings) {
                Step::NeedChoice { .. } => Answer::Yes,
                Step::NeedRoll { ask, .. } => Answer::Rolled(pool::roll(&ask, &mut dice)),
                Step::NeedDie { .. } => Answer::Face(1),
                end @ (Step::Done(_) | Step::Refused(_)) => break end,
            };
            if exchange.answer(answer, &settings).is_err() {
                break exchange.step(&settings);
            }
        };
        assert!(matches!(end, Step::Done(_)), "{end:?}");
        end
    });
}

/// The same in one go, as the vectors play it.
#[divan::bench]
fn attack_in_one_go(bencher: Bencher<'_, '_>) {
    let settings = Settings::default();
    let attack = shot();
    bencher.bench_local(|| black_box(&attack).play(&settings, &mut Wheel(3)));
}

#[divan::bench]
fn mark_a_full_row(bencher: Bencher<'_, '_>) {
    let full = Packet {
        bashing: 4,
        lethal: 3,
        aggravated: 0,
        points: 0,
    };
    let track = Boxes::new(7, full).ok();
    bencher.bench_local(|| track.map(|track| damage::mark(black_box(track), full)));
}

#[divan::bench]
fn twelve_dice(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| {
        let faces = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 10, 10, 4, 8, 9];
        pool::roll(&black_box(pool::Ask::pool(12)), &mut Script::new(faces))
    });
}

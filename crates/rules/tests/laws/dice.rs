//! The dice against a checker in another language, which was written from the specification alone.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use rules::base::dice::Dice as _;
use rules::base::id::{CommandId, EncounterId};
use rules::dice_proof::{DiceStream, Hex, RollKey, Secret};
use testkit::table::SeededDice;

/// The checker, and the variable that says how many rolls it makes again.
const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/dice/check.mjs");
const ROLLS: &str = "DICE_ROLLS";

fn bytes<const N: usize>(chance: &mut SeededDice) -> [u8; N] {
    std::array::from_fn(|_| u8::try_from(chance.roll_die(256) - 1).expect("a byte"))
}

fn sides(chance: &mut SeededDice) -> u32 {
    match chance.roll_die(4) {
        1 => [2, 4, 6, 8, 10, 12, 20, 100][usize::from(chance.roll_die(8)) - 1],
        2 => 10,
        3 => u32::from(chance.roll_die(256)),
        _ => u32::from(chance.roll_die(u16::MAX)) + u32::from(chance.roll_die(2)) - 1,
    }
}

#[test]
fn another_program_makes_the_same_faces() {
    let rolls: u64 = std::env::var(ROLLS).map_or(2_000, |text| text.parse().expect("a number"));
    let mut checker = Command::new("node")
        .arg(CHECKER)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node, which the tests in browsers need as well");
    let mut input = checker.stdin.take().expect("its input");
    let output = BufReader::new(checker.stdout.take().expect("its output"));
    let roll_of = |nth: u64| {
        let mut chance = SeededDice::for_command(CommandId(u128::from(nth)));
        let roll = RollKey {
            encounter: EncounterId::from_bytes(bytes(&mut chance)),
            epoch: u32::from_be_bytes(bytes(&mut chance)),
            roller: Hex(bytes(&mut chance)),
            counter: u64::from_be_bytes(bytes(&mut chance)),
        };
        let secret = Secret::new(bytes(&mut chance));
        let nonce = Hex(bytes(&mut chance));
        let many = if nth.is_multiple_of(500) {
            1_000
        } else {
            chance.roll_die(20)
        };
        let dice: Vec<u32> = (0..many).map(|_| sides(&mut chance)).collect();
        (secret, roll, nonce, dice)
    };
    let asking = std::thread::spawn(move || {
        for nth in 0..rolls {
            let (secret, roll, nonce, dice) = roll_of(nth);
            let dice: Vec<String> = dice.iter().map(u32::to_string).collect();
            let (secret, dice) = (secret.expose(), dice.join(","));
            let RollKey {
                encounter,
                epoch,
                roller,
                counter,
            } = roll;
            let line = format!("{secret} {encounter} {epoch} {roller} {counter} {nonce} {dice}\n");
            input
                .write_all(line.as_bytes())
                .expect("a checker that reads");
        }
    });
    let mut lines = output.lines();
    let mut faces = 0_u64;
    for nth in 0..rolls {
        let (secret, roll, nonce, dice) = roll_of(nth);
        let mut stream = DiceStream::new(&secret, &roll, &nonce);
        let fell = dice.iter().map(|sides| stream.die(*sides));
        let fell: Vec<String> = fell.map(|face| face.expect("a face").to_string()).collect();
        faces += fell.len() as u64;
        let said = lines.next().expect("a line for each roll").expect("text");
        assert_eq!(said, fell.join(","), "roll {nth}: {roll:?}");
    }
    asking.join().expect("all was asked");
    assert!(checker.wait().expect("an end").success());
    assert!(faces > rolls);
}

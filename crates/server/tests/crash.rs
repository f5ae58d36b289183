//! Two hundred commands in one burst while the program is killed at a random moment, fifty
//! times: what was acknowledged is there, and nothing is there twice.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

mod common;

use common::{Browser, Program, kept};
use rules::encounter::Command;
use rules::encounter::command::{AskedTerm, RollAsk};
use rules::id::CommandId;
use rules::system::Reading;
use rules::systems::chronicle::pool::Again;
use rules::wire::{FromClient, FromServer};

const ROUNDS: u32 = 50;
const BURST: u32 = 200;

/// A roll that can be told from every other.
fn roll(what: String) -> Command {
    Command::Roll(Box::new(RollAsk {
        id: None,
        what,
        terms: vec![AskedTerm {
            label: "Pool".into(),
            value: 3,
        }],
        reading: Reading::Pool {
            again: Again::Ten,
            rote: false,
            chance: false,
        },
        hidden: false,
        bare: false,
        faces: None,
    }))
}

/// Numbers that look like chance and can be repeated: `COTERIE_SEED` names the first.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

#[tokio::test]
async fn what_was_acknowledged_survives_and_nothing_counts_twice() {
    let seed = std::env::var("COTERIE_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::from(std::process::id()) | 1 << 40);
    println!("COTERIE_SEED={seed} repeats this");
    let mut moments = Moments(seed);

    let data = tempfile::tempdir().unwrap();
    let mut program = Program::start(data.path());
    let mut mara = Browser::new(program.address);
    let table = mara.make_table();
    let encounter = mara.encounter(&table);

    let (mut cut_short, mut acknowledged) = (0, 0);
    for round in 0..ROUNDS {
        let ids: Vec<CommandId> = (0..BURST)
            .map(|n| CommandId(u128::from(round) << 64 | u128::from(n) + 1))
            .collect();
        let say = |n: usize| FromClient::Do {
            id: ids[n],
            command: roll(format!("{round}-{n}")),
        };

        let (mut line, _) = mara.connect(&encounter).await;
        for n in 0..ids.len() {
            line.say(&say(n)).await;
        }
        let patience = moments.next(u64::from(BURST) + 1);
        let mut acks = Vec::new();
        while (acks.len() as u64) < patience {
            if let Some(FromServer::Done(id)) = line.hear().await {
                acks.push(id);
            }
        }
        tokio::time::sleep(std::time::Duration::from_micros(moments.next(4_000))).await;
        program.kill();
        // What had been sent before the end still counts as acknowledged.
        while let Some(message) = line.hear().await {
            if let FromServer::Done(id) = message {
                acks.push(id);
            }
        }
        acknowledged += acks.len();
        cut_short += u32::from(acks.len() < BURST as usize);

        program = Program::start(data.path());
        mara = mara.at(program.address);
        for (id, count) in ids.iter().zip(kept(data.path(), &ids).await) {
            assert!(count <= 1, "{id} is there {count} times");
            assert!(
                count == 1 || !acks.contains(id),
                "{id} was acknowledged and is gone"
            );
        }

        // The browser says everything again; each is answered, and each is there once.
        let (mut line, _) = mara.connect(&encounter).await;
        for n in 0..ids.len() {
            line.say(&say(n)).await;
        }
        let mut answered = Vec::new();
        while answered.len() < ids.len() {
            match line.hear().await.unwrap() {
                FromServer::Done(id) => answered.push(id),
                FromServer::NotDone(id, why) => panic!("{id}: {why}"),
                _ => {}
            }
        }
        assert_eq!(kept(data.path(), &ids).await, vec![1; ids.len()]);
        let (_, snapshot) = mara.connect(&encounter).await;
        let last = snapshot.view.log.last().unwrap();
        assert!(
            format!("{:?}", last.what).contains(&format!("{round}-")),
            "{last:?}"
        );
    }
    println!("{acknowledged} acknowledged, {cut_short} of {ROUNDS} bursts cut short");
    assert!(
        cut_short > ROUNDS / 4,
        "the kill must come in the middle to mean something"
    );
}

//! An ordinary blow of each rule system at a table: one answer, and the odds of all of it. The
//! limits are 20 µs for what the rules do in a step and 20 ms for the odds.

use divan::{Bencher, black_box};
use rules::dial::Reading;
use rules::encounter::command::{AskedAnswer, Declaration};
use rules::encounter::{Class, Command, Given, decide};
use rules::exchange::{self, FirstOpen, Intent, Moments, Step};
use rules::house::House;
use rules::id::{CommandId, ExchangeId};
use rules::system::SystemId;
use testkit::table::{ST, Seeded, Table};

fn main() {
    divan::main();
}

const KEYS: [&str; 5] = [
    "chronicle",
    "crossover",
    "masquerade",
    "ascension",
    "tristat",
];

/// A table where a blow was declared at a target who may defend.
fn declared(key: &str) -> (Table, ExchangeId) {
    let system = SystemId::ALL.iter().copied().find(|it| it.key() == key);
    let mut table = Table::on(system.expect("a system"));
    let (numbers, maneuver) = match key {
        "tristat" => ("body 6 mind 5 soul 6 melee 3", "attack"),
        "chronicle" => ("strength 3 brawl 3 dexterity 3 stamina 3 wits 3", "unarmed"),
        _ => ("strength 3 brawl 3 dexterity 3 stamina 3 wits 3", "strike"),
    };
    for name in ["Ilse pc", "Ghoul"] {
        table.ok(ST, testkit::table::add(&format!("{name} {numbers}")));
    }
    let mut table = table.lined_up();
    let declared = Command::Declare(Box::new(Declaration {
        by: Some(table.id("Ilse")),
        at: vec![table.id("Ghoul")],
        others: Vec::new(),
        intent: Intent::of(maneuver),
        without: Vec::new(),
        anyway: true,
        noticed: false,
        throws: false,
    }));
    table.ok(ST, declared);
    let view = table.view(Class::Storyteller);
    let id = view.exchanges.values().next().expect("an exchange").id;
    (table, id)
}

/// The first answer there is to what is asked.
fn answer(table: &Table, exchange: ExchangeId) -> Option<Command> {
    let next = table.view(Class::Storyteller).exchanges[&exchange]
        .next
        .clone()?;
    let step = next.each().first()?.clone();
    let answer = match &step {
        Step::Choose { options, .. } => {
            let open = options.iter().find(|option| option.barred.is_none())?;
            AskedAnswer::Chose(open.key.to_string())
        }
        Step::Number { range, .. } => AskedAnswer::Number(range.0),
        _ => AskedAnswer::Roll {
            bought: Vec::new(),
            faces: None,
        },
    };
    let slot = step.asked()?.0.clone();
    Some(Command::Answer {
        exchange,
        slot,
        answer,
        throws: false,
    })
}

/// What the rules do for a step: all of it is played again from its answers.
#[divan::bench(args = KEYS)]
fn a_step(bencher: Bencher<'_, '_>, key: &str) {
    let (table, id) = declared(key);
    let open = table.encounter.exchange(id).expect("it is open");
    let combat = open_combat(key);
    table.encounter.stage(open, |scene| {
        bencher.bench_local(|| {
            exchange::step(
                combat,
                &Moments::only(*black_box(scene)),
                &open.answers,
                &[],
            )
        });
    });
}

fn open_combat(key: &str) -> &'static dyn exchange::Combat {
    let system = SystemId::ALL.iter().copied().find(|it| it.key() == key);
    system.expect("a system").combat()
}

/// The last answer as the table decides it, with everything that is written down.
#[divan::bench(args = KEYS)]
fn the_last_answer(bencher: Bencher<'_, '_>, key: &str) {
    let (mut table, id) = declared(key);
    let mut last = None;
    while let Some(command) = answer(&table, id) {
        last = Some((table.clone(), command.clone()));
        table.ok(ST, command);
    }
    let (before, command) = last.expect("something is asked");
    let given = Given {
        id: CommandId(7),
        by: ST,
        command,
    };
    bencher.bench_local(|| {
        decide(
            black_box(&before.encounter),
            &given,
            &mut Seeded::of(given.id),
        )
    });
}

/// Every way the blow can go.
#[divan::bench(args = KEYS)]
fn odds(bencher: Bencher<'_, '_>, key: &str) {
    let (table, id) = declared(key);
    let open = table.encounter.exchange(id).expect("it is open");
    let exact = table.encounter.odds(open, &FirstOpen).expect("odds").exact;
    assert!(exact, "an ordinary blow is followed exactly");
    bencher.bench_local(|| table.encounter.odds(black_box(open), &FirstOpen));
}

/// Every number of successes of a pool of thirty dice, tens again.
#[divan::bench]
fn odds_of_thirty_dice(bencher: Bencher<'_, '_>) {
    let (reading, house) = (Reading::default(), House::default());
    let combat = open_combat("chronicle");
    bencher.bench_local(|| combat.ways(black_box(30), &reading, &house));
}

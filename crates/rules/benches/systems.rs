//! An ordinary blow of each rule system at a table: one answer, and the odds of all of it. The
//! limits are 20 µs for what the rules do in a step and 20 ms for the odds.

use divan::{Bencher, black_box};
use rules::base::id::{CommandId, ExchangeId};
use rules::character::parameters::Parameters;
use rules::encounter::command::{AnswerInput, Declaration};
use rules::encounter::{Class, Command, IssuedCommand, decide};
use rules::exchange::{self, ExchangeStep, FirstOpen, Intent, SceneHistory};
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;
use testkit::table::{ST, SeededDice, Table};

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
    let mut table = Table::with_system(system.expect("a system"));
    let (numbers, maneuver) = match key {
        "tristat" => ("body 6 mind 5 soul 6 melee 3", "attack"),
        "chronicle" => ("strength 3 brawl 3 dexterity 3 stamina 3 wits 3", "unarmed"),
        _ => ("strength 3 brawl 3 dexterity 3 stamina 3 wits 3", "strike"),
    };
    for name in ["Ilse pc", "Ghoul"] {
        table.give_accepted(
            ST,
            testkit::table::add_command(&format!("{name} {numbers}")),
        );
    }
    let mut table = table.place_all_in_order();
    let declared = Command::Declare(Box::new(Declaration {
        by: Some(table.combatant_id("Ilse")),
        at: vec![table.combatant_id("Ghoul")],
        others: Vec::new(),
        intent: Intent::of(maneuver),
        without: Vec::new(),
        anyway: true,
        noticed: false,
        throws: false,
    }));
    table.give_accepted(ST, declared);
    let view = table.view(Class::Storyteller);
    let id = view.exchanges.values().next().expect("an exchange").id;
    (table, id)
}

/// The first answer there is to what is asked.
fn answer(table: &Table, exchange: ExchangeId) -> Option<Command> {
    let next = table.view(Class::Storyteller).exchanges[&exchange]
        .next
        .clone()?;
    let step = next.questions().first()?.clone();
    let answer = match &step {
        ExchangeStep::Choose { options, .. } => {
            let open = options.iter().find(|option| option.barred.is_none())?;
            AnswerInput::Chose(open.key.to_string())
        }
        ExchangeStep::Number { range, .. } => AnswerInput::Number(range.0),
        _ => AnswerInput::Roll {
            bought: Vec::new(),
            faces: None,
        },
    };
    let slot = step.slot_and_party()?.0.clone();
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
    table.encounter.with_scene(open, |scene| {
        bencher.bench_local(|| {
            exchange::play_answers(
                combat,
                &SceneHistory::unchanging(*black_box(scene)),
                &open.answers,
                &[],
            )
        });
    });
}

fn open_combat(key: &str) -> &'static dyn exchange::CombatRules {
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
        table.give_accepted(ST, command);
    }
    let (before, command) = last.expect("something is asked");
    let given = IssuedCommand {
        id: CommandId(7),
        by: ST,
        command,
    };
    bencher.bench_local(|| {
        decide(
            black_box(&before.encounter),
            &given,
            &mut SeededDice::for_command(given.id),
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
    let (reading, house) = (Parameters::default(), HouseRules::default());
    let combat = open_combat("chronicle");
    bencher.bench_local(|| combat.distribution(black_box(30), &reading, &house));
}

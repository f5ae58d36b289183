//! Every demonstration obeys its own rules.
//!
//! A story is played, and a referee of its system looks on: each roll is summed up anew by the
//! system's own functions of attack, defense, damage and soak from what stands on the sheets, and
//! must come to the same terms; whatever is marked must be what the rolls before it did, no more
//! and no less; and what is spent must pay for something. What a roll is of (with which weapon,
//! at whom) the referee knows by its words, so a roll without an explanation fails.

mod ascension;
mod blow;
mod chronicle;
mod crossover;
mod masquerade;
mod scene;
mod tristat;

use rules::base::id::CommandId;
use rules::encounter::feature::{
    Edited, Harmed, InitiativeRolled, Intended, Marked, Spent, TurnChanged,
};
use rules::encounter::{Class, CombatantField, Encounter, Event, Record, View, demo};
use rules::ruleset::SystemId;
use testkit::table::{SeededDice, name};

use scene::{Person, Referee, Scene, Verdict};

/// Seeds of the dice that are thrown while a story is played: none may change what it tells.
const SEEDS: u128 = 25;

fn referee(system: SystemId) -> Box<dyn Referee> {
    match system {
        SystemId::Chronicle => Box::new(chronicle::Chronicle::default()),
        SystemId::Crossover => Box::new(crossover::Crossover::default()),
        SystemId::Masquerade => Box::new(masquerade::Masquerade::default()),
        SystemId::Tristat => Box::new(tristat::Tristat::default()),
        SystemId::Ascension => Box::new(ascension::Ascension::default()),
    }
}

fn records(system: SystemId, seed: u128) -> Vec<Record> {
    let mut next = seed << 64;
    let id = || {
        next += 1;
        CommandId(next)
    };
    let played = demo::build_encounter(
        system,
        1_000_000,
        id,
        &mut SeededDice::for_command(CommandId(seed)),
    );
    played.expect("a story").1
}

/// Looks on while a story is told, and says how many rolls there were.
fn looked_on(system: SystemId, seed: u128) -> usize {
    let title = name(system.rules().lists().demo_script.title);
    let mut encounter = Encounter::new(title, system);
    let mut referee = referee(system);
    let mut scene = Scene::new(View::of(&encounter, Class::Storyteller));
    let mut rolls = 0;
    for record in &records(system, seed) {
        for event in &record.events {
            rolls += usize::from(matches!(event, Event::Rolled(_)));
            look(&mut scene, &mut *referee, event, record);
        }
        encounter.apply(record);
        scene.now(View::of(&encounter, Class::Storyteller));
    }
    rolls
}

fn look(scene: &mut Scene, referee: &mut dyn Referee, event: &Event, record: &Record) {
    let fights = scene.view.turn.round > 0;
    match event {
        Event::Rolled(roll) => {
            let id = roll.id.expect("a combatant rolls");
            if !referee.answers(roll.what.as_ref()) {
                scene.nothing_due(roll.what.as_ref());
            }
            let verdict = referee.roll(scene, scene.of(id), roll);
            check(scene, &scene.of(id), roll, &verdict);
            let who = scene.of(id).name();
            if verdict.action {
                scene.acted(&who);
            }
            scene.due = verdict.due;
        }
        Event::Harmed(Harmed { id, packet, .. }) if fights => {
            let who = scene.of(*id).name();
            let due = scene.due.take();
            assert_eq!(due, Some((who, *packet)), "what the rolls did");
        }
        Event::Marked(Marked { id, .. }) => panic!("{} was marked by hand", scene.of(*id).name()),
        Event::Edited(Edited {
            id,
            after: CombatantField::Note(Some(note)),
            ..
        }) => {
            let (who, note) = (scene.of(*id), note.to_string());
            scene.nothing_due(&note);
            assert!(referee.note(scene, who, &note), "{note:?} says who?");
        }
        Event::Spent(Spent {
            id,
            pool,
            before,
            after,
            ..
        }) => {
            // What a roll or a change of mind costs is the table's to take.
            let by_itself = |other: &Event| matches!(other, Event::Rolled(_) | Event::Aborted(_));
            if !record.events.iter().any(by_itself) {
                let who = scene.of(*id);
                let paid = referee.spends(scene, who, pool, after - before);
                assert!(paid, "{pool} was spent for nothing");
            }
        }
        Event::InitiativeRolled(InitiativeRolled {
            id,
            before: Some(before),
            after: Some(after),
            ..
        }) => {
            *scene.adjusted.entry(scene.of(*id).name()).or_default() += after.score - before.score;
        }
        Event::Intended(Intended { id, after, .. }) => {
            if let Some(plan) = &after.plan {
                referee.plan(scene, scene.of(*id), plan);
            }
        }
        Event::TurnChanged(TurnChanged { before, after, .. }) => {
            scene.nothing_due("the next step");
            referee.step(scene, *before, *after);
            scene.step(*before, *after);
        }
        _ => {}
    }
}

/// The roll is what the rules say it is.
fn check(
    scene: &Scene,
    who: &Person<'_>,
    roll: &rules::encounter::feature::RollRecord,
    verdict: &Verdict,
) {
    let told = format!("{}: {}", who.name(), roll.what);
    let typed = roll.terms.iter().filter(|term| term.rule.is_none());
    let typed: Vec<(&str, i32)> = typed.map(|term| (&*term.label, term.value)).collect();
    let meant = verdict.terms.iter();
    let meant: Vec<(&str, i32)> = meant.map(|(label, value)| (&**label, *value)).collect();
    assert_eq!(typed, meant, "{told}");
    assert_eq!(roll.pool, verdict.pool, "{told}");
    let rules = scene.view.system.rules();
    for dial in rules.parameter_specs(None) {
        let meant = verdict.dials.get_or(dial.key, dial.default);
        assert_eq!(
            roll.reading.get_or(dial.key, dial.default),
            meant,
            "{told}: {}",
            dial.key
        );
    }
    if verdict.action {
        assert_eq!(scene.acting(), Some(who.name()), "{told}: whose step it is");
    }
    assert!(!roll.typed && !roll.hidden, "{told}");
}

fn obeys(system: SystemId) {
    for seed in 1..=SEEDS {
        assert!(looked_on(system, seed) >= 10, "{system:?} shows its dice");
    }
}

#[test]
fn chronicle_obeys_its_own_rules() {
    obeys(SystemId::Chronicle);
}

#[test]
fn crossover_obeys_its_own_rules() {
    obeys(SystemId::Crossover);
}

#[test]
fn masquerade_obeys_its_own_rules() {
    obeys(SystemId::Masquerade);
}

#[test]
fn tristat_obeys_its_own_rules() {
    obeys(SystemId::Tristat);
}

#[test]
fn ascension_obeys_its_own_rules() {
    obeys(SystemId::Ascension);
}

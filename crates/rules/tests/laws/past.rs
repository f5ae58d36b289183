//! The past: it is what it was, to the last byte, for each class of viewers.

use proptest::prelude::*;
use rules::encounter::replay::past::{Past, PastStep};
use rules::encounter::{Class, Command, Encounter, View};
use rules::ruleset::SystemId;
use testkit::table::{ANA, ST, Table, name};

use crate::recipe::{recipes, systems};
use crate::whole::live;
use crate::{cases, json};

/// The past of everything that happened at a table.
fn past(table: &Table, system: SystemId) -> Past {
    let mut past = Past::new(Encounter::new(name("A test"), system));
    table
        .records
        .iter()
        .for_each(|record| past.apply_record(record));
    past
}

/// The encounter as it was at a step, by the records that are kept.
pub(crate) fn at(past: &Past, table: &Table, class: Class, step: u32) -> (Encounter, u64) {
    let mut way = past.navigate_to(class, step).expect("a step");
    let (behind, missing) = way.missing_records();
    let kept = table.records.iter().skip(usize::try_from(behind).unwrap());
    let missing = usize::try_from(missing).unwrap();
    // One more is there already.
    kept.take(missing + 1)
        .for_each(|record| way.apply_record(record));
    let until = behind + missing as u64;
    (way.into_encounter().expect("all records"), until)
}

/// A step without the number of its record, which no viewer is told.
pub(crate) fn told(step: &PastStep) -> String {
    let PastStep {
        at,
        by,
        turn,
        lines,
        touched,
        exchanges,
        ..
    } = step;
    format!("{at} {by:?} {turn:?} {lines:?} {touched:?} {exchanges:?}")
}

/// Everything a class may read of the past: each step with the view of it, where it may jump to,
/// and every line of the log.
pub(crate) fn shown(table: &Table, system: SystemId, class: Class) -> Vec<String> {
    let past = past(table, system);
    let steps = past.steps(class).map(|(number, step)| {
        let (then, _) = at(&past, table, class, number);
        let view = json(&View::of(&then, class));
        format!("{number} {} {view}", told(step))
    });
    let jumps = past.jumps(class).iter().map(|jump| format!("{jump:?}"));
    let lines = past.lines(class);
    let lines = lines.map(|(line, step)| format!("{step} {}", json(line)));
    steps.chain(jumps).chain(lines).collect()
}

/// A view without what is no step: what the dice are bound to, what undo and redo would do.
fn picture(view: View) -> View {
    View {
        dice: String::new(),
        can_undo: false,
        undo: Default::default(),
        redo: Default::default(),
        ..view
    }
}

proptest! {
    #![proptest_config(cases(32))]

    /// The encounter at a step is the one that people played on, to the last number; each change of
    /// what a class saw is a step of it, and nothing else is.
    #[test]
    fn the_past_is_what_it_was(system in systems(), recipes in recipes(150)) {
        let mut played = vec![Table::with_system(system).encounter];
        let first = Table::with_system(system).records.len();
        let table = live(system, &recipes, |_, after, _, _, _| {
            if after.records.len() - first == played.len() {
                played.push(after.encounter.clone());
            }
        });
        let past = past(&table, system);
        prop_assert_eq!(past.record_count(), table.records.len() as u64);
        prop_assert_eq!(past.encounter(), &table.encounter);
        for class in Class::ALL {
            let mut steps = past.steps(class).peekable();
            let mut number = 0;
            let mut before = picture(View::of(&Encounter::new(name("A test"), system), class));
            for (step, _) in past.steps(class) {
                number += 1;
                prop_assert_eq!(step, number);
                let (then, record) = at(&past, &table, class, step);
                let record = usize::try_from(record).unwrap();
                if let Some(live) = record.checked_sub(first).and_then(|at| played.get(at)) {
                    prop_assert_eq!(json(&then), json(live));
                    prop_assert_eq!(&then, live);
                }
                let view = picture(View::of(&then, class));
                prop_assert_ne!(&view, &before, "{:?}: step {} changed nothing", class, step);
                before = view;
            }
            prop_assert_eq!(past.step_range(class), (number > 0).then_some((1, number)));
            // Between steps nothing changed.
            let mut shown = picture(View::of(&Encounter::new(name("A test"), system), class));
            for (nth, live) in played.iter().enumerate() {
                let record = (first + nth) as u64;
                while let Some((step, _)) = steps.peek().copied() {
                    let (then, of) = at(&past, &table, class, step);
                    if of > record {
                        break;
                    }
                    shown = picture(View::of(&then, class));
                    steps.next();
                }
                prop_assert_eq!(&shown, &picture(View::of(live, class)));
            }
        }
    }

    /// Every line that a class was ever sent can be read, as it was sent last.
    #[test]
    fn all_lines_are_there(system in systems(), recipes in recipes(220)) {
        let mut sent = Class::ALL.map(|_| std::collections::BTreeMap::new());
        let table = live(system, &recipes, |_, after, _, _, _| {
            for (class, sent) in Class::ALL.into_iter().zip(&mut sent) {
                let lines = after.view(class).log.into_iter();
                sent.extend(lines.map(|line| (line.no, line)));
            }
        });
        let past = past(&table, system);
        for (class, sent) in Class::ALL.into_iter().zip(sent) {
            let (_, last) = past.step_range(class).expect("steps");
            let all: Vec<_> = past.lines(class).collect();
            for (line, step) in &all {
                prop_assert!((1..=last).contains(step));
                if let Some(sent) = sent.get(&line.no) {
                    prop_assert_eq!(*line, sent);
                }
                // At its step the line said what it says.
                let (then, _) = at(&past, &table, class, *step);
                let log = View::of(&then, class).log;
                let then = log.iter().find(|then| then.no == line.no);
                prop_assert_eq!(then.map(|then| &then.what), Some(&line.what));
            }
            prop_assert!(sent.keys().all(|no| all.iter().any(|(line, _)| line.no == *no)));
        }
    }
}

/// What was hidden stays hidden in the past when it is revealed; what was seen stays seen in it
/// when it is hidden.
#[test]
fn a_reveal_does_not_reach_back() {
    let mut table = Table::new().add_combatants(&["!Bishop stam 3 size 5", "Ghoul stam 2 size 5"]);
    let bishop = table.combatant_id("Bishop");
    let ghoul = table.combatant_id("Ghoul");
    let say = |line: &str| Command::Say {
        line: line.into(),
        who: None,
    };
    table.give_accepted(ANA, say("What is that noise?"));
    table.give_accepted(ST, Command::Reveal { id: bishop });
    table.give_accepted(ANA, say("A bishop!"));
    table.give_accepted(ST, Command::Hide { id: ghoul });
    table.give_accepted(ANA, say("Where did the ghoul go?"));
    let past = past(&table, SystemId::FIRST);
    let seen = |words: &str| {
        let mut lines = past.lines(Class::Table);
        let (_, step) = lines
            .find(|(line, _)| json(&line.what).contains(words))
            .expect("a line");
        let (then, _) = at(&past, &table, Class::Table, step);
        let rows = View::of(&then, Class::Table).rows;
        (rows.contains_key(&bishop), rows.contains_key(&ghoul))
    };
    assert_eq!(seen("noise"), (false, true));
    assert_eq!(seen("A bishop!"), (true, true));
    assert_eq!(seen("Where did"), (true, false));
    let all = shown(&table, SystemId::FIRST, Class::Table);
    let noise = all.iter().position(|it| it.contains("noise")).unwrap();
    assert!(!all[..=noise].iter().any(|it| it.contains("Bishop")));
}

/// Who did what: of what is told, as it is told; of what is not, only those who run the table know.
#[test]
fn steps_say_who_did_it() {
    let mut table = Table::new().add_combatants(&["Ghoul stam 2 size 5"]);
    let ghoul = table.combatant_id("Ghoul");
    let packet = rules::character::track::DamagePacket::of_severity(
        rules::character::track::Severity::Lethal,
        2,
    );
    table.give_accepted(ST, Command::Harm { id: ghoul, packet });
    table.give_accepted(ST, Command::Undo);
    let past = past(&table, SystemId::FIRST);
    for class in Class::ALL {
        let (number, undone) = past.steps(class).next_back().expect("a step");
        let (_, harmed) = past.steps(class).rev().nth(1).expect("a step");
        assert_eq!(undone.by, harmed.by);
        assert!(undone.by.is_some());
        let tracks = |step: &PastStep| {
            let parts = step.touched.iter().map(|touch| format!("{:?}", touch.part));
            parts.filter(|part| part.starts_with("Track")).count()
        };
        assert_eq!((tracks(harmed), tracks(undone)), (1, 1));
        assert_eq!(past.step_range(class).expect("steps").1, number);
    }
}

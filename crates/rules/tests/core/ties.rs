//! What stands between two combatants: the situation and the holds. Who sets them, who sees them,
//! and when they end by themselves.

use rules::base::id::CombatantId;
use rules::base::seat::Actor;
use rules::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Encounter, Event, Record, Refusal, diff};
use rules::exchange::{Hold, Party};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, EVE, ST, Table, name};

/// The systems with something to set about a situation that is one side's, one thing of it, and a
/// table: Weston is Ana's, Mara Ben's, the cat is hidden.
fn tables() -> Vec<(ParameterSpec, Table)> {
    tables_where(false)
}

/// The same with something that counts from both sides, or that does not.
fn tables_where(mutual: bool) -> Vec<(ParameterSpec, Table)> {
    let tables: Vec<_> = SystemId::ALL
        .iter()
        .filter_map(|system| {
            let combat = system.combat();
            let counts = |dial: &ParameterSpec| combat.mutual_parameters().contains(&dial.key);
            let dials = combat.situation_parameters();
            let dial = dials.into_iter().find(|dial| counts(dial) == mutual)?;
            Some((dial, cast(*system)))
        })
        .collect();
    assert!(!tables.is_empty());
    tables
}

fn cast(system: SystemId) -> Table {
    let mut table = Table::with_system(system).add_combatants(&["@Weston", "ghoul", "rat", "!cat"]);
    table.give_accepted(BEN, testkit::table::add_command("Mara"));
    table
}

/// Two values of a dial, and one that it does not take.
fn values(dial: &ParameterSpec) -> (i32, i32, i32) {
    match &dial.range {
        ParameterRange::Flag => (1, 0, 2),
        ParameterRange::Choice(options) => (options[0].0, options[1].0, i32::MIN),
        ParameterRange::Number(least, most) => (*least, least + 1, most + 1),
    }
}

fn situate(
    (from, to): (CombatantId, CombatantId),
    dial: &ParameterSpec,
    value: impl Into<Option<i32>>,
) -> Command {
    Command::Situate {
        from,
        to,
        key: dial.key.into(),
        value: value.into(),
    }
}

fn hold((by, on): (CombatantId, CombatantId), key: &str, amount: i32) -> Command {
    Command::Hold {
        by,
        on,
        key: key.into(),
        amount,
    }
}

fn release((by, on): (CombatantId, CombatantId), key: &str) -> Command {
    Command::Release {
        by,
        on,
        key: key.into(),
    }
}

fn knock_out(table: &mut Table, by: Actor, id: CombatantId) -> Vec<Event> {
    let rules = table.view(Class::Table).system.rules();
    let points = rules.facts().damage_kinds.len() == 1;
    let packet = match points {
        true => DamagePacket::of_points(500),
        false => DamagePacket::of_severity(Severity::Lethal, 60),
    };
    table.give_accepted(by, Command::Harm { id, packet })
}

/// The holds a class sees, as words.
fn held(table: &Table, class: Class) -> Vec<String> {
    let view = table.view(class);
    let name = |id| view.rows[&id].full_name();
    let holds = view.holds.iter();
    holds
        .map(|hold| {
            format!(
                "{} {} {} {}",
                name(hold.by),
                hold.word,
                name(hold.on),
                hold.amount
            )
        })
        .collect()
}

#[test]
fn a_situation_is_remembered() {
    for (dial, mut table) in tables() {
        let pair = (table.combatant_id("Weston"), table.combatant_id("Ghoul"));
        let (one, other, _) = values(&dial);
        let now = |table: &Table| {
            table
                .encounter
                .situation_between(pair.0, pair.1)
                .get(dial.key)
        };
        assert_eq!(now(&table), None);
        for value in [one, other] {
            table.give_accepted(ANA, situate(pair, &dial, value));
            assert_eq!(now(&table), Some(value));
            let seen = table.view(Class::Table).situation;
            assert_eq!(
                seen[&pair.0][&pair.1],
                Parameters::default().with(dial.key, value)
            );
            let again = situate(pair, &dial, value);
            assert_eq!(table.give_refused(ANA, again), Refusal::NothingToDo);
            let LogMessage::Situated { from, to, words } = table.last_log_message(Class::Table)
            else {
                panic!("nothing was said");
            };
            assert_eq!((&*from, &*to), ("Weston", "Ghoul"));
            assert!(words.starts_with(dial.title.get()), "{words}");
        }
        // It is one side's: the other's is its own.
        let back = table.encounter.situation_between(pair.1, pair.0);
        assert_eq!(back.get(dial.key), None);
        table.give_accepted(ANA, situate((pair.1, pair.0), &dial, one));
        table.give_accepted(ST, situate(pair, &dial, None));
        assert_eq!(now(&table), None);
        assert_eq!(table.view(Class::Table).situation.len(), 1);
    }
}

/// How far apart two are is the same from either side, whichever side it was said from.
#[test]
fn what_counts_from_both_sides_is_one_thing() {
    for (dial, mut table) in tables_where(true) {
        let pair = (table.combatant_id("Weston"), table.combatant_id("Ghoul"));
        let back = (pair.1, pair.0);
        let (one, other, _) = values(&dial);
        let now = |table: &Table| {
            [pair, back].map(|(from, to)| table.encounter.situation_between(from, to).get(dial.key))
        };
        table.give_accepted(ANA, situate(pair, &dial, one));
        assert_eq!(now(&table), [Some(one); 2]);
        let again = situate(back, &dial, one);
        assert_eq!(table.give_refused(ANA, again), Refusal::NothingToDo);
        table.give_accepted(ANA, situate(back, &dial, other));
        assert_eq!(now(&table), [Some(other); 2]);
        assert_eq!(table.view(Class::Table).situation.len(), 1);
        table.give_accepted(ST, situate(pair, &dial, None));
        assert_eq!(now(&table), [None; 2]);
        table.give_accepted(ST, Command::Undo);
        assert_eq!(now(&table), [Some(other); 2]);
    }
}

#[test]
fn whoever_plays_one_of_two_says_how_they_stand() {
    for (dial, mut table) in tables() {
        let [weston, ghoul, rat, cat, mara] =
            ["Weston", "Ghoul", "Rat", "Cat", "Mara"].map(|name| table.combatant_id(name));
        let (one, other, wrong) = values(&dial);
        let set = |pair| situate(pair, &dial, one);
        table.give_accepted(BEN, set((weston, mara)));
        table.give_accepted(BEN, set((mara, weston)));
        table.give_accepted(ST, set((ghoul, rat)));
        for by in [ANA, BEN, EVE] {
            let foes = situate((ghoul, rat), &dial, other);
            assert_eq!(table.give_refused(by, foes), Refusal::NotAllowed);
        }
        assert_eq!(
            table.give_refused(EVE, set((weston, ghoul))),
            Refusal::NotAllowed
        );
        for pair in [(weston, cat), (cat, weston), (cat, ghoul)] {
            assert_eq!(table.give_refused(ANA, set(pair)), Refusal::NoSuchCombatant);
        }
        assert_eq!(
            table.give_refused(ANA, set((weston, weston))),
            Refusal::OnlyOne
        );
        let too_much = situate((weston, ghoul), &dial, wrong);
        assert_eq!(table.give_refused(ANA, too_much), Refusal::OutOfBounds);
        let unknown = Command::Situate {
            from: weston,
            to: ghoul,
            key: "frumiousness".into(),
            value: Some(1),
        };
        assert_eq!(table.give_refused(ANA, unknown), Refusal::NoSuchDial);
    }
}

/// How things stand with a hidden combatant is the storyteller's, until they are revealed.
#[test]
fn what_is_between_hidden_ones_stays_hidden() {
    for (dial, mut table) in tables() {
        let (weston, cat) = (table.combatant_id("Weston"), table.combatant_id("Cat"));
        let before = table.view(Class::Table);
        let (one, ..) = values(&dial);
        table.give_accepted(ST, situate((cat, weston), &dial, one));
        table.give_accepted(ST, situate((weston, cat), &dial, one));
        table.give_accepted(ST, hold((cat, weston), "aim", 2));
        let mut holds = before.system.combat().hold_kinds().iter();
        let grip = holds.find(|spec| spec.key != "aim").expect("a grip");
        table.give_accepted(ST, hold((weston, cat), grip.key, 0));
        assert!(diff(&before, &table.view(Class::Table)).is_empty());
        assert_eq!(table.view(Class::Storyteller).holds.len(), 2);
        table.give_accepted(ST, Command::Reveal { id: cat });
        let seen = table.view(Class::Table);
        assert_eq!((seen.situation.len(), seen.holds.len()), (2, 2));
        table.give_accepted(ST, Command::Hide { id: cat });
        let seen = table.view(Class::Table);
        assert_eq!((seen.situation.len(), seen.holds.len()), (0, 0));
    }
}

/// What a player set stays while they do not see one of the two.
#[test]
fn a_situation_is_taken_back_by_those_who_see_both() {
    for (dial, mut table) in tables() {
        let (weston, ghoul) = (table.combatant_id("Weston"), table.combatant_id("Ghoul"));
        let (one, ..) = values(&dial);
        table.give_accepted(ANA, situate((weston, ghoul), &dial, one));
        for id in [weston, ghoul] {
            let mut other = table.clone();
            other.give_accepted(ST, Command::Hide { id });
            assert_eq!(
                other.give_refused(ANA, Command::Undo),
                Refusal::ChangedSince
            );
        }
        table.give_accepted(ANA, Command::Undo);
        assert!(table.view(Class::Storyteller).situation.is_empty());
    }
}

#[test]
fn holds_are_set_and_lifted_by_those_who_run_the_table() {
    for system in SystemId::ALL {
        let mut table = cast(*system);
        let (weston, ghoul) = (table.combatant_id("Weston"), table.combatant_id("Ghoul"));
        let pair = (weston, ghoul);
        for spec in system.combat().hold_kinds() {
            table.give_accepted(ST, hold(pair, spec.key, 0));
            assert_eq!(held(&table, Class::Table).len(), 1);
            let told = |amount| LogMessage::Held {
                by: "Weston".into(),
                on: "Ghoul".into(),
                word: spec.word.into(),
                amount,
            };
            assert_eq!(table.last_log_message(Class::Table), told(Some(0)));
            assert_eq!(
                table.give_refused(ST, hold(pair, spec.key, 0)),
                Refusal::NothingToDo
            );
            let amount = spec.most;
            if amount > 0 {
                table.give_accepted(ST, hold(pair, spec.key, amount));
                let parties = [(Party::Actor, weston), (Party::Target(0), ghoul)];
                let expected = Hold {
                    by: Party::Actor,
                    on: Party::Target(0),
                    key: spec.key.into(),
                    amount,
                };
                assert_eq!(table.encounter.party_holds(&parties), [expected]);
                assert_eq!(table.encounter.party_holds(&parties[..1]), []);
            }
            for amount in [-1, spec.most + 1] {
                let refused = table.give_refused(ST, hold(pair, spec.key, amount));
                assert_eq!(refused, Refusal::OutOfBounds);
            }
            for by in [ANA, BEN, EVE] {
                assert_eq!(
                    table.give_refused(by, hold(pair, spec.key, 1)),
                    Refusal::NotAllowed
                );
                assert_eq!(
                    table.give_refused(by, release(pair, spec.key)),
                    Refusal::NotAllowed
                );
            }
            table.give_accepted(ST, release(pair, spec.key));
            assert_eq!(table.last_log_message(Class::Table), told(None));
            assert_eq!(held(&table, Class::Table), [""; 0]);
            let again = release(pair, spec.key);
            assert_eq!(table.give_refused(ST, again), Refusal::NothingToDo);
        }
        let unknown = hold(pair, "frumiousness", 0);
        assert_eq!(table.give_refused(ST, unknown), Refusal::NoSuchHold);
        let alone = hold((weston, weston), "aim", 0);
        assert_eq!(table.give_refused(ST, alone), Refusal::OnlyOne);
    }
}

/// Who falls lets go; who is held and falls is held.
#[test]
fn who_falls_lets_go() {
    for system in SystemId::ALL {
        let mut table = cast(*system);
        let [weston, ghoul, mara] =
            ["Weston", "Ghoul", "Mara"].map(|name| table.combatant_id(name));
        table.give_accepted(ST, hold((weston, ghoul), "aim", 2));
        table.give_accepted(ST, hold((weston, mara), "aim", 1));
        table.give_accepted(ST, hold((mara, weston), "hold", 0));
        let before = table.comparable_state();
        knock_out(&mut table, ANA, weston);
        assert_eq!(held(&table, Class::Table), ["Mara holds Weston 0"]);
        let told = table.view(Class::Table).log;
        let ended = told.iter().filter(|line| {
            matches!(&line.what,
            LogMessage::Held { by, amount: None, .. } if by == "Weston")
        });
        assert_eq!(ended.count(), 2, "{system:?}");
        // Taken back with what it followed from, by the player who did it.
        table.give_accepted(ANA, Command::Undo);
        assert_eq!(table.comparable_state(), before, "{system:?}");
        table.give_accepted(ANA, Command::Redo);
        assert_eq!(held(&table, Class::Table).len(), 1);
    }
}

/// A hold of which players know nothing changes nothing in what they can take back.
#[test]
fn a_secret_hold_is_no_reason_to_refuse() {
    for system in SystemId::ALL {
        let mut table = cast(*system);
        let (weston, cat) = (table.combatant_id("Weston"), table.combatant_id("Cat"));
        table.give_accepted(ST, hold((weston, cat), "aim", 2));
        knock_out(&mut table, ANA, weston);
        assert_eq!(held(&table, Class::Storyteller), [""; 0]);
        // The storyteller decides otherwise meanwhile, and that stays.
        table.give_accepted(ST, hold((weston, cat), "aim", 3));
        table.give_accepted(ANA, Command::Undo);
        let kept = ["Weston aims at Cat 3"];
        assert_eq!(held(&table, Class::Storyteller), kept, "{system:?}");
        table.give_accepted(ANA, Command::Redo);
        assert_eq!(held(&table, Class::Storyteller), kept, "{system:?}");
        table.give_accepted(ANA, Command::Undo);
        table.give_accepted(ST, release((weston, cat), "aim"));
        knock_out(&mut table, ANA, weston);
        assert_eq!(held(&table, Class::Storyteller), [""; 0]);
    }
}

/// Clicks of one gesture stay one gesture, whatever hold they ended, and come back with it.
#[test]
fn a_gesture_that_ends_a_hold_is_one_gesture() {
    let mut table = Table::with_combatants(&["@Weston stam 1 size 1", "!cat"]);
    let (weston, cat) = (table.combatant_id("Weston"), table.combatant_id("Cat"));
    table.give_accepted(ST, hold((weston, cat), "aim", 2));
    let before = table.comparable_state();
    let lines = table.view(Class::Table).log.len();
    let [lethal, aggravated] = [Severity::Lethal, Severity::Aggravated].map(Some);
    for (from, to) in [
        (None, lethal),
        (None, lethal),
        (lethal, aggravated),
        (lethal, aggravated),
    ] {
        let now = table.now;
        let count = 1;
        let shift = rules::encounter::command::BoxShift { from, to, count };
        let shifts = vec![shift];
        table.now = now - 19_000;
        table.give_accepted(ANA, Command::MarkBoxes { id: weston, shifts });
    }
    assert_eq!(table.view(Class::Table).log.len(), lines + 1);
    assert_eq!(held(&table, Class::Storyteller), [""; 0]);
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(table.comparable_state(), before);
}

#[test]
fn who_goes_takes_it_along() {
    for (dial, mut table) in tables() {
        let [weston, ghoul, rat] = ["Weston", "Ghoul", "Rat"].map(|name| table.combatant_id(name));
        let (one, ..) = values(&dial);
        for pair in [(weston, ghoul), (ghoul, weston), (ghoul, rat)] {
            table.give_accepted(ST, situate(pair, &dial, one));
            table.give_accepted(ST, hold(pair, "aim", 1));
        }
        let before = table.comparable_state();
        table.give_accepted(ANA, Command::Remove { id: weston });
        let view = table.view(Class::Storyteller);
        assert_eq!((view.situation.len(), view.holds.len()), (1, 1));
        table.give_accepted(ANA, Command::Undo);
        assert_eq!(table.comparable_state(), before);
        // Gone again by taking back that they came: they come back with it.
        table.give_accepted(ANA, Command::Undo);
        assert_eq!(table.view(Class::Storyteller).holds.len(), 1);
        table.give_accepted(ANA, Command::Redo);
        assert_eq!(table.comparable_state(), before);
    }
}

#[test]
fn all_of_it_is_taken_back_and_replays() {
    for (dial, mut table) in tables() {
        let pair = (table.combatant_id("Weston"), table.combatant_id("Ghoul"));
        let (one, other, _) = values(&dial);
        let mut states = vec![table.comparable_state()];
        for command in [
            situate(pair, &dial, one),
            situate(pair, &dial, other),
            hold(pair, "aim", 0),
            hold(pair, "aim", 3),
            situate(pair, &dial, None),
            release(pair, "aim"),
        ] {
            table.give_accepted(ST, command);
            states.push(table.comparable_state());
        }
        let last = states.pop().expect("a state");
        for before in states.iter().rev() {
            table.give_accepted(ST, Command::Undo);
            assert_eq!(table.comparable_state(), *before);
        }
        for _ in &states {
            table.give_accepted(ST, Command::Redo);
        }
        assert_eq!(table.comparable_state(), last);
        // A player takes back what they set, unless it was set again since.
        table.give_accepted(ANA, situate(pair, &dial, one));
        table.give_accepted(ST, situate(pair, &dial, other));
        assert_eq!(
            table.give_refused(ANA, Command::Undo),
            Refusal::ChangedSince
        );
        let mut replayed = Encounter::new(name("A test"), table.view(Class::Table).system);
        for record in &table.records {
            let text = serde_json::to_string(record).expect("data");
            let read: Record = serde_json::from_str(&text).expect("a record");
            replayed.apply(&read);
            let text = serde_json::to_string(&replayed).expect("data");
            replayed = serde_json::from_str(&text).expect("an encounter");
        }
        assert_eq!(replayed, table.encounter);
    }
}

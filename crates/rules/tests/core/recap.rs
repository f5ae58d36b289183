//! After the fight: what a recap tells each class, word for word, and what it leaves out.

use rules::base::id::{CommandId, ExchangeId};
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{AnswerInput, BoxShift, Declaration};
use rules::encounter::replay::recap::{RecapRecorder, duration_text};
use rules::encounter::{Class, Command, Encounter, FoeHealth, TableSetting, demo};
use rules::exchange::{Intent, Slot};
use rules::ruleset::SystemId;
use testkit::table::{ANA, ST, SeededDice, Table, name, roll_request};

const ILSE: &str = "@Ilse dexterity 3 strength 4 brawl 3 stamina 3 composure 3 size 5 willpower 5";
const GHOUL: &str = "Ghoul strength 3 brawl 2 dexterity 3 wits 2 stamina 2 composure 2 size 5";
const BISHOP: &str = "!Bishop strength 3 brawl 4 dexterity 3 wits 2 stamina 2 composure 2 size 5";

/// What a class is told of all that happened at a table.
fn recap(table: &Table, class: Class) -> String {
    let empty = Encounter::new(name("A test"), table.view(class).system);
    let mut course = RecapRecorder::new(empty, class);
    for record in &table.records {
        course.apply_record(record);
    }
    course.recap().to_markdown()
}

fn both(table: &Table) -> [String; 2] {
    Class::ALL.map(|class| recap(table, class))
}

/// One combatant turns on another, whether the rules let them or not; the exchange.
fn declares(table: &mut Table, who: &str, at: &str, maneuver: &'static str) -> ExchangeId {
    let declared = Declaration {
        by: Some(table.combatant_id(who)),
        at: vec![table.combatant_id(at)],
        others: Vec::new(),
        intent: Intent::of(maneuver),
        without: Vec::new(),
        anyway: true,
        noticed: false,
        throws: false,
    };
    table.give_accepted(ST, Command::Declare(Box::new(declared)));
    let view = table.view(Class::Storyteller);
    let mut open = view.exchanges.values().filter(|it| it.next.is_some());
    open.next().expect("an exchange").id
}

/// One combatant strikes another, with these dice; the target does not defend.
fn strikes(table: &mut Table, who: &str, at: &str, faces: &[u16]) -> ExchangeId {
    let exchange = declares(table, who, at, "unarmed");
    let answer = |slot: &str, answer| Command::Answer {
        exchange,
        slot: Slot::from(slot),
        answer,
        throws: false,
    };
    table.give_accepted(ST, answer("defense", AnswerInput::Chose("withhold".into())));
    let roll = AnswerInput::Roll {
        bought: Vec::new(),
        faces: None,
    };
    table.give_accepted_with(ST, answer("attack", roll), faces);
    exchange
}

fn harm(table: &mut Table, who: &str, packet: DamagePacket) {
    let id = table.combatant_id(who);
    table.give_accepted(ST, Command::Harm { id, packet });
}

fn lethal(points: u16) -> DamagePacket {
    DamagePacket::of_severity(Severity::Lethal, points)
}

/// Ilse, who is Ana's, stands before a ghoul, with a bishop in the shadows.
fn scene() -> Table {
    let table = Table::with_combatants(&[ILSE, GHOUL, BISHOP]);
    table.place_all_in_order().after_turns(1)
}

const STORYTELLERS: &str = "\
# After the fight

Chronicle

## A test

- **Turns:** 2
- **Combatants’ turns:** 4
- **Time:** 5 min 00 s
- **Biggest hit:** Ghoul took 9 lethal, turn 2

### Who fell

- Ghoul: unconscious, turn 2

### Combatants

| Combatant | Dealt | Taken | Spent | Turns | Median | Longest |
| --- | --- | --- | --- | --- | --- | --- |
| Ilse | 5 bashing | 3 bashing | 1 Willpower | 2 | 1 min 00 s | 1 min 20 s |
| Bishop | 2 bashing | – | – | 1 | 1 min 20 s | 1 min 20 s |
| Ghoul | 1 bashing | 9 lethal and 5 bashing | – | 1 | 1 min 20 s | 1 min 20 s |

### Rolls to remember

- Ilse: Unarmed attack, 5 successes · exceptional, turn 1

For whoever runs the table: it includes hidden combatants and secret rolls. \
Breaks of 30 minutes or more are left out.
";

/// Of the bishop's blow players know that it was taken, and his turn went by as the ghoul's.
const PLAYERS: &str = "\
# After the fight

Chronicle

## A test

- **Turns:** 2
- **Combatants’ turns:** 3
- **Time:** 5 min 00 s
- **Biggest hit:** Ghoul took 9 lethal, turn 2

### Who fell

- Ghoul: unconscious, turn 2

### Combatants

| Combatant | Dealt | Taken | Spent | Turns | Median | Longest |
| --- | --- | --- | --- | --- | --- | --- |
| Ilse | 5 bashing | 3 bashing | 1 Willpower | 2 | 1 min 00 s | 1 min 20 s |
| Ghoul | 1 bashing | 9 lethal and 5 bashing | – | 1 | 2 min 40 s | 2 min 40 s |

### Rolls to remember

- Ilse: Unarmed attack, 5 successes · exceptional, turn 1

What players saw: damage to foes whose health they can’t see is left out. \
Breaks of 30 minutes or more are left out.
";

#[test]
fn a_fight_from_beginning_to_end() {
    let mut table = scene();
    strikes(&mut table, "Ilse", "Ghoul", &[8, 8, 8, 9, 8, 1, 1]);
    table.next_turn();
    strikes(&mut table, "Ghoul", "Ilse", &[8, 1, 1, 1]);
    table.next_turn();
    strikes(&mut table, "Bishop", "Ilse", &[8, 9, 1, 1, 1, 1, 1]);
    table.next_turn();
    harm(&mut table, "Ghoul", lethal(9));
    let id = table.combatant_id("Ilse");
    let pool = "willpower".to_owned();
    table.give_accepted(ANA, Command::Spend { id, pool, by: -1 });
    table.give_accepted(ST, Command::EndScene);
    let [storyteller, players] = both(&table);
    assert_eq!(storyteller, STORYTELLERS);
    assert_eq!(players, PLAYERS);
}

#[test]
fn what_was_taken_back_does_not_count() {
    let mut table = scene();
    table.next_turn();
    let before = both(&table);
    harm(&mut table, "Ghoul", lethal(9));
    let after = both(&table);
    assert!(before != after && after[1].contains("9 lethal"));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(both(&table), before);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(both(&table), after);
    // A turn that began by mistake has not been.
    table.next_turn();
    table.give_accepted(ST, Command::Undo);
    assert_eq!(both(&table), after);
}

#[test]
fn a_gesture_is_one_change_and_goes_as_one() {
    let mut table = scene();
    table.next_turn();
    let before = both(&table);
    let id = table.combatant_id("Ghoul");
    let mut click = |from, to| {
        let shifts = vec![BoxShift { from, to, count: 1 }];
        table.now += 400;
        let command = table.fresh_id();
        let mark = Command::MarkBoxes { id, shifts };
        let done = table.give_with_id(command, ST, mark, &mut SeededDice::for_command(command));
        done.expect("a click");
    };
    click(None, Some(Severity::Bashing));
    click(Some(Severity::Bashing), Some(Severity::Lethal));
    click(None, Some(Severity::Lethal));
    for told in both(&table) {
        assert!(told.contains("Ghoul took 2 lethal, turn 1"), "{told}");
        assert!(told.contains("| Ghoul | – | 2 lethal |"), "{told}");
    }
    table.give_accepted(ST, Command::Undo);
    assert_eq!(both(&table), before);
}

#[test]
fn a_step_that_is_taken_back_does_not_count_until_it_is_undone() {
    let mut table = scene();
    let before = both(&table);
    let exchange = declares(&mut table, "Ilse", "Ghoul", "unarmed");
    let answer = |slot: &str, answer| Command::Answer {
        exchange,
        slot: Slot::from(slot),
        answer,
        throws: false,
    };
    table.give_accepted(ST, answer("defense", AnswerInput::Chose("withhold".into())));
    let roll = AnswerInput::Roll {
        bought: vec!["willpower".into()],
        faces: None,
    };
    table.give_accepted_with(ST, answer("attack", roll), &[8, 8, 8, 9, 8, 1, 1, 1, 1, 1]);
    let after = both(&table);
    assert!(after[1].contains("exceptional"), "{}", after[1]);
    assert!(after[1].contains("1 Willpower"), "{}", after[1]);
    table.give_accepted(ST, Command::Undo);
    let back = both(&table);
    assert_eq!(back, before);
}

#[test]
fn players_do_not_learn_what_is_hidden() {
    // World A: a bishop in the shadows who strikes, bleeds, botches and has turns of his own.
    let mut a = Table::with_combatants(&[ILSE, GHOUL, BISHOP]).place_all_in_order();
    let mut b = Table::with_combatants(&[ILSE, GHOUL]).place_all_in_order();
    b.now = a.now;
    let step = |a: &mut Table, b: &mut Table, what: &dyn Fn(&mut Table)| {
        b.now = a.now;
        what(a);
        what(b);
    };
    step(&mut a, &mut b, &Table::next_turn);
    step(&mut a, &mut b, &|table| harm(table, "Ghoul", lethal(2)));
    let secret = roll_request(
        Some(a.combatant_id("Bishop")),
        "Potence",
        &[("Strength", 3)],
    );
    a.give_accepted(ST, Command::Roll(Box::new(secret)));
    harm(&mut a, "Bishop", lethal(1));
    step(&mut a, &mut b, &Table::next_turn);
    // Only the storyteller sees this turn go by.
    a.next_turn();
    harm(&mut a, "Bishop", lethal(9));
    step(&mut a, &mut b, &|table| harm(table, "Ilse", lethal(1)));
    let concealed = Command::SetTable {
        to: TableSetting::FoeHealth(FoeHealth::Concealed),
        was: None,
    };
    step(&mut a, &mut b, &|table| {
        _ = table.give_accepted(ST, concealed.clone())
    });
    harm(&mut a, "Ghoul", lethal(3));
    a.give_accepted(ST, Command::Undo);
    let roll = |table: &mut Table| {
        let id = Some(table.combatant_id("Ghoul"));
        let mut hidden = roll_request(id, "Perception", &[("Wits", 9)]);
        hidden.hidden = true;
        _ = table.give_accepted_with(
            ST,
            Command::Roll(Box::new(hidden)),
            &[8, 8, 8, 8, 8, 8, 8, 8, 8],
        );
    };
    roll(&mut a);
    step(&mut a, &mut b, &|table| {
        _ = table.give_accepted(ST, Command::EndScene)
    });
    assert_eq!(recap(&a, Class::Table), recap(&b, Class::Table));
    let [storyteller, players] = both(&a);
    for hidden in ["Bishop", "Perception"] {
        assert!(storyteller.contains(hidden), "{hidden}: {storyteller}");
        assert!(!players.contains(hidden), "{hidden}: {players}");
    }
}

#[test]
fn of_concealed_foes_players_know_only_that_they_fell() {
    let mut table = scene();
    let shown = FoeHealth::Concealed;
    table.give_accepted(
        ST,
        Command::SetTable {
            to: TableSetting::FoeHealth(shown),
            was: None,
        },
    );
    strikes(&mut table, "Ilse", "Ghoul", &[8, 8, 8, 9, 8, 1, 1]);
    harm(&mut table, "Ghoul", lethal(9));
    let [storyteller, players] = both(&table);
    assert!(storyteller.contains("9 lethal"), "{storyteller}");
    assert!(!players.contains("lethal"), "{players}");
    assert!(!players.contains("5 bashing"), "{players}");
    assert!(players.contains("- Ghoul: "), "{players}");
}

#[test]
fn scenes_are_told_apart_and_breaks_do_not_count() {
    let mut table = scene();
    table.now += 3 * 60 * 60 * 1000;
    table.next_turn();
    harm(&mut table, "Ghoul", lethal(2));
    table.give_accepted(ST, Command::EndScene);
    let title = "The | *roof*".to_owned();
    table.give_accepted(ST, Command::Title { title });
    table.next_turn();
    harm(&mut table, "Ilse", lethal(1));
    let told = recap(&table, Class::Table);
    let first = told.find("## Scene 1: A test").expect("the first scene");
    let second = told
        .find("## Scene 2: The \\| \\*roof\\*")
        .expect("the second");
    assert!(second < first, "the newest first: {told}");
    // What would begin a list begins none.
    for (name, said) in [
        ("1. Ilse", "1\\. Ilse"),
        ("12) Ilse", "12\\) Ilse"),
        ("A. Ilse", "A. Ilse"),
        ("-Ilse", "\\-Ilse"),
        ("Ilse -1", "Ilse -1"),
    ] {
        let mut other = table.clone();
        let (id, name) = (other.combatant_id("Ilse"), name.to_owned());
        other.give_accepted(ST, Command::Rename { id, name });
        let told = recap(&other, Class::Table);
        assert!(told.contains(said), "{said}: {told}");
    }
    assert!(!told.contains(" h "), "{told}");
}

/// Every story can be told, and a course that was followed from the beginning says the same as
/// any other of the same records.
#[test]
fn every_demonstration_can_be_told() {
    for system in SystemId::ALL {
        let mut next = 0;
        let id = || {
            next += 1;
            CommandId(next)
        };
        let dice = &mut SeededDice::for_command(CommandId(7));
        let (_, records) = demo::build_encounter(*system, 1_000_000, id, dice).expect("a story");
        for class in Class::ALL {
            let mut course = RecapRecorder::new(Encounter::new(name("A story"), *system), class);
            records
                .iter()
                .for_each(|record| course.apply_record(record));
            let told = course.recap();
            let scene = told.scenes.first().expect("a scene");
            assert!(scene.rounds > 0 && scene.biggest.is_some(), "{system:?}");
            let text = told.to_markdown();
            assert!(!text.contains("\n\n\n") && !text.contains("||"), "{text}");
        }
    }
}

#[test]
fn times_read_well() {
    let told = [0, 59_999, 61_000, 3_600_000, 3_725_000].map(duration_text);
    assert_eq!(
        told,
        ["0 s", "59 s", "1 min 01 s", "1 h 00 min", "1 h 02 min"]
    );
}

/// A step that is taken back where players do not see it stays in what they are told, as it does in the log.
#[test]
fn what_goes_back_unseen_stays_told() {
    let told_of = |unseen: bool| {
        let lines = ["@Ilse dexterity 3", "Ghoul dexterity 3 brawl 4"];
        let mut table = Table::with_system(SystemId::Crossover)
            .add_combatants(&lines)
            .place_all_in_order();
        let ghoul = table.combatant_id("Ghoul");
        let exchange = declares(&mut table, "Ghoul", "Ilse", "clinch");
        let answer = |slot: &str, chose: Option<&str>| Command::Answer {
            exchange,
            slot: Slot::from(slot),
            answer: match chose {
                Some(chose) => AnswerInput::Chose(chose.into()),
                None => AnswerInput::Roll {
                    bought: Vec::new(),
                    faces: None,
                },
            },
            throws: false,
        };
        table.give_accepted_with(ST, answer("attack", None), &[8; 6]);
        table.give_accepted(ST, answer("defense", Some("dodge")));
        table.give_accepted_with(ST, answer("defend", None), &[1; 3]);
        let seen = &table.view(Class::Table).exchanges[&exchange];
        assert!(seen.next.is_some(), "{seen:?}");
        table.give_accepted(ST, Command::Hide { id: ghoul });
        if unseen {
            table.give_accepted(ST, Command::TakeBack { exchange });
        }
        recap(&table, Class::Table)
    };
    assert!(
        told_of(false).contains("Dodge, botch"),
        "{}",
        told_of(false)
    );
    assert_eq!(told_of(true), told_of(false));
}

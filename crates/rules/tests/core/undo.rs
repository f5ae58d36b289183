//! Taking back and bringing back: by whom, how long, under which name, and what a log of the
//! first release says about it.

use rules::base::id::{CombatantId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::character::track::Severity;
use rules::encounter::command::{BoxShift, InitiativeTarget};
use rules::encounter::feature::Marked;
use rules::encounter::limits::LOG_WINDOW;
use rules::encounter::{
    Class, Command, Encounter, Event, FoeHealth, Record, Refusal, TableSetting, UndoOffer, View,
};
use rules::ruleset::SystemId;
use testkit::table::{
    ANA, BEN, EVE, ST, Table, add_command, add_hidden_command, name, roll_request,
};

fn note(id: CombatantId, text: &str) -> Command {
    Command::Note {
        id,
        text: text.into(),
    }
}

fn mark(id: CombatantId, to: Severity) -> Command {
    Command::MarkBoxes {
        id,
        shifts: vec![BoxShift {
            from: None,
            to: Some(to),
            count: 1,
        }],
    }
}

/// What undo and redo would act on for a seat.
fn offers(table: &Table, by: Actor) -> [Option<UndoOffer>; 2] {
    let Actor::Seat(seat) = by else {
        return [None; 2];
    };
    let class = View::class_of(&table.encounter, by).expect("a seat at the table");
    let view = table.view(class);
    [view.undo.get(&seat).copied(), view.redo.get(&seat).copied()]
}

/// The lines they name, as numbers: `undo 7, redo 8`.
fn offered(table: &Table, by: Actor) -> String {
    let words = offers(table, by).into_iter().zip(["undo", "redo"]);
    let words = words.filter_map(|(offer, word)| {
        let UndoOffer { line, more } = offer?;
        Some(match more {
            0 => format!("{word} {line}"),
            more => format!("{word} {line} and {more}"),
        })
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Ana plays Ilse; there is a ghoul, and a hidden combatant.
fn table() -> Table {
    Table::with_combatants(&["@Ilse stam 2 size 3", "ghoul stam 2 size 3", "!cat"])
}

#[test]
fn everybody_is_offered_a_line_of_their_own_log() {
    let mut table = table();
    let (ilse, cat) = (table.combatant_id("Ilse"), table.combatant_id("Cat"));
    assert_eq!(offered(&table, ST), "undo 7");
    assert_eq!(offered(&table, ANA), "undo 5");
    table.give_accepted(ST, note(cat, "lurks"));
    table.give_accepted(ANA, note(ilse, "prone"));
    table.give_accepted(ANA, mark(ilse, Severity::Lethal));
    assert_eq!(offered(&table, ST), "undo 10");
    assert_eq!(offered(&table, ANA), "undo 8");
    assert_eq!([BEN, EVE].map(|by| offered(&table, by)), ["", ""]);
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(offered(&table, ST), "undo 9, redo 10");
    assert_eq!(offered(&table, ANA), "undo 7, redo 8");
    assert_eq!(offered(&table, BEN), "");
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(offered(&table, ST), "undo 8, redo 9");
    assert_eq!(offered(&table, ANA), "undo 5, redo 7");
}

#[test]
fn what_a_button_names_is_what_it_does() {
    let mut table = table();
    let ilse = table.combatant_id("Ilse");
    table.give_accepted(ANA, note(ilse, "prone"));
    // Meanwhile another player does something else.
    table.give_accepted(ANA, mark(ilse, Severity::Lethal));
    assert_eq!(
        table.give_refused(ST, Command::UndoLine { line: 8 }),
        Refusal::Overtaken
    );
    assert_eq!(
        table.give_refused(ANA, Command::UndoLine { line: 6 }),
        Refusal::Overtaken
    );
    table.give_accepted(ANA, Command::UndoLine { line: 8 });
    assert_eq!(
        table.give_refused(ANA, Command::RedoLine { line: 7 }),
        Refusal::Overtaken
    );
    assert_eq!(table.health_boxes("Ilse"), ".....");
    table.give_accepted(ANA, Command::RedoLine { line: 8 });
    assert_eq!(table.health_boxes("Ilse"), "X....");
    for by in [BEN, EVE] {
        let refusals = [Command::UndoLine { line: 8 }, Command::RedoLine { line: 8 }];
        let refusals = refusals.map(|command| table.give_refused(by, command));
        let expected = match by {
            BEN => [Refusal::NothingToUndo, Refusal::NothingToRedo],
            _ => [Refusal::NotAllowed, Refusal::NotAllowed],
        };
        assert_eq!(refusals, expected);
    }
}

/// What a person sees ends what they could bring back; what others see does not.
#[test]
fn redo_lasts_until_its_owner_sees_something_happen() {
    let table = {
        let mut table = table().place_all_in_order();
        let ilse = table.combatant_id("Ilse");
        for text in ["aims", "prone"] {
            table.give_accepted(ANA, note(ilse, text));
        }
        table.give_accepted(ANA, Command::Undo);
        table
    };
    let (ilse, ghoul, cat) = (
        table.combatant_id("Ilse"),
        table.combatant_id("Ghoul"),
        table.combatant_id("Cat"),
    );
    let roll = |id, hidden| {
        let mut roll = roll_request(id, "Luck", &[("Wits", 2)]);
        roll.hidden = hidden;
        Command::Roll(Box::new(roll))
    };
    let initiative = |id| Command::RollInitiative {
        whose: InitiativeTarget::One(id),
        face: Some(5),
    };
    let turn = table.view(Class::Storyteller).turn;
    let said = |line: &str| Command::Say {
        line: line.into(),
        who: None,
    };
    // Whether it lasts for Ana, and for those who run the table, who see everything.
    for (by, command, anas, sams) in [
        (ST, note(cat, "lurks"), true, false),
        (ST, add_hidden_command("2x rat"), true, false),
        (ST, initiative(cat), true, false),
        (ST, roll(Some(cat), false), true, false),
        (ST, roll(Some(ghoul), true), true, false),
        (ST, Command::Remove { id: cat }, true, false),
        (ST, Command::Reveal { id: cat }, false, false),
        (ST, Command::Hide { id: ghoul }, false, false),
        (ST, note(ghoul, "prone"), false, false),
        (
            ST,
            Command::NextTurn {
                after: turn,
                anyway: false,
            },
            false,
            false,
        ),
        (ST, roll(None, false), false, false),
        (BEN, said("The lamp goes out."), false, false),
        (BEN, add_command("dog"), false, false),
        (ANA, mark(ilse, Severity::Lethal), false, false),
        // To go on taking back is no end, for the one who does so.
        (ANA, Command::Undo, true, true),
        (ST, Command::Undo, false, true),
    ] {
        let mut table = table.clone();
        let said = format!("{by:?} {command:?}");
        table.give_accepted(by, command);
        let lasts = [ANA, ST].map(|by| offers(&table, by)[1].is_some());
        assert_eq!(lasts, [anas, sams], "{said}");
        for (by, lasts) in [(ANA, anas), (ST, sams)] {
            if !lasts {
                assert_eq!(
                    table.clone().give_refused(by, Command::Redo),
                    Refusal::NothingToRedo,
                    "{said}"
                );
            }
        }
    }
}

/// What is hidden is not named to a player, and what they bring back is their own.
#[test]
fn a_player_brings_back_their_own_whatever_is_hidden() {
    let mut table = table();
    let (ilse, cat) = (table.combatant_id("Ilse"), table.combatant_id("Cat"));
    table.give_accepted(ANA, note(ilse, "prone"));
    let before = offered(&table, ANA);
    table.give_accepted(ST, note(cat, "lurks"));
    assert_eq!(offered(&table, ANA), before);
    table.give_accepted(ANA, Command::Undo);
    table.give_accepted(ST, note(cat, "creeps"));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(offered(&table, ANA), "undo 5, redo 7");
    table.give_accepted(ANA, Command::Redo);
    assert_eq!(table.row("Ilse").note.as_deref(), Some("prone"));
    assert_eq!(table.row("Cat").note.as_deref(), Some("lurks"));
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.row("Cat").note.as_deref(), Some("creeps"));
    // What another took back is not hers to bring back.
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.row("Ilse").note, None);
    assert_eq!(
        table.give_refused(ANA, Command::Redo),
        Refusal::NothingToRedo
    );
}

#[test]
fn those_who_run_the_table_bring_back_anybodys() {
    let mut table = table();
    let (ilse, ghoul) = (table.combatant_id("Ilse"), table.combatant_id("Ghoul"));
    let sit = Command::Sit {
        seat: SeatId(5),
        name: "Cleo".into(),
        role: Role::CoStoryteller,
    };
    table.give_accepted(Actor::Server, sit);
    let co = Actor::Seat(SeatId(5));
    table.give_accepted(ANA, note(ilse, "prone"));
    table.give_accepted(ST, note(ghoul, "hurt"));
    table.give_accepted(ANA, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(offers(&table, ST), offers(&table, co));
    let notes = |table: &Table| ["Ilse", "Ghoul"].map(|name| table.row(name).note.is_some());
    table.give_accepted(co, Command::Redo);
    assert_eq!(notes(&table), [false, true]);
    table.give_accepted(co, Command::Redo);
    assert_eq!(notes(&table), [true, true]);
    assert_eq!(
        table.give_refused(ST, Command::Redo),
        Refusal::NothingToRedo
    );
}

/// A combatant who is brought back comes with all that had happened to them.
#[test]
fn who_comes_back_is_as_they_were() {
    let mut table = Table::with_combatants(&["@Ilse", "@Pia"]);
    let (ilse, pia) = (table.combatant_id("Ilse"), table.combatant_id("Pia"));
    table.give_accepted(ST, note(pia, "limps"));
    table.give_accepted(ANA, Command::Undo);
    assert_eq!(table.order_summary(Class::Table), "0:  | Ilse");
    table.give_accepted(ANA, Command::Redo);
    assert_eq!(table.row("Pia").note.as_deref(), Some("limps"));
    table.give_accepted(ANA, Command::Remove { id: ilse });
    table.give_accepted(ANA, Command::Undo);
    table.give_accepted(ANA, Command::Redo);
    assert_eq!(table.order_summary(Class::Table), "0:  | Pia");
}

#[test]
fn several_lines_are_one_offer() {
    let mut table = Table::with_combatants(&["3x ghoul dex 3", "@Ilse"]);
    let storytellers = Command::RollInitiative {
        whose: InitiativeTarget::Storytellers,
        face: None,
    };
    table.give_accepted(ST, storytellers);
    assert_eq!(offered(&table, ST), "undo 7 and 2");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(offered(&table, ST), "undo 6, redo 7 and 2");
    let struck = |table: &Table| {
        let log = table.view(Class::Table).log;
        log.iter().filter(|line| line.undone.is_some()).count()
    };
    assert_eq!(struck(&table), 3);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(struck(&table), 0);
    assert_eq!(table.order_summary(Class::Table).split('|').count(), 2);
}

/// What no line in the reader's log tells of any more stays done: there is no name for it.
#[test]
fn what_has_left_the_log_stays_done() {
    let mut table = table();
    let (ilse, cat) = (table.combatant_id("Ilse"), table.combatant_id("Cat"));
    table.give_accepted(ANA, note(ilse, "prone"));
    let luck = || Command::Roll(Box::new(roll_request(None, "Luck", &[])));
    for _ in 1..LOG_WINDOW {
        table.give_accepted(BEN, luck());
    }
    assert_eq!(offered(&table, ANA), "undo 7");
    assert_eq!(offered(&table, ST), "undo 8");
    // Secret lines push nothing out of a player's log.
    table.give_accepted(ST, luck_in_secret());
    assert_eq!(offered(&table, ANA), "undo 7");
    assert_eq!(offered(&table, ST), "");
    table.give_accepted(BEN, luck());
    assert_eq!(
        table.give_refused(ANA, Command::Undo),
        Refusal::NothingToUndo
    );
    assert_eq!(table.row("Cat").id, cat);
}

fn luck_in_secret() -> Command {
    let mut roll = roll_request(None, "Luck", &[]);
    roll.hidden = true;
    Command::Roll(Box::new(roll))
}

/// What happens to a foe's concealed health changes nothing that a player is offered, also
/// when they play the foe.
#[test]
fn a_foes_concealed_health_is_nobodys_offer() {
    let mut table = table();
    let ghoul = table.combatant_id("Ghoul");
    table.give_accepted(
        ST,
        Command::Assign {
            id: ghoul,
            seat: Some(SeatId(3)),
        },
    );
    table.give_accepted(BEN, mark(ghoul, Severity::Bashing));
    assert_eq!(offered(&table, BEN), "undo 8");
    let shown = FoeHealth::Concealed;
    table.give_accepted(
        ST,
        Command::SetTable {
            to: TableSetting::FoeHealth(shown),
            was: None,
        },
    );
    let offer = offered(&table, BEN);
    let known = table.view(Class::Table);
    table.give_accepted(ST, mark(ghoul, Severity::Bashing));
    table.give_accepted(BEN, mark(ghoul, Severity::Bashing));
    assert_eq!(table.view(Class::Table), known);
    assert_eq!(offered(&table, BEN), offer);
    assert_eq!(offer, "");
}

/// The first release took a gesture back click by click, and its logs say so.
#[test]
fn a_click_of_the_first_release_is_one_click() {
    let mut table = Table::with_combatants(&["@Ilse stam 2 size 3"]);
    let ilse = table.combatant_id("Ilse");
    let mut commands = vec![];
    for to in [Severity::Bashing, Severity::Bashing, Severity::Lethal] {
        let id = table.fresh_id();
        commands.push(id);
        table
            .give_with_id(
                id,
                ANA,
                mark(ilse, to),
                &mut rules::base::dice::DiceScript::new([]),
            )
            .expect("a box to mark");
    }
    let tracks: Vec<_> = table
        .records
        .iter()
        .flat_map(|record| &record.events)
        .filter_map(|event| match event {
            Event::Marked(Marked { before, after, .. }) => Some((*before, *after)),
            _ => None,
        })
        .collect();
    let told = |encounter: &Encounter| {
        let line = View::of(encounter, Class::Table).log.pop().expect("a line");
        let what = serde_json::to_value(line.what).expect("data");
        (what["marked"]["change"].to_string(), line.undone)
    };
    let (mut encounter, mut taken_back_half) = (table.encounter.clone(), None);
    for (at, (left, undone)) in [
        ("[2,0,0]", None),
        ("[1,0,0]", None),
        ("[1,0,0]", Some("Ana".to_owned())),
    ]
    .into_iter()
    .enumerate()
    {
        let nth = 2 - at;
        let (before, after) = tracks[nth];
        let record = format!(
            r#"{{"at":1,"by":{},"command":"{}","events":[{{"undone":{{"command":"{}","events":[{}]}}}}]}}"#,
            serde_json::to_string(&ANA).expect("data"),
            table.fresh_id(),
            commands[nth],
            serde_json::json!({"marked": {"id": ilse, "before": after, "after": before}}),
        );
        let record: Record = serde_json::from_str(&record).expect("a record of that release");
        encounter.apply(&record);
        assert_eq!(told(&encounter), (left.to_owned(), undone));
        if at == 0 {
            taken_back_half = Some(encounter.clone());
        }
    }
    // And the gesture that was taken back half is taken back whole from here on.
    table.encounter = taken_back_half.expect("the first step back");
    assert_eq!(told(&table.encounter).0, "[2,0,0]");
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.health_boxes("Ilse"), ".....");
}

// ---- Whose hand it was ----

/// A line says who did it, by name and by seat, and whether they did it for another's combatant.
#[test]
fn a_line_says_whose_hand_it_was() {
    let mut table = table();
    let (ilse, ghoul) = (table.combatant_id("Ilse"), table.combatant_id("Ghoul"));
    let hand = |table: &Table| {
        let line = table.view(Class::Storyteller).log.pop().expect("a line");
        let seat = line.seat.map(|seat| seat.0);
        (line.by.unwrap_or_default(), seat, line.other)
    };
    let mut check = |by, command, expected: (&str, u32, bool)| {
        let said = format!("{by:?} {command:?}");
        table.give_accepted(by, command);
        let (name, seat, other) = expected;
        assert_eq!(hand(&table), (name.into(), Some(seat), other), "{said}");
    };
    check(ANA, mark(ilse, Severity::Lethal), ("Ana", 2, false));
    check(ST, mark(ilse, Severity::Lethal), ("Sam", 1, true));
    check(ST, mark(ghoul, Severity::Lethal), ("Sam", 1, false));
    check(ANA, note(ilse, "prone"), ("Ana", 2, false));
    check(ST, note(ilse, "up again"), ("Sam", 1, true));
    let to = rules::encounter::command::TokenDestination::Before(None);
    check(ST, Command::Move { id: ilse, to }, ("Sam", 1, true));
    check(ST, Command::Move { id: ghoul, to }, ("Sam", 1, false));
    let roll = |id| Command::Roll(Box::new(roll_request(Some(id), "Luck", &[])));
    check(ANA, roll(ilse), ("Ana", 2, false));
    check(ST, roll(ilse), ("Sam", 1, true));
    let away = |seat: Option<u32>| Command::Assign {
        id: ilse,
        seat: seat.map(SeatId),
    };
    check(ANA, away(None), ("Ana", 2, true));
    check(ANA, away(Some(2)), ("Ana", 2, false));
    check(ST, away(Some(3)), ("Sam", 1, true));
    check(ST, Command::Remove { id: ilse }, ("Sam", 1, true));
    let title = Command::Title {
        title: "Dawn".into(),
    };
    check(ST, title, ("Sam", 1, false));
    // The program has no seat.
    let mut fresh = Encounter::new(name("A test"), rules::ruleset::SystemId::FIRST);
    let seated = &table.records[0];
    fresh.apply(seated);
    let line = View::of(&fresh, Class::Table).log.pop().expect("a line");
    assert_eq!((line.by, line.seat, line.other), (None, None, false));
}

/// A combatant who cuts in has their turn begin with it: two changes of their part in the round.
#[test]
fn a_turn_that_was_cut_into_is_brought_back() {
    let table = Table::with_system(SystemId::Tristat).add_combatants(&["@Ilse", "Ghoul"]);
    let mut table = table.place_all_in_order().after_turns(1);
    // The ghoul waits before its turn has begun, and cuts into hers.
    let id = table.combatant_id("Ghoul");
    let until = "the door".to_owned();
    table.give_accepted(ST, Command::Wait { id, until });
    table.give_accepted(ST, Command::CutIn { id, after: false });
    assert_eq!(table.order_summary(Class::Table), "1: [Ghoul] Ilse | ");
    let essence = table.comparable_state();
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.order_summary(Class::Table), "1: [Ilse] Ghoul | ");
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.comparable_state(), essence);
}

//! Clocks and extended actions: who makes them, what fills them, what players see of them, and that all of it goes
//! back.

use rules::base::id::{ClockId, ExchangeId, HandoutId};
use rules::base::text::Name;
use rules::clock::{ClockDue, ClockLineProblem, FillTrigger, Helper, RollTrigger};
use rules::encounter::carry_over::Recovery;
use rules::encounter::command::{
    AnswerInput, ClockEdit, ClockInput, Declaration, HandoutEdit, HandoutInput, PassageInput,
    RollInput, SheetEditInput,
};
use rules::encounter::log::{ClockCause, ClockMessage, LogMessage};
use rules::encounter::view::ClockView;
use rules::encounter::{Class, Command, Encounter, Refusal};
use rules::exchange::{ExchangeStep, Intent, Slot};
use rules::handout::HandoutKind;
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, ST, Table, roll_request};

fn edit(edit: ClockEdit) -> Command {
    Command::EditClock(edit)
}

fn make(line: &str) -> Command {
    let line = line.to_owned();
    edit(ClockEdit::Make { line })
}

/// The clocks that a class sees.
fn clocks(table: &Table, class: Class) -> Vec<ClockView> {
    let clocks = table.view(class).clocks;
    clocks.map(|clocks| clocks.into_inner()).unwrap_or_default()
}

fn clock(table: &Table, name: &str) -> ClockView {
    let mut all = clocks(table, Class::Storyteller).into_iter();
    all.find(|clock| clock.name == name).expect("a clock")
}

fn id(table: &Table, name: &str) -> ClockId {
    clock(table, name).id
}

/// A roll of Stealth that fails, or succeeds with a 10.
fn stealth(table: &Table, who: &str, hidden: bool) -> Command {
    let id = table.combatant_id(who);
    let roll = roll_request(Some(id), "Sneak in", &[("Stealth", 1)]);
    Command::Roll(Box::new(RollInput { hidden, ..roll }))
}

/// A table of Masquerade with Ana's Ilse and a foe.
fn table() -> Table {
    let table = Table::with_system(SystemId::Masquerade);
    with_traits(table.add_combatants(&["@Ilse dexterity 3", "Ghoul dexterity 2"]))
}

/// Gives Ilse traits of her own.
fn with_traits(mut table: Table) -> Table {
    let edits = ["Intelligence", "Occult"].map(|name| SheetEditInput::Custom {
        name: name.to_owned(),
        value: Some(3),
    });
    let id = table.combatant_id("Ilse");
    let edits = edits.to_vec();
    table.give_accepted(ANA, Command::EditSheet { id, edits });
    table
}

/// The newest message about a clock that a class reads.
fn told(table: &Table, class: Class) -> ClockMessage {
    match table.last_log_message(class) {
        LogMessage::Clock(message) => message.into_inner(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_makes_a_clock_that_everybody_sees() {
    let mut table = table();
    table.give_accepted(ST, make("Alarm 8, on failed Stealth"));
    let seen = clocks(&table, Class::Table);
    assert_eq!(seen, clocks(&table, Class::Storyteller));
    assert_eq!(
        (seen[0].name.as_str(), seen[0].size, seen[0].filled),
        ("Alarm", 8, 0)
    );
    let Refusal::ClockLine(error) = table.give_refused(ST, make("Alarm 80")) else {
        panic!("another refusal");
    };
    assert_eq!(
        (error.part, error.why),
        ((6, 8), ClockLineProblem::Segments)
    );
    assert_eq!(
        table.give_refused(ANA, make("Alarm 8")),
        Refusal::NotAllowed
    );
}

#[test]
fn a_failed_roll_fills_and_undo_takes_it_along() {
    let mut table = table();
    table.give_accepted(ST, make("Alarm 8, on failed Stealth"));
    let fails = stealth(&table, "Ilse", false);
    table.give_accepted_with(ANA, fails, &[3]);
    assert_eq!(clock(&table, "Alarm").filled, 1);
    let ClockMessage::Filled {
        filled,
        size,
        cause,
        ..
    } = told(&table, Class::Table)
    else {
        panic!("another line");
    };
    let by_ilse = ClockCause::Roll {
        name: Some("Ilse".into()),
        of: "Stealth".into(),
        failed: true,
        secret: false,
    };
    assert_eq!((filled, size, cause), (1, 8, Some(by_ilse)));
    // What succeeds, and what is rolled with something else, fills nothing.
    let again = stealth(&table, "Ilse", false);
    table.give_accepted_with(ANA, again, &[9]);
    let brawl = roll_request(Some(table.combatant_id("Ilse")), "Brawl", &[("Brawl", 1)]);
    table.give_accepted_with(ANA, Command::Roll(Box::new(brawl)), &[2]);
    assert_eq!(clock(&table, "Alarm").filled, 1);
    // The offer names the line of the clock, and the roll stays.
    let offer = table.view(Class::Storyteller).undo;
    let offer = offer.values().next().expect("an offer");
    let view = table.view(Class::Storyteller);
    let line = view
        .log
        .iter()
        .find(|line| line.no == offer.line)
        .expect("a line");
    assert!(matches!(line.what, LogMessage::Clock(_)));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(clock(&table, "Alarm").filled, 0);
    let log = table.view(Class::Table).log;
    let struck = log.iter().filter(|line| line.undone.is_some());
    assert_eq!(struck.count(), 1);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(clock(&table, "Alarm").filled, 1);
}

#[test]
fn what_filled_a_clock_goes_back_under_what_came_later() {
    let mut table = table();
    table.give_accepted(ST, make("Alarm 8, on failed Stealth"));
    let fails = stealth(&table, "Ilse", false);
    table.give_accepted_with(ANA, fails, &[3]);
    let alarm = id(&table, "Alarm");
    table.give_accepted(ST, edit(ClockEdit::Fill { id: alarm, by: 3 }));
    assert_eq!(clock(&table, "Alarm").filled, 4);
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(clock(&table, "Alarm").filled, 0);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(clock(&table, "Alarm").filled, 1);
}

#[test]
fn a_hidden_clock_leaves_no_trace() {
    let mut table = table();
    let before = table.view(Class::Table);
    table.give_accepted(ST, make("The Bishop wakes 6, on failed Stealth, hidden"));
    assert_eq!(table.view(Class::Table), before);
    let fails = stealth(&table, "Ilse", false);
    table.give_accepted_with(ANA, fails, &[3]);
    let bishop = id(&table, "The Bishop wakes");
    assert_eq!(clock(&table, "The Bishop wakes").filled, 1);
    assert!(clocks(&table, Class::Table).is_empty());
    assert!(matches!(
        table.last_log_message(Class::Table),
        LogMessage::Rolled { .. }
    ));
    assert!(matches!(
        told(&table, Class::Storyteller),
        ClockMessage::Filled { .. }
    ));
    let roll = |id| Command::RollFor {
        clock: id,
        id: table.combatant_id("Ilse"),
        faces: None,
    };
    let (there, nowhere) = (roll(bishop), roll(ClockId(7)));
    assert_eq!(table.give_refused(ANA, there), Refusal::NoSuchClock);
    assert_eq!(table.give_refused(ANA, nowhere), Refusal::NoSuchClock);
    // Shown, it is simply there, with what it holds.
    table.give_accepted(
        ST,
        edit(ClockEdit::Hide {
            id: bishop,
            hidden: false,
        }),
    );
    assert_eq!(clocks(&table, Class::Table)[0].filled, 1);
    table.give_accepted(
        ST,
        edit(ClockEdit::Hide {
            id: bishop,
            hidden: true,
        }),
    );
    assert!(clocks(&table, Class::Table).is_empty());
    assert_eq!(
        told(&table, Class::Table),
        ClockMessage::Removed {
            name: "The Bishop wakes".into()
        }
    );
}

#[test]
fn a_hidden_roll_fills_a_shown_clock_as_something() {
    let mut table = table();
    table.give_accepted(ST, make("Alarm 8, on failed Stealth, untold"));
    assert_eq!(clocks(&table, Class::Table)[0].fills, None);
    let fails = stealth(&table, "Ghoul", true);
    table.give_accepted_with(ST, fails, &[3]);
    let ClockMessage::Filled { cause, filled, .. } = told(&table, Class::Table) else {
        panic!("another line");
    };
    assert_eq!((cause, filled), (Some(ClockCause::Something), 1));
    let ClockMessage::Filled { cause, .. } = told(&table, Class::Storyteller) else {
        panic!("another line");
    };
    assert!(matches!(cause, Some(ClockCause::Roll { secret: true, .. })));
}

#[test]
fn a_full_clock_says_its_words_and_does_what_was_set() {
    let mut table = table();
    table.give_accepted(ST, make("Alarm 3, on failed Stealth"));
    let ilse = table.combatant_id("Ilse");
    let change = ClockInput {
        name: "Alarm".into(),
        size: 3,
        fills: rules::clock::FillTrigger::Hand,
        words: "The alarm is raised.".into(),
        secret: "The thralls arm themselves.".into(),
        condition: Some((ilse, "knocked_down".into())),
        ..ClockInput::default()
    };
    let alarm = id(&table, "Alarm");
    let to = Box::new(change);
    table.give_accepted(ST, edit(ClockEdit::Change { id: alarm, to }));
    table.give_accepted(ST, edit(ClockEdit::Fill { id: alarm, by: 5 }));
    let log = table.view(Class::Table).log;
    let filled = log.iter().rev().find_map(|line| match &line.what {
        LogMessage::Clock(message) => Some((**message).clone()),
        _ => None,
    });
    let Some(ClockMessage::Filled {
        filled,
        over,
        words,
        secret,
        ..
    }) = filled
    else {
        panic!("another line");
    };
    assert_eq!(
        (filled, over, words, secret),
        (3, 2, Some("The alarm is raised.".into()), None)
    );
    assert!(table.row("Ilse").conditions.contains_key("knocked_down"));
    table.give_accepted(ST, Command::Undo);
    assert_eq!(clock(&table, "Alarm").filled, 0);
    assert!(!table.row("Ilse").conditions.contains_key("knocked_down"));
}

/// The view of the only clock that a class sees.
fn only(table: &Table, class: Class) -> ClockView {
    let mut all = clocks(table, class);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// A full clock lays a slip before the storyteller and hands out a letter; what was too many stays said.
#[test]
fn a_full_clock_lays_a_slip_and_hands_something_out() {
    let mut table = table();
    table.give_accepted(ST, make("Alarm 3, on failed Stealth"));
    let alarm = id(&table, "Alarm");
    let to = Box::new(HandoutInput {
        kind: HandoutKind::Note,
        name: "The bells".into(),
        text: vec![PassageInput {
            words: "They ring.".into(),
            covered: false,
        }],
        ..HandoutInput::default()
    });
    let put = HandoutEdit::Put { id: None, to };
    table.give_accepted(ST, Command::EditHandout(put));
    let shelf = |table: &Table| table.view(Class::Storyteller).handouts.expect("a shelf");
    let note = shelf(&table).iter().next().expect("a note").0;
    let holders = |table: &Table| {
        let shelf = shelf(table);
        let (_, note) = shelf.iter().next().expect("a note");
        note.holders.keys().copied().collect::<Vec<_>>()
    };
    let change = |handout| {
        let to = Box::new(ClockInput {
            name: "Alarm".into(),
            size: 3,
            fills: FillTrigger::Roll(RollTrigger {
                of: Name::new("Stealth").expect("a name"),
                failed: true,
            }),
            slip: "Two guards come.".into(),
            handout,
            ..ClockInput::default()
        });
        edit(ClockEdit::Change { id: alarm, to })
    };
    let nothing = change(Some((HandoutId(7), None)));
    assert_eq!(table.give_refused(ST, nothing), Refusal::NoSuchHandout);
    table.give_accepted(ST, change(Some((note, None))));
    table.give_accepted(ST, edit(ClockEdit::Fill { id: alarm, by: 2 }));
    assert_eq!(only(&table, Class::Storyteller).due, None);
    let fails = stealth(&table, "Ilse", false);
    table.give_accepted_with(ANA, fails, &[3]);
    let ilse = table.combatant_id("Ilse");
    assert_eq!(holders(&table), [ilse], "whom players play");
    assert_eq!(only(&table, Class::Storyteller).due, Some(ClockDue::Full));
    assert_eq!(only(&table, Class::Table).due, None);
    // All of it goes back with the segment, and comes again.
    table.give_accepted(ST, Command::Undo);
    assert_eq!(holders(&table), []);
    assert_eq!(only(&table, Class::Storyteller).due, None);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(only(&table, Class::Storyteller).due, Some(ClockDue::Full));
    let seen = table.view(Class::Table);
    let settle = || edit(ClockEdit::Settle { id: alarm });
    assert_eq!(table.give_refused(ANA, settle()), Refusal::NotAllowed);
    table.give_accepted(ST, settle());
    assert_eq!(table.give_refused(ST, settle()), Refusal::NothingToDo);
    assert_eq!(only(&table, Class::Storyteller).due, None);
    assert_eq!(
        table.view(Class::Table),
        seen,
        "players learn nothing of it"
    );
    table.give_accepted(ST, Command::Undo);
    assert_eq!(only(&table, Class::Storyteller).due, Some(ClockDue::Full));
    table.give_accepted(ST, edit(ClockEdit::Fill { id: alarm, by: -1 }));
    assert_eq!(only(&table, Class::Storyteller).due, None);

    table.give_accepted(ST, edit(ClockEdit::Fill { id: alarm, by: 5 }));
    assert_eq!(only(&table, Class::Table).over, 4);
    let more = edit(ClockEdit::Fill { id: alarm, by: 1 });
    assert_eq!(table.give_refused(ST, more), Refusal::NothingToDo);
    table.give_accepted(ST, edit(ClockEdit::Fill { id: alarm, by: -1 }));
    assert_eq!(only(&table, Class::Table).over, 0);
}

/// Makes the ward, which Ana's Ilse opens.
fn with_ward(line: &str, table: &mut Table) -> ClockId {
    table.give_accepted(ST, make(line));
    let ward = clocks(table, Class::Storyteller)[0].id;
    let who = table.combatant_id("Ilse");
    let helper = Helper { who, leads: true };
    table.give_accepted(
        ST,
        edit(ClockEdit::Join {
            id: ward,
            helper,
            joins: true,
        }),
    );
    ward
}

#[test]
fn an_extended_action_fills_by_successes() {
    let mut table = table();
    let ward = with_ward(
        "Open the ward: Intelligence + Occult, 8, 5 successes, 3 turns",
        &mut table,
    );
    let ilse = table.combatant_id("Ilse");
    let seen = clocks(&table, Class::Table)
        .remove(0)
        .action
        .expect("an action");
    assert_eq!(
        (seen.helpers[0].pool, seen.helpers[0].can_roll),
        (Some(6), true)
    );
    let forecast = seen.forecast.expect("a forecast");
    assert!(forecast.turn <= 3 && forecast.percent > 0, "{forecast:?}");
    let roll = Command::RollFor {
        clock: ward,
        id: ilse,
        faces: None,
    };
    assert_eq!(table.give_refused(BEN, roll.clone()), Refusal::NotAllowed);
    table.give_accepted_with(ANA, roll.clone(), &[8, 9, 10, 2, 3, 4]);
    let now = clocks(&table, Class::Table).remove(0);
    assert_eq!(now.filled, 3);
    let made = &now.action.expect("an action").made;
    assert_eq!(
        (made[0].who, made[0].turn, made[0].successes),
        (Some(ilse), 1, 3)
    );
    // A botch ends it, until the storyteller changes it.
    table.give_accepted_with(ANA, roll.clone(), &[1, 2, 3, 4, 5, 6]);
    assert_eq!(table.give_refused(ANA, roll.clone()), Refusal::NoRollLeft);
    let botch = Some(ClockDue::Botch);
    assert_eq!(only(&table, Class::Storyteller).due, botch);
    assert_eq!(only(&table, Class::Table).due, None);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(only(&table, Class::Storyteller).due, None);
    table.give_accepted_with(ANA, roll.clone(), &[8, 9, 9, 9, 2, 2]);
    let now = clocks(&table, Class::Table).remove(0);
    assert_eq!((now.filled, now.size), (5, 5));
    let ClockMessage::Filled { over, .. } = told(&table, Class::Table) else {
        panic!("another line");
    };
    assert_eq!(over, 2);
    assert_eq!(table.give_refused(ANA, roll), Refusal::NoRollLeft);
}

#[test]
fn chronicle_counts_its_own_successes() {
    let mut table = with_traits(Table::with_combatants(&["@Ilse"]));
    let ward = with_ward(
        "Open the ward: Intelligence + Occult, 6 successes",
        &mut table,
    );
    let ilse = table.combatant_id("Ilse");
    let roll = Command::RollFor {
        clock: ward,
        id: ilse,
        faces: None,
    };
    table.give_accepted_with(ANA, roll, &[8, 9, 1, 2, 3, 4]);
    assert_eq!(clocks(&table, Class::Table)[0].filled, 2);
    let wrong = "Ward: Intelligence + Occult, 8, 6 successes";
    let Refusal::ClockLine(error) = table.give_refused(ST, make(wrong)) else {
        panic!("another refusal");
    };
    assert!(matches!(error.why, ClockLineProblem::UnknownDial { .. }));
}

#[test]
fn turns_fill_a_clock_and_at_most_three_are_pinned() {
    let mut table = table().place_all_in_order().after_turns(1);
    table.give_accepted(ST, make("Dawn 6, each turn, pinned"));
    while table.view(Class::Table).turn.round == 1 {
        assert_eq!(clock(&table, "Dawn").filled, 0);
        table = table.after_turns(1);
    }
    assert_eq!(clock(&table, "Dawn").filled, 1);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(clock(&table, "Dawn").filled, 0);
    table.give_accepted(ST, make("Tide 6, pinned"));
    table.give_accepted(ST, make("Fire 6, pinned"));
    assert_eq!(
        table.give_refused(ST, make("Storm 6, pinned")),
        Refusal::TooManyPinned
    );
    table.give_accepted(ST, make("Storm 6"));
    let storm = id(&table, "Storm");
    let pin = ClockEdit::Pin {
        id: storm,
        pinned: true,
    };
    assert_eq!(table.give_refused(ST, edit(pin)), Refusal::TooManyPinned);
}

#[test]
fn clocks_come_along_to_the_next_encounter() {
    let mut table = table();
    table.give_accepted(ST, make("Alarm 8, on failed Stealth"));
    table.give_accepted(ST, make("The Bishop wakes 6, hidden"));
    let alarm = id(&table, "Alarm");
    table.give_accepted(ST, edit(ClockEdit::Fill { id: alarm, by: 5 }));
    let ids = [table.combatant_id("Ilse")];
    let along = ids.map(|id| (id, Recovery::default()));
    let company = table
        .encounter
        .prepare_carry_over(ST, &along)
        .expect("a company");
    let next = table.next_encounter(&company, false).expect("an encounter");
    assert_eq!(
        clocks(&next, Class::Storyteller),
        clocks(&table, Class::Storyteller)
    );
    assert_eq!(clocks(&next, Class::Table), clocks(&table, Class::Table));
    let stored = serde_json::to_string(&next.encounter).expect("text");
    let read: Encounter = serde_json::from_str(&stored).expect("an encounter");
    assert_eq!(read, next.encounter);
}

/// Ilse strikes at the ghoul with one die, which fails.
fn strike(table: &mut Table) -> (ExchangeId, Slot) {
    let attack = Declaration {
        at: vec![table.combatant_id("Ghoul")],
        ..Declaration::without_target(table.combatant_id("Ilse"), Intent::of("unarmed"))
    };
    table.give_accepted(ST, Command::Declare(Box::new(attack)));
    let asked = |table: &Table| {
        let view = table.view(Class::Storyteller);
        let (id, open) = view.exchanges.iter().next().expect("an exchange");
        let step = open.next.as_ref().expect("a question").questions()[0].clone();
        (*id, step)
    };
    let answer = |exchange, slot, answer| Command::Answer {
        exchange,
        slot,
        answer,
        throws: false,
    };
    loop {
        let (id, step) = asked(table);
        let slot = step.slot_and_party().expect("a slot").0.clone();
        match step {
            ExchangeStep::Choose { options, .. } => {
                let mut open = options.iter().filter(|option| option.barred.is_none());
                let key = open.next().expect("a choice").key.to_string();
                table.give_accepted(ST, answer(id, slot, AnswerInput::Chose(key)));
            }
            ExchangeStep::Roll { ref check, .. } => {
                let faces = vec![2; usize::try_from(check.sum().max(1)).expect("few")];
                let bought = Vec::new();
                let roll = AnswerInput::Roll {
                    bought,
                    faces: Some(faces),
                };
                table.give_accepted(ST, answer(id, slot.clone(), roll));
                return (id, slot);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// A roll in an exchange fills a clock, and goes back with it: when it is run again, and when it is undone.
#[test]
fn a_blow_fills_a_clock_and_takes_it_back() {
    let lines = ["@Ilse strength 3 brawl 2", "Ghoul dexterity 1 wits 1"];
    let mut table = Table::with_combatants(&lines)
        .without_turn_order()
        .place_all_in_order()
        .after_turns(1);
    table.give_accepted(ST, make("Noise 6, on failed Brawl"));
    table.give_accepted(ST, make("Ghouls come 6, on failed Brawl, hidden"));
    let filled = |table: &Table| ["Noise", "Ghouls come"].map(|name| clock(table, name).filled);
    let (exchange, _) = strike(&mut table);
    assert_eq!(filled(&table), [1, 1]);
    let again = Command::RunAgain {
        exchange,
        step: None,
    };
    table.give_accepted(ST, again);
    assert_eq!(filled(&table), [0, 0]);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(filled(&table), [1, 1]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(filled(&table), [0, 0]);
}

/// What the guide tells people to type makes a clock.
#[test]
fn the_guide_says_lines_that_are_understood() {
    let guide = include_str!("../../../../docs/rules/evening.md");
    let mut table = with_traits(Table::with_combatants(&["@Ilse"]));
    for line in [
        "Alarm 8, on failed Stealth",
        "Open the ward: Intelligence + Occult, 6 successes",
    ] {
        assert!(guide.contains(&format!("`{line}`")), "{line}");
        table.give_accepted(ST, make(line));
    }
    assert_eq!(clocks(&table, Class::Storyteller).len(), 2);
}

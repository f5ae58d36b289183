//! Who may sit by which name, who may leave, and who may move a seat to another device.

use rules::base::id::{CommandId, SeatId};
use rules::base::seat::{Actor, Role, can_move_seat};
use rules::base::text::{Name, TextError};
use rules::encounter::feature::Seated;
use rules::encounter::{Class, Command, Event, Record, Refusal, View};
use testkit::table::{ANA, BEN, EVE, ST, Table};

fn sit(seat: u32, name: &str) -> Command {
    Command::Sit {
        seat: SeatId(seat),
        name: name.into(),
        role: Role::Player,
    }
}

fn leave(seat: u32) -> Command {
    Command::Unseat { seat: SeatId(seat) }
}

#[test]
fn nobody_passes_for_another() {
    let mut table = Table::new();
    let before = table.view(Class::Table);
    for taken in [
        "Sam",
        "SAM",
        "Sa\u{200c}m",
        "Sam\u{fe0f}",
        "Ｓａｍ",
        "Ѕаm",
        "ЅАМ",
        "Ana",
        "Αna",
        "Eve",
    ] {
        let refusal = table.give_refused(Actor::Server, sit(5, taken));
        assert_eq!(refusal, Refusal::NameTaken, "{taken}");
        // Nor does a person who sits already and takes another name.
        if !taken.starts_with(['A', 'Α']) {
            assert_eq!(
                table.give_refused(Actor::Server, sit(2, taken)),
                Refusal::NameTaken
            );
        }
    }
    let unseen = table.give_refused(Actor::Server, sit(5, "\u{200d}"));
    assert_eq!(unseen, Refusal::Text(TextError::Unseen));
    assert_eq!(table.view(Class::Table), before);
    for free in ["Anna", "Samuel", "Ana 2"] {
        table.give_accepted(Actor::Server, sit(5, free));
    }
    // One's own name in other letters is one's own.
    table.give_accepted(Actor::Server, sit(5, "ANA 2"));
    table.give_accepted(Actor::Server, sit(2, "ana"));
}

#[test]
fn a_name_is_free_when_its_seat_is() {
    let mut table = Table::new();
    table.give_accepted(ST, leave(2));
    table.give_accepted(Actor::Server, sit(5, "Ana"));
}

#[test]
fn namesakes_of_old_keep_their_names() {
    let mut table = Table::new();
    let name = Name::new("Ana").expect("a name");
    let seated = |seat, role| {
        Event::Seated(Seated {
            seat: SeatId(seat),
            name: name.clone(),
            role,
        })
    };
    // As a log of the first release has it.
    let record = Record {
        at: 1,
        by: Actor::Server,
        command: CommandId(7),
        events: vec![seated(5, Role::Player)],
    };
    table.encounter.apply(&record);
    let names = |table: &Table| {
        let seats = table.view(Class::Table).seats;
        let anas = seats.into_iter().filter(|seat| seat.name == "Ana");
        anas.map(|seat| seat.id.0).collect::<Vec<_>>()
    };
    assert_eq!(names(&table), [2, 5]);
    assert!(View::class_of(&table.encounter, Actor::Seat(SeatId(5))).is_some());
    // A new role leaves the name alone.
    let helps = Command::Sit {
        seat: SeatId(5),
        name: "Ana".into(),
        role: Role::CoStoryteller,
    };
    table.give_accepted(Actor::Server, helps);
    assert_eq!(
        table.give_refused(Actor::Server, sit(6, "Ana")),
        Refusal::NameTaken
    );
}

#[test]
fn everybody_but_the_storyteller_may_leave() {
    for (by, seat) in [(ANA, 2), (BEN, 3), (EVE, 4)] {
        let mut table = Table::new();
        table.give_accepted(by, leave(seat));
        assert_eq!(table.give_refused(by, leave(seat)), Refusal::NoSeat);
    }
    let mut table = Table::new();
    assert_eq!(table.give_refused(ST, leave(1)), Refusal::NotAllowed);
    assert_eq!(table.give_refused(ANA, leave(3)), Refusal::NotAllowed);
}

#[test]
fn who_may_move_whose_seat() {
    let seats = [
        (SeatId(1), Role::Storyteller),
        (SeatId(2), Role::CoStoryteller),
        (SeatId(3), Role::Player),
        (SeatId(4), Role::Spectator),
    ];
    let word = |mover| {
        let may = seats.map(|moved| {
            if can_move_seat(mover, moved) {
                'y'
            } else {
                '-'
            }
        });
        may.into_iter().collect::<String>()
    };
    assert_eq!(seats.map(word), ["yyyy", "-yyy", "--y-", "---y"]);
    // Others of the same role are others.
    let other = (SeatId(9), Role::Player);
    assert!(!can_move_seat(other, seats[2]));
    assert!(can_move_seat((SeatId(9), Role::CoStoryteller), seats[1]));
}

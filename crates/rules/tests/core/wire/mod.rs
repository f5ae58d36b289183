//! What travels, to the byte. A change of a line here is a change of the protocol, and its page.

mod commands;

use rules::base::id::{CombatantId, CommandId, ExchangeId, SeatId};
use rules::base::late::Late;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{BoxShift, Command, InitiativeTarget, RollInput, TokenDestination};
use rules::encounter::{Class, PrivateChange, PrivateView, Refusal, View, diff};
use rules::wire::{
    ClientMessage, MessageError, NotDoneReason, ResumePoint, RoomEpoch, ServerMessage, Snapshot,
};
use testkit::table::{ANA, ST, Table, roll_request};

/// As it is sent.
fn json<T: serde::Serialize>(value: &T) -> String {
    rules::messages::serialize_as_words(|| serde_json::to_string(value)).expect("data")
}

/// A message is written so, and reads back as itself.
fn check<T>(message: T, expected: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(json(&message), expected);
    let read: T = serde_json::from_str(expected).expect("a message");
    assert_eq!(read, message);
    // The browser's own reader reads the same.
    assert_eq!(
        rules::base::json_reader::read_json::<T>(expected),
        Ok(message)
    );
}

fn id() -> CombatantId {
    "0k3m9xya".parse().expect("an id")
}

fn other() -> CombatantId {
    "pfnw2gpy".parse().expect("an id")
}

fn exchange() -> ExchangeId {
    "4t9r2c1h".parse().expect("an id")
}

fn command_id() -> CommandId {
    CommandId(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)
}

/// What players are sent for a command.
fn changes(table: &mut Table, by: rules::base::seat::Actor, command: Command) -> String {
    let before = table.view(Class::Table);
    table.give_accepted(by, command);
    let changes = diff(&before, &table.view(Class::Table));
    json(&ServerMessage::Changes(214, changes))
}

/// Ana's character, two ghouls in the order, one on the bench.
fn small() -> Table {
    let mut table = Table::with_combatants(&[
        "@Ilse Varga dex 4 comp 4 stam 3 size 5",
        "2x ghoul dex 3 comp 2",
    ]);
    for (name, face) in [("Ilse Varga", 10), ("Ghoul A", 9)] {
        let id = table.combatant_id(name);
        table.give_accepted(
            ST,
            Command::RollInitiative {
                whose: InitiativeTarget::One(id),
                face: Some(face),
            },
        );
    }
    table.after_turns(1)
}

#[test]
fn what_a_browser_says() {
    check(
        ClientMessage::Hello {
            protocol: 3,
            seen: None,
            private: None,
        },
        r#"{"hello":{"protocol":3}}"#,
    );
    check(
        ClientMessage::Hello {
            protocol: 3,
            seen: Some(ResumePoint {
                epoch: RoomEpoch(3),
                seq: 41,
            }),
            private: Some(2),
        },
        r#"{"hello":{"protocol":3,"seen":{"epoch":3,"seq":41},"private":2}}"#,
    );
    check(
        ClientMessage::Do {
            id: command_id(),
            command: Command::Undo,
        },
        r#"{"do":{"id":"00112233445566778899aabbccddeeff","command":"undo"}}"#,
    );
    check(ClientMessage::Ping, r#""ping""#);
    check(ClientMessage::Sum(41, 99), r#"{"sum":[41,99]}"#);
}

#[test]
fn what_the_server_says() {
    check(
        ServerMessage::Resumed { you: SeatId(2) },
        r#"{"resumed":{"you":2}}"#,
    );
    check(
        ServerMessage::Done(command_id()),
        r#"{"ok":"00112233445566778899aabbccddeeff"}"#,
    );
    check(
        ServerMessage::NotDone(
            command_id(),
            NotDoneReason::Refused(Refusal::NoSuchCombatant),
        ),
        r#"{"no":["00112233445566778899aabbccddeeff",{"refused":"no_such_combatant"}]}"#,
    );
    check(
        ServerMessage::NotDone(
            command_id(),
            NotDoneReason::Refused(Refusal::WrongNumberOfFaces {
                missing: 1,
                left: 0,
            }),
        ),
        concat!(
            r#"{"no":["00112233445566778899aabbccddeeff","#,
            r#"{"refused":{"wrong_number_of_faces":{"missing":1,"left":0}}}]}"#
        ),
    );
    check(
        ServerMessage::Unreadable(MessageError::NotJson),
        r#"{"unreadable":"not_json"}"#,
    );
    check(
        ServerMessage::Here(vec![SeatId(1), SeatId(2)]),
        r#"{"here":[1,2]}"#,
    );
    let all = vec![PrivateChange::All(PrivateView::default())];
    check(
        ServerMessage::Private(0, Late::new(all)),
        r#"{"p":[0,[{"all":{}}]]}"#,
    );
    check(ServerMessage::Pong, r#""pong""#);
    check(ServerMessage::Reload, r#""reload""#);
}

#[test]
fn one_click_is_small() {
    for (name, boxes) in [("Ilse Varga", "/"), ("Bartholomew Quartermain", "X")] {
        let mut table = Table::with_combatants(&[&format!("@{name} stam 3 size 5")]);
        // A log and a sequence that have run for a while.
        for nth in 0..120 {
            let title = format!("Scene {nth}");
            table.give_accepted(ST, Command::Title { title });
        }
        table.now = 1_790_000_000_000;
        let id = table.combatant_id(name);
        let to = if boxes == "/" {
            Severity::Bashing
        } else {
            Severity::Lethal
        };
        let click = || Command::MarkBoxes {
            id,
            shifts: vec![BoxShift {
                from: None,
                to: Some(to),
                count: 1,
            }],
        };
        let sent = changes(&mut table, ANA, click());
        assert!(sent.len() <= 200, "{} bytes: {sent}", sent.len());
        let sent = changes(&mut table, ANA, click());
        assert!(sent.len() <= 200, "{} bytes: {sent}", sent.len());
    }
}

#[test]
fn changes_of_a_click() {
    let mut table = small();
    let id = table.combatant_id("Ilse Varga");
    let shifts = vec![BoxShift {
        from: None,
        to: Some(Severity::Bashing),
        count: 1,
    }];
    assert_eq!(
        changes(&mut table, ANA, Command::MarkBoxes { id, shifts }),
        concat!(
            r#"{"d":[214,[{"hp":["7bc6hbq2",{"boxes":[8,1,0,0]},{}]},{"log":{"no":10,"at":1200000,"#,
            r#""by":"Ana","s":2,"what":{"marked":{"name":"Ilse Varga","change":[1,0,0]}}}},{"undo":[2,10]}]]}"#
        )
    );
}

#[test]
fn changes_of_a_turn() {
    let mut table = small();
    let after = table.view(Class::Table).turn;
    assert_eq!(
        changes(
            &mut table,
            ANA,
            Command::NextTurn {
                after,
                anyway: false
            }
        ),
        concat!(
            r#"{"d":[214,[{"turn":{"n":1,"who":"yrfj10tf"}},{"next":{"n":2,"who":"7bc6hbq2"}},{"#,
            r#""log":{"no":10,"at":1200000,"by":"Ana","s":2,"what":{"turn":{"round":1,"name":"Ghoul A"}}}}]]}"#
        )
    );
}

#[test]
fn changes_of_a_drag() {
    let mut table = small();
    let (id, other) = (table.combatant_id("Ghoul B"), table.combatant_id("Ghoul A"));
    let to = TokenDestination::Before(Some(other));
    assert_eq!(
        changes(&mut table, ST, Command::Move { id, to }),
        concat!(
            r#"{"d":[214,[{"order":["7bc6hbq2","2hgnykgn","yrfj10tf"]},{"bench":[]},{"#,
            r#""next":{"n":1,"who":"2hgnykgn"}},{"log":{"no":10,"at":1200000,"by":"Sam","#,
            r#""s":1,"what":{"moved":{"name":"Ghoul B"}}}}]]}"#
        )
    );
}

#[test]
fn changes_of_a_roll() {
    let mut table = small();
    let roll = RollInput {
        faces: Some(vec![8, 10, 3, 9]),
        ..roll_request(
            Some(table.combatant_id("Ilse Varga")),
            "Wits + Composure",
            &[("Wits", 2), ("Composure", 1)],
        )
    };
    assert_eq!(
        changes(&mut table, ANA, Command::Roll(Box::new(roll))),
        concat!(
            r#"{"d":[214,[{"log":{"no":10,"at":1200000,"by":"Ana","s":2,"what":{"rolled":{"#,
            r#""name":"Ilse Varga","what":"Wits + Composure","terms":[{"l":"Wits","v":2},{"#,
            r#""l":"Composure","v":1}],"pool":3,"reading":{},"rolled":{"#,
            r#""faces":[[8,"+"],[10,"!"],[3,"-"],[9,"+"]],"successes":3,"grade":"success"},"#,
            r#""typed":true}}}}]]}"#
        )
    );
}

#[test]
fn a_snapshot() {
    let table = small();
    let snapshot = |class| {
        ServerMessage::Snapshot(Box::new(Snapshot {
            epoch: RoomEpoch(3),
            seq: 41,
            you: SeatId(2),
            view: View {
                log: table.view(class).log.split_off(6),
                ..table.view(class)
            },
        }))
    };
    check(
        snapshot(Class::Table),
        concat!(
            r#"{"snapshot":{"epoch":3,"seq":41,"you":2,"view":{"title":"A test","#,
            r#""system":"chronicle","turn":{"n":1,"who":"7bc6hbq2"},"next":{"n":1,"who":"yrfj10tf"},"#,
            r#""rows":{"2hgnykgn":{"id":"2hgnykgn","name":"Ghoul","label":"B","side":"foe","track":{"boxes":[7,0,0,0]},"#,
            r#""penalties":[-1,-2,-3],"health":{}},"7bc6hbq2":{"id":"7bc6hbq2","name":"Ilse Varga","#,
            r#""side":"character","owner":2,"score":18,"initiative":{"die":10,"terms":[{"#,
            r#""l":"Dexterity","v":4,"r":"CHR-INIT-01"},{"l":"Composure","v":4,"r":"CHR-INIT-01"}],"#,
            r#""score":18,"rank":[]},"track":{"boxes":[8,0,0,0]},"penalties":[-1,-2,-3],"#,
            r#""health":{},"sheet":{"traits":{"composure":4,"dexterity":4,"size":5,"stamina":3}},"#,
            r#""shown":[{"title":"Defense","terms":[{"l":"Wits","v":2,"r":"CHR-DEF-01"}]},"#,
            r#"{"title":"Speed","terms":[{"l":"Strength","v":2,"r":"CHR-MOVE-01"},"#,
            r#"{"l":"Dexterity","v":4,"r":"CHR-MOVE-01"},{"l":"Base","v":5,"r":"CHR-MOVE-01"}]},"#,
            r#"{"title":"Initiative","terms":[{"l":"Dexterity","v":4,"r":"CHR-INIT-01"},"#,
            r#"{"l":"Composure","v":4,"r":"CHR-INIT-01"}]},"#,
            r#"{"title":"Size","terms":[{"l":"Size","v":5,"r":"CHR-CMP-09"}]}]},"#,
            r#""yrfj10tf":{"id":"yrfj10tf","name":"Ghoul","label":"A","side":"foe","score":14,"#,
            r#""track":{"boxes":[7,0,0,0]},"penalties":[-1,-2,-3],"health":{}}},"#,
            r#""order":["7bc6hbq2","yrfj10tf"],"bench":["2hgnykgn"],"seats":[{"id":1,"name":"Sam","#,
            r#""role":"storyteller"},{"id":2,"name":"Ana","role":"player"},{"id":3,"name":"Ben","#,
            r#""role":"player"},{"id":4,"name":"Eve","role":"spectator"}],"log":[{"no":7,"#,
            r#""at":1140000,"by":"Sam","s":1,"other":true,"what":{"initiative":{"name":"Ilse Varga","die":10,"#,
            r#""score":18,"typed":true,"terms":[{"l":"Dexterity","v":4,"r":"CHR-INIT-01"},{"#,
            r#""l":"Composure","v":4,"r":"CHR-INIT-01"}]}}},{"no":8,"at":1160000,"by":"Sam","s":1,"what":{"initiative":{"#,
            r#""name":"Ghoul A","score":14,"typed":true}}},{"no":9,"at":1180000,"by":"Sam","s":1,"what":{"#,
            r#""turn":{"round":1,"name":"Ilse Varga"}}}]}}}"#
        ),
    );
}

#[test]
fn unknown_fields_are_errors() {
    for text in [
        r#"{"remove":{"id":"0k3m9xya","why":"x"}}"#,
        r#"{"sit":{"seat":1,"name":"x","role":"player","admin":true}}"#,
        r#"{"roll":{"what":"x","terms":[],"reading":{"pool":{}},"luck":1}}"#,
        r#"{"roll":{"what":"x","terms":[{"label":"x","value":1,"rule":"x"}],"reading":{"pool":{}}}}"#,
        r#"{"turn":{"id":"0k3m9xya","shifts":[{"to":"b","n":2}]}}"#,
        r#"{"next_turn":{"after":{"n":1,"round":2}}}"#,
        r#"{"roll":{"what":"x","terms":[],"reading":{"pool":{"agian":"9"}}}}"#,
        r#"{"move":{"id":"0k3m9xya","to":{"after":null}}}"#,
        r#"{"harm":{"id":"0k3m9xya","packet":{"b":1,"x":2}}}"#,
        r#"{"remove":{"id":"0k3m9xya"},"undo":null}"#,
        r#"{"dance":{}}"#,
        r#""Undo""#,
        r#"{"remove":{}}"#,
        r#"{"remove":{"id":"0K3M9XYA"}}"#,
        r#"{"remove":{"id":"0k3m9xy"}}"#,
        r#"{"unseat":{"seat":-1}}"#,
        r#"{"unseat":{"seat":4294967296}}"#,
        r#"{"harm":{"id":"0k3m9xya","packet":{"b":65536}}}"#,
        r#"{"harm":{"id":"0k3m9xya","packet":{"b":1.5}}}"#,
        r#"{"turn":{"id":"0k3m9xya","shifts":[{"to":"z"}]}}"#,
        r#"{"give_item":{"id":"0k3m9xya","what":{"own":{"name":"Bar","kind":"weapon","numbers":{"a":1,"a":2}}}}}"#,
        r#"{"give_item":{"id":"0k3m9xya","what":{"own":{"name":"Bar","kind":"weapon","damage":2}}}}"#,
        r#"{"give_item":{"id":"0k3m9xya","what":{"chart":"knife","own":{}}}}"#,
        r#"{"carry_item":{"id":"0k3m9xya","item":1,"to":"eaten"}}"#,
        r#"{"take_item":{"id":"0k3m9xya","item":-1}}"#,
        r#"{"hold":{"by":"0k3m9xya","on":"pfnw2gpy","key":"grapple","amount":null}}"#,
    ] {
        assert!(serde_json::from_str::<Command>(text).is_err(), "{text}");
    }
    for text in [
        r#"{"hello":{"protocol":3,"token":"x"}}"#,
        r#"{"hello":{"protocol":3,"seen":{"epoch":1,"seq":1,"x":1}}}"#,
        r#"{"do":{"id":"00112233445566778899aabbccddeeff","command":"undo","as":1}}"#,
        r#"{"do":{"id":"00112233445566778899AABBCCDDEEFF","command":"undo"}}"#,
        r#"{"do":{"command":"undo"}}"#,
    ] {
        assert!(
            serde_json::from_str::<ClientMessage>(text).is_err(),
            "{text}"
        );
    }
}

#[test]
fn what_may_be_left_out() {
    let read = |text: &str| serde_json::from_str::<Command>(text).expect(text);
    assert_eq!(
        read(r#"{"harm":{"id":"0k3m9xya","packet":{"l":1}}}"#),
        Command::Harm {
            id: id(),
            packet: DamagePacket::of_severity(Severity::Lethal, 1)
        }
    );
    assert_eq!(
        read(r#"{"assign":{"id":"0k3m9xya"}}"#),
        Command::Assign {
            id: id(),
            seat: None
        }
    );
    assert_eq!(
        read(r#"{"roll":{"what":"Wits","terms":[],"reading":{"pool":{}}}}"#),
        Command::Roll(Box::new(roll_request(None, "Wits", &[])))
    );
}

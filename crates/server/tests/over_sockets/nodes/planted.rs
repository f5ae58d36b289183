//! Violations that are planted are found: the judge of histories is only worth what it notices.

use std::time::Duration;

use rules::base::id::{CommandId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::base::text::Name;
use rules::encounter::{Class, Encounter, IssuedCommand, Record, Refusal, View, decide};
use rules::ruleset::SystemId;
use serde_json::{Value, json};

use super::judge::{Answer, Compared, Drawn, Glimpse, Log, Operation, Violation, Watched};
use crate::client::command;

const SAM: SeatId = SeatId(1);
const ANA: SeatId = SeatId(2);

/// A history that is in order: what was given and answered, the log, and what was seen. Titles, which show to all
/// and take no chance; and a player who may not give one.
struct Story {
    start: Encounter,
    records: Vec<Record>,
    operations: Vec<Operation>,
    watched: Vec<Watched>,
}

fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

impl Story {
    /// Both sit there. Nothing was done yet.
    fn begin() -> Self {
        let mut start = Encounter::new(Name::new("The Wharf").expect("a name"), SystemId::FIRST);
        for (seat, name, role) in [(SAM, "Sam", Role::Storyteller), (ANA, "Ana", Role::Player)] {
            let sit = json!({"sit": {"seat": seat, "name": name, "role": role}});
            let given = IssuedCommand {
                id: CommandId(u128::from(seat.0)),
                by: Actor::Server,
                command: command(&sit),
            };
            let events = decide(&start, &given, &mut Drawn::default()).expect("a seat");
            start.apply(&Record {
                at: 0,
                by: Actor::Server,
                command: given.id,
                events,
            });
        }
        Self {
            start,
            records: Vec::new(),
            operations: Vec::new(),
            watched: Vec::new(),
        }
    }

    fn now(&self) -> Encounter {
        let mut now = self.start.clone();
        self.records.iter().for_each(|record| now.apply(record));
        now
    }

    /// A player gives a command from then to then, and it is decided at the end of the log.
    fn give(&mut self, seat: SeatId, from: u64, to: u64, asked: &Value) -> CommandId {
        let id = CommandId(100 + self.operations.len() as u128);
        let given = IssuedCommand {
            id,
            by: Actor::Seat(seat),
            command: command(asked),
        };
        let answer = match decide(&self.now(), &given, &mut Drawn::default()) {
            Ok(events) => {
                let record = Record {
                    at: 0,
                    by: given.by,
                    command: id,
                    events,
                };
                self.records.push(record);
                Answer::Done(at(to))
            }
            Err(refusal) => Answer::Refused(at(to), refusal),
        };
        let (command, begun) = (given.command, at(from));
        self.operations.push(Operation {
            id,
            seat,
            command,
            begun,
            answer,
        });
        id
    }

    /// A player looks at what is there now, and at nothing later.
    fn look(&mut self, name: &str, class: Class) {
        let view = View::of(&self.now(), class);
        let glimpse = Glimpse { view, knows: None };
        match self.watched.iter_mut().find(|line| line.name == name) {
            Some(line) => line.glimpses.push(glimpse),
            None => self.watched.push(Watched {
                name: name.to_owned(),
                class,
                glimpses: vec![glimpse],
                knew: None,
                to_the_end: true,
            }),
        }
    }

    fn judge(&self) -> Result<Compared, Violation> {
        let log = Log::replay(self.start.clone(), self.records.clone())?;
        log.judge(&self.operations, &self.watched)
    }

    fn answer(&mut self, id: CommandId) -> &mut Answer {
        let mut all = self.operations.iter_mut();
        &mut all.find(|it| it.id == id).expect("it was given").answer
    }

    /// Two records change places, and everything is as if it had always been so but what was told to people.
    fn swap(&mut self, one: usize, other: usize) {
        let commands: Vec<_> = self.records.iter().map(|it| (it.command, it.by)).collect();
        let mut order: Vec<usize> = (0..commands.len()).collect();
        order.swap(one, other);
        self.records.clear();
        for (id, by) in order.into_iter().map(|nth| commands[nth]) {
            let of = self
                .operations
                .iter()
                .find(|it| it.id == id)
                .expect("it was given");
            let given = IssuedCommand {
                id,
                by,
                command: of.command.clone(),
            };
            let events =
                decide(&self.now(), &given, &mut Drawn::default()).expect("it can be done");
            self.records.push(Record {
                at: 0,
                by,
                command: id,
                events,
            });
        }
    }
}

fn title(words: &str) -> Value {
    json!({"title": {"title": words}})
}

/// Dusk, then a refusal, then night and dawn at the same time, and a roll.
fn evening() -> (Story, [CommandId; 5]) {
    let mut story = Story::begin();
    story.look("Ana", Class::Table);
    let dusk = story.give(SAM, 0, 10, &title("Dusk"));
    story.look("Ana", Class::Table);
    let refused = story.give(ANA, 12, 15, &title("Ana was here"));
    let night = story.give(SAM, 20, 40, &title("Night"));
    let dawn = story.give(SAM, 25, 35, &title("Dawn"));
    story.look("Sam", Class::Storyteller);
    let roll =
        json!({"roll": {"what": "Wits", "terms": [{"label": "Wits", "value": 3}], "reading": {}}});
    let roll = story.give(ANA, 50, 60, &roll);
    story.look("Ana", Class::Table);
    story.look("Sam", Class::Storyteller);
    (story, [dusk, refused, night, dawn, roll])
}

#[test]
fn what_is_in_order_passes() {
    let (mut story, [_, _, night, _, roll]) = evening();
    let all = Compared {
        done: 4,
        refused: 1,
        unknown: 0,
        told: 3,
        glimpses: 5,
        behind: 0,
    };
    assert_eq!(story.judge(), Ok(all));
    // An answer that nobody heard, whether it was done or not.
    *story.answer(roll) = Answer::Unknown;
    *story.answer(night) = Answer::Unknown;
    assert!(story.judge().is_ok());
    // Two that were under way at once, the other way round: nobody saw the first alone.
    let (mut story, _) = evening();
    story.watched.clear();
    story.swap(1, 2);
    assert!(story.judge().is_ok());
}

#[test]
fn a_lost_acknowledgment_is_found() {
    let (mut story, [.., roll]) = evening();
    story.watched.clear();
    story.records.pop();
    assert_eq!(story.judge(), Err(Violation::Lost(roll)));
    *story.answer(roll) = Answer::Unknown;
    assert!(story.judge().is_ok(), "who was told nothing lost nothing");
}

#[test]
fn what_is_there_twice_is_found() {
    let (mut story, [dusk, ..]) = evening();
    let again = story.records[0].clone();
    story.records.push(again);
    assert_eq!(story.judge(), Err(Violation::Twice(dusk)));
    // Under another id it is a command that nobody gave.
    let invented = CommandId(7);
    story.records.last_mut().expect("a record").command = invented;
    assert_eq!(story.judge(), Err(Violation::Invented(invented)));
    // And under another's name.
    let (mut story, [dusk, ..]) = evening();
    story.records[0].by = Actor::Seat(ANA);
    assert_eq!(story.judge(), Err(Violation::Invented(dusk)));
}

#[test]
fn what_was_refused_and_done_is_found() {
    let (mut story, [dusk, ..]) = evening();
    *story.answer(dusk) = Answer::Refused(at(10), Refusal::NotAllowed);
    assert_eq!(story.judge(), Err(Violation::DoneAndRefused(dusk)));
}

#[test]
fn an_order_that_cannot_be_is_found() {
    let (mut story, [dusk, _, night, ..]) = evening();
    story.watched.clear();
    story.swap(0, 1);
    assert_eq!(story.judge(), Err(Violation::Disordered(dusk, night)));
    // Also where nobody heard the answer of the later one.
    *story.answer(night) = Answer::Unknown;
    assert_eq!(story.judge(), Err(Violation::Disordered(dusk, night)));
    *story.answer(dusk) = Answer::Unknown;
    assert!(
        story.judge().is_ok(),
        "and without an answer there was no order"
    );
}

#[test]
fn what_did_something_else_is_found() {
    let (mut story, [_, _, night, ..]) = evening();
    let of_dawn = story.records[2].events.clone();
    story.records[1].events = of_dawn;
    assert_eq!(story.judge(), Err(Violation::Otherwise(night)));
}

#[test]
fn a_refusal_without_a_reason_is_found() {
    let (mut story, [_, refused, ..]) = evening();
    *story.answer(refused) = Answer::Refused(at(15), Refusal::Muted);
    assert_eq!(
        story.judge(),
        Err(Violation::NoReason(refused, Refusal::Muted))
    );
}

/// A seat is muted and may speak again; what it says meanwhile is refused, and nothing before and after.
fn muted() -> (Story, CommandId) {
    let mut story = Story::begin();
    let say = |words: &str| json!({"say": {"line": words}});
    story.give(ANA, 0, 1, &say("before"));
    story.give(SAM, 2, 3, &json!({"mute": {"seat": ANA, "muted": true}}));
    let refused = story.give(ANA, 4, 5, &say("meanwhile"));
    story.give(SAM, 6, 7, &json!({"mute": {"seat": ANA, "muted": false}}));
    story.give(ANA, 8, 9, &say("after"));
    (story, refused)
}

#[test]
fn a_refusal_belongs_where_it_was_asked_for() {
    let (story, refused) = muted();
    assert!(story.judge().is_ok());
    let reason = Err(Violation::NoReason(refused, Refusal::Muted));
    // Asked for when that was long over, and answered before it was said: by a state that was behind or ahead.
    for (begun, answered, fits) in [
        (20, 21, false),
        (0, 1, false),
        (0, 4, true),
        (6, 30, true),
        (8, 9, false),
    ] {
        let (mut story, refused) = muted();
        let of = story
            .operations
            .iter_mut()
            .find(|it| it.id == refused)
            .expect("it was given");
        of.begun = at(begun);
        of.answer = Answer::Refused(at(answered), Refusal::Muted);
        match fits {
            true => assert!(story.judge().is_ok(), "from {begun} to {answered}"),
            false => assert_eq!(story.judge(), reason, "from {begun} to {answered}"),
        }
    }
}

#[test]
fn refusals_have_an_order_among_themselves() {
    let (mut story, refused) = muted();
    // Two answers that cannot both be: refused, and afterwards refused by what was so before.
    let say = command(&json!({"say": {"line": "x"}}));
    let title = command(&title("x"));
    story.operations.retain(|it| it.id != refused);
    let more = [
        (1, 10, 11, Refusal::NotAllowed, title),
        (2, 12, 13, Refusal::Muted, say),
    ];
    for (id, begun, answered, refusal, command) in more {
        let answer = Answer::Refused(at(answered), refusal);
        let (id, begun) = (CommandId(id), at(begun));
        story.operations.push(Operation {
            id,
            seat: ANA,
            command,
            begun,
            answer,
        });
    }
    // The title may be refused at any place; where the words are, depends on who was answered when.
    let given = |story: &mut Story, from: u64| {
        for (nth, of) in story.operations.iter_mut().take(4).enumerate() {
            of.begun = at(0);
            of.answer = match nth {
                0..=2 => Answer::Unknown,
                _ => Answer::Done(at(from)),
            };
        }
    };
    given(&mut story, 14);
    assert!(story.judge().is_ok(), "all of it was under way");
    // What was said last was answered before the title was refused, and so before the words were.
    given(&mut story, 9);
    assert_eq!(
        story.judge(),
        Err(Violation::NoReason(CommandId(2), Refusal::Muted))
    );
}

#[test]
fn a_view_that_differs_is_found() {
    let (mut story, _) = evening();
    let old = story.watched[0].glimpses[0].clone();
    let last = story.watched[0].glimpses.last_mut().expect("a glimpse");
    *last = old.clone();
    assert_eq!(
        story.judge(),
        Err(Violation::Unseen("Ana".into())),
        "time went back"
    );
    let (mut story, _) = evening();
    story.watched[0].glimpses.pop();
    assert_eq!(story.judge(), Err(Violation::Differs("Ana".into())));
    story.watched[0].to_the_end = false;
    assert!(story.judge().is_ok(), "who left sees nothing more");
    // What nobody ever kept.
    story.watched[0].glimpses[1].view.title = "Doom".into();
    assert_eq!(story.judge(), Err(Violation::Unseen("Ana".into())));
}

#[test]
fn who_was_told_that_it_is_done_sees_it() {
    let (mut story, [dusk, ..]) = evening();
    story.watched[0].glimpses[0].knows = Some(dusk);
    assert_eq!(story.judge(), Err(Violation::Unseen("Ana".into())));
}

#[test]
fn who_comes_to_a_node_that_is_behind_is_counted() {
    let (mut story, [dusk, _, _, dawn, _]) = evening();
    let behind = |story: &Story| story.judge().expect("in order").behind;
    story.watched[1].knew = Some(dusk);
    assert_eq!(behind(&story), 0);
    story.watched[0].knew = Some(dawn);
    assert_eq!(behind(&story), 1);
}

//! What holds whatever anybody does: a log replays, views differ by what is sent, damage
//! does not vanish, and what players may not know reaches them in no way at all.

mod table;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::dial::Reading;
use rules::encounter::command::{AskedTerm, Destination, RollAsk, Shift, Whose};
use rules::encounter::{
    Change, Class, Command, Encounter, Event, FoeHealth, Given, Record, Refusal, Side, Turn, View,
    decide, diff,
};
use rules::id::{CombatantId, CommandId, SeatId};
use rules::seat::{Actor, Role};
use rules::system::SystemId;
use rules::track::{Packet, Severity, Track};

use table::{ANA, BEN, EVE, NOBODY, ST, Seeded, Table, name};

/// Numbers from which one thing somebody does is read.
type Wish = [u8; 8];

/// Reads choices off a wish, front to back.
struct Reader(Wish, usize);

impl Reader {
    fn new(wish: Wish) -> Self {
        Self(wish, 0)
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        let byte = self.0[self.1 % self.0.len()];
        self.1 += 1;
        usize::from(byte) % n.max(1)
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn maybe<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 1).then(|| then(self))
    }

    fn severity(&mut self) -> Option<Severity> {
        self.one_of(&[
            None,
            Some(Severity::Bashing),
            Some(Severity::Lethal),
            Some(Severity::Aggravated),
        ])
    }
}

/// A combatant that never was.
fn nobody() -> CombatantId {
    CombatantId::derive(CommandId(0xdead), 7)
}

const LINES: [&str; 12] = [
    "rat stam 1 size 1",
    "2x rat stam 1 size 1",
    "3x ghoul dex 3 comp 2 stam 1 size 2",
    "Rat stam 0 size 1 dex 2",
    "ghoul vampire stam 1 size 2 dex 2 comp 3",
    "rat pc stam 2 size 1",
    "Ilse dex 3 comp 2 stam 1 size 2 pc",
    "dog supernatural health 4",
    "cat foe size 3 hidden",
    "",
    "3x",
    "ghoul stam 0 size 0",
];

/// What `by` may come to ask for, sense or not. `ids` are whom they speak of, `view` is
/// what they see.
fn command(read: &mut Reader, view: &View, ids: &[CombatantId]) -> Command {
    let id = |read: &mut Reader| match read.below(ids.len() + 1) {
        0 => nobody(),
        at => ids[at - 1],
    };
    let turn = |read: &mut Reader| match read.below(6) {
        0 => Turn::default(),
        1 => Turn {
            round: u32::MAX,
            acting: view.order.last().copied(),
            ..Turn::default()
        },
        _ => view.turn,
    };
    match read.below(32) {
        0..=3 => Command::Add {
            line: read.one_of(&LINES).into(),
            side: read.one_of(&[None, Some(Side::Foe), Some(Side::Character)]),
            hidden: false,
        },
        4 => Command::Remove { id: id(read) },
        5 => Command::Rename {
            id: id(read),
            name: read
                .one_of(&["rat", "Rat", "Ghoul", "", "a\u{202e}b"])
                .into(),
        },
        6 => Command::Hide { id: id(read) },
        7 => Command::Reveal { id: id(read) },
        8 => Command::Assign {
            id: id(read),
            seat: read.one_of(&[None, Some(SeatId(2)), Some(SeatId(3)), Some(SeatId(9))]),
        },
        9 => Command::Note {
            id: id(read),
            text: read.one_of(&["prone", "", " aiming ", "a\nb"]).into(),
        },
        10..=13 => Command::RollInitiative {
            whose: match read.below(4) {
                0 => Whose::Storytellers,
                1 => Whose::Mine,
                _ => Whose::One(id(read)),
            },
            face: read.one_of(&[None, None, None, Some(5), Some(5), Some(0), Some(u16::MAX)]),
        },
        14..=16 => Command::Move {
            id: id(read),
            to: match read.below(4) {
                0 => Destination::Bench,
                1 => Destination::Before(None),
                _ => Destination::Before(Some(id(read))),
            },
        },
        17 => Command::Sort,
        18..=20 => Command::NextTurn { after: turn(read) },
        21 => Command::PreviousTurn { before: turn(read) },
        22..=23 => Command::Harm {
            id: id(read),
            packet: Packet {
                bashing: read.one_of(&[0, 1, 2, 100, u16::MAX]),
                lethal: read.one_of(&[0, 0, 1, 3]),
                aggravated: read.one_of(&[0, 0, 0, 1]),
                points: read.one_of(&[0, 0, 0, 0, 1]),
            },
        },
        24..=26 => {
            let id = id(read);
            let shift = |read: &mut Reader| Shift {
                from: read.one_of(&[None, None, Some(Severity::Bashing)]),
                to: read.severity(),
                count: read.one_of(&[1, 1, 1, 2, 0, u16::MAX]),
            };
            let mut shifts = vec![shift(read)];
            shifts.extend(read.maybe(shift));
            Command::Turn { id, shifts }
        }
        27 => Command::Roll(Box::new(RollAsk {
            id: Some(id(read)).filter(|_| read.below(4) > 0),
            what: "Wits".into(),
            terms: vec![AskedTerm {
                label: "Wits".into(),
                value: read.one_of(&[0, 3, -2, 100, i32::MIN, i32::MAX]),
            }],
            reading: Reading::default()
                .with("again", read.one_of(&[10, 9, 8, 0]))
                .with("rote", i32::from(read.below(3) == 0))
                .with("chance", i32::from(read.below(5) == 0)),
            hidden: read.below(5) == 0,
            bare: read.below(5) == 0,
            faces: read.one_of(&[None, None, Some(vec![]), Some(vec![8, 1, 9]), Some(vec![0])]),
        })),
        28 => Command::FoeHealth {
            shown: read.one_of(&[FoeHealth::Shown, FoeHealth::Concealed]),
        },
        29 => Command::Title {
            title: read.one_of(&["The Wharf", "The Roof", ""]).into(),
        },
        _ => Command::Undo,
    }
}

/// Commands about people, which only few may give.
fn seating(read: &mut Reader) -> Command {
    let seat = SeatId(read.one_of(&[1, 2, 3, 4, 5, u32::MAX]));
    match read.below(3) {
        0 => Command::Unseat { seat },
        _ => Command::Sit {
            seat,
            name: read.one_of(&["Ana", "Zoe", ""]).into(),
            role: read.one_of(&[
                Role::Player,
                Role::Player,
                Role::Spectator,
                Role::CoStoryteller,
            ]),
        },
    }
}

/// Anybody does anything.
fn anything(wish: Wish, table: &Table) -> (Actor, Command) {
    let mut read = Reader::new(wish);
    let view = table.view(Class::Storyteller);
    let ids: Vec<CombatantId> = view.rows.keys().copied().collect();
    let by = read.one_of(&[ST, ST, ST, ST, ST, ANA, ANA, BEN, EVE, NOBODY, Actor::House]);
    if read.below(24) == 0 {
        return (by, seating(&mut read));
    }
    let mut command = command(&mut read, &view, &ids);
    if let Command::Add { hidden, .. } = &mut command {
        *hidden = read.below(3) == 0;
    }
    (by, command)
}

fn wishes(most: usize) -> impl Strategy<Value = Vec<Wish>> {
    prop::collection::vec(any::<Wish>(), 1..most)
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("data")
}

/// Does what is wished for, one after the other; `look` sees the table before and after.
fn live(
    wishes: &[Wish],
    mut look: impl FnMut(&Table, &Table, Actor, &Command, Result<&[Event], &Refusal>),
) -> Table {
    let mut table = Table::new();
    for wish in wishes {
        let (by, command) = anything(*wish, &table);
        let before = table.clone();
        table.now += u64::from(wish[7]) * 100;
        let id = table.fresh_id();
        let answer = table.give_as(id, by, command.clone(), &mut Seeded::of(id));
        look(
            &before,
            &table,
            by,
            &command,
            answer.as_ref().map(Vec::as_slice),
        );
    }
    table
}

/// This many cases, or as many as `PROPTEST_CASES` says.
fn cases(cases: u32) -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: if asked { usual.cases } else { cases },
        failure_persistence: None,
        ..usual
    }
}

proptest! {
    #![proptest_config(cases(48))]

    /// Folding the log gives the same encounter as living through it, also when it lay on
    /// disk in between.
    #[test]
    fn replay_equals_live(wishes in wishes(160)) {
        let table = live(&wishes, |_, _, _, _, _| {});
        let mut replayed = Encounter::new(name("A test"), SystemId::Chronicle);
        for (nth, record) in table.records.iter().enumerate() {
            let line = json(record);
            let read: Record = serde_json::from_str(&line).expect("a record");
            prop_assert_eq!(&read, record);
            prop_assert_eq!(json(&read), line);
            replayed.apply(&read);
            // A snapshot in the middle changes nothing.
            if nth % 16 == 0 {
                replayed = serde_json::from_str(&json(&replayed)).expect("an encounter");
            }
        }
        prop_assert_eq!(json(&replayed), json(&table.encounter));
        prop_assert_eq!(replayed, table.encounter);
    }

    /// A refused command changes nothing, and nobody stands twice or nowhere.
    #[test]
    fn the_table_stays_whole(wishes in wishes(160)) {
        live(&wishes, |before, after, _, command, answer| {
            if answer.is_err() {
                assert_eq!(before.encounter, after.encounter);
            }
            for class in Class::ALL {
                let view = after.view(class);
                let mut standing: Vec<_> = view.order.iter().chain(&view.bench).copied().collect();
                standing.sort_unstable();
                let all: Vec<_> = view.rows.keys().copied().collect();
                assert_eq!(standing, all, "{class:?} after {command:?}");
                let acting = view.turn.acting;
                assert!(acting.is_none_or(|id| view.order.contains(&id)), "{class:?} after {command:?}");
                assert!(acting.is_none() || view.turn.round > 0);
            }
        });
    }

    /// What is sent brings the old picture to the new one, and nothing is sent for nothing.
    #[test]
    fn views_differ_by_what_is_sent(wishes in wishes(130)) {
        live(&wishes, |before, after, _, command, _| {
            for class in Class::ALL {
                let (old, new) = (before.view(class), after.view(class));
                let changes = diff(&old, &new);
                assert_eq!(changes.is_empty(), old == new);
                let sent: Vec<Change> = serde_json::from_str(&json(&changes)).expect("changes");
                assert_eq!(sent, changes);
                let mut patched = old.clone();
                sent.iter().for_each(|change| patched.patch(change));
                assert_eq!(patched, new, "{class:?} after {command:?}");
                let read: View = serde_json::from_str(&json(&new)).expect("a view");
                assert_eq!(read, new);
            }
        });
    }

    /// Whoever missed a lot catches up by one difference as well.
    #[test]
    fn a_long_absence_is_one_difference(wishes in wishes(260)) {
        let mut old = Class::ALL.map(|class| Table::new().view(class));
        let table = live(&wishes, |before, _, _, _, _| {
            if before.records.len() == 40 {
                old = Class::ALL.map(|class| before.view(class));
            }
        });
        for (class, old) in Class::ALL.into_iter().zip(old) {
            let new = table.view(class);
            let mut patched = old.clone();
            diff(&old, &new).iter().for_each(|change| patched.patch(change));
            prop_assert_eq!(patched, new);
        }
    }

    /// Log numbers have no gaps, and what a class has read keeps its number.
    #[test]
    fn log_numbers_have_no_gaps(wishes in wishes(200)) {
        live(&wishes, |before, after, _, _, _| {
            for class in Class::ALL {
                let (old, new) = (before.view(class).log, after.view(class).log);
                assert!(new.windows(2).all(|pair| pair[1].no == pair[0].no + 1));
                if let (Some(old), Some(new)) = (old.first(), new.first()) {
                    assert!(old.no <= new.no);
                }
                if new.len() < 100 {
                    assert!(new.first().is_none_or(|line| line.no == 1));
                }
            }
        });
    }

    /// Harm never empties a box and never makes a full row milder.
    #[test]
    fn damage_never_disappears(wishes in wishes(160)) {
        live(&wishes, |before, after, _, _, answer| {
            for event in answer.unwrap_or_default() {
                if let Event::Harmed { id, packet, excess, .. } = event {
                    let boxes = |table: &Table| match table.view(Class::Storyteller).rows[id].track {
                        Some(Track::Boxes(boxes)) => boxes,
                        _ => panic!("the storyteller sees every track"),
                    };
                    let (was, is) = (boxes(before), boxes(after));
                    assert!(is.filled() >= was.filled());
                    assert!(is.filled() == is.size() || is.filled() - was.filled() == packet.total());
                    let weight = |marks: Packet| {
                        u32::from(marks.bashing) + 2 * u32::from(marks.lethal) + 3 * u32::from(marks.aggravated)
                    };
                    let effective = packet.total() - excess;
                    assert!(weight(is.marks()) >= weight(was.marks()) + u32::from(effective));
                    assert!(is.marks().aggravated >= was.marks().aggravated);
                }
            }
        });
    }

    /// A drag changes where a token stands, and nothing else; only the one who acts, put on
    /// the bench, hands the turn on.
    #[test]
    fn a_drag_changes_position_only(wishes in wishes(160)) {
        live(&wishes, |before, after, _, command, answer| {
            let (Command::Move { id, to }, Ok(_)) = (command, answer) else { return };
            for class in Class::ALL {
                let (old, new) = (before.view(class), after.view(class));
                assert_eq!(old.rows, new.rows);
                let benched = *to == Destination::Bench;
                let leaves = benched && (before.view(Class::Storyteller).turn.acting == Some(*id)
                    || before.view(Class::Table).turn.acting == Some(*id));
                if !leaves {
                    assert_eq!(old.turn, new.turn);
                }
                let others = |list: &[CombatantId]| -> Vec<CombatantId> {
                    list.iter().copied().filter(|other| other != id).collect()
                };
                assert_eq!(others(&old.order), others(&new.order));
                assert_eq!(others(&old.bench), others(&new.bench));
            }
        });
    }

    /// Turns go round: while nobody is dragged or leaves, the one after the one who acts is
    /// the next in the order, and a round begins when the order begins again.
    #[test]
    fn turns_follow_the_order(wishes in wishes(160)) {
        live(&wishes, |before, after, _, command, answer| {
            let (Command::NextTurn { .. }, Ok(_)) = (command, answer) else { return };
            let (old, new) = (before.view(Class::Table), after.view(Class::Table));
            if old.turn != new.turn {
                let at = old.turn.acting.and_then(|id| old.order.iter().position(|other| *other == id));
                let next = at.and_then(|at| old.order.get(at + 1)).or(old.order.first());
                assert_eq!(new.turn.acting, next.copied());
                assert_eq!(Some(new.turn), old.next);
                let wraps = old.turn.acting.is_some() && old.turn.acting == old.order.last().copied();
                let round = old.turn.round.max(1) + u32::from(wraps);
                assert_eq!(new.turn.round, round);
            }
            // When somebody everybody sees acts, everybody sees it.
            let all = after.view(Class::Storyteller);
            if all.turn.acting.is_none_or(|id| !all.rows[&id].hidden) {
                assert_eq!(all.turn, new.turn);
            }
        });
    }

    /// Whatever the storyteller takes back is as it was, to the last rank and place.
    #[test]
    fn taking_back_restores(wishes in wishes(60)) {
        let mut table = live(&wishes, |_, _, _, _, _| {});
        // What a co-storyteller or the house did is the storyteller's to take back as well.
        let sit = Command::Sit { seat: SeatId(1), name: "Sam".into(), role: Role::Storyteller };
        let _ = table.give(Actor::House, sit);
        let (mut before, mut undoable) = (table.essence(), 0);
        let mut history = vec![];
        for wish in &wishes {
            let (by, command) = anything(*wish, &table);
            if matches!(command, Command::Undo | Command::Sit { .. } | Command::Unseat { .. }) {
                continue;
            }
            if let Ok(events) = table.give(by, command)
                && events.iter().any(|event| event.inverse().is_some())
            {
                undoable += 1;
                history.push(std::mem::replace(&mut before, table.essence()));
            }
        }
        for before in history.into_iter().rev().take(60) {
            table.ok(ST, Command::Undo);
            prop_assert_eq!(table.essence(), before);
        }
        prop_assert!(undoable < 60);
    }
}

// ---- Two worlds ----------------------------------------------------------------------

/// World A, where secret things happen as well, and world B, where only the public ones do.
struct Worlds {
    a: Table,
    b: Table,
    /// The ids of the commands that both worlds took.
    both: BTreeSet<CommandId>,
    ids: u64,
    /// What players of either world saw last.
    seen: View,
}

impl Worlds {
    fn new() -> Self {
        let table = Table::new();
        Self {
            seen: table.view(Class::Table),
            b: table.clone(),
            a: table,
            both: BTreeSet::new(),
            ids: 0,
        }
    }

    fn fresh_id(&mut self) -> CommandId {
        self.ids += 1;
        CommandId(u128::from(self.ids) << 40 | 0xabcd)
    }

    /// Players of both worlds are sent the same.
    fn check(&mut self, what: &str) {
        let (a, b) = (self.a.view(Class::Table), self.b.view(Class::Table));
        assert_eq!(
            json(&diff(&self.seen, &a)),
            json(&diff(&self.seen, &b)),
            "after {what}\nA {}\nB {}",
            self.a.picture(Class::Storyteller),
            self.b.picture(Class::Storyteller),
        );
        assert_eq!(json(&a), json(&b));
        self.seen = a;
    }

    fn hidden(&self) -> Vec<CombatantId> {
        let view = self.a.view(Class::Storyteller);
        let hidden = view.rows.values().filter(|row| row.hidden);
        hidden.map(|row| row.id).collect()
    }

    /// The same command in both worlds. Players get the same answer; the storyteller, who
    /// sees the difference, may get another.
    fn public(&mut self, by: Actor, command: &Command) {
        let id = self.fresh_id();
        let give = |table: &mut Table| table.give_as(id, by, command.clone(), &mut Seeded::of(id));
        let (a, b) = (give(&mut self.a), give(&mut self.b));
        if by != ST {
            assert_eq!(a.as_ref().err(), b.as_ref().err(), "{by:?} {command:?}");
        }
        if a.is_ok() && b.is_ok() {
            self.both.insert(id);
        }
    }

    /// The storyteller presses until players see another turn.
    fn press(&mut self, forward: bool) {
        let id = self.fresh_id();
        let a = press_until_seen(&mut self.a, id, forward);
        let b = press_until_seen(&mut self.b, id, forward);
        assert_eq!(a, b, "whether the turn could change");
        if a {
            self.both.insert(id);
        }
    }

    /// The storyteller takes back the newest thing that happened in both worlds.
    fn undo(&mut self) {
        let mut b = self.b.clone();
        let Some(undone) = undo_until(&mut b, &self.both) else {
            return;
        };
        let mut a = self.a.clone();
        // Secret things may have pushed it out of the storyteller's reach.
        let Some(undone_too) = undo_until(&mut a, &self.both) else {
            return;
        };
        assert_eq!(undone, undone_too, "what was taken back");
        (self.a, self.b) = (a, b);
    }

    /// Something only world A knows. Left out when players would have to notice.
    fn secret(&mut self, command: &Command) {
        let id = self.fresh_id();
        let mut a = self.a.clone();
        if a.give_as(id, ST, command.clone(), &mut Seeded::of(id))
            .is_err()
        {
            return;
        }
        let turn = |table: &Table| table.view(Class::Table).turn;
        match command {
            // A press that players see is a public one.
            Command::NextTurn { .. } | Command::PreviousTurn { .. } => {
                if turn(&a) != turn(&self.a) {
                    return;
                }
            }
            Command::Undo => {
                let Some(Event::Undone { command, .. }) =
                    a.records.last().and_then(|record| record.events.first())
                else {
                    panic!("an undo undoes");
                };
                if self.both.contains(command) {
                    return;
                }
            }
            // When somebody hidden leaves in their turn, the next one's begins.
            _ => {
                if turn(&a) != turn(&self.a) {
                    assert!(press_until_seen(&mut self.b, id, true));
                    self.both.insert(id);
                }
            }
        }
        self.a = a;
    }

    fn step(&mut self, kind: u8, wish: Wish) {
        self.a.now += u64::from(wish[7]) * 100;
        self.b.now = self.a.now;
        let mut read = Reader::new(wish);
        let hidden = self.hidden();
        let shown: Vec<CombatantId> = self.seen.rows.keys().copied().collect();
        let said;
        match kind % 26 {
            // Players and the house; they may guess at what is hidden.
            0..=3 => {
                let by = read.one_of(&[ANA, ANA, ANA, BEN, EVE, NOBODY]);
                let ids: Vec<CombatantId> = shown.iter().chain(&hidden).copied().collect();
                let command = command(&mut read, &self.seen.clone(), &ids);
                said = format!("{by:?} {command:?}");
                self.public(by, &command);
            }
            4..=7 => {
                let command = match command(&mut read, &self.seen.clone(), &shown) {
                    Command::NextTurn { .. } => {
                        said = "press".to_owned();
                        self.press(true);
                        return self.check(&said);
                    }
                    Command::PreviousTurn { .. } => {
                        said = "press back".to_owned();
                        self.press(false);
                        return self.check(&said);
                    }
                    Command::Undo => {
                        said = "undo".to_owned();
                        self.undo();
                        return self.check(&said);
                    }
                    Command::Reveal { .. } => return,
                    // One typed face is for one, and the storyteller sees how many there are.
                    Command::RollInitiative {
                        whose: Whose::Storytellers,
                        ..
                    } => Command::RollInitiative {
                        whose: Whose::Storytellers,
                        face: None,
                    },
                    command => command,
                };
                said = format!("ST {command:?}");
                self.public(ST, &command);
            }
            // Dragged beside somebody whom players do not see.
            8 if !hidden.is_empty() && !shown.is_empty() => {
                let (id, beside) = (read.one_of(&shown), read.one_of(&hidden));
                let order = self.a.view(Class::Storyteller).order;
                let mut behind = order.iter().skip_while(|other| **other != beside);
                if behind.clone().next().is_none() {
                    return;
                }
                let before = behind.find(|other| **other != id && shown.contains(other));
                let command = self.fresh_id();
                let to_a = Destination::Before(Some(beside));
                let to_b = Destination::Before(before.copied());
                let give = |table: &mut Table, to| {
                    let dice = &mut Seeded::of(command);
                    table
                        .give_as(command, ST, Command::Move { id, to }, dice)
                        .is_ok()
                };
                if give(&mut self.a, to_a) & give(&mut self.b, to_b) {
                    self.both.insert(command);
                }
                said = "drag beside hidden".to_owned();
            }
            8..=9 => {
                said = "press".to_owned();
                self.press(true);
            }
            10 => {
                let line = read.one_of(&LINES[..8]).to_owned();
                said = format!("secret add {line}");
                self.secret(&Command::Add {
                    line,
                    side: Some(Side::Foe),
                    hidden: true,
                });
            }
            16.. => {
                let (by, command) = self.likely(kind % 26, &mut read, &shown, &hidden);
                said = format!("{by:?} {command:?}");
                match by {
                    Some(by) => self.public(by, &command),
                    None => self.secret(&command),
                }
            }
            _ => {
                let view = self.a.view(Class::Storyteller);
                let command = secret_command(&mut read, &view, &hidden);
                said = format!("secret {command:?}");
                self.secret(&command);
            }
        }
        self.check(&said);
    }
}

impl Worlds {
    /// What happens often at a table and seldom by chance; `None` gives it in secret.
    fn likely(
        &self,
        kind: u8,
        read: &mut Reader,
        shown: &[CombatantId],
        hidden: &[CombatantId],
    ) -> (Option<Actor>, Command) {
        let mut anas = shown.to_vec();
        anas.retain(|id| self.seen.rows[id].owner == Some(SeatId(2)));
        let her_last = self.seen.order.iter().rfind(|id| anas.contains(id));
        let roll = |id| Command::RollInitiative {
            whose: Whose::One(id),
            face: Some(5),
        };
        let one = |from: &[CombatantId], read: &mut Reader| match from {
            [] => nobody(),
            _ => read.one_of(from),
        };
        match kind {
            16..=18 => {
                let id = anas.first().copied().unwrap_or(nobody());
                let shifts = vec![Shift {
                    from: None,
                    to: Some(Severity::Bashing),
                    count: 1,
                }];
                (Some(ANA), Command::Turn { id, shifts })
            }
            19 => match her_last {
                Some(id) => (Some(ANA), Command::Remove { id: *id }),
                None => (Some(ANA), table::add("rat")),
            },
            20 => (Some(ANA), Command::Undo),
            21 => (Some(ST), roll(one(shown, read))),
            22 => (None, roll(one(hidden, read))),
            23 => (None, table::add_hidden("rat")),
            24 => {
                let id = one(hidden, read);
                let first = self.a.view(Class::Storyteller).order.first().copied();
                (
                    None,
                    Command::Move {
                        id,
                        to: Destination::Before(first),
                    },
                )
            }
            _ => {
                let (id, other) = (one(shown, read), one(shown, read));
                (
                    Some(ST),
                    Command::Move {
                        id,
                        to: Destination::Before(Some(other)),
                    },
                )
            }
        }
    }
}

fn press_until_seen(table: &mut Table, id: CommandId, forward: bool) -> bool {
    let known = table.view(Class::Table).turn;
    for nth in 0..40 {
        let now = table.view(Class::Storyteller).turn;
        let command = match forward {
            true => Command::NextTurn { after: now },
            false => Command::PreviousTurn { before: now },
        };
        let mut tried = table.clone();
        let given = tried.give_as(id, ST, command.clone(), &mut Seeded::of(id));
        if given.is_err() {
            return false;
        }
        if tried.view(Class::Table).turn != known {
            *table = tried;
            return true;
        }
        // Nobody but the storyteller knows of this one.
        let own = CommandId(id.0 << 8 | nth);
        let given = table.give_as(own, ST, command, &mut Seeded::of(own));
        assert!(given.is_ok());
    }
    false
}

fn undo_until(table: &mut Table, both: &BTreeSet<CommandId>) -> Option<CommandId> {
    loop {
        let id = table.fresh_id();
        let events = table
            .give_as(id, ST, Command::Undo, &mut Seeded::of(id))
            .ok()?;
        if let [Event::Undone { command, .. }] = events[..]
            && both.contains(&command)
        {
            return Some(command);
        }
    }
}

fn secret_command(read: &mut Reader, view: &View, hidden: &[CombatantId]) -> Command {
    if hidden.is_empty() || read.below(6) == 0 {
        return match read.below(4) {
            0 => Command::Undo,
            1 => Command::PreviousTurn { before: view.turn },
            2 => Command::NextTurn { after: view.turn },
            _ => Command::Roll(Box::new(RollAsk {
                hidden: true,
                ..table::ask(view.rows.keys().next().copied(), "Stealth", &[("Wits", 2)])
            })),
        };
    }
    let id = read.one_of(hidden);
    match read.below(12) {
        0 => Command::Remove { id },
        1 => Command::Rename {
            id,
            name: read.one_of(&["rat", "ghoul", "Ghoul"]).into(),
        },
        2 => Command::Note {
            id,
            text: "lurks".into(),
        },
        3..=5 => Command::RollInitiative {
            whose: Whose::One(id),
            face: read.one_of(&[None, Some(3), Some(5), Some(8)]),
        },
        6..=7 => Command::Move {
            id,
            to: match read.below(4) {
                0 => Destination::Bench,
                1 => Destination::Before(None),
                _ => Destination::Before(view.order.get(read.below(view.order.len())).copied()),
            },
        },
        8 => Command::Harm {
            id,
            packet: Packet::of(Severity::Lethal, 1),
        },
        9 => Command::Roll(Box::new(table::ask(Some(id), "Stealth", &[("Wits", 2)]))),
        10 => Command::NextTurn { after: view.turn },
        _ => Command::Assign {
            id,
            seat: Some(SeatId(2)),
        },
    }
}

proptest! {
    #![proptest_config(cases(256))]

    /// Two worlds that differ only in what players may not see send them the same bytes and
    /// give them the same answers.
    #[test]
    fn two_worlds_look_alike(steps in prop::collection::vec(any::<(u8, Wish)>(), 1..90)) {
        let mut worlds = Worlds::new();
        for (kind, wish) in steps {
            worlds.step(kind, wish);
        }
    }
}

// ---- Markers -------------------------------------------------------------------------

proptest! {
    #![proptest_config(cases(32))]

    /// Neither id nor name nor note of somebody hidden, nor what they roll for, is anywhere
    /// in what players get.
    #[test]
    fn hidden_is_absent(wishes in wishes(120)) {
        let mut table = Table::new();
        let mut shown = BTreeSet::new();
        for (nth, wish) in wishes.into_iter().enumerate() {
            let (by, mut command) = anything(wish, &table);
            let rows = table.view(Class::Storyteller).rows;
            let veiled = |id: &CombatantId| rows.get(id).is_some_and(|row| row.hidden);
            match &mut command {
                Command::Add { line, hidden, .. } if *hidden || line.contains("hidden") => {
                    *hidden = true;
                    *line = format!("Veil{nth}z stam 1 size 2");
                }
                Command::Rename { id, name } if veiled(id) => *name = format!("Veil{nth}"),
                Command::Note { id, text } if veiled(id) => *text = format!("whisper{nth}z"),
                Command::Roll(ask) if ask.hidden || ask.id.as_ref().is_some_and(veiled) => {
                    ask.what = format!("murmur{nth}z");
                }
                _ => {}
            }
            let before = table.view(Class::Table);
            let answer = table.give(by, command);
            let after = table.view(Class::Table);
            let sent = json(&diff(&before, &after)) + &json(&after);
            let told = answer.as_ref().err().map(json).unwrap_or_default();
            prop_assert!(!sent.contains("murmur"));
            shown.extend(after.rows.keys().copied());
            for row in table.view(Class::Storyteller).rows.values().filter(|row| row.hidden) {
                prop_assert!(!sent.contains(&row.id.to_string()) || before.rows.contains_key(&row.id));
                prop_assert!(!json(&after).contains(&row.id.to_string()));
                if !shown.contains(&row.id) {
                    prop_assert!(!sent.contains(&row.name));
                    prop_assert!(row.note.as_ref().is_none_or(|note| !sent.contains(note)));
                    prop_assert!(by == ST || by == Actor::House || !told.contains(&row.name));
                }
            }
        }
    }
}

/// Deciding is asking: the same question has the same answer, and asking changes nothing.
#[test]
fn deciding_is_asking() {
    let table = Table::with(&["2x rat", "!cat"]).lined_up().after_turns(2);
    let before = table.encounter.clone();
    let given = Given {
        id: CommandId(77),
        by: ST,
        command: Command::RollInitiative {
            whose: Whose::Storytellers,
            face: None,
        },
    };
    let once = decide(&table.encounter, &given, &mut Seeded::of(given.id));
    let again = decide(&table.encounter, &given, &mut Seeded::of(given.id));
    assert_eq!(once, again);
    assert_eq!(before, table.encounter);
}

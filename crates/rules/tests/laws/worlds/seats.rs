//! Two worlds that differ only in what single seats are told: for every other seat they are one.
//!
//! In world A people whisper, in world B nobody does; everything else happens in both. Either the storyteller whispers
//! with one player, or, at a table whose whispers are private, two players with each other: then the storyteller is
//! another seat like all the rest.

use proptest::prelude::*;
use rules::archive::{ArchivedEncounter, ArchivedStatus, PlayerArchiveBuilder};
use rules::base::id::{CombatantId, CommandId, EncounterId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::dice_proof::Hex;
use rules::encounter::replay::past::Past;
use rules::encounter::replay::recap::RecapRecorder;
use rules::encounter::{
    Class, Command, Encounter, PrivateView, Question, Refusal, TableSetting, View, WhisperSetting,
    answer_question, diff,
};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, EVE, NOBODY, ST, SeededDice, Table, name};

use crate::recipe::{Reader, Recipe, command, recipe, systems};
use crate::{cases, json};

/// A word that stands in nothing but whispers.
const WORD: &str = "quillon";

/// Everyone at the table, and one who never sat there.
const SEATS: [SeatId; 6] = [
    SeatId(1),
    SeatId(2),
    SeatId(3),
    SeatId(4),
    SeatId(5),
    SeatId(9),
];

const CLEO: Actor = Actor::Seat(SeatId(5));

/// World A, where some are told more, and world B.
struct SeatWorlds {
    a: Table,
    b: Table,
    system: SystemId,
    /// The seats that are told more in world A.
    told: Vec<SeatId>,
    /// Whether storytellers are told more as well.
    storytellers: bool,
    /// What each class saw last.
    seen: [View; 2],
    ids: u64,
}

impl SeatWorlds {
    /// Both as a new table is, where two players whisper to each other in private, or the storyteller with one.
    fn new(system: SystemId, among_players: bool, provable: bool) -> Self {
        let mut table = Table::with_system(system);
        let sit = Command::Sit {
            seat: SeatId(5),
            name: "Cleo".into(),
            role: Role::Player,
        };
        table.give_accepted(Actor::Server, sit);
        if among_players {
            let to = TableSetting::Whispers(WhisperSetting::Private);
            table.give_accepted(ST, Command::SetTable { to, was: None });
        }
        if provable {
            table = table.with_provable_dice();
        }
        Self {
            seen: Class::ALL.map(|class| table.view(class)),
            a: table.clone(),
            b: table,
            system,
            told: match among_players {
                true => vec![SeatId(2), SeatId(3)],
                false => vec![SeatId(3)],
            },
            storytellers: !among_players,
            ids: 0,
        }
    }

    /// The classes that are told the same in both worlds.
    fn classes(&self) -> &'static [Class] {
        match self.storytellers {
            true => &[Class::Table],
            false => &Class::ALL,
        }
    }

    /// The seats that are told the same in both worlds.
    fn others(&self) -> impl Iterator<Item = SeatId> {
        let told =
            |seat: &SeatId| self.told.contains(seat) || self.storytellers && *seat == SeatId(1);
        SEATS.into_iter().filter(move |seat| !told(seat))
    }

    fn fresh_id(&mut self) -> CommandId {
        self.ids += 1;
        CommandId(u128::from(self.ids) << 40 | 0xabcd)
    }

    /// Some whisper in world A.
    fn whisper(&mut self, read: &mut Reader) {
        let setting = self.a.view(Class::Table).whispers;
        if !self.storytellers && setting != WhisperSetting::Private {
            return;
        }
        // More than any window holds, now and then.
        let count = read.one_of(&[1, 1, 1, 2, 3, 110]);
        for nth in 0..count {
            let players = self.told.iter().map(|seat| Actor::Seat(*seat));
            let [one, other] = match &players.collect::<Vec<_>>()[..] {
                [one, other] => [*one, *other],
                [one, ..] => [*one, ST],
                [] => return,
            };
            let (by, to) = if read.below(2) == 0 {
                (one, other)
            } else {
                (other, one)
            };
            let Actor::Seat(to) = to else { return };
            let words = format!("{WORD} {}", "m".repeat((nth * 7) % 60));
            let to = [to].into_iter().collect();
            let id = self.fresh_id();
            let dice = &mut SeededDice::for_command(id);
            let given = self
                .a
                .give_with_id(id, by, Command::Whisper { to, words }, dice);
            assert!(given.is_ok(), "{given:?}");
        }
    }

    /// The same command in both worlds, with the same answer. What a storyteller is told may have pushed a line out of
    /// their window, and with it what could be undone: then it is left out.
    fn both(&mut self, by: Actor, command: &Command) {
        let id = self.fresh_id();
        let give = |table: &Table| -> (Table, Option<Refusal>) {
            let mut table = table.clone();
            let dice = &mut SeededDice::for_command(id);
            let refused = table.give_with_id(id, by, command.clone(), dice).err();
            (table, refused)
        };
        let ((a, a_refused), (b, b_refused)) = (give(&self.a), give(&self.b));
        let undoes = matches!(command, Command::Undo | Command::Redo);
        if undoes && by == ST && self.storytellers && a_refused != b_refused {
            return;
        }
        assert_eq!(a_refused, b_refused, "{by:?} {command:?}");
        (self.a, self.b) = (a, b);
    }

    fn step(&mut self, kind: u8, recipe: Recipe) {
        self.a.now += recipe.pause();
        self.b.now = self.a.now;
        let mut read = Reader::new(recipe);
        let said = match kind % 8 {
            0..=1 => {
                self.whisper(&mut read);
                "a whisper".to_owned()
            }
            kind => {
                let by = match kind {
                    2..=4 => read.one_of(&[ANA, ANA, BEN, CLEO, EVE, NOBODY]),
                    _ => ST,
                };
                let view = self.b.view(Class::Storyteller);
                let ids: Vec<CombatantId> = view.rows.keys().copied().collect();
                let command = match (read.below(6), by) {
                    (0, _) => Command::Undo,
                    (1, _) => Command::Redo,
                    // Some of them whisper in both worlds, but those who whisper in one.
                    (2, CLEO) => Command::Whisper {
                        to: [SeatId(1)].into_iter().collect(),
                        words: "A word, please.".into(),
                    },
                    _ => command(&mut read, &view, &ids),
                };
                // Storytellers name lines by numbers that count what they are told.
                let by_number = matches!(
                    command,
                    Command::GiveInitiative { .. }
                        | Command::UndoLine { .. }
                        | Command::RedoLine { .. }
                );
                let sets = matches!(
                    command,
                    Command::SetTable {
                        to: TableSetting::Whispers(_),
                        ..
                    } | Command::Unseat { .. }
                );
                if sets || by_number && by == ST && self.storytellers {
                    return;
                }
                self.both(by, &command);
                format!("{by:?} {command:?}")
            }
        };
        self.check(&said);
    }

    /// Whoever is told nothing more is sent the same bytes.
    fn check(&mut self, what: &str) {
        for class in self.classes() {
            let at = usize::from(*class == Class::Table);
            let views = [&self.a, &self.b].map(|table| table.view(*class));
            let sent = views
                .each_ref()
                .map(|view| json(&diff(&self.seen[at], view)));
            assert_eq!(sent[0], sent[1], "after {what}");
            let [a, b] = views.each_ref().map(json);
            assert_eq!(a, b, "after {what}");
            assert!(!a.contains(WORD), "after {what}");
            [self.seen[at], _] = views;
        }
        for seat in self.others() {
            let [a, b] = [&self.a, &self.b].map(|table| PrivateView::of(&table.encounter, seat));
            assert_eq!(json(&a), json(&b), "after {what}");
            assert!(!json(&a).contains(WORD), "after {what}");
        }
    }

    /// Whoever is told nothing more gets the same answers.
    fn check_questions(&self) {
        let rows = self.b.view(Class::Table).rows;
        for who in rows.keys().take(3) {
            let ways = Question::Ways {
                who: *who,
                with: Vec::new(),
            };
            for question in [ways, Question::Spent { by: *who }] {
                for seat in SEATS {
                    let ask = |table: &Table| {
                        json(&answer_question(
                            &table.encounter,
                            Actor::Seat(seat),
                            &question,
                        ))
                    };
                    assert_eq!(ask(&self.a), ask(&self.b));
                }
            }
        }
    }

    fn fresh(&self) -> Encounter {
        Encounter::new(name("A test"), self.system)
    }

    /// Everything that a class may read of what is over: the recap and the past; and beside it, what seats read of the
    /// past, and the file that one of them can take away.
    fn kept(&self, table: &Table, class: Class) -> Vec<String> {
        let mut recap = RecapRecorder::new(self.fresh(), class);
        let mut past = Past::new(self.fresh());
        let seats: Vec<SeatId> = self.others().collect();
        let mut file = PlayerArchiveBuilder::new(self.fresh(), class, SeatId(5));
        for record in &table.records {
            recap.apply_record(record);
            past.apply_record(record);
            file.apply(record);
        }
        let mut kept = crate::past::shown(table, self.system, class);
        for seat in seats {
            let private = past.private_lines(seat, false);
            kept.extend(private.map(|(line, step)| format!("{seat:?} {step} {}", json(line))));
        }
        kept.extend([recap.recap().to_markdown(), json(&file.build())]);
        kept
    }

    /// What is over reads the same to whoever was told nothing more.
    fn check_kept(&self) {
        for class in self.classes() {
            let [a, b] = [&self.a, &self.b].map(|table| self.kept(table, *class));
            assert!(a == b, "{class:?}");
            assert!(a.iter().all(|text| !text.contains(WORD)), "{class:?}");
        }
        if self.storytellers {
            return;
        }
        let file = |table: &Table| {
            let mut file = ArchivedEncounter {
                title: name("A test"),
                system: self.system,
                standing: ArchivedStatus::Current,
                made_at: 0,
                ended_at: None,
                dice: EncounterId(7),
                cast: Vec::new(),
                state: Hex([0; 32]),
                bound: None,
                records: (1..).zip(table.records.clone()).collect(),
            };
            file.drop_unread();
            file.update_summary();
            json(&file)
        };
        assert_eq!(file(&self.a), file(&self.b));
    }

    /// Those who are told more are told it, and nobody could tell the worlds apart if it were nothing.
    fn check_told(&self) {
        let whispered = self.a.records.len() > self.b.records.len();
        for seat in &self.told {
            let [a, b] = [&self.a, &self.b].map(|table| PrivateView::of(&table.encounter, *seat));
            assert_eq!(json(&a).contains(WORD), whispered);
            assert!(!json(&b).contains(WORD));
            let numbers = a.log.iter().map(|line| line.line.no);
            let first = a.log.first().map_or(1, |line| line.line.no);
            assert!(numbers.eq((first..).take(a.log.len())), "no gaps");
        }
    }
}

proptest! {
    #![proptest_config(cases(24))]

    /// What one seat is told reaches no other: not a byte of any view, change, answer, page or file.
    #[test]
    fn what_one_is_told_reaches_no_other(
        system in systems(),
        among_players in any::<bool>(),
        provable in any::<bool>(),
        steps in prop::collection::vec((any::<u8>(), recipe()), 1..60),
    ) {
        let mut worlds = SeatWorlds::new(system, among_players, provable);
        for (kind, recipe) in steps {
            worlds.step(kind, recipe);
        }
        worlds.check_questions();
        worlds.check_kept();
        worlds.check_told();
    }
}

//! What is kept of both worlds: whole views, answers, pages of the log and the past, files.

use rules::archive::{ArchivedEncounter, ArchivedStatus, PlayerArchiveBuilder};
use rules::base::id::{EncounterId, SeatId};
use rules::base::seat::Actor;
use rules::dice_proof::Hex;
use rules::encounter::replay::past::Past;
use rules::encounter::replay::recap::RecapRecorder;
use rules::encounter::{Class, Encounter, PrivateView, Question, View, answer_question};
use testkit::table::{Table, name};

use super::{SEATS, SeatWorlds, Told, WORD, World};
use crate::json;

impl SeatWorlds {
    fn tables(&self) -> [&Table; 2] {
        [&self.a.table, &self.b.table]
    }

    /// Whoever is told nothing more and comes now is sent the same bytes, and none of them finds a picture of others.
    pub(super) fn check_views(&self) {
        for class in self.told.other_classes() {
            let [a, b] = self.tables().map(|table| json(&table.view(*class)));
            assert!(a == b, "{class:?}\n{a}\n{b}");
            assert!(!a.contains(WORD), "{a}");
        }
        let sent = |world: &World| -> Vec<String> {
            let views = world.views.iter().map(|(_, view)| json(view));
            views
                .chain(world.private.iter().map(|(_, view)| json(view)))
                .collect()
        };
        assert_eq!(sent(&self.a), sent(&self.b));
        for seat in self.told.others() {
            let [a, b] = self
                .tables()
                .map(|table| PrivateView::of(&table.encounter, seat));
            let [a, b] = [json(&a), json(&b)];
            assert_eq!(a, b, "{seat:?}");
            assert!(!a.contains(WORD), "{a}");
            self.check_pictures(seat);
        }
    }

    /// At the addresses of pictures, a seat finds the same in both worlds.
    fn check_pictures(&self, seat: SeatId) {
        for (_, handout) in self.a.shelf().iter() {
            let held = handout.holders.values().filter_map(|held| held.address);
            let own = handout.picture.iter().map(|picture| picture.address);
            for address in held.chain(own) {
                let [a, b] = self
                    .tables()
                    .map(|table| table.encounter.picture_at(seat, address));
                assert_eq!(a, b, "{seat:?}");
            }
        }
    }

    /// Everyone gets the same answers.
    pub(super) fn check_questions(&self) {
        let rows = self.b.table.view(Class::Table).rows;
        for who in rows.keys().take(3) {
            let ways = Question::Ways {
                who: *who,
                with: Vec::new(),
            };
            for question in [ways, Question::Spent { by: *who }] {
                for seat in SEATS {
                    let ask = |table: &Table| {
                        let answer =
                            answer_question(&table.encounter, Actor::Seat(seat), &question);
                        json(&answer)
                    };
                    let [a, b] = self.tables().map(ask);
                    assert_eq!(a, b);
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
        let mut file = PlayerArchiveBuilder::new(self.fresh(), class, SeatId(5));
        for record in &table.records {
            recap.apply_record(record);
            past.apply_record(record);
            file.apply(record);
        }
        let steps = past.steps(class);
        let steps = steps.map(|(number, step)| format!("{number} {}", crate::past::told(step)));
        let jumps = past.jumps(class).iter().map(|jump| format!("{jump:?}"));
        let lines = past.lines(class);
        let lines = lines.map(|(line, step)| format!("{step} {}", json(line)));
        let mut kept: Vec<String> = steps.chain(jumps).chain(lines).collect();
        for seat in self.told.others() {
            let private = past.private_lines(seat, false);
            kept.extend(private.map(|(line, step)| format!("{seat:?} {step} {}", json(line))));
        }
        // Somewhere in the past stands the view of then.
        let middle = past
            .step_range(class)
            .map(|(first, last)| first.midpoint(last));
        if let Some((then, _)) = middle.map(|step| crate::past::at(&past, table, class, step)) {
            let others = self.told.others();
            kept.extend(others.map(|seat| json(&PrivateView::of(&then, seat))));
            kept.push(json(&View::of(&then, class)));
        }
        kept.extend([recap.recap().to_markdown(), json(&file.build())]);
        kept
    }

    /// What is over reads the same to whoever was told nothing more.
    pub(super) fn check_kept(&self) {
        for class in self.told.other_classes() {
            let [a, b] = self.tables().map(|table| self.kept(table, *class));
            let differs = a.iter().zip(&b).find(|(a, b)| a != b);
            assert!(a == b, "{class:?} {differs:?}");
            assert!(a.iter().all(|text| !text.contains(WORD)), "{class:?}");
        }
        if self.told != Told::InPrivate {
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
        let [a, b] = self.tables().map(file);
        assert_eq!(a, b);
    }

    /// Those who are told more are told it alone, in lines whose numbers have no gaps.
    pub(super) fn check_told(&self) {
        for seat in self.told.seats() {
            let [a, b] = self
                .tables()
                .map(|table| PrivateView::of(&table.encounter, *seat));
            assert!(!json(&b).contains(WORD));
            let numbers = a.log.iter().map(|line| line.line.no);
            let first = a.log.first().map_or(1, |line| line.line.no);
            assert!(numbers.eq((first..).take(a.log.len())), "no gaps");
        }
    }
}

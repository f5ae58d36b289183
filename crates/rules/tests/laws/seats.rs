//! Two worlds that differ only in what single seats are told: for every other seat they are one.
//!
//! In world A some are told more: they are whispered to, handed things with covered parts, asked for rolls in secret, and
//! told how those went; clocks are there that nobody knows of. Everything else happens in both worlds. Either storytellers
//! tell it, one player or two who show each other what they have; or, at a table whose whispers are private, two players
//! whisper with each other: then the storyteller is another seat like all the rest.

mod deeds;
mod kept;
mod leaks;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::base::id::{CombatantId, CommandId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::encounter::authority::CommandKind;
use rules::encounter::command::HandoutEdit;
use rules::encounter::{
    Class, Command, Encounter, PrivateView, Refusal, TableSetting, View, WhisperSetting,
};
use rules::handout::HandoutShelf;
use rules::ruleset::SystemId;
use testkit::table::{
    ANA, BEN, EVE, NOBODY, ST, SeededDice, Table, add_command, add_hidden_command,
};

use crate::exchange::Chance;
use crate::recipe::{Reader, Recipe, command, systems};
use crate::total::{Ground, made};
use crate::unseen::{redo_until, undo_until};
use crate::{cases, json};

/// A word that stands in nothing but what some are told.
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

/// Seats that are told more in world A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// A player, by storytellers.
    One,
    /// Two players, by storytellers and by each other.
    Two,
    /// Two players, by each other alone.
    InPrivate,
}

impl Told {
    /// The seats that are told more.
    const fn seats(self) -> &'static [SeatId] {
        match self {
            Self::One => &[SeatId(3)],
            Self::Two | Self::InPrivate => &[SeatId(2), SeatId(3)],
        }
    }

    /// Whether storytellers are told more as well.
    fn storytellers(self) -> bool {
        self != Self::InPrivate
    }

    /// The classes that are told the same in both worlds.
    fn other_classes(self) -> &'static [Class] {
        match self.storytellers() {
            true => &[Class::Table],
            false => &Class::ALL,
        }
    }

    /// The seats that are told the same in both worlds.
    fn others(self) -> impl Iterator<Item = SeatId> {
        let all = SEATS.into_iter();
        all.filter(move |seat| !self.includes(Actor::Seat(*seat)))
    }

    /// Whether somebody is told more.
    fn includes(self, by: Actor) -> bool {
        let told = |seat| self.seats().contains(&seat);
        by == ST && self.storytellers() || matches!(by, Actor::Seat(seat) if told(seat))
    }
}

/// A world, and what those who are told nothing more were sent of it.
struct World {
    table: Table,
    views: Vec<(Class, View)>,
    private: Vec<(SeatId, PrivateView)>,
}

impl World {
    fn new(table: Table, told: Told) -> Self {
        let classes = told.other_classes().iter();
        let views = classes.map(|class| (*class, table.view(*class))).collect();
        let private = |seat| (seat, PrivateView::of(&table.encounter, seat));
        Self {
            private: told.others().map(private).collect(),
            views,
            table,
        }
    }

    /// Gives a command with dice that follow from its id.
    fn give(&mut self, id: CommandId, by: Actor, command: &Command) -> Option<Refusal> {
        let dice = &mut SeededDice::for_command(id);
        let given = self.table.give_with_id(id, by, command.clone(), dice);
        given.err()
    }

    /// The messages that those who are told nothing more are sent, from what they were sent last.
    fn frames(&mut self, before: &Encounter) -> Vec<String> {
        let now = &self.table.encounter;
        let mut frames = Vec::new();
        for (class, view) in &mut self.views {
            let changes = view.update(before, now, *class);
            if !changes.is_empty() {
                frames.push(format!("{class:?} {}", json(&changes)));
            }
        }
        for (seat, view) in &mut self.private {
            let new = PrivateView::of(now, *seat);
            let changes = view.changes_to(&new);
            if !changes.is_empty() {
                frames.push(format!("{seat:?} {}", json(&changes)));
            }
            *view = new;
        }
        frames
    }

    /// The handouts, as storytellers see them.
    fn shelf(&self) -> HandoutShelf {
        let shelf = self.table.view(Class::Storyteller).handouts;
        shelf.map_or_else(HandoutShelf::default, |shelf| shelf.into_inner())
    }
}

/// World A, where some are told more, and world B.
struct SeatWorlds {
    a: World,
    b: World,
    system: SystemId,
    told: Told,
    /// Whether dice can be checked. Then no dice fall in world A alone: others would fall in both from then on.
    provable: bool,
    /// The characters of those who are told more.
    characters: Vec<CombatantId>,
    /// The ids of the commands that both worlds took.
    both: BTreeSet<CommandId>,
    ids: u64,
}

impl SeatWorlds {
    /// Both as a table is at which all have sat down with their characters.
    fn new(system: SystemId, told: Told, provable: bool) -> Self {
        let mut table = Table::with_system(system);
        let sit = Command::Sit {
            seat: SeatId(5),
            name: "Cleo".into(),
            role: Role::Player,
        };
        table.give_accepted(Actor::Server, sit);
        if told == Told::InPrivate {
            let to = TableSetting::Whispers(WhisperSetting::Private);
            table.give_accepted(ST, Command::SetTable { to, was: None });
        }
        for (by, name) in [
            (ANA, "Ilse"),
            (BEN, "Bo"),
            (BEN, "Bram"),
            (CLEO, "Cal"),
            (ST, "Ghoul"),
        ] {
            table.give_accepted(by, add_command(name));
        }
        table.give_accepted(ST, add_hidden_command("Shade"));
        if provable {
            table = table.with_provable_dice();
        }
        let rows = table.view(Class::Table).rows;
        let hers = |owner| told.seats().contains(&owner);
        let characters = rows.values().filter(|row| row.owner.is_some_and(hers));
        Self {
            characters: characters.map(|row| row.id).collect(),
            both: table.records.iter().map(|record| record.command).collect(),
            a: World::new(table.clone(), told),
            b: World::new(table, told),
            system,
            told,
            provable,
            ids: 0,
        }
    }

    fn fresh_id(&mut self) -> CommandId {
        self.ids += 1;
        CommandId(u128::from(self.ids) << 40 | 0xabcd)
    }

    /// Something that some are told in world A alone: nobody else is sent a byte.
    fn tell(&mut self, by: Actor, command: &Command) {
        let id = self.fresh_id();
        let before = self.a.table.encounter.clone();
        if self.a.give(id, by, command).is_none() {
            let frames = self.a.frames(&before);
            assert_eq!(frames, [""; 0], "{by:?} {command:?}");
        }
    }

    /// The same command in both worlds, with the same answer. What those ask for who are told more may be answered
    /// otherwise: then it is left out.
    fn both(&mut self, by: Actor, command: &Command) {
        let id = self.fresh_id();
        let before = [&self.a, &self.b].map(|world| world.table.clone());
        let a_refused = self.a.give(id, by, command);
        let b_refused = self.b.give(id, by, command);
        if !self.told.includes(by) {
            assert_eq!(a_refused, b_refused, "{by:?} {command:?}");
        }
        if a_refused != b_refused || self.strays() {
            [self.a.table, self.b.table] = before;
            return;
        }
        if a_refused.is_none() {
            self.both.insert(id);
            self.compare(before, &format!("{by:?} {command:?}"));
        }
    }

    /// Seats that are told nothing more are sent the same since then, byte for byte.
    fn compare(&mut self, [a, b]: [Table; 2], what: &str) {
        let (a, b) = (self.a.frames(&a.encounter), self.b.frames(&b.encounter));
        assert_eq!(a, b, "after {what}");
        assert!(a.iter().all(|frame| !frame.contains(WORD)), "after {what}");
    }

    /// The storyteller takes back, or brings back, what happened last in both worlds.
    fn undo(&mut self, again: bool) {
        let before = [&self.a, &self.b].map(|world| world.table.clone());
        let find = if again { redo_until } else { undo_until };
        let b = find(&mut self.b.table, &self.both);
        let a = find(&mut self.a.table, &self.both);
        // What was told meanwhile may have pushed it out of reach, or keep it from being taken back.
        if a.is_none() || a != b || self.strays() {
            [self.a.table, self.b.table] = before;
            return;
        }
        self.compare(before, "what the storyteller takes back");
    }

    /// Whether a character of whom more is known has another player now, who knows it as well.
    fn strays(&self) -> bool {
        let hers = |id: &CombatantId| {
            let who = self.b.table.encounter.combatant(*id);
            let owner = who.map(|who| who.owner);
            owner.is_none_or(|owner| owner.is_some_and(|seat| self.told.seats().contains(&seat)))
        };
        !self.characters.iter().all(hers)
    }

    fn step(&mut self, seed: u64) {
        let mut chance = Chance::new(seed);
        self.a.table.now += chance.below(256) as u64 * 100;
        self.b.table.now = self.a.table.now;
        match chance.below(16) {
            0..=5 => self.tell_something(&mut chance),
            6 => self.guess(&mut chance),
            _ => self.happen(&mut chance),
        }
    }

    /// Something that happens in both worlds, by any hand.
    fn happen(&mut self, chance: &mut Chance) {
        let (by, command) = {
            let ground = Ground::of(&self.b.table);
            let kind = match chance.below(3) {
                0 => chance.one_of(CommandKind::ALL),
                1 => chance.one_of(&OFTEN),
                _ => chance
                    .any_of(&ground.occasions())
                    .unwrap_or(CommandKind::Say),
            };
            match chance.below(8) {
                0 => self.anything(chance),
                _ => made(kind, &ground, chance),
            }
        };
        let by_storyteller = by == ST && self.told.storytellers();
        match command {
            Command::Undo if by_storyteller => self.undo(false),
            Command::Redo if by_storyteller => self.undo(true),
            // Storytellers name lines by numbers that count what they are told.
            Command::GiveInitiative { .. }
            | Command::UndoLine { .. }
            | Command::RedoLine { .. }
                if by_storyteller => {}
            // Who is told more is settled.
            Command::Sit { seat, role, .. }
                if role.can_run_table() || self.told.seats().contains(&seat) => {}
            Command::Unseat { seat } if self.told.includes(Actor::Seat(seat)) => {}
            Command::SetTable {
                to: TableSetting::Whispers(_),
                ..
            } if self.told == Told::InPrivate => {}
            command if self.draws_otherwise(&command) => {}
            command => self.both(by, &command),
        }
    }

    /// What somebody asks for, sense or not.
    fn anything(&self, chance: &mut Chance) -> (Actor, Command) {
        let view = self.b.table.view(Class::Storyteller);
        let ids: Vec<CombatantId> = view.rows.keys().copied().collect();
        let number = (0..2).fold(0, |number, _| {
            number << 64 | chance.below(usize::MAX) as u128
        });
        let mut read = Reader::new(Recipe::of(number));
        let by = read.one_of(&[ST, ANA, BEN, CLEO, EVE, NOBODY]);
        (by, command(&mut read, &view, &ids))
    }

    /// Whether a command about a picture draws its addresses in another order where more have it.
    fn draws_otherwise(&self, command: &Command) -> bool {
        let (id, pictured) = match command {
            Command::ShowHandout { id, .. } => (*id, false),
            Command::EditHandout(edit) => match edit {
                HandoutEdit::Put { id: Some(id), to } => (*id, to.picture.is_some()),
                HandoutEdit::Give { id, .. } | HandoutEdit::Uncover { id, .. } => (*id, false),
                _ => return false,
            },
            _ => return false,
        };
        let shelves = [&self.a, &self.b].map(World::shelf);
        let [a, b] = shelves.each_ref().map(|shelf| shelf.get(id));
        let pictured = pictured || b.is_some_and(|handout| handout.picture.is_some());
        let holders = |handout: &rules::handout::Handout| handout.holders.clone();
        pictured && a.map(holders) != b.map(holders)
    }
}

/// Things that some are told in both worlds, too.
const OFTEN: [CommandKind; 9] = [
    CommandKind::AskRoll,
    CommandKind::AnswerAsk,
    CommandKind::StepAsk,
    CommandKind::EditHandout,
    CommandKind::EditHandout,
    CommandKind::ShowHandout,
    CommandKind::NoteHandout,
    CommandKind::EditClock,
    CommandKind::Whisper,
];

proptest! {
    #![proptest_config(cases(64))]

    /// What some are told reaches no other: not a byte of any view, change, answer, page or file.
    #[test]
    fn what_one_is_told_reaches_no_other(
        system in systems(),
        told in prop::sample::select(&[Told::One, Told::One, Told::Two, Told::InPrivate][..]),
        provable in prop::sample::select(&[false, false, true][..]),
        seeds in prop::collection::vec(any::<u64>(), 1..40),
    ) {
        let mut worlds = SeatWorlds::new(system, told, provable);
        for seed in seeds {
            worlds.step(seed);
        }
        worlds.check_views();
        worlds.check_questions();
        worlds.check_kept();
        worlds.check_told();
    }
}

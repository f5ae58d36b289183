//! Two worlds whose hidden clocks differ.

use proptest::prelude::*;
use rules::clock::Helper;
use rules::encounter::command::ClockEdit;
use rules::encounter::{Class, Command};
use testkit::table::{ANA, ST};

use super::{Worlds, one};
use crate::cases;
use crate::recipe::{Reader, Recipe, recipe, systems};

/// Clocks as the storyteller makes them in secret: rolls, turns and rounds fill them.
const SECRET_LINES: [&str; 6] = [
    "The Bishop wakes 6, each turn, hidden",
    "Dawn 3, each round, hidden, pinned",
    "Somebody listens 12, on failed Strength, hidden",
    "The trap 4, on Wits, hidden, untold",
    "The rite: 4, 3 successes, hidden",
    "The end 3, each scene, hidden",
];

/// Clocks that everybody sees. Turns that players do not see fill none of them.
const OPEN_LINES: [&str; 4] = [
    "Alarm 8, each turn",
    "Tide 5, each round, untold",
    "Fire 12, by hand, pinned",
    "Open the ward: 5, 9 successes, 8 turns",
];

impl Worlds {
    /// Clocks come, fill and go: in both worlds, or in secret.
    fn with_clocks(&mut self, recipe: Recipe) {
        self.a.now += recipe.pause();
        self.b.now = self.a.now;
        let mut read = Reader::new(recipe);
        let secret = read.below(3) > 0;
        let clocks = self.a.view(Class::Storyteller).clocks;
        let clocks = clocks.map(rules::base::late::Late::into_inner);
        let clocks = clocks.unwrap_or_default();
        let ids = clocks.iter().filter(|clock| clock.hidden == secret);
        let ids: Vec<_> = ids.map(|clock| clock.id).collect();
        let lines: &[&str] = if secret { &SECRET_LINES } else { &OPEN_LINES };
        let line = read.one_of(lines).to_owned();
        let by = read.one_of(&[1, 1, 2, -1, 9]);
        let shown: Vec<_> = self.seen.rows.keys().copied().collect();
        let who = one(&shown, &mut read);
        let kind = read.below(8);
        let edit = match (ids.is_empty(), kind) {
            (true, _) | (_, 0..=1) => ClockEdit::Make { line },
            (_, 2..=4) => ClockEdit::Fill {
                id: read.one_of(&ids),
                by,
            },
            (_, 5) => ClockEdit::Pin {
                id: read.one_of(&ids),
                pinned: by > 0,
            },
            (_, 6) => ClockEdit::Join {
                id: read.one_of(&ids),
                helper: Helper { who, leads: by > 1 },
                joins: true,
            },
            _ => ClockEdit::Remove {
                id: read.one_of(&ids),
            },
        };
        let command = Command::EditClock(edit);
        match secret {
            true => self.secret(&command),
            // Whether there is room for a pin depends on the hidden ones, and storytellers see them.
            false if matches!(command, Command::EditClock(ClockEdit::Pin { .. })) => {}
            false => self.public(ST, &command),
        }
        if let Some(id) = ids.first() {
            let roll = Command::RollFor {
                clock: *id,
                id: who,
                faces: None,
            };
            match secret {
                true => self.secret(&roll),
                false => self.public(read.one_of(&[ST, ANA]), &roll),
            }
        }
        self.check(&format!("{command:?}"));
    }
}

/// What fills clocks, and what else happens: rolls, turns, exchanges, undo.
fn filling() -> impl Strategy<Value = u8> {
    prop::sample::select(
        &[
            0, 1, 4, 5, 9, 9, 9, 10, 12, 20, 36, 44, 45, 54, 55, 56, 57, 58, 59, 60, 61, 80, 80,
            80, 80, 80, 80, 80, 80,
        ][..],
    )
}

proptest! {
    #![proptest_config(cases(40))]

    /// Hidden clocks differ, while combatants roll, act and are undone: players of both worlds read the same.
    #[test]
    fn two_worlds_have_clocks_alike(
        system in systems(),
        steps in prop::collection::vec((filling(), recipe()), 1..90),
    ) {
        let mut worlds = Worlds::new(system);
        for line in ["@Ilse", "Ghoul", "!rat"] {
            let add = match line {
                "!rat" => testkit::table::add_hidden_command("rat"),
                line => testkit::table::add_command(line.trim_start_matches('@')),
            };
            let by = if line.starts_with('@') { ANA } else { ST };
            worlds.public(by, &add);
        }
        worlds.check("the clocks");
        for (kind, recipe) in steps {
            match kind {
                80 => worlds.with_clocks(recipe),
                kind => worlds.step(kind, recipe),
            }
        }
        worlds.check_recap();
        worlds.check_told();
        worlds.check_past();
    }
}

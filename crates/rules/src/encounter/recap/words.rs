//! A recap in words, and as Markdown.

use std::fmt::Write as _;

use super::{Fall, Fighter, Hit, Memorable, Pace, Recap, Scene};
use crate::encounter::class::Class;
use crate::speech;
use crate::track::{Packet, Severity};

/// What stands over the columns of [`Fighter::cells`].
pub const COLUMNS: [&str; 7] = [
    "Combatant",
    "Dealt",
    "Taken",
    "Spent",
    "Turns",
    "Median",
    "Longest",
];

/// What a column has where there is nothing to say.
pub const NOTHING: &str = "–";

impl Recap {
    /// What a round is called in these rules.
    #[must_use]
    pub fn round(&self) -> &'static str {
        self.system.rules().speech().round
    }

    /// The heading of a scene, counted from 0 as they stand: with its number where there are several.
    #[must_use]
    pub fn heading(&self, scene: &Scene, at: usize) -> String {
        match self.scenes.len() {
            0 | 1 => scene.title.clone(),
            all => format!("Scene {}: {}", all.saturating_sub(at), scene.title),
        }
    }

    /// Whose recap it is and what it leaves out.
    #[must_use]
    pub const fn note(&self) -> &'static str {
        match self.class {
            Class::Storyteller => {
                "For those who run the table: hidden combatants and secret rolls are in it. \
                 Breaks of half an hour and more are not."
            }
            Class::Table => {
                "What players saw: damage to foes whose health they do not see is not in it. \
                 Breaks of half an hour and more are not."
            }
        }
    }

    /// All of it as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::from("# After the fight\n");
        let title = self.system.rules().title();
        let _ = writeln!(out, "\n{}", escaped(title));
        if self.scenes.is_empty() {
            let _ = writeln!(out, "\n{EMPTY}");
        }
        for (at, scene) in self.scenes.iter().enumerate() {
            let _ = writeln!(out, "\n## {}", escaped(&self.heading(scene, at)));
            self.scene(scene, &mut out);
        }
        let _ = writeln!(out, "\n{}", self.note());
        out
    }

    fn scene(&self, scene: &Scene, out: &mut String) {
        let round = self.round();
        out.push('\n');
        for (title, words) in scene.facts(round) {
            let _ = writeln!(out, "- **{title}:** {}", escaped(&words));
        }
        let _ = writeln!(out, "\n### Who fell\n");
        for fall in &scene.fallen {
            let _ = writeln!(out, "- {}", escaped(&fall.words(round)));
        }
        if scene.fallen.is_empty() {
            let _ = writeln!(out, "{NOBODY}");
        }
        if !scene.fighters.is_empty() {
            let _ = writeln!(out, "\n### Combatants\n\n| {} |", COLUMNS.join(" | "));
            let _ = writeln!(out, "|{}", " --- |".repeat(COLUMNS.len()));
            for fighter in &scene.fighters {
                let cells = fighter.cells().map(|cell| escaped(&cell));
                let _ = writeln!(out, "| {} |", cells.join(" | "));
            }
        }
        if !scene.rolls.is_empty() {
            let _ = writeln!(out, "\n### Rolls to remember\n");
            for roll in &scene.rolls {
                let _ = writeln!(out, "- {}", escaped(&roll.words(round)));
            }
        }
    }
}

/// What is said when there is nothing to tell.
pub const EMPTY: &str = "Nothing has happened yet that could be told.";

/// What is said when all still stand.
pub const NOBODY: &str = "Nobody.";

impl Scene {
    /// The numbers of the scene, each with its word.
    #[must_use]
    pub fn facts(&self, round: &str) -> Vec<(String, String)> {
        let mut facts = Vec::new();
        if self.rounds > 0 {
            let mut rounds = format!("{round}s");
            if let Some(first) = rounds.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            facts.push((rounds, self.rounds.to_string()));
            facts.push(("Combatants’ turns".to_owned(), self.turns.to_string()));
            facts.push(("Time".to_owned(), time(self.lasted)));
        }
        let hit = self.biggest.as_ref().map(|hit| hit.words(round));
        facts.extend(hit.map(|hit| ("Biggest hit".to_owned(), hit)));
        facts
    }
}

impl Hit {
    /// It in a sentence.
    #[must_use]
    pub fn words(&self, round: &str) -> String {
        let (to, damage) = (&self.to, damage(&self.packet));
        let mut words = match &self.by {
            Some(by) => format!("{by} hit {to} for {damage}"),
            None => format!("{to} took {damage}"),
        };
        if let Some(with) = &self.with {
            let _ = write!(words, " ({with})");
        }
        format!("{words}, {}", when(round, self.round))
    }
}

impl Fall {
    /// It in a sentence.
    #[must_use]
    pub fn words(&self, round: &str) -> String {
        format!("{}: {}, {}", self.who, self.word, when(round, self.round))
    }
}

impl Memorable {
    /// It in a sentence.
    #[must_use]
    pub fn words(&self, round: &str) -> String {
        let who = self.who.as_ref().map_or("", |who| who.as_str());
        let colon = if who.is_empty() { "" } else { ": " };
        let (what, outcome) = (&self.what, &self.outcome);
        let when = when(round, self.round);
        format!("{who}{colon}{what}, {outcome}, {when}")
    }
}

impl Fighter {
    /// One word or number for each of [`COLUMNS`].
    #[must_use]
    pub fn cells(&self) -> [String; 7] {
        let spent: Vec<String> = self
            .spent
            .iter()
            .map(|(pool, points)| format!("{points} {pool}"))
            .collect();
        let pace = |what: fn(&Pace) -> String| self.pace.as_ref().map(what).unwrap_or_default();
        let cells = [
            self.name.clone(),
            damage(&self.dealt),
            damage(&self.taken),
            speech::list(&spent),
            pace(|pace| pace.turns.to_string()),
            pace(|pace| time(pace.median)),
            pace(|pace| time(pace.longest)),
        ];
        cells.map(|cell| match cell.is_empty() {
            true => NOTHING.to_owned(),
            false => cell,
        })
    }
}

/// `3 lethal and 1 bashing`; nothing of an empty packet.
fn damage(packet: &Packet) -> String {
    let severities = Severity::WORST_FIRST.map(|it| (packet.get(it), it.word()));
    let points = match packet.points {
        1 => (1, "point"),
        points => (points, "points"),
    };
    let parts = severities.into_iter().chain([points]);
    let parts: Vec<String> = parts
        .filter(|(points, _)| *points > 0)
        .map(|(points, word)| format!("{points} {word}"))
        .collect();
    speech::list(&parts)
}

/// `round 3`, or before the first.
fn when(round: &str, number: u32) -> String {
    match number {
        0 => format!("before the first {round}"),
        number => format!("{round} {number}"),
    }
}

/// A time in the two greatest of hours, minutes and seconds.
#[must_use]
pub fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes) => format!("{hours} h {minutes:02} min"),
    }
}

/// Words in which nothing means anything to a reader of Markdown.
fn escaped(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for (at, c) in words.char_indices() {
        let starts_a_list = match c {
            '-' | '+' => at == 0,
            '.' | ')' => at > 0 && out.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        if starts_a_list || "\\`*_[]<>#|~&".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

//! Wording of a recap, and its form as Markdown.

use crate::messages::Text;
use crate::messages::recap as msg;
use std::fmt::Write as _;

use super::{CombatantRecap, FallRecap, HitRecap, MemorableRoll, Recap, SceneRecap, TurnLengths};
use crate::character::track::{DamagePacket, Severity};
use crate::character::vocabulary;
use crate::encounter::class::Class;

/// Headings of the columns of [`CombatantRecap::table_cells`].
pub const COLUMNS: [Text; 7] = [
    msg::COMBATANT,
    msg::DEALT,
    msg::TAKEN,
    msg::SPENT,
    msg::TURNS,
    msg::MEDIAN,
    msg::LONGEST,
];

/// Text of a cell without a value.
pub const EMPTY_CELL: &str = "–";

impl Recap {
    /// Returns the word for a round in this system.
    #[must_use]
    pub fn round_word(&self) -> &'static str {
        self.system.rules().facts().vocabulary.round.get()
    }

    /// Returns the heading of a scene at an index from 0, numbered if there are several scenes.
    #[must_use]
    pub fn scene_heading(&self, scene: &SceneRecap, at: usize) -> String {
        match self.scenes.len() {
            0 | 1 => scene.title.clone(),
            all => msg::scene(&all.saturating_sub(at), &scene.title),
        }
    }

    /// Returns a sentence about whose recap it is and what it leaves out.
    #[must_use]
    pub const fn scope_note(&self) -> Text {
        match self.class {
            Class::Storyteller => msg::FOR_THOSE_WHO_RUN_THE,
            Class::Table => msg::WHAT_PLAYERS_SAW_DAMAGE_TO,
        }
    }

    /// Returns the whole recap as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut out = format!("# {}\n", msg::AFTER_THE_FIGHT);
        let title = self.system.rules().facts().title.get();
        let _ = writeln!(out, "\n{}", escape_markdown(title));
        if self.scenes.is_empty() {
            let _ = writeln!(out, "\n{EMPTY_RECAP}");
        }
        for (at, scene) in self.scenes.iter().enumerate() {
            let _ = writeln!(
                out,
                "\n## {}",
                escape_markdown(&self.scene_heading(scene, at))
            );
            self.write_scene(scene, &mut out);
        }
        let _ = writeln!(out, "\n{}", self.scope_note());
        out
    }

    /// Writes one scene of the recap as Markdown, to `out`.
    fn write_scene(&self, scene: &SceneRecap, out: &mut String) {
        let round = self.round_word();
        out.push('\n');
        for (title, words) in scene.summary_lines(round) {
            let _ = writeln!(out, "- **{title}:** {}", escape_markdown(&words));
        }
        let _ = writeln!(out, "\n### {}\n", msg::WHO_FELL);
        for fall in &scene.fallen {
            let _ = writeln!(out, "- {}", escape_markdown(&fall.sentence(round)));
        }
        if scene.fallen.is_empty() {
            let _ = writeln!(out, "{NOBODY_FELL}");
        }
        if !scene.fighters.is_empty() {
            let _ = writeln!(
                out,
                "\n### {}\n\n| {} |",
                msg::COMBATANTS,
                COLUMNS.map(Text::get).join(" | ")
            );
            let _ = writeln!(out, "|{}", " --- |".repeat(COLUMNS.len()));
            for fighter in &scene.fighters {
                let cells = fighter.table_cells().map(|cell| escape_markdown(&cell));
                let _ = writeln!(out, "| {} |", cells.join(" | "));
            }
        }
        if !scene.rolls.is_empty() {
            let _ = writeln!(out, "\n### {}\n", msg::ROLLS_TO_REMEMBER);
            for roll in &scene.rolls {
                let _ = writeln!(out, "- {}", escape_markdown(&roll.sentence(round)));
            }
        }
    }
}

/// Text of a recap without anything to tell.
pub const EMPTY_RECAP: Text = msg::NOTHING_HAS_HAPPENED_YET_THAT;

/// Text for a scene in which nobody fell.
pub const NOBODY_FELL: Text = msg::NOBODY;

impl SceneRecap {
    /// Returns the numbers of the scene, each with its heading.
    #[must_use]
    pub fn summary_lines(&self, round: &str) -> Vec<(String, String)> {
        let mut facts = Vec::new();
        if self.rounds > 0 {
            let mut rounds = format!("{round}s");
            if let Some(first) = rounds.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            facts.push((rounds, self.rounds.to_string()));
            facts.push((msg::COMBATANTS_TURNS.into(), self.turns.to_string()));
            facts.push((msg::TIME.into(), duration_text(self.lasted)));
        }
        let hit = self.biggest.as_ref().map(|hit| hit.sentence(round));
        facts.extend(hit.map(|hit| (msg::BIGGEST_HIT.into(), hit)));
        facts
    }
}

impl HitRecap {
    /// Returns the hit as a sentence.
    #[must_use]
    pub fn sentence(&self, round: &str) -> String {
        let (to, damage) = (&self.to, damage_text(&self.packet));
        let mut words = match &self.by {
            Some(by) => msg::hit_for(&by, &to, &damage),
            None => msg::took(&to, &damage),
        };
        if let Some(with) = &self.with {
            let _ = write!(words, " ({with})");
        }
        format!("{words}, {}", round_text(round, self.round))
    }
}

impl FallRecap {
    /// Returns the fall as a sentence.
    #[must_use]
    pub fn sentence(&self, round: &str) -> String {
        format!(
            "{}: {}, {}",
            self.who,
            self.word,
            round_text(round, self.round)
        )
    }
}

impl MemorableRoll {
    /// Returns the roll as a sentence.
    #[must_use]
    pub fn sentence(&self, round: &str) -> String {
        let who = self.who.as_ref().map_or("", |who| who.as_str());
        let colon = if who.is_empty() { "" } else { ": " };
        let (what, outcome) = (&self.what, &self.outcome);
        let when = round_text(round, self.round);
        format!("{who}{colon}{what}, {outcome}, {when}")
    }
}

impl CombatantRecap {
    /// Returns one text for each of [`COLUMNS`].
    #[must_use]
    pub fn table_cells(&self) -> [String; 7] {
        let spent: Vec<String> = self
            .spent
            .iter()
            .map(|(pool, points)| format!("{points} {pool}"))
            .collect();
        let pace =
            |what: fn(&TurnLengths) -> String| self.pace.as_ref().map(what).unwrap_or_default();
        let cells = [
            self.name.clone(),
            damage_text(&self.dealt),
            damage_text(&self.taken),
            vocabulary::join_list(&spent),
            pace(|pace| pace.turns.to_string()),
            pace(|pace| duration_text(pace.median)),
            pace(|pace| duration_text(pace.longest)),
        ];
        cells.map(|cell| match cell.is_empty() {
            true => EMPTY_CELL.to_owned(),
            false => cell,
        })
    }
}

/// Returns damage in words, such as `3 lethal and 1 bashing`; empty for an empty packet.
fn damage_text(packet: &DamagePacket) -> String {
    let severities = Severity::WORST_FIRST.map(|it| (packet.get(it), it.word()));
    let points = match packet.points {
        1 => (1, msg::POINT),
        points => (points, msg::POINTS),
    };
    let parts = severities.into_iter().chain([points]);
    let parts: Vec<String> = parts
        .filter(|(points, _)| *points > 0)
        .map(|(points, word)| format!("{points} {word}"))
        .collect();
    vocabulary::join_list(&parts)
}

/// Returns the round in words, such as `round 3`, or that it was before the first.
fn round_text(round: &str, number: u32) -> String {
    match number {
        0 => msg::before_the_first(&round),
        number => format!("{round} {number}"),
    }
}

/// Returns a duration in its two largest units of hours, minutes and seconds.
#[must_use]
pub fn duration_text(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => msg::s(&seconds),
        (0, minutes) => msg::min_s(&minutes, &format_args!("{:02}", seconds)),
        (hours, minutes) => msg::h_min(&hours, &format_args!("{:02}", minutes)),
    }
}

/// Escapes the characters of a text that Markdown would read as markup.
fn escape_markdown(words: &str) -> String {
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

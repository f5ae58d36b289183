//! Every sentence that is put together from what happened. One place, so that one tongue
//! can be exchanged for another.

use rules::encounter::log::What;
use rules::encounter::view::Line;
use rules::encounter::{FoeHealth, View};
use rules::roll::{Grade, Rolled};
use rules::system::{Health, Reading};
use rules::systems::chronicle::pool::Again;
use rules::track::{Boxes, Packet, Severity};

/// A log line, taken apart for the eye.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    /// What happened.
    pub head: String,
    /// How, in quiet words.
    pub sub: Option<String>,
    /// The dice.
    pub rolled: Option<Rolled>,
    /// What the dice came to.
    pub result: Option<String>,
    /// What follows.
    pub effects: Vec<String>,
}

impl Told {
    fn head(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            ..Self::default()
        }
    }

    fn sub(mut self, sub: impl Into<String>) -> Self {
        self.sub = Some(sub.into());
        self
    }

    /// The line as one sentence, to be read aloud.
    #[must_use]
    pub fn aloud(&self) -> String {
        let parts = [Some(&self.head), self.sub.as_ref(), self.result.as_ref()];
        let parts: Vec<&str> = parts
            .into_iter()
            .flatten()
            .chain(&self.effects)
            .map(String::as_str)
            .collect();
        parts.join(". ")
    }
}

/// What a log line says.
#[must_use]
pub fn line(line: &Line) -> Told {
    match &line.what {
        What::Joined { name, role } => Told::head(format!("{name} sits down as {}", role.word())),
        What::Left { name } => Told::head(format!("{name} leaves the table")),
        What::Titled { title } => Told::head(format!("The scene is now “{title}”")),
        What::Added { names } => {
            Told::head(format!("{} {}", list(names), verb(names, "waits", "wait")))
        }
        What::Removed { name } => Told::head(format!("{name} is gone")),
        What::Renamed { before, after } => Told::head(format!("{before} is now {after}")),
        What::Revealed { name } => Told::head(format!("{name} appears")),
        What::Hidden { name } => Told::head(format!("{name} is hidden from players")),
        What::Assigned { name, to: Some(to) } => Told::head(format!("{to} plays {name}")),
        What::Assigned { name, to: None } => Told::head(format!("{name} is the storyteller’s")),
        What::Noted {
            name,
            text: Some(text),
        } => Told::head(format!("{name}: {text}")),
        What::Noted { name, text: None } => Told::head(format!("{name}: no condition any more")),
        What::Initiative {
            name,
            die,
            score,
            typed,
        } => {
            let score = number(*score);
            Told::head(match (die, typed) {
                (Some(die), true) => format!("{name} acts on {score}: a real die shows {die}"),
                (Some(die), false) => format!("{name} acts on {score}: the die shows {die}"),
                (None, _) => format!("{name} acts on {score}"),
            })
        }
        What::Moved { name, bench: true } => Told::head(format!("{name} leaves the order")),
        What::Moved { name, bench: false } => Told::head(format!("{name} moves in the order")),
        What::Sorted => Told::head("The order is as rolled"),
        What::Turn { round: 0, .. } => Told::head("Before the fight"),
        What::Turn {
            round,
            name: Some(name),
            back,
        } => {
            let told = Told::head(format!("{name} acts"));
            let turn = format!("turn {round}");
            told.sub(if *back {
                format!("back to {turn}")
            } else {
                turn
            })
        }
        What::Turn {
            round, name: None, ..
        } => Told::head(format!("Turn {round}")),
        What::Harmed {
            name,
            packet: damage,
            excess,
            states,
        } => {
            let mut told = Told::head(format!("{name} takes {}", packet(damage)));
            if *excess > 0 {
                told = told.sub(format!("{excess} more than the track can hold"));
            }
            told.effects = states
                .iter()
                .map(|state| format!("{name}: {}", state.word))
                .collect();
            told
        }
        What::Marked {
            name,
            change,
            states,
        } => {
            let mut told = Told::head(name.clone()).sub(marks(*change));
            told.effects = states
                .iter()
                .map(|state| format!("{name}: {}", state.word))
                .collect();
            told
        }
        What::Rolled {
            name,
            what,
            terms,
            pool,
            reading,
            rolled,
            typed,
        } => {
            let who = name.clone().or_else(|| line.by.clone()).unwrap_or_default();
            let parts: Vec<String> = terms
                .iter()
                .map(|term| format!("{} {}", term.label, signed(term.value)))
                .collect();
            let mut told = Told::head(format!("{who}: {what}")).sub(format!(
                "{} = {}{}{}",
                parts.join(", "),
                number(*pool),
                reading_words(reading),
                if *typed { " · real dice" } else { "" },
            ));
            told.rolled = Some(rolled.clone());
            told.result = Some(outcome(rolled));
            told
        }
        What::FoeHealth {
            shown: FoeHealth::Shown,
        } => Told::head("Players see foes’ health"),
        What::FoeHealth {
            shown: FoeHealth::Concealed,
        } => Told::head("Players no longer see foes’ health"),
    }
}

/// `a, b and c`.
#[must_use]
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn verb<'a>(names: &[String], one: &'a str, many: &'a str) -> &'a str {
    if names.len() == 1 { one } else { many }
}

/// A number with a real minus sign.
#[must_use]
pub fn number(value: i32) -> String {
    if value < 0 {
        format!("−{}", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

/// A number with its sign, and a real minus.
#[must_use]
pub fn signed(value: i32) -> String {
    if value < 0 {
        number(value)
    } else {
        format!("+{value}")
    }
}

/// `3 lethal and 1 bashing`.
#[must_use]
pub fn packet(packet: &Packet) -> String {
    let parts: Vec<String> = Severity::WORST_FIRST
        .into_iter()
        .filter(|severity| packet.get(*severity) > 0)
        .map(|severity| format!("{} {}", packet.get(severity), severity.word()))
        .collect();
    list(&parts)
}

/// What boxes turned by hand came to: `+1 lethal, −1 bashing`.
#[must_use]
pub fn marks(change: [i32; 3]) -> String {
    let words = [Severity::Bashing, Severity::Lethal, Severity::Aggravated];
    let parts: Vec<String> = words
        .into_iter()
        .zip(change)
        .rev()
        .filter(|(_, change)| *change != 0)
        .map(|(severity, change)| format!("{} {}", signed(change), severity.word()))
        .collect();
    if parts.is_empty() {
        "as before".to_owned()
    } else {
        parts.join(", ")
    }
}

/// What a roll came to.
#[must_use]
pub fn outcome(rolled: &Rolled) -> String {
    let count = match rolled.successes {
        0 => "no success".to_owned(),
        1 => "1 success".to_owned(),
        n => format!("{n} successes"),
    };
    match rolled.grade {
        Grade::DramaticFailure => "dramatic failure".to_owned(),
        Grade::Exceptional => format!("{count} · exceptional"),
        Grade::Failure | Grade::Success => count,
    }
}

fn reading_words(reading: &Reading) -> String {
    let Reading::Pool {
        again,
        rote,
        chance,
    } = reading;
    let mut words = String::new();
    match again {
        Again::Ten => {}
        Again::Nine => words.push_str(" · 9-again"),
        Again::Eight => words.push_str(" · 8-again"),
        Again::Never => words.push_str(" · no again"),
    }
    if *rote {
        words.push_str(" · rote");
    }
    if *chance {
        words.push_str(" · chance die");
    }
    words
}

/// What a box holds, for those who cannot see it.
#[must_use]
pub fn mark(mark: Option<Severity>) -> &'static str {
    mark.map_or("empty", Severity::word)
}

/// A track, for those who cannot see it: `2 lethal and 2 bashing of 8`.
#[must_use]
pub fn track(boxes: &Boxes) -> String {
    match boxes.filled() {
        0 => format!("unhurt, {} boxes", boxes.size()),
        _ => format!("{} of {} boxes", packet(&boxes.marks()), boxes.size()),
    }
}

/// How somebody is, in a few quiet words.
#[must_use]
pub fn health(health: &Health) -> Vec<String> {
    health
        .states
        .iter()
        .map(|state| state.word.clone().into_owned())
        .collect()
}

/// Where the fight stands: `turn 3 · Dr. Amadi acts, Ghoul A is next`.
#[must_use]
pub fn standing(view: &View) -> String {
    let name = |id| {
        view.rows
            .get(&id)
            .map(rules::encounter::view::Row::full_name)
    };
    let acting = view.turn.acting.and_then(name);
    let next = view
        .next_up()
        .filter(|next| Some(*next) != view.turn.acting)
        .and_then(name);
    match (view.turn.round, acting, next) {
        (0, _, _) => "the fight has not begun".to_owned(),
        (round, Some(acting), Some(next)) => {
            format!("turn {round} · {acting} acts, {next} is next")
        }
        (round, Some(acting), None) => format!("turn {round} · {acting} acts"),
        (round, None, Some(next)) => format!("turn {round} · {next} is next"),
        (round, None, None) => format!("turn {round}"),
    }
}

/// The letters in a token: a label if there is one, else initials.
#[must_use]
pub fn token(name: &str, label: Option<&str>) -> String {
    if let Some(label) = label {
        return label.to_owned();
    }
    name.split_whitespace()
        .filter_map(|word| word.chars().find(|c| c.is_alphanumeric()))
        .take(2)
        .flat_map(char::to_uppercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_labels_or_initials() {
        assert_eq!(token("Ilse Varga", None), "IV");
        assert_eq!(token("Ghoul", Some("A")), "A");
        assert_eq!(token("Dr. Amadi", None), "DA");
        assert_eq!(token("“Red” O’Neill the Third", None), "RO");
    }

    #[test]
    fn damage_reads_aloud() {
        assert_eq!(
            packet(&Packet {
                bashing: 1,
                lethal: 3,
                aggravated: 0
            }),
            "3 lethal and 1 bashing"
        );
        assert_eq!(marks([-1, 2, 0]), "+2 lethal, −1 bashing");
        assert_eq!(marks([0, 0, 0]), "as before");
    }
}

//! Whispers: words that only the people named read.

use super::Decision;
use crate::base::id::SeatId;
use crate::base::seat::{Role, Seat};
use crate::base::sorted_map::Set;
use crate::base::text::{self, TextError};
use crate::encounter::event::Event;
use crate::encounter::feature::Whispered;
use crate::encounter::limits::MAX_QUICK_ADD_LINE;
use crate::encounter::log::WhisperTarget;
use crate::encounter::quick_add::QuickAddError;
use crate::encounter::refusal::Refusal;
use crate::encounter::table_settings::WhisperSetting;

/// Word with which a typed line begins that is a whisper.
const PREFIX: &str = "/w";

impl Decision<'_> {
    /// Whispers words to the people in these seats.
    pub(super) fn whisper(&self, to: &Set<SeatId>, words: &str) -> Result<Vec<Event>, Refusal> {
        let words = text::clean_line(words, MAX_QUICK_ADD_LINE).map_err(|error| match error {
            TextError::TooLong => Refusal::Line(QuickAddError::TooLong),
            error => Refusal::Text(error),
        })?;
        let (from, sender) = self.person.ok_or(Refusal::NoListener)?;
        let mut listeners = Vec::new();
        for seat in to.iter() {
            let person = self.state.seat(*seat).ok_or(Refusal::NoSuchSeat)?;
            if *seat == from || !self.hears_whispers(person) {
                return Err(Refusal::NoListener);
            }
            listeners.push((*seat, person));
        }
        if listeners.is_empty() {
            return Err(Refusal::NoListener);
        }
        let runs = |person: &Seat| person.role.can_run_table();
        let among_players = !runs(sender) && listeners.iter().any(|(_, to)| !runs(to));
        let setting = self.state.table.whispers;
        if among_players && setting == WhisperSetting::Off {
            return Err(Refusal::WhispersOff);
        }
        let told = runs(sender) || listeners.iter().any(|(_, to)| runs(to));
        let to = listeners.into_iter().map(|(seat, person)| WhisperTarget {
            seat,
            name: person.name.to_string(),
        });
        Ok(vec![Event::Whispered(Whispered {
            from,
            to: to.collect(),
            words,
            private: setting == WhisperSetting::Private && !told,
        })])
    }

    /// Whether a person can be whispered to, which spectators never can, and players not while the
    /// encounter is being prepared. Spectators may see the table later than it is.
    fn hears_whispers(&self, person: &Seat) -> bool {
        match person.role {
            Role::Storyteller | Role::CoStoryteller => true,
            Role::Player => !self.state.unseen,
            Role::Spectator => false,
        }
    }

    /// Reads a typed line as a whisper, such as `/w ben You know that hand.`; `None` if it is none.
    pub(super) fn read_whisper(&self, line: &str) -> Option<Result<Vec<Event>, Refusal>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word: String = word.chars().map(text::to_plain_char).collect();
        word.eq_ignore_ascii_case(PREFIX).then(|| {
            let rest = rest.trim();
            let (seat, words) = self.find_listener(rest).ok_or(Refusal::NoListener)?;
            self.whisper(&Set::from_iter([seat]), words)
        })
    }

    /// Finds the one person whose name a text begins with, whole or as one of its words, and returns the words behind
    /// it.
    fn find_listener<'t>(&self, text: &'t str) -> Option<(SeatId, &'t str)> {
        let me = self.person.map(|(seat, _)| seat);
        let people = self.state.seats.iter();
        let people =
            people.filter(|(seat, person)| Some(**seat) != me && self.hears_whispers(person));
        let people: Vec<(SeatId, String)> = people
            .map(|(seat, person)| (*seat, person.name.to_string()))
            .collect();
        let whole = people.iter().filter_map(|(seat, name)| {
            let (head, rest) = split_chars(text, name.chars().count())?;
            let ends = rest.is_empty() || rest.starts_with([' ', ':', ',']);
            (ends && is_same_name(head, name)).then_some((*seat, rest, name.len()))
        });
        let whole = whole.max_by_key(|(_, _, length)| *length);
        if let Some((seat, rest, _)) = whole {
            return Some((seat, trim_words(rest)));
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let word = word.trim_end_matches([':', ',']);
        let is_called = |name: &str| name.split_whitespace().any(|part| is_same_name(part, word));
        let mut called = people.iter().filter(|(_, name)| is_called(name));
        let (seat, _) = called.next()?;
        let is_only = called.next().is_none();
        is_only.then_some((*seat, trim_words(rest)))
    }
}

/// Splits a text behind so many characters; `None` if it is shorter.
fn split_chars(text: &str, count: usize) -> Option<(&str, &str)> {
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    text.split_at_checked(ends.into_iter().nth(count)?)
}

/// Whether two names differ at most in upper and lower case.
fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Returns the words of a whisper without what separates them from the name.
fn trim_words(rest: &str) -> &str {
    rest.trim_start_matches([':', ',']).trim()
}

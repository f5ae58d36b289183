//! The encounter, subject by subject: what a command does, who may give it, what it says.

mod bounds;
mod drags;
mod felt;
mod fields;
mod groups;
mod health;
mod initiative;
mod labels;
mod log;
mod lurking;
mod permissions;
mod rolls;
mod together;
mod turns;
mod undo;

use rules::base::id::{CombatantId, CommandId, SeatId};
use rules::base::roll::{DieMark, Grade};
use rules::base::seat::{Actor, Role};
use rules::base::text::TextError;
use rules::character::parameters::Parameters;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{
    BoxShift, InitiativeTarget, RollInput, TermInput, TokenDestination,
};
use rules::encounter::limits::{
    MAX_BOX_SHIFTS, MAX_COMBATANTS_PER_LINE, MAX_DAMAGE, MAX_GESTURE_CLICKS, MAX_HIDDEN,
    MAX_PER_PLAYER, MAX_POOL, MAX_TERM, MAX_TERMS, MAX_VISIBLE, SAME_GESTURE_MS, UNDO_DEPTH,
};
use rules::encounter::log::LogMessage;
use rules::encounter::quick_add::QuickAddError;
use rules::encounter::{
    Class, CombatantField, Command, Event, FoeHealth, HealthSight, Refusal, Side, TableSetting,
    Turn, View,
};
use testkit::table::{
    ANA, BEN, EVE, NOBODY, ST, SeededDice, Table, add_command, add_hidden_command, roll_request,
};

fn unknown_id() -> CombatantId {
    "n0b0dy00".parse().expect("an id")
}

fn face(id: CombatantId, face: u16) -> Command {
    Command::RollInitiative {
        whose: InitiativeTarget::One(id),
        face: Some(face),
    }
}

const fn whose(whose: InitiativeTarget) -> Command {
    Command::RollInitiative { whose, face: None }
}

const fn to(id: CombatantId, to: TokenDestination) -> Command {
    Command::Move { id, to }
}

fn harm(id: CombatantId, bashing: u16, lethal: u16, aggravated: u16) -> Command {
    let packet = DamagePacket {
        bashing,
        lethal,
        aggravated,
        points: 0,
    };
    Command::Harm { id, packet }
}

/// Shifts written as `.>/` for an empty box that becomes bashing, `3x.>X` for three.
fn shifts(text: &str) -> Vec<BoxShift> {
    let severity = |glyph| match glyph {
        '.' => None,
        '/' => Some(Severity::Bashing),
        'X' => Some(Severity::Lethal),
        '*' => Some(Severity::Aggravated),
        other => panic!("{other} is no box"),
    };
    let one = |word: &str| {
        let (count, word) = word.split_once('x').unwrap_or(("1", word));
        let glyphs: Vec<char> = word.chars().collect();
        BoxShift {
            from: severity(glyphs[0]),
            to: severity(glyphs[2]),
            count: count.parse().expect("a count"),
        }
    };
    text.split_whitespace().map(one).collect()
}

fn click(id: CombatantId, text: &str) -> Command {
    Command::MarkBoxes {
        id,
        shifts: shifts(text),
    }
}

/// As it is sent.
fn json<T: serde::Serialize>(value: &T) -> String {
    rules::messages::serialize_as_words(|| serde_json::to_string(value)).expect("data")
}

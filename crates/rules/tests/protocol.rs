//! The protocol's page: every example on it is what the program reads and writes.
#![expect(clippy::panic, reason = "a test")]

use rules::encounter::{Change, Command};
use rules::wire::{FromClient, FromServer};
use serde::de::DeserializeOwned;

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// The values in all blocks of one kind, read as `T`.
fn read<T: DeserializeOwned>(kind: &str) -> Vec<T> {
    let mut found = Vec::new();
    let fence = format!("```json {kind}\n");
    for block in PAGE.split(&fence).skip(1) {
        let text = block.split("```").next().unwrap_or_default();
        for value in serde_json::Deserializer::from_str(text).into_iter::<T>() {
            match value {
                Ok(value) => found.push(value),
                Err(error) => panic!("an example of a {kind} does not fit: {error}\n{text}"),
            }
        }
    }
    found
}

#[test]
fn every_example_fits() {
    assert_eq!(read::<FromClient>("browser").len(), 4);
    assert!(read::<FromServer>("server").len() >= 12);
    assert!(read::<Change>("change").len() >= 12);
}

/// Every command there is has an example: a new one does not compile here until it is named.
#[test]
fn every_command_is_there() {
    let mut names: Vec<&str> = read::<Command>("command")
        .iter()
        .map(|command| match command {
            Command::Sit { .. } => "sit",
            Command::Unseat { .. } => "unseat",
            Command::Title { .. } => "title",
            Command::Add { .. } => "add",
            Command::Remove { .. } => "remove",
            Command::Rename { .. } => "rename",
            Command::Reveal { .. } => "reveal",
            Command::Hide { .. } => "hide",
            Command::Assign { .. } => "assign",
            Command::Note { .. } => "note",
            Command::RollInitiative { .. } => "roll_initiative",
            Command::Move { .. } => "move",
            Command::Sort => "sort",
            Command::NextTurn { .. } => "next_turn",
            Command::PreviousTurn { .. } => "previous_turn",
            Command::Harm { .. } => "harm",
            Command::Turn { .. } => "turn",
            Command::Roll(_) => "roll",
            Command::FoeHealth { .. } => "foe_health",
            Command::Undo => "undo",
        })
        .collect();
    names.dedup();
    assert_eq!(names.len(), 20, "{names:?}");
    for name in names {
        assert!(
            PAGE.contains(&format!("`{name}`")),
            "{name} is not in the table"
        );
    }
}

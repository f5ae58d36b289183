//! Two worlds in which one player is handed other things in secret.

use proptest::prelude::*;
use rules::base::id::{CombatantId, HandoutId, PictureId, SeatId};
use rules::base::sorted_map::Set;
use rules::encounter::command::{
    CoveredPart, HandoutEdit, HandoutInput, HandoutPictureInput, PassageInput,
};
use rules::encounter::view::known_handouts;
use rules::encounter::{Class, Command};
use rules::handout::{Area, HandoutKind};
use testkit::table::{ANA, BEN, ST, SeededDice, Table, add_command};

use super::Worlds;
use crate::recipe::{Reader, recipe, systems};
use crate::{cases, json};

const BENS: SeatId = SeatId(3);

const CORNER: Area = Area {
    x: 0,
    y: 0,
    width: 500,
    height: 250,
};

/// A letter or a picture with a covered part.
fn input(read: &mut Reader, name: &str, announced: bool) -> HandoutInput {
    let passage = |words: &str, covered| PassageInput {
        words: words.to_owned(),
        covered,
    };
    let kinds = [HandoutKind::Letter, HandoutKind::Picture, HandoutKind::Name];
    let kind = read.one_of(&kinds);
    HandoutInput {
        kind,
        name: name.to_owned(),
        text: vec![passage("Meet me at ", false), passage("noon", true)],
        picture: (kind == HandoutKind::Picture).then(|| HandoutPictureInput {
            id: PictureId(7),
            words: "a pier".into(),
            covered: vec![CORNER],
        }),
        may_show: read.below(2) == 0,
        announced,
    }
}

/// The handouts of a table whose name begins so.
fn named(table: &Table, start: &str) -> Vec<HandoutId> {
    let shelf = table.view(Class::Storyteller).handouts;
    let all = shelf.iter().flat_map(|shelf| shelf.iter());
    let named = all.filter(|(_, handout)| handout.name.as_str().starts_with(start));
    named.map(|(id, _)| id).collect()
}

/// What both worlds do: Ben is handed things, and shows them to Ana.
fn open_step(worlds: &mut Worlds, read: &mut Reader, (anas, bens): (CombatantId, CombatantId)) {
    let all = named(&worlds.b, "Open");
    let id = match all.is_empty() {
        true => HandoutId(7),
        false => read.one_of(&all),
    };
    let to = Set::from_iter([bens]);
    let (by, command) = match read.below(10) {
        0..=1 => {
            let to = Box::new(input(read, "Open", true));
            (ST, Command::EditHandout(HandoutEdit::Put { id: None, to }))
        }
        2..=4 => (ST, Command::EditHandout(HandoutEdit::Give { id, to })),
        5 => {
            let parts = [CoveredPart::Words("noon".into()), CoveredPart::Area(CORNER)];
            let part = read.one_of(&parts);
            let only = read.one_of(&[Set::new(), to]);
            (
                ST,
                Command::EditHandout(HandoutEdit::Uncover { id, part, only }),
            )
        }
        6 => (
            BEN,
            Command::ShowHandout {
                id,
                to: Set::from_iter([anas]),
            },
        ),
        8 => {
            let on = read.below(3) > 0;
            (ST, Command::EditHandout(HandoutEdit::Screen { id, on }))
        }
        7 => (
            BEN,
            Command::NoteHandout {
                id,
                words: "a sailor".into(),
            },
        ),
        _ => (
            ST,
            Command::EditHandout(HandoutEdit::Recall {
                id,
                from: to,
                quiet: false,
            }),
        ),
    };
    worlds.public(by, &command);
}

/// What one world does as well: Ana is handed things, also what Ben has.
fn secret_step(worlds: &mut Worlds, read: &mut Reader, anas: CombatantId) {
    let all = [
        named(&worlds.a, "Secret"),
        named(&worlds.a, "Open"),
        vec![HandoutId(7)],
    ]
    .concat();
    let id = read.one_of(&all);
    let secret = named(&worlds.a, "Secret").contains(&id);
    let quiet = |table: &Table| {
        let shelf = table.view(Class::Storyteller).handouts;
        let handout = shelf.and_then(|shelf| shelf.get(id).cloned());
        handout.is_some_and(|handout| !handout.announced)
    };
    let to = Set::from_iter([anas]);
    let edit = match read.below(6) {
        0..=1 => HandoutEdit::Put {
            id: None,
            to: Box::new(input(read, "Secret", false)),
        },
        2..=3 if quiet(&worlds.a) => HandoutEdit::Give { id, to },
        4 if secret => HandoutEdit::Remove { id },
        _ => HandoutEdit::Uncover {
            id,
            part: CoveredPart::Words("noon".into()),
            only: to,
        },
    };
    let fresh = worlds.fresh_id();
    let command = Command::EditHandout(edit);
    let mut dice = SeededDice::for_command(fresh);
    _ = worlds.a.give_with_id(fresh, ST, command, &mut dice);
    let words = "in secret".to_owned();
    let note = Command::NoteHandout { id, words };
    if secret {
        let fresh = worlds.fresh_id();
        let mut dice = SeededDice::for_command(fresh);
        _ = worlds.a.give_with_id(fresh, ANA, note, &mut dice);
    }
}

/// Ben is told the same in both worlds, byte for byte.
fn check_bens(worlds: &Worlds) {
    let told = |table: &Table| json(&known_handouts(&table.encounter, BENS));
    assert_eq!(told(&worlds.a), told(&worlds.b));
}

proptest! {
    #![proptest_config(cases(96))]

    /// What one player is handed, reads and notes in secret changes no byte for another player, nor for the class.
    #[test]
    fn two_worlds_have_handouts_alike(
        system in systems(),
        steps in prop::collection::vec((0_u8..3, recipe()), 1..60),
    ) {
        let mut worlds = Worlds::new(system);
        worlds.public(ANA, &add_command("Ilse"));
        worlds.public(BEN, &add_command("Amadi"));
        let (anas, bens) = (worlds.a.combatant_id("Ilse"), worlds.a.combatant_id("Amadi"));
        for (kind, recipe) in steps {
            let mut read = Reader::new(recipe);
            match kind {
                0 => secret_step(&mut worlds, &mut read, anas),
                _ => open_step(&mut worlds, &mut read, (anas, bens)),
            }
            worlds.check("a handout");
            check_bens(&worlds);
        }
        worlds.check_recap();
        worlds.check_told();
        worlds.check_past();
    }
}

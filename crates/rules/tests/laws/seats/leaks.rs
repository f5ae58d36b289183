//! Leaks from one seat to another: one that is planted is found, and those that there were once are closed.

use rules::base::id::{CombatantId, SeatId};
use rules::base::sorted_map::Set;
use rules::encounter::command::{AskInput, AskStep, HandoutEdit, HandoutInput, PassageInput};
use rules::encounter::{AskTelling, Class, Command};
use rules::handout::HandoutKind;
use rules::ruleset::SystemId;
use rules::trait_pool::PoolPart;
use testkit::table::{BEN, ST};

use super::{SeatWorlds, Told, WORD};

fn worlds() -> SeatWorlds {
    SeatWorlds::new(SystemId::FIRST, Told::One, false)
}

/// A handout as typed.
fn handout(kind: HandoutKind, announced: bool) -> Box<HandoutInput> {
    Box::new(HandoutInput {
        kind,
        name: "A card".to_owned(),
        text: vec![PassageInput {
            words: "Meet me at noon".to_owned(),
            covered: false,
        }],
        picture: None,
        may_show: false,
        announced,
    })
}

fn give(id: rules::base::id::HandoutId, to: &[CombatantId]) -> Command {
    let to = to.iter().copied().collect();
    Command::EditHandout(HandoutEdit::Give { id, to })
}

/// A secret question.
fn ask(of: CombatantId) -> Command {
    Command::AskRoll(Box::new(AskInput {
        pool: vec![PoolPart::Number(3)],
        of: [of].into_iter().collect(),
        telling: AskTelling::Secret { announced: false },
        ..AskInput::default()
    }))
}

impl SeatWorlds {
    fn named(&self, name: &str) -> CombatantId {
        self.b.table.combatant_id(name)
    }

    /// Keeps the newest question to the storyteller, in both worlds or in one.
    fn keep(&mut self, both: bool) {
        let world = if both { &self.b } else { &self.a };
        let asks = world.table.view(Class::Storyteller).asks;
        let newest =
            asks.and_then(|asks| asks.iter().rfind(|ask| ask.end.is_none()).map(|ask| ask.id));
        let step = AskStep::Keep;
        let command = Command::StepAsk {
            ask: newest.expect("a question"),
            step,
        };
        match both {
            true => self.both(ST, &command),
            false => self.tell(ST, &command),
        }
    }
}

#[test]
#[should_panic(expected = "quillon for Cleo")]
fn what_reaches_another_is_found() {
    let to = [SeatId(5)].into_iter().collect();
    let words = format!("{WORD} for Cleo");
    worlds().tell(ST, &Command::Whisper { to, words });
}

/// What one is asked in secret pushes nothing out of what another was asked.
#[test]
fn secret_rolls_of_one_leave_those_of_another() {
    let mut worlds = worlds();
    let (bo, cal) = (worlds.named("Bo"), worlds.named("Cal"));
    worlds.both(ST, &ask(cal));
    worlds.keep(true);
    for _ in 0..8 {
        worlds.tell(ST, &ask(bo));
        worlds.keep(false);
    }
    worlds.check_views();
}

/// Who was given something in secret is named with all others to whom it is given.
#[test]
fn who_has_it_already_is_named_as_well() {
    let mut worlds = worlds();
    let (bo, cal) = (worlds.named("Bo"), worlds.named("Cal"));
    let put = |id, announced| {
        let to = handout(HandoutKind::Letter, announced);
        Command::EditHandout(HandoutEdit::Put { id, to })
    };
    worlds.both(ST, &put(None, false));
    let id = worlds
        .b
        .shelf()
        .iter()
        .map(|(id, _)| id)
        .next()
        .expect("a letter");
    worlds.tell(ST, &give(id, &[bo]));
    worlds.both(ST, &put(Some(id), true));
    let lines = worlds.b.table.log_line_count(Class::Table);
    worlds.both(ST, &give(id, &[bo, cal]));
    assert_eq!(worlds.b.table.log_line_count(Class::Table), lines + 1);
    worlds.check_views();
    worlds.check_kept();
}

/// Notes on a card that nobody else has push nothing out of what everybody sees that a player can take back.
#[test]
fn what_one_does_in_private_leaves_what_all_see_to_be_taken_back() {
    let mut worlds = worlds();
    let bo = worlds.named("Bo");
    let text = "limps".to_owned();
    worlds.both(BEN, &Command::Note { id: bo, text });
    let offered = worlds.b.table.view(Class::Table).undo;
    assert!(offered.contains_key(&SeatId(3)), "{offered:?}");
    for card in 0..4 {
        let to = handout(HandoutKind::Name, false);
        worlds.tell(ST, &Command::EditHandout(HandoutEdit::Put { id: None, to }));
        let held: Set<_> = worlds.a.shelf().iter().map(|(id, _)| id).collect();
        assert_eq!(held.len(), card + 1);
        for id in &held {
            worlds.tell(ST, &give(*id, &[bo]));
            for nth in 0..20 {
                let words = format!("note {nth}");
                worlds.tell(BEN, &Command::NoteHandout { id: *id, words });
            }
        }
    }
    worlds.check_views();
}

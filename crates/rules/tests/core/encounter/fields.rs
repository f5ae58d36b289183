//! Plain fields of a combatant: each is set, told, taken back, brought back and read again alike.

use super::*;
use rules::base::text::Name;
use rules::encounter::feature::Edited;

/// Another value for each plain field, and what the log says of it.
fn other(field: &CombatantField) -> (CombatantField<String>, &'static str) {
    match field {
        CombatantField::Note(_) => (
            CombatantField::Note(Some(" prone ".into())),
            r#"{"noted":{"name":"Ilse","text":"prone"}}"#,
        ),
        CombatantField::Owner(_) => (
            CombatantField::Owner(Some(SeatId(3))),
            r#"{"assigned":{"name":"Ilse","to":"Ben"}}"#,
        ),
        CombatantField::Portrait(_) => (
            CombatantField::Portrait("5d41402abc4b2a76b9719d911017c592".parse().ok()),
            r#"{"pictured":{"name":"Ilse","there":true}}"#,
        ),
        CombatantField::Sight(_) => (
            CombatantField::Sight(Some(HealthSight::Banded)),
            r#"{"set":{"key":"sight","to":"banded","words":"What players see of Ilse’s health: in a word"}}"#,
        ),
        CombatantField::Lurks(_) => (
            CombatantField::Lurks(true),
            r#"{"set":{"key":"lurks","to":true,"words":"Ilse stays hidden until the first action"}}"#,
        ),
    }
}

fn fields(table: &Table, id: CombatantId) -> Vec<CombatantField> {
    let combatant = table.encounter.combatant(id).expect("there");
    CombatantField::all_of(combatant).to_vec()
}

#[test]
fn every_plain_field_is_set_taken_back_and_brought_back() {
    let mut table = Table::with_combatants(&["Ilse stam 2 size 1"]);
    let id = table.combatant_id("Ilse");
    let before = fields(&table, id);
    for field in &before {
        let (to, told) = other(field);
        table.give_accepted(ST, Command::Edit { id, to: to.clone() });
        let secret = matches!(field, CombatantField::Sight(_) | CombatantField::Lurks(_));
        let class = if secret {
            Class::Storyteller
        } else {
            Class::Table
        };
        assert_eq!(json(&table.last_log_message(class)), told);
        assert_eq!(json(&table.last_log_message(Class::Table)) == told, !secret);
        let set = fields(&table, id);
        let changed = set.iter().zip(&before).filter(|(now, then)| now != then);
        assert_eq!(changed.count(), 1, "{to:?} changes one field");
        let again = Command::Edit { id, to };
        assert_eq!(table.give_refused(ST, again), Refusal::NothingToDo);
        table.give_accepted(ST, Command::Undo);
        assert_eq!(fields(&table, id), before);
        table.give_accepted(ST, Command::Redo);
        assert_eq!(fields(&table, id), set);
        table.give_accepted(ST, Command::Undo);
    }
}

#[test]
fn text_of_a_field_is_refused_in_words() {
    let mut table = Table::with_combatants(&["Ilse"]);
    let id = table.combatant_id("Ilse");
    let long = CombatantField::Note(Some("x".repeat(61)));
    let refused = table.give_refused(ST, Command::Edit { id, to: long });
    assert_eq!(refused, Refusal::Text(TextError::TooLong));
    // Blank text wipes; there is nothing to wipe.
    let to = CombatantField::Note(Some(" ".into()));
    assert_eq!(
        table.give_refused(ST, Command::Edit { id, to }),
        Refusal::NothingToDo
    );
}

/// The note and the player are kept under the names of the first release; under the common name they
/// read as the same.
#[test]
fn a_field_is_kept_under_the_name_it_had() {
    let id: CombatantId = "0k3m9xya".parse().expect("an id");
    let name = |text: &str| Some(Name::new(text).expect("a name"));
    let note = Event::Edited(Edited {
        id,
        before: CombatantField::Note(None),
        after: CombatantField::Note(name("prone")),
    });
    let owner = Event::Edited(Edited {
        id,
        before: CombatantField::Owner(Some(SeatId(2))),
        after: CombatantField::Owner(None),
    });
    for (event, kept, common) in [
        (
            note,
            r#"{"noted":{"id":"0k3m9xya","before":null,"after":"prone"}}"#,
            r#"{"edited":{"id":"0k3m9xya","before":{"note":null},"after":{"note":"prone"}}}"#,
        ),
        (
            owner,
            r#"{"assigned":{"id":"0k3m9xya","before":2,"after":null}}"#,
            r#"{"edited":{"id":"0k3m9xya","before":{"owner":2},"after":{"owner":null}}}"#,
        ),
    ] {
        assert_eq!(json(&event), kept);
        for text in [kept, common] {
            let read: Event = serde_json::from_str(text).expect("an event");
            assert_eq!(read, event);
        }
    }
    let unknown = serde_json::from_str::<Event>(r#"{"dreamt":{}}"#);
    let why = unknown.expect_err("no such event").to_string();
    assert!(why.contains("dreamt"), "{why}");
}

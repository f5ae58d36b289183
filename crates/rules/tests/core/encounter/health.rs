//! Boxes that are marked, and damage.

use super::*;

/// A combatant with these marks on five boxes, whose boxes are turned.
fn check_boxes(marks: (u16, u16, u16), text: &str, expected: Result<&str, Refusal>) {
    let mut table = Table::with_combatants(&["rat stam 2 size 3"]);
    let id = table.combatant_id("Rat");
    if marks != (0, 0, 0) {
        table.give_accepted(ST, harm(id, marks.0, marks.1, marks.2));
    }
    let turned = table.give(ST, click(id, text));
    let picture = turned.map(|_| table.health_boxes("Rat"));
    assert_eq!(
        picture.as_ref().map(String::as_str),
        expected.as_ref().map(|text| *text),
        "{marks:?} {text}"
    );
}

#[test]
fn boxes_are_turned_one_by_one() {
    check_boxes((0, 0, 0), ".>/", Ok("/...."));
    check_boxes((1, 0, 0), "/>X", Ok("X...."));
    check_boxes((0, 1, 0), "X>*", Ok("*...."));
    check_boxes((0, 0, 1), "*>.", Ok("....."));
    check_boxes((1, 1, 0), "X>.", Ok("/...."));
}

#[test]
fn a_run_is_one_gesture() {
    check_boxes((0, 0, 0), "3x.>/", Ok("///.."));
    check_boxes((1, 1, 0), "/>X 2x.>X", Ok("XXXX."));
    check_boxes((0, 0, 0), "5x.>* 5x*>X", Ok("XXXXX"));
}

#[test]
fn a_box_that_is_not_there_cannot_be_turned() {
    check_boxes((0, 0, 0), "/>X", Err(Refusal::NoSuchBox));
    check_boxes((5, 0, 0), ".>/", Err(Refusal::NoSuchBox));
    check_boxes((2, 0, 0), "3x/>X", Err(Refusal::NoSuchBox));
    check_boxes((0, 0, 0), "6x.>/", Err(Refusal::NoSuchBox));
}

#[test]
fn nothing_is_nothing_to_do() {
    check_boxes((1, 0, 0), "", Err(Refusal::NothingToDo));
    check_boxes((1, 0, 0), "/>/", Err(Refusal::NothingToDo));
    check_boxes((1, 0, 0), ".>. />X X>/", Err(Refusal::NothingToDo));
    check_boxes((1, 0, 0), "0x/>X", Err(Refusal::NothingToDo));
}

/// Harms a combatant with three boxes, packet after packet.
fn check_harm(hits: &[(u16, u16, u16)], expected: &str, states: &[&str]) {
    let mut table = Table::with_combatants(&["rat stam 1 size 2"]);
    let id = table.combatant_id("Rat");
    for (bashing, lethal, aggravated) in hits {
        table.give_accepted(ST, harm(id, *bashing, *lethal, *aggravated));
    }
    assert_eq!(table.health_boxes("Rat"), expected, "{hits:?}");
    let LogMessage::Harmed { states: told, .. } = table.last_log_message(Class::Table) else {
        panic!("harm is told");
    };
    let told: Vec<&str> = told.iter().map(|state| &*state.word).collect();
    assert_eq!(told, states, "{hits:?}");
}

#[test]
fn harm_overflows_and_tells_what_is_new() {
    check_harm(&[(1, 0, 0)], "/..", &[]);
    check_harm(
        &[(1, 1, 1)],
        "*X/",
        &["roll Stamina to stay awake", "bleeding"],
    );
    check_harm(&[(3, 0, 0), (1, 0, 0)], "X//", &[]);
    check_harm(
        &[(3, 0, 0), (3, 0, 0)],
        "XXX",
        &["unconscious", "bleeding out"],
    );
    check_harm(&[(0, 3, 0), (0, 0, 3)], "***", &["dead"]);
    check_harm(&[(0, 0, 3), (1, 0, 0)], "***", &[]);
}

#[test]
fn points_beyond_the_track_are_told() {
    let mut table = Table::with_combatants(&["rat stam 1 size 1"]);
    let id = table.combatant_id("Rat");
    table.give_accepted(ST, harm(id, 0, 0, 5));
    assert!(matches!(
        table.last_log_message(Class::Table),
        LogMessage::Harmed { excess: 3, .. }
    ));
}

#[test]
fn concealed_foes_show_only_that_they_are_out() {
    let mut table = Table::with_combatants(&["rat stam 1 size 2", "@Ana stam 1 size 2"]);
    let conceal = Command::SetTable {
        to: TableSetting::FoeHealth(FoeHealth::Concealed),
        was: None,
    };
    table.give_accepted(ST, conceal);
    let (rat, ana) = (table.combatant_id("Rat"), table.combatant_id("Ana"));
    let lines = table.log_line_count(Class::Table);
    let before = table.view(Class::Table);
    table.give_accepted(ST, harm(rat, 2, 0, 0));
    assert_eq!(table.view(Class::Table), before);
    table.give_accepted(ST, harm(rat, 0, 3, 0));
    let row = &table.view(Class::Table).rows[&rat];
    assert_eq!((row.track, row.health.penalty), (None, 0));
    assert!(row.penalties.is_empty() && row.is_out());
    assert_eq!(table.log_line_count(Class::Table), lines);
    table.give_accepted(ST, harm(ana, 1, 0, 0));
    assert_eq!(table.log_line_count(Class::Table), lines + 1);
}

fn sees(table: &mut Table, id: CombatantId, sight: Option<HealthSight>) {
    let to = CombatantField::Sight(sight);
    table.give_accepted(ST, Command::Edit { id, to });
}

/// What players see of a foe's health can be another for each of them, whatever the table has.
#[test]
fn each_foe_is_seen_as_the_storyteller_wants() {
    let mut table = Table::new().add_combatants(&["rat stam 5 size 5", "cat stam 5 size 5"]);
    let (rat, cat) = (table.combatant_id("Rat"), table.combatant_id("Cat"));
    let seen = |table: &Table, id: CombatantId| {
        let row = table.view(Class::Table).rows[&id].clone();
        let states = row.health.states.iter();
        let states: Vec<String> = states.map(|state| state.word.to_string()).collect();
        (row.track.is_some(), states.join(", "))
    };
    for shown in [FoeHealth::Concealed, FoeHealth::Shown] {
        _ = table.give(
            ST,
            Command::SetTable {
                to: TableSetting::FoeHealth(shown),
                was: None,
            },
        );
        sees(&mut table, rat, Some(HealthSight::Exact));
        assert_eq!(seen(&table, rat), (true, String::new()));
        assert_eq!(seen(&table, cat).0, shown == FoeHealth::Shown);
        sees(&mut table, rat, Some(HealthSight::Hidden));
        assert_eq!(seen(&table, rat), (false, String::new()));
        sees(&mut table, rat, Some(HealthSight::Banded));
        assert_eq!(seen(&table, rat), (false, "unhurt".into()));
        sees(&mut table, rat, None);
        assert_eq!(seen(&table, rat).0, shown == FoeHealth::Shown);
    }
    sees(&mut table, rat, Some(HealthSight::Banded));
    for (lethal, band) in [
        (1, "hurt"),
        (3, "hurt"),
        (1, "badly hurt"),
        (4, "badly hurt"),
    ] {
        table.give_accepted(ST, harm(rat, 0, lethal, 0));
        assert_eq!(seen(&table, rat), (false, band.into()));
    }
    // Who is out of the fight is seen by everybody.
    table.give_accepted(ST, harm(rat, 0, 0, 10));
    assert_eq!(seen(&table, rat), (false, "dead".into()));
}

/// Two worlds in which a foe is hurt more and less, but not by a word, look alike to players; so do
/// two in which they see nothing of it.
#[test]
fn what_is_shown_in_a_word_tells_no_number() {
    for (sight, packets) in [
        (HealthSight::Banded, [(1, 0, 0), (2, 1, 0), (0, 3, 1)]),
        (HealthSight::Hidden, [(0, 0, 0), (2, 1, 0), (3, 4, 1)]),
    ] {
        let world = |(bashing, lethal, aggravated): (u16, u16, u16)| {
            let mut table = Table::new().add_combatants(&["rat stam 5 size 5"]);
            let rat = table.combatant_id("Rat");
            sees(&mut table, rat, Some(sight));
            if (bashing, lethal, aggravated) != (0, 0, 0) {
                table.give_accepted(ST, harm(rat, bashing, lethal, aggravated));
            }
            let view = table.view(Class::Table);
            let no = table.give_refused(ANA, harm(rat, 1, 0, 0));
            (json(&view), no)
        };
        let [first, others @ ..] = packets.map(world);
        for other in others {
            assert_eq!(first, other, "{sight:?}");
        }
    }
}

/// Only those who run the table say what players see; of a character everybody reads all.
#[test]
fn sight_is_the_storytellers_to_set() {
    let mut table = Table::new().add_combatants(&["rat stam 2", "!Bishop"]);
    table.give_accepted(ANA, testkit::table::add_command("Ilse stam 2 size 5"));
    let ids = ["Rat", "Bishop", "Ilse"].map(|name| table.combatant_id(name));
    for to in [
        CombatantField::Sight(Some(HealthSight::Hidden)),
        CombatantField::Lurks(true),
    ] {
        for by in [ANA, BEN, EVE] {
            let edit = |id| Command::Edit { id, to: to.clone() };
            assert_eq!(table.give_refused(by, edit(ids[0])), Refusal::NotAllowed);
            // Of whom they do not see, as of who is not there.
            let why = table.give_refused(by, edit(ids[1]));
            assert_eq!(
                why,
                table.give_refused(by, edit("zzzzzzzz".parse().expect("an id")))
            );
        }
    }
    let to = CombatantField::Sight(Some(HealthSight::Hidden));
    let refused = table.give_refused(ST, Command::Edit { id: ids[2], to });
    assert_eq!(refused, Refusal::NotAllowed);
    // No player is sent how a foe is shown, or who lurks.
    sees(&mut table, ids[0], Some(HealthSight::Exact));
    let to = CombatantField::Lurks(true);
    table.give_accepted(ST, Command::Edit { id: ids[0], to });
    let players = json(&table.view(Class::Table));
    assert!(!players.contains("sight") && !players.contains("lurks"));
}

//! Several combatants act as one: one roll, one place in the order, and each their own steps.

use super::*;

fn thugs() -> Table {
    let mut table = Table::with_combatants(&["cat dex 2"]);
    table.give_accepted(ST, six(false));
    table
}

fn six(hidden: bool) -> Command {
    as_one("6x thug dex 3 stam 2 size 5", hidden)
}

/// A quick-add line whose combatants come as a group.
fn as_one(line: &str, hidden: bool) -> Command {
    Command::Add {
        line: line.into(),
        side: None,
        hidden,
        as_one: true,
    }
}

fn together(table: &Table, names: &[&str]) -> Command {
    Command::Group {
        ids: names.iter().map(|name| table.combatant_id(name)).collect(),
    }
}

fn before(table: &Table, who: &str, other: Option<&str>) -> Command {
    Command::Move {
        id: table.combatant_id(who),
        to: TokenDestination::Before(other.map(|other| table.combatant_id(other))),
    }
}

fn scores(table: &Table, name: &str) -> Vec<Option<i32>> {
    let view = table.view(Class::Storyteller);
    let rows = view.rows.values().filter(|row| row.name == name);
    rows.map(|row| row.score).collect()
}

const ALL_SIX: &str = "Thug A Thug B Thug C Thug D Thug E Thug F";

#[test]
fn a_line_makes_a_group_that_rolls_once_and_stands_together() {
    let mut table = thugs();
    let roll = Command::RollInitiative {
        whose: InitiativeTarget::One(table.combatant_id("Cat")),
        face: Some(5),
    };
    table.give_accepted(ST, roll);
    let roll = Command::RollInitiative {
        whose: InitiativeTarget::Storytellers,
        face: None,
    };
    table.give_accepted_with(ST, roll, &[9]);
    assert_eq!(
        table.order_summary(Class::Table),
        format!("0: {ALL_SIX} Cat | ")
    );
    let thugs = scores(&table, "Thug");
    assert!(
        thugs
            .iter()
            .all(|score| *score == thugs[0] && score.is_some())
    );
    let told = table.view(Class::Table).log;
    let told = told
        .iter()
        .filter(|line| matches!(line.what, LogMessage::Initiative { .. }));
    assert_eq!(told.count(), 2, "one line for the cat, one for all six");
}

#[test]
fn a_newcomer_who_ties_with_a_group_rolls_off_once() {
    let mut table = thugs();
    let roll = |id| Command::RollInitiative {
        whose: InitiativeTarget::One(id),
        face: Some(5),
    };
    table.give_accepted(ST, roll(table.combatant_id("Thug C")));
    table.give_accepted(ST, add_command("rat dex 3"));
    // A tie: one throw of five dice for all six and one for the rat, who joined later.
    let (rat, thugs) = ([1, 2, 3, 4, 5], [1, 2, 3, 4, 8]);
    table.give_accepted_with(ST, roll(table.combatant_id("Rat")), &[thugs, rat].concat());
    let order = table.order_summary(Class::Table);
    assert_eq!(order, format!("0: {ALL_SIX} Rat | Cat"));
    let view = table.view(Class::Storyteller);
    let ranks = view.rows.values().filter(|row| row.name == "Thug");
    let ranks: Vec<_> = ranks
        .map(|row| row.initiative.as_ref().expect("rolled").rank.clone())
        .collect();
    assert!(ranks.iter().all(|rank| *rank == ranks[0]));
}

#[test]
fn each_of_a_group_who_is_able_has_a_step_of_their_own() {
    let mut table = thugs();
    let roll = Command::RollInitiative {
        whose: InitiativeTarget::Everyone,
        face: None,
    };
    table.give_accepted(ST, before(&table, "Cat", None));
    table.give_accepted(ST, before(&table, "Thug A", None));
    table.give_accepted(ST, roll);
    let dead = Command::Harm {
        id: table.combatant_id("Thug B"),
        packet: DamagePacket::of_severity(Severity::Lethal, 20),
    };
    table.give_accepted(ST, dead);
    let mut acted = Vec::new();
    for _ in 0..6 {
        table.next_turn();
        let view = table.view(Class::Table);
        let acting = view.turn.acting.expect("somebody acts");
        acted.push(view.rows[&acting].full_name());
    }
    for able in ["Thug A", "Thug C", "Thug D", "Thug E", "Thug F", "Cat"] {
        assert!(acted.iter().any(|name| name == able), "{able}: {acted:?}");
    }
}

#[test]
fn a_group_moves_as_one_and_nothing_lands_in_its_middle() {
    let mut table = Table::with_combatants(&["cat", "rat"]).place_all_in_order();
    table.give_accepted(ST, six(false));
    // Dragged by one of them, all come.
    table.give_accepted(ST, before(&table, "Thug D", None));
    assert_eq!(
        table.order_summary(Class::Table),
        format!("0: Cat Rat {ALL_SIX} | ")
    );
    table.give_accepted(ST, before(&table, "Thug C", Some("Cat")));
    assert_eq!(
        table.order_summary(Class::Table),
        format!("0: {ALL_SIX} Cat Rat | ")
    );
    let again = before(&table, "Thug C", Some("Cat"));
    assert_eq!(table.give_refused(ST, again), Refusal::NothingToDo);
    table.give_accepted(ST, before(&table, "Rat", Some("Thug D")));
    assert_eq!(
        table.order_summary(Class::Table),
        format!("0: Rat {ALL_SIX} Cat | ")
    );
    // Within the group one moves by themselves.
    table.give_accepted(ST, before(&table, "Thug C", Some("Thug A")));
    let front = "Thug C Thug A Thug B Thug D Thug E Thug F";
    assert_eq!(
        table.order_summary(Class::Table),
        format!("0: Rat {front} Cat | ")
    );
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(
        table.order_summary(Class::Table),
        format!("0: Cat Rat {ALL_SIX} | ")
    );
}

#[test]
fn rows_become_a_group_and_go_apart_where_they_stand() {
    let mut table =
        Table::with_combatants(&["cat dex 1", "2x thug dex 3", "Boss dex 2"]).place_all_in_order();
    let roll = |table: &Table, name: &str, die| Command::RollInitiative {
        whose: InitiativeTarget::One(table.combatant_id(name)),
        face: Some(die),
    };
    for (name, die) in [("Thug A", 9), ("Boss", 6), ("Thug B", 2), ("Cat", 4)] {
        table.give_accepted(ST, roll(&table, name, die));
    }
    assert_eq!(
        table.order_summary(Class::Table),
        "0: Thug A Boss Thug B Cat | "
    );
    let before = table.comparable_state();
    table.give_accepted(ST, together(&table, &["Thug A", "Thug B"]));
    assert_eq!(
        table.order_summary(Class::Table),
        "0: Thug A Thug B Boss Cat | "
    );
    let [a, b] = [table.row("Thug A"), table.row("Thug B")];
    assert_eq!((a.score, a.group), (b.score, b.group));
    assert_eq!(a.group, Some(a.id.min(b.id)));
    let told = LogMessage::Grouped {
        names: vec!["Thug A".into(), "Thug B".into()],
        as_one: true,
    };
    assert_eq!(table.last_log_message(Class::Table), told);
    let again = together(&table, &["Thug A", "Thug B"]);
    assert_eq!(table.give_refused(ST, again), Refusal::NothingToDo);
    let grouped = table.comparable_state();
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), before);
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.comparable_state(), grouped);

    table.give_accepted(
        ST,
        Command::Ungroup {
            id: table.combatant_id("Thug B"),
        },
    );
    assert_eq!(
        table.order_summary(Class::Table),
        "0: Thug A Thug B Boss Cat | "
    );
    assert_eq!(table.row("Thug A").group, None);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), grouped);
}

#[test]
fn who_may_make_a_group() {
    let mut table = Table::with_combatants(&["@cat", "@rat", "2x thug", "!ghoul"]);
    let hers = together(&table, &["Cat", "Rat"]);
    assert_eq!(table.give_refused(BEN, hers.clone()), Refusal::NotAllowed);
    assert_eq!(table.give_refused(EVE, hers.clone()), Refusal::NotAllowed);
    table.give_accepted(ANA, hers);
    let mixed = together(&table, &["Cat", "Thug A"]);
    assert_eq!(table.give_refused(ANA, mixed.clone()), Refusal::NotAllowed);
    assert_eq!(table.give_refused(ST, mixed), Refusal::NotAlike);
    let unseen = together(&table, &["Cat", "Ghoul"]);
    assert_eq!(table.give_refused(ANA, unseen), Refusal::NoSuchCombatant);
    let alone = together(&table, &["Thug A"]);
    assert_eq!(table.give_refused(ST, alone), Refusal::NothingToDo);
    let nobody = Command::Group {
        ids: [].into_iter().collect(),
    };
    assert_eq!(table.give_refused(ST, nobody), Refusal::NothingToDo);
    let apart = Command::Ungroup {
        id: table.combatant_id("Cat"),
    };
    assert_eq!(table.give_refused(BEN, apart.clone()), Refusal::NotAllowed);
    table.give_accepted(ANA, apart.clone());
    assert_eq!(table.give_refused(ANA, apart), Refusal::NothingToDo);
    // Who is played by another person is no longer one of them, and comes back to them.
    table.give_accepted(ST, together(&table, &["Cat", "Rat"]));
    let to = |seat| Command::Assign {
        id: table.combatant_id("Rat"),
        seat,
    };
    let (away, back) = (to(None), to(Some(SeatId(2))));
    table.give_accepted(ST, away);
    assert_eq!(table.row("Cat").group, None);
    table.give_accepted(ST, back);
    assert!(table.row("Cat").group.is_some());
}

#[test]
fn players_do_not_learn_how_many_of_a_group_are_hidden() {
    let mut open = Table::with_combatants(&["cat", "2x thug", "boss"]).place_all_in_order();
    let seen = |table: &Table| {
        let view = table.view(Class::Table);
        serde_json::to_string(&view).expect("a view is data")
    };
    open.give_accepted(ST, together(&open, &["Thug A", "Thug B"]));
    let before = seen(&open);
    // Two more in the dark, who stand with them.
    open.give_accepted(ST, add_hidden_command("2x thug"));
    let all = ["Thug A", "Thug B", "Thug i", "Thug ii"];
    open.give_accepted(ST, together(&open, &all));
    assert_eq!(seen(&open), before);
    let standing = "0: Cat Thug A Thug i Thug ii Thug B Boss | ";
    assert_eq!(open.order_summary(Class::Storyteller), standing);
    let groups = all.map(|name| open.row(name).group);
    assert!(groups[0].is_some() && groups.iter().all(|group| *group == groups[0]));
    // One who is seen with one who is not: to players that one stands alone.
    let mut table = Table::with_combatants(&["thug", "!thug"]);
    table.give_accepted(ST, together(&table, &["Thug", "Thug i"]));
    assert_eq!(
        table.view(Class::Table).rows[&table.combatant_id("Thug")].group,
        None
    );
    assert_eq!(
        table.log_line_count(Class::Table),
        table.log_line_count(Class::Storyteller) - 2
    );
    // The hidden one shows, and stands with the other at once.
    table.give_accepted(
        ST,
        Command::Reveal {
            id: table.combatant_id("Thug i"),
        },
    );
    assert!(
        table
            .view(Class::Table)
            .rows
            .values()
            .all(|row| row.group.is_some())
    );
}

#[test]
fn a_group_comes_along_into_the_next_fight() {
    let mut table = thugs();
    let kept = |id: &CombatantId| (*id, rules::encounter::carry_over::Recovery::default());
    let view = table.view(Class::Storyteller);
    let cast: Vec<_> = view.rows.keys().map(kept).collect();
    let company = table
        .encounter
        .prepare_carry_over(ST, &cast)
        .expect("company");
    let mut next = Table::new();
    let events = next
        .encounter
        .arrival_events(&company, false)
        .expect("room");
    let id = next.fresh_id();
    next.encounter.apply(&rules::encounter::Record {
        at: 1,
        by: Actor::Server,
        command: id,
        events,
    });
    let groups = next.view(Class::Table).rows;
    let thugs: Vec<_> = groups.values().filter(|row| row.name == "Thug").collect();
    assert_eq!(thugs.len(), 6);
    assert!(
        thugs
            .iter()
            .all(|row| row.group.is_some() && row.group == thugs[0].group)
    );
    table.give_accepted(
        ST,
        Command::Ungroup {
            id: table.combatant_id("Thug A"),
        },
    );
}

/// Beside a hidden one of their own, a group goes where players see it go: as one, and nobody of it is left
/// on the bench.
#[test]
fn a_group_dragged_beside_a_hidden_member_goes_as_one() {
    let places = [Some("Rat A"), None];
    let [beside, to_the_end] = places.map(|place| {
        let mut table = Table::with_combatants(&["cat dex 2"]);
        let cat = before(&table, "Cat", None);
        table.give_accepted(ST, cat);
        table.give_accepted(ST, as_one("3x rat dex 3 stam 2 size 5", false));
        table.give_accepted(
            ST,
            Command::Hide {
                id: table.combatant_id("Rat A"),
            },
        );
        let alone = before(&table, "Rat A", None);
        table.give_accepted(ST, alone);
        let drag = before(&table, "Rat C", place);
        table.give_accepted(ST, drag);
        table.order_summary(Class::Table)
    });
    assert_eq!(beside, to_the_end);
}

/// Who of a group has to move may depend on hidden ones; whom the log names does not.
#[test]
fn the_log_names_the_first_of_a_group_whom_players_see_go() {
    let [with, without] = [true, false].map(|hidden| {
        let mut table = Table::with_combatants(&[]);
        table.give_accepted(ST, as_one("2x rat dex 3", false));
        let comes = before(&table, "Rat A", None);
        table.give_accepted(ST, comes);
        if hidden {
            table.give_accepted(ST, add_hidden_command("dog"));
            let comes = before(&table, "Dog", None);
            table.give_accepted(ST, comes);
        }
        table.give_accepted(
            ST,
            Command::Move {
                id: table.combatant_id("Rat B"),
                to: TokenDestination::Bench,
            },
        );
        let drag = before(&table, "Rat A", Some("Rat B"));
        table.give_accepted(ST, drag);
        let log = table.view(Class::Table).log.into_iter();
        log.map(|line| format!("{:?}", line.what))
            .collect::<Vec<_>>()
    });
    assert_eq!(with, without);
}

/// A player who groups those who are a group, as far as players see, changes nothing, also where a hidden one is of it.
#[test]
fn a_group_that_is_one_already_takes_no_hidden_member_to_be_another() {
    let refused = |hidden: bool| {
        let mut table = Table::with_combatants(&[]);
        table.give_accepted(ANA, as_one("3x rat dex 3", false));
        let id = table.combatant_id("Rat A");
        let goes = match hidden {
            true => Command::Hide { id },
            false => Command::Remove { id },
        };
        table.give_accepted(ST, goes);
        let again = together(&table, &["Rat B", "Rat C"]);
        table.give_refused(ANA, again)
    };
    for hidden in [true, false] {
        assert_eq!(refused(hidden), Refusal::NothingToDo, "{hidden}");
    }
}

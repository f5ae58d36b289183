//! Who may do what.

use super::*;

const CO: Actor = Actor::Seat(SeatId(5));

/// Ana plays Ilse, who acts; there is a ghoul, a character without an owner, a hidden combatant.
fn table() -> Table {
    let mut table =
        Table::with_combatants(&["@Ilse", "ghoul", "Pal pc", "!cat"]).place_all_in_order();
    let sit = Command::Sit {
        seat: SeatId(5),
        name: "Cleo".into(),
        role: Role::CoStoryteller,
    };
    table.give_accepted(Actor::Server, sit);
    table.after_turns(1)
}

fn word(answer: &Result<Vec<Event>, Refusal>) -> &'static str {
    match answer {
        Ok(_) => "ok",
        Err(Refusal::NotAllowed) => "no",
        Err(Refusal::NoSuchCombatant) => "who",
        Err(Refusal::NoSuchSeat) => "seat?",
        Err(Refusal::NoSeat) => "out",
        Err(Refusal::NobodyToRoll) => "none",
        Err(Refusal::NothingToUndo) => "done",
        Err(Refusal::ChangedSince) => "since",
        Err(other) => panic!("{other:?}"),
    }
}

/// What is asked for, the command, and what house, storyteller, co-storyteller, Ana, Ben, a
/// spectator and a stranger are answered.
type Row = (&'static str, Command, &'static str);

fn roll(id: Option<CombatantId>) -> Command {
    Command::Roll(Box::new(roll_request(id, "Wits", &[("Wits", 2)])))
}

fn assign(id: CombatantId, seat: Option<u32>) -> Command {
    let seat = seat.map(SeatId);
    Command::Assign { id, seat }
}

fn rename(id: CombatantId) -> Command {
    let name = "Zoe".into();
    Command::Rename { id, name }
}

fn note(id: CombatantId) -> Command {
    let text = "prone".into();
    Command::Note { id, text }
}

fn seats() -> Vec<Row> {
    vec![
        (
            "sit",
            Command::Sit {
                seat: SeatId(6),
                name: "Zoe".into(),
                role: Role::Player,
            },
            "ok no no no no no out",
        ),
        (
            "unseat a player",
            Command::Unseat { seat: SeatId(3) },
            "ok ok ok no ok no out",
        ),
        (
            "unseat the one who helps",
            Command::Unseat { seat: SeatId(5) },
            "ok ok ok no no no out",
        ),
        (
            "unseat the one who watches",
            Command::Unseat { seat: SeatId(4) },
            "ok ok ok no no ok out",
        ),
        (
            "unseat the storyteller",
            Command::Unseat { seat: SeatId(1) },
            "ok no no no no no out",
        ),
        (
            "unseat nobody",
            Command::Unseat { seat: SeatId(8) },
            "seat? seat? seat? no no no out",
        ),
    ]
}

fn coming_and_going(table: &Table) -> Vec<Row> {
    let ilse = table.combatant_id("Ilse");
    let ghoul = table.combatant_id("Ghoul");
    let cat = table.combatant_id("Cat");
    vec![
        (
            "title",
            Command::Title {
                title: "Dawn".into(),
            },
            "ok ok ok no no no out",
        ),
        ("add", add_command("rat"), "ok ok ok ok ok no out"),
        (
            "add hidden",
            add_hidden_command("rat"),
            "ok ok ok no no no out",
        ),
        (
            "add hidden by word",
            add_command("rat hidden"),
            "ok ok ok no no no out",
        ),
        (
            "remove ilse",
            Command::Remove { id: ilse },
            "ok ok ok ok no no out",
        ),
        (
            "remove ghoul",
            Command::Remove { id: ghoul },
            "ok ok ok no no no out",
        ),
        (
            "remove cat",
            Command::Remove { id: cat },
            "ok ok ok who who who out",
        ),
        (
            "remove nobody",
            Command::Remove { id: unknown_id() },
            "who who who who who who out",
        ),
    ]
}

fn names_and_players(table: &Table) -> Vec<Row> {
    let ilse = table.combatant_id("Ilse");
    let ghoul = table.combatant_id("Ghoul");
    let pal = table.combatant_id("Pal");
    let cat = table.combatant_id("Cat");
    vec![
        ("rename ilse", rename(ilse), "ok ok ok ok no no out"),
        ("rename cat", rename(cat), "ok ok ok who who who out"),
        (
            "reveal cat",
            Command::Reveal { id: cat },
            "ok ok ok no no no out",
        ),
        (
            "hide ilse",
            Command::Hide { id: ilse },
            "ok ok ok no no no out",
        ),
        (
            "hide nobody",
            Command::Hide { id: unknown_id() },
            "who who who no no no out",
        ),
        ("take pal", assign(pal, Some(2)), "ok ok ok ok no no out"),
        (
            "give pal to ben",
            assign(pal, Some(3)),
            "ok ok ok no ok no out",
        ),
        (
            "give ilse back",
            assign(ilse, None),
            "ok ok ok ok no no out",
        ),
        (
            "take ilse over",
            assign(ilse, Some(3)),
            "ok ok ok no no no out",
        ),
        (
            "take a foe",
            assign(ghoul, Some(2)),
            "ok ok ok no no no out",
        ),
        (
            "give to a spectator",
            assign(pal, Some(4)),
            "no no no no no no out",
        ),
        (
            "give to nobody",
            assign(pal, Some(8)),
            "seat? seat? seat? no no no out",
        ),
        ("take cat", assign(cat, Some(2)), "ok ok ok who who who out"),
        ("note ilse", note(ilse), "ok ok ok ok no no out"),
        ("note ghoul", note(ghoul), "ok ok ok no no no out"),
        ("note cat", note(cat), "ok ok ok who who who out"),
    ]
}

fn dice_and_places(table: &Table) -> Vec<Row> {
    let ilse = table.combatant_id("Ilse");
    let ghoul = table.combatant_id("Ghoul");
    let cat = table.combatant_id("Cat");
    let turn = table.view(Class::Storyteller).turn;
    vec![
        (
            "roll for ilse",
            whose(InitiativeTarget::One(ilse)),
            "ok ok ok ok no no out",
        ),
        (
            "roll for ghoul",
            whose(InitiativeTarget::One(ghoul)),
            "ok ok ok no no no out",
        ),
        (
            "roll for cat",
            whose(InitiativeTarget::One(cat)),
            "ok ok ok who who who out",
        ),
        (
            "roll for all foes",
            whose(InitiativeTarget::Storytellers),
            "ok ok ok no no no out",
        ),
        (
            "roll for mine",
            whose(InitiativeTarget::Mine),
            "none none none ok none no out",
        ),
        (
            "drag",
            to(ghoul, TokenDestination::Bench),
            "ok ok ok no no no out",
        ),
        (
            "drag own",
            to(ilse, TokenDestination::Bench),
            "ok ok ok no no no out",
        ),
        (
            "drag cat",
            to(cat, TokenDestination::Bench),
            "ok ok ok no no no out",
        ),
        (
            "drag before nobody",
            to(ilse, TokenDestination::Before(Some(unknown_id()))),
            "who who who no no no out",
        ),
        (
            "next",
            Command::NextTurn {
                after: turn,
                anyway: false,
            },
            "ok ok ok ok no no out",
        ),
        (
            "back",
            Command::PreviousTurn { before: turn },
            "ok ok ok no no no out",
        ),
    ]
}

fn harm_and_rolls(table: &Table) -> Vec<Row> {
    let ilse = table.combatant_id("Ilse");
    let ghoul = table.combatant_id("Ghoul");
    let cat = table.combatant_id("Cat");
    vec![
        ("harm ilse", harm(ilse, 1, 0, 0), "ok ok ok ok no no out"),
        ("harm ghoul", harm(ghoul, 1, 0, 0), "ok ok ok no no no out"),
        ("harm cat", harm(cat, 1, 0, 0), "ok ok ok who who who out"),
        ("boxes of ilse", click(ilse, ".>/"), "ok ok ok ok no no out"),
        (
            "boxes of cat",
            click(cat, ".>/"),
            "ok ok ok who who who out",
        ),
        ("a roll", roll(None), "ok ok ok ok ok no out"),
        ("a roll of ilse", roll(Some(ilse)), "ok ok ok ok no no out"),
        ("a roll of cat", roll(Some(cat)), "ok ok ok who who no out"),
        (
            "foe health",
            Command::SetTable {
                to: TableSetting::FoeHealth(FoeHealth::Concealed),
                was: None,
            },
            "ok ok ok no no no out",
        ),
        ("undo", Command::Undo, "ok ok ok since done no out"),
    ]
}

#[test]
fn who_may_do_what() {
    let table = table();
    let rows = [
        seats(),
        coming_and_going(&table),
        names_and_players(&table),
        dice_and_places(&table),
        harm_and_rolls(&table),
    ];
    for (what, command, expected) in rows.into_iter().flatten() {
        let answers: Vec<&str> = [Actor::Server, ST, CO, ANA, BEN, EVE, NOBODY]
            .into_iter()
            .map(|by| word(&table.clone().give(by, command.clone())))
            .collect();
        assert_eq!(answers.join(" "), expected, "{what}");
    }
}

#[test]
fn sorting_is_the_storytellers() {
    let mut table = table();
    for name in ["Ilse", "Ghoul"] {
        let id = table.combatant_id(name);
        table.give_accepted(ST, face(id, 5));
    }
    let (ilse, ghoul) = (table.combatant_id("Ilse"), table.combatant_id("Ghoul"));
    let first = table.view(Class::Table).order[0];
    let other = if first == ilse { ghoul } else { ilse };
    table.give_accepted(ST, to(other, TokenDestination::Before(Some(first))));
    for by in [ANA, BEN, EVE] {
        assert_eq!(table.give_refused(by, Command::Sort), Refusal::NotAllowed);
    }
    assert_eq!(table.give_refused(NOBODY, Command::Sort), Refusal::NoSeat);
    table.give_accepted(CO, Command::Sort);
}

#[test]
fn whoever_lost_their_seat_is_out() {
    let mut table = table();
    table.give_accepted(ST, Command::Unseat { seat: SeatId(2) });
    assert_eq!(table.give_refused(ANA, Command::Undo), Refusal::NoSeat);
    assert_eq!(View::class_of(&table.encounter, ANA), None);
    assert_eq!(table.row("Ilse").owner, Some(SeatId(2)));
}

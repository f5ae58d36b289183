//! Who may do what: the whole table of permissions, walked through `decide`, and printed.

mod page;

use std::collections::BTreeSet;

use rules::base::id::SeatId;
use rules::base::seat::{Actor, Role};
use rules::encounter::authority::{
    CommandKind, Ownership, Permission, Proviso, Right, RightScope, Sender, Verdict,
};
use rules::encounter::carry_over::Recovery;
use rules::encounter::command::{
    AnswerInput, Declaration, HandoutEdit, HandoutInput, InitiativeTarget, SceneDestination,
    SceneEdit,
};
use rules::encounter::{
    Class, Command, Encounter, MovePermission, Record, Refusal, TableSetting, WhisperSetting,
};
use rules::exchange::{Intent, Slot};
use rules::handout::HandoutKind;
use serde_json::json;
use testkit::authority::{Placeholders, expected_verdict, load_samples};
use testkit::table::{ANA, BEN, EVE, NOBODY, ST, Table, name};

const CO: Actor = Actor::Seat(SeatId(5));

/// Another player, who is muted.
const ZED: Actor = Actor::Seat(SeatId(6));

const SENDERS: [(Sender, Actor); 8] = [
    (Sender::Server, Actor::Server),
    (Sender::Storyteller, ST),
    (Sender::CoStoryteller, CO),
    (Sender::Player, ANA),
    (Sender::Player, BEN),
    (Sender::Spectator, EVE),
    (Sender::Muted, ZED),
    (Sender::NoSeat, NOBODY),
];

/// What an encounter can be in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Before,
    Fighting,
    Asked,
    Over,
    Unseen,
}

impl Moment {
    const ALL: [Self; 5] = [
        Self::Before,
        Self::Fighting,
        Self::Asked,
        Self::Over,
        Self::Unseen,
    ];
}

const ILSE: &str = "@Ilse dexterity 3 strength 4 brawl 3 stamina 3 composure 3 size 5 willpower 5";
const GHOUL: &str = "Ghoul strength 3 brawl 2 dexterity 3 wits 2 stamina 2 composure 2 size 5";

/// Ana plays Ilse, Ben plays Bo; there is a character whom nobody plays, a foe and a hidden one.
fn laid(moment: Moment) -> Table {
    let mut table =
        Table::with_combatants(&[ILSE, "Bo pc", "Pal pc", GHOUL, "!Cat"]).place_all_in_order();
    let sit = Command::Sit {
        seat: SeatId(5),
        name: "Cleo".into(),
        role: Role::CoStoryteller,
    };
    table.give_accepted(Actor::Server, sit);
    let sit = Command::Sit {
        seat: SeatId(6),
        name: "Zed".into(),
        role: Role::Player,
    };
    table.give_accepted(Actor::Server, sit);
    let mute = Command::Mute {
        seat: SeatId(6),
        muted: true,
    };
    table.give_accepted(CO, mute);
    let bo = Command::Assign {
        id: table.combatant_id("Bo"),
        seat: Some(SeatId(3)),
    };
    table.give_accepted(ST, bo);
    match moment {
        Moment::Before => table,
        Moment::Fighting => table.after_turns(1),
        Moment::Asked => {
            let mut table = table.after_turns(1);
            let attack = Declaration {
                by: Some(table.combatant_id("Ghoul")),
                at: vec![table.combatant_id("Ilse")],
                others: Vec::new(),
                intent: Intent::of("unarmed"),
                without: Vec::new(),
                anyway: true,
                noticed: false,
                throws: false,
            };
            table.give_accepted(ST, Command::Declare(Box::new(attack)));
            table
        }
        Moment::Over => {
            let mut table = table.after_turns(3);
            table.give_accepted(ST, Command::EndScene);
            table
        }
        Moment::Unseen => prepared(&table),
    }
}

/// The same company in an encounter that players do not know of.
fn prepared(from: &Table) -> Table {
    let mut to = from.clone();
    let view = from.view(Class::Storyteller);
    let everybody: Vec<_> = view
        .rows
        .keys()
        .map(|id| (*id, Recovery::default()))
        .collect();
    let company = from.encounter.prepare_carry_over(ST, &everybody);
    to.encounter = Encounter::new(name("Later"), view.system);
    let events = to
        .encounter
        .arrival_events(&company.expect("they come"), true);
    let command = to.fresh_id();
    to.encounter.apply(&Record {
        at: from.now,
        by: Actor::Server,
        command,
        events: events.expect("room for all"),
    });
    to
}

fn places(table: &Table) -> Placeholders {
    let view = table.view(Class::Storyteller);
    let open = view.exchanges.keys().next();
    Placeholders {
        combatants: [
            table.combatant_id("Ilse"),
            table.combatant_id("Bo"),
            table.combatant_id("Pal"),
            table.combatant_id("Ghoul"),
            table.combatant_id("Cat"),
            "n0b0dy00".parse().expect("an id"),
        ],
        seats: [
            (Ownership::Own, SeatId(2)),
            (Ownership::Others, SeatId(3)),
            (Ownership::OfStoryteller, SeatId(1)),
            (Ownership::Absent, SeatId(8)),
        ],
        turn: json!(view.turn),
        exchange: open.map_or(json!("n0b0dy00"), |id| json!(id)),
    }
}

/// How what a right is asked over stands to an actor, by how the table was laid.
fn relation(places: &Placeholders, by: Actor, over: RightScope) -> Ownership {
    match over {
        RightScope::Unscoped => Ownership::Own,
        RightScope::Combatant(id) => match (by, places.relation_to(id, by == ANA)) {
            (BEN, Ownership::Others) if id == places.combatants[1] => Ownership::Own,
            (_, relation) => relation,
        },
        RightScope::Either(..) => unreachable!("asked one by one"),
        RightScope::Seat(seat) if Actor::Seat(seat) == by => Ownership::Own,
        RightScope::Seat(seat) => {
            let mut all = places.seats.iter();
            let found = all.find(|(_, other)| *other == seat).expect("a seat");
            match found.0 {
                Ownership::Own => Ownership::Others,
                relation => relation,
            }
        }
    }
}

/// What was answered, as far as permissions go.
fn heard(answer: &Result<Vec<rules::encounter::Event>, Refusal>) -> Verdict {
    match answer {
        Err(Refusal::NotAllowed) => Verdict::Forbidden,
        Err(Refusal::NoSuchCombatant | Refusal::NoSuchSeat) => Verdict::Unknown,
        Err(Refusal::NoSeat) => Verdict::NoSeat,
        Err(Refusal::Muted) => Verdict::Muted,
        Ok(_) | Err(_) => Verdict::Allowed,
    }
}

#[test]
fn every_row_holds_for_everybody_at_any_time() {
    let mut tried = [0_u32; 5];
    for moment in Moment::ALL {
        let laid = laid(moment);
        let places = places(&laid);
        for sample in load_samples() {
            for (touched, command) in sample.commands_by_relation(&places) {
                let row = Permission::for_command(&command);
                for (sender, by) in SENDERS {
                    let sender = match (moment, sender.can_run_table()) {
                        (Moment::Unseen, false) => Sender::NoSeat,
                        _ => sender,
                    };
                    let said = expected_verdict(&row, sender, |over| relation(&places, by, over));
                    let mut table = laid.clone();
                    let answer = table.give(by, command.clone());
                    let heard = heard(&answer);
                    let context = format!(
                        "{moment:?}: {} of {touched:?} by {sender:?} {by:?}: {answer:?}",
                        sample.title
                    );
                    let leaves_more = match row.proviso {
                        Some(Proviso::AsTyped | Proviso::NotTheirs) => true,
                        Some(_) => !sender.can_run_table(),
                        None => false,
                    };
                    match said {
                        Verdict::Allowed if leaves_more => {}
                        _ => assert_eq!(heard, said, "{context}"),
                    }
                    if answer.is_err() {
                        assert!(table.encounter == laid.encounter, "changed: {context}");
                    }
                    tried[said as usize] += 1;
                }
            }
        }
    }
    assert!(tried.iter().all(|count| *count > 200), "{tried:?}");
}

#[test]
fn what_is_hidden_is_answered_like_what_is_not_there() {
    let mut alike = 0;
    for moment in Moment::ALL {
        let laid = laid(moment);
        let places = places(&laid);
        for sample in load_samples() {
            let each = sample.commands_by_relation(&places);
            let of = |wanted: Ownership| {
                let mut each = each.iter();
                each.find(|(touched, _)| *touched == Some(wanted))
            };
            let Some(((_, hidden), (_, absent))) = of(Ownership::Hidden).zip(of(Ownership::Absent))
            else {
                continue;
            };
            for by in [ANA, BEN, EVE, ZED, NOBODY] {
                let answer = |command: &Command| laid.clone().give(by, command.clone());
                let (hidden, absent) = (answer(hidden), answer(absent));
                assert!(
                    hidden.is_err() || sample.title.starts_with("say"),
                    "{}",
                    sample.title
                );
                assert_eq!(hidden, absent, "{moment:?}: {} by {by:?}", sample.title);
                alike += 1;
            }
        }
    }
    assert!(alike > 500, "{alike}");
}

#[test]
fn every_command_is_walked() {
    let places = places(&laid(Moment::Asked));
    let mut walked = BTreeSet::new();
    for sample in load_samples() {
        let each = sample.commands_by_relation(&places);
        walked.extend(each.iter().map(|(_, command)| CommandKind::of(command)));
    }
    let missing = CommandKind::ALL
        .iter()
        .filter(|kind| !walked.contains(kind));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&CommandKind>::new());
}

#[test]
fn those_who_run_the_table_may_whatever_players_may() {
    for right in Right::ALL {
        for to in Ownership::ALL {
            let player = right.verdict_for(Sender::Player, to);
            let spectator = right.verdict_for(Sender::Spectator, to);
            let helper = right.verdict_for(Sender::CoStoryteller, to);
            let own_seat = right == Right::VacateSeat && to == Ownership::Own;
            if player == Verdict::Allowed {
                assert_eq!(helper, Verdict::Allowed, "{right:?} {to:?}");
            }
            if spectator == Verdict::Allowed && !own_seat {
                assert_eq!(player, Verdict::Allowed, "{right:?} {to:?}");
            }
            assert_eq!(right.verdict_for(Sender::NoSeat, to), Verdict::NoSeat);
            let may_go = right == Right::VacateSeat && to == Ownership::Own;
            let muted = right.verdict_for(Sender::Muted, to);
            assert_eq!(muted == Verdict::Allowed, may_go, "{right:?} {to:?}");
        }
    }
}

/// What a row leaves to the state is asked there: who may, and who may not.
#[test]
fn each_proviso_is_asked_of_the_state() {
    let mut asked = BTreeSet::new();
    let mut try_both = |table: &Table, what: &str, of: usize, may: &[Actor], may_not: &[Actor]| {
        let places = places(table);
        let sample = load_samples()
            .into_iter()
            .find(|sample| sample.title == what);
        let each = sample.expect("a sample").commands_by_relation(&places);
        let (_, command) = each.get(of).expect("a relation");
        asked.extend(Permission::for_command(command).proviso);
        for by in may {
            let answer = table.clone().give(*by, command.clone());
            assert!(answer.is_ok(), "{what} by {by:?}: {answer:?}");
        }
        for by in may_not {
            let mut table = table.clone();
            let refusal = table.give_refused(*by, command.clone());
            let lacking = [
                Refusal::NotAllowed,
                Refusal::AlreadyRolled,
                Refusal::NothingToUndo,
            ];
            assert!(lacking.contains(&refusal), "{what} by {by:?}: {refusal:?}");
        }
    };
    let before = laid(Moment::Before);
    let fighting = laid(Moment::Fighting);
    try_both(
        &before,
        "add, hidden by the line",
        0,
        &[ST, CO],
        &[ANA, BEN, EVE],
    );
    try_both(&before, "assign: take it", 2, &[ST, ANA], &[BEN, EVE]);
    try_both(&before, "assign: to another", 2, &[CO, BEN], &[ANA, EVE]);
    try_both(&fighting, "next_turn", 0, &[ST, ANA], &[BEN, EVE]);
    try_both(&before, "next_turn", 0, &[ST], &[ANA, BEN, EVE]);
    try_both(&before, "say: a roll", 0, &[ST, ANA], &[BEN, EVE]);
    let mut rolled = before.clone();
    try_both(
        &rolled,
        "roll_initiative: of one",
        0,
        &[ST, ANA],
        &[BEN, EVE],
    );
    let whose = InitiativeTarget::One(rolled.combatant_id("Ilse"));
    rolled.give_accepted(ANA, Command::RollInitiative { whose, face: None });
    try_both(
        &rolled,
        "roll_initiative: of one",
        0,
        &[ST],
        &[ANA, BEN, EVE],
    );
    // The ghoul hits at Ilse: she is asked whether she defends, then the ghoul's dice fall.
    let mut open = laid(Moment::Asked);
    try_both(&open, "answer", 0, &[ST, CO, ANA], &[BEN, EVE]);
    try_both(&open, "withdraw", 0, &[ST, CO], &[ANA, BEN, EVE]);
    let exchange = open.view(Class::Storyteller).exchanges.into_keys().next();
    let defends = Command::Answer {
        exchange: exchange.expect("an exchange"),
        slot: Slot::from("defense"),
        answer: AnswerInput::Chose("apply".into()),
        throws: false,
    };
    open.give_accepted(ANA, defends);
    try_both(&open, "take_back", 0, &[ST, ANA], &[BEN, EVE]);
    try_both(&open, "answer: the roll", 0, &[ST, CO], &[ANA, BEN, EVE]);
    // Ana's own attack is hers to give up until something is answered.
    let mut attack = fighting.clone();
    let declared = Declaration {
        by: Some(attack.combatant_id("Ilse")),
        at: vec![attack.combatant_id("Ghoul")],
        others: Vec::new(),
        intent: Intent::of("unarmed"),
        without: Vec::new(),
        anyway: false,
        noticed: false,
        throws: false,
    };
    attack.give_accepted(ANA, Command::Declare(Box::new(declared)));
    try_both(&attack, "withdraw", 0, &[ST, ANA], &[BEN, EVE]);
    let mut noted = fighting;
    let note = Command::Note {
        id: noted.combatant_id("Ilse"),
        text: "tired".into(),
    };
    noted.give_accepted(ANA, note);
    try_both(&noted, "undo", 0, &[ST, CO, ANA], &[BEN, EVE]);
    // A foe is Ana's to propose damage on, her own she hits herself, and some commands nobody proposes.
    try_both(&before, "propose: damage", 3, &[ANA, BEN], &[EVE]);
    try_both(
        &before,
        "propose: what cannot be proposed",
        3,
        &[],
        &[ST, ANA, BEN, EVE],
    );
    let mut proposed = before;
    let harm = load_samples()
        .into_iter()
        .find(|it| it.title == "propose: damage");
    let each = harm
        .expect("a sample")
        .commands_by_relation(&places(&proposed));
    proposed.give_accepted(ANA, each[3].1.clone());
    let proposal = proposed.view(Class::Storyteller).proposals[0].id;
    let retract = Command::Retract { proposal };
    asked.extend(Permission::for_command(&retract).proviso);
    for by in [ST, CO, BEN] {
        assert_eq!(
            proposed.give_refused(by, retract.clone()),
            Refusal::NotAsked
        );
    }
    assert_eq!(
        proposed.give_refused(EVE, retract.clone()),
        Refusal::NotAllowed
    );
    proposed.give_accepted(ANA, retract);
    // Players move their own, unless every move is proposed.
    let mut placed = laid(Moment::Before);
    let ids = ["Ilse", "Bo"].map(|who| placed.combatant_id(who));
    for edit in [
        SceneEdit::Describe {
            lines: "Taproom".into(),
        },
        SceneEdit::Use { on: true },
    ] {
        placed.give_accepted(ST, Command::EditScene(edit));
    }
    let scene = placed.view(Class::Table).scene.expect("a scene");
    let taproom = *scene.plan.locations.keys().next().expect("a place");
    placed.give_accepted(
        ST,
        Command::Go {
            ids: ids.into_iter().collect(),
            to: SceneDestination::Place(taproom),
            anyway: false,
        },
    );
    let out = Command::Go {
        ids: ids.into_iter().take(1).collect(),
        to: SceneDestination::Out,
        anyway: false,
    };
    asked.extend(Permission::for_command(&out).proviso);
    for (by, moves, expected) in [
        (ST, MovePermission::Proposed, Ok(())),
        (ANA, MovePermission::OwnTurn, Ok(())),
        (ANA, MovePermission::Always, Ok(())),
        (ANA, MovePermission::Proposed, Err(Refusal::NotYourMove)),
        (BEN, MovePermission::Always, Err(Refusal::NotAllowed)),
        (EVE, MovePermission::Always, Err(Refusal::NotAllowed)),
    ] {
        let mut table = placed.clone();
        let to = TableSetting::Moves(moves);
        _ = table.give(ST, Command::SetTable { to, was: None });
        assert_eq!(
            table.give(by, out.clone()).map(|_| ()),
            expected,
            "{by:?} {moves:?}"
        );
    }
    // Players whisper to each other unless the table forbids it, and to storytellers always.
    for (by, to, whispers, expected) in [
        (ANA, 3, WhisperSetting::ReadAlong, Ok(())),
        (ANA, 3, WhisperSetting::Private, Ok(())),
        (ANA, 3, WhisperSetting::Off, Err(Refusal::WhispersOff)),
        (ANA, 1, WhisperSetting::Off, Ok(())),
        (ST, 3, WhisperSetting::Off, Ok(())),
        (EVE, 3, WhisperSetting::ReadAlong, Err(Refusal::NotAllowed)),
    ] {
        let mut table = placed.clone();
        let setting = TableSetting::Whispers(whispers);
        let set = Command::SetTable {
            to: setting,
            was: None,
        };
        _ = table.give(ST, set);
        let whisper = Command::Whisper {
            to: [SeatId(to)].into_iter().collect(),
            words: "hush".into(),
        };
        asked.extend(Permission::for_command(&whisper).proviso);
        let given = table.give(by, whisper).map(|_| ());
        assert_eq!(given, expected, "{by:?} {whispers:?}");
    }
    // Players show and note what a combatant of theirs has.
    let mut handed = laid(Moment::Before);
    let ids = ["Ilse", "Bo"].map(|who| handed.combatant_id(who));
    let to = HandoutInput {
        kind: HandoutKind::Name,
        name: "Vadim".into(),
        may_show: true,
        ..HandoutInput::default()
    };
    let to = Box::new(to);
    handed.give_accepted(ST, Command::EditHandout(HandoutEdit::Put { id: None, to }));
    let shelf = handed.view(Class::Storyteller).handouts.expect("a shelf");
    let (id, _) = shelf.iter().next().expect("a handout");
    let to = ids.into_iter().take(1).collect();
    handed.give_accepted(ST, Command::EditHandout(HandoutEdit::Give { id, to }));
    let words = "a sailor".to_owned();
    let note = Command::NoteHandout { id, words };
    asked.extend(Permission::for_command(&note).proviso);
    for (by, expected) in [
        (ST, Ok(())),
        (ANA, Ok(())),
        (BEN, Err(Refusal::NoSuchHandout)),
        (EVE, Err(Refusal::NotAllowed)),
    ] {
        let mut table = handed.clone();
        let done = table.give(by, note.clone()).map(|_| ());
        assert_eq!(done, expected, "{by:?}");
    }
    // A plan binds only in rounds in which everybody declares first: the tests of rounds.
    asked.insert(Proviso::NotBinding);
    assert_eq!(asked, BTreeSet::from(Proviso::ALL));
}

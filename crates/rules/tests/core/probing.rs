//! Commands with ids of what their sender may not know, and with ids of nothing: both are refused alike. And what every
//! command of the night outside the fight and of the scene says to senseless input.

use rules::base::id::{AskId, ClockId, CombatantId, HandoutId, LocationId, SeatId};
use rules::base::seat::Actor;
use rules::clock::Helper;
use rules::encounter::command::{
    AskInput, AskReply, AskStep, ClockEdit, ClockInput, CoveredPart, HandoutEdit, HandoutInput,
    LocationInput, PassageInput, SceneDestination, SceneEdit,
};
use rules::encounter::{
    AskConsequence, AskTelling, Class, Command, Question, Refusal, Reply, answer_question, diff,
};
use rules::handout::HandoutKind;
use rules::ruleset::SystemId;
use rules::space::{Link, Stance};
use rules::trait_pool::PoolPart;
use testkit::table::{ANA, BEN, EVE, ST, Table, add_command, add_hidden_command};

const LINES: &str = "Hall; Yard; Cellar: hidden; Hall 5 Yard by a closed door; Hall 2 Cellar";

/// What players do not know of, or what is not there at all.
#[derive(Clone, Copy)]
struct Ids {
    ask: AskId,
    clock: ClockId,
    /// A letter that nobody has.
    letter: HandoutId,
    /// The card of a person that Bo has.
    card: HandoutId,
    place: LocationId,
    who: CombatantId,
}

/// A table with Ana's Ilse, Ben's Bo, and of everything one that Ana does not know of.
fn table() -> (Table, Ids) {
    let mut table = Table::with_system(SystemId::Masquerade);
    for (by, line) in [(ANA, "Ilse"), (BEN, "Bo"), (ST, "Ghoul")] {
        table.give_accepted(by, add_command(line));
    }
    table.give_accepted(ST, add_hidden_command("Lurker"));
    let (ilse, bo) = (table.combatant_id("Ilse"), table.combatant_id("Bo"));
    let who = table.combatant_id("Lurker");
    for edit in [describe(LINES), SceneEdit::Use { on: true }] {
        table.give_accepted(ST, Command::EditScene(edit));
    }
    let place = place(&table, "Cellar");
    for (who, to) in [
        ("Ilse", "Hall"),
        ("Bo", "Hall"),
        ("Ghoul", "Yard"),
        ("Lurker", "Cellar"),
    ] {
        let ids = [table.combatant_id(who)].into_iter().collect();
        let to = SceneDestination::Place(self::place(&table, to));
        table.give_accepted(
            ST,
            Command::Go {
                ids,
                to,
                anyway: true,
            },
        );
    }
    table.give_accepted(ST, make_clock("Ward: Dexterity, 8, 10 successes, hidden"));
    let clock = clock(&table, "Ward");
    let helper = Helper {
        who: ilse,
        leads: true,
    };
    let join = ClockEdit::Join {
        id: clock,
        helper,
        joins: true,
    };
    table.give_accepted(ST, Command::EditClock(join));
    let letter = put(&mut table, HandoutKind::Letter);
    let card = put(&mut table, HandoutKind::Name);
    let to = [bo].into_iter().collect();
    table.give_accepted(ST, Command::EditHandout(HandoutEdit::Give { id: card, to }));
    let asked = asked(&[bo], AskTelling::Secret { announced: false });
    table.give_accepted(ST, Command::AskRoll(Box::new(asked)));
    let asks = table.view(Class::Storyteller).asks.expect("an asked roll");
    let ids = Ids {
        ask: asks[0].id,
        clock,
        letter,
        card,
        place,
        who,
    };
    (table, ids)
}

fn describe(lines: &str) -> SceneEdit {
    let lines = lines.to_owned();
    SceneEdit::Describe { lines }
}

fn make_clock(line: &str) -> Command {
    let line = line.to_owned();
    Command::EditClock(ClockEdit::Make { line })
}

fn asked(of: &[CombatantId], telling: AskTelling) -> AskInput {
    AskInput {
        pool: vec![PoolPart::Number(3)],
        of: of.iter().copied().collect(),
        telling,
        ..AskInput::default()
    }
}

fn place(table: &Table, name: &str) -> LocationId {
    let scene = table.view(Class::Storyteller).scene.expect("a scene");
    let mut all = scene.plan.locations.iter();
    let found = all.find(|(_, location)| location.name.as_str() == name);
    *found.expect("a place").0
}

fn clock(table: &Table, name: &str) -> ClockId {
    let clocks = table.view(Class::Storyteller).clocks.expect("clocks");
    let mut all = clocks.iter();
    all.find(|clock| clock.name == name).expect("a clock").id
}

fn put(table: &mut Table, kind: HandoutKind) -> HandoutId {
    let words = "Come alone.".to_owned();
    let name = format!("{kind:?}");
    let to = Box::new(HandoutInput {
        kind,
        name: name.clone(),
        text: vec![PassageInput {
            words,
            covered: false,
        }],
        may_show: true,
        ..HandoutInput::default()
    });
    table.give_accepted(ST, Command::EditHandout(HandoutEdit::Put { id: None, to }));
    let shelf = table.view(Class::Storyteller).handouts.expect("a shelf");
    let mut all = shelf.iter();
    let found = all.find(|(_, handout)| handout.name.as_str() == name);
    found.expect("a handout").0
}

/// All commands that name one of these things, for one who plays this combatant and knows the other.
fn probes(ids: Ids, (own, other): (CombatantId, CombatantId), hall: LocationId) -> Vec<Command> {
    let one = |id: CombatantId| [id].into_iter().collect();
    let go = |to| Command::Go {
        ids: one(own),
        to,
        anyway: false,
    };
    let door = |id, to, open| Command::SetDoor { id, to, open };
    let answer = |ask, who, reply| Command::AnswerAsk { ask, who, reply };
    let roll = || AskReply::Roll {
        added: Default::default(),
        faces: None,
    };
    let wish = |pool| AskReply::Instead { pool };
    let roll_for = |id| Command::RollFor {
        clock: ids.clock,
        id,
        faces: None,
    };
    let show = |id, to| Command::ShowHandout { id, to };
    let note = |id| Command::NoteHandout {
        id,
        words: "A liar".into(),
    };
    let fill = ClockEdit::Fill {
        id: ids.clock,
        by: 1,
    };
    let link = SceneEdit::Link {
        from: hall,
        to: ids.place,
        link: None,
    };
    let recall = HandoutEdit::Recall {
        id: ids.letter,
        from: one(own),
        quiet: true,
    };
    vec![
        go(SceneDestination::Place(ids.place)),
        go(SceneDestination::UpTo(ids.who, Stance::Beside)),
        Command::Go {
            ids: one(ids.who),
            to: SceneDestination::Place(hall),
            anyway: false,
        },
        door(own, ids.place, true),
        door(own, ids.place, false),
        door(ids.who, hall, true),
        answer(ids.ask, own, roll()),
        answer(ids.ask, other, roll()),
        answer(ids.ask, ids.who, roll()),
        answer(ids.ask, own, wish(vec![PoolPart::Number(1)])),
        answer(ids.ask, own, wish(Vec::new())),
        Command::StepAsk {
            ask: ids.ask,
            step: AskStep::Keep,
        },
        roll_for(own),
        roll_for(other),
        roll_for(ids.who),
        show(ids.letter, one(other)),
        show(ids.card, one(other)),
        show(ids.card, one(own)),
        show(ids.card, Default::default()),
        note(ids.letter),
        note(ids.card),
        Command::EditClock(fill),
        Command::EditScene(link),
        Command::EditHandout(recall),
    ]
}

#[test]
fn what_one_may_not_know_is_refused_as_if_it_were_not_there() {
    let (table, hidden) = table();
    let nothing = Ids {
        ask: AskId(7),
        clock: ClockId(7),
        letter: HandoutId(7),
        card: HandoutId(8),
        place: LocationId(7),
        who: CombatantId::FIRST,
    };
    let (ilse, bo) = (table.combatant_id("Ilse"), table.combatant_id("Bo"));
    let hall = place(&table, "Hall");
    let said = |by: Actor, ids: Ids| -> Vec<(Refusal, Refusal)> {
        let all = probes(ids, (ilse, bo), hall).into_iter();
        let both = all.map(|command| {
            let proposed = Command::Propose {
                command: Box::new(command.clone()),
            };
            let mut table = table.clone();
            (
                table.give_refused(by, command),
                table.give_refused(by, proposed),
            )
        });
        both.collect()
    };
    for by in [ANA, EVE] {
        assert_eq!(said(by, hidden), said(by, nothing), "{by:?}");
    }
    let ways = |ids: Ids| {
        let asked = [
            Question::Ways {
                who: ids.who,
                with: Vec::new(),
            },
            Question::Ways {
                who: ilse,
                with: vec![ids.who],
            },
        ];
        asked.map(|question| answer_question(&table.encounter, ANA, &question))
    };
    assert_eq!(ways(hidden), ways(nothing));
    assert!(
        ways(hidden)
            .iter()
            .all(|it| matches!(it, Reply::Refused(_)))
    );
}

/// Checks that each of these commands is refused for its reason, and changes nothing.
fn check_refused(table: &mut Table, by: Actor, all: Vec<(Command, Refusal)>) {
    let before = table.encounter.clone();
    for (command, why) in all {
        let said = format!("{command:?}");
        assert_eq!(table.give_refused(by, command), why, "{said}");
    }
    assert!(table.encounter == before);
}

#[test]
fn senseless_changes_of_the_scene_are_refused() {
    let (mut table, ids) = table();
    let (hall, yard) = (place(&table, "Hall"), place(&table, "Yard"));
    let (ilse, ghoul) = (table.combatant_id("Ilse"), table.combatant_id("Ghoul"));
    let scene = |edit| Command::EditScene(edit);
    let named = |name: &str, slot| {
        let to = Box::new(LocationInput {
            name: name.into(),
            slot,
            ..LocationInput::default()
        });
        scene(SceneEdit::Place { id: Some(hall), to })
    };
    let link = |from, to, link| scene(SceneEdit::Link { from, to, link });
    let one_way = Link {
        one_way_from: Some(ids.place),
        ..Link::default()
    };
    let nowhere = LocationId(7);
    let go = |to| Command::Go {
        ids: [ilse].into_iter().collect(),
        to,
        anyway: false,
    };
    let door = |to, open| Command::SetDoor { id: ilse, to, open };
    let nobody = Command::Go {
        ids: Default::default(),
        to: SceneDestination::Out,
        anyway: true,
    };
    let all = vec![
        (scene(describe(LINES)), Refusal::NothingToDo),
        (scene(SceneEdit::Use { on: true }), Refusal::NothingToDo),
        (named("yard", None), Refusal::PlaceNameTaken),
        (named("Hall", Some(255)), Refusal::OutOfBounds),
        (
            scene(SceneEdit::RemovePlace {
                id: nowhere,
                to: None,
            }),
            Refusal::NoSuchPlace,
        ),
        (
            scene(SceneEdit::RemovePlace {
                id: hall,
                to: Some(hall),
            }),
            Refusal::NoSuchPlace,
        ),
        (
            scene(SceneEdit::RemovePlace {
                id: hall,
                to: Some(nowhere),
            }),
            Refusal::NoSuchPlace,
        ),
        (
            link(hall, hall, Some(Link::default())),
            Refusal::NoSuchPlace,
        ),
        (link(hall, nowhere, None), Refusal::NoSuchPlace),
        (link(hall, yard, Some(one_way)), Refusal::NoSuchPlace),
        (link(yard, ids.place, None), Refusal::NothingToDo),
        (go(SceneDestination::Place(hall)), Refusal::NothingToDo),
        (go(SceneDestination::Aside), Refusal::NothingToDo),
        (
            go(SceneDestination::UpTo(ilse, Stance::Beside)),
            Refusal::NotInScene,
        ),
        (nobody, Refusal::NothingToDo),
        (door(ids.place, true), Refusal::NoDoor),
        (door(yard, false), Refusal::NothingToDo),
        (door(hall, true), Refusal::NoSuchPlace),
        (
            Command::SetDoor {
                id: ghoul,
                to: ids.place,
                open: true,
            },
            Refusal::NoSuchPlace,
        ),
    ];
    check_refused(&mut table, ST, all);
    let long = "x".repeat(4_001);
    for lines in ["Hall 4 Hall", "Hall: golden", ": dark", &long] {
        let why = table.give_refused(ST, scene(describe(lines)));
        assert!(matches!(why, Refusal::SceneLine(_)), "{lines}: {why}");
    }
    for name in ["", " ", &"x".repeat(300)] {
        let why = table.give_refused(ST, named(name, None));
        assert!(matches!(why, Refusal::Text(_)), "{name}: {why}");
    }
    table.give_accepted(ST, scene(SceneEdit::Clear));
    let gone = vec![
        (scene(SceneEdit::Clear), Refusal::NothingToDo),
        (scene(SceneEdit::Use { on: true }), Refusal::NoSuchPlace),
        (go(SceneDestination::Aside), Refusal::NotInScene),
    ];
    check_refused(&mut table, ST, gone);
}

#[test]
fn senseless_changes_of_clocks_are_refused() {
    let (mut table, ids) = table();
    table.give_accepted(ST, make_clock("Alarm 8, on failed Stealth"));
    let (alarm, ward) = (clock(&table, "Alarm"), ids.clock);
    let (ilse, ghoul) = (table.combatant_id("Ilse"), table.combatant_id("Ghoul"));
    let edit = |edit| Command::EditClock(edit);
    let size = |id, size| {
        let to = Box::new(ClockInput {
            name: "Alarm".into(),
            size,
            ..ClockInput::default()
        });
        edit(ClockEdit::Change { id, to })
    };
    let with = |change: &dyn Fn(&mut ClockInput)| {
        let mut to = ClockInput {
            name: "Alarm".into(),
            size: 8,
            ..ClockInput::default()
        };
        change(&mut to);
        edit(ClockEdit::Change {
            id: alarm,
            to: Box::new(to),
        })
    };
    let fill = |id, by| edit(ClockEdit::Fill { id, by });
    let join = |id, who, joins| {
        edit(ClockEdit::Join {
            id,
            helper: Helper { who, leads: false },
            joins,
        })
    };
    let roll = |clock, id| Command::RollFor {
        clock,
        id,
        faces: None,
    };
    let none = ClockId(7);
    let all = vec![
        (size(alarm, 0), Refusal::OutOfBounds),
        (size(alarm, 13), Refusal::OutOfBounds),
        (size(alarm, u16::MAX), Refusal::OutOfBounds),
        (size(none, 8), Refusal::NoSuchClock),
        (
            with(&|to| to.condition = Some((CombatantId::FIRST, "prone".into()))),
            Refusal::NoSuchCombatant,
        ),
        (
            with(&|to| to.condition = Some((ilse, "golden".into()))),
            Refusal::NoSuchCondition,
        ),
        (
            with(&|to| to.darkens = Some((LocationId(7), rules::space::Darkness::Dim))),
            Refusal::NoSuchPlace,
        ),
        (
            with(&|to| to.handout = Some((HandoutId(7), None))),
            Refusal::NoSuchHandout,
        ),
        (fill(alarm, 0), Refusal::NothingToDo),
        (fill(alarm, -1), Refusal::NothingToDo),
        (fill(alarm, i16::MAX), Refusal::OutOfBounds),
        (fill(alarm, i16::MIN), Refusal::OutOfBounds),
        (fill(none, 1), Refusal::NoSuchClock),
        (
            edit(ClockEdit::Hide {
                id: alarm,
                hidden: false,
            }),
            Refusal::NothingToDo,
        ),
        (
            edit(ClockEdit::Pin {
                id: alarm,
                pinned: false,
            }),
            Refusal::NothingToDo,
        ),
        (edit(ClockEdit::Settle { id: alarm }), Refusal::NothingToDo),
        (edit(ClockEdit::Remove { id: none }), Refusal::NoSuchClock),
        (join(alarm, ilse, true), Refusal::NoSuchClock),
        (join(ward, ghoul, false), Refusal::NothingToDo),
        (
            join(ward, CombatantId::FIRST, true),
            Refusal::NoSuchCombatant,
        ),
        (roll(alarm, ilse), Refusal::NoSuchClock),
        (roll(ward, CombatantId::FIRST), Refusal::NoSuchCombatant),
    ];
    check_refused(&mut table, ST, all);
    let long = format!("Alarm 8, {}", "hidden, ".repeat(40));
    for line in [
        "",
        " ",
        "8",
        "Alarm",
        "Alarm 2",
        "Alarm 99999",
        "Alarm 8, golden",
        &long,
    ] {
        let why = table.give_refused(ST, make_clock(line));
        assert!(
            matches!(why, Refusal::ClockLine(_) | Refusal::Text(_)),
            "{line}: {why}"
        );
    }
    // Who takes part rolls; nobody else does, and nobody twice in a round.
    assert_eq!(
        table.give_refused(BEN, roll(ward, ilse)),
        Refusal::NotAllowed
    );
}

#[test]
fn senseless_changes_of_handouts_are_refused() {
    let (mut table, ids) = table();
    let (ilse, bo) = (table.combatant_id("Ilse"), table.combatant_id("Bo"));
    let ghoul = table.combatant_id("Ghoul");
    let one = |id: CombatantId| [id].into_iter().collect();
    let edit = |edit| Command::EditHandout(edit);
    let give = |id, to| edit(HandoutEdit::Give { id, to });
    let recall = |from| {
        edit(HandoutEdit::Recall {
            id: ids.card,
            from,
            quiet: false,
        })
    };
    let uncover = |words: &str| {
        let part = CoveredPart::Words(words.into());
        edit(HandoutEdit::Uncover {
            id: ids.letter,
            part,
            only: Default::default(),
        })
    };
    let screen = |id, on| edit(HandoutEdit::Screen { id, on });
    let none = HandoutId(7);
    let all = vec![
        (give(ids.letter, Default::default()), Refusal::NothingToDo),
        (give(ids.card, one(bo)), Refusal::NothingToDo),
        (
            give(ids.card, one(CombatantId::FIRST)),
            Refusal::NoSuchCombatant,
        ),
        (give(none, one(bo)), Refusal::NoSuchHandout),
        (recall(one(ilse)), Refusal::NothingToDo),
        (recall(Default::default()), Refusal::NothingToDo),
        (uncover("Come alone."), Refusal::NothingToDo),
        (uncover(""), Refusal::NothingToDo),
        (screen(ids.letter, false), Refusal::NothingToDo),
        (screen(none, true), Refusal::NoSuchHandout),
        (
            edit(HandoutEdit::Remove { id: none }),
            Refusal::NoSuchHandout,
        ),
    ];
    check_refused(&mut table, ST, all);
    let show = |to| Command::ShowHandout { id: ids.card, to };
    let note = |id, words: &str| Command::NoteHandout {
        id,
        words: words.into(),
    };
    let all = vec![
        (show(Default::default()), Refusal::NothingToDo),
        (show(one(bo)), Refusal::OutOfBounds),
        (show(one(ghoul)), Refusal::OutOfBounds),
        (show(one(ids.who)), Refusal::NoSuchCombatant),
        (show(one(CombatantId::FIRST)), Refusal::NoSuchCombatant),
        (note(none, "A liar"), Refusal::NoSuchHandout),
    ];
    check_refused(&mut table, BEN, all);
    for words in ["", " ", &"x".repeat(161)] {
        let why = table.give_refused(BEN, note(ids.card, words));
        assert!(matches!(why, Refusal::Text(_)), "{why}");
    }
}

/// A player who shows a handout a second time does not learn whether it was taken back in between.
#[test]
fn showing_again_tells_nothing_of_what_was_taken_back() {
    let (mut table, ids) = table();
    let ilse = table.combatant_id("Ilse");
    let to = || [ilse].into_iter().collect();
    let show = || Command::ShowHandout {
        id: ids.card,
        to: to(),
    };
    table.give_accepted(BEN, show());
    let mut other = table.clone();
    let recall = HandoutEdit::Recall {
        id: ids.card,
        from: to(),
        quiet: true,
    };
    other.give_accepted(ST, Command::EditHandout(recall));
    for table in [&mut table, &mut other] {
        table.give_accepted(BEN, show());
    }
    assert_eq!(
        diff(&table.view(Class::Table), &other.view(Class::Table)),
        []
    );
}

#[test]
fn senseless_asked_rolls_are_refused() {
    let (mut table, ids) = table();
    let (ilse, bo) = (table.combatant_id("Ilse"), table.combatant_id("Bo"));
    let secret = AskTelling::Secret { announced: false };
    let with = |telling, change: &dyn Fn(&mut AskInput)| {
        let mut input = asked(&[ilse], telling);
        change(&mut input);
        Command::AskRoll(Box::new(input))
    };
    let open = AskTelling::Open;
    let step = |ask, step| Command::StepAsk { ask, step };
    let tell = |who| AskStep::Tell {
        passed: [(who, true)].into_iter().collect(),
    };
    let nobody = AskStep::Tell {
        passed: Default::default(),
    };
    let tick = AskConsequence::Tick {
        clock: ids.clock,
        passed: false,
    };
    let all = vec![
        (with(open, &|it| it.needs = 31), Refusal::OutOfBounds),
        (
            with(open, &|it| it.seconds = Some(u16::MAX)),
            Refusal::OutOfBounds,
        ),
        (
            with(open, &|it| (it.against, it.helper) = (Some(bo), Some(bo))),
            Refusal::OutOfBounds,
        ),
        (
            with(open, &|it| it.pool = vec![PoolPart::Number(i32::MIN)]),
            Refusal::OutOfBounds,
        ),
        (
            with(open, &|it| it.pool = vec![PoolPart::Number(1); 500]),
            Refusal::OutOfBounds,
        ),
        (
            with(open, &|it| it.follows = vec![tick.clone()]),
            Refusal::NoSuchClock,
        ),
        (
            with(open, &|it| {
                it.follows = vec![AskConsequence::Condition("golden".into())]
            }),
            Refusal::NoSuchCondition,
        ),
        (step(AskId(7), AskStep::Keep), Refusal::NotAsked),
        (
            step(
                ids.ask,
                AskStep::Settle {
                    who: bo,
                    accept: true,
                },
            ),
            Refusal::NotAsked,
        ),
        (
            step(
                ids.ask,
                AskStep::Settle {
                    who: ilse,
                    accept: true,
                },
            ),
            Refusal::NotAsked,
        ),
        (step(ids.ask, tell(ilse)), Refusal::NotAsked),
        (step(ids.ask, nobody), Refusal::NothingToDo),
    ];
    check_refused(&mut table, ST, all);
    let why = table.give_refused(ST, with(open, &|it| it.words = "x".repeat(201)));
    assert!(matches!(why, Refusal::Text(_)), "{why}");
    // What is paid for would be seen by all, whoever chose to pay.
    let paid = |it: &mut AskInput| it.reading.set("willpower", 1);
    let why = table.give_refused(ST, with(secret, &paid));
    assert!(matches!(why, Refusal::Chat(_)), "{why}");
    table.give_accepted(ST, step(ids.ask, AskStep::CallOff));
    for again in [
        AskStep::CallOff,
        AskStep::Keep,
        AskStep::RollMissing,
        AskStep::Show,
        tell(bo),
    ] {
        assert_eq!(
            table.give_refused(ST, step(ids.ask, again)),
            Refusal::NothingToDo
        );
    }
    let whisper = Command::Whisper {
        to: [SeatId(9)].into_iter().collect(),
        words: "Psst".into(),
    };
    assert_eq!(table.give_refused(ANA, whisper), Refusal::NoSuchSeat);
}

//! Exchanges at the table: declared, answered, ruled, taken back, undone.

use rules::base::id::ExchangeId;
use rules::base::roll::Grade;
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{AnswerInput, Declaration};
use rules::encounter::log::LogMessage;
use rules::encounter::view::ExchangeView;
use rules::encounter::{Class, Command, Encounter, Refusal};
use rules::exchange::{ExchangeStep, Intent, Party, RulingKind, Slot};
use rules::messages::Wording;
use testkit::table::{ANA, BEN, EVE, ST, Table, name};

const ILSE: &str = "@Ilse dexterity 3 strength 4 brawl 3 stamina 3 composure 3 size 5 willpower 5";
const GHOUL: &str = "Ghoul strength 3 brawl 2 dexterity 3 wits 2 stamina 2 composure 2 size 5";

/// Ilse, who is Ana's, stands before a ghoul, and it is her turn.
fn scene() -> Table {
    Table::with_combatants(&[ILSE, GHOUL])
        .without_turn_order()
        .place_all_in_order()
        .after_turns(1)
}

fn unarmed(table: &Table, by: &str, at: &str) -> Command {
    Command::Declare(Box::new(Declaration {
        by: Some(table.combatant_id(by)),
        at: vec![table.combatant_id(at)],
        others: Vec::new(),
        intent: Intent::of("unarmed"),
        without: Vec::new(),
        anyway: false,
        noticed: false,
        throws: false,
    }))
}

/// Declares an unarmed attack, which must open one exchange.
fn open(table: &mut Table, by: Actor, who: &str, at: &str) -> ExchangeId {
    let command = unarmed(table, who, at);
    table.give_accepted(by, command);
    let view = table.view(Class::Storyteller);
    let mut open = view.exchanges.values().filter(|it| it.next.is_some());
    let id = open.next().expect("an exchange").id;
    assert!(open.next().is_none(), "one exchange");
    id
}

/// A declaration may let its own dice throw themselves, also those that come after another's answer; not those of a seat
/// that rolls dice of its own. What came of it is taken back like any other step.
#[test]
fn the_own_dice_of_a_declaration_throw_themselves() {
    let thrown = |own_dice: bool| {
        let mut table = scene();
        if own_dice {
            table.give_accepted(ANA, Command::OwnDice { own: true });
        }
        let before = table.comparable_state();
        let Command::Declare(mut asked) = unarmed(&table, "Ilse", "Ghoul") else {
            panic!("a declaration");
        };
        asked.throws = true;
        table.give_accepted(ANA, Command::Declare(asked));
        let view = table.view(Class::Storyteller);
        let (&id, open) = view.exchanges.iter().next().expect("an exchange");
        let asked = open
            .next
            .as_ref()
            .and_then(|step| step.questions()[0].slot_and_party());
        let slot = asked.expect("the defense").0.clone();
        table.give_accepted(ST, chose(id, slot.as_str(), "apply"));
        // Who answered asked for no throws; the one who declared did.
        let view = table.view(Class::Storyteller);
        let over = view.exchanges.get(&id).is_some_and(|it| it.next.is_none());
        if over {
            for _ in 0..8 {
                if table.comparable_state() == before {
                    break;
                }
                table.give_accepted(ST, Command::Undo);
            }
            assert_eq!(table.comparable_state(), before);
        }
        over
    };
    assert!(thrown(false));
    assert!(!thrown(true));
}

fn answer(exchange: ExchangeId, slot: &str, answer: AnswerInput) -> Command {
    Command::Answer {
        exchange,
        slot: Slot::from(slot),
        answer,
        throws: false,
    }
}

fn chose(exchange: ExchangeId, slot: &str, key: &str) -> Command {
    answer(exchange, slot, AnswerInput::Chose(key.into()))
}

fn rolls(exchange: ExchangeId, slot: &str, bought: &[&str], faces: Option<&[u16]>) -> Command {
    let bought = bought.iter().map(|key| (*key).to_owned()).collect();
    let faces = faces.map(<[u16]>::to_vec);
    answer(exchange, slot, AnswerInput::Roll { bought, faces })
}

fn rule(exchange: ExchangeId, ruling: RulingKind) -> Command {
    Command::Rule {
        exchange,
        ruling,
        why: "because".into(),
    }
}

fn seen(table: &Table, class: Class, id: ExchangeId) -> Option<ExchangeView> {
    table.view(class).exchanges.get(&id).cloned()
}

/// What is asked next: `defense of a target`, `attack of the actor`.
fn asked(table: &Table, id: ExchangeId) -> String {
    let view = seen(table, Class::Storyteller, id).expect("an exchange");
    let Some(next) = view.next else {
        return "over".into();
    };
    let each = next
        .questions()
        .iter()
        .filter_map(ExchangeStep::slot_and_party);
    let each: Vec<String> = each.map(|(slot, by)| format!("{slot} of {by:?}")).collect();
    each.join(", ")
}

/// The sum of the roll that is asked next.
fn sum(table: &Table, id: ExchangeId) -> i32 {
    let view = seen(table, Class::Storyteller, id).expect("an exchange");
    match view.next {
        Some(ExchangeStep::Roll { check, .. }) => check.sum(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_attack_goes_from_a_declaration_to_marked_boxes() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    assert_eq!(asked(&table, id), "defense of Target(0)");
    table.give_accepted(ST, chose(id, "defense", "apply"));
    assert_eq!(
        (asked(&table, id).as_str(), sum(&table, id)),
        ("attack of Actor", 5)
    );
    table.give_accepted_with(ANA, rolls(id, "attack", &[], None), &[8, 9, 2, 3, 5]);
    assert_eq!(asked(&table, id), "over");
    assert_eq!(table.health_boxes("Ghoul"), "//.....");
    let told: Vec<LogMessage> = table
        .view(Class::Table)
        .log
        .into_iter()
        .map(|it| it.what)
        .collect();
    let [.., declared, defended, rolled, harmed] = &told[..] else {
        panic!("{told:?}");
    };
    assert!(
        matches!(declared, LogMessage::Declared { name: Some(name), at, .. }
        if name == "Ilse" && at == &["Ghoul"])
    );
    assert!(matches!(defended, LogMessage::Chose { name: Some(name), .. } if name == "Ghoul"));
    assert!(
        matches!(rolled, LogMessage::Rolled { name: Some(name), pool: 5, rolled, .. }
        if name == "Ilse" && rolled.successes == 2)
    );
    assert!(matches!(harmed, LogMessage::Harmed { name, .. } if name == "Ghoul"));
    assert_eq!(table.row("Ghoul").tally.get("defense"), Some(&1));
}

#[test]
fn what_is_bought_is_paid_and_changes_the_roll() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "withhold"));
    let asked = rolls(
        id,
        "attack",
        &["willpower"],
        Some(&[1, 2, 3, 4, 5, 6, 7, 2, 3, 8]),
    );
    let twice = rolls(id, "attack", &["willpower", "willpower"], None);
    assert_eq!(table.give_refused(ANA, twice), Refusal::NoSuchChoice);
    assert_eq!(
        table.give_refused(ANA, rolls(id, "attack", &["blood"], None)),
        Refusal::NoSuchChoice
    );
    table.give_accepted(ANA, asked);
    assert_eq!(table.row("Ilse").pools.get("willpower"), Some(&4));
    assert_eq!(table.health_boxes("Ghoul"), "/......");
}

#[test]
fn each_answers_for_their_own() {
    let mut table = scene();
    assert_eq!(
        table.give_refused(BEN, unarmed(&table, "Ilse", "Ghoul")),
        Refusal::NotAllowed
    );
    assert_eq!(
        table.give_refused(EVE, unarmed(&table, "Ilse", "Ghoul")),
        Refusal::NotAllowed
    );
    assert_eq!(
        table.give_refused(ANA, unarmed(&table, "Ghoul", "Ilse")),
        Refusal::NotAllowed
    );
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    for by in [ANA, BEN, EVE] {
        assert_eq!(
            table.give_refused(by, chose(id, "defense", "apply")),
            Refusal::NotAllowed
        );
    }
    assert_eq!(
        table.give_refused(ST, chose(id, "defense", "fly")),
        Refusal::NoSuchChoice
    );
    assert_eq!(
        table.give_refused(ST, chose(id, "attack", "apply")),
        Refusal::NotAsked
    );
    assert_eq!(
        table.give_refused(ST, rolls(id, "defense", &[], None)),
        Refusal::NotAsked
    );
    table.give_accepted(ST, chose(id, "defense", "apply"));
    assert_eq!(
        table.give_refused(BEN, rolls(id, "attack", &[], None)),
        Refusal::NotAllowed
    );
    assert_eq!(
        table.give_refused(ST, chose(id, "defense", "apply")),
        Refusal::NotAsked
    );
    let few = rolls(id, "attack", &[], Some(&[1]));
    assert!(matches!(
        table.give_refused(ANA, few),
        Refusal::WrongNumberOfFaces { missing: 4, .. }
    ));
    let eleven = rolls(id, "attack", &[], Some(&[1, 2, 3, 4, 11]));
    assert!(matches!(
        table.give_refused(ANA, eleven),
        Refusal::NoSuchFace { .. }
    ));
    assert_eq!(
        table.give_refused(ANA, rule(id, RulingKind::End)),
        Refusal::NotAllowed
    );
    assert_eq!(
        table.give_refused(ANA, Command::Withdraw { exchange: id }),
        Refusal::NotAllowed
    );
}

#[test]
fn what_cannot_be_declared_is_refused() {
    let mut table = scene();
    let declare = |table: &Table, intent: Intent, at: &[&str]| {
        Command::Declare(Box::new(Declaration {
            by: Some(table.combatant_id("Ilse")),
            at: at.iter().map(|name| table.combatant_id(name)).collect(),
            others: Vec::new(),
            intent,
            without: Vec::new(),
            anyway: false,
            noticed: false,
            throws: false,
        }))
    };
    let check = |table: &mut Table, intent: Intent, at: &[&str], why: Refusal| {
        let command = declare(table, intent, at);
        assert_eq!(table.give_refused(ANA, command), why);
    };
    check(
        &mut table,
        Intent::of("frumiousness"),
        &["Ghoul"],
        Refusal::NoSuchManeuver,
    );
    check(
        &mut table,
        Intent::of("unarmed"),
        &[],
        Refusal::WrongTargets,
    );
    check(
        &mut table,
        Intent::of("unarmed"),
        &["Ilse"],
        Refusal::OutOfBounds,
    );
    check(
        &mut table,
        Intent::of("unarmed").with_item(7),
        &["Ghoul"],
        Refusal::NoSuchItem,
    );
    let odd = Intent::of("unarmed").with_parameter("frumiousness", 1);
    check(&mut table, odd, &["Ghoul"], Refusal::OtherSystem);
    let command = declare(&table, Intent::of("shoot"), &["Ghoul"]);
    let why = table.give_refused(ANA, command);
    assert!(
        matches!(why, Refusal::Barred { .. } | Refusal::Chat(_)),
        "{why:?}"
    );
}

#[test]
fn a_foes_numbers_are_not_for_players() {
    let mut table = scene();
    let id = open(&mut table, ST, "Ghoul", "Ilse");
    // The player is asked, with her own numbers.
    let view = seen(&table, Class::Table, id).expect("it is public");
    assert!(
        matches!(view.next, Some(ExchangeStep::Choose { options, by: Party::Target(0), .. })
        if options.len() == 2)
    );
    table.give_accepted(ANA, chose(id, "defense", "apply"));
    let view = seen(&table, Class::Table, id).expect("it is public");
    let Some(ExchangeStep::Roll { check, buys, .. }) = view.next else {
        panic!("a roll");
    };
    assert!(check.terms.is_empty() && buys.is_empty());
    table.give_accepted(ST, rolls(id, "attack", &[], None));
    let view = seen(&table, Class::Table, id).expect("it is public");
    let line = view
        .ledger
        .iter()
        .find(|line| line.slot.as_str() == "attack");
    let line = line.expect("the attack");
    assert!(line.terms.is_empty() && line.rolled.is_some());
    let log = serde_json::to_string(&table.view(Class::Table).log).expect("data");
    assert!(!log.contains("CHR-ATK-02"), "{log}");
}

/// Whether to apply Defense is the defender's choice; what the foe then rolls is not theirs to know.
#[test]
fn a_defenders_options_do_not_tell_what_a_foe_rolls() {
    let mut table = scene();
    let id = open(&mut table, ST, "Ghoul", "Ilse");
    let sums = |class| match seen(&table, class, id).unwrap().next {
        Some(ExchangeStep::Choose { options, .. }) => {
            options.into_iter().map(|it| it.sum).collect()
        }
        other => panic!("{other:?}"),
    };
    let (players, storyteller): (Vec<_>, Vec<_>) = (sums(Class::Table), sums(Class::Storyteller));
    assert!(storyteller.iter().all(Option::is_some) && storyteller.len() == 2);
    assert_eq!(players, [None, None]);
}

#[test]
fn an_exchange_of_hidden_ones_is_the_storytellers() {
    let mut table = Table::with_combatants(&[ILSE, "!Stalker strength 3 brawl 2 stamina 2"])
        .without_turn_order()
        .place_all_in_order()
        .after_turns(1);
    let lines = table.log_line_count(Class::Table);
    let before = table.view(Class::Table);
    let id = open(&mut table, ST, "Stalker", "Ilse");
    assert_eq!(table.view(Class::Table), before);
    assert_eq!(
        table.give_refused(ANA, chose(id, "defense", "apply")),
        Refusal::NoSuchExchange
    );
    // They take it back like any other.
    let mut other = table.clone();
    other.give_accepted(ST, Command::Undo);
    assert_eq!(seen(&other, Class::Storyteller, id), None);
    table.give_accepted(ST, chose(id, "defense", "withhold"));
    assert_eq!(table.view(Class::Table), before);
    table.give_accepted(ST, rolls(id, "attack", &[], Some(&[8, 8, 8, 1, 1])));
    assert_eq!(table.health_boxes("Ilse"), "///.....");
    // The boxes are hers to see, and nothing else.
    assert_eq!(table.log_line_count(Class::Table), lines + 1);
    assert!(table.view(Class::Table).exchanges.is_empty());
    let stalker = table.combatant_id("Stalker");
    table.give_accepted(ST, Command::Reveal { id: stalker });
    assert!(seen(&table, Class::Table, id).is_some());
}

#[test]
fn a_choice_is_taken_back_and_dice_lie_there_again() {
    let mut table = scene();
    let id = open(&mut table, ST, "Ghoul", "Ilse");
    table.give_accepted(ANA, chose(id, "defense", "apply"));
    let back = Command::TakeBack { exchange: id };
    assert_eq!(table.give_refused(BEN, back.clone()), Refusal::NotAllowed);
    table.give_accepted(ANA, back.clone());
    assert_eq!(asked(&table, id), "defense of Target(0)");
    assert_eq!(table.give_refused(ST, back), Refusal::NothingToUndo);
    table.give_accepted(ANA, chose(id, "defense", "withhold"));
    assert_eq!(sum(&table, id), 5);
    table.give_accepted(ST, rolls(id, "attack", &[], None));
    assert_eq!(asked(&table, id), "over");
    let faces = |table: &Table| {
        let view = seen(table, Class::Storyteller, id).expect("an exchange");
        let line = view.ledger.into_iter().find(|it| it.rolled.is_some());
        line.and_then(|line| line.rolled).expect("a roll").faces
    };
    let fell = faces(&table);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(asked(&table, id), "attack of Actor");
    let typed = rolls(id, "attack", &[], Some(&[10, 10, 10, 10, 10]));
    assert_eq!(table.give_refused(ST, typed), Refusal::DiceFell);
    table.give_accepted(ST, rolls(id, "attack", &[], None));
    assert_eq!(faces(&table), fell);
}

#[test]
fn dice_that_were_bought_lie_there_again_after_a_roll_without_them() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "withhold"));
    let thrown = |table: &mut Table, bought: &[&str]| {
        table.give_accepted(ANA, rolls(id, "attack", bought, None));
        let view = seen(table, Class::Storyteller, id).expect("an exchange");
        let line = view.ledger.into_iter().find(|it| it.rolled.is_some());
        table.give_accepted(ST, Command::Undo);
        line.and_then(|line| line.rolled).expect("a roll").faces
    };
    let with = thrown(&mut table, &["willpower"]);
    let without = thrown(&mut table, &[]);
    assert!(without.len() < with.len());
    assert_eq!(with[..without.len()], without);
    assert_eq!(thrown(&mut table, &["willpower"]), with);
}

#[test]
fn the_storyteller_rules_on_anything() {
    let attack = || Slot::new("attack");
    let label = |text: &str| name(text);
    let rulings: [(RulingKind, i32); 3] = [
        (
            RulingKind::Add {
                slot: attack(),
                label: label("Darkness"),
                value: -2,
            },
            3,
        ),
        (
            RulingKind::Strike {
                slot: attack(),
                label: Wording::verbatim("Defense"),
            },
            7,
        ),
        (
            RulingKind::Change {
                slot: attack(),
                label: Wording::verbatim("Brawl"),
                value: 1,
            },
            3,
        ),
    ];
    for (ruling, expected) in rulings {
        let mut table = scene();
        let id = open(&mut table, ANA, "Ilse", "Ghoul");
        table.give_accepted(ST, chose(id, "defense", "apply"));
        assert_eq!(sum(&table, id), 5);
        table.give_accepted(ST, rule(id, ruling));
        assert_eq!(sum(&table, id), expected);
        table.give_accepted(ST, Command::TakeBack { exchange: id });
        assert_eq!(sum(&table, id), 5);
    }
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    let choice = RulingKind::Choose {
        slot: Slot::new("defense"),
        key: "withhold".into(),
    };
    table.give_accepted(ST, rule(id, choice));
    assert_eq!(sum(&table, id), 7);
    let roll = RulingKind::Roll {
        slot: attack(),
        successes: 3,
        grade: Grade::Success,
        margin: None,
    };
    table.give_accepted(ST, rule(id, roll));
    assert_eq!(table.health_boxes("Ghoul"), "///....");
    assert_eq!(
        table.give_refused(ST, rule(id, RulingKind::End)),
        Refusal::ExchangeOver
    );
}

#[test]
fn damage_and_the_end_can_be_ruled() {
    let damage = |to, packet| RulingKind::Damage { to, packet };
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    let packet = DamagePacket::of_severity(Severity::Lethal, 2);
    table.give_accepted(ST, rule(id, damage(Party::Target(0), packet)));
    table.give_accepted(ST, chose(id, "defense", "apply"));
    table.give_accepted(ANA, rolls(id, "attack", &[], Some(&[8, 8, 8, 8, 8])));
    assert_eq!(table.health_boxes("Ghoul"), "XX.....");
    let id = open(&mut table, ST, "Ghoul", "Ilse");
    table.give_accepted(ST, rule(id, RulingKind::End));
    assert_eq!(asked(&table, id), "over");
    assert_eq!(table.health_boxes("Ilse"), "........");
    table.next_turn();
    table.next_turn();
    let id = open(&mut table, ST, "Ghoul", "Ilse");
    let much = DamagePacket::of_severity(Severity::Lethal, 101);
    assert_eq!(
        table.give_refused(ST, rule(id, damage(Party::Actor, much))),
        Refusal::OutOfBounds
    );
    let missing = damage(Party::Target(4), packet);
    assert_eq!(
        table.give_refused(ST, rule(id, missing)),
        Refusal::NoSuchCombatant
    );
}

#[test]
fn an_exchange_given_up_gives_back_what_it_cost() {
    let mut table = scene();
    let before = table.comparable_state();
    let tally = table.row("Ilse").tally;
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ANA, Command::Withdraw { exchange: id });
    assert_eq!(table.comparable_state(), before);
    assert_eq!(table.row("Ilse").tally, tally);
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    let ghoul = table.combatant_id("Ghoul");
    table.give_accepted(ST, Command::Remove { id: ghoul });
    assert_eq!(seen(&table, Class::Storyteller, id), None);
}

#[test]
fn undoing_all_of_it_leaves_the_state_as_before() {
    let mut table = scene();
    let before = table.comparable_state();
    let tallies = (table.row("Ilse").tally, table.row("Ghoul").tally);
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "apply"));
    table.give_accepted(ANA, rolls(id, "attack", &["willpower"], None));
    let after = table.comparable_state();
    for _ in 0..3 {
        table.give_accepted(ST, Command::Undo);
    }
    assert_eq!(table.comparable_state(), before);
    assert_eq!((table.row("Ilse").tally, table.row("Ghoul").tally), tallies);
    for _ in 0..3 {
        table.give_accepted(ST, Command::Redo);
    }
    assert_eq!(table.comparable_state(), after);
}

/// Everything that is true of the table but what could be brought back.
fn all_but_redo(table: &Table) -> serde_json::Value {
    let mut state = serde_json::to_value(&table.encounter).expect("an encounter is data");
    let history = state["history"].as_object_mut().expect("a history");
    history.remove("undone");
    state
}

/// The storyteller takes back what happened last and brings it back: nothing has happened. Says
/// what was there between.
#[track_caller]
fn back_and_forth(table: &mut Table) -> Table {
    let before = all_but_redo(table);
    table.give_accepted(ST, Command::Undo);
    let between = table.clone();
    table.give_accepted(ST, Command::Redo);
    assert_eq!(all_but_redo(table), before);
    between
}

#[test]
fn a_step_back_that_is_taken_back_leaves_the_exchange_as_it_stood() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "apply"));
    let darkness = RulingKind::Add {
        slot: Slot::new("attack"),
        label: name("Darkness"),
        value: -2,
    };
    table.give_accepted(ST, rule(id, darkness));
    // First the ruling, then the answer before it.
    for _ in 0..2 {
        let (before, stood) = (table.comparable_state(), seen(&table, Class::Table, id));
        table.give_accepted(ST, Command::TakeBack { exchange: id });
        let between = back_and_forth(&mut table);
        assert_eq!(between.comparable_state(), before);
        assert_eq!(seen(&between, Class::Table, id), stood);
    }
    // What stands again goes on as it would have.
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(
        (asked(&table, id).as_str(), sum(&table, id)),
        ("attack of Actor", 3)
    );
    table.give_accepted_with(ANA, rolls(id, "attack", &[], None), &[8, 9, 2]);
    assert_eq!(table.health_boxes("Ghoul"), "//.....");
}

#[test]
fn a_step_back_of_an_earlier_release_stays_taken_back() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "apply"));
    table.give_accepted(ST, Command::TakeBack { exchange: id });
    // Such a record said nothing of how the exchange stood.
    let last = table.records.last_mut().expect("a record");
    let mut record = serde_json::to_value(&*last).expect("a record is data");
    let events = record["events"].as_array_mut().expect("events");
    let back = events.last_mut().expect("the step back");
    let (_, back) = back
        .as_object_mut()
        .and_then(|it| it.iter_mut().next())
        .expect("one");
    let advance = back["advance"].as_object_mut().expect("an advance");
    advance.insert("kept".to_owned(), 0.into());
    assert!(advance.remove("next").is_some());
    advance.remove("lines");
    *last = serde_json::from_value(record).expect("a record");
    let mut replayed = Encounter::new(name("A test"), table.view(Class::Table).system);
    table
        .records
        .iter()
        .for_each(|record| replayed.apply(record));
    table.encounter = replayed;
    assert_eq!(asked(&table, id), "defense of Target(0)");
    // What is taken back is the declaration before it.
    table.give_accepted(ST, Command::Undo);
    assert_eq!(seen(&table, Class::Storyteller, id), None);
}

#[test]
fn who_leaves_amid_an_exchange_comes_back_with_it() {
    for who in ["Ilse", "Ghoul"] {
        for by in [ST, ANA] {
            let mut table = scene();
            let id = open(&mut table, ANA, "Ilse", "Ghoul");
            table.give_accepted(ST, chose(id, "defense", "apply"));
            let (before, stood) = (table.comparable_state(), seen(&table, Class::Table, id));
            let gone = Command::Remove {
                id: table.combatant_id(who),
            };
            if table.give(by, gone).is_err() {
                assert_eq!(
                    (who, by),
                    ("Ghoul", ANA),
                    "only a foe is not hers to remove"
                );
                continue;
            }
            assert_eq!(seen(&table, Class::Storyteller, id), None);
            let between = back_and_forth(&mut table);
            assert_eq!(between.comparable_state(), before);
            assert_eq!(seen(&between, Class::Table, id), stood);
            table.give_accepted(ST, Command::Undo);
            assert_eq!(asked(&table, id), "attack of Actor");
        }
    }
}

#[test]
fn a_withdrawal_that_is_taken_back_can_be_brought_back() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ANA, Command::Withdraw { exchange: id });
    _ = back_and_forth(&mut table);
    let id = open(&mut table, ST, "Ghoul", "Ilse");
    table.give_accepted(ANA, chose(id, "defense", "apply"));
    table.give_accepted(ST, Command::Withdraw { exchange: id });
    _ = back_and_forth(&mut table);
    assert_eq!(seen(&table, Class::Storyteller, id), None);
}

#[test]
fn dice_that_fell_lie_there_again_when_the_declaration_is_brought_back() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "withhold"));
    table.give_accepted(ANA, rolls(id, "attack", &[], None));
    let boxes = table.health_boxes("Ghoul");
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Undo);
    _ = back_and_forth(&mut table);
    table.give_accepted(ST, chose(id, "defense", "withhold"));
    let typed = rolls(id, "attack", &[], Some(&[10, 10, 10, 10, 10, 10, 10]));
    assert_eq!(table.give_refused(ANA, typed), Refusal::DiceFell);
    table.give_accepted(ANA, rolls(id, "attack", &[], None));
    assert_eq!(table.health_boxes("Ghoul"), boxes);
}

#[test]
fn a_log_and_a_snapshot_hold_all_of_it() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    let mut sizes = vec![
        table
            .records
            .last()
            .map(|it| json(it).len())
            .expect("a record"),
    ];
    for command in [
        rule(
            id,
            RulingKind::Add {
                slot: Slot::new("attack"),
                label: Name::new("High ground").expect("a name"),
                value: 1,
            },
        ),
        chose(id, "defense", "apply"),
        rolls(id, "attack", &[], None),
    ] {
        table.give_accepted(ST, command);
        sizes.push(
            table
                .records
                .last()
                .map(|it| json(it).len())
                .expect("a record"),
        );
        let title = name("A test");
        let mut replayed = Encounter::new(title, rules::ruleset::SystemId::FIRST);
        table.records.iter().for_each(|it| replayed.apply(it));
        assert!(replayed == table.encounter, "replay equals live");
        let text = json(&table.encounter);
        let read: Encounter = serde_json::from_str(&text).expect("a snapshot");
        assert!(read == table.encounter, "a snapshot is all of it");
    }
    let (declared, answers) = sizes.split_first().expect("sizes");
    assert!(*declared <= 2_048, "{declared} bytes for a declaration");
    assert!(
        answers.iter().all(|size| *size <= 1_024),
        "{answers:?} bytes for answers"
    );
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("data")
}

/// Ilse's answer to a blow of the ghoul, after which what can throw itself does.
fn answered_and_thrown(table: &mut Table, faces: &[u16]) -> ExchangeId {
    let id = open(table, ST, "Ghoul", "Ilse");
    let command = Command::Answer {
        exchange: id,
        slot: Slot::from("defense"),
        answer: AnswerInput::Chose("apply".into()),
        throws: true,
    };
    table.give_accepted_with(ANA, command, faces);
    id
}

#[test]
fn a_roll_for_which_nothing_can_be_bought_throws_itself() {
    let mut table = Table::with_combatants(&[ILSE, GHOUL])
        .place_all_in_order()
        .after_turns(2);
    let id = answered_and_thrown(&mut table, &[8, 2, 3]);
    assert_eq!(asked(&table, id), "over");
    assert_eq!(table.health_boxes("Ilse"), "/.......");
}

#[test]
fn a_roll_that_threw_itself_is_taken_back_with_the_answer_before_it() {
    let mut table = Table::with_combatants(&[ILSE, GHOUL])
        .place_all_in_order()
        .after_turns(2);
    let id = answered_and_thrown(&mut table, &[8, 2, 3]);
    table.give_accepted(ST, Command::Undo);
    assert_eq!(asked(&table, id), "defense of Target(0)");
    assert_eq!(table.health_boxes("Ilse"), "........");
    table.give_accepted(ST, Command::Redo);
    assert_eq!(asked(&table, id), "over");
    assert_eq!(table.health_boxes("Ilse"), "/.......");
}

#[test]
fn a_roll_with_a_purchase_waits_for_the_combatant_who_makes_it() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    let command = Command::Answer {
        exchange: id,
        slot: Slot::from("defense"),
        answer: AnswerInput::Chose("apply".into()),
        throws: true,
    };
    table.give_accepted(ST, command);
    assert_eq!(asked(&table, id), "attack of Actor");
}

#[test]
fn a_seat_with_real_dice_is_asked_for_every_roll() {
    let mut table = Table::with_combatants(&[ILSE, GHOUL])
        .place_all_in_order()
        .after_turns(2);
    table.give_accepted(ST, Command::OwnDice { own: true });
    assert_eq!(
        table.give_refused(ST, Command::OwnDice { own: true }),
        Refusal::NothingToDo
    );
    let own: Vec<bool> = table
        .view(Class::Table)
        .seats
        .iter()
        .map(|it| it.own_dice)
        .collect();
    assert_eq!(own.iter().filter(|own| **own).count(), 1);
    let id = answered_and_thrown(&mut table, &[]);
    assert_eq!(asked(&table, id), "attack of Actor");
    table.give_accepted(ST, Command::OwnDice { own: false });
    table.give_accepted(ST, rolls(id, "attack", &[], Some(&[8, 2, 3])));
    assert_eq!(asked(&table, id), "over");
}

#[test]
fn an_exchange_that_is_over_is_run_again_from_its_last_step() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "apply"));
    let before = table.comparable_state();
    let again = |step| Command::RunAgain { exchange: id, step };
    assert_eq!(table.give_refused(ST, again(None)), Refusal::NothingToDo);
    table.give_accepted_with(ANA, rolls(id, "attack", &[], None), &[8, 9, 2, 3, 5]);
    assert_eq!(asked(&table, id), "over");
    // Those who run the table are told by which line, and players are not.
    let ended = seen(&table, Class::Storyteller, id).expect("it").ended;
    let mut line = table.view(Class::Storyteller).log.into_iter();
    let line = line.rfind(|line| Some(line.no) == ended);
    assert!(matches!(
        line.expect("a line").what,
        LogMessage::Rolled { .. }
    ));
    assert_eq!(seen(&table, Class::Table, id).expect("it").ended, None);
    assert_eq!(table.give_refused(ANA, again(None)), Refusal::NotAllowed);
    assert_eq!(
        table.give_refused(ST, again(Some(0))),
        Refusal::ExchangeOver
    );
    // What happened elsewhere since is no reason not to.
    let elsewhere = Command::Note {
        id: table.combatant_id("Ilse"),
        text: "out of breath".into(),
    };
    table.give_accepted(ST, elsewhere);
    table.give_accepted(ST, again(None));
    assert_eq!(asked(&table, id), "attack of Actor");
    assert_eq!(table.health_boxes("Ghoul"), ".......");
    assert_eq!(
        seen(&table, Class::Storyteller, id).expect("it").ended,
        None
    );
    table.give_accepted(ST, Command::Redo);
    assert_eq!(table.health_boxes("Ghoul"), "//.....");
    table.give_accepted(ST, again(None));
    // The same dice lie there, and what was ruled meanwhile counts.
    let ruling = RulingKind::Add {
        slot: Slot::new("attack"),
        label: name("Darkness"),
        value: -3,
    };
    table.give_accepted(ST, rule(id, ruling));
    table.give_accepted(ANA, rolls(id, "attack", &[], None));
    assert_eq!(table.health_boxes("Ghoul"), "//.....");
    assert_ne!(table.comparable_state(), before);
}

#[test]
fn an_exchange_on_which_something_was_built_is_not_run_again() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    table.give_accepted(ST, chose(id, "defense", "apply"));
    table.give_accepted_with(ANA, rolls(id, "attack", &[], None), &[8, 9, 2, 3, 5]);
    let packet = DamagePacket::of_severity(Severity::Lethal, 1);
    let ghoul = table.combatant_id("Ghoul");
    table.give_accepted(ST, Command::Harm { id: ghoul, packet });
    let again = Command::RunAgain {
        exchange: id,
        step: None,
    };
    assert_eq!(table.give_refused(ST, again.clone()), Refusal::ChangedSince);
    assert_eq!(asked(&table, id), "over");
    // With that taken back it is.
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, again);
    assert_eq!(asked(&table, id), "attack of Actor");
}

#[test]
fn an_open_exchange_goes_back_to_a_step_at_once() {
    let mut table = scene();
    let id = open(&mut table, ANA, "Ilse", "Ghoul");
    let declared = seen(&table, Class::Storyteller, id).expect("it");
    let ruling = |value| RulingKind::Add {
        slot: Slot::new("attack"),
        label: name("Darkness"),
        value,
    };
    table.give_accepted(ST, chose(id, "defense", "apply"));
    table.give_accepted(ST, rule(id, ruling(-1)));
    table.give_accepted(ST, rule(id, ruling(-1)));
    let view = seen(&table, Class::Storyteller, id).expect("it");
    assert_eq!(view.given, ["defense", "", ""].map(Slot::new));
    assert_eq!(seen(&table, Class::Table, id).expect("it").given, []);
    assert_eq!(sum(&table, id), 3);
    let again = |step| Command::RunAgain {
        exchange: id,
        step: Some(step),
    };
    assert_eq!(table.give_refused(ANA, again(0)), Refusal::NotAllowed);
    assert_eq!(table.give_refused(ST, again(3)), Refusal::NothingToDo);
    assert_eq!(table.give_refused(ST, again(9)), Refusal::NothingToDo);
    let before = table.comparable_state();
    let lines = table.log_line_count(Class::Table);
    table.give_accepted(ST, again(1));
    assert_eq!(
        table.log_line_count(Class::Table),
        lines + 2,
        "a line for each step"
    );
    assert_eq!(
        (asked(&table, id).as_str(), sum(&table, id)),
        ("attack of Actor", 5)
    );
    // It is one step, and can be taken back itself.
    table.give_accepted(ST, Command::Undo);
    assert_eq!(table.comparable_state(), before);
    table.give_accepted(ST, again(0));
    assert_eq!(seen(&table, Class::Storyteller, id), Some(declared));
}

/// Whether an exchange that players do not see ended with a combatant is no reason that keeps a player from taking back
/// that theirs left; and it comes back only to all its parties.
#[test]
fn an_exchange_out_of_sight_keeps_no_player_from_taking_back() {
    let offered = |unseen: bool, gone: bool| {
        let mut table =
            Table::with_combatants(&[ILSE, GHOUL, "!Cat dexterity 3"]).place_all_in_order();
        let [ilse, cat] = ["Ilse", "Cat"].map(|name| table.combatant_id(name));
        let id = unseen.then(|| open(&mut table, ST, "Cat", "Ilse"));
        let there = |table: &Table| id.map(|id| table.encounter.exchange(id).is_some());
        table.give_accepted(ANA, Command::Remove { id: ilse });
        assert_ne!(there(&table), Some(true));
        if gone {
            table.give_accepted(ST, Command::Remove { id: cat });
        }
        let view = table.view(Class::Table);
        let before = table.comparable_state();
        table.give_accepted(ANA, Command::Undo);
        assert_eq!(there(&table), id.map(|_| !gone));
        let back = table.view(Class::Table);
        table.give_accepted(ANA, Command::Redo);
        assert_eq!(table.comparable_state(), before);
        (view.undo, view.rows, back.rows, back.redo)
    };
    let usual = offered(false, false);
    for (unseen, gone) in [(false, true), (true, false), (true, true)] {
        assert_eq!(offered(unseen, gone), usual, "{unseen} {gone}");
    }
}

//! One whole round of each system: initiative, declaring, acting, the rest, and the next.

use rules::base::sorted_map::Set;

use rules::character::phase::Phase;
use rules::character::plan::AbortPrice;
use rules::encounter::command::{InitiativeTarget, PlanInput, TokenDestination};
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Refusal};
use rules::ruleset::SystemId;
use rules::ruleset::settings::Value;
use testkit::table::{ANA, BEN, ST, Table, add_command};

/// A table on a system where these lines came; see [`Table::add_combatants`].
fn table(system: SystemId, lines: &[&str]) -> Table {
    Table::with_system(system).add_combatants(lines)
}

fn roll(table: &mut Table, name: &str, face: u16) {
    let whose = InitiativeTarget::One(table.combatant_id(name));
    let face = Some(face);
    table.give_accepted(ST, Command::RollInitiative { whose, face });
}

fn plan(actions: u8, extra: u8) -> PlanInput {
    PlanInput {
        actions,
        extra,
        ..PlanInput::default()
    }
}

fn declare(table: &Table, name: &str, plan: PlanInput) -> Command {
    Command::Plan {
        id: table.combatant_id(name),
        plan: Some(plan),
    }
}

fn say(line: &str) -> Command {
    Command::Say {
        line: line.into(),
        who: None,
    }
}

/// Presses "next" and says where that leads: `extra [Ana]`.
fn step(table: &mut Table) -> String {
    table.next_turn();
    at(table)
}

fn at(table: &Table) -> String {
    let view = table.view(Class::Table);
    let phase = match view.turn.phase {
        Phase::Initiative => "initiative",
        Phase::Declare => "declare",
        Phase::Act => "act",
        Phase::Extra => "extra",
    };
    let name = view.turn.acting.and_then(|id| view.rows.get(&id));
    let name = name.map(|row| row.full_name()).unwrap_or_default();
    format!("{} {phase} {name}", view.turn.round)
        .trim_end()
        .to_owned()
}

#[test]
fn crossover_declares_low_to_high_acts_high_to_low_and_takes_the_rest() {
    let lines = [
        "@Ana vampire dex 3 wits 3",
        "ghoul dex 2 wits 2",
        "rat dex 1 wits 1",
    ];
    let mut table = table(SystemId::Crossover, &lines);
    for (name, face) in [("Ana", 4), ("Ghoul", 9), ("Rat", 2)] {
        roll(&mut table, name, face);
    }
    assert_eq!(table.order_summary(Class::Table), "0: Ghoul Ana Rat | ");
    assert_eq!(step(&mut table), "1 declare Rat");
    assert_eq!(step(&mut table), "1 declare Ana");
    // No power of hers gives it: the storyteller does.
    table.give_accepted(ST, declare(&table, "Ana", plan(2, 1)));
    assert_eq!(step(&mut table), "1 declare Ghoul");
    assert_eq!(step(&mut table), "1 act Ghoul");
    // What was said is binding now.
    let refusal = table.give_refused(ANA, declare(&table, "Ana", plan(3, 0)));
    assert_eq!(refusal, Refusal::NotAllowed);
    assert_eq!(step(&mut table), "1 act Ana");
    assert_eq!(step(&mut table), "1 act Rat");
    assert_eq!(step(&mut table), "1 extra Ana");
    assert_eq!(step(&mut table), "2 initiative");
    // All roll anew.
    assert!(["Ana", "Ghoul", "Rat"].map(|name| table.row(name).score) == [None; 3]);
    assert!(table.row("Ana").plan.is_none());
    let whose = InitiativeTarget::Everyone;
    table.give_accepted(ST, Command::RollInitiative { whose, face: None });
    let scores = ["Ana", "Ghoul", "Rat"].map(|name| table.row(name).score.is_some());
    assert_eq!(scores, [true; 3]);
    assert!(step(&mut table).starts_with("2 declare"));
}

#[test]
fn crossover_equals_act_at_the_same_moment() {
    let lines = [
        "@Ana dex 3 wits 3",
        "ghoul dex 4 wits 2",
        "rat dex 1 wits 4",
    ];
    let mut table = table(SystemId::Crossover, &lines);
    for (name, face) in [("Ana", 5), ("Ghoul", 5), ("Rat", 6)] {
        roll(&mut table, name, face);
    }
    let view = table.view(Class::Table);
    // Total 11 for all three, but the rat's rating is only 5.
    let names: Vec<Vec<String>> = view
        .together
        .iter()
        .map(|group| group.iter().map(|id| view.rows[id].full_name()).collect())
        .collect();
    assert_eq!(names, [["Ana", "Ghoul"]]);
    assert_eq!(table.order_summary(Class::Table), "0: Ana Ghoul Rat | ");
    for _ in 0..4 {
        table.next_turn();
    }
    let LogMessage::Turn { name, with, .. } = table.last_log_message(Class::Table) else {
        panic!("a turn was told");
    };
    assert_eq!(
        (name.as_deref(), with.as_slice()),
        (Some("Ana"), &["Ghoul".to_owned()][..])
    );
}

#[test]
fn declaring_goes_on_and_not_back() {
    let lines = ["@Ana dex 3 wits 3", "ghoul dex 2 wits 2"];
    let mut table = table(SystemId::Crossover, &lines);
    roll(&mut table, "Ana", 9);
    roll(&mut table, "Ghoul", 1);
    for _ in 0..4 {
        table.next_turn();
        assert!(matches!(
            table.last_log_message(Class::Table),
            LogMessage::Turn { back: false, .. }
        ));
    }
    let before = table.view(Class::Storyteller).turn;
    table.give_accepted(ST, Command::PreviousTurn { before });
    assert!(matches!(
        table.last_log_message(Class::Table),
        LogMessage::Turn { back: true, .. }
    ));
    // A combatant who waits acts at a moment of their own.
    let same = ["@Ana dex 3 wits 3", "ghoul dex 3 wits 3", "rat"];
    let mut table = self::table(SystemId::Crossover, &same);
    for (name, face) in [("Ana", 5), ("Ghoul", 5), ("Rat", 1)] {
        roll(&mut table, name, face);
    }
    assert_eq!(table.view(Class::Table).together.len(), 1);
    for _ in 0..4 {
        table.next_turn();
    }
    let (id, until) = (table.combatant_id("Ghoul"), String::new());
    table.give_accepted(ST, Command::Wait { id, until });
    assert!(table.view(Class::Table).together.is_empty());
}

#[test]
fn crossover_knows_its_commands() {
    let lines = ["@Ana dex 3 wits 3", "ghoul dex 2 wits 2"];
    let mut table = table(SystemId::Crossover, &lines);
    table.give_accepted_with(ANA, say("+combat/init"), &[7]);
    assert_eq!(table.row("Ana").score, Some(13));
    // A second roll is written down and replaces nothing, until the storyteller says so.
    table.give_accepted_with(ANA, say(" +Combat/Init "), &[10]);
    assert_eq!(table.row("Ana").score, Some(13));
    let line = table.log_line_count(Class::Storyteller);
    let id = table.combatant_id("Ana");
    assert_eq!(
        table.give_refused(ANA, Command::GiveInitiative { line, id }),
        Refusal::NotAllowed
    );
    table.give_accepted(ST, Command::GiveInitiative { line, id });
    assert_eq!(table.row("Ana").score, Some(16));
    // Any player rolls for the storyteller's, with numbers of their own.
    table.give_accepted_with(BEN, say("+combat/init GHOUL=9"), &[4]);
    assert_eq!(table.row("Ghoul").score, Some(13));
    // No combatant of that name: written down, to be given to one.
    table.give_accepted_with(BEN, say("+combat/init Shade = 5"), &[1]);
    let line = table.log_line_count(Class::Storyteller);
    let id = table.combatant_id("Ghoul");
    table.give_accepted(ST, Command::GiveInitiative { line, id });
    assert_eq!(table.row("Ghoul").score, Some(6));
    // What is wrong is said, and nothing happens.
    let code = |refusal| match refusal {
        Refusal::Chat(error) => error.code.into_owned(),
        other => panic!("{other:?}"),
    };
    for (line, expected) in [
        ("+combat/initx", "unknown_command"),
        ("+combat/init ghoul 5", "missing_equals"),
        ("+combat/init =5", "missing_name"),
        ("+combat/init ghoul=", "missing_sum"),
        ("+combat/init ghoul=4+2", "sum_not_integer"),
        ("+combat/init ghoul=41", "sum_out_of_range"),
        ("/inits 3 2", "unknown_command"),
    ] {
        assert_eq!(code(table.give_refused(ANA, say(line))), expected, "{line}");
    }
    assert_eq!(
        code(table.give_refused(ST, say("+combat/init"))),
        "no_character"
    );
}

#[test]
fn a_hidden_name_is_nobodys_to_players() {
    let lines = ["@Ana dex 3 wits 3", "!bishop dex 4 wits 4"];
    let mut table = table(SystemId::Crossover, &lines);
    table.give_accepted_with(BEN, say("+combat/init Bishop=5"), &[4]);
    assert_eq!(table.row("Bishop").score, None);
    assert!(matches!(
        table.last_log_message(Class::Table),
        LogMessage::Offered { .. }
    ));
    let before = table.log_line_count(Class::Table);
    table.give_accepted_with(ST, say("+combat/init Bishop=5"), &[4]);
    assert_eq!(table.row("Bishop").score, Some(9));
    assert_eq!(table.log_line_count(Class::Table), before);
}

#[test]
fn masquerade_keeps_defenses_for_attacks_and_ends_with_celerity() {
    let lines = [
        "@Ana vampire dex 3 wits 3 celerity 2 blood 5",
        "ghoul dex 2 wits 2",
    ];
    let mut table = table(SystemId::Masquerade, &lines);
    table.give_accepted_with(ANA, say("!inits 3 3"), &[8]);
    let told = table.last_log_message(Class::Table);
    assert!(
        matches!(told, LogMessage::Initiative { score: 14, .. }),
        "{told:?}"
    );
    roll(&mut table, "Ghoul", 1);
    assert_eq!(step(&mut table), "1 declare Ghoul");
    let both = PlanInput {
        defenses: Set::from([1, 2]),
        ..plan(2, 0)
    };
    table.give_accepted(ST, declare(&table, "Ghoul", both));
    assert_eq!(step(&mut table), "1 declare Ana");
    table.give_accepted(ANA, declare(&table, "Ana", plan(2, 2)));
    assert_eq!(step(&mut table), "1 act Ana");
    // The ghoul only defends, so the closing pass begins.
    assert_eq!(step(&mut table), "1 extra Ana");
    assert_eq!(step(&mut table), "2 initiative");
}

#[test]
fn masquerade_gives_up_an_action_for_a_defense() {
    let lines = [
        "@Ana vampire dex 3 wits 3 willpower 3",
        "ghoul dex 2 wits 2",
        "rat",
    ];
    let mut table = table(SystemId::Masquerade, &lines);
    for (name, face) in [("Ana", 9), ("Ghoul", 5), ("Rat", 1)] {
        roll(&mut table, name, face);
    }
    for _ in 0..4 {
        table.next_turn();
    }
    assert_eq!(at(&table), "1 act Ana");
    let id = table.combatant_id("Ana");
    let price = AbortPrice::Roll;
    // The first one has failed: the action stands.
    table.give_accepted_with(ANA, Command::Abort { id, price }, &[1, 2, 3]);
    assert!(table.row("Ana").plan.is_none());
    for price in [AbortPrice::Roll, AbortPrice::Spend] {
        let refusal = table.give_refused(ANA, Command::Abort { id, price });
        assert!(matches!(refusal, Refusal::Chat(_)), "{refusal:?}");
    }
    assert_eq!(step(&mut table), "1 act Ghoul");
    let id = table.combatant_id("Ghoul");
    let price = AbortPrice::Spend;
    table.give_accepted(ST, Command::Abort { id, price });
    let plan = table.row("Ghoul").plan.expect("a defense");
    assert_eq!(plan.open_action_count(), 0);
    let left = table.row("Ghoul").pools["willpower"];
    assert_eq!(left, rules_default_willpower() - 1);
    // The step it stands in goes on, although it has no action of its own any more.
    assert_eq!(at(&table), "1 act Ghoul");
    assert_eq!(step(&mut table), "1 act Rat");
}

/// What a combatant has whose sheet does not say.
fn rules_default_willpower() -> i32 {
    let rules = SystemId::Masquerade.rules();
    let blank = rules::character::sheet::Sheet::default();
    let pools = rules.pool_specs(&blank);
    let willpower = pools.iter().find(|pool| pool.key == "willpower");
    willpower.expect("everybody has some").most
}

#[test]
fn tristat_rolls_every_round_and_equals_act_together() {
    let lines = ["@Ana body 5 mind 5 soul 5", "ninja body 4 mind 4 soul 7"];
    let mut table = table(SystemId::Tristat, &lines);
    roll(&mut table, "Ana", 3);
    roll(&mut table, "Ninja", 3);
    assert_eq!(table.view(Class::Table).together.len(), 1);
    assert_eq!(step(&mut table), "1 act Ana");
    assert_eq!(step(&mut table), "1 act Ninja");
    assert_eq!(step(&mut table), "2 initiative");
    assert_eq!(table.row("Ana").score, None);
}

#[test]
fn tristat_counts_health_down_and_below() {
    let mut table = table(SystemId::Tristat, &["@Ana body 5 mind 5 soul 5"]);
    let id = table.combatant_id("Ana");
    let most = table
        .row("Ana")
        .track
        .and_then(|track| track.points().map(|p| p.maximum()));
    assert_eq!(most, Some(50));
    table.give_accepted(ANA, Command::Count { id, by: -45 });
    assert!(!table.row("Ana").is_out());
    let packet = rules::character::track::DamagePacket::of_points(7);
    table.give_accepted(ANA, Command::Harm { id, packet });
    assert!(table.row("Ana").is_out());
    let now = table
        .row("Ana")
        .track
        .and_then(|track| track.points().map(|p| p.left()));
    assert_eq!(now, Some(-2));
    let bashing = rules::character::track::DamagePacket::of_severity(
        rules::character::track::Severity::Bashing,
        1,
    );
    let refusal = table.give_refused(
        ANA,
        Command::Harm {
            id,
            packet: bashing,
        },
    );
    assert_eq!(refusal, Refusal::OtherSystem);
}

#[test]
fn ascension_keeps_its_initiative_and_grants_actions() {
    let lines = ["@Ana dex 3 wits 3", "ghoul dex 2 wits 2"];
    let mut table = table(SystemId::Ascension, &lines);
    roll(&mut table, "Ana", 4);
    roll(&mut table, "Ghoul", 9);
    assert_eq!(step(&mut table), "1 act Ghoul");
    table.give_accepted(ANA, declare(&table, "Ana", plan(1, 1)));
    assert_eq!(step(&mut table), "1 act Ana");
    assert_eq!(step(&mut table), "1 extra Ana");
    assert_eq!(step(&mut table), "2 act Ghoul");
    assert_eq!(table.row("Ana").score, Some(10));
}

#[test]
fn ascension_may_be_played_with_declaring_and_new_rolls() {
    let lines = ["@Ana dex 3 wits 3", "ghoul dex 2 wits 2"];
    let mut table = table(SystemId::Ascension, &lines);
    for key in ["reroll_each_turn", "declare_low_to_high"] {
        let rule = Command::HouseRule {
            key: key.into(),
            on: true,
        };
        assert_eq!(table.give_refused(ANA, rule.clone()), Refusal::NotAllowed);
        table.give_accepted(ST, rule);
    }
    roll(&mut table, "Ana", 9);
    roll(&mut table, "Ghoul", 1);
    let steps: Vec<String> = (0..5).map(|_| step(&mut table)).collect();
    let expected = [
        "1 declare Ghoul",
        "1 declare Ana",
        "1 act Ana",
        "1 act Ghoul",
        "2 initiative",
    ];
    assert_eq!(steps, expected);
}

#[test]
fn sealed_declarations_open_when_everybody_acts() {
    let lines = ["@Ana dex 3 wits 3", "ghoul dex 2 wits 2"];
    let mut table = table(SystemId::Crossover, &lines);
    let rule = Command::HouseRule {
        key: rules::ruleset::house_rules::SEALED.into(),
        on: true,
    };
    table.give_accepted(ST, rule);
    roll(&mut table, "Ana", 9);
    roll(&mut table, "Ghoul", 1);
    table.next_turn();
    let words = PlanInput {
        words: "the lamp".into(),
        ..plan(2, 0)
    };
    table.give_accepted(ST, declare(&table, "Ghoul", words));
    let seen = |table: &Table, class| {
        let view = serde_json::to_string(&table.view(class)).expect("a view is data");
        view.contains("the lamp")
    };
    assert!(!seen(&table, Class::Table) && seen(&table, Class::Storyteller));
    assert!(table.view(Class::Table).rows[&table.combatant_id("Ghoul")].sealed);
    assert_eq!(step(&mut table), "1 declare Ana");
    assert!(!seen(&table, Class::Table));
    assert_eq!(step(&mut table), "1 act Ana");
    assert!(seen(&table, Class::Table));
}

#[test]
fn two_who_waited_for_the_same_moment_go_by_their_system() {
    for (system, first) in [(SystemId::Crossover, "Ana"), (SystemId::Masquerade, "Ben")] {
        let lines = ["@Ana dex 5 wits 5", "ben dex 1 wits 1", "rat dex 1 wits 1"];
        let mut table = table(system, &lines);
        // Ben's total is the higher one, Ana's rating is.
        for (name, face) in [("Ana", 1), ("Ben", 10), ("Rat", 1)] {
            roll(&mut table, name, face);
        }
        for _ in 0..4 {
            table.next_turn();
        }
        assert_eq!(at(&table), "1 act Ben");
        for name in ["Ben", "Ana"] {
            let (id, until) = (table.combatant_id(name), String::new());
            table.give_accepted(ST, Command::Wait { id, until });
        }
        assert_eq!(at(&table), "1 act Rat");
        for name in ["Ben", "Ana"] {
            let id = table.combatant_id(name);
            table.give_accepted(ST, Command::CutIn { id, after: false });
        }
        assert_eq!(at(&table), format!("1 act {first}"), "{system:?}");
        let second = if first == "Ana" { "Ben" } else { "Ana" };
        assert_eq!(step(&mut table), format!("1 act {second}"));
        assert_eq!(step(&mut table), "1 act Rat");
    }
}

/// Once nobody is left, the round stands where it stood, without a pass; who comes then begins with the next one.
#[test]
fn nobody_is_left_in_the_midst_of_the_extra_phase() {
    let mut table = table(SystemId::Crossover, &["Ghoul dex 2 wits 2"]);
    let taking_turns = Command::Set {
        key: "extra_phase".into(),
        value: Value::from_key("round_robin"),
        was: None,
    };
    table.give_accepted(ST, taking_turns);
    roll(&mut table, "Ghoul", 5);
    assert_eq!(step(&mut table), "1 declare Ghoul");
    let four = declare(&table, "Ghoul", plan(4, 0));
    table.give_accepted(ST, four);
    for there in ["1 act Ghoul", "1 extra Ghoul", "1 extra Ghoul"] {
        assert_eq!(step(&mut table), there);
    }
    assert_eq!(table.view(Class::Table).turn.pass, 1);
    let id = table.combatant_id("Ghoul");
    table.give_accepted(ST, Command::Remove { id });
    assert_eq!(at(&table), "1 extra");
    assert_eq!(table.view(Class::Table).turn.pass, 0);
    assert_eq!(table.view(Class::Storyteller).turn.pass, 0);
    table.give_accepted(ST, add_command("rat dex 1 wits 1"));
    roll(&mut table, "Rat", 3);
    assert_eq!(step(&mut table), "2 initiative");
}

#[test]
fn a_hidden_roll_leaves_the_order_that_players_see() {
    let mut table = table(SystemId::Crossover, &["@Ilse", "Ghoul", "!Rat", "!Dog"]);
    for (name, face) in [("Ilse", 9), ("Ghoul", 3), ("Rat", 5)] {
        roll(&mut table, name, face);
    }
    while table.view(Class::Table).turn.round < 2 {
        table.next_turn();
    }
    assert_eq!(at(&table), "2 initiative");
    for (name, face) in [("Ilse", 9), ("Ghoul", 3)] {
        roll(&mut table, name, face);
    }
    let [ilse, ghoul] = ["Ilse", "Ghoul"].map(|name| table.combatant_id(name));
    let to = TokenDestination::Before(Some(ilse));
    table.give_accepted(ST, Command::Move { id: ghoul, to });
    let seen = table.view(Class::Table);
    for name in ["Rat", "Dog"] {
        roll(&mut table, name, 7);
        assert_eq!(table.view(Class::Table), seen, "{name}");
    }
    // Somebody who is seen sorts it again.
    roll(&mut table, "Ghoul", 4);
    assert_eq!(table.view(Class::Table).order, [ilse, ghoul]);
}

//! Questions: what a combatant can declare and what it would come to, told to those who may know.

use rules::base::id::CombatantId;
use rules::base::seat::Actor;
use rules::base::sorted_map::Map;
use rules::character::condition::{Condition, Until};
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{AnswerInput, Declaration, InitiativeTarget, PlanInput};
use rules::encounter::question::{CombatantOdds, ExchangeOdds, OfferedManeuver};
use rules::encounter::{Class, Command, Question, Refusal, Reply, TableSetting, answer_question};
use rules::exchange::{FirstOpen, Intent, Party, Slot, Targets};
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, EVE, ST, Table};

/// Ilse is Ana's and acts now; Weston is hers too, the ghoul the storyteller's.
fn scene() -> Table {
    let lines = [
        "@Ilse strength 3 brawl 2 dexterity 3 wits 3 stam 2 size 5",
        "@Weston stam 2 size 5",
        "ghoul dexterity 2 wits 2 stam 2 size 5",
    ];
    Table::with_combatants(&lines)
        .place_all_in_order()
        .after_turns(1)
}

fn ask(table: &Table, by: Actor, question: &Question) -> Reply {
    answer_question(&table.encounter, by, question)
}

fn offers(table: &Table, by: Actor, who: &str, at: &[CombatantId]) -> Reply {
    let question = Question::Offers {
        by: table.combatant_id(who),
        at: at.to_vec(),
        others: Vec::new(),
        without: Vec::new(),
        intent: None,
    };
    ask(table, by, &question)
}

fn maneuvers(reply: Reply) -> Vec<OfferedManeuver> {
    match reply {
        Reply::Offers { maneuvers, .. } => maneuvers,
        other => panic!("{other:?}"),
    }
}

fn unarmed(table: &Table, at: CombatantId) -> Box<Declaration> {
    Box::new(Declaration {
        by: Some(table.combatant_id("Ilse")),
        at: vec![at],
        others: Vec::new(),
        intent: Intent::of("unarmed"),
        without: Vec::new(),
        anyway: false,
        noticed: false,
        throws: false,
    })
}

fn chances(reply: Reply) -> ExchangeOdds {
    match reply {
        Reply::Odds(chances) => chances,
        other => panic!("{other:?}"),
    }
}

fn afflict(table: &mut Table, who: &str, key: &str) {
    let id = table.combatant_id(who);
    let (key, condition) = (key.into(), Condition::default());
    table.give_accepted(ST, Command::Afflict { id, key, condition });
}

#[test]
fn a_player_is_told_what_their_own_can_declare_and_why_not() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul");
    let offered = maneuvers(offers(&table, ANA, "Ilse", &[ghoul]));
    let blow = offered.iter().find(|it| it.key == "unarmed").expect("it");
    assert_eq!(blow.barred, None);
    afflict(&mut table, "Ilse", "stunned");
    let offered = maneuvers(offers(&table, ANA, "Ilse", &[ghoul]));
    let blow = offered.iter().find(|it| it.key == "unarmed").expect("it");
    let (_, rule) = blow.barred.as_ref().expect("a reason");
    assert_eq!(rule.to_string(), "CHR-COND-03");
    for (by, why) in [(BEN, Refusal::NotAllowed), (EVE, Refusal::NotAllowed)] {
        assert_eq!(offers(&table, by, "Ilse", &[ghoul]), Reply::Refused(why));
    }
    let out = Reply::Refused(Refusal::OutOfBounds);
    let ilse = table.combatant_id("Ilse");
    for at in [&[ilse][..], &[ghoul, ghoul], &[ghoul; 100]] {
        assert_eq!(offers(&table, ANA, "Ilse", at), out);
    }
    let theirs = offers(&table, ANA, "Ghoul", &[]);
    assert_eq!(theirs, Reply::Refused(Refusal::NotAllowed));
}

/// What a hidden combatant does to another counts in what the two have to do with each other, and nowhere else: whether it bars
/// something depends on the target.
#[test]
fn what_is_offered_at_no_target_can_be_done_to_a_hidden_one() {
    let mut table = scene();
    let [ilse, weston, ghoul] = ["Ilse", "Weston", "Ghoul"].map(|name| table.combatant_id(name));
    for id in [weston, ghoul] {
        table.give_accepted(ST, Command::Hide { id });
    }
    let told = offers(&table, ANA, "Ilse", &[]);
    let barred = |table: &Table, by, key: &str| {
        let offered = maneuvers(offers(table, by, "Ilse", &[]));
        let found = offered.into_iter().find(|it| it.key == key);
        found.expect("it").barred.map(|(_, rule)| rule.to_string())
    };
    let not_grappled = Some("CHR-GRAP-04".to_owned());
    assert_eq!(barred(&table, ST, "wrestle"), not_grappled);
    let hold = Command::Hold {
        by: ghoul,
        on: ilse,
        key: "grapple".into(),
        amount: 0,
    };
    table.give_accepted(ST, hold);
    let mut asked = unarmed(&table, ghoul);
    asked.intent = Intent::of("wrestle");
    assert!(table.clone().give(ST, Command::Declare(asked)).is_ok());
    assert_eq!(barred(&table, ST, "wrestle"), None);
    assert_eq!(offers(&table, ANA, "Ilse", &[]), told);
}

/// What the offers say one by one, in a word: whether anything is left to do to another.
#[test]
fn nothing_is_left_where_all_is_barred() {
    for system in [SystemId::Ascension, SystemId::Masquerade] {
        let lines = [
            "@Ilse str 3 dex 3 stam 2 wits 3 brawl 2",
            "ghoul dex 2 wits 2 stam 2",
        ];
        let mut table = Table::with_system(system)
            .add_combatants(&lines)
            .place_all_in_order()
            .after_turns(match system {
                // All declare first.
                SystemId::Masquerade => 3,
                _ => 1,
            });
        let by = table.combatant_id("Ilse");
        let spent = |table: &Table, asks| ask(table, asks, &Question::Spent { by });
        let barred = |table: &Table| {
            let offered = maneuvers(offers(table, ST, "Ilse", &[]));
            let mut aimed = offered.iter().filter(|it| it.targets != Targets::None);
            aimed.all(|it| it.barred.is_some())
        };
        assert_eq!(
            (spent(&table, ANA), barred(&table)),
            (Reply::Spent(false), false)
        );
        assert_eq!(spent(&table, BEN), Reply::Refused(Refusal::NotAllowed));
        let packet = DamagePacket::of_severity(Severity::Lethal, 7);
        table.give_accepted(ST, Command::Harm { id: by, packet });
        assert_eq!(
            (spent(&table, ANA), barred(&table)),
            (Reply::Spent(true), true)
        );
        assert_eq!(spent(&table, ST), Reply::Spent(true));
    }
}

/// Once the one action of a turn is taken nothing is left to do to another: what takes no action does not count.
#[test]
fn nothing_is_left_after_the_one_action() {
    let mut table = scene();
    let by = table.combatant_id("Ilse");
    let mut asked = unarmed(&table, table.combatant_id("Ghoul"));
    asked.throws = true;
    assert_eq!(
        ask(&table, ANA, &Question::Spent { by }),
        Reply::Spent(false)
    );
    table.give_accepted(ANA, Command::Declare(asked));
    let view = table.view(Class::Storyteller);
    let (&exchange, open) = view.exchanges.iter().next().expect("an exchange");
    let next = open.next.as_ref().expect("the defense");
    let slot = next.questions()[0].slot_and_party().expect("one").0.clone();
    let answer = AnswerInput::Chose("apply".into());
    table.give_accepted(
        ST,
        Command::Answer {
            exchange,
            slot,
            answer,
            throws: true,
        },
    );
    assert_eq!(
        ask(&table, ANA, &Question::Spent { by }),
        Reply::Spent(true)
    );
}

/// Who is hidden is not there. How a foe is bars what declaring it would refuse and nothing else, for players as for
/// those who run the table, as what is rolled first is what declaring shows; the chances against it are the storyteller's.
#[test]
fn a_reply_tells_no_more_than_a_command_would() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul");
    let pull = |table: &Table, by| {
        let offered = maneuvers(offers(table, by, "Ilse", &[ghoul]));
        let found = offered.into_iter().find(|it| it.key == "pull_stake");
        found.expect("it").barred.map(|(_, rule)| rule.to_string())
    };
    let declared = |table: &Table| {
        let mut asked = unarmed(table, ghoul);
        asked.intent = Intent::of("pull_stake");
        table.clone().give(ANA, Command::Declare(asked))
    };
    let not_staked = |refusal: &Refusal| match refusal {
        Refusal::Barred { rule, .. } => rule == "CHR-VMP-15",
        _ => false,
    };
    assert!(declared(&table).is_err_and(|refusal| not_staked(&refusal)));
    for by in [ANA, ST] {
        assert_eq!(pull(&table, by).as_deref(), Some("CHR-VMP-15"));
    }
    for key in ["staked", "prone", "unconscious", "in_hold", "immobilised"] {
        afflict(&mut table, "Ghoul", key);
    }
    assert!(declared(&table).is_ok());
    for by in [ANA, ST] {
        assert_eq!(pull(&table, by), None);
    }
    let odds = Question::Odds(unarmed(&table, ghoul));
    let refused = Reply::Refused(Refusal::NotAllowed);
    assert_eq!(ask(&table, ANA, &odds), refused);
    assert!(matches!(ask(&table, ST, &odds), Reply::Odds(_)));
    table.give_accepted(ST, Command::Hide { id: ghoul });
    let no_such = Reply::Refused(Refusal::NoSuchCombatant);
    assert_eq!(offers(&table, ANA, "Ilse", &[ghoul]), no_such);
    assert_eq!(ask(&table, ANA, &odds), no_such);
}

/// A table may show players the odds against the foes whom they see: before they roll, and when they
/// are asked. Nothing else changes, and of those whom they do not see nothing is told.
#[test]
fn a_table_may_show_the_odds_against_foes() {
    let mut table = scene();
    let ghoul = table.combatant_id("Ghoul");
    let odds = Question::Odds(unarmed(&table, ghoul));
    let refused = Reply::Refused(Refusal::NotAllowed);
    let pool = Reply::Odds(ExchangeOdds {
        exact: true,
        parties: Map::new(),
        pool: chances(ask(&table, ST, &odds)).pool,
    });
    assert_eq!(ask(&table, ANA, &odds), pool);
    assert!(matches!(
        pool,
        Reply::Odds(ExchangeOdds { pool: Some(_), .. })
    ));
    let shown = |shown| Command::SetTable {
        to: TableSetting::FoeOdds(shown),
        was: None,
    };
    assert_eq!(table.give_refused(ANA, shown(true)), Refusal::NotAllowed);
    assert_eq!(table.give_refused(ST, shown(false)), Refusal::NothingToDo);
    let before = offers(&table, ANA, "Ilse", &[ghoul]);
    table.give_accepted(ST, shown(true));
    let told = chances(ask(&table, ST, &odds));
    assert_eq!(chances(ask(&table, ANA, &odds)), told);
    assert!(told.parties[&ghoul].chance > 0.1);
    // What bars a maneuver against a foe may still tell how the foe is.
    afflict(&mut table, "Ghoul", "prone");
    assert_eq!(offers(&table, ANA, "Ilse", &[ghoul]), before);
    // Others’ combatants are not asked for.
    assert_eq!(ask(&table, BEN, &odds), refused);
    assert_eq!(ask(&table, EVE, &odds), refused);

    // The defender learns what each answer comes to.
    let at = table.combatant_id("Ilse");
    let blow = Box::new(Declaration {
        by: Some(ghoul),
        at: vec![at],
        others: Vec::new(),
        intent: Intent::of("unarmed"),
        without: Vec::new(),
        anyway: true,
        noticed: false,
        throws: false,
    });
    table.give_accepted(ST, Command::Declare(blow));
    let view = table.view(Class::Table);
    let (&exchange, open) = view.exchanges.iter().next().expect("an exchange");
    let next = open.next.clone().expect("a question");
    let slot = next.questions()[0].slot_and_party().expect("one").0.clone();
    let asked = |key: &str| Question::OddsOf {
        exchange,
        answer: Some((slot.clone(), AnswerInput::Chose(key.into()))),
    };
    let chance = |table: &Table, key| chances(ask(table, ANA, &asked(key))).parties[&at].chance;
    assert!(chance(&table, "withhold") > chance(&table, "apply"));
    // How near a foe is to fall says how it is: it goes by what players see of its health.
    let packet = DamagePacket::of_severity(rules::character::track::Severity::Lethal, 6);
    table.give_accepted(ST, Command::Harm { id: ghoul, packet });
    let down = |table: &Table, by| chances(ask(table, by, &odds)).parties[&ghoul].down;
    assert!(down(&table, ANA) > 0.01);
    let concealed = Command::SetTable {
        to: TableSetting::FoeHealth(rules::encounter::FoeHealth::Concealed),
        was: None,
    };
    table.give_accepted(ST, concealed);
    assert!(down(&table, ANA).abs() < 1e-9 && down(&table, ST) > 0.01);

    table.give_accepted(ST, shown(false));
    assert_eq!(ask(&table, ANA, &asked("apply")), refused);
    table.give_accepted(ST, Command::Undo);
    // Who goes out of sight takes the odds along.
    table.give_accepted(ST, Command::Hide { id: ghoul });
    let no_such = Reply::Refused(Refusal::NoSuchCombatant);
    assert_eq!(ask(&table, ANA, &odds), no_such);
    let gone = Reply::Refused(Refusal::NoSuchExchange);
    assert_eq!(ask(&table, ANA, &asked("apply")), gone);
}

/// With one point left any hit is the last one; with all of them none is.
#[test]
fn the_odds_tell_of_those_who_fall() {
    let lines = ["@Ilse body 6 mind 4 soul 5", "@Weston body 4 mind 4 soul 4"];
    let mut table = Table::with_system(SystemId::Tristat)
        .add_combatants(&lines)
        .place_all_in_order();
    let weston = table.combatant_id("Weston");
    let attack = Box::new(Declaration {
        by: Some(table.combatant_id("Ilse")),
        at: vec![weston],
        others: Vec::new(),
        intent: Intent::of("attack"),
        without: Vec::new(),
        anyway: true,
        noticed: false,
        throws: false,
    });
    let odds = |table: &Table| {
        let said = chances(ask(table, ST, &Question::Odds(attack.clone())));
        said.parties[&weston]
    };
    let whole = odds(&table);
    assert!(whole.chance > 0.1 && whole.down.abs() < 1e-9, "{whole:?}");
    let packet = DamagePacket::of_points(39);
    table.give_accepted(ANA, Command::Harm { id: weston, packet });
    let last = odds(&table);
    assert!((last.down - last.chance).abs() < 1e-9, "{last:?}");
    // Of one who lies there already it is no news.
    let packet = DamagePacket::of_points(60);
    table.give_accepted(ANA, Command::Harm { id: weston, packet });
    assert!(odds(&table).down.abs() < 1e-9);
}

#[test]
fn the_odds_are_those_of_the_exchange() {
    let mut table = scene();
    let weston = table.combatant_id("Weston");
    let asked = unarmed(&table, weston);
    let said = chances(ask(&table, ANA, &Question::Odds(asked.clone())));
    assert!(said.exact);
    table.give_accepted(ANA, Command::Declare(asked));
    let view = table.view(Class::Table);
    let exchange = view.exchanges.values().next().expect("an exchange").id;
    let open = |answer| Question::OddsOf { exchange, answer };
    assert_eq!(chances(ask(&table, ANA, &open(None))), said);
    let odds = table
        .encounter
        .odds(table.encounter.exchange(exchange).expect("it"), &FirstOpen)
        .expect("odds");
    let CombatantOdds {
        chance,
        damage,
        down,
        botch,
    } = said.parties[&weston];
    assert!(chance > 0.0 && chance < 1.0);
    assert!((chance - odds.hurt_chance(Party::Target(0))).abs() < 1e-4);
    assert!((damage - odds.mean_damage(Party::Target(0))).abs() < 1e-4);
    // No single blow of a fist does that, and Weston rolls nothing.
    assert!(down.abs() < 1e-9 && botch.abs() < 1e-9);
    // A pool of dice never fails in the worst way (CHR-DICE-06).
    assert!(said.parties[&table.combatant_id("Ilse")].botch.abs() < 1e-9);
    // Giving up Defense makes it worse for him.
    let view = table.view(Class::Storyteller);
    let asked = view.exchanges[&exchange].next.clone().expect("a question");
    let slot = asked.questions()[0]
        .slot_and_party()
        .expect("one")
        .0
        .clone();
    assert_eq!(slot, Slot::from("defense"));
    let without = AnswerInput::Chose("withhold".into());
    let worse = chances(ask(&table, ANA, &open(Some((slot, without)))));
    assert!(worse.parties[&weston].chance > chance);
    // What the storyteller has ruled is theirs to know.
    let ruled = Command::Rule {
        exchange,
        ruling: rules::exchange::RulingKind::Add {
            slot: Slot::new("attack"),
            label: rules::base::text::Name::new("High ground").expect("a name"),
            value: 1,
        },
        why: String::new(),
    };
    table.give_accepted(ST, ruled);
    let refused = Reply::Refused(Refusal::NotAllowed);
    assert_eq!(ask(&table, ANA, &open(None)), refused);
    // Where nothing is left of the pool there is the one of the chance die: 1 in 10.
    let ruled = Command::Rule {
        exchange,
        ruling: rules::exchange::RulingKind::Add {
            slot: Slot::new("attack"),
            label: rules::base::text::Name::new("Blindfolded").expect("a name"),
            value: -40,
        },
        why: String::new(),
    };
    table.give_accepted(ST, ruled);
    let last = chances(ask(&table, ST, &open(None)));
    assert!(
        (last.parties[&table.combatant_id("Ilse")].botch - 0.1).abs() < 1e-9,
        "{last:?}"
    );
}

/// ASC-SPLIT-01: a pool that is divided is divided for weapons too, before one of them is named.
#[test]
fn a_divided_pool_leaves_dice_for_a_weapon() {
    let lines = [
        "@Lin mage dexterity 3 melee 3 firearms 2 with sword, light pistol",
        "clerk dexterity 2",
    ];
    let mut table = Table::with_system(SystemId::Ascension).add_combatants(&lines);
    let id = table.combatant_id("Lin");
    table.give_accepted(
        ST,
        Command::RollInitiative {
            whose: InitiativeTarget::One(id),
            face: Some(5),
        },
    );
    table.next_turn();
    let plan = PlanInput {
        actions: 2,
        ..PlanInput::default()
    };
    let plan = Some(plan);
    table.give_accepted(ANA, Command::Plan { id, plan });
    let open = |table: &Table, key: &str| {
        let offered = maneuvers(offers(table, ANA, "Lin", &[]));
        let mut offered = offered.into_iter().filter(|it| it.key == key);
        offered.next().expect("a maneuver").barred
    };
    for key in ["weapon", "shoot"] {
        assert_eq!(open(&table, key), None, "{key}");
    }
    let suffers = |table: &mut Table, key: &str, amount| {
        let until = Until::Rounds(1);
        let (key, condition) = (key.to_owned(), Condition { amount, until });
        table.give_accepted(ST, Command::Afflict { id, key, condition });
    };
    suffers(&mut table, "smallest_pool", 5);
    // Three of the smaller pool's five dice are used: one is left beside the one that the second
    // action needs. After four there is none.
    for (used, left) in [(3, true), (4, false)] {
        suffers(&mut table, "divided", used);
        for key in ["weapon", "shoot"] {
            assert_eq!(open(&table, key).is_none(), left, "{key}");
        }
    }
}

/// XOV-EQP-05, XOV-ATK-06, XOV-ATK-09: what is in the own hands bars a maneuver before a target is
/// named, and at a foe too, whose numbers bar nothing.
#[test]
fn what_the_own_hands_bar_is_told_at_a_foe_too() {
    let lines = ["@Robin dexterity 3 archery 2 with bow", "hound dexterity 2"];
    let table = Table::with_system(SystemId::Crossover).add_combatants(&lines);
    for at in [vec![], vec![table.combatant_id("Hound")]] {
        let offered = maneuvers(offers(&table, ANA, "Robin", &at));
        let barred = |key: &str| {
            let it = offered.iter().find(|it| it.key == key);
            let barred = it.expect("a maneuver").barred.as_ref();
            barred.map(|(_, rule)| rule.to_string())
        };
        assert_eq!(barred("strike"), None);
        for (key, rule) in [
            ("bow", "XOV-EQP-05"),
            ("shoot", "XOV-ATK-06"),
            ("crossbow", "XOV-ATK-09"),
        ] {
            assert_eq!(barred(key).as_deref(), Some(rule), "{key} at {at:?}");
        }
    }
}

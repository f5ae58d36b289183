//! The parts of a turn: who has a step when, and whole turns played at a table.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::character::phase::{InitiativeCadence, Phase, TurnStep};
use rules::character::plan::AbortPrice;
use rules::encounter::command::{InitiativeTarget, PlanInput};
use rules::encounter::log::LogMessage;
use rules::encounter::{Class, Command, Refusal};
use rules::ruleset::SystemId;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use testkit::table::{ANA, ST, Table, roll_request};

use crate::family::owned_fighter::{FAMILY, OwnedFighter};

const XOV: SystemId = SystemId::Crossover;
const MSQ: SystemId = SystemId::Masquerade;
const ASC: SystemId = SystemId::Ascension;
const PHASES: [Phase; 3] = [Phase::Declare, Phase::Act, Phase::Extra];

fn house(switches: &[&str]) -> HouseRules {
    let mut house = HouseRules::default();
    for switch in switches {
        house.set_unchecked(switch, true);
    }
    house
}

// ---- The parts of a turn ----

/// XOV-INIT-02 among others.
#[test]
fn the_phases_and_how_often_initiative_is_rolled() {
    use Phase::{Act, Declare, Extra, Initiative};
    let check = |system: SystemId, switches: &[&str], phases: &[Phase], cadence| {
        let house = house(switches);
        assert_eq!(system.rules().round_phases(&house), phases, "{switches:?}");
        assert_eq!(
            system.rules().initiative_cadence(&house),
            cadence,
            "{switches:?}"
        );
    };
    let (once, each) = (InitiativeCadence::Once, InitiativeCadence::EveryRound);
    check(XOV, &[], &[Initiative, Declare, Act, Extra], each);
    check(MSQ, &[], &[Initiative, Declare, Act, Extra], each);
    check(MSQ, &["initiative_once"], &[Declare, Act, Extra], once);
    check(ASC, &[], &[Act, Extra], once);
    check(ASC, &["reroll_each_turn"], &[Initiative, Act, Extra], each);
    let low = "declare_low_to_high";
    check(ASC, &[low], &[Declare, Act, Extra], once);
    let both = ["reroll_each_turn", low];
    check(ASC, &both, &[Initiative, Declare, Act, Extra], each);
}

#[test]
fn settings_have_distinct_keys_and_known_rules() {
    for system in FAMILY {
        let rules = system.rules();
        let keys: BTreeSet<_> = rules
            .lists()
            .setting_specs
            .iter()
            .map(|spec| spec.key)
            .collect();
        assert_eq!(keys.len(), rules.lists().setting_specs.len());
        for spec in rules.lists().setting_specs {
            for value in testkit::setting_values::non_default_values(spec) {
                let mut on = HouseRules::default();
                on.apply_setting(spec, value);
                let replaces = rules.later_roll_replaces(&on);
                assert_eq!(replaces, spec.key == "later_roll_replaces");
                let by_players = rules.players_roll_for_unowned(&on);
                assert_eq!(by_players, system == XOV && spec.key != "npc_init_by");
            }
        }
        // By its older name as well.
        let on = house(&["npc_init_by_storyteller"]);
        assert!(!rules.players_roll_for_unowned(&on));
    }
}

/// `Ana:0 Ben:0`: names with their passes.
fn told(names: &[String], steps: &[TurnStep]) -> Vec<String> {
    let name = |step: &TurnStep| names.get(step.index).expect("a combatant").clone();
    steps.iter().map(name).collect()
}

fn fighters(there: &[OwnedFighter]) -> Vec<CombatantInfo<'_>> {
    there.iter().map(OwnedFighter::fighter).collect()
}

/// A combatant with an initiative and a plan of any shape.
fn any_fighter(system: SystemId) -> impl Strategy<Value = OwnedFighter> {
    let plan = (1..=4_u8).prop_flat_map(|actions| {
        let defenses = proptest::collection::btree_set(1..=actions, 0..=usize::from(actions));
        (Just(actions), defenses, 0..=2_u8)
    });
    let dots = (1..=4_i32, 1..=4_i32, 1..=10_u16);
    (dots, plan, 0..8_u8).prop_map(move |((dexterity, wits, die), plan, odd)| {
        let traits = [("dexterity", dexterity), ("wits", wits)];
        let mut owned = OwnedFighter::of(system, "", &traits);
        if odd != 0 {
            owned = owned.rolled(die);
        }
        let (actions, defenses, extra) = plan;
        let defenses: Vec<u8> = defenses.into_iter().collect();
        match odd {
            1 => owned,
            2 => owned
                .plans(actions, &defenses, extra)
                .takes("desperate_defense"),
            _ => owned.plans(actions, &defenses, extra),
        }
    })
}

fn crowd(system: SystemId) -> impl Strategy<Value = Vec<OwnedFighter>> {
    proptest::collection::vec(any_fighter(system), 0..7)
}

/// A combatant who stands by the rules alone: rolled, planned, no stance.
fn by_the_rules(mut there: Vec<OwnedFighter>) -> Vec<OwnedFighter> {
    there.retain(|one| one.initiative.is_some());
    for one in &mut there {
        if let Some(plan) = &mut one.plan {
            plan.stance = None;
        }
    }
    there.sort_by(|a, b| {
        let rank = |one: &OwnedFighter| one.initiative.as_ref().map(|rolled| rolled.rank.clone());
        rank(b).cmp(&rank(a))
    });
    there
}

fn names(there: &[OwnedFighter]) -> Vec<String> {
    (0..there.len()).map(|at| format!("{at:02}")).collect()
}

proptest! {
    /// Taking a combatant out of the order takes their steps out and moves no other.
    #[test]
    fn what_is_hidden_leaves_no_hole(
        system in 0..3_usize,
        turns: bool,
        there in prop_oneof![crowd(XOV), crowd(MSQ), crowd(ASC)],
        stays in proptest::collection::vec(any::<bool>(), 7),
    ) {
        let rules = FAMILY[system].rules();
        let mut there = there;
        if turns {
            for one in &mut there {
                one.house.set_unchecked("round_robin", true);
            }
        }
        let some: Vec<usize> = (0..there.len()).filter(|at| stays[*at]).collect();
        for phase in PHASES {
            let all = rules.phase_steps(phase, &fighters(&there));
            let all: Vec<(usize, u8)> = all
                .into_iter()
                .filter(|step| some.contains(&step.index))
                .map(|step| (step.index, step.pass))
                .collect();
            let left: Vec<OwnedFighter> = some.iter().map(|at| there[*at].clone()).collect();
            let fewer = rules.phase_steps(phase, &fighters(&left));
            let fewer: Vec<(usize, u8)> =
                fewer.into_iter().map(|step| (some[step.index], step.pass)).collect();
            prop_assert_eq!(all, fewer, "{:?}", phase);
        }
    }

    /// Those who declare last act first, one step each and for their first action alone
    /// (XOV-TURN-06); what is left comes in the extra phase by
    /// what was rolled, each action of it in a step of its own where they take turns.
    #[test]
    fn xov_turn_04_and_05_everybody_has_their_steps(there in crowd(XOV), turns: bool) {
        let mut there = by_the_rules(there);
        for one in &mut there {
            one.house.set_unchecked("round_robin", turns);
        }
        let ids = names(&there);
        let rest = |one: &OwnedFighter| {
            let plan = one.plan.clone().unwrap_or_default();
            usize::from(plan.actions - 1 + plan.extra)
        };
        let left: Vec<usize> = there.iter().map(rest).collect();
        let there = fighters(&there);
        let rules = XOV.rules();
        prop_assert_eq!(told(&ids, &rules.phase_steps(Phase::Act, &there)), ids.clone());
        let mut declare = told(&ids, &rules.phase_steps(Phase::Declare, &there));
        declare.reverse();
        prop_assert_eq!(declare, ids.clone());
        let extra = told(&ids, &rules.phase_steps(Phase::Extra, &there));
        let passes = if turns { left.iter().copied().max().unwrap_or(0) } else { 1 };
        let expected: Vec<String> = (0..passes)
            .flat_map(|pass| ids.iter().zip(&left).filter(move |(_, left)| **left > pass))
            .map(|(id, _)| id.clone())
            .collect();
        prop_assert_eq!(extra, expected);
    }

    /// Each combatant acts exactly once, no matter who waits and cuts in behind whom.
    #[test]
    fn xov_turn_02_waiting_loses_nobody(
        faces in proptest::collection::vec(1..=10_u16, 1..6),
        waits in proptest::collection::vec((any::<bool>(), 0..6_usize), 6),
    ) {
        let lines: Vec<String> = (0..faces.len()).map(|n| format!("Foe{} dex 2 wits 2", letter(n))).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut table = table(XOV, &[], &lines);
        let faces: Vec<(String, u16)> = faces.into_iter().enumerate()
            .map(|(n, face)| (format!("Foe{}", letter(n)), face))
            .collect();
        let faces: Vec<(&str, u16)> = faces.iter().map(|(name, face)| (name.as_str(), *face)).collect();
        roll(&mut table, &faces);
        let acts = |table: &Table| {
            let turn = table.view(Class::Storyteller).turn;
            turn.round == 1 && turn.phase >= Phase::Act
        };
        while !acts(&table) {
            table.next_turn();
        }
        for ((name, _), (waits, _)) in faces.iter().zip(&waits) {
            let id = table.combatant_id(name);
            if *waits {
                let _ = table.give(ST, Command::Wait { id, until: String::new() });
            }
        }
        let mut acted = Vec::new();
        while acts(&table) {
            let who = here(&table);
            acted.push(who.split(' ').next_back().unwrap_or_default().to_owned());
            // On a last chance of its own no combatant acts behind another.
            let view = table.view(Class::Storyteller);
            let acting = view.turn.acting.and_then(|id| view.rows.get(&id));
            let last_chance = acting.is_some_and(|row| row.timing.is_waiting());
            for ((name, _), (_, behind)) in faces.iter().zip(&waits) {
                if *behind == acted.len() && !last_chance {
                    let id = table.combatant_id(name);
                    let _ = table.give(ST, Command::CutIn { id, after: true });
                }
            }
            table.next_turn();
        }
        acted.sort();
        let mut all: Vec<String> = faces.iter().map(|(name, _)| (*name).to_owned()).collect();
        all.sort();
        prop_assert_eq!(acted, all);
    }

    /// In masquerade all declare in reverse, then each takes the first action that is no
    /// defense, and in the closing pass once all that is left.
    #[test]
    fn msq_turn_05_and_06_the_steps_are_those_with_something_to_do(there in crowd(MSQ)) {
        let there = by_the_rules(there);
        let ids = names(&there);
        let open = |one: &OwnedFighter| {
            let plan = one.plan.clone().unwrap_or_default();
            let numbers = 1..=plan.actions;
            let open = numbers.filter(|number| !plan.defenses.contains(number)).count();
            (open, usize::from(plan.extra))
        };
        let who = |acts: &dyn Fn((usize, usize)) -> bool| -> Vec<String> {
            let all = there.iter().zip(&ids).filter(|(one, _)| acts(open(one)));
            all.map(|(_, id)| id.clone()).collect()
        };
        let (main, end) = (who(&|(open, _)| open > 0), who(&|(open, extra)| open > 1 || extra > 0));
        let there = fighters(&there);
        let rules = MSQ.rules();
        prop_assert_eq!(told(&ids, &rules.phase_steps(Phase::Act, &there)), main);
        prop_assert_eq!(told(&ids, &rules.phase_steps(Phase::Extra, &there)), end);
        let mut backwards = ids.clone();
        backwards.reverse();
        prop_assert_eq!(told(&ids, &rules.phase_steps(Phase::Declare, &there)), backwards);
    }
}

/// `A`, `B`, `C`.
fn letter(n: usize) -> char {
    char::from(b'A' + u8::try_from(n).expect("few"))
}

/// XOV-POW-05, XOV-TURN-05: what is bought with Faith comes later and later.
#[test]
fn xov_pow_05_faith_comes_later() {
    let mut ana = OwnedFighter::of(XOV, "", &[]).rolled(9).plans(3, &[], 1);
    let faithful = rules::character::condition::Condition {
        amount: 1,
        until: rules::character::condition::Until::Rounds(1),
    };
    ana.conditions.insert("faithful".to_owned(), faithful);
    let ben = OwnedFighter::of(XOV, "", &[]).rolled(7).plans(1, &[], 2);
    let mut order = [ana, ben];
    let at = |order: &[OwnedFighter]| -> Vec<usize> {
        let steps = XOV.rules().phase_steps(Phase::Extra, &fighters(order));
        steps.iter().map(|step| step.index).collect()
    };
    // One point later is still before Ben, two are level and three behind.
    assert_eq!(at(&order), [0, 0, 1]);
    for (amount, expected) in [(2, vec![0, 0, 0, 1]), (3, vec![0, 0, 0, 1, 0])] {
        order[0].plan.as_mut().expect("a plan").extra = amount;
        let faith = order[0].conditions.get_mut("faithful").expect("faith");
        faith.amount = i32::from(amount);
        assert_eq!(at(&order), expected);
    }
    for one in &mut order {
        one.house.set_unchecked("round_robin", true);
    }
    assert_eq!(at(&order), [0, 1, 0, 1, 0, 0, 0]);
}

#[test]
fn a_delay_moves_the_main_action_alone() {
    // Ana, quicker, waited and stands behind Ben now.
    let ben = OwnedFighter::of(MSQ, "", &[]).rolled(3).plans(2, &[], 0);
    let ana = OwnedFighter::of(MSQ, "", &[]).rolled(9).plans(2, &[], 0);
    let order = [ben, ana];
    let at = |phase| -> Vec<usize> {
        let steps = MSQ.rules().phase_steps(phase, &fighters(&order));
        steps.iter().map(|step| step.index).collect()
    };
    assert_eq!((at(Phase::Act), at(Phase::Extra)), (vec![0, 1], vec![1, 0]));
}

#[test]
fn asc_what_time_magick_grants_comes_last() {
    let split = OwnedFighter::of(ASC, "", &[]).rolled(3).plans(3, &[], 0);
    let fast = OwnedFighter::of(ASC, "", &[]).rolled(2).plans(1, &[], 1);
    let away = fast.clone().takes("desperate_defense");
    let order = [split, fast, away];
    let at = |phase| -> Vec<usize> {
        let steps = ASC.rules().phase_steps(phase, &fighters(&order));
        steps.iter().map(|step| step.index).collect()
    };
    assert_eq!((at(Phase::Act), at(Phase::Extra)), (vec![0, 1, 2], vec![1]));
}

// ---- Whole turns ----

/// A table that plays this system, with these; `@` makes them Ana's, `!` hides them.
fn table(system: SystemId, switches: &[&str], lines: &[&str]) -> Table {
    let mut table = Table::with_system(system);
    for key in switches {
        let key = (*key).to_owned();
        table.give_accepted(ST, Command::HouseRule { key, on: true });
    }
    table.add_combatants(lines)
}

/// Rolls initiative with these faces.
#[track_caller]
fn roll(table: &mut Table, faces: &[(&str, u16)]) {
    for (name, face) in faces {
        let whose = InitiativeTarget::One(table.combatant_id(name));
        table.give_accepted_with(ST, Command::RollInitiative { whose, face: None }, &[*face]);
    }
}

fn plan(table: &Table, name: &str, plan: PlanInput) -> Command {
    let id = table.combatant_id(name);
    Command::Plan {
        id,
        plan: Some(plan),
    }
}

fn several(actions: u8, defenses: &[u8], extra: u8) -> PlanInput {
    PlanInput {
        actions,
        defenses: defenses.iter().copied().collect(),
        extra,
        ..PlanInput::default()
    }
}

/// Where the fight stands, as players see it: `1 Declare Ben`.
fn here(table: &Table) -> String {
    let view = table.view(Class::Table);
    let who = view.turn.acting.and_then(|id| view.rows.get(&id));
    let who = who.map(|row| row.full_name()).unwrap_or_default();
    format!("{} {:?} {who}", view.turn.round, view.turn.phase)
}

/// The next so many places, one after the other.
fn walk(table: &mut Table, presses: usize) -> Vec<String> {
    (0..presses)
        .map(|_| {
            table.next_turn();
            here(table)
        })
        .collect()
}

fn say(line: &str) -> Command {
    Command::Say {
        line: line.into(),
        who: None,
    }
}

#[test]
fn a_whole_turn_of_crossover() {
    let lines = [
        "@Ana mage dex 4 wits 4 firearms 2",
        "Nosferatu vampire dex 3 wits 2 stamina 3 brawl 3 fortitude 2 blood 12",
        "rat dex 2 wits 2",
    ];
    let mut table = table(XOV, &[], &lines);
    let nosferatu = table.row("Nosferatu");
    assert_eq!(
        nosferatu.sheet.and_then(|sheet| sheet.kind).as_deref(),
        Some("vampire")
    );
    assert_eq!(nosferatu.pools.get("blood"), Some(&12));
    // Ana as her players do it, the others as the storyteller likes.
    table.give_accepted_with(ANA, say("+combat/init"), &[2]);
    table.give_accepted_with(ANA, say("+combat/init RAT=4"), &[7]);
    roll(&mut table, &[("Nosferatu", 6)]);
    // 10, 11, 11: the tie goes to the higher rating.
    assert_eq!(table.order_summary(Class::Table), "0: Nosferatu Rat Ana | ");
    table.next_turn();
    assert_eq!(here(&table), "1 Declare Ana");
    table.give_accepted(ST, plan(&table, "Ana", several(2, &[2], 1)));
    assert_eq!(walk(&mut table, 1), ["1 Declare Rat"]);
    assert_eq!(walk(&mut table, 1), ["1 Declare Nosferatu"]);
    table.give_accepted(ST, plan(&table, "Nosferatu", several(3, &[], 0)));
    let main = ["1 Act Nosferatu", "1 Act Rat", "1 Act Ana"];
    assert_eq!(walk(&mut table, 1), main[..1]);
    // The first of three actions: three dice less, and no Willpower was declared.
    let claw = roll_request(
        Some(table.combatant_id("Nosferatu")),
        "Claw",
        &[("Dexterity + Brawl", 6)],
    );
    let mut eager = claw.clone();
    eager.reading.set("willpower", 1);
    let refusal = table.give_refused(ST, Command::Roll(Box::new(eager)));
    assert!(matches!(&refusal, Refusal::Chat(why) if why.code == "not_declared"));
    // Three actions are more than Wits 2 allow, too: against 9.
    table.give_accepted_with(ST, Command::Roll(Box::new(claw)), &[6, 9, 2]);
    let LogMessage::Rolled {
        pool,
        reading,
        rolled,
        ..
    } = table.last_log_message(Class::Table)
    else {
        panic!("a roll");
    };
    assert_eq!((pool, rolled.successes), (3, 1));
    let reading = XOV.rules().describe_parameters(&reading);
    assert_eq!(reading, "difficulty 9");
    assert_eq!(table.row("Nosferatu").tally.get("action"), Some(&1));
    // Ana gives her action up for a dodge.
    let price = AbortPrice::Spend;
    let id = table.combatant_id("Ana");
    table.give_accepted(ANA, Command::Abort { id, price });
    let ana = table.row("Ana");
    assert_eq!(ana.pools.get("willpower"), Some(&4));
    assert_eq!(ana.plan.map(|plan| plan.defenses.len()), Some(2));
    assert_eq!(walk(&mut table, 2), main[1..]);
    // The rest in the order of initiative, then all roll anew.
    let rest = ["1 Extra Nosferatu", "1 Extra Ana", "2 Initiative "];
    assert_eq!(walk(&mut table, 3), rest);
    for name in ["Ana", "Nosferatu", "Rat"] {
        let row = table.row(name);
        assert_eq!(
            (row.score, row.plan.is_none(), row.tally.len()),
            (None, true, 0)
        );
    }
    let again = table.give_accepted_with(ANA, say("+combat/init"), &[9]);
    assert!(!again.is_empty());
    assert_eq!(table.row("Ana").score, Some(17));
    // A second roll is written down and replaces nothing.
    table.give_accepted_with(ANA, say("+combat/init"), &[10]);
    assert_eq!(table.row("Ana").score, Some(17));
    assert!(matches!(
        table.last_log_message(Class::Table),
        LogMessage::Offered { .. }
    ));
}

#[test]
fn xov_turn_05_by_house_rule_one_action_each() {
    let lines = ["@Ana dex 4 wits 4", "rat dex 4 wits 3"];
    let mut table = table(XOV, &["round_robin"], &lines);
    roll(&mut table, &[("Ana", 5), ("Rat", 5)]);
    table.next_turn();
    table.give_accepted(ST, plan(&table, "Rat", several(3, &[], 0)));
    table.give_accepted(ST, plan(&table, "Ana", several(2, &[], 1)));
    let all = [
        "1 Declare Ana",
        "1 Act Ana",
        "1 Act Rat",
        "1 Extra Ana",
        "1 Extra Rat",
        "1 Extra Ana",
        "1 Extra Rat",
        "2 Initiative ",
    ];
    assert_eq!(walk(&mut table, 8), all);
}

#[test]
fn a_whole_turn_of_masquerade() {
    let lines = [
        "@Milo vampire dex 3 wits 2 celerity 1 blood 5",
        "thug ghoul dex 3 wits 2",
        "rat dex 1 wits 1",
    ];
    let mut table = table(MSQ, &[], &lines);
    roll(&mut table, &[("Rat", 9), ("Thug", 7)]);
    // The same total, die, Wits and Dexterity: a die each.
    let faces = [7, 3, 8];
    table.give_accepted_with(ANA, say("!inits 3 2"), &faces);
    assert_eq!(table.order_summary(Class::Table), "0: Thug Milo Rat | ");
    assert!(!table.row("Milo").mismatch);
    table.next_turn();
    assert_eq!(here(&table), "1 Declare Rat");
    table.give_accepted(ST, plan(&table, "Rat", several(1, &[1], 0)));
    table.give_accepted(ANA, plan(&table, "Milo", several(2, &[], 1)));
    // Who does nothing but defend has no step: a defense comes when the attack does.
    let all = [
        "1 Declare Milo",
        "1 Declare Thug",
        "1 Act Thug",
        "1 Act Milo",
        "1 Extra Milo",
        "2 Initiative ",
    ];
    assert_eq!(walk(&mut table, 6), all);
    table.give_accepted_with(ANA, say("!inits 4 2"), &[1]);
    assert!(table.row("Milo").mismatch);
}

#[test]
fn msq_turn_03_and_07_waiting_and_interrupting() {
    let lines = [
        "@Milo dex 3 wits 3",
        "thug dex 2 wits 2",
        "rat dex 1 wits 1",
    ];
    let mut table = table(MSQ, &["initiative_once"], &lines);
    roll(&mut table, &[("Milo", 5), ("Thug", 5), ("Rat", 5)]);
    let declared = [
        "1 Declare Rat",
        "1 Declare Thug",
        "1 Declare Milo",
        "1 Act Milo",
    ];
    assert_eq!(walk(&mut table, 4), declared);
    let id = table.combatant_id("Milo");
    let until = String::new();
    table.give_accepted(ANA, Command::Wait { id, until });
    assert_eq!(here(&table), "1 Act Thug");
    table.give_accepted(ANA, Command::CutIn { id, after: false });
    assert_eq!(here(&table), "1 Act Milo");
    let rest = ["1 Act Thug", "1 Act Rat", "2 Declare Rat"];
    assert_eq!(walk(&mut table, 3), rest);
    // Rolled once, so all are in their places again.
    assert_eq!(table.order_summary(Class::Table), "2: Milo Thug [Rat] | ");
}

#[test]
fn a_whole_fight_of_ascension() {
    let lines = ["@Ilse mage dex 3 wits 4 arete 3", "thug dex 3 wits 2"];
    let mut table = table(ASC, &[], &lines);
    roll(&mut table, &[("Ilse", 4), ("Thug", 3)]);
    assert_eq!(walk(&mut table, 1), ["1 Act Ilse"]);
    table.give_accepted(ANA, plan(&table, "Ilse", several(1, &[], 1)));
    let turn = ["1 Act Thug", "1 Extra Ilse", "2 Act Ilse", "2 Act Thug"];
    assert_eq!(walk(&mut table, 4), turn);
    // Rolled once and kept; what was granted was for that turn.
    assert_eq!(table.row("Ilse").score, Some(11));
    assert_eq!(table.row("Ilse").plan, None);
}

#[test]
fn asc_decl_01_by_house_rule_everybody_declares_first() {
    let lines = ["@Ilse mage dex 3 wits 4", "thug dex 3 wits 2"];
    let switches = ["declare_low_to_high", "reroll_each_turn", "sealed"];
    let mut table = table(ASC, &switches, &lines);
    roll(&mut table, &[("Ilse", 4), ("Thug", 3)]);
    table.next_turn();
    assert_eq!(here(&table), "1 Declare Thug");
    table.give_accepted(ST, plan(&table, "Thug", several(2, &[], 0)));
    let sealed = |table: &Table| {
        let view = table.view(Class::Table);
        let row = view.rows.get(&table.combatant_id("Thug")).expect("a row");
        (row.plan.is_none(), row.sealed)
    };
    assert_eq!(sealed(&table), (true, true));
    let turn = ["1 Declare Ilse", "1 Act Ilse"];
    assert_eq!(walk(&mut table, 2), turn);
    assert_eq!(sealed(&table), (false, false));
    assert_eq!(walk(&mut table, 2), ["1 Act Thug", "2 Initiative "]);
}

#[test]
fn msq_def_02_after_a_failed_roll_the_declared_action_stands() {
    let lines = ["@Milo vampire willpower 2", "thug"];
    let mut table = table(MSQ, &[], &lines);
    roll(&mut table, &[("Milo", 9), ("Thug", 2)]);
    let id = table.combatant_id("Milo");
    walk(&mut table, 3);
    let price = AbortPrice::Roll;
    table.give_accepted_with(ANA, Command::Abort { id, price }, &[5, 1]);
    assert_eq!(table.row("Milo").plan, None);
    for price in [AbortPrice::Roll, AbortPrice::Spend] {
        let refusal = table.give_refused(ANA, Command::Abort { id, price });
        assert!(matches!(&refusal, Refusal::Chat(why) if why.code == "already_failed"));
    }
    // The next turn is another one.
    walk(&mut table, 2);
    let price = AbortPrice::Spend;
    table.give_accepted(ANA, Command::Abort { id, price });
    let left = table.row("Milo").pools.get("willpower").copied();
    assert_eq!(left, Some(1));
}

#[test]
fn the_lines_that_are_shown_as_examples_can_be_typed() {
    for system in FAMILY {
        let speech = system.rules().facts().vocabulary;
        let mut table = table(system, &[], &[]);
        let own = speech.own_example.to_owned();
        let side = None;
        let hidden = false;
        table.give_accepted(
            ANA,
            Command::Add {
                line: own,
                side,
                hidden,
                as_one: false,
            },
        );
        table.give_accepted(ANA, say(speech.roll_example));
        let line = speech.add_example.to_owned();
        table.give_accepted(
            ST,
            Command::Add {
                line,
                side,
                hidden,
                as_one: false,
            },
        );
    }
}

#[test]
fn xov_init_04_by_house_rule_only_the_storyteller_rolls_for_others() {
    let mut table = table(XOV, &["npc_init_by_storyteller"], &["@Ana", "rat"]);
    let refusal = table.give_refused(ANA, say("+combat/init Rat=4"));
    assert!(matches!(refusal, Refusal::Chat(_)));
    table.give_accepted_with(ST, say("+combat/init Rat=4"), &[3]);
    assert_eq!(table.row("Rat").score, Some(7));
}

//! Masquerade beyond scenes: the chart, the house rules, what comes between the rolls.

use proptest::prelude::*;
use rules::base::dice::DiceScript;
use rules::base::id::CombatantId;
use rules::character::phase::Phase;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::InitiativeTarget;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Class, Command, Refusal, Timing};
use rules::ruleset::SystemId;
use rules::systems::d10::damage::DamageType;
use rules::systems::masquerade as msq;
use testkit::table::{ANA, ST, Table};

use super::duel::Duel;
use super::laws::faces;
use super::owned_fighter::OwnedFighter;
use msq::Settings;

fn by() -> Settings {
    Settings::default()
}

fn one(kind: &str, traits: &[(&str, i32)]) -> OwnedFighter {
    OwnedFighter::of(SystemId::Masquerade, kind, traits)
}

/// MSQ-SOAK-03, MSQ-SOAK-04, MSQ-SOAK-05, MSQ-SOAK-07: every cell; Stamina 3, Fortitude 2.
#[test]
fn the_soak_table() {
    let shown = |who: &OwnedFighter| -> Vec<i32> {
        let shown = SystemId::Masquerade.combat().derived_values(&who.fighter());
        let sums = shown
            .iter()
            .map(|(_, terms)| rules::base::term::sum_terms(terms));
        sums.collect()
    };
    let who = |kind: &str| one(kind, &[("stamina", 3), ("fortitude", 2)]);
    assert_eq!(shown(&who("vampire")), [5, 5, 2]);
    assert_eq!(shown(&who("ghoul")), [5, 2, 2]);
    assert_eq!(shown(&who("")), [5, 2, 2]);
    assert_eq!(shown(&who("").carries("ballistic_vest")), [8, 5, 5]);
    assert_eq!(shown(&one("", &[])), [2, 0, 0]);
    use msq::soak::{DamageSource, armor_dice};
    assert_eq!(armor_dice(3, DamageSource::Bodily, &by()), 3);
    assert_eq!(
        armor_dice(3, DamageSource::Fire, &by()) + armor_dice(3, DamageSource::Sunlight, &by()),
        0
    );
}

/// MSQ-DMG-06: the chart of attacks.
#[test]
fn the_chart_that_comes_along() {
    let chart = msq::chart::read_attacks(msq::chart::ATTACKS).expect("attacks");
    let find = |name: &str| {
        chart
            .iter()
            .find(|one| one.name == name)
            .expect("an attack")
    };
    assert_eq!(find("Fist").kind, DamageType::Bashing);
    assert_eq!(find("Torch").source, msq::soak::DamageSource::Fire);
    let dice = |name: &str| {
        let damage = find(name).damage_stats(3, 1);
        rules::base::term::sum_terms(&msq::damage::damage_terms(&damage, &by()))
    };
    assert_eq!((dice("Rifle"), dice("Thrown knife")), (8, 5));
    assert!(msq::chart::read_attacks("[]").is_err());
    let gun = r#"[{"name": "Gun", "mode": "gun", "item": 4, "type": "lethal"}]"#;
    assert!(msq::chart::read_attacks(gun).is_err());
}

/// MSQ-INIT-04: every error of the command, in order.
#[test]
fn the_command_grammar() {
    use msq::command::{CommandError as Wrong, parse_initiative_command};
    let table = [
        ("", Wrong::UnknownCommand),
        ("!init 3 2", Wrong::UnknownCommand),
        ("!inits3 2", Wrong::UnknownCommand),
        ("!inits", Wrong::ArgumentCount),
        ("!inits 3 2 1", Wrong::ArgumentCount),
        ("!inits 3,2", Wrong::ArgumentCount),
        ("!inits -3 2", Wrong::NotInteger),
        ("!inits 99 2.0", Wrong::NotInteger),
        ("!inits 3 ２", Wrong::NotInteger),
        ("!inits 3 11", Wrong::OutOfRange),
        ("!inits 99999999999999999999 1", Wrong::OutOfRange),
    ];
    for (line, wrong) in table {
        assert_eq!(parse_initiative_command(line, &by()), Err(wrong), "{line}");
    }
}

/// MSQ-DMG-01, MSQ-DMG-05: the other positions.
#[test]
fn the_other_position() {
    let halved = [(3, 1, false), (3, 1, true), (5, 1, true)].map(|(damage, soaked, before)| {
        msq::damage::undead_bashing_levels(
            damage,
            soaked,
            &Settings {
                halve_before_soak: before,
                ..by()
            },
        )
    });
    assert_eq!(halved, [1, 0, 1]);
    let shot = one("", &[("firearms", 1)]).carries("light_pistol");
    let shot = Duel::of(shot, one("", &[]), "shoot").armed();
    let shot = shot.came_to("attack", 1).chose("defense", "none");
    assert_eq!(shot.rolls(), (4, 6));
    assert_eq!(shot.under("guns_add_strength", true).rolls(), (6, 6));
    // MSQ-MULT-02: an action for each dot, for a point of blood.
    let granted = [(3, 1), (3, 0)].map(|(dots, blood)| msq::celerity::granted_actions(dots, blood));
    assert_eq!(granted, [3, 0]);
}

/// A table where these stand in the order, with this Dexterity and these faces. Wits are 0.
fn standing(there: &[(i32, u16)], rolled_off: Vec<u16>) -> Table {
    let mut table = Table::with_system(SystemId::Masquerade);
    for (dexterity, _) in there {
        table = table.add_combatants(&[&format!("thug dex {dexterity} wits 0")]);
    }
    let whose = InitiativeTarget::Storytellers;
    let roll = Command::RollInitiative { whose, face: None };
    let faces = there.iter().map(|(_, face)| *face).chain(rolled_off);
    let id = table.fresh_id();
    table
        .give_with_id(id, ST, roll, &mut DiceScript::new(faces))
        .expect("a roll");
    table
}

fn row(table: &Table, id: CombatantId) -> CombatantRow {
    let row = table.view(Class::Storyteller).rows.remove(&id);
    *row.expect("one of them")
}

/// MSQ-INIT-02, MSQ-INIT-05, MSQ-INIT-06: what the row makes of the command, and of a new turn.
#[test]
fn initiative_at_the_table() {
    let mut table =
        Table::with_system(SystemId::Masquerade).add_combatants(&["@Milo vampire dex 2 wits 3"]);
    let line = "!inits 3 2".to_owned();
    table.give_accepted_with(ANA, Command::Say { line, who: None }, &[9]);
    let milo = table.row("Milo");
    assert_eq!((milo.score, milo.mismatch), (Some(14), true));
    // A person adds the wounds; the command knows of none.
    let id = milo.id;
    let packet = DamagePacket::of_severity(Severity::Lethal, 6);
    table.give_accepted(ST, Command::Harm { id, packet });
    assert_eq!(table.row("Milo").score, Some(14));
    table.give_accepted(ST, Command::Adjust { id, by: -5 });
    assert_eq!(table.row("Milo").score, Some(9));
    let table = table.after_turns(3);
    let turn = table.view(Class::Table).turn;
    assert_eq!((turn.round, turn.phase), (2, Phase::Initiative));
    assert_eq!(table.row("Milo").score, None);
}

/// MSQ-TURN-03: only a moment that is still to come can be waited for.
#[test]
fn impossible_delays_are_refused() {
    let table = standing(&[(3, 9), (2, 4)], vec![]);
    let [first, last] = table.view(Class::Storyteller).order[..] else {
        panic!("two of them");
    };
    let wait = |id| Command::Wait {
        id,
        until: "later".into(),
    };
    let mut table = table.after_turns(3);
    assert_eq!(table.view(Class::Storyteller).turn.acting, Some(first));
    table.next_turn();
    assert_eq!(table.give_refused(ST, wait(last)), Refusal::NothingLater);
    assert_eq!(table.give_refused(ST, wait(first)), Refusal::TurnHasPassed);
}

proptest! {
    /// Each combatant acts exactly once, ties or not, waiting or cutting in, and declares in
    /// reverse (MSQ-DECL-01, MSQ-TURN-01, MSQ-TURN-02, MSQ-TURN-03, MSQ-TURN-07).
    #[test]
    fn everybody_declares_and_acts_once(
        there in proptest::collection::vec((0..3_i32, 1..3_u16), 1..6),
        waits in proptest::collection::vec((any::<bool>(), 0..6_usize, any::<bool>()), 6),
        faces in faces(),
    ) {
        let mut table = standing(&there, faces);
        let mut reversed = table.view(Class::Storyteller).order;
        reversed.reverse();
        let (mut declared, mut acted) = (Vec::new(), Vec::new());
        let mut waiting: Vec<(CombatantId, usize, bool)> = Vec::new();
        table.next_turn();
        loop {
            let turn = table.view(Class::Storyteller).turn;
            let Some(now) = turn.acting.filter(|_| turn.round == 1) else { break };
            if turn.phase == Phase::Declare {
                declared.push(now);
                table.next_turn();
                continue;
            }
            let at = reversed.iter().position(|id| *id == now).expect("one of them");
            let (delays, moment, after) = waits[at];
            let wait = Command::Wait { id: now, until: "later".into() };
            if delays && row(&table, now).timing == Timing::InPlace && table.give(ST, wait).is_ok() {
                waiting.push((now, moment, after));
                continue;
            }
            // A combatant who waited for this moment comes before this one, or right behind.
            let here = waiting.iter().position(|(id, moment, _)| *id != now && *moment == acted.len());
            if let Some(here) = here {
                let (id, _, after) = waiting.remove(here);
                if row(&table, id).timing.is_waiting() {
                    table.give_accepted(ST, Command::CutIn { id, after });
                }
                continue;
            }
            acted.push(now);
            table.next_turn();
        }
        prop_assert_eq!(&declared, &reversed);
        acted.sort();
        reversed.sort();
        prop_assert_eq!(acted, reversed);
    }

    /// Chat takes anything, and what is refused rolls nothing.
    #[test]
    fn nothing_panics(line in "(!inits)?[ \\t]*\\PC{0,20}[ \\t]*[0-9]{0,12}") {
        let mut table = Table::with_system(SystemId::Masquerade).add_combatants(&["@Ana dex 3 wits 2"]);
        let id = table.fresh_id();
        let mut script = DiceScript::new([5]);
        let who = Some(table.combatant_id("Ana"));
        if line.starts_with('!') {
            let said = table.give_with_id(id, ANA, Command::Say { line, who }, &mut script);
            prop_assert_eq!(said.is_err(), script.remaining_faces() == 1);
        }
    }
}

#[test]
fn settings_are_read_strictly() {
    assert_eq!(
        serde_json::from_str::<Settings>("{}").expect("defaults"),
        by()
    );
    assert!(serde_json::from_str::<Settings>(r#"{"tie": true}"#).is_err());
}

//! Masquerade beyond the vectors: the chart, the house rules, what comes between the rolls.

use proptest::prelude::*;
use rules::dice::Script;
use rules::system::SystemId;
use rules::systems::d10::damage::DamageType;
use rules::systems::d10::levels::Level;
use rules::systems::masquerade as msq;
use serde_json::{Value, json};

use super::duel::Duel;
use super::laws::{blow, faces, health, number};
use super::somebody::Somebody;
use msq::order::{Combatant, Delay};
use msq::track::Kind;
use msq::{Denied, Refusal, Settings};

fn by() -> Settings {
    Settings::default()
}

fn made<T: serde::de::DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).expect("possible")
}

fn one(kind: &str, traits: &[(&str, i32)]) -> Somebody {
    Somebody::of(SystemId::Masquerade, kind, traits)
}

/// MSQ-SOAK-03, MSQ-SOAK-04, MSQ-SOAK-05, MSQ-SOAK-07: every cell; Stamina 3, Fortitude 2.
#[test]
fn the_soak_table() {
    let shown = |who: &Somebody| -> Vec<i32> {
        let shown = SystemId::Masquerade.combat().shown(&who.fighter());
        let sums = shown.iter().map(|(_, terms)| rules::term::sum(terms));
        sums.collect()
    };
    let who = |kind: &str| one(kind, &[("stamina", 3), ("fortitude", 2)]);
    assert_eq!(shown(&who("vampire")), [5, 5, 2]);
    assert_eq!(shown(&who("ghoul")), [5, 2, 2]);
    assert_eq!(shown(&who("")), [5, 2, 2]);
    assert_eq!(shown(&who("").carries("ballistic_vest")), [8, 5, 5]);
    assert_eq!(shown(&one("", &[])), [2, 0, 0]);
    use msq::soak::{Source, armor};
    assert_eq!(armor(3, Source::Bodily, &by()), 3);
    assert_eq!(
        armor(3, Source::Fire, &by()) + armor(3, Source::Sunlight, &by()),
        0
    );
}

/// MSQ-DMG-06: the chart of attacks.
#[test]
fn the_chart_that_comes_along() {
    let chart = msq::chart::attacks(msq::chart::ATTACKS).expect("attacks");
    let find = |name: &str| {
        chart
            .iter()
            .find(|one| one.name == name)
            .expect("an attack")
    };
    assert_eq!(find("Fist").kind, DamageType::Bashing);
    assert_eq!(find("Torch").source, msq::soak::Source::Fire);
    let dice = |name: &str| {
        let damage = find(name).damage(3, 1);
        rules::term::sum(&msq::damage::terms(&damage, &by()))
    };
    assert_eq!((dice("Rifle"), dice("Thrown knife")), (8, 5));
    assert!(msq::chart::attacks("[]").is_err());
    let gun = r#"[{"name": "Gun", "mode": "gun", "item": 4, "type": "lethal"}]"#;
    assert!(msq::chart::attacks(gun).is_err());
}

/// MSQ-DECL-02, MSQ-DEF-01: what had to be said.
#[test]
fn declarations_bind() {
    use msq::declare::{Declaration, Deed, allows};
    let said = Declaration {
        actions: 1,
        deeds: [Deed::Attack, Deed::Delay].into(),
    };
    assert_eq!(allows(&said, &Deed::Attack, false), Ok(()));
    assert_eq!(allows(&said, &Deed::Blood, true), Err(Refusal::NotDeclared));
    assert_eq!(
        allows(&said, &Deed::Defend, false),
        Err(Refusal::NotDeclared)
    );
    assert_eq!(allows(&said, &Deed::Defend, true), Ok(()));
    let celerity = Deed::Discipline("Celerity".into());
    assert_eq!(allows(&said, &celerity, false), Err(Refusal::NotDeclared));
}

/// MSQ-INIT-01, MSQ-INIT-02, MSQ-INIT-05, MSQ-INIT-06: what the row makes of the command.
#[test]
fn initiative_at_the_table() {
    let typed = msq::command::parse("!inits 3 2", &by()).expect("possible");
    assert!(!typed.differs(3, 2) && typed.differs(2, 3));
    assert!(msq::command::counts(false, false, &by()) && !msq::command::counts(true, false, &by()));
    let once = Settings {
        initiative_each_turn: false,
        ..by()
    };
    assert!(msq::command::is_rolled(2, &by()) && !msq::command::is_rolled(2, &once));
    assert_eq!(Level::Crippled.penalty(), Some(-5), "a person adds it");
}

/// MSQ-INIT-04: every error of the command, in order.
#[test]
fn the_command_grammar() {
    use msq::command::{CommandError as Wrong, parse};
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
        assert_eq!(parse(line, &by()), Err(wrong), "{line}");
    }
}

/// MSQ-DICE-01, MSQ-TURN-02, MSQ-DEF-02, MSQ-DMG-01, MSQ-DMG-03, MSQ-DMG-05: the other
/// positions.
#[test]
fn the_other_position() {
    let all: Vec<Combatant> = made(json!([
        {"id": "A", "total": 12, "die": 9}, {"id": "B", "total": 12, "die": 4}]));
    let luck = Settings {
        tie_by_rolloff: true,
        ..by()
    };
    let ranking = |by: &Settings, faces: &[u16]| {
        msq::order::ranking(&all, by, &mut Script::new(faces.iter().copied())).expect("possible")
    };
    assert_eq!(
        (ranking(&by(), &[]), ranking(&luck, &[2, 8])),
        (vec![0, 1], vec![1, 0])
    );
    let halved = [(3, 1, false), (3, 1, true), (5, 1, true)].map(|(damage, soaked, before)| {
        msq::damage::bruises(
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
    let again = made(
        json!({"method": "spend", "willpower": 3, "new_action": "defense", "failed_before": true}),
    );
    let retry = Settings {
        retry_after_failed_roll: true,
        ..by()
    };
    let mut none = Script::default();
    assert_eq!(
        msq::abort::abort(&again, &by(), &mut none),
        Err(Denied::refused(Refusal::AlreadyFailed))
    );
    assert!(msq::abort::abort(&again, &retry, &mut none).is_ok());
    assert_eq!(
        (msq::split::celerity(3, 1), msq::split::celerity(3, 0)),
        (3, 0)
    );
}

#[test]
fn impossible_delays_are_refused() {
    let all: Vec<Combatant> = made(json!([{"id": "A", "total": 9}, {"id": "B", "total": 5}]));
    let refused = |delays: Value| {
        let delays: Vec<Delay> = made(delays);
        msq::order::order(&all, &delays, &by(), &mut Script::default()).is_err()
    };
    assert!(
        refused(json!([{"id": "B", "at": "after:A"}])),
        "that moment has passed"
    );
    assert!(refused(json!([{"id": "A", "at": "after:A"}])));
    assert!(refused(
        json!([{"id": "A", "at": "after:B"}, {"id": "B", "at": "after:A"}])
    ));
    assert!(refused(json!([{"id": "A", "at": "before:C"}])));
    assert!(!refused(json!([{"id": "A", "at": "before:B"}])));
}

proptest! {
    /// Everybody acts exactly once, ties or not, and declares in reverse.
    #[test]
    fn ties_are_total(
        numbers in proptest::collection::vec((0..3_i32, 0..2_i32), 1..8),
        waits in proptest::collection::vec((0..8_usize, 0..8_usize, any::<bool>()), 0..5),
        faces in faces(),
    ) {
        let all: Vec<Combatant> = numbers.iter().enumerate()
            .map(|(index, (total, die))| made(json!({"id": index.to_string(), "total": total, "die": die})))
            .collect();
        let delays: Vec<Delay> = waits.iter().map(|(id, whose, after)| {
            let word = if *after { "after" } else { "before" };
            made(json!({"id": id.to_string(), "at": format!("{word}:{whose}")}))
        }).collect();
        let mut script = Script::new(faces.clone());
        if let Ok(order) = msq::order::order(&all, &delays, &by(), &mut script) {
            let undelayed = msq::order::order(&all, &[], &by(), &mut Script::new(faces)).expect("possible");
            let mut reversed = undelayed.act.clone();
            reversed.reverse();
            prop_assert_eq!(&order.declare, &reversed);
            let mut act = order.act.clone();
            act.sort();
            let mut names = undelayed.act;
            names.sort();
            prop_assert_eq!(act, names);
            for delay in &delays {
                let place = |name: &str| order.act.iter().position(|one| one == name);
                let (own, other) = (place(&delay.id), place(delay.at.whose()));
                let after = matches!(delay.at, msq::order::Moment::After(_));
                prop_assert_eq!(own > other, after);
            }
        }
    }

    /// No action of a turn is lost or doubled.
    #[test]
    fn schedules_lose_nothing(declared in 0..6_i32, celerity in 0..4_i32,
                              defensive in proptest::collection::btree_set(1..6_i32, 0..4)) {
        let actors = made::<Vec<msq::schedule::Actor>>(json!([{"id": "A", "total": 3,
            "declared": declared, "celerity": celerity, "defensive": defensive}]));
        let schedule = msq::schedule::schedule(&actors, &by(), &mut Script::default());
        let fits = defensive.iter().all(|number| *number <= declared);
        prop_assert_eq!(schedule.is_ok(), fits);
        if let Ok(schedule) = schedule {
            let all = schedule.main.len() + schedule.end.len() + schedule.on_demand.len();
            prop_assert_eq!(all, usize::try_from(declared + celerity).unwrap_or(0));
            prop_assert!(schedule.main.len() <= 1);
        }
    }

    /// Pools, tracks and chat take anything.
    #[test]
    fn nothing_panics(n in proptest::collection::vec(number(), 4), row in health(),
                      blows in proptest::collection::vec(blow(), 0..4), undead: bool,
                      line in "(!inits)?[ \\t]*\\PC{0,20}[ \\t]*[0-9]{0,12}") {
        let pools = made(json!({"pools": [n[0], n[1], n[2]], "celerity_pools": [n[3]]}));
        prop_assert!(msq::split::split(&pools).pools.iter().all(|pool| *pool >= 0));
        let kind = if undead { Kind::Vampire } else { Kind::Ghoul };
        prop_assert!(msq::track::mark(row, kind, &blows).boxes.filled() >= row.boxes.filled());
        let mut script = Script::new([5]);
        let reply = msq::command::play(&line, "Ana", &by(), &mut script);
        prop_assert_eq!(reply.is_err(), script.left() == 1);
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

//! Runs the vector files that lie beside this, with the same runner as the example.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value;

#[path = "../../examples/vectors/runner/mod.rs"]
mod runner;

fn check(text: &str) {
    let vectors = runner::vectors(text).expect("a list of vectors");
    assert!(!vectors.is_empty());
    let wrong: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let why = runner::run(vector).err()?;
            Some(format!("{}: {why}", runner::id(vector)))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn chronicle_meetings() {
    check(include_str!("../vectors/chronicle-meetings.json"));
}

#[test]
fn chronicle_examples() {
    check(include_str!("../vectors/chronicle.json"));
}

#[test]
fn tristat_meetings() {
    check(include_str!("../vectors/tristat-meetings.json"));
}

#[test]
fn tristat_examples() {
    check(include_str!("../vectors/tristat.json"));
}

#[test]
fn crossover_examples() {
    check(include_str!("../vectors/crossover.json"));
    check(include_str!("../vectors/crossover-meetings.json"));
}

#[test]
fn masquerade_examples() {
    check(include_str!("../vectors/masquerade.json"));
    check(include_str!("../vectors/masquerade-meetings.json"));
}

#[test]
fn ascension_examples() {
    check(include_str!("../vectors/ascension.json"));
    check(include_str!("../vectors/ascension-meetings.json"));
}

/// Every vector there is.
static ALL: LazyLock<Vec<Value>> = LazyLock::new(|| {
    [
        include_str!("../vectors/chronicle.json"),
        include_str!("../vectors/chronicle-meetings.json"),
        include_str!("../vectors/tristat.json"),
        include_str!("../vectors/tristat-meetings.json"),
        include_str!("../vectors/crossover.json"),
        include_str!("../vectors/crossover-meetings.json"),
        include_str!("../vectors/masquerade.json"),
        include_str!("../vectors/masquerade-meetings.json"),
        include_str!("../vectors/ascension.json"),
        include_str!("../vectors/ascension-meetings.json"),
    ]
    .into_iter()
    .flat_map(|text| runner::vectors(text).expect("a list of vectors"))
    .collect()
});

/// Values that files might hold, the absurd ones among them.
fn a_value() -> impl Strategy<Value = Value> {
    let words = [
        "none", "melee", "firearm", "thrown", "unarmed", "head", "heart", "eye", "complete",
        "vampire", "long", "medium", "damage", "throw", "a", "b", "act", "aim", "charge", "",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..30_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(vec![
            i64::from(i32::MIN),
            i64::from(i32::MAX),
            i64::from(u16::MAX),
            1_000_000,
            -1_000_000,
        ])
        .prop_map(Value::from),
        any::<f64>().prop_map(|number| serde_json::json!(number)),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,10}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// The systems there are, as the beginning of a vector's id.
fn a_system() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["CHR-X", "TRI-X", "XOV-X", "MSQ-X", "ASC-X"])
}

/// Puts `value` in place of the leaf number `pick` of `tree`, or takes that key away.
fn spoil(tree: &mut Value, pick: &mut usize, value: &Value) {
    let children: Vec<&mut Value> = match tree {
        Value::Object(map) => {
            if *pick == 0
                && value.is_null()
                && let Some(key) = map.keys().next().cloned()
            {
                map.remove(&key);
                return;
            }
            map.values_mut().collect()
        }
        Value::Array(list) => list.iter_mut().collect(),
        leaf => {
            if *pick == 0 {
                *leaf = value.clone();
            }
            *pick = pick.wrapping_sub(1);
            return;
        }
    };
    for child in children {
        spoil(child, pick, value);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// A spoilt vector passes, fails or is an error; it never panics and always ends.
    #[test]
    fn spoilt_vectors_are_answered(
        which in any::<prop::sample::Index>(),
        wounds in prop::collection::vec((0..20_usize, a_value()), 1..4),
    ) {
        let mut vector = which.get(&ALL).clone();
        for (mut pick, value) in wounds {
            if let Some(given) = vector.get_mut("given") {
                let op = given.get("op").cloned();
                spoil(given, &mut pick, &value);
                if let (Some(given), Some(op)) = (given.as_object_mut(), op) {
                    given.insert("op".to_owned(), op);
                }
            }
        }
        let _ = runner::run(&vector);
    }

    /// So is anything else that is JSON.
    #[test]
    fn any_json_is_answered(system in a_system(), op in "[a-z_]{1,14}", given in a_value(), dice in a_value()) {
        let mut given = given;
        if let Some(given) = given.as_object_mut() {
            given.insert("op".to_owned(), op.into());
        }
        let vector = serde_json::json!({
            "id": system, "rule_ids": [], "given": given, "dice": dice, "expect": {},
        });
        let _ = runner::run(&vector);
    }
}

/// Faces too few, too many or odd fail a vector, and so does an unknown operation.
#[test]
fn the_runner_is_strict() {
    let run = |id: &str, op: &str, dice: &str, expect: &str| {
        let text = format!(
            r#"{{"id":"{id}","rule_ids":[],"given":{{"op":"{op}","pool":2}},"dice":{dice},"expect":{expect}}}"#
        );
        runner::run(&serde_json::from_str(&text).expect("JSON"))
    };
    assert!(run("CHR-1", "roll", "[8,1]", r#"{"successes":1}"#).is_ok());
    assert!(run("CHR-1", "roll", "[8]", r#"{"mode":"pool"}"#).is_err());
    assert!(run("CHR-1", "roll", "[8,1,1]", r#"{"successes":1}"#).is_err());
    assert!(run("CHR-1", "roll", "[8,11]", r#"{"mode":"pool"}"#).is_err());
    assert!(run("CHR-1", "roll", "[8,1]", r#"{"successes":1,"luck":1}"#).is_err());
    assert!(run("CHR-1", "dance", "[]", "{}").is_err());
    assert!(run("ABC-1", "roll", "[8,1]", "{}").is_err());
}

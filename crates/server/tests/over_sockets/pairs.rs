//! Pairs of tables by chance that differ only in what players may not see: players of both get the
//! same bytes, in every frame, page, file, answer and error. `PAIRS` says how many, and each
//! time other ones with `PROPTEST_RNG_SEED`.
//!
//! Both servers of a pair draw the same chance and have the same clock, so that not even ids,
//! tokens and times have to be made alike before they are compared.

use std::time::Duration;

use rules::ruleset::SystemId;
use serde_json::{Value, json};

use crate::again::Again;
use crate::hidden::{
    BISHOP, Evening, GHOUL, ILSE, PACK, Step, check_same, evening, hidden_in, id_of,
};

/// Numbers that follow from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((x ^ (x >> 31)) % n.max(1) as u64).expect("small")
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// What can be done to a combatant, with the right or without it.
fn deeds(id: &Value, draw: &mut Draw, words: &str) -> Value {
    let small = draw.one_of(&[1, 2, -1]);
    draw.one_of(&[
        json!({"harm": {"id": id, "packet": {"l": 1}}}),
        json!({"harm": {"id": id, "packet": {"p": 3}}}),
        json!({"turn": {"id": id, "shifts": [{"to": "b"}]}}),
        json!({"note": {"id": id, "text": words}}),
        json!({"rename": {"id": id, "name": words}}),
        json!({"count": {"id": id, "by": small}}),
        json!({"adjust": {"id": id, "by": small}}),
        json!({"spend": {"id": id, "pool": "willpower", "by": -1}}),
        json!({"spend": {"id": id, "pool": "energy", "by": -1}}),
        json!({"afflict": {"id": id, "key": "prone", "condition": {}}}),
        json!({"lift": {"id": id, "key": "prone"}}),
        json!({"give_item": {"id": id, "what": {"own": {"name": words, "kind": "weapon"}}}}),
        json!({"take_item": {"id": id, "item": 1}}),
        json!({"edit_sheet": {"id": id, "edits": [{"notes": words}]}}),
        json!({"edit_sheet": {"id": id, "edits": [{"custom": {"name": words, "value": small}}]}}),
        json!({"edit": {"id": id, "to": {"note": words}}}),
        json!({"plan": {"id": id, "plan": {"words": words, "actions": 1}}}),
        json!({"abort": {"id": id, "price": "roll"}}),
        json!({"roll_initiative": {"whose": {"one": id}}}),
        json!({"say": {"line": "/init", "who": id}}),
        json!({"accept": {"id": id, "due": "stay_awake"}}),
        json!({"roll": {"id": id, "what": words, "reading": {}, "terms": [{"label": "Wits", "value": 4}]}}),
    ])
}

/// What only those who run the table may do, to a combatant.
fn run(id: &Value, other: &Value, draw: &mut Draw, words: &str) -> Value {
    draw.one_of(&[
        json!({"edit": {"id": id, "to": {"lurks": true}}}),
        json!({"edit": {"id": id, "to": {"sight": "banded"}}}),
        json!({"hold": {"by": id, "on": other, "key": "grapple"}}),
        json!({"restore": {"ids": [id], "health": true}}),
        json!({"pass_time": {"ids": [id], "span": {"hours": 1}}}),
        json!({"waive": {"id": id, "due": "stay_awake"}}),
        json!({"roll": {"id": id, "what": words, "hidden": true, "reading": {}, "terms": [{"label": "Wits", "value": 4}]}}),
    ])
}

/// An evening by chance.
fn by_chance(system: SystemId, chance: &Again) -> Vec<Step> {
    use Step::{Ana, AnaNext, Back, Both, Eve, Look, Next, Only, Pages, Restart};
    let mut draw = Draw(chance.salt());
    let who = |step: usize, nth: usize| json!(chance.comes(id_of(step), nth));
    let (ghoul, ilse) = (who(GHOUL, 0), who(ILSE, 0));
    let hidden = [who(BISHOP, 0), who(PACK, 0), who(PACK, 1), who(PACK, 2)];
    let add = |line: &str| json!({"add": {"line": line}});
    let rich = match system
        .rules()
        .facts()
        .trait_specs
        .iter()
        .any(|spec| spec.key == "willpower")
    {
        true => "willpower 5",
        false => "mind 5",
    };
    let shown = draw.one_of(&["shown", "concealed"]);
    let mut steps = vec![
        Both(json!({"foe_health": {"shown": shown}})),
        Both(add("ghoul")),
        Ana(add(&format!("Ilse {rich}"))),
        Only(json!({"add": {"line": format!("The Bishop {rich}"), "hidden": true}})),
        Only(add("3x shade hidden")),
        Ana(json!({"roll_initiative": {"whose": "mine"}})),
        Both(json!({"roll_initiative": {"whose": "storytellers"}})),
        Next,
        Both(json!({"foe_odds": {"shown": true}})),
    ];
    let mut proposed = None;
    for _ in 0..36 {
        let at = draw.below(hidden.len());
        let lurking = &hidden[at];
        match draw.below(20) {
            0..=4 => steps.push(Only(deeds(lurking, &mut draw, "murmurs"))),
            5..=6 => {
                let other = draw.one_of(&hidden);
                steps.push(Only(run(lurking, &other, &mut draw, "murmurs")));
            }
            7 => steps.push(Only(
                json!({"move": {"id": lurking, "to": {"before": ilse}}}),
            )),
            8 => steps.push(Only(add("2x shade hidden"))),
            // A foe's own initiative falls in secret, and the score is told: where secret dice are
            // drawn from a secret, another one before it makes it another.
            9..=10 => match deeds(&ghoul, &mut draw, "growls") {
                asked if asked.get("roll_initiative").is_some() || asked.get("say").is_some() => {
                    let one = json!({"whose": {"one": ghoul}, "face": 5});
                    steps.push(Both(json!({"roll_initiative": one})));
                }
                asked => steps.push(Both(asked)),
            },
            11..=12 => steps.push(Ana(deeds(&ilse, &mut draw, "hums"))),
            13 => steps.push(Ana(deeds(lurking, &mut draw, "Seen"))),
            14 => steps.push(Eve(deeds(lurking, &mut draw, "Seen"))),
            15 => {
                let whom = draw.one_of(&[&ghoul, lurking]).clone();
                let command = json!({"harm": {"id": whom, "packet": {"b": 1}}});
                proposed = (whom == ghoul).then_some(steps.len());
                steps.push(Ana(json!({"propose": {"command": command}})));
            }
            16 => match proposed.take() {
                Some(step) => {
                    let accept = draw.below(2) == 0;
                    let settle = json!({"settle": {"proposal": id_of(step), "accept": accept}});
                    steps.push(Both(settle));
                }
                None => steps.push(Ana(draw.one_of(&[json!("undo"), json!("redo")]))),
            },
            17 => steps.extend([AnaNext, Next]),
            18 => steps.push(Next),
            _ => steps.push(draw.one_of(&[Look, Back])),
        }
    }
    let pages = pages(&ilse, &ghoul, &hidden, &mut draw);
    steps.extend([Pages(pages.clone())]);
    if draw.below(6) == 0 {
        steps.extend([Restart, Pages(pages.clone())]);
    }
    // The epoch of the dice ends, and its secret is told.
    steps.extend([
        Both(json!("end_epoch")),
        Both(json!("end_scene")),
        Pages(pages),
    ]);
    steps
}

/// Every page and file under a table, also those of combatants and steps that players may not see.
fn pages(ilse: &Value, ghoul: &Value, hidden: &[Value], draw: &mut Draw) -> Vec<String> {
    let fixed = [
        "",
        "/cast",
        "/settings",
        "/people",
        "/dice",
        "/dice.json",
        "/replay",
        "/replay.json",
        "/log",
        "/log?q=murmurs",
        "/log?q=ghoul",
        "/recap",
        "/recap.md",
        "/told.json",
        "/table.json",
        "/cast.json",
        "/encounter.json",
        "/nothing",
    ];
    let mut pages: Vec<String> = fixed.map(str::to_owned).into();
    let of = |id: &Value| id.as_str().expect("an id").to_owned();
    for id in [ilse, ghoul].into_iter().chain(hidden) {
        let id = of(id);
        pages.push(format!("/c/{id}"));
        pages.push(format!("/c/{id}/past"));
        pages.push(format!("/log?who={id}"));
        pages.push(format!("/portrait/{id}/00000000000000000000000000000007"));
    }
    for _ in 0..4 {
        let step = draw.below(60);
        pages.push(format!("/replay?at={step}"));
        pages.push(format!("/replay.json?at={step}"));
    }
    pages
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The one in the middle.
fn median(mut all: Vec<Duration>) -> Duration {
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or_default()
}

#[expect(clippy::print_stdout, reason = "figures are reported")]
#[tokio::test]
async fn players_of_both_tables_get_the_same_bytes() {
    let pairs = number("PAIRS").unwrap_or(10);
    let seed = number("PROPTEST_RNG_SEED").unwrap_or(1) % 1_000_000;
    let mut took = [Vec::new(), Vec::new()];
    let (mut bytes, mut differing) = (0, 0);
    for nth in 0..pairs {
        let system = SystemId::ALL[usize::try_from(nth).expect("few") % SystemId::ALL.len()];
        let of = Evening {
            system,
            script: by_chance,
            fair: true,
        };
        let salt = seed * 1_000 + nth;
        let mut got = Vec::new();
        for second in [false, true] {
            let (told, all, times) = evening(&of, salt, second).await;
            took[usize::from(second)].extend(times);
            got.push((told, all));
        }
        let [(one, all), (other, all_too)] = &got[..] else {
            unreachable!("two worlds");
        };
        for (one, other) in one.iter().zip(other) {
            check_same(one, other);
            bytes += one.len();
        }
        assert_eq!(one.len(), other.len(), "salt {salt}");
        assert!(!one.concat().contains("Bishop"), "salt {salt}");
        assert_eq!(hidden_in(all), 0);
        differing += usize::from(hidden_in(all_too) >= 4);
    }
    // The worlds do differ, and players are told much.
    assert_eq!(differing, usize::try_from(pairs).expect("few"));
    let [without, with] = took.map(median);
    println!(
        "{pairs} pairs, {} MB alike; answers to players took {without:?} where nothing is hidden and {with:?} where \
         something is (medians)",
        bytes / 1_000_000
    );
}

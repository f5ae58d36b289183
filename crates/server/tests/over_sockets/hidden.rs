//! Two evenings that differ only in what players may not see give them the same bytes: pages,
//! headers, frames, answers and refusals.

use std::time::{Duration, Instant};

use rules::base::sorted_map::Map;

use rules::base::id::{CombatantId, CommandId, SeatId};
use rules::character::sheet::Sheet;
use rules::encounter::View;
use rules::ruleset::SystemId;
use rules::wire::ClientMessage;
use serde_json::{Value, json};

use crate::again::Again;
use crate::client::{Answer, Guest, command};
use crate::server::{Company, Server};

/// One thing that happens.
#[derive(Clone)]
pub(crate) enum Step {
    /// The storyteller, in both worlds.
    Both(Value),
    /// The storyteller, one way here and another way there.
    Either(Value, Value),
    /// The storyteller, in the second world only.
    Only(Value),
    /// The storyteller presses "next" until players see somebody else act.
    Next,
    /// Ana ends the turn she sees.
    AnaNext,
    /// A player.
    Ana(Value),
    /// Somebody who only watches.
    Eve(Value),
    /// They load the page again.
    Look,
    /// They lose the line and come back.
    Back,
    /// The server goes down and up again.
    Restart,
    /// They open these pages of the table, and what comes of it counts whatever it is.
    Pages(Vec<String>),
}

/// The command of a step; the dice go by it, and so does the id of whoever it adds.
pub(crate) fn id_of(step: usize) -> CommandId {
    CommandId(0xabcd_ef00_0000_0000_0000_0000_0000_0000 | step as u128)
}

pub(crate) const GHOUL: usize = 1;
pub(crate) const ILSE: usize = 2;
pub(crate) const BISHOP: usize = 3;
pub(crate) const PACK: usize = 4;

fn script(chance: &Again) -> Vec<Step> {
    use Step::{Ana, AnaNext, Back, Both, Either, Eve, Look, Next, Only, Restart};
    let who = |step: usize| chance.comes(id_of(step), 0);
    let (ghoul, ilse, bishop) = (who(GHOUL), who(ILSE), who(BISHOP));
    let spy = chance.comes(id_of(PACK), 1);
    let add = |line: &str| json!({"add": {"line": line}});
    let roll = |id: CombatantId, hidden: bool| {
        json!({"roll": {
            "id": id, "what": "Wits", "hidden": hidden, "reading": {},
            "terms": [{"label": "Wits", "value": 5}],
        }})
    };
    let mut steps = vec![
        Both(json!({"foe_health": {"shown": "concealed"}})),
        Either(
            add("ghoul dex 3 comp 2 stam 2"),
            add("ghoul dex 2 comp 3 stam 4"),
        ),
        Ana(add("Ilse dex 4 comp 3 stam 3")),
        Only(json!({"add": {"line": "The Bishop vampire dex 5 comp 9", "hidden": true}})),
        Only(add("3x ghoul hidden dex 5")),
        Look,
        Ana(json!({"roll_initiative": {"whose": "mine"}})),
        Both(json!({"roll_initiative": {"whose": {"one": ghoul}, "face": 5}})),
        Only(json!({"roll_initiative": {"whose": {"one": bishop}}})),
        Only(json!({"move": {"id": bishop, "to": {"before": null}}})),
        Only(json!({"move": {"id": bishop, "to": {"before": ilse}}})),
        // In the second world the hidden ones roll along.
        Both(add("2x rat")),
        Both(json!({"roll_initiative": {"whose": "storytellers"}})),
    ];
    // Whatever Ana tries on somebody hidden is as if there was nobody.
    let packet = json!({"b": 1});
    for hidden in [bishop, spy] {
        steps.extend([
            Ana(json!({"harm": {"id": hidden, "packet": packet}})),
            Ana(json!({"turn": {"id": hidden, "shifts": [{"to": "l"}]}})),
            Ana(json!({"note": {"id": hidden, "text": "seen"}})),
            Ana(json!({"rename": {"id": hidden, "name": "Seen"}})),
            Ana(json!({"assign": {"id": hidden, "seat": 2}})),
            Ana(json!({"remove": {"id": hidden}})),
            Ana(json!({"reveal": {"id": hidden}})),
            Ana(json!({"move": {"id": ilse, "to": {"before": hidden}}})),
            Ana(json!({"roll_initiative": {"whose": {"one": hidden}}})),
            Ana(roll(hidden, false)),
            Eve(json!({"harm": {"id": hidden, "packet": packet}})),
        ]);
    }
    steps.extend([
        Next,
        Look,
        AnaNext,
        Next,
        Only(json!({"harm": {"id": ghoul, "packet": {"l": 2}}})),
        Only(json!({"harm": {"id": bishop, "packet": {"a": 1}}})),
        Only(json!({"note": {"id": bishop, "text": "listens"}})),
        Only(roll(bishop, false)),
        Only(roll(ghoul, true)),
        Back,
        Ana(roll(ilse, false)),
        Ana(json!({"harm": {"id": ilse, "packet": {"l": 1}}})),
        Only(json!({"rename": {"id": bishop, "name": "The Prince"}})),
        Only(json!({"remove": {"id": spy}})),
        Ana(json!("undo")),
        Ana(json!("undo")),
        Only(json!("undo")),
        Ana(json!("redo")),
        // What happens out of sight neither ends nor names what she can bring back.
        Only(json!({"note": {"id": bishop, "text": "creeps"}})),
        Only(json!("undo")),
        Only(json!({"harm": {"id": ghoul, "packet": {"l": 1}}})),
        Look,
        Ana(json!("redo")),
        Ana(json!("redo")),
        Ana(json!("undo")),
        Both(json!({"move": {"id": ghoul, "to": "bench"}})),
        Both(json!({"move": {"id": ghoul, "to": {"before": ilse}}})),
        Both(json!("sort")),
        Next,
        AnaNext,
        Next,
    ]);
    // Limits count what players see.
    steps.extend((0..9).map(|_| Ana(add("cat"))));
    steps.extend((0..6).map(|_| Only(add("20x shade hidden"))));
    steps.extend((0..5).map(|_| Both(add("20x rat"))));
    steps.extend([Both(add("ghoul")), Look, Back, Restart, Look]);
    steps.extend([Ana(json!({"note": {"id": bishop, "text": "seen"}}))]);
    steps.extend([
        Ana(json!({"note": {"id": ilse, "text": "prone"}})),
        Both(add("ghost")),
    ]);
    steps
}

/// What happens in a system whose rounds have more to them: plans, waits, points, talk.
fn round_script(system: SystemId, chance: &Again) -> Vec<Step> {
    use Step::{Ana, AnaNext, Back, Both, Look, Next, Only, Restart};
    let rules = system.rules();
    let who = |step: usize| chance.comes(id_of(step), 0);
    let (ghoul, ilse, bishop) = (who(GHOUL), who(ILSE), who(BISHOP));
    let add = |line: &str| json!({"add": {"line": line}});
    let everyone = || Both(json!({"roll_initiative": {"whose": "everyone"}}));
    let most = rules.facts().plan_spec.map_or(1, |plan| plan.actions);
    let plan = |id: CombatantId, words: &str, actions: u8| {
        let plan = json!({"words": words, "actions": actions.min(most)});
        json!({"plan": {"id": id, "plan": plan}})
    };
    let wait = |id: CombatantId| json!({"wait": {"id": id, "until": "the door opens"}});
    let cut_in = |id: CombatantId| json!({"cut_in": {"id": id}});
    let say = |line: &str| json!({"say": {"line": line}});
    let pools = rules.pool_specs(&Sheet {
        kind: None,
        traits: Map::from([("willpower".into(), 5), ("mind".into(), 5)]),
        ..Sheet::default()
    });
    let pool = pools.first().map_or("", |pool| pool.key);
    let spend = |id: CombatantId| json!({"spend": {"id": id, "pool": pool, "by": -1}});
    let dials = rules.parameter_specs(None);
    let dial = dials.last().expect("a dial").key;
    let roll = |id: CombatantId, hidden: bool| {
        json!({"roll": {
            "id": id, "what": "Scheming", "hidden": hidden, "reading": {dial: 1},
            "terms": [{"label": "Wits", "value": 5}],
        }})
    };
    let rich = match rules
        .facts()
        .trait_specs
        .iter()
        .any(|spec| spec.key == "willpower")
    {
        true => "willpower 5",
        false => "mind 5",
    };
    let mut steps = vec![
        // Refused where nothing is declared; then it is refused in both worlds.
        Both(json!({"house_rule": {"key": "sealed", "on": true}})),
        Both(add("ghoul")),
        Ana(add(&format!("Ilse {rich}"))),
        Only(json!({"add": {"line": format!("The Bishop {rich}"), "hidden": true}})),
        Only(add("3x ghoul hidden")),
        Ana(json!({"roll_initiative": {"whose": "mine"}})),
        Both(json!({"roll_initiative": {"whose": "storytellers"}})),
        Only(plan(bishop, "schemes", 3)),
        Next,
        Look,
    ];
    // Whatever Ana tries on somebody hidden is as if there was nobody.
    steps.extend([
        Ana(plan(bishop, "Seen", 1)),
        Ana(wait(bishop)),
        Ana(cut_in(bishop)),
        Ana(spend(bishop)),
        Ana(json!({"adjust": {"id": bishop, "by": 1}})),
        Ana(json!({"count": {"id": bishop, "by": -1}})),
        Ana(json!({"abort": {"id": bishop, "price": "roll"}})),
        Ana(json!({"give_initiative": {"line": 7, "id": bishop}})),
        Ana(json!({"say": {"line": "/init", "who": bishop}})),
        Ana(say("+combat/init The Bishop=7")),
        Ana(say("!inits 3 2")),
        Ana(say("/init")),
    ]);
    for _ in 0..3 {
        steps.extend([
            everyone(),
            // The last one can always still wait.
            Only(json!({"adjust": {"id": bishop, "by": -40}})),
            Only(plan(bishop, "schemes on", 2)),
            Both(plan(ghoul, "rushes", 2)),
            Ana(plan(ilse, "hides", 3)),
            Next,
            Only(cut_in(bishop)),
            Only(wait(bishop)),
            Only(roll(bishop, false)),
            Only(roll(ilse, true)),
            Next,
            Only(cut_in(bishop)),
            Only(wait(bishop)),
            Only(spend(bishop)),
            Next,
            Only(cut_in(bishop)),
            Only(wait(bishop)),
            Look,
            Ana(wait(ilse)),
            Next,
            Only(cut_in(bishop)),
            Only(wait(bishop)),
            Ana(roll(ilse, false)),
            Ana(json!({"abort": {"id": ilse, "price": "spend"}})),
            AnaNext,
            Only(json!({"harm": {"id": bishop, "packet": {"l": 1}}})),
            Only(json!({"harm": {"id": bishop, "packet": {"p": 9}}})),
            Only(json!({"abort": {"id": bishop, "price": "roll"}})),
            Both(cut_in(ilse)),
            Ana(json!("undo")),
            Only(json!({"note": {"id": bishop, "text": "waits"}})),
            Ana(json!("redo")),
            Ana(json!("undo")),
            Next,
            Only(cut_in(bishop)),
            Only(wait(bishop)),
            Back,
            Ana(spend(ilse)),
            Both(wait(ghoul)),
            Only(json!({"say": {"line": "/init", "who": bishop}})),
            Ana(say("Who is there?")),
            Next,
            Only(cut_in(bishop)),
            Only(wait(bishop)),
            Next,
            Only(cut_in(bishop)),
            Only(wait(bishop)),
            Only(json!({"note": {"id": bishop, "text": "listens"}})),
        ]);
    }
    steps.extend([Look, Back, Restart, Look, Next, Next]);
    steps
}

/// An evening of two worlds: on which rules, and what happens.
pub(crate) struct Evening {
    pub(crate) system: SystemId,
    pub(crate) script: fn(SystemId, &Again) -> Vec<Step>,
    /// Whether the dice come from secrets and can be checked, as those of a real table.
    pub(crate) fair: bool,
}

/// Everything a player and a spectator are sent in one evening, what those who run the
/// table see at the end of it, and how long the player waited for each answer.
pub(crate) async fn evening(
    of: &Evening,
    salt: u64,
    second_world: bool,
) -> (Vec<String>, View, Vec<Duration>) {
    let chance = match of.fair {
        true => Again::fairly(salt),
        false => Again::salted(salt),
    };
    let mut took = Vec::new();
    let script = (of.script)(of.system, &chance);
    let mut company = Company::on(Server::with(chance).await, of.system).await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let mut got = Vec::new();
    for (at, step) in script.iter().enumerate() {
        let id = id_of(at);
        company.server.clock.wind(20_000);
        match step {
            Step::Both(asked) => _ = sam.give_as(id, asked).await,
            Step::Either(one, other) => {
                let asked = if second_world { other } else { one };
                _ = sam.give_as(id, asked).await;
            }
            Step::Only(asked) if second_world => _ = sam.give_as(id, asked).await,
            Step::Only(_) => {}
            Step::Next => {
                let known = ana.view().turn;
                while ana.view().turn == known {
                    let after = sam.view().turn;
                    let pressed = sam
                        .give(json!({"next_turn": {"after": after, "anyway": true}}))
                        .await;
                    assert_eq!(pressed, Ok(()));
                    ana.catch_up().await;
                }
            }
            Step::AnaNext => {
                let after = ana.view().turn;
                _ = ana
                    .give_as(id, &json!({"next_turn": {"after": after, "anyway": true}}))
                    .await;
            }
            Step::Ana(asked) => {
                let begun = Instant::now();
                _ = ana.give_as(id, asked).await;
                took.push(begun.elapsed());
            }
            Step::Eve(asked) => _ = eve.give_as(id, asked).await,
            Step::Look => {
                for guest in [&mut company.ana, &mut company.eve] {
                    got.push(page(guest.get(&format!("/t/{}", company.table)).await));
                }
            }
            Step::Pages(paths) => {
                for guest in [&mut company.ana, &mut company.eve] {
                    for path in paths {
                        let answer = guest.get(&format!("/t/{}{path}", company.table)).await;
                        let status = answer.status;
                        got.push(format!("{path} {status} {}", whole(answer)));
                    }
                }
            }
            Step::Back => {
                ana.catch_up().await;
                let mut back = company.ana.dial(company.encounter).await;
                back.remember(ana.seen(), ana.view().clone());
                back.hello(ana.seen).await;
                ana = back;
                // Also what was said before is answered as it was.
                for (told, step) in script.iter().enumerate().take(at) {
                    if let Step::Ana(asked) = step {
                        let (id, command) = (id_of(told), command(asked));
                        ana.tell(&ClientMessage::Do { id, command }).await;
                        _ = ana.answer(id).await;
                    }
                }
            }
            Step::Restart => {
                let seen = ana.seen;
                // An open line that nobody reads makes going down take its time.
                drop((sam, ana, eve));
                company = company.again().await;
                [sam, _, eve] = company.lines().await;
                ana = company.ana.dial(company.encounter).await;
                ana.hello(seen).await;
            }
        }
        sam.catch_up().await;
        for line in [&mut ana, &mut eve] {
            line.catch_up().await;
            // The test asked more often in one world; that is not the server's doing. Who is
            // here comes when it comes, and is the same in the end.
            let in_step = |text: &str| text != r#""pong""# && !text.starts_with(r#"{"here":"#);
            line.heard.retain(|text| in_step(text));
            got.push(format!("{at} {:?} {}", line.seen, line.heard.join(" ")));
            line.heard.clear();
        }
    }
    for line in [&mut ana, &mut eve] {
        line.until(|line| line.here == [1, 2, 4].map(SeatId)).await;
    }
    let all = sam.view().clone();
    drop((sam, ana, eve));
    company.server.stop().await;
    (got, all, took)
}

/// Says where the first difference is, and not the whole page.
pub(crate) fn check_same(one: &str, other: &str) {
    let differs = |(a, b): (u8, u8)| a != b;
    if let Some(at) = one.bytes().zip(other.bytes()).position(differs) {
        let part = |text: &str| {
            let bytes = &text.as_bytes()[at.saturating_sub(400)..(at + 200).min(text.len())];
            String::from_utf8_lossy(bytes).into_owned()
        };
        assert_eq!(part(one), part(other));
    }
    assert_eq!(one, other);
}

/// A page with its headers. The date is the machine's.
fn page(answer: Answer) -> String {
    assert_eq!(answer.status, 200);
    whole(answer)
}

fn whole(mut answer: Answer) -> String {
    answer.headers.retain(|(name, _)| name != "date");
    format!("{:?}\n{}", answer.headers, answer.body)
}

/// Both worlds of an evening: what players got, and what the two storytellers saw in the end.
async fn two_worlds(of: &Evening, salt: u64, secrets: &[&str]) -> [View; 2] {
    let (one, all, _) = evening(of, salt, false).await;
    let (other, all_too, _) = evening(of, salt, true).await;
    for (one, other) in one.iter().zip(&other) {
        check_same(one, other);
    }
    assert_eq!(one.len(), other.len(), "salt {salt}");
    let told = one.join("\n");
    for secret in secrets {
        assert!(!told.contains(secret), "{secret}");
    }
    [all, all_too]
}

pub(crate) fn hidden_in(view: &View) -> usize {
    view.rows.values().filter(|row| row.hidden).count()
}

fn knows(view: &View, name: &str) -> bool {
    view.rows.values().any(|row| row.name == name)
}

#[tokio::test]
async fn two_worlds_that_look_alike_sound_alike() {
    let of = Evening {
        system: SystemId::FIRST,
        script: |_, chance| script(chance),
        fair: false,
    };
    for salt in 1..=2 {
        let [all, all_too] = two_worlds(&of, salt, &["Bishop", "Prince", "shade"]).await;
        // The worlds do differ.
        assert_eq!((hidden_in(&all), knows(&all, "The Prince")), (0, false));
        assert!(hidden_in(&all_too) > 60 && knows(&all_too, "The Prince"));
    }
}

#[tokio::test]
async fn plans_waits_and_points_of_hidden_ones_make_no_sound() {
    for system in SystemId::ALL.iter().copied() {
        let script = round_script;
        let fair = false;
        let of = Evening {
            system,
            script,
            fair,
        };
        let [all, all_too] = two_worlds(&of, 1, &["schemes", "listens"]).await;
        assert_eq!(hidden_in(&all), 0);
        assert_eq!(hidden_in(&all_too), 4, "{system:?}");
        let told_too = serde_json::to_string(&all_too.log).expect("data");
        // Something came of every kind of secret that these rules know.
        let spoke = |part: &str| told_too.contains(part);
        assert!(spoke("\"waits\":{\"name\":\"The Bishop"), "{system:?}");
        assert!(spoke("\"cuts_in\":{\"name\":\"The Bishop"), "{system:?}");
        if system.rules().facts().plan_spec.is_some() {
            assert!(spoke("\"planned\":{\"name\":\"The Bishop"), "{system:?}");
        }
        assert!(spoke("\"spent\":{\"name\":\"The Bishop"), "{system:?}");
    }
}

/// From outside nothing tells whether there is such a table, link, encounter or seat.
#[tokio::test]
async fn nothing_looks_like_nothing() {
    let company = Company::gather().await;
    let mut stranger = Guest::new(company.server.address);
    let mut taken = Vec::new();
    for path in [
        format!("/t/{}", company.table),
        format!("/t/{}", rules::base::id::TableId(7)),
        "/t/none".into(),
        "/t/0".into(),
        "/join/none".into(),
        "/nothing".into(),
        "/pkg/x/y".into(),
        "/fonts/../secret".into(),
    ] {
        let answer = stranger.get(&path).await;
        assert_eq!(answer.status, 404, "{path}");
        taken.push(Answer {
            status: 200,
            ..answer
        });
    }
    let looks: Vec<String> = taken.into_iter().map(page).collect();
    for look in &looks {
        assert_eq!(look, &looks[0]);
    }
    for encounter in [company.encounter, rules::base::id::EncounterId(7)] {
        let origin = format!("http://{}", company.server.address);
        let refused = stranger.knock(encounter, Some(&origin)).await.err();
        assert_eq!(refused, Some(404));
    }
    company.server.stop().await;
}

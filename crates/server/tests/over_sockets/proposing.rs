//! What players propose, over real sockets and on its page: done, let be, taken back, outdated, and what
//! nobody else hears of it.

use rules::base::id::{CombatantId, CommandId};
use rules::encounter::Refusal;
use rules::wire::NotDoneReason;
use serde_json::{Value, json};

use crate::client::{Line, fresh_id};
use crate::server::Company;

const REFUSED: fn(Refusal) -> Result<(), NotDoneReason> = |why| Err(NotDoneReason::Refused(why));

fn harm(id: CombatantId, lethal: u16) -> Value {
    json!({"harm": {"id": id, "packet": {"b": 0, "l": lethal, "a": 0}}})
}

fn propose(command: &Value) -> Value {
    json!({"propose": {"command": command}})
}

/// Proposes over a socket; the id by which it is known.
async fn proposes(line: &mut Line, command: &Value) -> CommandId {
    let id = fresh_id();
    let done = line.give_as(id, &propose(command)).await;
    assert_eq!(done, Ok(()), "{command}");
    id
}

/// What waits for the storyteller, in words.
async fn waits(sam: &mut Line) -> Vec<String> {
    sam.catch_up().await;
    let all = sam.view().proposals.iter();
    all.map(|it| format!("{}: {}", it.by, it.words)).collect()
}

/// Ilse is Ana's; there are two ghouls, and a cat that only the storyteller sees.
async fn laid() -> (Company, [Line; 3]) {
    let company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    for line in ["2x ghoul stam 2 size 5 willpower 3", "Cat hidden"] {
        assert_eq!(sam.give(json!({"add": {"line": line}})).await, Ok(()));
    }
    let ilse = json!({"add": {"line": "Ilse stam 3 size 5"}});
    assert_eq!(ana.give(ilse).await, Ok(()));
    for line in [&mut sam, &mut ana, &mut eve] {
        line.catch_up().await;
    }
    (company, [sam, ana, eve])
}

#[tokio::test]
async fn each_kind_is_proposed_heard_by_one_and_done() {
    let (company, [mut sam, mut ana, mut eve]) = laid().await;
    let mut ben = company.ben.follow(company.encounter).await;
    let (ghoul, ilse) = (ana.id("Ghoul A"), ana.id("Ilse"));
    let marked = json!({"turn": {"id": ghoul, "shifts": [{"to": "l"}]}});
    let healed = json!({"turn": {"id": ghoul, "shifts": [{"from": "l"}]}});
    let prone = |what: &str| match what {
        "afflict" => json!({"afflict": {"id": ghoul, "key": "prone"}}),
        _ => json!({"lift": {"id": ghoul, "key": "prone"}}),
    };
    let spent = |by: i32| json!({"spend": {"id": ghoul, "pool": "willpower", "by": by}});
    let place = json!({"move": {"id": ilse, "to": {"before": null}}});
    // That all four are here is told a moment after they came.
    for line in [&mut ben, &mut eve] {
        line.until(|line| line.here.len() == 4).await;
    }
    for (command, words) in [
        (harm(ghoul, 2), "Ghoul A: takes 2 lethal"),
        (marked, "Ghoul A: 1 lethal"),
        (healed, "Ghoul A: 1 healed"),
        (prone("afflict"), "Ghoul A: prone"),
        (prone("lift"), "Ghoul A: no longer prone"),
        (spent(-1), "Ghoul A: −1 Willpower"),
        (spent(1), "Ghoul A: +1 Willpower"),
        (place, "Ilse: to the end of the order"),
    ] {
        for line in [&mut ben, &mut eve] {
            line.catch_up().await;
        }
        let (seen, heard) = (ben.seen(), (ben.heard.len(), eve.heard.len()));
        let id = proposes(&mut ana, &command).await;
        assert_eq!(waits(&mut sam).await, [format!("Ana: {words}")]);
        // To everybody else it makes no sound, and no number is left out.
        for line in [&mut ben, &mut eve] {
            line.catch_up().await;
        }
        assert_eq!(ben.seen(), seen, "{words}");
        for line in ben.heard[heard.0..].iter().chain(&eve.heard[heard.1..]) {
            assert_eq!(line, r#""pong""#, "{words}");
        }
        // What it does is what the command does, and then everybody sees it.
        let accept = json!({"settle": {"proposal": id, "accept": true}});
        assert_eq!(sam.give(accept).await, Ok(()), "{words}");
        assert_eq!(waits(&mut sam).await, [""; 0]);
        ben.catch_up().await;
        assert!(ben.seen().seq > seen.seq, "{words}");
    }
    company.server.stop().await;
}

#[tokio::test]
async fn it_is_let_be_or_taken_back_by_who_made_it() {
    let (mut company, [mut sam, mut ana, mut eve]) = laid().await;
    let mut ben = company.ben.follow(company.encounter).await;
    let ghoul = ana.id("Ghoul A");
    let path = format!("/t/{}/proposals", company.table);
    let players = ben.view().clone();

    let first = proposes(&mut ana, &harm(ghoul, 1)).await;
    let second = proposes(&mut ana, &harm(ghoul, 2)).await;
    let own = company.ana.get(&path).await.body;
    assert!(own.contains("takes 1 lethal") && own.contains("takes 2 lethal"));
    for other in [&mut company.ben, &mut company.eve] {
        assert!(!other.get(&path).await.body.contains("lethal<"));
    }
    // Only who made it takes it back; to all others it is as one that never was.
    let retract = |id: CommandId| json!({"retract": {"proposal": id}});
    for (line, refusal) in [
        (&mut ben, Refusal::NotAsked),
        (&mut sam, Refusal::NotAsked),
        (&mut eve, Refusal::NotAllowed),
    ] {
        assert_eq!(line.give(retract(first)).await, REFUSED(refusal.clone()));
        assert_eq!(line.give(retract(fresh_id())).await, REFUSED(refusal));
    }
    assert_eq!(ana.give(retract(first)).await, Ok(()));
    assert_eq!(ana.give(retract(first)).await, REFUSED(Refusal::NotAsked));
    assert_eq!(waits(&mut sam).await, ["Ana: Ghoul A: takes 2 lethal"]);
    // By the button of the page as well, and the storyteller settles there.
    let id = second.to_string();
    let back = [("do", "retract"), ("proposal", &*id)];
    assert_eq!(company.ben.post(&path, &back).await.status, 409);
    assert_eq!(company.ana.post(&path, &back).await.status, 303);
    assert_eq!(waits(&mut sam).await, [""; 0]);
    let third = proposes(&mut ana, &harm(ghoul, 3)).await.to_string();
    let all = company.sam.get(&path).await.body;
    assert!(
        all.contains("Ana proposes: Ghoul A: takes 3 lethal"),
        "{all}"
    );
    let decline = [("do", "decline"), ("proposal", &*third)];
    assert_eq!(company.ana.post(&path, &decline).await.status, 409);
    assert_eq!(company.sam.post(&path, &decline).await.status, 303);
    assert_eq!(waits(&mut sam).await, [""; 0]);
    ben.catch_up().await;
    assert_eq!(*ben.view(), players, "nothing was");
    company.server.stop().await;
}

#[tokio::test]
async fn the_page_proposes_each_kind_and_says_what_is_wrong() {
    let (mut company, [mut sam, ana, _]) = laid().await;
    let (ghoul, ilse) = (ana.id("Ghoul A"), ana.id("Ilse"));
    let path = |id| format!("/t/{}/proposals?of={id}", company.table);
    // Tap, tap: from the foe's sheet to its page.
    let sheet = format!("/t/{}/c/{ghoul}", company.table);
    let sheet = company.ana.get(&sheet).await;
    assert!(sheet.body.contains(&path(ghoul)));
    let own = company.ana.get(&path(ilse)).await.body;
    assert!(own.contains("Propose the move") && !own.contains("Propose damage"));
    for (form, words) in [
        (
            vec![("do", "harm"), ("what", "lethal"), ("points", "2")],
            "takes 2 lethal",
        ),
        (
            vec![("do", "heal"), ("what", "bashing"), ("points", "1")],
            "1 healed",
        ),
        (vec![("do", "afflict"), ("what", "prone")], "prone"),
        (vec![("do", "lift"), ("what", "prone")], "no longer prone"),
        (
            vec![("do", "spend"), ("what", "willpower"), ("points", "1")],
            "−1 Willpower",
        ),
        (
            vec![("do", "regain"), ("what", "willpower"), ("points", "2")],
            "+2 Willpower",
        ),
    ] {
        assert_eq!(
            company.ana.post(&path(ghoul), &form).await.status,
            303,
            "{words}"
        );
        let all = waits(&mut sam).await;
        let told = format!("Ana: Ghoul A: {words}");
        assert!(all.contains(&told), "{words}: {all:?}");
    }
    // Six are as many as fit, and the page says so; what it sends back is still the page.
    let place = [("do", "move"), ("what", "end")];
    let full = company.ana.post(&path(ghoul), &place).await;
    assert_eq!(full.status, 409);
    assert!(
        full.body
            .contains("hasn’t answered your last proposals yet")
    );
    let words = |body: &str| body.contains("role=\"alert\"");
    for (form, status) in [
        (
            vec![("do", "harm"), ("what", "lethal"), ("points", "0")],
            409,
        ),
        (
            vec![("do", "harm"), ("what", "frumious"), ("points", "1")],
            400,
        ),
        (vec![("do", "afflict"), ("what", "frumious")], 409),
        (vec![("do", "move"), ("what", "nowhere")], 400),
        (vec![("do", "dance")], 400),
        (vec![("do", "accept")], 400),
        (vec![], 400),
    ] {
        let answer = company.ben.post(&path(ghoul), &form).await;
        assert_eq!(answer.status, status, "{form:?}");
        assert!(status != 409 || words(&answer.body), "{form:?}");
    }
    // Who watches reads the page and proposes nothing; who has no seat finds none.
    let watches = company.eve.get(&path(ghoul)).await;
    assert!(watches.status == 200 && !watches.body.contains("<form"));
    let form = [("do", "move"), ("what", "end")];
    assert_eq!(company.eve.post(&path(ghoul), &form).await.status, 409);
    let mut zoe = crate::client::Guest::new(company.server.address);
    assert_eq!(zoe.get(&path(ghoul)).await.status, 404);
    assert_eq!(zoe.post(&path(ghoul), &form).await.status, 404);
    company.server.stop().await;
}

/// Hidden, gone and never there: the same bytes, for the socket and for the page.
#[tokio::test]
async fn of_whom_they_do_not_see_nothing_can_be_learned() {
    let (mut company, [mut sam, mut ana, _]) = laid().await;
    let (ghoul, other, cat) = (ana.id("Ghoul A"), ana.id("Ghoul B"), sam.id("Cat"));
    let nobody: CombatantId = "n0b0dy00".parse().expect("an id");
    let path = |id| format!("/t/{}/proposals?of={id}", company.table);
    let absent = company.ana.get(&path(nobody)).await;
    assert_eq!(absent.status, 404);
    assert_eq!(company.ana.get(&path(cat)).await.body, absent.body);
    for whom in [cat, nobody] {
        let answer = ana.give(propose(&harm(whom, 1))).await;
        assert_eq!(answer, REFUSED(Refusal::NoSuchCombatant));
        let form = [("do", "harm"), ("what", "lethal"), ("points", "1")];
        assert_eq!(company.ana.post(&path(whom), &form).await.status, 404);
    }
    // Two foes of whom something is proposed: one hides, one is gone. It is the same to who proposed it.
    let mut told = Vec::new();
    for (whom, goes) in [
        (ghoul, json!({"hide": {"id": ghoul}})),
        (other, json!({"remove": {"id": other}})),
    ] {
        let id = proposes(&mut ana, &harm(whom, 1)).await;
        assert_eq!(sam.give(goes).await, Ok(()));
        assert_eq!(waits(&mut sam).await, [""; 0]);
        let retract = json!({"retract": {"proposal": id}});
        let own = format!("/t/{}/proposals", company.table);
        let own = company.ana.get(&own).await;
        told.push((
            ana.give(retract).await,
            ana.give(propose(&harm(whom, 2))).await,
            own.body.contains("takes 1 lethal"),
            company.ana.get(&path(whom)).await.body == absent.body,
        ));
    }
    let gone = (
        REFUSED(Refusal::NotAsked),
        REFUSED(Refusal::NoSuchCombatant),
        false,
        true,
    );
    assert_eq!(told, [gone.clone(), gone]);
    company.server.stop().await;
}

#[tokio::test]
async fn an_outdated_one_waits_and_who_loses_the_seat_proposes_no_more() {
    let (company, [mut sam, mut ana, mut eve]) = laid().await;
    let mut ben = company.ben.follow(company.encounter).await;
    let (ghoul, other) = (ana.id("Ghoul A"), ana.id("Ghoul B"));
    // Before the other, who is gone when it is accepted: refused to who accepts, and there until it is let be.
    let place = json!({"move": {"id": ghoul, "to": {"before": other}}});
    let id = proposes(&mut ana, &place).await;
    assert_eq!(sam.give(json!({"remove": {"id": other}})).await, Ok(()));
    let before = company.server.count(company.encounter).await;
    let accept = json!({"settle": {"proposal": id, "accept": true}});
    let refused = sam.give(accept).await;
    assert_eq!(refused, REFUSED(Refusal::NoSuchCombatant));
    assert_eq!(company.server.count(company.encounter).await, before);
    assert_eq!(waits(&mut sam).await, ["Ana: Ghoul A: before Gone"]);
    let decline = json!({"settle": {"proposal": id, "accept": false}});
    assert_eq!(sam.give(decline).await, Ok(()));
    // With the seat goes what it proposed; late answers find nothing, also after a restart.
    let kept = proposes(&mut ben, &harm(ghoul, 1)).await;
    let lost = proposes(&mut ana, &harm(ghoul, 2)).await;
    assert_eq!(sam.give(json!({"unseat": {"seat": 2}})).await, Ok(()));
    assert_eq!(waits(&mut sam).await, ["Ben: Ghoul A: takes 1 lethal"]);
    let accept = |id: CommandId| json!({"settle": {"proposal": id, "accept": true}});
    assert_eq!(sam.give(accept(lost)).await, REFUSED(Refusal::NotAsked));
    eve.catch_up().await;
    let company = company.again().await;
    let mut sam = company.sam.follow(company.encounter).await;
    assert_eq!(waits(&mut sam).await, ["Ben: Ghoul A: takes 1 lethal"]);
    assert_eq!(sam.give(accept(kept)).await, Ok(()));
    assert_eq!(sam.give(accept(kept)).await, REFUSED(Refusal::NotAsked));
    company.server.stop().await;
}

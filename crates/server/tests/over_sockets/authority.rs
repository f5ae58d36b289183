//! The table of permissions over real sockets: what it forbids has no effect, and is answered like what
//! is not there where the sender may not know of it.

use rules::encounter::authority::{Over, Relation, Row, Sender, Verdict};
use rules::encounter::{Command, Refusal};
use rules::id::SeatId;
use rules::wire::Why;
use serde_json::json;
use testkit::authority::{Places, said, samples};

use crate::client::{Guest, Line};
use crate::server::{Company, invitation};

/// Of what is forbidden, so many are tried; which ones follows from the seed.
const TRIES: usize = 250;
const SEED: u64 = 11;

/// Ana plays Ilse, Ben plays Bo; there is a character whom nobody plays, a foe and a hidden one.
async fn laid(sam: &mut Line, ana: &mut Line) -> Places {
    let done = |answer: Result<(), Why>| assert_eq!(answer, Ok(()));
    done(ana.give(json!({"add": {"line": "Ilse"}})).await);
    done(sam.give(json!({"add": {"line": "Bo pc"}})).await);
    done(sam.give(json!({"add": {"line": "Pal pc"}})).await);
    done(sam.give(json!({"add": {"line": "Ghoul"}})).await);
    done(
        sam.give(json!({"add": {"line": "Cat", "hidden": true}}))
            .await,
    );
    sam.catch_up().await;
    let touched = ["Ilse", "Bo", "Pal", "Ghoul", "Cat"].map(|name| sam.id(name));
    let [ilse, bo, pal, ghoul, cat] = touched;
    done(sam.give(json!({"assign": {"id": bo, "seat": 3}})).await);
    for id in touched {
        done(
            sam.give(json!({"move": {"id": id, "to": {"before": null}}}))
                .await,
        );
    }
    sam.catch_up().await;
    let turn = json!(sam.view().turn);
    done(sam.give(json!({"next_turn": {"after": turn}})).await);
    sam.catch_up().await;
    Places {
        touched: [
            ilse,
            bo,
            pal,
            ghoul,
            cat,
            "n0b0dy00".parse().expect("an id"),
        ],
        seats: [
            (Relation::Own, SeatId(2)),
            (Relation::Others, SeatId(3)),
            (Relation::Storytellers, SeatId(1)),
            (Relation::Absent, SeatId(8)),
        ],
        turn: json!(sam.view().turn),
        exchange: json!("n0b0dy00"),
    }
}

fn relation(places: &Places, seat: SeatId, over: Over) -> Relation {
    match over {
        Over::All | Over::Either(..) => Relation::Own,
        Over::Combatant(id) => places.relation(id, seat == SeatId(2)),
        Over::Seat(other) if other == seat => Relation::Own,
        Over::Seat(other) => match places.seats.iter().find(|(_, it)| *it == other) {
            Some((Relation::Own, _)) => Relation::Others,
            Some((relation, _)) => *relation,
            None => Relation::Absent,
        },
    }
}

/// Numbers that follow from a seed.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) as usize
}

#[tokio::test]
async fn what_the_table_forbids_has_no_effect() {
    let mut company = Company::gather().await;
    let helper = invitation(&mut company.sam, company.table).await;
    let mut cleo = Guest::new(company.server.address);
    cleo.sit(&helper.co_storyteller, "Cleo").await;
    cleo.opening(company.table).await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    let mut cleo = cleo.follow(company.encounter).await;
    let places = laid(&mut sam, &mut ana).await;
    let mut tries = Vec::new();
    for sample in samples() {
        for (touched, command) in sample.each(&places) {
            let row = Row::for_command(&command);
            for (sender, seat) in [
                (Sender::Player, 2),
                (Sender::Spectator, 4),
                (Sender::CoStoryteller, 5),
            ] {
                let over = |over| relation(&places, SeatId(seat), over);
                let verdict = said(&row, sender, over);
                if verdict != Verdict::Allowed {
                    tries.push((sample.what.clone(), touched, command.clone(), seat, verdict));
                }
            }
        }
    }
    assert!(tries.len() > 2 * TRIES, "{}", tries.len());
    let before = company.server.count(company.encounter).await;
    let seen = json!(sam.view());
    let mut seed = SEED;
    for _ in 0..TRIES {
        let at = next(&mut seed) % tries.len();
        let (what, touched, command, seat, verdict) = tries.swap_remove(at);
        let line = match seat {
            2 => &mut ana,
            4 => &mut eve,
            _ => &mut cleo,
        };
        let expected = match (verdict, &command) {
            (Verdict::Unknown, Command::Unseat { .. } | Command::Mute { .. }) => {
                Refusal::NoSuchSeat
            }
            (Verdict::Unknown, _) => Refusal::NoSuchCombatant,
            _ => Refusal::NotAllowed,
        };
        let answer = line.give(json!(command)).await;
        let context = format!("{what} of {touched:?} by seat {seat}");
        assert_eq!(answer, Err(Why::Refused(expected)), "{context}");
    }
    sam.catch_up().await;
    assert_eq!(company.server.count(company.encounter).await, before);
    assert_eq!(json!(sam.view()), seen, "nothing is otherwise than before");
    company.server.stop().await;
}

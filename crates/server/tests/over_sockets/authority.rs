//! The table of permissions over real sockets: what it forbids has no effect, and is answered like what
//! is not there where the sender may not know of it.

use rules::base::id::SeatId;
use rules::encounter::authority::{Ownership, Permission, RightScope, Sender, Verdict};
use rules::encounter::{Command, Refusal};
use rules::wire::NotDoneReason;
use serde_json::json;
use testkit::authority::{Placeholders, expected_verdict, load_samples};

use crate::client::{Guest, Line};
use crate::server::{Company, invitation};

/// Of what is forbidden, so many are tried; which ones follows from the seed.
const TRIES: usize = 250;
const SEED: u64 = 11;

/// Ana plays Ilse, Ben plays Bo; there is a character whom nobody plays, a foe and a hidden one.
async fn laid(sam: &mut Line, ana: &mut Line) -> Placeholders {
    let done = |answer: Result<(), NotDoneReason>| assert_eq!(answer, Ok(()));
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
    Placeholders {
        combatants: [
            ilse,
            bo,
            pal,
            ghoul,
            cat,
            "n0b0dy00".parse().expect("an id"),
        ],
        seats: [
            (Ownership::Own, SeatId(2)),
            (Ownership::Others, SeatId(3)),
            (Ownership::OfStoryteller, SeatId(1)),
            (Ownership::Absent, SeatId(8)),
        ],
        turn: json!(sam.view().turn),
        exchange: json!("n0b0dy00"),
    }
}

fn relation(places: &Placeholders, seat: SeatId, over: RightScope) -> Ownership {
    match over {
        RightScope::Unscoped | RightScope::Either(..) => Ownership::Own,
        RightScope::Combatant(id) => places.relation_to(id, seat == SeatId(2)),
        RightScope::Seat(other) if other == seat => Ownership::Own,
        RightScope::Seat(other) => match places.seats.iter().find(|(_, it)| *it == other) {
            Some((Ownership::Own, _)) => Ownership::Others,
            Some((relation, _)) => *relation,
            None => Ownership::Absent,
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
    for sample in load_samples() {
        for (touched, command) in sample.commands_by_relation(&places) {
            let row = Permission::for_command(&command);
            for (sender, seat) in [
                (Sender::Player, 2),
                (Sender::Spectator, 4),
                (Sender::CoStoryteller, 5),
            ] {
                let over = |over| relation(&places, SeatId(seat), over);
                let verdict = expected_verdict(&row, sender, over);
                if verdict != Verdict::Allowed {
                    tries.push((
                        sample.title.clone(),
                        touched,
                        command.clone(),
                        seat,
                        verdict,
                    ));
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
        assert_eq!(answer, Err(NotDoneReason::Refused(expected)), "{context}");
    }
    sam.catch_up().await;
    assert_eq!(company.server.count(company.encounter).await, before);
    assert_eq!(json!(sam.view()), seen, "nothing is otherwise than before");
    company.server.stop().await;
}

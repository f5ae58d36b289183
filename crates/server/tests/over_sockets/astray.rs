//! A browser that sees something else than it was told.

use rules::wire::ClientMessage;
use rules::wire::close::ELSEWHERE;
use serde_json::json;

use crate::client::{End, Guest, Line};
use crate::program::Program;

/// A page that went astray is loaded again, that one alone, and not without end; the host hears of it. One that
/// sees what is so, or has not followed to the end, is left alone.
#[tokio::test]
async fn a_page_that_went_astray_is_loaded_again() {
    let data = tempfile::tempdir().expect("a folder");
    let program = Program::start(data.path()).await;
    let mut mara = Guest::new(program.address);
    let table = mara.make_table("Mara").await;
    let encounter = mara.opening(table).await.encounter;
    let mut other = mara.follow(encounter).await;
    let fallen = json!({"say": {"line": "The lamp falls"}});
    other.give(fallen).await.expect("a line");

    let mut line = mara.follow(encounter).await;
    let (seq, sum) = (line.seen().seq, line.view().checksum());
    for (seq, sum) in [
        (seq, sum),
        (seq - 1, sum ^ 1),
        (seq + 1, sum ^ 1),
        (u64::MAX, 0),
    ] {
        line.tell(&ClientMessage::Sum(seq, sum)).await;
        stays(&mut line).await;
    }
    for times in 1..=2 {
        line.tell(&ClientMessage::Sum(seq, sum ^ 1)).await;
        assert_eq!(line.end().await, End::Code(ELSEWHERE));
        assert_eq!(program.log().matches("sees something else").count(), times);
        line = mara.follow(encounter).await;
        assert_eq!((line.seen().seq, line.view().checksum()), (seq, sum));
    }
    line.tell(&ClientMessage::Sum(seq, sum ^ 1)).await;
    stays(&mut line).await;
    stays(&mut other).await;
}

/// What is asked of the room now is answered behind all that was said before.
async fn stays(line: &mut Line) {
    let nothing = line.give(json!({"say": {"line": ""}})).await;
    nothing.expect_err("nothing is no line");
}

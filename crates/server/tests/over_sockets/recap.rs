//! After the fight: what people at a table may read of it, and nobody else.

use serde_json::json;

use crate::client::{Answer, Guest};
use crate::server::Company;

/// A fight with a bishop in the shadows, over many more lines than the log on the screen has.
async fn fought(company: &mut Company) {
    let [mut sam, mut ana, _] = company.lines().await;
    let clock = &company.server.clock;
    let add = |line: &str| json!({"add": {"line": line}});
    let in_order = |id| json!({"move": {"id": id, "to": {"before": null}}});
    assert_eq!(ana.give(add("Ilse <b> stam 3 size 5")).await, Ok(()));
    assert_eq!(sam.give(add("Ghoul stam 2 size 5")).await, Ok(()));
    assert_eq!(sam.give(add("The Bishop vampire hidden")).await, Ok(()));
    let (ilse, ghoul, bishop) = (sam.id("Ilse <b>"), sam.id("Ghoul"), sam.id("The Bishop"));
    for id in [ilse, ghoul, bishop] {
        assert_eq!(sam.give(in_order(id)).await, Ok(()));
    }
    let next = json!({"next_turn": {"after": {"n": 0}}});
    assert_eq!(sam.give(next).await, Ok(()));
    clock.wind(61_000);
    let harm = |id, lethal: u16| json!({"harm": {"id": id, "packet": {"l": lethal}}});
    assert_eq!(sam.give(harm(ghoul, 3)).await, Ok(()));
    assert_eq!(sam.give(harm(bishop, 2)).await, Ok(()));
    for said in 0..230 {
        let line = format!("Line {said}");
        assert_eq!(ana.give(json!({"say": {"line": line}})).await, Ok(()));
    }
    clock.wind(60_000);
    assert_eq!(sam.give(harm(ilse, 1)).await, Ok(()));
    assert_eq!(sam.give(harm(ilse, 6)).await, Ok(()));
    assert_eq!(sam.give(json!("undo")).await, Ok(()));
}

fn is_page(answer: &Answer) -> bool {
    let kind = answer.header("content-type");
    answer.status == 200 && kind == Some("text/html; charset=utf-8")
}

#[tokio::test]
async fn who_sits_at_the_table_reads_what_their_class_was_told() {
    let mut company = Company::gather().await;
    fought(&mut company).await;
    let page = format!("/t/{}/recap", company.table);
    let file = format!("{page}.md");

    let sams = company.sam.get(&page).await;
    assert!(is_page(&sams) && sams.body.contains("The Bishop"));
    assert!(sams.body.contains("Ilse &lt;b&gt;") && !sams.body.contains("<b>"));
    assert!(!sams.body.contains("<script"), "no script");
    let sams = company.sam.get(&file).await;
    assert!(
        sams.body.contains("| The Bishop | – | 2 lethal |"),
        "{}",
        sams.body
    );

    let anas = company.ana.get(&file).await;
    let told = [
        "# After the fight",
        "- **Time:** 2 min 01 s",
        "- **Biggest hit:** Ghoul took 3 lethal, turn 1",
        "| Ghoul | – | 3 lethal |",
        "| Ilse \\<b\\> | – | 1 lethal | – | 1 | 2 min 01 s | 2 min 01 s |",
    ];
    for words in told {
        assert!(anas.body.contains(words), "{words}: {}", anas.body);
    }
    assert!(!anas.body.contains("Bishop"), "{}", anas.body);
    assert_eq!(
        anas.header("content-type"),
        Some("text/markdown; charset=utf-8")
    );
    for other in [&mut company.ben, &mut company.eve] {
        assert_eq!(other.get(&file).await.body, anas.body);
    }
    // Players cannot ask for more; those who run the table may ask for less.
    let query = format!("{file}?players");
    assert_eq!(company.sam.get(&query).await.body, anas.body);
    assert_eq!(company.ana.get(&query).await.body, anas.body);
    let anas = company.ana.get(&page).await;
    assert!(is_page(&anas) && !anas.body.contains("Bishop"));
    for answer in [&sams, &anas] {
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.header("content-encoding"), None);
    }
    company.server.stop().await;
}

#[tokio::test]
async fn it_is_the_same_after_a_restart() {
    let mut company = Company::gather().await;
    fought(&mut company).await;
    let file = format!("/t/{}/recap.md", company.table);
    let before = company.sam.get(&file).await.body;
    let mut company = company.again().await;
    assert_eq!(company.sam.get(&file).await.body, before);
    company.server.stop().await;
}

#[tokio::test]
async fn strangers_find_nothing_as_everywhere() {
    let mut company = Company::gather().await;
    let mut stranger = Guest::new(company.server.address);
    let nowhere = stranger.get("/t/0000/recap").await;
    for path in ["recap", "recap.md"] {
        let theirs = stranger.get(&format!("/t/{}/{path}", company.table)).await;
        let table = stranger.get(&format!("/t/{}", company.table)).await;
        assert_eq!((theirs.status, &theirs.body), (404, &table.body));
        assert_eq!(theirs.body, nowhere.body);
    }
    // Nor does a player who was shown out.
    let [mut sam, ..] = company.lines().await;
    assert_eq!(sam.give(json!({"unseat": {"seat": 3}})).await, Ok(()));
    let gone = company
        .ben
        .get(&format!("/t/{}/recap", company.table))
        .await;
    assert_eq!(gone.status, 404);
    company.server.stop().await;
}

#[tokio::test]
async fn a_seat_that_asks_too_often_waits() {
    let mut company = Company::gather().await;
    let file = format!("/t/{}/recap.md", company.table);
    let mut last = 200;
    for _ in 0..25 {
        last = company.ana.get(&file).await.status;
    }
    assert_eq!(last, 429);
    assert_eq!(
        company.ben.get(&file).await.status,
        200,
        "others are others"
    );
    company.server.stop().await;
}

//! Portraits: who may set one, who is shown it, and what is no picture.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage};
use rules::base::id::{CombatantId, PortraitId};
use serde_json::json;

use crate::client::{Answer, Guest};
use crate::server::Company;
use crate::stores::in_postgres_too;

in_postgres_too!(
    one_is_set_by_its_player_and_seen_by_all_and_taken_back,
    who_may_not_set_one_is_refused_and_who_may_not_know_finds_nothing,
    what_is_no_picture_changes_nothing,
);

/// A picture as a file: wide, and of two colors.
pub(crate) fn file(format: ImageFormat, color: u8) -> Vec<u8> {
    let picture = RgbImage::from_fn(400, 300, |x, _| match x < 200 {
        true => image::Rgb([color, 30, 30]),
        false => image::Rgb([30, 30, color]),
    });
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::ImageRgb8(picture);
    picture.write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

fn sheet(company: &Company, combatant: CombatantId) -> String {
    format!("/t/{}/c/{combatant}", company.table)
}

async fn upload(guest: &mut Guest, sheet: &str, file: &[u8]) -> Answer {
    guest
        .upload(&format!("{sheet}/portrait"), "picture", file)
        .await
}

fn trouble(answer: &Answer) -> &str {
    let words = answer.body.split("class=\"trouble\">").nth(1);
    words
        .and_then(|words| words.split('<').next())
        .unwrap_or("")
}

fn address(company: &Company, who: CombatantId, portrait: PortraitId) -> String {
    format!("/t/{}/portrait/{who}/{portrait}", company.table)
}

#[tokio::test]
async fn one_is_set_by_its_player_and_seen_by_all_and_taken_back() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, mut eve] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    let ilse = ana.id("Ilse");
    let page = sheet(&company, ilse);
    let mut seen = Vec::new();
    for (nth, format) in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP]
        .into_iter()
        .enumerate()
    {
        let picture = file(format, 150 + 40 * u8::try_from(nth).expect("few"));
        let done = upload(&mut company.ana, &page, &picture).await;
        let kept = format!("{page}?kept=portrait");
        assert_eq!((done.status, done.location()), (303, &*kept), "{format:?}");
        // It comes to the sockets of all others.
        let changed = |line: &crate::client::Line| {
            let portrait = line.view().rows.get(&ilse).and_then(|row| row.portrait);
            portrait.filter(|portrait| !seen.contains(portrait))
        };
        eve.until(|line| changed(line).is_some()).await;
        let portrait = changed(&eve).expect("a portrait");
        seen.push(portrait);
        let path = address(&company, ilse, portrait);
        let shown = company.eve.get(&path).await;
        assert_eq!(shown.status, 200);
        assert_eq!(shown.header("content-type"), Some("image/jpeg"));
        assert_eq!(shown.header("x-content-type-options"), Some("nosniff"));
        let kept = "private, max-age=31536000, immutable";
        assert_eq!(shown.header("cache-control"), Some(kept));
        assert!(company.eve.get(&page).await.body.contains(&path));
    }
    // Another's browser, another picture, another combatant: nothing.
    let [first, .., last] = seen[..] else {
        panic!("three")
    };
    let mut stranger = Guest::new(company.server.address);
    let path = address(&company, ilse, last);
    assert_eq!(stranger.get(&path).await.status, 404);
    assert_eq!(
        company
            .eve
            .get(&address(&company, ilse, first))
            .await
            .status,
        404
    );
    // Taken back by undo, and taken away on the sheet; it is still there after a restart.
    assert_eq!(sam.give(json!("undo")).await, Ok(()));
    let before = seen[1];
    sam.until(|line| line.view().rows[&ilse].portrait == Some(before))
        .await;
    let mut company = company.again().await;
    let path = address(&company, ilse, before);
    assert_eq!(company.eve.get(&path).await.status, 200);
    let away = company.ana.post(&page, &[("do", "faceless")]).await;
    assert_eq!(away.status, 303);
    assert_eq!(company.eve.get(&path).await.status, 404);
    company.server.stop().await;
}

#[tokio::test]
async fn who_may_not_set_one_is_refused_and_who_may_not_know_finds_nothing() {
    let mut company = Company::gather().await;
    let [mut sam, mut ana, _] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    assert_eq!(
        sam.give(json!({"add": {"line": "The Bishop hidden"}}))
            .await,
        Ok(())
    );
    let (ilse, bishop) = (sam.id("Ilse"), sam.id("The Bishop"));
    let picture = file(ImageFormat::Png, 200);
    let before = company.server.count(company.encounter).await;
    let [hers, his] = [sheet(&company, ilse), sheet(&company, bishop)];
    for other in [&mut company.ben, &mut company.eve] {
        let refused = upload(other, &hers, &picture).await;
        assert_eq!(refused.status, 409);
        assert_eq!(trouble(&refused), "You can’t do that: ask the storyteller.");
        assert_eq!(upload(other, &his, &picture).await.status, 404);
    }
    let mut stranger = Guest::new(company.server.address);
    assert_eq!(upload(&mut stranger, &hers, &picture).await.status, 404);
    assert_eq!(company.server.count(company.encounter).await, before);

    // A hidden one's is there for those who run the table, and for no other until they see him.
    assert_eq!(upload(&mut company.sam, &his, &picture).await.status, 303);
    sam.until(|line| line.view().rows[&bishop].portrait.is_some())
        .await;
    let portrait = sam.view().rows[&bishop].portrait.expect("a portrait");
    let path = address(&company, bishop, portrait);
    assert_eq!(company.sam.get(&path).await.status, 200);
    let nobody = address(&company, "n0b0dy00".parse().expect("an id"), portrait);
    let [guessed, never] = [company.ana.get(&path).await, company.ana.get(&nobody).await];
    assert_eq!((guessed.status, guessed.body), (404, never.body));
    // The same picture on one they see is none of his.
    assert_eq!(upload(&mut company.ana, &hers, &picture).await.status, 303);
    assert_eq!(company.ana.get(&path).await.status, 404);
    assert_eq!(sam.give(json!({"reveal": {"id": bishop}})).await, Ok(()));
    assert_eq!(company.ana.get(&path).await.status, 200);
    company.server.stop().await;
}

#[tokio::test]
async fn what_is_no_picture_changes_nothing() {
    let mut company = Company::gather().await;
    let [_, mut ana, _] = company.lines().await;
    assert_eq!(
        ana.give(json!({"add": {"line": "Ilse stam 3"}})).await,
        Ok(())
    );
    let page = sheet(&company, ana.id("Ilse"));
    let before = company.server.count(company.encounter).await;
    let whole = file(ImageFormat::Png, 200);
    let half = whole.get(..whole.len() / 2).expect("a half").to_vec();
    // A head that says 30,000 × 30,000.
    let bomb =
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x75\x30\0\0\x75\x30\x08\x06\0\0\0\xf8\xa0\xa6\x02";
    let heavy = vec![0_u8; 9 * 1024 * 1024];
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>x</script></svg>";
    for (file, words) in [
        (&b""[..], "Choose a picture first."),
        (
            &svg[..],
            "That is no picture that can be read here: take a JPEG, PNG or WebP.",
        ),
        (
            b"GIF89a\x01\0\x01\0\0\0\0;",
            "That is no picture that can be read here: take a JPEG, PNG or WebP.",
        ),
        (&half, "That picture is damaged and cannot be read."),
        (&heavy, "That file is larger than 8 MB."),
    ] {
        let refused = upload(&mut company.ana, &page, file).await;
        assert_eq!((refused.status, trouble(&refused)), (422, words));
    }
    let refused = upload(&mut company.ana, &page, bomb).await;
    assert_eq!(refused.status, 422, "{}", trouble(&refused));
    // Forms that are none.
    let path = format!("{page}/portrait");
    let [other] = [company.ana.upload(&path, "frumious", &whole).await];
    assert_eq!(
        (other.status, trouble(&other)),
        (422, "Choose a picture first.")
    );
    assert_eq!(
        company.ana.post(&path, &[("picture", "x")]).await.status,
        400
    );
    let foreign = company
        .ana
        .post_raw(&path, &[("origin", "http://elsewhere")], "x")
        .await;
    assert_eq!(foreign.status, 403);
    assert_eq!(company.server.count(company.encounter).await, before);
    company.server.stop().await;
}

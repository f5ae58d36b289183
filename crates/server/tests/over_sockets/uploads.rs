//! Uploads that do not come to an end, pictures that say more than they hold, and more of either than there is
//! memory for: the others go on.

use std::time::Duration;

use image::{ColorType, ExtendedColorType, ImageEncoder as _, ImageFormat};
use rules::base::id::TableId;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{Answer, Guest};
use crate::portraits::file;
use crate::program::Program;
use crate::raw::Raw;
use crate::server::Server;

/// Another address of this machine.
const ELSEWHERE: [u8; 4] = [127, 0, 0, 2];

/// Begins an upload from elsewhere: it says how much is to come, and so much of it comes.
async fn begin(guest: &Guest, path: &str, (says, comes): (usize, usize)) -> Raw {
    let mut raw = Raw::dial_from(ELSEWHERE, guest.address)
        .await
        .expect("a server");
    let cookie = guest.cookie_line().unwrap_or_default();
    let host = guest.host();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncookie: {cookie}\r\n\
         content-type: multipart/form-data; boundary=edge\r\ncontent-length: {says}\r\n\r\n"
    );
    raw.send(head).await;
    if comes > 0 {
        let part =
            "--edge\r\ncontent-disposition: form-data; name=\"picture\"; filename=\"x\"\r\n\r\n";
        raw.send(part).await;
        raw.send(vec![0; comes]).await;
    }
    raw
}

/// A table at which Ana has somebody to make a picture of; the way to their sheet.
async fn table(sam: &mut Guest) -> (TableId, String) {
    let table = sam.make_table("Sam").await;
    let encounter = sam.opening(table).await.encounter;
    let mut line = sam.follow(encounter).await;
    assert_eq!(line.give(json!({"add": {"line": "Ilse"}})).await, Ok(()));
    let sheet = format!("/t/{table}/c/{}", line.id("Ilse"));
    (table, sheet)
}

async fn picture(guest: &mut Guest, sheet: &str, bytes: &[u8]) -> Answer {
    let path = format!("{sheet}/portrait");
    guest.upload(&path, "picture", bytes).await
}

#[tokio::test]
async fn who_sends_nothing_more_holds_no_place_and_is_let_go() {
    let server = Server::set(|options| options).await;
    let mut sam = Guest::new(server.address);
    let (at, sheet) = table(&mut sam).await;
    let mut mal = Guest::new(server.address);
    let (_, other) = table(&mut mal).await;
    let stranger = Guest::new(server.address);
    let mut silent = Vec::new();
    for _ in 0..6 {
        silent.push(begin(&stranger, "/import", (1_000_000, 0)).await);
    }
    for _ in 0..10 {
        let path = format!("{other}/portrait");
        silent.push(begin(&mal, &path, (8_000_000, 7_000_000)).await);
    }
    // Whoever else has a file or a picture gets in.
    let whole = sam.get(&format!("/t/{at}/table.json")).await.body;
    let mut max = Guest::new(server.address);
    let made = max.upload("/import", "file", whole.as_bytes()).await;
    assert_eq!(made.status, 303, "{}", made.body);
    let bytes = file(ImageFormat::Png, 200);
    assert_eq!(picture(&mut sam, &sheet, &bytes).await.status, 303);
    // Nobody waits for those who stopped. Those for whom there was no room waited for nothing, either.
    for mut raw in silent {
        let answer = raw.rest().await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(
            answer.is_empty()
                || answer.starts_with("HTTP/1.1 4")
                || answer.starts_with("HTTP/1.1 5"),
            "{answer}"
        );
    }
    server.stop().await;
}

/// A PNG of one color, of so many bits.
pub(crate) fn deep(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let row = vec![0x20; side as usize * side as usize * 8];
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    let color = ExtendedColorType::from(ColorType::Rgba16);
    encoder
        .write_image(&row, side, side, color)
        .expect("a picture");
    bytes
}

/// A JPEG whose head says that it is larger than it is.
fn lying(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = file(ImageFormat::Jpeg, 200);
    let head = bytes.windows(2).position(|two| two == [0xff, 0xc0]);
    let at = head.expect("a head") + 5;
    bytes.splice(
        at..at + 4,
        [height.to_be_bytes(), width.to_be_bytes()].concat(),
    );
    bytes
}

/// Kilobytes of memory a program has held at most.
#[cfg(target_os = "linux")]
fn most_memory(program: &Program) -> u64 {
    let path = format!("/proc/{}/status", program.pid());
    let status = std::fs::read_to_string(path).expect("a running program");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|text| text.parse().ok()).expect("a number")
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn no_picture_takes_more_memory_than_there_is_for_one() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let (_, sheet) = table(&mut sam).await;
    let small = file(ImageFormat::Png, 200);
    assert_eq!(picture(&mut sam, &sheet, &small).await.status, 303);
    let (before, fits) = (most_memory(&program), deep(1_500));
    // Sixteen bits a color that become eight, and heads that lie.
    assert_eq!(picture(&mut sam, &sheet, &fits).await.status, 303);
    for bytes in [lying(6_600, 6_000), lying(4_000, 3_900)] {
        let answer = picture(&mut sam, &sheet, &bytes).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
    }
    // Two at once are unpacked one behind the other.
    let mut both = JoinSet::new();
    for _ in 0..2 {
        let (mut sam, sheet, fits) = (sam.clone(), sheet.clone(), fits.clone());
        both.spawn(async move { picture(&mut sam, &sheet, &fits).await.status });
    }
    assert!(both.join_all().await.iter().all(|status| *status == 303));
    let more = most_memory(&program).saturating_sub(before);
    assert!(more < 24 * 1024, "{more} KiB");
    program.kill().await;
}

/// Uploads of one household that stop shortly before their end take no more than its share.
#[tokio::test]
#[cfg(target_os = "linux")]
async fn uploads_that_stop_fill_no_memory() {
    let data = tempfile::tempdir().expect("a folder");
    let mut program = Program::start(data.path()).await;
    let mut sam = Guest::new(program.address);
    let mut sheets = Vec::new();
    for _ in 0..3 {
        sheets.push(table(&mut sam).await.1);
    }
    let before = most_memory(&program);
    let mut stopped = Vec::new();
    for nth in 0..30 {
        let path = format!("{}/portrait", sheets[nth % sheets.len()]);
        stopped.push(begin(&sam, &path, (8_000_000, 7_500_000)).await);
    }
    sleep(Duration::from_millis(500)).await;
    let more = most_memory(&program).saturating_sub(before);
    // All of them together are 225 MB. Beside its share a household has what connections hold by themselves.
    assert!(more < 170 * 1024, "{more} KiB");
    program.kill().await;
}

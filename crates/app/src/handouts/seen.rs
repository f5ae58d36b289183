//! Record of the handouts that the reader has seen already, kept in this browser.

use std::collections::BTreeMap;

use rules::handout::KnownHandout;

use crate::browser;
use crate::state::table_state::Model;

/// News about a handout for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// Nothing new.
    Nothing,
    /// More of it can be read, or notes were added.
    More,
    /// The reader has not seen it at all.
    Unseen,
}

/// Handouts that the reader has seen, each with the digest of what it was then.
pub(super) type Seen = BTreeMap<u32, u64>;

/// Returns the key under which this browser keeps what a seat has seen.
fn storage_key(model: Model) -> String {
    let you = model.you.get_untracked().0;
    format!("coterie-known-{}-{you}", model.table)
}

/// Reads from this browser which handouts the reader has seen.
pub(super) fn read_seen(model: Model) -> Seen {
    let kept = browser::storage().and_then(|all| all.get_item(&storage_key(model)).ok()?);
    let kept = kept.unwrap_or_default();
    let pairs = kept.split(' ').filter_map(|pair| {
        let (id, digest) = pair.split_once(':')?;
        Some((id.parse().ok()?, digest.parse().ok()?))
    });
    pairs.collect()
}

/// Stores in this browser which handouts the reader has seen.
pub(super) fn write_seen(model: Model, seen: &Seen) {
    if let Some(storage) = browser::storage() {
        let pairs = seen.iter().map(|(id, digest)| format!("{id}:{digest}"));
        let text = pairs.collect::<Vec<_>>().join(" ");
        _ = storage.set_item(&storage_key(model), &text);
    }
}

/// Returns whether a handout is new to the reader, or shows a part that was covered before.
pub(super) fn news_of(seen: &Seen, known: &KnownHandout) -> News {
    match seen.get(&known.id.0) {
        None => News::Unseen,
        Some(digest) if *digest == digest_of(known) => News::Nothing,
        Some(_) => News::More,
    }
}

/// Notes that the reader has seen a handout as it is now.
pub(super) fn mark_seen(seen: &mut Seen, known: &KnownHandout) {
    seen.insert(known.id.0, digest_of(known));
}

/// Returns a hash of the readable parts of a handout, to tell whether there is more to read.
fn digest_of(known: &KnownHandout) -> u64 {
    let picture = known.picture.as_ref().map(|picture| &picture.covered);
    let read = (&known.name, &known.text, picture, &known.notes);
    let text = serde_json::to_string(&read).unwrap_or_default();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

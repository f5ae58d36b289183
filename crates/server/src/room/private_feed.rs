//! Feeds of single seats: what each is told beside what its class sees, with its messages numbered without gaps.
//!
//! Most seats have none: a feed begins when its seat is first told something.

use std::collections::{BTreeMap, VecDeque};

use rules::base::id::SeatId;
use rules::base::late::Late;
use rules::encounter::{Encounter, PrivateChange, PrivateView};
use rules::wire::ServerMessage;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::class_feed::encode;

/// Most recent messages of one seat kept for browsers that reconnect.
const MAX_RECENT: usize = 64;

/// Private view of one seat, with the messages that its sockets were sent.
#[derive(Default)]
struct PrivateFeed {
    view: PrivateView,
    /// Number of the last message.
    seq: u64,
    recent: VecDeque<Utf8Bytes>,
}

impl PrivateFeed {
    /// Replaces the private view of the seat, and returns the message for it if anything changed.
    fn replace_view(&mut self, view: PrivateView) -> Option<Utf8Bytes> {
        let changes = self.view.changes_to(&view);
        self.view = view;
        if changes.is_empty() {
            return None;
        }
        self.seq += 1;
        let message = encode(&ServerMessage::Private(self.seq, Late::new(changes)))?;
        self.recent.push_back(message.clone());
        if self.recent.len() > MAX_RECENT {
            self.recent.pop_front();
        }
        Some(message)
    }

    /// Returns the private messages after number `seen`; `None` where the whole view is needed.
    fn missed_messages(&self, seen: u64) -> Option<Vec<Utf8Bytes>> {
        let missed = usize::try_from(self.seq.checked_sub(seen)?).ok()?;
        let from = self.recent.len().checked_sub(missed)?;
        Some(self.recent.iter().skip(from).cloned().collect())
    }

    /// Returns the message with the whole private view of the seat.
    fn whole_view(&self) -> Option<Utf8Bytes> {
        let all = vec![PrivateChange::All(self.view.clone())];
        encode(&ServerMessage::Private(self.seq, Late::new(all)))
    }
}

/// Private views of the seats that are told something beside what their class of readers sees.
#[derive(Default)]
pub(super) struct PrivateFeeds(BTreeMap<SeatId, PrivateFeed>);

impl PrivateFeeds {
    /// Creates the private views of all seats that are told something by themselves now.
    pub(super) fn new(encounter: &Encounter) -> Self {
        let seats = encounter.seats().map(|(seat, _)| seat);
        let views = seats.map(|seat| (seat, PrivateView::of(encounter, seat)));
        let views = views.filter(|(_, view)| !view.is_empty());
        let feeds = views.map(|(seat, view)| {
            let feed = PrivateFeed {
                view,
                ..PrivateFeed::default()
            };
            (seat, feed)
        });
        Self(feeds.collect())
    }

    /// Advances the private views from the encounter `before` to `now`. Returns a message for each
    /// seat whose view changed.
    pub(super) fn advance(
        &mut self,
        before: &Encounter,
        now: &Encounter,
    ) -> Vec<(SeatId, Utf8Bytes)> {
        if PrivateView::is_same_at(before, now) {
            return Vec::new();
        }
        let mut told = Vec::new();
        for (seat, _) in now.seats() {
            let view = PrivateView::of(now, seat);
            if view.is_empty() && !self.0.contains_key(&seat) {
                continue;
            }
            let feed = self.0.entry(seat).or_default();
            told.extend(feed.replace_view(view).map(|message| (seat, message)));
        }
        told
    }

    /// Returns the messages that bring a browser's private view up to date, which has those up to
    /// number `seen`; none for a seat that was never told anything.
    pub(super) fn initial_messages(&self, seat: SeatId, seen: Option<u64>) -> Vec<Utf8Bytes> {
        let Some(feed) = self.0.get(&seat) else {
            return Vec::new();
        };
        seen.and_then(|seen| feed.missed_messages(seen))
            .unwrap_or_else(|| feed.whole_view().into_iter().collect())
    }
}

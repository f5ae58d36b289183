//! State of what the reader knows, on the page: the handouts, which are new, and which is open.

use leptos::prelude::*;
use rules::base::id::HandoutId;
use rules::handout::{GivenAs, HandoutKind, KnownHandout};
use rules::messages::handout as msg;

use crate::handouts::seen::{News, Seen, mark_seen, news_of, read_seen, write_seen};
use crate::state::table_state::Model;

/// Choice of the handouts whose cards are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    All,
    Mine,
    New,
}

/// State of the shelf with the handouts that the reader knows. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// The state of the table.
    pub(super) model: Model,
    /// The handouts that the reader knows.
    pub(super) handouts: Memo<Vec<KnownHandout>>,
    /// The handouts that this browser has shown already.
    seen: RwSignal<Seen>,
    /// The handout that is open over the page.
    pub(super) opened: RwSignal<Option<HandoutId>>,
    /// The choice of the cards that are shown.
    pub(super) filter: RwSignal<Filter>,
}

impl Known {
    /// Creates the state of the shelf, with no handout open.
    pub(super) fn new(model: Model) -> Self {
        Self {
            model,
            handouts: model.known_handouts(),
            seen: RwSignal::new(read_seen(model)),
            opened: RwSignal::new(None),
            filter: RwSignal::new(Filter::All),
        }
    }

    /// Finds a handout that the reader knows by its id.
    pub(super) fn find(self, id: HandoutId) -> Option<KnownHandout> {
        let find = |all: &Vec<KnownHandout>| all.iter().find(|it| it.id == id).cloned();
        self.handouts.with(find)
    }

    /// Compares a handout with what this browser has shown of it before.
    pub(super) fn news(self, known: &KnownHandout) -> News {
        self.seen.with(|seen| news_of(seen, known))
    }

    /// Whether any handout is new to the reader or shows more than before.
    pub(super) fn has_news(self) -> bool {
        let is_new = |known: &KnownHandout| self.news(known) != News::Nothing;
        self.handouts.with(|all| all.iter().any(is_new))
    }

    /// Closes the handout that is open, which stays on the reader's shelf, and opens the next one that has not been seen.
    pub(super) fn keep(self) {
        let open = self.opened.get_untracked();
        if let Some(known) = open.and_then(|id| untrack(|| self.find(id))) {
            self.seen.update(|seen| mark_seen(seen, &known));
            self.seen
                .with_untracked(|seen| write_seen(self.model, seen));
        }
        self.opened.set(None);
    }

    /// Opens a handout that the reader has been given and has not seen, if none is open. `before`
    /// are those that were known; what is no longer known of them is new when it is given again.
    /// Returns those that are known now.
    pub(super) fn open_unseen(self, before: &[HandoutId]) -> Vec<HandoutId> {
        let all = self.handouts.get();
        let unseen = all.iter().find(|known| self.news(known) == News::Unseen);
        let open = self.opened.get();
        let gone = open.is_some_and(|id| all.iter().all(|known| known.id != id));
        if let Some(known) = unseen.filter(|_| open.is_none() || gone) {
            self.opened.set(Some(known.id));
        } else if gone {
            self.opened.set(None);
        }
        let more = all.iter().find(|known| self.news(known) == News::More);
        if let Some(known) = more {
            self.model
                .announce(format!("{}. {}", known.name, more_words(known)));
        }
        let now: Vec<HandoutId> = all.iter().map(|known| known.id).collect();
        let gone: Vec<_> = before.iter().filter(|id| !now.contains(id)).collect();
        if !gone.is_empty() {
            self.seen.update_untracked(|seen| {
                seen.retain(|id, _| !gone.contains(&&HandoutId(*id)));
                write_seen(self.model, seen);
            });
        }
        now
    }
}

/// Returns what is said of a handout of which there is more than the reader has seen.
pub(super) fn more_words(handout: &KnownHandout) -> &'static str {
    match handout.kind {
        HandoutKind::Name => msg::NEW_NOTES.get(),
        HandoutKind::Letter | HandoutKind::Picture | HandoutKind::Note => {
            msg::YOU_CAN_READ_MORE_OF_IT.get()
        }
    }
}

/// Returns to whom a handout was given, in words.
pub(super) fn given_words(handout: &KnownHandout) -> String {
    match (&handout.shown_by, handout.given) {
        (Some(by), _) => msg::shown_by(by),
        (None, GivenAs::Alone | GivenAs::Shown) => msg::TO_YOU_ALONE.get().to_owned(),
        (None, GivenAs::Some) => msg::TO_SOME_OF_YOU.get().to_owned(),
        (None, GivenAs::Everybody) => msg::TO_EVERYBODY.get().to_owned(),
    }
}

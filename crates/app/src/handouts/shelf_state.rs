//! State of the storyteller's shelf of handouts on the page: what is open, searched for and shown.

use leptos::prelude::*;
use rules::base::id::{CombatantId, HandoutId};
use rules::base::late::Late;
use rules::encounter::view::View;
use rules::handout::{Handout, HandoutKind, HandoutShelf};

use crate::state::table_state::Model;

/// Choice of the handouts whose cards are shown, by who knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    All,
    Everybody,
    Some,
    Nobody,
}

/// Panel that is open beside the cards of the shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    /// A handout that is looked at and given.
    Card(HandoutId),
    /// A handout whose text is being changed.
    Editor(HandoutId),
    /// A new handout.
    New(HandoutKind),
}

/// Card that is lifted off the shelf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LiftedCard {
    /// The handout of the card.
    pub(super) id: HandoutId,
    /// The position of the pointer.
    pub(super) at: (f64, f64),
    /// The character under the pointer.
    pub(super) over: Option<CombatantId>,
}

/// State of the storyteller's shelf of handouts. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Shelf {
    /// The state of the table.
    pub(super) model: Model,
    /// The handouts of the encounter.
    handouts: Memo<Option<Late<HandoutShelf>>>,
    /// The panel that is open beside the cards.
    pub(super) opened: RwSignal<Option<Opened>>,
    /// The words that are searched for.
    pub(super) find: RwSignal<String>,
    /// The choice of the cards that are shown.
    pub(super) filter: RwSignal<Filter>,
    /// The text that a new handout begins with.
    pub(super) begun: RwSignal<String>,
    /// The card that is lifted off the shelf.
    pub(super) lifted: RwSignal<Option<LiftedCard>>,
    /// The ids of the handouts before a new one was sent.
    awaited: RwSignal<Option<Vec<HandoutId>>>,
}

impl Shelf {
    /// Creates the state of a shelf with nothing open.
    pub(super) fn new(model: Model) -> Self {
        let handouts: fn(&View) -> _ = |view| view.handouts.clone();
        Self {
            model,
            handouts: model.select(handouts),
            opened: RwSignal::new(None),
            find: RwSignal::new(String::new()),
            filter: RwSignal::new(Filter::All),
            begun: RwSignal::new(String::new()),
            lifted: RwSignal::new(None),
            awaited: RwSignal::new(None),
        }
    }

    /// Returns a handout as it is now.
    pub(super) fn handout(self, id: HandoutId) -> Option<Handout> {
        let handouts = self.handouts;
        handouts.with(|shelf| shelf.as_ref().and_then(|shelf| shelf.get(id).cloned()))
    }

    /// Returns the ids and handouts, in the order of their names.
    pub(super) fn all(self) -> Vec<(HandoutId, Handout)> {
        let mut all: Vec<_> = self.handouts.with(|shelf| {
            let all = shelf.iter().flat_map(|shelf| shelf.iter());
            all.map(|(id, handout)| (id, handout.clone())).collect()
        });
        all.sort_by_key(|(id, handout)| (handout.name.to_folded(), *id));
        all
    }

    /// Waits for a handout that was sent to the server, to open it once it is made.
    pub(super) fn await_new(self) {
        let ids = self.all().into_iter().map(|(id, _)| id).collect();
        self.awaited.set(Some(ids));
    }

    /// Opens the handout that was awaited, once the server has made it.
    pub(super) fn open_awaited(self) {
        let now = self.all();
        let Some(before) = self.awaited.get_untracked() else {
            return;
        };
        if let Some((id, _)) = now.iter().find(|(id, _)| !before.contains(id)) {
            self.awaited.set(None);
            self.opened.set(Some(Opened::Card(*id)));
        }
    }
}

/// Returns the characters of players, in the order of their names.
pub(super) fn player_characters(model: Model) -> Vec<(CombatantId, String)> {
    model.rows_changed.track();
    let mut all: Vec<_> = model.with_view(|view| {
        let played = view.rows.values().filter(|row| row.owner.is_some());
        played.map(|row| (row.id, row.full_name())).collect()
    });
    all.sort_by(|(_, one), (_, other)| one.cmp(other));
    all
}

/// Returns the filter that a handout passes, by whether nobody, some, or all players' characters
/// have it.
pub(super) fn reach(model: Model, handout: &Handout) -> Filter {
    let all = player_characters(model);
    let has = |id: &CombatantId| handout.holders.contains_key(id);
    match handout.holders.is_empty() {
        true => Filter::Nobody,
        false if !all.is_empty() && all.iter().all(|(id, _)| has(id)) => Filter::Everybody,
        false => Filter::Some,
    }
}

//! Readers of an asked roll's card: the player's page tells the server that the card is open, and storytellers see it.

use std::cell::RefCell;

use leptos::prelude::*;
use rules::base::id::{AskId, SeatId};
use rules::base::late::Late;
use rules::wire::ClientMessage;

use crate::browser::HERE;
use crate::connection::lifecycle;
use crate::state::table_state::{Connection, Model};

/// Seats and the asked roll whose card each of them has open.
type Readers = RwSignal<Vec<(SeatId, AskId)>>;

thread_local! {
    /// The readers as last told by the server, once it has told any.
    static READERS: RefCell<Option<Readers>> = const { RefCell::new(None) };
}

/// Returns the signal of who has which card of an asked roll open, which outlives each drawing.
fn readers() -> Readers {
    READERS.with_borrow_mut(|kept| {
        *kept.get_or_insert_with(|| {
            let owner = Owner::new_root(None);
            let readers = owner.with(|| RwSignal::new(Vec::new()));
            std::mem::forget(owner);
            readers
        })
    })
}

/// Stores the server's list of the seats that have the card of an asked roll open. Loaded later
/// than the first part of the program.
#[inline(never)]
pub(crate) fn take_reading(of: &Late<Vec<(SeatId, AskId)>>) {
    readers().set((**of).clone());
}

/// Whether a seat has the card of an asked roll open.
pub(super) fn is_reading(seat: SeatId, ask: AskId) -> bool {
    HERE && readers().with(|readers| readers.contains(&(seat, ask)))
}

/// Tells the server which asked roll's card is open, on each change and after each new connection.
pub(super) fn tell_reading(model: Model, open: impl Fn() -> Option<AskId> + Send + Sync + 'static) {
    Effect::new(move |before: Option<AskId>| {
        let live = model.connection.get() == Connection::Live;
        let now = open().filter(|_| live).unwrap_or(AskId(0));
        if live && now != before.unwrap_or(AskId(0)) {
            lifecycle::send_unkept(&ClientMessage::Reading(now));
        }
        now
    });
}

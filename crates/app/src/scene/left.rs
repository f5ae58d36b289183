//! The line below the board that says how far the reader's own combatant still gets in the turn.

use leptos::prelude::*;
use rules::messages::scene as msg;

use crate::reactive::{derive, memo};
use crate::scene::list::listing::Listing;
use crate::scene::moves::name_of;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words::scene::distance_text;

/// Renders how far the reader's own combatant can still move this turn; hidden where the rules
/// count no distances.
pub(super) fn left_line(model: Model, stage: Stage) -> AnyView {
    let listing = Listing::new(model, stage);
    let said = memo(move || {
        let (own, left) = (listing.own.get()?, listing.left()?);
        let of = distance_text(model.system, left.of);
        Some(msg::left_of_named(&name_of(model, own), &left.left, &of))
    });
    view! { <p class="faint board-left" hidden=derive(move || said.with(Option::is_none))>{derive(move || said.get())}</p> }
        .into_any()
}

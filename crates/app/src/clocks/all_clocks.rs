//! The clocks that a page knows of.

use leptos::prelude::*;
use rules::encounter::view::ClockView;

use crate::state::table_state::Model;

/// Returns all clocks that the reader knows of.
pub(crate) fn all_clocks(model: Model) -> Memo<Vec<ClockView>> {
    model.select(|view| {
        let clocks = view.clocks.as_ref();
        clocks.map_or_else(Vec::new, |clocks| (**clocks).clone())
    })
}

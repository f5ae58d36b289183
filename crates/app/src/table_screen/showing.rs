//! What the screen shows of a view: which layout, and what storytellers chose for it.

use leptos::prelude::*;
use rules::encounter::View;
use rules::encounter::view::ScreenView;
use rules::table_screen::ScreenLayout;

use crate::reactive::memo;
use crate::state::table_state::Model;
use crate::table::fight_over::is_over;

/// Content that the table screen is showing at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Showing {
    /// Neither a combatant nor a place nor a clock is there yet.
    Nothing,
    /// There is no fight.
    Between,
    /// A layout of the fight.
    Fight(ScreenLayout),
}

impl Showing {
    /// Determines from a view what the table screen shows. A layout that lacks what it shows gives
    /// way to the order.
    pub(super) fn of(view: &View) -> Self {
        let set = view.screen.as_ref().map(|screen| screen.set.layout);
        let has_scene = view.scene.is_some();
        let has_handout = view.screen.as_ref().is_some_and(|it| it.handout.is_some());
        match set.unwrap_or_default() {
            _ if view.rows.is_empty() && !has_scene && view.clocks.is_none() => Self::Nothing,
            ScreenLayout::Picture if has_handout => Self::Fight(ScreenLayout::Picture),
            ScreenLayout::Scene if has_scene => Self::Fight(ScreenLayout::Scene),
            _ if view.order.is_empty() || is_over(view) => Self::Between,
            ScreenLayout::OrderAndScene if has_scene => Self::Fight(ScreenLayout::OrderAndScene),
            ScreenLayout::OrderAndScene
            | ScreenLayout::Order
            | ScreenLayout::Scene
            | ScreenLayout::Picture => Self::Fight(ScreenLayout::Order),
        }
    }

    /// Returns the key of the shown content for the style sheet.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Between => "between",
            Self::Fight(layout) => layout.key(),
        }
    }
}

/// Returns what storytellers chose for the table screen, with the handout on it.
pub(super) fn screen_choice(view: &View) -> ScreenView {
    let screen = view.screen.as_ref();
    screen.map_or_else(ScreenView::default, |screen| (**screen).clone())
}

/// Returns a memo of a part of the view, which also follows changes of rows and of the turn.
pub(super) fn follow<T: PartialEq + Send + Sync + 'static>(
    model: Model,
    read: impl Fn(&View) -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo(move || {
        model.rows_changed.track();
        _ = model.turn.get();
        _ = model.order.get();
        model.refreshed.track();
        model.with_view(&read)
    })
}

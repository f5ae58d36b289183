//! State of the layout of a table's page: the open tab, rows and panels, the drag, the draft.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::base::sorted_map::Map;
use rules::encounter::Turn;

use crate::browser;
use crate::exchange::draft::Draft;
use crate::exchange::next_action::NextAction;
use crate::exchange::open_questions::OpenQuestion;
use crate::exchange::parts::Parts;
use crate::health::choice::Choice;
use crate::health::expected_damage::ExpectedDamage;
use crate::order::drag::Drag;
use crate::scene::state::SceneState;
use crate::state::table_state::Model;

/// Id of the menu.
pub const MENU: &str = "menu";
/// Id of the palette.
pub const PALETTE: &str = "palette";
/// Id of the list of keyboard shortcuts.
pub const KEYS: &str = "keys";

/// Tab of the table's page on a phone. Wider screens show all but the scene's side by side, and the
/// scene as a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Bench and order.
    Order,
    /// The places of the scene.
    Scene,
    /// The reader's own combatants and the dice.
    Me,
    /// The table log.
    Log,
}

/// State in which the reader left a tab.
#[derive(Clone, Copy, Debug, Default)]
pub struct TabState {
    /// Vertical scroll position, in pixels.
    y: f64,
    /// The turn of the fight.
    turn: Turn,
    /// The newest line of the log.
    pub line: u32,
}

impl TabState {
    /// Creates the state of a tab at a scroll position, with the current turn and log.
    #[must_use]
    pub fn at(y: f64, model: Model) -> Self {
        Self {
            y,
            turn: model.turn.get_untracked(),
            line: model
                .log
                .with_untracked(|log| log.last().map_or(0, |line| line.no)),
        }
    }
}

/// State that the components share besides the model, such as what is open, dragged, or drafted.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The open tab.
    pub tab: RwSignal<Tab>,
    /// The state in which the reader left each tab.
    pub left: StoredValue<[TabState; 4]>,
    /// The place that is open in the list of the scene.
    pub place: RwSignal<Option<LocationId>>,
    /// The token that is being dragged.
    pub drag: RwSignal<Option<Drag>>,
    /// The id of the open dialog of the table: menu, palette or list of keys.
    pub dialog: RwSignal<Option<&'static str>>,
    /// The row that is open in the order.
    pub opened: RwSignal<Option<CombatantId>>,
    /// The row that had the focus last.
    pub stops: RwSignal<Option<CombatantId>>,
    /// The only row of the order at which the Tab key stops.
    pub stop: Memo<Option<CombatantId>>,
    /// The part of each combatant in the open exchanges.
    pub parts: Memo<Parts>,
    /// Whether the bench was opened or folded by hand.
    pub bench: RwSignal<Option<bool>>,
    /// Whether the dice were opened or folded by hand.
    pub dice: RwSignal<Option<bool>>,
    /// The row whose sheet is open.
    pub sheet: RwSignal<Option<CombatantId>>,
    /// The expanded groups, by their first combatant.
    pub open: RwSignal<Vec<CombatantId>>,
    /// The health box whose menu is open.
    pub choice: RwSignal<Option<Choice>>,
    /// The text typed into the quick-add line.
    pub line: RwSignal<String>,
    /// The combatant who rolls in the roll panel.
    pub roller: RwSignal<Option<CombatantId>>,
    /// Whether the reader is asked for a roll outside of an exchange that is not made yet.
    pub rolls: Memo<bool>,
    /// The open questions of the exchanges.
    pub asked: Memo<Vec<OpenQuestion>>,
    /// The draft of an action.
    pub draft: Draft,
    /// The average damage of the hit that the reader is asked to defend against.
    pub price: ExpectedDamage,
    /// The name of each combatant's place in the scene.
    pub places: Memo<Map<CombatantId, String>>,
    /// The state of the scene's board.
    pub scene: SceneState,
    /// Whether a player has something new under what their characters know.
    pub news: RwSignal<bool>,
    /// Whether a roll to ask for is being put together.
    pub asking: RwSignal<bool>,
    /// The reader's next action.
    pub deed: Memo<Option<NextAction>>,
}

impl Stage {
    /// Opens a tab at its last scroll position, or at what has changed meanwhile, which is the
    /// acting row or the log's newest line.
    pub fn open_tab(self, model: Model, tab: Tab) {
        let from = self.tab.get_untracked();
        if from == tab {
            return;
        }
        let now = TabState::at(browser::scrolled(), model);
        let was = self.left.try_update_value(|left| {
            left[from as usize] = now;
            left[tab as usize]
        });
        let was = was.unwrap_or_default();
        self.tab.set(tab);
        browser::on_next_frame(move || {
            let news = tab == Tab::Log && was.line != now.line;
            browser::scroll_to(if news { 0.0 } else { was.y });
            if tab == Tab::Order && was.turn != now.turn {
                show_acting(model, true);
            }
        });
    }
}

/// Scrolls the acting row into view, no farther than necessary; without animation if `at_once` is true.
pub fn show_acting(model: Model, at_once: bool) {
    browser::publish_header_height();
    let acting = model.turn.get_untracked().acting;
    if let Some(row) = acting.and_then(|id| browser::element(&format!("row-{id}"))) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        options.set_behavior(if at_once || browser::prefers_reduced_motion() {
            web_sys::ScrollBehavior::Instant
        } else {
            web_sys::ScrollBehavior::Smooth
        });
        row.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

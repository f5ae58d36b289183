//! The three parts of the page as tabs at the thumb, and where each of them was left.

use leptos::prelude::*;
use rules::encounter::Turn;
use rules::messages::screen as msg;
use rules::phase::Phase;

use super::Stage;
use super::browser;
use super::live::{clicked, live};
use super::log;
use super::model::Model;
use super::order;

/// What is open on a phone; wider screens show all three side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Bench and order.
    Order,
    /// The reader's own: their combatants and the dice.
    Me,
    /// The table log.
    Log,
}

/// How a part was left.
#[derive(Clone, Copy, Debug, Default)]
pub struct Left {
    /// How far down.
    y: f64,
    /// Where the fight stood.
    turn: Turn,
    /// The newest line of the log.
    line: u32,
}

impl Left {
    /// So far down, and otherwise as it is now.
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

impl Stage {
    /// Opens a part where it was left. What moved on meanwhile is in sight: the acting row, and
    /// the log's newest line.
    pub fn open(self, model: Model, tab: Tab) {
        let from = self.tab.get_untracked();
        if from == tab {
            return;
        }
        let now = Left::at(browser::scrolled(), model);
        let was = self.left.try_update_value(|left| {
            left[from as usize] = now;
            left[tab as usize]
        });
        let was = was.unwrap_or_default();
        self.tab.set(tab);
        browser::next_frame(move || {
            let news = tab == Tab::Log && was.line != now.line;
            browser::scroll_to(if news { 0.0 } else { was.y });
            if tab == Tab::Order && was.turn != now.turn {
                order::show_acting(model, true);
            }
        });
    }
}

/// The three tabs at the thumb.
#[component]
pub fn Tabs() -> impl IntoView {
    let stage = expect_context::<Stage>();
    let model = expect_context::<Model>();
    let own = if model.runs() {
        msg::DICE.get()
    } else {
        msg::ME.get()
    };
    // Whose step it is, is called to where they can take it.
    let called = move || {
        let turn = model.turn.get();
        model.rows_changed.track();
        let declares = turn.phase == Phase::Declare;
        let acting = turn.acting.and_then(|id| model.row_now(id));
        acting.is_some_and(|row| model.may_act_for(&row) && (declares || !model.runs()))
    };
    let unread = move || {
        let open = stage.tab.get() == Tab::Log;
        let read = stage.left.with_value(|left| left[Tab::Log as usize].line);
        let own = model.name();
        !open
            && model
                .log
                .with(|log| log::has_news(log, read, own.as_deref()))
    };
    let tab = move |tab: Tab, words: &'static str| {
        let calls = live(move || match tab {
            Tab::Order => None,
            Tab::Me => called().then_some(msg::YOUR_TURN_2.get()),
            Tab::Log => unread().then_some(msg::SOMETHING_NEW.get()),
        });
        view! {
            <button
                type="button"
                class="tab"
                data-call=live(move || calls.get().is_some().to_string())
                aria-pressed=live(move || (stage.tab.get() == tab).to_string())
                on:click=clicked(move |_| stage.open(model, tab))
            >
                {words}
                <span class="unseen">{calls}</span>
            </button>
        }
    };
    view! {
        <nav class="tabs" aria-label=msg::PARTS_OF_THE_TABLE.get()>
            {tab(Tab::Order, msg::ORDER.get())}
            {tab(Tab::Me, own)}
            {tab(Tab::Log, msg::LOG.get())}
        </nav>
    }
}

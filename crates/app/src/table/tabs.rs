//! The tabs of a phone, which show the parts of the page.

use leptos::prelude::*;
use rules::character::phase::Phase;
use rules::messages::{scene, screen as msg};

use crate::log::entries;
use crate::reactive::{derive, on_click};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};

/// The tabs at the bottom of the screen. That of the scene is there while there is one.
#[component]
pub fn Tabs() -> impl IntoView {
    let stage = expect_context::<Stage>();
    let model = expect_context::<Model>();
    let own = if model.can_run_table() {
        msg::DICE.get()
    } else {
        msg::ME.get()
    };
    // Whose step it is, is called to where they can take it.
    let called = move || {
        let turn = model.turn.get();
        model.rows_changed.track();
        let declares = turn.phase == Phase::Declare;
        let acting = turn.acting.and_then(|id| model.current_row(id));
        acting.is_some_and(|row| model.may_act_for(&row) && (declares || !model.can_run_table()))
    };
    let unread = move || {
        let open = stage.tab.get() == Tab::Log;
        let read = stage.left.with_value(|left| left[Tab::Log as usize].line);
        let own = model.own_name();
        !open
            && model
                .log
                .with(|log| entries::has_news(log, read, own.as_deref()))
    };
    let has_scene = model.select(|view| view.scene.is_some() || view.clocks.is_some());
    let hidden = move |tab: Tab| {
        let away = tab == Tab::Scene && stage.tab.get() != tab;
        away && !model.can_run_table() && !has_scene.get()
    };
    let tab = move |tab: Tab, words: &'static str| {
        let calls = derive(move || match tab {
            Tab::Order | Tab::Scene => None,
            Tab::Me if called() => Some(msg::YOUR_TURN_2.get()),
            Tab::Me => (stage.news.get() || stage.rolls.get()).then_some(msg::SOMETHING_NEW.get()),
            Tab::Log => unread().then_some(msg::SOMETHING_NEW.get()),
        });
        view! {
            <button
                type="button"
                class="tab"
                hidden=derive(move || hidden(tab))
                data-call=derive(move || calls.get().is_some().to_string())
                aria-pressed=derive(move || (stage.tab.get() == tab).to_string())
                on:click=on_click(move |_| stage.open_tab(model, tab))
            >
                {words}
                <span class="unseen">{calls}</span>
            </button>
        }
    };
    view! {
        <nav class="tabs" aria-label=msg::PARTS_OF_THE_TABLE.get()>
            {tab(Tab::Order, msg::ORDER.get())}
            {tab(Tab::Scene, scene::SCENE.get())}
            {tab(Tab::Me, own)}
            {tab(Tab::Log, msg::LOG.get())}
        </nav>
    }
}

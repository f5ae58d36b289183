//! The page of a table: its state, its background tasks, and its parts.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::messages::{scene, screen as msg};

use crate::ask::stage::watch_question;
use crate::combatant::claim::WhoDoYouPlay;
use crate::combatant::own_combatants::{OwnCombatants, first_own_combatant};
use crate::combatant::sheet::RowSheet;
use crate::connection::inbox::{self, RECEIVER};
use crate::connection::lifecycle;
use crate::exchange::draft::Draft;
use crate::exchange::fight::Fight;
use crate::exchange::next_action::NextAction;
use crate::exchange::open_questions;
use crate::exchange::parts::Parts;
use crate::exchange::strip::Strip;
use crate::handouts::known::WhatWeKnow;
use crate::health::choice_menu::ChoiceMenu;
use crate::health::expected_damage::ExpectedDamage;
use crate::log::entries::Log;
use crate::order::bench::Bench;
use crate::order::ghost::Ghost;
use crate::order::list::Order;
use crate::order::row_actions;
use crate::page::Opening;
use crate::plan::planning::Planning;
use crate::reactive::{derive, memo};
use crate::roll::panel::RollPanel;
use crate::scene::board::{SceneForms, SceneStage, StageParts, stage_key};
use crate::scene::list::PlaceList;
use crate::scene::spots;
use crate::scene::state::SceneState;
use crate::state::table_state::{Connection, Model};
use crate::table::banner::NoticeBar;
use crate::table::dialogs::Dialogs;
use crate::table::fight_over::FightOver;
use crate::table::header::Header;
use crate::table::keys::{self, SkipLinks};
use crate::table::layout::{Stage, Tab, TabState};
use crate::table::tabs::Tabs;
use crate::table::undo_buttons;

/// Creates the state of a table's page, which outlives each drawing.
#[must_use]
pub fn create(opening: &Opening) -> (Model, Stage) {
    let model = Model::new(opening);
    let stops = RwSignal::new(None);
    let stop = memo(move || {
        let acting = model.turn.with(|turn| turn.acting);
        model.order.with(|order| {
            let there = |id: &CombatantId| order.contains(id);
            let had = stops.get().filter(there);
            had.or(acting.filter(there)).or(order.first().copied())
        })
    });
    let asked = memo(move || open_questions::open_questions(model));
    let draft = Draft::new();
    let stage = Stage {
        opened: RwSignal::new(None),
        stops,
        stop,
        parts: memo(move || Parts::of_all(model)),
        bench: RwSignal::new(None),
        dice: RwSignal::new(None),
        tab: RwSignal::new(Tab::Order),
        left: StoredValue::new([TabState::at(0.0, model); 4]),
        place: RwSignal::new(None),
        drag: RwSignal::new(None),
        sheet: RwSignal::new(None),
        dialog: RwSignal::new(None),
        open: RwSignal::new(Vec::new()),
        choice: RwSignal::new(None),
        line: RwSignal::new(String::new()),
        roller: RwSignal::new(first_own_combatant(&model)),
        asked,
        draft,
        price: ExpectedDamage::none(),
        places: model.select(spots::place_names),
        scene: SceneState::new(),
        news: RwSignal::new(false),
        asking: RwSignal::new(false),
        rolls: watch_question(model),
        deed: memo(move || NextAction::find(model, asked, (draft.is_open(), draft.spent()))),
    };
    (model, stage)
}

/// Starts the background tasks of the page, once for all its drawings.
pub fn start_page(model: Model, stage: Stage) {
    Effect::new(move |started: Option<()>| {
        if started.is_none() {
            model.wake();
            inbox::restore_queue(model);
            lifecycle::start(model, RECEIVER);
            undo_buttons::listen_for_keys(model);
            keys::listen_for_shortcuts(model, stage);
            row_actions::close_on_escape(stage);
        }
    });
    // A player who gets a combatant rolls for it, until they choose otherwise.
    Effect::new(move |played: Option<bool>| {
        model.rows_changed.track();
        let own = first_own_combatant(&model);
        let nobody = stage.roller.with_untracked(Option::is_none);
        if played == Some(false) && nobody && !model.can_run_table() {
            stage.roller.set(own);
        }
        own.is_some()
    });
    // A storyteller rolls for the acting combatant, until they choose otherwise.
    Effect::new(move |before: Option<()>| {
        let acting = model.turn.get().acting;
        if before.is_some() && model.can_run_table() && acting.is_some() {
            stage.roller.set(acting);
        }
    });
}

/// Shows the whole page of a live table.
#[component]
pub fn Table(
    /// The state of the table.
    model: Model,
    /// The state that the parts share.
    stage: Stage,
) -> impl IntoView {
    provide_context(model);
    provide_context(stage);
    provide_context(stage.price);
    let tab = move || match stage.tab.get() {
        Tab::Order => "order",
        Tab::Scene => "scene",
        Tab::Me => "me",
        Tab::Log => "log",
    };
    let has = model.select(StageParts::of);
    view! {
        <div
            class="table"
            data-tab=derive(tab)
            data-stage=derive(move || stage_key(model, stage, has.get()))
            data-awake=derive(move || model.awake.get().to_string())
            data-live=derive(move || (model.connection.get() == Connection::Live).to_string())
            data-still=derive(move || model.catches_up.get().to_string())
            data-dragging=derive(move || stage.drag.with(Option::is_some).to_string())
        >
            <SkipLinks />
            <Header />
            <main class="columns">
                <section class="column column-order" aria-label=msg::BENCH_AND_ORDER.get() id="tab-order">
                    <FightOver />
                    <WhoDoYouPlay />
                    <Bench />
                    <Order />
                </section>
                <section class="column column-scene" aria-label=scene::SCENE.get() id="tab-scene">
                    <PlaceList />
                </section>
                <section class="column column-me" aria-label=msg::DICE.get() id="tab-me">
                    <Fight />
                    <OwnCombatants />
                    <WhatWeKnow />
                    <Planning />
                    <SceneStage has />
                    <RollPanel />
                </section>
                <section class="column column-log" aria-label=msg::TABLE_LOG.get() id="tab-log">
                    <Log />
                </section>
                <ChoiceMenu />
            </main>
            <Strip />
            <Tabs />
            <RowSheet />
            <SceneForms has />
            <Dialogs />
            <Ghost />
            <NoticeBar />
            <p class="aloud" role="status" aria-live="polite">{derive(move || model.aloud.get())}</p>
        </div>
    }
}

//! A table with its encounter: the one page that lives.

pub mod banner;
pub mod bench;
pub mod boxes;
pub mod browser;
pub mod choice;
pub mod conditions;
pub mod cut;
pub mod dials;
pub mod drag;
pub mod due;
pub mod fight;
pub mod gesture;
pub mod give;
pub mod group;
pub mod header;
pub mod intent;
pub mod kept;
pub mod keys;
pub mod line;
pub mod live;
pub mod log;
pub mod me;
pub mod model;
pub mod order;
pub mod outbox;
pub mod over;
pub mod phases;
pub mod plan;
pub mod points;
pub mod pools;
pub mod price;
pub mod roll_card;
pub mod roll_panel;
pub mod row;
pub mod row_sheet;
pub mod rule;
pub mod said;
pub mod say;
pub mod socket;
pub mod stepper;
pub mod struck;
pub mod tabs;
pub mod taps;
pub mod undo;
pub mod who;

use leptos::prelude::*;
use rules::messages::screen as msg;

use self::live::live;
use self::model::Model;
use self::tabs::{Left, Tab};
use crate::page::Opening;

/// Everything the page's parts share besides the model: what is open, what is held.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The open tab.
    pub tab: RwSignal<Tab>,
    /// How each tab was left.
    pub left: StoredValue<[Left; 3]>,
    /// The token that is being dragged.
    pub drag: RwSignal<Option<drag::Drag>>,
    /// The row that is open in its place.
    pub opened: RwSignal<Option<rules::id::CombatantId>>,
    /// The row that had the focus last.
    pub stops: RwSignal<Option<rules::id::CombatantId>>,
    /// The row at which the Tab key stops, of all in the order.
    pub stop: Memo<Option<rules::id::CombatantId>>,
    /// The part of each combatant in the open exchanges.
    pub parts: Memo<row::Parts>,
    /// Whether the bench was opened or folded by hand.
    pub bench: RwSignal<Option<bool>>,
    /// Whether the dice were opened or folded by hand.
    pub dice: RwSignal<Option<bool>>,
    /// The row whose sheet is open.
    pub sheet: RwSignal<Option<rules::id::CombatantId>>,
    /// Those who act as one and are shown one by one, by what stands for each group.
    pub open: RwSignal<Vec<rules::id::CombatantId>>,
    /// The box whose choice is open.
    pub choice: RwSignal<Option<choice::Choice>>,
    /// The quick-add line as it is being typed.
    pub line: RwSignal<String>,
    /// Who rolls in the roll panel.
    pub roller: RwSignal<Option<rules::id::CombatantId>>,
    /// What the exchanges ask, of whom.
    pub asked: Memo<Vec<fight::asked::Asked>>,
    /// The action that is being put together.
    pub draft: fight::draft::Draft,
    /// What a hit is about to cost a combatant on average, while the reader is asked how to meet it.
    pub price: price::Price,
    /// What the reader does next.
    pub deed: Memo<Option<fight::deed::Deed>>,
}

/// What a table's page is drawn from. It outlives the drawing.
#[must_use]
pub fn set(opening: &Opening) -> (Model, Stage) {
    let model = Model::new(opening);
    let stops = RwSignal::new(None);
    let stop = live::memo(move || {
        let acting = model.turn.with(|turn| turn.acting);
        model.order.with(|order| {
            let there = |id: &rules::id::CombatantId| order.contains(id);
            let had = stops.get().filter(there);
            had.or(acting.filter(there)).or(order.first().copied())
        })
    });
    let asked = live::memo(move || fight::asked::all(model));
    let draft = fight::draft::Draft::new();
    let stage = Stage {
        opened: RwSignal::new(None),
        stops,
        stop,
        parts: live::memo(move || row::Parts::of_all(model)),
        bench: RwSignal::new(None),
        dice: RwSignal::new(None),
        tab: RwSignal::new(Tab::Order),
        left: StoredValue::new([Left::at(0.0, model); 3]),
        drag: RwSignal::new(None),
        sheet: RwSignal::new(None),
        open: RwSignal::new(Vec::new()),
        choice: RwSignal::new(None),
        line: RwSignal::new(String::new()),
        roller: RwSignal::new(me::first_own(&model)),
        asked,
        draft,
        price: price::Price::none(),
        deed: live::memo(move || {
            fight::deed::Deed::next(model, asked, (draft.is_open(), draft.spent()))
        }),
    };
    (model, stage)
}

/// Starts what a table does by itself, once, however often its page is drawn.
pub fn start(model: Model, stage: Stage) {
    Effect::new(move |started: Option<()>| {
        if started.is_none() {
            model.awake.set(true);
            model.take_up();
            line::start(model);
            undo::listen(model);
            keys::listen(model, stage);
            row::listen(stage);
        }
    });
    // Whoever gets somebody to play rolls for them, until they choose otherwise.
    Effect::new(move |played: Option<bool>| {
        model.rows_changed.track();
        let own = me::first_own(&model);
        let nobody = stage.roller.with_untracked(Option::is_none);
        if played == Some(false) && nobody && !model.runs() {
            stage.roller.set(own);
        }
        own.is_some()
    });
    // Those who run the table roll for whoever acts, until they choose otherwise.
    Effect::new(move |before: Option<()>| {
        let acting = model.turn.get().acting;
        if before.is_some() && model.runs() && acting.is_some() {
            stage.roller.set(acting);
        }
    });
}

/// The whole page of a table.
#[component]
pub fn Table(
    /// The table.
    model: Model,
    /// What is open, what is held.
    stage: Stage,
) -> impl IntoView {
    provide_context(model);
    provide_context(stage);
    provide_context(stage.price);
    let tab = move || match stage.tab.get() {
        Tab::Order => "order",
        Tab::Me => "me",
        Tab::Log => "log",
    };
    view! {
        <div
            class="table"
            data-tab=live(tab)
            data-awake=live(move || model.awake.get().to_string())
            data-live=live(move || (model.connection.get() == model::Connection::Live).to_string())
            data-still=live(move || model.catches_up.get().to_string())
            data-dragging=live(move || stage.drag.with(Option::is_some).to_string())
        >
            <keys::SkipLinks />
            <header::Header />
            <main class="columns">
                <section class="column column-order" aria-label=msg::BENCH_AND_ORDER.get() id="tab-order">
                    <over::Over />
                    <who::WhoDoYouPlay />
                    <bench::Bench />
                    <order::Order />
                </section>
                <section class="column column-me" aria-label=msg::DICE.get() id="tab-me">
                    <fight::Fight />
                    <me::Me />
                    <plan::Planning />
                    <roll_panel::RollPanel />
                </section>
                <section class="column column-log" aria-label=msg::TABLE_LOG.get() id="tab-log">
                    <log::Log />
                </section>
                <choice::ChoiceMenu />
            </main>
            <fight::strip::Strip />
            <tabs::Tabs />
            <row_sheet::RowSheet />
            <keys::Palette />
            <keys::Help />
            <drag::Ghost />
            <banner::NoticeBar />
            <p class="aloud" role="status" aria-live="polite">{live(move || model.aloud.get())}</p>
        </div>
    }
}

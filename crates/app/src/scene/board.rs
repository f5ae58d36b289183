//! The scene in the middle of the page: the segments, and the board or the description of the scene.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::View;
use rules::encounter::command::SceneEdit;
use rules::messages::{asks, clocks, handout, scene as msg, screen};

use crate::browser;
use crate::clocks::{Spot, clock_panel, clock_slips, pinned_clocks};
use crate::handouts::bringing;
use crate::handouts::shelf::handout_shelf;
use crate::reactive::{derive, memo, on_click, on_key, redraw, show_when};
use crate::scene::dialog::scene_dialog;
use crate::scene::grid::scene_board;
use crate::scene::icons;
use crate::scene::setup::setup;
use crate::scene::state::Segment;
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};

/// Returns the style key of what the middle of the page shows; `None` while there is no scene,
/// clock or form.
#[must_use]
pub fn stage_key(model: Model, stage: Stage, has: StageParts) -> Option<&'static str> {
    let begun = model.can_run_table() && is_opened(stage);
    let shown = has.scene || has.clocks || begun;
    shown.then(|| shown_segment(stage, has.scene).key())
}

/// Whether a table has a scene and clocks, which the middle of the page can show.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct StageParts {
    /// Whether there is a scene.
    pub scene: bool,
    /// Whether there is a clock.
    pub clocks: bool,
}

impl StageParts {
    /// Returns whether a view has a scene and clocks.
    #[must_use]
    pub fn of(view: &View) -> Self {
        Self {
            scene: view.scene.is_some(),
            clocks: view.clocks.is_some(),
        }
    }
}

/// Returns the segment of the middle of the page that is shown; without a scene, the clocks.
fn shown_segment(stage: Stage, has_scene: bool) -> Segment {
    match stage.scene.segment.get() {
        Segment::Scene if !has_scene && !stage.scene.setup.get() => Segment::Clocks,
        segment => segment,
    }
}

/// Whether a form or panel is open in the middle of the page that needs no scene.
fn is_opened(stage: Stage) -> bool {
    let scene = stage.scene;
    scene.setup.get() || scene.clocks.get() || scene.segment.get() == Segment::Handouts
}

/// The middle of the page with the scene, a map of places, and its other segments. Without a scene,
/// storytellers see a line that begins one.
#[component]
pub fn SceneStage(
    /// What there is to show.
    has: Memo<StageParts>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let shown = memo(move || stage_key(model, stage, has.get()).is_some());
    redraw(move || match (shown.get(), model.can_run_table()) {
        (true, _) => scene_body(model, stage),
        (false, true) => show_when(move || model.whole.get(), move || no_scene(stage)),
        (false, false) => ().into_any(),
    })
}

/// The dialog with the forms of the scene, for the board and for the list of a phone.
#[component]
pub fn SceneForms(
    /// What there is to show.
    has: Memo<StageParts>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    show_when(move || has.get().scene, move || scene_dialog(model, stage))
}

/// Renders the line that begins a scene, a clock or a roll and opens the handouts, one stop of the Tab key. Loaded later
/// than the first part of the program.
#[inline(never)]
fn no_scene(stage: Stage) -> AnyView {
    view! {
        <div
            class="no-scene"
            role="toolbar"
            aria-label=msg::STAGE.get()
            on:keydown=on_key(|event| browser::walk_focus(&event))
        >
            <button
                type="button"
                class="quiet small"
                id="describe-scene"
                on:click=on_click(move |_| {
                    stage.scene.setup.set(true);
                    stage.scene.segment.set(Segment::Scene);
                    browser::focus_later("scene-lines".to_owned());
                })
            >
                {msg::NO_SCENE_DESCRIBE_ONE.get()}
            </button>
            <button
                type="button"
                class="quiet small"
                id="first-clock"
                tabindex="-1"
                on:click=on_click(move |_| {
                    stage.scene.clocks.set(true);
                    stage.scene.segment.set(Segment::Clocks);
                    browser::focus_later("new-clock".to_owned());
                })
            >
                {clocks::CLOCKS.get()}
            </button>
            <button
                type="button"
                class="quiet small"
                id="open-handouts"
                tabindex="-1"
                on:click=on_click(move |_| stage.scene.segment.set(Segment::Handouts))
            >
                {handout::HANDOUTS.get()}
            </button>
            {ask_button(stage, "-1")}
        </div>
    }
    .into_any()
}

/// Renders the button with which a storyteller asks for a roll.
fn ask_button(stage: Stage, tabindex: &'static str) -> AnyView {
    view! {
        <button
            type="button"
            class="quiet small"
            id="ask-for-a-roll"
            tabindex=tabindex
            on:click=on_click(move |_| {
                stage.asking.set(true);
                browser::focus_later("ask-pool".to_owned());
            })
        >
            {asks::ASK_FOR_A_ROLL.get()}
        </button>
    }
    .into_any()
}

/// Renders the tabs of the segments in the middle of the page, and the storyteller's buttons.
fn stage_head(
    model: Model,
    stage: Stage,
    (seat, has, shown): (String, Memo<StageParts>, Memo<Segment>),
) -> AnyView {
    let (scene, runs) = (stage.scene, model.can_run_table());
    let segment = move |which: Segment, words: &'static str| {
        let seat = seat.clone();
        let there = move || {
            let has = has.get();
            runs || match which {
                Segment::Scene => has.scene,
                Segment::Clocks => has.clocks,
                Segment::Dice => true,
                Segment::Handouts => false,
            }
        };
        view! {
            <button
                type="button"
                class="segment"
                data-segment=which.key()
                hidden=derive(move || !there())
                aria-pressed=derive(move || (shown.get() == which).to_string())
                on:click=on_click(move |_| {
                    // Of what is not there yet, the form that begins it.
                    let has = has.get_untracked();
                    match which {
                        Segment::Scene if !has.scene => scene.setup.set(true),
                        // The segment stays, even while there is no clock.
                        Segment::Clocks => scene.clocks.set(true),
                        Segment::Dice => stage.dice.set(Some(true)),
                        Segment::Scene | Segment::Handouts => {}
                    }
                    scene.show_segment(&seat, which);
                })
            >
                {words}
            </button>
        }
    };
    view! {
        <div class="stage-head">
            <div class="segments" role="group" aria-label=msg::STAGE.get()>
                {segment(Segment::Scene, msg::SCENE.get())}
                {segment(Segment::Clocks, clocks::CLOCKS.get())}
                {segment(Segment::Dice, screen::DICE.get())}
                {runs.then(|| segment(Segment::Handouts, handout::HANDOUTS.get()))}
            </div>
            {runs.then(|| ask_button(stage, "0"))}
            {runs.then(|| view! {
                <button
                    type="button"
                    class="quiet small"
                    id="edit-scene"
                    title=msg::EDIT_SCENE.get()
                    aria-pressed=derive(move || scene.setup.get().to_string())
                    on:click=on_click(move |_| scene.setup.update(|on| *on = !*on))
                >
                    {icons::pencil()}
                    <span class="button-words">{msg::EDIT_SCENE.get()}</span>
                </button>
            })}
        </div>
    }
    .into_any()
}

/// Renders the segments, the board of places and the description of a scene. Loaded later than the
/// first part of the program.
#[inline(never)]
fn scene_body(model: Model, stage: Stage) -> AnyView {
    let scene = stage.scene;
    let seat = format!("{}-{}", model.table, model.you.get_untracked().0);
    let restored = seat.clone();
    Effect::new(move |before: Option<()>| {
        if before.is_none() {
            scene.restore_segment(&restored);
        }
    });
    let has = model.select(StageParts::of);
    let shown = memo(move || shown_segment(stage, has.get().scene));
    let runs = model.can_run_table();
    // There the list has the same field.
    let in_list = move || stage.tab.get() == Tab::Scene;
    let drafted = model.select(|view| view.scene.as_ref().is_some_and(|scene| scene.draft));
    let has_scene = model.select(|view| view.scene.is_some());
    // While a description is typed, the board as it will be takes the place of the one that is.
    let describes =
        memo(move || scene.setup.get() && scene.board().text.with(|text| !text.trim().is_empty()));
    view! {
        <link rel="stylesheet" href="/scene.css" />
        <div
            class="scene-stage"
            data-runs=runs.to_string()
            on:dragover=move |event| if runs { bringing::drag_over(&event) }
            on:dragleave=move |event| bringing::drag_leave(&event)
            on:drop=move |event| if runs { bringing::drop_on_stage(model, stage, &event) }
        >
            {stage_head(model, stage, (seat, has, shown))}
            {runs.then(|| clock_slips(model))}
            {redraw(move || (shown.get() == Segment::Clocks).then(|| clock_panel(model, Spot::Stage)))}
            {redraw(move || (shown.get() == Segment::Scene).then(|| view! {
                {redraw(move || (runs && scene.setup.get() && !in_list()).then(|| setup(model, stage)))}
                {redraw(move || (drafted.get() && !scene.setup.get()).then(|| draft_line(model)))}
                {redraw(move || (has_scene.get() && !describes.get()).then(|| scene_board(model, stage)))}
                {redraw(move || has.get().clocks.then(|| pinned_clocks(model, stage)))}
            }))}
            {redraw(move || (runs && scene.segment.get() == Segment::Handouts).then(|| handout_shelf(model, stage)))}
        </div>
    }
    .into_any()
}

/// Renders the line that says that only storytellers see the scene, with the button that shows it to everyone.
fn draft_line(model: Model) -> AnyView {
    view! {
        <div class="draft-line inline">
            <p class="grow faint">{msg::ONLY_YOU_SEE_THE_SCENE.get()}</p>
            <button
                type="button"
                class="brass small"
                on:click=on_click(move |_| model.send(Command::EditScene(SceneEdit::Use { on: true })))
            >
                {msg::USE_THIS_SCENE.get()}
            </button>
        </div>
    }
    .into_any()
}

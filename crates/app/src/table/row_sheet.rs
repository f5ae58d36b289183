//! Everything that can be done with one combatant.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::encounter::command::{Destination, Whose};
use rules::encounter::view::Row;
use rules::encounter::{Command, Side};
use rules::id::{CombatantId, SeatId};
use rules::seat::Role;
use rules::track::{Packet, Severity};
use wasm_bindgen::JsCast;

use super::browser;
use super::model::Model;
use super::{Stage, Tab};
use crate::words;

/// A click beside a dialog closes it.
pub fn close_on_backdrop(event: MouseEvent) {
    let dialog = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlDialogElement>().ok());
    if let Some(dialog) = dialog {
        dialog.close();
    }
}

/// The sheet of the row that was opened.
#[component]
pub fn RowSheet() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    Effect::new(move |_| {
        if stage.sheet.get().is_some() {
            browser::later(0, || browser::open_dialog("row-sheet"));
        } else {
            browser::close_dialog("row-sheet");
        }
    });
    let body = move || {
        let id = stage.sheet.get()?;
        let row = model.row(id)?;
        Some(view! { <SheetBody id row /> })
    };
    view! {
        <dialog
            id="row-sheet"
            class="sheet"
            aria-labelledby="row-sheet-name"
            on:click=close_on_backdrop
            on:close=move |_| stage.sheet.set(None)
        >
            {body}
        </dialog>
    }
}

#[component]
fn SheetBody(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: ArcRwSignal<Row>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let row = Memo::new(move |_| row.get());
    let close = move || stage.sheet.set(None);
    let give = move |command: Command| {
        model.give(command);
        close();
    };
    let may = row.with_untracked(|row| model.may_act_for(row));
    let runs = model.runs();
    let player = model.role() == Role::Player;
    let standing = move || {
        row.with(|row| {
            let mut said = vec![
                if row.side == Side::Character {
                    "character"
                } else {
                    "foe"
                }
                .to_owned(),
            ];
            said.extend(row.sheet.as_ref().and_then(|sheet| sheet.kind.clone()));
            said.extend(row.hidden.then(|| "hidden from players".to_owned()));
            said.extend(words::health(&row.health));
            said.join(" · ")
        })
    };
    let score_terms = move || {
        row.with(|row| {
            row.initiative.as_ref().map(|initiative| {
                let terms: Vec<String> = initiative
                    .terms
                    .iter()
                    .map(|term| format!("{} {}", term.label, words::signed(term.value)))
                    .collect();
                format!(
                    "Initiative {}: die {}, {}",
                    words::number(initiative.score),
                    initiative.die,
                    terms.join(", ")
                )
            })
        })
    };
    let can_take =
        move || player && row.with(|row| row.owner.is_none() && row.side == Side::Character);
    let can_leave = move || player && row.with(|row| row.owner == Some(model.you.get()));
    view! {
        <div class="sheet-body">
            <div class="sheet-head">
                <div class="grow">
                    <h2 id="row-sheet-name">{move || row.with(Row::full_name)}</h2>
                    <p class="faint">{standing}</p>
                    <p class="faint">{score_terms}</p>
                </div>
                <button type="button" class="quiet icon" aria-label="Close" on:click=move |_| close()>"×"</button>
            </div>
            {may.then(|| view! { <Damage id close=Callback::new(move |()| close()) /> })}
            {may.then(|| view! { <Initiative id row close=Callback::new(move |()| close()) /> })}
            {may.then(|| view! { <Words id row close=Callback::new(move |()| close()) /> })}
            {runs.then(|| view! { <Owner id row /> })}
            <div class="sheet-part actions">
                {may.then(|| view! {
                    <button
                        type="button"
                        class="quiet"
                        on:click=move |_| {
                            stage.roller.set(Some(id));
                            stage.tab.set(Tab::Me);
                            close();
                        }
                    >
                        "Roll dice"
                    </button>
                })}
                <Show when=can_take>
                    <button type="button" class="brass" on:click=move |_| give(Command::Assign { id, seat: Some(model.you.get_untracked()) })>
                        "I play this one"
                    </button>
                </Show>
                <Show when=can_leave>
                    <button type="button" class="quiet" on:click=move |_| give(Command::Assign { id, seat: None })>"Give back"</button>
                </Show>
                {runs.then(|| view! {
                    <button
                        type="button"
                        class="quiet"
                        on:click=move |_| {
                            let hidden = row.with_untracked(|row| row.hidden);
                            give(if hidden { Command::Reveal { id } } else { Command::Hide { id } });
                        }
                    >
                        {move || if row.with(|row| row.hidden) { "Reveal" } else { "Hide" }}
                    </button>
                    <Show
                        when=move || model.bench.with(|bench| bench.contains(&id))
                        fallback=move || view! {
                            <button type="button" class="quiet" on:click=move |_| give(Command::Move { id, to: Destination::Bench })>"To the bench"</button>
                        }
                    >
                        <button type="button" class="quiet" on:click=move |_| give(Command::Move { id, to: Destination::Before(None) })>"To the end of the order"</button>
                    </Show>
                })}
                {may.then(|| view! {
                    <button type="button" class="quiet harm" on:click=move |_| give(Command::Remove { id })>"Take out"</button>
                })}
            </div>
        </div>
    }
}

/// "Take 3 lethal": marked by the rules, with overflow.
#[component]
fn Damage(
    /// Who takes it.
    id: CombatantId,
    /// Closes the sheet.
    close: Callback<()>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let points = RwSignal::new(1_u16);
    let take = move |severity: Severity| {
        view! {
            <button
                type="button"
                class="quiet mark-button"
                data-mark=severity.word()
                on:click=move |_| {
                    model.give(Command::Harm { id, packet: Packet::of(severity, points.get_untracked()) });
                    close.run(());
                }
            >
                <span class="glyph" aria-hidden="true">{severity.glyph().to_string()}</span>
                {severity.word()}
            </button>
        }
    };
    view! {
        <div class="sheet-part">
            <h3>"Take damage"</h3>
            <div class="damage">
                <Stepper label="points" value=points step=Callback::new(move |by: i32| {
                    points.update(|points| {
                        *points = u16::try_from((i32::from(*points) + by).clamp(1, 30)).unwrap_or(1);
                    });
                }) />
                <div class="actions">
                    {[Severity::Bashing, Severity::Lethal, Severity::Aggravated].map(take).collect_view()}
                </div>
            </div>
        </div>
    }
}

/// A number with a button on each side.
#[component]
pub fn Stepper(
    /// What the number counts.
    label: &'static str,
    /// The number.
    #[prop(into)]
    value: Signal<u16>,
    /// Called with the step.
    step: Callback<i32>,
) -> impl IntoView {
    view! {
        <div class="stepper" role="group" aria-label=label>
            <button type="button" class="quiet icon" aria-label=format!("fewer {label}") on:click=move |_| step.run(-1)>"−"</button>
            <output aria-live="polite">{move || value.get().to_string()}</output>
            <button type="button" class="quiet icon" aria-label=format!("more {label}") on:click=move |_| step.run(1)>"+"</button>
        </div>
    }
}

/// Rolls this one's initiative, or takes what a real die shows.
#[component]
fn Initiative(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
    /// Closes the sheet.
    close: Callback<()>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let face = RwSignal::new(String::new());
    let die = model.system.rules().initiative_die();
    let allowed = move || model.runs() || row.with(|row| row.score.is_none());
    let roll = move |face: Option<u16>| {
        model.give(Command::RollInitiative {
            whose: Whose::One(id),
            face,
        });
        close.run(());
    };
    view! {
        <Show when=allowed>
            <form
                class="sheet-part"
                on:submit=move |event| {
                    event.prevent_default();
                    if let Ok(face) = face.get_untracked().trim().parse() {
                        roll(Some(face));
                    }
                }
            >
                <h3>"Initiative"</h3>
                <div class="inline">
                    <button type="button" class="quiet" on:click=move |_| roll(None)>
                        {move || if row.with(|row| row.score.is_some()) { "Roll again" } else { "Roll" }}
                    </button>
                    <label class="faint" for="real-die">"or a real die shows"</label>
                    <input
                        id="real-die"
                        class="short"
                        type="number"
                        inputmode="numeric"
                        min="1"
                        max=die.to_string()
                        prop:value=face
                        on:input:target=move |event| face.set(event.target().value())
                    />
                    <button type="submit" class="quiet">"Take it"</button>
                </div>
            </form>
        </Show>
    }
}

/// The condition and the name.
#[component]
fn Words(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
    /// Closes the sheet.
    close: Callback<()>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let note = RwSignal::new(row.with_untracked(|row| row.note.clone().unwrap_or_default()));
    let name = RwSignal::new(row.with_untracked(|row| row.name.clone()));
    view! {
        <form
            class="sheet-part"
            on:submit=move |event| {
                event.prevent_default();
                model.give(Command::Note { id, text: note.get_untracked() });
                close.run(());
            }
        >
            <label for="row-note"><h3>"Condition"</h3></label>
            <div class="inline">
                <input id="row-note" type="text" maxlength="60" autocomplete="off" placeholder="prone, aiming +2" prop:value=note on:input:target=move |event| note.set(event.target().value()) />
                <button type="submit" class="quiet">"Write"</button>
            </div>
        </form>
        <form
            class="sheet-part"
            on:submit=move |event| {
                event.prevent_default();
                model.give(Command::Rename { id, name: name.get_untracked() });
                close.run(());
            }
        >
            <label for="row-name"><h3>"Name"</h3></label>
            <div class="inline">
                <input id="row-name" type="text" maxlength="60" autocomplete="off" prop:value=name on:input:target=move |event| name.set(event.target().value()) />
                <button type="submit" class="quiet">"Rename"</button>
            </div>
        </form>
    }
}

/// Who plays it.
#[component]
fn Owner(
    /// What is played.
    id: CombatantId,
    /// Its row.
    row: Memo<Row>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let players = move || {
        model
            .seats
            .get()
            .into_iter()
            .filter(|seat| seat.role == Role::Player)
            .collect::<Vec<_>>()
    };
    let chosen = move |seat: Option<SeatId>| row.with(|row| row.owner == seat);
    let option = move |seat: Option<SeatId>, words: String| {
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=move || chosen(seat).to_string()
                on:click=move |_| model.give(Command::Assign { id, seat })
            >
                {words}
            </button>
        }
    };
    view! {
        <Show when=move || !players().is_empty()>
            <div class="sheet-part">
                <h3 id="played-by">"Played by"</h3>
                <div class="segments" role="group" aria-labelledby="played-by">
                    {option(None, "The storyteller".to_owned())}
                    <For each=players key=|seat| seat.id children=move |seat| option(Some(seat.id), seat.name) />
                </div>
            </div>
        </Show>
    }
}

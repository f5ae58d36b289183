//! Everything that can be done with one combatant.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::encounter::command::{Destination, Whose};
use rules::encounter::view::Row;
use rules::encounter::{Command, Side};
use rules::id::{CombatantId, SeatId};
use rules::seat::Role;
use rules::speech::{number, signed};
use rules::term;
use rules::track::DamageKind;
use wasm_bindgen::JsCast;

use super::Stage;
use super::browser;
use super::conditions::Conditions;
use super::intent::Intent;
use super::live::{clicked, live, memo};
use super::model::Model;
use super::pools::Pools;
use super::rule::{live_ruled, ruled};
use super::tabs::Tab;
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
    let row = memo(move || row.get());
    let close = move || stage.sheet.set(None);
    let may = row.with_untracked(|row| model.may_act_for(row));
    let runs = model.runs();
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
            let kind = row.sheet.as_ref().and_then(|sheet| sheet.kind.as_deref());
            let kinds = model.rules().kinds().iter();
            said.extend(kind.map(|key| {
                let mut named = kinds.filter(|kind| kind.key == key);
                named
                    .next()
                    .map_or(key, |kind| kind.title)
                    .to_ascii_lowercase()
            }));
            said.extend(row.hidden.then(|| "hidden from players".to_owned()));
            let states = row.health.states.iter();
            said.extend(states.map(|state| format!("{} {}", state.word, state.rule)));
            said.join(" · ")
        })
    };
    let score_terms = move || {
        row.with(|row| {
            row.initiative.as_ref().map(|initiative| {
                let added = words::terms(&initiative.terms);
                let added = if added.is_empty() {
                    added
                } else {
                    format!(", {added}")
                };
                format!(
                    "Initiative {}: die {}{added}",
                    number(initiative.score),
                    initiative.die,
                )
            })
        })
    };
    view! {
        <div class="sheet-body">
            <div class="sheet-head">
                <div class="grow">
                    <h2 id="row-sheet-name">{live(move || row.with(Row::full_name))}</h2>
                    <p class="faint">{live_ruled(move || Some(standing()))}</p>
                    <p class="faint">{live(score_terms)}</p>
                </div>
                <button type="button" class="quiet icon" aria-label="Close" on:click=clicked(move |_| close())>
                    "×"
                </button>
            </div>
            {may.then(|| view! { <Damage id close=Callback::new(move |()| close()) /> })}
            {may.then(|| view! { <Spending id row /> })}
            {may.then(|| view! { <Conditions id row /> })}
            {may.then(|| view! { <When id row /> })}
            {may.then(|| view! { <Initiative id row close=Callback::new(move |()| close()) /> })}
            {may.then(|| view! { <Words id row close=Callback::new(move |()| close()) /> })}
            {runs.then(|| view! { <Owner id row /> })}
            <SheetActions id row />
        </div>
    }
}

/// What is done with a combatant as a whole.
#[component]
fn SheetActions(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let close = move || stage.sheet.set(None);
    let give = move |command: Command| {
        model.give(command);
        close();
    };
    let may = row.with_untracked(|row| model.may_act_for(row));
    let runs = model.runs();
    let player = model.role() == Role::Player;
    let can_take =
        move || player && row.with(|row| row.owner.is_none() && row.side == Side::Character);
    let can_leave = move || player && row.with(|row| row.owner == Some(model.you.get()));
    view! {
        <div class="sheet-part actions">
            {may.then(|| view! {
                <button
                    type="button"
                    class="quiet"
                    on:click=clicked(move |_| {
                        stage.draft.open(model, id, None);
                        close();
                    })
                >
                    "Act…"
                </button>
                <button
                    type="button"
                    class="quiet"
                    on:click=clicked(move |_| {
                        stage.roller.set(Some(id));
                        stage.open(model, Tab::Me);
                        close();
                    })
                >
                    "Roll dice"
                </button>
            })}
            <button
                hidden=live(move || !can_take())
                type="button"
                class="brass"
                on:click=clicked(move |_| give(Command::Assign { id, seat: Some(model.you.get_untracked()) }))
            >
                "I play this one"
            </button>
            <button
                hidden=live(move || !can_leave())
                type="button"
                class="quiet"
                on:click=clicked(move |_| give(Command::Assign { id, seat: None }))
            >
                "Give back"
            </button>
            {runs.then(|| view! {
                <button
                    type="button"
                    class="quiet"
                    on:click=clicked(move |_| {
                        let hidden = row.with_untracked(|row| row.hidden);
                        give(if hidden { Command::Reveal { id } } else { Command::Hide { id } });
                    })
                >
                    {live(move || if row.with(|row| row.hidden) { "Reveal" } else { "Hide" })}
                </button>
                <Show
                    when=move || model.bench.with(|bench| bench.contains(&id))
                    fallback=move || view! {
                        <button
                            type="button"
                            class="quiet"
                            on:click=clicked(move |_| give(Command::Move { id, to: Destination::Bench }))
                        >
                            "To the bench"
                        </button>
                    }
                >
                    <button
                        type="button"
                        class="quiet"
                        on:click=clicked(move |_| give(Command::Move { id, to: Destination::Before(None) }))
                    >
                        "To the end of the order"
                    </button>
                </Show>
            })}
            {may.then(|| view! {
                <button type="button" class="quiet harm" on:click=clicked(move |_| give(Command::Remove { id }))>
                    "Take out"
                </button>
            })}
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
    let rules = model.rules();
    let points = RwSignal::new(1_i32);
    let take = move |kind: &'static DamageKind| {
        let glyph = kind.severity.map(|severity| severity.glyph().to_string());
        view! {
            <button
                type="button"
                class="quiet mark-button"
                data-mark=kind.word
                on:click=clicked(move |_| {
                    let points = u16::try_from(points.get_untracked()).unwrap_or(1);
                    model.give(Command::Harm { id, packet: kind.packet(points) });
                    close.run(());
                })
            >
                {glyph.map(|glyph| view! { <span class="glyph" aria-hidden="true">{glyph}</span> })}
                {if kind.severity.is_some() { kind.word.to_owned() } else { format!("Take {}", kind.word) }}
            </button>
        }
    };
    let most = i32::from(rules::encounter::limits::MAX_DAMAGE);
    view! {
        <div class="sheet-part">
            <h3>"Take damage"</h3>
            <div class="damage">
                <Stepper
                    label="points"
                    value=points
                    bounds=(1, most)
                    set=Callback::new(move |number| points.set(number))
                />
                <div class="actions">
                    {rules.damage_kinds().iter().map(take).collect_view()}
                </div>
            </div>
            <p class="faint">{rules.speech().damage_hint}</p>
        </div>
    }
}

/// What can be spent; nothing where there is nothing.
#[component]
fn Spending(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
) -> impl IntoView {
    let any = move || row.with(|row| !row.pools.is_empty());
    view! {
        <div hidden=live(move || !any()) class="sheet-part">
            <h3>"Spend"</h3>
            <Pools id row />
        </div>
    }
}

/// When they act; nothing while the fight has not begun.
#[component]
fn When(
    /// Who.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let ordered = memo(move || model.order.with(|order| order.contains(&id)));
    view! {
        <div
            hidden=live(move || !(ordered.get() && model.turn.with(|turn| turn.round > 0)))
            class="sheet-part sheet-when"
        >
            <h3>{live(move || format!("This {}", model.rules().speech().round))}</h3>
            <Intent id row place="sheet" />
        </div>
    }
}

/// A number that can be typed, with a button on each side.
#[component]
pub fn Stepper(
    /// What the number counts.
    #[prop(into)]
    label: String,
    /// The number.
    #[prop(into)]
    value: Signal<i32>,
    /// The least and the most it can be.
    #[prop(into)]
    bounds: Signal<(i32, i32)>,
    /// Called with the new number, which is within the bounds.
    set: Callback<i32>,
) -> impl IntoView {
    let to = move |number: i32| {
        let (least, most) = bounds.get_untracked();
        set.run(number.clamp(least, most.max(least)));
    };
    view! {
        <div class="stepper" role="group" aria-label=label.clone()>
            <button
                type="button"
                class="quiet icon"
                aria-label=format!("fewer {label}")
                disabled=live(move || value.get() <= bounds.get().0)
                on:click=clicked(move |_| to(value.get_untracked().saturating_sub(1)))
            >
                "−"
            </button>
            <input
                type="number"
                inputmode="numeric"
                aria-label=label.clone()
                min=live(move || bounds.get().0.to_string())
                max=live(move || bounds.get().1.to_string())
                prop:value=live(move || value.get().to_string())
                on:change:target=move |event| {
                    let typed = event.target().value().trim().parse();
                    to(typed.unwrap_or_else(|_| value.get_untracked()));
                    event.target().set_value(&value.get_untracked().to_string());
                }
            />
            <button
                type="button"
                class="quiet icon"
                aria-label=format!("more {label}")
                disabled=live(move || { value.get() >= bounds.get().1 })
                on:click=clicked(move |_| to(value.get_untracked().saturating_add(1)))
            >
                "+"
            </button>
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
    let die = model.system.look().initiative_die();
    let allowed = move || model.runs() || row.with(|row| row.score.is_none());
    let roll = move |face: Option<u16>| {
        model.give(Command::RollInitiative {
            whose: Whose::One(id),
            face,
        });
        close.run(());
    };
    view! {
        <form
            hidden=live(move || !allowed())
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
                <button type="button" class="quiet" on:click=clicked(move |_| roll(None))>
                    {live(move || if row.with(|row| row.score.is_some()) { "Roll again" } else { "Roll" })}
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
        <Show when=move || row.with(|row| row.initiative.is_some())>
            <Adjust id row close />
        </Show>
    }
}

/// Adds something to an initiative by hand; what the rules propose is filled in.
#[component]
fn Adjust(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
    /// Closes the sheet.
    close: Callback<()>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let suggested =
        row.with_untracked(|row| model.with_fighter(row, |who| model.rules().suggested(who)));
    let suggested = suggested.unwrap_or_default();
    let proposed = match term::sum(&suggested) {
        0 => String::new(),
        sum => sum.to_string(),
    };
    let by = RwSignal::new(proposed);
    let adjust = move || {
        // People type the minus they see.
        let typed = by.get_untracked().replace('−', "-");
        if let Ok(by) = typed.trim().parse() {
            model.give(Command::Adjust { id, by });
            close.run(());
        }
    };
    let why: Vec<String> = suggested
        .iter()
        .map(|term| {
            let rule = term.rule.as_ref().map(|rule| format!(" ({rule})"));
            format!(
                "{} {}{}",
                term.label,
                signed(term.value),
                rule.unwrap_or_default()
            )
        })
        .collect();
    view! {
        <form
            class="sheet-part adjust"
            on:submit=move |event| {
                event.prevent_default();
                adjust();
            }
        >
            <div class="inline">
                <label class="faint" for="adjust-by">"Add to the initiative"</label>
                <input
                    id="adjust-by"
                    class="short"
                    type="text"
                    inputmode="text"
                    autocomplete="off"
                    placeholder="−1"
                    prop:value=by
                    on:input:target=move |event| by.set(event.target().value())
                />
                <button type="submit" class="quiet">"Adjust"</button>
            </div>
            {(!why.is_empty()).then(|| view! { <p class="faint">"Proposed: " {ruled(&why.join(", "))}</p> })}
        </form>
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
                <input
                    id="row-note"
                    type="text"
                    maxlength="60"
                    autocomplete="off"
                    placeholder="prone, aiming +2"
                    prop:value=note
                    on:input:target=move |event| note.set(event.target().value())
                />
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
                <input
                    id="row-name"
                    type="text"
                    maxlength="60"
                    autocomplete="off"
                    prop:value=name
                    on:input:target=move |event| name.set(event.target().value())
                />
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
    let players = memo(move || {
        model
            .seats
            .get()
            .into_iter()
            .filter(|seat| seat.role == Role::Player)
            .collect::<Vec<_>>()
    });
    let chosen = move |seat: Option<SeatId>| row.with(|row| row.owner == seat);
    let option = move |seat: Option<SeatId>, words: String| {
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=live(move || chosen(seat).to_string())
                on:click=clicked(move |_| model.give(Command::Assign { id, seat }))
            >
                {words}
            </button>
        }
    };
    view! {
        <div hidden=live(move || players.with(Vec::is_empty)) class="sheet-part">
            <h3 id="played-by">"Played by"</h3>
            <div class="segments" role="group" aria-labelledby="played-by">
                {option(None, "The storyteller".to_owned())}
                {move || players.get().into_iter().map(|seat| option(Some(seat.id), seat.name)).collect_view()}
            </div>
        </div>
    }
}

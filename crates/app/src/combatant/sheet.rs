//! The dialog with all that can be done with one combatant.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::encounter::command::{InitiativeTarget, TokenDestination};
use rules::encounter::view::CombatantRow;
use rules::encounter::{Command, Side};
use rules::id::CombatantId;
use rules::messages::screen as msg;
use rules::seat::Role;
use rules::track::DamageKind;
use rules::vocabulary::format_number;
use wasm_bindgen::JsCast;

use crate::combatant::conditions::Conditions;
use crate::combatant::pools::Pools;
use crate::plan::timing::TimingButtons;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::table::rule_link::{derive_linked_rules, link_beside};
use crate::table::stepper::Stepper;
use crate::{browser, words};

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
            {redraw(body)}
        </dialog>
    }
}

/// The content of the dialog, for one combatant.
#[component]
fn SheetBody(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: ArcReadSignal<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let row = memo(move || row.get());
    let close = move || stage.sheet.set(None);
    let may = row.with_untracked(|row| model.may_act_for(row));
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
            let kinds = model.rules().creature_kinds().iter();
            said.extend(kind.map(|key| {
                let mut named = kinds.filter(|kind| kind.key == key);
                named
                    .next()
                    .map_or(key, |kind| kind.title.get())
                    .to_ascii_lowercase()
            }));
            said.extend(
                row.hidden
                    .then(|| msg::HIDDEN_FROM_PLAYERS.get().to_owned()),
            );
            let states = row.health.states.iter();
            said.extend(states.map(|state| format!("{} {}", state.word, state.rule)));
            said.join(" · ")
        })
    };
    let score_terms = move || {
        row.with(|row| {
            row.initiative.as_ref().map(|initiative| {
                let added = words::term_words(&initiative.terms);
                let added = if added.is_empty() {
                    added
                } else {
                    format!(", {added}")
                };
                msg::initiative_die(&format_number(initiative.score), &initiative.die, &added)
            })
        })
    };
    // What a fight asks for most; all the rest stands on the sheet.
    let at_hand = move || {
        row.with(|row| {
            let values = row.shown.iter();
            let values =
                values.map(|shown| format!("{} {}", shown.title, format_number(shown.value())));
            let gear = row.gear.values().filter(|item| item.is_ready());
            let gear = gear.map(|item| item.name.to_string());
            values.chain(gear).collect::<Vec<_>>().join(" · ")
        })
    };
    view! {
        <div class="sheet-body">
            <div class="sheet-head">
                <div class="grow">
                    <h2 id="row-sheet-name">{derive(move || row.with(CombatantRow::full_name))}</h2>
                    <p class="faint">{derive_linked_rules(move || Some(standing()))}</p>
                    <p class="faint">{derive(score_terms)}</p>
                    <p class="faint">{derive(at_hand)}</p>
                </div>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label=msg::CLOSE.get()
                    on:click=on_click(move |_| close())
                >
                    "×"
                </button>
            </div>
            {may.then(|| view! { <Damage id close=Callback::new(move |()| close()) /> })}
            {may.then(|| view! { <Spending id row /> })}
            {may.then(|| view! { <Conditions id row /> })}
            {may.then(|| view! { <ActTiming id row /> })}
            <SheetActions id row />
        </div>
    }
}

/// The way to all that stands on the sheet, which is a page of its own.
#[must_use]
pub fn sheet_link(model: Model, id: CombatantId, class: &'static str) -> AnyView {
    let name = model.current_row(id).map(|row| row.full_name());
    let name = msg::sheet_of(&name.unwrap_or_default());
    link_beside(
        class,
        model.page_path(&format!("c/{id}")),
        msg::SHEET.get(),
        name,
    )
}

/// Buttons for what is done with a combatant as a whole.
#[component]
fn SheetActions(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let close = move || stage.sheet.set(None);
    let give = move |command: Command| {
        model.send(command);
        close();
    };
    let may = row.with_untracked(|row| model.may_act_for(row));
    let runs = model.can_run_table();
    let player = model.role() == Role::Player;
    let can_take =
        move || player && row.with(|row| row.owner.is_none() && row.side == Side::Character);
    let unrolled = move || row.with(|row| row.score.is_none());
    let may_roll = move || runs || (may && unrolled());
    let roll = move || Command::RollInitiative {
        whose: InitiativeTarget::One(id),
        face: None,
    };
    let on_bench = memo(move || model.bench.with(|bench| bench.contains(&id)));
    let can_leave = move || player && row.with(|row| row.owner == Some(model.you.get()));
    view! {
        <div class="sheet-part actions">
            {sheet_link(model, id, "button quiet")}
            {may.then(|| view! {
                <button
                    type="button"
                    class="quiet"
                    on:click=on_click(move |_| {
                        stage.draft.open(model, id, None);
                        close();
                    })
                >
                    {msg::ACT_2.get()}
                </button>
                <button
                    type="button"
                    class="quiet"
                    on:click=on_click(move |_| {
                        stage.roller.set(Some(id));
                        stage.open_tab(model, Tab::Me);
                        close();
                    })
                >
                    {msg::ROLL_DICE.get()}
                </button>
            })}
            <button
                hidden=derive(move || !may_roll())
                type="button"
                class="quiet"
                on:click=on_click(move |_| give(roll()))
            >
                {derive(move || if unrolled() { msg::ROLL_INITIATIVE.get() } else { msg::ROLL_INITIATIVE_AGAIN.get() })}
            </button>
            <button
                hidden=derive(move || !may || row.with(|row| row.group.is_none()))
                type="button"
                class="quiet"
                on:click=on_click(move |_| give(Command::LeaveGroup { id }))
            >
                {msg::LEAVE_THE_GROUP.get()}
            </button>
            <button
                hidden=derive(move || !can_take())
                type="button"
                class="brass"
                on:click=on_click(move |_| give(Command::Assign { id, seat: Some(model.you.get_untracked()) }))
            >
                {msg::I_PLAY_THIS_ONE.get()}
            </button>
            <button
                hidden=derive(move || !can_leave())
                type="button"
                class="quiet"
                on:click=on_click(move |_| give(Command::Assign { id, seat: None }))
            >
                {msg::GIVE_BACK.get()}
            </button>
            {runs.then(|| view! {
                <button
                    type="button"
                    class="quiet"
                    on:click=on_click(move |_| {
                        let hidden = row.with_untracked(|row| row.hidden);
                        give(if hidden { Command::Reveal { id } } else { Command::Hide { id } });
                    })
                >
                    {derive(move || if row.with(|row| row.hidden) { msg::REVEAL.get() } else { msg::HIDE.get() })}
                </button>
                <button
                    type="button"
                    class="quiet"
                    on:click=on_click(move |_| {
                        let to = if on_bench.get_untracked() { TokenDestination::Before(None) } else { TokenDestination::Bench };
                        give(Command::Move { id, to });
                    })
                >
                    {derive(move || if on_bench.get() { msg::TO_THE_END_OF_THE.get() } else { msg::TO_THE_BENCH_2.get() })}
                </button>
            })}
            {may.then(|| view! {
                <button type="button" class="quiet harm" on:click=on_click(move |_| give(Command::Remove { id }))>
                    {msg::TAKE_OUT.get()}
                </button>
            })}
        </div>
    }
}

/// "Take 3 lethal": marked by the rules, with overflow.
#[component]
fn Damage(
    /// The combatant who takes it.
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
                data-mark=kind.key()
                on:click=on_click(move |_| {
                    let points = u16::try_from(points.get_untracked()).unwrap_or(1);
                    model.send(Command::Harm { id, packet: kind.to_packet(points) });
                    close.run(());
                })
            >
                {glyph.map(|glyph| view! { <span class="glyph" aria-hidden="true">{glyph}</span> })}
                {if kind.severity.is_some() { kind.word.into() } else { msg::take(&kind.word) }}
            </button>
        }
    };
    let most = i32::from(rules::encounter::limits::MAX_DAMAGE);
    view! {
        <div class="sheet-part">
            <h3>{msg::TAKE_DAMAGE.get()}</h3>
            <div class="damage">
                <Stepper
                    label=msg::POINTS.get()
                    value=points
                    bounds=(1, most)
                    set=Callback::new(move |number| points.set(number))
                />
                <div class="actions">
                    {rules.damage_kinds().iter().map(take).collect_view()}
                </div>
            </div>
            <p class="faint">{rules.vocabulary().damage_hint.get()}</p>
        </div>
    }
}

/// The pools that can be spent; hidden where there are none.
#[component]
fn Spending(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let any = move || row.with(|row| !row.pools.is_empty());
    view! {
        <div hidden=derive(move || !any()) class="sheet-part">
            <h3>{msg::SPEND.get()}</h3>
            <Pools id row />
        </div>
    }
}

/// ActTiming they act; nothing while the fight has not begun.
#[component]
fn ActTiming(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let ordered = memo(move || model.order.with(|order| order.contains(&id)));
    view! {
        <div
            hidden=derive(move || !(ordered.get() && model.turn.with(|turn| turn.round > 0)))
            class="sheet-part sheet-when"
        >
            <h3>{derive(move || msg::this(&model.rules().vocabulary().round))}</h3>
            <TimingButtons id row place="sheet" />
        </div>
    }
}

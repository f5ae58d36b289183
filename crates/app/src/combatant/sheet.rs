//! The dialog with everything that can be done with one combatant.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::vocabulary::format_number;
use rules::encounter::command::{InitiativeTarget, TokenDestination};
use rules::encounter::view::CombatantRow;
use rules::encounter::{Command, Side};
use rules::messages::screen as msg;
use rules::ruleset::ClientRules;
use wasm_bindgen::JsCast;

use crate::combatant::conditions::Conditions;
use crate::combatant::sheet_sections::{ActTiming, Damage, Spending};
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::table::rule_link::{derive_linked_rules, link_beside};
use crate::{browser, words};

/// Closes a dialog when the click was on its backdrop.
pub fn close_on_backdrop(event: MouseEvent) {
    let dialog = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlDialogElement>().ok());
    if let Some(dialog) = dialog {
        dialog.close();
    }
}

/// The dialog with the short sheet of the combatant whose row was opened.
#[component]
pub fn RowSheet() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    Effect::new(move |_| {
        if stage.sheet.get().is_some() {
            browser::run_later(0, || browser::open_dialog("row-sheet"));
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

/// The content of the dialog with a combatant's short sheet.
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
    view! {
        <div class="sheet-body">
            <div class="sheet-head">
                <div class="grow">
                    <h2 id="row-sheet-name">{derive(move || row.with(CombatantRow::full_name))}</h2>
                    <p class="faint">
                        {derive_linked_rules(move || Some(row.with(|row| describe_standing(model.rules(), row))))}
                    </p>
                    <p class="faint">{derive(move || row.with(describe_initiative))}</p>
                    <p class="faint">{derive(move || row.with(list_key_values))}</p>
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

/// Describes a combatant in a line with its side, its kind, whether it is hidden, and its health states.
fn describe_standing(rules: &dyn ClientRules, row: &CombatantRow) -> String {
    let mut parts = vec![
        if row.side == Side::Character {
            "character"
        } else {
            "foe"
        }
        .to_owned(),
    ];
    let kind = row.sheet.as_ref().and_then(|sheet| sheet.kind.as_deref());
    let kinds = rules.facts().creature_kinds.iter();
    parts.extend(kind.map(|key| {
        let mut named = kinds.filter(|kind| kind.key == key);
        named
            .next()
            .map_or(key, |kind| kind.title.get())
            .to_ascii_lowercase()
    }));
    parts.extend(
        row.hidden
            .then(|| msg::HIDDEN_FROM_PLAYERS.get().to_owned()),
    );
    let states = row.health.states.iter();
    parts.extend(states.map(|state| format!("{} {}", state.word, state.rule)));
    parts.join(" · ")
}

/// Describes the initiative score of a combatant with its die and terms; `None` before it is rolled.
fn describe_initiative(row: &CombatantRow) -> Option<String> {
    row.initiative.as_ref().map(|initiative| {
        let added = words::term_words(&initiative.terms);
        let added = if added.is_empty() {
            added
        } else {
            format!(", {added}")
        };
        msg::initiative_die(&format_number(initiative.score), &initiative.die, &added)
    })
}

/// Lists the values and ready items that a fight needs most often; the page of the sheet shows the others.
fn list_key_values(row: &CombatantRow) -> String {
    let values = row.shown.iter();
    let values = values.map(|shown| format!("{} {}", shown.title, format_number(shown.value())));
    let gear = row.gear.values().filter(|item| item.is_ready());
    let gear = gear.map(|item| item.name.to_string());
    values.chain(gear).collect::<Vec<_>>().join(" · ")
}

/// Renders the link to the page with the whole sheet of a combatant.
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

/// Buttons of the sheet for what is done with a combatant as a whole, such as hiding or removing
/// it.
#[component]
fn SheetActions(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let send = move |command| send_and_close(model, stage, command);
    let may = row.with_untracked(|row| model.may_act_for(row));
    let runs = model.can_run_table();
    let unrolled = move || row.with(|row| row.score.is_none());
    let may_roll = move || runs || (may && unrolled());
    let roll = move || Command::RollInitiative {
        whose: InitiativeTarget::One(id),
        face: None,
    };
    view! {
        <div class="sheet-part actions">
            {sheet_link(model, id, "button quiet")}
            {may.then(|| act_buttons(model, stage, id))}
            <button
                hidden=derive(move || !may_roll())
                type="button"
                class="quiet"
                on:click=on_click(move |_| send(roll()))
            >
                {derive(move || if unrolled() { msg::ROLL_INITIATIVE.get() } else { msg::ROLL_INITIATIVE_AGAIN.get() })}
            </button>
            <button
                hidden=derive(move || !may || row.with(|row| row.group.is_none()))
                type="button"
                class="quiet"
                on:click=on_click(move |_| send(Command::LeaveGroup { id }))
            >
                {msg::LEAVE_THE_GROUP.get()}
            </button>
            {ownership_buttons(model, stage, id, row)}
            {runs.then(|| placement_buttons(model, stage, id, row))}
            {may.then(|| view! {
                <button type="button" class="quiet harm" on:click=on_click(move |_| send(Command::Remove { id }))>
                    {msg::TAKE_OUT.get()}
                </button>
            })}
        </div>
    }
}

/// Sends a command and closes the dialog.
fn send_and_close(model: Model, stage: Stage, command: Command) {
    model.send(command);
    stage.sheet.set(None);
}

/// Renders the buttons that lead from the sheet to an action or to the dice of the combatant.
fn act_buttons(model: Model, stage: Stage, id: CombatantId) -> impl IntoView {
    view! {
        <button
            type="button"
            class="quiet"
            on:click=on_click(move |_| {
                stage.draft.open(model, id, None);
                stage.sheet.set(None);
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
                stage.sheet.set(None);
            })
        >
            {msg::ROLL_DICE.get()}
        </button>
    }
}

/// Renders the buttons with which a player takes over a character or gives it back.
fn ownership_buttons(
    model: Model,
    stage: Stage,
    id: CombatantId,
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let player = model.role() == Role::Player;
    let can_take =
        move || player && row.with(|row| row.owner.is_none() && row.side == Side::Character);
    let can_leave = move || player && row.with(|row| row.owner == Some(model.you.get()));
    let assign = move |seat| send_and_close(model, stage, Command::Assign { id, seat });
    view! {
        <button
            hidden=derive(move || !can_take())
            type="button"
            class="brass"
            on:click=on_click(move |_| assign(Some(model.you.get_untracked())))
        >
            {msg::I_PLAY_THIS_ONE.get()}
        </button>
        <button
            hidden=derive(move || !can_leave())
            type="button"
            class="quiet"
            on:click=on_click(move |_| assign(None))
        >
            {msg::GIVE_BACK.get()}
        </button>
    }
}

/// Renders the buttons that hide or reveal a combatant, and move it between the order and the
/// bench, where those wait who are not in the order.
fn placement_buttons(
    model: Model,
    stage: Stage,
    id: CombatantId,
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let on_bench = memo(move || model.bench.with(|bench| bench.contains(&id)));
    let send = move |command| send_and_close(model, stage, command);
    view! {
        <button
            type="button"
            class="quiet"
            on:click=on_click(move |_| {
                let hidden = row.with_untracked(|row| row.hidden);
                send(if hidden { Command::Reveal { id } } else { Command::Hide { id } });
            })
        >
            {derive(move || if row.with(|row| row.hidden) { msg::REVEAL.get() } else { msg::HIDE.get() })}
        </button>
        <button
            type="button"
            class="quiet"
            on:click=on_click(move |_| {
                let to = if on_bench.get_untracked() { TokenDestination::Before(None) } else { TokenDestination::Bench };
                send(Command::Move { id, to });
            })
        >
            {derive(move || if on_bench.get() { msg::TO_THE_END_OF_THE.get() } else { msg::TO_THE_BENCH_2.get() })}
        </button>
    }
}

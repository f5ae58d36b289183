//! The card of an extended action.

use leptos::prelude::*;
use rules::base::id::{ClockId, CombatantId};
use rules::encounter::Command;
use rules::encounter::view::{ActionView, ClockView, CombatantRow, HelperView};
use rules::messages::{clocks as msg, screen};

use super::card::common_actions;
use super::joining::join_or_leave;
use super::{Spot, phrases};
use crate::exchange::open_questions::rolls_own_dice;
use crate::order::drag;
use crate::reactive::{derive, on_click, redraw};
use crate::roll::faces::{example_faces, read_faces};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;

/// Renders the card of an extended action with its successes, who makes them, and the next roll.
pub(super) fn action_card(
    model: Model,
    clock: Memo<Option<ClockView>>,
    (spot, id): (Spot, ClockId),
) -> AnyView {
    let hidden = move || clock.with(|it| it.as_ref().is_some_and(|it| it.hidden));
    let full = move || clock.with(|it| it.as_ref().is_some_and(|it| it.filled >= it.size));
    let stage = expect_context::<Stage>();
    let aimed = move || {
        let over = drag::Spot::Action(id);
        stage
            .drag
            .with(|drag| drag.as_ref().is_some_and(|drag| drag.spot == over))
    };
    let body = move || {
        model.rows_changed.track();
        let clock = clock.get()?;
        let action = clock.action.clone()?;
        Some(action_body(model, &clock, &action))
    };
    view! {
        <article
            class="card clock-action"
            data-clock=id.0.to_string()
            data-aimed=derive(move || aimed().to_string())
            data-hidden=derive(move || hidden().to_string())
            data-full=derive(move || full().to_string())
        >
            {redraw(body)}
            {model.can_run_table().then(|| view! {
                <div class="actions clock-actions">{common_actions(model, clock, (spot, id))}</div>
            })}
        </article>
    }
    .into_any()
}

/// Renders what is known of an extended action.
fn action_body(model: Model, clock: &ClockView, action: &ActionView) -> AnyView {
    let helpers = action
        .helpers
        .iter()
        .map(|helper| helper_row(model, action, helper));
    let words = clock
        .when_full
        .words
        .as_ref()
        .filter(|_| clock.filled >= clock.size);
    view! {
        <h2 class="clock-head">
            <span class="clock-name">{clock.name.clone()}</span>
            {clock.hidden.then(|| view! { <span class="clock-count">" "{msg::HIDDEN.get()}</span> })}
        </h2>
        <p class="clock-told">{phrases::rolled_for(model, clock, action)}</p>
        {squares(model, clock, action)}
        <p class="clock-progress">
            <b>{phrases::count(clock)}"."</b>
            " "
            <span class="faint">{phrases::progress(model, clock, action)}</span>
        </p>
        {words.map(|words| view! { <p class="clock-full">{words.to_string()}</p> })}
        <ul class="helpers">{helpers.collect_view()}</ul>
        {roll_buttons(model, clock, action)}
        {model.can_run_table().then(|| join_part(model, clock, action))}
    }
    .into_any()
}

/// Renders the successes of an extended action as squares, each with the initials of who made it.
fn squares(model: Model, clock: &ClockView, action: &ActionView) -> AnyView {
    let you = model.you.get();
    let owners = action.made.iter().flat_map(|made| {
        let row = made.who.and_then(|id| model.current_row(id));
        let letters = row.map(
            |row| match row.owner == Some(you) && !model.can_run_table() {
                true => msg::YOU.get().to_owned(),
                false => words::token_letters(&row.name, row.label.as_deref()),
            },
        );
        std::iter::repeat_n(letters.unwrap_or_default(), usize::from(made.successes))
    });
    let owners: Vec<String> = owners.take(usize::from(clock.filled)).collect();
    let cells = (0..usize::from(clock.size)).map(|nth| {
        let on = nth < usize::from(clock.filled);
        let letters = owners.get(nth).cloned().unwrap_or_default();
        view! { <span class="success" data-on=on.to_string()>{letters}</span> }
    });
    let many = clock.size > 12;
    view! {
        <div class="successes" aria-hidden="true" data-many=many.to_string()>{cells.collect_view()}</div>
    }
    .into_any()
}

/// Renders the row of a character who takes part in an extended action; `None` for an unknown one.
fn helper_row(model: Model, action: &ActionView, helper: &HelperView) -> Option<AnyView> {
    let row = model.current_row(helper.who)?;
    let rolled = if helper.can_roll {
        msg::TO_ROLL.get()
    } else {
        ""
    };
    Some(
        view! {
            <li class="helper">
                <span class="token" data-side=side_key(&row) aria-hidden="true">
                    {words::token_letters(&row.name, row.label.as_deref())}
                </span>
                <span class="helper-words">
                    <span class="helper-name">{row.full_name()}</span>
                    <span class="faint">{phrases::helps(model, action, helper)}</span>
                </span>
                <span class="faint">{rolled}</span>
            </li>
        }
        .into_any(),
    )
}

/// Returns the key of a combatant's side, ally or foe, for the style sheet.
fn side_key(row: &CombatantRow) -> &'static str {
    match row.side {
        rules::encounter::Side::Character => "character",
        rules::encounter::Side::Foe => "foe",
    }
}

/// Renders the buttons for the rolls of an extended action that the reader can make now.
fn roll_buttons(model: Model, clock: &ClockView, action: &ActionView) -> AnyView {
    let id = clock.id;
    let runs = model.can_run_table();
    let able = action.helpers.iter().filter(|helper| helper.can_roll);
    let able = able.filter_map(|helper| {
        let row = model.current_row(helper.who)?;
        let own = row.owner == Some(model.you.get());
        (runs || own).then_some((helper, row))
    });
    let buttons = able.enumerate().map(|(nth, (helper, row))| {
        let who = helper.who;
        let pool = helper.pool.unwrap_or(0);
        let roll = model.rules().preview_roll(pool, &action.reading).button;
        let words = match runs {
            true => msg::roll_for_combatant(&row.full_name()),
            false => msg::roll_for_it(&roll),
        };
        let class = if nth == 0 { "brass" } else { "quiet" };
        match rolls_own_dice(model) {
            true => record_form(model, (id, who), &row.full_name()),
            false => view! {
                <button
                    type="button"
                    class=class
                    on:click=on_click(move |_| model.send(Command::RollFor { clock: id, id: who, faces: None }))
                >
                    {words}
                </button>
            }
            .into_any(),
        }
    });
    let buttons = buttons.collect_view();
    (!buttons.is_empty())
        .then(|| view! { <div class="actions clock-rolls">{buttons}</div> })
        .into_any()
}

/// Renders the field for the faces of real dice, and the button that records them.
fn record_form(model: Model, (clock, id): (ClockId, CombatantId), name: &str) -> AnyView {
    let (typed, trouble) = (RwSignal::new(String::new()), RwSignal::new(false));
    let sides = model.rules().facts().die_sides;
    let record = move || match read_faces(&typed.get_untracked(), sides) {
        None => trouble.set(true),
        faces => model.send(Command::RollFor { clock, id, faces }),
    };
    view! {
        <form class="say-line" on:submit=move |event| { event.prevent_default(); record(); }>
            <input
                class="grow"
                type="text"
                inputmode="numeric"
                autocomplete="off"
                aria-label=format!("{name}: {}", screen::WHAT_THE_DICE_SHOW.get())
                placeholder=example_faces(sides)
                aria-invalid=derive(move || trouble.get().to_string())
                prop:value=typed
                on:input:target=move |event| {
                    trouble.set(false);
                    typed.set(event.target().value());
                }
            />
            <button type="submit" class="brass">{screen::RECORD.get()}</button>
        </form>
    }
    .into_any()
}

/// Renders who can join an extended action, and who can leave it.
fn join_part(model: Model, clock: &ClockView, action: &ActionView) -> AnyView {
    let id = clock.id;
    let rows = model.with_view(|view| {
        let rows = view.rows.values();
        rows.map(|row| (row.id, row.full_name()))
            .collect::<Vec<_>>()
    });
    let chips = rows.into_iter().map(|(who, name)| {
        let takes_part = action.helpers.iter().any(|helper| helper.who == who);
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=takes_part.to_string()
                on:click=on_click(move |_| join_or_leave(model, id, who))
            >
                {name}
            </button>
        }
    });
    view! {
        <details class="join">
            <summary>{msg::WHO_TAKES_PART.get()}</summary>
            <p class="faint join-hint">{msg::DRAG_THEM_HERE.get()}</p>
            <div class="chips" role="group" aria-label=msg::WHO_TAKES_PART.get()>{chips.collect_view()}</div>
        </details>
    }
    .into_any()
}

//! The choice "Who do you play?" of a new player, with a name and ready-made sheets to start from.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::sheet::Archetype;
use rules::encounter::{Command, Side};
use rules::messages::screen as msg;

use crate::reactive::{derive, each_combatant, memo, on_click, show_when};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Number of ready-made sheets shown at once.
const SHEETS_SHOWN: usize = 4;

/// The choice of a character for players who have none.
#[component]
pub fn WhoDoYouPlay() -> impl IntoView {
    let model = expect_context::<Model>();
    let player = model.role() == Role::Player;
    let nobody = move || {
        model.rows_changed.track();
        let you = model.you.get();
        model.with_view(|view| view.rows.values().all(|row| row.owner != Some(you)))
    };
    show_when(move || player && nobody(), || view! { <Form /> })
}

/// The choice of an unclaimed character, or a form with a name and a ready-made sheet.
#[component]
fn Form() -> impl IntoView {
    let model = expect_context::<Model>();
    let name = RwSignal::new(String::new());
    let free = memo(move || {
        model.rows_changed.track();
        model.with_view(|view| {
            let rows = view.rows.values();
            let free = rows.filter(|row| row.owner.is_none() && row.side == Side::Character);
            free.map(|row| row.id).collect::<Vec<_>>()
        })
    });
    let add = move |line: &str| {
        let typed = name.get_untracked();
        let called = match typed.trim() {
            "" => model.own_name().unwrap_or_default(),
            typed => typed.to_owned(),
        };
        model.send(Command::Add {
            line: format!("{called} {line}"),
            side: None,
            hidden: false,
            as_one: false,
        });
    };
    let ready = move |archetype: &'static Archetype| {
        view! {
            <li>
                <button
                    type="button"
                    class="option"
                    data-archetype=archetype.key
                    on:click=on_click(move |_| add(archetype.line))
                >
                    <span class="option-title">{archetype.title.get()}</span>
                    <span class="option-with">{archetype.gear_summary()}</span>
                </button>
            </li>
        }
    };
    let (first, rest) = {
        let all = model.rules().facts().archetypes;
        all.split_at(all.len().min(SHEETS_SHOWN))
    };
    view! {
        <section class="card who-card" aria-labelledby="who-title">
            <h2 id="who-title">{msg::WHO_DO_YOU_PLAY.get()}</h2>
            <div class="actions" hidden=derive(move || free.with(Vec::is_empty))>
                {each_combatant(move || free.get(), choose)}
            </div>
            <input
                type="text"
                id="who-name"
                maxlength="40"
                autocomplete="off"
                aria-label=msg::NAME_OF_YOUR_CHARACTER.get()
                placeholder=msg::NAME_OF_YOUR_CHARACTER.get()
                prop:value=name
                on:input:target=move |event| name.set(event.target().value())
            />
            <ul class="options">{first.iter().map(ready).collect_view()}</ul>
            {(!rest.is_empty()).then(|| view! {
                <details class="more-ways">
                    <summary>{msg::more_ways(&rest.len())}</summary>
                    <ul class="options">{rest.iter().map(ready).collect_view()}</ul>
                </details>
            })}
            <button type="button" class="quiet" id="who-plain" on:click=on_click(move |_| add(""))>
                {msg::JUST_THE_NAME.get()}
            </button>
        </section>
    }
}

/// Renders the button that claims a character without a player.
fn choose(id: CombatantId) -> AnyView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let name = model.current_row(id).map(|row| row.full_name());
    view! {
        <button
            type="button"
            class="quiet"
            on:click=on_click(move |_| {
                model.send(Command::Assign { id, seat: Some(model.you.get_untracked()) });
                stage.roller.set(Some(id));
            })
        >
            {name.unwrap_or_default()}
        </button>
    }
    .into_any()
}

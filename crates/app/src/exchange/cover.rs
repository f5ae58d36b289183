//! The cover card of a draft. Every player picks from the named covers; storytellers also add, change and remove them.

use leptos::prelude::*;
use rules::base::id::CoverId;
use rules::encounter::command::Command;
use rules::encounter::question::OfferedParameter;
use rules::encounter::state::cover::BEHIND_KEY;
use rules::messages::screen as msg;

use crate::exchange::draft::Draft;
use crate::reactive::on_click;
use crate::state::table_state::Model;

/// Renders the choice of a named cover for the target, such as a wall. The parameters beside it
/// show its values.
pub(crate) fn cover_card(draft: Draft, dial: &OfferedParameter) -> AnyView {
    let model = expect_context::<Model>();
    let now = dial.default;
    let option = |(value, words): &(i32, String)| {
        let value = *value;
        let stand = move || {
            if let Some((from, to)) = draft.actor_and_target() {
                let behind = Command::Situate {
                    from,
                    to,
                    key: BEHIND_KEY.to_owned(),
                    value: Some(value).filter(|value| *value != 0),
                };
                send_cover_command(model, draft, behind);
            }
        };
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=(now == value).to_string()
                on:click=on_click(move |_| stand())
            >
                {words.clone()}
            </button>
        }
    };
    let options: Vec<_> = dial.options.iter().map(option).collect();
    let form = model
        .can_run_table()
        .then(|| cover_form(model, draft, dial));
    view! {
        <div class="segments dial" role="group" aria-label=dial.title.clone()>{options}</div>
        {form}
    }
    .into_any()
}

/// Sends a command about covers, and asks again for the offered maneuvers, which it changes.
fn send_cover_command(model: Model, draft: Draft, command: Command) {
    model.send(command);
    draft.refresh_offers(model);
}

/// Renders the storytellers' form that names the present cover values, so that they can be chosen
/// again.
fn cover_form(model: Model, draft: Draft, dial: &OfferedParameter) -> AnyView {
    let now = dial.default;
    let cover = CoverId::from_parameter(now);
    let called = dial.options.iter().find(|(value, _)| *value == now);
    let called = called.filter(|_| cover.is_some());
    let name = RwSignal::new(called.map(|(_, words)| words.clone()).unwrap_or_default());
    let set_up = move || {
        send_cover_command(
            model,
            draft,
            Command::SetCover {
                cover,
                name: name.get_untracked(),
                numbers: draft.cover_numbers(),
                between: draft.actor_and_target(),
            },
        );
    };
    let remove = cover.map(|cover| {
        view! {
            <button
                type="button"
                class="quiet"
                on:click=on_click(move |_| send_cover_command(model, draft, Command::RemoveCover { cover }))
            >
                {msg::TAKE_IT_AWAY.get()}
            </button>
        }
    });
    let button = match cover {
        Some(_) => msg::CHANGE_IT.get(),
        None => msg::SET_IT_UP.get(),
    };
    view! {
        <form
            class="inline cover-form"
            on:submit=move |event| {
                event.prevent_default();
                set_up();
            }
        >
            <input
                type="text"
                maxlength="60"
                autocomplete="off"
                required
                aria-label=msg::NAME_OF_THE_COVER.get()
                placeholder=msg::OAK_DOOR.get()
                prop:value=name
                on:input:target=move |event| name.set(event.target().value())
            />
            <button type="submit" class="quiet">{button}</button>
            {remove}
        </form>
    }
    .into_any()
}

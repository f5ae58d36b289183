//! The rules this table plays another way, and the dialog in which they are turned.

use leptos::either::EitherOf3;
use leptos::prelude::*;
use rules::encounter::Command;
use rules::house::House;
use rules::settings::{SettingKind, SettingSpec, Value};

use super::Stage;
use super::browser;
use super::live::{clicked, drawn, live, memo, showing};
use super::model::Model;
use super::row_sheet::close_on_backdrop;
use super::rule::ruled;
use super::settings;

const DIALOG: &str = "house-rules";

/// What differs from the rules as they are written, in words; and for those who run the table
/// the way to turn more of it.
#[component]
pub fn HouseRules() -> impl IntoView {
    let model = expect_context::<Model>();
    let runs = model.runs();
    let stage = expect_context::<Stage>();
    // Their words are asked for when there is something to be told with them.
    Effect::new(move || {
        if model.awake.get() && !model.house.with(House::is_plain) {
            settings::fetch(model);
        }
    });
    let one = move |spec: &'static SettingSpec| {
        let value = model
            .house
            .with(|house| house.get(spec.key).cloned())
            .filter(|value| *value != spec.usual())?;
        Some(view! {
            <li class="house-rule" data-differs="true" data-rule=spec.key>
                <span class="grow">{spec.tell(&value)} " " {ruled(spec.rule())}</span>
                {runs.then(|| view! { <AsWritten spec /> })}
            </li>
        })
    };
    let open = move |_| {
        browser::close_dialog("menu");
        stage.house_rules.set(true);
        settings::fetch(model);
        browser::open_dialog(DIALOG);
    };
    view! {
        <div hidden=live(move || !runs && model.house.with(|house| house.is_plain())) class="sheet-part">
            <h3>"House rules"</h3>
            <ul class="plain house-rules">
                {drawn(move || model.settings.get().iter().filter_map(one).collect_view())}
            </ul>
            {runs.then(|| view! {
                <div class="actions">
                    <button type="button" class="quiet" on:click=clicked(open)>"Change house rules"</button>
                </div>
            })}
        </div>
    }
}

/// The way back to how the rules are written.
#[component]
fn AsWritten(spec: &'static SettingSpec) -> impl IntoView {
    let model = expect_context::<Model>();
    let back = move |_| turn(model, spec, spec.usual());
    view! {
        <button
            type="button"
            class="quiet small"
            data-back=spec.key
            aria-label=format!("As written: {}", spec.title())
            on:click=clicked(back)
        >
            "As written"
        </button>
    }
}

fn turn(model: Model, spec: &SettingSpec, value: Value) {
    model.give(Command::Set {
        key: spec.key.to_owned(),
        value,
    });
}

/// Every setting of the system, under its headings, for those who run the table.
#[component]
pub fn Settings() -> impl IntoView {
    let model = expect_context::<Model>();
    if !model.runs() {
        return None;
    }
    let stage = expect_context::<Stage>();
    let wanted = RwSignal::new(String::new());
    let specs = model.settings;
    let none = move || {
        let specs = specs.get();
        !specs.is_empty() && wanted.with(|wanted| !specs.iter().any(|spec| is_about(spec, wanted)))
    };
    Some(view! {
        <dialog id=DIALOG class="sheet" aria-labelledby="house-rules-head" on:click=close_on_backdrop>
            <div class="sheet-body">
                <div class="sheet-head house-rules-head">
                    <h2 id="house-rules-head">"House rules"</h2>
                    <input
                        type="text"
                        inputmode="search"
                        placeholder="Find a rule"
                        aria-label="Find a rule"
                        autocomplete="off"
                        on:input:target=move |event| {
                            wanted.set(event.target().value().trim().to_ascii_lowercase());
                        }
                    />
                    <button
                        type="button"
                        class="quiet icon"
                        aria-label="Close"
                        on:click=clicked(move |_| browser::close_dialog(DIALOG))
                    >
                        "×"
                    </button>
                </div>
                {showing(move || stage.house_rules.get(), move || view! {
                    {drawn(move || specs.get().chunk_by(|one, other| one.group == other.group).map(|group| {
                        view! { <Group group wanted /> }
                    }).collect_view())}
                })}
                <p class="faint" hidden=live(move || !none())>"No house rule is about that."</p>
            </div>
        </dialog>
    })
}

/// The settings under one heading.
#[component]
fn Group(group: &'static [SettingSpec], wanted: RwSignal<String>) -> impl IntoView {
    let model = expect_context::<Model>();
    let none = move || wanted.with(|wanted| !group.iter().any(|spec| is_about(spec, wanted)));
    view! {
        <section class="sheet-part" hidden=live(none)>
            <h3>{group.first().map(|spec| spec.group)}</h3>
            <ul class="plain house-rules">
                {group.iter().map(|spec| row(model, spec, wanted)).collect_view()}
            </ul>
        </section>
    }
}

/// Whether those words look for that setting.
fn is_about(spec: &SettingSpec, wanted: &str) -> bool {
    [spec.title, spec.rules, spec.group]
        .iter()
        .any(|text| text.to_ascii_lowercase().contains(wanted))
        || spec.key.contains(wanted)
}

/// One setting with its control: a tick, a choice or a number.
fn row(model: Model, spec: &'static SettingSpec, wanted: RwSignal<String>) -> impl IntoView {
    let value = memo(move || model.house.with(|house| house.value(spec)));
    let differs = move || value.get() != spec.usual();
    let hidden = move || wanted.with(|wanted| !is_about(spec, wanted));
    let words = view! {
        <span class="grow">
            {spec.title()}
            " "
            {ruled(spec.rule())}
            {spec.off().map(|off| view! { <span class="faint">{format!("Off: {off}")}</span> })}
        </span>
    };
    let control = match spec.kind {
        SettingKind::YesNo(_) => EitherOf3::A(view! {
            <label class="check grow">
                <input
                    type="checkbox"
                    data-setting=spec.key
                    prop:checked=live(move || value.get() == Value::Yes(true))
                    on:change:target=move |event| {
                        turn(model, spec, Value::Yes(event.target().checked()));
                    }
                />
                {words}
            </label>
        }),
        SettingKind::Choice(names, _) => EitherOf3::B(view! {
            <label class="choice grow">
                {words}
                <select
                    data-setting=spec.key
                    prop:value=live(move || wire(&value.get()))
                    on:change:target=move |event| {
                        let key = event.target().value();
                        turn(model, spec, Value::Named(key.into()));
                    }
                >
                    {names.iter().map(|name| {
                        let chosen = move || value.get() == Value::named(name.key);
                        view! { <option value=name.key selected=live(chosen)>{name.title}</option> }
                    }).collect_view()}
                </select>
            </label>
        }),
        SettingKind::Number { least, most, .. } => EitherOf3::C(view! {
            <label class="number grow">
                {words}
                <input
                    type="number"
                    inputmode="numeric"
                    data-setting=spec.key
                    min=least
                    max=most
                    title=format!("{least} to {most}")
                    prop:value=live(move || wire(&value.get()))
                    on:change:target=move |event| {
                        let typed = event.target().value().trim().parse().map(Value::Number);
                        match typed {
                            Ok(typed) if spec.check(&typed).is_ok() => turn(model, spec, typed),
                            _ => event.target().set_value(&wire(&value.get_untracked())),
                        }
                    }
                />
            </label>
        }),
    };
    view! {
        <li
            class="house-rule"
            data-differs=live(move || differs().to_string())
            hidden=live(hidden)
        >
            {control}
            {showing(differs, move || view! {<AsWritten spec />})}
        </li>
    }
}

/// A value as a field holds it.
fn wire(value: &Value) -> String {
    match value {
        Value::Named(key) => key.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Yes(on) => on.to_string(),
    }
}

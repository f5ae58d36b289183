//! The top edge: the scene, whose turn it is, who is here, and the one brass button.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::view::SeatView;
use rules::house::House;
use rules::seat::Role;

use super::browser;
use super::live::{clicked, drawn, live};
use super::model::Model;
use crate::page::Theme;
use crate::words;

/// The top edge.
#[component]
pub fn Header() -> impl IntoView {
    let model = expect_context::<Model>();
    let may_end = move || {
        let turn = model.turn.get();
        model.rows_changed.track();
        model.runs()
            || turn
                .acting
                .and_then(|id| model.row_now(id))
                .is_some_and(|row| {
                    row.owner == Some(model.you.get()) && model.role() == Role::Player
                })
    };
    let next_words = move || {
        let round = model.rules().speech().round;
        // While the step after the next is not known yet, the words stay.
        words::next_step(round, model.turn.get(), model.next.get(), model.runs())
    };
    let standing = move || match model.unseen {
        true => format!(
            "Prepared: players do not see this. {}",
            model.standing.get()
        ),
        false => model.standing.get(),
    };
    view! {
        <header class="top">
            <div class="scene">
                <h1>{live(move || model.title.get())}</h1>
                <div class="news">
                    <p class="standing">{live(standing)}</p>
                    <super::banner::Banner />
                </div>
            </div>
            <People />
            <div class="top-actions">
                {model.runs().then(|| view! {
                    <button
                        type="button"
                        class="quiet wide-only"
                        on:click=clicked(move |_| browser::open_dialog("invite"))
                    >
                        "Invite"
                    </button>
                })}
                {(model.role() != Role::Spectator).then(|| view! { <super::undo::Steps /> })}
                <Menu />
                <button
                    hidden=live(move || !may_end())
                    type="button"
                    class="brass"
                    id="next"
                    disabled=live(move || model.order.with(Vec::is_empty))
                    on:click=clicked(move |_| model.go_on())
                >
                    {live(next_words)}
                </button>
            </div>
            <super::roll_card::RollCard />
        </header>
    }
}

/// Who sits here, as small rings; those who are away are faint.
#[component]
fn People() -> impl IntoView {
    let model = expect_context::<Model>();
    let ring = move |seat: SeatView| {
        let SeatView { id, name, role, .. } = seat;
        let here = move || model.here.with(|here| here.contains(&id));
        let letters = if role == Role::Storyteller {
            "ST".to_owned()
        } else {
            words::token(&name, None)
        };
        let title = {
            let name = name.clone();
            move || {
                format!(
                    "{name}, {}{}",
                    role.word(),
                    if here() { "" } else { ", away" }
                )
            }
        };
        let spoken = title.clone();
        view! {
            <li class="person" data-role=role.word() data-here=live(move || here().to_string()) title=live(title)>
                <span aria-hidden="true">{letters}</span>
                <span class="unseen">{live(spoken)}</span>
            </li>
        }
    };
    view! {
        <ul class="people" aria-label="At the table">
            {drawn(move || model.seats.get().into_iter().map(ring).collect_view())}
        </ul>
    }
}

/// Everything that is needed seldom.
#[component]
fn Menu() -> impl IntoView {
    let model = expect_context::<Model>();
    let close = move || browser::close_dialog("menu");
    let give = move |command: Command| {
        model.give(command);
        close();
    };
    let scene = RwSignal::new(model.title.get_untracked());
    view! {
        <button
            type="button"
            class="quiet icon"
            aria-label="More"
            aria-haspopup="dialog"
            on:click=clicked(move |_| browser::open_dialog("menu"))
        >
            <span aria-hidden="true">"⋯"</span>
        </button>
        <dialog id="menu" class="sheet" aria-label="More" on:click=super::row_sheet::close_on_backdrop>
            <div class="sheet-body">
                <div class="sheet-head">
                    <h2>"More"</h2>
                    <button type="button" class="quiet icon" aria-label="Close" on:click=clicked(move |_| close())>
                        "×"
                    </button>
                </div>
                {(model.role() != Role::Spectator).then(|| view! { <super::undo::StepsInFull /> })}
                <div class="actions">
                    {super::rule::guide("button quiet", "", "The rules", "The rules, beside the table".to_owned())}
                    {super::rule::beside(
                        "button quiet",
                        format!("/t/{}/cast", model.table),
                        "The cast",
                        "The cast, beside the table".to_owned(),
                    )}
                    {super::rule::beside(
                        "button quiet",
                        format!("/t/{}/recap", model.table),
                        "After the fight",
                        "After the fight, beside the table".to_owned(),
                    )}
                    {super::rule::beside(
                        "button quiet",
                        format!("/t/{}/settings", model.table),
                        "Table settings",
                        "Table settings, beside the table".to_owned(),
                    )}
                </div>
                <p class="faint" id="house-rules" hidden=live(move || model.house.with(House::is_plain))>
                    {live(move || house_rules(model))}
                </p>
                {model.runs().then(|| view! {
                    <div class="sheet-part">
                        <div class="actions">
                            <button
                                type="button"
                                class="quiet"
                                on:click=clicked(move |_| { close(); browser::open_dialog("invite"); })
                            >
                                "Invite"
                            </button>
                            <button
                                type="button"
                                class="quiet"
                                disabled=live(move || model.turn.get().round == 0)
                                on:click=clicked(move |_| give(Command::PreviousTurn { before: model.turn.get_untracked() }))
                            >
                                {live(move || format!("Previous {}", step_word(model)))}
                            </button>
                            <button type="button" class="quiet" on:click=clicked(move |_| give(Command::Sort))>
                                "Sort by score"
                            </button>
                        </div>
                    </div>
                    <form
                        class="sheet-part inline"
                        on:submit=move |event| {
                            event.prevent_default();
                            give(Command::Title { title: scene.get_untracked() });
                        }
                    >
                        <label for="scene-title">"The scene"</label>
                        <input
                            id="scene-title"
                            type="text"
                            maxlength="60"
                            autocomplete="off"
                            prop:value=scene
                            on:input:target=move |event| scene.set(event.target().value())
                        />
                        <button type="submit" class="quiet">"Name it"</button>
                    </form>
                })}
                <super::seats::Seats />
                <Themes />
            </div>
        </dialog>
    }
}

/// How many rules the table plays another way; which they are stands on its settings' page.
fn house_rules(model: Model) -> String {
    match model.house.with(|house| house.iter().count()) {
        1 => "One house rule.".to_owned(),
        count => format!("{count} house rules."),
    }
}

/// What is gone back by: a turn, or a step where a turn has several.
fn step_word(model: Model) -> &'static str {
    let several = model
        .house
        .with(|house| model.rules().phases(house).len() > 1);
    if several { "step" } else { "turn" }
}

/// Dark, light, high contrast, or as the device says.
#[component]
fn Themes() -> impl IntoView {
    let chosen = RwSignal::new(use_context::<Theme>().unwrap_or_default());
    let model = expect_context::<Model>();
    let option = move |theme: Theme| {
        let words = match theme {
            Theme::Auto => "Match device",
            Theme::Dark => "Dark",
            Theme::Light => "Light",
            Theme::Contrast => "High contrast",
        };
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=live(move || (chosen.get() == theme).to_string())
                on:click=clicked(move |_| {
                    chosen.set(theme);
                    set_theme(theme);
                })
            >
                {words}
            </button>
        }
    };
    // What the page was printed with only the browser can tell again.
    Effect::new(move |_| {
        if model.awake.get() {
            let word = document()
                .document_element()
                .and_then(|html| html.get_attribute("data-theme"));
            chosen.set(Theme::of(&word.unwrap_or_default()));
        }
    });
    view! {
        <div class="sheet-part">
            <h3 id="themes">"Theme"</h3>
            <div class="segments" role="group" aria-labelledby="themes">
                {Theme::ALL.map(option).collect_view()}
            </div>
        </div>
    }
}

fn set_theme(theme: Theme) {
    use wasm_bindgen::JsCast;
    if let Some(html) = document().document_element() {
        _ = html.set_attribute("data-theme", theme.word());
    }
    if let Ok(page) = document().dyn_into::<web_sys::HtmlDocument>() {
        let cookie = format!(
            "theme={}; Path=/; Max-Age=31536000; SameSite=Lax",
            theme.word()
        );
        _ = page.set_cookie(&cookie);
    }
}

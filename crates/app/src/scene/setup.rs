//! The description of a scene: one field that takes it all, ready-made scenes, and the board as it will be.

use leptos::prelude::*;
use rules::base::id::LocationId;
use rules::encounter::Command;
use rules::encounter::command::SceneEdit;
use rules::messages::scene as msg;
use rules::space::{FloorPlan, LinkEnds, PlanEdit, SceneLineError, TEMPLATES, parse_description};

use crate::browser;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::scene::grid::preview_board;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words::scene as words;

/// Renders the field in which a scene is described in text, and a preview of its board.
pub(super) fn setup(model: Model, stage: Stage) -> AnyView {
    let text = stage.scene.board().text;
    let scene = model.select(|view| view.scene.clone());
    let known = move || scene.with(|scene| scene.as_ref().map(|it| it.plan.clone()));
    let read = memo(move || {
        let plan = known().unwrap_or_default();
        text.with(|text| read_plan(&plan, text, model))
    });
    let used = memo(move || scene.with(|scene| scene.as_ref().is_some_and(|it| !it.draft)));
    let there = memo(move || scene.with(Option::is_some));
    let typed = memo(move || text.with(|text| !text.trim().is_empty()));
    let preview = move || {
        typed.get().then(|| {
            let plan = read.with(|(plan, _)| plan.clone());
            (!plan.is_empty()).then(|| preview_board(model, stage, &plan))
        })
    };
    view! {
        <div class="card setup">
            <h2 id="setup-title">{msg::WHERE_ARE_THEY.get()}</h2>
            <div class="describe">
                <div class="describe-back" id="scene-lines-behind" aria-hidden="true">
                    {redraw(move || marked_text(&text.get(), &read.get().1))}
                </div>
                <textarea
                    id="scene-lines"
                    rows="6"
                    spellcheck="false"
                    autocomplete="off"
                    aria-labelledby="setup-title"
                    aria-describedby="setup-wrong"
                    placeholder=msg::LINES_EXAMPLE.get()
                    prop:value=text
                    on:input:target=move |event| text.set(event.target().value())
                    on:scroll=move |_| scroll_behind()
                ></textarea>
            </div>
            <div id="setup-wrong" role="status">
                <ul class="describe-wrong">
                    {redraw(move || read.with(|(_, wrong)| problems(wrong)))}
                </ul>
            </div>
            <div class="start-from" role="group" aria-labelledby="start-from">
                <span id="start-from">{msg::START_FROM.get()}</span>
                {templates(model, text)}
            </div>
        </div>
        {redraw(preview)}
        {setup_actions(model, stage, (read, typed, used, there))}
        <p class="faint setup-note">
            {derive(move || if there.get() { msg::WHAT_NO_LINE_NAMES_STAYS.get() } else { msg::THEN_PUT_PEOPLE_WHERE.get() })}
        </p>
    }
    .into_any()
}

/// Scrolls the marked text behind the field as far as the field.
fn scroll_behind() {
    let field = browser::element("scene-lines");
    if let Some((field, behind)) = field.zip(browser::element("scene-lines-behind")) {
        behind.set_scroll_top(field.scroll_top());
    }
}

/// Values that the buttons below a scene's description depend on. These are what it reads as,
/// whether anything is typed, whether the scene is in use, and whether there is one.
type Reading = (
    Memo<(FloorPlan, Vec<SceneLineError>)>,
    Memo<bool>,
    Memo<bool>,
    Memo<bool>,
);

/// Renders the buttons below a scene's description.
fn setup_actions(model: Model, stage: Stage, (read, typed, used, there): Reading) -> AnyView {
    let text = stage.scene.board().text;
    let send = move |edit: SceneEdit| model.send(Command::EditScene(edit));
    let close = move || {
        text.set(String::new());
        stage.scene.setup.set(false);
    };
    let apply = move || {
        let lines = text.get_untracked();
        if typed.get_untracked() {
            send(SceneEdit::Describe { lines });
        }
        if !used.get_untracked() {
            send(SceneEdit::Use { on: true });
        }
        close();
    };
    let leave = move || {
        if used.get_untracked() {
            send(SceneEdit::Use { on: false });
        }
        close();
    };
    view! {
        <div class="actions setup-actions">
            <button
                type="button"
                class="brass"
                id="use-scene"
                disabled=derive(move || !typed.get() && !there.get() || read.with(|(_, wrong)| !wrong.is_empty()))
                on:click=on_click(move |_| apply())
            >
                {derive(move || if used.get() { msg::CHANGE_THE_SCENE.get() } else { msg::USE_THIS_SCENE.get() })}
            </button>
            <button
                type="button"
                class="quiet"
                id="keep-scene"
                hidden=derive(move || used.get() || !typed.get())
                on:click=on_click(move |_| {
                    send(SceneEdit::Describe { lines: text.get_untracked() });
                    close();
                })
            >
                {msg::KEEP_IT_FOR_LATER.get()}
            </button>
            <button type="button" class="quiet" id="leave-scene" on:click=on_click(move |_| leave())>
                {msg::LEAVE_IT_OUT.get()}
            </button>
            <button
                type="button"
                class="quiet harm"
                hidden=derive(move || !there.get())
                on:click=on_click(move |_| {
                    send(SceneEdit::Clear);
                    close();
                })
            >
                {msg::REMOVE_THE_SCENE.get()}
            </button>
        </div>
    }
    .into_any()
}

/// Parses a description into the places of the scene, and the parts that are not understood.
fn read_plan(known: &FloorPlan, text: &str, model: Model) -> (FloorPlan, Vec<SceneLineError>) {
    let (edits, wrong) = parse_description(known, text, model.rules().cover_grades());
    let mut plan = known.clone();
    let find = |plan: &FloorPlan, name: &str| {
        let name = name.to_lowercase();
        let mut all = plan.locations.iter();
        all.find(|(_, it)| it.name.to_string().to_lowercase() == name)
            .map(|(id, _)| *id)
    };
    for (number, edit) in (0..).zip(edits) {
        match edit {
            PlanEdit::Place(location) => {
                let id = find(&plan, &location.name.to_string());
                let id = id.unwrap_or(LocationId(u32::MAX - number));
                plan.locations.insert(id, location);
            }
            PlanEdit::Link {
                from,
                to,
                link,
                one_way,
            } => {
                let ends = find(&plan, &from.to_string()).zip(find(&plan, &to.to_string()));
                if let Some((from, to)) = ends
                    && let Some(ends) = LinkEnds::new(from, to)
                {
                    let one_way_from = one_way.then_some(from);
                    plan.set_link(
                        ends,
                        Some(rules::space::Link {
                            one_way_from,
                            ..link
                        }),
                    );
                }
            }
        }
    }
    (plan, wrong)
}

/// Renders the description once more behind its field, with what is not understood underlined.
fn marked_text(text: &str, wrong: &[SceneLineError]) -> Vec<AnyView> {
    let mut parts = Vec::new();
    let mut from = 0;
    let plain = |part: Option<&str>| part.unwrap_or_default().to_owned().into_any();
    for error in wrong {
        let start = usize::try_from(error.part.0).unwrap_or(usize::MAX);
        let end = usize::try_from(error.part.1).unwrap_or(usize::MAX);
        if start >= from && end <= text.len() {
            parts.push(plain(text.get(from..start)));
            let part = text.get(start..end).unwrap_or_default().to_owned();
            parts.push(view! { <mark>{part}</mark> }.into_any());
            from = end;
        }
    }
    parts.push(plain(text.get(from..)));
    // A last empty line has a height only if something is in it.
    parts.push("\u{200b}".into_any());
    parts
}

/// Renders why parts of the scene's description are not understood.
fn problems(wrong: &[SceneLineError]) -> Vec<AnyView> {
    let all = wrong.iter();
    let all = all.map(|error| {
        let words = crate::words::to_sentence(&error.to_string());
        view! { <li>{words}</li> }.into_any()
    });
    all.collect()
}

/// Renders the ready-made scenes as buttons, each of which fills the field.
fn templates(model: Model, text: RwSignal<String>) -> Vec<AnyView> {
    let one = |(title, lines): &(rules::messages::Text, rules::messages::Text)| {
        let (title, lines) = (title.get(), lines.get().replace("; ", "\n"));
        let lines = match words::is_in_squares(model.system) {
            true => halve_numbers(&lines),
            false => lines,
        };
        view! {
            <button
                type="button"
                class="chip"
                on:click=on_click(move |_| {
                    text.set(lines.clone());
                    browser::focus_later("scene-lines".to_owned());
                })
            >
                {title}
            </button>
        }
        .into_any()
    };
    TEMPLATES.iter().map(one).collect()
}

/// Returns a description with half of each number, at least 1, because a square is about two yards.
fn halve_numbers(lines: &str) -> String {
    let mut halved = String::with_capacity(lines.len());
    for word in lines.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let rest = word.get(digits.len()..).unwrap_or_default();
        match digits.parse::<u16>() {
            Ok(number) => halved.push_str(&(number / 2).max(1).to_string()),
            Err(_) => halved.push_str(digits),
        }
        halved.push_str(rest);
    }
    halved
}

#[cfg(test)]
mod tests {
    use super::halve_numbers;

    #[test]
    fn a_ready_made_scene_has_half_as_many_squares_as_yards() {
        let lines = "Gallery: height 4, railing\nTaproom 12 Gallery by stairs\nCrypt 1 Nave";
        let squares = "Gallery: height 2, railing\nTaproom 6 Gallery by stairs\nCrypt 1 Nave";
        assert_eq!(halve_numbers(lines), squares);
    }
}

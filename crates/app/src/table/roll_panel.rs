//! The dice: a pool of named parts, how it is read, and one brass button.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::command::{AskedTerm, RollAsk};
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::seat::Role;
use rules::system::Reading;
use rules::systems::chronicle::pool::{self, Again, Ask};
use rules::term::Term;

use super::Stage;
use super::model::Model;
use crate::words;

/// A part of the pool as it is being put together.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    key: u32,
    label: String,
    value: i32,
}

/// The roll panel.
#[component]
pub fn RollPanel() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    if model.role() == Role::Spectator {
        return None;
    }
    let parts = RwSignal::new(vec![Part {
        key: 0,
        label: "Pool".to_owned(),
        value: 5,
    }]);
    let next_key = StoredValue::new(1_u32);
    let what = RwSignal::new(String::new());
    let again = RwSignal::new(Again::Ten);
    let rote = RwSignal::new(false);
    let chance = RwSignal::new(false);
    let hidden = RwSignal::new(false);
    let real = RwSignal::new(false);
    let faces = RwSignal::new(String::new());
    let trouble = RwSignal::new(None::<&'static str>);

    let roller = Memo::new(move |_| {
        model.rows_changed.track();
        stage
            .roller
            .get()
            .and_then(|id| model.row_now(id))
            .filter(|row| model.may_act_for(row))
    });
    let given = Memo::new(move |_| {
        let Some(row) = roller.get() else {
            return Vec::new();
        };
        match (&row.sheet, &row.track) {
            (Some(sheet), Some(track)) => model.system.rules().roll_terms(sheet, track),
            _ => Vec::new(),
        }
    });
    let sum = Memo::new(move |_| {
        let own: i32 = parts.with(|parts| parts.iter().map(|part| part.value).sum());
        own + given.with(|given| rules::term::sum(given))
    });
    let is_chance = move || chance.get() || sum.get() <= 0;
    let dice = move || if is_chance() { 1 } else { sum.get() };
    let odds = Memo::new(move |_| {
        pool::odds(&Ask {
            pool: sum.get(),
            again: again.get(),
            rote: rote.get(),
            chance: chance.get(),
        })
    });
    let add = move |label: &str, value: i32| {
        let key = next_key.try_update_value(|key| {
            *key += 1;
            *key
        });
        let part = Part {
            key: key.unwrap_or_default(),
            label: label.to_owned(),
            value,
        };
        parts.update(|parts| {
            // The nameless first part makes room for the first one with a name.
            if let [only] = parts.as_slice()
                && only.label == "Pool"
                && !label.is_empty()
            {
                parts.clear();
            }
            parts.push(part);
        });
    };
    let traits = move || {
        let Some(sheet) = roller.get().and_then(|row| row.sheet) else {
            return Vec::new();
        };
        let specs = model.system.rules().traits().iter();
        let wanted = specs.filter(|spec| !matches!(spec.key, "size" | "health" | "initiative"));
        wanted
            .map(|spec| (spec.title, sheet.get(spec)))
            .filter(|(_, value)| *value > 0)
            .collect::<Vec<_>>()
    };
    let roll = move || {
        let ask = RollAsk {
            id: roller.get_untracked().map(|row| row.id),
            what: match what.get_untracked().trim() {
                "" => parts.with_untracked(|parts| {
                    parts
                        .iter()
                        .map(|part| part.label.as_str())
                        .collect::<Vec<_>>()
                        .join(" + ")
                }),
                words => words.to_owned(),
            },
            terms: parts.with_untracked(|parts| {
                let term = |part: &Part| AskedTerm {
                    label: part.label.clone(),
                    value: part.value,
                };
                parts.iter().map(term).collect()
            }),
            reading: Reading::Pool {
                again: again.get_untracked(),
                rote: rote.get_untracked(),
                chance: chance.get_untracked(),
            },
            hidden: hidden.get_untracked(),
            bare: false,
            faces: match real.get_untracked() {
                true => match read_faces(&faces.get_untracked()) {
                    Some(faces) => Some(faces),
                    None => {
                        return trouble.set(Some(
                            "Type the faces as numbers from 1 to 10, such as 8 10 3.",
                        ));
                    }
                },
                false => None,
            },
        };
        let ask = RollAsk {
            what: shorten(&ask.what),
            ..ask
        };
        if ask.terms.iter().any(|term| term.label.trim().is_empty()) {
            return trouble.set(Some("Every part needs a name."));
        }
        trouble.set(None);
        faces.set(String::new());
        model.give(Command::Roll(Box::new(ask)));
    };
    let part_row = move |part: Part| {
        let Part {
            key,
            label,
            value: _,
        } = part;
        let value = Memo::new(move |_| {
            parts.with(|parts| {
                parts
                    .iter()
                    .find(|part| part.key == key)
                    .map_or(0, |part| part.value)
            })
        });
        let change = move |change: &dyn Fn(&mut Part)| {
            parts.update(|parts| {
                if let Some(part) = parts.iter_mut().find(|part| part.key == key) {
                    change(part);
                }
            });
        };
        view! {
            <li class="term">
                <input
                    type="text"
                    class="term-label"
                    aria-label="Part of the pool"
                    maxlength="60"
                    autocomplete="off"
                    prop:value=label.clone()
                    on:input:target=move |event| {
                        let label = event.target().value();
                        change(&|part| part.label.clone_from(&label));
                    }
                />
                <button type="button" class="quiet icon" aria-label="less" on:click=move |_| change(&|part| part.value = (part.value - 1).max(-30))>"−"</button>
                <output class="term-value" data-negative=move || (value.get() < 0).to_string()>{move || words::signed(value.get())}</output>
                <button type="button" class="quiet icon" aria-label="more" on:click=move |_| change(&|part| part.value = (part.value + 1).min(30))>"+"</button>
                <button
                    type="button"
                    class="quiet icon faint"
                    aria-label="Remove this part"
                    on:click=move |_| parts.update(|parts| parts.retain(|part| part.key != key))
                >
                    "×"
                </button>
            </li>
        }
    };
    let given_row = |term: Term| {
        let rule = term.rule.map(|rule| rule.as_str().to_owned());
        view! {
            <li class="term given">
                <span class="term-label">{term.label.into_owned()}</span>
                <span class="rule">{rule}</span>
                <output class="term-value" data-negative=(term.value < 0).to_string()>{words::signed(term.value)}</output>
            </li>
        }
    };
    let button_words = move || match (real.get(), is_chance(), dice()) {
        (true, _, _) => "Write it down".to_owned(),
        (false, true, _) => "Roll the chance die".to_owned(),
        (false, false, 1) => "Roll 1 die".to_owned(),
        (false, false, n) => format!("Roll {n} dice"),
    };
    Some(view! {
        <div class="part-head"><h2>"Dice"</h2></div>
        <form
            class="card roll-panel"
            id="roll-panel"
            on:submit=move |event| {
                event.prevent_default();
                roll();
            }
        >
            <Roller />
            <input
                type="text"
                id="roll-what"
                aria-label="What the roll is for"
                placeholder="What for? Wits + Composure"
                maxlength="60"
                autocomplete="off"
                prop:value=what
                on:input:target=move |event| what.set(event.target().value())
            />
            <ul class="ledger" aria-label="The pool">
                <For each=move || parts.get() key=|part| part.key children=part_row />
                <For each=move || given.get() key=|term| (term.label.clone(), term.value) children=given_row />
            </ul>
            <div class="chips" aria-label="Add to the pool">
                <For
                    each=traits
                    key=|(title, value)| (*title, *value)
                    children=move |(title, value)| view! {
                        <button type="button" class="chip" on:click=move |_| add(title, value)>{format!("{title} {value}")}</button>
                    }
                />
                <button type="button" class="chip" id="add-modifier" on:click=move |_| add("Modifier", 1)>"+ modifier"</button>
            </div>
            <div class="sum">
                <span>{move || if is_chance() { "chance die" } else { "dice to roll" }}</span>
                <strong>{move || dice().to_string()}</strong>
            </div>
            <div class="odds">
                <Odd label="succeeds" share=Signal::derive(move || odds.with(|odds| odds.success)) />
                <Odd label="exceptional" share=Signal::derive(move || odds.with(|odds| odds.exceptional)) />
            </div>
            <div class="reading">
                <div class="segments" role="group" aria-label="Dice that roll again">
                    {[(Again::Ten, "10-again"), (Again::Nine, "9"), (Again::Eight, "8"), (Again::Never, "none")]
                        .map(|(kind, words)| view! {
                            <button
                                type="button"
                                class="segment"
                                aria-pressed=move || (again.get() == kind).to_string()
                                on:click=move |_| again.set(kind)
                            >
                                {words}
                            </button>
                        })
                        .collect_view()}
                </div>
                <label class="check"><input type="checkbox" prop:checked=rote on:change:target=move |event| rote.set(event.target().checked()) />"rote"</label>
                <label class="check"><input type="checkbox" prop:checked=chance on:change:target=move |event| chance.set(event.target().checked()) />"chance die"</label>
                {model.runs().then(|| view! {
                    <label class="check"><input type="checkbox" id="roll-hidden" prop:checked=hidden on:change:target=move |event| hidden.set(event.target().checked()) />"hidden from players"</label>
                })}
            </div>
            <Show when=move || real.get()>
                <input
                    type="text"
                    id="real-faces"
                    class="faces-input"
                    inputmode="numeric"
                    aria-label="Faces of the real dice, in the order they fell"
                    placeholder="Faces as they fell: 8 10 3 6"
                    autocomplete="off"
                    prop:value=faces
                    on:input:target=move |event| faces.set(event.target().value())
                />
            </Show>
            <p class="trouble" role="alert">{move || trouble.get()}</p>
            <div class="actions">
                <button type="submit" class="brass" id="roll">{button_words}</button>
                <button
                    type="button"
                    class="quiet"
                    aria-pressed=move || real.get().to_string()
                    on:click=move |_| real.update(|real| *real = !*real)
                >
                    "Real dice"
                </button>
            </div>
        </form>
    })
}

/// Who rolls.
#[component]
fn Roller() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let choices = move || {
        model.rows_changed.track();
        model.order.track();
        model.bench.track();
        model.look(|view| {
            let all = view
                .order
                .iter()
                .chain(&view.bench)
                .filter_map(|id| view.rows.get(id));
            all.filter(|row| model.may_act_for(row))
                .map(|row: &Row| (row.id, row.full_name()))
                .collect::<Vec<_>>()
        })
    };
    let nobody = if model.runs() {
        "The storyteller"
    } else {
        "Myself"
    };
    view! {
        <label class="roller">
            <span class="unseen">"Who rolls"</span>
            <select
                id="roller"
                on:change:target=move |event| {
                    stage.roller.set(event.target().value().parse::<CombatantId>().ok());
                }
            >
                <option value="" selected=move || stage.roller.get().is_none()>{nobody}</option>
                <For
                    each=choices
                    key=|(id, name)| (*id, name.clone())
                    children=move |(id, name)| view! {
                        <option value=id.to_string() selected=move || stage.roller.get() == Some(id)>{name}</option>
                    }
                />
            </select>
        </label>
    }
}

/// One thin bar with its share.
#[component]
fn Odd(
    /// Of what.
    label: &'static str,
    /// From 0 to 1.
    share: Signal<f64>,
) -> impl IntoView {
    let percent = move || (share.get() * 100.0).round();
    view! {
        <div class="odd">
            <span>{label}</span>
            <meter min="0" max="100" prop:value=percent aria-label=label></meter>
            <span class="odd-figure">{move || format!("{} %", percent())}</span>
        </div>
    }
}

fn read_faces(text: &str) -> Option<Vec<u16>> {
    let words = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    let faces: Option<Vec<u16>> = words
        .map(|word| word.parse().ok().filter(|face| (1..=10).contains(face)))
        .collect();
    faces.filter(|faces| !faces.is_empty())
}

/// As long as a name may be.
fn shorten(words: &str) -> String {
    words.chars().take(rules::text::MAX_NAME).collect()
}

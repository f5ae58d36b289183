//! The dice: a sum of named parts, how it is read, and one brass button. What can be set and
//! what it comes to is the rules' affair.

use leptos::prelude::*;
use rules::dial::Reading;
use rules::encounter::Command;
use rules::encounter::command::{AskedTerm, RollAsk};
use rules::encounter::view::Row;
use rules::fighter::Fighter;
use rules::id::CombatantId;
use rules::seat::Role;
use rules::speech::signed;
use rules::term::Term;

use super::Stage;
use super::dials::{Dials, fitting};
use super::live::{clicked, live};
use super::model::Model;
use super::roll_card::LastRoll;
use crate::words;

/// A part of the pool as it is being put together.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    key: u32,
    label: String,
    value: i32,
}

/// The part a sum begins with, until one with a name of its own comes.
const FIRST: &str = "Base";

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
        label: FIRST.to_owned(),
        value: 5,
    }]);
    let next_key = StoredValue::new(1_u32);
    let what = RwSignal::new(String::new());
    let turned = RwSignal::new(Reading::default());
    let hidden = RwSignal::new(false);
    let real = RwSignal::new(false);
    let faces = RwSignal::new(String::new());
    let trouble = RwSignal::new(None::<String>);

    let roller = Memo::new(move |_| {
        model.rows_changed.track();
        stage
            .roller
            .get()
            .and_then(|id| model.row_now(id))
            .filter(|row| model.may_act_for(row))
    });
    let rules = model.rules();
    let dials = Memo::new(move |_| told(model, roller, |who| rules.dials(who)));
    // As it was turned; and what that comes to for whoever rolls.
    let asked =
        Memo::new(move |_| turned.with(|turned| dials.with(|dials| fitting(turned, dials))));
    let reading = Memo::new(move |_| {
        told(model, roller, |who| {
            asked.with(|asked| who.map(|who| rules.settled(who, asked)))
        })
        .unwrap_or_else(|| asked.get())
    });
    let given = Memo::new(move |_| {
        let terms = told(model, roller, |who| {
            reading.with(|reading| who.map(|who| rules.roll_terms(who, reading)))
        });
        terms.unwrap_or_default()
    });
    let forbidden = Memo::new(move |_| {
        let why = told(model, roller, |who| {
            reading.with(|reading| who.and_then(|who| rules.forbids(who, reading)))
        });
        why.map(|why| words::sentence(&why.text))
    });
    let sum = Memo::new(move |_| {
        let own: i32 = parts.with(|parts| parts.iter().map(|part| part.value).sum());
        own + given.with(|given| rules::term::sum(given))
    });
    let offer = Memo::new(move |_| reading.with(|reading| rules.offer(sum.get(), reading)));
    let odds = Memo::new(move |_| {
        model
            .house
            .with(|house| reading.with(|reading| rules.odds(sum.get(), reading, house)))
    });
    let odd_labels = Memo::new(move |_| {
        odds.with(|odds| odds.iter().map(|(label, _)| *label).collect::<Vec<_>>())
    });
    let cost = move || {
        let (pool, points) = reading.with(|reading| rules.cost(reading))?;
        roller
            .with(Option::is_some)
            .then(|| format!("costs {points} {}", words::pool_title(rules, pool)))
    };
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
                && only.label == FIRST
                && !label.is_empty()
            {
                parts.clear();
            }
            parts.push(part);
        });
    };
    let traits = Memo::new(move |_| {
        told(model, roller, |who| {
            let derived = rules.derived_words().iter();
            let derived = derived.filter_map(|word| rules.derived(word, who));
            let unrolled = rules.unrolled_traits();
            let rolled = rules.traits().iter();
            let rolled = rolled.filter(|spec| !unrolled.contains(&spec.key));
            let written = rolled.filter_map(|spec| Some((spec.title, who?.sheet.get(spec))));
            derived
                .chain(written)
                .filter(|(_, value)| *value > 0)
                .collect::<Vec<_>>()
        })
    });
    let chip = move |(title, value): (&'static str, i32)| {
        view! {
            <button type="button" class="chip" on:click=clicked(move |_| add(title, value))>
                {format!("{title} {value}")}
            </button>
        }
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
            reading: asked.get_untracked(),
            hidden: hidden.get_untracked(),
            bare: false,
            faces: match real.get_untracked() {
                true => match read_faces(&faces.get_untracked(), rules.sides()) {
                    Some(faces) => Some(faces),
                    None => {
                        let sides = rules.sides();
                        let example = faces_example(sides);
                        return trouble.set(Some(format!(
                            "Type the faces as numbers from 1 to {sides}, such as {example}."
                        )));
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
            return trouble.set(Some("Every part needs a name.".to_owned()));
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
                <button
                    type="button"
                    class="quiet icon"
                    aria-label="less"
                    on:click=clicked(move |_| change(&|part| part.value = (part.value - 1).max(-30)))
                >
                    "−"
                </button>
                <output class="term-value" data-negative=live(move || (value.get() < 0).to_string())>
                    {live(move || signed(value.get()))}
                </output>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label="more"
                    on:click=clicked(move |_| change(&|part| part.value = (part.value + 1).min(30)))
                >
                    "+"
                </button>
                <button
                    type="button"
                    class="quiet icon faint"
                    aria-label="Remove this part"
                    on:click=clicked(move |_| parts.update(|parts| parts.retain(|part| part.key != key)))
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
                <output class="term-value" data-negative=(term.value < 0).to_string()>{signed(term.value)}</output>
            </li>
        }
    };
    let button_words = move || {
        if real.get() {
            "Write it down".to_owned()
        } else {
            offer.with(|offer| offer.button.clone())
        }
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
                placeholder="What for?"
                maxlength="60"
                autocomplete="off"
                prop:value=what
                on:input:target=move |event| what.set(event.target().value())
            />
            <ul class="ledger" aria-label="The pool">
                <For each=move || parts.get() key=|part| part.key children=part_row />
                {move || given.get().into_iter().map(given_row).collect_view()}
            </ul>
            <div class="chips" aria-label="Add to the pool">
                {move || traits.get().into_iter().map(chip).collect_view()}
                <button type="button" class="chip" id="add-modifier" on:click=clicked(move |_| add("Modifier", 1))>
                    "+ modifier"
                </button>
            </div>
            <div class="sum">
                <span>{live(move || offer.with(|offer| offer.sum_title))}</span>
                <strong data-words=live(move || offer.with(|offer| has_words(&offer.sum)).to_string())>
                    {live(move || offer.with(|offer| offer.sum.clone()))}
                </strong>
            </div>
            <div class="odds">
                {move || odd_labels.get().into_iter().map(|label| view! {
                    <Odd label share=Signal::derive(move || odds.with(|odds| share(odds, label))) />
                }).collect_view()}
            </div>
            <div class="reading">
                <Dials dials reading=turned />
                {model.runs().then(|| view! {
                    <label class="check">
                        <input
                            type="checkbox"
                            id="roll-hidden"
                            prop:checked=hidden
                            on:change:target=move |event| hidden.set(event.target().checked())
                        />
                        "hidden from players"
                    </label>
                })}
            </div>
            <input
                hidden=live(move || !real.get())
                type="text"
                id="real-faces"
                class="faces-input"
                inputmode="numeric"
                aria-label="Faces of the real dice, in the order they fell"
                placeholder=format!("Faces as they fell: {}", faces_example(rules.sides()))
                autocomplete="off"
                prop:value=faces
                on:input:target=move |event| faces.set(event.target().value())
            />
            <p class="trouble" role="alert">{live(move || trouble.get().or_else(|| forbidden.get()))}</p>
            <div class="actions">
                <button type="submit" class="brass" id="roll">{live(button_words)}</button>
                <button
                    type="button"
                    class="quiet"
                    aria-pressed=live(move || real.get().to_string())
                    on:click=clicked(move |_| real.update(|real| *real = !*real))
                >
                    "Real dice"
                </button>
                <span class="faint roll-cost">{live(cost)}</span>
            </div>
            <LastRoll />
        </form>
    })
}

/// Who rolls.
#[component]
fn Roller() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let choices = Memo::new(move |_| {
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
    });
    let option = move |(id, name): (CombatantId, String)| {
        view! {
            <option value=id.to_string() selected=live(move || stage.roller.get() == Some(id))>{name}</option>
        }
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
                <option value="" selected=live(move || stage.roller.get().is_none())>{nobody}</option>
                {move || choices.get().into_iter().map(option).collect_view()}
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
    // Whole: what prints fractions would be linked for this alone.
    let percent = move || (share.get() * 100.0).round() as u32;
    view! {
        <div class="odd">
            <span>{label}</span>
            <svg class="odd-bar" aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">
                <rect width=live(move || percent().to_string()) height="1" />
            </svg>
            <span class="odd-figure">{live(move || format!("{} %", percent()))}</span>
        </div>
    }
}

/// What the rules say of whoever rolls: somebody they know enough of, or nobody.
fn told<T>(model: Model, roller: Memo<Option<Row>>, ask: impl Fn(Option<&Fighter<'_>>) -> T) -> T {
    let known = roller.with(|row| {
        let row = row.as_ref()?;
        model.with_fighter(row, |who| ask(Some(who)))
    });
    known.unwrap_or_else(|| ask(None))
}

fn share(odds: &[(&'static str, f64)], label: &str) -> f64 {
    let mut named = odds.iter().filter(|(other, _)| *other == label);
    named.next().map_or(0.0, |(_, share)| *share)
}

fn has_words(sum: &str) -> bool {
    sum.chars().any(char::is_alphabetic)
}

/// Faces that such dice have.
const fn faces_example(sides: u16) -> &'static str {
    if sides < 10 { "3 5" } else { "8 10 3" }
}

fn read_faces(text: &str, sides: u16) -> Option<Vec<u16>> {
    let words = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    let faces: Option<Vec<u16>> = words
        .map(|word| word.parse().ok().filter(|face| (1..=sides).contains(face)))
        .collect();
    faces.filter(|faces| !faces.is_empty())
}

/// As long as a name may be.
fn shorten(words: &str) -> String {
    words.chars().take(rules::text::MAX_NAME).collect()
}

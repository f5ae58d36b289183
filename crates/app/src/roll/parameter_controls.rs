//! Controls for the parameters of a roll, as the rules offer them.

use leptos::either::EitherOf3;
use leptos::prelude::*;
use rules::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use rules::messages::Text;

use crate::reactive::{derive, memo, on_click, redraw};
use crate::table::stepper::Stepper;

/// The controls of all parameters of a roll.
#[component]
pub fn ParameterControls(
    /// The parameters there are.
    dials: Memo<Vec<ParameterSpec>>,
    /// The values of the parameters.
    reading: RwSignal<Parameters>,
) -> impl IntoView {
    let one = move |dial: ParameterSpec| {
        let ParameterSpec {
            key,
            title,
            range,
            default,
        } = dial;
        let value = memo(move || reading.with(|reading| reading.get_or(key, default)));
        let set = move |value: i32| {
            reading
                .update(|reading| *reading = with_parameter(reading, dials, key, value, default));
        };
        match range {
            ParameterRange::Flag => EitherOf3::A(view! {
                <label class="check dial" data-dial=key>
                    <input
                        type="checkbox"
                        prop:checked=derive(move || value.get() == 1)
                        on:change:target=move |event| set(i32::from(event.target().checked()))
                    />
                    {title.get()}
                </label>
            }),
            ParameterRange::Choice(options) => {
                let option = move |(option, words): (i32, Text)| {
                    view! {
                        <button
                            type="button"
                            class="segment"
                            aria-pressed=derive(move || (value.get() == option).to_string())
                            on:click=on_click(move |_| set(option))
                        >
                            {words.get()}
                        </button>
                    }
                };
                EitherOf3::B(view! {
                    <div class="segments dial" data-dial=key role="group" aria-label=title.get() title=title.get()>
                        {options.into_iter().map(option).collect_view()}
                    </div>
                })
            }
            ParameterRange::Number(least, most) => EitherOf3::C(view! {
                <div class="amount dial" data-dial=key>
                    <span class="amount-label" aria-hidden="true">{title.get()}</span>
                    <Stepper label=title value bounds=(least, most) set=Callback::new(set) />
                </div>
            }),
        }
    };
    redraw(move || dials.get().into_iter().map(one).collect_view())
}

/// Returns the parameters of a roll with one of them set; a `default` value is left out. It may
/// differ between combatants.
fn with_parameter(
    reading: &Parameters,
    dials: Memo<Vec<ParameterSpec>>,
    key: &str,
    value: i32,
    default: i32,
) -> Parameters {
    let others = dials.with_untracked(|dials| {
        let keys = dials.iter().map(|dial| dial.key);
        let others = keys.filter(|other| *other != key);
        others.fold(Parameters::default(), |kept, other| {
            match reading.get(other) {
                Some(value) => kept.with(other, value),
                None => kept,
            }
        })
    });
    if value == default {
        others
    } else {
        others.with(key, value)
    }
}

/// Returns those parameters of a roll that are still valid under these specifications.
#[must_use]
pub fn fit_parameters(reading: &Parameters, dials: &[ParameterSpec]) -> Parameters {
    dials.iter().fold(Parameters::default(), |kept, dial| {
        match reading.get(dial.key) {
            Some(value) if dial.accepts(value) => kept.with(dial.key, value),
            _ => kept,
        }
    })
}

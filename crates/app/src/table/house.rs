//! The rules this table plays another way.

use leptos::either::Either;
use leptos::prelude::*;
use rules::encounter::Command;
use rules::house::Switch;

use super::live::live;
use super::model::Model;

/// The switches, for those who may turn them; for the others those that are on.
#[component]
pub fn HouseRules() -> impl IntoView {
    let model = expect_context::<Model>();
    let switches = model.rules().switches();
    let runs = model.runs();
    let any = move || {
        model.house.with(|house| {
            switches
                .iter()
                .any(|switch| runs || house.is_on(switch.key))
        })
    };
    let one = move |switch: &'static Switch| {
        let on = Memo::new(move |_| model.house.with(|house| house.is_on(switch.key)));
        let words = move || {
            view! {
                <span>{switch.title} " " <span class="rule">{switch.rule}</span></span>
            }
        };
        if runs {
            Either::Left(view! {
                <li>
                    <label class="check">
                        <input
                            type="checkbox"
                            data-switch=switch.key
                            prop:checked=live(move || on.get())
                            on:change:target=move |event| {
                                let on = event.target().checked();
                                model.give(Command::HouseRule { key: switch.key.to_owned(), on });
                            }
                        />
                        {words()}
                    </label>
                </li>
            })
        } else {
            Either::Right(
                view! { <li data-switch=switch.key hidden=live(move || !on.get())>{words()}</li> },
            )
        }
    };
    view! {
        <div hidden=live(move || !any()) class="sheet-part">
            <h3>"House rules"</h3>
            <ul class="plain house-rules" id="house-rules">{switches.iter().map(one).collect_view()}</ul>
        </div>
    }
}

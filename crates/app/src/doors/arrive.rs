//! Somebody comes back to their seat with another device.

use leptos::prelude::*;

use crate::page::{Arrive, Standing};

/// Sit down again.
#[component]
pub fn ArrivePage(
    /// What the page says.
    arrive: Arrive,
) -> impl IntoView {
    let Arrive {
        action,
        id,
        table,
        seat,
        instead_of,
    } = arrive;
    let who = |standing: &Standing| format!("{}, {}", standing.name, standing.role.word());
    let lead = format!("Your seat: {}.", who(&seat));
    let bound = instead_of
        .as_ref()
        .is_some_and(|other| !other.role.may_leave());
    let instead_of = instead_of.map(|other| {
        let other = who(&other);
        let words = if bound {
            format!(
                "This browser is already at this table: {other}. That seat cannot be given up, so \
                 open this link on the other device."
            )
        } else {
            format!("This browser is already at this table: {other}. That seat is given up.")
        };
        view! { <p class="note">{words}</p> }
    });
    view! {
        <main class="door">
            <header class="door-head">
                <p class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i></p>
                <h1>{table}</h1>
                <p class="lead">{lead}</p>
            </header>
            <div class="door-cards">
                <form class="card" method="post" action=action>
                    <h2>"Sit down again"</h2>
                    {instead_of}
                    {if bound {
                        view! { <a class="button quiet" href=format!("/t/{id}")>"Back to the table"</a> }.into_any()
                    } else {
                        view! {
                            <p class="faint">
                                "The seat moves to this device; where it was open before, it closes at once. The link works once."
                            </p>
                            <button type="submit" class="brass">{format!("Sit down as {}", seat.name)}</button>
                        }.into_any()
                    }}
                </form>
            </div>
        </main>
    }
}

//! Counters of pools that are spent and refilled, such as Willpower, blood or Energy.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::sheet::PoolSpec;
use rules::character::vocabulary::format_number;
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;

/// A small counter for each pool of points of a combatant, such as willpower; empty if it has none.
#[component]
pub fn Pools(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let specs = memo(move || {
        row.with(|row| {
            let sheet = row.sheet.as_ref();
            sheet.map_or_else(Vec::new, |sheet| model.rules().pool_specs(sheet))
        })
    });
    let one = move |spec: PoolSpec| {
        let PoolSpec { key, title, most } = spec;
        let left = memo(move || row.with(|row| row.pools.get(key).copied().unwrap_or(most)));
        let may = memo(move || row.with(|row| model.may_act_for(row)));
        let give = move |by: i32| {
            model.send(Command::Spend {
                id,
                pool: key.to_owned(),
                by,
            });
        };
        view! {
            <li class="pool" data-pool=key>
                <span class="pool-title">{title.get()}</span>
                <span class="pool-left"><strong>{derive(move || format_number(left.get()))}</strong>"/" {most}</span>
                <button
                    type="button"
                    class="quiet icon"
                    hidden=derive(move || !may.get())
                    aria-label=msg::spend_1(&title)
                    disabled=derive(move || left.get() <= 0)
                    on:click=on_click(move |_| give(-1))
                >
                    "−"
                </button>
                <button
                    type="button"
                    class="quiet icon"
                    hidden=derive(move || !may.get())
                    aria-label=msg::regain_1(&title)
                    disabled=derive(move || { left.get() >= most })
                    on:click=on_click(move |_| give(1))
                >
                    "+"
                </button>
            </li>
        }
    };
    view! {
        <ul hidden=derive(move || specs.with(Vec::is_empty)) class="pools" aria-label=msg::CAN_BE_SPENT.get()>
            {redraw(move || specs.get().into_iter().map(one).collect_view())}
        </ul>
    }
}

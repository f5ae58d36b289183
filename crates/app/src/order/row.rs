//! A row of the order, for one combatant.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::vocabulary::format_number;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::exchange::parts::Part;
use crate::health::boxes::Boxes;
use crate::health::hit_mark::track_hits;
use crate::health::points::Points;
use crate::order::drag::Spot;
use crate::order::group::{self, GroupHead};
use crate::order::handles::{Grip, is_lifted, side_key, token};
use crate::order::phases;
use crate::order::row_actions::{Opener, RowActions};
use crate::order::row_words::NameAndState;
use crate::reactive::{derive, memo, show_when};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Shows a combatant's row in the initiative order, with grip, token, name, state, score and boxes. While the row is
/// open, it has its buttons, too.
#[component]
pub fn OrderRow(
    /// The combatant of the row.
    id: CombatantId,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let row = model.row(id)?;
    let row = memo(move || row.get());
    let acting = memo(move || model.turn.get().acting == Some(id));
    let name = memo(move || row.with(CombatantRow::full_name));
    let pending = move || model.pending_rows.with(|rows| rows.contains(&id));
    let step = move || acting.get().then(|| model.turn.with(|turn| turn.phase));
    let together = memo(move || together_key(model, id));
    let ids = memo(move || group::group_of(model, id));
    let head = memo(move || ids.with(|ids| ids.first() == Some(&id)));
    let grouped = move || {
        let alone = ids.with(Vec::is_empty);
        (!alone).then(|| if head.get() { "head" } else { "member" })
    };
    let open = move || {
        let key = row.with(|row| row.group);
        key.is_some_and(|key| stage.open.with(|open| open.contains(&key)))
    };
    let opened = memo(move || stage.opened.get() == Some(id));
    let part = memo(move || stage.parts.with(|parts| parts.of(id)));
    let struck = track_hits(row, move |id| {
        let by_hand = model.pending_rows.with_untracked(|rows| rows.contains(&id));
        by_hand || model.catches_up.get_untracked()
    });
    Some(view! {
        <li
            class="row"
            id=format!("row-{id}")
            data-id=id.to_string()
            data-side=derive(move || row.with(|row| side_key(row.side)))
            data-acting=derive(move || acting.get().to_string())
            data-hidden=derive(move || row.with(|row| row.hidden).to_string())
            data-out=derive(move || row.with(CombatantRow::is_out).to_string())
            data-pending=derive(move || pending().to_string())
            data-gap=derive(move || gap_key(model, stage, id))
            data-lifted=derive(move || is_lifted(stage, id).to_string())
            data-step=derive(move || step().map(phases::phase_key))
            data-together=derive(move || together.get())
            data-group=derive(grouped)
            data-open=derive(move || open().to_string())
            data-waiting=derive(move || row.with(|row| row.timing.is_waiting()).to_string())
            data-opened=derive(move || opened.get().to_string())
            data-part=derive(move || part.get().map(Part::key))
            data-struck=derive(move || struck.get())
            aria-current=derive(move || acting.get().then_some("step"))
        >
            {model.can_run_table().then(|| view! { <Grip id name /> })}
            {show_when(move || head.get(), move || view! { <GroupHead ids /> })}
            <Opener id row opened />
            {token(id, row, name)}
            <NameAndState id row name acting part />
            {score(row)}
            <Boxes id row in_row=true />
            <Points id row />
            {show_when(move || opened.get(), move || view! { <RowActions id row /> })}
        </li>
    })
}

/// Returns the style key of the row before which a dragged token would land, or which it targets;
/// `None` for other rows.
fn gap_key(model: Model, stage: Stage, id: CombatantId) -> Option<&'static str> {
    stage.drag.with(|drag| {
        let drag = drag.as_ref()?;
        match drag.spot {
            Spot::Bench | Spot::Board(_) | Spot::Action(_) => None,
            Spot::Target(target) => (target == Some(id)).then_some("aimed"),
            Spot::Order(at) => model.order.with(|order| {
                let mut others = order.iter().filter(|other| **other != drag.id);
                (others.nth(at) == Some(&id)).then_some("true")
            }),
        }
    })
}

/// Returns the style key for a row's place, such as `first`, among combatants that act at the same
/// moment; `None` if alone.
fn together_key(model: Model, id: CombatantId) -> Option<&'static str> {
    model.together.with(|groups| {
        let group = groups.iter().find(|group| group.contains(&id))?;
        Some(if group.first() == Some(&id) {
            "first"
        } else if group.last() == Some(&id) {
            "last"
        } else {
            "between"
        })
    })
}

/// Renders the initiative score of a row, and a sign if it differs from the sheet's.
fn score(row: Memo<CombatantRow>) -> AnyView {
    let score = move || {
        row.with(|row| row.score)
            .map_or_else(|| "—".to_owned(), format_number)
    };
    let mismatch = move || row.with(|row| row.mismatch);
    view! {
        <p class="score">
            <span class="unseen">{msg::INITIATIVE_OF_A_ROW.get()} " "</span>
            {derive(score)}
            {show_when(mismatch, move || view! {
                <span class="mismatch" title=msg::THIS_INITIATIVE_WAS_TYPED_AND.get()>
                    <span aria-hidden="true">"≠"</span>
                    <span class="unseen">", " {msg::NOT_WHAT_THE_SHEET_SAYS.get()}</span>
                </span>
            })}
        </p>
    }
    .into_any()
}

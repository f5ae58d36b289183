//! The list of places to which a combatant can go, each with what it costs.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::vocabulary::join_list;
use rules::messages::scene as msg;
use rules::space::Way;

use crate::reactive::on_click;
use crate::scene::carried::carried;
use crate::scene::forms::form_head;
use crate::scene::moves;
use crate::scene::spots::BoardSpot;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words::scene as words;

/// Renders the places to which a combatant can go.
pub(super) fn ways_list(model: Model, stage: Stage, id: CombatantId) -> AnyView {
    let ways = stage.scene.board().ways.get_untracked();
    let ways = ways
        .filter(|(of, _)| *of == id)
        .map_or(Vec::new(), |(_, ways)| ways);
    let open = ways.iter().find(|way| way.barred.is_none());
    let first = open.map(|way| way.to);
    let one = |way: &Way| {
        let to = way.to;
        let barred = way.barred.is_some();
        let go = move || {
            stage.scene.board().form.set(None);
            moves::drop_piece(model, stage, id, BoardSpot::In(to));
            crate::browser::keep_focus([format!("piece-{id}"), format!("open-{id}")], 60);
        };
        view! {
            <li>
                <button
                    type="button"
                    class="quiet way"
                    autofocus={first == Some(to)}
                    data-barred=barred.to_string()
                    disabled={barred && !model.can_run_table()}
                    on:click=on_click(move |_| go())
                >
                    <span class="way-name">{moves::place_name(model, to)}</span>
                    <span class="faint">{words::way_in_full(model.system, way)}</span>
                </button>
            </li>
        }
    };
    let ways: Vec<_> = ways.iter().map(one).collect();
    let names = carried(model, stage, id).into_iter();
    let names: Vec<String> = names.map(|id| moves::name_of(model, id)).collect();
    let title = match names.as_slice() {
        [] | [_] => msg::where_to(&moves::name_of(model, id)),
        names => msg::where_do_so_many_go(&join_list(names)),
    };
    view! {
        <div class="sheet-body">
            {form_head(stage, title)}
            <ul class="plain ways">{ways}</ul>
        </div>
    }
    .into_any()
}

//! Combatants who join an extended action, or leave it: by a tap on their name, or by their token dropped on its card.

use leptos::prelude::*;
use rules::base::id::{ClockId, CombatantId};
use rules::clock::Helper;
use rules::encounter::Command;
use rules::encounter::command::ClockEdit;
use rules::messages::clocks as msg;

use crate::state::table_state::Model;

/// Returns the extended action whose card lies under the pointer; `None` elsewhere.
pub(crate) fn action_under(x: f64, y: f64) -> Option<ClockId> {
    let at = document().element_from_point(x as f32, y as f32)?;
    let card = at.closest(".clock-action[data-clock]").ok()??;
    let id = card.get_attribute("data-clock")?;
    Some(ClockId(id.parse().ok()?))
}

/// Returns the name of an extended action, and the change by which `who` joins it or leaves it;
/// `None` for another clock. The first one leads.
fn find_edit(model: Model, id: ClockId, who: CombatantId) -> Option<(String, ClockEdit)> {
    model.with_view(|view| {
        let mut clocks = view.clocks.iter().flat_map(|clocks| clocks.iter());
        let clock = clocks.find(|clock| clock.id == id)?;
        let helpers = &clock.action.as_ref()?.helpers;
        let leads = helpers.is_empty();
        let joins = helpers.iter().all(|helper| helper.who != who);
        let helper = Helper { who, leads };
        Some((clock.name.clone(), ClockEdit::Join { id, helper, joins }))
    })
}

/// Lets a combatant join an extended action, or leave it.
pub(crate) fn join_or_leave(model: Model, id: ClockId, who: CombatantId) {
    if let Some((_, edit)) = find_edit(model, id, who) {
        model.send(Command::EditClock(edit));
    }
}

/// Returns what dropping a token on the card of an extended action would do, such as "joins Open
/// the ward".
pub(crate) fn join_words(model: Model, id: ClockId, who: CombatantId) -> String {
    match find_edit(model, id, who) {
        Some((name, ClockEdit::Join { joins: true, .. })) => msg::joins(&name),
        Some((name, _)) => msg::leaves(&name),
        None => String::new(),
    }
}

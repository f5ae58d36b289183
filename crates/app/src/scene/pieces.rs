//! Combatants in a place as the board shows them: each by itself, and the members of a group as one.

use rules::base::id::{CombatantId, LocationId};
use rules::encounter::view::Standpoint;

use crate::state::table_state::Model;

/// Returns the combatants in a place by token in the order of the fight; a group has one token.
pub(super) fn pieces_in(model: Model, id: LocationId) -> Vec<Vec<CombatantId>> {
    let here = model.with_view(|view| {
        let ranked = view.order.iter().chain(&view.bench).copied();
        let here = ranked.filter(|who| view.standpoint(*who) == Some(Standpoint::At(id)));
        let grouped = here.map(|who| (view.rows.get(&who).and_then(|row| row.group), who));
        grouped.collect::<Vec<_>>()
    });
    group_pieces(here)
}

/// Collects the members of each group into one list at the place of its first member.
pub(super) fn group_pieces(all: Vec<(Option<CombatantId>, CombatantId)>) -> Vec<Vec<CombatantId>> {
    let mut pieces: Vec<(Option<CombatantId>, Vec<CombatantId>)> = Vec::new();
    for (group, who) in all {
        let known = pieces
            .iter_mut()
            .find(|(of, _)| group.is_some() && *of == group);
        match known {
            Some((_, ids)) => ids.push(who),
            None => pieces.push((group, vec![who])),
        }
    }
    pieces.into_iter().map(|(_, ids)| ids).collect()
}

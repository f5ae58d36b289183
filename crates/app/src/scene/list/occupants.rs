//! Occupants of a place: combatants, and groups that act as one.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::encounter::Side;
use rules::encounter::view::CombatantRow;
use rules::messages::places as msg;

use super::listing::Listing;
use crate::state::table_state::Model;
use crate::words;

/// Number of tokens shown in a row of the list.
const TOKENS: usize = 4;

/// A combatant in a place, or a group that acts as one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Occupant {
    /// The combatants; those of a group are several.
    pub(in crate::scene) ids: Vec<CombatantId>,
    /// The name, with the number of a group.
    pub(crate) name: String,
    /// The letters of the token.
    letters: String,
    /// The key of the side for the style sheet.
    side: &'static str,
    /// Whether players do not see it.
    hidden: bool,
    /// Whether it is out of the fight.
    out: bool,
    /// Whether a command about it waits for the server.
    pending: bool,
}

impl Occupant {
    /// Creates the occupant for one combatant's row; `pending` says that its move is not answered
    /// yet.
    fn of_row(row: &CombatantRow, pending: bool) -> Self {
        Self {
            ids: vec![row.id],
            name: row.full_name(),
            letters: words::token_letters(&row.name, row.label.as_deref()),
            side: match row.side {
                Side::Character => "character",
                Side::Foe => "foe",
            },
            hidden: row.hidden,
            out: row.is_out(),
            pending,
        }
    }

    /// Renders the token of a combatant or group in a place.
    pub(crate) fn token(&self) -> AnyView {
        view! {
            <span
                class="target-token"
                data-side=self.side
                data-hidden=self.hidden.to_string()
                data-out=self.out.to_string()
                data-pending=self.pending.to_string()
            >
                {self.letters.clone()}
            </span>
        }
        .into_any()
    }
}

/// Returns the combatants as occupants, those of a group as one.
pub(crate) fn group_occupants(model: Model, ids: &[CombatantId]) -> Vec<Occupant> {
    model.rows_changed.track();
    let pending = model.pending_rows.get();
    model.with_view(|view| {
        let mut all: Vec<(Option<CombatantId>, String, Occupant)> = Vec::new();
        for row in ids.iter().filter_map(|id| view.rows.get(id)) {
            let waits = pending.contains(&row.id);
            let mut groups = all.iter_mut();
            let group = groups.find(|(group, ..)| group.is_some() && *group == row.group);
            match group {
                Some((_, name, occupant)) => {
                    occupant.ids.push(row.id);
                    occupant.pending |= waits;
                    occupant.out &= row.is_out();
                    occupant.letters = format!("×{}", occupant.ids.len());
                    occupant.name = format!("{name} ×{}", occupant.ids.len());
                }
                None => {
                    let occupant = Occupant::of_row(row, waits);
                    all.push((row.group, row.name.clone(), occupant));
                }
            }
        }
        all.into_iter().map(|(.., occupant)| occupant).collect()
    })
}

/// Returns who is in a place.
pub(super) fn occupants_of(listing: Listing, id: LocationId) -> Vec<Occupant> {
    let ids = listing.with(|scene| scene.combatants_in(id));
    group_occupants(listing.model, &ids.unwrap_or_default())
}

/// Renders a few tokens of a row, and the number of the others.
pub(super) fn token_row(all: &[Occupant]) -> AnyView {
    let shown = if all.len() > TOKENS + 1 {
        TOKENS
    } else {
        all.len()
    };
    let tokens: Vec<AnyView> = all.iter().take(shown).map(Occupant::token).collect();
    let more = all.len() - shown;
    let more = (more > 0).then(|| {
        let more = i64::try_from(more).unwrap_or(i64::MAX);
        view! { <span class="area-more">{msg::and_more(more)}</span> }
    });
    view! { {tokens} {more} }.into_any()
}

//! The best other place to act from, in a sentence below what an exchange takes from the scene.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::vocabulary::format_number;
use rules::encounter::{Question, Reply};
use rules::messages::places as msg;
use rules::space::Vantage;

use crate::connection::questions;
use crate::exchange::open_questions::name_of;
use crate::reactive::redraw;
use crate::scene::moves::place_name;
use crate::state::table_state::Model;
use crate::words::join_spoken;
use crate::words::scene::way_text;

/// Asks the server for a better place to act from, and renders it; hidden while none is better.
pub(crate) fn vantage_line(model: Model, question: Question, target: CombatantId) -> AnyView {
    let found = RwSignal::new(None);
    questions::ask(question, move |reply| {
        if let Reply::Vantage(answer) = reply {
            _ = found.try_set(answer);
        }
    });
    redraw(move || {
        let found = found.get()?;
        let said = vantage_words(model, &found, target);
        Some(view! { <p class="vantage">{said}</p> })
    })
}

/// Describes a better place to act from by the penalties it spares, and what getting there costs.
fn vantage_words(model: Model, found: &Vantage, target: CombatantId) -> String {
    let place = place_name(model, found.way.to).unwrap_or_default();
    let name = name_of(model, Some(target));
    let without: Vec<String> = found.without.iter().map(ToString::to_string).collect();
    let gain = match (found.here, without.is_empty()) {
        (None, _) => msg::open_from_there(&place, &name),
        (Some(_), false) => msg::better_without(&place, &name, &without.join(", ")),
        (Some(here), true) => {
            msg::better_numbers(&place, &format_number(found.there), &format_number(here))
        }
    };
    let cost = match (&found.way.pace, found.way.action) {
        (Some(pace), true) => Some(msg::but_it_is_the_whole_turn(&pace.to_string())),
        (Some(_), false) => Some(msg::getting_there_is(&way_text(model.system, &found.way))),
        (None, _) => None,
    };
    join_spoken([Some(gain), cost].iter().flatten().map(String::as_str))
}

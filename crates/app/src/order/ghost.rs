//! The token under the pointer while it is dragged.

use leptos::prelude::*;
use rules::messages::screen as msg;

use crate::order::drag::Spot;
use crate::order::handles::side_key;
use crate::order::spots::spot_words;
use crate::reactive::redraw;
use crate::scene::spots::BoardSpot;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::{browser, words};

/// Returns the CSS translation by these pixels, rounded.
fn css_translation(x: f64, y: f64) -> String {
    format!("translate({}px, {}px)", x.round() as i32, y.round() as i32)
}

/// The dragged token under the pointer, with a description of the place where it would land.
#[component]
pub fn Ghost() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let shown = move || {
        let drag = stage.drag.get()?;
        let row = model.current_row(drag.id)?;
        let side = side_key(row.side);
        let place = match drag.at {
            Some((x, y)) => css_translation(x, y),
            None => {
                let handle = match drag.spot {
                    Spot::Board(BoardSpot::In(place)) => vec![format!("place-{}", place.0)],
                    Spot::Board(BoardSpot::Outside) => vec![format!("piece-{}", drag.id)],
                    _ => vec![format!("handle-{}", drag.id), format!("token-{}", drag.id)],
                };
                let mut shown = handle.iter().filter_map(|id| browser::element(id));
                let handle = shown.find(|element| element.offset_width() > 0)?;
                let handle = handle.get_bounding_client_rect();
                match drag.spot {
                    // Below what the card says.
                    Spot::Board(BoardSpot::In(_)) => css_translation(
                        handle.left() + handle.width() * 0.7,
                        handle.bottom() - 26.0,
                    ),
                    _ => css_translation(handle.left() + handle.width() / 2.0, handle.top()),
                }
            }
        };
        Some(view! {
            <div
                class="ghost"
                style:transform=place
                data-keyboard=drag.at.is_none().to_string()
                data-board=drag.is_on_board().to_string()
            >
                <span class="token" data-side=side data-hidden=row.hidden.to_string()>
                    {words::token_letters(&row.name, row.label.as_deref())}
                </span>
                <span class="ghost-words">{spot_words(model, stage, &drag)}</span>
            </div>
        })
    };
    view! {
        <p id="drag-help" hidden>{msg::SPACE_PICKS_UP_ARROWS_MOVE.get()}</p>
        {redraw(shown)}
    }
}

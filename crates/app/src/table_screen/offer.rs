//! How to join: a code to scan, and words to type. The server says each time whether the screen invites anybody.

use leptos::prelude::*;
use rules::base::json_reader::read_json;
use rules::encounter::View;
use rules::messages::table_screen as msg;

use super::showing::{follow, screen_choice};
use crate::browser;
use crate::page::{Qr, ScreenOffer};
use crate::reactive::redraw;
use crate::state::table_state::Model;

/// Pause between two questions to the server, in milliseconds: a table that is locked meanwhile tells nobody.
const PAUSE_MS: u32 = 5_000;
/// Width of the blank margin of a code, in squares, which cameras need.
const QUIET_ZONE: u32 = 4;

/// Invitation to take a seat that the table screen shows. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    now: RwSignal<Option<ScreenOffer>>,
}

/// Whether the table's settings let the screen show an invitation now.
fn may_invite(view: &View) -> bool {
    let set = screen_choice(view).set;
    set.invited_role(view.turn.round, false, 0).is_some()
}

impl Offer {
    /// Asks the server for the invitation now, and again from time to time while the screen may
    /// show one.
    pub(super) fn watch(model: Model) -> Self {
        let now = RwSignal::new(None);
        let asked = follow(model, |view| {
            may_invite(view).then(|| screen_choice(view).set.invitation)
        });
        let round = RwSignal::new(0_u32);
        Effect::new(move |_| {
            round.track();
            if asked.get().is_none() {
                now.set(None);
                return;
            }
            ask(model, now);
            browser::run_later(PAUSE_MS, move || {
                _ = round.try_update(|round| *round = round.wrapping_add(1));
            });
        });
        Self { now }
    }

    /// Whether there is an invitation to show now.
    pub(super) fn is_there(self) -> bool {
        self.now.with(Option::is_some)
    }
}

/// Asks the server for the invitation and stores it in `now`. Without an answer, what is shown
/// stays.
fn ask(model: Model, now: RwSignal<Option<ScreenOffer>>) {
    use wasm_bindgen::JsCast;
    use wasm_bindgen::closure::Closure;
    let Some(request) = web_sys::XmlHttpRequest::new()
        .ok()
        .filter(|_| browser::HERE)
    else {
        return;
    };
    let answered = request.clone();
    let heard = Closure::once_into_js(move || {
        if answered.status() == Ok(200)
            && let Ok(Some(text)) = answered.response_text()
            && let Ok(offer) = read_json::<Option<ScreenOffer>>(&text)
            && now.try_with_untracked(|now| *now != offer) == Some(true)
        {
            now.set(offer);
        }
    });
    request.set_onloadend(Some(heard.unchecked_ref()));
    _ = request.open("GET", &model.page_path("screen/offer"));
    _ = request.send();
}

/// Draws the invitation to take a seat; nothing while there is none.
pub(super) fn draw_offer(offer: Offer) -> AnyView {
    redraw(move || {
        offer.now.get().map(|it| {
            let words = match &it.code {
                Some(code) => view! {
                    <p class="tv-offer-head">{msg::JOIN_IN.get()}</p>
                    <p class="tv-code">{code.clone()}</p>
                    <p class="tv-host">{it.host.clone()}</p>
                }
                .into_any(),
                None => view! { <p class="tv-offer-head">{msg::WATCH_ALONG.get()}</p> }.into_any(),
            };
            view! {
                <div class="tv-offer">
                    <h2 class="unseen">{msg::JOIN.get()}</h2>
                    <div class="tv-offer-text">{words}</div>
                    {it.qr.as_ref().map(draw_code)}
                </div>
            }
        })
    })
}

/// Renders a QR code to scan, dark on light by day and by night.
fn draw_code(code: &Qr) -> AnyView {
    let whole = code.side.saturating_add(QUIET_ZONE.saturating_mul(2));
    let shown = format!("-{QUIET_ZONE} -{QUIET_ZONE} {whole} {whole}");
    view! {
        <svg class="tv-qr" role="img" aria-label=msg::A_CODE_TO_SCAN.get() viewBox=shown>
            <path d=code.path.clone()></path>
        </svg>
    }
    .into_any()
}

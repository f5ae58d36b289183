//! Page for the person at this computer: the way in, and the switch that lets phones in the room join.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::people::links::qr_code;
use super::{Body, hidden_field};
use crate::page::Qr;

/// Name of the field that opens or closes the network.
pub const NETWORK_FIELD: &str = "network";
/// Value of the field that opens the network.
pub const OPEN: &str = "open";
/// Value of the field that closes the network.
const CLOSED: &str = "closed";
/// Name of the field that keeps the network open at the next start.
pub const KEEP_FIELD: &str = "keep";

/// Address that phones in the same network can open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneLink {
    /// Address with scheme and port.
    pub url: String,
    /// Picture of the address for a phone's camera.
    pub qr: Option<Qr>,
    /// Picture of the address of a demonstration.
    pub demo_qr: Option<Qr>,
}

/// Content of the page for the person at this computer.
#[derive(Clone, Copy, Debug)]
pub struct Here<'a> {
    /// Addresses for phones, the likeliest first; empty while the network is closed.
    pub links: &'a [PhoneLink],
    /// Whether the network can be closed while the server runs.
    pub can_close: bool,
    /// Whether the network is open from the next start on.
    pub stays_open: bool,
    /// Whether the network could not be opened, because this computer is in none.
    pub has_no_network: bool,
    /// Folder where everything is kept.
    pub folder: &'a str,
}

impl Body for Here<'_> {
    fn render(&self) -> AnyView {
        let trouble = self.has_no_network.then(|| {
            view! { <p class="trouble" role="alert">{msg::THIS_COMPUTER_IS_IN_NO.get()}</p> }
        });
        let phones = match self.links {
            [] => self.closed(),
            links => self.opened(links),
        };
        view! {
            <main class="people-page">
                <header class="people-head">
                    <h1>{msg::COTERIE_ON_THIS_COMPUTER.get()}</h1>
                </header>
                <nav class="room-switch">
                    <a class="button" href="/">{msg::OPEN_THE_START_PAGE.get()}</a>
                    <a class="button quiet" href="/demo">{msg::TRY_A_DEMONSTRATION.get()}</a>
                </nav>
                {trouble}
                {phones}
                <p class="faint">{msg::everything_is_kept_in(&self.folder)}</p>
                <p class="faint">{msg::TO_STOP_COTERIE_CLOSE_ITS.get()}</p>
            </main>
        }
        .into_any()
    }
}

impl Here<'_> {
    /// Renders the button that lets phones in the network open the server, which only this computer
    /// can now.
    fn closed(&self) -> AnyView {
        view! {
            <section class="card">
                <h2>{msg::PHONES_IN_THIS_ROOM.get()}</h2>
                <p>{msg::NOW_ONLY_THIS_COMPUTER_CAN.get()}</p>
                <form class="room-switch" method="post" action="/here">
                    {hidden_field(NETWORK_FIELD, OPEN)}
                    <button type="submit" class="brass">{msg::LET_PHONES_IN_THIS_ROOM.get()}</button>
                    <label class="check">
                        <input type="checkbox" name=KEEP_FIELD value="on" checked=self.stays_open />
                        {msg::ALSO_WHEN_COTERIE_STARTS_NEXT.get()}
                    </label>
                </form>
            </section>
        }
        .into_any()
    }

    /// Renders the addresses under which phones can open the server.
    fn opened(&self, links: &[PhoneLink]) -> AnyView {
        let close = self.can_close.then(|| {
            view! {
                <form class="room-switch" method="post" action="/here">
                    {hidden_field(NETWORK_FIELD, CLOSED)}
                    <button type="submit">{msg::LET_NO_MORE_PHONES_JOIN.get()}</button>
                    <p class="faint">{msg::WHOEVER_IS_AT_A_TABLE.get()}</p>
                </form>
            }
        });
        let first = links.first();
        let qr = first.and_then(|link| link.qr.as_ref());
        let demo_qr = first.and_then(|link| link.demo_qr.as_ref());
        let addresses = links.iter().map(|link| {
            view! { <li><a href=link.url.clone()>{link.url.clone()}</a></li> }.into_any()
        });
        view! {
            <section class="card">
                <h2>{msg::PHONES_IN_THIS_ROOM.get()}</h2>
                <p>{msg::PHONES_IN_THE_SAME_NETWORK.get()}</p>
                <ul class="room-links">{addresses.collect::<Vec<_>>()}</ul>
                <div class="room-codes">
                    <div>
                        {qr_code(qr, msg::START_PAGE.get())}
                        <p class="faint">{msg::START_PAGE.get()}</p>
                    </div>
                    <div>
                        {qr_code(demo_qr, msg::TRY_A_DEMONSTRATION.get())}
                        <p class="faint">{msg::TRY_A_DEMONSTRATION.get()}</p>
                    </div>
                </div>
                {close}
            </section>
        }
        .into_any()
    }
}

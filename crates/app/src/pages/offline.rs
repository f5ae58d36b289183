//! Page that a device shows by itself while it does not reach the server.

use leptos::prelude::*;
use rules::messages::doors::{COTERIE, TRY_AGAIN};
use rules::messages::pages as msg;

use super::Body;

/// Page for a device without a connection. The worker in `assets/worker.js` keeps it, writes a list of kept tables into
/// it, and takes from its template the banner that stands above the picture of a table.
#[derive(Clone, Copy, Debug)]
pub struct OfflinePage;

/// Mark in the list of kept tables, which the worker replaces by its items.
const LIST_MARK: &str = "<!--kept-->";

impl Body for OfflinePage {
    fn render(&self) -> AnyView {
        view! {
            <main class="offline">
                <p class="offline-name">{COTERIE.get()}</p>
                <h1>{msg::NO_CONNECTION.get()}</h1>
                <p class="lead">{msg::THIS_DEVICE_DOES_NOT_REACH.get()}</p>
                <ul class="offline-kept" aria-label=msg::YOUR_TABLES_AS_YOU_LAST_SAW.get() inner_html=LIST_MARK></ul>
                <p class="offline-none faint">{msg::NOTHING_IS_KEPT_ON_THIS.get()}</p>
                <a class="button brass" href="">
                    {TRY_AGAIN.get()}
                </a>
                <template>
                    <div id="halt" class="above" role="status">
                        <p>{msg::NO_CONNECTION_THIS_IS_THE_TABLE.get()} " " <time></time></p>
                        <a class="button" href="">
                            {TRY_AGAIN.get()}
                        </a>
                    </div>
                </template>
            </main>
        }
        .into_any()
    }
}

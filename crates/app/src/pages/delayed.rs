//! Page for spectators with a delayed view, in place of pages about the present.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::Body;

/// Content of the page that tells a spectator by how many seconds their view is delayed.
#[derive(Clone, Copy, Debug)]
pub struct DelayedPage {
    /// Delay, in seconds.
    pub seconds: u32,
}

impl Body for DelayedPage {
    fn render(&self) -> AnyView {
        let words = msg::spectators_see_this_table_seconds(&self.seconds);
        view! {
            <main class="proposals">
                <header><h1>{msg::NOT_YET.get()}</h1></header>
                <p class="empty">{words}</p>
            </main>
        }
        .into_any()
    }
}

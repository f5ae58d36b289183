//! Spectators who see the table later are told so where they ask what happens now.

use leptos::prelude::*;

use super::Body;

/// The page that says how much later.
#[derive(Clone, Copy, Debug)]
pub struct Later {
    /// By how many seconds.
    pub seconds: u32,
}

impl Body for Later {
    fn view(&self) -> AnyView {
        let words = format!(
            "Spectators see this table {} seconds later than it happens. Until that is over, what was rolled and done \
             is shut to them.",
            self.seconds
        );
        view! {
            <main class="proposals">
                <header><h1>"Not yet"</h1></header>
                <p class="empty">{words}</p>
            </main>
        }
        .into_any()
    }
}

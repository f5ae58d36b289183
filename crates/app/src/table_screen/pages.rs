//! Pages of a handout whose text is longer than the screen: the letters become smaller until all of it fits, down to the
//! smallest that are read from afar, and what then is left over is turned to by itself.

use leptos::prelude::*;
use rules::messages::table_screen as msg;
use web_sys::Element;

use crate::browser;
use crate::reactive::redraw;

/// Id of the element with the handout.
pub(super) const PAPER: &str = "tv-paper";
/// Sizes of the letters, for texts from the shortest to the longest.
const LENGTHS: [&str; 4] = ["few", "some", "many", "most"];
/// Characters that a group reads in a second, and how long a page stays at least and at most, in seconds.
const READ_PER_SECOND: usize = 20;
const SHORTEST_STAY: usize = 8;
const LONGEST_STAY: usize = 120;
/// Time after which letters have their final width, in milliseconds.
const FONTS_MS: u32 = 1_000;

/// Pages of the handout on the screen. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Pages {
    /// The page that is shown, from 0.
    at: RwSignal<usize>,
    /// Number of pages.
    all: RwSignal<usize>,
}

impl Pages {
    /// Begins to fit a text of so many characters once it is drawn, and again when the size of the screen changes.
    pub(super) fn watch(characters: usize) -> Self {
        let pages = Self {
            at: RwSignal::new(0),
            all: RwSignal::new(1),
        };
        if browser::HERE {
            browser::on_next_frame(move || pages.fit());
            browser::run_later(FONTS_MS, move || pages.fit());
            let handle = window_event_listener(leptos::ev::resize, move |_| pages.fit());
            on_cleanup(move || handle.remove());
        }
        Effect::new(move |_| {
            let (at, all) = (pages.at.get(), pages.all.get());
            if all < 2 {
                return;
            }
            let stay = characters / all / READ_PER_SECOND;
            let stay = stay.clamp(SHORTEST_STAY, LONGEST_STAY) * 1_000;
            // Two minutes fit in 32 bits.
            browser::run_later(stay as u32, move || {
                if pages.at.try_get_untracked() == Some(at) {
                    pages.turn_to((at + 1) % all);
                }
            });
        });
        pages
    }

    /// Fits the letters into the room, and counts the pages.
    fn fit(self) {
        // The handout may be gone meanwhile.
        if self.at.try_get_untracked().is_none() {
            return;
        }
        let Some(holder) = browser::element(PAPER) else {
            return;
        };
        let find = |query: &str| holder.query_selector(query).ok().flatten();
        let (Some(paper), Some(text)) = (find(".paper"), find(".paper-text")) else {
            return;
        };
        let begins = holder.get_attribute("data-begins");
        let sizes = LENGTHS.iter();
        let sizes = sizes.skip_while(|size| Some(**size) != begins.as_deref());
        for size in sizes {
            _ = holder.set_attribute("data-length", size);
            if is_whole(&paper) && is_whole(&text) {
                break;
            }
        }
        // The last column may end before the page does.
        let (whole, page) = (text.scroll_width(), text.client_width().max(1));
        let all = usize::try_from((whole + page - 2) / page).unwrap_or(1);
        self.all.set(all.max(1));
        self.turn_to(self.at.get_untracked().min(all.saturating_sub(1)));
    }

    /// Shows a page.
    fn turn_to(self, page: usize) {
        if let Some(holder) = browser::element(PAPER) {
            _ = holder.style().set_property("--page", &page.to_string());
        }
        if self.at.get_untracked() != page {
            self.at.set(page);
        }
    }

    /// Renders which page is shown; nothing where there is one.
    pub(super) fn draw(self) -> AnyView {
        redraw(move || {
            let (at, all) = (self.at.get() + 1, self.all.get());
            (all > 1).then(|| view! { <p class="tv-pages">{msg::page_of(&at, &all)}</p> })
        })
    }
}

/// Whether all of an element is in sight.
fn is_whole(element: &Element) -> bool {
    element.scroll_height() <= element.client_height() + 1
        && element.scroll_width() <= element.client_width() + 1
}

//! The pages of the site and the table. Compiled twice: the feature `ssr` prints a page, `hydrate` takes it over in the
//! browser.
//!
//! [`page::Page`] connects the two: the server fills one in, `print` turns it into HTML, and the browser starts from the
//! same data.

pub mod ask;
pub mod browser;
pub mod clocks;
pub mod combatant;
pub mod connection;
pub mod exchange;
pub mod handouts;
pub mod health;
#[cfg(feature = "ssr")]
pub mod landing;
pub mod log;
pub mod order;
pub mod page;
#[cfg(feature = "ssr")]
pub mod pages;
pub mod plan;
#[cfg(feature = "ssr")]
pub mod print;
#[cfg(feature = "ssr")]
pub mod printed;
pub mod reactive;
pub mod roll;
pub mod safety;
pub mod scene;
pub mod state;
pub mod table;
pub mod table_screen;
pub mod words;

/// The table's page running in the browser: its reactive state, model, layout and drawing.
#[cfg(feature = "hydrate")]
struct LiveTable {
    /// Owner of the reactive state, which outlives each drawing.
    owner: leptos::prelude::Owner,
    model: state::table_state::Model,
    stage: table::layout::Stage,
    /// Handle of the drawn page; dropping it removes the drawing.
    _drawing: Box<dyn std::any::Any>,
}

#[cfg(feature = "hydrate")]
thread_local! {
    static LIVE_TABLE: std::cell::RefCell<Option<LiveTable>> = const { std::cell::RefCell::new(None) };
}

/// Starts the table in the browser by making the printed page interactive; draws into an empty one
/// if `printed` is false. Returns whether the page has a table.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn wake(printed: bool) -> bool {
    use leptos::prelude::*;

    console_error_panic_hook::set_once();
    #[cfg(debug_assertions)]
    if browser::language() == rules::messages::made_up::TAG {
        rules::messages::made_up::turn_on();
    }
    let opening = document()
        .get_element_by_id("opening")
        .and_then(|data| data.text_content());
    let Some(opening) = opening.and_then(|data| rules::base::json_reader::read_json(&data).ok())
    else {
        return false;
    };
    let Some(home) = browser::element("app") else {
        return false;
    };
    let owner = Owner::new_root(None);
    let (model, stage) = owner.with(|| table::screen::create(&opening));
    let drawing: Box<dyn std::any::Any> = if printed {
        Box::new(leptos::mount::hydrate_from(home, move || {
            view! { <table::screen::Table model stage /> }
        }))
    } else {
        draw(&owner, model, stage, &home)
    };
    owner.with(|| table::screen::start_page(model, stage));
    LIVE_TABLE.set(Some(LiveTable {
        owner,
        model,
        stage,
        _drawing: drawing,
    }));
    true
}

/// Returns the sequence number of the newest change that this page has received.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn seen() -> f64 {
    LIVE_TABLE.with_borrow(|living| {
        living
            .as_ref()
            .map_or(0.0, |it| it.model.cursor().seq as f64)
    })
}

/// Draws parts of the page that waited for the second part of the program, which has been loaded
/// now.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn complete() {
    LIVE_TABLE.with_borrow(|living| {
        if let Some(living) = living {
            living.model.complete();
        }
    });
}

/// Draws the table from its current state, because the page no longer matches what the server printed.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn redraw() {
    let (Some(living), Some(home)) = (LIVE_TABLE.take(), browser::element("app")) else {
        return;
    };
    let LiveTable {
        owner,
        model,
        stage,
        _drawing: old,
    } = living;
    drop(old);
    home.set_text_content(None);
    let drawing = draw(&owner, model, stage, &home);
    LIVE_TABLE.set(Some(LiveTable {
        owner,
        model,
        stage,
        _drawing: drawing,
    }));
}

/// Draws the live table, or its table screen, into the element `home` and returns the handle that keeps the drawing alive.
// A page as it was printed does without: in a release it is of the program's second part, by its name.
#[cfg(feature = "hydrate")]
#[inline(never)]
fn draw(
    owner: &leptos::prelude::Owner,
    model: state::table_state::Model,
    stage: table::layout::Stage,
    home: &web_sys::HtmlElement,
) -> Box<dyn std::any::Any> {
    use leptos::prelude::*;
    if browser::is_table_screen() {
        let home = home.clone();
        return owner.with(|| {
            Box::new(leptos::mount::mount_to_renderer(&home, move || {
                table_screen::draw_screen(model)
            })) as Box<dyn std::any::Any>
        });
    }
    owner.with(|| {
        Box::new(leptos::mount::mount_to_renderer(home, move || {
            view! { <table::screen::Table model stage /> }
        }))
    })
}

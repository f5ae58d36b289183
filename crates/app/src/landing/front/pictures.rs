//! Pictures of the program in use: a storyteller's laptop and a player's phone in the same moment. The browser tests take
//! them from a demonstration.

use leptos::prelude::*;
use rules::messages::front as msg;

use crate::page::Theme;

/// A device whose picture is shown, with its size in CSS pixels.
struct Shot {
    name: &'static str,
    width: u32,
    height: u32,
    is_first: bool,
}

/// The storyteller's laptop.
const LAPTOP: Shot = Shot {
    name: "laptop",
    width: 680,
    height: 440,
    is_first: false,
};
/// The player's phone, which a phone loads first.
const PHONE: Shot = Shot {
    name: "phone",
    width: 234,
    height: 506,
    is_first: true,
};

/// Renders the pictures of a phone and a laptop in the reader's theme.
pub(super) fn product_pictures(theme: Theme, build: &str) -> AnyView {
    view! {
        <div class="shots">
            <div class="shot phone-shot">{draw_shot(&PHONE, msg::A_PLAYERS_PHONE.get(), theme, build)}</div>
            <div class="shot laptop-shot">{draw_shot(&LAPTOP, msg::THE_STORYTELLERS_LAPTOP.get(), theme, build)}</div>
        </div>
    }
    .into_any()
}

/// Returns the addresses of a picture in one tone, dark or light, for screens of both densities.
fn picture_addresses(shot: &Shot, tone: &str, build: &str) -> String {
    let name = shot.name;
    format!("/front/{name}-{tone}-1x.webp?v={build} 1x, /front/{name}-{tone}-2x.webp?v={build} 2x")
}

/// Renders one picture in the tone of the chosen theme, or else in that of the device.
fn draw_shot(shot: &Shot, words: &'static str, theme: Theme, build: &str) -> AnyView {
    let tone = match theme {
        Theme::Light => "light",
        Theme::Auto | Theme::Dark | Theme::Contrast => "dark",
    };
    let by_day = (theme == Theme::Auto).then(|| {
        let sources = picture_addresses(shot, "light", build);
        view! { <source media="(prefers-color-scheme: light)" srcset=sources /> }
    });
    let name = shot.name;
    view! {
        <picture>
            {by_day}
            <img
                src=format!("/front/{name}-{tone}-1x.webp?v={build}")
                srcset=picture_addresses(shot, tone, build)
                width=shot.width.to_string()
                height=shot.height.to_string()
                loading=(!shot.is_first).then_some("lazy")
                fetchpriority=if shot.is_first { "high" } else { "low" }
                decoding="async"
                alt=words
            />
        </picture>
    }
    .into_any()
}

//! The front page itself: what the program is, how to try it, join a table or start one, and what it plays.

use leptos::prelude::*;
use rules::messages::front as msg;
use rules::messages::pages;

use crate::landing::brand::brand;
use crate::landing::front::games::games;
use crate::landing::front::pictures::product_pictures;
use crate::landing::front::reasons::reasons;
use crate::landing::front::start::scene_form;
use crate::landing::trouble_words;
use crate::landing::yours::YourTables;
use crate::page::{DemoOffer, Home, Theme, Trouble, Typed};

/// Shows the front page. It has the tables of this browser first, then the sentence, the try-out,
/// the code and the pictures.
#[component]
pub fn HomePage(
    /// The content of the page.
    home: Home,
    /// The color theme of this browser.
    theme: Theme,
    /// The hash of the site's files, by which browsers keep pictures.
    version: String,
) -> impl IntoView {
    let Home {
        tables,
        trouble,
        typed,
        demos,
    } = home;
    let is_known = !tables.is_empty();
    let yours = is_known.then(|| view! { <YourTables tables /> });
    view! {
        <div class="front" data-known=is_known.to_string()>
            {draw_top(theme)}
            <main>
                {yours}
                <section class="hero" aria-labelledby="front-sentence">
                    <div class="pitch">
                        <h1 id="front-sentence">
                            <span>{msg::YOU_RUN_THE_SCENE.get()}</span>
                            " "
                            <span>{msg::THEY_PLAY_IT_ON.get()}</span>
                        </h1>
                        <p class="lead">{msg::INITIATIVE_HEALTH_BOXES_DICE_POOLS.get()}</p>
                        {try_form(demos, is_known)}
                        {code_form("code", typed.code, trouble)}
                        <p class="start-link">
                            <a class=start_class(demos, is_known) href="/start">{msg::START_YOUR_OWN_TABLE.get()}</a>
                        </p>
                    </div>
                    {product_pictures(theme, &version)}
                </section>
                {games(demos)}
                {reasons()}
                {draw_end()}
            </main>
            {draw_foot()}
        </div>
    }
}

/// Renders the top of the front page with the name and links to other pages.
fn draw_top(theme: Theme) -> AnyView {
    view! {
        <header class="front-top">
            {brand()}
            <nav class="front-nav" aria-label=msg::ON_THIS_SITE.get()>
                <a href="#games">{msg::WHAT_IT_PLAYS.get()}</a>
                <a href="/rules">{msg::THE_RULES.get()}</a>
                <a href="#host">{msg::RUN_YOUR_OWN.get()}</a>
            </nav>
            {theme_menu(theme)}
        </header>
    }
    .into_any()
}

/// Renders the menu of color themes, which needs no script.
fn theme_menu(theme: Theme) -> AnyView {
    let one = |one: Theme| {
        let words = match one {
            Theme::Auto => pages::MATCH_DEVICE,
            Theme::Dark => pages::DARK,
            Theme::Light => pages::LIGHT,
            Theme::Contrast => pages::HIGH_CONTRAST,
        };
        let pressed = (one == theme).to_string();
        view! { <button type="submit" name="theme" value=one.word() aria-pressed=pressed>{words.get()}</button> }
    };
    view! {
        <details class="theme-menu">
            <summary class="button quiet">{pages::THEME.get()}</summary>
            <form class="card" method="post" action="/theme">
                <input type="hidden" name="back" value="/" />
                {Theme::ALL.map(one).into_iter().collect_view()}
            </form>
        </details>
    }
    .into_any()
}

/// Renders the button that opens a demo fight at once, or why there is none. `is_known` says that
/// this browser has tables.
fn try_form(demos: DemoOffer, is_known: bool) -> Option<AnyView> {
    let (class, note) = match demos {
        DemoOffer::Off => return None,
        DemoOffer::TooMany => {
            return Some(
                view! {
                    <p class="trouble try-note" id="try" role="alert">{msg::TOO_MANY_TRY_OUTS_RIGHT.get()}</p>
                }
                .into_any(),
            );
        }
        DemoOffer::Offered if is_known => ("try quiet", msg::OPENS_IN_ITS_THIRD_TURN),
        DemoOffer::Offered => ("try brass", msg::OPENS_IN_ITS_THIRD_TURN),
    };
    let form = view! {
        <form class="try-form" method="post" action="/demo">
            <button type="submit" class=class aria-describedby="try-note">{msg::TRY_A_FIGHT_RIGHT_NOW.get()}</button>
            <p class="try-note" id="try-note">{note.get()}</p>
        </form>
    };
    Some(form.into_any())
}

/// Returns the class of the link that starts a table, which is the one brass button where no demo
/// is offered.
const fn start_class(demos: DemoOffer, is_known: bool) -> &'static str {
    match demos {
        DemoOffer::Off | DemoOffer::TooMany if !is_known => "button brass",
        DemoOffer::Offered | DemoOffer::Off | DemoOffer::TooMany => "start-words",
    }
}

/// Renders the field for a table's invitation code in words, with what was wrong with those that
/// were sent.
fn code_form(id: &'static str, typed: String, trouble: Option<Trouble>) -> AnyView {
    let says = format!("{id}-says");
    let trouble = trouble.map(|trouble| {
        view! { <p class="trouble" id=says.clone() role="alert">{trouble_words(trouble)}</p> }
    });
    let described = trouble.is_some().then_some(says);
    view! {
        <form class="code-form" method="post" action="/code">
            <label for=id>{msg::FOUR_WORDS_FROM_YOUR_STORYTELLER.get()}</label>
            <div class="code-line">
                <input
                    id=id
                    name="code"
                    type="text"
                    required
                    maxlength="60"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder=msg::BRASS_OWL_LANTERN_PIER.get()
                    value=typed
                    aria-describedby=described.clone()
                    aria-invalid=described.map(|_| "true")
                />
                <button type="submit" class="quiet">{msg::JOIN.get()}</button>
            </div>
            {trouble}
        </form>
    }
    .into_any()
}

/// Renders the end of the front page with the forms to join and start a table, and what it costs to
/// host.
fn draw_end() -> AnyView {
    view! {
        <section class="last" aria-label=msg::JOIN_START_OR_HOST.get()>
            <div class="card">
                <h2>{msg::JOIN_A_TABLE.get()}</h2>
                {code_form("code-again", String::new(), None)}
            </div>
            <div class="card">
                <h2>{msg::START_YOUR_OWN.get()}</h2>
                {scene_form(&Typed::default(), None)}
            </div>
            <div class="card" id="host">
                <h2>{msg::RUN_YOUR_OWN.get()}</h2>
                <p>{msg::ONE_PROGRAM_IN_ONE_FILE.get()}</p>
                <p>{msg::FOR_FRIENDS_ELSEWHERE_THE_SMALLEST.get()}</p>
            </div>
        </section>
    }
    .into_any()
}

/// Renders the foot of the front page.
fn draw_foot() -> AnyView {
    view! {
        <footer class="front-foot">
            <p>{msg::NO_ACCOUNTS_NO_TRACKING.get()}</p>
            <nav aria-label=msg::AT_THE_FOOT.get()>
                <a href="/rules">{msg::THE_RULES.get()}</a>
                <a href="/import">{msg::BRING_A_TABLE_FROM_A.get()}</a>
            </nav>
            <p>{msg::UNOFFICIAL_NOT_CONNECTED_WITH.get()}</p>
        </footer>
    }
    .into_any()
}

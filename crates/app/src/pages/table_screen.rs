//! Page on which storytellers choose what the table screen shows, with the link that makes a display one.

use leptos::prelude::*;
use rules::base::id::{ClockId, HandoutId, TableId};
use rules::messages::pages as msg;
use rules::table_screen::{ScreenInvitation, ScreenLayout, TableScreen};

use super::people::links::copyable_link;
use super::{Body, hidden_field, script_element, trouble_notice};

/// Clock that the page offers for the table screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownClock {
    /// Id of the clock.
    pub id: ClockId,
    /// Name of the clock.
    pub name: String,
    /// Whether players do not know of it, so that the screen does not show it.
    pub hidden: bool,
}

/// Content of the page on which storytellers choose what the table screen, a display for all
/// players, shows.
#[derive(Debug)]
pub struct ScreenChoice<'a> {
    /// Id of the table.
    pub table: TableId,
    /// Query that names the encounter, where it is not the current one.
    pub scene: String,
    /// Name of the table.
    pub name: &'a str,
    /// Whole link that makes a display the table's screen.
    pub link: String,
    /// Present choice.
    pub set: TableScreen,
    /// Clocks of the encounter.
    pub clocks: Vec<KnownClock>,
    /// Handouts with their names, and which of them is on the screen.
    pub handouts: Vec<(HandoutId, String, bool)>,
    /// Whether the encounter has places.
    pub has_scene: bool,
    /// Whether the table is locked or its spectators see it later, so that the screen invites nobody.
    pub is_closed: bool,
    /// Whether the page opens beside the table.
    pub is_beside_table: bool,
    /// Reason why a form was refused.
    pub trouble: Option<String>,
    /// Path of the script that copies the link.
    pub script: String,
}

impl Body for ScreenChoice<'_> {
    fn render(&self) -> AnyView {
        let back = (!self.is_beside_table).then(|| {
            view! {
                <nav class="people-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                    <a href=format!("/t/{}{}", self.table, self.scene) target="_top">{self.name.to_owned()}</a>
                </nav>
            }
        });
        view! {
            <main class="people-page screen-page">
                <header class="people-head">
                    {back}
                    <h1>{msg::TABLE_SCREEN.get()}</h1>
                </header>
                {self.trouble.as_deref().map(trouble_notice)}
                {self.layouts()}
                {self.handout_part()}
                {self.clock_part()}
                {self.invitations()}
                {self.link_part()}
            </main>
            {script_element(&self.script)}
        }
        .into_any()
    }
}

/// Returns the name of a layout of the table screen, and the words for what it shows.
const fn layout_words(layout: ScreenLayout) -> (rules::messages::Text, rules::messages::Text) {
    match layout {
        ScreenLayout::OrderAndScene => (msg::ORDER_AND_SCENE, msg::ORDER_AND_SCENE_SHOWS),
        ScreenLayout::Order => (msg::ORDER_ALONE, msg::ORDER_ALONE_SHOWS),
        ScreenLayout::Scene => (msg::SCENE_ALONE, msg::SCENE_ALONE_SHOWS),
        ScreenLayout::Picture => (msg::PICTURE_ALONE, msg::PICTURE_ALONE_SHOWS),
    }
}

impl ScreenChoice<'_> {
    /// Renders a form of the page; `wish` is the key of the change it asks for.
    fn form(&self, wish: &'static str, inside: impl IntoAny) -> AnyView {
        view! {
            <form method="post" action=format!("/t/{}/screen{}", self.table, self.scene)>
                {hidden_field("wish", wish)}
                {inside.into_any()}
            </form>
        }
        .into_any()
    }

    /// Renders a button for each layout of the table screen; the current one is pressed.
    fn layouts(&self) -> AnyView {
        let buttons = ScreenLayout::ALL.map(|layout| {
            let (name, shows) = layout_words(layout);
            let on = layout == self.set.layout;
            view! {
                <button
                    type="submit"
                    name="layout"
                    value=layout.key()
                    class="screen-layout"
                    aria-pressed=on.to_string()
                >
                    <span class="screen-name">{name.get()}</span>
                    <span class="faint">{shows.get()}</span>
                </button>
            }
        });
        let lacks = self.set.layout == ScreenLayout::Scene && !self.has_scene;
        let buttons =
            view! { <div class="screen-layouts">{buttons.into_iter().collect_view()}</div> };
        view! {
            <section aria-labelledby="screen-layout">
                <h2 id="screen-layout">{msg::WHAT_THE_SCREEN_SHOWS.get()}</h2>
                {self.form("layout", buttons)}
                {lacks.then(|| view! { <p class="note">{msg::NO_SCENE_FOR_THE_SCREEN.get()}</p> })}
            </section>
        }
        .into_any()
    }

    /// Renders the handouts, each with the button that puts it on the screen or takes it away.
    fn handout_part(&self) -> AnyView {
        let one = |(id, name, on): &(HandoutId, String, bool)| {
            let (wish, word) = match on {
                true => ("take", msg::TAKE_IT_AWAY),
                false => ("show", msg::SHOW_IT_THERE),
            };
            let button = view! {
                {hidden_field("handout", id.0)}
                <button type="submit" class="quiet small" aria-label=msg::with_name(&word, name)>{word.get()}</button>
            };
            view! {
                <li class="seat">
                    <div class="seat-row">
                        <span class="grow">{name.clone()}</span>
                        {on.then(|| view! { <span class="screen-on">{msg::ON_THE_SCREEN.get()}</span> })}
                        {self.form(wish, button)}
                    </div>
                </li>
            }
        };
        let all = self.handouts.iter().map(one).collect_view();
        let list = match self.handouts.is_empty() {
            true => {
                view! { <p class="faint">{msg::NO_HANDOUT_FOR_THE_SCREEN.get()}</p> }.into_any()
            }
            false => view! {
                <p class="faint">{msg::A_HANDOUT_OVER_EVERYTHING.get()}</p>
                <ul class="seats">{all}</ul>
            }
            .into_any(),
        };
        view! {
            <section aria-labelledby="screen-handout">
                <h2 id="screen-handout">{msg::A_HANDOUT_ON_IT.get()}</h2>
                {list}
            </section>
        }
        .into_any()
    }

    /// Renders the choice of the clocks on the screen; `None` while there are none.
    fn clock_part(&self) -> Option<AnyView> {
        if self.clocks.is_empty() {
            return None;
        }
        let usual = self.set.clocks.is_none();
        let chosen = |id: ClockId| self.set.clocks.iter().any(|all| all.contains(&id));
        let boxes = self.clocks.iter().map(|clock| {
            let hidden = clock.hidden.then(|| msg::hidden_clock(&clock.name));
            view! {
                <label class="check">
                    <input type="checkbox" name="clock" value=clock.id.0.to_string() checked=chosen(clock.id) />
                    {hidden.unwrap_or_else(|| clock.name.clone())}
                </label>
            }
        });
        let inside = view! {
            <div class="screen-checks">
                <label class="check">
                    <input type="radio" name="which" value="usual" checked=usual />
                    {msg::PINNED_OR_FIRST_CLOCKS.get()}
                </label>
                <label class="check">
                    <input type="radio" name="which" value="these" checked=!usual />
                    {msg::THESE_CLOCKS.get()}
                </label>
                <div class="screen-clocks">{boxes.collect_view()}</div>
                <button type="submit" class="quiet">{msg::SHOW_THESE_CLOCKS.get()}</button>
            </div>
        };
        Some(
            view! {
                <section aria-labelledby="screen-clocks">
                    <h2 id="screen-clocks">{msg::CLOCKS_ON_IT.get()}</h2>
                    {self.form("clocks", inside)}
                </section>
            }
            .into_any(),
        )
    }

    /// Renders the choice of whom the screen's invitation is for.
    fn invitations(&self) -> AnyView {
        let buttons = ScreenInvitation::ALL.map(|invitation| {
            let words = match invitation {
                ScreenInvitation::Off => msg::INVITE_NOBODY,
                ScreenInvitation::Spectators => msg::INVITE_SPECTATORS,
                ScreenInvitation::Players => msg::INVITE_PLAYERS,
            };
            let on = invitation == self.set.invitation;
            view! {
                <button type="submit" name="invitation" value=invitation.key() class="chip" aria-pressed=on.to_string()>
                    {words.get()}
                </button>
            }
        });
        let when = match self.is_closed {
            true => msg::THE_SCREEN_INVITES_NOBODY_NOW,
            false => msg::THE_SCREEN_INVITES_UNTIL,
        };
        let buttons = view! { <div class="chips">{buttons.into_iter().collect_view()}</div> };
        view! {
            <section aria-labelledby="screen-invites">
                <h2 id="screen-invites">{msg::WHOM_IT_INVITES.get()}</h2>
                {self.form("invitation", buttons)}
                <p class="faint">{when.get()}</p>
            </section>
        }
        .into_any()
    }

    /// Renders the link that makes a browser the table screen.
    fn link_part(&self) -> AnyView {
        view! {
            <section aria-labelledby="screen-link-head">
                <h2 id="screen-link-head">{msg::MAKE_A_DISPLAY_THE_SCREEN.get()}</h2>
                {copyable_link(msg::LINK_FOR_A_TABLE_SCREEN.get(), "screen-link", &self.link)}
                <p class="faint">{msg::OPEN_IT_IN_ANOTHER_BROWSER.get()}</p>
            </section>
        }
        .into_any()
    }
}

//! How pages look in this browser, at all tables.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::{Settings, hidden};
use crate::page::Theme;

impl Settings<'_> {
    /// The theme and the bell.
    pub(super) fn on_this_device(&self) -> AnyView {
        let back = format!("/t/{}/settings{}#device", self.table, self.scene);
        let themes = Theme::ALL.map(|theme| {
            let words = match theme {
                Theme::Auto => msg::MATCH_DEVICE.get(),
                Theme::Dark => msg::DARK.get(),
                Theme::Light => msg::LIGHT.get(),
                Theme::Contrast => msg::HIGH_CONTRAST.get(),
            };
            let pressed = (theme == self.theme).to_string();
            view! {
                <button type="submit" name="theme" value=theme.word() class="set-choice" aria-pressed=pressed>
                    {words}
                </button>
            }
        });
        let (on, to) = match self.bell {
            true => (msg::ON.get(), "off"),
            false => (msg::OFF.get(), "on"),
        };
        view! {
            <section aria-labelledby="device">
                <h2 id="device">{msg::ON_THIS_DEVICE.get()}</h2>
                <ul class="sets">
                    <li class="set">
                        <div class="set-words"><h3 id="name-theme">{msg::THEME.get()}</h3></div>
                        <div class="set-control">
                            <form method="post" action="/theme">
                                {hidden("back", &back)}
                                <div class="set-choices" role="group" aria-labelledby="name-theme">
                                    {themes.into_iter().collect_view()}
                                </div>
                            </form>
                        </div>
                    </li>
                    <li class="set" id="set-bell">
                        <div class="set-words">
                            <h3 id="name-bell">{msg::A_BELL_WHEN_IT_IS.get()}</h3>
                            <p>{msg::ALSO_WHEN_YOU_ARE_ASKED.get()}</p>
                        </div>
                        <div class="set-control">
                            <form method="post" action="/bell">
                                {hidden("back", &back)}
                                <button
                                    type="submit"
                                    class="set-switch"
                                    role="switch"
                                    name="bell"
                                    value=to
                                    aria-checked=self.bell.to_string()
                                    aria-labelledby="name-bell"
                                >
                                    <i aria-hidden="true"></i>
                                    <span aria-hidden="true">{on}</span>
                                </button>
                            </form>
                        </div>
                    </li>
                </ul>
            </section>
        }
        .into_any()
    }
}

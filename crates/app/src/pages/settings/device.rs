//! How pages look in this browser, at all tables.

use leptos::prelude::*;

use super::{Settings, hidden};
use crate::page::Theme;

impl Settings<'_> {
    /// The theme and the bell.
    pub(super) fn on_this_device(&self) -> AnyView {
        let back = format!("/t/{}/settings{}#device", self.table, self.scene);
        let themes = Theme::ALL.map(|theme| {
            let words = match theme {
                Theme::Auto => "Match device",
                Theme::Dark => "Dark",
                Theme::Light => "Light",
                Theme::Contrast => "High contrast",
            };
            let pressed = (theme == self.theme).to_string();
            view! {
                <button type="submit" name="theme" value=theme.word() class="set-choice" aria-pressed=pressed>
                    {words}
                </button>
            }
        });
        let (on, to) = match self.bell {
            true => ("On", "off"),
            false => ("Off", "on"),
        };
        view! {
            <section aria-labelledby="device">
                <h2 id="device">"On this device"</h2>
                <ul class="sets">
                    <li class="set">
                        <div class="set-words"><h3 id="name-theme">"Theme"</h3></div>
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
                            <h3 id="name-bell">"A bell when it is your turn"</h3>
                            <p>"Also when you are asked something. Phones in silent mode stay silent."</p>
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

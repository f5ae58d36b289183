//! Display settings of this browser, for all tables.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::{Settings, hidden_field};
use crate::page::{DeviceSwitch, Theme};

impl Settings<'_> {
    /// Renders the settings of this device, which are the color theme and the switches.
    pub(super) fn on_this_device(&self) -> AnyView {
        let back = format!("/t/{}/settings{}#device", self.table, self.scene);
        let switches = self
            .on_device
            .map(|(switch, on)| self.device_switch(switch, on, &back));
        view! {
            <section aria-labelledby="device">
                <h2 id="device">{msg::ON_THIS_DEVICE.get()}</h2>
                <ul class="sets">
                    {self.theme_choice(&back)}
                    {switches.into_iter().collect_view()}
                </ul>
            </section>
        }
        .into_any()
    }

    /// Renders the choice of the theme; `back` is the path to return to.
    fn theme_choice(&self, back: &str) -> impl IntoView + use<> {
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
        view! {
            <li class="set">
                <div class="set-words"><h3 id="name-theme">{msg::THEME.get()}</h3></div>
                <div class="set-control">
                    <form method="post" action="/theme">
                        {hidden_field("back", back)}
                        <div class="set-choices" role="group" aria-labelledby="name-theme">
                            {themes.into_iter().collect_view()}
                        </div>
                    </form>
                </div>
            </li>
        }
    }

    /// Renders a switch of this device; `back` is the path to return to.
    fn device_switch(&self, switch: DeviceSwitch, on: bool, back: &str) -> impl IntoView + use<> {
        let name = format!("name-{}", switch.word());
        let (title, words) = match switch {
            DeviceSwitch::Bell => (msg::A_BELL_WHEN_IT_IS, msg::ALSO_WHEN_YOU_ARE_ASKED),
            DeviceSwitch::Keys => (msg::SINGLE_KEYS, msg::KEYS_SUCH_AS_N_FOR),
            DeviceSwitch::Awake => (msg::KEEP_THE_SCREEN_AWAKE, msg::WHILE_THE_TABLE_IS_IN),
            DeviceSwitch::Brief => (msg::BRIEF_ANNOUNCEMENTS, msg::A_SCREEN_READER_HEARS_ONLY),
            DeviceSwitch::Keep => (msg::KEEP_ON_THIS_DEVICE, msg::THE_LAST_PICTURE_OF_YOUR),
        };
        let barred = switch.needs_secure_page() && !self.secure;
        let words = if barred {
            msg::BROWSERS_ALLOW_THIS_OVER_HTTPS
        } else {
            words
        };
        let (word, to) = match on {
            true => (msg::ON.get(), "off"),
            false => (msg::OFF.get(), "on"),
        };
        view! {
            <li class="set" id=format!("set-{}", switch.word())>
                <div class="set-words">
                    <h3 id=name.clone()>{title.get()}</h3>
                    <p>{words.get()}</p>
                </div>
                <div class="set-control">
                    <form method="post" action="/device">
                        {hidden_field("back", back)}
                        {hidden_field("switch", switch.word())}
                        <button
                            type="submit"
                            class="set-switch"
                            role="switch"
                            name="to"
                            value=to
                            disabled=barred
                            aria-checked=on.to_string()
                            aria-labelledby=name
                        >
                            <i aria-hidden="true"></i>
                            <span aria-hidden="true">{word}</span>
                        </button>
                    </form>
                </div>
            </li>
        }
    }
}

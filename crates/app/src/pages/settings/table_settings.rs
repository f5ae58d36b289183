//! Settings of the table that do not depend on its rule system.

use leptos::prelude::*;
use rules::encounter::{FoeHealth, MovePermission, WhisperSetting};
use rules::messages::pages as msg;

use super::choices::{Choice, read_only_value};
use super::{COUNTDOWN, FOE_HEALTH, FOE_ODDS, MOVES, SPREAD, Settings, TITLE, WHISPERS};
use crate::words::scene::distance_text;

impl Settings<'_> {
    /// Renders the table's settings, such as its title, what is known of foes, and how long
    /// questions wait.
    pub(super) fn at_this_table(&self) -> AnyView {
        let title = self.can_run_table.then(|| {
            let field = self.text_control(TITLE, &self.view.title);
            self.table_setting(TITLE, msg::WHAT_THE_SCENE_IS_CALLED.get(), "", field)
        });
        view! {
            <section aria-labelledby="table">
                <h2 id="table">{msg::AT_THIS_TABLE.get()}</h2>
                <ul class="sets">
                    {title}
                    {self.foe_health()}
                    {self.foe_odds()}
                    {self.countdown()}
                    {self.moves()}
                    {self.spread()}
                    {self.whispers()}
                </ul>
            </section>
        }
        .into_any()
    }

    /// Renders the setting of what players see of foes' health; `None` for players, who are not
    /// told.
    fn foe_health(&self) -> Option<AnyView> {
        let now = match self.view.foe_health? {
            FoeHealth::Shown => "shown",
            FoeHealth::Concealed => "concealed",
        };
        let choices = [
            Choice::new("shown", msg::BOXES_STATES_AND_PENALTIES.get()),
            Choice::new("concealed", msg::ONLY_WHETHER_THEY_ARE_OUT.get()),
        ];
        let choices = self.choices(FOE_HEALTH, now, &choices);
        Some(self.table_setting(FOE_HEALTH, msg::WHAT_PLAYERS_SEE_OF_FOES.get(), "", choices))
    }

    /// Renders the setting of who sees the odds against foes.
    fn foe_odds(&self) -> AnyView {
        let choices = [
            Choice::new("concealed", msg::ONLY_THE_STORYTELLER.get()),
            Choice::new("shown", msg::PLAYERS_TOO_OF_FOES_THEY.get()),
        ];
        let now = match self.view.foe_odds {
            true => "shown",
            false => "concealed",
        };
        let words = msg::BEFORE_A_ROLL_AND_OF.get();
        let choices = self.choices(FOE_ODDS, now, &choices);
        self.table_setting(
            FOE_ODDS,
            msg::WHO_SEES_THE_ODDS_AGAINST.get(),
            words,
            choices,
        )
    }

    /// Renders the setting of how long a question waits for a player's answer.
    fn countdown(&self) -> AnyView {
        let words = msg::A_QUESTION_OF_A_FIGHT.get();
        let title = msg::HOW_LONG_A_QUESTION_WAITS.get();
        self.table_setting(COUNTDOWN, title, words, self.countdown_control())
    }

    /// Renders the setting of who moves the players' characters in a scene.
    fn moves(&self) -> AnyView {
        let now = match self.view.moves {
            MovePermission::OwnTurn => "own_turn",
            MovePermission::Always => "always",
            MovePermission::Proposed => "proposed",
        };
        let choices = [
            Choice::new("own_turn", msg::PLAYERS_ON_THEIR_TURN.get()),
            Choice::new("always", msg::PLAYERS_AT_ANY_TIME.get()),
            Choice::new("proposed", msg::THE_STORYTELLER_PLAYERS_PROPOSE.get()),
        ];
        let words = msg::IN_A_SCENE_WITH_PLACES.get();
        let choices = self.choices(MOVES, now, &choices);
        self.table_setting(
            MOVES,
            msg::WHO_MOVES_PLAYER_CHARACTERS.get(),
            words,
            choices,
        )
    }

    /// Renders the setting of whether players send each other private messages, and who else reads
    /// those.
    fn whispers(&self) -> AnyView {
        let now = match self.view.whispers {
            WhisperSetting::ReadAlong => "read_along",
            WhisperSetting::Private => "private",
            WhisperSetting::Off => "off",
        };
        let choices = [
            Choice::new("read_along", msg::THE_STORYTELLER_READS_ALONG.get()),
            Choice::new("private", msg::NOBODY_ELSE_READS_THEM.get()),
            Choice::new("off", msg::PLAYERS_WHISPER_TO_THE_STORYTELLER_ONLY.get()),
        ];
        let words = msg::A_WHISPER_IS_READ_BY.get();
        let choices = self.choices(WHISPERS, now, &choices);
        let title = msg::WHISPERS_AMONG_PLAYERS.get();
        self.table_setting(WHISPERS, title, words, choices)
    }

    /// Renders the setting of how far apart two combatants in one place are, unless they are at
    /// arm's length.
    fn spread(&self) -> AnyView {
        let now = self.view.spread;
        let title = msg::HOW_FAR_APART_IN_ONE_PLACE.get();
        let words = msg::UNLESS_THEY_ARE_AT_ARMS_LENGTH.get();
        if !self.can_run_table {
            let value = now.map_or_else(
                || msg::AS_FAR_AS_THE_RULES_SAY.get().to_owned(),
                |now| distance_text(self.view.system, now.into()),
            );
            return self.table_setting(SPREAD, title, words, read_only_value(&value));
        }
        let trouble = self.trouble_with(SPREAD);
        let shown = now.map(|now| now.to_string()).unwrap_or_default();
        let shown = trouble.map_or(shown, |trouble| trouble.typed.clone());
        let number = view! {
            <div class="set-words-field">
                <input
                    type="number"
                    inputmode="numeric"
                    name="value"
                    value=shown
                    min="1"
                    max="100"
                    required
                    aria-labelledby=format!("name-{SPREAD}")
                    aria-describedby=trouble.map(|_| format!("trouble-{SPREAD}"))
                    aria-invalid=trouble.map(|_| "true")
                />
                <button type="submit" class="quiet">{msg::SET_THE_DISTANCE.get()}</button>
            </div>
        };
        let usual = [Choice::new("null", msg::AS_FAR_AS_THE_RULES_SAY.get())];
        let pressed = if now.is_none() { "null" } else { "" };
        let control = view! {
            {self.choices(SPREAD, pressed, &usual)}
            {self.form(SPREAD, "", number)}
        };
        self.table_setting(SPREAD, title, words, control.into_any())
    }

    /// Renders a setting that no rule system defines.
    fn table_setting(
        &self,
        key: &'static str,
        title: &'static str,
        words: &'static str,
        control: AnyView,
    ) -> AnyView {
        let words = (!words.is_empty()).then(|| view! { <p>{words}</p> });
        view! {
            <li class="set" id=format!("set-{key}") data-setting=key>
                <div class="set-words"><h3 id=format!("name-{key}")>{title}</h3>{words}</div>
                <div class="set-control">{control} {self.trouble_notice(key)}</div>
            </li>
        }
        .into_any()
    }
}

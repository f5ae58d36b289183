//! Form that carries combatants over to the next encounter.

use leptos::prelude::*;
use rules::encounter::Side;
use rules::encounter::carry_over::next_title;
use rules::encounter::view::CombatantRow;
use rules::messages::pages as msg;

use super::super::portrait::portrait_image;
use super::{Cast, RECOVERIES, recovery_key, select_option};

impl Cast<'_> {
    /// Renders the choice whether the places of the scene come along, if there are any.
    fn places_choice(&self) -> Option<impl IntoView> {
        self.view.scene.is_some().then(|| {
            let ticked = self.typed.find("places").is_some();
            view! {
                <label class="check">
                    <input type="checkbox" name="places" value="along" checked=ticked />
                    {msg::TAKE_THE_SCENE_ALONG.get()}
                </label>
            }
        })
    }

    /// Renders the form that continues at another encounter. It offers the combatants to carry over, how they recover,
    /// and the encounter they go to.
    pub(super) fn next_encounter_form(&self) -> AnyView {
        let nobody = self.view.rows.is_empty().then(|| {
            view! {
                <p class="empty">
                    {msg::NOBODY_IS_HERE_YET_ADD.get()}
                </p>
            }
        });
        let proposed = next_title(&self.view.title);
        let title = self.typed.find("title").unwrap_or(&proposed).to_owned();
        let inside = view! {
            {self.side_rows(Side::Character, msg::CHARACTERS_WHO_COME_ALONG.get())}
            {self.side_rows(Side::Foe, msg::FOES_WHO_COME_ALONG.get())}
            {nobody}
            <fieldset class="cast-all">
                <legend>{msg::HOW_THEY_ARRIVE.get()}</legend>
                <div class="cast-hows">{self.recovery_choices()}</div>
            </fieldset>
            {self.places_choice()}
            <div class="cast-title">
                <label for="next-title">{msg::WHAT_THE_NEXT_ENCOUNTER_IS.get()}</label>
                <input
                    type="text"
                    id="next-title"
                    name="title"
                    maxlength="60"
                    autocomplete="off"
                    data-proposed=""
                    value=title
                />
            </div>
            <div class="actions">
                <button class="quiet" name="do" value="prepare">{msg::PREPARE_IT_UNSEEN.get()}</button>
                <button class="brass" name="do" value="start">{msg::START_IT_NOW.get()}</button>
            </div>
            <p class="faint">
                {msg::WHEN_IT_STARTS_EVERYBODYS_SCREEN.get()}
            </p>
        };
        view! {
            <section class="cast-part" aria-labelledby="onward">
                <h2 id="onward">{msg::THE_NEXT_ENCOUNTER.get()}</h2>
                {self.form(Some("go-on"), inside)}
            </section>
        }
        .into_any()
    }

    /// Renders the choice of how all combatants recover before the next encounter.
    fn recovery_choices(&self) -> AnyView {
        let chosen = self.typed.find("how").unwrap_or("now");
        let hows = RECOVERIES.iter().map(|(key, words, _)| {
            view! {
                <label class="check">
                    <input type="radio" name="how" value=*key checked=*key == chosen />
                    {words.get()}
                </label>
            }
        });
        hows.collect_view().into_any()
    }

    /// Renders the combatants of one side that can be carried over to the next encounter.
    fn side_rows(&self, side: Side, words: &'static str) -> Option<AnyView> {
        let mut rows = self.of_side(side).peekable();
        rows.peek()?;
        let rows = rows.map(|row| self.companion_row(row));
        let side = view! {
            <fieldset class="cast-rows"><legend>{words}</legend>{rows.collect_view()}</fieldset>
        };
        Some(side.into_any())
    }

    /// Whether a combatant is ticked in the form that carries combatants over. Before the form was first
    /// sent, all characters are.
    fn is_ticked(&self, row: &CombatantRow) -> bool {
        let typed = self.typed;
        if typed.find("here").is_none() || typed.find("how").is_none() {
            return row.side == Side::Character;
        }
        typed.has_value("along", &row.id.to_string())
    }

    /// Renders a combatant that can be carried over to the next encounter.
    fn companion_row(&self, row: &CombatantRow) -> AnyView {
        let (id, name) = (row.id, row.full_name());
        let player = row.owner.and_then(|seat| self.view.seat_name(seat));
        let hidden = row.hidden.then_some(msg::HIDDEN_FROM_PLAYERS.get());
        let quiet: Vec<&str> = player.into_iter().chain(hidden).collect();
        let quiet = (!quiet.is_empty())
            .then(|| view! { " " <span class="faint">{quiet.join(", ")}</span> });
        let chosen = recovery_key(self.typed, id);
        let hows = RECOVERIES
            .iter()
            .map(|(key, words, _)| select_option(key, words, *key == chosen));
        view! {
            <div class="cast-row">
                <label class="cast-who">
                    <input type="checkbox" name="along" value=id.to_string() checked=self.is_ticked(row) />
                    <span>
                        {portrait_image(self.table, "", row, "cast-face")}
                        <strong>{name.clone()}</strong>
                        {quiet}
                        <span class="cast-state">{self.state_words(row)}</span>
                    </span>
                </label>
                <select name=format!("how.{id}") aria-label=msg::how_arrives(&name)>
                    <option value="">{msg::AS_ALL_DO.get()}</option>
                    {hows.collect_view()}
                </select>
            </div>
        }
        .into_any()
    }
}

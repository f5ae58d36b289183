//! Downtime between fights: time passes, wounds heal, pools are refilled.

use leptos::prelude::*;
use rules::character::downtime::StoryTime;
use rules::encounter::view::CombatantRow;
use rules::messages::pages as msg;
use rules::ruleset::combatant_info::CombatantInfo;

use super::{Cast, SPANS, select_option};

impl Cast<'_> {
    /// Renders the forms for downtime between fights.
    pub(super) fn downtime(&self) -> AnyView {
        let time = match self.view.rows.values().any(|row| self.heals_with_time(row)) {
            true => self.time_buttons(),
            false => view! {
                <p class="faint">{msg::THESE_RULES_LEAVE_TO_YOU.get()}</p>
            }
            .into_any(),
        };
        let inside = view! {
            {self.target_choice()}
            {time}
            <div class="actions">
                <button class="quiet" name="do" value="heal">{msg::HEAL_ALL_WOUNDS.get()}</button>
                <button class="quiet" name="do" value="refill">{msg::REFILL_ALL_THAT_WAS_SPENT.get()}</button>
                <button class="quiet" name="do" value="end">{msg::END_THE_SCENE.get()}</button>
            </div>
            <p class="faint">
                {msg::ENDING_THE_SCENE_ENDS_ALL.get()}
            </p>
        };
        view! {
            <section class="cast-part" id="between" aria-labelledby="between-head">
                <h2 id="between-head">{msg::BETWEEN_FIGHTS.get()}</h2>
                {self.form(None, inside)}
            </section>
        }
        .into_any()
    }

    /// Renders the buttons that let time in the game pass, and the choice of medical care.
    fn time_buttons(&self) -> AnyView {
        let cares = self.view.system.rules().care_specs();
        let care = (!cares.is_empty()).then(|| {
            let chosen = self.typed.get("care");
            let cares = cares.iter();
            let cares =
                cares.map(|care| select_option(care.key, care.title.get(), care.key == chosen));
            view! {
                <label class="cast-field">
                    <span>{msg::LOOKED_AFTER.get()}</span>
                    <select name="care">
                        <option value="">{msg::BY_NOBODY.get()}</option>
                        {cares.collect_view()}
                    </select>
                </label>
            }
        });
        let spans = SPANS.iter().map(|(key, words, _)| {
            view! { <button class="quiet" name="do" value=*key>{words.get()}</button> }
        });
        view! { {care} <div class="actions">{spans.collect_view()}</div> }.into_any()
    }

    /// Renders the choice of the combatants for whom time passes.
    fn target_choice(&self) -> AnyView {
        let chosen = self.typed.find("whom").unwrap_or("characters");
        let one = |key: &str, words: &str| select_option(key, words, key == chosen);
        let rows = self
            .all()
            .map(|row| one(&row.id.to_string(), &row.full_name()));
        view! {
            <label class="cast-field">
                <span>{msg::FOR_WHOM.get()}</span>
                <select name="whom">
                    {one("characters", msg::ALL_CHARACTERS.get())}
                    {one("everybody", msg::EVERYBODY_HERE.get())}
                    {rows.collect_view()}
                </select>
            </label>
        }
        .into_any()
    }

    /// Whether the rules let the passing of time change this combatant.
    fn heals_with_time(&self, row: &CombatantRow) -> bool {
        let later = |who: &CombatantInfo<'_>| {
            let rules = self.view.system.rules();
            rules
                .downtime_outcome(who, StoryTime::Nights(1), None)
                .is_some()
        };
        self.view.fighter_of(row).is_some_and(|who| later(&who))
    }
}

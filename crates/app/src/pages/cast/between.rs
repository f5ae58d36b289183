//! What happens between fights.

use leptos::prelude::*;
use rules::encounter::view::Row;
use rules::fighter::Fighter;
use rules::passage::Span;

use super::{Cast, SPANS, option};

impl Cast<'_> {
    /// What happens between fights.
    pub(super) fn between(&self) -> AnyView {
        let time = match self.view.rows.values().any(|row| self.heals_with_time(row)) {
            true => self.time(),
            false => view! {
                <p class="faint">"These rules leave to you what time heals and brings back."</p>
            }
            .into_any(),
        };
        let inside = view! {
            {self.whom()}
            {time}
            <div class="actions">
                <button class="quiet" name="do" value="heal">"Heal all wounds"</button>
                <button class="quiet" name="do" value="refill">"Refill all that was spent"</button>
                <button class="quiet" name="do" value="end">"End the scene"</button>
            </div>
            <p class="faint">
                "Ending the scene ends all turns, initiative, holds, and conditions that last no longer. Each of these can be taken back at the table."
            </p>
        };
        view! {
            <section class="cast-part" id="between" aria-labelledby="between-head">
                <h2 id="between-head">"Between fights"</h2>
                {self.form(None, inside)}
            </section>
        }
        .into_any()
    }

    /// The form for time between fights: how much passes, and who is treated by whom.
    fn time(&self) -> AnyView {
        let cares = self.view.system.rules().cares();
        let care = (!cares.is_empty()).then(|| {
            let chosen = self.typed.get("care");
            let cares = cares.iter();
            let cares = cares.map(|care| option(care.key, care.title, care.key == chosen));
            view! {
                <label class="cast-field">
                    <span>"Looked after"</span>
                    <select name="care">
                        <option value="">"by nobody"</option>
                        {cares.collect_view()}
                    </select>
                </label>
            }
        });
        let spans = SPANS.iter().map(|(key, words, _)| {
            view! { <button class="quiet" name="do" value=*key>{*words}</button> }
        });
        view! { {care} <div class="actions">{spans.collect_view()}</div> }.into_any()
    }

    fn whom(&self) -> AnyView {
        let chosen = self.typed.find("whom").unwrap_or("characters");
        let one = |key: &str, words: &str| option(key, words, key == chosen);
        let rows = self
            .all()
            .map(|row| one(&row.id.to_string(), &row.full_name()));
        view! {
            <label class="cast-field">
                <span>"For whom"</span>
                <select name="whom">
                    {one("characters", "All characters")}
                    {one("everybody", "Everybody here")}
                    {rows.collect_view()}
                </select>
            </label>
        }
        .into_any()
    }

    /// Whether the rules of this system let time change a combatant of this kind.
    fn heals_with_time(&self, row: &Row) -> bool {
        let later = |who: &Fighter<'_>| {
            let rules = self.view.system.rules();
            rules.later(who, Span::Nights(1), None).is_some()
        };
        self.view.fighter(row).is_some_and(|who| later(&who))
    }
}

//! What is so at the table whatever its rules are.

use leptos::prelude::*;
use rules::encounter::FoeHealth;

use super::choices::Choice;
use super::{COUNTDOWN, FOE_HEALTH, FOE_ODDS, Settings, TITLE};

impl Settings<'_> {
    /// Its title, what players see of foes, how long questions wait.
    pub(super) fn at_this_table(&self) -> AnyView {
        let title = self.runs.then(|| {
            let field = self.words(TITLE, &self.view.title);
            self.own(TITLE, "What the scene is called", "", field)
        });
        view! {
            <section aria-labelledby="table">
                <h2 id="table">"At this table"</h2>
                <ul class="sets">{title} {self.foe_health()} {self.foe_odds()} {self.countdown()}</ul>
            </section>
        }
        .into_any()
    }

    /// Players are not told: what they see of a foe says it.
    fn foe_health(&self) -> Option<AnyView> {
        let now = match self.view.foe_health? {
            FoeHealth::Shown => "shown",
            FoeHealth::Concealed => "concealed",
        };
        let choices = [
            Choice::new("shown", "Boxes, states and penalties"),
            Choice::new("concealed", "Only whether they are out of the fight"),
        ];
        let choices = self.choices(FOE_HEALTH, now, &choices);
        Some(self.own(FOE_HEALTH, "What players see of foes’ health", "", choices))
    }

    fn foe_odds(&self) -> AnyView {
        let choices = [
            Choice::new("concealed", "Only the storyteller"),
            Choice::new("shown", "Players too, of foes they see"),
        ];
        let now = match self.view.foe_odds {
            true => "shown",
            false => "concealed",
        };
        let words = "Before a roll, and of each answer a defender can give. They follow from a foe’s numbers, so they \
                     tell something of them; of hidden foes nothing is told.";
        let choices = self.choices(FOE_ODDS, now, &choices);
        self.own(FOE_ODDS, "Who sees the odds against a foe", words, choices)
    }

    fn countdown(&self) -> AnyView {
        let words = "A question of a fight that is put to a player: dodge or take it, which dice to throw. \
                     When time is up, the storyteller is asked too, or the first answer that the rules leave open \
                     is taken. Those who throw real dice are not hurried to throw them.";
        let title = "How long a question waits for a player";
        self.own(COUNTDOWN, title, words, self.seconds())
    }

    /// A setting that no rule system names.
    fn own(
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
                <div class="set-control">{control} {self.say_trouble(key)}</div>
            </li>
        }
        .into_any()
    }
}

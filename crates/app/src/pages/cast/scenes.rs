//! Prepared encounters, and past ones.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::super::SceneStanding;
use super::{Cast, SceneName, hidden_field};

impl Cast<'_> {
    /// Returns the encounters with this standing.
    fn scenes_with(&self, standing: SceneStanding) -> impl Iterator<Item = &SceneName> {
        let all = self.scenes.iter();
        all.filter(move |scene| scene.standing == standing)
    }

    /// Renders the list of the encounters that are prepared but not begun.
    pub(super) fn prepared_scenes(&self) -> AnyView {
        let mut scenes = self.scenes_with(SceneStanding::Prepared).peekable();
        let scenes = match scenes.peek().is_none() {
            true => view! { <p class="faint">{msg::NONE.get()}</p> }.into_any(),
            false => {
                let scenes = scenes.map(|scene| self.prepared_scene(scene));
                view! {
                    <ul class="cast-scenes">{scenes.collect_view()}</ul>
                    <p class="faint">
                        {msg::THOSE_WHO_ARE_TICKED_ABOVE.get()}
                    </p>
                }
                .into_any()
            }
        };
        view! {
            <section class="cast-part" id="prepared" aria-labelledby="prepared-head">
                <h2 id="prepared-head">{msg::PREPARED_UNSEEN_BY_PLAYERS.get()}</h2>
                {scenes}
            </section>
        }
        .into_any()
    }

    /// Renders a prepared encounter with its actions.
    fn prepared_scene(&self, scene: &SceneName) -> AnyView {
        let (id, name) = (scene.id, &scene.name);
        view! {
            <li class="cast-scene">
                <strong>{name.clone()}</strong>
                <div class="actions">
                    <a
                        class="button quiet"
                        href=format!("/t/{}?scene={id}", self.table)
                        target=self.is_beside_table.then_some("_top")
                        aria-label=msg::open(&name)
                    >
                        {msg::OPEN_2.get()}
                    </a>
                    <button
                        class="quiet"
                        form="go-on"
                        name="begin"
                        value=id.to_string()
                        aria-label=msg::start_now(&name)
                    >
                        {msg::START_NOW_2.get()}
                    </button>
                    {self.scene_button("remove", scene, msg::REMOVE.get())}
                </div>
            </li>
        }
        .into_any()
    }

    /// Renders a form of one button about an encounter; `key` is the action, `words` the label.
    fn scene_button(&self, key: &'static str, scene: &SceneName, words: &'static str) -> AnyView {
        let label = format!("{words}: {}", scene.name);
        let inside = view! {
            {hidden_field("scene", scene.id)}
            <button class="quiet" name="do" value=key aria-label=label>{words}</button>
        };
        self.button_form(inside)
    }

    /// Renders the past encounters, with links to their recap and replay.
    pub(super) fn past_scenes(&self) -> Option<AnyView> {
        let mut scenes = self.scenes_with(SceneStanding::Over).peekable();
        scenes.peek()?;
        let scenes = scenes.map(|scene| {
            let (id, name, table) = (scene.id, &scene.name, self.table);
            let back = self
                .can_run_table
                .then(|| self.scene_button("back", scene, msg::GO_BACK_TO_IT.get()));
            view! {
                <li class="cast-scene">
                    <strong>{name.clone()}</strong>
                    <div class="actions">
                        <a
                            class="button quiet"
                            href=format!("/t/{table}/recap?scene={id}")
                            aria-label=msg::after_the_fight(&name)
                        >
                            {msg::AFTER_THE_FIGHT_2.get()}
                        </a>
                        <a
                            class="button quiet"
                            href=format!("/t/{table}/replay?scene={id}")
                            aria-label=msg::replay(&name)
                        >
                            {msg::REPLAY_2.get()}
                        </a>
                        {back}
                    </div>
                </li>
            }
        });
        let past = view! {
            <section class="cast-part" id="past" aria-labelledby="past-head">
                <h2 id="past-head">{msg::OVER.get()}</h2>
                <ul class="cast-scenes">{scenes.collect_view()}</ul>
            </section>
        };
        Some(past.into_any())
    }
}

//! The encounters that are prepared, and those that are over.

use leptos::prelude::*;

use super::super::SceneStanding;
use super::{Cast, SceneName, hidden};

impl Cast<'_> {
    fn standing(&self, standing: SceneStanding) -> impl Iterator<Item = &SceneName> {
        let all = self.scenes.iter();
        all.filter(move |scene| scene.standing == standing)
    }

    /// The encounters that wait.
    pub(super) fn prepared(&self) -> AnyView {
        let mut scenes = self.standing(SceneStanding::Prepared).peekable();
        let scenes = match scenes.peek().is_none() {
            true => view! { <p class="faint">"None."</p> }.into_any(),
            false => {
                let scenes = scenes.map(|scene| self.waiting(scene));
                view! {
                    <ul class="cast-scenes">{scenes.collect_view()}</ul>
                    <p class="faint">
                        "Those who are ticked above come along when it starts, as they are then."
                    </p>
                }
                .into_any()
            }
        };
        view! {
            <section class="cast-part" id="prepared" aria-labelledby="prepared-head">
                <h2 id="prepared-head">"Prepared, unseen by players"</h2>
                {scenes}
            </section>
        }
        .into_any()
    }

    fn waiting(&self, scene: &SceneName) -> AnyView {
        let (id, name) = (scene.id, &scene.name);
        view! {
            <li class="cast-scene">
                <strong>{name.clone()}</strong>
                <div class="actions">
                    <a
                        class="button quiet"
                        href=format!("/t/{}?scene={id}", self.table)
                        target=self.beside.then_some("_top")
                        aria-label=format!("Open {name}")
                    >
                        "Open"
                    </a>
                    <button
                        class="quiet"
                        form="go-on"
                        name="begin"
                        value=id.to_string()
                        aria-label=format!("Start now: {name}")
                    >
                        "Start now"
                    </button>
                    {self.act("remove", scene, "Remove")}
                </div>
            </li>
        }
        .into_any()
    }

    /// A form of one button, about an encounter.
    fn act(&self, key: &'static str, scene: &SceneName, words: &'static str) -> AnyView {
        let label = format!("{words}: {}", scene.name);
        let inside = view! {
            {hidden("scene", scene.id)}
            <button class="quiet" name="do" value=key aria-label=label>{words}</button>
        };
        self.button(inside)
    }

    /// The encounters that are over, with what there is to tell of them.
    pub(super) fn past(&self) -> Option<AnyView> {
        let mut scenes = self.standing(SceneStanding::Over).peekable();
        scenes.peek()?;
        let scenes = scenes.map(|scene| {
            let (id, name, table) = (scene.id, &scene.name, self.table);
            let back = self.runs.then(|| self.act("back", scene, "Go back to it"));
            view! {
                <li class="cast-scene">
                    <strong>{name.clone()}</strong>
                    <div class="actions">
                        <a
                            class="button quiet"
                            href=format!("/t/{table}/recap?scene={id}")
                            aria-label=format!("After the fight: {name}")
                        >
                            "After the fight"
                        </a>
                        <a
                            class="button quiet"
                            href=format!("/t/{table}/replay?scene={id}")
                            aria-label=format!("Replay: {name}")
                        >
                            "Replay"
                        </a>
                        {back}
                    </div>
                </li>
            }
        });
        let past = view! {
            <section class="cast-part" id="past" aria-labelledby="past-head">
                <h2 id="past-head">"Over"</h2>
                <ul class="cast-scenes">{scenes.collect_view()}</ul>
            </section>
        };
        Some(past.into_any())
    }
}

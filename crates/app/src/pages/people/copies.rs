//! A copy to keep: files of the table, for the storyteller, and of what one was told, for everybody.

use leptos::prelude::*;
use rules::seat::Role;

use super::super::{SceneName, SceneStanding};
use super::{FileLink, People};

impl People<'_> {
    /// The section with the links.
    pub(super) fn copies(&self) -> AnyView {
        let tells = self.you.role == Role::Storyteller;
        let mine = tells.then(|| {
            let files = self.files.iter();
            let files = files.map(|FileLink { path, title, says }| file(path, title, says));
            view! { {files.collect_view()} {self.scenes()} }
        });
        let told = file(
            &format!("/t/{}/told.json", self.table),
            "What you were told",
            "every line of the log that you may read, and what you see now",
        );
        let says = tells.then(|| {
            view! {
                <p class="faint">
                    "Files for you alone: they hold whole logs, what is hidden too. On the front page of any Coterie a table can be made of one. Links and keys are in none, and neither is what dice will fall by."
                </p>
            }
        });
        view! {
            <section aria-labelledby="copies">
                <h2 id="copies">"A copy to keep"</h2>
                <ul class="copies">{mine} {told}</ul>
                {says}
            </section>
        }
        .into_any()
    }

    /// Each encounter alone: the current one, and the others in a fold.
    fn scenes(&self) -> AnyView {
        let link = |scene: &SceneName| {
            let says = match scene.standing {
                SceneStanding::Current => "this encounter alone",
                SceneStanding::Prepared => "prepared",
                SceneStanding::Over => "over",
            };
            let path = format!("/t/{}/encounter.json?scene={}", self.table, scene.id);
            file(&path, &scene.name, says)
        };
        let current = |scene: &&SceneName| scene.standing == SceneStanding::Current;
        let (now, others): (Vec<_>, Vec<_>) = self.scenes.iter().partition(current);
        let others = (!others.is_empty()).then(|| {
            let others = others.into_iter().map(link);
            view! {
                <li>
                    <details>
                        <summary>"Another encounter alone"</summary>
                        <ul>{others.collect_view()}</ul>
                    </details>
                </li>
            }
        });
        view! { {now.into_iter().map(link).collect_view()} {others} }.into_any()
    }
}

fn file(path: &str, title: &str, says: &'static str) -> AnyView {
    view! {
        <li>
            <a href=path.to_owned() download>{title.to_owned()}</a>
            " "
            <span class="faint">{says}</span>
        </li>
    }
    .into_any()
}

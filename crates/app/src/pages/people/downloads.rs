//! Downloads: files of the table for the storyteller, and everything one was shown, for everybody.

use leptos::prelude::*;
use rules::base::seat::Role;
use rules::messages::pages as msg;

use super::super::{SceneName, SceneStanding};
use super::{FileLink, People};

impl People<'_> {
    /// Renders the section with the download links.
    pub(super) fn downloads(&self) -> AnyView {
        let tells = self.you.role == Role::Storyteller;
        let mine = tells.then(|| {
            let files = self.files.iter();
            let files = files.map(
                |FileLink {
                     path,
                     title,
                     description: says,
                 }| download_link(path, title, says),
            );
            view! { {files.collect_view()} {self.scene_downloads()} }
        });
        let told = download_link(
            &format!("/t/{}/told.json", self.table),
            msg::WHAT_YOU_WERE_TOLD.get(),
            msg::EVERY_LINE_OF_THE_LOG.get(),
        );
        let says = tells.then(|| {
            view! {
                <p class="faint">
                    {msg::FILES_FOR_YOU_ALONE_THEY.get()}
                </p>
            }
        });
        view! {
            <section aria-labelledby="copies">
                <h2 id="copies">{msg::A_COPY_TO_KEEP.get()}</h2>
                <ul class="copies">{mine} {told}</ul>
                {says}
            </section>
        }
        .into_any()
    }

    /// Renders the download links of all encounters, first the current one, and the others folded.
    fn scene_downloads(&self) -> AnyView {
        let link = |scene: &SceneName| {
            let says = match scene.standing {
                SceneStanding::Current => msg::THIS_ENCOUNTER_ALONE.get(),
                SceneStanding::Prepared => "prepared",
                SceneStanding::Over => "over",
            };
            let path = format!("/t/{}/encounter.json?scene={}", self.table, scene.id);
            download_link(&path, &scene.name, says)
        };
        let current = |scene: &&SceneName| scene.standing == SceneStanding::Current;
        let (now, others): (Vec<_>, Vec<_>) = self.scenes.iter().partition(current);
        let others = (!others.is_empty()).then(|| {
            let others = others.into_iter().map(link);
            view! {
                <li>
                    <details>
                        <summary>{msg::ANOTHER_ENCOUNTER_ALONE.get()}</summary>
                        <ul>{others.collect_view()}</ul>
                    </details>
                </li>
            }
        });
        view! { {now.into_iter().map(link).collect_view()} {others} }.into_any()
    }
}

/// Renders a link that downloads a file of the table, with its explanation.
fn download_link(path: &str, title: &str, says: &'static str) -> AnyView {
    view! {
        <li>
            <a href=path.to_owned() download>{title.to_owned()}</a>
            " "
            <span class="faint">{says}</span>
        </li>
    }
    .into_any()
}

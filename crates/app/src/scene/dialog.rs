//! Dialog of the board, which shows one of its forms.

use leptos::prelude::*;

use crate::browser;
use crate::combatant::sheet::close_on_backdrop;
use crate::reactive::redraw;
use crate::scene::link_form::link_form;
use crate::scene::place_form::place_form;
use crate::scene::state::SceneForm;
use crate::scene::ways_list::ways_list;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Id of the dialog.
const DIALOG: &str = "scene-form";

/// Renders the dialog of the scene, with one of its forms. Loaded later than the first part of the program.
#[inline(never)]
pub(super) fn scene_dialog(model: Model, stage: Stage) -> AnyView {
    Effect::new(move |_| {
        if stage.scene.board().form.with(Option::is_some) {
            browser::run_later(0, || browser::open_dialog(DIALOG));
        } else {
            browser::close_dialog(DIALOG);
        }
    });
    let body = move || {
        stage.scene.board().form.get().map(|form| match form {
            SceneForm::Place(id) => place_form(model, stage, id),
            SceneForm::Link(ends) => link_form(model, stage, ends),
            SceneForm::Ways(id) => ways_list(model, stage, id),
        })
    };
    view! {
        <dialog
            id=DIALOG
            class="sheet scene-form"
            aria-labelledby="scene-form-title"
            on:click=close_on_backdrop
            on:close=move |_| stage.scene.board().form.set(None)
        >
            {redraw(body)}
        </dialog>
    }
    .into_any()
}

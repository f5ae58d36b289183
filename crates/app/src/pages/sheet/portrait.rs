//! Portrait of the sheet: the form to upload or remove it.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::{Sheet, part};

/// Name of the field that holds the file.
pub const FILE: &str = "picture";

impl Sheet<'_> {
    /// Renders the forms that set or remove a portrait, for those who may edit the sheet.
    pub(super) fn portrait_forms(&self) -> Option<AnyView> {
        if !self.can_edit {
            return None;
        }
        let (table, id, scene) = (self.table, self.row.id, &self.scene);
        let path = format!("/t/{table}/c/{id}/portrait{scene}#{}", part::PORTRAIT);
        let fits = format!("{FILE}-fits");
        let says = msg::jpeg_png_or_webp_up(&self.row.full_name());
        let faceless = self.row.portrait.is_some().then(|| {
            let button =
                view! { <button class="quiet">{msg::TAKE_THE_PORTRAIT_AWAY.get()}</button> };
            self.form(part::PORTRAIT, "faceless", button)
        });
        let inside = view! {
            <form method="post" action=path enctype="multipart/form-data">
                <label for=FILE>{msg::A_PICTURE_OF_THEM.get()}</label>
                <div class="inline">
                    <input
                        id=FILE
                        type="file"
                        name=FILE
                        accept="image/jpeg,image/png,image/webp"
                        required
                        aria-describedby=fits.clone()
                    />
                    <button class="quiet">{msg::USE_THIS_PICTURE.get()}</button>
                </div>
                <p class="faint" id=fits>{says}</p>
            </form>
            {faceless}
        };
        Some(self.part(part::PORTRAIT, msg::PORTRAIT.get(), inside))
    }
}

//! Links that are copied or photographed.

use leptos::prelude::*;

use crate::page::Qr;

/// Empty space around a picture, in squares: cameras need it.
const QUIET_ZONE: u32 = 4;

/// A link in a field from which it can be copied.
pub(super) fn copyable(label: &'static str, id: &'static str, link: &str) -> AnyView {
    view! {
        <div class="copyable">
            <label for=id>{label}</label>
            <div class="link"><input id=id type="text" readonly data-copy value=link.to_owned() /></div>
        </div>
    }
    .into_any()
}

/// A link as a picture: dark on light in every theme.
pub(super) fn picture(qr: Option<&Qr>, label: &'static str) -> Option<AnyView> {
    let Qr { side, path } = qr?;
    let whole = side.saturating_add(QUIET_ZONE.saturating_mul(2));
    let shown = format!("-{QUIET_ZONE} -{QUIET_ZONE} {whole} {whole}");
    let picture = view! {
        <svg class="qr" role="img" aria-label=label viewBox=shown><path d=path.clone()></path></svg>
    };
    Some(picture.into_any())
}

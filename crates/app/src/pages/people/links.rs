//! Fields to copy a link from, and links as QR codes.

use leptos::prelude::*;

use crate::page::Qr;

/// Width of the blank margin of a QR code, in squares, which cameras need.
const QUIET_ZONE: u32 = 4;

/// Renders a link in a field to copy it from.
pub(in crate::pages) fn copyable_link(
    label: &'static str,
    id: &'static str,
    link: &str,
) -> AnyView {
    view! {
        <div class="copyable">
            <label for=id>{label}</label>
            <div class="link"><input id=id type="text" readonly data-copy value=link.to_owned() /></div>
        </div>
    }
    .into_any()
}

/// Renders a link as a QR code, dark on light in every theme.
pub(crate) fn qr_code(qr: Option<&Qr>, label: &'static str) -> Option<AnyView> {
    let Qr { side, path } = qr?;
    let whole = side.saturating_add(QUIET_ZONE.saturating_mul(2));
    let shown = format!("-{QUIET_ZONE} -{QUIET_ZONE} {whole} {whole}");
    let picture = view! {
        <svg class="qr" role="img" aria-label=label viewBox=shown><path d=path.clone()></path></svg>
    };
    Some(picture.into_any())
}

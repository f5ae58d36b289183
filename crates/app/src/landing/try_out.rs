//! The slip above the table of a try-out: how to open it on a phone, too.

use leptos::prelude::*;
use rules::messages::front as msg;

use crate::page::TryOut;
use crate::pages::people::links::qr_code;

/// The slip with the link that opens a demo table on a second device. It needs no script, as it is
/// put away by a link to the same table without it.
#[component]
pub fn TryOutSlip(
    /// What the slip leads to.
    slip: TryOut,
) -> impl IntoView {
    let TryOut {
        table,
        qr,
        can_open_network,
    } = slip;
    let people = format!("/t/{table}/people");
    let code = qr_code(qr.as_ref(), msg::LINK_FOR_YOUR_PHONE.get());
    let is_scanned = code.is_some();
    let how = match is_scanned {
        true => msg::POINT_ITS_CAMERA_AT_THE,
        false => msg::PHONES_CANNOT_COME_IN_YET,
    };
    let open = can_open_network.then(|| {
        view! { <a class="button quiet" href="/here">{msg::LET_PHONES_IN_THIS_ROOM.get()}</a> }
    });
    view! {
        <aside id="tryout" aria-label=msg::THIS_IS_A_TRY_OUT.get() data-code=is_scanned.to_string()>
            {code}
            <p class="tryout-words">
                <strong>
                    {msg::THIS_IS_A_TRY_OUT.get()} " "
                    <span class="tryout-far">{msg::OPEN_IT_ON_YOUR_PHONE.get()}</span>
                </strong>
                <span class="tryout-how tryout-far">{how.get()}</span>
                <span class="tryout-how tryout-near">{msg::SEND_IT_TO_A_SECOND.get()}</span>
            </p>
            {open}
            <a class="button quiet tryout-near" href=people target="beside">{msg::INVITE.get()}</a>
            <a class="button quiet icon" href=format!("/t/{table}") aria-label=msg::PUT_THIS_AWAY.get()>"×"</a>
        </aside>
    }
}

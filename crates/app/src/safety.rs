//! The safety card: three signals that anybody can give to all without saying who, and the list of what the game leaves
//! out. Loaded later than the first part of the program.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use rules::base::text::Name;
use rules::encounter::safety::{Boundary, SAFETY_REST_MS, SafetyCall, SafetySignal};
use rules::messages::safety as msg;
use rules::wire::{ClientMessage, SafetyMessage};

use crate::browser;
use crate::connection::lifecycle;
use crate::reactive::{derive, on_click, redraw};
use crate::state::table_state::Model;

/// Number of players below which the card cannot hide who pressed it.
const ENOUGH_PLAYERS: usize = 3;
/// The key under which a tab remembers the newest signal that its reader has seen.
const SEEN_KEY: &str = "coterie-safety-seen";
/// The id of the dialog that shows a signal.
const CALL: &str = "safety-call";

thread_local! {
    /// Whether the card is to be open when the menu is drawn next.
    static WISH: Cell<bool> = const { Cell::new(false) };
    /// The state of the card, once a signal has come or the card was opened.
    static STATE: RefCell<Option<SafetyState>> = const { RefCell::new(None) };
}

/// State of the safety card, by which anyone can stop or slow down the game. Cheap to copy.
#[derive(Clone, Copy)]
struct SafetyState {
    /// The newest signal, until the reader has understood it.
    newest: RwSignal<Option<SafetyCall>>,
    /// Whether the card rests for everybody.
    resting: RwSignal<bool>,
}

/// Returns the state of the safety card, which outlives each drawing; creates it at first.
fn safety_state() -> SafetyState {
    if let Some(state) = STATE.with_borrow(|state| *state) {
        return state;
    }
    // Not of the part of the page that is drawn at the moment: both last as long as the page.
    let owner = Owner::new_root(None);
    let state = owner.with(|| {
        let newest = RwSignal::new(None);
        let resting = RwSignal::new(false);
        leptos::mount::mount_to_body(move || redraw(move || newest.get().map(call_card)));
        SafetyState { newest, resting }
    });
    STATE.with_borrow_mut(|kept| *kept = Some(state));
    std::mem::forget(owner);
    state
}

/// Lets the menu come with the safety card open when it is drawn next.
pub fn open_card_with_menu() {
    WISH.set(true);
}

/// Returns whether the menu that is drawn now is to come with the safety card open, and forgets it.
pub fn take_card_wish() -> bool {
    WISH.take()
}

/// Bars the safety card for as long as the server accepts no further signal.
fn let_rest(resting: RwSignal<bool>) {
    resting.set(true);
    let ms = u32::try_from(SAFETY_REST_MS).unwrap_or(u32::MAX);
    browser::run_later(ms, move || resting.set(false));
}

/// Returns the letter of a safety signal and the words for it.
const fn words_of(signal: SafetySignal) -> (&'static str, rules::messages::Text) {
    match signal {
        SafetySignal::Stop => ("X", msg::STOP_LEAVE_THIS_OUT),
        SafetySignal::SlowDown => ("N", msg::SLOW_DOWN),
        SafetySignal::GoOn => ("O", msg::ALL_GOOD_GO_ON),
    }
}

/// Returns the key of a safety signal for the style sheet.
const fn key_of(signal: SafetySignal) -> &'static str {
    match signal {
        SafetySignal::Stop => "x",
        SafetySignal::SlowDown => "n",
        SafetySignal::GoOn => "o",
    }
}

/// Shows a safety signal over everything, unless the reader has seen it.
#[inline(never)]
pub fn show_call(call: SafetyCall) {
    let seen = browser::storage().and_then(|storage| storage.get_item(SEEN_KEY).ok()?);
    let seen = seen.and_then(|seen| seen.parse::<u64>().ok());
    let SafetyState { newest, resting } = safety_state();
    if seen.is_none_or(|seen| seen < call.at) {
        let_rest(resting);
        newest.set(Some(call));
        if browser::is_table_screen() {
            // Nobody is there who could press anything.
            let ms = u32::try_from(SAFETY_REST_MS).unwrap_or(u32::MAX);
            browser::run_later(ms, move || close_call(call));
        }
        // A dialog of its own lies over whatever else is open.
        browser::run_later(0, || browser::open_dialog(CALL));
        browser::focus_later("safety-understood".to_owned());
    }
}

/// Closes the card of a safety signal, and remembers that it was seen.
fn close_call(call: SafetyCall) {
    if let Some(storage) = browser::storage() {
        _ = storage.set_item(SEEN_KEY, &call.at.to_string());
    }
    safety_state().newest.set(None);
}

/// Renders the card of a safety signal that somebody gave.
fn call_card(call: SafetyCall) -> AnyView {
    let (letter, words) = words_of(call.signal);
    let close = move || close_call(call);
    view! {
        <link rel="stylesheet" href="/safety.css" />
        <dialog
            class="safety-call"
            id=CALL
            role="alertdialog"
            aria-labelledby="safety-words"
            on:close=move |_| close()
        >
            <div class="safety-card" data-signal=key_of(call.signal)>
                <p class="safety-sign" aria-hidden="true">{letter}</p>
                <p class="safety-words" id="safety-words">{words.get()}</p>
                <p class="faint">{msg::SOMEONE_AT_THE_TABLE_ASKS.get()}</p>
                {(!browser::is_table_screen()).then(|| view! {
                    <button type="button" class="brass" id="safety-understood" on:click=on_click(move |_| close())>
                        {msg::UNDERSTOOD.get()}
                    </button>
                })}
            </div>
        </dialog>
    }
    .into_any()
}

/// Sends a safety message to the server, which does not answer it.
fn say(message: SafetyMessage) {
    lifecycle::send_unkept(&ClientMessage::Safety(message));
}

/// Renders the card from which a safety signal is given, with the list of what the game leaves out.
#[inline(never)]
pub fn safety_card(model: Model) -> AnyView {
    // While the card rests, it does so for everybody.
    let resting = safety_state().resting;
    let button = move |signal: SafetySignal| {
        let (letter, words) = words_of(signal);
        view! {
            <button
                type="button"
                class="quiet"
                data-signal=key_of(signal)
                disabled=derive(move || resting.get())
                on:click=on_click(move |_| {
                    say(SafetyMessage::Call(signal));
                    browser::close_dialog("menu");
                })
            >
                <b aria-hidden="true">{letter}</b>
                <span>{words.get()}</span>
            </button>
        }
    };
    let few = move || {
        let here = model.here.get();
        let seats = model.seats.get();
        let players = seats
            .iter()
            .filter(|seat| seat.role == rules::base::seat::Role::Player && here.contains(&seat.id));
        players.count() < ENOUGH_PLAYERS
    };
    view! {
        <link rel="stylesheet" href="/safety.css" />
        <div class="sheet-part" id="safety">
            <h3>{msg::SAFETY.get()}</h3>
            <p class="faint">{msg::NOBODY_IS_TOLD_WHO.get()}</p>
            <div class="safety-signals" role="group" aria-label=msg::SAFETY.get()>
                {[SafetySignal::Stop, SafetySignal::SlowDown, SafetySignal::GoOn].map(button).collect_view()}
            </div>
            <p class="faint" role="status" hidden=derive(move || !resting.get())>{msg::IT_RESTS_FOR_ALL.get()}</p>
            <p class="faint" id="safety-few" hidden=derive(move || !few())>{msg::IT_CANNOT_HIDE_WHO.get()}</p>
            {boundary_part(model)}
        </div>
    }
    .into_any()
}

/// Renders the list of topics that the game leaves out.
fn boundary_part(model: Model) -> AnyView {
    let all = model.select(|view| {
        let all = view.boundaries.as_ref();
        all.map_or_else(Vec::new, |all| (**all).clone())
    });
    let (text, veil) = (RwSignal::new(String::new()), RwSignal::new(false));
    let runs = model.can_run_table();
    let add = move || {
        if let Ok(name) = Name::new(&text.get_untracked()) {
            let veil = veil.get_untracked();
            say(SafetyMessage::Add(Boundary { text: name, veil }));
            text.set(String::new());
            model.notify(msg::IT_COMES_IN_A_MOMENT.get());
        }
    };
    let row = move |boundary: Boundary| {
        let kind = if boundary.veil {
            msg::VEIL.get()
        } else {
            msg::LINE.get()
        };
        let words = boundary.text.to_string();
        let label = msg::take_off(&words);
        view! {
            <li>
                <span>{words}" "<span class="faint">{kind}</span></span>
                {runs.then(|| view! {
                    <button
                        type="button"
                        class="quiet small"
                        aria-label=label
                        on:click=on_click(move |_| say(SafetyMessage::Remove(boundary.clone())))
                    >
                        "×"
                    </button>
                })}
            </li>
        }
    };
    view! {
        <h3>{msg::LINES_AND_VEILS.get()}</h3>
        <p class="faint">{msg::WHAT_THIS_GAME_LEAVES_OUT.get()}</p>
        <ul class="boundaries">{redraw(move || all.get().into_iter().map(row).collect_view())}</ul>
        <form
            class="new-boundary"
            on:submit=move |event| {
                event.prevent_default();
                add();
            }
        >
            <input
                type="text"
                id="new-boundary"
                maxlength="80"
                autocomplete="off"
                aria-label=msg::LEAVE_OUT.get()
                placeholder=msg::LEAVE_OUT.get()
                prop:value=text
                on:input:target=move |event| text.set(event.target().value())
            />
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=veil
                    on:change:target=move |event| veil.set(event.target().checked())
                />
                {msg::ONLY_OUT_OF_SIGHT.get()}
            </label>
            <button type="submit" class="quiet">{msg::ADD_WITHOUT_A_NAME.get()}</button>
        </form>
    }
    .into_any()
}

//! Reactive values and handlers whose closures are boxed as one type. Every closure type would get its own copy of the
//! drawing code, which phones have to download.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use rules::base::id::{CombatantId, CommandId, ExchangeId, LocationId};
use std::sync::Arc;

/// Creates a signal for a text or an attribute, computed from other signals.
pub fn derive<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Signal<T>
where
    T: Send + Sync + 'static,
{
    let read: Box<dyn Fn() -> T + Send + Sync> = Box::new(read);
    Signal::derive(read)
}

/// Creates a memo, which is a value computed from other signals once for all its readers.
pub fn memo<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let read: Box<dyn Fn() -> T + Send + Sync> = Box::new(read);
    Memo::new(move |_| read())
}

/// Renders a part of the page that is drawn anew when a signal it reads changes.
pub fn redraw<V: IntoView + 'static>(draw: impl Fn() -> V + Send + 'static) -> AnyView {
    erased_view(Box::new(move || draw().into_any()))
}

/// Renders a part of the page that exists only while a condition holds.
pub fn show_when<V: IntoView + 'static>(
    when: impl Fn() -> bool + Send + Sync + 'static,
    draw: impl Fn() -> V + Send + 'static,
) -> AnyView {
    show_either(when, draw, || ())
}

/// Renders the part `one` of the page while a condition holds, and `other` while it does not.
pub fn show_either<V: IntoView + 'static, W: IntoView + 'static>(
    when: impl Fn() -> bool + Send + Sync + 'static,
    one: impl Fn() -> V + Send + 'static,
    other: impl Fn() -> W + Send + 'static,
) -> AnyView {
    let when = memo(when);
    erased_view(Box::new(move || match when.get() {
        true => one().into_any(),
        false => other().into_any(),
    }))
}

/// A key of a list on the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    /// The key of a combatant.
    Combatant(CombatantId),
    /// The key of an exchange.
    Exchange(ExchangeId),
    /// The key of a place of the scene.
    Place(LocationId),
    /// The key of an open proposal: its command.
    Proposal(CommandId),
    /// The key of a maneuver: its place among those on the screen.
    Maneuver(u32),
    /// The key of a part of a pool.
    Part(u32),
    /// The key of a stretch of the log.
    Leaf(u32),
    /// The key of a log line, with everything that can change after it was written.
    Line {
        /// The number of the line.
        no: u32,
        /// The time it was written, in milliseconds since 1970.
        at: u64,
        /// Whether the line was undone.
        undone: bool,
        /// The marks so far: bashing, lethal, aggravated, points.
        marked: [i32; 4],
    },
    /// The key of a log line that the reader's seat alone is told, with everything that can change.
    PrivateLine {
        /// The number of the line.
        no: u32,
        /// Whether the line was undone.
        undone: bool,
    },
}

/// Renders a list with a part for each combatant.
pub fn each_combatant<V: IntoView + 'static>(
    list: impl Fn() -> Vec<CombatantId> + Send + 'static,
    draw: impl Fn(CombatantId) -> V + Send + Sync + 'static,
) -> AnyView {
    let list = move || list().into_iter().map(Key::Combatant).collect();
    keyed_list(list, move |key| match key {
        Key::Combatant(id) => Some(draw(id)),
        _ => None,
    })
}

/// Renders a list with a part for each key.
pub fn keyed_list<V: IntoView + 'static>(
    list: impl Fn() -> Vec<Key> + Send + 'static,
    draw: impl Fn(Key) -> Option<V> + Send + Sync + 'static,
) -> AnyView {
    erased_list(
        Box::new(list),
        Arc::new(move |key| draw(key).map(IntoAny::into_any).into_any()),
    )
}

/// Renders a keyed list whose closures are boxed, so that the code exists only once.
fn erased_list(
    list: Box<dyn Fn() -> Vec<Key> + Send>,
    draw: Arc<dyn Fn(Key) -> AnyView + Send + Sync>,
) -> AnyView {
    view! { <For each=move || list() key=|key| *key children=move |key| draw(key) /> }.into_any()
}

/// Renders a redrawn part whose closure is boxed, so that the code exists only once.
fn erased_view(draw: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    (move || draw()).into_any()
}

/// Boxes a handler of click events, so that all elements share one handler type.
pub fn on_click(act: impl FnMut(MouseEvent) + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(act)
}

/// Boxes a handler of pointer events, so that all elements share one handler type.
pub fn on_pointer(act: impl FnMut(PointerEvent) + 'static) -> Box<dyn FnMut(PointerEvent)> {
    Box::new(act)
}

/// Boxes a handler of keyboard events, so that all elements share one handler type.
pub fn on_key(act: impl FnMut(KeyboardEvent) + 'static) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(act)
}

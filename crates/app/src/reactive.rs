//! Closures of a kind under one type. Every closure has a type of its own, and every type
//! its own copy of the machinery that draws it; phones download them all.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use rules::id::{CombatantId, CommandId, ExchangeId};
use std::sync::Arc;

/// Text or an attribute that follows what it reads.
pub fn derive<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Signal<T>
where
    T: Send + Sync + 'static,
{
    let read: Box<dyn Fn() -> T + Send + Sync> = Box::new(read);
    Signal::derive(read)
}

/// A value that follows what it reads, worked out once for all who read it.
pub fn memo<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Send + Sync + 'static,
{
    let read: Box<dyn Fn() -> T + Send + Sync> = Box::new(read);
    Memo::new(move |_| read())
}

/// A part of the page that is drawn anew when what it reads changes.
pub fn redraw<V: IntoView + 'static>(draw: impl Fn() -> V + Send + 'static) -> AnyView {
    erased_view(Box::new(move || draw().into_any()))
}

/// A part of the page that is there while something is so.
pub fn show_when<V: IntoView + 'static>(
    when: impl Fn() -> bool + Send + Sync + 'static,
    draw: impl Fn() -> V + Send + 'static,
) -> AnyView {
    show_either(when, draw, || ())
}

/// Shows one of two parts of the page, the first while something is so.
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
    /// An open proposal, by its command.
    Proposal(CommandId),
    /// A maneuver, by its place among those on the screen.
    Maneuver(u32),
    /// A part of a pool.
    Part(u32),
    /// A stretch of the log.
    Leaf(u32),
    /// A line of the log, and what of it can change after it was written.
    Line {
        /// The number of the line.
        no: u32,
        /// The time it was written, in milliseconds since 1970.
        at: u64,
        /// Whether it was taken back.
        undone: bool,
        /// The marks so far: bashing, lethal, aggravated, points.
        marked: [i32; 4],
    },
}

/// A part of the page for each combatant of a list.
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

/// A part of the page for each of a list.
pub fn keyed_list<V: IntoView + 'static>(
    list: impl Fn() -> Vec<Key> + Send + 'static,
    draw: impl Fn(Key) -> Option<V> + Send + Sync + 'static,
) -> AnyView {
    erased_list(
        Box::new(list),
        Arc::new(move |key| draw(key).map(IntoAny::into_any).into_any()),
    )
}

/// Draws a list whose closures have no type of their own any more.
fn erased_list(
    list: Box<dyn Fn() -> Vec<Key> + Send>,
    draw: Arc<dyn Fn(Key) -> AnyView + Send + Sync>,
) -> AnyView {
    view! { <For each=move || list() key=|key| *key children=move |key| draw(key) /> }.into_any()
}

/// Draws a part whose closure has no type of its own any more.
fn erased_view(draw: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    (move || draw()).into_any()
}

/// Boxes a handler of clicks.
pub fn on_click(act: impl FnMut(MouseEvent) + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(act)
}

/// Boxes a handler of pointers.
pub fn on_pointer(act: impl FnMut(PointerEvent) + 'static) -> Box<dyn FnMut(PointerEvent)> {
    Box::new(act)
}

/// Boxes a handler of keys.
pub fn on_key(act: impl FnMut(KeyboardEvent) + 'static) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(act)
}

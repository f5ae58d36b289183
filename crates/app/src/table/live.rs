//! One type for all closures of a kind. Every closure has a type of its own, and every type
//! its own copy of the machinery that draws it; phones download them all.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::{Memo, Signal};

/// Text or an attribute that follows what it reads.
pub fn live<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Signal<T>
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

/// What a click does.
pub fn clicked(act: impl FnMut(MouseEvent) + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(act)
}

/// What a pointer does.
pub fn pointed(act: impl FnMut(PointerEvent) + 'static) -> Box<dyn FnMut(PointerEvent)> {
    Box::new(act)
}

/// What a key does.
pub fn keyed(act: impl FnMut(KeyboardEvent) + 'static) -> Box<dyn FnMut(KeyboardEvent)> {
    Box::new(act)
}

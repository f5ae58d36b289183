//! One type for all closures of a kind. Every closure has a type of its own, and every type
//! its own copy of the machinery that draws it; phones download them all.

use leptos::ev::MouseEvent;
use leptos::prelude::Signal;

/// Text or an attribute that follows what it reads.
pub fn live<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Signal<T>
where
    T: Send + Sync + 'static,
{
    Signal::derive(read)
}

/// What a click does.
pub fn clicked(act: impl FnMut(MouseEvent) + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(act)
}

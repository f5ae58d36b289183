//! Text and attributes that follow what they read.

use leptos::prelude::Signal;

/// What follows what it reads, in one type for all that come to the same kind of value: every
/// closure type of its own would bring its own copy of the machinery, and the program is
/// downloaded by phones.
pub fn live<T>(read: impl Fn() -> T + Send + Sync + 'static) -> Signal<T>
where
    T: Send + Sync + 'static,
{
    Signal::derive(read)
}

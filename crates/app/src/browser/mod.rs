//! Access to the browser. On the server it does nothing.

mod device;
mod dialog;
mod focus;

pub use device::*;
pub use dialog::*;
pub use focus::*;

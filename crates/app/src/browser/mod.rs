//! What only a browser can do. On the server it does nothing.

mod device;
mod dialog;
mod focus;

pub use device::*;
pub use dialog::*;
pub use focus::*;

//! The room on the screen, in units of which its width has 1920, so that everything grows with the display.

use leptos::prelude::*;

use crate::browser;

/// Height of the screen in units, at the usual size.
const HEIGHT: f64 = 1080.0;
/// Height of margins and head.
const AROUND: f64 = 232.0;

/// Height that the table screen has for its content. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Height between head and lower margin, in units.
    height: RwSignal<f64>,
}

impl Room {
    /// Measures the height of the screen's content now, and again whenever the size changes.
    pub(super) fn measure() -> Self {
        let height = RwSignal::new(HEIGHT - AROUND);
        if browser::HERE {
            height.set(measured_height());
            let handle = window_event_listener(leptos::ev::resize, move |_| {
                height.set(measured_height());
            });
            on_cleanup(move || handle.remove());
        }
        Self { height }
    }

    /// Returns the height between the screen's head and lower margin, in units.
    pub(super) fn height(self) -> f64 {
        self.height.get()
    }
}

/// Measures the height between the screen's head and lower margin, in units.
fn measured_height() -> f64 {
    let root = document().document_element();
    let size = root.and_then(|root| root.get_attribute("data-size"));
    let size = size.and_then(|size| size.parse::<f64>().ok());
    HEIGHT / size.filter(|size| *size > 0.1).unwrap_or(1.0) - AROUND
}

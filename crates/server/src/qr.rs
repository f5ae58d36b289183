//! QR codes of links, for a phone's camera.

use app::page::Qr;
use fast_qr::{ECL, QRBuilder};

/// Draws a text as a QR code; `None` when it is too long. Of its squares 15 percent may be unreadable: a screen is
/// clean, and fewer squares are larger ones.
pub(crate) fn draw_qr(text: &str) -> Option<Qr> {
    let code = QRBuilder::new(text).ecl(ECL::M).build().ok()?;
    let mut path = String::new();
    for y in 0..code.size {
        let row: Vec<bool> = code[y].iter().map(|square| square.value()).collect();
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run.first() == Some(&true) {
                path.push_str(&format!("M{x} {y}h{}v1H{x}z", run.len()));
            }
            x += run.len();
        }
    }
    let side = u32::try_from(code.size).ok()?;
    Some(Qr { side, path })
}

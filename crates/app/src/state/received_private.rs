//! Private view that the page has received for the reader's seat.

use rules::encounter::PrivateView;

/// Data that the reader's seat alone is told, with the number of the message that it is current
/// with.
#[derive(Debug, Default)]
pub(super) struct ReceivedPrivate {
    /// Number of the last private message.
    pub(super) seq: u64,
    /// What the seat is told beside what its class sees.
    pub(super) view: PrivateView,
}

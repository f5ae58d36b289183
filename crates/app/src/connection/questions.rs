//! Questions to the server that change nothing, such as odds, and the handling of their answers.

use std::cell::RefCell;

use rules::encounter::{Question, Reply};
use rules::wire::ClientMessage;

use crate::connection::lifecycle;

/// Function that handles the answer to a question.
type ReplyHandler = Box<dyn FnOnce(Reply)>;

/// Questions sent to the server over the socket and not yet answered, each by its number.
#[derive(Default)]
struct OpenRequests {
    last: u32,
    waiting: Vec<(u32, ReplyHandler)>,
}

/// Maximum number of unanswered questions. Those lost with a connection are never answered.
const MAX_ASKED: usize = 64;

thread_local! {
    static REQUESTS: RefCell<OpenRequests> = RefCell::default();
}

/// Asks the server a question and passes its answer to `then`. A lost question has no answer, nor does one asked while
/// the page is printed.
pub fn ask(question: Question, then: impl FnOnce(Reply) + 'static) {
    let then: ReplyHandler = Box::new(then);
    let no = REQUESTS.with_borrow_mut(|asked| {
        asked.last = asked.last.wrapping_add(1);
        asked.waiting.push((asked.last, then));
        if asked.waiting.len() > MAX_ASKED {
            drop(asked.waiting.remove(0));
        }
        asked.last
    });
    lifecycle::send(&ClientMessage::Ask {
        no,
        question: Box::new(question),
    });
}

/// Passes an answer to the handler of its question.
pub(super) fn deliver_reply(no: u32, reply: Reply) {
    let then = REQUESTS.with_borrow_mut(|asked| {
        let at = asked.waiting.iter().position(|(asked, _)| *asked == no)?;
        Some(asked.waiting.remove(at).1)
    });
    if let Some(then) = then {
        then(reply);
    }
}

//! Questions to the table that change nothing, and what is done with their answers.

use std::cell::RefCell;

use rules::encounter::{Question, Reply};
use rules::wire::ClientMessage;

use crate::connection::lifecycle;

/// A function that takes the answer to a question.
type ReplyHandler = Box<dyn FnOnce(Reply)>;

/// Questions that wait for their answers, by number.
#[derive(Default)]
struct OpenRequests {
    last: u32,
    waiting: Vec<(u32, ReplyHandler)>,
}

/// Questions that may wait. Those that are lost with a line are never answered.
const MAX_ASKED: usize = 64;

thread_local! {
    static REQUESTS: RefCell<OpenRequests> = RefCell::default();
}

/// Asks the table something that changes nothing. A question that is lost on its way, or that nothing is there to
/// answer (while the page is printed), has no answer.
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

/// Gives an answer to what asked for it.
pub(super) fn deliver_reply(no: u32, reply: Reply) {
    let then = REQUESTS.with_borrow_mut(|asked| {
        let at = asked.waiting.iter().position(|(asked, _)| *asked == no)?;
        Some(asked.waiting.remove(at).1)
    });
    if let Some(then) = then {
        then(reply);
    }
}

//! Pages before the table: plain forms that need no script.

pub mod arrive;
pub(crate) mod brand;
pub mod front;
pub mod join;
pub mod problem;
pub mod try_out;
pub mod yours;

pub use arrive::ArrivePage;
pub use front::{HomePage, StartPage};
pub use join::JoinPage;
pub use problem::ProblemPage;
use rules::messages::doors as msg;

use crate::page::Trouble;

/// Returns the sentence about a problem with a form.
#[must_use]
pub fn trouble_words(trouble: Trouble) -> String {
    match trouble {
        Trouble::Name(error) => msg::that_name_will_not_do(&error),
        Trouble::Code => msg::NO_TABLE_HAS_THAT_CODE.get().to_owned(),
        Trouble::TooFast => msg::TOO_MANY_TRIES_WAIT_A.get().to_owned(),
        Trouble::Locked => msg::THIS_TABLE_IS_LOCKED_IT.get().to_owned(),
        Trouble::Full => msg::THERE_IS_NO_SEAT_LEFT.get().to_owned(),
        Trouble::Taken => msg::SOMEONE_AT_THIS_TABLE_ALREADY.get().to_owned(),
        Trouble::Storyteller => msg::THAT_NAME_SAYS_WHO_RUNS.get().to_owned(),
        Trouble::System => msg::THERE_IS_NO_SUCH_RULE.get().to_owned(),
    }
}

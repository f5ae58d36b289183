//! Pages before the table: plain forms that need no script.

pub mod arrive;
pub mod home;
pub mod join;
pub mod problem;
pub mod yours;

pub use arrive::ArrivePage;
pub use home::HomePage;
pub use join::JoinPage;
pub use problem::ProblemPage;

use crate::page::Trouble;

/// What is wrong with a form, as a sentence.
#[must_use]
pub fn words(trouble: Trouble) -> String {
    match trouble {
        Trouble::Name(error) => format!("That name will not do: {error}."),
        Trouble::Code => "No table has that code. Ask for a new one.".to_owned(),
        Trouble::TooFast => "Too many tries. Wait a minute, then try again.".to_owned(),
        Trouble::Locked => "This table is locked: it takes nobody new for now.".to_owned(),
        Trouble::Full => "There is no seat left at this table.".to_owned(),
        Trouble::Taken => {
            "Someone at this table already has that name, or one that looks like it. \
                           Is that you on a new phone? Ask the storyteller for your link. \
                           Otherwise choose another name."
                .to_owned()
        }
        Trouble::Storyteller => {
            "That name says who runs the table. Take one of your own.".to_owned()
        }
        Trouble::System => "There is no such rule system. Choose one from the list.".to_owned(),
    }
}

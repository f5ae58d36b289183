//! The front page of the site, and the two steps in which a table is started.

pub mod games;
pub mod home;
pub mod pictures;
pub mod reasons;
pub mod start;

pub use home::HomePage;
pub use start::StartPage;

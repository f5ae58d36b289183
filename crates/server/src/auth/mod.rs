//! Identity: the browser of a request, its seats, and the links and codes that lead to them.

pub(crate) mod browser;
pub(crate) mod cookie;
pub mod invite;
pub(crate) mod newcomers;
pub(crate) mod seats;
pub mod token;
pub(crate) mod wordlist;

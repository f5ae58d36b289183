//! HTTP: routes and their layers, limits, refusals, the listener and the websockets.

pub(crate) mod compression;
pub(crate) mod error;
pub(crate) mod fair_share;
pub(crate) mod headers;
pub(crate) mod health;
pub(crate) mod limits;
pub(crate) mod listener;
pub(crate) mod origin;
pub(crate) mod rate;
pub(crate) mod requests;
pub(crate) mod routes;
pub(crate) mod site_url;
pub(crate) mod socket;
pub(crate) mod turns;
pub(crate) mod upgrade;

//! Server library: pages, sockets, rooms and the store.
//!
//! A library, so that tests build the same program as the binary.

pub mod archive;
mod browser;
pub mod chance;
pub mod clock;
mod cookie;
mod door;
mod error;
pub mod folder;
mod guides;
mod headers;
mod health;
pub mod invite;
pub mod lan;
mod limits;
mod lock;
pub mod logs;
mod meters;
mod newcomers;
pub mod news;
pub mod options;
mod origin;
mod pages;
mod parts;
mod past;
mod picture;
mod qr;
mod rate;
mod requests;
mod room;
mod routes;
mod seats;
mod shares;
mod shrink;
#[cfg(test)]
mod simulation;
mod site_url;
mod socket;
mod state;
pub mod store;
pub mod token;
mod turns;
mod upgrade;
pub mod verify;
mod wordlist;

use tokio::net::TcpListener;

pub use crate::door::bind;
pub use crate::health::while_starting;
pub use crate::limits::Quotas;
pub(crate) use crate::lock::locked;
pub use crate::pages::demo::sweep;
pub use crate::state::App;

impl App {
    /// Serves until [`App::go_down`] is called.
    pub async fn serve(self, listener: TcpListener) {
        self.tasks.spawn(pages::demo::keep_sweeping(self.clone()));
        if self.store.is_shared() {
            self.tasks.spawn(news::keep_looking(self.clone()));
            if let Some(address) = self.options.news.clone() {
                self.tasks.spawn(news::keep_hearing(self.clone(), address));
            }
        }
        door::serve(self, listener).await;
    }

    /// Shuts down in order: closes the sockets, saves the rooms, closes the store.
    pub async fn go_down(&self) {
        self.down.cancel();
        self.rooms.close().await;
        self.tasks.close();
        if tokio::time::timeout(limits::GOODBYE_TIME, self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some connections did not say goodbye in time");
        }
        self.store.close().await;
    }
}

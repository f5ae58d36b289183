//! Server library: pages, sockets, rooms and the store.
//!
//! A library, so that tests build the same program as the binary.

pub mod archive;
pub mod auth;
pub mod chance;
pub mod cli;
pub mod clock;
pub mod folder;
mod guides;
mod http;
mod lock;
pub mod logs;
mod meters;
pub mod news;
mod pages;
mod parts;
mod past;
mod picture;
mod qr;
mod room;
#[cfg(test)]
mod simulation;
mod state;
pub mod store;

use tokio::net::TcpListener;

pub use crate::http::door::bind;
pub use crate::http::health::while_starting;
pub use crate::http::limits::Quotas;
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
        http::door::serve(self, listener).await;
    }

    /// Shuts down in order: closes the sockets, saves the rooms, closes the store.
    pub async fn go_down(&self) {
        self.down.cancel();
        self.rooms.close().await;
        self.tasks.close();
        if tokio::time::timeout(http::limits::GOODBYE_TIME, self.tasks.wait())
            .await
            .is_err()
        {
            tracing::warn!("some connections did not say goodbye in time");
        }
        self.store.close().await;
    }
}

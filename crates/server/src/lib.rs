//! Server library: pages, sockets, rooms and the store.
//!
//! A library, so that tests build the same program as the binary.

pub mod archive;
mod assets;
pub mod auth;
pub mod chance;
pub mod cli;
pub mod clock;
pub mod cluster;
pub mod folder;
mod guides;
mod http;
mod lock;
pub mod logs;
mod metrics;
mod pages;
mod past_cache;
mod picture;
mod qr;
mod room;
mod state;
pub mod store;
#[doc(hidden)]
pub mod testing;

use tokio::net::TcpListener;

pub use crate::http::health::answer_while_starting;
pub use crate::http::limits::Quotas;
pub use crate::http::listener::bind;
pub(crate) use crate::lock::lock;
pub use crate::pages::demo::sweep_demos;
pub use crate::state::App;

impl App {
    /// Serves until [`App::shut_down`] is called.
    pub async fn serve(self, listener: TcpListener) {
        self.tasks.spawn(pages::demo::keep_sweeping(self.clone()));
        if self.store.is_shared() {
            self.tasks.spawn(cluster::run_polling(self.clone()));
            if let Some(address) = self.options.news.clone() {
                self.tasks
                    .spawn(cluster::run_transport(self.clone(), address));
            }
        }
        http::listener::accept_connections(self, listener).await;
    }

    /// Shuts down in order: closes the sockets, saves the rooms, closes the store.
    pub async fn shut_down(&self) {
        self.shutdown.cancel();
        self.rooms.close_all().await;
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

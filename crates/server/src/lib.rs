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
mod network;
mod pages;
mod past_cache;
mod picture;
pub mod program;
mod qr;
mod room;
mod state;
pub mod store;
#[doc(hidden)]
pub mod testing;

pub use crate::http::health::answer_while_starting;
pub use crate::http::limits::Quotas;
pub use crate::http::listener::{Listener, Tls, TlsError, bind};
pub(crate) use crate::lock::lock;
pub use crate::pages::demo::sweep_demos;
pub use crate::state::App;

impl App {
    /// Serves connections of a listener until [`App::shut_down`] is called.
    pub async fn serve(self, listener: impl Into<Listener>) {
        let listener = listener.into();
        self.set_front_door(&listener);
        self.tasks.spawn(pages::demo::keep_sweeping(self.clone()));
        if self.store.is_shared() {
            self.tasks.spawn(cluster::run_polling(self.clone()));
            if let Some(address) = self.options.news.clone() {
                self.tasks
                    .spawn(cluster::run_transport(self.clone(), address));
            }
        }
        let shutdown = self.shutdown.clone();
        http::listener::accept_connections(self, listener, shutdown).await;
    }

    /// Sets the server's main listener, on whose port others can be opened for the local network.
    pub(crate) fn set_front_door(&self, listener: &Listener) {
        let app = self.clone();
        let serve = Box::new(move |listener, closed| {
            let serving = http::listener::accept_connections(app.clone(), listener, closed);
            app.tasks.spawn(serving);
        });
        self.network
            .set_front_door(listener, serve, self.shutdown.clone());
    }

    /// Shuts the server down by closing the sockets, saving the rooms, and closing the store.
    pub async fn shut_down(&self) {
        self.shutdown.cancel();
        self.network.end();
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

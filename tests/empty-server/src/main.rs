//! Server with one page and nothing else.
#![expect(clippy::print_stdout, reason = "the one line that says where it is")]

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("It is at http://{}", listener.local_addr()?);
    let router = Router::new().route("/readyz", get(async || "ok"));
    axum::serve(listener, router).await
}

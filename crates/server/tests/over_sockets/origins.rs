//! Pages of others: none of them opens a socket or changes anything in the name of who reads them.

use crate::client::{FORM, Guest};
use crate::server::Company;

/// Two hundred origins that are not the server's own, most of them made to look like it.
fn hostile(own: &str) -> Vec<String> {
    let (host, port) = own.rsplit_once(':').expect("a port");
    let other = if port == "81" { "82" } else { "81" };
    let hosts = [
        format!("{host}:{other}"),
        host.to_owned(),
        format!("{host}.:{port}"),
        format!(".{host}:{port}"),
        format!("{host}:{port}.evil.example"),
        format!("{host}.evil.example:{port}"),
        format!("evil.example:{port}"),
        format!("evil{host}:{port}"),
        format!("{host}evil:{port}"),
        format!("{host}@evil.example:{port}"),
        format!("evil.example@{host}:{port}"),
        format!("user:pass@{host}:{port}"),
        format!("{host}:{port}@evil.example"),
        format!("{host}:{port}/"),
        format!("{host}:{port}/t"),
        format!("{host}:{port}?"),
        format!("{host}:{port}#"),
        format!("{host}:{port}\\"),
        format!("{host}:0{port}"),
        format!("{host}:+{port}"),
        format!("{host}:{port}0"),
        format!("{host}: {port}"),
        format!("[{host}]:{port}"),
        format!("[::ffff:{host}]:{port}"),
        format!("[::1]:{port}"),
        format!("localhost:{port}"),
        format!("127.1:{port}"),
        format!("2130706433:{port}"),
        format!("0x7f000001:{port}"),
        format!("0177.0.0.1:{port}"),
        format!("127.0.0.2:{port}"),
        format!("0.0.0.0:{port}"),
        format!("{host}%00:{port}"),
        format!("{host}%2e:{port}"),
        format!("xn--{host}:{port}"),
        format!("{host}:{port},http://{host}:{port}"),
        format!("{host}:{port} http://{host}:{port}"),
        format!("evil.example,{host}:{port}"),
        format!("evil.example {host}:{port}"),
        String::new(),
    ];
    let schemes = ["http://", "https://", "", "//"];
    let many = schemes
        .iter()
        .flat_map(|scheme| hosts.iter().map(move |host| format!("{scheme}{host}")));
    let odd = [
        "ws",
        "wss",
        "ftp",
        "file",
        "data",
        "javascript",
        "blob",
        "about",
        "chrome-extension",
        "moz-extension",
        "view-source",
        "app",
    ];
    let odd = odd
        .iter()
        .flat_map(|scheme| [format!("{scheme}://{own}"), format!("{scheme}:{own}")]);
    let words = [
        "null",
        "*",
        "undefined",
        "none",
        "same-origin",
        "http",
        "http:",
        "http:/",
        "https:///",
        "HTTP//",
        "file:///",
    ];
    let words = words.iter().map(|&word| word.to_owned());
    let itself = [
        format!("http:{own}"),
        format!("http:/{own}"),
        format!("http:///{own}"),
        own.to_owned(),
        format!("\"http://{own}\""),
    ];
    many.chain(odd).chain(words).chain(itself).collect()
}

/// A page of evil.example that its reader's browser sends a form from.
async fn post(guest: &mut Guest, path: &str, origin: &str) -> u16 {
    let headers = [("origin", origin), FORM];
    guest.post_raw(path, &headers, "").await.status
}

#[tokio::test]
async fn no_page_of_others_opens_a_socket_or_sends_a_form() {
    let mut company = Company::gather().await;
    let own = company.sam.host();
    let origins = hostile(&own);
    assert!(origins.len() >= 200, "{}", origins.len());
    let renew = format!("/t/{}/invite/renew", company.table);
    for origin in &origins {
        let knocked = company.sam.knock(company.encounter, Some(origin)).await;
        assert_eq!(knocked.err(), Some(403), "{origin:?}");
        assert_eq!(
            post(&mut company.sam, &renew, origin).await,
            403,
            "{origin:?}"
        );
    }
    assert_eq!(
        company.sam.knock(company.encounter, None).await.err(),
        Some(403)
    );
    // The seat itself may do both.
    let origin = format!("http://{own}");
    assert!(
        company
            .sam
            .knock(company.encounter, Some(&origin))
            .await
            .is_ok()
    );
    assert_eq!(post(&mut company.sam, &renew, &origin).await, 200);
    company.server.stop().await;
}

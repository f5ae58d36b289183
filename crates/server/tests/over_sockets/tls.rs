//! Postgres by TLS: as the address asks for it, with certificates that the test makes.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use sqlx::{Connection as _, Executor as _};

use crate::client::Guest;
use crate::cluster::Cluster;
use crate::postgres::{order, said, start};

/// The name in the certificate, and for whom it is none.
const NAME: &str = "localhost";

/// What makes certificates; it comes along with Debian's Postgres.
fn openssl(place: &Path, arguments: &[&str]) {
    let mut made = Command::new("openssl");
    let made = made.args(arguments).current_dir(place).output();
    let made = made.expect("openssl");
    assert!(made.status.success(), "{made:?}");
}

/// An authority of the test's own, `NAME.crt`.
fn authority(place: &Path, name: &str) -> PathBuf {
    let (key, certificate) = (format!("{name}.key"), format!("{name}.crt"));
    openssl(
        place,
        &[
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
            "-subj",
            &format!("/CN={name} of the tests"),
            "-keyout",
            &key,
            "-out",
            &certificate,
        ],
    );
    place.join(certificate)
}

/// A certificate for [`NAME`] from that authority, where the database looks for it.
fn certificate(place: &Path, authority: &str, data: &Path) {
    openssl(
        place,
        &[
            "req",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-subj",
            &format!("/CN={NAME}"),
            "-keyout",
            "server.key",
            "-out",
            "server.csr",
        ],
    );
    fs::write(place.join("names"), format!("subjectAltName=DNS:{NAME}\n")).expect("a file");
    openssl(
        place,
        &[
            "x509",
            "-req",
            "-in",
            "server.csr",
            "-days",
            "2",
            "-CAcreateserial",
            "-extfile",
            "names",
            "-CA",
            &format!("{authority}.crt"),
            "-CAkey",
            &format!("{authority}.key"),
            "-out",
            "server.crt",
        ],
    );
    let owner = fs::metadata(data).expect("its folder");
    for name in ["server.key", "server.crt"] {
        let file = data.join(name);
        fs::copy(place.join(name), &file).expect("a copy");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("its own");
        chown(&file, Some(owner.uid()), Some(owner.gid())).expect("its own");
    }
}

/// A database that lets nobody in by the network without TLS.
async fn strict(place: &Path) -> Option<(Cluster, u16)> {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let cluster = Cluster::own(&format!("-c listen_addresses=127.0.0.1 -c port={port}"))?;
    authority(place, "ours");
    authority(place, "others");
    certificate(place, "ours", &cluster.data());
    let doors = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
    fs::write(cluster.data().join("pg_hba.conf"), doors).expect("its doors");
    let mut connection = cluster.connect_at(port).await;
    for sql in ["ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()"] {
        connection.execute(sql).await.expect("a setting");
    }
    // It reads them in its own time.
    let sql = "SELECT current_setting('ssl') = 'on'";
    while !sqlx::query_scalar::<_, bool>(sql)
        .fetch_one(&mut connection)
        .await
        .expect("a setting")
    {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    connection.close().await.expect("a connection");
    Some((cluster, port))
}

#[tokio::test]
async fn the_address_says_whether_the_database_is_reached_by_tls_and_whom_it_believes() {
    let place = tempfile::tempdir().expect("a folder");
    let Some((cluster, port)) = strict(place.path()).await else {
        return;
    };
    let data = place.path().join("data");
    let address = |host: &str, rest: &str| {
        format!("postgres://coterie:hunter2@{host}:{port}/postgres?{rest}")
    };
    let ours = format!("sslrootcert={}", place.path().join("ours.crt").display());
    let others = format!("sslrootcert={}", place.path().join("others.crt").display());

    // Encrypted, whoever it is; and only where the certificate is of ours and names the host.
    for rest in [
        "sslmode=require".to_owned(),
        format!("sslmode=verify-full&{ours}"),
    ] {
        let program = start(&data, &address(NAME, &rest)).await;
        let mut sam = Guest::new(program.address);
        let table = sam.make_table("Sam").await;
        let encounter = sam.opening(table).await.encounter;
        let mut line = sam.follow(encounter).await;
        assert_eq!(
            line.give(json!({"add": {"line": "Ghoul"}})).await,
            Ok(()),
            "{rest}"
        );
        let mut beside = cluster.connect_at(port).await;
        let sql = "SELECT COUNT(*), COUNT(*) FILTER (WHERE ssl) FROM pg_stat_activity \
                   JOIN pg_stat_ssl USING (pid) WHERE application_name = 'coterie'";
        let (all, by_tls): (i64, i64) = sqlx::query_as(sql)
            .fetch_one(&mut beside)
            .await
            .expect("numbers");
        assert!(all > 0 && all == by_tls, "{rest}: {by_tls} of {all}");
        beside.close().await.expect("a connection");
        drop(line);
        program.signal("TERM").await;
    }
    // Where it is not asked for it is used if it can be had.
    let checked = order(&["check"], &data, &address(NAME, "")).await;
    assert!(checked.status.success(), "{checked:?}");

    for (address, words) in [
        (address(NAME, "sslmode=disable"), "no pg_hba.conf entry"),
        (address(NAME, "sslmode=verify-full"), "UnknownIssuer"),
        (
            address(NAME, &format!("sslmode=verify-full&{others}")),
            "UnknownIssuer",
        ),
        (
            address(NAME, &format!("sslmode=verify-ca&{others}")),
            "UnknownIssuer",
        ),
        (
            address("127.0.0.1", &format!("sslmode=verify-full&{ours}")),
            "not valid for name",
        ),
        (
            address(NAME, "sslmode=verify-full&sslrootcert=/no/such/file"),
            "No such file",
        ),
    ] {
        for words_of in [&["--listen", "127.0.0.1:0"][..], &["check"]] {
            let output = order(words_of, &data, &address).await;
            assert_eq!(output.status.code(), Some(1), "{address}: {output:?}");
            let said = said(&output);
            assert!(said.contains(words), "{address}: {said}");
            assert!(said.contains("the database `postgres` at "), "{said}");
            assert!(!said.contains("hunter2"), "{said}");
            assert_eq!(said.trim().lines().count(), 1, "{said}");
        }
    }
    // One that speaks none is not spoken to in clear where TLS is asked for.
    let mut beside = cluster.connect_at(port).await;
    for sql in ["ALTER SYSTEM SET ssl = off", "SELECT pg_reload_conf()"] {
        beside.execute(sql).await.expect("a setting");
    }
    let sql = "SELECT current_setting('ssl') = 'off'";
    while !sqlx::query_scalar::<_, bool>(sql)
        .fetch_one(&mut beside)
        .await
        .expect("a setting")
    {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let output = order(&["check"], &data, &address(NAME, "sslmode=require")).await;
    assert!(said(&output).contains("does not support TLS"), "{output:?}");
}

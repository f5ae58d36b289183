//! A Postgres of the tests' own: a folder that goes away, a socket in it, nobody's user, ended by its number.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use server::store::postgres::Address;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _};
use tempfile::TempDir;

/// Where its programs are, when they are neither on the search path nor where Debian puts them.
const VARIABLE: &str = "COTERIE_POSTGRES";
/// How long it may take to answer.
const READY: Duration = Duration::from_secs(30);

/// Starts the server, says its number, and waits for its parent process to end, however that ends. Then the
/// server is ended by its number. One whose life before was cut short waits until the last of that has gone.
const GUARD: &str = r#"
for try in 1 2 3 4 5 6 7 8 9 10; do
    "$1/pg_ctl" --pgdata="$2" --log="$3/log" --wait --silent \
        --options="-k $3 -c listen_addresses= -c max_connections=400 $4" start >>"$3/log" 2>&1 && break
    sleep 0.2
done
server=$(head -n 1 "$2/postmaster.pid")
echo "$server"
read -r end
kill -s QUIT "$server" 2>>"$3/log"
[ "$5" ] && sleep 0.2 && rm -rf "$3"
"#;

/// One server with as many databases as tests want.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    user: Option<u32>,
    /// Settings on its command line.
    settings: String,
    running: Option<Running>,
    made: AtomicU32,
    /// Removes the folder; the one that all tests share is removed by its guard.
    _own: Option<TempDir>,
}

struct Running {
    pid: u32,
    guard: Child,
    /// While it is open, the server stays.
    _stays: ChildStdin,
}

/// The server that tests share, if there is a Postgres here. Where everything is to be tried there must be.
pub(crate) fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    let shared = SHARED.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder").keep();
        Cluster::start(folder, None, "")
    });
    shared.as_ref()
}

impl Cluster {
    /// One of the test's own, with settings such as `-c synchronous_commit=off`.
    pub(crate) fn own(settings: &str) -> Option<Self> {
        let own = tempfile::tempdir().expect("a folder");
        Self::start(own.path().to_owned(), Some(own), settings)
    }

    #[expect(clippy::print_stderr, reason = "what is not tried is said")]
    fn start(folder: PathBuf, own: Option<TempDir>, settings: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            let all = std::env::var_os("COTERIE_ALL_ENGINES").is_some_and(|all| !all.is_empty());
            assert!(!all, "no Postgres here, and everything is to be tried");
            eprintln!("skipped: no Postgres here; `cargo xtask test server` brings one");
            return None;
        };
        // It will not run as the one who may do anything.
        let is_root = fs::metadata(&folder).expect("a folder").uid() == 0;
        let user = is_root.then(nobody);
        chown(&folder, user, user).expect("one's own folder");
        let mut cluster = Self {
            programs,
            folder,
            user,
            settings: settings.to_owned(),
            running: None,
            made: AtomicU32::new(0),
            _own: own,
        };
        let mut first = cluster.command("initdb");
        first.args(["--username=coterie", "--auth=trust", "--encoding=UTF8"]);
        first.args(["--no-locale", "--no-sync", "--pgdata"]);
        let made = first.arg(cluster.folder.join("data")).output();
        let made = made.expect("the program");
        assert!(made.status.success(), "{made:?}");
        cluster.run();
        Some(cluster)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        self.as_user(&mut command);
        command
    }

    fn as_user(&self, command: &mut Command) {
        command.current_dir(&self.folder);
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
    }

    /// Starts it, in its first life or another.
    pub(crate) fn run(&mut self) {
        let mut guard = Command::new("sh");
        self.as_user(&mut guard);
        let removes = if self._own.is_none() { "yes" } else { "" };
        let mut guard = guard
            .args(["-c", GUARD, "guard"])
            .args([&self.programs, &self.folder.join("data"), &self.folder])
            .args([&self.settings, removes])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut line = String::new();
        let said = BufReader::new(guard.stdout.take().expect("its words")).read_line(&mut line);
        said.expect("a number");
        self.running = Some(Running {
            pid: line.trim().parse().expect("a number"),
            _stays: guard.stdin.take().expect("its end"),
            guard,
        });
    }

    /// All its processes are killed, with no time for a last word.
    pub(crate) fn kill(&mut self) {
        let Running { pid, mut guard, .. } = self.running.take().expect("it runs");
        guard.kill().expect("our own guard");
        guard.wait().expect("our own guard");
        let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
        let children = children.unwrap_or_default();
        let mut all = vec![pid.to_string()];
        all.extend(children.split_whitespace().map(str::to_owned));
        // One may have ended by itself in this very moment.
        _ = Command::new("kill")
            .args(["-s", "KILL"])
            .args(&all)
            .status();
    }

    /// The address of one of its databases.
    pub(crate) fn address(&self, database: &str) -> String {
        let folder = self.folder.display();
        format!("postgres://coterie@localhost/{database}?host={folder}")
    }

    /// Where its files are, for settings that name some; they must be its user's own.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// A connection by its socket, where its port is another than usual.
    pub(crate) async fn connect_at(&self, port: u16) -> PgConnection {
        let options: PgConnectOptions = self.address("postgres").parse().expect("an address");
        self.connect_by(options.port(port)).await
    }

    /// The name of the database that is at such an address, and the socket at which it is reached.
    pub(crate) fn ways(&self, address: &str) -> (String, PathBuf) {
        let (way, _) = address.split_once('?').unwrap_or((address, ""));
        let (_, name) = way.rsplit_once('/').expect("an address");
        (name.to_owned(), self.folder.join(".s.PGSQL.5432"))
    }

    /// A connection to one of its databases, once it answers.
    pub(crate) async fn connect(&self, database: &str) -> PgConnection {
        self.connect_by(self.address(database).parse().expect("an address"))
            .await
    }

    async fn connect_by(&self, options: PgConnectOptions) -> PgConnection {
        let until = Instant::now() + READY;
        loop {
            match options.clone().disable_statement_logging().connect().await {
                Ok(connection) => return connection,
                Err(error) if Instant::now() > until => {
                    let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                    panic!("{error}: {log}")
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    /// A new database.
    pub(crate) async fn database(&self) -> Address {
        Address::parse(&self.new_address().await).expect("an address")
    }

    /// The address of a new database.
    pub(crate) async fn new_address(&self) -> String {
        let name = format!("t{}", self.made.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.connect("postgres").await;
        let sql = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        connection.execute(sql).await.expect("a database");
        connection.close().await.expect("a connection");
        self.address(&name)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some(Running {
            mut guard, _stays, ..
        }) = self.running.take()
        {
            drop(_stays);
            _ = guard.wait();
        }
    }
}

/// The folder of its programs.
fn programs() -> Option<PathBuf> {
    let has_them = |folder: &Path| {
        ["initdb", "pg_ctl", "postgres"]
            .iter()
            .all(|it| folder.join(it).exists())
    };
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut of_debian: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .collect();
    // The newest first.
    of_debian.sort();
    of_debian.reverse();
    let mut all = named.into_iter().chain(on_path).chain(of_debian);
    all.find(|folder| has_them(folder))
}

/// The number of a user without rights: the package's own user, or the one every system has.
fn nobody() -> u32 {
    let all = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let number = |name: &str| {
        let line = all.lines().find_map(|line| line.strip_prefix(name))?;
        line.split(':').nth(1)?.parse().ok()
    };
    number("postgres:")
        .or_else(|| number("nobody:"))
        .expect("a user")
}

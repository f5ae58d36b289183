//! Text of `--help`.

/// Text that `--help` prints.
pub const HELP: &str = "\
Coterie: a tabletop for storytelling games in the browser.

Usage: coterie [options]
       coterie verify FILE     check the dice of an encounter: the list that the
                               page of the dice gives out
       coterie tables          list the tables, with their encounters by number
       coterie export TABLE [--cast | --encounter NUMBER] > FILE
                               a table as one file: TABLE is its name, or the
                               beginning of its id; also while a server runs
       coterie import FILE     make a table of such a file, and print the links
       coterie backup FILE     copy everything, also while a server runs
       coterie restore FILE [--replace]
                               bring such a copy back; what the folder holds is
                               put aside, and only if you say --replace
       coterie move postgres, coterie move folder
                               everything from the data folder into the database, or
                               back, with no server on either; what it came from
                               stays as it is
       coterie check          
                               read everything that is kept and say whether it is as
                               it was written; also while a server runs
       (all but the first with --data FOLDER or --database ADDRESS)

  --listen ADDRESS    where to listen                     [127.0.0.1:3000]
                      (COTERIE_LISTEN)
  --lan               listen for the whole network, at the port of --listen, and
                      print the address that phones in the room can open
                      (COTERIE_LAN=1)
  --data FOLDER       where everything is kept            [data]
                      (COTERIE_DATA)
  --database ADDRESS  keep everything in Postgres instead, such as
                      postgres://name:password@host/database; nothing is kept in the
                      folder then. In the environment nobody else on the machine sees
                      the password                            (DATABASE_URL)
  --news ADDRESS      for several servers on one Postgres: the NATS by which they tell
                      each other where something happened, such as
                      nats://host:4222                             (NATS_URL)
  --public-url URL    the address people type, such as https://example.org,
                      when it is not the one above: a host name of its own and
                      no path behind it                   (COTERIE_PUBLIC_URL)
  --trust-proxy       a proxy in front sets X-Forwarded-For and X-Forwarded-Proto
                      (COTERIE_TRUST_PROXY=1)
  --connections COUNT connections at once, websockets included; never more than
                      the limit of open files leaves room for    [8192]
                      (COTERIE_CONNECTIONS)
  --quota-demo, --quota-table, --quota-day MEGABYTES
                      what a demonstration, a table, and a table in a day may
                      write                                  [16, 1000, 64]
                      (COTERIE_QUOTA_DEMO, COTERIE_QUOTA_TABLE, COTERIE_QUOTA_DAY)
  --metrics ADDRESS   an address of its own at which /metrics tells Prometheus how the
                      server is, such as 127.0.0.1:9464; none unless it is named
                      (COTERIE_METRICS)
  --json-logs         each line of the log as JSON      (COTERIE_JSON_LOGS=1)
  --no-address-limits no limits per address: for tests and load, not for the open
                      (COTERIE_NO_ADDRESS_LIMITS=1)
  --help, --version

COTERIE_SECRET is the key that signs invite links, as 64 hexadecimal digits; unless it
is set the program makes one and keeps it beside the tables.
RUST_LOG sets how much is logged, such as `debug` or `server=debug,sqlx=warn`.
";

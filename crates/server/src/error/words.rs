//! What a refusal says: to whoever asked, and to the host.

use tracing::Level;

use super::{Given, HttpError};

impl HttpError {
    /// What is so, as a heading.
    pub(crate) const fn head(&self) -> &'static str {
        match self {
            Self::NotHere | Self::NoSuchPage => "This link no longer works",
            Self::WrongMethod => "Nothing is done that way here",
            Self::Foreign => "That came from another site",
            Self::OtherAddress(_) => "This server does not know itself under this address",
            Self::NoOrigin => "Nobody can tell which page that came from",
            Self::SaidTwice => "That came with two addresses",
            Self::NoCookie(_) => "This browser keeps no cookies for this site",
            Self::Unreadable => "That could not be read",
            Self::NotAPage => "This address is not a page",
            Self::NoUpgrade => "The live line does not get through",
            Self::BadHandshake | Self::OtherVersion => "No websocket is asked for like that",
            Self::TooHeavy => "That is more than is taken at once",
            Self::NoLength => "That came without its length",
            Self::TooSlow => "That took too long",
            Self::TooFast | Self::TooManyHere => "Too fast",
            Self::NoRoom => "Too many tables are open",
            Self::NoPlace => "Too many connections are open",
            Self::Ahead => "Nothing is made for a look ahead",
            Self::GoingDown => "The server is going down",
            Self::NotKept => "Nothing is kept at the moment",
            Self::Damaged(_) => "Something here is damaged",
            Self::Broken | Self::Store(_) => "Something went wrong on our side",
        }
    }

    /// Why, and what to do: a paragraph each.
    pub(crate) fn words(&self) -> Vec<String> {
        let one = |words: &str| vec![words.to_owned()];
        match self {
            Self::NotHere => one(
                "It may be used up or replaced, the table or what it led to may be gone, or this browser has no seat \
                 there. Ask the storyteller for a new link.",
            ),
            Self::NoSuchPage => one(
                "There are no such rules here: the address may be mistyped, or of another version of Coterie.",
            ),
            Self::WrongMethod => one("Open the start page, and go on from there."),
            Self::Foreign => one(
                "A page of another site sent that, so nothing was changed. If you meant to do it, do it on the page of \
                 this server.",
            ),
            Self::OtherAddress(given) => given.words(),
            Self::NoOrigin => one(
                "Your browser does not say which page that came from, so nothing was changed. An add-on, or a proxy in \
                 between, may take the “Origin” of forms away: let this site have it.",
            ),
            Self::SaidTwice => one(
                "“Origin” or “Host” came twice, so nobody knows where that is from, and nothing was changed. A proxy or \
                 an add-on adds the second one: whoever runs this server looks at the proxy.",
            ),
            Self::NoCookie(_) => one(
                "Coterie keeps your seat in a cookie, and this browser blocks them. Allow cookies for this site, then try \
                 again.",
            ),
            Self::Unreadable => one(
                "The page that sent that may be of another version, or something changed it on its way. Nothing was \
                 changed. Load the page again, and do it once more.",
            ),
            Self::NotAPage => one(
                "The program of a table's page talks to the server here. Open the table instead.",
            ),
            Self::NoUpgrade => one(
                "A websocket was asked for, and “Upgrade” did not come along: the proxy in front passes no websockets on.",
            ),
            Self::BadHandshake => {
                one("It needs the headers that RFC 6455 asks for, each of them once.")
            }
            Self::OtherVersion => one("The version that is spoken here is 13."),
            Self::TooHeavy => one(
                "Nothing was changed. A form may have 16 kB, one with a picture 32 MB, one with a table 64 MB.",
            ),
            Self::NoLength => one("Send it with its length, and not in chunks."),
            Self::TooSlow => one(
                "The line may be slow, or the server busy. Look whether it was done after all before you try again.",
            ),
            Self::TooFast => {
                one("You ask for more than one seat may. Wait a minute, then try again.")
            }
            Self::TooManyHere => one(
                "From your network more was asked for than one household may have. Wait a minute, then try again.",
            ),
            Self::NoRoom => one(
                "This server has as many encounters open as fit. Nothing was lost: try again in a minute.",
            ),
            Self::NoPlace => one("Close what you do not need, and try again in a moment."),
            Self::Ahead => one("Open the page itself."),
            Self::GoingDown => {
                one("Most often it comes back at once. Nothing was lost: try again in a moment.")
            }
            Self::NotKept => one(
                "The server's disk or database fails or is full. What was confirmed is safe, and this was not done: try \
                 again in a minute.",
            ),
            Self::Damaged(_) => one(
                "What the server keeps is not what was written, so it is not shown. Whoever keeps the server finds out \
                 more with “coterie check”, and can bring a copy back.",
            ),
            Self::Broken | Self::Store(_) => one("Nothing was lost. Try again in a moment."),
        }
    }

    /// What the log says of it, once a minute at most.
    pub(crate) fn told(&self) -> Option<(Level, String)> {
        let one = |level, words: &str| Some((level, words.to_owned()));
        match self {
            Self::NotHere
            | Self::NoSuchPage
            | Self::WrongMethod
            | Self::Foreign
            | Self::Unreadable
            | Self::NotAPage
            | Self::BadHandshake
            | Self::OtherVersion
            | Self::TooHeavy
            | Self::NoLength
            | Self::TooSlow
            | Self::TooFast
            | Self::Ahead
            | Self::GoingDown
            // The store has told it where it failed.
            | Self::NotKept => None,
            Self::OtherAddress(given) => Some((Level::WARN, given.told())),
            Self::NoOrigin => one(
                Level::INFO,
                "a form or a websocket came without the page it is from: if people complain, look whether the proxy takes \
                 `Origin` away",
            ),
            Self::SaidTwice => one(
                Level::WARN,
                "a form or a websocket came with two of `Origin`, `Host` or `Sec-Fetch-Site`: let the proxy set `Host` \
                 once and leave the others alone",
            ),
            Self::NoCookie(_) => one(
                Level::INFO,
                "a browser came back without the cookie it was just given: it blocks cookies, or a proxy takes them away",
            ),
            Self::NoUpgrade => one(
                Level::WARN,
                "a websocket was asked for without `Upgrade`: the proxy in front must pass websockets on, as the samples \
                 in docs/operating.md do",
            ),
            Self::TooManyHere => one(
                Level::INFO,
                "an address is refused for asking too often: behind a proxy `--trust-proxy` tells people apart",
            ),
            Self::NoRoom => one(
                Level::WARN,
                "as many encounters are awake as fit, and one more was refused: see coterie_rooms",
            ),
            Self::NoPlace => one(
                Level::WARN,
                "all places for connections are taken, and one more was refused: `--connections` and the limit of open \
                 files (LimitNOFILE, ulimit -n) say how many there are",
            ),
            Self::Broken => one(Level::ERROR, "a part of the server ended that should not have"),
            Self::Damaged(cause) => Some((
                Level::ERROR,
                format!("what is kept is not what was written: {cause}; `coterie check` says more"),
            )),
            Self::Store(cause) => Some((Level::ERROR, format!("a request failed: {cause}"))),
        }
    }
}

impl Given {
    fn words(&self) -> Vec<String> {
        let Self { origin, host, .. } = self;
        let known = match &self.public {
            Some(public) => format!(" and is set up to be at “{public}”"),
            None => String::new(),
        };
        let host_does = match &self.public {
            Some(_) => {
                "“--public-url” names the address that people type: let them come by it, or let it name this one."
            }
            None => {
                "start the server with “--public-url” and the address that people type, or let the proxy in front pass \
                 “Host” on as it came, with the port."
            }
        };
        vec![
            format!(
                "Your browser says that the page is at “{origin}” (Origin). The server was asked as “{host}” (Host){known}. \
                 So it cannot tell this page from one of another site, and nothing was changed."
            ),
            format!("For the person who runs it: {host_does}"),
        ]
    }

    fn told(&self) -> String {
        let Self {
            origin,
            host,
            public,
        } = self;
        let does = match public {
            Some(public) => format!("`--public-url` says {public:?}: people come by it, or it names another"),
            None => "name the address that people type with `--public-url`, or let the proxy keep `Host`".to_owned(),
        };
        format!(
            "a page was refused as another site's: its `Origin` is {origin:?}, and `Host` is {host:?}; {does}"
        )
    }
}

//! Texts of refusals: for the reader, and for the host's log.

use rules::messages::refusals as msg;
use tracing::Level;

use super::{AddressMismatch, HttpError};

impl HttpError {
    /// Returns the heading of the page about a refusal, which states what is wrong.
    pub(crate) fn heading(&self) -> &'static str {
        match self {
            Self::NotHere | Self::NoSuchPage => msg::THIS_LINK_NO_LONGER_WORKS.get(),
            Self::WrongMethod => msg::NOTHING_IS_DONE_THAT_WAY.get(),
            Self::Foreign => msg::THAT_CAME_FROM_ANOTHER_SITE.get(),
            Self::OtherAddress(_) => msg::THIS_SERVER_DOES_NOT_KNOW.get(),
            Self::NoOrigin => msg::NOBODY_CAN_TELL_WHICH_PAGE.get(),
            Self::DuplicateHeader => msg::THAT_CAME_WITH_TWO_ADDRESSES.get(),
            Self::NoCookie(_) => msg::THIS_BROWSER_KEEPS_NO_COOKIES.get(),
            Self::Unreadable => msg::THAT_COULD_NOT_BE_READ.get(),
            Self::NotAPage => msg::THIS_ADDRESS_IS_NOT_A.get(),
            Self::NoUpgrade => msg::THE_LIVE_LINE_DOES_NOT.get(),
            Self::BadHandshake | Self::OtherVersion => msg::NO_WEBSOCKET_IS_ASKED_FOR.get(),
            Self::TooHeavy => msg::THAT_IS_MORE_THAN_IS.get(),
            Self::NoLength => msg::THAT_CAME_WITHOUT_ITS_LENGTH.get(),
            Self::TooSlow => msg::THAT_TOOK_TOO_LONG.get(),
            Self::TooFast | Self::TooManyFromAddress => msg::TOO_FAST.get(),
            Self::NoRoom => msg::TOO_MANY_TABLES_ARE_OPEN.get(),
            Self::NoPlace => msg::TOO_MANY_CONNECTIONS_ARE_OPEN.get(),
            Self::Prefetch => msg::NOTHING_IS_MADE_FOR_A.get(),
            Self::GoingDown => msg::THE_SERVER_IS_GOING_DOWN.get(),
            Self::NotKept => msg::NOTHING_IS_KEPT_AT_THE.get(),
            Self::Damaged(_) => msg::SOMETHING_HERE_IS_DAMAGED.get(),
            Self::Broken | Self::Store(_) => msg::SOMETHING_WENT_WRONG_ON_OUR.get(),
        }
    }

    /// Returns the reason for a refusal and what to do, as paragraphs.
    pub(crate) fn paragraphs(&self) -> Vec<String> {
        let one = |words: &str| vec![words.to_owned()];
        match self {
            Self::NotHere => one(msg::IT_MAY_BE_USED_UP.get()),
            Self::NoSuchPage => one(msg::THERE_ARE_NO_SUCH_RULES.get()),
            Self::WrongMethod => one(msg::OPEN_THE_START_PAGE_AND.get()),
            Self::Foreign => one(msg::A_PAGE_OF_ANOTHER_SITE.get()),
            Self::OtherAddress(given) => given.paragraphs(),
            Self::NoOrigin => one(msg::YOUR_BROWSER_DOES_NOT_SAY.get()),
            Self::DuplicateHeader => one(msg::ORIGIN_OR_HOST_CAME_TWICE.get()),
            Self::NoCookie(_) => one(msg::COTERIE_KEEPS_YOUR_SEAT_IN.get()),
            Self::Unreadable => one(msg::THE_PAGE_THAT_SENT_THAT.get()),
            Self::NotAPage => one(msg::THE_PROGRAM_OF_A_TABLES.get()),
            Self::NoUpgrade => one(msg::A_WEBSOCKET_WAS_ASKED_FOR.get()),
            Self::BadHandshake => one(msg::IT_NEEDS_THE_HEADERS_THAT.get()),
            Self::OtherVersion => one(msg::THE_VERSION_THAT_IS_SPOKEN.get()),
            Self::TooHeavy => one(msg::NOTHING_WAS_CHANGED_A_FORM.get()),
            Self::NoLength => one(msg::SEND_IT_WITH_ITS_LENGTH.get()),
            Self::TooSlow => one(msg::THE_LINE_MAY_BE_SLOW.get()),
            Self::TooFast => one(msg::YOU_ASK_FOR_MORE_THAN.get()),
            Self::TooManyFromAddress => one(msg::FROM_YOUR_NETWORK_MORE_WAS.get()),
            Self::NoRoom => one(msg::THIS_SERVER_HAS_AS_MANY.get()),
            Self::NoPlace => one(msg::CLOSE_WHAT_YOU_DO_NOT.get()),
            Self::Prefetch => one(msg::OPEN_THE_PAGE_ITSELF.get()),
            Self::GoingDown => one(msg::MOST_OFTEN_IT_COMES_BACK.get()),
            Self::NotKept => one(msg::THE_SERVERS_DISK_OR_DATABASE.get()),
            Self::Damaged(_) => one(msg::WHAT_THE_SERVER_KEEPS_IS.get()),
            Self::Broken | Self::Store(_) => one(msg::NOTHING_WAS_LOST_TRY_AGAIN.get()),
        }
    }

    /// Returns the level and text of the log message for a refusal, if it has one. Logged once a
    /// minute at most.
    pub(crate) fn log_message(&self) -> Option<(Level, String)> {
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
            | Self::Prefetch
            | Self::GoingDown
            // The store has logged it where it failed.
            | Self::NotKept => None,
            Self::OtherAddress(given) => Some((Level::WARN, given.log_message())),
            Self::NoOrigin => one(
                Level::INFO,
                "a form or a websocket came without the page it is from: if people complain, look whether the proxy takes \
                 `Origin` away",
            ),
            Self::DuplicateHeader => one(
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
            Self::TooManyFromAddress => one(
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

impl AddressMismatch {
    /// Returns the paragraphs about an address of the site that differs from the browser's.
    fn paragraphs(&self) -> Vec<String> {
        let Self { origin, host, .. } = self;
        let known = match &self.public {
            Some(public) => msg::and_is_set_up_to(&public),
            None => String::new(),
        };
        let host_does = match &self.public {
            Some(_) => msg::PUBLIC_URL_NAMES_THE_ADDRESS.get(),
            None => msg::START_THE_SERVER_WITH_PUBLIC.get(),
        };
        vec![
            msg::your_browser_says_that_the(&origin, &host, &known),
            msg::for_the_person_who_runs(&host_does),
        ]
    }

    /// Returns the log message about an address of the site that differs from the browser's.
    fn log_message(&self) -> String {
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

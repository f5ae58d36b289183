//! Readers of each kind of refusal, and what the log says of it.

/// Readers of each error enum, by file and name, with what is refused, who reads it, and what the log says.
pub(super) const READERS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "rules/src/wire.rs",
        "NotDoneReason",
        "A command that was given",
        "the seat that gave it, on its screen or the page of its form",
        "at `debug` the kind, in the span of the command; `coterie_refusals_total`",
    ),
    (
        "rules/src/encounter/refusal.rs",
        "Refusal",
        "A command that the rules refuse",
        "the seat that gave it",
        "at `debug` `refused`",
    ),
    (
        "rules/src/base/text.rs",
        "TextError",
        "A name or a text",
        "whoever typed it",
        "–",
    ),
    (
        "rules/src/encounter/quick_add/line.rs",
        "QuickAddError",
        "The line that adds combatants",
        "whoever typed it",
        "–",
    ),
    (
        "rules/src/character/track/limits.rs",
        "TrackError",
        "Health of a sheet",
        "whoever changed it",
        "–",
    ),
    (
        "rules/src/character/track/levels.rs",
        "LevelsError",
        "Levels of health",
        "whoever typed them",
        "–",
    ),
    (
        "rules/src/character/plan.rs",
        "PlanError",
        "A declaration",
        "the seat that declared",
        "–",
    ),
    (
        "rules/src/ruleset/settings.rs",
        "SettingError",
        "A house rule",
        "the storyteller",
        "–",
    ),
    (
        "rules/src/wire.rs",
        "MessageError",
        "A message of a websocket that is not taken",
        "the program of the page, or whoever wrote another",
        "`coterie_unreadable_total`, by kind",
    ),
    (
        "rules/src/archive/check.rs",
        "InvalidArchive",
        "A file with a table",
        "whoever brings it: by the page, or by `coterie import`",
        "–",
    ),
    (
        "server/src/cli/options.rs",
        "OptionsError",
        "The command line and the environment",
        "the host, on the error output; the program ends with 1",
        "–",
    ),
    (
        "server/src/folder.rs",
        "FolderError",
        "The data folder",
        "the host, likewise, behind “the data folder `…` cannot be used:”",
        "–",
    ),
    (
        "server/src/store/sqlite.rs",
        "OpenError",
        "The database in the folder",
        "the host, likewise",
        "–",
    ),
    (
        "server/src/store/postgres/mod.rs",
        "OpenError",
        "The database elsewhere",
        "the host, likewise",
        "–",
    ),
    (
        "server/src/store/transfer/mod.rs",
        "CopyError",
        "`coterie move`",
        "the host, likewise",
        "–",
    ),
    (
        "server/src/archive/mod.rs",
        "ArchiveError",
        "A file that is not given out",
        "the storyteller as a page of the above, the host in these words",
        "–",
    ),
    (
        "server/src/picture.rs",
        "PictureError",
        "A picture",
        "whoever uploads it, on the page of the sheet",
        "–",
    ),
    (
        "server/src/store/error.rs",
        "StoreError",
        "The store, while people play",
        "nobody in these words: a page says that something went wrong on our side",
        "ERROR, once a minute at most",
    ),
    (
        "server/src/store/fault.rs",
        "Fault",
        "A disk or a database that fails",
        "nobody in these words: everybody at a table is told that nothing is kept",
        "ERROR, once for each time it begins",
    ),
];

/// Enums of `thiserror` that refuse nobody's request, and the reason why.
pub(super) const INNER: &[(&str, &str)] = &[(
    "rules/src/systems/",
    "what the rules of one system say no to: on a screen it is a dashed choice with its rule, or the `why` of `barred`",
)];

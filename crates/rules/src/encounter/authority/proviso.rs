//! Checks of a permission that need the state of the encounter.

/// A further limit on a player's command beyond its rights, which `decide` checks against the
/// state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proviso {
    /// A player may not add combatants whose line says they are hidden.
    NotHiddenInItsLine,
    /// A player may assign a character only to themselves or to nobody.
    ToThemselves,
    /// A player may end only the turn of a combatant of theirs.
    TheirTurn,
    /// A player may answer only questions put to a combatant of theirs.
    AskedOfTheirs,
    /// A player may take back the newest answer of an exchange only if it is a choice of theirs.
    TheirChoice,
    /// A player may withdraw an exchange of their combatant only while nothing is answered.
    NothingAnswered,
    /// A player's plan is binding once actions begin, where everybody declares first.
    NotBinding,
    /// A player may roll initiative again only where the rules say so.
    NotRolledYet,
    /// A command typed into the log needs the rights of that command.
    AsTyped,
    /// A player may propose only commands that affect a combatant they see and that they may not give
    /// themselves.
    NotTheirs,
    /// A player may withdraw only their own unsettled proposal.
    TheirProposal,
    /// A player may undo and redo only their own commands.
    TheirCommand,
    /// A player may move in the scene when the table's setting lets them: on their turn, always, or never.
    AsMovesAreSet,
    /// A player may whisper to other players unless the table's setting forbids it; to storytellers always.
    AsWhispersAreSet,
    /// A player may show only handouts that a combatant of theirs has, and that may be shown; notes go on cards that a
    /// combatant of theirs has.
    TheirHandout,
}

impl Proviso {
    /// All provisos a row may name.
    pub const ALL: [Self; 15] = [
        Self::NotHiddenInItsLine,
        Self::ToThemselves,
        Self::TheirTurn,
        Self::AskedOfTheirs,
        Self::TheirChoice,
        Self::NothingAnswered,
        Self::NotBinding,
        Self::NotRolledYet,
        Self::AsTyped,
        Self::NotTheirs,
        Self::TheirProposal,
        Self::TheirCommand,
        Self::AsMovesAreSet,
        Self::AsWhispersAreSet,
        Self::TheirHandout,
    ];

    /// Returns the proviso as a phrase about players.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::NotHiddenInItsLine => "not when the line itself says hidden",
            Self::ToThemselves => "to themselves, or back to nobody",
            Self::TheirTurn => "in the turn of a combatant of theirs",
            Self::AskedOfTheirs => "what is asked of a combatant of theirs",
            Self::TheirChoice => "the newest answer, if it is a choice of theirs",
            Self::NothingAnswered => {
                "what a combatant of theirs declared, while nothing is answered"
            }
            Self::NotBinding => "not a plan that has become binding",
            Self::NotRolledYet => "while nothing is rolled",
            Self::AsTyped => "a typed command asks the right of what it does",
            Self::NotTheirs => "what is not theirs to do, where the command can be proposed",
            Self::TheirProposal => "what they proposed, while it is not settled",
            Self::TheirCommand => "what they did themselves",
            Self::AsMovesAreSet => "on their turn, unless the table says otherwise",
            Self::AsWhispersAreSet => "to other players, unless the table forbids it",
            Self::TheirHandout => {
                "what a combatant of theirs has, where it may be shown or noted on"
            }
        }
    }
}

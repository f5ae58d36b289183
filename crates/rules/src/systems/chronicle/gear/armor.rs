//! Armor: bullets into bruises, then points off (CHR-ARM-01 to 06).

use crate::character::track::{DamagePacket, Severity};
use crate::systems::chronicle::health::place::Location;
pub(crate) use crate::systems::chronicle::health::place::Place;
use crate::systems::chronicle::input::{self, Nonsense};
use crate::systems::chronicle::settings::{Bypass, Settings};

/// Armor of a combatant in Chronicle, as one worn piece or one protecting power with its ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Armor {
    /// Points of lethal from guns it turns into bashing (CHR-ARM-01).
    pub(crate) ballistic: i32,
    /// Points it takes off any attack (CHR-ARM-03).
    pub(crate) general: i32,
    /// Where it protects against called shots (CHR-ARM-06).
    pub(crate) covers: Vec<Place>,
    /// Whether it is a power or a hide, which adds to what is worn (CHR-ARM-05).
    pub(crate) supernatural: bool,
}

impl Default for Armor {
    fn default() -> Self {
        Self {
            ballistic: 0,
            general: 0,
            covers: vec![Place::All],
            supernatural: false,
        }
    }
}

impl Armor {
    /// Checks that every number of the armor is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        input::list("places", self.covers.len())?;
        input::traits([("ballistic", self.ballistic), ("general", self.general)])
    }

    /// Whether the armor protects the location of a called shot (CHR-ARM-06).
    #[must_use]
    pub(crate) fn protects(&self, location: Location) -> bool {
        let place = location.place();
        self.covers
            .iter()
            .any(|covered| *covered == Place::All || *covered == place)
    }
}

/// Armor ratings that count against one attack, as the sum of all pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ratings {
    /// Ballistic points.
    pub(crate) ballistic: u16,
    /// General points.
    pub(crate) general: u16,
}

/// Adds up the ratings of every piece of armor that an attack meets (CHR-ARM-05, CHR-ARM-06,
/// CHR-TGT-08). An attack without a called location meets all of them.
#[must_use]
pub(crate) fn ratings(pieces: &[Armor], called: Option<Location>, settings: &Settings) -> Ratings {
    let meets = |piece: &&Armor| match (called, settings.called_shots_bypass) {
        (None, _) | (Some(_), Bypass::Never) => true,
        (Some(_), Bypass::Always) => false,
        (Some(location), Bypass::ByLocation) => piece.protects(location),
    };
    pieces
        .iter()
        .filter(meets)
        .fold(Ratings::default(), |sum, piece| Ratings {
            ballistic: sum.ballistic.saturating_add(input::points(piece.ballistic)),
            general: sum.general.saturating_add(input::points(piece.general)),
        })
}

/// Turns up to `points` of lethal damage into bashing, as ballistic armor does (CHR-ARM-01).
#[must_use]
pub(crate) fn ballistic(packet: DamagePacket, points: u16) -> DamagePacket {
    let turned = packet.lethal.min(points);
    DamagePacket {
        bashing: packet.bashing.saturating_add(turned),
        lethal: packet.lethal - turned,
        aggravated: packet.aggravated,
        points: 0,
    }
}

/// Takes up to `points` points off the damage, the most severe first, as general armor does
/// (CHR-ARM-03). Never below nothing (CHR-DMG-08).
#[must_use]
pub(crate) fn general(mut packet: DamagePacket, points: u16) -> DamagePacket {
    let mut left = points;
    for severity in Severity::WORST_FIRST {
        let have = packet.get_mut(severity);
        let taken = (*have).min(left);
        *have -= taken;
        left -= taken;
    }
    packet
}

/// Changes a damage packet by the points of a storyteller's ruling, taking from the most severe damage first and adding
/// to the most severe kind in `blow`, which is none if `blow` is empty.
#[must_use]
pub(crate) fn apply_ruling_to_packet(
    packet: DamagePacket,
    by: i32,
    blow: DamagePacket,
) -> DamagePacket {
    let mut packet = general(packet, input::points(by.saturating_neg()));
    let mut worst = Severity::WORST_FIRST.into_iter();
    let worst = worst.find(|severity| blow.get(*severity) > 0);
    if let Some(worst) = worst.filter(|_| by > 0) {
        let points = packet.get_mut(worst);
        *points = points.saturating_add(input::points(by));
    }
    packet
}

/// Whether the ballistic rating of armor counts, which it does against bullets only, and never for
/// a vampire unless a house rule lets a helmet count (CHR-ARM-01, CHR-ARM-02, CHR-VMP-06).
#[must_use]
pub(crate) fn ballistic_counts(
    firearm: bool,
    vampire: bool,
    called: Option<Location>,
    settings: &Settings,
) -> bool {
    let helmet = settings.vampire_helmets && called.is_some_and(Location::is_head);
    firearm && (!vampire || helmet)
}

/// Sends damage through pieces of armor, ballistic first, then general, and returns what is left (CHR-ARM-04).
pub(crate) fn through(
    packet: DamagePacket,
    pieces: &[Armor],
    firearm: bool,
    vampire: bool,
    called: Option<Location>,
    settings: &Settings,
) -> DamagePacket {
    let ratings = ratings(pieces, called, settings);
    let softened = if ballistic_counts(firearm, vampire, called, settings) {
        ballistic(packet, ratings.ballistic)
    } else {
        packet
    };
    general(softened, ratings.general)
}

/// Returns the pieces of armor that count: of two mundane ones on one place the one that protects better, the first
/// when they are alike (CHR-ARM-05).
#[must_use]
pub(crate) fn counting_pieces(mut pieces: Vec<Armor>, settings: &Settings) -> Vec<Armor> {
    let worth = |piece: &Armor| piece.general.saturating_add(piece.ballistic);
    while let Some((first, second)) = find_doubled_pieces(&pieces, settings) {
        let better = pieces.get(second).map(worth) > pieces.get(first).map(worth);
        pieces.remove(if better { first } else { second });
    }
    pieces
}

/// Finds two mundane pieces of armor on one place, by their indices: only one of them can be worn
/// (CHR-ARM-05). Returns the positions of the first such pair in the list.
#[must_use]
pub(crate) fn find_doubled_pieces(pieces: &[Armor], settings: &Settings) -> Option<(usize, usize)> {
    if settings.mundane_armor_stacks {
        return None;
    }
    let overlap = |a: &Armor, b: &Armor| {
        let all = |piece: &Armor| piece.covers.contains(&Place::All);
        all(a) && !b.covers.is_empty()
            || all(b) && !a.covers.is_empty()
            || a.covers.iter().any(|place| b.covers.contains(place))
    };
    let mundane = || {
        pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| !piece.supernatural)
    };
    mundane().find_map(|(first, a)| {
        mundane()
            .find(|(second, b)| *second > first && overlap(a, b))
            .map(|(second, _)| (first, second))
    })
}

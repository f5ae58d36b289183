//! State of the scene's board on the page: what is shown, dragged, chosen or open in a form.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::space::{LinkEnds, StepsLeft, Way};

use crate::browser;

/// Part of the middle of the page, such as scene or clocks, of which one is shown below the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The board of the scene.
    Scene,
    /// The clocks.
    Clocks,
    /// The dice.
    Dice,
    /// The shelf of handouts.
    Handouts,
}

impl Segment {
    /// Returns the key of a segment for the style sheet and for the browser's storage.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Clocks => "clocks",
            Self::Dice => "dice",
            Self::Handouts => "handouts",
        }
    }
}

/// A form of the scene that can be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneForm {
    /// A place; `None` is a new one.
    Place(Option<LocationId>),
    /// The way between two places.
    Link(LinkEnds),
    /// The places to which a combatant can go.
    Ways(CombatantId),
}

/// An element of the board that the Tab key can stop at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardItem {
    /// The name of a place.
    Place(LocationId),
    /// The token of a combatant.
    Piece(CombatantId),
    /// The label of a way between two places.
    Link(LinkEnds),
}

/// A card that is dragged to another field of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardDrag {
    /// The place of the card.
    pub id: LocationId,
    /// The field under the pointer.
    pub slot: u8,
}

/// A connection of two places that a storyteller draws from one card to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joining {
    /// The place at which it begins.
    pub from: LocationId,
    /// The place at which it would end; `None` while it is over no other card.
    pub to: Option<LocationId>,
    /// The point of the board to which it is drawn, in fields; `None` if keys draw it.
    pub at: Option<(f64, f64)>,
    /// Whether both ends are chosen, and the distance is asked for.
    pub asks: bool,
}

/// State of the middle of the page with scene, clocks and handouts. Cheap to copy.
#[derive(Clone, Copy)]
pub struct SceneState {
    /// The segment that the middle of the page shows.
    pub segment: RwSignal<Segment>,
    /// Whether the scene is being described.
    pub setup: RwSignal<bool>,
    /// Whether a storyteller begins the first clock.
    pub clocks: RwSignal<bool>,
    /// How far the reader's own combatant still gets in the turn, in words.
    pub left: RwSignal<Option<String>>,
    /// The state of the board, once there is one, and the owner of its signals.
    board: StoredValue<(Option<BoardState>, Owner)>,
}

/// State of the scene's board. Cheap to copy.
#[derive(Clone, Copy)]
pub struct BoardState {
    /// The description as typed.
    pub text: RwSignal<String>,
    /// The places to which the lifted combatant can go, once the server has said so.
    pub ways: RwSignal<Option<(CombatantId, Vec<Way>)>>,
    /// The distance that the lifted combatant still gets in the turn.
    pub left: RwSignal<Option<StepsLeft>>,
    /// The combatants that were chosen to go together.
    pub picked: RwSignal<Vec<CombatantId>>,
    /// Whether a press on a token chooses it, as a press with Shift does.
    pub picking: RwSignal<bool>,
    /// The way that is being drawn.
    pub joining: RwSignal<Option<Joining>>,
    /// The first letters of the place to jump to; `None` while there is no field for them.
    pub jump: RwSignal<Option<String>>,
    /// The form that is open.
    pub form: RwSignal<Option<SceneForm>>,
    /// The element of the board that had the focus last.
    pub stop: RwSignal<Option<BoardItem>>,
    /// The last move in words.
    pub last: RwSignal<Option<String>>,
    /// The card that is being dragged.
    pub card: RwSignal<Option<CardDrag>>,
    /// The places whose cards show all tokens.
    pub unfolded: RwSignal<Vec<LocationId>>,
}

impl SceneState {
    /// Creates the state of the middle of the page, which shows the scene.
    #[must_use]
    pub fn new() -> Self {
        Self {
            segment: RwSignal::new(Segment::Scene),
            setup: RwSignal::new(false),
            clocks: RwSignal::new(false),
            left: RwSignal::new(None),
            board: StoredValue::new((None, Owner::new())),
        }
    }

    /// Returns the state of the board, created when it is first needed. Loaded later than the first part of the program.
    #[inline(never)]
    #[must_use]
    pub fn board(self) -> BoardState {
        let (board, owner) = self.board.get_value();
        board.unwrap_or_else(|| {
            let board = owner.with(|| BoardState {
                text: RwSignal::new(String::new()),
                ways: RwSignal::new(None),
                left: RwSignal::new(None),
                picked: RwSignal::new(Vec::new()),
                picking: RwSignal::new(false),
                joining: RwSignal::new(None),
                jump: RwSignal::new(None),
                form: RwSignal::new(None),
                stop: RwSignal::new(None),
                last: RwSignal::new(None),
                card: RwSignal::new(None),
                unfolded: RwSignal::new(Vec::new()),
            });
            self.board.set_value((Some(board), owner));
            board
        })
    }

    /// Shows a segment and remembers it in this browser, under the key of the reader's seat.
    pub fn show_segment(self, seat: &str, segment: Segment) {
        self.segment.set(segment);
        if let Some(storage) = browser::storage() {
            _ = storage.set_item(&storage_key(seat), segment.key());
        }
    }

    /// Shows the segment that this browser remembers for a seat.
    pub fn restore_segment(self, seat: &str) {
        let kept =
            browser::storage().and_then(|storage| storage.get_item(&storage_key(seat)).ok()?);
        let known = [Segment::Clocks, Segment::Dice, Segment::Handouts].into_iter();
        let mut known = known.filter(|segment| kept.as_deref() == Some(segment.key()));
        if let Some(segment) = known.next() {
            self.segment.set(segment);
        }
    }
}

impl Default for SceneState {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the key under which this browser remembers the segment of a seat.
fn storage_key(seat: &str) -> String {
    format!("coterie-stage-{seat}")
}

//! Geometry of the board: fields of equal size, three to a row, and the lines between cards that lie on them.
//!
//! All coordinates are in fields: the middle of the first card is at 0.5, 0.5.

/// Number of fields in a row of the board.
pub(super) const COLUMNS: u8 = 3;
/// Distance from the edge of the board that lines keep.
const EDGE: f64 = 0.15;
/// Half the width of a card.
const HALF_WIDTH: f64 = 0.42;
/// Half the height of a card.
const HALF_HEIGHT: f64 = 0.33;
/// Distances within which two labels would lie on each other.
const LABEL: (f64, f64) = (0.3, 0.14);
/// Number of points of a line that are tested.
const STEPS: u32 = 24;

/// A point of the board.
pub(super) type Point = (f64, f64);

/// Returns the middle of a field of the board, a cell that one card can lie on.
pub(super) fn middle(slot: u8) -> Point {
    (
        f64::from(slot % COLUMNS) + 0.5,
        f64::from(slot / COLUMNS) + 0.5,
    )
}

/// A line between two cards of places, and the position of its label.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Connection {
    /// The path of the line.
    pub(super) path: String,
    /// The middle of the label.
    pub(super) label: Point,
}

/// Computes the lines between pairs of fields so that they pass by the cards on other fields, and
/// their labels lie on nothing.
pub(super) fn connect(pairs: &[(u8, u8)], cards: &[u8]) -> Vec<Connection> {
    let mut labels: Vec<Point> = Vec::new();
    let mut drawn = vec![None; pairs.len()];
    // The shortest first: they have the least choice.
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let length = |at: &usize| {
        pairs
            .get(*at)
            .map_or(0.0, |(a, b)| distance(middle(*a), middle(*b)))
    };
    order.sort_by(|a, b| length(a).total_cmp(&length(b)));
    for at in order {
        let Some((from, to)) = pairs.get(at).copied() else {
            continue;
        };
        let others: Vec<u8> = cards
            .iter()
            .copied()
            .filter(|slot| *slot != from && *slot != to)
            .collect();
        let curve = Curve::around(middle(from), middle(to), &others);
        let label = curve.label_place(cards, &labels);
        labels.push(label);
        if let Some(place) = drawn.get_mut(at) {
            *place = Some(Connection {
                path: curve.path(),
                label,
            });
        }
    }
    drawn.into_iter().flatten().collect()
}

/// Returns the distance between two points.
fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Whether a point of the board lies on the card of a field.
fn is_on_card(point: Point, slot: u8) -> bool {
    let at = middle(slot);
    (point.0 - at.0).abs() < HALF_WIDTH && (point.1 - at.1).abs() < HALF_HEIGHT
}

/// A curve from one point of the board to another, bent toward a third.
struct Curve {
    from: Point,
    bend: Point,
    to: Point,
}

impl Curve {
    /// Finds the curve between two points that crosses the fewest cards, those on the fields
    /// `others`, and bends the least.
    fn around(from: Point, to: Point, others: &[u8]) -> Self {
        let far = distance(from, to).max(f64::EPSILON);
        let aside = ((from.1 - to.1) / far, (to.0 - from.0) / far);
        let bent = |by: f64| Self {
            from,
            bend: (
                f64::midpoint(from.0, to.0) + aside.0 * by,
                f64::midpoint(from.1, to.1) + aside.1 * by,
            ),
            to,
        };
        let crossed = |curve: &Self| {
            let points = (1..STEPS).map(|step| curve.point(f64::from(step) / f64::from(STEPS)));
            let on_card = |point: &Point| {
                let width = f64::from(COLUMNS);
                !(EDGE..=width - EDGE).contains(&point.0)
                    || point.1 < EDGE
                    || others.iter().any(|slot| is_on_card(*point, *slot))
            };
            points.filter(on_card).count()
        };
        let all = [0.0, 1.0, -1.0, 0.6, -0.6, 1.5, -1.5].map(bent);
        let best = all.into_iter().min_by_key(crossed);
        best.unwrap_or_else(|| bent(0.0))
    }

    /// Returns the point of the curve after a share of the way, from 0 to 1.
    fn point(&self, share: f64) -> Point {
        let rest = 1.0 - share;
        let mix = |from: f64, bend: f64, to: f64| {
            rest * rest * from + 2.0 * rest * share * bend + share * share * to
        };
        (
            mix(self.from.0, self.bend.0, self.to.0),
            mix(self.from.1, self.bend.1, self.to.1),
        )
    }

    /// Finds the position of the curve's label near the middle, on no card and on no other label.
    fn label_place(&self, cards: &[u8], labels: &[Point]) -> Point {
        const SHARES: [f64; 9] = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74];
        let places = SHARES.map(|share| self.point(share));
        let apart = |place: &&Point| {
            !labels.iter().any(|other| {
                (other.0 - place.0).abs() < LABEL.0 && (other.1 - place.1).abs() < LABEL.1
            })
        };
        let free =
            |place: &&Point| apart(place) && !cards.iter().any(|slot| is_on_card(**place, *slot));
        let mut found = places.iter().find(free);
        found = found.or_else(|| places.iter().find(apart));
        found.copied().unwrap_or_else(|| self.point(0.5))
    }

    /// Returns the curve as the path of an SVG element.
    fn path(&self) -> String {
        let Self { from, bend, to } = self;
        format!(
            "M{:.3} {:.3}Q{:.3} {:.3} {:.3} {:.3}",
            from.0, from.1, bend.0, bend.1, to.0, to.1
        )
    }
}

/// Returns the nearest of the fields `others` in a direction from a field; `None` if there is none
/// that way.
pub(super) fn neighbor(from: u8, (right, down): (i8, i8), others: &[u8]) -> Option<u8> {
    let here = middle(from);
    let measured = others.iter().filter_map(|slot| {
        let at = middle(*slot);
        let by = (at.0 - here.0, at.1 - here.1);
        let ahead = by.0 * f64::from(right) + by.1 * f64::from(down);
        let aside = (by.0 * f64::from(down)).abs() + (by.1 * f64::from(right)).abs();
        (ahead > 0.5).then_some((ahead + 1.5 * aside, *slot))
    });
    let nearest = measured.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, slot)| slot)
}

#[cfg(test)]
mod tests {
    use super::{connect, is_on_card, neighbor};

    #[test]
    fn a_line_passes_by_the_card_between_its_ends() {
        let lines = connect(&[(0, 2), (0, 1)], &[0, 1, 2]);
        assert!(lines[0].path.starts_with("M0.500 0.500Q1.500"));
        assert!(!is_on_card(lines[0].label, 1), "{:?}", lines[0]);
        assert_eq!(lines[1].label, (1.0, 0.5));
    }

    #[test]
    fn labels_of_lines_that_cross_lie_apart() {
        let lines = connect(&[(0, 4), (1, 3)], &[0, 1, 3, 4]);
        assert_ne!(lines[0].label, lines[1].label);
    }

    #[test]
    fn arrows_find_the_next_card_that_way() {
        let others = [1, 2, 3, 8];
        assert_eq!(neighbor(0, (1, 0), &others), Some(1));
        assert_eq!(neighbor(0, (0, 1), &others), Some(3));
        assert_eq!(neighbor(0, (0, -1), &others), None);
        assert_eq!(neighbor(2, (0, 1), &others), Some(8));
    }
}

//! Actions of Celerity (MSQ-MULT-02).

/// Actions that Celerity adds for a blood point: as many as it has dots; none without blood.
#[must_use]
pub const fn granted(dots: i32, blood: i32) -> i32 {
    if blood < 1 || dots < 0 { 0 } else { dots }
}

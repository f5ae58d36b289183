//! Extra actions granted by Celerity (MSQ-MULT-02).

/// Number of actions that Celerity grants for a blood point: one per dot, none without blood.
#[must_use]
pub const fn granted_actions(dots: i32, blood: i32) -> i32 {
    if blood < 1 || dots < 0 { 0 } else { dots }
}

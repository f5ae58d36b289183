//! Chronicle: pools of ten-sided dice, eights succeed (rules `CHR-…`).

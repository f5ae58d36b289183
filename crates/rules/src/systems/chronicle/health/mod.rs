//! Health: damage in the boxes, its consequences, bleeding, healing, and the parts of the body.

pub(crate) mod bleed;
pub(crate) mod damage;
pub(crate) mod heal;
pub(crate) mod knockout;
pub(crate) mod passing;
pub(crate) mod place;
pub(crate) mod wounds;

//! Macro for refusal enums: each variant has a reason and a rule.

/// Declares the refusal enum of a system.
///
/// Each variant has its reason, a message, and the rules that impose it. Serialized as
/// `{"error": code}`.
macro_rules! refusals {
    (
        $(#[$of_enum:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$of_variant:meta])*
                $variant:ident $({ $(#[$of_field:meta])* $field:ident: $type:ty })? => $reason:expr, $rule:literal;
            )*
        }
    ) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
        #[serde(tag = "error", rename_all = "snake_case")]
        $vis enum $name {
            $($(#[$of_variant])* $variant $({ $(#[$of_field])* $field: $type })?,)*
        }

        impl $name {
            /// Returns the reason of a refusal by the rules, without the rule's id.
            #[must_use]
            pub fn reason(self) -> $crate::messages::Wording {
                match self {
                    $(Self::$variant $({ $field })? => $reason.into(),)*
                }
            }

            /// Returns the id of the rule that refuses, or several ids as printed.
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $rule,)*
                }
            }
        }

        impl From<$name> for (crate::messages::Wording, &'static str) {
            fn from(refusal: $name) -> Self {
                (refusal.reason(), refusal.rule())
            }
        }

        impl From<$name> for crate::base::term::BarReason {
            fn from(refusal: $name) -> Self {
                (refusal.reason(), crate::base::term::RuleId::new(refusal.rule()))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{} ({})", self.reason(), self.rule())
            }
        }

        impl std::error::Error for $name {}
    };
}
pub(crate) use refusals;

//! Invitations: links that are signed and not stored, and short codes to say aloud.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rules::base::id::TableId;
use rules::base::seat::Role;

use crate::auth::token::Secret;
use crate::auth::wordlist::WORDS;
use crate::chance::Chance;

/// Lifetime of a short code, in milliseconds: one evening.
pub const CODE_LIFE_MS: u64 = 12 * 60 * 60 * 1000;

/// Content of a signed invitation link: the table, and the role the guest gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invite {
    /// Table that the link leads to.
    pub table: TableId,
    /// Role the guest gets.
    pub role: Role,
    /// Generation of the table's links: the link works as long as the table has this one.
    pub generation: u32,
}

impl Invite {
    /// Length of the unsigned content, in bytes.
    const LENGTH: usize = 21;

    /// Encodes the table and role of an invitation; `None` for the storyteller, who is never
    /// invited.
    fn encode_body(&self) -> Option<[u8; Self::LENGTH]> {
        let role = match self.role {
            Role::Storyteller => return None,
            Role::Player => 1,
            Role::Spectator => 2,
            Role::CoStoryteller => 3,
        };
        let mut body = [0; Self::LENGTH];
        body[..16].copy_from_slice(&self.table.to_bytes());
        body[16] = role;
        body[17..].copy_from_slice(&self.generation.to_be_bytes());
        Some(body)
    }

    /// Returns the bytes of an invitation that are signed, with a prefix for this purpose alone.
    fn signed_text(body: &[u8; Self::LENGTH]) -> Vec<u8> {
        [&b"coterie-invite-v1\0"[..], body].concat()
    }

    /// Returns the path of the signed link; `None` for a role that cannot be invited.
    #[must_use]
    pub fn path(&self, secret: &Secret) -> Option<String> {
        let body = self.encode_body()?;
        let signature = secret.sign(&Self::signed_text(&body));
        let token = URL_SAFE_NO_PAD.encode([&body[..], &signature].concat());
        Some(format!("/join/{token}"))
    }

    /// Parses the signed token behind `/join/`; `None` unless this server signed it.
    #[must_use]
    pub fn read(secret: &Secret, token: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (body, signature) = bytes.split_at_checked(Self::LENGTH)?;
        let body: [u8; Self::LENGTH] = body.try_into().ok()?;
        let signature: [u8; 16] = signature.try_into().ok()?;
        if !secret.is_signature_of(&Self::signed_text(&body), &signature) {
            return None;
        }
        let (mut table, mut generation) = ([0; 16], [0; 4]);
        table.copy_from_slice(&body[..16]);
        generation.copy_from_slice(&body[17..]);
        Some(Self {
            table: TableId::from_bytes(table),
            role: match body[16] {
                1 => Role::Player,
                2 => Role::Spectator,
                3 => Role::CoStoryteller,
                _ => return None,
            },
            generation: u32::from_be_bytes(generation),
        })
    }
}

/// Draws an invitation code of four words by chance. Codes of three words from earlier versions
/// work until they expire.
#[must_use]
pub fn new_code(chance: &dyn Chance) -> String {
    let mut drawn = [0; 4];
    chance.fill_bytes(&mut drawn);
    drawn.map(|word| WORDS[usize::from(word)]).join("-")
}

/// Normalizes a typed invitation code to its stored form, because case, spaces and hyphens do not
/// matter.
#[must_use]
pub fn normalize_code(typed: &str) -> String {
    let words = typed
        .split(|c: char| c.is_whitespace() || c == '-' || c == ',' || c == '.')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase);
    words.take(4).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SystemChance;

    #[test]
    fn a_link_reads_back_and_cannot_be_changed() -> std::io::Result<()> {
        let dir = tempfile::tempdir()?;
        let secret = Secret::load_or_create(dir.path(), &SystemChance)?;
        let invite = Invite {
            table: TableId(77),
            role: Role::Spectator,
            generation: 3,
        };
        let path = invite.path(&secret).unwrap_or_default();
        let token = path.trim_start_matches("/join/");
        assert_eq!(Invite::read(&secret, token), Some(invite));
        for at in 0..token.len() {
            let mut changed = token.as_bytes().to_vec();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8_lossy(&changed);
            assert_eq!(Invite::read(&secret, &changed), None, "{at}");
        }
        assert_eq!(Invite::read(&secret, &token[..40]), None);
        let crown = Invite {
            role: Role::Storyteller,
            ..invite
        };
        assert_eq!(
            crown.path(&secret),
            None,
            "nobody is invited to run the table"
        );
        Ok(())
    }

    #[test]
    fn codes_are_read_as_they_are_said() {
        let code = new_code(&SystemChance);
        assert_eq!(code.split('-').count(), 4);
        assert_eq!(normalize_code(" Brass owl,LANTERN "), "brass-owl-lantern");
        assert_eq!(normalize_code("brass - owl - lantern"), "brass-owl-lantern");
        assert_eq!(normalize_code(&code.to_uppercase()), code);
    }

    #[test]
    fn words_are_plain_and_apart() {
        for (at, word) in WORDS.iter().enumerate() {
            assert!((3..=7).contains(&word.len()), "{word}");
            assert!(word.bytes().all(|b| b.is_ascii_lowercase()), "{word}");
            assert!(!WORDS[..at].contains(word), "{word} is there twice");
        }
    }
}

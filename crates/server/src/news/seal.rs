//! What makes news the servers' own: who else listens at NATS learns nothing from them, and who else speaks there is not
//! heard.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};

use crate::chance::Chance;
use crate::token::Secret;

/// How long the number is that is used once, in bytes: long enough to be drawn by chance for each message.
const NONCE: usize = 24;

/// The seal of one service, made from the key all its servers share.
pub(super) struct Seal {
    /// What all of them say news under: another service at the same NATS has another key.
    subject: String,
    cipher: XChaCha20Poly1305,
}

impl Seal {
    /// That of the service with this key.
    pub(super) fn of(secret: &Secret) -> Self {
        let name = secret.sign(b"coterie-news-v2\0");
        let name: String = name.iter().map(|byte| format!("{byte:02x}")).collect();
        Self {
            subject: format!("coterie.{name}"),
            cipher: XChaCha20Poly1305::new(&secret.derived(b"coterie-news-seal-v2\0").into()),
        }
    }

    /// The subject at NATS.
    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    /// Makes `text` unreadable for everyone without the key. `None` for a text of gigabytes.
    pub(super) fn close(&self, chance: &dyn Chance, text: &[u8]) -> Option<Vec<u8>> {
        let mut nonce = [0; NONCE];
        chance.fill(&mut nonce);
        let sealed = self
            .cipher
            .encrypt(&XNonce::from(nonce), self.payload(text));
        Some([&nonce, sealed.ok()?.as_slice()].concat())
    }

    /// The text that a server of this service sealed; `None` if none of them did.
    pub(super) fn open(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let opened = self
            .cipher
            .decrypt(&XNonce::from(*nonce), self.payload(sealed));
        opened.ok()
    }

    fn payload<'a>(&'a self, text: &'a [u8]) -> Payload<'a, 'a> {
        Payload {
            msg: text,
            aad: self.subject.as_bytes(),
        }
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SystemChance;

    const WORDS: &[u8] = b"The Bishop lurks at the wharf";

    fn seal(of: u8) -> Seal {
        let digits = format!("{of:02x}").repeat(32);
        Seal::of(&Secret::read(&digits).expect("64 digits"))
    }

    #[test]
    fn who_has_the_key_reads_it_and_nobody_else() {
        let sealed = seal(1).close(&SystemChance, WORDS).expect("it is short");
        assert_eq!(seal(1).open(&sealed).as_deref(), Some(WORDS));
        assert_eq!(seal(2).open(&sealed), None);
        assert_ne!(seal(1).subject(), seal(2).subject());
        let part = &WORDS[..6];
        assert!(!sealed.windows(part.len()).any(|window| window == part));
    }

    #[test]
    fn the_same_words_look_different_each_time() {
        let [one, other] = [0; 2].map(|_| seal(1).close(&SystemChance, WORDS));
        assert_ne!(one, other);
    }

    #[test]
    fn what_anybody_changed_is_not_opened() {
        let sealed = seal(1).close(&SystemChance, WORDS).expect("it is short");
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(seal(1).open(&changed), None, "byte {at}");
            assert_eq!(seal(1).open(&sealed[..at]), None, "cut at {at}");
        }
        assert_eq!(seal(1).open(WORDS), None);
    }
}

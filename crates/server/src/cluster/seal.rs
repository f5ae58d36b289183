//! Encryption and authentication of messages between servers: other clients of the NATS service can neither read nor
//! forge them.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};

use crate::auth::token::Secret;
use crate::chance::Chance;

/// Length of the nonce in bytes, long enough to be drawn at random for each message.
const NONCE_BYTES: usize = 24;

/// Cipher for the messages between the servers of a cluster, derived from the key they share.
pub(crate) struct Seal {
    /// NATS subject of all messages; another service at the same NATS server has another key and thus another subject.
    subject: String,
    cipher: XChaCha20Poly1305,
}

impl Seal {
    /// Derives the cipher from the key that the servers of a cluster share.
    pub(crate) fn from_secret(secret: &Secret) -> Self {
        let name = secret.sign(b"coterie-news-v2\0");
        Self {
            subject: format!("coterie.{}", hex::encode(name)),
            cipher: XChaCha20Poly1305::new(&secret.derive_key(b"coterie-news-seal-v2\0").into()),
        }
    }

    /// Returns the NATS subject under which the servers of this cluster exchange messages.
    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    /// Encrypts a message for the other servers; `None` if the text is gigabytes long.
    pub(super) fn seal(&self, chance: &dyn Chance, text: &[u8]) -> Option<Vec<u8>> {
        let mut nonce = [0; NONCE_BYTES];
        chance.fill_bytes(&mut nonce);
        let sealed = self
            .cipher
            .encrypt(&XNonce::from(nonce), self.payload(text));
        Some([&nonce, sealed.ok()?.as_slice()].concat())
    }

    /// Decrypts a message between servers; `None` if it was not encrypted by a server of this
    /// cluster.
    pub(crate) fn unseal(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let opened = self
            .cipher
            .decrypt(&XNonce::from(*nonce), self.payload(sealed));
        opened.ok()
    }

    /// Returns a text as the payload to encrypt or decrypt, with the NATS subject as its associated
    /// data.
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
        Seal::from_secret(&Secret::read(&digits).expect("64 digits"))
    }

    #[test]
    fn who_has_the_key_reads_it_and_nobody_else() {
        let sealed = seal(1).seal(&SystemChance, WORDS).expect("it is short");
        assert_eq!(seal(1).unseal(&sealed).as_deref(), Some(WORDS));
        assert_eq!(seal(2).unseal(&sealed), None);
        assert_ne!(seal(1).subject(), seal(2).subject());
        let part = &WORDS[..6];
        assert!(!sealed.windows(part.len()).any(|window| window == part));
    }

    #[test]
    fn the_same_words_look_different_each_time() {
        let [one, other] = [0; 2].map(|_| seal(1).seal(&SystemChance, WORDS));
        assert_ne!(one, other);
    }

    #[test]
    fn what_anybody_changed_is_not_opened() {
        let sealed = seal(1).seal(&SystemChance, WORDS).expect("it is short");
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(seal(1).unseal(&changed), None, "byte {at}");
            assert_eq!(seal(1).unseal(&sealed[..at]), None, "cut at {at}");
        }
        assert_eq!(seal(1).unseal(WORDS), None);
    }
}

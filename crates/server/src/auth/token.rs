//! Secrets: tokens of browsers and links, and the server's own key. Debug output shows stars.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::chance::Chance;

/// Secret token of 256 random bits that identifies a browser or a link.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// Draws a new random secret token of 32 bytes.
    #[must_use]
    pub fn mint(chance: &dyn Chance) -> Self {
        let mut bytes = [0; 32];
        chance.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Parses a secret token from a cookie or a link; `None` if it is malformed.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// Returns the token as it stands in a cookie or a link.
    #[must_use]
    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the hash of a secret token, which is all that is stored of it.
    #[must_use]
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(***)")
    }
}

/// SHA-256 hash of a secret token, which the store holds in place of the token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(***)")
    }
}

/// Key of the server, which signs invite links.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Name of the key's file in the data folder.
    pub(crate) const FILE: &str = "secret";

    /// Reads the key from the data folder, or creates it there at the first start.
    ///
    /// # Errors
    ///
    /// [`io::Error`] where the file cannot be read or written, or is no key.
    pub fn load_or_create(data: &Path, chance: &dyn Chance) -> io::Result<Self> {
        match Self::read_from_folder(data)? {
            Some(secret) => Ok(secret),
            None => Self::create_file(&data.join(Self::FILE), chance),
        }
    }

    /// Draws a new key of a server without storing it.
    #[must_use]
    pub fn generate(chance: &dyn Chance) -> Self {
        let mut bytes = [0; 32];
        chance.fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Parses a server's key of 64 hexadecimal digits; `None` if it is malformed.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Self(bytes))
    }

    /// Reads the key in a data folder, if there is one.
    ///
    /// # Errors
    ///
    /// [`io::Error`] where the file cannot be read, or is no key.
    pub fn read_from_folder(data: &Path) -> io::Result<Option<Self>> {
        match fs::read(data.join(Self::FILE)) {
            Ok(bytes) => {
                let bytes = bytes.try_into();
                let bytes = bytes.map_err(|_| io::Error::other("it must hold 32 bytes"))?;
                Ok(Some(Self(bytes)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Creates the server's key from its bytes.
    pub(crate) const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the server's key.
    pub(crate) const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Creates a key and writes it to a file.
    fn create_file(path: &Path, chance: &dyn Chance) -> io::Result<Self> {
        let secret = Self::generate(chance);
        secret.write_file(path)?;
        Ok(secret)
    }

    /// Writes the key to a data folder, replacing the one that is there.
    pub(crate) fn save_to_folder(&self, data: &Path) -> io::Result<()> {
        self.write_file(&data.join(Self::FILE))
    }

    /// Writes the key beside its file and moves it into place, so that a crash leaves a whole file
    /// or none.
    fn write_file(&self, path: &Path) -> io::Result<()> {
        let beside = path.with_extension("new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&beside)?;
        file.write_all(&self.0)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    }

    /// Computes the HMAC of a text.
    fn mac(&self, text: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of 32 bytes");
        mac.update(text);
        mac
    }

    /// Derives a browser's key from the token of a seat that it sent instead. The same token gives
    /// the same key.
    #[must_use]
    pub fn derive_browser_key(&self, seat: &Token) -> Token {
        let text = [&b"coterie-browser-v1\0"[..], &seat.0].concat();
        Token(self.mac(&text).finalize().into_bytes().into())
    }

    /// Derives a key for one purpose, which reveals nothing of the server's key.
    #[must_use]
    pub(crate) fn derive_key(&self, purpose: &[u8]) -> [u8; 32] {
        self.mac(purpose).finalize().into_bytes().into()
    }

    /// Signs a text with 128 bits.
    #[must_use]
    pub fn sign(&self, text: &[u8]) -> [u8; 16] {
        let signed = self.mac(text).finalize().into_bytes();
        let mut short = [0; 16];
        short.copy_from_slice(&signed[..16]);
        short
    }

    /// Whether `signature` is this key's signature of the text, compared in constant time.
    #[must_use]
    pub fn is_signature_of(&self, text: &[u8], signature: &[u8; 16]) -> bool {
        self.mac(text).verify_truncated_left(signature).is_ok()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SystemChance;

    #[test]
    fn a_token_reads_back_and_prints_as_stars() {
        let token = Token::mint(&SystemChance);
        assert_eq!(Token::read(&token.to_text()), Some(token));
        assert_eq!(token.to_text().len(), 43);
        assert_eq!(
            format!("{token:?} {:?}", token.hash()),
            "Token(***) TokenHash(***)"
        );
        for wrong in ["", "abc", &format!("{}A", token.to_text()), "ä"] {
            assert_eq!(Token::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_key_is_read_as_a_host_writes_it() {
        let text = "00ff".repeat(16);
        let secret = Secret::read(&text).map(|secret| *secret.as_bytes());
        assert!(secret.is_some_and(|bytes| bytes[..4] == [0, 255, 0, 255]));
        assert_eq!(Secret::read(&text), Secret::read(&text.to_uppercase()));
        for wrong in [
            "",
            "00",
            &text[1..],
            &text.replace('f', "g"),
            &format!("{text}00"),
        ] {
            assert_eq!(Secret::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_key_is_made_once_and_for_its_owner_only() -> io::Result<()> {
        let dir = tempfile::tempdir()?;
        let first = Secret::load_or_create(dir.path(), &SystemChance)?;
        let again = Secret::load_or_create(dir.path(), &SystemChance)?;
        let signature = first.sign(b"text");
        assert!(again.is_signature_of(b"text", &signature));
        assert!(!again.is_signature_of(b"other", &signature));
        assert_eq!(format!("{first:?}"), "Secret(***)");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(dir.path().join(Secret::FILE))?
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        Ok(())
    }
}

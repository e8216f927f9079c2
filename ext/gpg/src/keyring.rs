//! Keys by pattern, remembered: looking one up starts a gpg of its own, which costs as much as what it is wanted for.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use gpgme::{Context, Error, Key, Subkey};

use oxisalt_gpg::{Failure, Kind};

use crate::failure::{Asked, Doing, explain};

/// The files that change when keys do: as `GnuPG` writes them now, wrote them before 2.1, and with keyboxd.
const FILES: [&str; 4] = ["pubring.kbx", "pubring.gpg", "public-keys.d/pubring.db", "private-keys-v1.d"];

/// How many keys are remembered, so that patterns from outside cannot fill the memory.
const MOST: usize = 1024;

/// What a key is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Use {
    /// To encrypt to.
    Encrypt,
    /// To sign with.
    Sign,
    /// To recognise a signature by.
    Recognise,
}

type Stamp = [Option<(SystemTime, u64)>; FILES.len()];

/// The keys of one home.
pub(crate) struct Keyring {
    home: PathBuf,
    stamp: Stamp,
    known: HashMap<(Use, String), Key>,
}

impl Keyring {
    /// Of the `GnuPG` home `home`.
    pub(crate) fn new(home: PathBuf) -> Self {
        Self { home, stamp: Stamp::default(), known: HashMap::new() }
    }

    /// Forgets what is known: the keyring was changed.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }

    /// The one usable key that `pattern` means.
    pub(crate) fn resolve(
        &mut self,
        context: &mut Context,
        usage: Use,
        pattern: &str,
    ) -> Result<Key, Failure> {
        let query = (usage, pattern.to_owned());
        if let Some(key) = self.recall(&query) {
            return Ok(key);
        }
        let key = search(context, usage, pattern)?;
        if self.known.len() >= MOST {
            self.known.clear();
        }
        // What is read after the files were looked at is at least as new.
        self.known.insert(query, key.clone());
        Ok(key)
    }

    /// A key that is still as it was: the files are, and no date has passed.
    fn recall(&mut self, query: &(Use, String)) -> Option<Key> {
        let stamp = self.look();
        if self.stamp != stamp {
            self.stamp = stamp;
            self.known.clear();
            return None;
        }
        let key = self.known.get(query)?;
        state(key, query.0).is_ok().then(|| key.clone())
    }

    fn look(&self) -> Stamp {
        FILES.map(|file| {
            let metadata = fs::metadata(self.home.join(file)).ok()?;
            Some((metadata.modified().ok()?, metadata.len()))
        })
    }
}

fn failed(error: Error) -> Failure {
    explain(error, Doing::Keys, &[], Asked::default())
}

/// All keys that match.
pub(crate) fn list(context: &mut Context, pattern: Option<&str>, secret: bool) -> Result<Vec<Key>, Failure> {
    let keys = if secret { context.find_secret_keys(pattern) } else { context.find_keys(pattern) };
    keys.and_then(Iterator::collect).map_err(failed)
}

fn search(context: &mut Context, usage: Use, pattern: &str) -> Result<Key, Failure> {
    let candidates = list(context, Some(&exact(pattern)), usage == Use::Sign)?;
    // Only to name it: a pattern may come from outside, and be of any length.
    let pattern: String = pattern.chars().take(200).collect();
    let (usable, refused): (Vec<_>, Vec<_>) =
        candidates.iter().map(|key| (key, state(key, usage))).partition(|(_, state)| state.is_ok());
    match (usable.as_slice(), refused.first()) {
        ([(key, _)], _) => Ok((*key).clone()),
        ([], Some((key, Err((kind, what))))) => {
            let id = key.fingerprint().unwrap_or("?");
            Err(Failure::new(*kind, format!("{pattern}: {what} (key {id})")))
        }
        ([], _) => {
            let secret = if usage == Use::Sign { "secret " } else { "" };
            Err(Failure::new(Kind::KeyNotFound, format!("{pattern}: no such {secret}key in this keyring")))
        }
        _ => {
            let ids: Vec<_> = usable.iter().map(|(key, _)| key.fingerprint().unwrap_or("?")).collect();
            let message =
                format!("{pattern}: several keys match, name one by its fingerprint: {}", ids.join(", "));
            Err(Failure::new(Kind::AmbiguousKey, message))
        }
    }
}

/// gpg looks for a bare address anywhere in a user ID, so that one for bob@example.org would go to
/// notbob@example.org as well. An address means that address, and a fingerprint may have spaces.
fn exact(pattern: &str) -> String {
    let digits: String = pattern.split_whitespace().collect();
    if digits.len() >= 40 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return digits;
    }
    let bare = pattern.contains('@') && !pattern.contains([' ', '<', '>', '(', '"']);
    if bare && pattern.starts_with(|first: char| first.is_alphanumeric()) {
        format!("<{pattern}>")
    } else {
        pattern.to_owned()
    }
}

/// Whether a key can be used now, and if not, why.
fn state(key: &Key, usage: Use) -> Result<(), (Kind, &'static str)> {
    let now = SystemTime::now();
    let past =
        |subkey: &Subkey<'_>| subkey.is_expired() || subkey.expiration_time().is_some_and(|end| end <= now);
    if key.is_revoked() {
        return Err((Kind::KeyRevoked, "the key was revoked"));
    }
    if usage == Use::Recognise {
        return Ok(());
    }
    if key.is_expired() || key.primary_key().is_some_and(|primary| past(&primary)) {
        return Err((Kind::KeyExpired, "the key has expired"));
    }
    if key.is_disabled() {
        return Err((Kind::InvalidKey, "the key is disabled"));
    }
    if key.is_invalid() {
        return Err((Kind::InvalidKey, "the key is not valid"));
    }
    let fit = |subkey: &Subkey<'_>| match usage {
        Use::Encrypt => subkey.can_encrypt(),
        Use::Sign => subkey.can_sign(),
        Use::Recognise => true,
    };
    let mut worst = Err((Kind::WrongKeyUsage, "the key is not made for this use"));
    for subkey in key.subkeys().filter(fit) {
        worst = if subkey.is_revoked() {
            Err((Kind::KeyRevoked, "the subkey for this use was revoked"))
        } else if past(&subkey) {
            Err((Kind::KeyExpired, "the subkey for this use has expired"))
        } else if subkey.is_invalid() || subkey.is_disabled() {
            Err((Kind::InvalidKey, "the subkey for this use is not usable"))
        } else {
            return Ok(());
        };
    }
    worst
}

//! Which endpoint is asked: from the environment, or from a file beside the games that only its owner can
//! read.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use reqwest::Url;
use reqwest::header::HeaderValue;
use serde::{Deserialize, Serialize};

/// The longest model name and key, in bytes.
const LONGEST: usize = 1000;

/// Where an endpoint was set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndpointSource {
    /// On the page.
    Settings,
    /// By variables of the environment.
    Environment,
}

/// Says why an endpoint cannot be used or kept. The key is never shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    #[error("{0:?} is not an address: http:// or https:// and a host are needed")]
    Address(String),
    #[error("an address must not contain a user or a password")]
    Credentials,
    #[error("the key has characters that cannot be sent, or is longer than {LONGEST} bytes")]
    Key,
    #[error("the name of the model is longer than {LONGEST} bytes")]
    Model,
    #[error("there is nowhere to keep settings: set OUTFLANK_ASSISTANT_URL, _MODEL and _KEY instead")]
    NoPlace,
    #[error("{0}: {1}")]
    File(String, io::Error),
    #[error("{0}: this is not a settings file")]
    Damaged(String),
}

/// An endpoint that speaks the OpenAI interface.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Endpoint {
    url: Url,
    model: String,
    key: Option<String>,
}

/// An endpoint in its file.
#[derive(Serialize, Deserialize)]
struct Kept {
    url: String,
    model: String,
    key: Option<String>,
}

impl fmt::Debug for Endpoint {
    /// Shows everything but the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key.as_ref().map(|_| "...");
        f.debug_struct("Endpoint")
            .field("url", &self.shown())
            .field("model", &self.model)
            .field("key", &key)
            .finish()
    }
}

impl Endpoint {
    /// Checks an endpoint. The address may end with the host, with `/v1`, or be that of the completions
    /// themselves.
    pub(crate) fn new(url: &str, model: Option<&str>, key: Option<&str>) -> Result<Endpoint, SettingsError> {
        let refused = || SettingsError::Address(url.trim().to_owned());
        let mut parsed: Url = url.trim().parse().map_err(|_| refused())?;
        if !matches!(parsed.scheme(), "http" | "https") || parsed.host_str().is_none_or(str::is_empty) {
            return Err(refused());
        }
        if !parsed.username().is_empty() || parsed.password().is_some() {
            return Err(SettingsError::Credentials);
        }
        parsed.set_fragment(None);
        let path = parsed.path().trim_end_matches('/').to_owned();
        if !path.ends_with("/chat/completions") {
            let version = if path.is_empty() { "/v1" } else { "" };
            parsed.set_path(&format!("{path}{version}/chat/completions"));
        }
        let filled =
            |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let (model, key) = (filled(model).unwrap_or_default(), filled(key));
        if model.len() > LONGEST {
            return Err(SettingsError::Model);
        }
        let endpoint = Endpoint { url: parsed, model, key };
        if endpoint.key.as_ref().is_some_and(|key| key.len() > LONGEST) || endpoint.authorization().is_err() {
            return Err(SettingsError::Key);
        }
        Ok(endpoint)
    }

    /// Reads the variables of the environment; `None` if there is no address among them.
    pub(super) fn of_environment(
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Option<Endpoint>, SettingsError> {
        let named = |name: &str| variable(&format!("OUTFLANK_ASSISTANT_{name}"));
        let Some(url) = named("URL").filter(|url| !url.trim().is_empty()) else { return Ok(None) };
        Endpoint::new(&url, named("MODEL").as_deref(), named("KEY").as_deref()).map(Some)
    }

    /// Reads what was kept; a missing file means nothing was.
    pub(super) fn read(file: &Path) -> Result<Option<Endpoint>, SettingsError> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(SettingsError::File(file.display().to_string(), error)),
        };
        let kept: Kept =
            serde_json::from_str(&text).map_err(|_| SettingsError::Damaged(file.display().to_string()))?;
        Endpoint::new(&kept.url, Some(&kept.model), kept.key.as_deref()).map(Some)
    }

    /// Keeps an endpoint in a file that only its owner can read, or takes the file away.
    pub(super) fn write(file: &Path, endpoint: Option<&Endpoint>) -> Result<(), SettingsError> {
        let failed = |error| SettingsError::File(file.display().to_string(), error);
        let Some(endpoint) = endpoint else {
            return match std::fs::remove_file(file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
                _ => Ok(()),
            };
        };
        let Endpoint { url, model, key } = endpoint.clone();
        let text = serde_json::to_string(&Kept { url: url.into(), model, key });
        let text = text.map_err(|error| failed(error.into()))?;
        // A temporary file is its owner's alone from the beginning, and takes the place of the old one as a
        // whole.
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut fresh = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        fresh.write_all(text.as_bytes()).and_then(|()| fresh.as_file().sync_all()).map_err(failed)?;
        fresh.persist(file).map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// Takes over the key of another endpoint, if this one has none and goes to the same place.
    pub(super) fn with_key_of(mut self, other: Option<&Endpoint>) -> Endpoint {
        let same = other.filter(|other| other.url.origin() == self.url.origin());
        self.key = self.key.or_else(|| same.and_then(|other| other.key.clone()));
        self
    }

    /// Returns where questions are sent.
    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the address without what follows `?`, which may be a secret.
    pub(crate) fn shown(&self) -> String {
        let mut url = self.url.clone();
        url.set_query(None);
        url.into()
    }

    /// Returns the name of the model; it may be empty.
    pub(crate) fn model(&self) -> &str {
        &self.model
    }

    /// Tells whether there is a key.
    pub(crate) fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Returns what is sent to show that one may ask.
    pub(super) fn authorization(&self) -> Result<Option<HeaderValue>, reqwest::header::InvalidHeaderValue> {
        let Some(key) = &self.key else { return Ok(None) };
        let mut value = HeaderValue::from_str(&format!("Bearer {key}"))?;
        value.set_sensitive(true);
        Ok(Some(value))
    }

    /// Blots the key and what follows `?` out of a text.
    pub(super) fn without_key(&self, text: &str) -> String {
        let secrets = [self.key.as_deref(), self.url.query()];
        let hidden = secrets.into_iter().flatten().filter(|secret| !secret.is_empty());
        hidden.fold(text.to_owned(), |text, secret| text.replace(secret, "..."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_be_short_and_has_to_be_one_of_the_web() {
        let sent = |url| Endpoint::new(url, None, None).unwrap().shown();
        assert_eq!(sent("http://localhost:11434"), "http://localhost:11434/v1/chat/completions");
        assert_eq!(sent(" https://a.example/v1/ "), "https://a.example/v1/chat/completions");
        assert_eq!(sent("https://a.example/x/chat/completions"), "https://a.example/x/chat/completions");
        assert_eq!(sent("https://a.example/x?version=2#y"), "https://a.example/x/chat/completions");
        for url in
            ["", "localhost:11434", "file:///etc/passwd", "ftp://a.example", "http://", "javascript:alert(1)"]
        {
            assert!(matches!(Endpoint::new(url, None, None), Err(SettingsError::Address(_))), "{url}");
        }
        assert!(matches!(
            Endpoint::new("http://me:secret@a.example", None, None),
            Err(SettingsError::Credentials)
        ));
        assert!(matches!(Endpoint::new("http://a.example", None, Some("a\nb")), Err(SettingsError::Key)));
    }

    #[test]
    fn a_key_is_shown_nowhere_and_stays_with_its_place() {
        let one = Endpoint::new("https://a.example/v1?token=hidden", Some("m"), Some("secret")).unwrap();
        assert!(!format!("{one:?}").contains("secret") && !format!("{one:?}").contains("hidden"));
        assert_eq!(one.without_key("Incorrect key secret at ?token=hidden"), "Incorrect key ... at ?...");
        let moved = |url| Endpoint::new(url, None, None).unwrap().with_key_of(Some(&one));
        assert!(moved("https://a.example/other").has_key());
        assert!(!moved("https://b.example/v1").has_key() && !moved("http://a.example/v1").has_key());
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_can_read_the_file() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("assistant.json");
        let one = Endpoint::new("https://a.example", Some("m"), Some("secret")).unwrap();
        Endpoint::write(&file, Some(&one)).unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(Endpoint::read(&file).unwrap(), Some(one));
        std::fs::write(&file, "{}").unwrap();
        assert!(matches!(Endpoint::read(&file), Err(SettingsError::Damaged(_))));
    }
}

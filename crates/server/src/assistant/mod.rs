//! The assistant: answers questions about the rules, the studio and the position on the board.
//!
//! [`builtin`] answers by itself, from the texts of `topics.toml` and from [`facts`] that engine and coach
//! find. If the user has set up an endpoint that speaks the OpenAI interface ([`settings`]) and asks for it,
//! [`endpoint`] puts the question there, with the same facts ([`briefing`]). Nothing leaves the machine
//! otherwise. What goes wrong there is told as a [`EndpointTrouble`] and noted in the [`TroubleJournal`]; the
//! key is in neither.

mod briefing;
mod builtin;
mod endpoint;
#[cfg(test)]
mod endpoint_tests;
mod facts;
mod journal;
mod settings;
mod topics;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_rules::Square;

pub(crate) use builtin::answer;
pub(crate) use endpoint::{EndpointTrouble, Said};
pub(crate) use facts::{Facts, QuestionLine};
pub(crate) use journal::TroubleJournal;
pub(crate) use settings::{Endpoint, EndpointSource, SettingsError};
pub(crate) use topics::AnswerLanguage;

/// How long an endpoint may take unless the environment says otherwise.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the assistant keeps.
pub(crate) struct Assistant {
    /// Where settings are kept; `None` if there is no place.
    file: Option<PathBuf>,
    settings: Mutex<AssistantSettings>,
    patience: Duration,
    pub(crate) journal: TroubleJournal,
}

/// The endpoints that were set up; that of a person comes first.
#[derive(Default)]
struct AssistantSettings {
    stored: Option<Endpoint>,
    environment: Option<Endpoint>,
}

impl Assistant {
    /// Reads what was set up: in the environment, and in a file. What cannot be used is noted and left alone.
    pub(crate) fn open(file: Option<PathBuf>, environment: &dyn Fn(&str) -> Option<String>) -> Assistant {
        let journal = TroubleJournal::default();
        let noted = |found: Result<Option<Endpoint>, SettingsError>| {
            found.unwrap_or_else(|error| {
                journal.note("settings", &error.to_string());
                None
            })
        };
        let stored = noted(file.as_deref().map_or(Ok(None), Endpoint::read));
        let environment_endpoint = noted(Endpoint::of_environment(environment));
        let seconds = environment("OUTFLANK_ASSISTANT_SECONDS").and_then(|text| text.trim().parse().ok());
        let patience = seconds
            .filter(|seconds| (0.1..=600.0).contains(seconds))
            .map_or(PATIENCE, Duration::from_secs_f64);
        let settings = Mutex::new(AssistantSettings { stored, environment: environment_endpoint });
        Assistant { file, settings, patience, journal }
    }

    fn settings(&self) -> MutexGuard<'_, AssistantSettings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the endpoint in use and where it comes from.
    pub(crate) fn endpoint(&self) -> Option<(Endpoint, EndpointSource)> {
        let settings = self.settings();
        let stored = settings.stored.clone().map(|endpoint| (endpoint, EndpointSource::Settings));
        stored
            .or_else(|| settings.environment.clone().map(|endpoint| (endpoint, EndpointSource::Environment)))
    }

    /// Tells whether there is a place where settings are kept.
    pub(crate) fn can_keep(&self) -> bool {
        self.file.is_some()
    }

    /// Keeps an endpoint, or forgets the one that was kept. Without a key the one that is kept stays, as long
    /// as it goes to the same place.
    pub(crate) fn set(&self, wanted: Option<Endpoint>) -> Result<(), SettingsError> {
        let file = self.file.as_deref().ok_or(SettingsError::NoPlace)?;
        let mut settings = self.settings();
        let wanted = wanted.map(|wanted| wanted.with_key_of(settings.stored.as_ref()));
        Endpoint::write(file, wanted.as_ref())?;
        settings.stored = wanted;
        Ok(())
    }

    /// Asks the endpoint; what goes wrong is noted.
    pub(crate) async fn ask(
        &self,
        endpoint: &Endpoint,
        briefing: String,
        said: &[Said],
        question: &str,
    ) -> Result<String, EndpointTrouble> {
        let messages = endpoint::messages(briefing, said, question);
        let answer = endpoint::ask(endpoint, &messages, self.patience).await;
        answer.map_err(|(trouble, detail)| {
            let detail = endpoint.without_key(&detail);
            self.journal.note(trouble.code(), &format!("{}: {detail}", endpoint.shown()));
            trouble
        })
    }
}

/// Writes what an endpoint is told about itself and the position.
pub(crate) fn brief(facts: &Facts, language: AnswerLanguage) -> String {
    briefing::write(facts, language)
}

/// Returns the square that a question names, if it names one.
pub(crate) fn square_in(question: &str) -> Option<Square> {
    let plain = topics::plain(question);
    let mut words = plain.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.find_map(|word| if word.len() == 2 { word.parse().ok() } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_found_between_words_of_any_language() {
        let found = |text| square_in(text).map(|square| square.to_string());
        assert_eq!(found("Why not f5?").as_deref(), Some("f5"));
        assert_eq!(found("なぜｂ２は悪い？").as_deref(), Some("b2"));
        assert_eq!(found("G7 or h8").as_deref(), Some("g7"));
        assert_eq!(found("What is a4x or h9?"), None);
    }

    #[test]
    fn the_endpoint_of_a_person_comes_before_that_of_the_environment() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("assistant.json");
        let environment = |name: &str| match name {
            "OUTFLANK_ASSISTANT_URL" => Some("http://environment.example/v1".to_owned()),
            "OUTFLANK_ASSISTANT_KEY" => Some("from-the-environment".to_owned()),
            _ => None,
        };
        let assistant = Assistant::open(Some(file.clone()), &environment);
        assert_eq!(assistant.endpoint().unwrap().1, EndpointSource::Environment);
        let own = Endpoint::new("http://own.example", Some("m"), Some("secret")).unwrap();
        assistant.set(Some(own.clone())).unwrap();
        let again = Assistant::open(Some(file), &environment);
        assert_eq!(again.endpoint(), Some((own, EndpointSource::Settings)));
        again.set(None).unwrap();
        assert_eq!(again.endpoint().unwrap().1, EndpointSource::Environment);
        assert!(Assistant::open(None, &|_| None).endpoint().is_none());
    }
}

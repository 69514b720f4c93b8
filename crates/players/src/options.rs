//! The `name=value,name=value` part of a player's text.

use std::str::FromStr;
use std::time::Duration;

use outflank_records::did_you_mean;

use crate::family::{FAMILIES, Parameter};

/// Says what is wrong with a player's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(String);

impl SpecError {
    /// Makes an error of a message that names the offending part.
    pub(crate) fn new(message: impl Into<String>) -> SpecError {
        SpecError(message.into())
    }

    pub(crate) fn unknown_player(text: &str) -> SpecError {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
        let id = text.split_once(':').map_or(text, |(id, _rest)| id);
        // `level7`, `Level 7` and the like.
        let level = id.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end_matches([' ', '-', '=']);
        let number = id[level.len()..].trim_start_matches([' ', '-', '=']);
        let meant = if level.eq_ignore_ascii_case("level") && !number.is_empty() {
            format!("; did you mean \"level:{number}\"?")
        } else {
            did_you_mean(id, known.iter().copied())
        };
        SpecError::new(format!("there is no player {text:?}; there are {}{meant}", known.join(", ")))
    }
}

/// Options that were given, each of them known.
pub(crate) struct Options<'a> {
    id: &'static str,
    given: Vec<(&'a str, &'a str)>,
}

impl<'a> Options<'a> {
    /// Splits a text at its commas; every name must be one of `parameters`.
    pub(crate) fn parse(
        id: &'static str,
        text: &'a str,
        parameters: &[Parameter],
    ) -> Result<Options<'a>, SpecError> {
        if parameters.is_empty() && !text.trim().is_empty() {
            return Err(SpecError::new(format!("{id}: nothing can be set, but {text:?} follows")));
        }
        let mut given = Vec::new();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(SpecError::new(format!("{id}: {part:?} is not of the form name=value")));
            };
            let (name, value) = (name.trim(), value.trim());
            if !parameters.iter().any(|parameter| parameter.name == name) {
                let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
                let meant = did_you_mean(name, known.iter().copied());
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(SpecError::new(format!(
                    "{id}: there is no option {name:?}; there are {known}{meant}"
                )));
            }
            given.push((name, value));
        }
        Ok(Options { id, given })
    }

    /// Returns the text of an option; the last one counts.
    pub(crate) fn text(&self, name: &str) -> Option<&'a str> {
        self.given.iter().rev().find(|(given, _)| *given == name).map(|(_, value)| *value)
    }

    /// Returns the number of an option, within limits.
    pub(crate) fn number<N: FromStr + PartialOrd + std::fmt::Display>(
        &self,
        name: &str,
        (low, high): (N, N),
    ) -> Result<Option<N>, SpecError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.parse::<N>() {
            Ok(number) if low <= number && number <= high => Ok(Some(number)),
            _ => {
                let id = self.id;
                Err(SpecError::new(format!(
                    "{id}: {name}={text:?} is not a valid number; it has to be from {low} to {high}"
                )))
            }
        }
    }

    /// Returns what a word stands for that must be one of a few.
    pub(crate) fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, SpecError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == text) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => {
                let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let (id, meant) = (self.id, did_you_mean(text, known.iter().copied()));
                Err(SpecError::new(format!(
                    "{id}: {name}={text:?} is not one of {}{meant}",
                    known.join(", ")
                )))
            }
        }
    }

    /// Returns whether something is switched on.
    pub(crate) fn switch(&self, name: &str) -> Result<Option<bool>, SpecError> {
        self.choice(name, &[("on", true), ("off", false), ("yes", true), ("no", false)])
    }

    /// Returns the factor of an evaluation step: 1 unless told, 0 switches it off.
    pub(crate) fn factor(&self, name: &str) -> Result<f64, SpecError> {
        Ok(self.number(name, (-1000.0, 1000.0))?.unwrap_or(1.0))
    }

    /// Says that the value of an option cannot be used, and why.
    pub(crate) fn refuse(&self, name: &str, why: impl std::fmt::Display) -> SpecError {
        let (id, text) = (self.id, self.text(name).unwrap_or_default());
        SpecError::new(format!("{id}: {name}={text:?}: {why}"))
    }

    /// Returns the seconds of an option.
    pub(crate) fn seconds(&self, name: &str) -> Result<Option<Duration>, SpecError> {
        Ok(self.number(name, (0.001, 86_400.0))?.map(Duration::from_secs_f64))
    }
}

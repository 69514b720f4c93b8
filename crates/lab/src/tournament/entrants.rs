//! The players of a description, as they are written there.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use outflank_players::{Entrant, Spec, SpecError};
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};

/// How the names of files begin that are in the folder of the tournament.
pub(crate) const OWN_FILES: &str = "files/";

/// A player as it is written, and what it is called. The text names a player; files that are in the folder of
/// the tournament have not been looked for yet.
pub(crate) struct NamedEntrant {
    pub(crate) name: Option<String>,
    pub(crate) text: String,
}

/// Makes a player of its text. Files whose names begin with `files/` are in the folder, if there is one.
pub(crate) fn found(text: &str, folder: Option<&Path>) -> Result<Entrant, SpecError> {
    let find = |_: &str, value: &str| {
        let own = folder.filter(|_| value.starts_with(OWN_FILES))?;
        Some(own.join(value).display().to_string())
    };
    Spec::split(text)?.entrant_with(&find)
}

/// Reads a text that means something, so that a refusal knows its line.
pub(crate) fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(de::Error::custom)
}

impl NamedEntrant {
    /// Makes sure that a text names a player while the line is known.
    fn checked<E: de::Error>(name: Option<String>, text: String) -> Result<NamedEntrant, E> {
        if !text.contains(OWN_FILES) {
            text.parse::<Entrant>().map_err(E::custom)?;
        }
        Ok(NamedEntrant { name, text })
    }
}

impl<'de> Deserialize<'de> for NamedEntrant {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<NamedEntrant, D::Error> {
        from.deserialize_any(EntrantVisitor)
    }
}

struct EntrantVisitor;

impl<'de> Visitor<'de> for EntrantVisitor {
    type Value = NamedEntrant;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player such as \"level:3\", or { name = \"Mine\", player = \"exec:gtp:./mine\" }")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<NamedEntrant, E> {
        NamedEntrant::checked(None, text.to_owned())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<NamedEntrant, A::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Both {
            name: String,
            player: String,
        }
        let Both { name, player } = Both::deserialize(MapAccessDeserializer::new(map))?;
        NamedEntrant::checked(Some(name), player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_files_are_in_the_folder_and_others_where_the_program_runs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("files")).unwrap();
        let path = folder.path().join("files/lines.txt");
        std::fs::write(&path, "f5d6c3\n").unwrap();
        let text = "nea:depth=1,openings=files/lines.txt";
        assert_eq!(found(text, Some(folder.path())).unwrap().to_string(), text);
        assert!(found(text, None).is_err());
        let absolute = format!("nea:openings={}", path.display());
        assert!(found(&absolute, Some(folder.path())).is_ok());
    }
}

//! A limit for all players of a tournament that have none of their own.

use outflank_players::{Entrant, SpecError};

/// Words that limit a player; one that has such a limit keeps it. A level is a limit.
const LIMITS: [&str; 4] = ["time=", "depth=", "nodes=", "level:"];

/// Makes a player of its text, and gives it a limit unless it has one or takes none.
pub(crate) fn limited(
    text: &str,
    limit: Option<(&str, u64)>,
    make: &dyn Fn(&str) -> Result<Entrant, SpecError>,
) -> Result<Entrant, SpecError> {
    let entrant = make(text)?;
    let Some((name, value)) = limit else { return Ok(entrant) };
    let (options, with) = match text.strip_prefix("exec:") {
        Some(rest) => match rest.split_once("]:") {
            Some((head, command)) if head.contains('[') => {
                (head.to_owned(), format!("exec:{head},{name}={value}]:{command}"))
            }
            _ => match rest.split_once(':') {
                Some((protocol, command)) => {
                    (String::new(), format!("exec:{protocol}[{name}={value}]:{command}"))
                }
                None => return Ok(entrant),
            },
        },
        None if text.contains(':') => (text.to_owned(), format!("{text},{name}={value}")),
        None => (String::new(), format!("{text}:{name}={value}")),
    };
    if LIMITS.iter().any(|limit| options.contains(limit)) {
        return Ok(entrant);
    }
    // Players that know no such limit, like random, stay as they are.
    Ok(make(&with).unwrap_or(entrant))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_players_without_a_limit_that_take_one_get_it() {
        let with = |text: &str| limited(text, Some(("depth", 4)), &|text| text.parse()).unwrap().to_string();
        assert_eq!(with("engine"), "engine:depth=4");
        assert_eq!(with("engine:hash=1"), "engine:hash=1,depth=4");
        assert_eq!(with("engine:nodes=9"), "engine:nodes=9");
        assert_eq!(with("nea"), "nea:depth=4");
        assert_eq!(with("random"), "random");
        assert_eq!(with("level:3"), "level:3");
        assert_eq!(with("exec:gtp:./x a:b"), "exec:gtp[depth=4]:./x a:b");
        assert_eq!(with("exec:gtp[dir=x]:y"), "exec:gtp[dir=x,depth=4]:y");
        assert_eq!(with("exec:gtp[depth=9]:y"), "exec:gtp[depth=9]:y");
        assert_eq!(limited("engine", None, &|text| text.parse()).unwrap().to_string(), "engine");
    }
}

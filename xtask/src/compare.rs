//! Times two programs on the same work, one after the other: `xtask compare`.
//!
//! Machines are slower at one time than at another, so the two take turns, and the order is turned around
//! from round to round. Minima and medians say more than means: nothing makes a program faster than it is.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How the command is used.
pub(crate) const USAGE: &str = "\
usage: cargo run -p xtask -- compare --ours COMMAND --theirs COMMAND [--file FILE] [--rounds N]
                                     [--ours-dir DIR] [--theirs-dir DIR]
  Runs both commands in turn, N rounds (3 unless told), and prints the times, their minimum and median, and
  ours divided by theirs. `{file}` in a command stands for FILE. Words are split as a shell does, quotes
  included; no shell runs. A command works in its DIR if one is given; FILE is always meant from here.";

/// What is compared.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    ours: Contender,
    theirs: Contender,
    rounds: usize,
}

/// A program and where it runs.
#[derive(Debug, Default, PartialEq, Eq)]
struct Contender {
    words: Vec<String>,
    folder: Option<PathBuf>,
}

impl Comparison {
    /// Reads the arguments after `compare`.
    pub(crate) fn of_arguments(arguments: &[String]) -> Result<Comparison, String> {
        let (mut ours, mut theirs) = (Contender::default(), Contender::default());
        let (mut file, mut rounds) = (None, 3);
        let mut rest = arguments.iter();
        while let Some(option) = rest.next() {
            let value = rest.next().ok_or_else(|| format!("{option} needs a value"))?;
            match option.as_str() {
                "--ours" => ours.words = split(value)?,
                "--theirs" => theirs.words = split(value)?,
                "--ours-dir" => ours.folder = Some(value.into()),
                "--theirs-dir" => theirs.folder = Some(value.into()),
                "--file" => {
                    file = Some(std::path::absolute(value).map_err(|error| format!("{value}: {error}"))?)
                }
                "--rounds" => {
                    rounds = value.parse().map_err(|_| format!("{value} is no number of rounds"))?
                }
                _ => return Err(format!("unknown option {option}")),
            }
        }
        for (name, contender) in [("--ours", &mut ours), ("--theirs", &mut theirs)] {
            if contender.words.is_empty() {
                return Err(format!("{name} is missing"));
            }
            for word in contender.words.iter_mut().filter(|word| word.contains("{file}")) {
                let file = file.as_ref().ok_or("{file} is used, but --file is missing")?;
                *word = word.replace("{file}", &file.to_string_lossy());
            }
        }
        if rounds == 0 {
            return Err("0 is no number of rounds".to_owned());
        }
        Ok(Comparison { ours, theirs, rounds })
    }

    /// Runs the rounds and prints as they go.
    pub(crate) fn run(&self) -> Result<(), String> {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for round in 0..self.rounds {
            let mut turns = [("ours", &self.ours, &mut ours), ("theirs", &self.theirs, &mut theirs)];
            if round % 2 == 1 {
                turns.reverse();
            }
            for (name, contender, times) in turns {
                let (time, last) = contender.time()?;
                println!("round {}  {name:6}  {:9.3} s  {last}", round + 1, time.as_secs_f64());
                times.push(time);
            }
        }
        let (ours, theirs) = (Summary::of(ours), Summary::of(theirs));
        println!("          {:>10} {:>10} {:>10}", "minimum", "median", "maximum");
        for (name, summary) in [("ours", &ours), ("theirs", &theirs)] {
            let [least, middle, most] = summary.seconds();
            println!("{name:8}  {least:8.3} s {middle:8.3} s {most:8.3} s");
        }
        let ratio = |at: usize| ours.seconds()[at] / theirs.seconds()[at].max(1e-9);
        println!("ratio     {:10.3} {:10.3}", ratio(0), ratio(1));
        Ok(())
    }
}

impl Contender {
    /// Runs the program once and returns its time and the last line it printed.
    fn time(&self) -> Result<(Duration, String), String> {
        let Some((program, arguments)) = self.words.split_first() else {
            return Err("a command without a program".to_owned());
        };
        let mut command = Command::new(OsString::from(program));
        command.args(arguments).stdin(Stdio::null());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let started = Instant::now();
        let output = command.output().map_err(|error| format!("{program}: {error}"))?;
        let time = started.elapsed();
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{program}: {}: {}", output.status, last_line(&message)));
        }
        Ok((time, last_line(&String::from_utf8_lossy(&output.stdout))))
    }
}

/// Returns the last line that says something.
fn last_line(text: &str) -> String {
    // Programs that rewrite a line end it with a carriage return.
    let mut lines = text.split(['\n', '\r']).map(str::trim);
    lines.rfind(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

/// The times of a program in order.
#[derive(Debug)]
struct Summary(Vec<Duration>);

impl Summary {
    fn of(mut times: Vec<Duration>) -> Summary {
        times.sort();
        Summary(times)
    }

    /// Returns minimum, median and maximum in seconds.
    fn seconds(&self) -> [f64; 3] {
        let at = |n: usize| self.0.get(n).map_or(0.0, Duration::as_secs_f64);
        let count = self.0.len();
        let median = (at(count.saturating_sub(1) / 2) + at(count / 2)) / 2.0;
        [at(0), median, at(count.saturating_sub(1))]
    }
}

/// Splits a command line into words: blanks separate, quotes of either kind keep together.
fn split(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(quote) => Err(format!("{text}: {quote} is never closed")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(split(" a  'b c' d\"e f\"g '' ").unwrap(), ["a", "b c", "de fg", ""]);
        assert!(split("a 'b").is_err());
    }

    #[test]
    fn the_file_takes_its_place_in_both_commands() {
        let given =
            arguments(&["--ours", "a {file}", "--theirs", "b -f={file}", "--file", "x.obf", "--rounds", "2"]);
        let comparison = Comparison::of_arguments(&given).unwrap();
        let file = std::path::absolute("x.obf").unwrap().display().to_string();
        assert_eq!(comparison.ours.words, ["a".to_owned(), file.clone()]);
        assert_eq!(comparison.theirs.words, ["b".to_owned(), format!("-f={file}")]);
        assert_eq!(comparison.rounds, 2);
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        for (given, offending) in [
            (&["--ours", "a"][..], "--theirs"),
            (&["--ours", "a {file}", "--theirs", "b"], "--file"),
            (&["--ours", "a", "--theirs", "b", "--rounds", "many"], "many"),
            (&["--ours", "a", "--theirs", "b", "--rounds", "0"], "0"),
            (&["--ours", "a", "--mine", "b"], "--mine"),
            (&["--ours"], "--ours"),
        ] {
            let message = Comparison::of_arguments(&arguments(given)).unwrap_err();
            assert!(message.contains(offending), "{message}");
        }
    }

    #[test]
    fn minimum_median_and_maximum_are_those_of_the_times() {
        let times = |seconds: &[u64]| Summary::of(seconds.iter().map(|&s| Duration::from_secs(s)).collect());
        assert_eq!(times(&[3, 1, 2]).seconds(), [1.0, 2.0, 3.0]);
        assert_eq!(times(&[4, 1, 3, 2]).seconds(), [1.0, 2.5, 4.0]);
        assert_eq!(last_line("a\nb\rc \n\n"), "c");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_fails_or_is_missing_is_an_error() {
        let of = |command: &str| Contender { words: split(command).unwrap(), folder: None };
        assert_eq!(of("printf 'one\\ntwo'").time().unwrap().1, "two");
        assert!(of("false").time().unwrap_err().contains("false"));
        assert!(of("no-such-program-anywhere").time().unwrap_err().contains("no-such-program"));
    }
}

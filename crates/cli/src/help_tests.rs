//! Every `--help` is complete and true: all commands and arguments are described, and the examples can be
//! parsed.

use clap::{Command, CommandFactory as _, Parser as _};

use crate::Cli;

/// The widest line of an example or a table that is not broken: help is as wide as the terminal, 100 at most.
const WIDEST: usize = 98;

/// Calls `visit` with every command below the program, and its name with those above it.
fn every_command(visit: &mut dyn FnMut(&str, &Command)) {
    fn walk(name: &str, command: &Command, visit: &mut dyn FnMut(&str, &Command)) {
        visit(name, command);
        for below in command.get_subcommands() {
            walk(&format!("{name} {}", below.get_name()), below, visit);
        }
    }
    let mut program = Cli::command();
    program.build();
    walk("outflank", &program, visit);
}

/// Returns the text under the options.
fn after_help(command: &Command) -> String {
    command.get_after_help().map(ToString::to_string).unwrap_or_default()
}

/// Returns what the examples of a command call, without pipes, redirections and remarks.
fn examples(command: &Command) -> Vec<String> {
    let text = after_help(command);
    let lines = text.lines().skip_while(|line| !line.starts_with("Example")).skip(1);
    lines.filter(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
}

/// Returns the words of the calls of our program in a line of an example.
fn calls(example: &str) -> Vec<Vec<String>> {
    let mut calls = vec![Vec::new()];
    // A remark stands after two blanks or more.
    let example = example.split("   ").next().unwrap_or_default();
    for word in shlex::split(example).expect("quotes are in pairs") {
        match word.as_str() {
            "|" | "&&" | "<" | ">" => calls.push(Vec::new()),
            _ => calls.last_mut().expect("never empty").push(word),
        }
    }
    calls.retain(|words: &Vec<String>| words.first().is_some_and(|word| word == "outflank"));
    calls
}

#[test]
fn every_command_and_argument_is_described() {
    let mut missing = Vec::new();
    every_command(&mut |name, command| {
        if command.get_about().is_none() {
            missing.push(name.to_owned());
        }
        for argument in command.get_arguments().filter(|argument| argument.get_help().is_none()) {
            missing.push(format!("{name}: {}", argument.get_id()));
        }
    });
    assert!(missing.is_empty(), "not described: {missing:?}");
}

#[test]
fn every_command_that_does_something_has_examples() {
    let mut missing = Vec::new();
    every_command(&mut |name, command| {
        if examples(command).is_empty() && !command.has_subcommands() {
            missing.push(name.to_owned());
        }
    });
    assert!(missing.is_empty(), "no examples: {missing:?}");
}

#[test]
fn every_example_is_understood() {
    let mut wrong = Vec::new();
    let mut understood = 0;
    every_command(&mut |name, command| {
        for call in examples(command).iter().flat_map(|example| calls(example)) {
            match Cli::try_parse_from(&call) {
                // Files that the examples name are not here.
                Err(error) if error.use_stderr() && !error.to_string().contains("No such file") => {
                    wrong.push(format!("{name}: {call:?}: {error}"))
                }
                Ok(_) | Err(_) => understood += 1,
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(understood > 60, "only {understood} examples");
}

#[test]
fn tables_and_examples_fit_the_terminal() {
    let mut wide = Vec::new();
    every_command(&mut |name, command| {
        let text = after_help(command);
        for line in text.lines().filter(|line| line.starts_with("  ") && line.chars().count() > WIDEST) {
            wide.push(format!("{name}: {line}"));
        }
    });
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

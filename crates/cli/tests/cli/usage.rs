//! Help, version, exit codes.

use super::{outflank, program};

#[test]
fn every_command_has_help_with_examples() {
    let top = outflank(&["--help"]).good();
    for command in ["play", "show", "solve", "analyze", "convert", "perft", "bench"] {
        assert!(top.contains(command), "{top}");
        let help = outflank(&[command, "--help"]).good();
        assert!(help.contains("Examples:") && help.contains("Usage:"), "{help}");
    }
    assert!(outflank(&["--version"]).good().starts_with("outflank "));
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [
        &["no-such-command"][..],
        &["show"],
        &["show", "start", "--no-such-option"],
        &["perft"],
        &["perft", "61"],
        &["perft", "-1"],
        &["perft", "ten"],
        &["perft", "3", "--threads", "0"],
        &["perft", "3", "--position", "e5"],
        &["convert", "in"],
        &["convert", "no-such-file.ggf", "-"],
        &["convert", "-", "-", "--from", "docx"],
        &["convert", "-", "-", "--side", "green"],
        &["play", "--black", "deep-blue"],
        &["play", "--start", "a1"],
    ] {
        outflank(arguments).refused();
    }
}

#[test]
fn what_is_no_number_is_shown_and_called_so() {
    for (arguments, said) in [
        (&["perft", "abc"][..], "invalid value 'abc' for '<DEPTH>': it is not a whole number"),
        (&["analyze", "start", "--depth", "deep"], "'deep'"),
    ] {
        let told = outflank(arguments).refused();
        assert!(told.contains(said) && !told.contains("found in string"), "{told}");
    }
}

#[test]
fn an_unknown_player_or_format_is_answered_with_the_known_ones() {
    let message = outflank(&["play", "--white", "deep-blue"]).refused();
    assert!(message.contains("human, random, greedy, level, engine, nea, client-beginner"), "{message}");
    let message = outflank(&["convert", "-", "-", "--to", "docx"]).refused();
    assert!(message.contains("docx") && message.contains("ggf"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_1() {
    for arguments in
        [&["show", "start"][..], &["perft", "3"], &["play", "--black", "greedy", "--white", "greedy"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = program().args(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn an_option_that_does_not_exist_is_called_so_where_boards_may_begin_with_hyphens() {
    let message = outflank(&["show", "--bogus"]).refused();
    assert!(message.contains("no option \"--bogus\""), "{message}");
}

#[test]
fn what_is_mistyped_is_answered_with_what_was_probably_meant() {
    for (arguments, meant) in [
        (&["sovle", "start"][..], "solve"),
        (&["analyze", "start", "--detph", "3"], "--depth"),
        (&["play", "--white", "gredy"], "\"greedy\""),
        (&["play", "--white", "level7"], "\"level:7\""),
        (&["match", "engine:dpeth=3", "random"], "\"depth\""),
        (&["match", "random", "random", "--openings", "balancd"], "\"balanced\""),
        (&["convert", "-", "-", "--to", "gff"], "\"ggf\""),
        (&["engine", "--protocol", "nbord"], "\"nboard\""),
        (&["bench", "--tier", "avx-2"], "\"avx2\""),
        (&["show", "strat"], "\"start\""),
        (&["games", "list", "--sort", "dat"], "date"),
    ] {
        let message = outflank(arguments).refused();
        assert!(message.contains(meant), "{arguments:?}: {message}");
    }
}

#[test]
fn options_that_contradict_each_other_are_named() {
    for (arguments, named) in [
        (&["analyze", "start", "--depth", "3", "--level", "1"][..], "--level"),
        (&["analyze", "start", "--best", "3", "--all-moves"], "--all-moves"),
        (&["engine", "--protocol", "gtp", "--depth", "3", "--level", "3"], "--level"),
    ] {
        let message = outflank(arguments).refused();
        assert!(
            message.contains(named) && message.contains("cannot be used with"),
            "{arguments:?}: {message}"
        );
    }
}

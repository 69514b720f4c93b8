//! What the program takes from the machine: little memory beyond the table.

#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Stdio};

use super::program;

/// The most memory beyond the table, in MiB.
const BEYOND_TABLE: u64 = 200;

/// Returns the most memory a running program ever had, in MiB.
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[test]
fn a_search_takes_its_table_and_little_more() {
    for (table, threads) in [("1", "1"), ("64", "1"), ("256", "2"), ("64", "16")] {
        let mut child = program()
            .args(["solve", "-", "--json", "--hash", table, "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // #1 to #19 and #40 of the suite, the last with 20 empty squares: enough to fill the smaller tables.
        let suite = include_str!("../../../../data/ffo.obf").lines().filter(|line| !line.starts_with('%'));
        for position in suite.take(20) {
            writeln!(input, "{position}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert!(line.contains("\"ok\":true"), "{line}");
        }
        let (most, table) = (peak(&child), table.parse::<u64>().unwrap());
        drop(input);
        assert!(child.wait().unwrap().success());
        assert!(most <= table + BEYOND_TABLE, "{most} MiB with a table of {table} and {threads} threads");
    }
}

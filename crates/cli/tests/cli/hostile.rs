//! Input nobody should have to expect: garbage, binary, truncated, wrongly encoded, huge; and readers that
//! leave.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Stdio;

use super::{Run, arg, limited, outflank, outflank_with, program, random_game};

/// Pieces of nonsense.
fn nonsense() -> Vec<Vec<u8>> {
    let noise = (0..5000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let utf16: Vec<u8> = "f5d6c3\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        b"hello world".to_vec(),
        b"\0\0\0\0\0\0\0\0".to_vec(),
        b"\x7fELF\x02\x01\x01\0\0\0\0".to_vec(),
        noise,
        // Without a byte order mark nobody can know.
        utf16.clone(),
        [b"\xff\xfe\x00\xd8".to_vec(), utf16].concat(),
        b"f5d6\xe9\xe8".to_vec(),
        "f5d6➝c3".as_bytes().to_vec(),
        b"f5d6c".to_vec(),
        b"f5f5".to_vec(),
        b"a1".to_vec(),
        b"(;GM[Othello]BO[8 ---".to_vec(),
        b"(;GM[Go]SZ[19];B[aa]".to_vec(),
        b"[Event \"x".to_vec(),
        b"{\"args\":[".to_vec(),
        b"------".to_vec(),
        "0".repeat(65).into_bytes(),
        format!("{}1X", "-".repeat(63)).into_bytes(),
        "-".repeat(64).into_bytes(),
        format!("{}Z", "-".repeat(64)).into_bytes(),
        "(".repeat(100_000).into_bytes(),
        "[".repeat(100_000).into_bytes(),
        "{\"a\":".repeat(50_000).into_bytes(),
    ]
}

#[test]
fn nonsense_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    for (index, bytes) in nonsense().into_iter().enumerate() {
        let begins = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
        let told = |run: Run| {
            assert_eq!(run.code, 2, "{index} {begins:?}: {}", run.out);
            assert!(run.err.len() > 20 && run.err.len() < 20_000, "{begins:?}: {}", run.err);
        };
        told(outflank_with(&["show", "-", "--json"], &bytes));
        told(outflank_with(&["convert", "-", "-", "--to", "ggf"], &bytes));
        let file = folder.path().join(format!("{index}.txt"));
        fs::write(&file, &bytes).unwrap();
        told(outflank(&["show", arg(&file)]));
        told(outflank(&["perft", "2", "--position", arg(&file)]));
        let output = folder.path().join("out");
        for extension in ["ggf", "sgf", "pgn", "obf", "json", "scr", "xot", "wtb"] {
            let file = folder.path().join(format!("{index}.{extension}"));
            fs::write(&file, &bytes).unwrap();
            told(outflank(&["convert", arg(&file), arg(&output)]));
            assert!(!output.exists());
        }
        if let Ok(text) = String::from_utf8(bytes)
            && !text.contains('\0')
            && text.len() <= 100_000
        {
            told(outflank(&["show", &text]));
        }
    }
}

#[test]
fn digits_for_discs_are_refused_with_an_explanation() {
    let board = format!("{}21{}12{}1", "0".repeat(27), "0".repeat(6), "0".repeat(27));
    let message = outflank(&["show", &board]).refused();
    assert!(message.contains("digit"), "{message}");
}

#[test]
fn records_of_another_game_are_refused() {
    for format in ["ggf", "sgf"] {
        let run = outflank_with(&["convert", "-", "-", "--from", format], b"(;GM[Go]SZ[19];B[aa])");
        assert!(run.refused().contains("Go"));
    }
}

#[test]
fn a_name_that_is_no_file_is_called_so() {
    let message = outflank(&["show", "games/none.ggf"]).refused();
    assert!(message.contains("no file"), "{message}");
    let folder = tempfile::tempdir().unwrap();
    outflank(&["perft", "3", "--position", arg(folder.path())]).refused();
    outflank(&["convert", arg(folder.path()), "-"]).refused();
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.txt");
    fs::write(&file, format!("{}\n", random_game(2)).repeat(5000)).unwrap();
    for arguments in [&["show", arg(&file)][..], &["convert", arg(&file), "-", "--to", "ggf"]] {
        let mut child =
            program().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0; 10]).unwrap();
        drop(output);
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
    }
}

/// Feeds `megabytes` of repeated `text` through a pipe to a command that may use `kilobytes` of memory.
fn pour(arguments: &str, text: &[u8], megabytes: usize, kilobytes: usize) -> Run {
    let mut child = limited(&format!("ulimit -v {kilobytes};"), arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let block = text.repeat((1 << 20) / text.len() + 1);
    for _ in 0..megabytes {
        if pipe.write_all(&block).is_err() {
            break;
        }
    }
    drop(pipe);
    Run::of(child.wait_with_output().unwrap())
}

/// Returns how much memory the program itself takes, in KiB: its code, its libraries and its stacks, before
/// it has read anything.
fn own_memory() -> usize {
    let mut child =
        program().args(["convert", "-", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut own = 0;
    // It waits for its input: nothing more comes until then.
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmPeak:")).unwrap();
        own = own.max(peak.trim().trim_end_matches(" kB").parse().unwrap());
    }
    drop(child.stdin.take());
    child.wait().unwrap();
    own
}

/// Checks that memory stays bounded on an input of any size.
fn check_huge(megabytes: usize) {
    let kilobytes = own_memory() + 24 * 1024;
    let game = format!("{}\n", random_game(3));
    let convert = pour("convert - - --to ggf", game.as_bytes(), megabytes, kilobytes);
    assert_eq!(convert.code, 0, "{}", convert.err);
    let same = pour("convert - -", game.as_bytes(), megabytes, kilobytes);
    assert_eq!(same.code, 0, "{}", same.err);
    for text in [&b"\0"[..], b"f5d6c3", b"f5", b"(", b"garbage\n", b" ", b"(;GM[Othello]", b"[", b"-"] {
        for arguments in ["show - --json", "convert - - --to ggf", "convert - - --from ggf --to pgn"] {
            let run = pour(arguments, text, megabytes, kilobytes);
            assert_eq!(run.code, 2, "{:?} {arguments}: {}", String::from_utf8_lossy(text), run.err);
            assert!(run.err.len() < 20_000, "messages are few");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_on_64_megabytes() {
    check_huge(64);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes: make test-long"]
fn memory_is_bounded_on_a_gigabyte() {
    check_huge(1024);
}

//! The checks of the Go Text Protocol for Othello.

use std::time::{Duration, Instant};

use outflank_rules::{Color, Game, Move, Position};

use super::{CheckFailure, Checked, Exam, PASS_LINE, SHORT_GAME, Talk, game, legal, wrong};
use crate::gtp::{CORE_COMMANDS, Response};

/// An answer with all its lines.
struct GtpReply {
    good: bool,
    lines: Vec<String>,
}

impl GtpReply {
    fn text(&self) -> String {
        self.lines.join(" ").trim().to_owned()
    }
}

fn ask(talk: &mut Talk, command: &str) -> Result<GtpReply, CheckFailure> {
    talk.send(command)?;
    let first = talk.until(command, Response::parse)?;
    let mut lines = vec![first.text];
    loop {
        let line = talk.until(command, |line| Some(line.to_owned()))?;
        if line.trim().is_empty() {
            return Ok(GtpReply { good: first.good, lines });
        }
        lines.push(line);
    }
}

/// Expects success and returns the text.
fn good(talk: &mut Talk, command: &str) -> Result<String, CheckFailure> {
    let answer = ask(talk, command)?;
    if answer.good {
        return Ok(answer.text());
    }
    let text = answer.text().to_lowercase();
    if ["unknown command", "not found", "unsupported command"].iter().any(|words| text.contains(words)) {
        return Err(CheckFailure::Unknown);
    }
    wrong(format!("it refuses {command:?}: {}", answer.text()))
}

/// Tells the program the lines it is to hear first; it has to accept them.
pub(super) fn greet(talk: &mut Talk, init: &[String]) -> Checked {
    init.iter().try_for_each(|line| good(talk, line).map(|_| ()))
}

/// Expects a refusal.
fn refused(talk: &mut Talk, command: &str) -> Checked {
    let answer = ask(talk, command)?;
    if answer.good { wrong(format!("it accepts {command:?}")) } else { Ok(()) }
}

fn expect(talk: &mut Talk, command: &str, wanted: &[&str]) -> Checked {
    let text = good(talk, command)?;
    if wanted.iter().any(|wanted| text.eq_ignore_ascii_case(wanted)) {
        return Ok(());
    }
    wrong(format!("it answers {text:?} to {command:?}"))
}

/// Sets up the position after a game.
fn follow(talk: &mut Talk, game: &Game) -> Checked {
    good(talk, "clear_board")?;
    let mut side = Color::Black;
    for played in game.plies() {
        good(talk, &format!("play {} {played}", letter(side)))?;
        side = !side;
    }
    Ok(())
}

fn letter(side: Color) -> char {
    if side == Color::Black { 'b' } else { 'w' }
}

/// Expects a legal move.
fn move_in(talk: &mut Talk, command: &str, position: Position) -> Result<Move, CheckFailure> {
    let text = good(talk, &format!("{command} {}", letter(position.side_to_move())))?;
    match text.parse() {
        Ok(played) => legal(position, played).map(|()| played),
        Err(_) => wrong(format!("{text:?} is not a move")),
    }
}

pub(super) fn run(exam: &mut Exam<'_>) {
    administration(exam);
    board(exam);
    moves(exam);
    ends(exam);
    times(exam);
    extras(exam);
    rules(exam);
    exam.must("quit", "answers and ends", |talk| {
        good(talk, "quit")?;
        talk.ends("quit").map(|_| ())
    });
}

fn administration(exam: &mut Exam<'_>) {
    exam.must("protocol_version", "is 2", |talk| expect(talk, "protocol_version", &["2"]));
    exam.must("name", "is not empty", |talk| match good(talk, "name")?.as_str() {
        "" => wrong("the name is empty"),
        _ => Ok(()),
    });
    exam.must("version", "is answered", |talk| good(talk, "version").map(|_| ()));
    exam.must("list_commands", "names what every engine has to know", |talk| {
        let known = ask(talk, "list_commands")?.lines;
        match CORE_COMMANDS.iter().find(|core| !known.iter().any(|line| line.trim() == **core)) {
            Some(missing) => wrong(format!("{missing} is not listed")),
            None => Ok(()),
        }
    });
    exam.must("known_command", "tells known from unknown commands", |talk| {
        expect(talk, "known_command play", &["true"])?;
        expect(talk, "known_command no_such_command", &["false"])
    });
    exam.must("unknown commands", "are refused", |talk| refused(talk, "no_such_command"));
    exam.must("numbers", "of commands are repeated in answers", |talk| {
        talk.send("42 name")?;
        let line = talk.until("42 name", |line| line.starts_with(['=', '?']).then(|| line.to_owned()))?;
        talk.until("42 name", |line| line.trim().is_empty().then_some(()))?;
        if line.starts_with("=42") { Ok(()) } else { wrong(format!("it answers {line:?} to \"42 name\"")) }
    });
    exam.must("comments", "and blank lines are ignored", |talk| {
        talk.send("# a comment")?;
        talk.send("")?;
        talk.send("7 name # another")?;
        let line = talk.until("7 name", |line| line.starts_with(['=', '?']).then(|| line.to_owned()))?;
        talk.until("7 name", |line| line.trim().is_empty().then_some(()))?;
        if line.starts_with("=7") { Ok(()) } else { wrong(format!("it answers {line:?}")) }
    });
}

fn board(exam: &mut Exam<'_>) {
    exam.must("boardsize", "8 is accepted, 19 refused", |talk| {
        good(talk, "boardsize 8")?;
        refused(talk, "boardsize 19")?;
        good(talk, "boardsize 8").map(|_| ())
    });
    exam.must("komi", "is accepted", |talk| good(talk, "komi 0").map(|_| ()));
    exam.must("clear_board", "returns to the start", |talk| {
        follow(talk, &game("f5d6"))?;
        good(talk, "clear_board")?;
        move_in(talk, "genmove", Position::start()).map(|_| ())
    });
}

fn moves(exam: &mut Exam<'_>) {
    exam.must("play", "knows colours and squares in either case", |talk| {
        good(talk, "clear_board")?;
        good(talk, "play black F5")?;
        good(talk, "play W d6")?;
        move_in(talk, "genmove", game("f5d6").position()).map(|_| ())
    });
    exam.must("play", "refuses illegal moves and nonsense", |talk| {
        good(talk, "clear_board")?;
        for command in ["play b a1", "play b d4", "play b pass", "play b z9", "play", "play b"] {
            refused(talk, command)?;
        }
        good(talk, "play b f5").map(|_| ())
    });
    exam.must("genmove", "answers a legal move and makes it", |talk| {
        follow(talk, &game("f5"))?;
        let mut position = game("f5").position();
        for _ in 0..6 {
            let played = move_in(talk, "genmove", position)?;
            position = position.play(played).unwrap_or(position);
        }
        Ok(())
    });
    exam.may("undo", "takes back one move, and none at the start", |talk| {
        follow(talk, &game("f5d6"))?;
        good(talk, "undo")?;
        good(talk, "undo")?;
        refused(talk, "undo")?;
        good(talk, "play b d3").map(|_| ())
    });
    exam.may("reg_genmove", "answers a legal move and does not make it", |talk| {
        follow(talk, &game("f5"))?;
        let position = game("f5").position();
        move_in(talk, "reg_genmove", position)?;
        move_in(talk, "genmove", position).map(|_| ())
    });
}

fn ends(exam: &mut Exam<'_>) {
    exam.must("genmove", "passes when it must", |talk| {
        follow(talk, &game(PASS_LINE))?;
        let position = game(PASS_LINE).position();
        move_in(talk, "genmove", position)?;
        move_in(talk, "genmove", position.play(Move::Pass).unwrap_or(position)).map(|_| ())
    });
    exam.must("play", "accepts a pass that must be", |talk| {
        follow(talk, &game(PASS_LINE))?;
        let position = game(PASS_LINE).position();
        good(talk, &format!("play {} pass", letter(position.side_to_move())))?;
        move_in(talk, "genmove", position.play(Move::Pass).unwrap_or(position)).map(|_| ())
    });
    exam.must("genmove", "places no disc after the end of the game", |talk| {
        follow(talk, &game(SHORT_GAME))?;
        let answer = ask(talk, "genmove w")?;
        if answer.good && answer.text().parse() != Ok(Move::Pass) {
            return wrong(format!("it answers {:?}", answer.text()));
        }
        Ok(())
    });
    exam.may("final_score", "tells the result", |talk| {
        follow(talk, &game(SHORT_GAME))?;
        expect(talk, "final_score", &["B+64", "B+13"])
    });
}

fn times(exam: &mut Exam<'_>) {
    exam.may("time_settings", "half a second for a move is kept", |talk| {
        good(talk, "time_settings 0 0.5 1")?;
        follow(talk, &game("f5"))?;
        let started = Instant::now();
        move_in(talk, "genmove", game("f5").position())?;
        good(talk, "time_settings 0 1 0")?;
        match started.elapsed() {
            late if late > Duration::from_millis(1500) => {
                wrong(format!("it took {:.2} s", late.as_secs_f64()))
            }
            _ => Ok(()),
        }
    });
    exam.may("time_left", "is accepted", |talk| {
        good(talk, "time_left b 10 0")?;
        good(talk, "time_left w 10 0").map(|_| ())
    });
    exam.afresh();
}

fn extras(exam: &mut Exam<'_>) {
    exam.may("list_games", "names Othello", |talk| {
        let text = good(talk, "list_games")?;
        if text.to_lowercase().contains("othello") { Ok(()) } else { wrong(format!("it names {text:?}")) }
    });
    exam.may("set_game", "knows Othello, and no game there is not", |talk| {
        good(talk, "set_game Othello")?;
        refused(talk, "set_game Calvinball")
    });
    exam.may("showboard", "draws at least eight lines", |talk| {
        let answer = ask(talk, "showboard")?;
        match (answer.good, answer.lines.len()) {
            (false, _) => Err(CheckFailure::Unknown),
            (true, 8..) => Ok(()),
            (true, lines) => wrong(format!("it draws {lines} lines")),
        }
    });
    exam.may("loadsgf", "loads a game, and refuses a file that is not there", |talk| {
        let path = std::env::temp_dir().join(format!("outflank-check-{}.sgf", std::process::id()));
        let text = "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])";
        if let Err(error) = std::fs::write(&path, text) {
            return wrong(format!("the file for it cannot be written: {error}"));
        }
        let loaded = good(talk, &format!("loadsgf {}", path.display()));
        let _it_may_stay = std::fs::remove_file(&path);
        loaded?;
        move_in(talk, "genmove", game("f5d6c3").position())?;
        refused(talk, "loadsgf /no/such/file.sgf")
    });
}

fn rules(exam: &mut Exam<'_>) {
    exam.may("gogui-rules_game_id", "is Othello", |talk| {
        expect(talk, "gogui-rules_game_id", &["Othello", "Reversi"])
    });
    exam.may("gogui-rules_board_size", "is 8", |talk| expect(talk, "gogui-rules_board_size", &["8"]));
    exam.may("gogui-rules_board", "has 64 squares", |talk| {
        let squares = good(talk, "gogui-rules_board")?.split_whitespace().count();
        if squares == 64 { Ok(()) } else { wrong(format!("it has {squares}")) }
    });
    exam.may("gogui-rules_side_to_move", "is black at the start, then white", |talk| {
        follow(talk, &game(""))?;
        expect(talk, "gogui-rules_side_to_move", &["black", "b"])?;
        follow(talk, &game("f5"))?;
        expect(talk, "gogui-rules_side_to_move", &["white", "w"])
    });
    exam.may("gogui-rules_legal_moves", "are all legal moves", |talk| {
        for (line, wanted) in [("", "c4 d3 e6 f5"), (PASS_LINE, "pass"), (SHORT_GAME, "")] {
            follow(talk, &game(line))?;
            let text = good(talk, "gogui-rules_legal_moves")?.to_lowercase();
            let mut words: Vec<&str> = text.split_whitespace().collect();
            words.sort_unstable();
            if words.join(" ") != wanted {
                return wrong(format!("after {line:?} it lists {text:?}, not {wanted:?}"));
            }
        }
        Ok(())
    });
    exam.may("gogui-rules_final_result", "is answered after the end", |talk| {
        follow(talk, &game(SHORT_GAME))?;
        match good(talk, "gogui-rules_final_result")?.as_str() {
            "" => wrong("it is empty"),
            _ => Ok(()),
        }
    });
}

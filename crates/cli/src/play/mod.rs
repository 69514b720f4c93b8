//! `outflank play`: a game in the terminal.
//!
//! [`session`] is the game, [`command`] what can be typed, [`screen`] how it looks, [`log`] what is left on
//! disk; this file is the conversation between them.

mod command;
mod files;
mod log;
mod screen;
mod session;

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal as _, Read as _, Write};
use std::path::PathBuf;

use outflank_players::Entrant;
use outflank_rules::{Color, Game, Position};

use self::command::Command;
use self::log::LogFile;
use self::screen::Look;
use self::session::{Made, Session};
use crate::failure::{Failure, tell};
use crate::source;

/// Play in the terminal: two people, a person and a program, or two programs.
///
/// Moves are typed as coordinates, f5 or F5; `help` lists the commands. Passes are made for you. Without a
/// terminal every line of standard input is a move or a command, and the end of the input ends the game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Players: human, level:1 to level:20, random (any legal move), greedy (turns over most discs) and all others that \
`outflank players` lists.

Examples:
  outflank play
  outflank play --white level:3 --log game.log
  outflank play --black random --white greedy --seed 7 --report series.txt
  outflank play --start f5d6c3d3c4")]
pub(crate) struct Args {
    /// Who plays black
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    black: Entrant,

    /// Who plays white
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    white: Entrant,

    /// Where to start: `start` (as without it), a 65-character board, a transcript or a file (its final
    /// position)
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    start: Option<OsString>,

    /// Draw with letters, without colours
    #[arg(long)]
    plain: bool,

    /// Make the random choices of this number (a different game every time without it)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write a log of the game: every move, the final board, corners, score
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Append a line for every finished game, the score gap (black minus white) in the last column
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl Default for Args {
    /// Seats two people at the standard start, as plain `outflank` does.
    fn default() -> Args {
        let (black, white) = (Entrant::human(), Entrant::human());
        Args { black, white, start: None, plain: false, seed: None, log: None, report: None }
    }
}

/// The longest line that is read as one command.
const LONGEST_LINE: u64 = 64 * 1024;

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let start = args.start.as_deref().map_or_else(|| Ok(Position::start()), source::position)?;
    let seed = args.seed.unwrap_or_else(seed_of_the_clock);
    let players = [args.black.clone(), args.white.clone()];
    let mut table = Table {
        session: Session::new(start, players, seed).map_err(Failure::input)?,
        start,
        seed,
        look: Look::choose(args.plain),
        prompt: io::stdin().is_terminal(),
        log: args.log.clone().map(LogFile::new),
        report: args.report.clone(),
        concluded: false,
        failed: None,
        out: io::stdout().lock(),
    };
    table.play(&mut io::stdin().lock())
}

/// Returns a seed that differs from run to run.
fn seed_of_the_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

/// The game with everything around it.
struct Table<W: Write> {
    session: Session,
    start: Position,
    seed: u64,
    look: Look,
    prompt: bool,
    log: Option<LogFile>,
    report: Option<PathBuf>,
    /// Whether the result of this game has been announced.
    concluded: bool,
    /// The first file that could not be written; the game goes on, the exit code tells.
    failed: Option<io::Error>,
    out: W,
}

impl<W: Write> Table<W> {
    /// Plays until the players leave or the input ends.
    fn play(&mut self, input: &mut impl BufRead) -> Result<(), Failure> {
        let [black, white] = self.session.players();
        writeln!(self.out, "Black: {black}, white: {white}.")?;
        if self.session.has_human() {
            writeln!(self.out, "Type a move such as f5, or help.")?;
        }
        self.let_programs_move()?;
        if self.session.has_human() && !self.session.is_finished() {
            self.draw()?;
        }
        loop {
            self.conclude_if_finished()?;
            if !self.session.has_human() {
                break;
            }
            match self.ask(input)? {
                None | Some(Command::Quit) => break,
                Some(command) => self.obey(command)?,
            }
        }
        self.keep_log();
        self.out.flush()?;
        match self.failed.take() {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    /// Makes passes and programs' moves.
    fn let_programs_move(&mut self) -> io::Result<()> {
        loop {
            match self.session.advance().map_err(io::Error::other)? {
                Some(made) => self.announce(made)?,
                None => return Ok(()),
            }
        }
    }

    /// Says which ply was made.
    fn announce(&mut self, made: Made) -> io::Result<()> {
        let Made { number, side, played } = made;
        if played.is_pass() {
            writeln!(self.out, "{number}. {side} has no legal move and passes")?;
        } else {
            writeln!(self.out, "{number}. {side} plays {played}")?;
        }
        self.keep_log();
        Ok(())
    }

    /// Announces the result, once, and adds it to the report.
    fn conclude_if_finished(&mut self) -> io::Result<()> {
        if self.concluded || !self.session.is_finished() {
            return Ok(());
        }
        self.concluded = true;
        self.draw()?;
        if let Some(path) = &self.report
            && let Err(error) = log::append_report(path, self.session.game(), self.session.players())
        {
            self.failed_to_write(error);
        }
        self.keep_log();
        Ok(())
    }

    /// Asks for a line; `None` at the end of the input.
    fn ask(&mut self, input: &mut impl BufRead) -> io::Result<Option<Command>> {
        loop {
            if self.prompt {
                let side = self.session.viewed().position().side_to_move();
                write!(self.out, "{}> ", if self.session.is_finished() { "game over" } else { side.name() })?;
            }
            self.out.flush()?;
            let mut line = Vec::new();
            input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            match command::parse(&String::from_utf8_lossy(&line)) {
                Ok(Command::Nothing) => {}
                Ok(command) => return Ok(Some(command)),
                Err(message) => writeln!(self.out, "{message}")?,
            }
        }
    }

    /// Does what was typed.
    fn obey(&mut self, command: Command) -> io::Result<()> {
        let ply = self.session.viewed_ply();
        match command {
            Command::Play(_) if self.session.is_looking_back() => {
                writeln!(self.out, "You are looking at ply {ply}: last returns, undo goes on from here.")?;
            }
            Command::Play(played) => match self.session.play(played) {
                Ok(made) => {
                    self.announce(made)?;
                    self.let_programs_move()?;
                    if !self.session.is_finished() {
                        self.draw()?;
                    }
                }
                Err(reason) => writeln!(self.out, "{reason}")?,
            },
            Command::Undo => match self.session.undo() {
                Some(count) => self.step(&format!("Plies taken back: {count}."))?,
                None => writeln!(self.out, "There is nothing to take back.")?,
            },
            Command::Redo => match self.session.redo() {
                Some(count) => self.step(&format!("Plies played again: {count}."))?,
                None => writeln!(self.out, "There is nothing to play again.")?,
            },
            Command::Back => self.look(ply.saturating_sub(1))?,
            Command::Forward => self.look(ply + 1)?,
            Command::First => self.look(0)?,
            Command::Last => self.look(usize::MAX)?,
            Command::Legal => {
                let moves = self.session.viewed().position().legal_moves();
                let names: Vec<String> = moves.squares().map(|square| square.to_string()).collect();
                writeln!(self.out, "{}", if names.is_empty() { "none".to_owned() } else { names.join(" ") })?;
            }
            Command::List => self.list()?,
            Command::Transcript => writeln!(self.out, "{}", self.session.viewed().transcript())?,
            Command::Show => self.draw()?,
            Command::Text => writeln!(self.out, "{}", self.session.viewed().position())?,
            Command::SetUp(position) => self.begin(Game::new(position))?,
            Command::New => self.begin(Game::new(self.start))?,
            Command::Load(path) => match files::load(&path) {
                Ok(game) => self.begin(game)?,
                Err(error) => writeln!(self.out, "{error:#}")?,
            },
            Command::Save(path) => match files::save(&path, self.session.game()) {
                Ok(()) => writeln!(self.out, "Saved in {}.", path.display())?,
                Err(error) => writeln!(self.out, "Not saved: {error:#}")?,
            },
            Command::Log(path) => {
                self.log = Some(LogFile::new(path));
                self.keep_log();
            }
            Command::Help => writeln!(self.out, "{}", command::HELP)?,
            Command::Nothing | Command::Quit => {}
        }
        Ok(())
    }

    /// Starts another game at the same table.
    fn begin(&mut self, game: Game) -> io::Result<()> {
        self.keep_log();
        if let Some(log) = &mut self.log {
            log.next_game();
        }
        self.session.set_game(game);
        self.concluded = false;
        self.let_programs_move()?;
        if !self.session.is_finished() {
            self.draw()?;
        }
        Ok(())
    }

    /// Reports a step in the game and draws it.
    fn step(&mut self, message: &str) -> io::Result<()> {
        writeln!(self.out, "{message}")?;
        self.concluded = self.session.is_finished();
        self.draw()?;
        self.keep_log();
        Ok(())
    }

    /// Looks at a ply.
    fn look(&mut self, ply: usize) -> io::Result<()> {
        self.session.look_at(ply);
        self.draw()
    }

    /// Lists the moves, two a line, as players write them down.
    fn list(&mut self) -> io::Result<()> {
        for (index, pair) in self.session.game().plies().chunks(2).enumerate() {
            let words: Vec<String> = pair.iter().map(ToString::to_string).collect();
            writeln!(self.out, "{:2}. {}", index + 1, words.join(" "))?;
        }
        Ok(())
    }

    /// Draws the position being looked at and says what the state is.
    fn draw(&mut self) -> io::Result<()> {
        let game = self.session.viewed();
        let position = game.position();
        write!(self.out, "\n{}", self.look.draw(position, log::last_square(&game)))?;
        let [x, o] = Color::BOTH.map(|color| position.discs(color).len());
        if self.session.is_looking_back() {
            let (at, of) = (game.plies().len(), self.session.game().plies().len());
            writeln!(self.out, "Looking at ply {at} of {of}: black {x}, white {o}.")
        } else if position.is_finished() {
            writeln!(self.out, "{}", result(position))
        } else {
            let side = position.side_to_move();
            writeln!(self.out, "{side} ({}) to move: black {x}, white {o}.", side.letter())
        }
    }

    /// Brings the log file up to date.
    fn keep_log(&mut self) {
        if let Some(log) = &self.log {
            let text = log::log_text(self.session.game(), self.session.players(), self.seed);
            if let Err(error) = log.write(&text) {
                self.failed_to_write(error);
            }
        }
    }

    /// Remembers the first file that could not be written, and says so at once.
    fn failed_to_write(&mut self, error: io::Error) {
        if self.failed.is_none() {
            tell(&format!("warning: {error}"));
            self.failed = Some(error);
        }
    }
}

/// Says how a game ended.
fn result(position: Position) -> String {
    let (x, o) = log::final_discs(position);
    let empties = position.empty().len();
    let how = match x.cmp(&o) {
        std::cmp::Ordering::Greater => format!("black wins {x} to {o}"),
        std::cmp::Ordering::Less => format!("white wins {o} to {x}"),
        std::cmp::Ordering::Equal => format!("a draw, {x} to {o}"),
    };
    let [black, white] = Color::BOTH.map(|color| position.discs(color).len());
    match empties {
        0 => format!("Game over: {how}."),
        _ if x == o => format!("Game over: {how} ({black} and {white} discs)."),
        1 => format!("Game over: {how} ({black} and {white} discs, the empty square goes to the winner)."),
        _ => {
            format!("Game over: {how} ({black} and {white} discs, {empties} empty squares go to the winner).")
        }
    }
}

//! A game as a conversation in lines: for pipes, dumb terminals and screen readers.

use std::io::{self, BufRead, Read as _, Write};
use std::time::Instant;

use anyhow::anyhow;
use outflank_game::{GameInPlay, MadePly, MoveRefused, Seat, clock_text};
use outflank_rules::{Color, Diagram, Game};
use outflank_terminal::command::{self, Edit, TypedCommand};
use outflank_terminal::{Archive as _, Editor, Papers as _};

use super::database::Database;
use super::papers::Folder;
use super::seated::SeatedGame;
use crate::failure::{Failure, tell};

/// The longest line that is read as one command.
const LONGEST_LINE: u64 = 64 * 1024;

/// How a conversation is held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Whether to ask for every line.
    pub(crate) prompts: bool,
    /// Whether to say what can be typed.
    pub(crate) instructs: bool,
    /// Whether the board is turned round.
    pub(crate) flipped: bool,
    /// Whether the end of the game ends it.
    pub(crate) exits: bool,
    /// How many games programs play.
    pub(crate) games: u32,
}

/// The game with everything around it.
pub(crate) struct Conversation<'a, W: Write> {
    pub(super) seated: SeatedGame,
    /// Returns where the game with a number begins.
    pub(super) starts: &'a dyn Fn(usize) -> Game,
    /// How many games have begun.
    pub(super) number: usize,
    pub(super) manner: Manner,
    pub(super) papers: Folder,
    /// Where games are saved; nothing if they are not.
    archive: Option<Database>,
    /// The number of this game there, once it has one.
    stored: Option<i64>,
    /// The game as it is there; a game that nobody has changed need not be saved.
    saved: GameInPlay,
    /// A position being set up.
    pub(super) editor: Option<Editor>,
    /// When somebody was last asked.
    pub(super) since: Instant,
    /// Whether the result of this game has been announced.
    pub(super) concluded: bool,
    /// The first file that could not be written; the game goes on, the exit code tells.
    pub(super) failed: Option<String>,
    pub(super) out: W,
}

impl<'a, W: Write> Conversation<'a, W> {
    /// Begins a conversation.
    pub(crate) fn new(
        seated: SeatedGame,
        starts: &'a dyn Fn(usize) -> Game,
        manner: Manner,
        papers: Folder,
        out: W,
    ) -> Conversation<'a, W> {
        let since = Instant::now();
        let saved = GameInPlay::clone(&seated.game);
        Conversation {
            archive: None,
            stored: None,
            saved,
            seated,
            starts,
            number: 1,
            manner,
            papers,
            editor: None,
            since,
            concluded: false,
            failed: None,
            out,
        }
    }

    /// Saves games there.
    pub(crate) fn saved_in(self, archive: Option<Database>) -> Conversation<'a, W> {
        Conversation { archive, ..self }
    }

    /// Plays until the players leave or the input ends.
    pub(crate) fn play(&mut self, input: &mut impl BufRead) -> Result<(), Failure> {
        let [black, white] = self.seated.game.seats().each_ref().map(Seat::called);
        writeln!(self.out, "Black: {black}, white: {white}.")?;
        if self.seated.game.has_person() && self.manner.instructs {
            writeln!(self.out, "Type a move such as f5, or help.")?;
        }
        self.go_on()?;
        loop {
            self.conclude_if_over()?;
            let is_over = self.seated.game.is_over();
            if is_over && self.manner.exits {
                break;
            }
            if !self.seated.game.has_person() && self.editor.is_none() {
                if is_over && self.number < self.manner.games as usize {
                    self.begin_next()?;
                    continue;
                }
                break;
            }
            if self.editor.is_some() {
                match self.ask(input, command::parse_edit)? {
                    None | Some(Edit::Quit) => break,
                    Some(edit) => self.edit(edit)?,
                }
            } else {
                match self.ask(input, command::parse)? {
                    None | Some(TypedCommand::Quit) => break,
                    Some(command) => self.obey(command)?,
                }
            }
        }
        self.keep_log();
        self.keep_game();
        self.out.flush()?;
        match self.failed.take() {
            Some(reason) => Err(Failure::Other(anyhow!(reason))),
            None => Ok(()),
        }
    }

    /// Makes passes and programs' moves, and draws unless the end is drawn anyway.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        while let Some(made) = self.seated.advance().map_err(io::Error::other)? {
            self.announce(made)?;
        }
        self.keep_game();
        self.since = Instant::now();
        if self.seated.game.has_person() && !self.seated.game.is_over() { self.draw() } else { Ok(()) }
    }

    /// Says which ply was made.
    pub(super) fn announce(&mut self, made: MadePly) -> io::Result<()> {
        let MadePly { number, side, played } = made;
        if played.is_pass() {
            writeln!(self.out, "{number}. {side} has no legal move and passes")?;
        } else {
            writeln!(self.out, "{number}. {side} plays {played}")?;
        }
        self.keep_log();
        Ok(())
    }

    /// Announces the result, once, and adds it to the report.
    fn conclude_if_over(&mut self) -> io::Result<()> {
        if self.concluded || !self.seated.game.is_over() {
            return Ok(());
        }
        self.concluded = true;
        self.draw()?;
        if let Err(reason) = self.papers.report(&self.seated.game) {
            self.failed_to_write(reason);
        }
        self.keep_log();
        self.keep_game();
        Ok(())
    }

    /// Asks for a line that means something; `None` at the end of the input.
    fn ask<T>(
        &mut self,
        input: &mut impl BufRead,
        parse: fn(&str) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        loop {
            if self.manner.prompts {
                let game = &self.seated.game;
                let side = self.seated.viewed().side_to_move();
                let prompt = match game.is_over() {
                    _ if self.editor.is_some() => "edit",
                    true => "game over",
                    false => side.name(),
                };
                write!(self.out, "{prompt}> ")?;
            }
            self.out.flush()?;
            let mut line = Vec::new();
            input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            let line = String::from_utf8_lossy(&line);
            if line.trim().is_empty() {
                continue;
            }
            match parse(&line) {
                Ok(meant) => return Ok(Some(meant)),
                Err(message) => writeln!(self.out, "{message}")?,
            }
        }
    }

    /// Makes a person's move.
    pub(super) fn place(&mut self, played: outflank_rules::Move) -> io::Result<()> {
        match self.seated.game.play(played, self.since.elapsed()) {
            Ok(made) => {
                self.announce(made)?;
                self.go_on()
            }
            // The clock has run out: the end is announced.
            Err(MoveRefused::OutOfTime(_)) => Ok(()),
            Err(MoveRefused::LookingBack(ply)) => {
                writeln!(self.out, "You are looking at ply {ply}: last returns, undo continues from here.")
            }
            Err(reason) => writeln!(self.out, "{reason}"),
        }
    }

    /// Starts another game at the same table.
    pub(super) fn begin(&mut self, game: Game) -> io::Result<()> {
        self.keep_log();
        self.keep_game();
        self.papers.next_log();
        self.seated.set_game(game);
        self.stored = None;
        self.saved = GameInPlay::clone(&self.seated.game);
        self.concluded = false;
        self.go_on()
    }

    /// Starts the next game.
    pub(super) fn begin_next(&mut self) -> io::Result<()> {
        let game = (self.starts)(self.number);
        self.number += 1;
        self.begin(game)
    }

    /// Reports a step in the game and draws it.
    pub(super) fn step(&mut self, message: &str) -> io::Result<()> {
        writeln!(self.out, "{message}")?;
        self.concluded = self.seated.game.is_over();
        self.since = Instant::now();
        self.draw()?;
        self.keep_log();
        self.keep_game();
        Ok(())
    }

    /// Looks at a ply.
    pub(super) fn look(&mut self, ply: usize) -> io::Result<()> {
        self.seated.game.look_at(ply);
        self.draw()
    }

    /// Draws the position being looked at or set up and says what the state is.
    pub(super) fn draw(&mut self) -> io::Result<()> {
        let game = &self.seated.game;
        if let Some(editor) = &self.editor {
            let position = editor.position();
            writeln!(self.out, "\n{}", Diagram::new(position).turned(self.manner.flipped))?;
            let [x, o] = Color::BOTH.map(|color| position.discs(color).len());
            writeln!(self.out, "EDITING, {} to move: black {x}, white {o}.", editor.side())?;
            return editor.warnings().iter().try_for_each(|warning| writeln!(self.out, "note: {warning}"));
        }
        let viewed = game.viewed();
        let position = viewed.position();
        let last = game.last_move().map(|(square, _)| square);
        let diagram = Diagram::new(position).with_legal_moves().with_last_move(last);
        writeln!(self.out, "\n{}", diagram.turned(self.manner.flipped))?;
        let [x, o] = Color::BOTH.map(|color| position.discs(color).len());
        if game.is_looking_back() {
            let (at, of) = (viewed.plies().len(), game.plies().len());
            return writeln!(self.out, "Looking at ply {at} of {of}: black {x}, white {o}.");
        }
        match game.verdict() {
            Some(verdict) => writeln!(self.out, "{verdict}"),
            None => {
                let side = position.side_to_move();
                write!(self.out, "{side} ({}) to move: black {x}, white {o}.", side.letter())?;
                let clocks = Color::BOTH.map(|side| game.left(side).map(clock_text));
                if let [Some(black), Some(white)] = clocks {
                    write!(self.out, " Clocks: black {black}, white {white}.")?;
                }
                writeln!(self.out)
            }
        }
    }

    /// Makes what is saved agree with the game, and tells the key of one that is over.
    fn keep_game(&mut self) {
        let Some(archive) = &mut self.archive else { return };
        let game = GameInPlay::clone(&self.seated.game);
        if game == self.saved {
            return;
        }
        match archive.save(self.stored, &game) {
            Ok(saved) => {
                self.stored = Some(saved.id);
                if let Some(key) = saved.key {
                    tell(&format!("Saved as game {key}"));
                }
                self.saved = game;
            }
            Err(reason) => {
                tell(&format!("warning: {reason}"));
                self.archive = None;
            }
        }
    }

    /// Brings the log file up to date.
    pub(super) fn keep_log(&mut self) {
        if let Err(reason) = self.papers.log(&self.seated.game) {
            self.failed_to_write(reason);
        }
    }

    /// Remembers the first file that could not be written, and says so at once.
    fn failed_to_write(&mut self, reason: String) {
        if self.failed.is_none() {
            tell(&format!("warning: {reason}"));
            self.failed = Some(reason);
        }
    }
}

//! What typed lines do in a conversation.

use std::io::{self, Write};
use std::time::Duration;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, LEVELS, OneThread};
use outflank_game::Seat;
use outflank_players::{Entrant, FAMILIES};
use outflank_review::{ReviewRunner, ReviewSchedule, TurningPoint};
use outflank_rules::{Color, Game};
use outflank_terminal::command::{self, Edit, TypedCommand};
use outflank_terminal::{Editor, Papers as _, value_moves};

use super::conversation::Conversation;

/// How long the engine looks for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

impl<W: Write> Conversation<'_, W> {
    /// Does what was typed.
    pub(super) fn obey(&mut self, command: TypedCommand) -> io::Result<()> {
        let ply = self.seated.game.viewed_ply();
        match command {
            TypedCommand::Play(played) => self.place(played)?,
            TypedCommand::Undo => match self.seated.game.undo() {
                Some(count) => self.step(&format!("Plies taken back: {count}."))?,
                None => writeln!(self.out, "There is nothing to take back.")?,
            },
            TypedCommand::Redo => match self.seated.game.redo() {
                Some(count) => self.step(&format!("Plies played again: {count}."))?,
                None => writeln!(self.out, "There is nothing to play again.")?,
            },
            TypedCommand::Back => self.look(ply.saturating_sub(1))?,
            TypedCommand::Forward => self.look(ply + 1)?,
            TypedCommand::First => self.look(0)?,
            TypedCommand::Last => self.look(usize::MAX)?,
            TypedCommand::Show => self.draw()?,
            TypedCommand::Flip => {
                self.manner.flipped = !self.manner.flipped;
                self.draw()?;
            }
            TypedCommand::SetUp(position) => self.begin(Game::new(position))?,
            TypedCommand::Edit => {
                self.editor = Some(Editor::new(self.seated.viewed()));
                if self.manner.instructs {
                    writeln!(self.out, "{}", command::EDIT_HELP)?;
                }
                self.draw()?;
            }
            TypedCommand::Ponder => {
                let ponders = self.seated.toggle_pondering().map_err(io::Error::other)?;
                let time = if ponders { "your time too" } else { "their own time only" };
                writeln!(self.out, "Programs think on {time}.")?;
            }
            TypedCommand::Resign => self.resign()?,
            TypedCommand::New => self.begin_next()?,
            TypedCommand::Help => writeln!(self.out, "{}", command::HELP)?,
            TypedCommand::Level(_) | TypedCommand::Seat(..) | TypedCommand::Swap => {
                self.change_players(command)?
            }
            TypedCommand::Load(_) | TypedCommand::Save(_) | TypedCommand::Log(_) => self.use_file(command)?,
            told => self.tell(&told)?,
        }
        Ok(())
    }

    /// Says what was asked for; the game does not change.
    fn tell(&mut self, command: &TypedCommand) -> io::Result<()> {
        let position = self.seated.viewed();
        match command {
            TypedCommand::Legal => {
                let names: Vec<String> =
                    position.legal_moves().squares().map(|square| square.to_string()).collect();
                writeln!(self.out, "{}", if names.is_empty() { "none".to_owned() } else { names.join(" ") })
            }
            TypedCommand::List => self.list(),
            TypedCommand::Times => self.times(),
            TypedCommand::Transcript => writeln!(self.out, "{}", self.seated.game.viewed().transcript()),
            TypedCommand::Text => writeln!(self.out, "{position}"),
            TypedCommand::Hint => self.values(1),
            TypedCommand::Values => self.values(usize::MAX),
            TypedCommand::Analyze => self.analyze(),
            TypedCommand::Levels => LEVELS
                .iter()
                .try_for_each(|level| writeln!(self.out, "{:2}  {}", level.number, level.description())),
            TypedCommand::Players => FAMILIES
                .iter()
                .try_for_each(|family| writeln!(self.out, "{:16} {}", family.id, family.description)),
            _ => Ok(()),
        }
    }

    /// Lets others play.
    fn change_players(&mut self, command: TypedCommand) -> io::Result<()> {
        let changed = match command {
            TypedCommand::Swap => {
                self.seated.swap();
                Ok(())
            }
            TypedCommand::Seat(side, text) => self.sit(side, &text),
            TypedCommand::Level(number) => {
                let game = &self.seated.game;
                let programs: Vec<Color> =
                    Color::BOTH.into_iter().filter(|&side| !game.is_person(side)).collect();
                if programs.is_empty() {
                    Err(format!("only people play; white level:{number} lets the computer play white"))
                } else {
                    programs.into_iter().try_for_each(|side| self.sit(side, &format!("level:{number}")))
                }
            }
            _ => Ok(()),
        };
        if let Err(reason) = changed {
            return writeln!(self.out, "{reason}");
        }
        let [black, white] = self.seated.game.seats().each_ref().map(Seat::called);
        writeln!(self.out, "Black: {black}, white: {white}.")?;
        self.go_on()
    }

    fn sit(&mut self, side: Color, text: &str) -> Result<(), String> {
        let entrant: Entrant = text.parse().map_err(|error| format!("{error}"))?;
        self.seated.seat(side, &entrant.into()).map_err(|fault| fault.to_string())
    }

    /// Reads or writes a file.
    fn use_file(&mut self, command: TypedCommand) -> io::Result<()> {
        match command {
            TypedCommand::Load(path) => match self.papers.load(&path) {
                Ok(game) => self.begin(game),
                Err(reason) => writeln!(self.out, "{reason}"),
            },
            TypedCommand::Save(path) => match self.papers.save(&path, &self.seated.game) {
                Ok(()) => writeln!(self.out, "Saved in {}.", path.display()),
                Err(reason) => writeln!(self.out, "Not saved: {reason}"),
            },
            TypedCommand::Log(path) => {
                self.papers.log_to(path);
                self.keep_log();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Gives up for the person to move.
    fn resign(&mut self) -> io::Result<()> {
        let side = self.seated.game.position().side_to_move();
        if self.seated.game.resign(side) { Ok(()) } else { writeln!(self.out, "the game is over") }
    }

    /// Lists the moves, two a line, as players write them down.
    fn list(&mut self) -> io::Result<()> {
        for (index, pair) in self.seated.game.history().plies().chunks(2).enumerate() {
            let words: Vec<String> = pair.iter().map(ToString::to_string).collect();
            writeln!(self.out, "{:2}. {}", index + 1, words.join(" "))?;
        }
        Ok(())
    }

    /// Lists the moves with their times, and the sums.
    fn times(&mut self) -> io::Result<()> {
        let game = &self.seated.game;
        for (index, (played, time)) in game.history().plies().iter().zip(game.times()).enumerate() {
            writeln!(self.out, "{:2}. {:4} {:8.2} s", index + 1, played.to_string(), time.as_secs_f64())?;
        }
        let [black, white] = Color::BOTH.map(|side| game.spent(side).as_secs_f64());
        writeln!(self.out, "black {black:.2} s, white {white:.2} s")
    }

    /// Lists the best moves with what they are worth and the lines expected after them.
    fn values(&mut self, count: usize) -> io::Result<()> {
        let position = self.seated.viewed();
        if position.is_finished() {
            return writeln!(self.out, "the game is over");
        }
        let Some(found) = value_moves(position, HINT_TIME) else {
            return writeln!(self.out, "there is not enough memory for the engine");
        };
        for one in found.moves.iter().take(count) {
            let line: Vec<String> = one.line.iter().take(8).map(ToString::to_string).collect();
            writeln!(
                self.out,
                "{:4} {:24} {}",
                one.played.to_string(),
                one.value.to_string(),
                line.join(" ")
            )?;
        }
        Ok(())
    }

    /// Says what the moves so far were worth, by the standard review.
    fn analyze(&mut self) -> io::Result<()> {
        let engine = match Engine::new(1, Weights::embedded()) {
            Ok(engine) => engine,
            Err(error) => return writeln!(self.out, "{error}"),
        };
        let game = self.seated.game.history();
        let mut schedule = ReviewSchedule::new(1);
        schedule.set_game(game.start(), game.plies().iter().copied());
        let mut runner = ReviewRunner { engine: &engine, threads: &OneThread, clock: None, memory: None };
        runner.run_all(&mut schedule, |_| false);
        let summary = schedule.summary();
        let plies = summary.plies.iter().enumerate();
        for (number, ply) in plies.filter_map(|(index, ply)| Some((index + 1, ply.as_ref()?))) {
            if ply.played.is_pass() {
                continue;
            }
            write!(self.out, "{number:2}. {} {}: {}", ply.side, ply.played, ply.label.name())?;
            if ply.loss() > 0 {
                write!(self.out, ", lost {}; {} was best", ply.loss(), ply.best)?;
            }
            writeln!(self.out)?;
        }
        for (side, summary) in Color::BOTH.into_iter().zip(&summary.sides) {
            if let Some(accuracy) = summary.accuracy {
                writeln!(self.out, "{side}: accuracy {accuracy:.1} %, {} discs lost", summary.loss)?;
            }
        }
        if let Some(turn) = summary.story.turning_point {
            let (number, TurningPoint { side, before, after, .. }) = (turn.ply + 1, turn);
            writeln!(self.out, "turning point: move {number} by {side}, {before:+.0} to {after:+.0}")?;
        }
        Ok(())
    }

    /// Does what was typed while a position is being set up.
    pub(super) fn edit(&mut self, edit: Edit) -> io::Result<()> {
        let Some(editor) = &mut self.editor else { return Ok(()) };
        match edit {
            Edit::Put(disc, squares) => squares.into_iter().for_each(|square| editor.put(square, disc)),
            Edit::Turn(side) => editor.set_side(side),
            Edit::Clear => editor.clear(),
            Edit::Start => editor.restart(),
            Edit::Done => {
                let position = editor.position();
                self.editor = None;
                return self.begin(Game::new(position));
            }
            Edit::Cancel => self.editor = None,
            Edit::Help => return writeln!(self.out, "{}", command::EDIT_HELP),
            Edit::Show | Edit::Quit | Edit::Nothing => {}
        }
        self.draw()
    }
}

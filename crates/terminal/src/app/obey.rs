//! What typed commands do on the screen.

use std::time::Instant;

use outflank_rules::{Color, Game, Move};

use super::{App, Effect};
use crate::app::keys::KeyAction;
use crate::command::{TypedCommand, parse};
use crate::view::words;
use outflank_players::{Entrant, Participant};

impl App {
    /// Does what was typed.
    pub(super) fn obey(&mut self, line: &str, now: Instant) {
        let command = match parse(line) {
            Ok(command) => command,
            Err(message) => return self.refuse(message),
        };
        let action = match command {
            TypedCommand::Play(Move::Place(square)) => KeyAction::Place(square),
            TypedCommand::Play(Move::Pass) => return self.refuse("Passes are made automatically."),
            TypedCommand::Undo => KeyAction::Undo,
            TypedCommand::Redo => KeyAction::Redo,
            TypedCommand::Back => KeyAction::Look(-1),
            TypedCommand::Forward => KeyAction::Look(1),
            TypedCommand::First => KeyAction::Look(isize::MIN),
            TypedCommand::Last => KeyAction::Look(isize::MAX),
            TypedCommand::Flip => KeyAction::Flip,
            TypedCommand::Hint => KeyAction::Hint,
            TypedCommand::Values => KeyAction::Values,
            TypedCommand::Analyze => KeyAction::Engine,
            TypedCommand::Edit => KeyAction::Edit,
            TypedCommand::Levels | TypedCommand::Players => KeyAction::NewGame,
            TypedCommand::Help => KeyAction::Help,
            TypedCommand::Quit => KeyAction::Quit,
            TypedCommand::Nothing | TypedCommand::Show => return,
            told => return self.obey_quietly(told, now),
        };
        self.act(action, now);
    }

    /// Does what has no key of its own.
    fn obey_quietly(&mut self, command: TypedCommand, now: Instant) {
        match command {
            TypedCommand::Legal => {
                let names: Vec<String> =
                    self.viewed().legal_moves().squares().map(|one| one.to_string()).collect();
                self.say(if names.is_empty() { "No legal move.".to_owned() } else { names.join(" ") });
            }
            TypedCommand::List | TypedCommand::Transcript => self.say(self.game.viewed().transcript()),
            TypedCommand::Times => {
                let [black, white] = Color::BOTH.map(|side| self.game.spent(side).as_secs_f64());
                self.say(format!("Black took {black:.1} s, white {white:.1} s."));
            }
            TypedCommand::Text => self.say(self.viewed().to_string()),
            TypedCommand::SetUp(position) => self.begin_game(Game::new(position), now),
            TypedCommand::Level(number) => {
                let Ok(entrant) = format!("level:{number}").parse() else { return };
                let mut players = self.players.clone();
                let programs: Vec<&mut Participant> =
                    players.iter_mut().filter(|player| !player.entrant.is_human()).collect();
                if programs.is_empty() {
                    return self.refuse(format!(
                        "Only people play; white level:{number} lets the computer play white."
                    ));
                }
                programs.into_iter().for_each(|player| *player = Entrant::clone(&entrant).into());
                self.seat_players(players, now);
            }
            TypedCommand::Seat(side, text) => {
                let Ok(entrant) = text.parse::<Entrant>() else { return };
                let mut players = self.players.clone();
                players[side as usize] = entrant.into();
                self.seat_players(players, now);
            }
            TypedCommand::Swap => {
                let [black, white] = self.players.clone();
                self.seat_players([white, black], now);
            }
            TypedCommand::Save(path) => self.effects.push(Effect::Save(path)),
            TypedCommand::Load(path) => self.effects.push(Effect::Load(path)),
            TypedCommand::Log(path) => self.effects.push(Effect::LogTo(path)),
            TypedCommand::Ponder => self.toggle_pondering(),
            TypedCommand::Resign => self.resign(now),
            TypedCommand::New => self.begin_next(now),
            _ => {}
        }
    }

    /// Names the best move as far as it is known.
    pub(super) fn hint(&mut self) {
        let position = self.viewed();
        if position.is_finished() {
            return self.refuse("The game is over.");
        }
        self.show.values = true;
        let known = self.review.analysis(position).and_then(|notes| {
            let best = notes.best()?;
            Some(format!("Best: {}, {}.", best.played, words::value(best.value)))
        });
        self.say(known.unwrap_or_else(|| "The engine is looking: values appear on the squares.".to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::settings;
    use crate::news::News;

    /// Tells whether programs were told to stop since the effects were last taken.
    fn is_interrupted(app: &mut App) -> bool {
        app.take_effects().iter().any(|effect| matches!(effect, Effect::Interrupt))
    }

    #[test]
    fn programs_think_on_the_opponents_time_when_told_and_rest_when_the_game_is_over() {
        let now = Instant::now();
        let mut app = App::new(settings("human", "level:3"), false, now);
        app.obey("f5", now);
        assert!(matches!(app.take_effects().last(), Some(Effect::Ask { ponders: false, .. })));
        app.on_news(
            News::Chosen { ticket: 1, played: Move::Place("d6".parse().unwrap()), took: now - now },
            now,
        );
        app.obey("ponder", now);
        assert!(app.message.as_ref().unwrap().text.contains("your time"));
        app.obey("c3", now);
        assert!(app.take_effects().iter().any(|effect| matches!(effect, Effect::Ask { ponders: true, .. })));
        app.on_news(
            News::Chosen { ticket: 2, played: Move::Place("d3".parse().unwrap()), took: now - now },
            now,
        );
        assert!(!is_interrupted(&mut app), "they ponder now");
        app.obey("undo", now);
        assert!(is_interrupted(&mut app));
        app.obey("resign", now);
        assert!(app.game.is_over() && is_interrupted(&mut app));
        app.obey("ponder", now);
        assert!(!app.ponders && is_interrupted(&mut app));
        // One that was told by its text, too.
        let mut app = App::new(settings("human", "level:3,ponder=yes"), false, now);
        app.obey("resign", now);
        assert!(app.game.is_over() && is_interrupted(&mut app));
    }
}

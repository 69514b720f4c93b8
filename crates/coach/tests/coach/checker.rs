//! Checks what the coach says, by rules of its own: claims come in as words and numbers, as a page would hear
//! them.

use std::collections::BTreeMap;

use crate::naive::{Board, CORNERS, other, same_edge};

/// What the coach says of a mistake.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) position: String,
    pub(crate) played: Vec<String>,
    pub(crate) better: Vec<String>,
    pub(crate) value_played: i32,
    pub(crate) value_better: i32,
    pub(crate) exact: bool,
    pub(crate) cause: String,
    pub(crate) details: BTreeMap<String, String>,
    pub(crate) branch: String,
    pub(crate) plies: usize,
}

/// Something is not so.
type Wrong = String;

/// The boards of a line: before each ply, and the last.
fn replay(start: &Board, line: &[String]) -> Result<Vec<Board>, Wrong> {
    let mut boards = vec![start.clone()];
    for played in line {
        let next = boards[boards.len() - 1].play(played);
        boards.push(next.ok_or_else(|| format!("{played} is not legal"))?);
    }
    Ok(boards)
}

/// A claim with its lines replayed.
struct Case<'a> {
    told: &'a Told,
    own: char,
    opponent: char,
    /// The boards of the two lines.
    here: Vec<Board>,
    there: Vec<Board>,
}

/// Checks a claim and the lines it rests on; `solve` gives the exact score of a position for its side to
/// move.
pub(crate) fn check(told: &Told, solve: &mut dyn FnMut(&str) -> i32) -> Result<(), Wrong> {
    let start = Board::read(&told.position).ok_or("not a board")?;
    let own = start.side;
    let (here, there) = (replay(&start, &told.played)?, replay(&start, &told.better)?);
    let case = Case { told, own, opponent: other(own), here, there };
    ensure(told.value_better > told.value_played, "nothing is lost")?;
    if told.exact {
        for (boards, value) in [(&case.here, told.value_played), (&case.there, told.value_better)] {
            let last = &boards[boards.len() - 1];
            ensure(last.is_over() && last.score(own) == value, "a line does not end with its value")?;
            let after = boards.get(1).ok_or("a line has no move")?;
            let worth = if after.is_over() { after.score(own) } else { -solve(&after.text()) };
            ensure(worth == value, "the solver finds another value")?;
        }
    }
    let branch = match told.cause.as_str() {
        "poisoned-corner" | "corner-missed" | "wedge-missed" | "corner-forgone" | "pass-forgone" => "better",
        _ => "played",
    };
    ensure(told.branch == branch, "another line shows it")?;
    let line = if branch == "better" { &told.better } else { &told.played };
    ensure((1..=line.len()).contains(&told.plies), "the line is not that long")?;
    case.check()
}

fn ensure(holds: bool, otherwise: &str) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// The last ply that is soon.
const SOON: usize = 8;

impl Case<'_> {
    fn square(&self, name: &str) -> Result<&str, Wrong> {
        self.told.details.get(name).map(String::as_str).ok_or_else(|| format!("no {name}"))
    }

    fn corner(&self) -> Result<&str, Wrong> {
        let corner = self.square("corner")?;
        ensure(CORNERS.contains(&corner), "not a corner")?;
        Ok(corner)
    }

    fn number(&self, name: &str) -> Result<usize, Wrong> {
        self.square(name)?.parse().map_err(|_| format!("{name} is no number"))
    }

    /// Checks that a number is what was counted.
    fn counts(&self, name: &str, counted: usize) -> Result<(), Wrong> {
        let said = self.number(name)?;
        ensure(said == counted, &format!("{name} is {counted}, not {said}"))
    }

    /// The ply in which a side takes a square in a line, within its first plies.
    fn taken(&self, line: &[String], side: char, square: &str, within: usize) -> Option<usize> {
        let mover = |ply: usize| if ply.is_multiple_of(2) { self.own } else { self.opponent };
        (0..line.len().min(within)).find(|&ply| mover(ply) == side && line[ply] == square)
    }

    fn could(&self, board: &Board, side: char, square: &str) -> bool {
        board.turned_to(side).moves().iter().any(|one| one == square)
    }

    fn common(&self) -> usize {
        self.told.played.len().min(self.told.better.len())
    }

    fn board<'b>(&self, boards: &'b [Board], plies: usize) -> Result<&'b Board, Wrong> {
        boards.get(plies).ok_or_else(|| "the line is too short".to_owned())
    }

    fn both(&self, plies: usize) -> Result<(&Board, &Board), Wrong> {
        Ok((self.board(&self.here, plies)?, self.board(&self.there, plies)?))
    }

    fn check(&self) -> Result<(), Wrong> {
        let (played, better) = (&self.told.played, &self.told.better);
        let (own, opponent) = (self.own, self.opponent);
        match self.told.cause.as_str() {
            "wipe-out" => self.wipe_out(),
            "poisoned-corner" => ensure(
                self.corner()? == played[0] && !CORNERS.contains(&better[0].as_str()),
                "no such corner",
            ),
            "corner-missed" => {
                let corner = self.corner()?;
                ensure(
                    better[0] == corner && !CORNERS.contains(&played[0].as_str()),
                    "not taken by the better move",
                )?;
                ensure(self.taken(played, own, corner, SOON + 1).is_none(), "it is taken all the same")
            }
            "corner-given" => {
                let corner = self.corner()?;
                ensure(played.get(1).is_some_and(|reply| reply == corner), "the reply is another")?;
                ensure(!self.could(&self.there[1], opponent, corner), "it could be taken anyway")?;
                ensure(self.taken(better, opponent, corner, SOON + 1).is_none(), "it falls anyway")
            }
            "wedge-missed" => self.wedge_missed(),
            "edge-attack" => self.edge_attack(),
            "parity-lost" => {
                self.counts("even", self.here[0].region(&played[0]))?;
                self.counts("odd", self.here[0].region(&better[0]))?;
                ensure(
                    self.number("even")?.is_multiple_of(2) && self.number("odd")? % 2 == 1,
                    "not even and odd",
                )?;
                self.last_moves()
            }
            "last-move-lost" => self.last_moves(),
            "mobility-collapse" => self.mobility_collapse(),
            "stable-given" => self.stable_given(),
            "tempo-lost" => self.tempo_lost(),
            "frontier-opened" => {
                let (here, there) = self.both(1)?;
                self.counts("discs", here.frontier(own))?;
                self.counts("better_discs", there.frontier(own))?;
                self.more_replies()?;
                ensure(here.frontier(own) >= there.frontier(own) + 3, "no more frontier")
            }
            "moves-given" => self.more_replies(),
            "corner-falls" => self.corner_taken(played, better, opponent),
            "corner-forgone" => self.corner_taken(better, played, own),
            "pass-forced" => self.passes(played, better, 0),
            "pass-forgone" => self.passes(better, played, 1),
            "fewer-moves" => {
                let (here, there) = self.both(2 * self.number("turn")?)?;
                self.counts("moves", here.moves().len())?;
                self.counts("better_moves", there.moves().len())?;
                ensure(here.moves().len() + 3 <= there.moves().len() && self.number("turn")? > 0, "not fewer")
            }
            "fewer-safe" => {
                let (here, there) = self.both(2 * self.number("turn")?)?;
                self.counts("safe", self.safe(here))?;
                self.counts("better_safe", self.safe(there))?;
                ensure(self.safe(here) + 3 <= self.safe(there) && self.number("turn")? > 0, "not fewer")
            }
            "squeezed" => {
                let (mut left, mut kept) = (0, 0);
                for turn in 1..=4 {
                    let (here, there) = self.both(2 * turn)?;
                    left += here.moves().len();
                    kept += there.moves().len();
                }
                self.counts("moves", left)?;
                self.counts("better_moves", kept)?;
                ensure(left + 5 <= kept, "not fewer")
            }
            "square-lost" => {
                let square = self.square("square")?;
                ensure(square == better[0], "another square")?;
                let ply = self.taken(played, opponent, square, SOON + 1).ok_or("it is not taken")?;
                self.counts("ply", ply)
            }
            "moves-opened" => {
                let before = self.here[0].turned_to(opponent).moves();
                let opened = |board: &Board| board.moves().iter().filter(|one| !before.contains(one)).count();
                let (here, there) = self.both(1)?;
                self.counts("opened", opened(here))?;
                self.counts("better_opened", opened(there))?;
                ensure(opened(here) >= opened(there) + 2, "no more")
            }
            "frontier-grown" => {
                let (here, there) = self.both(1)?;
                self.counts("discs", here.frontier(own))?;
                self.counts("better_discs", there.frontier(own))?;
                ensure(here.frontier(own) >= there.frontier(own) + 3, "no more frontier")
            }
            "fewer-stable" => {
                let (here, there) = self.both(self.number("plies")? + 1)?;
                let balance =
                    |board: &Board| board.stable(own).len() as i32 - board.stable(opponent).len() as i32;
                let worse = balance(there) - balance(here);
                ensure(worse >= 3, "not worse")?;
                self.counts("worse", worse as usize)
            }
            "corner-threatened" => {
                let corner = self.corner()?;
                ensure(self.could(&self.here[1], opponent, corner), "it cannot be taken")?;
                ensure(!self.could(&self.there[1], opponent, corner), "it could be taken anyway")
            }
            unknown => Err(format!("unknown cause {unknown}")),
        }
    }

    fn wipe_out(&self) -> Result<(), Wrong> {
        let (here, there) = self.both(1)?;
        let proven = self.told.exact && self.told.value_played == -64;
        ensure(proven || here.wipes_out(self.own, 5), "it cannot be forced")?;
        ensure(
            self.told.value_better >= -40 && !there.wipes_out(self.own, 5),
            "the better move loses all too",
        )
    }

    fn is_wedge(&self, line: &[String], boards: &[Board]) -> Result<Vec<&'static str>, Wrong> {
        let (square, after) = (&line[0], self.board(boards, 1)?);
        let between = boards[0].is_between(square, self.opponent);
        let turned = after.moves().iter().any(|reply| after.turns(reply, square));
        if !between || turned {
            return Ok(Vec::new());
        }
        let wins = |corner: &&str| {
            self.could(after, self.own, corner) || self.taken(line, self.own, corner, SOON + 1).is_some()
        };
        Ok(CORNERS.into_iter().filter(|corner| same_edge(corner, square)).filter(wins).collect())
    }

    fn wedge_missed(&self) -> Result<(), Wrong> {
        ensure(self.square("square")? == self.told.better[0], "another square")?;
        ensure(
            self.is_wedge(&self.told.better, &self.there)?.contains(&self.corner()?),
            "no wedge that wins it",
        )?;
        ensure(self.is_wedge(&self.told.played, &self.here)?.is_empty(), "the played move is one too")
    }

    fn edge_attack(&self) -> Result<(), Wrong> {
        let (corner, square) = (self.corner()?, self.square("square")?);
        ensure(self.here[0].count('-') >= 14 && same_edge(corner, square), "not on its edge")?;
        let falls =
            self.taken(&self.told.played, self.opponent, corner, SOON + 1).ok_or("it does not fall")?;
        ensure(falls > 1, "the reply takes it")?;
        ensure(self.taken(&self.told.better, self.opponent, corner, SOON + 1).is_none(), "it falls anyway")?;
        let attack =
            self.taken(&self.told.played, self.opponent, square, falls.min(4)).ok_or("no such attack")?;
        ensure(self.could(&self.here[attack + 1], self.opponent, corner), "the attack opens nothing")
    }

    fn last_moves(&self) -> Result<(), Wrong> {
        let last =
            |line: &[String]| (0..line.len()).rev().find(|&ply| line[ply] != "pass").map(|ply| ply % 2);
        ensure(self.told.exact, "not solved")?;
        ensure(
            last(&self.told.played) == Some(1) && last(&self.told.better) == Some(0),
            "another makes the last move",
        )
    }

    fn safe(&self, board: &Board) -> usize {
        let gives = |next: Board| next.moves().iter().any(|reply| CORNERS.contains(&reply.as_str()));
        board
            .moves()
            .iter()
            .filter_map(|played| board.play(played))
            .filter(|next| !gives(next.clone()))
            .count()
    }

    fn mobility_collapse(&self) -> Result<(), Wrong> {
        let turn = self.number("turn")?;
        ensure((1..=2).contains(&turn) && self.here[0].count('-') >= 18, "too late")?;
        let (here, there) = self.both(2 * turn)?;
        let (moves, kept) = (here.moves().len(), there.moves().len());
        let (safe, kept_safe) = (self.safe(here), self.safe(there));
        for (name, counted) in
            [("moves", moves), ("safe", safe), ("better_moves", kept), ("better_safe", kept_safe)]
        {
            self.counts(name, counted)?;
        }
        let threatened = CORNERS.iter().any(|corner| self.could(here, self.opponent, corner));
        let few = moves <= 3 && kept >= moves + 4;
        let unsafe_ones =
            !threatened && moves <= 6 && safe <= 1 && kept >= moves + 2 && kept_safe >= safe + 2 + turn;
        ensure(few || unsafe_ones, "no collapse")
    }

    fn stable_given(&self) -> Result<(), Wrong> {
        let plies = self.number("plies")? + 1;
        let (here, there) = self.both(plies)?;
        let corner =
            |line: &[String]| line.iter().take(plies).any(|played| CORNERS.contains(&played.as_str()));
        ensure(
            [5, 7].contains(&plies) && !corner(&self.told.played) && !corner(&self.told.better),
            "a corner is taken",
        )?;
        let (given, kept) = (here.stable(self.opponent), there.stable(self.opponent));
        let more = given.iter().filter(|square| !kept.contains(square)).count();
        let balance =
            |board: &Board| board.stable(self.own).len() as i32 - board.stable(self.opponent).len() as i32;
        let worse = balance(there) - balance(here);
        ensure(more >= 4 && worse >= 4, "not so many")?;
        self.counts("discs", more)?;
        self.counts("worse", worse as usize)
    }

    fn is_free(&self, board: &Board, side: char, square: &str) -> bool {
        let before = board.turned_to(other(side)).moves();
        let next = board.turned_to(side).play(square);
        next.is_some_and(|next| next.moves().iter().all(|reply| before.contains(reply)))
    }

    fn tempo_lost(&self) -> Result<(), Wrong> {
        let (square, reply) = (self.square("square")?, self.square("reply")?);
        let (played, better) = (&self.told.played, &self.told.better);
        ensure(better[0] == square && played.get(1).is_some_and(|one| one == reply), "other moves")?;
        ensure(self.here[0].count('-') >= 14 && same_edge(square, reply), "not on one edge")?;
        ensure(self.is_free(&self.here[0], self.own, square), "the better move is not free")?;
        ensure(!self.is_free(&self.here[0], self.own, &played[0]), "the played move is free")?;
        ensure(self.is_free(&self.here[1], self.opponent, reply), "the reply is not free")?;
        ensure(
            !self.is_free(self.board(&self.here, 2)?, self.own, square),
            "the better move is still there",
        )?;
        let falls = CORNERS.iter().any(|one| self.taken(played, self.opponent, one, SOON + 1).is_some());
        ensure(!falls, "a corner falls")
    }

    fn more_replies(&self) -> Result<(), Wrong> {
        let (here, there) = self.both(1)?;
        self.counts("moves", here.moves().len())?;
        self.counts("better_moves", there.moves().len())?;
        ensure(here.moves().len() >= there.moves().len() + 3, "no more replies")
    }

    fn corner_taken(&self, one: &[String], two: &[String], side: char) -> Result<(), Wrong> {
        let corner = self.corner()?;
        let ply = self.taken(one, side, corner, self.common()).ok_or("it is not taken")?;
        self.counts("ply", ply)?;
        ensure(self.taken(two, side, corner, self.common()).is_none(), "it is taken in the other line too")
    }

    /// Checks a first pass; `who` is 0 for own, 1 for the opponent.
    fn passes(&self, one: &[String], two: &[String], who: usize) -> Result<(), Wrong> {
        let pass = |line: &[String]| (0..self.common()).find(|&ply| ply % 2 == who && line[ply] == "pass");
        self.counts("ply", pass(one).ok_or("nobody passes")?)?;
        ensure(pass(two).is_none(), "it passes in the other line too")
    }
}

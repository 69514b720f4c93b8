//! The checkable side of every cause in `data/coach/README.md`: what has to be true on the board and in the
//! two lines before a position is put before a person as a candidate for that cause. It proposes; a person
//! labels.

use crate::board::{Board, CORNERS, Cell, edges_of, name, names};

/// How far lines are looked at: plies after the move in question.
const HORIZON: usize = 9;

/// One ply of a line: who moved where (nothing is a pass), and the position after it.
pub(crate) struct Ply {
    /// The side that moved or passed.
    pub(crate) mover: Cell,
    /// The square.
    pub(crate) square: Option<usize>,
    /// The position afterwards.
    pub(crate) board: Board,
}

/// A mistake: a position, the move played and a better one, each followed by the best play of both sides.
pub(crate) struct Mistake {
    /// The position.
    pub(crate) board: Board,
    /// The move that was played.
    pub(crate) played: usize,
    /// A best move.
    pub(crate) better: usize,
    /// Value of the played move for the mover.
    pub(crate) value_played: i64,
    /// Value of the better move for the mover.
    pub(crate) value_better: i64,
    /// Whether both values are proved.
    pub(crate) exact: bool,
    /// The line that begins with the played move.
    pub(crate) line_played: Vec<Ply>,
    /// The line that begins with the better move.
    pub(crate) line_better: Vec<Ply>,
}

/// The causes, in the order in which they are asked: the first that holds is proposed.
pub(crate) const CAUSES: [&str; 11] = [
    "wipe-out",
    "poisoned-corner",
    "corner-missed",
    "corner-given",
    "wedge-missed",
    "edge-attack",
    "parity-lost",
    "mobility-collapse",
    "stable-given",
    "tempo-lost",
    "frontier-opened",
];

/// Tells at once, without lines, whether a cause is out of the question for a move where another is best, if
/// that is known; saves asking the engine.
pub(crate) fn is_possible(cause: &str, board: &Board, played: usize, best: Option<usize>) -> bool {
    let (own, opponent) = (board.side, board.side.other());
    let Some(next) = board.after(played) else { return false };
    let empties = board.count(Cell::Empty);
    let moves = best.map_or_else(|| board.legal(own), |best| vec![best]);
    let attacks = |reply: &usize| {
        next.after(*reply).is_some_and(|later| {
            let threatened = later.open_corners(opponent);
            edges_of(*reply).iter().any(|edge| threatened.iter().any(|corner| edge.contains(corner)))
        })
    };
    match cause {
        "poisoned-corner" => CORNERS.contains(&played),
        "corner-missed" => !CORNERS.contains(&played) && moves.iter().any(|square| CORNERS.contains(square)),
        "corner-given" => !next.open_corners(opponent).is_empty(),
        "wedge-missed" => {
            wedge(board, played, own).is_none()
                && moves.iter().any(|&square| wedge(board, square, own).is_some())
        }
        "edge-attack" => empties >= 14 && next.legal(opponent).iter().any(attacks),
        "parity-lost" => {
            empties <= 16
                && board.region(played).len().is_multiple_of(2)
                && moves.iter().any(|&square| !board.region(square).len().is_multiple_of(2))
        }
        "mobility-collapse" => empties >= 18,
        "tempo-lost" => {
            empties >= 14
                && !board.is_quiet(played)
                && moves.iter().any(|&square| !edges_of(square).is_empty() && board.is_quiet(square))
        }
        "frontier-opened" => empties >= 20,
        _ => true,
    }
}

/// The edge on which a move stands between two discs of the opponent.
fn wedge(board: &Board, square: usize, side: Cell) -> Option<[usize; 8]> {
    if CORNERS.contains(&square) {
        return None;
    }
    edges_of(square).into_iter().find(|edge| {
        edge.iter().position(|&one| one == square).is_some_and(|at| {
            board.cells[edge[at - 1]] == side.other() && board.cells[edge[at + 1]] == side.other()
        })
    })
}

/// Follows moves from a position; stops where one is not legal.
pub(crate) fn follow(board: &Board, moves: &[Option<usize>]) -> Vec<Ply> {
    let mut line = Vec::new();
    let mut here = board.clone();
    for &square in moves {
        let mover = here.side;
        here = match square {
            Some(square) => match here.after(square) {
                Some(next) => next,
                None => break,
            },
            None => here.passed(),
        };
        line.push(Ply { mover, square, board: here.clone() });
    }
    line
}

/// The moves of a line, with blanks between them.
pub(crate) fn spell(line: &[Ply]) -> String {
    let words: Vec<String> = line.iter().map(|ply| ply.square.map_or("pass".into(), name)).collect();
    words.join(" ")
}

impl Mistake {
    /// Every cause that holds, with its evidence.
    pub(crate) fn causes(&self) -> Vec<(&'static str, String)> {
        if self.line_played.len() < 2 || self.line_better.len() < 2 {
            return Vec::new();
        }
        let found = [
            self.wipe_out(),
            self.poisoned_corner(),
            self.corner_missed(),
            self.corner_given(),
            self.wedge_missed(),
            self.edge_attack(),
            self.parity_lost(),
            self.mobility_collapse(),
            self.stable_given(),
            self.tempo_lost(),
            self.frontier_opened(),
        ];
        CAUSES.into_iter().zip(found).filter_map(|(cause, evidence)| Some((cause, evidence?))).collect()
    }

    /// The side that made the mistake.
    fn own(&self) -> Cell {
        self.board.side
    }

    /// Its opponent.
    fn opponent(&self) -> Cell {
        self.board.side.other()
    }

    /// The position after the played move.
    fn after_played(&self) -> &Board {
        &self.line_played[0].board
    }

    /// The position after the better move.
    fn after_better(&self) -> &Board {
        &self.line_better[0].board
    }

    fn wipe_out(&self) -> Option<String> {
        if self.value_played > -60 || self.value_better < -40 {
            return None;
        }
        let forced = [1, 3, 5].into_iter().find(|&plies| self.after_played().can_wipe_out(plies));
        if forced.is_none() && !(self.exact && self.value_played == -64) {
            return None;
        }
        let how = forced.map_or("solved: -64".into(), |plies| format!("forced within {plies} plies"));
        Some(format!("no disc is left after {}: {how}", name(self.played)))
    }

    fn poisoned_corner(&self) -> Option<String> {
        (CORNERS.contains(&self.played) && !CORNERS.contains(&self.better)).then(|| {
            let waits = self.after_better().open_corners(self.own()).contains(&self.played);
            let rest = if waits { "it would still be there after" } else { "it is not needed after" };
            format!("takes {} although {rest} {}", name(self.played), name(self.better))
        })
    }

    fn corner_missed(&self) -> Option<String> {
        if !CORNERS.contains(&self.better) || CORNERS.contains(&self.played) {
            return None;
        }
        let later = taken(&self.line_played, self.own(), HORIZON).contains(&self.better);
        (!later).then(|| {
            let lost = taken(&self.line_played, self.opponent(), HORIZON).contains(&self.better);
            let end = if lost { "the opponent takes it" } else { "nobody takes it soon" };
            format!("{} could be taken; after {} {end}", name(self.better), name(self.played))
        })
    }

    fn corner_given(&self) -> Option<String> {
        let reply = self.line_played[1].square.filter(|square| CORNERS.contains(square))?;
        let kept = !self.after_better().open_corners(self.opponent()).contains(&reply)
            && !taken(&self.line_better, self.opponent(), HORIZON).contains(&reply);
        kept.then(|| {
            let before = self.board.open_corners(self.opponent()).contains(&reply);
            let what = if before { "leaves" } else { "opens" };
            format!(
                "{} {what} {} to the opponent, {} does not",
                name(self.played),
                name(reply),
                name(self.better)
            )
        })
    }

    fn wedge_missed(&self) -> Option<String> {
        let edge = wedge(&self.board, self.better, self.own())?;
        if wedge(&self.board, self.played, self.own()).is_some() {
            return None;
        }
        let holds = self.after_better();
        let stays = holds
            .legal(self.opponent())
            .iter()
            .all(|&reply| holds.after(reply).is_none_or(|next| next.cells[self.better] == self.own()));
        let corners = [edge[0], edge[7]];
        let mut gains: Vec<usize> = taken(&self.line_better, self.own(), HORIZON)
            .into_iter()
            .chain(holds.open_corners(self.own()))
            .filter(|corner| corners.contains(corner))
            .collect();
        gains.sort_unstable();
        gains.dedup();
        (stays && !gains.is_empty()).then(|| {
            format!(
                "{} wedges between discs of the opponent and cannot be turned at once; wins or threatens {}",
                name(self.better),
                names(&gains)
            )
        })
    }

    fn edge_attack(&self) -> Option<String> {
        if self.board.count(Cell::Empty) < 14 {
            return None;
        }
        let opponent = self.opponent();
        let index = (2..self.line_played.len().min(HORIZON)).find(|&index| {
            let ply = &self.line_played[index];
            ply.mover == opponent && ply.square.is_some_and(|square| CORNERS.contains(&square))
        })?;
        let corner = self.line_played[index].square?;
        if self.after_played().open_corners(opponent).contains(&corner)
            || self.after_better().open_corners(opponent).contains(&corner)
            || taken(&self.line_better, opponent, HORIZON).contains(&corner)
        {
            return None;
        }
        let attack = self.line_played[1..index.min(4)].iter().find_map(|ply| {
            let square = ply.square.filter(|square| ply.mover == opponent && !CORNERS.contains(square))?;
            let on_edge = edges_of(square).iter().any(|edge| edge.contains(&corner));
            (on_edge && ply.board.open_corners(opponent).contains(&corner)).then_some(square)
        })?;
        Some(format!("{} attacks the edge and threatens {}, which falls", name(attack), name(corner)))
    }

    fn parity_lost(&self) -> Option<String> {
        if self.board.count(Cell::Empty) > 16 || !self.exact {
            return None;
        }
        let (wrong, right) = (self.board.region(self.played), self.board.region(self.better));
        let last = |line: &[Ply]| {
            let ended = line.last()?.board.over();
            let mover = line.iter().rev().find(|ply| ply.square.is_some())?.mover;
            ended.then_some(mover)
        };
        let turned = last(&self.line_played)? == self.opponent() && last(&self.line_better)? == self.own();
        (turned && wrong.len().is_multiple_of(2) && !right.len().is_multiple_of(2)).then(|| {
            format!(
                "plays into the even region {} instead of the odd region {}; the opponent gets the last move",
                names(&wrong),
                names(&right)
            )
        })
    }

    fn mobility_collapse(&self) -> Option<String> {
        if self.board.count(Cell::Empty) < 18 {
            return None;
        }
        let turns = |line: &[Ply]| -> Vec<(usize, usize, bool)> {
            line[..line.len().min(5)]
                .iter()
                .filter(|ply| ply.board.side == self.own())
                .map(|ply| {
                    let threatened = !ply.board.open_corners(self.opponent()).is_empty();
                    (ply.board.legal(self.own()).len(), ply.board.safe_moves(self.own()).len(), threatened)
                })
                .collect()
        };
        let (bad, good) = (turns(&self.line_played), turns(&self.line_better));
        let (nth, (&(moves, safe, _), &(other_moves, other_safe, _))) =
            bad.iter().zip(&good).take(2).enumerate().find(|(nth, (bad, good))| {
                let few = bad.0 <= 3 && good.0 >= bad.0 + 4;
                let unsafe_ones = bad.1 <= 1 && bad.0 <= 6 && !bad.2 && good.1 >= bad.1 + 3 + nth;
                few || unsafe_ones && good.0 >= bad.0 + 2
            })?;
        Some(format!(
            "{} turn(s) later {safe} safe of {moves} moves are left, {other_safe} safe of {other_moves} after {}",
            nth + 1,
            name(self.better)
        ))
    }

    fn stable_given(&self) -> Option<String> {
        if self.board.count(Cell::Empty) < 8 {
            return None;
        }
        let (own, opponent) = (self.own(), self.opponent());
        [4, 6].into_iter().find_map(|last| {
            let (bad, good) = (&self.line_played.get(last)?.board, &self.line_better.get(last)?.board);
            let corners = |board: &Board| (board.corners(own), board.corners(opponent));
            if corners(bad) != corners(&self.board) || corners(good) != corners(&self.board) {
                return None;
            }
            let (more, fewer) = (bad.stable(opponent), good.stable(opponent));
            let gained: Vec<usize> = more.iter().copied().filter(|square| !fewer.contains(square)).collect();
            let difference = more.len() as i64 - fewer.len() as i64 + good.stable(own).len() as i64
                - bad.stable(own).len() as i64;
            (difference >= 4 && gained.len() >= 4).then(|| {
                format!(
                    "after {last} more plies the opponent has these stable discs more: {}",
                    names(&gained)
                )
            })
        })
    }

    fn tempo_lost(&self) -> Option<String> {
        if self.board.count(Cell::Empty) < 14 {
            return None;
        }
        let reply = self.line_played[1].square?;
        let gone = {
            let later = &self.line_played[1].board;
            later.side != self.own() || !later.is_quiet(self.better)
        };
        let quiet = self.board.is_quiet(self.better) && !self.board.is_quiet(self.played);
        let same_edge = edges_of(self.better).iter().any(|edge| edge.contains(&reply));
        let corners = taken(&self.line_played, self.opponent(), HORIZON);
        (quiet && same_edge && corners.is_empty() && gone && self.after_played().is_quiet(reply)).then(|| {
            format!(
                "{} was a free move (it opens nothing); after {} the opponent has the free move {} and {} is gone",
                name(self.better),
                name(self.played),
                name(reply),
                name(self.better)
            )
        })
    }

    fn frontier_opened(&self) -> Option<String> {
        if self.board.count(Cell::Empty) < 20 {
            return None;
        }
        let (bad, good) = (self.after_played(), self.after_better());
        let moves = |board: &Board| board.legal(self.opponent()).len();
        let frontier = |board: &Board| board.frontier(self.own()).len();
        (moves(bad) >= moves(good) + 3 && frontier(bad) >= frontier(good) + 3).then(|| {
            format!(
                "{} leaves {} frontier discs and {} moves for the opponent, {} {} and {}",
                name(self.played),
                frontier(bad),
                moves(bad),
                name(self.better),
                frontier(good),
                moves(good)
            )
        })
    }
}

/// The corners a side takes within so many plies of a line.
fn taken(line: &[Ply], side: Cell, plies: usize) -> Vec<usize> {
    line.iter()
        .take(plies)
        .filter(|ply| ply.mover == side)
        .filter_map(|ply| ply.square.filter(|square| CORNERS.contains(square)))
        .collect()
}

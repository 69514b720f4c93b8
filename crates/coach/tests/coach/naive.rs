//! Othello once more, on a list of 64 characters: slow, obvious, and nothing of the rules that the coach
//! uses.

/// The eight directions as steps in column and row.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The corners.
pub(crate) const CORNERS: [&str; 4] = ["a1", "h1", "a8", "h8"];

/// A board: `X`, `O` or `-` on each square, and whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Board {
    cells: Vec<char>,
    pub(crate) side: char,
}

/// The other side.
pub(crate) fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

fn at(name: &str) -> Option<(i32, i32)> {
    let mut letters = name.chars();
    let column = "abcdefgh".find(letters.next()?)?;
    let row = "12345678".find(letters.next()?)?;
    letters.next().is_none().then_some((column as i32, row as i32))
}

fn name((column, row): (i32, i32)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn is_on_board((column, row): (i32, i32)) -> bool {
    (0..8).contains(&column) && (0..8).contains(&row)
}

fn all_squares() -> impl Iterator<Item = (i32, i32)> {
    (0..64).map(|index| (index % 8, index / 8))
}

/// Tells whether two squares lie on one edge of the board.
pub(crate) fn same_edge(one: &str, two: &str) -> bool {
    let (Some(one), Some(two)) = (at(one), at(two)) else { return false };
    [0, 7].iter().any(|&end| (one.0 == end && two.0 == end) || (one.1 == end && two.1 == end))
}

impl Board {
    /// Reads 64 squares and the side to move.
    pub(crate) fn read(text: &str) -> Option<Board> {
        let cells: Vec<char> = text.chars().take(64).collect();
        let side = text.chars().nth(64)?;
        (cells.len() == 64 && cells.iter().all(|cell| "XO-".contains(*cell))).then_some(Board { cells, side })
    }

    /// Writes 64 squares and the side to move.
    pub(crate) fn text(&self) -> String {
        self.cells.iter().chain([&self.side]).collect()
    }

    fn cell(&self, square: (i32, i32)) -> char {
        if is_on_board(square) { self.cells[(square.1 * 8 + square.0) as usize] } else { '#' }
    }

    /// Tells what is on a square.
    pub(crate) fn on(&self, square: &str) -> char {
        at(square).map_or('#', |square| self.cell(square))
    }

    /// The same board with another side to move.
    pub(crate) fn turned_to(&self, side: char) -> Board {
        Board { side, ..self.clone() }
    }

    fn turned(&self, square: (i32, i32)) -> Vec<(i32, i32)> {
        let mut turned = Vec::new();
        if self.cell(square) != '-' {
            return turned;
        }
        for (column, row) in DIRECTIONS {
            let mut run = Vec::new();
            let mut place = (square.0 + column, square.1 + row);
            while self.cell(place) == other(self.side) {
                run.push(place);
                place = (place.0 + column, place.1 + row);
            }
            if self.cell(place) == self.side {
                turned.extend(run);
            }
        }
        turned
    }

    /// The legal moves of the side to move.
    pub(crate) fn moves(&self) -> Vec<String> {
        all_squares().filter(|&square| !self.turned(square).is_empty()).map(name).collect()
    }

    /// Tells whether a move turns a disc.
    pub(crate) fn turns(&self, square: &str, disc: &str) -> bool {
        let (Some(square), Some(disc)) = (at(square), at(disc)) else { return false };
        self.turned(square).contains(&disc)
    }

    /// Plays a square or `pass`; `None` if that is not legal.
    pub(crate) fn play(&self, played: &str) -> Option<Board> {
        let mut next = self.turned_to(other(self.side));
        if played == "pass" {
            return (self.moves().is_empty() && !next.moves().is_empty()).then_some(next);
        }
        let square = at(played)?;
        let turned = self.turned(square);
        for &(column, row) in turned.iter().chain([&square]) {
            next.cells[(row * 8 + column) as usize] = self.side;
        }
        (!turned.is_empty()).then_some(next)
    }

    /// Tells whether nobody can move.
    pub(crate) fn is_over(&self) -> bool {
        self.moves().is_empty() && self.turned_to(other(self.side)).moves().is_empty()
    }

    /// Counts the discs of a side, or with `-` the empty squares.
    pub(crate) fn count(&self, cell: char) -> usize {
        self.cells.iter().filter(|&&one| one == cell).count()
    }

    /// The final score of a side, empty squares to the winner.
    pub(crate) fn score(&self, side: char) -> i32 {
        let lead = self.count(side) as i32 - self.count(other(side)) as i32;
        lead + lead.signum() * self.count('-') as i32
    }

    /// The number of empty squares that hang together with one, by sides or corners.
    pub(crate) fn region(&self, square: &str) -> usize {
        let mut found: Vec<(i32, i32)> =
            at(square).into_iter().filter(|&one| self.cell(one) == '-').collect();
        let mut next = 0;
        while let Some(&(column, row)) = found.get(next) {
            for (sideways, down) in DIRECTIONS {
                let beside = (column + sideways, row + down);
                if self.cell(beside) == '-' && !found.contains(&beside) {
                    found.push(beside);
                }
            }
            next += 1;
        }
        found.len()
    }

    /// How many discs of a side touch an empty square.
    pub(crate) fn frontier(&self, side: char) -> usize {
        let touches = |(column, row): &(i32, i32)| {
            DIRECTIONS.iter().any(|(x, y)| self.cell((column + x, row + y)) == '-')
        };
        all_squares().filter(|&square| self.cell(square) == side).filter(touches).count()
    }

    /// The stable discs of a side: on each axis the line is full, or a neighbour is off the board or stable
    /// too.
    pub(crate) fn stable(&self, side: char) -> Vec<String> {
        let mut stable: Vec<(i32, i32)> = Vec::new();
        loop {
            let before = stable.len();
            for square in all_squares().filter(|&square| self.cell(square) == side) {
                if !stable.contains(&square) && self.is_held(square, &stable) {
                    stable.push(square);
                }
            }
            if stable.len() == before {
                return stable.into_iter().map(name).collect();
            }
        }
    }

    fn is_held(&self, square: (i32, i32), stable: &[(i32, i32)]) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().all(|&(column, row)| {
            let next = (square.0 + column, square.1 + row);
            let back = (square.0 - column, square.1 - row);
            let leans = |place| !is_on_board(place) || stable.contains(&place);
            let full = (-7..8).all(|n| self.cell((square.0 + n * column, square.1 + n * row)) != '-');
            leans(next) || leans(back) || full
        })
    }

    /// Tells whether the two neighbours of a square on an edge are discs of a side.
    pub(crate) fn is_between(&self, square: &str, side: char) -> bool {
        let Some((column, row)) = at(square) else { return false };
        let upright = column == 0 || column == 7;
        let level = row == 0 || row == 7;
        let ends = |x: i32, y: i32| {
            self.cell((column + x, row + y)) == side && self.cell((column - x, row - y)) == side
        };
        (upright != level) && if level { ends(1, 0) } else { ends(0, 1) }
    }

    /// Tells whether the side to move can turn every disc of the victim within so many plies, by trying all
    /// moves.
    pub(crate) fn wipes_out(&self, victim: char, plies: usize) -> bool {
        if self.count(victim) == 0 {
            return true;
        }
        if plies == 0 || self.is_over() {
            return false;
        }
        let moves = self.moves();
        if moves.is_empty() {
            return self.turned_to(other(self.side)).wipes_out(victim, plies - 1);
        }
        let mut outcomes =
            moves.iter().filter_map(|played| self.play(played)).map(|next| next.wipes_out(victim, plies - 1));
        if self.side == victim { outcomes.all(|wiped| wiped) } else { outcomes.any(|wiped| wiped) }
    }
}

//! A tree of legal moves with notes.

use outflank_rules::{Game, IllegalMove, Move, Position};

use super::StudyMark;

/// What people add to a position: nothing at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudyNotes {
    /// A remark; may be empty and may have several lines.
    pub comment: String,
    /// What the line is called that begins here; may be empty.
    pub name: String,
    /// Marks on the board.
    pub marks: Vec<StudyMark>,
}

impl StudyNotes {
    /// Tells whether nothing is noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.comment.is_empty() && self.name.is_empty() && self.marks.is_empty()
    }
}

/// A position of a tree.
#[derive(Clone, Debug)]
pub struct StudyNode {
    parent: Option<usize>,
    played: Option<Move>,
    position: Position,
    children: Vec<usize>,
    /// What is noted.
    pub notes: StudyNotes,
}

impl StudyNode {
    /// Returns the node before; `None` at the root.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// Returns the move that led here; `None` at the root.
    #[must_use]
    pub fn played(&self) -> Option<Move> {
        self.played
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the continuations, the main one first.
    #[must_use]
    pub fn children(&self) -> &[usize] {
        &self.children
    }
}

/// Says why a move cannot be added to a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyFault {
    /// There is no such node to play from.
    #[error("move {played} follows node {parent}, which is not before it")]
    NoParent {
        /// The node it should follow.
        parent: usize,
        /// The move.
        played: Move,
    },
    /// The move is against the rules.
    #[error("move {ply} ({played}): {reason}")]
    Illegal {
        /// The number of the ply in its line, from 1.
        ply: usize,
        /// The move.
        played: Move,
        /// Why it cannot be made.
        reason: IllegalMove,
    },
}

/// A tree of moves with notes; node 0 is the start. Passes are moves of their own.
///
/// Two trees are equal if they say the same, whatever the order in which they were made.
///
/// ```
/// use outflank_game::StudyTree;
/// use outflank_rules::Position;
///
/// let mut tree = StudyTree::new(Position::start());
/// let main = tree.add(0, "f5".parse()?)?;
/// let other = tree.add(0, "c4".parse()?)?;
/// assert_eq!(tree.add(0, "f5".parse()?)?, main);
/// assert_eq!(tree.node(0).map(|root| root.children()), Some(&[main, other][..]));
/// assert!(tree.add(main, "a1".parse()?).is_err());
/// assert_eq!(tree.to_string().parse::<StudyTree>()?, tree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StudyTree {
    nodes: Vec<StudyNode>,
}

impl StudyTree {
    /// Makes a tree of a position alone.
    #[must_use]
    pub fn new(start: Position) -> StudyTree {
        let (parent, played, notes) = (None, None, StudyNotes::default());
        StudyTree { nodes: vec![StudyNode { parent, played, position: start, children: Vec::new(), notes }] }
    }

    /// Returns the position it starts from.
    #[must_use]
    pub fn start(&self) -> Position {
        self.nodes[0].position
    }

    /// Counts the nodes, the start among them.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Returns a node.
    #[must_use]
    pub fn node(&self, index: usize) -> Option<&StudyNode> {
        self.nodes.get(index)
    }

    /// Returns the notes of a node, to be changed.
    pub fn notes_mut(&mut self, index: usize) -> Option<&mut StudyNotes> {
        self.nodes.get_mut(index).map(|node| &mut node.notes)
    }

    /// Plays a move at a node: finds the continuation that exists, or adds one as the last variation.
    ///
    /// # Errors
    ///
    /// If there is no such node or the move is illegal there; a pass that is left out is not supplied.
    pub fn add(&mut self, parent: usize, played: Move) -> Result<usize, StudyFault> {
        let before = self.nodes.get(parent).ok_or(StudyFault::NoParent { parent, played })?;
        let same = |&&child: &&usize| self.nodes[child].played == Some(played);
        if let Some(&known) = before.children.iter().find(same) {
            return Ok(known);
        }
        let position = before.position.play(played).map_err(|reason| {
            let ply = self.path_to(parent).len() + 1;
            StudyFault::Illegal { ply, played, reason }
        })?;
        let index = self.nodes.len();
        let (parent, notes) = (Some(parent), StudyNotes::default());
        self.nodes.push(StudyNode { parent, played: Some(played), position, children: Vec::new(), notes });
        if let Some(before) = parent {
            self.nodes[before].children.push(index);
        }
        Ok(index)
    }

    /// Adds a line of moves from the start and returns its last node.
    ///
    /// # Errors
    ///
    /// As [`StudyTree::add`]; the moves before the illegal one are added.
    pub fn add_line(&mut self, moves: impl IntoIterator<Item = Move>) -> Result<usize, StudyFault> {
        moves.into_iter().try_fold(0, |at, played| self.add(at, played))
    }

    /// Lists the nodes from the first move to a node.
    #[must_use]
    pub fn path_to(&self, index: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = index;
        while let Some(node) = self.nodes.get(at).filter(|node| node.parent.is_some()) {
            path.push(at);
            at = node.parent.unwrap_or(0);
        }
        path.reverse();
        path
    }

    /// Lists the nodes of the main line after the start.
    #[must_use]
    pub fn main_line(&self) -> Vec<usize> {
        let next = |&at: &usize| self.nodes.get(at).and_then(|node| node.children.first().copied());
        std::iter::successors(next(&0), next).collect()
    }

    /// Returns the main line as a game, placed at its end.
    #[must_use]
    pub fn main_game(&self) -> Game {
        let mut game = Game::new(self.start());
        for played in self.main_line().into_iter().filter_map(|node| self.nodes[node].played) {
            // Every move was checked when it was added.
            if game.play(played).is_err() {
                break;
            }
        }
        game
    }

    /// Returns the same tree with a line from the start as its main line.
    ///
    /// # Errors
    ///
    /// If a move of that line is illegal.
    pub fn led_by(&self, moves: impl IntoIterator<Item = Move>) -> Result<StudyTree, StudyFault> {
        let mut led = StudyTree::new(self.start());
        led.add_line(moves)?;
        let mut places = vec![0; self.nodes.len()];
        for at in self.in_order() {
            let node = &self.nodes[at];
            if let (Some(parent), Some(played)) = (node.parent, node.played) {
                places[at] = led.add(places[parent], played)?;
            }
            if let Some(notes) = led.notes_mut(places[at]) {
                notes.clone_from(&node.notes);
            }
        }
        Ok(led)
    }

    /// Tells whether there is anything beside one line of moves: variations, or notes.
    #[must_use]
    pub fn says_more(&self) -> bool {
        self.variations() > 0 || self.nodes.iter().any(|node| !node.notes.is_empty())
    }

    /// Lists all nodes: each after its parent, the main continuation first.
    #[must_use]
    pub fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut waiting = vec![0];
        while let Some(at) = waiting.pop() {
            order.push(at);
            waiting.extend(self.nodes[at].children.iter().rev());
        }
        order
    }

    /// Counts the lines that leave another one.
    #[must_use]
    pub fn variations(&self) -> usize {
        self.nodes.iter().map(|node| node.children.len().saturating_sub(1)).sum()
    }

    /// Counts the nodes with a comment.
    #[must_use]
    pub fn comments(&self) -> usize {
        self.nodes.iter().filter(|node| !node.notes.comment.is_empty()).count()
    }

    /// Lists what the nodes say in order, each with the place of its parent in this list.
    pub(super) fn told(&self) -> Vec<(usize, Option<Move>, &StudyNotes)> {
        let order = self.in_order();
        let mut places = vec![0; self.nodes.len()];
        for (place, &at) in order.iter().enumerate() {
            places[at] = place;
        }
        let tell = |&at: &usize| {
            let node = &self.nodes[at];
            (node.parent.map_or(0, |parent| places[parent]), node.played, &node.notes)
        };
        order.iter().map(tell).collect()
    }
}

impl PartialEq for StudyTree {
    fn eq(&self, other: &StudyTree) -> bool {
        self.start() == other.start() && self.told() == other.told()
    }
}

impl Eq for StudyTree {}

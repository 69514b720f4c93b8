//! Variations, comments, names and marks: what one format writes it reads again as the same tree.

use outflank_game::{StudyMark, StudyTree};
use outflank_records::{Format, Record, parse_any, to_bytes};
use outflank_rules::{Move, Position};
use proptest::prelude::*;

use crate::support::records;

/// The formats that hold whole studies.
const FORMATS: [Format; 3] = [Format::Pgn, Format::Ggf, Format::Sgf];

/// What one position of a random tree gets.
type Choice = (u16, u8, String, String, Vec<String>);

/// Grows a tree: each choice names a node, one of its moves, and notes.
fn grown(start: Position, choices: Vec<Choice>) -> StudyTree {
    let mut tree = StudyTree::new(start);
    for (place, choice, comment, name, marks) in choices {
        let at = usize::from(place) % tree.size();
        let moves: Vec<Move> =
            tree.node(at).unwrap().position().children().map(|(played, _)| played).collect();
        let node = match moves.get(usize::from(choice) % moves.len().max(1)) {
            Some(&played) => tree.add(at, played).unwrap(),
            None => at,
        };
        let mut marks: Vec<StudyMark> = marks.iter().filter_map(|mark| mark.parse().ok()).collect();
        marks.sort();
        marks.dedup();
        let notes = tree.notes_mut(if choice % 16 == 0 { at } else { node }).unwrap();
        (notes.comment, notes.name, notes.marks) = (comment, name, marks);
    }
    tree
}

/// Text with all that formats treat specially, and letters of elsewhere.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        4 => prop::string::string_regex("[a-cA-Z0-9 \\[\\]\\\\(){};:%$\"'?!*\n\r\té🙂縦取り。/|,.#-]{1,24}").unwrap(),
        1 => prop::sample::select(vec![
            "[%eval 3]", "[%csl Gf5]", "[%cal Gc3e5]", "{", "}", "(;B[f5])", "1-0", "X wins 40-24", "*", "\\",
            " blanks ", "\n%\n", "]", "\\]", "[%csl Gf5,Zz9]",
        ]).prop_map(str::to_owned),
    ]
}

fn mark() -> impl Strategy<Value = String> {
    prop_oneof![
        "(circle|cross|square|triangle) [a-h][1-8]",
        "arrow [a-h][1-8] [a-h][1-8]",
        "label [a-h][1-8] [A-C:\\]\\\\]{1,3}"
    ]
}

fn choices(most: usize) -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec(
        (any::<u16>(), any::<u8>(), text(), text(), prop::collection::vec(mark(), 0..3)),
        0..most,
    )
}

/// The standard start, or one near the end of a game, where sides pass.
fn start() -> impl Strategy<Value = Position> {
    let late = "XXXXXXXXXOOOOOOOXOOOOOOOXOOOOOOOXOOOOOOOXOOOOOOOXOOOOOO--OOOOO--X";
    prop_oneof![3 => Just(Position::start()), 1 => Just(late.parse().unwrap())]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_survives_every_format_that_holds_trees(start in start(), choices in choices(40)) {
        let tree = grown(start, choices);
        let record = Record::from_study(&tree);
        prop_assert_eq!(&record.study_tree(), &tree);
        for format in FORMATS {
            let bytes = to_bytes([&record], format).unwrap();
            let read = records(&bytes, format).unwrap();
            prop_assert_eq!(&read, std::slice::from_ref(&record), "{}", String::from_utf8_lossy(&bytes));
            prop_assert_eq!(&read[0].study_tree(), &tree);
        }
    }

    #[test]
    fn a_tree_survives_a_journey_through_all_formats(choices in choices(25)) {
        let tree = grown(Position::start(), choices);
        let mut record = Record::from_study(&tree);
        for format in FORMATS.into_iter().chain(FORMATS.into_iter().rev()) {
            let bytes = to_bytes([&record], format).unwrap();
            record = records(&bytes, format).unwrap().remove(0);
        }
        prop_assert_eq!(record.study_tree(), tree);
    }
}

/// A game with a variation within a variation, in the words of the format.
#[test]
fn other_programs_read_variations_and_comments_where_the_format_has_words_for_them() {
    let mut tree = StudyTree::new(Position::start());
    let line = |text: &str| text.split(' ').map(|name| name.parse().unwrap()).collect::<Vec<Move>>();
    tree.add_line(line("f5 d6 c3 d3 c4")).unwrap();
    let other = tree.add_line(line("f5 f6 e6 f4")).unwrap();
    tree.add_line(line("f5 f6 e6 d6")).unwrap();
    let notes = tree.notes_mut(other).unwrap();
    notes.comment = "better".to_owned();
    notes.name = "Diagonal".to_owned();
    notes.marks = ["circle f4", "arrow e6 e3"].map(|mark| mark.parse().unwrap()).into();
    let record = Record::from_study(&tree);
    let spell = |format| String::from_utf8(to_bytes([&record], format).unwrap()).unwrap();
    let sgf = spell(Format::Sgf);
    assert!(sgf.contains(";B[f5](;W[d6];B[c3];W[d3];B[c4])(;W[f6];B[e6](;W[f4]C[better]N[Diagonal]CR[f4]AR[e6:e3])(;W[d6])))"), "{sgf}");
    let pgn = spell(Format::Pgn);
    let words = "1. f5 d6 (1... f6 2. e6 f4 {[%csl Gf4] [%cal Ge6e3] better} (2... d6)) 2. c3 d3 3. c4";
    assert!(pgn.replace('\n', " ").contains(words), "{pgn}");
}

#[test]
fn trees_of_other_programs_are_read() {
    let pgn = "1. f5 ({first a word} 1. c4 c3 (1... e3 $1) 2. d3) 1... d6 {good} (1... a1 nonsense) 2. c3 *";
    let record = parse_any(pgn).unwrap().remove(0);
    let tree = record.study_tree();
    assert_eq!((tree.variations(), tree.comments()), (2, 2));
    let first = tree.node(0).unwrap().children()[1];
    assert_eq!(tree.node(first).unwrap().notes.comment, "first a word");
    // What cannot be followed is still kept as a text.
    assert!(record.extras.iter().any(|extra| extra.key == "(" && extra.values[0].contains("nonsense")));
    let sgf =
        "(;GM[2]SZ[8]N[start]TR[d4][e5];B[f5](;W[d6]LB[f5:A])(;W[f6]SQ[a1:b2];B[e6])(;W[f4]XX[kept];B[e3]))";
    let record = parse_any(sgf).unwrap().remove(0);
    let tree = record.study_tree();
    let root = tree.node(0).unwrap();
    assert_eq!((root.notes.name.as_str(), root.notes.marks.len()), ("start", 2));
    let f5 = tree.node(root.children()[0]).unwrap();
    let marks: Vec<usize> =
        f5.children().iter().map(|&child| tree.node(child).unwrap().notes.marks.len()).collect();
    assert_eq!(marks, [1, 4, 0]);
    assert_eq!(record.sidelines()[1].line().extras[0].key, "XX");
    assert_eq!(
        parse_any(&String::from_utf8(to_bytes([&record], Format::Sgf).unwrap()).unwrap()).unwrap(),
        [record]
    );
}

#[test]
fn variations_nested_as_deep_as_games_are_long_are_read() {
    // Every move of a long game is an alternative to another one.
    let game = crate::support::playout(Position::start(), &[0; 130]);
    let mut tree = StudyTree::new(Position::start());
    let mut at = 0;
    for played in game.moves() {
        let others = tree.node(at).unwrap().position();
        for (other, _) in others.children().filter(|(other, _)| *other != played) {
            tree.add(at, other).unwrap();
        }
        at = tree.add(at, played).unwrap();
    }
    let record = Record::from_study(&tree);
    for format in FORMATS {
        let bytes = to_bytes([&record], format).unwrap();
        assert_eq!(records(&bytes, format).unwrap()[0].study_tree(), tree, "{format}");
    }
}

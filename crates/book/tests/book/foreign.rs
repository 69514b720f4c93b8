//! Books of other programs: bytes written by hand from the description of the formats, and round trips.

use outflank_book::foreign::ForeignFormat;
use outflank_book::{Book, BookKey, BookRecord, Confidence, Destination, Origin};
use outflank_rules::Square;
use proptest::prelude::*;

use super::{Numbers, after, all, random_key, random_record, random_records, start};

/// A book of Edax: the start, with a link to the position after the first move, and that position.
fn edax() -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(b"XADEKOOB");
    bytes.extend([4, 6]);
    bytes.extend(2024_u16.to_le_bytes());
    bytes.extend([5, 17, 10, 30, 0, 0]);
    for number in [21_i32, 24, 2, 4, 1, 2] {
        bytes.extend(number.to_le_bytes());
    }
    assert_eq!(bytes.len(), 42);
    let position = |bytes: &mut Vec<u8>, key: BookKey, value: i16, links: &[(i8, u8)], leaf: (i8, u8)| {
        let (own, opp) = key.words();
        bytes.extend(own.to_le_bytes());
        bytes.extend(opp.to_le_bytes());
        for count in [3_u32, 2, 1, 6] {
            bytes.extend(count.to_le_bytes());
        }
        for score in [value, value - 2, value + 2] {
            bytes.extend(score.to_le_bytes());
        }
        bytes.extend([links.len() as u8, 21]);
        for (score, square) in links.iter().chain([&leaf]) {
            bytes.extend([*score as u8, *square]);
        }
    };
    let links: Vec<(i8, u8)> = start().moves().iter().map(|found| (-1, found.square.index() as u8)).collect();
    position(&mut bytes, start(), -1, &links, (-127, 65));
    let second = after("f5");
    position(&mut bytes, second, 1, &[], (1, second.moves()[0].square.index() as u8));
    assert_eq!(bytes.len(), 42 + 42 + 8 + 42);
    bytes
}

fn read(format: ForeignFormat, bytes: &[u8]) -> Book {
    let (records, _) = format.read(&mut &bytes[..]).unwrap();
    let mut book = Book::new();
    assert!(book.join(&records).unwrap().is_empty());
    book
}

fn write(format: ForeignFormat, book: &Book) -> Vec<u8> {
    let mut bytes = Vec::new();
    format.write(book, &mut bytes).unwrap();
    bytes
}

#[test]
fn a_book_of_edax_is_read_with_what_is_lost() {
    let (records, losses) = ForeignFormat::Edax.read(&mut &edax()[..]).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(losses.count("bounds by error bands: they prove nothing"), 2);
    assert_eq!(losses.count("counts of won, drawn and lost lines"), 2);
    let book = read(ForeignFormat::Edax, &edax());
    let root = book.get(start()).unwrap().unwrap();
    let estimate = root.estimate.unwrap();
    assert_eq!((estimate.value, estimate.depth, estimate.confidence), (-1, 22, Confidence::Unknown));
    assert_eq!((root.leaf, root.origin), (None, Origin::Edax));
    let second = book.get(after("f5")).unwrap().unwrap();
    assert_eq!(second.leaf.unwrap().square, Some(second.key.moves()[0].square));
    assert_eq!(second.estimate.unwrap().depth, 21);
}

#[test]
fn a_book_for_edax_has_the_bytes_of_the_description() {
    let book = read(ForeignFormat::Edax, &edax());
    let bytes = write(ForeignFormat::Edax, &book);
    assert_eq!(bytes.len(), edax().len());
    assert_eq!(&bytes[..10], b"XADEKOOB\x04\x06");
    assert_eq!(bytes[22..26], 59_i32.to_le_bytes(), "fewest empty squares");
    assert_eq!(bytes[38..42], 2_i32.to_le_bytes(), "positions");
    // Positions come in the order of their keys here; value, links and leaf are as they were.
    let again = read(ForeignFormat::Edax, &bytes);
    let values =
        |book: &Book| all(book).iter().map(|record| record.estimate.unwrap().value).collect::<Vec<_>>();
    assert_eq!(values(&again), values(&book));
    let second = after("f5").words().0.to_le_bytes();
    let at = (42..bytes.len()).find(|at| bytes[*at..].starts_with(&second)).unwrap();
    assert_eq!(bytes[at + 39], 21, "the level of a leaf's search");
}

#[test]
fn links_that_lead_nowhere_and_bad_files_are_told() {
    let mut alone = edax();
    alone.truncate(42 + 42 + 8);
    let (_, losses) = ForeignFormat::Edax.read(&mut &alone[..]).unwrap();
    assert_eq!(losses.count("links to positions that are not in the file"), 1);
    let error = |bytes: &[u8]| ForeignFormat::Edax.read(&mut &bytes[..]).unwrap_err().to_string();
    assert!(error(b"not a book, but long enough to hold a header").contains("not a book of Edax"));
    let mut old = edax();
    old[8] = 3;
    assert!(error(&old).contains("version 3"));
    assert!(error(&edax()[..100]).contains("ends"), "{}", error(&edax()[..100]));
    let mut overlap = edax();
    overlap.copy_within(42..50, 50);
    assert!(error(&overlap).contains("byte 42: discs overlap"), "{}", error(&overlap));
}

#[test]
fn passes_are_made_for_edax_and_looked_through_again() {
    // A position, a move after which the other side has to pass, and the position after the pass.
    let (above, square, below) = (0..)
        .find_map(|seed| {
            let key = random_key(&mut Numbers(seed), 40);
            key.moves().into_iter().find_map(|found| match found.to {
                Destination::Position { key: next, passed: true } => Some((key, found.square, next)),
                _ => None,
            })
        })
        .unwrap();
    let mut numbers = Numbers(1);
    let mut book = Book::new();
    let records = [above, below].map(|key| random_record(&mut numbers, key));
    book.join(&records).unwrap();
    let bytes = write(ForeignFormat::Edax, &book);
    assert_eq!(bytes[38..42], 3_i32.to_le_bytes(), "two positions and the pass between them");
    let flips = above.board().flips(outflank_rules::Portable, square);
    let passing = above.board().after(square, flips).canonical().0;
    let discs = [passing.own().0.to_le_bytes(), passing.opp().0.to_le_bytes()].concat();
    let at = bytes.windows(16).position(|window| window == discs).expect("the pass is there");
    assert_eq!((bytes[at + 38], bytes[at + 41]), (1, 64), "one link, a pass");
    let (read, losses) = ForeignFormat::Edax.read(&mut &bytes[..]).unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!(losses.count("positions whose mover has to pass: passes are looked through here"), 1);
    assert_eq!(losses.count("links to positions that are not in the file"), 0);
}

/// A book of Egaroucid with the start alone.
fn egbk3(value: i8, level: u8, leaf: [u8; 3]) -> Vec<u8> {
    let (own, opp) = start().words();
    let mut bytes = b"DICUORAGE\x03\x01\x00\x00\x00".to_vec();
    bytes.extend(own.to_le_bytes());
    bytes.extend(opp.to_le_bytes());
    bytes.extend([value as u8, level, 9, 0, 0, 0]);
    bytes.extend(leaf);
    assert_eq!(bytes.len(), 14 + 25);
    bytes
}

#[test]
fn books_of_egaroucid_are_read_and_written_byte_by_byte() {
    let square = start().moves()[0].square;
    let bytes = egbk3(-1, 21, [-1_i8 as u8, square.index() as u8, 21]);
    let (records, losses) = ForeignFormat::Egbk3.read(&mut &bytes[..]).unwrap();
    assert_eq!(losses.count("numbers of lines"), 1);
    let leaf = records[0].leaf.unwrap();
    assert_eq!((leaf.square, leaf.estimate.value, leaf.estimate.depth), (Some(square), -1, 21));
    let mut expected = bytes.clone();
    // The number of lines is not kept.
    expected[32] = 0;
    assert_eq!(write(ForeignFormat::Egbk3, &read(ForeignFormat::Egbk3, &bytes)), expected);
    // Level 70 is a person's.
    let by_hand = egbk3(5, 70, [5, square.index() as u8, 70]);
    let book = read(ForeignFormat::Egbk3, &by_hand);
    assert_eq!(all(&book)[0].estimate.unwrap().confidence, Confidence::Hand);
    assert_eq!(write(ForeignFormat::Egbk3, &book)[30..32], [5, 70]);
    // No leaf: the value stands for the whole position.
    let without = egbk3(3, 10, [-126_i8 as u8, 125, 0]);
    let (records, losses) = ForeignFormat::Egbk3.read(&mut &without[..]).unwrap();
    assert_eq!(losses.iter().count(), 2);
    assert_eq!(records[0].leaf.unwrap().square, None);
    assert_eq!(all(&read(ForeignFormat::Egbk3, &without))[0].estimate.unwrap().value, 3);
}

#[test]
fn older_books_of_egaroucid_are_read_and_written() {
    let (own, opp) = start().words();
    let words = [own.to_le_bytes(), opp.to_le_bytes()].concat();
    let second = [b"DICUORAGE\x02\x01\x00\x00\x00".to_vec(), words.clone(), vec![2, 11, 1, 2, 19]].concat();
    let book = read(ForeignFormat::Egbk2, &second);
    let estimate = all(&book)[0].estimate.unwrap();
    assert_eq!((estimate.value, estimate.depth), (2, 11));
    // Its only link led nowhere and is not written again.
    let written = write(ForeignFormat::Egbk2, &book);
    assert_eq!(written[..second.len() - 3], second[..second.len() - 3]);
    assert_eq!(written[second.len() - 3..], [0]);
    let first = [1_i32.to_le_bytes().to_vec(), words, vec![64 - 2]].concat();
    let book = read(ForeignFormat::Egbk, &first);
    assert_eq!(all(&book)[0].estimate.unwrap().value, 2);
    assert_eq!(write(ForeignFormat::Egbk, &book), first);
    for (format, bytes) in [(ForeignFormat::Egbk2, &second), (ForeignFormat::Egbk, &first)] {
        assert!(format.read(&mut &bytes[..bytes.len() - 1]).is_err(), "{format}: cut short");
        let longer = [&bytes[..], b"x"].concat();
        assert!(format.read(&mut &longer[..]).is_err(), "{format}: goes on");
    }
    assert!(ForeignFormat::Egbk3.read(&mut &second[..]).unwrap_err().to_string().contains("version 2"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn values_and_leaves_survive_a_round_trip(seed: u64, count in 1_usize..80) {
        let mut book = Book::new();
        book.join(&random_records(seed, count, 12)).unwrap();
        for format in ForeignFormat::ALL.into_iter().filter(|format| format.is_written()) {
            let again = read(format, &write(format, &book));
            prop_assert_eq!(again.len(), book.len());
            for (found, before) in all(&again).iter().zip(all(&book)) {
                prop_assert_eq!(found.key, before.key);
                let value = |record: &BookRecord| record.estimate.map(|estimate| estimate.value);
                let leaf = |record: &BookRecord| -> Option<(Option<Square>, i8)> {
                    record.leaf.map(|leaf| (leaf.square, leaf.estimate.value))
                };
                if format == ForeignFormat::Egbk3 {
                    // Without a leaf the value stands for the moves that are not in the book.
                    match leaf(&before) {
                        Some(kept) => prop_assert_eq!(leaf(found), Some(kept)),
                        None => prop_assert!(
                            leaf(found).is_none_or(|whole| Some(whole) == value(&before).map(|value| (None, value)))
                        ),
                    }
                    prop_assert_eq!(value(found), value(&before), "{}", format);
                }
            }
        }
    }
}

/// Four positions of a book of Zebra, the start, the one after d3, and two after it, c5 and c3: the numbers of
/// each as Zebra itself has written them, its two scores in 128ths of a disc for Black, its best other move
/// (-1 none, -2 exhausted; ten times row and column of a view of its own: e3 and e6), the score of that, and
/// flags: Black moves, White moves, Black moves, all at depth 18; the last one exact.
const ZEBRA_NODES: [([i32; 2], [i16; 5]); 4] = [
    ([1_367_877_565, 1_384_641_267], [0, 0, -2, 9999, 1 | 18 << 10]),
    ([1_432_552_204, 801_822_288], [0, 0, 65, 500, 2 | 18 << 10]),
    ([1_851_744_936, 1_258_123_872], [-300, -300, 43, -300, 1 | 18 << 10]),
    ([1_659_994_584, 1_512_627_031], [30_004, 30_004, -1, 9999, 1 | 16]),
];

/// The compact form of the four positions.
fn zebra() -> Vec<u8> {
    let mut bytes = Vec::new();
    for count in [4_i32, 3] {
        bytes.extend(count.to_le_bytes());
    }
    // How many follow each, and the moves: ten times the row and the column.
    let mut numbers = vec![1, 2, 0, 0, 34, 53, 33];
    numbers.extend(ZEBRA_NODES.iter().flat_map(|(_, node)| [node[0], node[1]]));
    for place in 2..5 {
        numbers.extend(ZEBRA_NODES.iter().map(|(_, node)| node[place]));
    }
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes
}

/// The plain form of the four positions, `.bin`; their order does not matter.
fn zebra_binary() -> Vec<u8> {
    let mut bytes = [2718_i16, 2818].map(i16::to_le_bytes).concat();
    bytes.extend(4_i32.to_le_bytes());
    for (numbers, node) in ZEBRA_NODES.iter().rev() {
        bytes.extend(numbers.map(i32::to_le_bytes).concat());
        bytes.extend(node.map(i16::to_le_bytes).concat());
    }
    bytes
}

/// The same as text.
fn zebra_text() -> String {
    let mut text = "2718\n2818\n4\n".to_owned();
    for ([first, second], [black, white, other, score, flags]) in ZEBRA_NODES {
        text += &format!("{first} {second} {black} {white} {other} {score} {flags}\n");
    }
    text
}

#[test]
fn a_compact_book_of_zebra_is_read_with_what_is_lost() {
    let (records, losses) = ForeignFormat::Zebra.read(&mut &zebra()[..]).unwrap();
    assert_eq!(records.len(), 4);
    let counted: Vec<(u64, &str)> = losses.iter().collect();
    assert!(counted.iter().any(|(count, what)| *count == 1 && what.starts_with("exact")), "{counted:?}");
    assert!(losses.count("fractions of discs") > 0, "{counted:?}");
    let find = |key: BookKey| *records.iter().find(|record| record.key == key).unwrap();
    let white = find(after("d3"));
    assert_eq!(
        (white.origin, white.estimate.unwrap().value, white.estimate.unwrap().depth),
        (Origin::Zebra, 0, 18)
    );
    // 500 / 128 discs for Black are so many less for White, who moves; e3 is its best other move.
    let leads_to = |record: &BookRecord, moves: &str| {
        let square = record.leaf.unwrap().square.unwrap();
        let next = record.key.position().play(square).unwrap();
        assert_eq!(BookKey::of_position(&next).unwrap().0, after(moves), "{square}");
    };
    assert_eq!(white.leaf.unwrap().estimate.value, -4);
    leads_to(&white, "d3e3");
    assert!(after("d3e3") != after("d3c5"));
    let black = find(after("d3c5"));
    assert_eq!((black.estimate.unwrap().value, black.leaf.unwrap().estimate.value), (-2, -2));
    leads_to(&black, "d3c5e6");
    let solved = find(after("d3c3"));
    assert_eq!((solved.estimate.unwrap().value, solved.estimate.unwrap().depth), (4, 58));
    // Nothing of another program is a proof.
    assert!(records.iter().all(|record| record.estimate.unwrap().confidence == Confidence::Unknown));
    let book = read(ForeignFormat::Zebra, &zebra());
    // Black's best is c3 with +4 below White's choice; White prefers c5.
    assert_eq!(book.get(after("d3")).unwrap().unwrap().estimate.unwrap().value, 2);
    assert!(ForeignFormat::Zebra.write(&book, &mut Vec::new()).is_err());
}

#[test]
fn all_forms_of_a_book_of_zebra_say_the_same() {
    let in_order = |bytes: &[u8]| {
        let (mut records, losses) = ForeignFormat::Zebra.read(&mut &*bytes).unwrap();
        records.sort_by_key(|record| record.key);
        (records, losses.count("positions that no moves from the start lead to"))
    };
    let (compact, _) = in_order(&zebra());
    assert_eq!(in_order(&zebra_binary()), (compact.clone(), 0));
    assert_eq!(in_order(zebra_text().as_bytes()), (compact, 0));
    // Without the position after d3 nothing leads to those after it.
    let mut broken = zebra_binary();
    broken[8 + 2 * 18] ^= 1;
    let (records, lost) = in_order(&broken);
    assert_eq!((records.len(), lost), (1, 3));
}

#[test]
fn damaged_plain_books_of_zebra_are_refused() {
    let (binary, text) = (zebra_binary(), zebra_text());
    let refusal = |bytes: &[u8]| ForeignFormat::Zebra.read(&mut &*bytes).unwrap_err().to_string();
    for length in 0..binary.len() {
        refusal(&binary[..length]);
    }
    // The last number may be cut short without anybody seeing it.
    for length in 0..text.len() - 2 {
        refusal(&text.as_bytes()[..length]);
    }
    assert!(refusal(&[&binary[..], &[0]].concat()).contains("goes on"));
    assert!(refusal(format!("{text}7").as_bytes()).contains("goes on"));
    assert!(refusal(text.replace("2818", "2819").as_bytes()).contains("2818"));
    assert!(refusal(text.replace(" 801", " x801").as_bytes()).contains("x801822288"));
    assert!(refusal(text.replace("1367877565", "1367877564").as_bytes()).contains("start position"));
}

#[test]
fn a_damaged_book_of_zebra_is_refused() {
    let good = zebra();
    for length in 0..good.len() {
        assert!(ForeignFormat::Zebra.read(&mut &good[..length]).is_err(), "{length} bytes");
    }
    assert!(ForeignFormat::Zebra.read(&mut &[&good[..], &[0]].concat()[..]).is_err(), "a byte more");
    let mut illegal = good.clone();
    illegal[8 + 2 * 4] = 11;
    let refusal = ForeignFormat::Zebra.read(&mut &illegal[..]).unwrap_err().to_string();
    assert!(refusal.contains("a1"), "{refusal}");
    let packed = ForeignFormat::Zebra.read(&mut &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0][..]).unwrap_err().to_string();
    assert!(packed.contains("gzip"), "{packed}");
}

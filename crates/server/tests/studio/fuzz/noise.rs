//! Chance, and what breaks what is not careful.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// Random numbers that are the same for the same seed.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// Picks one of some things; none if there are none.
    pub(super) fn pick_some<T>(&mut self, all: impl Iterator<Item = T>) -> Option<T> {
        let mut all: Vec<T> = all.collect();
        let place = self.below(all.len());
        (!all.is_empty()).then(|| all.swap_remove(place))
    }

    pub(super) fn is_one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Texts that break what is not careful.
pub(super) const HOSTILE: [&str; 26] = [
    "",
    " ",
    "\0",
    "a\0b",
    "' OR 1=1 --",
    "\"; DROP TABLE games; --",
    "%",
    "_%",
    "../../etc/passwd",
    "..\\..\\x",
    "/etc/passwd",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "\r\nSet-Cookie: a=b",
    "\u{202e}abc",
    "\u{feff}",
    "𝕆𝕥𝕙𝕖𝕝𝕝𝕠",
    "-1",
    "9223372036854775808",
    "1e309",
    "NaN",
    "null",
    "player:file=/etc/passwd",
    "program:/bin/sh",
    "(;GM[Othello]",
    "http://169.254.169.254/",
];

/// Replaces something in a value by what does not belong there.
pub(super) fn spoil(value: &mut Value, dice: &mut Dice) {
    let goes_deeper = !dice.is_one_in(4);
    match value {
        Value::Object(object) if goes_deeper && !object.is_empty() => {
            let names: Vec<String> = object.keys().cloned().collect();
            let name = dice.pick(&names);
            match dice.below(8) {
                0 => drop(object.remove(name)),
                1 => drop(object.insert((*dice.pick(&HOSTILE)).to_owned(), json!(1))),
                _ => object.get_mut(name).into_iter().for_each(|inner| spoil(inner, dice)),
            }
        }
        Value::Array(list) if goes_deeper && !list.is_empty() => {
            let place = dice.below(list.len());
            match dice.below(4) {
                0 => *list = std::iter::repeat_n(list[place].clone(), 3000).collect(),
                _ => spoil(&mut list[place], dice),
            }
        }
        other => *other = hostile(dice),
    }
}

fn hostile(dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => Value::Null,
        1 => json!(i64::MIN),
        2 => json!(u64::MAX),
        3 => json!(1e300),
        4 => json!(-0.5),
        5 => json!([[[[[[{}]]]]]]),
        6 => json!({ "a": { "b": [] } }),
        7 => json!("f5".repeat(1 + dice.below(3000))),
        8 => json!("\u{1F600}".repeat(1 + dice.below(2000))),
        _ => json!(dice.pick(&HOSTILE)),
    }
}

pub(super) fn bytes(dice: &mut Dice) -> Vec<u8> {
    match dice.below(3) {
        0 => b"f5d6c3d3c4\nf5f6e6f4\nf5a1\n".to_vec(),
        1 => Vec::new(),
        _ => (0..dice.below(3000)).map(|_| dice.next() as u8).collect(),
    }
}

/// Writes a text as a part of an address; now and then with codes that mean nothing.
pub(super) fn coded(text: &str, is_hostile: bool, dice: &mut Dice) -> String {
    let mut coded = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => coded.push(char::from(byte)),
            _ => drop(write!(coded, "%{byte:02X}")),
        }
    }
    if is_hostile && dice.is_one_in(12) {
        let broken: &[&str] = &["%", "%zz", "%ff%fe", "%C0%AF", "%2e%2e%2f"];
        coded.push_str(dice.pick::<&str>(broken));
    }
    coded
}

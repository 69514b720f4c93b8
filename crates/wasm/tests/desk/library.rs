//! The library and its explorer on this device.

use serde_json::{Value, json};

use crate::page::Page;

/// Writes a year of WTHOR with games that differ in their first moves, and its tables.
fn wthor(games: u32) -> [(&'static str, Vec<u8>); 3] {
    let names = |count: u16, length: usize, name: &str| {
        let mut table = vec![20, 26, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        table[8..10].copy_from_slice(&count.to_le_bytes());
        for number in 0..count {
            let mut entry = vec![0; length];
            let text = format!("{name} {number}");
            entry[..text.len()].copy_from_slice(text.as_bytes());
            table.extend(entry);
        }
        table
    };
    let mut file = vec![20, 26, 1, 1, 0, 0, 0, 0, 0, 0, 0xd0, 0x07, 8, 0, 0, 0];
    file[4..8].copy_from_slice(&games.to_le_bytes());
    for game in 0..games {
        let mut record = vec![0_u8; 68];
        record[2..4].copy_from_slice(&((game % 7) as u16).to_le_bytes());
        record[4..6].copy_from_slice(&((game / 7 % 11) as u16).to_le_bytes());
        record[6] = 32;
        let line = if game % 3 == 0 { "f5d6c3d3c4" } else { "f5f6e6f4g5" };
        for (place, square) in line.as_bytes().chunks(2).enumerate() {
            record[8 + place] = (square[1] - b'0') * 10 + (square[0] - b'a' + 1);
        }
        file.extend(record);
    }
    [("WTH_2000.wtb", file), ("WTHOR.JOU", names(11, 20, "Player")), ("WTHOR.TRN", names(1, 26, "Cup"))]
}

fn imported(page: &mut Page, files: &[(&str, Vec<u8>)]) -> Value {
    let (status, begun) = page.post("/api/library/imports?names=", Value::Null);
    assert_eq!((status, &begun["state"]), (201, &json!("collecting")));
    let address = format!("/api/library/imports/{}", begun["id"]);
    for (name, bytes) in files {
        let (status, sent) = page.put_file(&format!("{address}/{name}"), bytes);
        assert_eq!(status, 200, "{sent}");
    }
    assert_eq!(page.post(&address, Value::Null).0, 202);
    for _ in 0..10_000 {
        let (_, shown) = page.get(&address);
        if shown["state"] == "done" {
            return shown;
        }
        assert!(page.wake());
    }
    panic!("the import has no end")
}

#[test]
fn a_year_of_wthor_is_imported_in_slices_explored_and_kept() {
    let mut page = Page::new();
    let report = imported(&mut page, &wthor(700));
    // 77 pairs of players, two lines: what is the same comes once.
    assert_eq!((&report["read"], &report["bad"], &report["expected"]), (&json!(700), &json!(0), &json!(700)));
    let added = report["added"].as_i64().unwrap();
    assert_eq!(report["duplicates"].as_i64().unwrap(), 700 - added);
    assert!((77..=154).contains(&added), "{added}");
    let (_, listed) = page.get("/api/library?player=player%203&colour=black&sort=white&rising=true&limit=3");
    assert_eq!(listed["games"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&listed["games"][0]["event"], &listed["games"][0]["date"]),
        (&json!("Cup 0"), &json!("2000"))
    );
    let (_, explored) = page.get("/api/explorer?moves=f5");
    assert_eq!(explored["results"]["games"].as_i64().unwrap(), added);
    assert_eq!(explored["moves"].as_array().unwrap().len(), 2);
    let mut again = page.reload();
    assert_eq!(again.get("/api/explorer?moves=f5").1, explored);
    assert_eq!(
        again.get("/api/library?player=player%203&colour=black&sort=white&rising=true&limit=3").1,
        listed
    );
    // The same files add nothing.
    assert_eq!(imported(&mut again, &wthor(700))["added"], 0);
}

/// Takes the files out of an archive that has them as they are.
fn unpacked(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let (mut files, mut at) = (Vec::new(), 0);
    while archive[at..].starts_with(b"PK\x03\x04") {
        let number = |from: usize| u32::from_le_bytes(archive[at + from..at + from + 4].try_into().unwrap());
        let (size, length) = (number(18) as usize, (number(26) & 0xffff) as usize);
        let begin = at + 30 + length;
        let name = String::from_utf8(archive[at + 30..begin].to_vec()).unwrap();
        files.push((name, archive[begin..begin + size].to_vec()));
        at = begin + size;
    }
    files
}

#[test]
fn a_library_is_exported_as_wthor_and_imported_again_elsewhere() {
    let mut page = Page::new();
    let added = imported(&mut page, &wthor(700))["added"].clone();
    let archive = page.get_file("/api/library/export?format=wthor");
    let files = unpacked(&archive);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["WTHOR.JOU", "WTHOR.TRN", "WTH_2000.wtb"]);
    let files: Vec<(&str, Vec<u8>)> =
        files.iter().map(|(name, file)| (name.as_str(), file.clone())).collect();
    let mut other = Page::new();
    assert_eq!(imported(&mut other, &files)["added"], added);
    let listed = "/api/library?player=player%203&sort=white&rising=true";
    let players = |page: &mut Page| {
        let games = page.get(listed).1["games"].as_array().unwrap().clone();
        games.iter().map(|game| (game["black"].clone(), game["white"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(players(&mut other), players(&mut page));
}

#[test]
fn a_file_that_is_no_file_of_games_is_told_and_leaves_the_others_alone() {
    let mut page = Page::new();
    let files = [("notes.txt", b"f5d6c3\nf5d6q9\n".to_vec()), ("broken.wtb", vec![1, 2, 3])];
    let report = imported(&mut page, &files);
    assert_eq!((&report["added"], &report["bad"]), (&json!(1), &json!(2)), "{report}");
    assert!(report["faults"][0].as_str().unwrap().contains("broken.wtb"), "{report}");
}

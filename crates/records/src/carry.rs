//! What a target format has no syntax for travels in one private property, as JSON.
//!
//! The writers of GGF, SGF and PGN spell a record in their format's own words, read their own text back, and
//! put every field that came back different into that property. So nothing is lost that a [`Record`] can say,
//! and nothing is written twice. Readers apply the property last; one they cannot understand they keep as an
//! unknown property.

use outflank_game::StudyMark;
use outflank_rules::Move;
use serde_json::{Map, Value, json};

use crate::sideline::sort_marks;
use crate::{Extra, MoveScore, Number, Ply, Record};

/// The field that tells of a pass at the end, which transcripts leave out.
const LAST_PASS: &str = "last_pass";

/// Lists the texts of a record by name.
fn texts(record: &mut Record) -> [(&'static str, &mut Option<String>); 11] {
    [
        ("black", &mut record.black.name),
        ("white", &mut record.white.name),
        ("event", &mut record.event),
        ("place", &mut record.place),
        ("date", &mut record.date),
        ("round", &mut record.round),
        ("clock", &mut record.clocks.both),
        ("black_clock", &mut record.clocks.black),
        ("white_clock", &mut record.clocks.white),
        ("comment", &mut record.comment),
        ("name", &mut record.name),
    ]
}

/// Lists the numbers of a record by name.
fn numbers(record: &mut Record) -> [(&'static str, &mut Option<Number>); 3] {
    [
        ("black_rating", &mut record.black.rating),
        ("white_rating", &mut record.white.rating),
        ("komi", &mut record.komi),
    ]
}

/// Spells a record in a format's own words, and again with what those words could not say.
///
/// `spell` writes a record with an optional carried text, `reread` understands what it wrote. Records of
/// moves alone, by far the most frequent, are said by any format and not read back.
pub(crate) fn spell(
    record: &Record,
    spell: impl Fn(&Record, Option<&str>) -> String,
    reread: impl Fn(&[u8]) -> Option<Record>,
) -> String {
    let plain = spell(record, None);
    if record.is_moves_alone() {
        return plain;
    }
    match reread(plain.as_bytes()).and_then(|reread| difference(record, &reread)) {
        Some(carried) => spell(record, Some(&carried)),
        None => plain,
    }
}

/// Returns, as JSON, the fields of `record` that `reread` has differently; `None` if there are none.
///
/// Both must have the same start and moves; only a pass at the end may be missing in `reread`.
pub(crate) fn difference(record: &Record, reread: &Record) -> Option<String> {
    let (mut ours, mut theirs) = (record.clone(), reread.clone());
    let mut fields = Map::new();
    if record.plies().len() > reread.plies().len() && theirs.push(Ply::new(Move::Pass)).is_ok() {
        fields.insert(LAST_PASS.to_owned(), json!(true));
    }
    for ((name, one), (_, other)) in texts(&mut ours).into_iter().zip(texts(&mut theirs)) {
        if one != other {
            fields.insert(name.to_owned(), json!(one));
        }
    }
    for ((name, one), (_, other)) in numbers(&mut ours).into_iter().zip(numbers(&mut theirs)) {
        if one != other {
            fields.insert(name.to_owned(), json!(one.as_ref().map(Number::as_str)));
        }
    }
    if record.outcome != reread.outcome {
        fields.insert("outcome".into(), json!(record.outcome.as_ref().map(ToString::to_string)));
    }
    if record.scores != reread.scores {
        let scores = record.scores.iter().map(|one| json!([one.played.to_string(), one.score.as_str()]));
        fields.insert("scores".into(), scores.collect());
    }
    if record.extras != reread.extras {
        fields.insert("extras".into(), extras_of(record));
    }
    if record.wthor != reread.wthor {
        fields.insert("wthor".into(), json!(record.wthor.map(|fields| fields.to_string())));
    }
    let plies: Vec<Value> = record
        .plies()
        .iter()
        .zip(theirs.plies())
        .enumerate()
        .filter(|(_, (one, other))| one != other)
        .map(|(index, (one, _))| notes_of(json!(index), one))
        .collect();
    if !plies.is_empty() {
        fields.insert("plies".into(), Value::Array(plies));
    }
    if record.marks != reread.marks {
        fields.insert("marks".into(), marks_of(&record.marks));
    }
    if record.sidelines() != reread.sidelines() {
        fields.insert("sidelines".into(), Value::Array(sidelines_of(record)));
    }
    (!fields.is_empty()).then(|| without_controls(Value::Object(fields).to_string()))
}

/// Escapes the control characters that JSON allows inside texts, DEL and those of Latin-1: tags may not hold
/// them.
fn without_controls(json: String) -> String {
    if !json.contains(char::is_control) {
        return json;
    }
    let escape = |letter: char| {
        if letter.is_control() { format!("\\u{:04x}", u32::from(letter)) } else { letter.into() }
    };
    json.chars().map(escape).collect()
}

/// Sets the fields a writer put aside; `None`, and the record unchanged, if the text is not of its making.
pub(crate) fn apply(record: &mut Record, text: &str) -> Option<()> {
    let Value::Object(mut fields) = serde_json::from_str(text).ok()? else { return None };
    let mut changed = record.clone();
    if let Some(value) = fields.remove(LAST_PASS) {
        value.as_bool().filter(|&passes| passes)?;
        changed.push(Ply::new(Move::Pass)).ok()?;
    }
    for (name, field) in texts(&mut changed) {
        if let Some(value) = fields.remove(name) {
            *field = optional_text(&value)?;
        }
    }
    for (name, field) in numbers(&mut changed) {
        if let Some(value) = fields.remove(name) {
            *field = optional_text(&value)?.map(Number::new);
        }
    }
    if let Some(value) = fields.remove("outcome") {
        changed.outcome = optional_text(&value)?.map(|text| text.parse()).transpose().ok()?;
    }
    if let Some(value) = fields.remove("wthor") {
        changed.wthor = optional_text(&value)?.map(|text| text.parse()).transpose().ok()?;
    }
    if let Some(value) = fields.remove("scores") {
        changed.scores = value.as_array()?.iter().map(score).collect::<Option<_>>()?;
    }
    if let Some(value) = fields.remove("extras") {
        changed.extras = value.as_array()?.iter().map(extra).collect::<Option<_>>()?;
    }
    if let Some(value) = fields.remove("marks") {
        changed.marks = marks(&value)?;
    }
    if let Some(value) = fields.remove("plies") {
        for notes in value.as_array()? {
            let [index, notes @ ..] = notes.as_array()?.as_slice() else { return None };
            set_notes(changed.ply_mut(usize::try_from(index.as_u64()?).ok()?)?, notes)?;
        }
    }
    if let Some(value) = fields.remove("sidelines") {
        changed.sidelines.clear();
        add_sidelines(&mut changed, value.as_array()?)?;
    }
    if !fields.is_empty() {
        return None;
    }
    *record = changed;
    Some(())
}

fn optional_text(value: &Value) -> Option<Option<String>> {
    match value {
        Value::Null => Some(None),
        Value::String(text) => Some(Some(text.clone())),
        _ => None,
    }
}

fn score(value: &Value) -> Option<MoveScore> {
    let [played, score] = value.as_array()?.as_slice() else { return None };
    Some(MoveScore { played: played.as_str()?.parse().ok()?, score: Number::new(score.as_str()?) })
}

fn extra(value: &Value) -> Option<Extra> {
    let [format, key, ply, values] = value.as_array()?.as_slice() else { return None };
    let values = values.as_array()?.iter();
    Some(Extra {
        format: format.as_str()?.parse().ok()?,
        key: key.as_str()?.to_owned(),
        ply: usize::try_from(ply.as_u64()?).ok()?,
        values: values.map(|value| value.as_str().map(str::to_owned)).collect::<Option<_>>()?,
    })
}

fn extras_of(record: &Record) -> Value {
    record.extras.iter().map(|one| json!([one.format.name(), one.key, one.ply, one.values])).collect()
}

fn marks_of(marks: &[StudyMark]) -> Value {
    marks.iter().map(ToString::to_string).collect()
}

fn marks(value: &Value) -> Option<Vec<StudyMark>> {
    let mut marks: Vec<StudyMark> =
        value.as_array()?.iter().map(|mark| mark.as_str()?.parse().ok()).collect::<Option<_>>()?;
    sort_marks(&mut marks);
    Some(marks)
}

/// Lists what is noted of a ply after what it is known by: evaluation, time, comment, then, if there are any,
/// name and marks.
fn notes_of(known_by: Value, ply: &Ply) -> Value {
    let number = |number: &Option<Number>| json!(number.as_ref().map(Number::as_str));
    let mut notes = vec![known_by, number(&ply.eval), number(&ply.time), json!(ply.comment)];
    if ply.name.is_some() || !ply.marks.is_empty() {
        notes.extend([json!(ply.name), marks_of(&ply.marks)]);
    }
    Value::Array(notes)
}

/// No name.
static NOTHING: Value = Value::Null;

fn set_notes(ply: &mut Ply, notes: &[Value]) -> Option<()> {
    let (eval, time, comment, name, drawn) = match notes {
        [eval, time, comment] => (eval, time, comment, &NOTHING, Vec::new()),
        [eval, time, comment, name, drawn] => (eval, time, comment, name, marks(drawn)?),
        _ => return None,
    };
    ply.eval = optional_text(eval)?.map(Number::new);
    ply.time = optional_text(time)?.map(Number::new);
    (ply.comment, ply.name, ply.marks) = (optional_text(comment)?, optional_text(name)?, drawn);
    Some(())
}

/// Lists all lines beside the main one: the number of the line that each leaves, the main one being 0, the
/// plies before it there, its own plies with their notes, and its extras. One list rather than lists within
/// lists, which readers of JSON refuse when they are deep.
fn sidelines_of(record: &Record) -> Vec<Value> {
    let mut lines = Vec::new();
    let mut waiting = vec![(0, record)];
    while let Some((number, line)) = waiting.pop() {
        for side in line.sidelines() {
            let plies: Vec<Value> = side
                .line()
                .plies()
                .iter()
                .map(|ply| notes_of(json!(ply.played().to_string()), ply))
                .collect();
            lines.push(json!([number, side.at(), plies, extras_of(side.line())]));
            waiting.push((lines.len(), side.line()));
        }
    }
    lines
}

/// Adds the lines that [`sidelines_of`] lists.
fn add_sidelines(record: &mut Record, listed: &[Value]) -> Option<()> {
    // The line each leaves, where, and the line itself; the main one has no moves here but its own.
    let mut lines: Vec<(usize, usize, Record)> = Vec::new();
    for (index, value) in listed.iter().enumerate() {
        let [parent, at, plies, extras] = value.as_array()?.as_slice() else { return None };
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let (parent, at) = (number(parent)?, number(at)?);
        let left = match parent.checked_sub(1) {
            None => &*record,
            Some(before) if before < index => &lines[before].2,
            Some(_) => return None,
        };
        let mut line = Record::new(left.position_after(at)?);
        for notes in plies.as_array()? {
            let [played, notes @ ..] = notes.as_array()?.as_slice() else { return None };
            let mut ply = Ply::new(played.as_str()?.parse::<Move>().ok()?);
            set_notes(&mut ply, notes)?;
            line.push(ply).ok()?;
        }
        line.extras = extras.as_array()?.iter().map(extra).collect::<Option<_>>()?;
        lines.push((parent, at, line));
    }
    // From the last on: a line is complete before it is added to the one it leaves. Those that leave at the
    // same place are added from the last one on, too, so each goes before the others.
    while let Some((parent, at, line)) = lines.pop() {
        let left = match parent.checked_sub(1) {
            None => &mut *record,
            Some(before) => &mut lines[before].2,
        };
        left.add_first_sideline(at, line)?;
    }
    Some(())
}

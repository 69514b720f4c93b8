//! Samples for other programs: OBF, CSV, or NumPy arrays.
//!
//! | file | a sample |
//! |---|---|
//! | `.obf` | `<64 squares> X; % result +4, search +2, exact`, the mover being black |
//! | `.csv` | `position,empties,result,exact,search`; `search` is empty if there was none |
//! | `.npz` | arrays `own` and `opp` (uint64, bit 0 = a1, bit 7 = h1), `result`, `search` (int8, -128: none), `empties` (uint8), `exact` (bool) |
//!
//! Results and values are discs for the side to move. In Python the discs of the mover are planes of bits by
//! `np.unpackbits(data["own"].view(np.uint8), bitorder="little").reshape(-1, 8, 8)`.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use outflank_rules::{Color, Position, Setup};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::samples::{SamplesError, TrainingSample, read_samples};

/// What stands for a search that was not made.
const NO_SEARCH: i8 = i8::MIN;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Positions with comments, a line each.
    Obf,
    /// A table.
    Csv,
    /// NumPy arrays, one of each property.
    Npz,
}

impl ExportFormat {
    /// Tells the kind of a file by its extension.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<ExportFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "obf" => Some(ExportFormat::Obf),
            "csv" => Some(ExportFormat::Csv),
            "npz" => Some(ExportFormat::Npz),
            _ => None,
        }
    }
}

/// Which samples are exported.
#[derive(Clone, Copy, Debug)]
pub struct ExportPlan {
    /// The most samples.
    pub limit: usize,
    /// Only those whose results are scores under perfect play.
    pub exact_only: bool,
    /// The fewest and the most empty squares.
    pub empties: (u32, u32),
}

/// Says why samples cannot be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// They cannot be read.
    #[error(transparent)]
    Samples(#[from] SamplesError),
    /// The file cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// A sample and whether its result is exact.
type Exported = (TrainingSample, bool);

/// Writes the samples of files, under another name until all are there, and returns how many.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn export(
    files: &[PathBuf],
    plan: &ExportPlan,
    out: &Path,
    format: ExportFormat,
) -> Result<u64, ExportError> {
    let mut chosen: Vec<Exported> = Vec::new();
    for file in files {
        let (header, samples) = read_samples(file)?;
        for sample in samples {
            let empties = sample.board.empty().len();
            let exact = header.is_exact(empties);
            let (least, most) = plan.empties;
            if (exact || !plan.exact_only) && (least..=most).contains(&empties) && chosen.len() < plan.limit {
                chosen.push((sample, exact));
            }
        }
        if chosen.len() >= plan.limit {
            break;
        }
    }
    let failed = |error| ExportError::Write { path: out.to_owned(), error };
    let unfinished = out.with_extension("part");
    let mut file = BufWriter::new(File::create(&unfinished).map_err(failed)?);
    match format {
        ExportFormat::Obf => write_obf(&mut file, &chosen),
        ExportFormat::Csv => write_csv(&mut file, &chosen),
        ExportFormat::Npz => write_npz(&mut file, &chosen),
    }
    .and_then(|()| file.flush())
    .and_then(|()| std::fs::rename(&unfinished, out))
    .map_err(failed)?;
    Ok(chosen.len() as u64)
}

/// Returns the position with black to move.
fn position(sample: &TrainingSample) -> String {
    let (black, white) = (sample.board.own(), sample.board.opp());
    let setup = Setup { black, white, side: Color::Black };
    Position::try_from(setup).map_or_else(|_| setup.to_string(), |position| position.to_string())
}

fn write_obf(out: &mut impl Write, samples: &[Exported]) -> io::Result<()> {
    for (sample, exact) in samples {
        let position = position(sample);
        let (squares, side) = position.split_at(64);
        write!(out, "{squares} {side}; % result {:+}", sample.result)?;
        if let Some(search) = sample.search {
            write!(out, ", search {search:+}")?;
        }
        writeln!(out, "{}", if *exact { ", exact" } else { "" })?;
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, samples: &[Exported]) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(["position", "empties", "result", "exact", "search"])?;
    for (sample, exact) in samples {
        table.write_record([
            position(sample),
            sample.board.empty().len().to_string(),
            sample.result.to_string(),
            exact.to_string(),
            sample.search.map_or_else(String::new, |search| search.to_string()),
        ])?;
    }
    table.flush()
}

/// Writes arrays of one dimension, uncompressed: a zip archive with a file of the format NPY 1.0 for each.
fn write_npz(out: &mut (impl Write + Seek), samples: &[Exported]) -> io::Result<()> {
    type Bytes = fn(&Exported) -> Vec<u8>;
    let arrays: [(&str, &str, Bytes); 6] = [
        ("own", "<u8", |(sample, _)| sample.board.own().0.to_le_bytes().to_vec()),
        ("opp", "<u8", |(sample, _)| sample.board.opp().0.to_le_bytes().to_vec()),
        ("result", "|i1", |(sample, _)| sample.result.to_le_bytes().to_vec()),
        ("search", "|i1", |(sample, _)| sample.search.unwrap_or(NO_SEARCH).to_le_bytes().to_vec()),
        ("empties", "|u1", |(sample, _)| vec![sample.board.empty().len() as u8]),
        ("exact", "|b1", |(_, exact)| vec![u8::from(*exact)]),
    ];
    let mut archive = ZipWriter::new(out);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    for (name, kind, bytes) in arrays {
        archive.start_file(format!("{name}.npy"), stored)?;
        archive.write_all(&npy_header(kind, samples.len()))?;
        let content: Vec<u8> = samples.iter().flat_map(bytes).collect();
        archive.write_all(&content)?;
    }
    archive.finish()?;
    Ok(())
}

/// Writes the header of an array: magic, version, and a dictionary padded to a multiple of 64 bytes.
fn npy_header(kind: &str, length: usize) -> Vec<u8> {
    let dictionary = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({length},), }}");
    let padded = (10 + dictionary.len() + 1).next_multiple_of(64) - 10;
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((padded as u16).to_le_bytes());
    header.extend(format!("{dictionary:<width$}\n", width = padded - 1).into_bytes());
    header
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;
    use crate::games::START;
    use crate::samples::{SampleHeader, write_samples};

    #[test]
    fn every_kind_of_file_has_the_samples() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("a.samples");
        let header = SampleHeader { exact_from: 60, depth: 6, chunk: 1, seed: 1 };
        let samples = [
            TrainingSample { board: START, result: -4, search: None },
            TrainingSample { board: START.swapped(), result: 6, search: Some(-3) },
        ];
        write_samples(&source, header, &samples).unwrap();
        let plan = ExportPlan { limit: 10, exact_only: true, empties: (0, 60) };
        let write = |name: &str, plan: &ExportPlan| {
            let out = folder.path().join(name);
            let format = ExportFormat::of_path(&out).unwrap();
            let count = export(std::slice::from_ref(&source), plan, &out, format).unwrap();
            (out, count)
        };
        let (obf, count) = write("a.obf", &plan);
        assert_eq!(count, 2);
        let text = std::fs::read_to_string(obf).unwrap();
        assert!(
            text.contains(" X; % result -4, exact\n") && text.contains("result +6, search -3, exact"),
            "{text}"
        );
        let (csv, _) = write("a.csv", &plan);
        let text = std::fs::read_to_string(csv).unwrap();
        assert_eq!(
            text.lines().nth(1),
            Some("---------------------------OX------XO---------------------------X,60,-4,true,")
        );
        let (npz, _) = write("a.npz", &plan);
        let mut archive = zip::ZipArchive::new(File::open(npz).unwrap()).unwrap();
        let mut array = |name: &str| {
            let mut bytes = Vec::new();
            archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
            assert_eq!((&bytes[..8], bytes[127]), (&b"\x93NUMPY\x01\x00"[..], b'\n'), "{name}");
            let head = String::from_utf8_lossy(&bytes[10..128]).into_owned();
            assert!(head.contains("'shape': (2,)"), "{head}");
            bytes.split_off(128)
        };
        assert_eq!(array("own.npy")[..8], START.own().0.to_le_bytes());
        assert_eq!([array("result.npy"), array("search.npy")], [vec![252, 6], vec![128, 253]]);
        assert_eq!([array("empties.npy"), array("exact.npy")], [vec![60, 60], vec![1, 1]]);
        assert_eq!(write("b.csv", &ExportPlan { limit: 1, ..plan }).1, 1);
        assert_eq!(write("c.csv", &ExportPlan { empties: (0, 20), ..plan }).1, 0);
    }
}

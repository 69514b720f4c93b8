//! The machine and what is built into the program.

use std::fmt::Write as _;
use std::path::Path;
use std::thread;

use outflank_engine::eval;
use outflank_rules::Tier;
use sha2::{Digest as _, Sha256};

use super::Diagnosis;
use crate::version;

/// The memory, in MiB, below which a search with the usual table is a tight fit.
const TIGHT_MEMORY: u64 = 512;
/// The free space, in MiB, below which a growing library is in danger.
const TIGHT_SPACE: u64 = 200;

/// Which instruction set is used.
pub(super) fn processor() -> Diagnosis {
    let best = Tier::best();
    let known: Vec<&str> = Tier::ALL.into_iter().filter(|tier| tier.is_available()).map(Tier::name).collect();
    let detail = format!("{best} is used; this machine has {}", known.join(", "));
    match best {
        Tier::Portable => Diagnosis::warn(
            "processor",
            detail,
            "everything works, but searches are slower than on a processor with AVX2 or NEON",
        ),
        Tier::Neon | Tier::Simd128 | Tier::Avx2 | Tier::Avx512 => Diagnosis::ok("processor", detail),
    }
}

/// How many threads searches use.
pub(super) fn threads() -> Diagnosis {
    match thread::available_parallelism() {
        Ok(count) => Diagnosis::ok("threads", format!("{count}; --threads N sets another number")),
        Err(error) => Diagnosis::warn("threads", error.to_string(), "use --threads N"),
    }
}

/// How much memory is left.
pub(super) fn memory() -> Diagnosis {
    // Only Linux tells it in a file.
    let Some((available, total)) =
        std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo(&text))
    else {
        return Diagnosis::ok("memory", "not known on this system");
    };
    let detail = format!(
        "{available} MiB free of {total}; the transposition table takes 256 MiB unless --hash says otherwise"
    );
    if available < TIGHT_MEMORY {
        Diagnosis::warn("memory", detail, "use --hash 64 with commands that take it")
    } else {
        Diagnosis::ok("memory", detail)
    }
}

/// Finds available and total memory, in MiB.
fn meminfo(text: &str) -> Option<(u64, u64)> {
    let mebibytes = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
    };
    Some((mebibytes("MemAvailable:")?, mebibytes("MemTotal:")?))
}

/// Whether the weights in the program are those of the manifest.
pub(super) fn weights() -> Diagnosis {
    let Some(manifest) = version::weights() else {
        return Diagnosis::fail("weights", "their manifest cannot be read", "build the program again");
    };
    let found = Sha256::digest(eval::Weights::embedded_bytes());
    let found = found.iter().fold(String::new(), |mut text, byte| {
        let _cannot_fail = write!(text, "{byte:02x}");
        text
    });
    let detail = format!("generation {}, {}", manifest.generation, manifest.id());
    if found == manifest.unpacked_sha256 {
        Diagnosis::ok("weights", format!("{detail}, as the manifest says"))
    } else {
        let detail =
            format!("{detail}: unpacked they have the hash {found}, not {}", manifest.unpacked_sha256);
        Diagnosis::fail("weights", detail, "the program is damaged: build or install it again")
    }
}

/// How much room there is on the disk of a folder that exists.
pub(super) fn space(folder: &Path) -> Diagnosis {
    let Some(free) = free_mebibytes(folder) else {
        return Diagnosis::ok("free space", "not known on this system");
    };
    let detail = format!("{free} MiB at {}", folder.display());
    if free < TIGHT_SPACE {
        Diagnosis::warn("free space", detail, "make room: a library of 137,548 games takes 180 MB")
    } else {
        Diagnosis::ok("free space", detail)
    }
}

#[cfg(unix)]
fn free_mebibytes(folder: &Path) -> Option<u64> {
    let room = rustix::fs::statvfs(folder).ok()?;
    Some(room.f_bavail.saturating_mul(room.f_frsize) / (1024 * 1024))
}

#[cfg(not(unix))]
fn free_mebibytes(_folder: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_lines_of_the_system() {
        let text = "MemTotal:        8048576 kB\nMemFree:  1 kB\nMemAvailable:    4024288 kB\n";
        assert_eq!(meminfo(text), Some((3929, 7859)));
        assert_eq!(meminfo("MemTotal: lots\n"), None);
    }

    #[test]
    fn the_shipped_weights_are_those_of_the_manifest() {
        let finding = weights();
        assert_eq!(finding.verdict, super::super::Health::Ok, "{finding:?}");
    }
}

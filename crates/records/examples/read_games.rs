//! File formats: read games of any format, write them in another.

use outflank_records::{Format, parse_any, to_bytes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pasted = "(;GM[Othello]PC[GGS/os]PB[ann]PW[bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6]B[C3];)";
    for record in parse_any(pasted)? {
        println!("{:?} against {:?}, {} plies", record.black.name, record.white.name, record.plies().len());
        println!("{}", record.last_position());
        for format in [Format::Transcript, Format::Sgf] {
            println!("{format}: {}", String::from_utf8_lossy(&to_bytes([&record], format)?));
        }
    }

    // A record holds legal plies only: what breaks the rules is refused while it is read.
    println!("{}", parse_any("f5f5").unwrap_err());
    Ok(())
}

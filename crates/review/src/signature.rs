//! Which engine found something: a signature that changes with its weights and its search.

use std::sync::OnceLock;

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, TableTooLarge, Wanted};
use outflank_rules::Position;

use crate::plan::TABLE_MIB;

/// The positions that are searched for the signature: a midgame, and the last fourteen squares of a game.
const MIDGAME: &str = "--------------X---XXOOOO-XXXOXO--XXOOO---XOOOX----O-O-----------X";
const ENDGAME: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";
const DEPTH: u32 = 6;

/// Names an engine by what it finds: an engine with other weights or another search has another signature,
/// and never uses what was stored under this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSignature(String);

impl EngineSignature {
    /// Makes the signature of an engine from the boards it visits and the values it finds in two short
    /// searches.
    ///
    /// # Errors
    ///
    /// If there is no memory for a transposition table.
    pub fn of(engine: &Engine) -> Result<EngineSignature, TableTooLarge> {
        let mut hash = Fnv::default();
        for text in [MIDGAME, ENDGAME] {
            let Ok(position) = text.parse::<Position>() else { continue };
            let engine = engine.with_own_table(TABLE_MIB)?;
            let found = engine.search(position).depth(DEPTH).compare(Wanted::ALL);
            hash.add(found.nodes);
            for one in &found.moves {
                hash.add(one.value.score as u64);
            }
            hash.add(engine.evaluate(position).to_bits());
        }
        let engine = engine.with_own_table(TABLE_MIB)?;
        if let Ok(position) = ENDGAME.parse::<Position>() {
            hash.add(engine.search(position).solve(Goal::Exact).nodes);
        }
        Ok(EngineSignature(format!("{:016x}", hash.0)))
    }

    /// Returns the signature of the engine with the weights that are shipped; it is made once.
    ///
    /// # Errors
    ///
    /// If there is no memory for a transposition table.
    pub fn shipped() -> Result<&'static EngineSignature, TableTooLarge> {
        static SHIPPED: OnceLock<EngineSignature> = OnceLock::new();
        if let Some(signature) = SHIPPED.get() {
            return Ok(signature);
        }
        let signature = EngineSignature::of(&Engine::new(1, Weights::embedded())?)?;
        Ok(SHIPPED.get_or_init(|| signature))
    }

    /// Returns the text of the signature.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The hash of Fowler, Noll and Vo over 64-bit words: the same on every machine and in every version of the
/// program.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn an_engine_has_one_signature_and_other_weights_another() {
        let of = |weights| EngineSignature::of(&Engine::new(1, weights).unwrap()).unwrap();
        let shipped = of(Weights::embedded());
        let engine = Engine::new(4, Weights::embedded()).unwrap();
        let _warm = engine.search(Position::start()).depth(8).compare(Wanted::ALL);
        assert_eq!(EngineSignature::of(&engine).unwrap(), shipped);
        assert_eq!(EngineSignature::shipped().unwrap(), &shipped);
        assert_ne!(of(Arc::new(Weights::zero())), shipped);
    }
}

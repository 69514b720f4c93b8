// A game of each level against itself, and what was measured of the levels (docs/levels.md).
//
// The games are the first of `outflank match level:N level:N --games 2 --seed 5 --openings none`.

/** The moves, from level 1 on. */
export const SAMPLES: readonly string[] = [
  "c4c5e6f5b6e3f4b3g4e7d6a7c3g5b4b2f8h4f7g8g7d3g3g2h2c6b1a2f2e1h6a5d2e8a3a4d7h5h3e2a6d8c7b8a8h7a1h1g6f6c8c2h8b7b5f3g1f1d1c1",
  "c4c5e6f5b6d3e3b3d6b5g4f7a5c6a2g5f6c3c2d2f8a6b4a4h4g6g7h3e7b1a7a3b7h5b2d7c7d8e1e8e2h8g8f2c1c8b8a8f3g3f1a1f4d1h6g1h7h2h1g2",
  "c4c5e6f5b6d3e3b3c6f3e2f7d6f1d2b5e7f4a5d1g2f6e1f2g5g6g3h5h6d7c2h1g4h2b4h7a2g7d8c3c1b7g1e8f8c7h8b2a3a1h4b1a8g8a6a7b8c8a4h3",
  "c4c5e6f5b6d3e3b3c6f3f2b5d2e2c3c1a6f1g5b4a3a4a5f6e1g6h6e7c2d6g3b2g1c7f7d1c8h3f4h7b1g7h8h5d7a2h4g4a1g2h2f8e8g8d8a7a8b8b7h1",
  "c4c5e6e3c3f5c6e7f6b6e8d6g4g5e2f8h4d3b5f2f4d2c7d7e1d8c2f7a6b7g3f3g7h3g6h8g8a7h5h7h2h6a8b8g2b1c1b2b4a3a1d1a5g1f1h1c8a2a4b3",
  "c4e3f6c5f4f5g6c3e2f3e6d3b4a5g2e7d7g4b6d6h4f7d2h5c6g5b2g3f2b3h7h6f8h8h3c8a3g7b5h2d8a4g8e8b7c7a7a6a8g1f1b8h1c1d1a1b1e1c2a2",
  "c4e3f6c5b5c6e6c3f3f4e2a6d3f5b4a4d6d2b6g3g5h5h4h6g6h3a5e7f2g4b3c2a3a2e1c1e8f8d1d8f7a7b2g1f1c7c8g2a1b1a8b7d7h7h2h1b8g8h8g7",
  "c4e3f6c5b5c6e6c3f3f4e2a6d3d6f5f7f8g4g5h5h6d2h4f2d7e7c2e8b6h3h2c1g3c7g6a5d1e1b3a4b4g7d8h7h8g8a3c8a7b7g1f1b1g2h1a2a1b2b8a8",
  "c4e3f6c5b5c6e6a4f3b4a5a6a3a2e2b3d3d6d7f5f4g5h6c3g4c7b8c8d8d2b7g6c1h3h5f1e1f7b6h4b2a1c2a7h2b1g3d1g7e8g2e7f8h8h7h1a8f2g1g8",
  "c4e3f6c5c6b4c3d6e6f5f3d3d2b3b5g3g4a6a5a4f2e2f4d1c1c2e1d7b1b6h4g5g6h5b2e7a3h3c7d8c8g1h6a1a2f1h2b7b8g2h1h7e8f7g8a7h8g7f8a8",
  "c4e3f6c5c6d6e6b4c3b6a6c7b5d7a3f7e7f4f5b3f3e8e2d3d2g4h5g5g3a4d8a2h4c2f8g6c1f2e1b2h6b8a5b7a8c8a7d1g2f1a1b1g1h7h8h3h2h1g7g8",
  "c4e3f6c5c6d6e6b4c3b6a6c7b5d7a3f7e7f4f5b3f3e8e2d3d2g4h5a4a5f2g3e1g6c1d8c2a2b7f8g5d1a7a8h4b2h6h3h2g2f1h1g1g7b1a1h7g8b8c8h8",
  "c4e3f6c5c6b4c3d6c7f5e6d7b5d3a4a6b6b3d2c2c1a5a7b2a1c8g5g4f7h5e8d8e7b7e2g6f4g3f3f2f1g2a3f8h7h6a8h8b8g1h1h2g8g7h3b1a2e1d1h4",
  "c4e3f6c5f3c3b4f5d3c2f4f2e2e1d2d1b6g6c6d6h6a3a4b5e7f7e6a5f8g4g3h4g5d7h5h3h2c7f1g8b3g7a7a2d8b2b7a6a1e8c8a8b1b8c1g1h1g2h8h7",
  "c4e3f6c5d3c3f3f4f5c6e2f1d1g3d2f2c2c1g4e6d7h4b1g2d6c7b4e8h1g5b5f7b6h3b3e7c8b7h2a7d8a6a8b8a5a4a3b2f8g7e1a1a2g6h7h8g8g1h5h6",
  "d3c5f6f5e6e3c3f3c4b4c6d2c2b3d1b6g5c7f4g4h3f2e2g3f1d6d7e8b5a5h4g2c8c1a6a7a2a3g1b7a4a1e1h6g6b2b1b8a8h1h2h7g7h5h8g8f8d8e7f7",
  "d3c5f6f5e6e3c3f3c4b4c6d2f4b5e2f1g3c7c2d6e1d1c1b1d7d8b3a4a6a5a3f2b6b2a1a2g1f7e7e8c8g6g4g5h7h6h5b8b7h4h3h2h1g2f8g8g7h8a7a8",
  "d3c5f6f5e6e3d6f7g6e7f4c4c6c3d8e8d7c8b5b6b3c7a6b4a3f3d2e2c2d1f1f2g3g4c1h6g1b1g2b2h4e1a1a2g5b7a5a4b8a8a7h1h2h5g8h3g7h7f8h8",
  "d3c5f6f5e6e3d6f7g6e7f4c4c6c3d8e8d7c8b5b6b3c7a6b4a3g3g4h4d2h5f2e1f3g5h3h2h7e2g7d1c2b7f8c1g1h8g8h6g2a7f1a5a4h1a8b8b1a1b2a2",
  "c4e3f5e6f6c5f4g6f7g5f3e7d3g4h4h3h2g3f2b4h5h7d8f8d7e8g8c7c8d6b5c6c3b3a4a3b8b6a2b7a7f1e2g2h6h1g1a5a8a1a6b2b1c1g7h8d2c2d1e1",
];

/** The discs that a move of a level gives away on average, from level 1 on, as far as that was measured. */
export const LOSSES: readonly number[] = [9.2, 8.32, 7.61, 6.66, 6.01, 5.04, 4.07, 3.22, 2.79, 2.23, 1.75, 1.3];

/** How many games each level played against the one below. */
export const MATCH_GAMES = { others: 400, last: 60 } as const;

/** How many inputs a parser of hostile input is tried with; `npm run fuzz` tries a million. */
export const FUZZ = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 20_000) };

/** How long that may take, milliseconds. */
export const FUZZ_TIMEOUT_MS = 60_000 + 5 * FUZZ.numRuns;

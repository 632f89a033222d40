// The number of random tests. The defaults suit every run of the tests. FUZZ=500 runs more than ten times as many, and FUZZ_SEED=7 uses
// other values. A seed always gives the same values, so that a new failure has its cause in a change of the code.
const RUNS = Number(process.env.FUZZ ?? 40)
export const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 1)

/** A share of the number of runs, at least one. */
export const fuzz_runs = (share = 1) => Math.max(1, Math.round(RUNS * share))

// How much is tried at random. The defaults suit every run of the tests: FUZZ=500 tries more than ten times as much, FUZZ_SEED=7
// tries other values. A seed tries the same each time, so that a failure is of what was changed.
const RUNS = Number(process.env.FUZZ ?? 40)
export const FUZZ_SEED = Number(process.env.FUZZ_SEED ?? 1)

/** A share of the runs that were asked for; one at least. */
export const fuzz_runs = (share = 1) => Math.max(1, Math.round(RUNS * share))

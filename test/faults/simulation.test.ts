// Runs the sync engine under seeds. SEEDS=5000 runs this number, SEEDS=501-1000 a range, SEED=123 one seed with its plan and trace.
// By default the seeds are fixed, with some random ones outside CI: a gate must always decide by the same seeds.
import { hold_seeds } from './seeds.ts'

hold_seeds({ first: 1, last: 60, fresh: process.env.CI ? 0 : 5 })

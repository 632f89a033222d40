// The other half of the seeds, in a process of its own.
import { hold_seeds } from './seeds.ts'

if (!process.env.SEED && !process.env.SEEDS) hold_seeds({ first: 501, last: 1000 })

// The sync engine under seeds. SEEDS=5000 runs as many, SEEDS=501-1000 those, SEED=123 that one alone and tells its plan and story; without
// any, those that are always the same and, outside CI, some that nobody has tried: a gate decides by what is always the same.
import { hold_seeds } from './seeds.ts'

hold_seeds({ first: 1, last: 200, fresh: process.env.CI ? 0 : 20 })

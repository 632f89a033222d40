// Measures the time from the start of the process to the first answer, with the embedded PostgreSQL and an existing organization.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Side } from './side.ts'
import type { Tree } from './tree.ts'
import { type Both, for_both, type Measure } from './turns.ts'

/** Wait before the stop. A ready server's worker can still open connections, and would log errors if the server stopped then. */
const SETTLED_WITHIN_MS = 1_000

export async function measure_start(
  trees: Both<Tree>,
  measured: (measures: Measure[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tablero-bench-'))
  await chmod(folder, 0o755) // root's PostgreSQL runs as another user
  try {
    const sides = await for_both(async (name) => {
      const side = await Side.of(trees[name], { DATA_DIR: join(folder, name) })
      await side.operate('org', 'create', 'Bench')
      return side
    })
    await measured([
      async (name) => {
        const server = await sides[name].serve('all')
        await sleep(SETTLED_WITHIN_MS)
        await server.stop()
        return [{ what: 'Start, until ready', unit: 'ms', value: server.started_ms }]
      },
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

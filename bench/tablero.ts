// Tablero as npm start runs it, in a measured child process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { create_log } from '#lib/log.ts'
import { keep_young_heap_small } from '#lib/young_heap.ts'
import { place_of, TEST_KEY } from '../scripts/disposable_postgres.ts'
import type { App, AppOptions } from '../src/app.ts'

/** A file, written as the product writes its standard output, which has the results here. */
function log_file() {
  const file = join(mkdtempSync(join(tmpdir(), 'tablero-bench-')), 'log')
  process.once('exit', () => rmSync(dirname(file), { recursive: true, force: true }))
  return pino.destination({ dest: file, sync: true })
}

interface Options {
  /** Address of a migrated database. */
  url: string
  role: 'api' | 'worker'
  /** Address that replaces the vendors. When absent, there are none. */
  vendor?: string
  parts?: AppOptions['parts']
}

/** Runs until the process receives a signal to stop. */
export async function start_tablero({ url, role, vendor, parts }: Options): Promise<App & { address: string }> {
  if (role === 'worker') keep_young_heap_small()
  const { create_app } = await import('../src/app.ts')
  const app = await create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 20,
      fx_rates_url: undefined,
      master_key: TEST_KEY,
      redis_url: undefined,
      role,
      sandbox_url: vendor,
    },
    database: place_of(url),
    log: create_log({ stream: log_file() }),
    parts,
  })
  const address = await app.start({ host: '127.0.0.1', port: 0 })
  process.once('SIGTERM', async () => {
    await app.close()
    process.exit(0)
  })
  return { ...app, address }
}

// Tablero as npm start runs it, in the process of a child that is measured.
import { create_log } from '#lib/log.ts'
import { keep_young_heap_small } from '#lib/young_heap.ts'
import type { App, AppOptions } from '../src/app.ts'

interface Asked {
  /** A migrated database. */
  url: string
  role: 'api' | 'worker'
  /** Stands in for the vendors; none when left out. */
  vendor?: string
  parts?: AppOptions['parts']
}

/** Runs until the process is told to stop. */
export async function start_tablero({ url, role, vendor, parts }: Asked): Promise<App & { address: string }> {
  if (role === 'worker') keep_young_heap_small()
  const { create_app } = await import('../src/app.ts')
  const app = await create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 20,
      fx_rates_url: undefined,
      master_key: Buffer.alloc(32, 7),
      redis_url: undefined,
      role,
      sandbox_url: vendor,
    },
    database_url: url,
    log: create_log({ level: 'warn', stream: process.stderr }),
    parts,
  })
  const address = await app.start({ host: '127.0.0.1', port: 0 })
  process.once('SIGTERM', async () => {
    await app.close()
    process.exit(0)
  })
  return { ...app, address }
}

// A cluster and a PostgreSQL 15, both restored from one backup, with servers of the same clock.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { back_up } from '#db/backup/backup.ts'
import { restore } from '#db/backup/restore.ts'
import type { PoolPlace } from '#db/pool.ts'
import { TEST_KEY } from '#test/database.ts'
import type { App } from '../../src/app.ts'
import { type Cluster, type MoreOfApp, open_app, start_cluster } from './cluster.ts'

export interface Side {
  app: App
  place: PoolPlace
  /** The owner of the database, whom row security does not bind. */
  owner: pg.Pool
  /** What the server logged as an error. */
  errors: string[]
}

export interface Both {
  cluster: Cluster
  plain: Side
  spread: Side
  close(): Promise<void>
}

/** `made` names the database whose rows both have. */
export async function open_both(
  made: { url: string },
  more: (side: 'plain' | 'spread') => MoreOfApp | Promise<MoreOfApp>,
): Promise<Both> {
  const folder = await mkdtemp(join(tmpdir(), 'both-'))
  const cluster = await start_cluster()
  const sides: Side[] = []
  const close = async () => {
    try {
      for (const { app, owner } of sides) {
        await app.close()
        await owner.end()
      }
    } finally {
      await cluster.stop()
    }
  }
  try {
    const file = join(folder, 'backup')
    await back_up(made.url, file, TEST_KEY)
    for (const side of ['spread', 'plain'] as const) {
      const place = await (side === 'spread' ? cluster.migrated(side) : cluster.plain_migrated(side))
      await restore(place.database_url, file, TEST_KEY)
      const owner = new pg.Pool({ connectionString: place.database_url, max: 2 }).on('error', () => {})
      const errors: string[] = []
      const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) })
      sides.push({ app: await open_app(place, { log, ...(await more(side)) }), place, owner, errors })
    }
  } catch (error) {
    await close()
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
  const [spread, plain] = sides as [Side, Side]
  return { cluster, plain, spread, close }
}

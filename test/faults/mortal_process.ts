// A process that syncs and can die: at a statement or a request, before it left or after it took effect. What dies takes all of
// its connections with it, and nothing of it runs on: every promise it still waits for is rejected.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { open_pool } from '#db/pool.ts'
import type { Engine } from '#engine/engine.ts'
import type { Outbound } from '#engine/outbound.ts'
import type { Clock } from '#lib/clock.ts'

export interface Death {
  at: 'statement' | 'request'
  /** The how-manyth. */
  number: number
  /** It took effect before the process died; otherwise it never left. */
  effective: boolean
}

export class Killed extends Error {
  override name = 'Killed'
}

export interface MortalProcess {
  engine: Engine
  is_dead(): boolean
  /** Returns when the database has noticed that the process is gone. */
  bury(): Promise<void>
}

interface Hooks {
  url: string
  death?: Death
  clock: Clock
  /** Told of every request, before it leaves and when it has been answered. */
  on_request(number: number, answered: boolean): void
}

export function mortal_process(engine: Engine, { url, death, clock, on_request }: Hooks): MortalProcess {
  const name = `mortal ${randomUUID()}`
  const pool = death ? open_pool(url, { max: 4, name }) : engine.pool
  const clients = new Set<pg.PoolClient>()
  const counted = { statement: 0, request: 0 }
  let dead = false

  function die() {
    dead = true
    for (const client of clients) socket_of(client).destroy()
  }

  /** Does the work unless the process is dead or dies here. */
  async function alive<T>(kind: Death['at'], work: () => Promise<T>): Promise<T> {
    if (dead) throw new Killed()
    counted[kind] += 1
    const last = death?.at === kind && death.number === counted[kind]
    if (last && !death.effective) die()
    if (dead) throw new Killed()
    const result = await work()
    if (last) die()
    if (dead) throw new Killed()
    return result
  }

  if (death)
    pool.on('connect', (client) => {
      clients.add(client)
      client.on('error', () => {})
      client.once('end', () => clients.delete(client))
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
      const mortal_query = (...args: unknown[]) => {
        const told = typeof args.at(-1) === 'function' ? (args.pop() as (...end: unknown[]) => void) : undefined
        const end = alive('statement', () => query(...args))
        if (!told) return end
        end.then((result) => told(undefined, result), told) // as the pool itself calls it
      }
      Object.assign(client, { query: mortal_query })
      if (dead) die()
    })
  const outbound: Outbound = {
    ...engine.outbound,
    fetch: (request) =>
      alive('request', async () => {
        const { request: number } = counted
        on_request(number, false)
        const answer = await engine.outbound.fetch(request)
        on_request(number, true)
        request.signal?.throwIfAborted() // as if it had been waiting still
        return answer
      }),
  }
  const mortal_clock: Clock = {
    now: clock.now,
    async sleep(ms, signal) {
      if (dead) throw new Killed()
      await clock.sleep(ms, signal)
    },
  }
  return {
    engine: { ...engine, pool, outbound, clock: mortal_clock },
    is_dead: () => dead,
    async bury() {
      if (!death) return
      die()
      await pool.end()
      for (let left = 1; left > 0; ) {
        const { rows } = await engine.pool.query<{ left: number }>(
          'select count(*)::int as left from pg_stat_activity where application_name = $1',
          [name],
        )
        left = rows[0]!.left
      }
    },
  }
}

const socket_of = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream

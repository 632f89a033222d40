// A simulated process that syncs and can die at a statement or a request, before or after its effect. After its death, every promise
// that it waits for is rejected, and its database session ends.
import type { Pool } from '#db/pool.ts'
import type { Engine } from '#engine/engine.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import type { Clock } from '#lib/clock.ts'
import type { Around } from './sessions.ts'

export interface Death {
  /** `write` counts only statements that change stored data. */
  at: 'statement' | 'write' | 'request'
  /** Counts from 1. */
  number: number
  /** True: the effect happened before the process died. False: the statement or request was never sent. */
  effective: boolean
}

export class Killed extends Error {
  override name = 'Killed'
}

/** Statements between the start of a merge's transaction and its commit. */
const WRITE = /^\s*(insert into|update|delete from|with (absent|forgotten|missing|totals))(?! pg_temp)/

export interface KillableProcess {
  engine: Engine
  is_dead(): boolean
}

interface Hooks {
  death?: Death
  pool(around: Around): Pool
  /** Called before every statement, which waits for the returned promise. */
  on_statement?(number: number): Promise<void> | undefined
  /** Called before every request, and when it has been answered. */
  on_request(number: number, answered: boolean): void
}

export function killable_process(engine: Engine, { death, pool, on_statement, on_request }: Hooks): KillableProcess {
  const counted = { statement: 0, write: 0, request: 0 }
  let dead = false

  /** Does the work, unless the process is dead or dies here. */
  async function alive<T>(kind: Death['at'], work: () => Promise<T>): Promise<T> {
    if (dead) throw new Killed()
    counted[kind] += 1
    const last = death?.at === kind && death.number === counted[kind]
    dead ||= last && !death.effective
    if (dead) throw new Killed()
    const result = await work()
    dead ||= last
    if (dead) throw new Killed()
    return result
  }

  const outbound: Outbound = {
    ...engine.outbound,
    fetch: (request) =>
      alive('request', async () => {
        const { request: number } = counted
        on_request(number, false)
        const answer = await engine.outbound.fetch(request)
        on_request(number, true)
        request.signal?.throwIfAborted() // as if the request were still waiting
        return answer
      }),
  }
  const clock: Clock = {
    now: engine.clock.now,
    async sleep(ms, signal) {
      if (dead) throw new Killed()
      await engine.clock.sleep(ms, signal)
    },
  }
  const around: Around = (statement, text) => {
    const work = () =>
      alive('statement', async () => {
        await on_statement?.(counted.statement)
        return statement()
      })
    return WRITE.test(text) ? alive('write', work) : work()
  }
  return { engine: { ...engine, pool: pool(around), outbound, clock }, is_dead: () => dead }
}

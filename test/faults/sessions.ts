// Database sessions that simulated processes share, because opening a session takes longer than a sync. When a process ends, its
// session is reset as PostgreSQL does at the end of a session. Only empty temporary tables stay.
import type pg from 'pg'
import { open_pool, type Pool } from '#db/pool.ts'
import type { TestDatabase } from '#test/database.ts'

/** Resets what the end of a session would reset: its transaction, its settings and its locks. */
const END = 'rollback; reset all; select pg_advisory_unlock_all()'

type Query = (asked: string | pg.QueryConfig, values?: readonly unknown[]) => Promise<pg.QueryResult>

/** Wraps every statement of a process. */
export type Around = <T>(statement: () => Promise<T>, text: string) => Promise<T>

export interface Sessions {
  /** The connection pools of a process. */
  pool(around?: Around): Pool
  /** A statement of the owner of the database, outside of any process. */
  ask: Query
  /** Returns when all resets are done. */
  at_rest(): Promise<void>
  close(): Promise<void>
}

const nothing_around: Around = (statement) => statement()

/** Sessions of jobs, and as many for work across organizations. */
export async function open_sessions(
  { place, owner }: Pick<TestDatabase, 'place' | 'owner'>,
  count: number,
): Promise<Sessions> {
  const pool = open_pool(place, { max: count, system_max: count, name: 'simulation' }).worker
  const org = await sessions_of(pool.org, count)
  const system = await sessions_of(pool.system, count)
  return {
    pool(around = nothing_around) {
      const of_process: Pool = {
        ...pool,
        org: org.pool(around),
        system: system.pool(around),
        get worker() {
          return of_process
        },
      }
      return of_process
    },
    ask: ((asked, values) => owner.query(asked as string, values as unknown[])) as Query,
    async at_rest() {
      await Promise.all([org.at_rest(), system.at_rest()])
    },
    async close() {
      org.close()
      system.close()
      await pool.end()
    },
  }
}

async function sessions_of(pool: pg.Pool, count: number) {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  const ending = new Set<Promise<unknown>>()
  const idle = clients.map((client) => {
    const query = prepared(client)
    const ask: Query = (...asked) => session.around(() => query(...asked), text_of(asked[0]))
    // One object for the whole life of a session, because the engine stores the session's state under it.
    const session = {
      around: nothing_around,
      query: ask,
      on() {},
      release(end?: boolean | Error) {
        // A sync limits the statements of its session, which the next process has again.
        Object.assign(session, { around: nothing_around, query: ask })
        if (!end) return void idle.push(session)
        const ended = query(END).finally(() => {
          ending.delete(ended)
          idle.push(session)
        })
        ending.add(ended)
      },
    }
    return session
  })

  function connect(around: Around) {
    const session = idle.pop()
    if (!session) throw new Error('all sessions are in use')
    return Object.assign(session, { around })
  }

  async function once(around: Around, asked: Parameters<Query>): Promise<pg.QueryResult> {
    const session = connect(around)
    return session.query(...asked).finally(() => session.release())
  }

  return {
    pool: (around: Around): pg.Pool =>
      ({ connect: async () => connect(around), query: (...asked: Parameters<Query>) => once(around, asked) }) as never,
    async at_rest() {
      await Promise.all(ending)
    },
    close() {
      for (const client of clients) client.release(true)
    },
  }
}

const text_of = (asked: Parameters<Query>[0]) => (typeof asked === 'string' ? asked : asked.text)

/** PostgreSQL plans each statement once for each session. Texts with several statements cannot be prepared. */
function prepared(client: pg.PoolClient): Query {
  const names = new Map<string, string>()
  return (asked, given) => {
    const config = typeof asked === 'string' ? { text: asked } : asked
    const { text, values = given } = config
    if (config.name || !/^\s*(select|insert|update|delete|with)[^;]*$/.test(text)) return client.query(config)
    const name = names.get(text) ?? `simulated ${names.size}`
    names.set(text, name)
    return client.query({ ...config, name, values: [...(values ?? [])] })
  }
}

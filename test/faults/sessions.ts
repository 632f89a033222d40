// Database sessions for processes that come and go: opening a real one for each sync would cost more than the sync. What a process
// leaves behind, dead or done, is undone as PostgreSQL does for a session that ends; only the empty temporary tables stay.
import type pg from 'pg'
import { open_pool } from '#db/pool.ts'

/** As the end of a session: its transaction, its role, its settings and its locks. */
const END = 'rollback; reset role; reset all; select pg_advisory_unlock_all()'

type Query = (asked: string | pg.QueryConfig, values?: readonly unknown[]) => Promise<pg.QueryResult>

/** Stands around every statement of a process. */
export type Around = <T>(statement: () => Promise<T>, text: string) => Promise<T>

export interface Sessions {
  /** What a process takes for its pool. */
  pool(around?: Around): pg.Pool
  /** A question outside of any process. */
  ask: Query
  /** Returns when everything that was left behind is undone. */
  at_rest(): Promise<void>
  close(): Promise<void>
}

const nothing_around: Around = (statement) => statement()

export async function open_sessions(url: string, count: number): Promise<Sessions> {
  const pool = open_pool(url, { max: count, name: 'simulation' })
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  const ending = new Set<Promise<unknown>>()
  const idle = clients.map((client) => {
    const query = prepared(client)
    // One object for as long as the session lives, as the engine remembers by it what the session has.
    const session = {
      around: nothing_around,
      query: (...asked: Parameters<Query>) => session.around(() => query(...asked), text_of(asked[0])),
      on() {},
      release(end?: boolean | Error) {
        session.around = nothing_around
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
    if (!session) throw new Error('no session is left')
    return Object.assign(session, { around })
  }

  async function once(around: Around, asked: Parameters<Query>) {
    const session = connect(around)
    return session.query(...asked).finally(() => session.release())
  }

  return {
    pool: (around = nothing_around) =>
      ({ connect: async () => connect(around), query: (...asked: Parameters<Query>) => once(around, asked) }) as never,
    ask: (...asked) => once(nothing_around, asked),
    async at_rest() {
      await Promise.all(ending)
    },
    async close() {
      for (const client of clients) client.release(true)
      await pool.end()
    },
  }
}

const text_of = (asked: Parameters<Query>[0]) => (typeof asked === 'string' ? asked : asked.text)

/** Statements are planned once for each session, as long as they are one statement. */
function prepared(client: pg.PoolClient): Query {
  const names = new Map<string, string>()
  return (asked, values) => {
    if (typeof asked !== 'string') return client.query(asked)
    if (!/^\s*(select|insert|update|delete|with)[^;]*$/.test(asked)) return client.query(asked)
    const name = names.get(asked) ?? `simulated ${names.size}`
    names.set(asked, name)
    return client.query({ name, text: asked, values: [...(values ?? [])] })
  }
}

// Connections to the embedded PostgreSQL, and how a start waits for the first one.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Mistake } from '#lib/mistakes.ts'
import type { Place } from './place.ts'

export const USER = 'tablero'
export const POLL_MS = 50
const ANSWER_TIMEOUT_MS = 300_000 // crash recovery of a large database takes its time
/** SQLSTATE of a login that no wait makes right. */
const REFUSED = /^(28P01|28000)$/

type Address = Pick<Place, 'password' | 'port'>

export const url_of = ({ password, port }: Address, database: string) =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`

export async function connect(place: Address, application_name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url_of(place, 'postgres'),
    application_name,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Waits until the server answers (true), or until it has ended (false). Throws when it runs, and accepts no login. */
export async function answers(place: Place, lives: () => boolean): Promise<boolean> {
  const deadline = performance.now() + ANSWER_TIMEOUT_MS
  while (lives()) {
    const client = await connect(place, 'tablero start').catch((error: NodeJS.ErrnoException) => {
      if (REFUSED.test(error.code ?? ''))
        throw new Mistake(
          `PostgreSQL in ${place.cluster} refuses the password in ${place.folder}/postgres.json. Put back the file that belongs to this database.`,
          { cause: error },
        )
      if (performance.now() > deadline)
        throw new Mistake(`PostgreSQL in ${place.cluster} runs, and accepts no connection: ${error.message}`)
    })
    if (client) {
      await client.end().catch(() => undefined)
      return true
    }
    await sleep(POLL_MS)
  }
  return false
}

export async function make_database(place: Address) {
  const client = await connect(place, 'tablero start')
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'tablero'`)
    if (rowCount === 0) await client.query('create database tablero')
  } finally {
    await client.end()
  }
}

// The same statements under the same row security, and nothing else: Fastify, pg, JSON. Standard input: { url, recorded }, or {
// data_dir } to start an embedded PostgreSQL too.
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { start_postgres } from '#db/embedded/server.ts'
import { set_org } from '#db/org.ts'
import { open_pool } from '#db/pool.ts'
import { statement_name } from '#db/prepared.ts'
import { place_of } from '../scripts/disposable_postgres.ts'
import { profile_on_demand } from './profiler.ts'
import type { Recorded } from './statements.ts'

const given = JSON.parse(await text(process.stdin)) as {
  url?: string
  recorded?: Recorded
  data_dir?: string
  is_profiled?: true
}
const embedded = given.data_dir ? await start_postgres({ data_dir: given.data_dir }) : undefined
const tablero = open_pool(place_of(given.url ?? embedded!.url))
const pool = tablero.org
const server = fastify({ logger: false })
// The driver reads int8 as bigint, which JSON does not have.
Object.assign(BigInt.prototype, {
  toJSON(this: bigint) {
    return this.toString()
  },
})

server.post<{ Params: { tool: string }; Headers: { 'x-org': string } }>('/:tool', async ({ params, headers }) => {
  const org_id = headers['x-org']
  const client = await pool.connect()
  try {
    await client.query(`begin read only; ${set_org(tablero, org_id)}`)
    const answers: unknown[][] = []
    for (const { text, values } of given.recorded![params.tool]![org_id]!)
      answers.push((await client.query({ name: statement_name(text), text, values })).rows)
    await client.query('commit')
    return { ok: true, answers }
  } finally {
    client.release()
  }
})

await pool.query('select 1')
if (given.is_profiled) profile_on_demand()
console.log(JSON.stringify({ address: await server.listen({ host: '127.0.0.1', port: 0 }), pid: process.pid }))
process.once('SIGTERM', async () => {
  await server.close()
  await tablero.end()
  await embedded?.stop()
  process.exit(0)
})

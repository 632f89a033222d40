// Tablero as npm start runs it, in its own process. Standard input: { url, tools, orgs, is_timed }. Standard output: the address, and the
// statements that each tool ran for each organization. With is_timed, SIGUSR2 asks for the delays since the last one. With is_profiled, it
// starts and ends a profile.
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { measure_delays } from './delays.ts'
import { profile_on_demand } from './profiler.ts'
import type { Recorded, Statement } from './statements.ts'
import { start_tablero } from './tablero.ts'
import type { BenchOrg } from './world.ts'

const { url, tools, orgs, is_timed, is_profiled } = JSON.parse(await text(process.stdin)) as {
  url: string
  tools: Record<string, object>
  orgs: BenchOrg[]
  is_timed?: true
  is_profiled?: true
}
const app = await start_tablero({ url, role: 'api' })

let statements: Statement[] | undefined
const recorders: (() => void)[] = []
app.engine.pool.org.on('connect', record)

/** Records the statements between begin and commit of a read-only transaction. */
function record(client: pg.PoolClient) {
  const own = client.query
  const query = own.bind(client) as (...given: unknown[]) => unknown
  recorders.push(() => (client.query = own))
  let is_inside = false
  client.query = ((statement: string | Statement, ...rest: unknown[]) => {
    const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement
    if (text === 'commit') is_inside = false
    if (is_inside) statements?.push({ text, values })
    if (text.includes('begin read only')) is_inside = true
    return query(statement, ...rest)
  }) as never
}

async function ask(tool: string, input: object, { key }: BenchOrg) {
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: `/api/v1/${tool}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(input),
  })
  if (statusCode !== 200) throw new Error(`${tool} answered ${statusCode}: ${body}`)
}

const recorded: Recorded = {}
for (const [tool, input] of Object.entries(tools)) {
  recorded[tool] = {}
  for (const org of orgs) {
    statements = []
    await ask(tool, input, org)
    if (statements.length === 0) throw new Error(`${tool} ran no statement that the base could run too`)
    recorded[tool][org.org_id] = statements
  }
}
statements = undefined
app.engine.pool.org.off('connect', record)
for (const undo of recorders) undo()
if (is_timed) {
  const delays = measure_delays()
  process.on('SIGUSR2', () => console.log(JSON.stringify(delays())))
}
if (is_profiled) profile_on_demand()
console.log(JSON.stringify({ address: app.address, pid: process.pid, recorded }))

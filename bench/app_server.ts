// Tablero as npm start runs it, in its own process. Standard input: { url, tools, orgs }. Standard output: the address, and the
// statements that each tool ran for each organization.
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import type { Recorded, Statement } from './statements.ts'
import { start_tablero } from './tablero.ts'
import type { BenchOrg } from './world.ts'

const { url, tools, orgs } = JSON.parse(await text(process.stdin)) as {
  url: string
  tools: Record<string, object>
  orgs: BenchOrg[]
}
const app = await start_tablero({ url, role: 'api' })

let statements: Statement[] | undefined
app.engine.pool.org.on('connect', record)

/** Records the statements between begin and commit of a read-only transaction. */
function record(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let is_inside = false
  client.query = ((statement: string | Statement, ...rest: unknown[]) => {
    if (statement === 'commit') is_inside = false
    if (is_inside && typeof statement === 'object') statements?.push({ text: statement.text, values: statement.values })
    if (typeof statement === 'string' && statement.includes('begin read only')) is_inside = true
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
    recorded[tool][org.org_id] = statements
  }
}
statements = undefined
app.engine.pool.org.off('connect', record)
console.log(JSON.stringify({ address: app.address, recorded }))

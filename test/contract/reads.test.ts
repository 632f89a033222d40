// Reading starts nothing: after a thousand reads over all published tools, no job, run, sync, proposal or other row is new, and no request
// left Tablero. One scan of a page shows that the same comparison sees a start.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { call } from '#engine/calls/call.ts'
import { catalog_of } from '#engine/catalog.ts'
import type { NamedTool } from '#engine/tool.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { pagespeed_key, pagespeed_outbound } from '#test/pagespeed.ts'
import { areas } from '#tools/index.ts'
import { input_for } from './inputs.ts'
import { held_without } from './suites/held.ts'

const NOW = new Date('2026-11-20T18:00:00Z')
const READS = 1_000
/** Tables that every call writes, and the note of who has read text that anybody can write. */
const OF_CALLS = new Set(['api_keys', 'audit_heads', 'audit_log', 'rate_windows', 'public_text_reads'])

const reading = [...catalog_of(areas).values()].filter(({ effect, internal }) => effect === 'read' && !internal)

/** Notes each use of a way out of Tablero, a name that is looked up included. */
function counted(outbound: Outbound, sent: string[]): Outbound {
  return {
    ...outbound,
    fetch(request) {
      sent.push(`${request.method} ${request.url}`)
      return outbound.fetch(request)
    },
    check(url) {
      sent.push(`check ${url}`)
      return outbound.check(url)
    },
    dial(host, port) {
      sent.push(`dial ${host}:${port}`)
      return outbound.dial(host, port)
    },
  }
}

describe('reads', () => {
  let app: TestApp
  let agent: Client
  const sent: string[] = []
  before(async () => {
    const outbound = counted(await pagespeed_outbound(NOW.toISOString()), sent)
    // Without a worker, so that a job that was started stays where the comparison finds it.
    app = await test_app({ areas, now: NOW, outbound })
    app.engine.measuring = { pagespeed_key }
    agent = await app.mcp({ key: app.keys.acme })
  })
  after(() => app?.close())

  /** Everything that a read could start: rows of both organizations, jobs, and emails. */
  async function state() {
    const held = await held_without(app.db, OF_CALLS)
    const { rows: jobs } = await app.db.query(
      'select id, task_id, payload, run_at, attempts from graphile_worker._private_jobs order by id',
    )
    return { acme: await held(app.acme), globex: await held(app.globex), jobs, emails: app.mails.length }
  }
  const count = async (table: string) => {
    const { rows } = await app.db.query(`select count(*)::int as count from ${table} where org_id = $1`, [
      app.acme.org_id,
    ])
    return rows[0].count as number
  }

  /** Rounds differ in how much they ask for, and alternate between the transports. */
  async function read(tool: NamedTool, example: Record<string, unknown>, round: number): Promise<void> {
    const { limit, days_back } = tool.input
    const input = { ...example, ...(limit && { limit: 1 + round }), ...(days_back && { days_back: 1 + round }) }
    if (round % 2 === 0) {
      const { status, body } = await app.rest(tool.name, input, { key: app.keys.acme })
      assert.equal(status, 200, `${tool.name} ${JSON.stringify(input)}: ${body.error}`)
      return
    }
    const { isError, content } = await agent.callTool({ name: tool.name, arguments: input })
    assert.ok(!isError, `${tool.name} ${JSON.stringify(input)}: ${JSON.stringify(content)}`)
  }

  it('a thousand of them over all tools change no row, start no job and send no request', async (context) => {
    const examples = new Map<NamedTool, Record<string, unknown>>()
    for (const tool of reading) examples.set(tool, await input_for(tool, app, app.acme))
    const before = await state()
    sent.length = 0
    const rounds = Math.ceil(READS / reading.length)
    for (let round = 0; round < rounds; round += 1)
      for (const [tool, example] of examples) await read(tool, example, round)
    const reads = rounds * reading.length
    assert.ok(reads >= READS)
    assert.deepEqual(await state(), before)
    assert.deepEqual(sent, [])
    context.diagnostic(`${reads} reads of ${reading.length} tools`)
  })

  it('one scan of a page is one run and one job, and asks only for the page', async () => {
    const before = await state()
    const runs = await count('runs')
    sent.length = 0
    const answer = await call(app.engine, {
      ...{ tool: 'run_pagescore_scan', input: { url: 'https://shop.example.com/' }, credential: app.keys.acme },
      ...{ org_id: undefined, transport: 'rest', request_id: 'scan', wait_ms: 50 },
    })
    assert.equal(answer.ok && answer.result.state, 'running')
    const { acme, jobs, globex } = await state()
    const changed = Object.keys(acme).filter((table) => acme[table] !== before.acme[table])
    assert.deepEqual(changed, ['runs'])
    assert.deepEqual(globex, before.globex)
    assert.deepEqual([await count('runs'), jobs.length], [runs + 1, before.jobs.length + 1])
    assert.deepEqual(sent, ['check https://shop.example.com/', 'HEAD https://shop.example.com/'])
  })
})

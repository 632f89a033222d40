// What the suites of one area share: its tools, one Tablero with only this area, and short functions for calls.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { connectors as product_connectors } from '#connectors/index.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { catalog_of, type NamedTool } from '#engine/tool.ts'
import { type As, type RestAnswer, type TestApp, test_app } from '#test/app.ts'
import { tables_of, tested_areas } from '#test/areas.ts'
import { with_planned_actions } from '#test/planned_actions.ts'

/** Friday noon in Mexico City. Every area is tested at this moment, so that answers can be compared with snapshots. */
const NOW = new Date('2026-11-20T18:00:00Z')
/** Enough credits for every test that is not about credits. */
const CREDITS = 1_000_000_000
/** Fixtures that fail or wait on purpose. engine.test.ts tests them. */
const made_to_fail = /^fixture_(lies|breaks|slow)/

/** Areas whose tools only people use. There, every key belongs to an admin and acts for this person. */
const decided = new Set(['actions_recommendations'])
const PERSONS = `update api_keys k set acts_for = 'person', user_id = coalesce(k.user_id,
  (select m.user_id from members m where m.org_id = k.org_id and m.role = 'admin' order by m.user_id limit 1))`

/** An agent's answer: `result`, or `outcome` and the sentence. `said` is the text of either. */
export interface AgentAnswer {
  ok: boolean
  result?: Record<string, unknown>
  outcome?: string
  error?: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
  said: any
}

/** The answer before it is parsed. */
export interface Answered {
  status: number
  text: string
}

export interface AreaBench {
  area: string
  tools: NamedTool[]
  readonly app: TestApp
  /** A client with a key of acme. */
  readonly agent: Client
  /** Calls over REST. Rate limit and credits never run out. */
  rest(tool: NamedTool, input: unknown, as?: As): Promise<RestAnswer>
  /** Sends a body unchanged, for acme. */
  send(tool: NamedTool, headers: Record<string, string>, payload: string | Buffer): Promise<Answered>
  /** Calls over MCP. */
  ask(tool: NamedTool, input: object, client?: Client): Promise<AgentAnswer>
}

export function area_bench(area: string): AreaBench {
  const declared = tested_areas[area]
  assert.ok(declared, `there is no area called '${area}'`)
  const tools = [...catalog_of({ [area]: declared }).values()].filter(
    ({ name, internal }) => !internal && !made_to_fail.test(name),
  )
  /** After a refill, this number of calls of one tool is always accepted. */
  const calls_per_refill = Math.min(...tools.map(({ rate }) => rate))
  let calls = 0
  let app: TestApp
  let agent: Client
  let worker: Worker | undefined
  before(async () => {
    const connectors = with_planned_actions(product_connectors)
    app = await test_app({ areas: { [area]: declared }, tables: tables_of[area], now: NOW, measures: true, connectors })
    if (decided.has(area)) await app.db.query(PERSONS)
    await app.db.query('update credit_balances set balance = $1, monthly_grant = $1', [CREDITS])
    agent = await app.mcp({ key: app.keys.acme })
    // Runs only: jobs that start on a schedule would change rows that the suites compare.
    const { work_run } = app.engine.jobs
    if (tools.some(({ work }) => work)) worker = await start_worker({ ...app.engine, jobs: { work_run: work_run! } })
  })
  after(async () => {
    await worker?.stop()
    await app?.close()
  })
  const refill = async () => {
    if (calls++ % calls_per_refill === 0) await app.refill()
  }
  return {
    area,
    tools,
    get app() {
      return app
    },
    get agent() {
      return agent
    },
    async rest(tool, input, as = { key: app.keys.acme }) {
      await refill()
      return app.rest(tool.name, input, as)
    },
    async send({ name }, headers, payload) {
      await refill()
      const { statusCode, body } = await app.app.server.inject({
        method: 'POST',
        url: `/api/v1/${name}`,
        headers: { authorization: `Bearer ${app.keys.acme}`, 'content-type': 'application/json', ...headers },
        payload,
      })
      return { status: statusCode, text: body }
    },
    async ask({ name }, input, client = agent) {
      await refill()
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: { ...input } })
      const said = JSON.parse((content[0] as { text: string }).text)
      return isError
        ? { ok: false, outcome: said.outcome, error: said.error, said }
        : { ok: true, result: structuredContent as AgentAnswer['result'], said }
    },
  }
}

/** Checks that a refusal has the common body, and returns its sentence. */
export function assert_refused({ status, body }: RestAnswer, wanted: number, outcome: string): string {
  assert.deepEqual([status, body.outcome], [wanted, outcome], JSON.stringify(body))
  assert.deepEqual(Object.keys(body).sort(), ['duration_ms', 'error', 'ok', 'outcome'])
  assert.deepEqual([body.ok, typeof body.duration_ms], [false, 'number'])
  assert.match(body.error, /^\S.{10,}[.?!}]$/s)
  return body.error
}

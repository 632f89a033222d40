// What the suites of one area share: its tools, one Tablero with only this area, and short functions for calls. The suites run for what is
// published, and again for what is internal, with the callers of each.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { connectors as product_connectors } from '#connectors/index.ts'
import { catalog_of } from '#engine/catalog.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import type { NamedTool } from '#engine/tool.ts'
import { openapi_document } from '#http/rest/openapi.ts'
import { type As, headers_of, type RestAnswer, type Signed, type TestApp, test_app } from '#test/app.ts'
import { tables_of, tested_areas } from '#test/areas.ts'
import { with_planned_actions } from '#test/planned_actions.ts'
import { areas } from '#tools/index.ts'
import { type Callers, keys_of, sessions_of } from './callers.ts'

/** Friday noon in Mexico City. Every area is tested at this moment, so that answers can be compared with snapshots. */
const NOW = new Date('2026-11-20T18:00:00Z')
/** Enough credits for every test that is not about credits. */
const CREDITS = 1_000_000_000
const MUCH_CREDIT = 'update credit_balances set balance = $1, monthly_grant = $1'
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
  /** False: agents and keys do not have these tools. */
  is_published: boolean
  readonly app: TestApp
  readonly callers: Callers
  /** A client with a key of acme. */
  readonly agent: Client
  /** The OpenAPI document of the tools: the published one, or the same of what is internal. */
  document(): Promise<object>
  /** Calls over REST. Rate limit and credits never run out. By default, acme calls. */
  rest(tool: NamedTool, input: unknown, as?: As | Signed): Promise<RestAnswer>
  /** Sends a body unchanged, for acme. */
  send(tool: NamedTool, headers: Record<string, string>, payload: string | Buffer): Promise<Answered>
  /** Calls over MCP. */
  ask(tool: NamedTool, input: object, client?: Client): Promise<AgentAnswer>
}

/** The published tools of an area, with its Tablero. */
export function area_bench(area: string): AreaBench {
  const declared = tested_areas[area]
  assert.ok(declared, `there is no area called '${area}'`)
  const tools = tools_of(area, false)
  let app: TestApp
  let agent: Client
  let worker: Worker | undefined
  before(async () => {
    const connectors = with_planned_actions(product_connectors)
    app = await test_app({ areas: { [area]: declared }, tables: tables_of[area], now: NOW, measures: true, connectors })
    if (decided.has(area)) await app.db.query(PERSONS)
    await app.db.query(MUCH_CREDIT, [CREDITS])
    agent = await app.mcp({ key: app.keys.acme })
    // Runs only: jobs that start on a schedule would change rows that the suites compare.
    const { work_run } = app.engine.jobs
    if (tools.some(({ work }) => work)) worker = await start_worker({ ...app.engine, jobs: { work_run: work_run! } })
  })
  after(async () => {
    await worker?.stop()
    await app?.close()
  })
  return bench_of({ area, tools, is_published: true, place: () => ({ app, agent }), callers_of: keys_of })
}

/** The internal tools of the area, in the same Tablero, after everything else. */
export function internal_bench(published: AreaBench): AreaBench {
  const { area } = published
  const place = () => ({ app: published.app, agent: published.agent })
  return bench_of({ area, tools: tools_of(area, true), is_published: false, place, callers_of: sessions_of })
}

/** The internal tools of all areas, in a Tablero of their own, because some change people and settings. */
export function all_internal_bench(): AreaBench {
  let app: TestApp
  before(async () => {
    const connectors = with_planned_actions(product_connectors)
    app = await test_app({ areas, now: NOW, measures: true, connectors })
    await app.db.query(PERSONS)
    await app.db.query(MUCH_CREDIT, [CREDITS])
  })
  after(() => app?.close())
  const tools = Object.keys(areas).flatMap((area) => tools_of(area, true))
  const place = () => ({
    app,
    get agent() {
      return assert.fail('agents have no internal tools')
    },
  })
  return bench_of({ area: 'all', tools, is_published: false, place, callers_of: sessions_of })
}

export const tools_of = (area: string, is_internal: boolean): NamedTool[] =>
  [...catalog_of({ [area]: tested_areas[area]! }).values()].filter(
    ({ name, internal = false }) => internal === is_internal && !made_to_fail.test(name),
  )

interface Bench extends Pick<AreaBench, 'area' | 'tools' | 'is_published'> {
  place: () => Pick<AreaBench, 'app' | 'agent'>
  callers_of: (app: TestApp) => Promise<Callers>
}

function bench_of({ area, tools, is_published, place, callers_of }: Bench): AreaBench {
  /** After a refill, this number of calls of one tool is always accepted. */
  const calls_per_refill = Math.min(...tools.map(({ rate }) => rate))
  let calls = 0
  let callers: Callers
  before(async () => {
    callers = await callers_of(place().app)
  })
  const refill = async () => {
    if (calls++ % calls_per_refill === 0) await place().app.refill()
  }
  return {
    area,
    tools,
    is_published,
    get app() {
      return place().app
    },
    get agent() {
      return place().agent
    },
    get callers() {
      return callers
    },
    async document() {
      const { app } = place()
      if (is_published) return (await fetch(`${app.url}/api/openapi.json`)).json() as Promise<object>
      const catalog = new Map(tools.map((tool) => [tool.name, { ...tool, internal: false }]))
      return JSON.parse(JSON.stringify(openapi_document({ ...app.engine, catalog })))
    },
    async rest(tool, input, as = callers.as('acme')) {
      await refill()
      return place().app.rest(tool.name, input, as)
    },
    async send({ name }, headers, payload) {
      await refill()
      const { statusCode, body } = await place().app.app.server.inject({
        method: 'POST',
        url: `/api/v1/${name}`,
        headers: { ...headers_of(callers.as('acme')), 'content-type': 'application/json', ...headers },
        payload,
      })
      return { status: statusCode, text: body }
    },
    async ask({ name }, input, client = place().agent) {
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

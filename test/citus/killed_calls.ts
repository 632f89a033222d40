// Writing calls with idempotency keys, each repeated until it is answered, and what all of them must have left.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Answer, call } from '#engine/calls/call.ts'
import { fixtures } from '#test/fixture_area.ts'
import { type Member, member_caller } from '#test/people.ts'
import { ALL_STEPS } from '#test/run_app.ts'
import type { App } from '../../src/app.ts'

const AGAIN_MS = 50
/** The call before is still being carried out, which is an answer and no fault. */
const IN_PROGRESS = /^Another change of .* is being carried out/
/** An answer after this time is a run in progress, to which the next call joins. */
const WAIT_MS = 2_000

export interface Tenant extends Member {
  name: string
  worker: number
}

/** A call that was answered. */
export interface Done {
  tenant: Tenant
  tool: string
  input: Record<string, unknown>
  key: string
  result: Record<string, unknown>
  to: number
}

/** One call, answered or refused. */
export interface Attempt {
  tenant: Tenant
  tool: string
  key?: string
  request_id: string
  status: number
  /** Of a refusal. */
  sentence?: string
  from: number
  to: number
}

export interface Stream {
  app: App
  owner: pg.Pool
  attempts: Attempt[]
  done: Done[]
  is_over: boolean
}

export async function once(
  { app, attempts }: Stream,
  tenant: Tenant,
  tool: string,
  input: object,
  key?: string,
): Promise<Record<string, unknown> | undefined> {
  const from = performance.now()
  const request_id = randomUUID()
  const answer: Answer = await call(app.engine, {
    ...{ tool, input, credential: member_caller(tenant), org_id: tenant.org_id, transport: 'rest', wait_ms: WAIT_MS },
    ...{ idempotency_key: key, request_id },
  })
  const sentence = answer.ok ? undefined : answer.error
  attempts.push({ tenant, tool, key, request_id, status: answer.status, sentence, from, to: performance.now() })
  if (sentence && answer.status !== 503 && !IN_PROGRESS.test(sentence))
    throw new Error(`${tool} of ${tenant.name} answers ${answer.status} ${sentence}`)
  return answer.ok ? answer.result : undefined
}

/** Repeats the call with its key until it is answered. */
async function write(stream: Stream, tenant: Tenant, tool: string, input: Record<string, unknown>) {
  const key = randomUUID()
  for (;;) {
    const result = await once(stream, tenant, tool, input, key)
    if (result) {
      stream.done.push({ tenant, tool, input, key, result, to: performance.now() })
      return result
    }
    await sleep(AGAIN_MS)
  }
}

export const repeat = (stream: Stream, { tenant, tool, input, key }: Done) => once(stream, tenant, tool, input, key)

/** An action that waits for a decision. A try that failed may have made one, which nobody decides. */
async function action_of(tenant: Tenant, make: (tenant: Tenant) => Promise<string>): Promise<string> {
  for (;;) {
    const made = await make(tenant).catch(() => undefined)
    if (made) return made
    await sleep(AGAIN_MS)
  }
}

/** Writes and reads of one organization, one after the other, until the stream is over. */
export async function write_and_read(
  stream: Stream,
  tenant: Tenant,
  name: string,
  make_action: (tenant: Tenant) => Promise<string>,
): Promise<void> {
  for (let n = 0; !stream.is_over; n += 1) {
    const mark = `${name} ${n}`
    const { rule_id } = await write(stream, tenant, 'create_alert_rule', { ...RULE, name: mark })
    await once(stream, tenant, 'list_alert_rules', {})
    await write(stream, tenant, 'fixture_run', { text: mark })
    await write(stream, tenant, 'fixture_spends', {})
    await write(stream, tenant, 'update_alert_rule', { rule_id, threshold: CHANGED })
    const { key_id } = await write(stream, tenant, 'create_api_key', { name: mark, scopes: ['ads:read'] })
    await write(stream, tenant, 'revoke_api_key', { key_id })
    await once(stream, tenant, 'list_pending_actions', {})
    const decide = n % APPROVED_OF === 0 ? 'approve_action' : 'reject_action'
    await write(stream, tenant, decide, { action_id: await action_of(tenant, make_action) })
    await write(stream, tenant, 'delete_alert_rule', { rule_id })
  }
}

const RULE = { metric: 'store.revenue', condition: 'decrease_percent', threshold: 40 }
const CHANGED = 50
/** One action of this number is approved, because one change of a campaign is carried out at a time. */
const APPROVED_OF = 4

/** Credits that an answered call has taken. */
const COSTS: Record<string, number> = { fixture_run: ALL_STEPS, fixture_spends: fixtures.tools.fixture_spends!.spends! }
/** What only an answered call leaves: rows of the coordinator and of a worker, found by a value of its input or its result. */
const LEFT: Record<string, { sql: string; by: (done: Done) => unknown }[]> = {
  create_alert_rule: [
    { sql: `select from record_changes where org_id = $1 and record_id = $2 and before is null`, by: rule_of },
  ],
  update_alert_rule: [
    {
      sql: `select from record_changes where org_id = $1 and record_id = $2 and before is not null and after is not null`,
      by: rule_of,
    },
  ],
  delete_alert_rule: [
    { sql: `select from record_changes where org_id = $1 and record_id = $2 and after is null`, by: rule_of },
  ],
  fixture_run: [
    { sql: `select from runs where org_id = $1 and input->>'text' = $2 and state = 'succeeded'`, by: text_of },
    { sql: `select from contacts where org_id = $1 and full_name = $2`, by: text_of },
  ],
  create_api_key: [{ sql: `select from api_keys where org_id = $1 and name = $2`, by: ({ input }) => input.name }],
  approve_action: [
    {
      sql: `select from actions a join action_executions e using (org_id, execution_id)
        where a.org_id = $1 and a.action_id = $2 and a.status <> 'pending'`,
      by: action_id_of,
    },
  ],
  revoke_api_key: [
    {
      sql: `select from api_keys where org_id = $1 and key_id = $2 and revoked_at is not null`,
      by: ({ input }) => input.key_id,
    },
  ],
  reject_action: [
    { sql: `select from actions where org_id = $1 and action_id = $2 and status = 'rejected'`, by: action_id_of },
  ],
}

function rule_of({ input, result }: Done) {
  return input.rule_id ?? result.rule_id
}
function text_of({ input }: Done) {
  return input.text
}
function action_id_of({ input }: Done) {
  return input.action_id
}

/** Sentences about every answered call whose effect is not there exactly once, and about balances. */
export async function faults_of(
  { owner, done, attempts }: Stream,
  tenants: readonly Tenant[],
  balance: number,
): Promise<string[]> {
  const faults: string[] = []
  const count = async (text: string, values: unknown[]) => (await owner.query(text, values)).rowCount!
  for (const one of done)
    for (const { sql, by } of LEFT[one.tool] ?? []) {
      const rows = await count(sql, [one.tenant.org_id, by(one)])
      if (rows !== 1) faults.push(`${one.tool} ${JSON.stringify(one.input)}: ${rows} of ${sql}`)
    }
  for (const tenant of tenants) {
    const { org_id } = tenant
    const own = done.filter(({ tenant: { org_id: of } }) => of === org_id)
    const spent = own.reduce((sum, { tool }) => sum + (COSTS[tool] ?? 0), 0)
    const { rows } = await owner.query('select balance, held from credit_balances where org_id = $1', [org_id])
    const [left, held] = [Number(rows[0].balance), Number(rows[0].held)]
    if (left !== balance - spent || held !== 0)
      faults.push(`${tenant.name}: ${balance - left} credits taken and ${held} held, not ${spent}`)
    const stray = await count(`select from runs where org_id = $1 and state <> 'succeeded'`, [org_id])
    if (stray > 0) faults.push(`${tenant.name}: ${stray} runs did not succeed`)
  }
  return [...faults, ...(await unrecorded(owner, attempts))]
}

/** Each answered call has one record. A write whose answer was lost has one too, which was stored with its effect. */
async function unrecorded(owner: pg.Pool, attempts: readonly Attempt[]): Promise<string[]> {
  const { rows } = await owner.query(
    `select request_id from audit_log where outcome = 'ok' and tool not like '% ended'`,
  )
  const records = Map.groupBy(rows as { request_id: string }[], ({ request_id }) => request_id)
  const faults: string[] = []
  for (const [key, of] of Map.groupBy(attempts, ({ key, request_id }) => key ?? request_id)) {
    const of_answered = of
      .filter(({ status }) => status === 200)
      .map(({ request_id }) => records.get(request_id)?.length)
    const lost = of.filter(({ status, request_id }) => status !== 200 && records.has(request_id)).length
    if (lost > 1 || of_answered.some((found) => found !== 1))
      faults.push(`${of[0]!.tool} ${key}: ${of_answered} records of answered calls, ${lost} of others`)
  }
  return faults
}

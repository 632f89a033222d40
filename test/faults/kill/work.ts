// Work while Tablero is killed: creates organizations, connections and keys, starts syncs, and reads figures. Stores everything that
// was acknowledged, with the answer.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { scopes } from '#domain/scopes.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { create_key, create_org } from '#test/access.ts'
import { sandbox_connections } from '../../../sandbox/connections.ts'

const CALL_TIMEOUT_MS = 20_000

export interface Business {
  org_id: string
  platform: string
  connection_id: string
  key: string
}

interface Acknowledged {
  /** Keys by name. */
  keys: Map<string, string>
  /** Answers of writes by their idempotency key. */
  writes: Map<string, { business: Business; answer: unknown }>
  calls: number
}

export const create_ledger = () => ({
  businesses: [] as Business[],
  acknowledged: { keys: new Map(), writes: new Map(), calls: 0 } as Acknowledged,
  /** Request ids of every attempt of a write, answered or not, by its idempotency key. */
  tries: new Map<string, string[]>(),
  /** Figures of the undisturbed organization, known after its sync. */
  figures: undefined as string | undefined,
})
export type Ledger = ReturnType<typeof create_ledger>

export async function make_business(pool: Pool, master_key: Buffer, platform: string): Promise<Business> {
  const org_id = await create_org(pool, { name: `Of ${platform}`, currency: 'MXN', time_zone: 'America/Mexico_City' })
  const account = sandbox_connections.find((one) => one.platform === platform)!
  const connection_id = await in_org(pool, { org_id }, (db) =>
    create_connection(db, { connectors, master_key }, { ...account, org_id }),
  )
  const { key } = await create_key(pool, { org_id, name: 'first', scopes })
  return { org_id, platform, connection_id, key }
}

export interface Answer {
  status: number
  body: { ok: boolean; result?: Record<string, unknown> }
}

/** Undefined without an answer. Then it is unknown whether the call had an effect. */
export async function call(
  url: string,
  { key }: Pick<Business, 'key'>,
  tool: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${url}/api/v1/${tool}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  } catch {
    return undefined
  }
}

/** Starts the sync of an organization through the API. The idempotency key makes repeated calls one effect. */
export async function start_sync_once(url: string, business: Business, ledger: Ledger, once: string): Promise<void> {
  const request_id = randomUUID()
  ledger.tries.set(once, [...(ledger.tries.get(once) ?? []), request_id])
  const { platform } = business
  const headers = { 'idempotency-key': once, 'x-request-id': request_id }
  const answer = await call(url, business, 'trigger_sync', { platform }, headers)
  if (answer?.status !== 200) return
  const before = ledger.acknowledged.writes.get(once)
  if (before) assert.deepEqual(answer.body.result, before.answer, 'the same write was answered differently')
  else ledger.acknowledged.writes.set(once, { business, answer: answer.body.result })
}

export function same_figures(ledger: Ledger, { body }: Answer): void {
  const { summary, platforms, previous } = body.result!
  const describe_restatement = JSON.stringify({ summary, platforms, previous })
  ledger.figures ??= describe_restatement
  assert.equal(describe_restatement, ledger.figures, 'the same question has another answer')
}

export interface Work {
  stop(): Promise<void>
}

/** Runs until it is stopped. Calls that fail because of a kill are not stored. */
export function keep_busy(url: string, pool: Pool, ledger: Ledger, figures: (answer: Answer) => void): Work {
  let working = true
  const [reference] = ledger.businesses
  const loop = async (work: () => Promise<void>) => {
    while (working) await work()
  }
  const ask = async () => {
    const answer = await call(url, reference!, 'get_kpi_summary', {})
    if (answer?.status !== 200) return void (await new Promise((done) => setTimeout(done, 50)))
    ledger.acknowledged.calls += 1
    figures(answer)
  }
  const make_keys = async () => {
    const name = randomUUID()
    const made = await create_key(pool, { org_id: reference!.org_id, name, scopes: ['ads:read'] }).catch(
      () => undefined,
    )
    if (made) ledger.acknowledged.keys.set(name, made.key)
    await new Promise((done) => setTimeout(done, 20))
  }
  const loops = Promise.all([loop(ask), loop(ask), loop(make_keys)])
  return {
    async stop() {
      working = false
      await loops
    },
  }
}

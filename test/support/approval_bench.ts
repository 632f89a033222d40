// Proposals and decisions through the engine's own path of calls, against the sandbox. A worker carries out what was approved.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { create_check_code } from '#accounts/check_code.ts'
import { connectors } from '#connectors/index.ts'
import { open_pool } from '#db/pool.ts'
import type { Scope } from '#domain/scopes.ts'
import type { Caller } from '#engine/access/caller.ts'
import { call } from '#engine/calls/call.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { jobs } from '#jobs/index.ts'
import { type ActionPlace, action_bench } from '#test/action_bench.ts'
import { add_member } from '#test/people.ts'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { areas } from '#tools/index.ts'
import { campaign_with, platforms } from '../actions/cases.ts'

export const SCOPES: Scope[] = [
  'ads:write',
  'ads:read',
  'analytics:read',
  'ecommerce:read',
  'notifications:read',
  'actions:read',
  'actions:approve',
  'ecommerce:write',
  'admin:*',
]

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked
type Result = any

/** Of the ad platform, only the streams that proposals and impacts read. The others are most of a sync. */
export function with_campaigns_only() {
  const { mx_ads } = connectors
  const { campaigns, campaign_daily } = mx_ads!.streams
  return { mx_ads: { ...mx_ads!, streams: { campaigns: campaigns!, campaign_daily: campaign_daily! } } }
}

/** `wait_ms`: the longest that a call waits for an end. Tests of changes that do not end within a call need not wait as long as callers do. */
export async function approval_bench({
  wait_ms,
  ...options
}: NonNullable<Parameters<typeof action_bench>[0]> & { wait_ms?: number } = {}) {
  const history = { last_days: WHOLE_HISTORY, connectors: with_campaigns_only() }
  const bench = await action_bench({ areas, pool_max: 16, ...history, ...options })
  const { engine, database } = bench
  const { work_run, carry_out_action } = jobs
  const worker = await start_worker({ ...engine, jobs: { work_run: work_run!, carry_out_action: carry_out_action! } })

  // Calls have fewer rights than the work of the bench.
  const pool = open_pool(database.place, { max: 16 })
  const check_code = create_check_code({ pool, ring: engine, base_url: () => engine.base_url })
  const ask = (caller: Caller, tool: string, input: object, org_id = caller.org_id) =>
    call(
      { ...engine, pool, check_code },
      { tool, input, credential: caller, org_id, transport: 'rest', request_id: randomUUID(), wait_ms },
    )

  async function ok(caller: Caller, tool: string, input: object): Promise<Result> {
    const answer = await ask(caller, tool, input)
    assert.ok(answer.ok, `${tool}: ${answer.ok || answer.error}`)
    return answer.result
  }
  /** The sentence of a refusal. */
  async function no(caller: Caller, tool: string, input: object, outcome = 'error'): Promise<string> {
    const answer = await ask(caller, tool, input)
    assert.equal(answer.outcome, outcome, JSON.stringify(answer))
    assert.ok(!answer.ok)
    return answer.error
  }
  const person = async (
    { org_id }: Pick<ActionPlace, 'org_id'>,
    role: 'admin' | 'member' = 'admin',
  ): Promise<Caller> => {
    const user_id = await add_member(database.owner, { org_id, role, is_approver: role === 'member' })
    return { via: 'session', actor: `user:${user_id}`, user_id, org_id, role, scopes: new Set(SCOPES) }
  }
  const agent = ({ org_id }: Pick<ActionPlace, 'org_id'>, agent_slug = 'seo'): Caller => ({
    ...{ via: 'agent', actor: `agent:${agent_slug}`, agent_slug, org_id, scopes: new Set(SCOPES) },
  })
  const mx = platforms[0]!
  return {
    ...bench,
    ask,
    ok,
    no,
    person,
    agent,
    /** A synced ad account, and one of its active campaigns. */
    async account(platform = mx.platform) {
      const of = platforms.find((one) => one.platform === platform)!
      const place = await bench.place_of(platform)
      await bench.sync({ org_id: place.org_id, connection_id: place.connection_id })
      const campaign = campaign_with(bench, of, place, 'active')
      return { place, campaign_id: campaign.id, platform: of.world }
    },
    /** How many writes the platform carried out. */
    writes: (platform = mx.platform) => bench.sandbox.world.writes.count(platform),
    rows: async (sql: string, values: unknown[] = []): Promise<Result[]> =>
      (await database.owner.query(sql, values)).rows,
    /** The amount in pesos above which an approval needs a code. null: none does. */
    set_code_amount: (org_id: string, units: number | null) =>
      database.owner.query('update orgs set code_amount_micros = $2, code_currency = $3 where org_id = $1', [
        ...[org_id, units && units * 1e6, units && 'MXN'],
      ]),
    async close() {
      await worker.stop()
      await pool.end()
      await bench.close()
    },
  }
}

export type ApprovalBench = Awaited<ReturnType<typeof approval_bench>>

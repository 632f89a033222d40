// Processes that are killed, or stopped and woken, at every step of an action: proposed, approved by a person or by a rule, queued, sent,
// checked, ended. 30 % of the writes are lost or late. The platform's own record of what it carried out is compared with every status.
// APPROVAL_KILLS=200: 200 kills and stops. APPROVAL_SEED: other values.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { set_guardrail } from '#engine/approvals/guardrails.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { SCOPES, with_campaigns_only } from '#test/approval_bench.ts'
import { add_member } from '#test/people.ts'
import { Fleet } from './deciding_fleet.ts'
import { start_clock } from './shared_clock.ts'
import { open_wire } from './unsteady_wire.ts'

const KILLS = Number(process.env.APPROVAL_KILLS ?? 6)
const SEED = Number(process.env.APPROVAL_SEED ?? 1)
/** A minute takes 1.2 s. With a faster clock, a busy machine sends nothing within PROMISE_MAX_MS. */
const SPEED = 50
const CAMPAIGNS = 8
/** Actors propose in turn, because each has a limit in an hour. */
const ACTORS = 40
/** On a busy machine, four new processes can need half a minute until one of them is ready. */
const ANSWERED_WITHIN_MS = 120_000
const ENDS_WITHIN_MS = 60_000
/** A process that lost its processor for longer than this, between its promise and the sending, must not send. */
const PROMISE_MAX_MS = 30_000
const SHOWN_MIN_S = 60
const SHOWN_MAX_S = 118
/** What the wire can still hold. */
const LATEST_MS = 60_000

let chance = SEED
const random = () => {
  chance = (chance * 48_271) % 2_147_483_647
  return chance / 2_147_483_647
}

let bench: ActionBench
let place: ActionPlace
let folder: string
let fleet: Fleet
let wire: Awaited<ReturnType<typeof open_wire>>
let time: ReturnType<typeof start_clock>
let people: Caller[]
let agents: Caller[]
/** Values of the budgets that the platform set, in cents, by its own record. */
const landed: number[] = []

before(async () => {
  bench = await action_bench({ connectors: with_campaigns_only() })
  place = await bench.place_of('mx_ads')
  await bench.sync({ org_id: place.org_id, connection_id: place.connection_id })
  const { sandbox, database } = bench
  const { writes } = sandbox.world
  const change = writes.change
  writes.change = (platform, id, fields, delay_s) => {
    landed.push(Number(fields.daily_budget))
    // Readers see some changes only at the end of the platform's two minutes.
    if (random() < 0.2) writes.next({ delay_s: SHOWN_MIN_S + random() * (SHOWN_MAX_S - SHOWN_MIN_S) })
    change(platform, id, fields, delay_s)
  }
  people = await Promise.all(Array.from({ length: ACTORS }, person))
  agents = people.map((_, n) => ({
    ...{ via: 'agent', actor: `agent:seo-${n}`, agent_slug: `seo-${n}`, org_id: place.org_id, scopes: new Set(SCOPES) },
  }))
  folder = await mkdtemp(join(tmpdir(), 'tablero-clock-'))
  const clock_path = join(folder, 'clock')
  const on_tick = (now: number) => sandbox.clock.set(now)
  time = start_clock(clock_path, { start: sandbox.clock.now(), speed: SPEED, on_tick })
  const { clock } = time
  const { port } = sandbox.app.server.address() as AddressInfo
  const at_moment = (process: string, moment: string) => fleet.at_moment(process, moment)
  wire = await open_wire({ port, clock, random, at_moment })
  const cut = (name: string) =>
    database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1 || ' %' and pid in (select pid from pg_locks where locktype = 'advisory')`,
      [name],
    )
  fleet = new Fleet({
    database_url: database.url,
    clock_path,
    clock,
    random,
    cut,
    strikes: KILLS,
    sandbox_url: wire.url,
  })
})
after(async () => {
  await fleet?.stop()
  wire?.close()
  time?.stop()
  // The pace of requests is not what is tested, and several processes send within one tick of the clock.
  bench?.sandbox.limits.clear_violations()
  await bench?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function person(): Promise<Caller> {
  const { org_id } = place
  const user_id = await add_member(bench.database.owner, { org_id, role: 'admin' })
  return { via: 'session', actor: `user:${user_id}`, user_id, org_id, role: 'admin', scopes: new Set(SCOPES) }
}

const rows = async (sql: string, values: unknown[] = []) => (await bench.database.owner.query(sql, values)).rows

/** Asks until a process answers what is no fault of a killed process. */
async function ask(caller: Caller, tool: string, input: object) {
  const key = tool.startsWith('propose') ? randomUUID() : undefined
  let last: unknown
  const until = performance.now() + ANSWERED_WITHIN_MS
  while (performance.now() < until) {
    const answer = await fleet.ask(caller, tool, input, key)
    last = answer ?? last
    if (answer?.ok || answer?.outcome === 'denied_scope') return answer
    if (answer) await sleep(50)
  }
  throw new Error(`${tool} was not answered: ${JSON.stringify(last)}`)
}

interface Proposal {
  action_id: string
  cents: number
  is_approved: boolean
}
const proposals: Proposal[] = []

/** Campaigns of which a person has rejected a change. Rules approve none of them any more. */
const rejected = new Set<string>()

/** One change of a campaign from its proposal to its end. */
async function change(campaign_id: string, n: number, can_be_rejected: boolean): Promise<void> {
  const kind = (['person', 'rule', 'nobody', 'person', 'rule'] as const)[n % 5]!
  const [ana, agent] = [people[n % ACTORS]!, agents[n % ACTORS]!]
  const cents = 40_000 + n
  const input = { platform: 'mx', campaign_id, new_daily_budget: cents / 100 }
  const answer = await ask(kind === 'rule' ? agent : ana, 'propose_update_budget', input)
  assert.ok(answer.ok, JSON.stringify(answer))
  const { action_id } = answer.result as { action_id: string }
  const waits = kind === 'nobody' || (kind === 'rule' && rejected.has(campaign_id))
  proposals.push({ action_id, cents, is_approved: !waits })
  if (kind === 'nobody') {
    const no = await ask(agent, 'approve_action', { action_id })
    assert.equal(no.outcome, 'denied_scope')
    if (can_be_rejected && random() < 0.5) {
      await ask(ana, 'reject_action', { action_id })
      rejected.add(campaign_id)
    }
    return
  }
  if (kind === 'person') {
    const times = random() < 0.5 ? 1 : 2
    await Promise.all(Array.from({ length: times }, () => ask(ana, 'approve_action', { action_id })))
  }
  const until = performance.now() + ENDS_WITHIN_MS
  for (;;) {
    const [{ status }] = await rows('select status from actions where action_id = $1', [action_id])
    if (status !== 'approved') return
    assert.ok(performance.now() < until, `the action ${action_id} did not end`)
    await sleep(20)
  }
}

async function allow_by_rule(): Promise<void> {
  const caller = people[0]!
  for (const { agent_slug } of agents as { agent_slug: string }[])
    await in_org(bench.engine.pool, place, (db) =>
      set_guardrail(
        { db, org: { ...place, currency: 'MXN' }, caller, now: bench.engine.clock.now() },
        {
          ...{ agent_slug, action_type: null, needs_approval: false, automatic_amount_micros: 10n ** 15n },
          ...{ automatic_percent: null, cooldown_hours: null, day_amount_micros: null, day_count: 10_000 },
          ...{ budget_max_micros: null, raise_max_percent: null, cut_max_percent: null },
        },
      ),
    )
}

/** Each action with its execution and its one step. */
const ends = () =>
  rows(
    `select a.action_id, a.status, a.cause, e.state, s.state as step, s.sent_at, (a.input ->> 'daily_budget')::numeric * 100 as cents
     from actions a left join action_executions e using (org_id, execution_id) left join action_steps s using (org_id, execution_id)`,
  )

test('no change is carried out twice and every status is true, whatever process is killed or stopped, and when', async (context) => {
  context.diagnostic(`APPROVAL_SEED=${SEED}`)
  await allow_by_rule()
  const campaigns = bench.sandbox.world.ads.mx.campaigns.filter(
    ({ account_id, status }) => account_id === place.account_id && status === 'active',
  )
  fleet.start()
  let n = 0
  await Promise.all(
    campaigns.slice(0, CAMPAIGNS).map(async ({ id }, at) => {
      while (!fleet.is_struck_enough) await change(id, n++, at % 2 === 0)
      await change(id, n++, at % 2 === 0)
    }),
  )
  await time.clock.sleep(LATEST_MS)
  await fleet.stop()

  const count: Record<string, number> = {}
  let [duplicates, untrue, after_waking] = [0, 0, 0]
  const wrong: unknown[] = []
  const found = await ends()
  for (const end of found) {
    const times = landed.filter((cents) => cents === Number(end.cents)).length
    const proposal = proposals.find(({ action_id }) => action_id === end.action_id)
    const is_true = {
      executed: times === 1 && end.state === 'executed' && end.step === 'done',
      failed: times === 0 && end.state === 'failed' && end.step !== 'done',
      rejected: times === 0,
      pending: times === 0,
    }[end.status as string]
    if (times > 1) duplicates += 1
    if (!is_true || !proposal || proposal.is_approved !== (end.state !== null)) {
      untrue += 1
      wrong.push({ ...end, times })
    }
    const promised_ms = Date.parse(end.sent_at)
    for (const { body, sent_ms, process } of wire.sent)
      if (body.daily_budget === Number(end.cents) && sent_ms - promised_ms > PROMISE_MAX_MS) {
        after_waking += 1
        wrong.push({ ...end, process, late_ms: sent_ms - promised_ms })
      }
    const name = end.status === 'failed' ? `failed ${end.cause}` : end.status
    count[name] = (count[name] ?? 0) + 1
  }
  const { kills, stops, cut } = fleet.counts
  const { lost, unanswered, late } = wire.count
  context.diagnostic(
    `${kills} kills, ${stops} stops (${cut} lost their locks meanwhile), ${wire.sent.length} writes sent: ${lost} lost, ${unanswered} without an answer, ${late} late`,
  )
  context.diagnostic(`${found.length} actions: ${JSON.stringify(count)}; ${landed.length} carried out`)
  context.diagnostic(`${duplicates} carried out twice, ${untrue} untrue, ${after_waking} sent after waking`)
  context.diagnostic(`moments: ${JSON.stringify(fleet.struck)}`)
  assert.deepEqual(wrong, [])
  assert.deepEqual(fleet.faults, [])
  assert.equal(duplicates + untrue + after_waking, 0)
  assert.ok(kills + stops >= KILLS && landed.length > 0 && count.executed! > 0)
})

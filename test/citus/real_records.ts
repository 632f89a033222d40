// What people and agents of an organization make beside the data of platforms: rules, webhooks, proposals, members, keys and an agency.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Engine } from '#engine/engine.ts'
import { Dispatcher } from '#engine/outbound_webhooks/dispatcher.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { pagespeed_key } from '#test/pagespeed.ts'
import { add_member, call_as_member, type Member, new_agency, result_of } from '#test/people.ts'
import type { App } from '../../src/app.ts'
import { open_app } from './cluster.ts'
import { type RealData, run_alone } from './real_data.ts'

export interface People {
  admin: Member
  /** The admin of an agency whose client the organization is. */
  agency: Member
}

type Ask = (tool: string, input?: object) => ReturnType<typeof call_as_member>

/** Figures that alert whenever there are any, one that never does, and one that looks for breaks. */
const RULES = [
  { metric: 'store.orders', threshold: 1 },
  { metric: 'store.revenue', threshold: 1 },
  { metric: 'store.revenue', threshold: 5, condition: 'anomaly' },
  { metric: 'store.orders', threshold: 1, condition: 'below' },
]
/** Each ad platform with changes, by the name of its tools. */
const AD_PLATFORMS = { mx: 'mx_ads', gx: 'gx_ads', tx: 'tx_ads' }
const PAGES = ['https://www.example.com/', 'https://www.example.com/sofas']
const POLL_MS = 20
const CREDITS = 1_000_000_000

/** Makes them with the tools, then runs the jobs that read the data: alerts and recommendations. */
export async function make_records({ bench, org_id }: RealData): Promise<People> {
  const { engine, database } = bench
  const app = await open_app(database.place, {
    config: { pagespeed_api_key: pagespeed_key },
    // The bench closes what both servers use.
    parts: { clock: engine.clock, outbound: { ...engine.outbound, close: async () => {} } },
  })
  const { work_run } = app.engine.jobs
  const worker = await start_worker({ ...app.engine, jobs: { work_run: work_run! } })
  try {
    const db = database.owner
    await db.query('update credit_balances set balance = $2 where org_id = $1', [org_id, CREDITS])
    const email = `${randomUUID()}@example.com`
    const user_id = await add_member(db, { org_id, role: 'admin', is_approver: true, email })
    const admin: Member = { org_id, role: 'admin', user_id, is_approver: true }
    const ask: Ask = (tool, input = {}) => call_as_member(app.engine, tool, input, admin)
    const agency = await make_agency({ engine: app.engine, db }, email, ask)
    await make_own(ask)
    await make_proposals(ask, await campaigns_of(bench, org_id))
    for (const name of ['evaluate_alerts', 'find_recommendations'])
      await run_alone(bench, name, { org_id, payload: {} })
    await deliver(app, database.owner)
    return { admin, agency }
  } finally {
    await worker.stop()
    await app.close()
  }
}

/** Sends what webhooks wait for. */
async function deliver({ engine }: App, db: pg.Pool) {
  const dispatcher = new Dispatcher({ ...engine, pool: engine.pool.worker })
  const due = 'select from webhook_deliveries where next_at <= $1'
  while ((await db.query(due, [engine.clock.now().toISOString()])).rowCount! > 0) await sleep(POLL_MS)
  await dispatcher.stop()
}

/** An agency that the organization has accepted, and one that waits for an answer. */
async function make_agency(made: { engine: Engine; db: pg.Pool }, email: string, ask: Ask): Promise<Member> {
  const [accepted, waiting] = [await new_agency(made), await new_agency(made)]
  const { request_id } = result_of(await accepted.ask('request_access', { email }))
  result_of(await ask('accept_access_request', { request_id }))
  result_of(await waiting.ask('request_access', { email }))
  return { org_id: accepted.org_id, role: 'admin', user_id: accepted.admin }
}

async function make_own(ask: Ask) {
  for (const rule of RULES) result_of(await ask('create_alert_rule', rule))
  const events = ['alert.fired', 'order.created']
  for (const name of ['Alerts', 'Orders']) {
    const wanted = { name, url: `https://receiver.example/ok/${name}`, events }
    const { webhook_id } = result_of(await ask('create_webhook', wanted))
    result_of(await ask('test_webhook', { webhook_id }))
  }
  for (const url of PAGES) result_of(await ask('run_pagescore_scan', { url }))
  result_of(await ask('set_guardrail', { action_type: 'set_daily_budget', needs_approval: true, day_amount: '200' }))
  for (const name of ['one', 'other']) result_of(await ask('create_api_key', { name, scopes: ['ads:read'] }))
  for (const name of ['ana', 'eva'])
    result_of(await ask('invite_user', { email: `${name}@example.com`, role: 'viewer' }))
}

async function campaigns_of({ database }: RealData['bench'], org_id: string) {
  const { rows } = await database.owner.query<{ platform: string; campaign_id: string }>(
    `select platform, campaign_id from (
       select platform, campaign_id, row_number() over (partition by platform order by campaign_id) as place
       from ad_campaigns where org_id = $1 and lower(status) in ('active', 'enabled', 'enable')) c
     where place <= 3 order by 1, 2`,
    [org_id],
  )
  return Object.entries(AD_PLATFORMS).flatMap(([platform, key]) =>
    rows.filter((row) => row.platform === key).map(({ campaign_id }) => ({ platform, campaign_id })),
  )
}

/** A proposal for each campaign, of which every third is rejected. */
async function make_proposals(ask: Ask, campaigns: { platform: string; campaign_id: string }[]) {
  for (const [at, campaign] of campaigns.entries()) {
    const proposed = await ask('propose_pause_campaign', { ...campaign, reason: 'It sells nothing.' })
    const { action_id } = result_of(proposed)
    if (at % 3 === 0) result_of(await ask('reject_action', { action_id, reason: 'Not now.' }))
  }
}

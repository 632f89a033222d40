// A change at a platform from the proposal of an agent to its undo, on a real Tablero: proposed with a key, approved on a phone with a code, shown
// by the sandbox, and undone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { BrowserAnswer } from '#test/browser.ts'
import { assert_well_made } from '#test/dashboard.ts'
import { type LoadedOrg, type RealDashboard, shared_real_dashboard, type Visitor } from '#test/real_dashboard.ts'
import { type SecondFactor, set_up_second_factor } from '#test/second_factor.ts'

/** Reading back, and a busy machine. */
const END_MS = 60_000

let dashboard: RealDashboard
let org: LoadedOrg
let campaign: { campaign_id: string; budget: number }
let person: Visitor
let app: SecondFactor
before(async () => {
  dashboard = await shared_real_dashboard()
  org = await dashboard.loaded_org('Casa Lumbre', ['mx_ads'])
  campaign = await campaign_with_budget()
  person = await dashboard.member({
    org_id: org.org_id,
    role: 'admin',
    email: 'approver@casalumbre.example',
    width: 390,
  })
  app = await set_up_second_factor({ auth: (path, body) => post(person, `/api/auth${path}`, body) })
  const set = await post(person, '/api/v1/set_code_amount', { code_amount: '10' })
  assert.equal(set.status, 200, set.text)
})
after(() => dashboard.close())

async function post(
  { context }: Visitor,
  path: string,
  data: object,
): Promise<Pick<BrowserAnswer, 'status' | 'body' | 'text'>> {
  const headers = { origin: dashboard.url, 'x-svc-org': org.org_id }
  const answer = await context.request.post(dashboard.url + path, { headers, data })
  return { status: answer.status(), body: await answer.json(), text: await answer.text() }
}

/** Calls a tool with the key of an agent. */
async function by_key(tool: string, input: object) {
  const answer = await fetch(`${dashboard.url}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await answer.json()) as {
    ok: boolean
    error: string
    result: { action_id: string; link: string; status: string }
  }
}

async function campaign_with_budget() {
  const { rows } = await dashboard.db.query<{ campaign_id: string; micros: string }>(
    `select c.campaign_id, c.daily_budget_micros as micros from ad_campaigns c
       join connection_accounts a on a.org_id = c.org_id and a.connection_id = c.connection_id and a.account_id = c.account_id
     where c.org_id = $1 and c.daily_budget_micros > 0 and a.currency = 'MXN' and lower(c.status) = 'active'
     order by c.campaign_id limit 1`,
    [org.org_id],
  )
  const { campaign_id, micros } = rows[0]!
  return { campaign_id, budget: Number(micros) / 1e6 }
}

/** What the platform holds now, in the account's currency. */
const budget_at_platform = () => {
  const written = dashboard.sandbox.world.writes.of('mx_ads', campaign.campaign_id)?.daily_budget
  return written === undefined ? campaign.budget : Number(written) / 100
}

const text = (page: Page, words: string) => page.getByRole('dialog').getByText(words).first()

/** Two taps and a code. Each code of the app works once. */
async function approve(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).tap()
  await page.getByLabel('One-time code').fill(code)
  await page.getByRole('button', { name: 'Yes, carry it out' }).tap()
  await text(page, 'The platform shows what was approved.').waitFor({ timeout: END_MS })
}

test('an agent proposes, a person approves on a phone with a code, the sandbox shows it, and the undo restores it', async () => {
  const { page } = person
  const wanted = campaign.budget + 50
  const proposed = await by_key('propose_update_budget', {
    ...{ platform: 'mx', campaign_id: campaign.campaign_id, new_daily_budget: wanted, reason: 'It sells well.' },
  })
  assert.ok(proposed.ok, proposed.error)
  const { action_id, link, status } = proposed.result
  assert.deepEqual([status, link], ['pending', `${dashboard.url}/o/${org.org_id}/approvals?action=${action_id}`])
  assert.match((await by_key('approve_action', { action_id })).error, /acts for an agent/)
  const without_code = await post(person, '/api/v1/approve_action', { action_id })
  assert.equal(without_code.status, 400)
  assert.match(without_code.body.error, /needs a one-time code/)
  assert.equal(budget_at_platform(), campaign.budget)

  await page.goto(link)
  await text(page, 'It sells well.').waitFor()
  await assert_well_made(person)
  await approve(page, app.code())
  assert.equal(budget_at_platform(), wanted)
  await text(page, 'Ana (with a one-time code)').waitFor()

  await page.getByRole('button', { name: 'Propose to undo it' }).tap()
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  assert.notEqual(new URL(page.url()).searchParams.get('action'), action_id)
  assert.equal(budget_at_platform(), wanted)
  await approve(page, app.code(1))
  assert.equal(budget_at_platform(), campaign.budget)
  assert.deepEqual(person.faults, [])
})

// From an alert to a changed budget and back, on a real Tablero and through its pages, on a large screen and on a phone. The rules
// themselves find what is recommended, in the figures that a sync has read.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { assert_well_made } from '#test/dashboard.ts'
import { type LoadedOrg, open_real_dashboard, type RealDashboard } from '#test/real_dashboard.ts'
import { button, dialog, PHONE, type Screen, signed_in, thumb_on, until, WIDE } from '#test/real_screens.ts'
import { set_up_second_factor } from '#test/second_factor.ts'

/** The second press of a double press counts from then on. */
const RESTED_MS = 800
/** The world of another day has other campaigns, of which the rules may recommend nothing. */
const NOW = '2026-11-25T18:00:00Z'
/** Days that the rule about budgets needs, and the days around them in other time zones. */
const HISTORY_DAYS = 40
/** Receivers accept no older events. */
const SENT_BEFORE_MAX_MS = 300_000
/** Every change of the test is larger. */
const CODE_AMOUNT = '10'
/** Reading back, and a busy machine. */
const END_MS = 60_000
const WIDTHS = [WIDE, PHONE.width]
/** A person with a large screen approves on a phone, so that this run has both. With SCREENS=all another one has the phone alone. */
const RUN_WIDTHS = process.env.SCREENS === 'all' ? WIDTHS : [WIDE]

let dashboard: RealDashboard
let org: LoadedOrg
before(async () => {
  dashboard = await open_real_dashboard({ history_days: HISTORY_DAYS, now: NOW })
  org = await dashboard.loaded_org('Casa Lumbre', ['gx_ads'])
  await until(async () => (await open_recommendations()).length > 1, 'the rules found too little')
})
after(() => dashboard.close())

// ---- who learns of an alert ------------------------------------------------------------------------------------------------

async function set_chat(screen: Screen, address: string): Promise<void> {
  const { page } = screen
  await screen.go('settings/organization')
  await page.getByLabel(/^(Address of the chat|Another address)$/).fill(address)
  const saved = page.waitForResponse('**/api/v1/update_org_channels')
  await page.keyboard.press('Enter')
  await saved
  await page.getByText('Slack · hooks.slack.com').waitFor()
  await assert_well_made(screen)
}

/** Returns the secret, which the page shows once. */
async function make_webhook(screen: Screen, name: string, address: string): Promise<string> {
  const { page, press } = screen
  await screen.go('webhooks')
  await press(button(page, 'Create a webhook'))
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Address').fill(address)
  await press(dialog(page).getByRole('checkbox', { name: /^alert\.fired/ }))
  await press(button(dialog(page), 'Create the webhook'))
  const secret = await dialog(page).getByRole('textbox', { name: 'The secret of your webhook' }).inputValue()
  await press(button(dialog(page), 'Done'))
  await page.getByText('None in 30 days').first().waitFor()
  await assert_well_made(screen)
  assert.ok(!(await page.content()).includes(secret))
  return secret
}

async function send_test({ page, press }: Screen, name: string): Promise<void> {
  await press(page.getByRole('button', { name: new RegExp(`^${name}`) }))
  await press(button(dialog(page), 'Send a test'))
  const attempt = page.getByRole('region', { name: 'Attempts of 30 days' }).getByRole('listitem')
  await attempt.getByText('Delivered · 200').waitFor()
  await attempt.getByText('webhook.test').waitFor()
}

/** A rule that every day with ads breaches. */
async function make_rule(screen: Screen, name: string): Promise<void> {
  const { page, press } = screen
  await screen.go('alerts')
  await press(page.getByRole('button', { name: 'Create a rule' }).first())
  const open_list = (label: string) => press(dialog(page).getByRole('combobox', { name: label, exact: true }))
  await open_list('Figure')
  await press(page.getByRole('group', { name: 'Search ads' }).getByRole('option', { name: /^Spend/ }))
  await open_list('Alert when it')
  await press(page.getByRole('option', { name: /^is above a value/ }))
  await dialog(page)
    .getByLabel(/^Threshold/)
    .fill('1')
  await dialog(page).getByLabel('Name').fill(name)
  await assert_well_made(screen)
  await press(button(dialog(page), 'Create the rule'))
  await dialog(page)
    .getByText(/it would have opened an alert/)
    .waitFor()
  await press(button(dialog(page), 'Done'))
}

async function reads(): Promise<number> {
  const { rowCount } = await dashboard.db.query('select from notification_reads where org_id = $1', [org.org_id])
  return rowCount!
}

async function assert_alert_is_shown(screen: Screen, name: string): Promise<void> {
  const { page, press } = screen
  const reads_before = await reads()
  await press(page.getByRole('banner').getByRole('link', { name: /^Notifications, \d+ unread/ }))
  const notification = page
    .getByRole('list', { name: 'Notifications', exact: true })
    .getByRole('listitem')
    .filter({ hasText: name })
    .first()
  await notification.getByText('Unread').waitFor()
  await assert_well_made(screen)
  await press(notification.getByRole('link'))
  await page.waitForURL('**/alerts?rule=*')
  await dialog(page).getByText('Alert', { exact: true }).waitFor()
  await assert_well_made(screen)
  await page.keyboard.press('Escape')
  // Others can arrive meanwhile, so the number at the bell says less.
  await until(async () => (await reads()) > reads_before, 'the notification stays unread')
  await page.getByRole('row').filter({ hasText: name }).getByText('Alert', { exact: true }).waitFor()
  await assert_well_made(screen)
}

/** What the sandbox received at an address. */
const received_at = (platform: string, address: string) =>
  dashboard.sandbox.log.list(platform).filter(({ url }) => url === address)

async function assert_others_know(name: string, { chat, webhook, secret }: Record<string, string>): Promise<void> {
  const says = ({ body }: { body: unknown }) => JSON.stringify(body).includes(name)
  await until(async () => received_at('chat', chat!).some(says), 'the chat got no message')
  await until(async () => received_at('receiver', webhook!).some(says), 'the webhook got no event')
  const { body, headers } = received_at('receiver', webhook!).find(says)!
  const { type } = body as { type: string }
  assert.equal(type, 'alert.fired')
  const sent_ms = Number(headers['webhook-timestamp']) * 1000
  assert.ok(dashboard.sandbox.clock.now() - sent_ms < SENT_BEFORE_MAX_MS, `sent at ${sent_ms}`)
  const signed_by = (by: string) =>
    new Webhook(by).sign(String(headers['webhook-id']), new Date(sent_ms), JSON.stringify(body))
  assert.equal(headers['webhook-signature'], signed_by(secret!))
  assert.notEqual(headers['webhook-signature'], signed_by(`whsec_${Buffer.alloc(32).toString('base64')}`))
}

// ---- from a recommendation to a proposal ---------------------------------------------------------------------------------

async function open_recommendations() {
  const { rows } = await dashboard.db.query<{ recommendation_id: string; call: { input: object } }>(
    `select recommendation_id, call from recommendations where org_id = $1 and rule = 'budget_lost' and status = 'new'`,
    [org.org_id],
  )
  return rows
}

async function status_of(table: 'recommendations' | 'actions', key: string, id: string): Promise<string> {
  const { rows } = await dashboard.db.query<{ status: string }>(
    `select status from ${table} where org_id = $1 and ${key} = $2`,
    [org.org_id, id],
  )
  return rows[0]!.status
}

interface Proposed {
  action_id: string
  recommendation_id: string
  title: string
  campaign_id: string
  budget: number
  wanted: number
}

/** Proposes the first change of the page as the page has it. */
async function propose(screen: Screen): Promise<Proposed> {
  const { page, press } = screen
  await screen.go('recommendations')
  const item = page.getByRole('list', { name: 'Recommendations', exact: true }).getByRole('listitem').first()
  const title = (await item.getByRole('heading').textContent())!
  await assert_well_made(screen)
  await press(button(item, `Propose the change: ${title}`))
  await assert_well_made(screen)
  const answered = page.waitForResponse('**/api/v1/propose_update_budget')
  await press(button(dialog(page), 'Propose the change'))
  const answer = await answered
  const { reason, ...input } = answer.request().postDataJSON()
  assert.ok(reason.startsWith(title), reason)
  const { recommendation_id } = (await open_recommendations()).find(({ call }) => same(call.input, input))!
  const { campaign_id, new_daily_budget: wanted } = input
  const budget = budget_at_start(campaign_id)
  const change = ((await dialog(page).getByRole('definition').textContent()) ?? '').replaceAll(/\s+/g, ' ')
  assert.equal(change, `From ${amount(budget)} → To ${amount(wanted)}`)
  await assert_well_made(screen)
  await press(dialog(page).getByRole('link', { name: 'Look at the proposal' }))
  await page.waitForURL('**/approvals?action=*')
  const action_id = new URL(page.url()).searchParams.get('action')!
  await dialog(page).getByText('What changes').waitFor()
  await assert_well_made(screen)
  return { action_id, recommendation_id, title, campaign_id, budget, wanted }
}

const same = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
const amount = (value: number) =>
  value.toLocaleString('en', { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' })

const budget_at_start = (campaign_id: string) =>
  dashboard.sandbox.world.ads.gx.campaigns.find(({ id }) => id === campaign_id)!.daily_budget_cents / 100

/** What the platform shows now, in the account's currency. */
function budget_at_platform(campaign_id: string): number {
  const written = dashboard.sandbox.world.writes.of('gx_ads', `campaignBudget 8${campaign_id.slice(1)}`)
  return written === undefined ? budget_at_start(campaign_id) : Number(written.amountMicros) / 1e6
}

// ---- on the phone ----------------------------------------------------------------------------------------------------------

/** One tap, a double tap, and a late tap at the same place. */
async function tap_astray({ page }: Screen, action_id: string): Promise<void> {
  const place = await thumb_on(page, 'Approve')
  for (const wait_ms of [0, RESTED_MS, 0]) {
    await page.touchscreen.tap(...place)
    await page.waitForTimeout(wait_ms)
  }
  await page.waitForTimeout(RESTED_MS)
  assert.equal(await status_of('actions', 'action_id', action_id), 'pending')
}

async function approve(screen: Screen, code: string): Promise<void> {
  const { page } = screen
  await button(page, 'Approve').or(button(page, 'Yes, carry it out')).first().waitFor()
  if (await button(page, 'Approve').isVisible()) await page.touchscreen.tap(...(await thumb_on(page, 'Approve')))
  await page.getByLabel('One-time code').fill(code)
  await thumb_on(page, 'Yes, carry it out')
  await assert_well_made(screen)
  await button(page, 'Yes, carry it out').tap()
  await dialog(page).getByText('The platform shows what was approved.').waitFor({ timeout: END_MS })
  await assert_well_made(screen)
}

async function open_waiting(phone: Screen, action_id: string): Promise<void> {
  const { page } = phone
  await phone.go('approvals')
  const line = page.getByRole('region', { name: 'Waiting', exact: true }).locator('tbody tr[aria-rowindex]').first()
  await line.waitFor()
  await assert_well_made(phone)
  await line.getByRole('button').first().tap()
  await page.waitForURL(`**/approvals?action=${action_id}`)
}

async function assert_applied(screen: Screen, { recommendation_id, title }: Proposed): Promise<void> {
  const { page } = screen
  assert.equal(await status_of('recommendations', 'recommendation_id', recommendation_id), 'applied')
  await screen.go('recommendations?tab=ended')
  await page.getByRole('listitem').filter({ hasText: title }).getByText('Carried out').waitFor()
  await assert_well_made(screen)
}

suite('an alert reaches everyone, and a recommendation becomes a change that is approved on a phone and undone', () => {
  for (const width of RUN_WIDTHS)
    test(`at ${width} pixels`, async (context) => {
      const email = `ana${width}@casalumbre.example`
      // Makes the account. The person then signs in, on the large screen once the factor is set up: earlier sessions end.
      await (await dashboard.member({ org_id: org.org_id, role: 'admin', email })).close()
      const phone = await signed_in(dashboard, org.org_id, email, PHONE.width)
      const app = await set_up_second_factor({ auth: (path, body) => phone.post(`/api/auth${path}`, body) })
      const screen =
        width === WIDE ? await signed_in(dashboard, org.org_id, email, width, app.recovery_codes[0]) : phone
      const set = await phone.post('/api/v1/set_code_amount', { code_amount: CODE_AMOUNT })
      assert.equal(set.status, 200, set.text)

      const name = `Spends at ${width}`
      const [chat, webhook] = [
        `https://hooks.slack.com/services/T000/B000/w${width}`,
        `https://receiver.example/ok/w${width}`,
      ]
      await set_chat(screen, chat)
      const secret = await make_webhook(screen, `Alerts at ${width}`, webhook)
      await send_test(screen, `Alerts at ${width}`)
      await make_rule(screen, name)
      await assert_alert_is_shown(screen, name)
      await assert_others_know(name, { chat, webhook, secret })

      const proposed = await propose(screen)
      const { action_id, campaign_id, budget, wanted } = proposed
      assert.equal(budget_at_platform(campaign_id), budget)
      await open_waiting(phone, action_id)
      await tap_astray(phone, action_id)
      assert.equal(budget_at_platform(campaign_id), budget)
      await approve(phone, app.code())
      assert.equal(budget_at_platform(campaign_id), wanted)
      await assert_applied(screen, proposed)

      await phone.go(`approvals?action=${action_id}`)
      await button(phone.page, 'Propose to undo it').tap()
      await button(phone.page, 'Approve').waitFor()
      assert.equal(budget_at_platform(campaign_id), wanted)
      await approve(phone, app.code(1))
      assert.equal(budget_at_platform(campaign_id), budget)
      for (const { faults } of [screen, phone]) assert.deepEqual(faults, [])
      await screen.close()
      if (phone !== screen) await phone.close()
      context.diagnostic(`${RUN_WIDTHS.length} of ${WIDTHS.length} screens`)
    })
})

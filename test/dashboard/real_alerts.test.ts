// From an alert rule to everyone who learns of it, on a real Tablero and through its pages alone: bell, notification, chat and webhook.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { open_real_dashboard, type RealDashboard } from '#test/real_dashboard.ts'

const SLACK = 'https://hooks.slack.com/services/T000/B000/slacktoken'
const RECEIVER = 'https://receiver.example/ok/alerts'
const EMAIL = 'ana@alertas.example'

let dashboard: RealDashboard
let org_id: string
before(async () => {
  dashboard = await open_real_dashboard()
  ;({ org_id } = await dashboard.loaded_org('Casa Lumbre', ['gx_analytics'], { language: 'en' }))
})
after(() => dashboard.close())

const dialog = (page: Page) => page.getByRole('dialog')

async function set_chat(page: Page): Promise<void> {
  await page.goto(`${dashboard.url}/o/${org_id}/settings/organization`)
  await page.getByLabel('Address of the chat').fill(SLACK)
  await page.keyboard.press('Enter')
  await page.getByText('Slack · hooks.slack.com').waitFor()
}

/** Returns the secret, which the page shows once. */
async function make_webhook(page: Page): Promise<string> {
  await page.goto(`${dashboard.url}/o/${org_id}/webhooks`)
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  await dialog(page).getByLabel('Name').fill('Alerts')
  await dialog(page).getByLabel('Address').fill(RECEIVER)
  await dialog(page)
    .getByRole('checkbox', { name: /^alert\.fired/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Create the webhook' }).click()
  const secret = await dialog(page).getByRole('textbox', { name: 'The secret of your webhook' }).inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByText('None in 30 days').waitFor()
  return secret
}

async function test_webhook(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Alerts/ }).click()
  await dialog(page).getByRole('button', { name: 'Send a test' }).click()
  const attempt = page.getByRole('region', { name: 'Attempts of 30 days' }).getByRole('listitem')
  await attempt.getByText('Delivered · 200').waitFor()
  await attempt.getByText('webhook.test').waitFor()
}

async function make_rule(page: Page): Promise<void> {
  await page.goto(`${dashboard.url}/o/${org_id}/alerts`)
  await page.getByRole('button', { name: 'Create a rule' }).click()
  const choose = async (label: string, option: RegExp) => {
    await dialog(page).getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option }).first().click()
  }
  await choose('Figure', /^Sessions/)
  await choose('Alert when it', /^is above a value/)
  await dialog(page).getByLabel('Threshold (a number)').fill('1')
  await dialog(page).getByLabel('Name').fill('Any visit')
  await dialog(page).getByRole('button', { name: 'Create the rule' }).click()
  await dialog(page).getByText('it would have opened an alert on 1 day:').waitFor()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
}

const log_of = async (platform: string) => {
  const answer = await fetch(`${new URL(dashboard.mail_url).origin}/control/log?platform=${platform}`)
  return JSON.stringify(await answer.json())
}

async function until(is_so: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await is_so())) {
    assert.ok(performance.now() < deadline, what)
    await new Promise((done) => setTimeout(done, 100))
  }
}

test('a rule that a person makes fires, and the bell, the chat and the webhook learn of it', async () => {
  const { page, faults, close } = await dashboard.member({ org_id, role: 'admin', email: EMAIL })
  await set_chat(page)
  const secret = await make_webhook(page)
  assert.match(secret, /^whsec_/)
  await test_webhook(page)
  await make_rule(page)

  const bell = page.getByRole('banner').getByRole('link', { name: 'Notifications, 1 unread' })
  await bell.click()
  const notification = page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem').first()
  await notification.getByRole('link', { name: /Any visit/ }).click()
  await page.waitForURL('**/alerts?rule=*')
  await dialog(page).getByText('Alert', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).waitFor()

  await until(async () => /Any visit/.test(await log_of('chat')), 'the chat got no message')
  await until(async () => /alert\.fired/.test(await log_of('receiver')), 'the webhook got no event')
  assert.ok(!(await page.content()).includes(secret))
  assert.deepEqual(faults, [])
  await close()
})

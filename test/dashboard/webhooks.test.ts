// The page of webhooks in a browser, by keyboard: how each is, its secret shown once, and everything a person can do with one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  attempt_id,
  attempts_of,
  event_id,
  listed,
  SECRET,
  WEBHOOKS_PATH,
  webhook,
  webhook_id,
  webhook_states,
  webhooks,
} from '#test/answers_of/webhooks.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'

const NOW = Date.parse('2026-06-28T12:00:00Z')
const HOUR_MS = 3_600_000

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address = '', answers: Answers = webhook_states.data, view = {}) =>
  dashboard.open(`${WEBHOOKS_PATH}${address}`, { answers, ...view })
const rows = (page: Page) => page.getByRole('region', { name: 'Webhooks' }).locator('tbody tr[aria-rowindex]')
const dialog = (page: Page) => page.getByRole('dialog')
const attempts = (page: Page) => page.getByRole('region', { name: 'Attempts of 30 days' }).getByRole('listitem')
const bodies = ({ sent }: OpenedPage, tool: string) => sent.filter(({ name }) => name === tool).map(({ body }) => body)

test('each webhook shows its events, its state, how the last delivery ended, and what waits', async () => {
  const opened = await open()
  const { page } = opened
  await rows(page).first().waitFor()
  const cells = await rows(page).evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  )
  assert.deepEqual(
    cells.map(([name, , state, last]) => [name, state, last]),
    [
      ['Pedidos al almacénhttps://hooks.example.com/tablero', 'On', 'Delivered · 2043 minutes ago'],
      ['https://recibe.example.org/eventos', 'Failing', 'Failed1 hour ago · 1,250 in the queue'],
      ['CRMhttps://hooks.example.com/tablero', 'Switched off', 'Failed · 4103 days ago'],
      ['Pruebashttps://hooks.example.com/tablero', 'Off', 'None in 30 days'],
    ],
  )
  assert.equal(cells[0]![1], 'order.created, alert.fired')
  await assert_well_made(opened)
  await opened.close()
})

test('a new webhook is sent as it was typed, and its secret is shown once and lost by no press beside it', async () => {
  const opened = await open('', webhook_states.none)
  const { page } = opened
  await page.getByRole('button', { name: 'Create a webhook' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Name').fill('Pedidos')
  await dialog(page).getByLabel('Address').fill('https://hooks.example.com/a')
  await dialog(page)
    .getByRole('checkbox', { name: /^order\.created/ })
    .check()
  await dialog(page)
    .getByRole('checkbox', { name: /^alert\.fired/ })
    .check()
  await assert_well_made(opened)
  await page.keyboard.press('Enter')
  const secret = dialog(page).getByLabel('The secret of your webhook').last()
  await secret.waitFor()
  assert.equal(await secret.inputValue(), SECRET)
  assert.deepEqual(bodies(opened, 'create_webhook'), [
    { name: 'Pedidos', url: 'https://hooks.example.com/a', events: ['order.created', 'alert.fired'] },
  ])
  await page.mouse.click(5, 5)
  assert.equal(await secret.inputValue(), SECRET)
  await assert_well_made(opened)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  assert.equal((await page.content()).includes(SECRET), false)
  await opened.close()
})

test('the sentence of the engine stays in the form with what was typed', async () => {
  const sentence = 'url must be a public address. 10.0.0.1 is a private one.'
  const opened = await open('', { ...webhook_states.none, create_webhook: refused(400, 'error', sentence) })
  const { page } = opened
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  await dialog(page).getByLabel('Address').fill('https://10.0.0.1/')
  await dialog(page).getByRole('button', { name: 'Create the webhook' }).click()
  await dialog(page).getByText(sentence).waitFor()
  assert.equal(await dialog(page).getByLabel('Address').inputValue(), 'https://10.0.0.1/')
  await opened.close()
})

test('a webhook opens by keyboard and by the link of a notification, and says why it is off', async () => {
  const opened = await open(`?webhook=${webhook_id(2)}`)
  const { page } = opened
  await dialog(page).getByText('The address answered that it was deleted.').waitFor()
  assert.equal(await dialog(page).getByRole('button', { name: 'Send a test' }).count(), 0)
  assert.equal(
    await dialog(page)
      .getByRole('button', { name: /^Send again/ })
      .count(),
    0,
  )
  await dialog(page).getByText('Both secrets sign until').waitFor()
  await dialog(page).getByLabel('The webhook is on').click()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  assert.deepEqual(bodies(opened, 'update_webhook'), [{ webhook_id: webhook_id(2), is_active: true }])
  await rows(page).nth(1).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByText('4 attempts failed since the last success.').waitFor()
  await dialog(page).getByText('3 events have no delivery, because too many waited.').waitFor()
  await opened.close()
})

test('attempts show how each ended with the answer, older ones follow, and one is sent again', async () => {
  const opened = await open(`?webhook=${webhook_id(0)}`, webhook_states.most)
  const { page } = opened
  await attempts(page).nth(19).waitFor()
  const [delivered, failed, hung] = [attempts(page).nth(0), attempts(page).nth(1), attempts(page).nth(2)]
  await delivered.getByText('Delivered · 204').waitFor()
  assert.equal(await delivered.getByText('Answer').count(), 0)
  await failed.getByText('Failed · 500').waitFor()
  await failed.getByText('Answer').click()
  await failed.getByText('{"fallo":"base de datos"}').waitFor()
  await hung.getByText('There was no answer within 15 seconds.').waitFor()
  await hung.getByText('Next attempt Jun 28, 2026, 6:30 AM').waitFor()
  assert.equal(await hung.getByRole('button').count(), 0)
  await assert_well_made(opened)
  await failed.getByRole('button', { name: `Send again: alert.fired ${event_id(1)}` }).click()
  await page.getByRole('button', { name: 'Older attempts' }).click()
  await attempts(page).nth(39).waitFor()
  assert.deepEqual(bodies(opened, 'resend_webhook_delivery'), [{ webhook_id: webhook_id(0), event_id: event_id(1) }])
  assert.ok(
    bodies(opened, 'list_webhook_attempts').some((body) => (body as { before?: string }).before === attempt_id(19)),
  )
  await opened.close()
})

test('a test is sent, and its attempt appears without a further press', async () => {
  let is_sent = false
  let asked = 0
  const now = () => {
    if (!is_sent) return webhook(0, { last_delivery: null })
    asked += 1
    const last_delivery = {
      status: 'delivered',
      status_code: 200,
      error: null,
      attempted_at: '2026-06-28T12:00:01.000Z',
    }
    return asked === 1 ? webhook(0, { last_delivery: null, waiting: 1 }) : webhook(0, { last_delivery })
  }
  const opened = await open(`?webhook=${webhook_id(0)}`, {
    ...webhook_states.data,
    list_webhooks: () => listed([now()]),
    list_webhook_attempts: (sent) => attempts_of(asked > 1 ? 1 : 0)(sent),
    test_webhook: () => {
      is_sent = true
      return ok({ webhook_id: webhook_id(0), event_id: event_id(0) })
    },
  })
  const { page } = opened
  await dialog(page).getByText('Nothing was sent yet.').waitFor()
  await dialog(page).getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('A test is sent. The attempt appears below.').waitFor()
  await attempts(page).first().getByText('Delivered · 204').waitFor()
  assert.deepEqual(bodies(opened, 'test_webhook'), [{ webhook_id: webhook_id(0) }])
  await opened.close()
})

test('a secret is replaced after a confirmation, and the new one is shown once', async () => {
  const opened = await open(`?webhook=${webhook_id(0)}`)
  const { page } = opened
  await dialog(page).getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByText('For 24 hours, the old and the new secret sign each request.').waitFor()
  assert.deepEqual(bodies(opened, 'rotate_webhook_secret'), [])
  await assert_well_made(opened)
  await dialog(page).last().getByRole('button', { name: 'Replace the secret' }).click()
  const secret = page.getByLabel('The secret of your webhook').last()
  await secret.waitFor()
  assert.equal(await secret.inputValue(), SECRET)
  await page.getByRole('button', { name: 'Done' }).click()
  await secret.waitFor({ state: 'detached' })
  assert.deepEqual(bodies(opened, 'rotate_webhook_secret'), [{ webhook_id: webhook_id(0) }])
  await opened.close()
})

test('events are replayed since a chosen time, of which the oldest is not refused', async () => {
  const opened = await open(`?webhook=${webhook_id(0)}`)
  const { page } = opened
  await dialog(page).getByRole('button', { name: 'Replay events' }).click()
  await page.getByRole('combobox', { name: 'Since' }).click()
  await page.getByRole('option', { name: 'The last 30 days' }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByText('12 events are sent again.').waitFor()
  assert.deepEqual(bodies(opened, 'replay_webhook'), [
    { webhook_id: webhook_id(0), since: new Date(NOW - (30 * 24 - 1) * HOUR_MS).toISOString() },
  ])
  await opened.close()
})

test('the events of a webhook are changed, and it is deleted after a confirmation that names what is not sent', async () => {
  const opened = await open(`?webhook=${webhook_id(1)}`)
  const { page } = opened
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('checkbox', { name: /^alert\.fired/ }).uncheck()
  await page.getByRole('checkbox', { name: /^sync\.finished/ }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  assert.deepEqual(bodies(opened, 'update_webhook'), [
    { webhook_id: webhook_id(1), name: null, url: webhooks[1]!.url, events: ['order.created', 'sync.finished'] },
  ])
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1,250 events wait and are not sent.').waitFor()
  assert.deepEqual(bodies(opened, 'delete_webhook'), [])
  await dialog(page).last().getByRole('button', { name: 'Delete' }).click()
  await dialog(page).first().waitFor({ state: 'detached' })
  assert.deepEqual(bodies(opened, 'delete_webhook'), [{ webhook_id: webhook_id(1) }])
  assert.equal(new URL(page.url()).search, '')
  await opened.close()
})

test('a viewer reads webhooks and attempts, and without the module the page says who switches it', async () => {
  const opened = await open(`?webhook=${webhook_id(0)}`, webhook_states.viewer)
  const { page } = opened
  await attempts(page).first().waitFor()
  assert.equal(await dialog(page).getByRole('switch').count(), 0)
  assert.equal(
    await dialog(page)
      .getByRole('button', { name: /Delete|Send/ })
      .count(),
    0,
  )
  await page.keyboard.press('Escape')
  await page.getByText('Members and admins make and change webhooks.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create a webhook' }).count(), 0)
  await opened.close()
  const off = await open('', webhook_states.off)
  await off.page.getByText('belongs to module_automatizaciones, which is off here.').waitFor()
  assert.equal(await off.page.getByRole('button', { name: 'Create a webhook' }).count(), 0)
  await off.close()
})

// The page of alerts in a browser, by keyboard: how each rule is, and making, changing, switching off and deleting one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { alert_states, listed, NO_CHAT, pending, rule, rule_id, rules } from '#test/answers_of/alerts.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address = '', answers: Answers = alert_states.data, view = {}) =>
  dashboard.open(`/o/${ORG}/alerts${address}`, { answers, ...view })
const rows = (page: Page) => page.getByRole('region', { name: 'Rules' }).locator('tbody tr[aria-rowindex]')
const dialog = (page: Page) => page.getByRole('dialog')
const bodies = ({ sent }: OpenedPage, tool: string) => sent.filter(({ name }) => name === tool).map(({ body }) => body)

async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label, exact: true }).click()
  // The accessible name also has the description.
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click()
}

test('each rule shows its condition, its state and its last value with the day, and no value is no zero', async () => {
  const opened = await open()
  const { page } = opened
  await rows(page).first().waitFor()
  const cells = await rows(page).evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
  )
  assert.deepEqual(
    cells.map(([, condition, state, value]) => [condition, state, value]),
    [
      ['Below $12,000.00Each day', 'Alert', '$8,120.00Jun 27'],
      ['Falls by more than 12.5%The same weekday of the last four weeks', 'Normal', '0Jun 27'],
      ['Above 5%The last 7 days together', 'Opens too often', '3.1%Jun 27'],
      ['Below $12,000.00Each day', 'No data', '—, The value of this day is not known.Jun 27'],
      ['Breaks with its history by more than 4 deviations', 'Normal', '3.4Jun 27'],
      ['Below $12,000.00Each day', 'Off', '$14,310.50Jun 27'],
    ],
  )
  assert.equal(cells[1]![0], 'Pedidosstore.orders · Shopify')
  await assert_well_made(opened)
  await opened.close()
})

test('a rule opens by keyboard and by the link of a notification, and says what its state means', async () => {
  const opened = await open(`?rule=${rule_id(3)}`)
  const { page } = opened
  await dialog(page).getByText('Not read for a day').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  const first = rows(page).first().getByRole('button').first()
  await first.focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByText('Revisar la tienda y los anuncios.').waitFor()
  await dialog(page).getByText('Chat, Email').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('rule'), rule_id(0))
  await assert_well_made(opened)
  await opened.close()
  const deleted = await open(`?rule=${rule_id(99)}`)
  await deleted.page.getByText('This rule was deleted.').waitFor()
  await deleted.close()
})

test('a new rule is sent as it was typed, and the answer says when it would have fired', async () => {
  const opened = await open('', alert_states.none)
  const { page } = opened
  await page.getByRole('button', { name: 'Create a rule' }).click()
  await choose(page, 'Figure', 'Revenue')
  await choose(page, 'Platform', 'Shopify')
  await choose(page, 'Alert when it', 'is below a value')
  await dialog(page).getByLabel('Threshold (MXN)').fill('12000.5')
  await choose(page, 'Window', 'The last 7 days together')
  await dialog(page).getByLabel('What to do then').fill('Revisar los anuncios')
  await dialog(page).getByLabel('Chat').check()
  await assert_well_made(opened)
  await dialog(page).getByRole('button', { name: 'Create the rule' }).click()
  await dialog(page).getByText('In the last 90 days, it would have opened an alert on 2 days:').waitFor()
  assert.deepEqual(bodies(opened, 'create_alert_rule'), [
    {
      ...{ metric: 'store.revenue', condition: 'below', threshold: 12_000.5, platform: 'sx' },
      ...{ comparison_period: 'previous_7_days', description: 'Revisar los anuncios', channels: ['chat'] },
    },
  ])
  assert.deepEqual(await dialog(page).getByRole('listitem').allTextContents(), ['Apr 2', 'Apr 9'])
  assert.equal(await dialog(page).getByText('Before you rely on it').count(), 0)
  await assert_well_made(opened)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await opened.close()
})

test('a rule that would alert often says so, and is changed from there without being made again', async () => {
  const opened = await open('', alert_states.none)
  const { page } = opened
  await page.getByRole('button', { name: 'Create a rule' }).click()
  await choose(page, 'Figure', 'Orders')
  await dialog(page).getByLabel('Threshold (%)').fill('5')
  await dialog(page).getByRole('button', { name: 'Create the rule' }).click()
  await dialog(page).getByText('Before you rely on it').waitFor()
  await dialog(page).getByText('esta regla habría abierto 12 alertas').waitFor()
  assert.equal(await dialog(page).getByRole('listitem').count(), 12)
  await assert_well_made(opened)
  await dialog(page).getByRole('button', { name: 'Change it' }).click()
  assert.equal(await dialog(page).getByLabel('Threshold (%)').inputValue(), '5')
  await dialog(page).getByLabel('Threshold (%)').fill('30')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByText('it would have opened an alert on 2 days:').waitFor()
  assert.equal(bodies(opened, 'create_alert_rule').length, 1)
  assert.deepEqual(bodies(opened, 'update_alert_rule'), [
    {
      ...{ rule_id: rule_id(7), condition: 'decrease_percent', threshold: 30, comparison_period: null },
      ...{ name: 'Ventas', description: null, channels: null },
    },
  ])
  await opened.close()
})

test('the sentence of the engine stays in the form with what was typed', async () => {
  const sentence = 'threshold of an anomaly must be from 3 to 8 robust deviations. 4 is usual.'
  const opened = await open('', { ...alert_states.none, create_alert_rule: refused(400, 'error', sentence) })
  const { page } = opened
  await page.getByRole('button', { name: 'Create a rule' }).click()
  await choose(page, 'Figure', 'Orders')
  await choose(page, 'Alert when it', 'breaks with its own history')
  await dialog(page).getByLabel('Threshold (3 to 8 deviations)').fill('2')
  assert.equal(await dialog(page).getByText('Compared with').count(), 0)
  await dialog(page).getByRole('button', { name: 'Create the rule' }).click()
  await dialog(page).getByText(sentence).waitFor()
  assert.equal(await dialog(page).getByLabel('Threshold (3 to 8 deviations)').inputValue(), '2')
  await assert_well_made(opened)
  await opened.close()
})

test('a rule is switched off, changed and deleted from its drawer, and the deletion is confirmed', async () => {
  const opened = await open(`?rule=${rule_id(1)}`)
  const { page } = opened
  await dialog(page).getByLabel('The rule is on').click()
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).waitFor()
  assert.ok(await dialog(page).getByRole('combobox', { name: 'Figure' }).isDisabled())
  assert.equal(await dialog(page).getByLabel('Threshold (%)').inputValue(), '12.5')
  await page.keyboard.press('Escape')
  await rows(page).nth(1).getByRole('button').first().click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await dialog(page).getByText('The rule ends with its alerts. This cannot be undone.').waitFor()
  assert.equal(bodies(opened, 'delete_alert_rule').length, 0)
  await assert_well_made(opened)
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  assert.deepEqual(bodies(opened, 'update_alert_rule'), [{ rule_id: rule_id(1), enabled: false }])
  assert.deepEqual(bodies(opened, 'delete_alert_rule'), [{ rule_id: rule_id(1) }])
  await opened.close()
})

test('a rule with a channel that is not on says so where its channels are', async () => {
  const opened = await open(`?rule=${rule_id(0)}`)
  const { page } = opened
  await dialog(page).getByText(NO_CHAT).waitFor()
  await assert_well_made(opened)
  await opened.close()
  const other = await open(`?rule=${rule_id(1)}`)
  await dialog(other.page).getByLabel('The rule is on').waitFor()
  assert.equal(await dialog(other.page).getByText('Before you rely on it').count(), 0)
  await other.close()
})

test('an anomaly that still has a period is saved without it, because its form shows none', async () => {
  const stored = rule(4, { condition: 'anomaly', threshold: 4, comparison_period: 'previous_7_days' })
  const opened = await open(`?rule=${rule_id(4)}`, { ...alert_states.data, list_alert_rules: listed([stored]) })
  const { page } = opened
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).waitFor()
  const [sent] = bodies(opened, 'update_alert_rule')
  assert.equal((sent as { comparison_period: unknown }).comparison_period, null)
  await opened.close()
})

test('a new rule waits for its first day, and the page shows it when it is evaluated', async () => {
  let is_evaluated = false
  const now = () => (is_evaluated ? rule(6, { name: 'Nueva' }) : pending)
  const opened = await open(
    '',
    { ...alert_states.data, list_alert_rules: () => listed([now(), ...rules]) },
    {
      has_own_context: true,
    },
  )
  const { page } = opened
  await rows(page).first().getByText('Waiting for a day').waitFor()
  await rows(page).first().getByText('No day was evaluated yet.').waitFor({ state: 'attached' })
  is_evaluated = true
  await rows(page).first().getByText('Normal').waitFor()
  await opened.close()
})

test('a viewer reads rules, and is offered nothing else', async () => {
  const opened = await open(`?rule=${rule_id(0)}`, alert_states.viewer)
  const { page } = opened
  await dialog(page).getByText('Revisar la tienda y los anuncios.').waitFor()
  assert.equal(await dialog(page).getByRole('switch').count(), 0)
  assert.equal(await dialog(page).getByRole('button', { name: 'Delete' }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByText('Members and admins make and change rules.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create a rule' }).count(), 0)
  await opened.close()
})

// The pages of stores and of emails in a browser: their figures are those of the answers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { mail_review, order_totals, store_review, store_states } from '#test/answers_of/store.ts'
import { type Answers, assert_well_made, type Mocked, ok, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address: string, answers: Answers = store_states.data) =>
  dashboard.open(`/o/${ORG}/${address}`, { answers })
/** As pages write it: the organization's own currency by its sign alone. */
const money = (value: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' }).format(value)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page, name: string) => region(page, name).locator('tbody tr[aria-rowindex]')
const cells = (row: Locator) => row.locator('td').allTextContents()
/** The answer about carts in which there is none. */
function no_carts(notes: readonly string[]): Mocked {
  const { body } = store_states.data.query_carts as { body: { result: { totals: object } } }
  const totals = { ...body.result.totals, carts: 0, value: 0, average_value: null }
  return ok({ ...body.result, carts: [], totals, notes })
}

test('tiles, products and stock show the figures of the review', async () => {
  const opened = await open('store')
  const { page } = opened
  const { summary, orders, refunds } = store_review({ rows: 8 })
  await page.getByText(summary).waitFor()
  await region(page, 'Orders').getByText(new Intl.NumberFormat('en').format(orders.current!)).waitFor()
  await region(page, 'Refunds')
    .getByText(`${refunds.change_percent!.toFixed(1)}%`)
    .waitFor()
  assert.equal(await region(page, 'Refunds').locator('[data-meaning]').getAttribute('data-meaning'), 'good')
  const first = await cells(rows(page, 'Best products').first())
  assert.deepEqual(first.slice(0, 3), ['Tapete de lana 1', '120', money(184_200.5)])
  await page.getByText('3 of 84 products are out of stock.').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('orders have the totals of the answer, which a filter of the rows hides', async () => {
  const opened = await open('store?tab=orders')
  const { page } = opened
  await rows(page, 'Orders').first().waitFor()
  const total = (await cells(page.locator('tfoot tr'))).join(' ')
  assert.ok(total.includes(money(order_totals.total_revenue)), total)
  await region(page, 'Refunds')
    .getByText(/^\$48\.2/)
    .first()
    .waitFor()
  assert.deepEqual((await cells(rows(page, 'Orders').nth(1))).slice(2, 4), ['instagram', 'Buen Fin'])
  await page.getByLabel('Filter').fill('#1003')
  await page.waitForURL('**find=**')
  assert.equal(await rows(page, 'Orders').count(), 1)
  assert.equal(await page.locator('tfoot tr').count(), 0)
  await page.getByLabel('Filter').fill('nowhere')
  await page.getByRole('button', { name: 'Remove the filter' }).click()
  await rows(page, 'Orders').nth(7).waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('averages of money without orders have nothing to divide by, also in a review whose notes say that a part is unknown', async () => {
  const review = store_review({ rows: 8 })
  const average_order_value = { ...review.average_order_value, current: null }
  const average = (page: Page, name: string) => region(page, name).getByRole('button', { name: /^—/ }).textContent()
  for (const [notes, reason] of [
    [[], 'There is nothing to divide by.'],
    [['A rate is missing.'], 'There is nothing to divide by, or a part is not known:'],
  ] as const) {
    const opened = await open('store', {
      ...store_states.data,
      revisar_tienda: ok({ ...review, average_order_value, notes }),
      query_carts: no_carts(notes),
    })
    assert.equal(await average(opened.page, 'Average order value'), `—, ${reason}`)
    await opened.page.getByRole('tab', { name: 'Carts' }).click()
    assert.equal(await average(opened.page, 'Average value'), `—, ${reason}`)
    await opened.close()
  }
})

test('the tool itself filters products, and stock that no store counts is no zero', async () => {
  const opened = await open('store?tab=products')
  const { page, sent } = opened
  await rows(page, 'Products').first().waitFor()
  assert.equal((await cells(rows(page, 'Products').first())).at(-1)?.slice(0, 1), '—')
  assert.equal((await cells(rows(page, 'Products').nth(1))).at(-1)?.slice(0, 1), '0')
  await page.getByLabel('Filter').fill('lana 4')
  await rows(page, 'Products').nth(1).waitFor({ state: 'detached' })
  const last = sent.filter(({ name }) => name === 'query_products').at(-1)?.body as { search: string }
  assert.equal(last.search, 'lana 4')
  await opened.close()
})

test('carts show the totals of the answer, and a cart without a known value has none', async () => {
  const opened = await open('store?tab=carts')
  const { page } = opened
  await region(page, 'With a recovery link').getByText('155', { exact: true }).first().waitFor()
  await rows(page, 'Abandoned carts').nth(2).waitFor()
  assert.equal((await cells(rows(page, 'Abandoned carts').nth(2))).at(-1)?.slice(0, 1), '—')
  await assert_well_made(opened)
  await opened.close()
})

test('emails show the figures of their review, and arrow keys move between the tabs', async () => {
  const opened = await open('mail')
  const { page } = opened
  await page.getByText(mail_review({ rows: 8 }).summary).waitFor()
  await region(page, 'Open rate').getByText('40.0%').waitFor()
  assert.equal((await cells(rows(page, 'Sent in these days').first())).at(-1)?.slice(0, 1), '—')
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await rows(page, 'Campaigns').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await rows(page, 'Contacts').first().waitFor()
  assert.match(page.url(), /tab=contacts/)
  await assert_well_made(opened)
  await opened.close()
})

test('of a thousand orders few are in the page, and the page says how many there are', async () => {
  const opened = await open('store?tab=orders', store_states.most)
  const { page } = opened
  await rows(page, 'Orders').first().waitFor()
  assert.ok((await rows(page, 'Orders').count()) <= 100)
  await page.getByText('150 of 2,222 rows are shown.').waitFor()
  await opened.close()
})

test('without a platform each page says what it will show, and its button leads to the connections', async () => {
  for (const [address, title] of [
    ['store', 'Connect a store'],
    ['mail', 'Connect an email platform'],
  ] as const) {
    const opened = await open(address, store_states.none)
    await opened.page.getByRole('heading', { name: title }).waitFor()
    await opened.page.getByRole('link', { name: 'Connect a platform' }).click()
    await opened.page.waitForURL('**/connections')
    await opened.close()
  }
})

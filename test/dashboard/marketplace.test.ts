// The page of the marketplace in a browser, by keyboard: its figures are those of the answers, and a figure that is not known is no zero.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { market_totals, marketplace_states } from '#test/answers_of/marketplace.ts'
import { type Answers, assert_well_made, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { one_page } from '#test/one_page.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address = '', answers: Answers = marketplace_states.data) =>
  dashboard.open(`/o/${ORG}/marketplace${address}`, { answers })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page, name: string) => region(page, name).locator('tbody tr[aria-rowindex]')
const cells = (row: Locator) => row.locator('td').allTextContents()
const query_of = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const bodies = (sent: { name: string; body: unknown }[], tool: string) =>
  sent.filter(({ name }) => name === tool).map(({ body }) => body as Record<string, unknown>)

suite('the page as it opens', () => {
  const opened = one_page(open)

  test('listings show price, stock, sold and visits, and what is not known is a dash with its reason', async () => {
    const { page } = opened()
    await rows(page, 'Listings').first().waitFor()
    const [, , , stock, sold, visits] = await cells(rows(page, 'Listings').nth(2))
    assert.deepEqual([stock, sold], ['0', '118'])
    assert.equal(visits, '—, The platform has not given this figure.')
    assert.match((await cells(rows(page, 'Listings').nth(1)))[2] ?? '', /^—/)
    await assert_well_made(opened())
  })

  test('a listing opens by keyboard, says what can be changed and why the rest cannot, and gives the focus back', async () => {
    const { page, sent } = opened()
    const row = rows(page, 'Listings').nth(1).getByRole('button').first()
    await row.focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Description, Price, Stock').waitFor()
    await drawer.getByText('The title is frozen, because the listing has sales.').waitFor()
    assert.equal(query_of(page).listing, 'id-MLM2001')
    assert.deepEqual(bodies(sent, 'list_mpa_listings').at(-1), { search: 'MLM2001', limit: 10 })
    await assert_well_made(opened())
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    assert.equal(query_of(page).listing, undefined)
    await row.and(page.locator(':focus')).waitFor()
  })

  test('orders have the totals of the sold ones, and arrow keys lead to them and on to the questions', async () => {
    const { page } = opened()
    await page.getByRole('tab', { name: 'Listings' }).focus()
    await page.keyboard.press('ArrowRight')
    await rows(page, 'Orders').first().waitFor()
    await region(page, 'Sold orders').getByText(String(market_totals.orders)).first().waitFor()
    await page.getByText('A pack of 2 orders').waitFor()
    const voided = await cells(rows(page, 'Orders').nth(1))
    assert.ok(voided[2]?.startsWith('Voidedcancelled'))
    assert.match((await cells(rows(page, 'Orders').nth(2)))[4] ?? '', /^—/)
    await assert_well_made(opened())
    await page.keyboard.press('ArrowRight')
    await rows(page, 'Questions').first().waitFor()
    assert.deepEqual(query_of(page), { tab: 'questions' })
  })
})

test('of a thousand listings the rows are short, and an opened one still says what can be changed', async () => {
  const opened = await open('?listing=id-MLM2000', marketplace_states.most)
  const { page } = opened
  const drawer = page.getByRole('dialog')
  await drawer.getByText('The listing is closed.').waitFor()
  await drawer.getByText('Nothing', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('1,000 of 2,400 rows are shown.').waitFor()
  assert.ok((await rows(page, 'Listings').count()) <= 100)
  assert.equal(await page.getByRole('columnheader', { name: 'SKU' }).count(), 0)
  await opened.close()
})

test('the tool filters orders by state, in the address, and a long list says which columns it lacks', async () => {
  const opened = await open('?tab=orders&status=voided')
  const { page, sent } = opened
  await rows(page, 'Orders').first().waitFor()
  assert.equal(await rows(page, 'Orders').count(), 1)
  assert.equal(bodies(sent, 'list_mpa_orders').at(-1)?.status, 'voided')
  await opened.close()
  const long = await open('?tab=orders', marketplace_states.most)
  await long.page
    .getByText('Products, Seller’s shipping, Buyer’s shipping: only in lists of at most 10 rows.')
    .waitFor()
  assert.equal(await long.page.getByRole('columnheader', { name: /shipping/ }).count(), 0)
  await long.close()
})

test('questions without an answer are first, and the others are one choice away', async () => {
  const opened = await open('?tab=questions')
  const { page, sent } = opened
  await rows(page, 'Questions').first().waitFor()
  await page.getByText('The texts are those of buyers, from outside of Tablero.').waitFor()
  assert.equal((await cells(rows(page, 'Questions').first())).at(-1), 'Yes')
  await rows(page, 'Questions').nth(2).getByText('The platform withholds the text.').waitFor()
  const status = page.getByRole('combobox', { name: 'Status' })
  const reached = page.locator('[role=option][data-combobox-selected]')
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await reached.getByText('Not answered').waitFor()
  await page.keyboard.press('ArrowDown')
  await reached.getByText('Answered', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Sí, en azul.').first().waitFor()
  assert.equal((await cells(rows(page, 'Questions').first())).at(-1), 'No')
  assert.deepEqual(
    bodies(sent, 'list_mpa_questions').map(({ status: asked }) => asked),
    ['unanswered', 'answered'],
  )
  assert.equal(query_of(page).status, 'answered')
  await assert_well_made(opened)
  await opened.close()
})

test('the order of the rows is in the address', async () => {
  const opened = await open('?listings_sort=-price')
  const { page } = opened
  await rows(page, 'Listings').first().waitFor()
  assert.match((await cells(rows(page, 'Listings').first()))[0] ?? '', /^Tapete de lana 8/)
  await page.getByRole('button', { name: 'Stock' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**listings_sort=-stock**')
  await opened.close()
})

test('without the platform the page leads to the connections, and without the module it says who switches it', async () => {
  const opened = await open('', marketplace_states.none)
  await opened.page.getByRole('heading', { name: 'Connect Mercado Libre' }).waitFor()
  await opened.page.getByRole('link', { name: 'Connect a platform' }).click()
  await opened.page.waitForURL('**/connections')
  await opened.close()
  const off = await open('', marketplace_states.off)
  await off.page.getByRole('heading', { name: 'The module of these figures is off' }).waitFor()
  assert.deepEqual(bodies(off.sent, 'list_mpa_listings'), [])
  await off.close()
})

// The page of organic search in a browser: its figures are those of the answers, and a position is better when it falls.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { review, search_states, site, totals } from '#test/answers_of/search.ts'
import { type Answers, assert_well_made, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { one_page } from '#test/one_page.ts'

const PAGE = `/o/${ORG}/search`

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address = '', answers: Answers = search_states.data) => dashboard.open(PAGE + address, { answers })
const count = (value: number) => new Intl.NumberFormat('en').format(value)
const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('tbody tr[aria-rowindex]')
const query_of = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
/** The texts of the cells of a row or of the totals. */
const cells = (row: Locator) => row.locator('td').allTextContents()

suite('the page as it opens', () => {
  const opened = one_page(open)

  test('tiles and queries show the figures of the answers', async () => {
    const { page } = opened()
    await rows(page, 'Queries').first().waitFor()
    await tile(page, 'Clicks').first().getByText(count(site.clicks)).waitFor()
    await tile(page, 'Average position').getByText('7.9', { exact: true }).waitFor()
    assert.deepEqual(await cells(rows(page, 'Queries').first()), ['casa lumbre', '2,800', '6,660', '42.0%', '1.3'])
    const total = await cells(page.locator('tfoot tr'))
    for (const text of [count(totals.clicks), count(totals.impressions), '2.7%', '7.9'])
      assert.ok(
        total.some((cell) => cell.startsWith(text)),
        text,
      )
    await page.getByText(review({ rows: 8 }).summary).waitFor()
    await page.getByText('Queries that the platform does not name').waitFor()
    await assert_well_made(opened())
  })

  test('a position that falls has the color of an improvement', async () => {
    const position = tile(opened().page, 'Average position').locator('[data-meaning]')
    await position.waitFor()
    assert.equal(await position.getAttribute('data-meaning'), 'good')
    await position.getByText('-10.3%', { exact: true }).waitFor()
  })

  test('the tool itself filters the queries, and an empty filter is named and removed with one click', async () => {
    const { page } = opened()
    await page.getByLabel('Filter').fill('tapetes')
    await page.waitForURL('**find=tapetes')
    await page.getByText('2 rows').waitFor()
    const asked = opened()
      .sent.filter(({ name }) => name === 'query_seo_console')
      .at(-1)?.body as { query_filter: string }
    assert.equal(asked.query_filter, 'tapetes')
    await page.getByLabel('Filter').fill('nowhere')
    await page.getByText('Nothing contains “nowhere”').waitFor()
    await page.getByRole('button', { name: 'Remove the filter' }).click()
    await rows(page, 'Queries').nth(5).waitFor()
    assert.deepEqual(query_of(page), {})
    assert.equal(await page.getByLabel('Filter').inputValue(), '')
  })

  test('arrow keys move between queries, pages and lost queries', async () => {
    const { page } = opened()
    await page.getByRole('tab', { name: 'Queries', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await rows(page, 'Pages').first().waitFor()
    assert.deepEqual(query_of(page), { tab: 'pages' })
    const [, clicks, change] = await cells(rows(page, 'Pages').first())
    assert.equal(clicks, '2,365')
    assert.ok(change?.startsWith('+26.7%'))
    await page.keyboard.press('ArrowRight')
    await rows(page, 'Lost queries').first().waitFor()
    const lost = await cells(rows(page, 'Lost queries').first())
    assert.deepEqual(lost.slice(0, 4), ['macetas de barro', '159', '192', '-33'])
    const hidden = await cells(rows(page, 'Lost queries').nth(1))
    assert.deepEqual(hidden.slice(0, 4), ['macetas de barro grandes', '—', '21', '—'])
    await page.getByText('A dash: Google shows no row now. The query is rare, or nobody searched for it.').waitFor()
    await assert_well_made(opened())
  })
})

test('a comparison that the review lacks comes from a second answer for its days', async () => {
  const opened = await open('?compare=weekdays')
  const percent = ((site.clicks - 14_775) / 14_775) * 100
  await tile(opened.page, 'Clicks')
    .first()
    .getByText(`+${percent.toFixed(1)}%`)
    .waitFor()
  const days = opened.sent
    .filter(({ name }) => name === 'query_seo_console')
    .map(({ body }) => body as { date_from: string })
  assert.ok(days.some(({ date_from }) => date_from === '2026-04-24'))
  await opened.close()
})

test('lists that the tool knows for other days only say so, and the rest of the page has the chosen days', async () => {
  const opened = await open('?period=month&tab=lost')
  const { page } = opened
  await page.getByText('This list is known for days that end yesterday').waitFor()
  assert.equal(opened.sent.filter(({ name }) => name === 'revisar_seo').length, 0)
  await tile(page, 'Impressions').waitFor()
  await opened.close()
})

test('lost queries that are not known are not shown as none', async () => {
  const opened = await open('?tab=lost', search_states.partial)
  await opened.page.getByText('It is not known which queries lost clicks.').waitFor()
  await opened.page.goto(`${dashboard.url}${PAGE}`)
  await tile(opened.page, 'Average position').waitFor()
  await tile(opened.page, 'Average position').getByText('—', { exact: true }).first().waitFor()
  await tile(opened.page, 'Clicks').first().getByText('without Search Console since Jun 23', { exact: true }).waitFor()
  await opened.close()
})

test('of a thousand queries few are in the page', async () => {
  const opened = await open('', search_states.most)
  await rows(opened.page, 'Queries').first().waitFor()
  assert.ok((await rows(opened.page, 'Queries').count()) <= 100)
  await opened.page.getByText('Use query_filter or fewer days.').waitFor()
  await opened.close()
})

test('without its platform the page says what it will show, and its only button leads to the connections', async () => {
  const opened = await open('', search_states.none)
  const link = opened.page.getByRole('link', { name: 'Connect a platform' })
  await link.waitFor()
  assert.equal(await link.getAttribute('href'), `/o/${ORG}/connections`)
  assert.equal(opened.sent.filter(({ name }) => name === 'query_seo_console').length, 0)
  await opened.close()
})

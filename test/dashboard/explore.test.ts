// Free questions in a browser: what is asked, what is shown of the answers, and what a person can do without a mouse.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { answer_to, explore_states, type MetricQuery } from '#test/answers_of/explore.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { one_page } from '#test/one_page.ts'

const PATH = `/o/${ORG}/explore`
const MONTH = { date_from: '2026-05-29', date_to: '2026-06-27' }
const WEEK = { date_from: '2026-06-21', date_to: '2026-06-27' }

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (query: string, answers: Answers = {}) =>
  dashboard.open(`${PATH}${query}`, { answers: { ...explore_states.data, ...answers } })

const asked = ({ sent }: OpenedPage, tool = 'query_data') =>
  sent.filter(({ name }) => name === tool).map(({ body }) => body as MetricQuery)
/** A page sends its questions together, and they arrive in any order. */
const assert_asked = (found: readonly MetricQuery[], expected: readonly MetricQuery[]) => {
  const sorted = (all: readonly MetricQuery[]) => all.toSorted((a, b) => a.metric.localeCompare(b.metric))
  assert.deepEqual(sorted(found), sorted(expected))
}
const table = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true })
const copied = async (page: Page, form: string) => {
  await page.getByRole('radiogroup', { name: 'Copy this question' }).getByText(form, { exact: true }).click()
  return (await page.locator('pre').textContent())!
}
const bodies_of = (curl: string) =>
  curl.split('\n\n').map((one) => JSON.parse(/-d '(.*)'$/s.exec(one)![1]!.replaceAll("'\\''", "'")) as unknown)

test('the first question needs nothing, and its total is the one of the answer', async () => {
  const opened = await open('')
  const { page } = opened
  await table(page).getByText('$338,968.37').waitFor()
  assert.deepEqual(asked(opened), [{ metric: 'store.revenue', dimensions: ['date'], ...MONTH }])
  assert.equal(opened.sent.find(({ name }) => name === 'query_data')!.org, ORG)
  await page.getByRole('region', { name: 'Revenue', exact: true }).getByText('$339').waitFor()
  await table(page)
    .getByRole('row', { name: /^Jun 1 —/ })
    .waitFor()
  await page.getByRole('slider', { name: /^Revenue by date/ }).waitFor()
  await page.getByText('Recent days can still change').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('a question is built by hand, stays in the address, and the copied calls are the ones of the page', async () => {
  const opened = await open('?period=7d')
  const { page } = opened
  await table(page).waitFor()
  await page.getByRole('combobox', { name: 'Metrics' }).click()
  await page.getByRole('option', { name: /^Orders/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: /^Platform/ }).click()
  await page.keyboard.press('Escape')
  await table(page).getByRole('columnheader', { name: 'Platform' }).waitFor()
  const inputs = ['store.revenue', 'store.orders'].map((metric) => ({
    ...{ metric, dimensions: ['date', 'platform'], ...WEEK },
  }))
  assert_asked(asked(opened).slice(-2), inputs)
  assert.deepEqual(bodies_of(await copied(page, 'curl')), inputs)
  assert.deepEqual((await copied(page, 'MCP')).split('\n}\n').length, 2)
  await assert_well_made(opened)
  const before_link = asked(opened).length
  await page.goto(await copied(page, 'Link'))
  await table(page).getByRole('columnheader', { name: 'Platform' }).waitFor()
  assert_asked(asked(opened).slice(before_link), inputs)
  await table(page).getByText('Shopify').first().waitFor()
  await opened.close()
})

test('the catalog offers only what belongs together: another source brings its own metrics and dimensions', async () => {
  const opened = await open('?metric=store.revenue&by=date,platform')
  const { page } = opened
  await table(page).waitFor()
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Organic search' }).click()
  await table(page).getByRole('columnheader', { name: 'Clicks' }).waitFor()
  assert.deepEqual(asked(opened).at(-1), { metric: 'seo.clicks', dimensions: ['date'], ...MONTH })
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: /^Query/ }).waitFor()
  assert.equal(await page.getByRole('option', { name: /^Platform/ }).count(), 0)
  await opened.close()
})

test('a filter is part of the question when it has a value, and leaves it with its line', async () => {
  const opened = await open('?metric=store.orders&by=utm_source')
  const { page } = opened
  await table(page).waitFor()
  const before_filter = asked(opened).length
  await page.getByRole('button', { name: 'Add a filter' }).click()
  await page.getByRole('combobox', { name: 'Values of Platform' }).fill('sx')
  assert.equal(asked(opened).length, before_filter)
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Values of Platform' }).fill('tnx')
  await page.keyboard.press('Enter')
  await page.waitForURL(/where=/)
  await page.waitForLoadState('networkidle')
  assert.deepEqual(asked(opened).at(-1)!.filters, { platform: ['sx', 'tnx'] })
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'Remove the filter on Platform' }).click()
  await page.waitForURL((url) => !url.search.includes('where'))
  await opened.close()
})

test('the sentence of the engine stands at the field that it is about, and leaves with the next question', async () => {
  const sentence = 'store.revenue is not known by sku and utm_source together; ask for one of them.'
  const opened = await open('?metric=store.revenue&by=sku,utm_source', {
    query_data: ({ body }) =>
      (body as MetricQuery).dimensions?.length === 2
        ? refused(400, 'error', sentence)
        : ok(answer_to(body as MetricQuery)),
  })
  const { page } = opened
  await page.getByText('The marked field says why.').waitFor()
  const field = page.getByRole('combobox', { name: 'Group by' })
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  assert.equal(await page.getByText(sentence).count(), 1)
  await page.getByRole('alert').getByText('request-1').waitFor()
  await assert_well_made(opened)
  await field.click()
  await page.keyboard.press('Backspace')
  await table(page).waitFor()
  assert.equal(await page.getByText(sentence).count(), 0)
  await opened.close()
})

test('a broken address falls back to what the catalog has, and says so', async () => {
  const opened = await open('?metric=store.profit&by=nothing&where=[&period=never')
  const { page } = opened
  await page.getByText('What the catalog does not have is left out of: Metrics, Group by, Filters.').waitFor()
  await page.getByText('The address has a period that cannot be read. The default is shown.').waitFor()
  assert.deepEqual(asked(opened), [{ metric: 'store.revenue', ...MONTH }])
  await page.getByRole('button', { name: 'Start with the usual question' }).click()
  await table(page).waitFor()
  assert.deepEqual(asked(opened).at(-1), { metric: 'store.revenue', dimensions: ['date'], ...MONTH })
  await opened.close()
})

test('old figures stay until the new ones are here, and never look like an answer to the new question', async () => {
  const opened = await open('?metric=store.orders&by=date', {
    query_data: ({ body }) =>
      (body as MetricQuery).metric === 'store.revenue' ? { is_silent: true } : ok(answer_to(body as MetricQuery)),
  })
  const { page } = opened
  await table(page).getByRole('columnheader', { name: 'Orders' }).waitFor()
  await page.getByRole('combobox', { name: 'Metrics' }).click()
  await page.getByRole('option', { name: /^Revenue/ }).click()
  await page.keyboard.press('Escape')
  await page.locator('[aria-busy=true]').first().waitFor()
  assert.deepEqual(await table(page).getByRole('columnheader').allTextContents(), ['Date', 'Orders'])
  await opened.close()
})

test('a group that only one of two shortened lists has says so, and is not shown as nothing known', async () => {
  const opened = await open('?metric=seo.clicks,seo.ctr&by=query', {
    query_data: ({ body }) => {
      const input = body as MetricQuery
      const answer = answer_to(input, 40, 8)
      return ok(input.metric === 'seo.ctr' ? { ...answer, rows: answer.rows.slice(0, 2) } : answer)
    },
  })
  const { page } = opened
  await page.getByText('The list is longer than one answer').waitFor()
  await table(page)
    .getByRole('row', { name: /velas aromáticas 7/ })
    .getByRole('button', { name: 'Not among the first rows of this metric.' })
    .waitFor()
  await opened.close()
})

test('the file has the exact values, an empty cell for what is not known, and no formula', async () => {
  const opened = await open('?metric=store.average_order_value&by=utm_source')
  const { page } = opened
  await table(page).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).last().click(),
  ])
  assert.equal(download.suggestedFilename(), 'store.average_order_value.csv')
  const lines = (await readFile((await download.path())!, 'utf8')).split('\r\n')
  const input: MetricQuery = { metric: 'store.average_order_value', dimensions: ['utm_source'], ...MONTH }
  const values = answer_to(input).rows.map(({ value }) => value)
  assert.deepEqual(lines.slice(0, 3), ['UTM source,Average order value', `google,${values[0]}`, `meta,${values[1]}`])
  assert.equal(lines[4], ',')
  assert.equal(lines[5], `"'=HYPERLINK(""https://example.com"")",${values[4]}`)
  await opened.close()
})

suite('statements', () => {
  const opened = one_page(() => open('?tab=sql'))

  test('the page names the limits of statements that the tool has', async () => {
    const source = await readFile(join(import.meta.dirname, '../../src/tools/query/run_readonly_sql.ts'), 'utf8')
    assert.match(source, /^const ROWS_MAX = 1_000$/m)
    assert.match(source, /^const TIMEOUT_MS = 5_000$/m)
    await opened().page.getByText('At most 1,000 rows and 5 seconds.').waitFor()
  })

  test('a statement runs by Ctrl and Enter, its rows are shown as they are, and a link runs it again', async () => {
    const { page } = opened()
    await page.getByRole('textbox', { name: 'Statement' }).fill('select *\nfrom store_orders')
    assert.deepEqual(asked(opened(), 'run_readonly_sql'), [])
    await page.keyboard.press('Control+Enter')
    await table(page)
      .getByRole('row', { name: /^#1001 2026-06-25T22:56:37-06:00 945.1 — \[\{"sku"/ })
      .waitFor()
    assert.deepEqual(asked(opened(), 'run_readonly_sql'), [{ sql: 'select *\nfrom store_orders' }])
    assert.deepEqual(bodies_of(await copied(page, 'curl')), [{ sql: 'select *\nfrom store_orders' }])
    await assert_well_made(opened())
    await page.goto(await copied(page, 'Link'))
    await table(page).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Statement' }).inputValue(), 'select *\nfrom store_orders')
  })
})

test('what is wrong with a statement stands at it, as the engine says it', async () => {
  const sentence = 'PostgreSQL says: column "totl" does not exist.'
  const opened = await open('?tab=sql', { run_readonly_sql: refused(400, 'error', sentence) })
  const { page } = opened
  const field = page.getByRole('textbox', { name: 'Statement' })
  await field.fill('select totl from store_orders')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText(sentence).waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  await assert_well_made(opened)
  await opened.close()
})

test('the keyboard alone opens the page, changes the question, and starts a statement over a table', async () => {
  const opened = await dashboard.open(`/o/${ORG}/settings/modules`, { answers: explore_states.data })
  const { page } = opened
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await table(page).waitFor()
  const press_until = async (name: string, role: 'textbox' | 'tab' | 'button' | 'combobox') => {
    const element = page.getByRole(role, { name, exact: true })
    for (let n = 0; n < 80; n += 1) {
      if (await element.evaluate((node) => node.matches(':focus'))) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`Tab does not reach ${name}`)
  }
  await press_until('Group by', 'combobox')
  await page.keyboard.type('utm')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await table(page).getByRole('columnheader', { name: 'UTM source' }).waitFor()
  await press_until('Question', 'tab')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('textbox', { name: 'Statement' }).waitFor()
  await press_until('Write a statement over it', 'button')
  await page.keyboard.press('Enter')
  await press_until('Statement', 'textbox')
  assert.match(await page.getByRole('textbox', { name: 'Statement' }).inputValue(), /^select \*\nfrom store_orders\n/)
  await page.keyboard.press('Control+Enter')
  await table(page).waitFor()
  assert.deepEqual(opened.faults, [])
  await opened.close()
})

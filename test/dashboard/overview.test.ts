// The overview in a browser: its figures are those of the tools, its marks say how far to trust them, and everything works by keyboard.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { figures_of, overview_states, TODAY } from '#test/answers_of/overview.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  type TestDashboard,
} from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { one_page } from '#test/one_page.ts'

const PAGE = `/o/${ORG}/`
const CALLS_MAX = 6
const NOW_DAYS = { from: '2026-05-29', to: '2026-06-27' }
const { data } = overview_states

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

async function with_page(work: (opened: OpenedPage) => Promise<void>, address = '', answers: Answers = data) {
  const opened = await dashboard.open(PAGE + address, { answers })
  try {
    await work(opened)
    assert.deepEqual(opened.faults, [])
  } finally {
    await opened.close()
  }
}

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const money_plot = (page: Page) => page.getByRole('region', { name: /^Ad spend .*store revenue/ })
const calls_of = ({ sent }: OpenedPage, name: string) =>
  sent.filter((call) => call.name === name).map(({ body }) => body)

suite('the page of the last 30 days', () => {
  const opened = one_page(() => dashboard.open(PAGE, { answers: data }))

  test('the page asks at most six times, once for each tool, for whole days of the organization', async () => {
    await opened().page.waitForLoadState('networkidle')
    const calls = opened().sent.filter(({ name }) => name !== 'get_me' && name !== 'events')
    assert.ok(calls.length <= CALLS_MAX, calls.map(({ name }) => name).join(' '))
    assert.equal(new Set(calls.map(({ name }) => name)).size, calls.length)
    assert.deepEqual(calls_of(opened(), 'get_kpi_summary'), [{ date_from: NOW_DAYS.from, date_to: NOW_DAYS.to }])
    assert.ok(calls.every(({ org }) => org === ORG))
  })

  test('the sources open by keyboard, and the keyboard returns', async () => {
    const { page } = opened()
    const button = page.getByRole('button', { name: 'Data until 5:40 AM' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Casa Lumbre search ads').waitFor()
    await assert_well_made(opened())
    await page.keyboard.press('Escape')
    await page.locator('button:focus', { hasText: 'Data until 5:40 AM' }).waitFor()
  })

  test('a tile shows its tool’s figure in short, and whole on focus, with the change in words', async () => {
    const { page } = opened()
    const { ad_spend } = figures_of(NOW_DAYS)
    const figure = tile(page, 'Ad spend').getByRole('button')
    await figure.waitFor()
    assert.match((await figure.textContent())!, /^\$\d{3}(\.\d)?K, can change until/)
    await figure.focus()
    const whole = ad_spend.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    await page.getByRole('tooltip').getByText(whole, { exact: true }).waitFor()
    const words = await tile(page, 'Store revenue').textContent()
    assert.match(words!, /(up|down) \d+\.\d percent against the 30 days before/)
  })

  test('arrow keys say the points of a plot one after the other', async () => {
    const { page } = opened()
    const points = money_plot(page).getByRole('slider')
    await points.focus()
    await page.keyboard.press('Home')
    const first = await points.getAttribute('aria-valuetext')
    assert.match(first!, /^Fri, May 29: Store revenue \$[\d,.]+, Ad spend \$[\d,.]+$/)
    await page.keyboard.press('ArrowRight')
    assert.match((await points.getAttribute('aria-valuetext'))!, /^Sat, May 30: /)
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    assert.match((await points.getAttribute('aria-valuetext'))!, /^Sat, Jun 27: /)
  })

  test('the table of a plot has the figures of the tool, and they add up to the tile', async () => {
    const { page } = opened()
    await money_plot(page).getByRole('button', { name: 'Show as table' }).click()
    const cells = await money_plot(page).locator('tbody td:nth-of-type(2)').allTextContents()
    assert.equal(cells.length, 30)
    const cents = cells.reduce((sum, text) => sum + Math.round(Number(text.replace(/[$,]/g, '')) * 100), 0)
    assert.equal(cents, Math.round(figures_of(NOW_DAYS).ad_spend * 100))
  })

  test('the causes add up from the days before to these days', async () => {
    const { page } = opened()
    const plot = page.getByRole('region', { name: /^Store revenue rose/ })
    await plot.getByRole('button', { name: 'Show as table' }).click()
    const texts = await plot.locator('tbody td').allTextContents()
    const cents = texts.map((text) => Math.round(Number(text.replace(/[$,]/g, '')) * 100))
    assert.equal(
      cents.slice(0, -1).reduce((sum, one) => sum + one, 0),
      cents.at(-1),
    )
    assert.equal(cents.at(-1), 11_200_010)
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await assert_well_made(opened()) // with the tables of two plots
  })
})

test('the period is chosen by keyboard, kept in the address, and old figures stay until the new ones are here', async () => {
  let release: (() => void) | undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await with_page(async (opened) => {
    const { page } = opened
    await tile(page, 'Orders').getByRole('button').waitFor()
    const before = await tile(page, 'Orders').getByRole('button').textContent()
    await page.route('**/api/v1/get_kpi_summary', async (route) => {
      await gate
      await route.fallback()
    })
    await page.keyboard.press('t')
    // The menu takes the keyboard when it has opened.
    await page.locator('[role=menu]:focus-within').waitFor()
    await page.getByRole('menuitem', { name: /^Last 7 days/ }).press('Enter')
    await page.waitForURL(/\?period=7d$/)
    await page.getByText('Jun 21 – 27, 2026, compared with Jun 14 – 20, 2026').waitFor()
    assert.equal(await tile(page, 'Orders').getByRole('button').textContent(), before)
    assert.equal(await tile(page, 'Orders').getByText('percent against').count(), 0, 'no change of other days')
    await page.locator('[aria-busy=true]').first().waitFor()
    release!()
    await tile(page, 'Orders').getByText('against the 7 days before').waitFor()
    assert.deepEqual(calls_of(opened, 'diagnosticar_cambio').at(-1), { metric: 'store_revenue', days_back: 7 })
  })
})

test('a comparison that a tool has not is asked for as a second call, and never shown where it cannot be', () =>
  with_page(async (opened) => {
    const { page } = opened
    await tile(page, 'Orders').getByText('against Apr 24 – May 23, 2026').first().waitFor({ state: 'attached' })
    assert.deepEqual(calls_of(opened, 'get_kpi_summary'), [
      { date_from: '2026-05-29', date_to: '2026-06-27' },
      { date_from: '2026-04-24', date_to: '2026-05-23' },
    ])
    await page.getByText('Causes are known for whole days up to yesterday, compared with the days before.').waitFor()
    assert.deepEqual(calls_of(opened, 'diagnosticar_cambio'), [])
    assert.equal(await page.getByRole('columnheader', { name: 'Spend, change' }).count(), 0)
    await page.getByRole('button', { name: 'Compare with the days before' }).click()
    await page.getByRole('region', { name: /^Store revenue rose/ }).waitFor()
  }, '?compare=weekdays'))

test('a figure that lacks days has no change against days of another answer, which lacks none', () =>
  with_page(
    async ({ page }) => {
      const against = 'against Apr 24 – May 23, 2026'
      await tile(page, 'Sessions').getByText(against).waitFor({ state: 'attached' })
      assert.match((await tile(page, 'Ad spend').textContent())!, /without Google Ads since Jun 25/)
      assert.equal(await tile(page, 'Ad spend').getByText(against).count(), 0)
    },
    '?compare=weekdays',
    overview_states.partial,
  ))

test('a broken address says so and shows the default', () =>
  with_page(async ({ page }) => {
    await page.getByText('The address has a period that cannot be read. The default is shown.').waitFor()
    await page.getByText('Last 30 days').waitFor()
  }, '?period=31d&compare=yesterday'))

test('a missing source marks its figures alone, and days without data are a gap', () =>
  with_page(
    async ({ page }) => {
      const spend = tile(page, 'Ad spend').getByRole('button')
      await spend.waitFor()
      assert.match((await spend.textContent())!, /without Google Ads since Jun 25/)
      assert.doesNotMatch((await tile(page, 'Sessions').textContent())!, /without/)
      await money_plot(page).getByRole('button', { name: 'Show as table' }).click()
      const cells = await money_plot(page).locator('tbody td:nth-of-type(2)').allTextContents()
      assert.deepEqual(
        cells.slice(-4).map((text) => text === '—'),
        [false, true, true, true],
      )
    },
    '',
    overview_states.partial,
  ))

test('without connections the page says what to do, and no figure is a zero', () =>
  with_page(
    async ({ page }) => {
      await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
      assert.equal(
        await page.getByRole('link', { name: 'Connect a platform' }).getAttribute('href'),
        `${PAGE}connections`,
      )
      assert.equal(await page.getByText('$0').count(), 0)
    },
    '',
    overview_states.none,
  ))

test('a figure that is not known is a dash with its reason', () => {
  const answers: Answers = {
    ...data,
    get_kpi_summary: (sent) => {
      const { body } = (data.get_kpi_summary as (of: typeof sent) => { body: { result: object } })(sent)
      return ok({ ...body.result, store_roas: null })
    },
  }
  return with_page(
    async ({ page }) => {
      const figure = tile(page, 'Store ROAS').getByRole('button')
      await figure.waitFor()
      assert.equal(await figure.textContent(), '—, There is nothing to divide by.')
    },
    '',
    answers,
  )
})

test('a key opens the period from the first moment on, and as a second key it opens a page alone', () =>
  with_page(
    async ({ page }) => {
      await page.getByText('Last 30 days').waitFor()
      await page.keyboard.press('t')
      await page.getByRole('menuitem', { name: /^Last 7 days/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('g')
      await page.keyboard.press('k')
      await page.waitForURL(/settings\/keys$/)
    },
    '',
    { ...data, list_api_keys: ok({ count: 0, total: 0, truncated: false, keys: [] }) },
  ))

test('a custom period takes days that exist, and today at most', () =>
  with_page(async ({ page }) => {
    await tile(page, 'Orders').getByRole('button').waitFor()
    await page.keyboard.press('t')
    await page.getByRole('menuitem', { name: /^Custom days/ }).click()
    const show = page.getByRole('button', { name: 'Show', exact: true })
    await page.getByLabel('First day').fill('2026-06-10')
    await page.getByLabel('Last day').fill('2026-06-05')
    assert.equal(await show.isDisabled(), true)
    await page.getByLabel('Last day').fill(TODAY)
    await show.click()
    await page.waitForURL(/\?period=2026-06-10\.\.2026-06-28$/)
    await page.getByText('Jun 10 – 28, 2026, compared with May 22 – Jun 9, 2026').waitFor()
  }))

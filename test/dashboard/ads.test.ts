// The page of ads in a browser: its figures are those of the answers, and its address is its whole state.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { ad_states, performance, totals, totals_before } from '#test/answers_of/ads.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { ORG, settings } from '#test/dashboard_answers.ts'
import { one_page } from '#test/one_page.ts'

const PAGE = `/o/${ORG}/ads`
const OFF = 'There is no tool query_tx_campaigns here: the module module_tx_ads is off.'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address = '', answers: Answers = ad_states.data): Promise<OpenedPage> =>
  dashboard.open(PAGE + address, { answers })

const money = (value: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' }).format(value)
const count = (value: number) => new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value)
const totals_of = (page: Page) => cells(page.locator('tfoot tr'))
const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const query_of = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const cells = (row: Locator) => row.locator('td').allTextContents()
const text_of = async (locator: Locator) => (await locator.textContent()) ?? ''
const rows = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('tbody tr[aria-rowindex]')

/** The figure as it is written whole, which a tile shows on focus. */
async function whole(page: Page, name: string): Promise<string> {
  await tile(page, name).getByRole('button').focus()
  const shown = await page.getByRole('tooltip').filter({ visible: true }).locator('span').first().textContent()
  await page.keyboard.press('Escape')
  await tile(page, name).getByRole('button').blur()
  await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  return shown!
}

suite('figures', () => {
  test('the tiles of all platforms are the figures of the answer to the cent, with the change that it states', async () => {
    const opened = await open()
    const { page } = opened
    const { ad_spend, store_revenue, orders } = performance().kpis
    await tile(page, 'Ad spend').waitFor()
    assert.equal(await whole(page, 'Ad spend'), money(ad_spend.current!))
    assert.equal(await whole(page, 'Store revenue'), money(store_revenue.current!))
    await tile(page, 'Orders').getByText(count(orders.current!)).waitFor()
    await tile(page, 'Ad spend').getByText('+34.6%').waitFor()
    const [first] = performance().channels
    const [platform, spend] = await cells(rows(page, 'Ad platforms').first())
    assert.equal(platform, 'Google Ads')
    assert.ok(spend?.startsWith(money(first!.spend.current!)))
    await assert_well_made(opened)
    await opened.close()
  })

  suite('tabs', () => {
    const opened = one_page(open)

    for (const [tab, label] of [
      ['campaigns', 'Campaigns'],
      ['ad_groups', 'Ad groups'],
      ['ads', 'Single ads'],
      ['creatives', 'Creatives'],
    ] as const)
      test(`the tab ${tab} shows rows and totals of its answer to the cent, and the change against the second answer`, async () => {
        const { page, faults } = opened()
        await page.getByRole('tab', { name: label, exact: true }).click()
        await rows(page, label).first().waitFor()
        const row = await cells(rows(page, label).first())
        for (const text of [money(66_326.58), count(874_494), count(11_884), '2.89'])
          assert.ok(row.includes(text), text)
        const total = await totals_of(page)
        for (const text of [money(totals.spend), count(totals.impressions), '3.42'])
          assert.ok(
            total.some((cell) => cell.startsWith(text)),
            text,
          )
        const percent = ((totals.spend - totals_before.spend) / totals_before.spend) * 100
        await tile(page, 'Spend')
          .getByText(`+${percent.toFixed(1)}%`)
          .waitFor()
        assert.equal(await page.locator('main img').count(), 0)
        assert.equal(query_of(page).tab, tab)
        assert.deepEqual(faults, [])
      })
  })

  test('campaigns of a platform without a tool of its own come from the metrics of that platform', async () => {
    const opened = await open('?tab=campaigns&platform=net_c_ads')
    await rows(opened.page, 'Campaigns').first().waitFor()
    assert.deepEqual(await cells(rows(opened.page, 'Campaigns').first()), [
      ...['Contract | US', money(21_253.57), count(40_100), '301', '12', money(14_126.9), '0.66'],
    ])
    assert.ok((await totals_of(opened.page))[1]!.startsWith(money(51_838.46)))
    await opened.close()
  })

  test('a figure that is not known is a dash with its reason, and incomplete days are not compared with complete ones', async () => {
    const { page, close } = await open('?tab=campaigns', ad_states.partial)
    const cell = rows(page, 'Campaigns').first().locator('td').last()
    await cell.waitFor()
    assert.equal(await text_of(cell), '—, There is nothing to divide by, or a part is not known.')
    await tile(page, 'Spend').getByText('without Meta Ads since Jun 23', { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.doesNotMatch(await text_of(tile(page, 'Spend')), /%/)
    await close()
  })

  test('a comparison that the tool does not have is not shown as one, and the page says so', async () => {
    const opened = await open('?compare=weekdays')
    await opened.page.getByText('These figures are compared with the days before or with last year only.').waitFor()
    assert.doesNotMatch(await text_of(tile(opened.page, 'Ad spend')), /%/)
    await opened.close()
  })

  test('days that the tool cannot answer for are not asked for', async () => {
    const opened = await open('?period=month')
    await opened.page.getByText('All platforms together are known for days that end yesterday').waitFor()
    assert.equal(opened.sent.filter(({ name }) => name === 'analizar_performance').length, 0)
    await opened.page.getByRole('button', { name: 'Last 30 days' }).click()
    await tile(opened.page, 'Ad spend').waitFor()
    assert.deepEqual(query_of(opened.page), {})
    await opened.close()
  })
})

suite('the address', () => {
  test('the period of the address is that of every call, and its comparison that of the second one', async () => {
    const opened = await open('?tab=campaigns&period=7d&compare=year')
    await rows(opened.page, 'Campaigns').first().waitFor()
    await opened.page.waitForLoadState('networkidle')
    // Both are sent at the same time, and arrive in any order.
    const asked = new Set(opened.sent.filter(({ name }) => name === 'query_mx_campaigns').map(({ body }) => body))
    const now = { date_from: '2026-06-21', date_to: '2026-06-27', limit: 1_000 }
    assert.deepEqual(asked, new Set([now, { date_from: '2025-06-22', date_to: '2025-06-28', limit: 1 }]))
    await opened.close()
  })

  test('arrow keys move between the tabs, whose choice and no filter of another tab is in the address', async () => {
    const opened = await open('?tab=campaigns&find=marca&period=7d')
    const { page } = opened
    await page.getByRole('tab', { name: 'Campaigns' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Ad groups', selected: true }).waitFor()
    assert.deepEqual(query_of(page), { tab: 'ad_groups', period: '7d' })
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
    assert.deepEqual(query_of(page), { period: '7d' })
    await opened.close()
  })

  test('filter, order and columns are in the address, and a link shows the same', async () => {
    const opened = await open('?tab=campaigns')
    const { page } = opened
    await page.getByLabel('Filter').fill('busqueda')
    await page.getByText('2 rows').waitFor()
    await page.getByRole('button', { name: 'Clicks', exact: true }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Impressions' }).click()
    await page.waitForURL('**campaigns_columns**')
    const { campaigns_columns, ...query } = query_of(page)
    assert.deepEqual(query, { tab: 'campaigns', find: 'busqueda', campaigns_sort: '-clicks' })
    assert.ok(!campaigns_columns!.split('.').includes('impressions'))
    await page.reload()
    await rows(page, 'Campaigns').first().waitFor()
    assert.equal(await rows(page, 'Campaigns').count(), 2)
    assert.equal(await page.getByLabel('Filter').inputValue(), 'busqueda')
    assert.equal(await page.getByRole('button', { name: 'Impressions', exact: true }).count(), 0)
    await opened.close()
  })

  test('a filter that leaves nothing is named, and one click removes it', async () => {
    const opened = await open('?tab=campaigns&find=nowhere')
    const { page } = opened
    await page.getByText('Nothing contains “nowhere”').waitFor()
    await page.getByRole('button', { name: 'Remove the filter' }).click()
    await rows(page, 'Campaigns').first().waitFor()
    assert.deepEqual(query_of(page), { tab: 'campaigns' })
    assert.equal(await page.getByLabel('Filter').inputValue(), '')
    await opened.close()
  })

  test('a row opens its details, whose address opens them again, and the keyboard returns to the row', async () => {
    const opened = await open('?tab=ads')
    const { page } = opened
    await rows(page, 'Single ads').first().getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.getByText('https://casalumbre.example/sala').waitFor()
    assert.ok((await text_of(drawer)).includes(money(66_326.58)))
    assert.deepEqual(query_of(page), { tab: 'ads', row: 'id-410000100' })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    assert.deepEqual(query_of(page), { tab: 'ads' })
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /Anuncio/)
    await page.goto(`${dashboard.url}${PAGE}?tab=ads&row=id-410000100`)
    await drawer.getByText('https://casalumbre.example/sala').waitFor()
    await assert_well_made(opened)
    await opened.close()
  })

  test('a row that the days do not have is reported as missing', async () => {
    const opened = await open('?tab=campaigns&row=id-999')
    await opened.page.getByRole('dialog').getByText('The row of this address has no figures in the period.').waitFor()
    await opened.close()
  })

  test('an id of nineteen digits in the address is not rounded', async () => {
    const opened = await open('?tab=ads&campaign=id-1779910000100001234')
    await opened.page.getByText('Only the campaign 1779910000100001234').waitFor()
    await opened.page.getByRole('button', { name: 'Clicks', exact: true }).click()
    const asked = opened.sent.filter(({ name }) => name === 'list_gx_ads_ads').at(-1)?.body as { campaign_id: string }
    assert.equal(asked.campaign_id, '1779910000100001234')
    assert.equal(query_of(opened.page).campaign, 'id-1779910000100001234')
    await opened.close()
  })

  test('a campaign leads to its groups and ads, and the limit can be removed', async () => {
    const opened = await open('?tab=campaigns&platform=gx_ads&period=7d')
    const { page } = opened
    await rows(page, 'Campaigns').first().click()
    await page.getByRole('link', { name: 'Its ad groups' }).click()
    await rows(page, 'Ad groups').first().waitFor()
    assert.deepEqual(query_of(page), { tab: 'ad_groups', campaign: 'id-210000100', period: '7d' })
    const asked = opened.sent.find(({ name }) => name === 'list_gx_ad_groups')?.body as { campaign_id: string }
    assert.equal(asked.campaign_id, '210000100')
    await page.getByRole('button', { name: /^Only the campaign Prospección/ }).click()
    await page.waitForURL((url) => !url.searchParams.has('campaign'))
    assert.deepEqual(query_of(page), { tab: 'ad_groups', period: '7d' })
    await opened.close()
  })
})

suite('what is not there', () => {
  const without: Answers = {
    ...ad_states.data,
    get_org_settings: ok({ ...settings, modules: [{ module: 'module_tx_ads', enabled: false }] }),
    query_tx_campaigns: refused(404, 'not_found', OFF),
  }

  test('a platform whose module is off is not offered, and its address says so', async () => {
    const opened = await open('?tab=campaigns', without)
    const { page } = opened
    await rows(page, 'Campaigns').first().waitFor()
    await page.getByRole('combobox', { name: 'Platform' }).click()
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['Meta Ads', 'Google Ads', 'LinkedIn Ads'])
    await page.goto(`${dashboard.url}${PAGE}?tab=campaigns&platform=tx_ads`)
    await page.getByText(OFF).waitFor()
    await assert_well_made(opened)
    await opened.close()
  })

  test('without a platform the page says what it will show, and its only button leads to the connections', async () => {
    const opened = await open('', ad_states.none)
    const link = opened.page.getByRole('link', { name: 'Connect a platform' })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), `/o/${ORG}/connections`)
    assert.equal(await opened.page.getByRole('tab').count(), 0)
    await opened.close()
  })

  test('of a thousand rows few are in the page, and the total of the answer has those that are not listed', async () => {
    const opened = await open('?tab=campaigns', ad_states.most)
    const { page } = opened
    await rows(page, 'Campaigns').first().waitFor()
    assert.ok((await rows(page, 'Campaigns').count()) <= 100)
    await page.getByText('1,000 of 2,400 rows are shown').waitFor()
    await page.getByText('Narrow the dates, or ask query_data for one campaign.').waitFor()
    const total = await totals_of(page)
    assert.equal(total[0], 'Total of all 2,400')
    assert.ok(total.some((cell) => cell.startsWith(money(totals.spend))))
    await opened.close()
  })

  test('one tab that fails leaves the others alive', async () => {
    const opened = await open('?tab=creatives', {
      ...ad_states.data,
      query_mx_creatives: refused(500, 'fault', 'Something went wrong on our side.'),
    })
    await opened.page.getByRole('button', { name: 'Try again' }).waitFor()
    await opened.page.getByRole('tab', { name: 'Campaigns' }).click()
    await rows(opened.page, 'Campaigns').first().waitFor()
    await opened.close()
  })
})

// The page of social networks in a browser, by keyboard: figures of days are plots, people are never added up, and vanished posts are marked.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { account_id, social_states, social_sums } from '#test/answers_of/social.ts'
import { type Answers, assert_well_made, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { one_page } from '#test/one_page.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address = '', answers: Answers = social_states.data) =>
  dashboard.open(`/o/${ORG}/social${address}`, { answers })
const count = (value: number) => new Intl.NumberFormat('en').format(value)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page, name: string) => region(page, name).locator('tbody tr[aria-rowindex]')
const cells = (row: Locator) => row.locator('td').allTextContents()
const query_of = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const bodies = (sent: { name: string; body: unknown }[], tool: string) =>
  sent.filter(({ name }) => name === tool).map(({ body }) => body as Record<string, unknown>)

suite('the page as it opens', () => {
  const opened = one_page(open)

  test('the account with most followers is shown, with the sums of the answer and none of reach', async () => {
    const { page, sent } = opened()
    await region(page, 'Followers now').getByText(count(48_210)).first().waitFor()
    await region(page, 'Engagements').getByText(count(social_sums.engagements)).first().waitFor()
    assert.equal(await region(page, 'Reach').count(), 0)
    assert.deepEqual(bodies(sent, 'list_social_metrics'), [{ social_account_id: account_id(0), days_back: 30 }])
    await assert_well_made(opened())
  })

  test('arrow keys read the days of a plot from the oldest to the newest, and a day without a figure is a dash', async () => {
    const points = opened().page.getByRole('slider', { name: 'Followers by day' })
    await points.focus()
    await opened().page.keyboard.press('End')
    assert.equal(await points.getAttribute('aria-valuetext'), `Sat, Jun 27: Followers ${count(48_201)}`)
    await opened().page.keyboard.press('Home')
    assert.equal(await points.getAttribute('aria-valuetext'), 'Fri, May 29: Followers —')
  })
})

test('an account that is opened by keyboard shows its days, by its whole id', async () => {
  const opened = await open('?tab=accounts')
  const { page, sent } = opened
  await rows(page, 'Accounts').nth(2).waitFor()
  assert.match((await cells(rows(page, 'Accounts').nth(2)))[2] ?? '', /^—/)
  await rows(page, 'Accounts').nth(1).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await region(page, 'Reach by day').waitFor()
  assert.deepEqual(query_of(page), { account: `id-${account_id(1)}` })
  assert.equal(bodies(sent, 'list_social_metrics').at(-1)?.social_account_id, account_id(1))
  await assert_well_made(opened)
  await opened.close()
})

test('posts of the chosen account, with a mark on the one that vanished', async () => {
  const opened = await open('?tab=posts')
  const { page, sent } = opened
  await rows(page, 'Posts').nth(7).waitFor()
  assert.equal(await page.getByText(/^Vanished Jun 26, 2026/).count(), 1)
  await rows(page, 'Posts')
    .nth(4)
    .getByText(/^Vanished/)
    .waitFor()
  await rows(page, 'Posts').nth(2).getByText('Without a text').waitFor()
  assert.match((await cells(rows(page, 'Posts').nth(1)))[2] ?? '', /^—/)
  const without_reach = (await cells(rows(page, 'Posts').nth(3))).at(-1)
  assert.equal(without_reach, '—, There is nothing to divide by, or a part is not known.')
  const account = page.getByRole('combobox', { name: 'Account' })
  await account.fill('casalumbre1')
  await page.getByRole('option').nth(1).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await rows(page, 'Posts').nth(4).waitFor({ state: 'detached' })
  assert.equal(bodies(sent, 'list_social_posts').at(-1)?.social_account_id, account_id(1))
  assert.equal(query_of(page).account, `id-${account_id(1)}`)
  await assert_well_made(opened)
  await opened.close()
})

test('a long list of posts says which columns it lacks', async () => {
  const opened = await open('?tab=posts', social_states.most)
  const { page } = opened
  await page.getByText('Shares, Saves, Impressions: only in lists of at most 10 rows.').waitFor()
  await page.getByText('1,000 of 2,400 rows are shown.').waitFor()
  assert.ok((await rows(page, 'Posts').count()) <= 100)
  await opened.close()
})

test('for days that do not end yesterday nothing is asked, and one button shows days that do', async () => {
  const opened = await open('?period=month')
  const { page, sent } = opened
  await page.getByText('This list is known for days that end yesterday').waitFor()
  assert.deepEqual(bodies(sent, 'list_social_metrics'), [])
  await page.getByRole('button', { name: 'Last 30 days' }).last().focus()
  await page.keyboard.press('Enter')
  await region(page, 'Reach by day').waitFor()
  await opened.close()
})

test('an account that is not there is the sentence of the tool, and another can be chosen', async () => {
  const opened = await open('?account=id-7')
  await opened.page.getByText('There is no such account.').waitFor()
  await opened.page.getByRole('combobox', { name: 'Account' }).waitFor()
  await opened.close()
})

test('without a network the page leads to the connections, and without the module it says who switches it', async () => {
  const opened = await open('', social_states.none)
  await opened.page.getByRole('heading', { name: 'Connect a social network' }).waitFor()
  await opened.page.getByRole('link', { name: 'Connect a platform' }).click()
  await opened.page.waitForURL('**/connections')
  await opened.close()
  const off = await open('', social_states.off)
  await off.page.getByRole('heading', { name: 'The module of these figures is off' }).waitFor()
  assert.deepEqual(bodies(off.sent, 'list_social_accounts'), [])
  await off.close()
})

// The search of Ctrl and K: pages, organizations, tools and campaigns, by keyboard.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { explore_states, type MetricQuery } from '#test/answers_of/explore.ts'
import { try_states } from '#test/answers_of/try.ts'
import { type Answers, assert_well_made, ok, open_dashboard, refused, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'

/** Of a person who types fast, on the page's own clock: a busy machine types slower. */
const BETWEEN_KEYS_MS = 100

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const campaigns = ({ body }: { body: unknown }) => {
  const { metric, filters } = body as MetricQuery
  const { contains } = filters!.campaign as { contains: string }
  const names = metric === 'social_ads.spend' ? ['Día de la madre', 'Madre y más', '(others)'] : []
  return ok({ rows: contains === 'madre' ? names.map((campaign) => ({ campaign, value: 1 })) : [] })
}

async function open_search(answers: Answers = {}, view = {}) {
  const opened = await dashboard.open(`/o/${ORG}/settings/modules`, {
    ...view,
    answers: { ...explore_states.data, ...try_states.data, query_data: campaigns, ...answers },
  })
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  await opened.page.keyboard.press('Control+k')
  await opened.page
    .getByRole('searchbox')
    .or(opened.page.getByPlaceholder(/^Search pages/))
    .first()
    .waitFor()
  return opened
}

test('a tool is found by what it does, and opens as a form', async () => {
  const opened = await open_search()
  const { page } = opened
  assert.equal(await page.getByText('query_products').count(), 0)
  await page.keyboard.type('prices and stock')
  await page.getByText('query_products').waitFor()
  await assert_well_made(opened)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/o/${ORG}/settings/try?tool=query_products`)
  await page.getByRole('heading', { name: 'query_products' }).waitFor()
  assert.deepEqual(opened.faults, [])
  await opened.close()
})

test('a campaign is found by a part of its name, and opens as a question', async () => {
  const opened = await open_search({}, { has_own_context: true })
  const { page, sent } = opened
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const key of 'madre') {
    await page.keyboard.type(key)
    await page.clock.runFor(BETWEEN_KEYS_MS)
  }
  await page.clock.resume()
  await page.getByText('Madre y más').waitFor()
  assert.equal(await page.getByText('(others)').count(), 0)
  const asked = sent.filter(({ name }) => name === 'query_data')
  assert.equal(asked.length, 3, 'one call for each source, not for each key')
  assert.ok(asked.every(({ org }) => org === ORG))
  await page.getByText('Madre y más').click()
  await page.waitForURL(`**/o/${ORG}/explore?**`)
  await page.getByRole('combobox', { name: 'Values of Campaign' }).waitFor()
  await opened.close()
})

test('an error of the search for campaigns is shown, and pages are still found', async () => {
  const opened = await open_search({ query_data: refused(500, 'fault', 'Something went wrong on our side.') })
  const { page } = opened
  await page.keyboard.type('zzz')
  await page.getByText('Campaigns cannot be searched now.').waitFor()
  await page.getByPlaceholder(/^Search pages/).fill('Memb')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/o/${ORG}/settings/members`)
  await opened.close()
})

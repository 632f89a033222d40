// The page of recommendations in a browser: what each is worth, what its buttons do, and who may press them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browsed, recommendation_id, recommendation_states } from '#test/answers_of/recommendations.ts'
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

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (answers: Answers = recommendation_states.data, view = {}, address = '') =>
  dashboard.open(`/o/${ORG}/recommendations${address}`, { answers, ...view })
const items = (page: Page) => page.getByRole('list', { name: 'Recommendations', exact: true }).getByRole('listitem')
const text_of = async (page: Page, at: number) => (await items(page).nth(at).textContent()) ?? ''
const bodies = ({ sent }: OpenedPage, tool: string) =>
  sent.filter(({ name }) => name === tool).map(({ body }) => body as object)

/** What a proposing tool answers. */
const proposed = (status: 'pending' | 'approved', link: string) =>
  ok({
    ...{ action_id: 'a1', status, target: 'Marca', account: 'Casa Lumbre', link, risk: 'medium', warnings: [] },
    ...{ before: { daily_budget: '400' }, after: { daily_budget: '600' }, currency: 'MXN', can_be_undone: true },
    expires_at: '2026-06-29T12:00:00.000Z',
  })

/** Answers of an API that keeps what was decided. */
function deciding(): Answers {
  const decided = new Set<string>()
  const decide: Answers[string] = ({ body }) => {
    decided.add((body as { recommendation_id: string }).recommendation_id)
    return ok({})
  }
  return {
    ...recommendation_states.data,
    browse_recommendations: browsed(3, (id) => decided.has(id)),
    apply_recommendation: decide,
    snooze_recommendation: decide,
    dismiss_recommendation: decide,
  }
}

test('each says how severe it is, why, and what it is worth, without a zero where nothing is known', async () => {
  const opened = await open()
  const { page } = opened
  await items(page).nth(2).waitFor()
  assert.equal(await items(page).count(), 3)
  await items(page).nth(0).getByText('Critical').waitFor()
  assert.match(await text_of(page, 0), /Worth in 30 days: \$7,345\.50 to \$11,020\.00/)
  assert.match(await text_of(page, 1), /Worth in 30 days: \$900\.00(?! to)/)
  assert.doesNotMatch(await text_of(page, 2), /Worth|0\.00/)
  assert.equal(await items(page).nth(2).getByRole('link').getAttribute('href'), `/o/${ORG}/store?tab=carts`)
  await page.getByText('1 note on these figures').click()
  await page.getByText('no se puede confiar: Casa Lumbre').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('a change is proposed with a reason, by keyboard, shows from what to what, and leads to the proposal', async () => {
  const link = `${dashboard.url}/o/${ORG}/approvals?action=a1`
  const opened = await open({
    ...recommendation_states.data,
    propose_update_budget: proposed('pending', link),
  })
  const { page } = opened
  const button = page.getByRole('button', { name: /^Propose the change: El presupuesto de “Marca”/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  assert.match(await reason.inputValue(), /^El presupuesto de “Marca” termina/)
  await assert_well_made(opened)
  await reason.fill('Sells well.')
  await dialog.getByRole('button', { name: 'Propose the change' }).press('Enter')
  await dialog.getByText('Nothing has changed yet.', { exact: false }).waitFor()
  await dialog.getByText('Marca · Casa Lumbre').waitFor()
  const change = (await dialog.getByRole('definition').textContent()) ?? ''
  assert.equal(change.replaceAll(/\s+/g, ' '), 'From $400.00 → To $600.00')
  await assert_well_made(opened)
  assert.equal(await dialog.getByRole('link', { name: 'Look at the proposal' }).getAttribute('href'), link)
  assert.deepEqual(bodies(opened, 'propose_update_budget'), [
    { platform: 'gx', campaign_id: '77', new_daily_budget: 600, currency: 'MXN', reason: 'Sells well.' },
  ])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  await opened.close()
})

test('a change that a rule approved is not said to wait for a person', async () => {
  const opened = await open(
    { ...recommendation_states.data, propose_update_budget: proposed('approved', dashboard.url) },
    { width: 390 },
  )
  const { page } = opened
  await page.getByRole('button', { name: /^Propose the change: El presupuesto/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Propose the change' }).click()
  await dialog.getByText('A rule of this organization approved it.', { exact: false }).waitFor()
  assert.equal(await dialog.getByText('Nothing has changed yet.').count(), 0)
  await assert_well_made(opened)
  await opened.close()
})

test('a refused proposal keeps the reason, and says why', async () => {
  const opened = await open({
    ...recommendation_states.data,
    propose_pause_campaign: refused(400, 'error', 'Campaign 23850 is paused already.'),
  })
  const { page } = opened
  await page.getByRole('button', { name: /^Propose the change: “Retargeting”/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It loses.')
  await dialog.getByRole('button', { name: 'Propose the change' }).click()
  await dialog.getByText('Campaign 23850 is paused already.').waitFor()
  assert.equal(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue(), 'It loses.')
  await opened.close()
})

test('one is put off, one is done, one is dismissed with a reason, and each leaves the list', async () => {
  const opened = await open(deciding(), { width: 390 })
  const { page } = opened
  const decide = async (what: string) => {
    await items(page)
      .first()
      .getByRole('button', { name: /^Decide/ })
      .click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await items(page).nth(2).waitFor()
  await decide('Put off for a week')
  await items(page).nth(2).waitFor({ state: 'detached' })
  await decide('It is done')
  await items(page).nth(1).waitFor({ state: 'detached' })
  await decide('Dismiss permanently')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Nos conviene así.')
  await assert_well_made(opened)
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('heading', { name: 'Nothing to recommend now' }).waitFor()
  assert.deepEqual(bodies(opened, 'snooze_recommendation'), [{ recommendation_id: recommendation_id(0), hours: 168 }])
  assert.deepEqual(bodies(opened, 'apply_recommendation'), [{ recommendation_id: recommendation_id(1) }])
  assert.deepEqual(bodies(opened, 'dismiss_recommendation'), [
    { recommendation_id: recommendation_id(2), reason: 'Nos conviene así.' },
  ])
  await opened.close()
})

test('one whose change is proposed leads to the proposal, and is not proposed again', async () => {
  const { page, close } = await open(recommendation_states.proposed)
  const link = items(page).first().getByRole('link', { name: 'The change is proposed' })
  assert.match((await link.getAttribute('href'))!, /\/approvals\?action=01990000-0000-7000-8000-000000000100$/)
  assert.equal(
    await items(page)
      .getByRole('button', { name: /Propose/ })
      .count(),
    0,
  )
  await close()
})

test('who only reads has no button that changes something', async () => {
  const opened = await open(recommendation_states.viewer)
  await items(opened.page).nth(2).waitFor()
  assert.equal(
    await items(opened.page)
      .getByRole('button', { name: /Decide|Propose/ })
      .count(),
    0,
  )
  assert.equal(await items(opened.page).getByRole('link').count(), 1)
  await opened.close()
})

test('what was put off and what ended have their tabs, and what ended has no buttons', async () => {
  const opened = await open(recommendation_states.data, {}, '?tab=snoozed')
  const { page } = opened
  await items(page).nth(2).waitFor()
  await items(page).first().getByText('Put off until Jul 1, 2026', { exact: false }).waitFor()
  await page.getByRole('tab', { name: 'No longer open' }).click()
  await items(page).nth(1).getByText('Dismissed').waitFor()
  await items(page).nth(1).getByText('Reason: Construye la marca.').waitFor()
  assert.equal(
    await items(page)
      .getByRole('button', { name: /Decide|Propose/ })
      .count(),
    0,
  )
  await assert_well_made(opened)
  await opened.close()
})

test('a list that the page does not show whole says how many there are', async () => {
  const opened = await open(recommendation_states.most)
  await items(opened.page).nth(199).waitFor()
  await opened.page.getByText('200 of 340 rows are shown.').waitFor()
  await opened.close()
})

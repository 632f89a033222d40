// The history and the rules of the page of approvals in a browser: how changes ended, the undo, and what admins set.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approvals_states, ids, of_another_currency, settings } from '#test/answers_of/approvals.ts'
import { bodies, button, drawer, open_approvals, rows } from '#test/approvals_page.ts'
import { type Answers, assert_well_made, ok, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { me, me_as } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address: string, answers?: Answers) => open_approvals(dashboard, address, answers)

test('the history says how each change ended, and an executed one leads to the proposal that undoes it', async () => {
  const opened = await open('?tab=history', { propose_undo: ok({ action_id: ids.budget }) })
  const { page, sent } = opened
  await rows(page, 'History').first().waitFor()
  const failed = await rows(page, 'History').nth(1).textContent()
  assert.match(failed ?? '', /Failed\s*The platform shows other values than those approved\./)
  await assert_well_made(opened)
  await rows(page, 'History').first().getByRole('button').first().click()
  await drawer(page).getByText('Ana Torres (with a one-time code)').waitFor()
  await button(page, 'Propose to undo it').click()
  await page.waitForURL(`**action=${ids.budget}**`)
  assert.deepEqual(bodies(sent, 'propose_undo'), [{ action_id: ids.executed }])
  await button(page, 'Approve').waitFor()
  await opened.close()
})

test('what the platform showed is compared with what was approved, and what was left behind is named', async () => {
  const opened = await open(`?tab=history&action=${ids.failed}`)
  const { page } = opened
  await drawer(page).getByText('$400.00 differs from what was approved').waitFor()
  await drawer(page).getByText('campaign · 210000777').waitFor()
  await drawer(page).getByText('Carried out differently').waitFor()
  const said = drawer(page).getByText('The platform shows other values than those approved.')
  assert.equal(await said.textContent(), `The platform shows other values than those approved. ${UNDO_BELOW}`)
  await button(page, 'Propose to undo it').waitFor()
  await opened.close()
})

const UNDO_BELOW = 'Undo it below where this is offered, or correct it at the platform.'

test('what an executed change did has its interval, or the reason why there is no number', async () => {
  const opened = await open(`?tab=history&action=${ids.executed}`)
  const { page } = opened
  for (const text of ['+18.4% (+9.1% to +27.9%)', '+4.0% (-6.0% to +15.0%): no clear change'])
    await drawer(page).getByText(text, { exact: true }).waitFor()
  await drawer(page).getByText('Another action lies in these days.').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('the tool filters the history by status, which is in the address', async () => {
  const opened = await open('?tab=history&status=rejected')
  await rows(opened.page, 'History').first().waitFor()
  assert.deepEqual(bodies(opened.sent, 'browse_action_history'), [{ status: 'rejected', limit: 50 }])
  await opened.close()
})

test('the history reaches every decision, a page at a time', async () => {
  const opened = await open('?tab=history', approvals_states.most)
  const { page, sent } = opened
  const older = button(page, 'Older decisions')
  for (const shown of [50, 100, 150]) {
    await page.getByText(`${shown} rows are shown, and there are more.`).waitFor()
    await older.click()
  }
  await older.waitFor({ state: 'detached' })
  const asked = bodies(sent, 'browse_action_history') as { before?: string }[]
  assert.equal(new Set(asked.map(({ before }) => before)).size, 4)
  await page.getByLabel('Filter').fill('Búsqueda')
  await page.waitForURL('**find=**')
  await assert_well_made(opened)
  await opened.close()
})

test('a rule of another currency keeps its amounts, says what that means, and asks for them again', async () => {
  const opened = await open('?tab=rules', { list_guardrails: of_another_currency })
  const { page } = opened
  await page.getByText('The amounts are in another currency').first().waitFor()
  await page
    .getByText(/above USD\s1,000\.00\./)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).first().click()
  await drawer(page).getByText('They were written in USD. Write each one again before you save.').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('rules are sentences with what of today is used, and the dialog sends every limit, an empty field as none', async () => {
  const opened = await open('?tab=rules', { set_guardrail: ok({ guardrail_id: ids.budget, version: 4 }) })
  const { page, sent } = opened
  await page.getByText('Used today: $70.10 in 2 changes.').waitFor()
  await page.getByText('Nobody sets a daily budget above $1,000.00.').waitFor()
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'Change', exact: true }).first().click()
  await page.getByLabel('Largest daily budget, in MXN').fill('')
  await page.getByLabel('Largest cut, in percent').fill('30')
  await page.getByLabel('All automatic changes of a day, in MXN').fill('250.10')
  await assert_well_made(opened)
  await button(page, 'Save the rule').click()
  await drawer(page).waitFor({ state: 'detached' })
  assert.deepEqual(bodies(sent, 'set_guardrail'), [
    {
      ...{ agent_slug: 'seo', action_type: 'set_daily_budget', needs_approval: false, automatic_amount: '50.25' },
      ...{ day_amount: '250.10', budget_max: null, automatic_percent: 20, cooldown_hours: 24, day_count: 5 },
      ...{ raise_max_percent: null, cut_max_percent: 30 },
    },
  ])
  await opened.close()
})

test('an amount that is no decimal is not sent', async () => {
  const opened = await open('?tab=rules')
  const { page, sent } = opened
  await button(page, 'Add a rule').click()
  await page.getByLabel('Largest daily budget, in MXN').fill('1e3')
  await button(page, 'Save the rule').click()
  assert.ok(await page.getByLabel('Largest daily budget, in MXN').evaluate((field) => field.matches(':invalid')))
  assert.deepEqual(bodies(sent, 'set_guardrail'), [])
  await opened.close()
})

test('admins end rules and set the second person, the amount of codes and the times, and others only see them', async () => {
  const changes = ['end_guardrail', 'set_second_person', 'set_code_amount', 'set_action_expiry']
  const opened = await open('?tab=rules', {
    ...Object.fromEntries(changes.map((tool) => [tool, ok(settings)])),
    get_me: ok(me({ two_factor: true })),
  })
  const { page, sent } = opened
  await page.getByRole('button', { name: 'End', exact: true }).first().click()
  await button(page, 'End the rule').click()
  await drawer(page).waitFor({ state: 'detached' })
  await page.getByLabel('A second person approves').click()
  await page.getByLabel('Largest change of a day’s spend without a code, in MXN').fill('')
  await page.getByLabel('One-time code').fill('123 456')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await button(page, 'Set a time').click()
  await page.getByLabel('Hours, at most 720').fill('48')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await button(page, 'Set a time').waitFor()
  assert.deepEqual(bodies(sent, 'end_guardrail').length, 1)
  assert.deepEqual(bodies(sent, 'set_second_person'), [{ second_person: true }])
  assert.deepEqual(bodies(sent, 'set_code_amount'), [{ code_amount: null, code: '123456' }])
  assert.deepEqual(bodies(sent, 'set_action_expiry'), [{ action_type: 'answer_question', hours: 48 }])
  await opened.close()

  const without_app = await open('?tab=rules')
  await without_app.page.getByText('Changing the amount needs a one-time code').waitFor()
  assert.equal(await without_app.page.getByLabel(/^Largest change of a day/).count(), 0)
  await without_app.close()

  const seen = await open('?tab=rules', { get_me: ok(me_as('member')) })
  await seen.page.getByText('Changes above $500.00 need a code.').waitFor()
  assert.equal(await seen.page.getByRole('button', { name: /^(Change|End|Save|Add a rule|Set a time)$/ }).count(), 0)
  assert.ok(await seen.page.getByLabel('A second person approves').isDisabled())
  await seen.close()
})

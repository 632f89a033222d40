// The page of approvals in a browser: what a person sees before a yes, that only two deliberate presses are one, and what follows.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { approvals_states, ids } from '#test/answers_of/approvals.ts'
import { stream_of } from '#test/answers_of/connections.ts'
import { bodies, button, decided, drawer, open_approvals, rows } from '#test/approvals_page.ts'
import {
  type Answers,
  assert_well_made,
  at_rest,
  type Mocked,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { me, me_as, ORG } from '#test/dashboard_answers.ts'
import { one_page } from '#test/one_page.ts'

const THUMB_PX = 44
const PHONE = { width: 390, height: 844 }

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address?: string, answers?: Answers, width?: number) => open_approvals(dashboard, address, answers, width)
const query_of = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const phone = { get_me: ok(me({ two_factor: true })) }

suite('the page as it opens', () => {
  const opened = one_page(open)

  test('what waits has the earliest deadline first, from and to, why, risk, proposer, and a mark when it is out of date', async () => {
    const { page } = opened()
    await rows(page, 'Waiting').first().waitFor()
    const texts = await rows(page, 'Waiting').first().locator('td').allInnerTexts()
    assert.deepEqual(
      texts.map((text) => text.replaceAll(/\s+/g, ' ')),
      [
        'Prospección | Sala y decoración Change a daily budget · Meta Ads',
        'From $350.50 → To $420.75',
        'ROAS is above 4 for two weeks.',
        'Medium risk Out of date',
        'AI agent seo',
        'in 3 hours Jun 28, 2026, 9:00 AM',
      ],
    )
    await assert_well_made(opened())
  })

  test('a line opens the whole change by keyboard, with the figures behind it and their sources', async () => {
    const { page } = opened()
    await rows(page, 'Waiting').first().getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await drawer(page).getByText('What changes').waitFor()
    assert.equal(query_of(page).action, ids.budget)
    await drawer(page).getByText('The platform shows another value by now').waitFor()
    await drawer(page).getByText('$66,326.58').waitFor()
    assert.match((await drawer(page).getByText('Claimed ROAS').locator('..').textContent()) ?? '', /—/)
    await button(page, 'Data until 1:40 AM').click()
    await page.getByText('Casa Lumbre mx_ads').waitFor()
    await page.keyboard.press('Escape')
    await assert_well_made(opened())
  })
})

test('a proposal appears on the open page with its notification', async () => {
  let has_come = false
  const waiting = () => {
    const of = has_come ? approvals_states.data : approvals_states.empty
    return of.list_pending_actions as Mocked
  }
  const opened = await open('', {
    list_pending_actions: waiting,
    events: () => stream_of([['notifications', { org_id: ORG, unread: has_come ? 1 : 0, newest_id: null }]], 50),
    list_own_notifications: () => ok({ notifications: [], next_before: null, unread: has_come ? 1 : 0 }),
  })
  const { page } = opened
  await page.getByText('Nothing waits for a decision').waitFor()
  has_come = true
  await rows(page, 'Waiting').first().waitFor()
  await opened.close()
})

test('a stray tap and a double tap approve nothing, and the second press at its own place does', async () => {
  const opened = await open(
    `?action=${ids.budget}`,
    decided({ approve_action: ok({ run_id: ids.budget, state: 'succeeded', status: 'executed' }) }, 'executed', {
      ...{ decided_by: 'user:1', decider_name: 'Ana Torres', decided_at: '2026-06-28T12:00:00Z', phase: null },
      ...{ ended_at: '2026-06-28T12:00:05Z', read_back: { daily_budget: '420.75' } },
    }),
    PHONE.width,
  )
  const { page, sent } = opened
  const box = await box_of(button(page, 'Approve'))
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const
  await page.touchscreen.tap(...middle)
  await page.touchscreen.tap(...middle)
  await page.waitForTimeout(800)
  await page.touchscreen.tap(...middle)
  assert.deepEqual(bodies(sent, 'approve_action'), [])

  await button(page, 'Approve').or(button(page, 'Yes, carry it out')).first().waitFor()
  if (await button(page, 'Approve').isVisible()) await button(page, 'Approve').click()
  await button(page, 'Yes, carry it out').click()
  await drawer(page).getByText('The platform shows what was approved.').waitFor()
  assert.deepEqual(bodies(sent, 'approve_action'), [{ action_id: ids.budget }])
  await drawer(page).getByText('What the platform showed afterwards').waitFor()
  await opened.close()
})

const box_of = async (element: Locator) => (await element.boundingBox())!

test('the keyboard alone approves, and each step gets the focus', async () => {
  const approved = { approve_action: ok({ run_id: ids.budget, state: 'succeeded', status: 'approved' }) }
  const opened = await open(`?action=${ids.budget}`, decided(approved, 'approved', { phase: 'queued' }))
  const { page, sent } = opened
  const press = async (name: string) => {
    for (let n = 0; n < 20 && !(await button(page, name).evaluate((one) => one.matches(':focus'))); n++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await button(page, 'Approve').waitFor()
  await press('Approve')
  await page.keyboard.press('Tab')
  await button(page, 'Yes, carry it out').and(page.locator(':enabled')).waitFor()
  await press('Back')
  await button(page, 'Reject').and(page.locator(':focus')).waitFor()
  await press('Approve')
  await button(page, 'Yes, carry it out').and(page.locator(':enabled')).waitFor()
  await press('Yes, carry it out')
  await drawer(page).getByText('It is about to be sent.').waitFor()
  assert.equal(bodies(sent, 'approve_action').length, 1)
  await opened.close()
})

test('on a phone the buttons of both steps are at the bottom and large enough for a thumb', async () => {
  const opened = await open(`?action=${ids.coded}`, phone, PHONE.width)
  const { page } = opened
  const assert_reachable = async (name: string) => {
    await button(page, name).waitFor()
    await at_rest(page)
    const { y, width, height } = await box_of(button(page, name))
    assert.ok(height >= THUMB_PX && width >= THUMB_PX, `${name} ${width} x ${height}`)
    assert.ok(y > PHONE.height * 0.7 && y + height <= PHONE.height, `${name} at ${y}`)
  }
  await assert_reachable('Approve')
  await assert_reachable('Reject')
  await button(page, 'Approve').tap()
  await assert_reachable('Yes, carry it out')
  await assert_reachable('Back')
  // It rests for a moment first, so that a double tap decides nothing.
  await page.locator('button:enabled', { hasText: 'Yes, carry it out' }).waitFor()
  await assert_well_made(opened)
  await button(page, 'Back').tap()
  await button(page, 'Reject').tap()
  await assert_reachable('Reject the change')
  await assert_well_made(opened)
  await opened.close()
})

test('above the amount the code goes with the approval, and a wrong one keeps the form and says so', async () => {
  let tries = 0
  const wrong = refused(400, 'error', 'This code is wrong. Type the one that your authenticator app shows now.')
  const opened = await open(`?action=${ids.coded}`, {
    ...phone,
    ...decided(
      { approve_action_with_code: () => (tries++ === 0 ? wrong : ok({ action_id: ids.coded, status: 'approved' })) },
      'approved',
      { phase: 'sending', decided_at: '2026-06-28T12:00:00Z', decided_by: 'user:1', decider_name: 'Ana Torres' },
    ),
  })
  const { page, sent } = opened
  await button(page, 'Approve').click()
  await page.getByLabel('One-time code').fill('000 000')
  await button(page, 'Yes, carry it out').click()
  await page.getByText('This code is wrong.').waitFor()
  await page.getByLabel('One-time code').fill('123456')
  await button(page, 'Yes, carry it out').click()
  await drawer(page).getByText('It is being sent.').waitFor()
  assert.deepEqual(bodies(sent, 'approve_action_with_code'), [
    { action_id: ids.coded, code: '000000' },
    { action_id: ids.coded, code: '123456' },
  ])
  // The page asks until the end is known.
  const asked = bodies(sent, 'get_action').length
  await page.waitForTimeout(2_000)
  assert.ok(bodies(sent, 'get_action').length > asked)
  await opened.close()
})

test('without an authenticator app, a person learns where to set it up instead', async () => {
  const opened = await open(`?action=${ids.coded}`)
  const { page, sent } = opened
  await button(page, 'Approve').click()
  await page.getByText('A change above 50 MXN needs a one-time code.').waitFor()
  assert.equal(await button(page, 'Yes, carry it out').count(), 0)
  await page.getByRole('link', { name: 'Set up an authenticator app in your account' }).click()
  await page.waitForURL('**/account')
  assert.deepEqual(bodies(sent, 'approve_action'), [])
  await opened.close()
})

test('a rejection carries its reason, and an empty one carries none', async () => {
  for (const reason of ['Not before the sale.', '']) {
    const end = { status: 'rejected', decision_reason: reason || null, decided_at: '2026-06-28T12:00:00Z' }
    const opened = await open(
      `?action=${ids.budget}`,
      decided({ reject_action: ok({ action_id: ids.budget, status: 'rejected' }) }, 'rejected', end),
    )
    const { page, sent } = opened
    await button(page, 'Reject').click()
    await page.getByLabel('Why not').fill(reason)
    await button(page, 'Reject the change').click()
    await drawer(page).getByText('It is never carried out.').waitFor()
    assert.deepEqual(bodies(sent, 'reject_action'), [{ action_id: ids.budget, ...(reason && { reason }) }])
    await opened.close()
  }
})

test('viewers and members without the right see why they cannot decide, and who proposed it cannot where a second person must', async () => {
  for (const role of ['viewer', 'member'] as const) {
    const opened = await open(`?action=${ids.budget}`, { get_me: ok(me_as(role)) })
    await opened.page.getByText('You cannot decide about this change').waitFor()
    assert.equal(await button(opened.page, 'Approve').count(), 0)
    assert.equal(await button(opened.page, 'Reject').count(), 0)
    await opened.close()
  }
  const opened = await open(`?action=${ids.own}`)
  await opened.page.getByText('demands that a second person approves it').waitFor()
  await button(opened.page, 'Reject').waitFor()
  assert.equal(await button(opened.page, 'Approve').count(), 0)
  await opened.close()
})

test('a new campaign is shown as its ads would look, with texts of others as plain text', async () => {
  const shown: [string, string[]][] = [
    [
      ids.search,
      [
        'Salas de madera | Envío gratis | <img src=x onerror=alert(1)>',
        'sala de madera 12 (phrase match)',
        'salas (exact match)',
        'More living rooms.',
        'Housing',
      ],
    ],
    [ids.social, ['Nueva sala en tu casa', 'a1b2c3d4e5f60718', 'Shop now', 'Vietnam (VN)', '100200300400500']],
    [ids.video, ['v10033g50000abc', 'v10033g50000abd', 'Learn more', 'Ad 2', '3996063', 'HOUSING']],
  ]
  for (const [action, texts] of shown) {
    const opened = await open(`?action=${action}`)
    const { page } = opened
    await drawer(page).getByText('As the ad would look').waitFor()
    for (const text of [...texts, 'This cannot be undone']) await drawer(page).getByText(text).first().waitFor()
    await drawer(page)
      .getByText(/\$350\.50 a day, created paused/)
      .waitFor()
    const address = 'http://casalumbre.example/salas?from=ads#oferta'
    await drawer(page).getByText(`${address} (not encrypted)`).first().waitFor()
    assert.ok(((await drawer(page).textContent()) ?? '').split(address).length > 2, 'the ad and the fields have it')
    assert.equal(await drawer(page).locator('img, a').count(), 0)
    await assert_well_made(opened)
    await opened.close()
  }
})

test('the question of a buyer is shown with the answer that is decided about', async () => {
  const opened = await open(`?action=${ids.answer}`)
  await drawer(opened.page).getByText('What it answers').waitFor()
  await drawer(opened.page).getByText('¿Tienen en azul?').waitFor()
  await drawer(opened.page).getByText('Sí, la tenemos en azul.').waitFor()
  await opened.close()
})

test('a proposer that had read external text is named before a decision', async () => {
  const opened = await open(`?action=${ids.pause}`)
  await drawer(opened.page).getByText('Its proposer had read external text').waitFor()
  await drawer(opened.page).getByText('It sells <b>nothing</b>.').waitFor()
  await opened.close()
})

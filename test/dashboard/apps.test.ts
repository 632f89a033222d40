// What a person does on the pages of apps, in a browser.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  APPS_PATH,
  CONSENT_PATH,
  consent_path,
  LOCAL_CONSENT_PATH,
  states_of_apps as states,
} from '#test/answers_of/apps.ts'
import { type Answers, assert_well_made, ok, open_dashboard, refused, type TestDashboard } from '#test/dashboard.ts'
import { me, me_as, ORG } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const THERE = '/sign-up'
/** The app's own address is a page of ours here, so that the browser stays on the machine. */
const decided: Answers = { ...states.data, 'auth/oauth2/consent': { body: { redirect: true, url: THERE } } }
const decision_of = (sent: { name: string; body: unknown }[]) =>
  sent.find(({ name }) => name === 'auth/oauth2/consent')?.body as Record<string, unknown>

test('a request shows where the answer goes, and ticks what the app asked for but never what needs a person', async () => {
  const opened = await dashboard.open(CONSENT_PATH, { answers: decided })
  const { page } = opened
  await page.getByRole('heading', { name: 'Claude wants to act for you' }).waitFor()
  await page.getByText('claude.ai', { exact: true }).waitFor()
  const ticked = page.getByRole('checkbox', { checked: true, name: /^(?!All of)/ })
  assert.equal(await ticked.count(), 5)
  assert.equal(await page.getByRole('checkbox', { name: 'People and keys: manage' }).isChecked(), false)
  await page.getByRole('checkbox', { name: 'Ads: change' }).uncheck()
  assert.equal(await page.getByRole('checkbox', { name: 'Alerts', exact: true }).count(), 0)
  await page.getByRole('button', { name: 'Allow something else too' }).click()
  await page.getByRole('checkbox', { name: 'Alerts', exact: true }).check()
  await page.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Norte Café' }).click()
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`**${THERE}`)
  const { accept, org_id, scopes, oauth_query } = decision_of(opened.sent)
  assert.deepEqual([accept, org_id], [true, '01980000-0000-7000-8000-000000000002'])
  assert.deepEqual([...(scopes as string[])].sort(), [
    'ads:read',
    'analytics:read',
    'connections:read',
    'ecommerce:read',
    'notifications:read',
  ])
  assert.match(String(oauth_query), /sig=signed/)
  await opened.close()
})

test('a request for decisions about changes is ticked by a person alone', async () => {
  const path = consent_path('https://claude.ai/callback', 'ads:read actions:approve admin:*')
  const opened = await dashboard.open(path, { answers: decided })
  const offered = opened.page.getByRole('checkbox', { name: /^(?!All of)/ })
  await offered.first().waitFor()
  assert.deepEqual(await Promise.all((await offered.all()).map((one) => one.isChecked())), [true, false, false])
  await opened.close()
})

test('a request can be denied, and works by keyboard alone', async () => {
  const opened = await dashboard.open(LOCAL_CONSENT_PATH, { answers: decided })
  const { page } = opened
  await page.getByText('A program on this device.').waitFor()
  await page.getByRole('button', { name: 'Deny' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${THERE}`)
  assert.equal(decision_of(opened.sent).accept, false)
  await opened.close()
})

test('a request offers a viewer nothing that changes something, and cannot be allowed with nothing', async () => {
  const answers = { ...decided, get_me: ok(me_as('viewer')) }
  const opened = await dashboard.open(CONSENT_PATH, { answers })
  const { page } = opened
  await page.getByRole('checkbox', { name: 'Ads', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Allow something else too' }).click()
  assert.equal(await page.getByRole('checkbox', { name: /: (change|manage|approve|run)$/ }).count(), 0)
  const all = page.getByRole('checkbox', { name: 'All of: Read' })
  await all.check()
  await all.uncheck()
  assert.equal(await page.getByRole('button', { name: 'Allow', exact: true }).isDisabled(), true)
  await opened.close()
})

test('a request leads somebody who is not signed in through the form and back, and an old one says so', async () => {
  let is_in = false
  const answers: Answers = {
    ...decided,
    get_me: () => (is_in ? ok(me()) : refused(401, 'unauthorized', 'Sign in.')),
    'auth/sign-in/email': () => {
      is_in = true
      return { body: {} }
    },
    'auth/oauth2/consent': { status: 400, body: { code: 'REQUEST_EXPIRED', message: 'old' } },
  }
  const opened = await dashboard.open(CONSENT_PATH, { answers })
  const { page } = opened
  await page.getByLabel('Email').fill('ana@casalumbre.mx')
  await page.getByLabel('Password', { exact: true }).fill('right words here')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('This request is too old, or was changed.').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('an app is disconnected after a question that names it, and the list is read again', async () => {
  const answers: Answers = { ...states.data, disconnect_app: ok({ grant_id: 'x', name: 'Claude', disconnected: true }) }
  const opened = await dashboard.open(APPS_PATH, { answers })
  const { page } = opened
  await page.getByRole('button', { name: 'Disconnect Claude' }).click()
  await page.getByRole('dialog', { name: 'Disconnect Claude?' }).waitFor()
  await assert_well_made(opened)
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const calls = opened.sent.filter(({ name }) => name === 'disconnect_app' || name === 'list_connected_apps')
  assert.deepEqual(
    calls.map(({ name, org }) => [name, org]),
    [
      ['list_connected_apps', ORG],
      ['disconnect_app', ORG],
      ['list_connected_apps', ORG],
    ],
  )
  await opened.close()
})

// The pages before a session, of a person and of the settings, in every state.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Answers,
  assert_well_made,
  layout_shift,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { me_as, ORG, states } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'
import { untranslated } from '#test/untranslated.ts'

const ENTRIES = [
  '/sign-in',
  '/sign-up',
  '/verify',
  '/verify?error=invalid_token',
  '/reset',
  '/reset?token=x',
  '/invitation',
]
const PERSONAL = ['/new', '/account']
const SETTINGS = ['organization', 'members', 'keys', 'modules', 'audit'].map((name) => `/o/${ORG}/settings/${name}`)
const SIGNED_OUT: Answers = { ...states.data, get_me: refused(401, 'unauthorized', 'Sign in.') }

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const opened = () => dashboard
test_states(opened, { paths: ENTRIES, states: { 'signed out': SIGNED_OUT } })
test_states(opened, { paths: PERSONAL, states: { data: states.data } })
test_states(opened, { paths: SETTINGS, states })

test('a page says who can give what the role lacks, and the navigation leads nowhere else', async () => {
  const answers: Answers = {
    ...states.data,
    get_me: ok(me_as('viewer')),
    list_members: refused(403, 'denied_scope', 'This needs the scope admin:*, which the role viewer does not have.'),
    list_invitations: refused(
      403,
      'denied_scope',
      'This needs the scope admin:*, which the role viewer does not have.',
    ),
  }
  const opened = await dashboard.open(`/o/${ORG}/settings/organization`, { answers })
  await opened.page.getByText('Admins change these settings.').waitFor()
  const links = await opened.page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('link')
    .allTextContents()
  const settings = links.slice(links.indexOf('Organization'))
  assert.deepEqual(settings, ['Organization', 'Keys', 'Modules', 'Apps', 'Try a tool'])
  assert.equal(await opened.page.getByRole('button', { name: 'Save' }).count(), 0)
  await opened.page.goto(`${dashboard.url}/o/${ORG}/settings/members`)
  await opened.page.getByText('Admins open this page.').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('a skeleton moves while an answer is waited for, and not behind the error that takes its place', async () => {
  const path = `/o/${ORG}/settings/keys`
  const moving = async (answers: Answers, seen: string) => {
    const { page, close } = await dashboard.open(path, { answers, has_own_context: true })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await page.locator(seen).first().waitFor()
    const names = 'document.getAnimations().filter(({ playState }) => playState === "running").length'
    const found = await page.evaluate<number>(names)
    await close()
    return found
  }
  assert.ok((await moving({ ...states.data, list_api_keys: { is_silent: true } }, '[aria-busy=true]')) > 0)
  const failed = refused(500, 'fault', 'An internal error.')
  assert.equal(await moving({ ...states.data, list_api_keys: failed }, '[role=alert]'), 0)
})

test('the checks of every page find a text that is not translated, and a part that moves', async () => {
  const opened = await dashboard.open(`/o/${ORG}/settings/keys`, { answers: states.data })
  await opened.page.getByText('Claude on my laptop').waitFor()
  assert.ok((await layout_shift(opened.page)) <= 0.05)
  const found = await untranslated(opened.page, 'es')
  for (const text of ['Keys', 'Organization', 'Skip to the content'])
    assert.ok(found.includes(text), `${text}: ${found}`)
  await opened.page.evaluate(`document.querySelector('h1').style.marginTop = '300px'`)
  await opened.page.locator('h1').click()
  assert.ok((await layout_shift(opened.page)) > 0.05)
  await opened.close()
})

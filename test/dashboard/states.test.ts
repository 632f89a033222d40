// Every page in every state: no fault of access, no message of the browser, no request elsewhere, no sideways scroll. A sample here; with
// PAGES=all every combination of state, width, color scheme and language.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Answers,
  assert_well_made,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
  type View,
} from '#test/dashboard.ts'
import { me_as, ORG, type State, states } from '#test/dashboard_answers.ts'

const IS_WHOLE = process.env.PAGES === 'all'
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

interface Case extends Required<Omit<View, 'answers'>> {
  path: string
  state: State
}

const looks = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((scheme) => ['en', 'es', 'pt'].map((language) => ({ width, scheme, language }))),
)
const all: Case[] = [
  ...[...ENTRIES, ...PERSONAL].flatMap((path) => looks.map((look) => ({ path, state: 'data' as const, ...look }))),
  ...SETTINGS.flatMap((path) =>
    (Object.keys(states) as State[]).flatMap((state) => looks.map((look) => ({ path, state, ...look }))),
  ),
]
/** Steps through all cases by a number that is coprime to the numbers of states and looks, so that the sample has each of them. */
const SAMPLE_STEP = 29
const cases = IS_WHOLE ? all : all.filter((_, index) => index % SAMPLE_STEP === 0)

for (const { path, state, width, scheme, language } of cases)
  test(`${path} is well made: ${state}, ${width}, ${scheme}, ${language}`, async () => {
    const answers = ENTRIES.includes(path) ? SIGNED_OUT : states[state]
    const opened = await dashboard.open(path, { width, scheme, language, answers })
    try {
      await opened.page.getByRole('heading', { level: 1 }).waitFor()
      if (state === 'loading') await opened.page.locator('[aria-busy=true]').first().waitFor()
      else await opened.page.waitForLoadState('networkidle')
      await assert_well_made(opened)
    } finally {
      await opened.close()
    }
  })

test('the number of looked at pages', (context) => {
  assert.ok(cases.length >= 15)
  context.diagnostic(`${cases.length} of ${all.length} pages in states`)
})

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
  assert.deepEqual(links, ['Organization', 'Keys', 'Modules'])
  assert.equal(await opened.page.getByRole('button', { name: 'Save' }).count(), 0)
  await opened.page.goto(`${dashboard.url}/o/${ORG}/settings/members`)
  await opened.page.getByText('Admins open this page.').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

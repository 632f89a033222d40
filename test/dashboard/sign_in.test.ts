// The pages before a session, in a browser: what a person sees and where they are afterwards.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { overview_states } from '#test/answers_of/overview.ts'
import { type Answers, assert_well_made, ok, open_dashboard, refused, type TestDashboard } from '#test/dashboard.ts'
import { me, ORG, states } from '#test/dashboard_answers.ts'

/** Of the pages before a session, and of the first page afterwards. */
const ANSWERS: Answers = { ...states.data, ...overview_states.data }

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const unknown = refused(401, 'unauthorized', 'Sign in.')
const wrong = { status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' } }

/** Nobody is signed in until the mocked form accepts somebody. */
function signing_in(form: Answers): { answers: Answers; sign_in: () => void } {
  let is_in = false
  const answers = { ...ANSWERS, ...form, get_me: () => (is_in ? ok(me()) : unknown) }
  return { answers, sign_in: () => (is_in = true) }
}

test('the first address shows people the form, and leads to the organization afterwards', async () => {
  const { answers, sign_in } = signing_in({
    'auth/sign-in/email': ({ body }) => {
      if ((body as { password: string }).password !== 'right words here') return wrong
      sign_in()
      return { body: { redirect: false, token: 't', user: {} } }
    },
  })
  const opened = await dashboard.open('/', { answers })
  const { page } = opened
  await page.getByLabel('Email').fill('ana@casalumbre.mx')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Email or password is wrong.').waitFor()
  await assert_well_made(opened)
  assert.equal(await page.getByLabel('Email').inputValue(), 'ana@casalumbre.mx')
  await page.getByLabel('Password', { exact: true }).fill('right words here')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/o/${ORG}`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  assert.ok(opened.sent.some(({ name, org }) => name === 'get_kpi_summary' && org === ORG))
  await opened.close()
})

test('a provider that does not answer leads back to the form, which says so and keeps where the person wanted to go', async () => {
  const bodies: unknown[] = []
  const { answers } = signing_in({
    'auth/sign-in/social': ({ body }) => {
      bodies.push(body)
      return { body: { url: '/sign-in?next=%2Faccount&error=invalid_code' } }
    },
  })
  const opened = await dashboard.open('/sign-in?next=%2Faccount', { answers })
  const { page } = opened
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByText('The other company did not confirm who you are').waitFor()
  await page.getByText('It did not answer, or it refused. Try again, or use another way to sign in.').waitFor()
  await assert_well_made(opened)
  assert.deepEqual(bodies, [
    { provider: 'github', callbackURL: '/account', errorCallbackURL: '/sign-in?next=%2Faccount' },
  ])
  await opened.close()
})

test('an account with a second factor needs its code, or a recovery code', async () => {
  const { answers, sign_in } = signing_in({
    'auth/sign-in/email': { body: { twoFactorRedirect: true } },
    'auth/two-factor/verify-totp': { status: 401, body: { code: 'INVALID_CODE', message: 'Invalid code' } },
    'auth/two-factor/verify-backup-code': () => {
      sign_in()
      return { body: {} }
    },
  })
  const opened = await dashboard.open('/sign-in?next=/account', { answers })
  const { page } = opened
  await page.getByLabel('Email').fill('ana@casalumbre.mx')
  await page.getByLabel('Password', { exact: true }).fill('right words here')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Code of your app').fill('123456')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('This code is wrong or was used already.').waitFor()
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('abcd-efgh')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL('**/account')
  await opened.close()
})

test('an account with a second factor needs its code after a sign-in through a provider too', async () => {
  const { answers, sign_in } = signing_in({
    'auth/two-factor/verify-totp': () => {
      sign_in()
      return { body: {} }
    },
  })
  const opened = await dashboard.open('/sign-in?step=code&next=/account', { answers })
  const { page } = opened
  await page.getByRole('link', { name: 'Back to sign in' }).waitFor()
  await page.getByLabel('Code of your app').fill('123456')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL('**/account')
  await opened.close()
})

test('a session that ends while a form is open asks to sign in, and then sends the form', async () => {
  let is_in = true
  const answers: Answers = {
    ...ANSWERS,
    get_me: () => (is_in ? ok(me()) : unknown),
    create_org: () => (is_in ? ok({ org_id: ORG }) : unknown),
    'auth/sign-in/email': () => {
      is_in = true
      return { body: {} }
    },
  }
  const opened = await dashboard.open('/new', { answers })
  const { page } = opened
  await page.getByLabel('Name').fill('Tienda Sur')
  is_in = false
  await page.getByRole('button', { name: 'Create the organization' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill('right words here')
  await assert_well_made(opened)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**/o/${ORG}`)
  const made = opened.sent.filter(({ name }) => name === 'create_org')
  assert.deepEqual(
    made.map(({ body }) => (body as { name: string }).name),
    ['Tienda Sur', 'Tienda Sur'],
  )
  await opened.close()
})

test('signing up says the same for every address, and carries an invitation through', async () => {
  const { answers } = signing_in({ 'auth/sign-up/email': { body: {} } })
  const token = 'x'.repeat(43)
  const opened = await dashboard.open(`/invitation#${token}`, { answers })
  const { page, sent } = opened
  await page.getByRole('link', { name: 'Create an account' }).click()
  assert.ok(!page.url().includes(token))
  await page.getByLabel('Your name').fill('Ana Torres')
  await page.getByLabel('Email').fill('ana@casalumbre.mx')
  await page.getByLabel('Password', { exact: true }).fill('right words here')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByText('We sent a message to ana@casalumbre.mx.').waitFor()
  await assert_well_made(opened)
  assert.ok(!JSON.stringify(sent).includes(token), 'the token leaves the browser only to accept')
  await page.goto(`${dashboard.url}/verify`)
  await page.getByRole('link', { name: 'To the invitation' }).click()
  await page.waitForURL('**/invitation')
  await opened.close()
})

test('an unknown address is a page with status 404, and a foreign address never follows signing in', async () => {
  const answer = await fetch(`${dashboard.url}/no/such/page`, { headers: { accept: 'text/html' } })
  assert.equal(answer.status, 404)
  const { answers, sign_in } = signing_in({
    'auth/sign-in/email': () => {
      sign_in()
      return { body: {} }
    },
  })
  const opened = await dashboard.open('/sign-in?next=//evil.example/copy', { answers })
  await opened.page.getByLabel('Email').fill('ana@casalumbre.mx')
  await opened.page.getByLabel('Password', { exact: true }).fill('right words here')
  await opened.page.keyboard.press('Enter')
  await opened.page.waitForURL(`**/o/${ORG}`)
  await assert_well_made(opened)
  await opened.close()
})

// Whatever can be guessed or used twice: passwords, codes of the second factor, recovery codes, links.
import assert from 'node:assert/strict'
import crypto, { randomInt } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, beforeEach, suite, test } from 'node:test'
import { ATTEMPTS_MAX, DEVICE_COOKIE, WINDOW_MINUTES } from '#accounts/attempts.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, type BrowserAnswer, link_to, new_person, PASSWORD } from '#test/browser.ts'
import { set_up_second_factor } from '#test/second_factor.ts'

/** 10,000 in the long run. */
const GUESSES = Number(process.env.GUESSES ?? 200)
/** The window of the guesses has this number of rounds. */
const ROUNDS = 40
/** Rounds of somebody who must send the password before each of them. */
const CODE_ROUNDS = 14
const SECOND_USES = 50
/** Attempts that need not wait. */
const FREE = 5

let app: TestApp
/** Passwords that were compared. */
let hashes = 0
const { scrypt } = crypto
before(async () => {
  app = await test_app({ seeded: false })
  const counted = ((...given: Parameters<typeof scrypt>) => {
    hashes += 1
    return scrypt(...given)
  }) as typeof scrypt
  crypto.scrypt = counted
  syncBuiltinESMExports()
})
after(async () => {
  crypto.scrypt = scrypt
  syncBuiltinESMExports()
  await app.close()
})
beforeEach(() => forget_attempts())

/** An address that no other request of the tests comes from. */
const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
const person = (email: string) => new_person(app, email, 'Ana', address())
const at_the_same_moment = (uses: number, use: (n: number) => Promise<BrowserAnswer>) =>
  Promise.all(Array.from({ length: uses }, (_, n) => use(n)))
const with_status = (answers: BrowserAnswer[], status: number) => answers.filter((one) => one.status === status).length
/** As if the time between two rounds had passed. All rounds together are shorter than the window. */
const next_round = (rounds: number) =>
  app.db.query('update auth.attempts set last_at = last_at - make_interval(secs => $1)', [
    ((WINDOW_MINUTES - 1) * 60) / rounds,
  ])
const forget_attempts = () => app.db.query('delete from auth.attempts')
const mails_to = (email: string, subject: RegExp) =>
  app.mails.filter((mail) => mail.to === email && subject.test(mail.subject)).length
/** A browser in which the password was right, and the code is missing. */
async function second_step(email: string): Promise<Browser> {
  const browser = new Browser(app, address())
  const { status, body } = await browser.sign_in(email)
  assert.deepEqual([status, body.twoFactorRedirect], [200, true])
  return browser
}

suite('a password', () => {
  test(`of ${GUESSES} guesses from as many addresses in ${WINDOW_MINUTES} minutes, at most ${ATTEMPTS_MAX} reach the hash`, async (context) => {
    const email = 'guessed@example.com'
    const owner = await person(email)
    hashes = 0
    for (let round = 0; round < ROUNDS; round++) {
      await at_the_same_moment(Math.ceil(GUESSES / ROUNDS), (n) =>
        new Browser(app, address()).auth(
          '/sign-in/email',
          { email: n % 2 === 0 ? email : ' Guessed@EXAMPLE.com', password: `a wrong password ${n}` },
          { 'x-forwarded-for': address(), forwarded: `for=${address()}` },
        ),
      )
      await next_round(ROUNDS)
    }
    context.diagnostic(`${GUESSES} guesses of a password, of which ${hashes} reached the hash`)
    assert.ok(hashes >= ATTEMPTS_MAX - 2 && hashes <= ATTEMPTS_MAX, `${hashes} reached the hash`)
    await app.settled(async () => mails_to(email, /Sign-in to your account was paused/) > 0)
    assert.equal(mails_to(email, /Sign-in to your account was paused/), 1)
    assert.equal((await new Browser(app, address()).sign_in(email)).status, 429)
    assert.equal((await owner.sign_in(email)).status, 200)
  })
})

suite('a second factor', () => {
  test(`of many guesses of somebody who knows the password, at most ${ATTEMPTS_MAX} are compared, and the owner gets in`, async () => {
    for (const [email, path] of [
      ['codes@example.com', '/two-factor/verify-totp'],
      ['recovery@example.com', '/two-factor/verify-backup-code'],
    ] as const) {
      const owner = await person(email)
      const factor = await set_up_second_factor(owner)
      await forget_attempts()
      let compared = 0
      for (let round = 0; round < CODE_ROUNDS; round++) {
        const thief = await second_step(email)
        assert.equal(thief.cookies.get(DEVICE_COOKIE), undefined, 'the password alone makes no known browser')
        const guesses = await at_the_same_moment(2, (n) => thief.auth(path, { code: String(100_000 + 2 * round + n) }))
        compared += guesses.length - with_status(guesses, 429)
        await next_round(CODE_ROUNDS)
      }
      assert.ok(compared > 0 && compared <= ATTEMPTS_MAX, `${compared} were compared`)
      await app.settled(async () => mails_to(email, /paused/) > 0)
      assert.equal(mails_to(email, /paused/), 1)
      await owner.auth('/sign-out')
      assert.equal((await owner.sign_in(email)).status, 200)
      const code = path.endsWith('totp') ? factor.code() : factor.recovery_codes[0]
      assert.equal((await owner.auth(path, { code })).status, 200)
    }
  })

  test('a code of the app works once, also for two who use it at the same moment', async () => {
    const factor = await set_up_second_factor(await person('once@example.com'))
    const code = factor.code()
    const browsers = await Promise.all(Array.from({ length: 2 }, () => second_step('once@example.com')))
    const both = await Promise.all(browsers.map((one) => one.auth('/two-factor/verify-totp', { code })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    const later = await (await second_step('once@example.com')).auth('/two-factor/verify-totp', { code: ` ${code} ` })
    assert.deepEqual([later.status, later.body.code], [401, 'INVALID_CODE'])
    const next = await (await second_step('once@example.com')).auth('/two-factor/verify-totp', { code: factor.code(1) })
    assert.equal(next.status, 200, next.text)
  })

  test(`a recovery code works once, also for ${FREE} who use it at the same moment`, async () => {
    const { recovery_codes } = await set_up_second_factor(await person('recovered@example.com'))
    const [code] = recovery_codes
    await forget_attempts()
    const browsers = await Promise.all(Array.from({ length: FREE }, () => second_step('recovered@example.com')))
    const answers = await Promise.all(browsers.map((one) => one.auth('/two-factor/verify-backup-code', { code })))
    assert.equal(with_status(answers, 200), 1)
    await forget_attempts()
    const again = await second_step('recovered@example.com')
    assert.equal((await again.auth('/two-factor/verify-backup-code', { code })).status, 401)
    assert.equal(new Set(recovery_codes).size, 10)
    assert.ok(recovery_codes.every((one) => /^[\w-]{10,}$/.test(one)))
  })

  test('is needed for every way in: no browser is remembered, and no answer comes without a session', async () => {
    const factor = await set_up_second_factor(await person('every@example.com'))
    const browser = await second_step('every@example.com')
    const body = { code: factor.code(), trustDevice: true, disableSession: true }
    const answer = await browser.auth('/two-factor/verify-totp', body)
    assert.equal(answer.status, 200)
    assert.ok(![...browser.cookies.keys()].some((name) => /trust/.test(name)), [...browser.cookies.keys()].join())
    await browser.auth('/sign-out')
    assert.equal((await browser.sign_in('every@example.com')).body.twoFactorRedirect, true)
    assert.equal((await browser.tool('get_me')).status, 401)
  })
})

suite('a link', () => {
  test(`for a new password works once, also for ${SECOND_USES} who use it at the same moment`, async () => {
    const email = 'reset@example.com'
    await person(email)
    const tokens: string[] = []
    for (let n = 0; n < 2; n++) {
      const before = mails_to(email, /Choose a new password/)
      await new Browser(app, address()).auth('/request-password-reset', { email })
      await app.settled(async () => mails_to(email, /Choose a new password/) > before)
      tokens.push(link_to(app, email).searchParams.get('token')!)
    }
    assert.ok(tokens.every((token) => /^[\w-]{24,}$/.test(token)) && tokens[0] !== tokens[1])
    const [token] = tokens
    const answers = await at_the_same_moment(SECOND_USES, (n) =>
      new Browser(app, address()).auth('/reset-password', { token, newPassword: `a new password ${n}` }),
    )
    assert.equal(with_status(answers, 200), 1)
    assert.equal(with_status(answers, 400), SECOND_USES - 1)
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.equal((await new Browser(app, address()).sign_in(email, `a new password ${winner}`)).status, 200)
  })

  test('that confirms an address signs in only the browser that signed up', async () => {
    const email = 'confirmed@example.com'
    const own = new Browser(app, address())
    await own.auth('/sign-up/email', { email, name: 'Ana', password: PASSWORD })
    await app.settled(async () => mails_to(email, /Confirm/) > 0)
    const { pathname, search } = link_to(app, email)
    const forged = `${pathname}${search.replace(/token=[^&]{20}/, 'token=eyJhbGciOiJub25lIn0.')}`
    assert.match(String((await own.send('GET', forged)).headers.location), /error=/i)
    const other = new Browser(app, address())
    await other.auth('/sign-up/email', { email: 'thief@example.com', name: 'Thief', password: PASSWORD })
    const opened = await at_the_same_moment(SECOND_USES, () => other.send('GET', `${pathname}${search}`))
    assert.equal(with_status(opened, 302), SECOND_USES)
    assert.equal((await other.tool('get_me')).status, 401)
    const { rows } = await app.db.query(
      'select email_verified, (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions from auth.users u where email = $1',
      [email],
    )
    assert.deepEqual(rows, [{ email_verified: true, sessions: 0 }])
    assert.equal((await other.sign_in(email)).status, 200)
  })

  test('leads nowhere else: an address of somebody else never follows it', async () => {
    const ana = await person('redirected@example.com')
    for (const url of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%0d%0aSet-Cookie:x=1',
    ]) {
      const asked = encodeURIComponent(url)
      const verified = await ana.send('GET', `/api/auth/verify-email?token=x&callbackURL=${asked}`)
      const location = String(verified.headers.location ?? '/')
      assert.equal(new URL(location, app.engine.base_url).origin, new URL(app.engine.base_url).origin, url)
      assert.equal(verified.headers['set-cookie'], undefined)
      if (url.startsWith('/%')) continue
      await forget_attempts()
      for (const [path, body] of [
        ['/sign-up/email', { email: 'new@example.com', name: 'N', password: PASSWORD, callbackURL: url }],
        ['/send-verification-email', { email: 'new@example.com', callbackURL: url }],
        ['/request-password-reset', { email: 'new@example.com', redirectTo: url }],
      ] as const)
        assert.equal((await new Browser(app, address()).auth(path, body)).status, 403, path + url)
    }
  })

  test(`is sent at most ${ATTEMPTS_MAX} times in ${WINDOW_MINUTES} minutes, and an address without an account answers alike`, async () => {
    const statuses: Record<string, number[]> = {}
    await person('flooded@example.com')
    for (const email of ['flooded@example.com', 'nobody@example.com']) {
      await forget_attempts()
      const answers: BrowserAnswer[] = []
      for (let n = 0; n <= ATTEMPTS_MAX + 2; n++) {
        answers.push(await new Browser(app, address()).auth('/request-password-reset', { email }))
        await app.db.query('update auth.attempts set last_at = last_at - make_interval(secs => 32)')
      }
      statuses[email] = answers.map(({ status }) => status)
      assert.equal(with_status(answers, 200), ATTEMPTS_MAX)
    }
    assert.deepEqual(statuses['flooded@example.com'], statuses['nobody@example.com'])
    await app.settled(async () => mails_to('flooded@example.com', /Choose/) === ATTEMPTS_MAX)
    assert.equal(mails_to('flooded@example.com', /paused/), 0)
  })
})

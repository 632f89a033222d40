// Guessed passwords: how many reach the hash, and that nobody can lock the owner out.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  ATTEMPTS_MAX,
  admit,
  begin_refusals,
  DEVICE_COOKIE,
  device_of,
  forget,
  new_device,
  WINDOW_MINUTES,
} from '#accounts/attempts.ts'
import { type AccountsDatabase, kysely_of_accounts } from '#db/accounts.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, new_person } from '#test/browser.ts'

/** In the long run 10,000. */
const GUESSES = Number(process.env.GUESSES ?? 200)

let app: TestApp
let db: AccountsDatabase
before(async () => {
  app = await test_app({ seeded: false })
  db = kysely_of_accounts(app.engine.pool)
})
after(() => app.close())
beforeEach(() => app.db.query('delete from auth.attempts'))

const attempt = { what: 'password', email: 'ana@example.com', device: '' } as const
/** As if this time had passed. */
const wait = (seconds: number) =>
  app.db.query(
    `update auth.attempts set last_at = last_at - make_interval(secs => $1), since = since - make_interval(secs => $1)`,
    [seconds],
  )

test(`of ${GUESSES} guesses at the same moment, at most ${ATTEMPTS_MAX} are admitted`, async () => {
  const admissions = await Promise.allSettled(Array.from({ length: GUESSES }, () => admit(db, attempt)))
  const admitted = admissions.filter((one) => one.status === 'fulfilled' && one.value.allowed).length
  // On a busy machine, some find no connection in time. They are not admitted either.
  for (const one of admissions) if (one.status === 'rejected') assert.match(String(one.reason), /timeout exceeded when/)
  assert.ok(admitted > 0 && admitted <= ATTEMPTS_MAX, `${admitted} were admitted`)
})

test(`with waits between them, ${ATTEMPTS_MAX} guesses are admitted in 15 minutes, and more after that`, async () => {
  let admitted = 0
  for (let n = 0; n < 40; n++) {
    if ((await admit(db, attempt)).allowed) admitted += 1
    await wait(22) // 40 guesses in 880 s
  }
  assert.equal(admitted, ATTEMPTS_MAX)
  await wait(WINDOW_MINUTES * 60)
  assert.equal((await admit(db, attempt)).allowed, true)
})

test(`in no 15 minutes are more than ${ATTEMPTS_MAX} guesses admitted, also when they begin slowly`, async () => {
  const admitted_at: number[] = []
  let now_s = 0
  const guess_after = async (seconds: number) => {
    await wait(seconds)
    now_s += seconds
    if ((await admit(db, attempt)).allowed) admitted_at.push(now_s)
  }
  await guess_after(0)
  await guess_after(13 * 60) // the rest of the count just before the first 15 minutes end, and a new count after them
  for (let n = 0; n < 60; n++) await guess_after(17)
  for (const at of admitted_at) {
    const within = admitted_at.filter((other) => other >= at && other < at + WINDOW_MINUTES * 60)
    assert.ok(within.length <= ATTEMPTS_MAX, `${within.length} in 15 minutes from ${at} s on`)
  }
})

test('each attempt after the fifth waits twice as long as the one before', async () => {
  for (let n = 0; n < 5; n++) assert.equal((await admit(db, attempt)).allowed, true)
  for (const seconds of [1, 2, 4, 8]) {
    const early = await admit(db, attempt)
    assert.ok(!early.allowed && early.wait_s <= seconds, JSON.stringify(early))
    await wait(seconds)
    assert.equal((await admit(db, attempt)).allowed, true, `after ${seconds} s`)
  }
})

test('a success forgets the failures, and another account has its own count', async () => {
  for (let n = 0; n < 5; n++) await admit(db, attempt)
  assert.equal((await admit(db, attempt)).allowed, false)
  assert.equal((await admit(db, { ...attempt, email: 'eva@example.com' })).allowed, true)
  await forget(db, attempt)
  assert.equal((await admit(db, attempt)).allowed, true)
})

test('the first refusal after the last attempt is reported once, so that the owner gets one email', async () => {
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    await admit(db, attempt)
    await wait(40)
  }
  assert.equal((await admit(db, attempt)).allowed, false)
  const begun = await Promise.all(Array.from({ length: 20 }, () => begin_refusals(db, attempt)))
  assert.equal(begun.filter((is_first) => is_first).length, 1)
})

test('a browser that has signed in before still signs in while others are refused; a forged device is none', async () => {
  const owner = await new_person(app, 'owner@example.com')
  assert.equal((await owner.sign_in('owner@example.com')).status, 200)
  const thief = new Browser(app)
  const guess = { email: 'owner@example.com', password: 'a wrong password' }
  for (let n = 0; n < 5; n++)
    assert.equal((await thief.auth('/sign-in/email', guess, { 'x-forwarded-for': `203.0.113.${n}` })).status, 401)
  await app.db.query('update auth.attempts set failures = $1', [ATTEMPTS_MAX])
  thief.cookies.set(DEVICE_COOKIE, `${'A'.repeat(22)}.${'A'.repeat(43)}`)
  assert.equal((await thief.sign_in('owner@example.com')).status, 429)
  assert.equal((await owner.sign_in('owner@example.com')).status, 200)
})

test('a device belongs to one account', () => {
  const value = new_device('secret', 'ana@example.com')
  assert.notEqual(device_of(['secret'], 'ana@example.com', value), '')
  assert.equal(device_of(['secret'], 'eva@example.com', value), '')
  assert.equal(device_of(['other', 'secret'], 'ana@example.com', value), value.split('.')[0])
  assert.equal(device_of(['other'], 'ana@example.com', value), '')
})

// An email that cannot be stored: nobody reads that it was sent, the log shows the error, and the answer says nothing about the address.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { ATTEMPTS_MAX } from '#accounts/attempts.ts'
import { ensure_account } from '#accounts/ensure_account.ts'
import { logger_of } from '#accounts/logger.ts'
import { create_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, type BrowserAnswer, PASSWORD } from '#test/browser.ts'

const KNOWN = 'known@example.com'
const UNCONFIRMED = 'unconfirmed@example.com'
/** An answer about an email comes no earlier, by src/accounts/accounts.ts. A timer can be a little early. */
const ANSWER_MS_MIN = 490

/** The first email can be stored, and the next one not. A sequence keeps its value when a transaction is taken back. */
const TAKES_ONE = `
  alter table auth.outbox drop constraint takes_nothing;
  create sequence auth.stored;
  create function auth.takes_one() returns trigger language plpgsql security definer as
    $$ begin if nextval('auth.stored') > 1 then raise 'only one email'; end if; return new; end $$;
  create trigger takes_one before insert on auth.outbox for each row execute function auth.takes_one();`

let lines: string[] = []
const log = create_log({ level: 'info', stream: { write: (line) => void lines.push(line) } })
const errors = () => lines.filter((line) => line.includes('"level":"error"'))

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false, log })
  const wanted = { name: 'Ana', password: PASSWORD }
  await ensure_account(app.engine.pool, { ...wanted, email: KNOWN, verified: true })
  await ensure_account(app.engine.pool, { ...wanted, email: UNCONFIRMED, verified: false })
  await app.db.query('alter table auth.outbox add constraint takes_nothing check (false) not valid')
})
beforeEach(() => {
  lines = []
})
after(() => app.close())

const requests: Record<string, (email: string) => Promise<BrowserAnswer>> = {
  'a sign-up': (email) => new Browser(app).auth('/sign-up/email', { email, name: 'Ana', password: PASSWORD }),
  'a new password': (email) => new Browser(app).auth('/request-password-reset', { email }),
  'a new link': (email) => new Browser(app).auth('/send-verification-email', { email }),
}

suite('an email that cannot be stored is an error of the request', () => {
  for (const [what, ask] of Object.entries(requests))
    test(`${what}: the same one with an account, without one, and with one that is not confirmed`, async () => {
      const addresses = [KNOWN, UNCONFIRMED, `nobody.${what.replaceAll(' ', '.')}@example.com`]
      for (const email of addresses) {
        lines = []
        const began = performance.now()
        const { status, body } = await ask(email)
        assert.ok(performance.now() - began >= ANSWER_MS_MIN)
        assert.deepEqual([status, body.outcome], [500, 'fault'], email)
        assert.ok(errors().some((line) => line.includes('takes_nothing')))
      }
    })

  test('a sign-up leaves no account without the email that confirms it', async () => {
    assert.equal((await app.db.query(`select from auth.users where email like 'nobody%'`)).rowCount, 0)
  })

  test('also when it can be stored at first, and not a moment later', async () => {
    await app.db.query(TAKES_ONE)
    const { status } = await requests['a new password']!(KNOWN)
    assert.equal(status, 500)
    assert.ok(errors().some((line) => line.includes('only one email')))
    assert.deepEqual(app.mails, [])
  })
})

suite('the email that says that sign-ins are refused', () => {
  before(async () => {
    await app.db.query('alter table auth.outbox drop constraint if exists takes_nothing')
    await app.db.query('drop trigger if exists takes_one on auth.outbox')
    await app.db.query('alter table auth.outbox add constraint takes_nothing check (false) not valid')
  })
  const guess = () => new Browser(app).auth('/sign-in/email', { email: KNOWN, password: 'a wrong guess of it' })
  /** As if the wait before the next guess was over. */
  const wait = () => app.db.query(`update auth.attempts set last_at = last_at - interval '30 seconds'`)
  const received = () => app.mails.filter(({ to }) => to === KNOWN).length

  test('goes out after the process could not store it with the first refusal, once', async () => {
    for (let n = 0; n < ATTEMPTS_MAX; n++) {
      assert.equal((await guess()).status, 401)
      await wait()
    }
    assert.equal((await guess()).status, 500)
    assert.deepEqual(app.mails, [])
    await app.db.query('alter table auth.outbox drop constraint takes_nothing')
    const { body, status } = await guess()
    assert.deepEqual([status, body.outcome], [429, 'rate_limited'])
    await app.settled(async () => received() > 0)
    assert.equal((await guess()).status, 429)
    await app.engine.mailing?.send_waiting()
    assert.equal(received(), 1)
  })
})

suite('the log of the library of accounts', () => {
  const library = logger_of(log)

  test('has the errors that it catches', () => {
    library.log!('error', 'Failed to create user', new Error('the connection was lost'))
    library.log!('error', new Error('given in place of a text') as never)
    assert.match(errors()[0]!, /the connection was lost/)
    assert.match(errors()[1]!, /given in place of a text/)
  })

  test('has no errors that a request can cause, and no text of one', () => {
    const parsed = () => JSON.parse('typed by a caller')
    for (const error of [caught(parsed), Object.assign(new Error('typed by a caller'), { issues: [] })])
      library.log!('error', 'INVALID_CALLBACK_REQUEST', error)
    library.log!('error', 'Invalid origin: typed by a caller')
    assert.deepEqual(lines, [])
  })
})

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

// Whether an address has an account: no answer says so, by its words, its headers or its time.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { ensure_account } from '#accounts/ensure_account.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, type BrowserAnswer, PASSWORD } from '#test/browser.ts'
import { hash_slowly } from '#test/quick_hashes.ts'

/** Measurements of each kind. 200 in the long run. */
const TIMES = Number(process.env.ALIKE ?? 5)
/** How much the medians may differ. The long run has the goal. The short one allows for a busy machine. */
const DIFFERENCE_MAX = TIMES >= 200 ? 0.1 : 0.5

let app: TestApp
let hash_quickly: () => void
before(async () => {
  hash_quickly = hash_slowly()
  app = await test_app({ seeded: false })
  const wanted = { name: 'Ana', password: PASSWORD }
  await ensure_account(app.engine.pool, { ...wanted, email: 'known@example.com', verified: true })
  await ensure_account(app.engine.pool, { ...wanted, email: 'unconfirmed@example.com', verified: false })
})
after(async () => {
  await app.close()
  hash_quickly()
})

const requests: Record<string, (email: string, browser: Browser) => Promise<BrowserAnswer>> = {
  'sign-up': (email, browser) => browser.auth('/sign-up/email', { email, name: 'Ana', password: PASSWORD }),
  'sign-in': (email, browser) => browser.sign_in(email, 'not the right password'),
  'a new password': (email, browser) => browser.auth('/request-password-reset', { email }),
  'a new link': (email, browser) => browser.auth('/send-verification-email', { email }),
}

let asked = 0
async function ask(what: string, email: string): Promise<{ answer: BrowserAnswer; ms: number }> {
  asked += 1
  const browser = new Browser(app, `10.1.${asked >> 8}.${asked & 255}`)
  const began = performance.now()
  const answer = await requests[what]!(email, browser)
  return { answer, ms: performance.now() - began }
}

/** What an answer says of itself, without what is different each time. */
function shape({ status, text, headers }: BrowserAnswer): string {
  const { date: _, 'x-request-id': __, 'set-cookie': cookies, 'content-length': length, ...rest } = headers
  const names = [cookies ?? []].flat().map((line) => String(line).replace(/=[^;]*/, '='))
  return JSON.stringify([status, text.replace(/"duration_ms":[\d.]+/, ''), rest, names, status === 200 ? length : 0])
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!

suite('an address with an account and one without get the same answer', () => {
  for (const what of Object.keys(requests))
    test(`${what}: status, words, headers and time`, async (context) => {
      const known: number[] = []
      const unknown: number[] = []
      for (let n = 0; n < TIMES + 2; n++) {
        await app.db.query('delete from auth.attempts')
        const pair = [
          ['known@example.com', known],
          [`unknown${what.replace(/\W/g, '')}${n}@example.com`, unknown],
        ] as const
        // Alternately first, so that none always runs after the same other one.
        const shapes: string[] = []
        for (const [email, times] of n % 2 === 0 ? pair : pair.toReversed()) {
          const { answer, ms } = await ask(what, email)
          if (n >= 2) times.push(ms)
          shapes.push(shape(answer))
        }
        assert.equal(shapes[0], shapes[1])
      }
      const [a, b] = [median(known), median(unknown)]
      context.diagnostic(`${what}: ${a.toFixed(1)} ms with an account, ${b.toFixed(1)} ms without, medians of ${TIMES}`)
      assert.ok(Math.abs(a - b) / Math.max(a, b) <= DIFFERENCE_MAX, `${a} ms and ${b} ms`)
    })

  test('an account whose address is not confirmed, too', async () => {
    for (const what of Object.keys(requests)) {
      const { answer } = await ask(what, 'unconfirmed@example.com')
      assert.equal(shape(answer), shape((await ask(what, `nobody${what.length}@example.com`)).answer), what)
    }
  })
})

// Reads that are the same at the same time: one more reading for all who wait, nothing from before they asked, and nobody's end
// is another's.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { call } from '#engine/calls/call.ts'
import { area, tool } from '#engine/tool.ts'
import { type TestApp, test_app } from '#test/app.ts'

/** Every reading waits here, after it has read, until it is let go on. */
let readings: { go_on: () => void }[] = []

const gated = area({
  title: 'Gated',
  tools: {
    gated_read: tool({
      about: 'Counts the contacts, then waits.',
      scopes: [],
      effect: 'read',
      rate: 30,
      input: { text: z.string().default('').describe('Anything.') },
      result: { contacts: z.int() },
      async run(_, { db }) {
        const { count } = await db
          .selectFrom('contacts')
          .select(db.fn.countAll<bigint>().as('count'))
          .executeTakeFirstOrThrow()
        await new Promise<void>((go_on) => readings.push({ go_on }))
        return { contacts: Number(count) }
      },
    }),
  },
})

let app: TestApp
before(async () => {
  app = await test_app({ areas: { gated }, seeded: false })
  const { flights } = app.engine
  const join = flights.join.bind(flights)
  flights.join = (...given) => {
    joined += 1
    return join(...given)
  }
})
after(() => app?.close())
beforeEach(async () => {
  readings = []
  joined = 0
  await app.refill()
})

const ask = (input: object = {}, { key = app.keys.acme, signal }: { key?: string; signal?: AbortSignal } = {}) =>
  call(app.engine, {
    tool: 'gated_read',
    input,
    credential: key,
    org_id: undefined,
    transport: 'rest',
    request_id: 'test',
    signal,
  })

async function until(is_so: () => boolean | Promise<boolean>) {
  for (let tries = 0; !(await is_so()); tries++) {
    assert.ok(tries < 500, 'it never came to that')
    await sleep(10)
  }
}
const reading = (count: number) => until(() => readings.length === count)
/** Calls that wait for one under way. */
let joined = 0
const joining = (count: number) => until(() => joined === count)

test('many at once are answered by two readings, and each is counted and recorded', async () => {
  await app.engine.recorder.flush()
  const { rows: before } = await app.db.query('select count(*)::int as calls from audit_log')
  const first = ask()
  await reading(1)
  const others = Array.from({ length: 20 }, () => ask())
  await joining(20)
  assert.equal(readings.length, 1)
  readings[0]!.go_on()
  await reading(2)
  readings[1]!.go_on()
  const answers = await Promise.all([first, ...others])
  assert.ok(answers.every(({ ok }) => ok))
  assert.equal(readings.length, 2)
  assert.equal(new Set(answers.map(({ rate_limit }) => rate_limit?.remaining)).size, 21)
  await app.engine.recorder.flush()
  const { rows: after } = await app.db.query('select count(*)::int as calls from audit_log')
  assert.equal(after[0].calls - before[0].calls, 21)
})

test('who asks after a change is not given what was read before it', async () => {
  const early = ask()
  await reading(1)
  await app.db.query("insert into contacts (org_id, full_name) values ($1, 'Ada')", [app.acme.org_id])
  const late = ask()
  await joining(1)
  readings[0]!.go_on()
  await reading(2)
  readings[1]!.go_on()
  const [before, after] = await Promise.all([early, late])
  assert.ok(before.ok && after.ok)
  assert.equal(Number(after.result.contacts), Number(before.result.contacts) + 1)
})

test('another input, key or organization reads for itself', async () => {
  const { key } = await app.key(app.acme.org_id)
  const all = [ask(), ask({ text: 'other' }), ask({}, { key }), ask({}, { key: app.keys.globex })]
  await reading(4)
  for (const { go_on } of readings) go_on()
  assert.ok((await Promise.all(all)).every(({ ok }) => ok))
})

test('a refusal of the first is not the others’', async () => {
  const refused = await Promise.all(Array.from({ length: 3 }, () => ask({ txt: 'no such parameter' })))
  assert.deepEqual(
    refused.map(({ outcome }) => outcome),
    ['error', 'error', 'error'],
  )
  const full = Array.from({ length: 40 }, () => ask())
  const end = setInterval(() => readings.splice(0).forEach(({ go_on }) => void go_on()), 10)
  const outcomes = Map.groupBy(await Promise.all(full), ({ outcome }) => outcome)
  clearInterval(end)
  assert.deepEqual([outcomes.get('ok')?.length, outcomes.get('rate_limited')?.length], [27, 13])
})

test('who leaves ends nobody else’s reading; when all have left it ends, and the next one comes fresh', async () => {
  const [one, two] = [new AbortController(), new AbortController()]
  const first = ask()
  await reading(1)
  const leaves = ask({}, { signal: one.signal })
  const stays = ask()
  await joining(2)
  one.abort()
  assert.equal((await leaves).outcome, 'cancelled')
  readings[0]!.go_on()
  await reading(2)
  readings[1]!.go_on()
  assert.deepEqual([(await first).outcome, (await stays).outcome], ['ok', 'ok'])

  const again = ask()
  await reading(3)
  const alone = ask({}, { signal: two.signal })
  await joining(3)
  two.abort()
  assert.equal((await alone).outcome, 'cancelled')
  const fresh = ask()
  await joining(4)
  readings[2]!.go_on()
  await reading(4)
  readings[3]!.go_on()
  assert.deepEqual([(await again).outcome, (await fresh).outcome], ['ok', 'ok'])
  assert.equal(readings.length, 4)
})

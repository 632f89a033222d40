// Dispatching processes that are killed with SIGKILL while they deliver. WEBHOOK_EVENTS and WEBHOOK_KILLS make the test longer.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import {
  clock_at,
  type OutboundWebhookBench,
  outbound_webhook_bench,
  STARTED_MS,
} from '#test/outbound_webhook_bench.ts'

const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 160)
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 2)
const RECEIVERS = 20
const PROCESSES = 2
const FAILURES = 0.2
/** Attempts that may fail. The waits after further ones would be longer than the test. */
const FAILING_ATTEMPTS_MAX = 2
/** A wait of five minutes takes fifteen seconds, and a lease a good second. */
const SPEED = 20
const ENDS_WITHIN_MS = 600_000

let bench: OutboundWebhookBench
const children = new Set<ChildProcess>()
before(async () => {
  bench = await outbound_webhook_bench()
})
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await bench.close()
})

test('every event is delivered with its id, however often processes are killed while they deliver', async (context) => {
  const org_ids = await bench.receivers(RECEIVERS, (n) => `/ok/${n}`)
  const now = clock_at(STARTED_MS, SPEED)
  const start = () => {
    const child = bench.dispatch_in_process(SPEED)
    children.add(child)
    child.once('exit', () => children.delete(child))
  }
  let kills = 0
  let requests = 0
  let chance = 7
  const random = () => {
    chance = (chance * 48_271) % 2_147_483_647
    return chance / 2_147_483_647
  }
  /** Each receiver of an event counts on its own. */
  const tries = new Map<string, number>()
  const accepted = new Map<string, number>()
  bench.receiver.behave = ({ path, headers }, response) => {
    const key = `${path} ${headers['webhook-id']}`
    const attempts = (tries.get(key) ?? 0) + 1
    tries.set(key, attempts)
    requests += 1
    const is_due = kills < KILLS && requests > ((kills + 1) * EVENTS) / (KILLS + 1)
    const [victim] = children
    const is_answered = random() < 0.5
    if (is_due && victim) {
      kills += 1
      victim.kill('SIGKILL')
      children.delete(victim)
      start()
      // Half of the kills happen before the answer, half after it.
      if (!is_answered) return response.destroy()
    }
    if (attempts <= FAILING_ATTEMPTS_MAX && random() < FAILURES) return response.writeHead(500).end()
    accepted.set(key, (accepted.get(key) ?? 0) + 1)
    response.end()
  }
  for (let n = 0; n < PROCESSES; n++) start()
  for (let n = 0; n < EVENTS; n += 1) await bench.emit(1, { org_id: org_ids[n % RECEIVERS]!, at: now() })
  const began = performance.now()
  const waiting = async () =>
    Number((await bench.rows(`select count(*) as n from webhook_deliveries where state <> 'delivered'`))[0].n)
  await bench.app.settled(async () => (await waiting()) === 0, ENDS_WITHIN_MS)
  const seconds = Math.round((performance.now() - began) / 1000)
  for (const child of [...children]) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const stored = (await bench.rows('select event_id from events')).map(({ event_id }) => event_id).sort()
  const delivered = [...accepted.keys()].map((key) => key.split(' ')[1]).sort()
  assert.deepEqual(delivered, stored)
  assert.equal(kills, KILLS)
  const repeated = [...accepted.values()].filter((times) => times > 1).length
  context.diagnostic(
    `${EVENTS} events, ${requests} requests, ${kills} kills, ${repeated} events accepted twice, ${seconds} s after the last event`,
  )
  // Requests of a killed process whose answers were lost.
  assert.ok(repeated <= KILLS * 256)
})

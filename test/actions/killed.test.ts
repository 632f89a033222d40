// Changes at platforms by processes that are killed with SIGKILL: when a request is on its way, and when the platform has carried it
// out and the answer is on its way. ACTION_KILLS=all kills at every request. Otherwise each change is killed once, each at another moment.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { changes_of, type PlatformCase, platforms } from './cases.ts'
import { changes_of as changes_of_shop, shops, writes_of } from './shop_cases.ts'

const IS_WHOLE = process.env.ACTION_KILLS === 'all'
/** An acting process waits on a clock of its own, and sends how long. The platforms count its requests by theirs, which moves as far. */
const WAITED = /^\/waited\/([\d.]+)$/
/** Moments between the kill in one change and the kill in the next. */
const APART = 3

interface Acting {
  platform: string
  currency?: string
  changes: (place: ActionPlace) => [action: string, input: object][]
  /** Requests that a whole change writes. */
  writes: (action: string) => number
}
const acting: Acting[] = [
  ...platforms.map((of: PlatformCase) => ({
    platform: of.platform,
    changes: (place: ActionPlace) => changes_of(bench, of, place),
    writes: (action: string) => (action === 'create_campaign' ? of.steps.length : 1),
  })),
  ...shops.map((of) => ({
    ...{ platform: of.platform, currency: of.currency, writes: writes_of },
    changes: () => changes_of_shop(of, bench.sandbox.world),
  })),
]

let bench: ActionBench
let wire: Wire
before(async () => {
  // Questions without an answer are few, so the world is longer than in other tests of changes.
  bench = await action_bench({ history_days: 120 })
  wire = await open_wire((bench.sandbox.app.server.address() as AddressInfo).port)
})
after(async () => {
  wire?.server.close()
  await bench?.close()
})

/**
 * The line between a process and the platforms. `at_moment` runs before a request reaches a platform, and before the answer reaches the
 * process.
 */
interface Wire {
  server: Server
  url: string
  at_moment: () => void
}

async function open_wire(port: number): Promise<Wire> {
  const server = createServer((from, answer) => {
    const [, waited_ms] = WAITED.exec(from.url!) ?? []
    if (waited_ms !== undefined) {
      bench.sandbox.clock.advance(Number(waited_ms))
      return answer.end()
    }
    wire.at_moment()
    const { method, url, headers } = from
    const onward = send({ port, host: '127.0.0.1', method, path: url, headers }, (got) => {
      wire.at_moment()
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer).on('error', () => {})
    })
    from.pipe(onward)
    for (const end of [from, answer, onward]) end.on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, at_moment: () => {} }
}

function carry_out({ org_id }: ActionPlace, execution_id: string): ChildProcess {
  const now = bench.engine.clock.now().toISOString()
  const program = join(import.meta.dirname, 'acting_process.ts')
  const args = [program, bench.database.url, wire.url, org_id, execution_id, now]
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Kills a process at the nth moment of a change, and lets another end the change. False: the process ended before. */
async function killed_at(of: Acting, place: ActionPlace, action: string, at: number) {
  bench.reset()
  const [, input] = of.changes(place).find(([name]) => name === action)!
  const execution_id = await bench.begin(place, action, input)
  const before = bench.sandbox.world.writes.count(of.platform)
  const child = carry_out(place, execution_id)
  let moments = 0
  wire.at_moment = () => {
    if (moments++ === at) child.kill('SIGKILL')
  }
  const [code, signal] = await once(child, 'exit')
  assert.ok(signal === 'SIGKILL' || code === 0, `the process ended by itself with ${code}`)
  const ended = await bench.finish(place, execution_id)
  const done = bench.sandbox.world.writes.count(of.platform) - before
  const recorded = ended.steps.filter(({ state }) => state === 'done' || state === 'accepted').length
  const what = `${of.platform} ${action}, moment ${at}: ${ended.state} ${ended.cause} ${ended.reason}`
  assert.equal(done, recorded, what)
  // A request may be lost with its process. Nobody knows, so nothing is sent again, and the end says so.
  if (ended.state !== 'executed') assert.match(`${ended.state} ${ended.cause}`, /^(failed|partly) not_applied$/, what)
  else assert.equal(done, of.writes(action), what)
  return signal === 'SIGKILL'
}

for (const [at_platform, of] of acting.entries())
  suite(of.platform, () => {
    test('a process that is killed while a request is on its way sends nothing twice, and the end is true', async (t) => {
      const place = await bench.place_of(of.platform, of.currency)
      let [first, kills] = [at_platform % APART, 0]
      for (const [action] of of.changes(place)) {
        const last = IS_WHOLE ? Number.POSITIVE_INFINITY : first
        for (let at = IS_WHOLE ? 0 : first; at <= last && (await killed_at(of, place, action, at)); at++) kills++
        first += APART
      }
      t.diagnostic(`${of.platform}: ${kills} kills`)
      assert.ok(kills > 0)
    })
  })

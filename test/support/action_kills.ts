// Kills the process of a change at its stored points, lets another process end it, and checks that nothing was sent twice and that the end
// is true.
import assert from 'node:assert/strict'
import type { Execution } from '#engine/actions/table.ts'
import type { ActionBench, ActionPlace } from '#test/action_bench.ts'
import type { Fault } from '../../sandbox/faults.ts'

/** A change, and what happens to its first request. */
export interface KilledCase {
  name: string
  platform: string
  /** Begins the change. `done`: how many writes the platform has carried out since. */
  begin: () => Promise<{ place: ActionPlace; execution_id: string; done: () => number }>
  faults: Fault[]
  /** State and cause with which it may end, wherever its process is killed after the request or before its promise. */
  end: RegExp
}

/** The process was killed at a stored point. */
class Killed extends Error {}

/** The job runs every minute. A change ends within a day. */
const MINUTE_MS = 60_000
const PASSES_MAX = 2_000
/** Every change has as many stored points. Those that make several things have more. */
const POINTS_MIN = 8

/** Kills each case at every stored point, or, small, once: each case at another point. Returns the number of kills. */
export async function kill_everywhere(bench: ActionBench, cases: readonly KilledCase[], is_whole: boolean) {
  let kills = 0
  for (const [n, one] of cases.entries()) {
    const first = is_whole ? 0 : n % POINTS_MIN
    const last = is_whole ? Number.POSITIVE_INFINITY : first
    for (let at = first; at <= last && (await killed_at(bench, one, at)); at++) kills++
  }
  return kills
}

/** False: the change has fewer points. */
async function killed_at(bench: ActionBench, one: KilledCase, at: number): Promise<boolean> {
  bench.reset()
  const { place, execution_id, done } = await one.begin()
  let passed = 0
  let killed: string | undefined
  let is_sent = false
  const after_point = (point: string) => {
    if (killed === undefined && passed++ === at) {
      killed = point
      throw new Killed(point)
    }
    // The next request is the change itself.
    if (is_sent || !point.startsWith('sending')) return
    is_sent = true
    bench.add(one.platform, ...one.faults.map((fault) => ({ path: '.', ...fault })))
  }
  const ended = await ended_by_others(bench, () => bench.run(place, execution_id, { after_point }))
  const end = `${ended.state} ${ended.cause}`
  const what = `${one.name} killed at ${killed}: ${end} ${ended.reason}`
  assert.equal(done(), recorded(ended), what)
  // Killed between the promise to send and the sending: nobody knows, so nothing is sent again.
  const is_lost = killed?.startsWith('sending')
  assert.match(end, is_lost ? /^(failed|partly) not_applied$/ : one.end, what)
  // The request that meets the fault was sent, unless it is the lost one.
  if (!is_lost) assert.deepEqual(bench.sandbox.faults.list(), [], `${what}: every fault was met`)
  return killed !== undefined
}

async function ended_by_others(bench: ActionBench, run: () => Promise<Execution | undefined>): Promise<Execution> {
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const now = await run().catch((error) => {
      if (!(error instanceof Killed)) throw error
      return undefined
    })
    if (now?.ended_at) return now
    bench.sandbox.clock.advance(MINUTE_MS)
  }
  throw new Error('the change did not end')
}

/** The steps that the platform carried out, by the record. One of them may show other values, and end the change before its answer. */
function recorded({ steps, cause }: Execution): number {
  const is_carried_out = ({ state }: Execution['steps'][number]) =>
    state === 'done' || state === 'accepted' || (cause === 'read_back_differs' && state !== 'waiting')
  return steps.filter(is_carried_out).length
}

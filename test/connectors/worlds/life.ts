// The life of one business: its platforms are connected and read as the schedule does, its world changes, and in the end it rests.

import type { Connector } from '#engine/connector.ts'
import { chance } from '../../../sandbox/world/random.ts'
import { type Disturbance, disturb_ads } from './ads_disorder.ts'
import { ad_cells } from './ads_truth.ts'
import { assess_answers } from './answers.ts'
import { assess, type Found, type Verdict } from './assess.ts'
import { type Business, DAY_MS, HOUR_MS, type Host } from './business.ts'
import type { Cells } from './cells.ts'
import { type Kind, kind_of, kinds, with_few_streams } from './kinds.ts'
import type { Read } from './reads.ts'
import { type Deleted, disturb_sales } from './sales_disorder.ts'
import { pending_replacements, sale_cells, sales_of } from './sales_truth.ts'

const ROUNDS = 3
/** Share of shops whose marketplace is connected too. */
const BESIDE_SHARE = 0.4
const EVENTS_MAX = 4
const MINUTE_MS = 60_000
/** Changes of the last minutes are not yet visible at each vendor. */
const VISIBLE_AFTER_MS = 3 * MINUTE_MS

/** What may be left when nothing has happened for a cycle. */
const AT_REST: readonly Verdict[] = ['equal', 'moving', 'named', 'settled', 'kept', 'forgotten']

export interface Lived {
  counts: Map<Verdict | 'cells' | 'healed' | 'answers', number>
  /** Silent differences, wrong answers, and what was not healed. */
  wrong: string[]
  log: string[]
}

/** `connectors`: others than the real ones. */
export async function live(host: Host, seed: number, connectors?: Record<string, Connector>): Promise<Lived> {
  const kind = kind_of(seed)
  const has_beside = kind.beside !== undefined && chance(seed, 'beside').yes(BESIDE_SHARE)
  const all = has_beside ? [kind, kinds.find(({ platform }) => platform === kind.beside)!] : [kind]
  const business = await host.start(seed, kind, with_few_streams(all, connectors))
  try {
    return await lived(business, all)
  } finally {
    await business.sandbox.app.close()
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one life, shared by the short functions inside
async function lived(business: Business, all: readonly Kind[]): Promise<Lived> {
  const { dice, sandbox, note } = business
  const { world, clock, faults } = sandbox
  const reads: Read[] = []
  const deleted: Deleted[] = []
  /** When all ids of a platform were last compared, so that a deletion is found. */
  const compared_ms = new Map<string, number>()
  let disturbances: (Disturbance & { platform: string })[] = []
  const counts: Lived['counts'] = new Map()
  const found_wrong: string[] = []
  const different = new Set<string>()

  function truth_of(of: Kind): Cells[] {
    if (of.ads) return [ad_cells(world, of)]
    const unfound = deleted.filter(
      ({ platform, at }) => platform === of.platform && at > (compared_ms.get(platform) ?? 0),
    )
    const cells = (kept: Deleted[]) =>
      sale_cells(
        of.platform,
        sales_of(
          world,
          of.platform,
          kept.map(({ order }) => order),
        ),
        of.streams,
      )
    return [cells([]), ...unfound.map((_, n) => cells(unfound.slice(n))), cells([])]
  }

  /** The report of Amazon shows no replacement as such before it has a price. */
  const named_cells = ({ platform, streams }: Kind) =>
    sale_cells(platform, [...sales_of(world, platform), ...pending_replacements(world)], streams)

  async function read(of: Kind) {
    const { platform } = of
    const start_ms = clock.now()
    clock.advance(-VISIBLE_AFTER_MS)
    const early = of.ads ? [] : truth_of(of)
    clock.advance(VISIBLE_AFTER_MS)
    const before = truth_of(of)
    // Shopify reports deletions. Of other shops, all ids are compared once a day.
    const finds = platform === 'sx' || start_ms - (compared_ms.get(platform) ?? 0) >= DAY_MS
    const ended = await business.sync(platform)
    if (finds && ended === 'succeeded') compared_ms.set(platform, start_ms)
    const truths = [...early, ...before, ...(clock.now() > start_ms ? truth_of(of) : [])]
    const zones = new Map(of.ads ? world.ads[of.ads].accounts.map(({ id, time_zone }) => [id, time_zone]) : [])
    const own = disturbances.filter((disturbance) => disturbance.platform === platform)
    reads.push({
      platform,
      start_ms,
      end_ms: clock.now(),
      ended,
      disturbances: own,
      truths,
      named: platform === 'mpb_sp' ? [named_cells(of)] : [],
      zones,
    })
  }

  /** Syncs start soon after a full hour, so that no day ends during one. */
  function wait(ms: number) {
    clock.advance(ms)
    const late_ms = clock.now() % HOUR_MS
    clock.advance(
      late_ms < 4 * MINUTE_MS ? 5 * MINUTE_MS : late_ms > 25 * MINUTE_MS ? HOUR_MS - late_ms + 6 * MINUTE_MS : 0,
    )
  }

  async function compare() {
    const found: Found[] = []
    for (const of of all) found.push(...(await assess(business, of, reads)))
    for (const one of found) count(one)
    for (const text of await assess_answers(business, all, found)) wrong(text)
    counts.set('answers', (counts.get('answers') ?? 0) + 1)
    return found
  }

  function wrong(text: string) {
    found_wrong.push(`seed ${business.seed}, ${new Date(clock.now()).toISOString()}: ${text}`)
    note(`WRONG ${text}`)
  }

  function count({ verdict, key, text }: Found) {
    if (verdict === 'equal' && different.delete(key)) counts.set('healed', (counts.get('healed') ?? 0) + 1)
    if (verdict !== 'equal') different.add(key)
    for (const name of ['cells', verdict] as const) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (verdict === 'silent') wrong(`silent: ${text}`)
  }

  function end_disturbances() {
    faults.clear()
    if (disturbances.length > 0) note('disturbances end')
    disturbances = []
  }

  wait(0)
  for (const of of all) await business.connect(of.platform)
  for (const of of all) await read(of)
  await compare()
  for (let round = 0; round < ROUNDS; round++) {
    if (dice.yes(0.6)) end_disturbances()
    for (let n = dice.whole(1, EVENTS_MAX); n > 0; n--) {
      const of = dice.pick(all)
      const disturbance = of.ads ? disturb_ads(business, of) : disturb_sales(business, of.platform, deleted)
      if (disturbance) disturbances.push({ ...disturbance, platform: of.platform })
    }
    for (let n = dice.whole(1, 2); n > 0; n--) {
      wait(dice.yes(0.5) ? dice.whole(1, 5) * HOUR_MS : dice.whole(12, 50) * HOUR_MS)
      for (const of of all) await read(of)
    }
    await compare()
  }
  end_disturbances()
  // A cycle: a read of all days that can change, one that confirms what is missing, and the next day's.
  for (const hours of [25, 2, 25]) {
    wait(hours * HOUR_MS)
    for (const of of all) await read(of)
  }
  for (const { verdict, text } of await compare())
    if (!AT_REST.includes(verdict)) wrong(`not healed (${verdict}): ${text}`)
  return { counts, wrong: found_wrong, log: business.log }
}

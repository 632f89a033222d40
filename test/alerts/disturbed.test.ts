// Days of a shop whose data are late, restated, partial and missing. A seed decides all of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { add_days } from '#domain/windows.ts'
import { seeded } from '#test/broken_series.ts'
import { alert_bench, type Shop, TODAY } from './alert_bench.ts'

/** ALERT_SEEDS=20 ALERT_DAYS=90 npm test -- test/alerts/disturbed.test.ts */
const SEEDS = Number(process.env.ALERT_SEEDS ?? 2)
const DAYS = Number(process.env.ALERT_DAYS ?? 25)
const FIRST = add_days(TODAY, -DAYS)
const USUAL = 400
const THRESHOLD = 300

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench()
})
after(() => bench.close())

/** The true sales of each day, of which some are low. */
function truth_of(random: () => number): Record<string, number> {
  const days = Array.from({ length: DAYS + 30 }, (_, at) => add_days(FIRST, at - 30))
  return Object.fromEntries(days.map((day) => [day, random() < 0.12 ? 100 : USUAL + Math.floor(random() * 50)]))
}

interface World {
  random: () => number
  truth: Record<string, number>
  /** What the store shows now. */
  shown: Record<string, number>
  /** The last complete day that was read. */
  until: string
}

/** One day of the world: some of it arrives, some is restated, some is missing. */
async function live(shop: Shop, rule_id: string, world: World, today: string): Promise<void> {
  const { random, truth, shown } = world
  const yesterday = add_days(today, -1)
  if (random() < 0.2) {
    // No sync: the source is stale.
    const alerts_before = await shop.incidents()
    await shop.evaluate(rule_id, today)
    assert.deepEqual(await shop.incidents(), alerts_before, `a gap changed an alert on ${today}`)
    return
  }
  const until = random() < 0.25 ? world.until : yesterday
  for (let day = add_days(world.until, 1); day <= until; day = add_days(day, 1))
    shown[day] = random() < 0.2 ? 50 + Math.floor(random() * 300) : truth[day]!
  // A part of the days that are not complete.
  for (let day = add_days(until, 1); day <= today; day = add_days(day, 1)) shown[day] = Math.floor(random() * 100)
  for (const day of Object.keys(shown)) if (day <= until && random() < 0.15) shown[day] = truth[day]!
  world.until = until
  await shop.sell(shown)
  await shop.synced(until, `${today}T17:00:00Z`)
  const before_evaluation = await shop.incidents()
  await shop.evaluate(rule_id, today)
  const known = new Set(before_evaluation.map(({ day }) => day))
  for (const { day, is_complete } of await shop.incidents())
    if (!known.has(day))
      assert.ok(is_complete && day === until, `${day} opened an alert, and the newest complete day is ${until}`)
}

test('no incomplete day opens an alert, no gap resolves one, and each false one is withdrawn', async () => {
  let opened = 0
  let withdrawn = 0
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = seeded(seed)
    const shop = await bench.shop()
    const rule_id = await shop.rule({ condition: 'below', threshold: String(THRESHOLD), currency: 'MXN' })
    const truth = truth_of(random)
    const before_first = Object.entries(truth).filter(([day]) => day < FIRST)
    const world: World = { random, truth, shown: Object.fromEntries(before_first), until: add_days(FIRST, -1) }
    await shop.sell(world.shown)
    await shop.synced(world.until, `${FIRST}T00:00:00Z`)
    for (let at = 0; at < DAYS; at += 1) await live(shop, rule_id, world, add_days(FIRST, at))
    // The end: everything is read as it is.
    Object.assign(world.shown, truth)
    await shop.sell(Object.fromEntries(Object.entries(truth).filter(([day]) => day < TODAY)))
    await shop.synced(add_days(TODAY, -1), `${TODAY}T17:00:00Z`)
    await shop.evaluate(rule_id, TODAY)
    const incidents = await shop.incidents()
    for (const { day, state, closed_day } of incidents) {
      const is_false = truth[day]! >= THRESHOLD
      assert.equal(state === 'withdrawn', is_false, `seed ${seed}: ${day} is ${truth[day]}, and its alert is ${state}`)
      if (state === 'resolved') assert.ok(closed_day! > day, `seed ${seed}: ${day}`)
    }
    const sent = incidents.filter(({ is_sent, state }) => is_sent && state === 'withdrawn').length
    const corrections = (await shop.said()).filter(({ kind }) => kind === 'alert_withdrawn').length
    assert.equal(corrections, sent, 'each alert that was sent and withdrawn was corrected')
    opened += incidents.length
    withdrawn += incidents.filter(({ state }) => state === 'withdrawn').length
  }
  assert.ok(opened > 0 && withdrawn > 0 && withdrawn < opened, `${opened} opened, ${withdrawn} withdrawn`)
})

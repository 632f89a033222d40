// The score of fatigue, on seeded creatives of which half tire.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type CreativePart, FATIGUE_PART_DAYS, fatigue_of } from '#domain/fatigue.ts'
import { type CreativeDay, type SeededCreative, seeded_creatives } from '#test/tiring_creatives.ts'

const AREA_MIN = 0.97
const SEEDS = [20261123, 7, 42, 1789, 65537]

const part_of = (days: readonly CreativeDay[]): CreativePart => {
  const sum = (name: 'impressions' | 'clicks' | 'spend_cents' | 'reach') =>
    BigInt(days.reduce((total, day) => total + day[name], 0))
  return {
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    spend_micros: sum('spend_cents') * 10_000n,
    reach: sum('reach'),
  }
}
const parts_of = ({ days }: SeededCreative) =>
  [part_of(days.slice(0, FATIGUE_PART_DAYS)), part_of(days.slice(-FATIGUE_PART_DAYS))] as const
const score_of = (creative: SeededCreative) => fatigue_of(...parts_of(creative)).score

/** The area under the curve: how often a tiring creative has a higher score than another one. */
function area_under_curve(tiring: readonly number[], others: readonly number[]): number {
  const wins = tiring.flatMap((one) => others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
}

suite('fatigue of creatives', () => {
  for (const seed of SEEDS)
    test(`tiring creatives have higher scores than decoys: area under the curve ${AREA_MIN}, seed ${seed}`, (context) => {
      const scored = seeded_creatives(seed, '2026-11-19').flatMap((creative) => {
        const score = score_of(creative)
        return score === null ? [] : [{ ...creative, score }]
      })
      const scores = (wanted: boolean) =>
        scored.filter(({ is_tiring }) => is_tiring === wanted).map(({ score }) => score)
      const area = area_under_curve(scores(true), scores(false))
      context.diagnostic(`${scored.length} of 200 have a score; area under the curve ${area.toFixed(3)}`)
      assert.ok(area >= AREA_MIN, `area ${area}`)
      assert.ok(scored.length > 150, `${scored.length} have a score`)
    })

  test('a creative has a score exactly from 1,000 impressions on in both parts', () => {
    const creatives = SEEDS.flatMap((seed) => seeded_creatives(seed, '2026-11-19'))
    const small = creatives.filter((creative) => parts_of(creative).some(({ impressions }) => impressions < 1_000n))
    assert.ok(small.length > 20, `${small.length} are small`)
    for (const creative of small) assert.equal(score_of(creative), null, creative.creative_id)
  })

  const first = { impressions: 10_000n, clicks: 200n, spend_micros: 400_000_000n, reach: 8_000n }

  test('the parts are the fall of the click rate, the rise of the cost of a click, and the frequencies', () => {
    const recent = { impressions: 10_000n, clicks: 100n, spend_micros: 400_000_000n, reach: 6_250n }
    assert.deepEqual(fatigue_of(first, recent), {
      score: 50,
      ctr_fall_percent: 50,
      cost_rise_percent: 100,
      first_frequency: 1.25,
      frequency: 1.6,
    })
  })

  test('a higher price alone, a lower click rate among new people, and a better ad are no fatigue', () => {
    const score = (recent: Partial<CreativePart>) => fatigue_of(first, { ...first, ...recent }).score
    assert.equal(score({ spend_micros: 900_000_000n }), 0)
    assert.equal(score({ clicks: 100n, reach: 10_000n }), 0)
    assert.equal(score({ clicks: 300n }), 0)
  })

  test('people who see a creative for the first time each day are no other people than before', () => {
    const once = { ...first, reach: 10_000n }
    assert.equal(fatigue_of(once, { ...once, clicks: 100n }).score, 50)
  })

  test('a score needs clicks in the first days, people of every day, and both parts', () => {
    assert.equal(fatigue_of({ ...first, clicks: 0n }, first).score, null)
    assert.equal(fatigue_of(first, { ...first, reach: null }).score, null)
    assert.equal(fatigue_of(null, first).score, null)
    assert.equal(fatigue_of(first, { ...first, impressions: 999n }).score, null)
  })

  test('a creative without any click in its recent days is as tired as can be', () => {
    assert.equal(fatigue_of(first, { ...first, clicks: 0n, reach: 6_000n }).score, 100)
  })
})

// Creatives with their fatigue: scores of the tool are those of the formula, and nothing is scored that was not read.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FATIGUE_PART_DAYS, fatigue_of } from '#domain/fatigue.ts'
import { NOT_REPORTED } from '#figures/rest.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { type CreativeDay, type SeededCreative, seeded_creatives } from '#test/tiring_creatives.ts'

/** The day before the clock's. */
const LAST_DAY = '2026-11-19'
const SEED = 5
const COUNT = 40
const creatives = seeded_creatives(SEED, LAST_DAY).slice(0, COUNT)
const account_id = '77'
const THUMBNAILS_READ_AT = '2026-11-18T05:30:00.000Z'
/** Something else of the creatives changed later. */
const CHANGED_AT = '2026-11-19T09:00:00.000Z'

interface Row {
  creative_id: string | null
  name: string | null
  spend: number
  impressions: number
  fatigue_score: number | null
  fatigue: { days_running: number | null }
  thumbnail_url: string | null
  thumbnail_read_at: string | null
}

const sum = (days: readonly CreativeDay[], name: keyof CreativeDay) =>
  days.reduce((total, day) => total + Number(day[name]), 0)
const part_of = (days: readonly CreativeDay[]) => ({
  impressions: BigInt(sum(days, 'impressions')),
  clicks: BigInt(sum(days, 'clicks')),
  spend_micros: BigInt(sum(days, 'spend_cents')) * 10_000n,
  reach: BigInt(sum(days, 'reach')),
})
/** Days before the first impression do not count. */
const running = ({ days }: SeededCreative) => days.slice(days.findIndex(({ impressions }) => impressions > 0))
const expected_score = (creative: SeededCreative) => {
  const days = running(creative)
  return fatigue_of(part_of(days.slice(0, FATIGUE_PART_DAYS)), part_of(days.slice(-FATIGUE_PART_DAYS))).score
}

describe('query_mx_creatives', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    await insert(acme, await acme.connect('mx_ads'))
  })
  after(() => bench.close())

  /** Each creative is shown by two ads, which share its figures. One more ad has no creative. */
  async function insert(org: FiguresOrg, connection_id: string) {
    const of = { connection_id, account_id, platform: 'mx_ads' }
    const place = { ...of, ad_group_id: 's1', campaign_id: 'c1' }
    const half = (value: number, at: number) => BigInt(at === 0 ? Math.ceil(value / 2) : Math.floor(value / 2))
    await org.insert(async (db) => {
      await db
        .insertInto('ad_accounts')
        .values({ ...of, name: 'Main account', currency: 'MXN', time_zone: 'America/Mexico_City' })
        .execute()
      for (const creative of creatives) {
        const { creative_id } = creative
        await db
          .insertInto('meta_ad_creatives')
          .values({
            connection_id,
            account_id,
            creative_id,
            name: `Name of ${creative_id}`,
            thumbnail_url: 'https://cdn.example/1.jpg',
            thumbnail_read_at: THUMBNAILS_READ_AT,
            synced_at: CHANGED_AT,
          })
          .execute()
        for (const at of [0, 1]) {
          const ad_id = `${creative_id}/${at}`
          await db
            .insertInto('ads')
            .values({ ...place, ad_id, status: 'ACTIVE', creative_id })
            .execute()
          const rows = creative.days.map((day) => ({
            ...place,
            ad_id,
            date: day.date,
            currency: 'MXN',
            spend_micros: half(day.spend_cents, at) * 10_000n,
            impressions: half(day.impressions, at),
            clicks: half(day.clicks, at),
            reach: half(day.reach, at),
            conversions: '0',
            conversion_value_micros: 0n,
          }))
          await db.insertInto('ad_daily').values(rows).execute()
        }
      }
      const lone = { ...place, ad_id: 'lone', date: LAST_DAY, currency: 'MXN', conversions: '0' }
      await db
        .insertInto('ad_daily')
        .values({ ...lone, spend_micros: 5_000_000n, impressions: 9n, clicks: 1n, conversion_value_micros: 0n })
        .execute()
    })
  }

  const ask = (input: object = {}): Promise<{ creatives: Row[]; totals: Row; total: number; truncated: boolean }> =>
    acme.ask('query_mx_creatives', { date_to: LAST_DAY, limit: 1000, ...input })

  it('scores are those of the formula over the first and the last seven days, whatever the window', async () => {
    const { creatives: rows } = await ask()
    const scores = new Map(rows.map((row) => [row.creative_id, row.fatigue_score]))
    for (const creative of creatives)
      assert.equal(scores.get(creative.creative_id), expected_score(creative), creative.creative_id)
    assert.ok([...scores.values()].filter((score) => score !== null && score > 30).length > 10)
    const one_day = await ask({ date_from: LAST_DAY })
    for (const row of one_day.creatives) assert.equal(row.fatigue_score, scores.get(row.creative_id))
  })

  it('totals are those of all ads, and ads without a known creative are a row without a score', async () => {
    const { creatives: rows, totals, total } = await ask()
    const from = '2026-10-20'
    const all = creatives.flatMap(({ days }) => days.filter(({ date }) => date >= from))
    assert.equal(totals.impressions, sum(all, 'impressions') + 9)
    assert.equal(totals.spend, Math.round(sum(all, 'spend_cents') + 500) / 100)
    assert.equal(
      rows.reduce((sum, row) => sum + row.impressions, 0),
      totals.impressions,
    )
    assert.equal(total, COUNT + 1)
    const lone = rows.find(({ creative_id }) => creative_id === null)
    assert.deepEqual([lone?.name, lone?.spend, lone?.fatigue_score], [NOT_REPORTED, 5, null])
  })

  it('min_fatigue_score leaves out others and those without a score, and its totals are of what matches', async () => {
    const all = await ask()
    const tired = all.creatives.filter(({ fatigue_score }) => fatigue_score !== null && fatigue_score >= 40)
    const { creatives: rows, totals, total } = await ask({ min_fatigue_score: 40 })
    assert.deepEqual(
      rows.map(({ creative_id }) => creative_id),
      tired.map(({ creative_id }) => creative_id),
    )
    assert.equal(
      totals.impressions,
      tired.reduce((sum, row) => sum + row.impressions, 0),
    )
    assert.equal(total, tired.length)
    const limited = await ask({ min_fatigue_score: 40, limit: 2 })
    assert.deepEqual(limited.totals, totals)
    assert.deepEqual([limited.creatives.length, limited.total, limited.truncated], [2, tired.length, true])
    const [first] = limited.creatives
    assert.equal(first?.name, `Name of ${first?.creative_id}`)
    assert.equal(first?.thumbnail_url, 'https://cdn.example/1.jpg')
    assert.equal(first?.thumbnail_read_at, THUMBNAILS_READ_AT)
    assert.ok((first?.fatigue.days_running ?? 0) > 20)
  })

  it('a score outside of 0 to 100 is refused with the bounds', async () => {
    assert.match(await acme.refused('query_mx_creatives', { min_fatigue_score: 101 }), /at most 100/)
    assert.match(await acme.refused('query_mx_creatives', { min_fatigue_score: -1 }), /at least 0/)
    assert.match(await acme.refused('query_mx_creatives', { min_fatigue_score: 'high' }), /number from 0 to 100/)
  })

  it('a creative whose first days are not stored, or whose last days are not, has no score', async () => {
    const other = await bench.org({ name: 'Young' })
    const connection_id = await other.connect('mx_ads')
    await insert(other, connection_id)
    const oldest = creatives.toSorted((a, b) => b.days.length - a.days.length)[0]!
    const scores = async (): Promise<Map<string, number | null>> => {
      const { creatives: rows } = await other.ask('query_mx_creatives', { date_to: LAST_DAY, limit: 1000 })
      return new Map(rows.map(({ creative_id, fatigue_score }: Row) => [creative_id, fatigue_score]))
    }
    await other.cover(connection_id, { covered_from: '2026-10-15' })
    const young = await scores()
    for (const creative of creatives)
      if (running(creative)[0]!.date <= '2026-10-15') assert.equal(young.get(creative.creative_id), null)
    assert.equal(young.get(oldest.creative_id), null)
    assert.ok([...young.values()].some((score) => score !== null))
    await other.cover(connection_id, {
      covered_from: '-infinity',
      covered_until: '2026-10-01',
      read_until: '2026-10-01',
    })
    assert.ok([...(await scores()).values()].every((score) => score === null))
  })

  it('a creative whose account changed its currency in between has no score, and its click rates stay', async () => {
    const other = await bench.org({ name: 'Moved' })
    await insert(other, await other.connect('mx_ads'))
    const ask_fatigue = async () => {
      const answer = await other.ask('query_mx_creatives', { date_to: LAST_DAY, limit: 10 })
      return answer.creatives.filter((row: Row) => row.fatigue_score !== null || row.creative_id !== null)
    }
    const before_it = await ask_fatigue()
    await other.insert((db) =>
      db.updateTable('ad_daily').set({ currency: 'USD' }).where('date', '>=', '2026-11-16').execute(),
    )
    for (const [at, row] of (await ask_fatigue()).entries()) {
      assert.deepEqual([row.fatigue_score, row.fatigue.cost_rise_percent], [null, null])
      assert.equal(row.fatigue.ctr_fall_percent, before_it[at].fatigue.ctr_fall_percent)
    }
    assert.ok(before_it.some((row: Row) => row.fatigue_score !== null))
  })

  describe('after an edit', () => {
    /** In Mexico City still the day before. */
    const EDITED_AT = '2026-11-05T03:00:00Z'
    const EDITED_ON = '2026-11-04'
    /** One of the first ten, whose rows are whole. */
    const edited = creatives
      .filter((one) => running(one)[0]!.date < '2026-09-20' && expected_score(one) !== null)
      .sort((one, other) => sum(other.days.slice(-30), 'spend_cents') - sum(one.days.slice(-30), 'spend_cents'))[0]!
    const since_edit = edited.days.filter(({ date }) => date >= EDITED_ON)
    const score_since_edit = fatigue_of(
      part_of(since_edit.slice(0, FATIGUE_PART_DAYS)),
      part_of(since_edit.slice(-FATIGUE_PART_DAYS)),
    ).score
    let editor: FiguresOrg
    let connection_id: string
    before(async () => {
      editor = await bench.org({ name: 'Editor' })
      connection_id = await editor.connect('mx_ads')
      await insert(editor, connection_id)
    })

    const set = (of: { ads?: string[]; creative_since?: string | null; shown_since?: string | null }) =>
      editor.insert(async (db) => {
        const { ads = [], creative_since = null, shown_since = null } = of
        if (ads.length > 0) await db.updateTable('ads').set({ creative_since }).where('ad_id', 'in', ads).execute()
        await db
          .updateTable('meta_ad_creatives')
          .set({ shown_since })
          .where('creative_id', '=', edited.creative_id)
          .execute()
      })
    const ads = [0, 1].map((at) => `${edited.creative_id}/${at}`)
    const shown = async (input: object = {}) => {
      const answer: { creatives: Row[] } = await editor.ask('query_mx_creatives', {
        ...{ date_to: LAST_DAY, limit: 10, ...input },
      })
      const { fatigue_score, fatigue } = answer.creatives.find((row) => row.creative_id === edited.creative_id)!
      return [fatigue_score, fatigue.days_running]
    }

    it('the first days are those from the edit on, in the time zone of the account', async () => {
      const [, running_before] = await shown()
      assert.notEqual(score_since_edit, expected_score(edited))
      assert.ok(running_before! > 50)
      await set({ shown_since: EDITED_AT })
      assert.deepEqual(await shown(), [score_since_edit, since_edit.length])
      await set({ ads, creative_since: EDITED_AT })
      assert.deepEqual(await shown(), [score_since_edit, since_edit.length])
      await set({ ads, creative_since: EDITED_AT, shown_since: '2026-10-01T00:00:00Z' })
      assert.deepEqual(await shown(), [score_since_edit, since_edit.length], 'the later edit counts')
    })

    it('has no score before fourteen days have passed, and none for days before the edit', async () => {
      await set({ ads, creative_since: '2026-11-10T20:00:00Z' })
      assert.deepEqual(await shown(), [null, 10])
      assert.deepEqual(await shown({ date_to: '2026-11-08' }), [null, null])
    })

    it('an ad that shows the creative all the time keeps its first days', async () => {
      await set({ ads: [ads[0]!], creative_since: EDITED_AT })
      await set({ ads: [ads[1]!], creative_since: null })
      const [score, days_running] = await shown()
      assert.equal(days_running, running(edited).length)
      const half = (days: readonly CreativeDay[], name: keyof CreativeDay) =>
        days.map((day) => Math.floor(Number(day[name]) / 2)).reduce((one, other) => one + other, 0)
      const first = running(edited).slice(0, FATIGUE_PART_DAYS)
      const kept = {
        impressions: BigInt(half(first, 'impressions')),
        clicks: BigInt(half(first, 'clicks')),
        spend_micros: BigInt(half(first, 'spend_cents')) * 10_000n,
        reach: BigInt(half(first, 'reach')),
      }
      assert.equal(score, fatigue_of(kept, part_of(running(edited).slice(-FATIGUE_PART_DAYS))).score)
    })

    it('an edit that was seen needs no days before it, as the beginning of a creative does', async () => {
      await editor.cover(connection_id, { covered_from: '2026-10-20' })
      await set({ ads, creative_since: null })
      assert.equal((await shown())[0], null)
      await set({ ads, creative_since: '2026-10-20T20:00:00Z' })
      assert.notEqual((await shown())[0], null)
      await set({ ads, creative_since: '2026-10-19T20:00:00Z' })
      assert.equal((await shown())[0], null, 'a day after the edit is not read')
      await set({ ads, creative_since: '2026-10-20T20:00:00Z' })
      await set({ ads: [ads[0]!], creative_since: null })
      assert.equal((await shown())[0], null, 'an ad can have shown it before')
    })
  })
})

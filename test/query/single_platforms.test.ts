// Figures by platform beside a whole that one platform cuts: each platform has what is known of it, and they add up to a shown total.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, figures_bench } from '#test/figures.ts'
import { business, day, TODAY } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const YEAR_DAYS = 364

/** Meta spends 10 a day and Google 7, now and a year before. */
async function two_platforms() {
  const { org, mx } = await business(bench, 500)
  const gx = await org.connect('gx_ads')
  const rows = Array.from({ length: 500 }, (_, back) =>
    campaign_day(gx, { date: day(back), campaign_id: 'g1', platform: 'gx_ads', spend: 7_000_000n }),
  )
  await org.insert((db) => db.insertInto('campaign_daily').values(rows).execute())
  return { org, mx, gx }
}

interface Line {
  platform: string
  spend: number | null
  previous: { spend: number | null }
}
interface Channel {
  platform: string
  spend: Record<'current' | 'previous' | 'year_before', number | null>
}

describe('figures by platform', () => {
  it('have the earlier sums of a platform that knows them, where the total is null', async () => {
    const { org, mx } = await two_platforms()
    await org.cover(mx, { covered_from: day(40) })
    const found = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([found.ad_spend, found.previous.ad_spend], [510, null])
    assert.deepEqual(
      found.platforms.map(({ platform, spend, previous }: Line) => [platform, spend, previous.spend]),
      [
        ['gx_ads', 210, 210],
        ['mx_ads', 300, null],
      ],
    )
    const all = await org.ask('analizar_performance', { days_back: 30 })
    const [gx] = all.channels as Channel[]
    assert.deepEqual(
      [gx!.platform, gx!.spend.current, gx!.spend.previous, gx!.spend.year_before],
      ['gx_ads', 210, 210, 210],
    )
    const [alone] = (await org.ask('analizar_performance', { days_back: 30, channel: 'gx' })).channels as Channel[]
    assert.deepEqual(gx!.spend, alone!.spend)
    assert.equal(all.kpis.ad_spend.year_before, null)
  })

  it('have no earlier sum of fewer days than the platform has now', async () => {
    const { org, mx, gx } = await two_platforms()
    await org.cover(mx, { covered_from: day(40) })
    await org.cover(gx, { covered_from: day(65) })
    const found = await org.ask('get_kpi_summary', { days_back: 34 })
    assert.deepEqual(
      found.platforms.map(({ spend, previous }: Line) => [spend, previous.spend]),
      [
        [34 * 7, null],
        [340, null],
      ],
    )
  })

  it('compare as many days as they sum, when another platform is late and knows no earlier days', async () => {
    const { org, mx } = await two_platforms()
    await org.cover(mx, { covered_from: day(12), covered_until: day(3), read_until: day(2) })
    const found = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([found.ad_spend, found.previous.ad_spend], [8 * 17, null])
    assert.deepEqual(
      found.platforms.map(({ spend, previous }: Line) => [spend, previous.spend]),
      [
        [56, 56],
        [80, null],
      ],
    )
    const text = `Figures of every ad platform, also by platform, are sums up to ${day(3)}.`
    assert.ok(found.notes.includes(text), found.notes.join('\n'))
    assert.ok(found.notes.includes('Asked for alone, a single ad platform has its own days.'), found.notes.join('\n'))
    const { notes } = await org.ask('analizar_performance', { days_back: 10, channel: 'mx' })
    assert.ok(notes.includes(`Figures of the mx_ads are sums up to ${day(3)}.`), notes.join('\n'))
  })

  it('have yesterday beside today of a platform that is read, while another one is late', async () => {
    const { org, mx } = await two_platforms()
    await org.cover(mx, { covered_until: day(3), read_until: day(3) })
    const found = await org.ask('get_kpi_summary', { date_from: TODAY })
    assert.deepEqual([found.ad_spend, found.previous.ad_spend], [null, null])
    assert.deepEqual(
      found.platforms.map(({ spend, previous }: Line) => [spend, previous.spend]),
      [
        [7, 7],
        [null, null],
      ],
    )
  })

  it('leave campaigns that only ran a year before out of lists whose whole is not known there', async () => {
    const { org, mx, gx } = await two_platforms()
    await org.cover(mx, { covered_from: day(40) })
    const old = { date: day(YEAR_DAYS + 5), campaign_id: 'old', platform: 'gx_ads', spend: 3_000_000n }
    await org.insert((db) => db.insertInto('campaign_daily').values(campaign_day(gx, old)).execute())
    const { channels, best_campaigns, worst_campaigns } = await org.ask('analizar_performance', { days_back: 30 })
    assert.equal((channels as Channel[])[0]!.spend.year_before, 213)
    assert.doesNotMatch(JSON.stringify([best_campaigns, worst_campaigns]), /"old"/)
  })
})

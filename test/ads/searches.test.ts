// Searches and shares of impressions of search ads, through query_data.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { NOT_REPORTED } from '#figures/rest.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

const dates = { date_from: '2026-11-01', date_to: '2026-11-10' }

describe('searches of search ads', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    const connection_id = await org.connect('gx_ads')
    const day = (date: string, spend: bigint) => ({
      ...campaign_day(connection_id, { date, spend: spend * 1_000_000n }),
      platform: 'gx_ads',
    })
    const { campaign_id, account_id } = day('', 0n)
    const shared = { connection_id, account_id, campaign_id, platform: 'gx_ads' }
    await org.insert(async (db) => {
      await db
        .insertInto('campaign_daily')
        .values([day('2026-11-02', 100n), day('2026-11-03', 50n)])
        .execute()
      await db
        .insertInto('search_term_daily')
        .values([
          { ...day('2026-11-02', 60n), search_term: 'sofa' },
          { ...day('2026-11-03', 20n), search_term: 'sofa' },
          { ...day('2026-11-03', 10n), search_term: 'lamp' },
        ])
        .execute()
      await db
        .insertInto('campaign_share_daily')
        .values([
          {
            ...{ ...shared, date: '2026-11-02', impressions: 500n },
            ...{ impression_share: '0.5', lost_to_budget_share: '0.3', lost_to_rank_share: '0.2' },
          },
          {
            ...{ ...shared, date: '2026-11-03', impressions: 300n },
            ...{ impression_share: '0.1', lost_to_budget_share: null, lost_to_rank_share: '0.9' },
          },
        ])
        .execute()
    })
  })
  after(() => bench.close())

  const ask = (metric: string, more: object = {}) =>
    org.ask('query_data', { metric: `search_ads.${metric}`, ...dates, ...more })

  it('a figure by search adds up to the campaigns, with what rare searches leave', async () => {
    const { rows, total_value } = await ask('spend', { dimensions: ['search_term'] })
    assert.deepEqual(rows, [
      { search_term: 'sofa', value: 80 },
      { search_term: 'lamp', value: 10 },
      { search_term: NOT_REPORTED, value: 60 },
    ])
    assert.equal(total_value, 150)
  })

  it('shares of several days are those of all possible impressions', async () => {
    assert.equal((await ask('impression_share')).total_value, 0.2) // 800 of 4,000
    assert.equal((await ask('lost_to_rank')).total_value, 0.725) // 200 + 2,700 of 4,000
  })

  it('a share that is not known is left out of both sides, and not zero', async () => {
    assert.equal((await ask('lost_to_budget')).total_value, 0.3)
    const { rows } = await ask('lost_to_budget', { dimensions: ['date'] })
    assert.deepEqual(
      rows.filter(({ value }: { value: number | null }) => value === 0),
      [],
    )
  })

  it('shares are known by campaign and not by search', async () => {
    const refused = await org.refused('query_data', { metric: 'search_ads.lost_to_rank', dimensions: ['search_term'] })
    assert.match(refused, /lost_to_rank is not known by search_term/)
  })
})

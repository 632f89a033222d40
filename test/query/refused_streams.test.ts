// One stream of a platform is refused, or begins later than the others. What only it fills is then not known, and answers say so.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { type FiguresBench, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { NEVER_READ, read_streams } from '#test/stream_rows.ts'

const DAYS = { date_from: '2026-11-14', date_to: '2026-11-18' }
const DAY = { date_from: '2026-11-14', date_to: '2026-11-14' }

describe('streams that are refused or begin later', () => {
  let bench: FiguresBench
  before(async () => {
    bench = await figures_bench({ connectors })
  })
  after(() => bench.close())

  /** Two accounts of Instagram. `followers`: the streams of the second one. */
  async function two_accounts(streams: Parameters<typeof read_streams>[3], totals: [string, string, bigint][]) {
    const org = await bench.org()
    const connection_id = await org.connect('social_a')
    const of = { connection_id, platform: 'social_a' }
    await read_streams(org, of, 'A')
    await read_streams(org, of, 'B', streams)
    await org.insert(async (db) => {
      const accounts = ['A', 'B'].map((id) => ({ ...of, social_account_id: id, username: id, name: id }))
      await db.insertInto('social_accounts').values(accounts).execute()
      await db
        .insertInto('social_follower_daily')
        .values(totals.map(([social_account_id, date, followers]) => ({ ...of, social_account_id, date, followers })))
        .execute()
    })
    return org
  }
  const followers = (org: FiguresOrg, more: object) => org.ask('query_data', { metric: 'social.followers', ...more })

  it('followers of a day on which only some accounts were read are no total of all', async () => {
    const org = await two_accounts({ followers: { covered_from: '2026-11-16' } }, [
      ['A', '2026-11-14', 100n],
      ['A', '2026-11-16', 101n],
      ['B', '2026-11-16', 50n],
    ])
    for (const dimensions of [['date'], ['date', 'platform']]) {
      const { rows, window, notes } = await followers(org, { dimensions, ...DAYS })
      assert.deepEqual(
        rows.map(({ date, value }: Record<string, unknown>) => [date, value]),
        [
          ['2026-11-14', null],
          ['2026-11-16', 151],
        ],
      )
      assert.deepEqual([window.is_partial, window.lacks], [true, ['social_a']])
      assert.match(notes.join(' '), /total of 1 day is null, because not every account was read then/)
    }
    assert.equal((await followers(org, DAY)).total_value, null)
    assert.equal((await followers(org, { ...DAY, filters: { platform: 'Social_A' } })).total_value, null)
    assert.equal((await followers(org, { ...DAY, filters: { account: 'A' } })).total_value, 100)
    const by_account = await followers(org, { ...DAY, dimensions: ['account'] })
    assert.deepEqual(by_account.rows, [{ account: 'A', value: 100 }])
  })

  it('followers of the days before a day without a read stay known', async () => {
    const org = await two_accounts({ followers: { covered_from: '2026-11-17' } }, [
      ['A', '2026-11-14', 100n],
      ['B', '2026-11-14', 50n],
    ])
    const { rows, window, notes } = await followers(org, { dimensions: ['date'], ...DAYS })
    assert.deepEqual(rows, [{ date: '2026-11-14', value: 150 }])
    assert.deepEqual([window.lacks, notes], [undefined, []])
  })

  it('followers without those of an account that gives no access are no total, and the answer says so', async () => {
    const org = await two_accounts({ followers: NEVER_READ }, [['A', '2026-11-14', 100n]])
    const { rows, window, notes } = await followers(org, { dimensions: ['date'], ...DAYS })
    assert.deepEqual(rows, [{ date: '2026-11-14', value: null }])
    assert.deepEqual(window.lacks, ['social_a'])
    assert.match(notes.join(' '), /cannot read account B.*No permission/)
    assert.equal((await followers(org, DAY)).total_value, null)
    const shown = await org.ask('query_data', { metric: 'social.impressions', ...DAY })
    assert.equal(shown.window.lacks, undefined)
  })
})

// Rates of broadcasts divide opens and clicks by what the same broadcasts delivered, whenever the results came in.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { email_a } from '#connectors/email_a/index.ts'
import { email_b } from '#connectors/email_b/index.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const DAYS = { date_from: '2026-10-31', date_to: '2026-11-19' }

describe('open and click rates of query_data', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench({ connectors: { email_a, email_b } })
    org = await bench.org()
    const first = { connection_id: await org.connect('email_a'), platform: 'email_a' }
    const second = { connection_id: await org.connect('email_b'), platform: 'email_b' }
    const covered = { covered_from: '2026-09-01', covered_until: '2026-11-19', read_until: '2026-11-20' }
    for (const [{ connection_id }, { streams }] of [
      [first, email_a],
      [second, email_b],
    ] as const)
      for (const stream of Object.keys(streams)) await org.cover(connection_id, covered, stream)
    const results = (delivered: bigint, opens: bigint | null, clicks: bigint) => ({
      ...{ delivered, opens, clicks, unsubscribes: 0n, conversions: '0', revenue_micros: 0n, currency: 'MXN' },
    })
    const sent = (campaign_id: string, day: string) => ({
      ...{ campaign_id, name: `News ${campaign_id}`, status: 'sent', sent_at: `${day}T15:00:00Z` },
    })
    await org.insert(async (db) => {
      await db
        .insertInto('email_campaigns')
        .values([
          { ...first, ...sent('before', '2026-10-30'), ...results(100n, 60n, 10n) },
          { ...first, ...sent('one', '2026-11-03'), ...results(200n, 50n, 20n) },
          { ...first, ...sent('untracked', '2026-11-04'), ...results(400n, null, 8n) },
          { ...second, ...sent('two', '2026-11-04'), ...results(100n, 40n, 5n) },
          { ...second, ...sent('draft', '2026-11-04'), ...results(9n, 9n, 9n), status: 'draft' },
        ])
        .execute()
      const came = (campaign_id: string, date: string, ...of: Parameters<typeof results>) => ({
        ...{ ...first, campaign_id, date },
        ...results(...of),
      })
      await db
        .insertInto('email_campaign_daily')
        .values([
          came('before', '2026-10-30', 100n, 20n, 5n),
          came('before', '2026-11-01', 0n, 40n, 5n),
          came('one', '2026-11-03', 200n, 30n, 10n),
          came('one', '2026-11-05', 0n, 20n, 10n),
          came('untracked', '2026-11-04', 400n, null, 8n),
        ])
        .execute()
    })
  })
  after(() => bench.close())

  const ask = (metric: string, more: object = {}) => org.ask('query_data', { metric, ...DAYS, ...more })

  it('are those of revisar_email over the same days', async () => {
    const reviewed = await org.ask('revisar_email', { days_back: 20 })
    const rate = await ask('email.open_rate')
    assert.equal(rate.total_value, 0.3, '90 opens of 300 delivered emails')
    assert.equal(reviewed.open_rate.current, rate.total_value)
    assert.equal((await ask('email.click_rate')).total_value, reviewed.click_rate.current)
  })

  it('stand on the day of sending, so no day divides other emails than it counts', async () => {
    const { rows } = await ask('email.open_rate', { dimensions: ['date'] })
    assert.deepEqual(rows, [
      { date: '2026-11-03', value: 0.25 },
      { date: '2026-11-04', value: 0.4 },
    ])
    const by_week = await ask('email.open_rate', { dimensions: ['week'] })
    assert.deepEqual(by_week.rows, [{ week: '2026-11-02', value: 0.3 }])
  })

  it('are the same for a broadcast and for its day, and contain platforms without results by day', async () => {
    const { rows } = await ask('email.open_rate', { dimensions: ['campaign'] })
    assert.deepEqual(
      rows.filter(({ value }: { value: number | null }) => value !== null),
      [
        { campaign: 'News two', value: 0.4 },
        { campaign: 'News one', value: 0.25 },
      ],
    )
    assert.equal((await ask('email.open_rate', { filters: { platform: 'email_b' } })).total_value, 0.4)
  })

  it('say which broadcasts they leave out', async () => {
    const { notes } = await ask('email.open_rate')
    assert.match(notes.join('\n'), /Some rows state no value, and sums leave them out: opens \(1 row\)\./)
    assert.doesNotMatch((await ask('email.click_rate')).notes.join('\n'), /state no value/)
  })

  it('leave results by day as they came in', async () => {
    const { rows } = await ask('email.opens', { dimensions: ['date'] })
    assert.deepEqual(
      rows.map(({ date, value }: { date: string; value: number }) => [date, value]),
      [
        ['2026-11-01', 40],
        ['2026-11-03', 30],
        ['2026-11-04', null],
        ['2026-11-05', 20],
      ],
    )
    assert.equal((await ask('email.open_rate')).window.lacks, undefined, 'both have broadcasts with their opens')
    const { total_value, notes, window } = await ask('email.delivered')
    assert.deepEqual([window.is_partial, window.lacks], [true, ['email_b']])
    assert.equal(total_value, 600, 'no email of a platform without results by day')
    assert.match(notes.join('\n'), /email_b/)
  })
})

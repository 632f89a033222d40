// What revisar_email says where email platforms do not state a figure.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

describe('revisar_email with figures that nobody states', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  /** Stores broadcasts of one platform, sent on the tenth of November. */
  async function send(org: FiguresOrg, platform: string, broadcasts: object[]) {
    const connection_id = await org.connect(platform)
    const sent = { connection_id, platform, status: 'sent', sent_at: '2026-11-10T12:00:00Z' }
    const rows = broadcasts.map((of, at) => ({ ...sent, campaign_id: `${platform} ${at}`, name: `B${at}`, ...of }))
    await org.insert((db) => db.insertInto('email_campaigns').values(rows).execute())
  }
  const UNTRACKED = { delivered: 100n, opens: null, clicks: null, revenue_micros: null, currency: null }
  const TRACKED = { delivered: 100n, opens: 50n, clicks: 20n, revenue_micros: 5_000_000n, currency: 'MXN' }

  it('has no opens, clicks, rates and revenue of broadcasts that nobody tracks', async () => {
    const org = await bench.org()
    await send(org, 'email_b', [UNTRACKED])
    const { delivered, opens, open_rate, revenue, campaigns } = await org.ask('revisar_email')
    assert.deepEqual([delivered.current, opens.current, open_rate.current, revenue.current], [100, null, null, null])
    const [{ opens: own, clicks, click_rate }] = campaigns
    assert.deepEqual([own, clicks, click_rate], [null, null, null])
  })

  it('says which amounts a sum of the revenue of two platforms mixes', async () => {
    const org = await bench.org()
    await send(org, 'email_a', [TRACKED])
    const alone = await org.ask('revisar_email')
    assert.doesNotMatch(alone.notes.join('\n'), /shipping/)
    await send(org, 'email_b', [TRACKED])
    await send(org, 'email_c', [UNTRACKED])
    const { revenue, notes } = await org.ask('revisar_email')
    assert.equal(revenue.current, 10)
    assert.match(notes.join('\n'), /mixes amounts: email_a with shipping and tax; email_b without shipping and tax\./)
  })

  it('leaves broadcasts without tracking out of both sides of a rate, and says so', async () => {
    const org = await bench.org()
    await send(org, 'email_b', [TRACKED, { ...UNTRACKED, delivered: 300n }])
    const { delivered, opens, open_rate, click_rate, revenue, notes } = await org.ask('revisar_email')
    assert.deepEqual([delivered.current, opens.current, revenue.current], [400, 50, 5])
    assert.deepEqual([open_rate.current, click_rate.current], [0.5, 0.2])
    assert.match(
      notes.join('\n'),
      /leave them out: opens \(1 row\); clicks \(1 row\); unsubscribes \(2 rows\); revenue \(1 row\)/,
    )
  })
})
